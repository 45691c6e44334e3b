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
