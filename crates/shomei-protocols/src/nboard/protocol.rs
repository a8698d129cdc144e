//! The lines that NBoard sends, and how moves and scores are written for it.

use crate::othello::PASS;

/// A line that was understood.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Command<'a> {
    /// `nboard 2`: who are you?
    Hello,
    /// `set game`: a game in GGF, whose end is the position.
    Game(&'a str),
    /// A move is played.
    Move(&'a str),
    /// The scores of so many moves are wanted.
    Hint(usize),
    /// A move is wanted.
    Go,
    /// Stop everything, then say this word back.
    Ping(&'a str),
    /// The game is over and may be learnt.
    Learn,
    /// The score of every position of the game is wanted.
    Analyze,
    /// End what is thought about: an addition to the protocol.
    Stop,
    /// End the program.
    Quit,
    /// A line with a bad word in it, and what was expected.
    Bad(&'static str),
    /// Anything else, which the protocol wants to be ignored.
    Nothing,
}

impl Command<'_> {
    /// Reads a line.
    pub(super) fn parse(line: &str) -> Command<'_> {
        let (word, rest) = cut(line.trim());
        match word {
            "nboard" => Command::Hello,
            "set" => match cut(rest) {
                ("game", game) => Command::Game(game),
                _ => Command::Nothing,
            },
            "move" => Command::Move(move_of(rest)),
            "hint" => match rest {
                "" => Command::Hint(1),
                _ => rest.parse().map_or(
                    Command::Bad("hint: expected a number of moves"),
                    Command::Hint,
                ),
            },
            "go" => Command::Go,
            "ping" => Command::Ping(rest),
            "learn" => Command::Learn,
            "analyze" => Command::Analyze,
            "stop" => Command::Stop,
            "quit" => Command::Quit,
            // The first version of the protocol sends the move alone.
            _ if is_move(word) => Command::Move(move_of(line.trim())),
            _ => Command::Nothing,
        }
    }
}

/// The move of `F5/1.00/2.5`, or of the same with blanks.
fn move_of(text: &str) -> &str {
    let end = text.find(|c: char| c == '/' || c.is_whitespace());
    &text[..end.unwrap_or(text.len())]
}

/// Whether a line begins with a move: a square or a pass, perhaps with `/` behind it.
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

/// The first word and what is behind it.
fn cut(text: &str) -> (&str, &str) {
    let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    (word, rest.trim_start())
}

/// A move as NBoard writes it.
pub(super) fn move_text(mv: &str) -> &str {
    match mv {
        PASS => "PA",
        square => square,
    }
}

/// A line of play without blanks.
pub(super) fn line_text(moves: &[String]) -> String {
    moves.iter().map(|mv| move_text(mv)).collect()
}

/// `search`: a move with its score or with how it ends, for whoever plays it.
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

/// What is proven of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Depth {
    /// Its score.
    Exact,
    /// Whether it wins, draws or loses.
    Outcome,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines() {
        for (text, command) in [
            ("nboard 2", Command::Hello),
            ("nboard 1\r\n", Command::Hello),
            ("set game (;GM[Othello];)", Command::Game("(;GM[Othello];)")),
            ("set game", Command::Game("")),
            ("set depth 6", Command::Nothing),
            ("set contempt -100", Command::Nothing),
            ("set", Command::Nothing),
            ("move F5", Command::Move("F5")),
            ("move F5/1.25/0.3", Command::Move("F5")),
            ("move F5//0.3", Command::Move("F5")),
            ("move d6 -1.00 0.0", Command::Move("d6")),
            ("move PA", Command::Move("PA")),
            ("move", Command::Move("")),
            ("F5", Command::Move("F5")),
            ("pa", Command::Move("pa")),
            ("f5/3/2", Command::Move("f5")),
            ("F9", Command::Nothing),
            ("hint 3", Command::Hint(3)),
            ("hint", Command::Hint(1)),
            ("hint -1", Command::Bad("hint: expected a number of moves")),
            ("go", Command::Go),
            ("ping 17", Command::Ping("17")),
            ("ping", Command::Ping("")),
            ("learn", Command::Learn),
            ("analyze", Command::Analyze),
            (" stop ", Command::Stop),
            ("quit", Command::Quit),
            ("", Command::Nothing),
            ("GO", Command::Nothing),
            ("go\u{0}", Command::Nothing),
            ("é5", Command::Nothing),
        ] {
            assert_eq!(Command::parse(text), command, "{text:?}");
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
