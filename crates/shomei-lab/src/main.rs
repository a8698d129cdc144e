//! The program `shomei-lab`.

#![forbid(unsafe_code)]

use std::process::ExitCode;

fn main() -> ExitCode {
    shomei_lab::run(shomei_lab::builtin())
}
