//! Files with numbers of move paths.
//!
//! ```text
//! source the source of all numbers below
//! rules olympiad          # omitted: the default rules
//! position start
//! 1 36
//! 2 1244
//! ```
//!
//! `rules` is valid until the next `rules`; each `position` needs at least one line with depth and
//! number.

use shomei_game::corpus::{At, LineFault, lines};
use shomei_game::{Goal, Kind, Side, perft};

use crate::fault::{FileFault, read};

/// The numbers of one position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Case {
    at: At,
    /// The source of the numbers.
    pub source: String,
    /// The rules; empty for the default rules.
    pub rules: String,
    /// The position in a notation of its game.
    pub position: String,
    /// Depths, each with the number of paths of that length.
    pub paths: Vec<(u32, u64)>,
}

/// Why a case fails.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PerftError {
    /// The game does not accept the rules or the position.
    #[error(transparent)]
    Line(#[from] LineFault),
    /// The game has a different number of paths than the file.
    #[error("{place}: {counted} paths of {depth} plies, expected {expected}")]
    Difference {
        /// File and line of the position.
        place: String,
        /// The length of the paths.
        depth: u32,
        /// The number in the file.
        expected: u64,
        /// The number counted by the game.
        counted: u64,
    },
}

impl Case {
    /// Counts the paths for the depths whose number is at most `most`.
    ///
    /// Returns the number of depths that were counted.
    ///
    /// # Errors
    ///
    /// If the game does not accept the texts, or at the first difference.
    pub fn run<G: Kind>(&self, most: u64) -> Result<usize, PerftError> {
        let game = G::open(&self.rules, Goal::win(Side::First))
            .map_err(|error| self.at.notation("rules", &error))?;
        let position = game
            .parse_position(&self.position)
            .map_err(|error| self.at.notation("position", &error))?;
        let mut done = 0;
        for &(depth, expected) in self.paths.iter().filter(|&&(_, paths)| paths <= most) {
            let counted = perft(&game, &position, depth);
            if counted != expected {
                return Err(PerftError::Difference {
                    place: self.at.to_string(),
                    depth,
                    expected,
                    counted,
                });
            }
            done += 1;
        }
        Ok(done)
    }
}

/// The cases of a file in the folder `corpus` of the repository.
///
/// # Errors
///
/// If the file cannot be read, or the first invalid line.
pub fn load(name: &str) -> Result<Vec<Case>, FileFault> {
    Ok(parse(name, &read(name)?)?)
}

/// The cases of a text; `file` is its name in messages.
///
/// # Errors
///
/// The first invalid line.
pub fn parse(file: &str, text: &str) -> Result<Vec<Case>, LineFault> {
    let mut cases: Vec<Case> = Vec::new();
    let (mut source, mut rules) = (None, String::new());
    for (at, line) in lines(file, text) {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim().to_string();
        match word {
            "source" => source = Some(rest),
            "rules" => rules = rest,
            "position" => {
                with_numbers(cases.last())?;
                let Some(source) = source.clone() else {
                    return Err(at.fault("say where the numbers are from first: source TEXT"));
                };
                cases.push(Case {
                    at,
                    source,
                    rules: rules.clone(),
                    position: rest,
                    paths: Vec::new(),
                });
            }
            _ => {
                let (Ok(depth), Ok(paths)) = (word.parse(), rest.parse()) else {
                    let expected = "expected source, rules, position, or a depth and a number";
                    return Err(at.fault(format!("{expected}, found \"{line}\"")));
                };
                let Some(case) = cases.last_mut() else {
                    return Err(at.fault("a number needs a position above it"));
                };
                case.paths.push((depth, paths));
            }
        }
    }
    with_numbers(cases.last())?;
    Ok(cases)
}

fn with_numbers(case: Option<&Case>) -> Result<(), LineFault> {
    match case {
        Some(case) if case.paths.is_empty() => {
            Err(case.at.fault("the position has no numbers below it"))
        }
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use shomei_game::TreeGame;

    const TREE: &str = "source counted by hand\nrules r = OR { a, Won }  a = AND { r, Won, Failed }\n\
                        position r\n1 2\n2 3\n3 2\nposition a\n1 3\n";

    #[test]
    fn numbers_are_counted() {
        let cases = parse("f", TREE).unwrap();
        let [r, a] = &cases[..] else {
            panic!("two positions")
        };
        assert_eq!(r.run::<TreeGame>(u64::MAX).unwrap(), 3);
        assert_eq!(r.run::<TreeGame>(2).unwrap(), 2);
        assert_eq!(a.run::<TreeGame>(u64::MAX).unwrap(), 1);
        assert_eq!(a.source, "counted by hand");
    }

    #[test]
    fn a_difference_is_named() {
        let cases = parse("f", &TREE.replace("2 3\n", "2 4\n")).unwrap();
        let difference = cases[0].run::<TreeGame>(u64::MAX).unwrap_err();
        assert_eq!(
            difference.to_string(),
            "f:3: 3 paths of 2 plies, expected 4"
        );
    }

    #[test]
    fn errors_name_file_and_line() {
        let error = |text: &str| parse("f", text).unwrap_err().to_string();
        assert_eq!(
            error("position r\n1 2"),
            "f:1: say where the numbers are from first: source TEXT"
        );
        assert_eq!(
            error("source s\n1 2"),
            "f:2: a number needs a position above it"
        );
        assert_eq!(
            error("source s\nposition r\nposition a\n1 3"),
            "f:2: the position has no numbers below it"
        );
        assert_eq!(
            error("source s\nposition r\n1 two"),
            "f:3: expected source, rules, position, or a depth and a number, found \"1 two\""
        );
    }
}
