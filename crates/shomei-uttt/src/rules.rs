//! The two options.

use std::fmt;

use shomei_game::{NotationError, Place};

/// What becomes of a local board that is won.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum WonBoards {
    /// It is closed: no more moves are played in it, and a side that is sent to it chooses.
    #[default]
    Closed,
    /// It stays open: a side that is sent to it must play in it as long as it has an empty cell.
    /// It belongs to the side that made the first line in it.
    Open,
}

/// What a search is told about positions that the attacker cannot win any more. It changes no
/// rule of play.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Hopeless {
    /// A position is failed for the attacker as soon as it can make no line of
    /// boards any more.
    #[default]
    Failed,
    /// A position is failed only when the game is over. This is for experiments: the answers
    /// are the same, and searches take longer.
    PlayedOut,
}

/// The rules of play, and what a search is told.
///
/// ```
/// use shomei_uttt::{Rules, WonBoards};
///
/// assert_eq!(Rules::parse(""), Ok(Rules::default()));
/// let rules = Rules::parse("open,play-out").unwrap();
/// assert_eq!(rules.won_boards, WonBoards::Open);
/// assert_eq!(rules.to_string(), "open,play-out");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Rules {
    /// `standard` or `open`.
    pub won_boards: WonBoards,
    /// `play-out`, or nothing.
    pub hopeless: Hopeless,
}

impl Rules {
    /// The forms that [`Rules::parse`] reads.
    pub(crate) const HELP: &'static str = "standard, or open: boards that are won stay open and must be played in as \
        long as they have an empty cell, their first line decides who owns them; with play-out behind a comma \
        positions in which the attacker can make no line any more are searched to the end of the game, for experiments";

    /// Every rule set as a text.
    pub(crate) const SETS: &'static [&'static str] =
        &["standard", "open", "standard,play-out", "open,play-out"];

    /// Every rule set.
    #[cfg(test)]
    const ALL: [Rules; 4] = [
        Rules::of(WonBoards::Closed, Hopeless::Failed),
        Rules::of(WonBoards::Closed, Hopeless::PlayedOut),
        Rules::of(WonBoards::Open, Hopeless::Failed),
        Rules::of(WonBoards::Open, Hopeless::PlayedOut),
    ];

    /// The rules with these options.
    #[must_use]
    pub const fn of(won_boards: WonBoards, hopeless: Hopeless) -> Rules {
        Rules {
            won_boards,
            hopeless,
        }
    }

    /// Reads a rule set, in either case. An empty text means `standard`.
    ///
    /// # Errors
    ///
    /// When the text is none of the four.
    pub fn parse(text: &str) -> Result<Rules, NotationError> {
        let words: Vec<String> = text.split(',').map(|w| w.trim().to_lowercase()).collect();
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let unknown = || {
            let text = text.trim();
            let message = format!(
                "unknown rules \"{text}\"; expected standard or open, or one of them with ,play-out"
            );
            NotationError::new(Place::Column(1), message)
        };
        let hopeless = match words[1..] {
            [] => Hopeless::Failed,
            ["play-out"] => Hopeless::PlayedOut,
            _ => return Err(unknown()),
        };
        match words[0] {
            "" if words.len() == 1 => Ok(Rules::default()),
            "standard" => Ok(Rules::of(WonBoards::Closed, hopeless)),
            "open" => Ok(Rules::of(WonBoards::Open, hopeless)),
            _ => Err(unknown()),
        }
    }
}

impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.won_boards {
            WonBoards::Closed => "standard",
            WonBoards::Open => "open",
        })?;
        f.write_str(match self.hopeless {
            Hopeless::Failed => "",
            Hopeless::PlayedOut => ",play-out",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_round_trip() {
        for rules in Rules::ALL {
            assert_eq!(Rules::parse(&rules.to_string()), Ok(rules));
        }
        assert_eq!(Rules::parse(" Standard , Play-Out "), Ok(Rules::ALL[1]));
        assert_eq!(Rules::parse("OPEN"), Ok(Rules::ALL[2]));
    }

    #[test]
    fn unknown_rules_are_refused() {
        for text in [
            "play-out",
            "standard,open",
            "open,",
            ",play-out",
            "wild",
            "open,play-out,open",
        ] {
            let message = format!(
                "column 1: unknown rules \"{text}\"; expected standard or open, or one of them with ,play-out"
            );
            assert_eq!(Rules::parse(text).unwrap_err().to_string(), message);
        }
    }
}
