//! The program `shomei-usi`: the command `shomei usi` for graphical programs that start an engine
//! without arguments. It contains only the protocol and tsume-shogi.

#![forbid(unsafe_code)]

use std::io::{self, BufReader, Write};
use std::process::ExitCode;

use shomei::{Error, Kinds};
use shomei_protocols::usi;

const HELP: &str = "\
Solves tsume-shogi for a graphical program that speaks USI

Usage: shomei-usi

The program takes no arguments: all settings are options of the protocol. Messages are in Japanese if
the locale is Japanese, or if the option Language of the protocol selects it.";

fn main() -> ExitCode {
    let argument = std::env::args().nth(1);
    let (text, code) = match argument.as_deref() {
        None => match serve() {
            Ok(()) => return ExitCode::SUCCESS,
            Err(error) => (format!("error: {error}"), 1),
        },
        Some("-h" | "--help") => return print_line(HELP),
        Some("-V" | "--version") => {
            return print_line(concat!("shomei-usi ", env!("CARGO_PKG_VERSION")));
        }
        Some(other) => (
            format!("error: unexpected argument {other:?}; shomei-usi takes none"),
            2,
        ),
    };
    let _ = writeln!(io::stderr(), "{text}");
    ExitCode::from(code)
}

fn print_line(text: &str) -> ExitCode {
    match writeln!(io::stdout(), "{text}") {
        Ok(()) => ExitCode::SUCCESS,
        Err(_) => ExitCode::FAILURE,
    }
}

fn serve() -> Result<(), Error> {
    let kinds = Kinds::builtin();
    let lang = shomei_messages::from_locale(|name| std::env::var(name).ok());
    usi::run_in(
        lang,
        kinds.find("shogi")?,
        BufReader::new(io::stdin()),
        io::stdout(),
    )
}
