//! The file of weights: text, with a line for each group of features.
//!
//! ```text
//! # what it is, and the command that makes it again
//! shogi-numbers 1
//! GROUP pn W W W ...
//! GROUP dn W W W ...
//! ```

use std::fmt::Write;

use shomei_game::{NotationError, Place};

use super::features::{FEATURES, GROUPS};

/// The first word and the version.
const HEAD: &str = "shogi-numbers 1";

const NUMBERS: [&str; 2] = ["pn", "dn"];

/// Writes the file.
pub(super) fn text(weights: &[[i16; 2]], comment: &str) -> String {
    let mut text = String::new();
    for line in comment.lines() {
        let _ = writeln!(text, "# {line}");
    }
    let _ = writeln!(text, "{HEAD}");
    let mut rest = weights;
    for group in GROUPS {
        let (these, others) = rest.split_at(group.size.min(rest.len()));
        rest = others;
        for (i, number) in NUMBERS.iter().enumerate() {
            let _ = write!(text, "{} {number}", group.name);
            for weight in these {
                let _ = write!(text, " {}", weight[i]);
            }
            text.push('\n');
        }
    }
    text
}

/// Reads a file.
pub(super) fn parse(text: &str) -> Result<Vec<[i16; 2]>, NotationError> {
    let mut lines = (1..)
        .zip(text.lines())
        .filter(|(_, line)| !line.trim().is_empty() && !line.starts_with('#'));
    let at = |line: usize, message: String| NotationError::new(Place::LineColumn(line, 1), message);
    let missing =
        |what: &str| NotationError::whole(format!("{what} is missing: the file is incomplete"));
    let (line, head) = lines.next().ok_or_else(|| missing(HEAD))?;
    if head.trim() != HEAD {
        let message = format!(
            "expected \"{HEAD}\": this is not a file of weights, or one of another version"
        );
        return Err(at(line, message));
    }
    let mut weights = Vec::with_capacity(FEATURES);
    for group in GROUPS {
        let begin = weights.len();
        weights.resize(begin + group.size, [0; 2]);
        for (i, number) in NUMBERS.iter().enumerate() {
            let what = format!("{} {number}", group.name);
            let (line, found) = lines.next().ok_or_else(|| missing(&what))?;
            let values = found.strip_prefix(&what);
            let values = values.ok_or_else(|| at(line, format!("expected \"{what}\"")))?;
            let values: Vec<&str> = values.split_whitespace().collect();
            if values.len() != group.size {
                let message = format!(
                    "there are {} weights, expected {}",
                    values.len(),
                    group.size
                );
                return Err(at(line, message));
            }
            for (weight, word) in weights[begin..].iter_mut().zip(values) {
                let value = word
                    .parse()
                    .ok()
                    .filter(|value: &i16| value.unsigned_abs() <= MOST.unsigned_abs());
                let not = || {
                    at(
                        line,
                        format!("\"{word}\" is not a number from -{MOST} to {MOST}"),
                    )
                };
                weight[i] = value.ok_or_else(not)?;
            }
        }
    }
    match lines.next() {
        Some((line, _)) => Err(at(
            line,
            "there are lines after the last one of the format".into(),
        )),
        None => Ok(weights),
    }
}

/// The largest weight: the sum of one weight of each group stays far below the limits of its type.
pub(crate) const MOST: i16 = 16_000;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn damaged_files_are_refused_with_their_place() {
        let whole = text(&vec![[1, -2]; FEATURES], "made by hand");
        assert_eq!(parse(&whole).unwrap(), vec![[1, -2]; FEATURES]);
        let error = |text: &str| parse(text).unwrap_err().to_string();
        for (from, to, expected) in [
            ("numbers 1", "numbers 2", "another version"),
            (
                "check-taken pn 1",
                "check-taken pn x",
                "\"x\" is not a number",
            ),
            (
                "check-taken pn 1",
                "check-taken pn 16001",
                "\"16001\" is not a number from -16000 to 16000",
            ),
            // Its negative does not fit in 16 bits.
            (
                "check-taken pn 1",
                "check-taken pn -32768",
                "\"-32768\" is not a number from -16000 to 16000",
            ),
            (
                "check-taken pn 1",
                "check-taken pn",
                "there are 15 weights, expected 16",
            ),
            ("check-taken pn", "taken pn", "expected \"check-taken pn\""),
        ] {
            let error = error(&whole.replace(from, to));
            assert!(error.contains(expected), "{error}");
        }
        assert!(error(&whole[..whole.len() / 2]).contains("expected"));
        assert!(error("").contains("is missing"));
        assert!(error(&format!("{whole}more\n")).contains("after the last one"));
    }
}
