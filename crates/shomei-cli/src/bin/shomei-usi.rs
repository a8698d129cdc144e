//! The program `shomei-usi`: what `shomei usi` does, for graphical programs that start an engine
//! without arguments. It holds the protocol and tsume-shogi alone.

#![forbid(unsafe_code)]

use std::io::{self, BufReader, Write};
use std::process::ExitCode;

use shomei::game::Lang;
use shomei::{Error, Kinds};
use shomei_protocols::usi;

const HELP: &str = "\
Solves tsume-shogi for a graphical program that speaks USI

Usage: shomei-usi

It takes no arguments: a graphical program says everything by the protocol. Remarks are in Japanese where the
locale is, or where the option Language says so.";

fn main() -> ExitCode {
    let argument = std::env::args().nth(1);
    let (text, code) = match argument.as_deref() {
        None => match serve() {
            Ok(()) => return ExitCode::SUCCESS,
            Err(error) => (format!("error: {error}"), 1),
        },
        Some("-h" | "--help") => return say(HELP),
        Some("-V" | "--version") => return say(concat!("shomei-usi ", env!("CARGO_PKG_VERSION"))),
        Some(other) => (
            format!("error: unexpected argument {other:?}; shomei-usi takes none"),
            2,
        ),
    };
    let _ = writeln!(io::stderr(), "{text}");
    ExitCode::from(code)
}

fn say(text: &str) -> ExitCode {
    match writeln!(io::stdout(), "{text}") {
        Ok(()) => ExitCode::SUCCESS,
        Err(_) => ExitCode::FAILURE,
    }
}

fn serve() -> Result<(), Error> {
    let kinds = Kinds::builtin();
    let lang = Lang::of_locale(|name| std::env::var(name).ok());
    usi::run_in(
        lang,
        kinds.find("shogi")?,
        BufReader::new(io::stdin()),
        io::stdout(),
    )
}
