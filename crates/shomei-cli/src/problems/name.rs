//! The name of a problem: its place in the input, and the names of its output files.

use std::fmt;
use std::path::PathBuf;

use shomei_game::escape::one_line;
use shomei_game::{ErrorText, error_text};

/// The name of a problem.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Name {
    /// The position of the command line.
    Argument,
    /// A line of the list, by its number from 1.
    Line(usize),
    /// A file with one problem, relative to the folder.
    File(String),
    /// A line or a game of a file, by its number from 1.
    LineOfFile(String, usize),
}

impl Name {
    /// The place in the input, for messages.
    pub(crate) fn place(&self) -> ErrorText {
        match self {
            Name::Argument => error_text!("subject-position", "position"),
            Name::Line(number) => error_text!("line", "line {line}", line = number),
            Name::File(_) | Name::LineOfFile(..) => self.to_string().into(),
        }
    }

    /// The number of the line or game, from 1.
    pub(crate) fn line_number(&self) -> Option<usize> {
        match self {
            Name::Argument | Name::File(_) => None,
            Name::Line(number) | Name::LineOfFile(_, number) => Some(*number),
        }
    }

    /// The unescaped name of the file, with the number of the line or game.
    pub(crate) fn file_label(&self) -> Option<String> {
        match self {
            Name::Argument | Name::Line(_) => None,
            Name::File(name) => Some(name.clone()),
            Name::LineOfFile(name, number) => Some(format!("{name}#{number}")),
        }
    }

    /// The relative path of an output file for this problem.
    pub(crate) fn output_name(&self, ending: &str) -> PathBuf {
        PathBuf::from(match self {
            Name::Argument => format!("position.{ending}"),
            Name::Line(number) => format!("{number:04}.{ending}"),
            Name::File(name) => format!("{name}.{ending}"),
            Name::LineOfFile(name, number) => format!("{name}.{number:04}.{ending}"),
        })
    }
}

/// On one line: file names are escaped, since they can contain control characters.
impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Name::Argument => f.write_str("position"),
            Name::Line(number) => write!(f, "{number}"),
            Name::File(name) => f.write_str(&one_line(name)),
            Name::LineOfFile(name, number) => write!(f, "{}#{number}", one_line(name)),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    #[test]
    fn names_contain_the_place_of_a_problem() {
        let line_of = Name::LineOfFile("a/b.txt".into(), 7);
        assert_eq!(line_of.to_string(), "a/b.txt#7");
        let odd = Name::LineOfFile("a\n\u{202e}b".into(), 7);
        assert_eq!(odd.to_string(), "a\\n\\u{202e}b#7");
        assert_eq!(odd.place().to_string(), odd.to_string());
        assert_eq!(odd.file_label().as_deref(), Some("a\n\u{202e}b#7"));
        assert_eq!(
            line_of.output_name("proof"),
            Path::new("a/b.txt.0007.proof")
        );
        assert_eq!(Name::Line(7).place().to_string(), "line 7");
        assert_eq!(Name::Line(7).output_name("kifu"), Path::new("0007.kifu"));
        assert_eq!(
            Name::File("x.kif".into()).output_name("kifu"),
            Path::new("x.kif.kifu")
        );
    }
}
