//! Connect Four and Hex on small boards, with the whole command line:
//!
//! ```sh
//! cargo run --release -p shomei-cli --example boards -- solve hex start --rules 4x4 --proof hex.proof --check
//! ```
//!
//! Each is a game of one's own as docs/adding-a-game.md describes it: rules and texts in one file.
//! docs/results/solved.md tells what was solved with them.

mod connect_four;
mod hex;

use shomei_game::Simple;

fn main() -> std::process::ExitCode {
    shomei_cli::run(shomei_cli::kinds![
        Simple<connect_four::ConnectFour>,
        Simple<hex::Hex>
    ])
}
