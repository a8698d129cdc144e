//! The lines of the protocol: commands with their ids, and the form of an answer.

use shomei::Side;
use shomei::game::escape::{self, excerpt};

/// A command of the protocol.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct GtpCommand {
    /// The number before the command, which its answer repeats.
    pub(super) id: Option<u32>,
    /// The name of the command; empty if the line contains only a number.
    pub(super) name: String,
    /// The arguments after the name.
    pub(super) arguments: Vec<String>,
}

impl GtpCommand {
    /// Reads a line. Control characters and comments are removed, and a tab is a blank. `None` if
    /// the line contains no command and therefore gets no answer.
    pub(super) fn parse(line: &str) -> Option<GtpCommand> {
        let line = line.split('#').next().unwrap_or_default();
        let plain = line.chars().filter(|&c| c == '\t' || !c.is_control());
        let plain: String = plain.collect();
        let mut words = plain.split_whitespace().map(String::from).peekable();
        let is_number = |word: &String| word.bytes().all(|byte| byte.is_ascii_digit());
        let first = words.peek()?;
        // A number too large for an id is read as the name of a command.
        let id = first.parse().ok().filter(|_| is_number(first));
        if id.is_some() {
            words.next();
        }
        Some(GtpCommand {
            id,
            name: words.next().unwrap_or_default(),
            arguments: words.collect(),
        })
    }

    /// The arguments of the command, if there are exactly `N`.
    pub(super) fn exactly<const N: usize>(&self) -> Result<[&str; N], String> {
        let arguments: Vec<&str> = self.arguments.iter().map(String::as_str).collect();
        let count = arguments.len();
        arguments.try_into().map_err(|_| {
            let name = &self.name;
            format!("syntax error: {name}: the number of arguments is {count}, expected {N}")
        })
    }
}

/// The text of an answer: the result or the error message. An empty line ends an answer, so the
/// text contains none. A text that begins with a line break begins on a new line.
pub(super) fn answer(id: Option<u32>, answer: &Result<String, String>) -> String {
    let (sign, text) = match answer {
        Ok(text) => ('=', text),
        Err(message) => ('?', message),
    };
    let id = id.map_or(String::new(), |id| id.to_string());
    let is_below = text.starts_with('\n');
    let text = escape::lines(text);
    let lines = text.lines().filter(|line| !line.trim().is_empty());
    let text: Vec<&str> = lines.collect();
    let head = format!("{sign}{id}");
    let blank = if is_below { "\n" } else { " " };
    match text.is_empty() {
        true => head + "\n",
        false => format!("{head}{blank}{}\n", text.join("\n")),
    }
}

/// The side with this name in the protocol.
pub(super) fn color(word: &str) -> Result<Side, String> {
    let side = match word.to_ascii_lowercase().as_str() {
        "b" => Some(Side::First),
        "w" => Some(Side::Second),
        _ => Side::called(word, ["black", "white"]),
    };
    side.ok_or_else(|| {
        let word = excerpt(word);
        format!("syntax error: \"{word}\" is not a color; expected black or white")
    })
}

/// An argument of a command as a number.
pub(super) fn number(word: &str, what: &str) -> Result<u32, String> {
    let number = word.parse();
    number.map_err(|_| {
        let word = excerpt(word);
        format!("syntax error: {what}: expected a whole number, found \"{word}\"")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn command(id: Option<u32>, name: &str, arguments: &[&str]) -> Option<GtpCommand> {
        Some(GtpCommand {
            id,
            name: name.into(),
            arguments: arguments.iter().map(|&argument| argument.into()).collect(),
        })
    }

    #[test]
    fn lines() {
        for (line, expected) in [
            ("", None),
            (" \t\r\n", None),
            ("# a comment", None),
            ("\u{1}\u{7f}", None),
            ("name", command(None, "name", &[])),
            ("12 name", command(Some(12), "name", &[])),
            ("0 name", command(Some(0), "name", &[])),
            ("007 name", command(Some(7), "name", &[])),
            ("12", command(Some(12), "", &[])),
            ("+1 name", command(None, "+1", &["name"])),
            ("99999999999 name", command(None, "99999999999", &["name"])),
            (
                "3 play\tb  f5 # why",
                command(Some(3), "play", &["b", "f5"]),
            ),
            (
                "4 pl\u{1b}ay b f5\r",
                command(Some(4), "play", &["b", "f5"]),
            ),
            ("5 play b#f5", command(Some(5), "play", &["b"])),
        ] {
            assert_eq!(GtpCommand::parse(line), expected, "{line:?}");
        }
    }

    #[test]
    fn answers() {
        let ok = |text: &str| Ok(text.to_string());
        assert_eq!(answer(None, &ok("")), "=\n");
        assert_eq!(answer(Some(3), &ok("")), "=3\n");
        assert_eq!(answer(Some(3), &ok("F5")), "=3 F5\n");
        assert_eq!(answer(None, &ok("a\n\nb\n")), "= a\nb\n");
        assert_eq!(answer(Some(1), &ok("\n  a\n1 -")), "=1\n  a\n1 -\n");
        assert_eq!(answer(Some(9), &Err("no\rsuch".into())), "?9 no\\rsuch\n");
        assert_eq!(color("White"), Ok(Side::Second));
        assert_eq!(color("先手"), Ok(Side::First));
        assert_eq!(color("gote"), Ok(Side::Second));
        assert!(color("x").unwrap_err().contains("\"x\" is not a color"));
    }
}
