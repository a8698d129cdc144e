//! The commands of NBoard, and its notation of moves and scores.

use crate::othello::PASS;

/// A parsed line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NboardCommand<'a> {
    /// `nboard 2`: asks for the name of the engine.
    Hello,
    /// `set game`: a game in GGF. Its last position becomes the current position.
    Game(&'a str),
    /// `move`: plays a move.
    Move(&'a str),
    /// `hint`: asks for the scores of N moves.
    Hint(usize),
    /// `go`: asks for a move.
    Go,
    /// `ping`: ends the search. The answer repeats this word.
    Ping(&'a str),
    /// `learn`: the game is over, and the engine can learn from it.
    Learn,
    /// `analyze`: asks for the score of every position of the game.
    Analyze,
    /// `stop`: ends the search; an addition to the protocol.
    Stop,
    /// `quit`: ends the program.
    Quit,
    /// A line with an invalid argument, and the expected one.
    Bad(&'static str),
    /// Any other line; the protocol requires that it is ignored.
    Nothing,
}

impl NboardCommand<'_> {
    /// Reads a line.
    pub(super) fn parse(line: &str) -> NboardCommand<'_> {
        let (word, rest) = cut(line.trim());
        match word {
            "nboard" => NboardCommand::Hello,
            "set" => match cut(rest) {
                ("game", game) => NboardCommand::Game(game),
                _ => NboardCommand::Nothing,
            },
            "move" => NboardCommand::Move(move_of(rest)),
            "hint" => match rest {
                "" => NboardCommand::Hint(1),
                _ => rest.parse().map_or(
                    NboardCommand::Bad("hint: expected a number of moves"),
                    NboardCommand::Hint,
                ),
            },
            "go" => NboardCommand::Go,
            "ping" => NboardCommand::Ping(rest),
            "learn" => NboardCommand::Learn,
            "analyze" => NboardCommand::Analyze,
            "stop" => NboardCommand::Stop,
            "quit" => NboardCommand::Quit,
            // Version 1 of the protocol sends a move without a command.
            _ if is_move(word) => NboardCommand::Move(move_of(line.trim())),
            _ => NboardCommand::Nothing,
        }
    }
}

/// The move in `F5/1.00/2.5`, or in the same text with blanks as separators.
fn move_of(text: &str) -> &str {
    let end = text.find(|c: char| c == '/' || c.is_whitespace());
    &text[..end.unwrap_or(text.len())]
}

/// Whether a line begins with a move: a square or a pass, with an optional `/` after it.
fn is_move(word: &str) -> bool {
    match move_of(word).as_bytes() {
        [column, row] => {
            let is_square =
                matches!(column.to_ascii_lowercase(), b'a'..=b'h') && matches!(row, b'1'..=b'8');
            is_square || word.eq_ignore_ascii_case("pa")
        }
        _ => false,
    }
}

/// The first word, and the text after it.
fn cut(text: &str) -> (&str, &str) {
    let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    (word, rest.trim_start())
}

/// A move in NBoard's notation.
pub(super) fn move_text(mv: &str) -> &str {
    match mv {
        PASS => "PA",
        square => square,
    }
}

/// A line of play in NBoard's notation, without blanks.
pub(super) fn line_text(moves: &[String]) -> String {
    moves.iter().map(|mv| move_text(mv)).collect()
}

/// `search`: a move with its score or outcome for the side that plays it.
pub(super) fn search_line(line: &[String], score: i32, depth: Depth) -> String {
    let (depth, text) = match depth {
        Depth::Exact => ("100%", "proven"),
        Depth::Outcome => (
            "100%W",
            "proven to be no less for a win, no more for a loss",
        ),
    };
    format!("search {} {score}.00 0 {depth} {text}", line_text(line))
}

/// The part of a move's value that is proven.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Depth {
    /// The score.
    Exact,
    /// The outcome: a win, a draw or a loss.
    Outcome,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines() {
        for (text, command) in [
            ("nboard 2", NboardCommand::Hello),
            ("nboard 1\r\n", NboardCommand::Hello),
            (
                "set game (;GM[Othello];)",
                NboardCommand::Game("(;GM[Othello];)"),
            ),
            ("set game", NboardCommand::Game("")),
            ("set depth 6", NboardCommand::Nothing),
            ("set contempt -100", NboardCommand::Nothing),
            ("set", NboardCommand::Nothing),
            ("move F5", NboardCommand::Move("F5")),
            ("move F5/1.25/0.3", NboardCommand::Move("F5")),
            ("move F5//0.3", NboardCommand::Move("F5")),
            ("move d6 -1.00 0.0", NboardCommand::Move("d6")),
            ("move PA", NboardCommand::Move("PA")),
            ("move", NboardCommand::Move("")),
            ("F5", NboardCommand::Move("F5")),
            ("pa", NboardCommand::Move("pa")),
            ("f5/3/2", NboardCommand::Move("f5")),
            ("F9", NboardCommand::Nothing),
            ("hint 3", NboardCommand::Hint(3)),
            ("hint", NboardCommand::Hint(1)),
            (
                "hint -1",
                NboardCommand::Bad("hint: expected a number of moves"),
            ),
            ("go", NboardCommand::Go),
            ("ping 17", NboardCommand::Ping("17")),
            ("ping", NboardCommand::Ping("")),
            ("learn", NboardCommand::Learn),
            ("analyze", NboardCommand::Analyze),
            (" stop ", NboardCommand::Stop),
            ("quit", NboardCommand::Quit),
            ("", NboardCommand::Nothing),
            ("GO", NboardCommand::Nothing),
            ("go\u{0}", NboardCommand::Nothing),
            ("é5", NboardCommand::Nothing),
        ] {
            assert_eq!(NboardCommand::parse(text), command, "{text:?}");
        }
    }

    #[test]
    fn a_line_of_play_has_no_blanks() {
        let line = ["F5", "--", "D6"].map(String::from);
        let exact = search_line(&line, -4, Depth::Exact);
        assert_eq!(exact, "search F5PAD6 -4.00 0 100% proven");
        let outcome = search_line(&line[..1], 2, Depth::Outcome);
        assert!(outcome.starts_with("search F5 2.00 0 100%W "), "{outcome}");
    }
}
