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

# Formats, lints, documents.
lint:
    cargo fmt --check
    cargo clippy --workspace --all-targets -- -D warnings
    RUSTDOCFLAGS="-D warnings" cargo doc --workspace --no-deps

# The mutation loop, some seconds for each format.
fuzz SECONDS="20":
    PARTIE_FUZZ_SECONDS={{SECONDS}} cargo test --release -p partie-formats --test fuzz -- --nocapture

# The tables of docs/repair.md; needs Python and pgn-extract. CLEAN: a file of games to
# damage, instead of random ones; ALSO: options for files damaged by another hand.
repair-table CLEAN="" *ALSO="":
    #!/usr/bin/env bash
    set -euo pipefail
    folder=$(mktemp -d)
    trap 'rm -rf "$folder"' EXIT
    python3 -m venv "$folder/venv"
    "$folder/venv/bin/pip" install --quiet chess==1.11.2
    cargo build --quiet --release -p partie
    cargo run --quiet --release -p partie-formats --example damages -- "$folder/games" {{CLEAN}}
    "$folder/venv/bin/python" tools/repair-table "$folder/games" \
        --partie "$CARGO_TARGET_DIR/release/partie" --intro tools/repair-intro.md {{ALSO}} > docs/repair.md.new
    mv docs/repair.md.new docs/repair.md
