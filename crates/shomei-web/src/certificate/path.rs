//! The address of a node: the numbers of the moves from the root.

use std::fmt;
use std::str::FromStr;

use shomei::Error;
use shomei::game::error_text;

/// The numbers of the moves from the root. Each number is the index of the move among those in the
/// certificate. As text they are joined by dots; the path of the root is empty.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Path(Vec<u32>);

/// The maximum length of a path in plies. A line of a disproof can repeat without end, and a walk
/// keeps its nodes.
pub(crate) const MOST_PLIES: usize = 10_000;

impl Path {
    /// The path with these numbers.
    pub(crate) fn of(choices: Vec<u32>) -> Path {
        Path(choices)
    }

    /// The numbers.
    pub(crate) fn choices(&self) -> &[u32] {
        &self.0
    }
}

impl FromStr for Path {
    type Err = Error;

    fn from_str(text: &str) -> Result<Path, Error> {
        if text.is_empty() {
            return Ok(Path::default());
        }
        let mut choices = Vec::new();
        for (place, number) in text.split('.').enumerate() {
            if place == MOST_PLIES {
                return Err(Error::input(error_text!(
                    "path-too-long",
                    "the path has more than {most} moves",
                    most = shomei::messages::grouped(MOST_PLIES as u64)
                )));
            }
            let is_number = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
            let choice = number.parse().ok().filter(|_| is_number);
            choices.push(choice.ok_or_else(|| {
                Error::input(error_text!(
                    "path-no-number",
                    "the path: move {ply} is not a number",
                    ply = place + 1
                ))
            })?);
        }
        Ok(Path(choices))
    }
}

impl fmt::Display for Path {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, choice) in self.0.iter().enumerate() {
            let dot = if place == 0 { "" } else { "." };
            write!(f, "{dot}{choice}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_is_read_back_as_it_is_written() {
        for text in ["", "0", "0.12.3"] {
            assert_eq!(text.parse::<Path>().unwrap().to_string(), text);
        }
    }

    #[test]
    fn an_invalid_path_is_an_error_with_its_place() {
        for (text, ply) in [
            ("0..1", 2),
            (".", 1),
            ("0.1.x", 3),
            ("+1", 1),
            ("99999999999", 1),
        ] {
            let error = text.parse::<Path>().unwrap_err();
            let expected = format!("the path: move {ply} is not a number");
            assert_eq!(error.to_string(), expected, "{text}");
        }
        let long = ["0"; MOST_PLIES + 1].join(".");
        assert!(long.parse::<Path>().is_err());
        let longest = ["0"; MOST_PLIES].join(".");
        assert!(longest.parse::<Path>().is_ok());
    }
}
