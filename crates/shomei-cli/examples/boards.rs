//! The board games of `examples/boards` with the whole command line:
//!
//! ```sh
//! cargo run --release -p shomei-cli --example boards -- solve hex start --rules 4x4 --proof hex.proof --check
//! ```

fn main() -> std::process::ExitCode {
    let kinds = shomei_boards::kinds().into_iter();
    shomei_cli::run(kinds.map(shomei_cli::Entry::with_kind).collect())
}
