# The developer's commands; `just` alone lists them.

_list:
    @just --list --unsorted

# Everything that must hold before a change goes in
ci *ARGS:
    cargo xtask ci {{ARGS}}

# Unit, integration and doc tests
test *ARGS:
    cargo test --workspace {{ARGS}}

# Benchmarks
bench *ARGS:
    cargo bench --workspace {{ARGS}}

# Format all code
fmt:
    cargo fmt --all

# Clippy, warnings denied
lint:
    cargo clippy --workspace --all-targets --features shomei-cli/full,shomei-wasm/page -- -D warnings

# Dependency rules, sizes, packages, references, words, prose, links, licences
tidy:
    cargo xtask tidy

# The documentation, warnings denied
doc:
    RUSTDOCFLAGS="-D warnings" cargo doc --no-deps --workspace --features shomei-cli/full,shomei-wasm/page

# The book: write its generated parts and build it
book:
    cargo xtask book

# Pack every crate that is published, and build each from its package alone
package:
    cargo xtask package

# The Python package for developers: in `.venv`, editable, with what tests it
python EXTRAS="test":
    test -d .venv || python3 -m venv .venv
    .venv/bin/python -m pip install --editable "crates/shomei-python[{{EXTRAS}}]"

# The tests of the Python package in `.venv`; after a change of Rust code `just python` first
python-test *ARGS:
    cd crates/shomei-python && ../../.venv/bin/python -m pytest {{ARGS}}

# The page: check, test and build the client, and drive it in Chromium
web:
    cargo xtask web

# Write the page that needs no server into a folder.
static FOLDER:
    cargo xtask static {{ FOLDER }}

# Run one fuzz target, for example: just fuzz loa_notation 60
fuzz NAME SECONDS="60":
    cargo xtask fuzz --seconds {{SECONDS}} {{NAME}}
