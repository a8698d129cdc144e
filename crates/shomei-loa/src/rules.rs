//! The points on which published rules differ.
//!
//! `olympiad`: M. Winands, J. Uiterwijk and J. van den Herik, "PDS-PN: A New Proof-Number Search
//! Algorithm. Application to Lines of Action" (Computers and Games 2002), section 2. `sackson`: M.
//! Winands and J. Uiterwijk, "PN, PN2 and PN* in Lines of Action" (2001), section 2.1, after the
//! second edition of *A Gamut of Games*. Both define a repetition as a draw, which needs no rule
//! here: endless play is not a win of the attacker.

use std::fmt;

use shomei_game::escape::excerpt;
use shomei_game::words::settings;
use shomei_game::{ErrorText, NotationError, error_text};

use crate::Size;

/// The result of a move that connects both sides at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Simultaneous {
    /// The game is a draw.
    Draw,
    /// The side that made the move wins.
    MoverWins,
}

/// The consequence for a side that cannot move any piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum NoMove {
    /// The side passes; the pass is then its only legal move.
    Pass,
    /// The side loses.
    Loss,
}

/// A rule set.
///
/// ```
/// use shomei_loa::{NoMove, Rules};
///
/// let rules = Rules::parse("sackson,no-move=pass").unwrap();
/// assert_eq!(rules.no_move, NoMove::Pass);
/// assert_eq!(rules.to_string(), "simultaneous=mover-wins,no-move=pass");
/// assert_eq!(Rules::SACKSON.to_string(), "sackson");
///
/// let small = Rules::parse("sackson,board=6").unwrap();
/// assert_eq!(small.board.edge(), 6);
/// assert_eq!(small.to_string(), "sackson,board=6");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rules {
    /// The result of a move that connects both sides at once.
    pub simultaneous: Simultaneous,
    /// The consequence for a side that cannot move any piece.
    pub no_move: NoMove,
    /// The size of the board.
    pub board: Size,
}

impl Rules {
    /// The rules of the Computer Olympiads, the usual ones: draw, pass.
    pub const OLYMPIAD: Rules = Rules {
        simultaneous: Simultaneous::Draw,
        no_move: NoMove::Pass,
        board: Size::STANDARD,
    };

    /// The rules of Sackson's second edition, completed as in the 2001 paper: the mover wins, no
    /// move loses.
    pub const SACKSON: Rules = Rules {
        simultaneous: Simultaneous::MoverWins,
        no_move: NoMove::Loss,
        board: Size::STANDARD,
    };

    /// The texts that [`Rules::parse`] reads, for a help page.
    pub(crate) const HELP: &'static str = "olympiad (the default: simultaneous=draw,no-move=pass) \
        or sackson (simultaneous=mover-wins,no-move=loss). simultaneous=draw|mover-wins is the \
        result if a move joins the pieces of both sides; no-move=pass|loss is the result for a \
        side without a legal move. Both can be given alone or after a name, separated by commas. \
        So can board=5|6|7|8, the size of the board (default 8)";

    /// The texts of all rule sets.
    pub(crate) const SETS: &'static [&'static str] = &[
        "olympiad",
        "olympiad,board=7",
        "olympiad,board=6",
        "olympiad,board=5",
        "sackson",
        "sackson,board=7",
        "sackson,board=6",
        "sackson,board=5",
        "simultaneous=draw,no-move=loss",
        "simultaneous=draw,no-move=loss,board=7",
        "simultaneous=draw,no-move=loss,board=6",
        "simultaneous=draw,no-move=loss,board=5",
        "simultaneous=mover-wins,no-move=pass",
        "simultaneous=mover-wins,no-move=pass,board=7",
        "simultaneous=mover-wins,no-move=pass,board=6",
        "simultaneous=mover-wins,no-move=pass,board=5",
    ];

    /// Reads a rule set: a name, switches, or a name followed by switches, separated by commas,
    /// ignoring case. An empty text means `olympiad`.
    ///
    /// # Errors
    ///
    /// If a word is unknown, misplaced or repeated; the error has its column.
    pub fn parse(text: &str) -> Result<Rules, NotationError> {
        let mut rules = Rules::OLYMPIAD;
        let mut seen: Vec<&str> = Vec::new();
        for setting in settings(text) {
            let word = setting.text.to_lowercase();
            let Some((group, set)) = effect(&word) else {
                return Err(setting.error(0, unknown(&word)));
            };
            if group == NAME && !seen.is_empty() {
                let message = error_text!(
                    "loa-name-first",
                    "the name \"{name}\" must be the first and the only name",
                    name = word
                );
                return Err(setting.error(0, message));
            }
            if seen.contains(&group) {
                let message = error_text!("given-twice", "{name} is given twice", name = group);
                return Err(setting.error(0, message));
            }
            seen.push(group);
            set(&mut rules);
        }
        Ok(rules)
    }
}

impl Default for Rules {
    fn default() -> Rules {
        Rules::OLYMPIAD
    }
}

impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let simultaneous = match self.simultaneous {
            Simultaneous::Draw => "draw",
            Simultaneous::MoverWins => "mover-wins",
        };
        let no_move = match self.no_move {
            NoMove::Pass => "pass",
            NoMove::Loss => "loss",
        };
        match (self.simultaneous, self.no_move) {
            (Simultaneous::Draw, NoMove::Pass) => f.write_str("olympiad")?,
            (Simultaneous::MoverWins, NoMove::Loss) => f.write_str("sackson")?,
            _ => write!(f, "simultaneous={simultaneous},no-move={no_move}")?,
        }
        // The standard board is not written, so that older texts stay valid.
        match self.board {
            Size::STANDARD => Ok(()),
            size => write!(f, ",board={}", size.edge()),
        }
    }
}

/// Every word of a rule text.
const WORDS: [&str; 10] = [
    "olympiad",
    "sackson",
    "simultaneous=draw",
    "simultaneous=mover-wins",
    "no-move=pass",
    "no-move=loss",
    "board=5",
    "board=6",
    "board=7",
    "board=8",
];

const NAME: &str = "name";

/// The setting that a word changes, and the change.
type Effect = (&'static str, fn(&mut Rules));

fn effect(word: &str) -> Option<Effect> {
    Some(match word {
        "olympiad" => (NAME, |r| *r = Rules::OLYMPIAD),
        "sackson" => (NAME, |r| *r = Rules::SACKSON),
        "simultaneous=draw" => ("simultaneous", |r| r.simultaneous = Simultaneous::Draw),
        "simultaneous=mover-wins" => ("simultaneous", |r| r.simultaneous = Simultaneous::MoverWins),
        "no-move=pass" => ("no-move", |r| r.no_move = NoMove::Pass),
        "no-move=loss" => ("no-move", |r| r.no_move = NoMove::Loss),
        "board=5" => ("board", |r| r.board = Size::ALL[0]),
        "board=6" => ("board", |r| r.board = Size::ALL[1]),
        "board=7" => ("board", |r| r.board = Size::ALL[2]),
        "board=8" => ("board", |r| r.board = Size::ALL[3]),
        _ => return None,
    })
}

/// The error for an unknown word: suggests the nearest word if one is near, otherwise lists all
/// words.
fn unknown(word: &str) -> ErrorText {
    if let Some(edge) = word.strip_prefix("board=") {
        return error_text!(
            "loa-board-size",
            "a board has 5, 6, 7 or 8 files and ranks, not \"{edge}\"",
            edge = edge
        );
    }
    let distance = |known: &&str| strsim::damerau_levenshtein(word, known);
    match WORDS.iter().copied().min_by_key(distance) {
        Some(near) if distance(&near) <= 4 => {
            error_text!(
                "unknown-rule-near",
                "unknown rule \"{word}\"; did you mean \"{near}\"?",
                word = excerpt(word),
                near = near
            )
        }
        _ => error_text!(
            "unknown-rule",
            "unknown rule \"{word}\"; known are {known}",
            word = excerpt(word),
            known = WORDS.join(", ")
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_round_trip() {
        for text in [
            "olympiad",
            "sackson",
            "simultaneous=mover-wins,no-move=pass",
            "simultaneous=draw,no-move=loss",
            "olympiad,board=5",
            "simultaneous=draw,no-move=loss,board=7",
        ] {
            assert_eq!(Rules::parse(text).unwrap().to_string(), text);
        }
        assert_eq!(Rules::parse(" "), Ok(Rules::OLYMPIAD));
        assert_eq!(
            Rules::parse("No-Move=Loss, simultaneous=mover-wins"),
            Ok(Rules::SACKSON)
        );
        assert_eq!(Rules::parse("board=8"), Ok(Rules::OLYMPIAD));
        let written = |text| Rules::parse(text).unwrap().to_string();
        assert_eq!(
            written("board=6, no-move=loss"),
            "simultaneous=draw,no-move=loss,board=6"
        );
        assert_eq!(written("Board=5"), "olympiad,board=5");
    }

    #[test]
    fn errors_name_the_column_and_the_nearest_word() {
        let error = |text| Rules::parse(text).unwrap_err().to_string();
        assert_eq!(
            error("olympic"),
            "column 1: unknown rule \"olympic\"; did you mean \"olympiad\"?"
        );
        assert_eq!(
            error("sackson, no-move=lose"),
            "column 10: unknown rule \"no-move=lose\"; did you mean \"no-move=loss\"?"
        );
        assert_eq!(
            error("chess"),
            "column 1: unknown rule \"chess\"; known are olympiad, sackson, \
             simultaneous=draw, simultaneous=mover-wins, no-move=pass, no-move=loss, board=5, \
             board=6, board=7, board=8"
        );
        assert_eq!(
            error("sackson,board=9"),
            "column 9: a board has 5, 6, 7 or 8 files and ranks, not \"9\""
        );
        assert_eq!(error("board=5,board=5"), "column 9: board is given twice");
        assert_eq!(
            error("bord=5"),
            "column 1: unknown rule \"bord=5\"; did you mean \"board=5\"?"
        );
        assert_eq!(
            error("sackson,olympiad"),
            "column 9: the name \"olympiad\" must be the first and the only name"
        );
        assert_eq!(
            error("no-move=pass,no-move=loss"),
            "column 14: no-move is given twice"
        );
    }
}
