//! The definition of a win.

use std::fmt;

use shomei_game::escape::excerpt;
use shomei_game::{NotationError, Outcome, Place, Side, error_text};

use crate::Size;

/// The greatest score: all discs.
pub(crate) const GREATEST: i32 = 64;

/// The rules of play are always the same; the option is the definition of a win.
///
/// ```
/// use shomei_game::Side;
/// use shomei_othello::Rules;
///
/// let rules = Rules::parse("black>=4").unwrap();
/// assert_eq!(rules, Rules::AtLeast(Side::First, 4));
/// assert_eq!(rules.to_string(), "black>=4");
/// assert_eq!(Rules::parse(""), Ok(Rules::Standard));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Rules {
    /// The side with more discs wins, and equal numbers are a draw.
    #[default]
    Standard,
    /// The side wins if it is ahead by at least this number of discs, from -64 to 64, and loses
    /// otherwise. A lead of at least 0 means not to lose. Empty squares count for the side with
    /// more discs.
    AtLeast(Side, i32),
}

impl Rules {
    /// The texts that [`Rules::parse`] reads, for a help page.
    pub(crate) const HELP: &'static str = "standard: the side with more discs wins, and equal \
        numbers are a draw. black>=N or white>=N: this side wins if it is at least N discs ahead \
        at the end (N from -64 to 64), else its opponent wins; with N = 0 the side has to avoid a \
        loss. Empty squares at the end count for the winner. After a comma, board=6 selects the \
        board of 6x6 squares (default 8x8), where N is from -36 to 36";

    /// The texts of rule sets: every form on every board.
    pub(crate) const SETS: &'static [&'static str] = &[
        "standard",
        "black>=0",
        "black>=4",
        "white>=0",
        "white>=-6",
        "standard,board=6",
        "black>=0,board=6",
        "black>=4,board=6",
        "white>=0,board=6",
        "white>=-6,board=6",
    ];

    /// Reads a rule set, ignoring case. An empty text means `standard`.
    ///
    /// # Errors
    ///
    /// If the text has none of the forms.
    pub fn parse(text: &str) -> Result<Rules, NotationError> {
        let words = text.to_lowercase().replace(' ', "");
        if words.is_empty() || words == "standard" {
            return Ok(Rules::Standard);
        }
        let unknown = || {
            let message = error_text!(
                "othello-unknown-rules",
                "unknown rules \"{name}\"; expected standard, black>=N or white>=N, or one of \
                 them with ,board=6",
                name = excerpt(text.trim())
            );
            NotationError::new(Place::Column(1), message)
        };
        let (side, least) = words.split_once(">=").ok_or_else(unknown)?;
        let side = Side::called(side, ["black", "white"]).ok_or_else(unknown)?;
        let least: i32 = least.parse().map_err(|_| unknown())?;
        let rules = Rules::AtLeast(side, least);
        rules.fit(Size::Eight).map(|()| rules)
    }

    /// Reads a rule set and the board after it.
    ///
    /// # Errors
    ///
    /// If a part has none of the forms; the error has its column.
    pub(crate) fn parse_with_board(text: &str) -> Result<(Rules, Size), NotationError> {
        let board_of = |word: &str| {
            let word = word.to_lowercase().replace(char::is_whitespace, "");
            word.strip_prefix("board=").map(str::to_string)
        };
        let (win, board) = match text.rsplit_once(',') {
            Some((win, last)) if board_of(last).is_some() => (win, Some(last)),
            None if board_of(text).is_some() => ("", Some(text)),
            _ => (text, None),
        };
        if let Some(at) = win.find(',').filter(|_| board.is_some()) {
            let message = error_text!(
                "othello-rules-after-win",
                "expected only the board after what counts as a win"
            );
            let column = 2 + win[..at].chars().count();
            return Err(NotationError::new(Place::Column(column), message));
        }
        let size = match board.map(|word| (word, board_of(word).unwrap_or_default())) {
            None => Size::Eight,
            Some((word, edge)) => {
                let size = Size::ALL
                    .into_iter()
                    .find(|size| size.edge().to_string() == edge);
                size.ok_or_else(|| {
                    let blanks = word.chars().take_while(|c| c.is_whitespace()).count();
                    let column = text.chars().count() - word.chars().count() + blanks + 1;
                    let message = error_text!(
                        "othello-board-size",
                        "a board has 6 or 8 files and rows, not \"{edge}\"",
                        edge = edge
                    );
                    NotationError::new(Place::Column(column), message)
                })?
            }
        };
        let rules = Rules::parse(win)?;
        rules.fit(size).map(|()| (rules, size))
    }

    /// Checks that the lead is possible on a board.
    fn fit(self, size: Size) -> Result<(), NotationError> {
        let area = size.area();
        match self {
            Rules::AtLeast(_, least) if least.unsigned_abs() > area => {
                Err(NotationError::whole(error_text!(
                    "othello-lead-range",
                    "the lead is {lead} discs, expected a number from -{area} to {area}",
                    lead = least,
                    area = area
                )))
            }
            _ => Ok(()),
        }
    }

    /// The text of the rules on a board. The standard board is not written, so that older texts
    /// stay valid.
    pub(crate) fn on_board(self, size: Size) -> String {
        match size {
            Size::Eight => self.to_string(),
            Size::Six => format!("{self},board={}", size.edge()),
        }
    }

    /// The outcome of a game with this lead of Black.
    pub(crate) fn outcome(self, for_black: i32) -> Outcome {
        match self {
            Rules::Standard => match for_black {
                0 => Outcome::Draw,
                1.. => Outcome::Win(Side::First),
                _ => Outcome::Win(Side::Second),
            },
            Rules::AtLeast(side, least) => {
                let score = match side {
                    Side::First => for_black,
                    Side::Second => -for_black,
                };
                Outcome::Win(if score >= least {
                    side
                } else {
                    side.opponent()
                })
            }
        }
    }

    /// The least score with which `side` wins. Scores are even.
    pub(crate) fn target(self, side: Side) -> i32 {
        let even = |score: i32| score + score.rem_euclid(2);
        match self {
            Rules::Standard => 2,
            Rules::AtLeast(who, least) if who == side => even(least),
            // More than the deficit that the opponent may have.
            Rules::AtLeast(_, least) => 2 - even(least),
        }
    }
}

impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Rules::Standard => f.write_str("standard"),
            Rules::AtLeast(Side::First, least) => write!(f, "black>={least}"),
            Rules::AtLeast(Side::Second, least) => write!(f, "white>={least}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_round_trip() {
        let sides = Side::BOTH.map(|side| Rules::AtLeast(side, -6));
        for rules in [Rules::Standard].into_iter().chain(sides) {
            assert_eq!(Rules::parse(&rules.to_string()), Ok(rules));
        }
        assert_eq!(
            Rules::parse(" White >= 0"),
            Ok(Rules::AtLeast(Side::Second, 0))
        );
        assert_eq!(Rules::parse("先手>=2"), Ok(Rules::AtLeast(Side::First, 2)));
        assert_eq!(Rules::parse("gote>=2"), Ok(Rules::AtLeast(Side::Second, 2)));
    }

    #[test]
    fn unknown_rules_are_refused() {
        for text in ["black", "black>4", "red>=2", "black>=x", "standard,"] {
            let message = format!(
                "column 1: unknown rules \"{text}\"; expected standard, black>=N or white>=N, or one of \
                 them with ,board=6"
            );
            assert_eq!(Rules::parse(text).unwrap_err().to_string(), message);
        }
        let far = Rules::parse("black>=66").unwrap_err().to_string();
        assert_eq!(
            far,
            "the lead is 66 discs, expected a number from -64 to 64"
        );
        assert!(Rules::parse("black>=-2147483648").is_err());
    }

    #[test]
    fn boards_are_read_after_the_rules() {
        for (text, canonical) in [
            ("board=6", "standard,board=6"),
            ("standard,board=8", "standard"),
            ("White >= -4 , Board = 6", "white>=-4,board=6"),
            ("black>=36,board=6", "black>=36,board=6"),
            ("", "standard"),
        ] {
            let (rules, size) = Rules::parse_with_board(text).unwrap();
            assert_eq!(rules.on_board(size), canonical);
            assert_eq!(Rules::parse_with_board(canonical), Ok((rules, size)));
        }
        for (text, message) in [
            (
                "standard, board=5",
                "column 11: a board has 6 or 8 files and rows, not \"5\"",
            ),
            (
                "board=",
                "column 1: a board has 6 or 8 files and rows, not \"\"",
            ),
            (
                "black>=37,board=6",
                "the lead is 37 discs, expected a number from -36 to 36",
            ),
            (
                "standard,black>=4,board=6",
                "column 10: expected only the board after what counts as a win",
            ),
            (
                "board=6,board=6",
                "column 1: unknown rules \"board=6\"; expected standard, black>=N or white>=N, or one of \
                 them with ,board=6",
            ),
            (
                "board=6,standard",
                "column 1: unknown rules \"board=6,standard\"; expected standard, black>=N or white>=N, or one of \
                 them with ,board=6",
            ),
        ] {
            let error = Rules::parse_with_board(text).unwrap_err().to_string();
            assert_eq!(error, message, "{text}");
        }
    }

    /// Exactly one side reaches its target, except for draws.
    #[test]
    fn targets_leave_no_score_between() {
        for least in -64..=64 {
            let rules = Rules::AtLeast(Side::Second, least);
            let (white, black) = (rules.target(Side::Second), rules.target(Side::First));
            for score in (-64..=64).step_by(2) {
                assert_eq!(score >= least, score >= white);
                assert_eq!(score >= white, -score < black);
            }
        }
    }
}
