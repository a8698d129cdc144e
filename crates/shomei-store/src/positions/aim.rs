//! Aims as text and as names of tables.

use shomei::Aim;
use shomei_game::Side;

const WINS: &str = "wins";
const SCORES: &str = "scores at least ";

/// The names of the sides in names of tables.
const SIDES: [&str; 2] = ["first", "second"];

/// The text of an aim with these names of the sides: "black wins", "white scores at least 3".
#[must_use]
pub fn aim_text(aim: Aim, sides: [&str; 2]) -> String {
    let side = sides[aim.attacker.index()];
    match aim.least {
        None => format!("{side} {WINS}"),
        Some(least) => format!("{side} {SCORES}{least}"),
    }
}

/// Parses the text that [`aim_text`] writes with these names.
pub(crate) fn parse(text: &str, sides: [&str; 2]) -> Option<Aim> {
    let of = |attacker: Side| {
        let words = text.strip_prefix(sides[attacker.index()])?;
        let words = words.strip_prefix(' ')?;
        let aim = match words.strip_prefix(SCORES) {
            None if words == WINS => Aim::win(attacker),
            None => return None,
            Some(least) => Aim::score(attacker, least.parse().ok()?),
        };
        // Each aim has one text: neither "+3" nor "03".
        (aim_text(aim, sides) == text).then_some(aim)
    };
    Side::BOTH.into_iter().find_map(of)
}

/// The name of the table of an aim.
pub(crate) fn table_name(aim: Aim) -> String {
    aim_text(aim, SIDES)
}

/// The aim of the table with this name.
pub(crate) fn aim_of_table(name: &str) -> Option<Aim> {
    parse(name, SIDES)
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
                assert_eq!(aim_of_table(&table_name(aim)), Some(aim));
                let sides = ["x", "x o"];
                assert_eq!(parse(&aim_text(aim, sides), sides), Some(aim));
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
            assert_eq!(aim_of_table(text), None, "{text}");
        }
    }
}
