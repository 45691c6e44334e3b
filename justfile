# What a developer does, each in one word. `just` lists them.

export CARGO_TARGET_DIR := env("CARGO_TARGET_DIR", home_directory() / ".cache/partie-target")

default:
    @just --list

# Everything that CI runs.
check:
    bash .ci/run

# The tests.
test *ARGS:
    cargo test {{ARGS}}

# The long suite: also the collections in ../shared, long rounds, kills, PostgreSQL, a mounted disk.
# PART is `sample` for the part of a day (PARTIE_SEED), or `needs`.
test-long *PART:
    bash .ci/long {{PART}}

# The Python package: its wheel (`wheel`), its tests (`tests`), Spark and Dask (`clusters`).
python PART="wheel":
    bash .ci/python {{PART}}

# Formats, lints, documents.
lint:
    cargo fmt --check
    cargo clippy --workspace --all-targets -- -D warnings
    RUSTDOCFLAGS="-D warnings" cargo doc --workspace --no-deps

# Windows and WebAssembly: whether it compiles for them (`windows`, `wasm`, or both).
check-targets *ARGS:
    bash .ci/targets {{ARGS}}

# The scripts and styles of the pages: built from web/ into crates/partie-page/assets.
web:
    cd web && npm ci --ignore-scripts && npm run check && npm run build

# The reader of texts in the browser, for a release: compiled by Debian's second compiler, which is installed if missing.
wasm:
    bash .ci/wasm

# The pages in Chromium, also those of the program in release.
test-web:
    cargo build --release
    PARTIE="$CARGO_TARGET_DIR/release/partie" bash .ci/web

# Times and bytes of the pages of the program in release, beside an empty page. ARGS: a file of games to paste.
bench-pages *ARGS:
    cargo build --quiet --release --bin partie
    cd web && node tools/measure.mjs "$CARGO_TARGET_DIR/release/partie" {{ARGS}}

# Each package by itself: whether it compiles from its own files. ARGS: `--allow-dirty`.
package *ARGS:
    bash .ci/packages {{ARGS}}

# Real clients at a server: all, or the named ones (xboard pychess scid eboard knights mekk_fics doors tour).
acceptance *ARGS:
    bash .ci/clients {{ARGS}}

# The mutation loop, some seconds for each format.
fuzz SECONDS="20":
    PARTIE_FUZZ_SECONDS={{SECONDS}} cargo test --profile fuzz -p partie-records --test it -- fuzz:: --nocapture

# Coverage-guided fuzzing of one target (pgn text style12 file wire), on the stable toolchain. Inputs that
# reach new code are kept in fuzz/corpora. A crash leaves its input in fuzz/artifacts: give it a name
# in fuzz/seeds, where every run of the tests begins.
fuzz-coverage TARGET RUNS="1000000":
    #!/usr/bin/env bash
    set -euo pipefail
    command -v cargo-fuzz >/dev/null || cargo install --quiet cargo-fuzz --locked
    cd fuzz
    mkdir -p corpus/{{TARGET}}
    seeds=(); if [ -d seeds/{{TARGET}} ]; then seeds=(seeds/{{TARGET}}); fi
    if [ -f corpora/{{TARGET}}.tar.gz ]; then tar -xzf corpora/{{TARGET}}.tar.gz -C corpus/{{TARGET}}; fi
    cargo fuzz run --sanitizer none {{TARGET}} corpus/{{TARGET}} "${seeds[@]}" -- -runs={{RUNS}} -max_len=1024 -print_final_stats=1
    rm -rf corpus/{{TARGET}}.min && mkdir corpus/{{TARGET}}.min
    cargo fuzz run --sanitizer none {{TARGET}} corpus/{{TARGET}}.min corpus/{{TARGET}} -- -merge=1
    mkdir -p corpora
    tar -czf corpora/{{TARGET}}.tar.gz --sort=name --owner=0 --group=0 --mtime=@0 -C corpus/{{TARGET}}.min .

# The tables of docs/repair.md; needs Python and pgn-extract. CLEAN: a file of games to
# damage, instead of random ones; ALSO: options for files damaged by another hand.
repair-table CLEAN="" *ALSO="":
    #!/usr/bin/env bash
    set -euo pipefail
    folder=$(mktemp -d)
    trap 'rm -rf "$folder"' EXIT
    python3 -m venv "$folder/venv"
    "$folder/venv/bin/pip" install --quiet chess==1.11.2
    cargo build --quiet --release --bin partie
    cargo run --quiet --release -p partie-records --example damages -- "$folder/games" {{CLEAN}}
    "$folder/venv/bin/python" tools/repair-table "$folder/games" \
        --partie "$CARGO_TARGET_DIR/release/partie" --intro tools/repair-intro.md {{ALSO}} > docs/repair.md.new
    mv docs/repair.md.new docs/repair.md

