//! The program `shomei`.

#![forbid(unsafe_code)]

use std::process::ExitCode;

fn main() -> ExitCode {
    shomei_cli::run(shomei_cli::builtin())
}
