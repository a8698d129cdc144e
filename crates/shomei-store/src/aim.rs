//! What a table of a store is about.

use std::fmt;

use shomei_game::Side;

/// What was to be reached in the positions of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Aim {
    /// The side that must reach it.
    pub attacker: Side,
    /// A score of at least so much, for the attacker; `None`: a win.
    pub least: Option<i32>,
}

const WINS: &str = "wins";
const SCORES: &str = "scores at least ";

impl Aim {
    /// A win.
    #[must_use]
    pub fn win(attacker: Side) -> Aim {
        Aim {
            attacker,
            least: None,
        }
    }

    /// A score of at least `least`.
    #[must_use]
    pub fn score(attacker: Side, least: i32) -> Aim {
        Aim {
            attacker,
            least: Some(least),
        }
    }

    /// The aim in words, with these names of the sides: "black wins", "white scores at least 3".
    #[must_use]
    pub fn text(&self, sides: [&str; 2]) -> String {
        let side = sides[self.attacker.index()];
        match self.least {
            None => format!("{side} {WINS}"),
            Some(least) => format!("{side} {SCORES}{least}"),
        }
    }

    /// Reads what [`Aim::text`] writes with these names.
    #[must_use]
    pub fn parse(text: &str, sides: [&str; 2]) -> Option<Aim> {
        let of = |attacker: Side| {
            let words = text.strip_prefix(sides[attacker.index()])?;
            let words = words.strip_prefix(' ')?;
            let aim = match words.strip_prefix(SCORES) {
                None if words == WINS => Aim::win(attacker),
                None => return None,
                Some(least) => Aim::score(attacker, least.parse().ok()?),
            };
            // One text an aim: neither "+3" nor "03".
            (aim.text(sides) == text).then_some(aim)
        };
        Side::BOTH.into_iter().find_map(of)
    }
}

/// The names of the sides in names of tables.
const SIDES: [&str; 2] = ["first", "second"];

/// The name of the table.
impl fmt::Display for Aim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text(SIDES))
    }
}

impl Aim {
    /// The aim whose table has this name.
    pub(crate) fn of_table(name: &str) -> Option<Aim> {
        Aim::parse(name, SIDES)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_aim_has_one_text() {
        for side in Side::BOTH {
            for least in [None, Some(0), Some(12), Some(-64), Some(i32::MIN)] {
                let aim = Aim {
                    attacker: side,
                    least,
                };
                assert_eq!(Aim::of_table(&aim.to_string()), Some(aim));
                let sides = ["x", "x o"];
                assert_eq!(Aim::parse(&aim.text(sides), sides), Some(aim), "{aim}");
            }
        }
        let others = [
            "",
            "first",
            "first wins ",
            "third wins",
            "firstwins",
            "first scores at least ",
            "first scores at least +3",
            "first scores at least 03",
            "first scores at least 3000000000",
        ];
        for text in others {
            assert_eq!(Aim::of_table(text), None, "{text}");
        }
    }
}
