//! The program `shomei-usi`: the command `shomei usi` for graphical programs that start an engine
//! without arguments. It contains only the protocol and tsume-shogi.

#![forbid(unsafe_code)]

use std::io::{self, BufReader, Write};
use std::process::ExitCode;

use shomei::{Error, Kinds};
use shomei_game::Lang;
use shomei_messages::{self as msg, Message};
use shomei_protocols::usi;

fn main() -> ExitCode {
    let argument = std::env::args().nth(1);
    let lang = shomei_messages::from_locale(|name| std::env::var(name).ok());
    let (text, code) = match argument.as_deref() {
        None => match serve(lang) {
            Ok(()) => return ExitCode::SUCCESS,
            Err(error) => (format!("error: {error}"), 1),
        },
        Some("-h" | "--help") => return print_line(&msg::UsiProgramHelp.text(lang)),
        Some("-V" | "--version") => {
            return print_line(concat!("shomei-usi ", env!("CARGO_PKG_VERSION")));
        }
        Some(argument) => {
            let argument = argument.escape_debug().to_string();
            (msg::UsiProgramArgument { argument }.text(lang), 2)
        }
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

fn serve(lang: Lang) -> Result<(), Error> {
    let kinds = Kinds::builtin();
    usi::run_in(
        lang,
        kinds.find("shogi")?,
        BufReader::new(io::stdin()),
        io::stdout(),
    )
}
