//! Connect Four and Hex on small boards, with the whole command line:
//!
//! ```sh
//! cargo run --release -p shomei-cli --example boards -- solve hex start --rules 4x4 --proof hex.proof --check
//! ```
//!
//! Each game is one file with rules and texts, as docs/guides/adding-a-game.md describes it.
//! docs/results/solved.md contains the results of both games.

mod connect_four;
mod hex;

use shomei_game::Simple;

fn main() -> std::process::ExitCode {
    shomei_cli::run(shomei_cli::kinds![
        Simple<connect_four::ConnectFour>,
        Simple<hex::Hex>
    ])
}
