//! The board games of `examples/boards` with the whole command line:
//!
//! ```sh
//! cargo run --release -p shomei-cli --example boards -- solve hex start --rules 4x4 --proof hex.proof --check
//! ```

fn main() -> std::process::ExitCode {
    shomei_cli::run(shomei_boards::kinds())
}
