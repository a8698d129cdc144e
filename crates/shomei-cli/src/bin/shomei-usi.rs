//! The program `shomei-usi`: `shomei usi` for programs that start an engine without
//! arguments.

#![forbid(unsafe_code)]

use std::process::ExitCode;

fn main() -> ExitCode {
    let usi = ["shomei", "usi"].map(Into::into);
    shomei_cli::run_with(
        shomei_cli::builtin(),
        usi.into_iter().chain(std::env::args_os().skip(1)),
    )
}
