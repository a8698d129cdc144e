//! The commands of a graphical program.

use std::time::Duration;

/// A parsed line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum UsiCommand<'a> {
    /// `usi`: asks for the name and the options of the engine.
    Usi,
    /// `isready`: asks whether the engine is ready.
    IsReady,
    /// `setoption`: the name of an option, and its value if there is one.
    SetOption(&'a str, Option<&'a str>),
    /// `position`: the whole line, so that columns in error messages are those of the line.
    Position(&'a str),
    /// `go`: begins a search.
    Go(Go<'a>),
    /// `stop`: ends the search.
    Stop,
    /// `quit`: ends the program.
    Quit,
    /// `ponderhit`: the opponent has played the expected move.
    PonderHit,
    /// A line without effect: an empty line, `usinewgame`, `gameover`.
    Nothing,
    /// An unknown command: its first word.
    Unknown(&'a str),
}

/// The purpose of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Go<'a> {
    /// A mate, with an optional time limit.
    Mate(Option<Duration>),
    /// A mate with an unknown argument.
    OtherMate(&'a str),
    /// A move of a game, answered immediately.
    Game,
    /// A move of a game, answered at `stop`: `go infinite` and `go ponder`.
    GameLater,
}

impl UsiCommand<'_> {
    /// Reads a line.
    pub(super) fn parse(line: &str) -> UsiCommand<'_> {
        let line = line.trim();
        let (word, rest) = cut(line);
        match word {
            "usi" => UsiCommand::Usi,
            "isready" => UsiCommand::IsReady,
            "setoption" => set_option(rest),
            "position" => UsiCommand::Position(line),
            "go" => UsiCommand::Go(go(rest)),
            "stop" => UsiCommand::Stop,
            "quit" => UsiCommand::Quit,
            "ponderhit" => UsiCommand::PonderHit,
            "" | "usinewgame" | "gameover" => UsiCommand::Nothing,
            _ => UsiCommand::Unknown(word),
        }
    }
}

/// `name X value Y`; `value Y` is optional.
fn set_option(rest: &str) -> UsiCommand<'_> {
    let rest = match cut(rest) {
        ("name", rest) => rest,
        _ => rest,
    };
    let (name, rest) = cut(rest);
    match cut(rest) {
        ("value", value) => UsiCommand::SetOption(name, Some(value)),
        _ => UsiCommand::SetOption(name, None),
    }
}

fn go(rest: &str) -> Go<'_> {
    let ("mate", rest) = cut(rest) else {
        let waits = |word| ["infinite", "ponder"].contains(&word);
        return match rest.split_whitespace().any(waits) {
            true => Go::GameLater,
            false => Go::Game,
        };
    };
    let (limit, more) = cut(rest);
    match limit.parse() {
        _ if !more.is_empty() => Go::OtherMate(cut(more).0),
        Ok(milliseconds) => Go::Mate(Some(Duration::from_millis(milliseconds))),
        Err(_) if ["", "infinite"].contains(&limit) => Go::Mate(None),
        Err(_) => Go::OtherMate(limit),
    }
}

/// The first word, and the text after it.
fn cut(text: &str) -> (&str, &str) {
    let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    (word, rest.trim_start())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines() {
        let line = "position sfen 4k4/9/9/9/9/9/9/9/9 b G 1";
        for (text, command) in [
            ("usi\r\n", UsiCommand::Usi),
            (" isready ", UsiCommand::IsReady),
            (
                "setoption name USI_Hash value 64",
                UsiCommand::SetOption("USI_Hash", Some("64")),
            ),
            ("setoption name Reset", UsiCommand::SetOption("Reset", None)),
            ("setoption", UsiCommand::SetOption("", None)),
            (line, UsiCommand::Position(line)),
            ("gameover win", UsiCommand::Nothing),
            ("\n", UsiCommand::Nothing),
            ("stop", UsiCommand::Stop),
            ("ponderhit", UsiCommand::PonderHit),
            ("quit", UsiCommand::Quit),
            ("USI", UsiCommand::Unknown("USI")),
        ] {
            assert_eq!(UsiCommand::parse(text), command, "{text}");
        }
    }

    #[test]
    fn searches() {
        let mate = |milliseconds| Go::Mate(Some(Duration::from_millis(milliseconds)));
        for (text, expected) in [
            ("go mate", Go::Mate(None)),
            ("go  mate  infinite", Go::Mate(None)),
            ("go mate 0", mate(0)),
            ("go mate 5000", mate(5000)),
            ("go mate -5", Go::OtherMate("-5")),
            ("go mate 5000 nodes 3", Go::OtherMate("nodes")),
            (
                "go mate 99999999999999999999",
                Go::OtherMate("99999999999999999999"),
            ),
            ("go", Go::Game),
            ("go infinite", Go::GameLater),
            ("go ponder btime 0 wtime 0", Go::GameLater),
            ("go btime 0 wtime 0 byoyomi 1000", Go::Game),
        ] {
            assert_eq!(UsiCommand::parse(text), UsiCommand::Go(expected), "{text}");
        }
    }
}
