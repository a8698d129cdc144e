//! The two options.

use std::fmt;

use shomei_game::escape::excerpt;
use shomei_game::{NotationError, Place, error_text};

/// The rule for a won local board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum WonBoards {
    /// It is closed: no more moves are played in it, and a side that is sent to it may choose.
    #[default]
    Closed,
    /// It stays open: a side that is sent to it must play in it while it has an empty cell. The
    /// side with the first line in it owns it.
    Open,
}

/// How a search treats positions that the attacker cannot win any more. This does not change the
/// rules of play.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Hopeless {
    /// A position is failed as soon as the attacker can make no line of boards any more.
    #[default]
    Failed,
    /// A position is failed only when the game is over. For experiments: the answers are the same,
    /// but searches take longer.
    PlayedOut,
}

/// The rules of play, and the treatment of hopeless positions.
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
    /// The texts that [`Rules::parse`] reads, for a help page.
    pub(crate) const HELP: &'static str = "standard; or open: a won board stays open, and has to \
        be played in while it has an empty cell; it belongs to the side with the first line. \
        After a comma, play-out also searches positions in which the attacker can no longer \
        complete a line to the end of the game, for experiments";

    /// The texts of all rule sets.
    pub(crate) const SETS: &'static [&'static str] =
        &["standard", "open", "standard,play-out", "open,play-out"];

    /// The rules with these options.
    #[must_use]
    pub const fn of(won_boards: WonBoards, hopeless: Hopeless) -> Rules {
        Rules {
            won_boards,
            hopeless,
        }
    }

    /// Reads a rule set, ignoring case. An empty text means `standard`.
    ///
    /// # Errors
    ///
    /// If the text is none of the four.
    pub fn parse(text: &str) -> Result<Rules, NotationError> {
        let words: Vec<String> = text.split(',').map(|w| w.trim().to_lowercase()).collect();
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let unknown = || {
            let message = error_text!(
                "uttt-unknown-rules",
                "unknown rules \"{name}\"; expected standard or open, or one of them with ,play-out",
                name = excerpt(text.trim())
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

    const ALL: [Rules; 4] = [
        Rules::of(WonBoards::Closed, Hopeless::Failed),
        Rules::of(WonBoards::Closed, Hopeless::PlayedOut),
        Rules::of(WonBoards::Open, Hopeless::Failed),
        Rules::of(WonBoards::Open, Hopeless::PlayedOut),
    ];

    #[test]
    fn texts_round_trip() {
        for rules in ALL {
            assert_eq!(Rules::parse(&rules.to_string()), Ok(rules));
        }
        assert_eq!(Rules::parse(" Standard , Play-Out "), Ok(ALL[1]));
        assert_eq!(Rules::parse("OPEN"), Ok(ALL[2]));
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