# Installs the peers it can. Corpora: ../shared/bench or --corpora FOLDER. docs/performance.md
# says how to read the tables; `--into docs/performance.md` writes them there.
#
# Partie beside its peers, in turns.
bench-peers *ARGS:
    #!/usr/bin/env bash
    set -euo pipefail
    PATH="$PATH:/usr/games"
    missing=()
    command -v pgn-extract >/dev/null || missing+=(pgn-extract)
    command -v tkscid >/dev/null || missing+=(scid)
    if [ ${#missing[@]} -gt 0 ] && [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
        { apt-get update -q && apt-get install -qy --no-install-recommends "${missing[@]}"; } >&2 ||
            echo "could not install ${missing[*]}" >&2
    fi
    python="$CARGO_TARGET_DIR/bench-python"
    if [ ! -x "$python/bin/python" ]; then
        { python3 -m venv "$python" && "$python/bin/pip" install --quiet chess==1.11.2; } >&2 ||
            echo "could not install python-chess" >&2
    fi
    cargo build --quiet --release --bin partie
    cargo build --quiet --release --locked --manifest-path bench/Cargo.toml
    "$CARGO_TARGET_DIR/release/partie-bench" peers \
        --partie "$CARGO_TARGET_DIR/release/partie" --python "$python/bin/python" {{ARGS}}

# Every command on the corpora, on one thread and on two. Corpora and --into as for `bench-peers`.
bench-commands *ARGS:
    cargo build --quiet --release --bin partie
    cargo build --quiet --release --locked --manifest-path bench/Cargo.toml
    "$CARGO_TARGET_DIR/release/partie-bench" commands --partie "$CARGO_TARGET_DIR/release/partie" {{ARGS}}

# What the program makes of files, a hash a job and file: --against RECORD compares with an earlier
# record, --beside PROGRAM with another build, whose first other line is shown.
freeze *ARGS:
    cargo build --quiet --release --bin partie
    tools/freeze --partie "$CARGO_TARGET_DIR/release/partie" {{ARGS}}

# Instructions for a byte and a ply: --save FILE before a change, --against FILE after.
bench-instructions *ARGS:
    cargo build --quiet --release --bin partie
    cargo build --quiet --release --locked --manifest-path bench/Cargo.toml
    "$CARGO_TARGET_DIR/release/partie-bench" instructions --partie "$CARGO_TARGET_DIR/release/partie" {{ARGS}}

# Whether any command's time or memory grows faster than its input, on inputs that repeat one
# thing: --pattern TEXT, --job NAME,... for some of them. Prints the whole table.
growth *ARGS:
    cargo build --quiet --release --bin partie
    cargo build --quiet --locked --manifest-path bench/Cargo.toml
    "$CARGO_TARGET_DIR/debug/partie-bench" growth --partie "$CARGO_TARGET_DIR/release/partie" {{ARGS}}

# Every command on mutated files: none may panic or hang. ARGS: `--files 10000 --seed 2`.
mutated *ARGS:
    cargo build --quiet --release --bin partie
    cargo build --quiet --locked --manifest-path bench/Cargo.toml
    "$CARGO_TARGET_DIR/debug/partie-bench" mutated --partie "$CARGO_TARGET_DIR/release/partie" {{ARGS}}

# Answers of the explorer beside a count of the same games by shakmaty. ARGS: PGN files of standard
# chess, `--positions 1000 --seed 2`.
explorer *ARGS:
    cargo build --quiet --release --bin partie
    cargo build --quiet --release --locked --manifest-path bench/Cargo.toml
    "$CARGO_TARGET_DIR/release/partie-bench" explorer --partie "$CARGO_TARGET_DIR/release/partie" {{ARGS}}

# Lookups in a library of many games. ARGS: files of games, --games N (default 200000).
bench-library *ARGS:
    cargo bench --quiet -p partie-db --bench library -- {{ARGS}}

# The parts by themselves: moves, positions, stages of PGN. ARGS: names of benches.
bench *ARGS:
    cargo bench --quiet -p partie-core -p partie-records --bench '*' -- {{ARGS}}

# Style 12: lines read, written and joined to games, beside a plain split and parse.
bench-style12 *ARGS:
    cargo bench --quiet -p partie-records --bench style12 -- {{ARGS}}

# The table of openings, of the five files a.tsv to e.tsv of lichess-org/chess-openings in FOLDER.
openings FOLDER:
    #!/usr/bin/env bash
    set -euo pipefail
    table=crates/partie-core/src/openings/openings.txt
    new=$(mktemp)
    grep '^#' "$table" >"$new"
    awk -F'\t' 'FNR > 1 { gsub(/[0-9]+\. /, "", $3); print $1 " " $2 "\t" $3 }' {{FOLDER}}/[a-e].tsv >>"$new"
    mv "$new" "$table"

# The README's picture: a terminal session, drawn as SVG.
picture:
    #!/usr/bin/env bash
    set -euo pipefail
    cargo build --quiet --bin partie
    folder=$(mktemp -d)
    trap 'rm -rf "$folder"' EXIT
    cp docs/evergreen.pgn "$folder"
    picture="$PWD/tools/terminal-svg"
    output="$PWD/docs/partie.svg"
    cd "$folder"
    PATH="$CARGO_TARGET_DIR/debug:$PATH" "$picture" 90 \
        'partie check evergreen.pgn' \
        'partie fix evergreen.pgn --level guess -o fixed.pgn' \
        'partie show fixed.pgn' >"$output"

# A Spark master with two workers, and a Dask scheduler with two, on this machine: games of FILE are read,
# asked about and imported, and a worker is killed. Needs Java, and `pip install 'partie[spark,dask,sql]' psutil`.
cluster-demo FILE="":
    #!/usr/bin/env bash
    set -euo pipefail
    file="{{FILE}}"
    if [ -z "$file" ]; then
        folder=$(mktemp -d)
        trap 'rm -rf "$folder"' EXIT
        file="$folder/club.pgn"
        python3 python/tests/club.py "$file"
    fi
    python3 python/tests/cluster.py "$file"
