//! Board games outside the program, with the whole command line:
//!
//! ```sh
//! cargo run --release -p shomei-cli --example boards -- solve hex start --rules 4x4 --proof hex.proof --check
//! ```
//!
//! The rules and texts of each game are written as docs/guides/adding-a-game.md describes it.
//! docs/results/solved.md contains the results of the games.

mod breakthrough;
mod connect_four;
mod five_in_a_row;
mod grid;
mod hex;
mod tuned;

use tuned::Tuned;

fn main() -> std::process::ExitCode {
    shomei_cli::run(shomei_cli::kinds![
        Tuned<breakthrough::Breakthrough>,
        Tuned<connect_four::ConnectFour>,
        Tuned<five_in_a_row::FiveInARow>,
        Tuned<hex::Hex>
    ])
}
