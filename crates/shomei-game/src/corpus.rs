//! Sets of positions as text, one position per line, for tests and experiments. `corpus/README.md`
//! describes the format:
//!
//! ```text
//! # Why the value is known, where the position is from.
//! POSITION ; attacker=black ; value=proved ; name=diagram-4 ; skip=pn: too large
//! ```

use std::fmt;

use crate::escape::one_line;
use crate::{ErrorText, Goal, Kind, NotationError, Side, error_text};

/// What is known about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Value {
    /// The attacker forces its goal.
    Proved,
    /// The attacker cannot force its goal.
    Disproved,
    /// The value is not known. Any answer with a valid certificate is accepted, as long as no two
    /// algorithms contradict each other.
    Unknown,
}

/// An algorithm that need not solve a case, and the reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Skip {
    /// The name of the algorithm in the registry of searches.
    pub algorithm: String,
    /// The reason; never empty.
    pub reason: String,
}

/// One position of a corpus.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Case {
    /// The line that contains it.
    pub at: At,
    /// A name for messages; without one, the place in the file is used.
    pub name: String,
    /// The position in one of the forms of its game.
    pub position: String,
    /// The name of the side that must win.
    pub attacker: String,
    /// The rules; empty for the usual ones.
    pub rules: String,
    /// What is known about the value.
    pub value: Value,
    /// The algorithms that need not solve it.
    pub skips: Vec<Skip>,
    /// Other known values: keys of [facts](Fact) with their texts.
    pub facts: Vec<(String, String)>,
}

/// An optional statement of a line about its position beyond the value, such as `length=5`.
///
/// [`FACTS`] applies to every game; [`Kind::FACTS`] lists those of one game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fact {
    /// The key before the sign `=`: lower-case letters.
    pub key: &'static str,
    /// The meaning of the value after `=`, for a help page.
    pub what: &'static str,
    /// Whether the value is a number of plies.
    pub counts_plies: bool,
}

/// The facts that can be stated about a position of any game.
pub const FACTS: &[Fact] = &[
    Fact {
        key: "length",
        what: "the plies of the shortest win",
        counts_plies: true,
    },
    Fact {
        key: "verdict",
        what: "whether the problem has one solution",
        counts_plies: false,
    },
    Fact {
        key: "dual",
        what: "the kinds of other moves that win, each once, in alphabetical order",
        counts_plies: false,
    },
    Fact {
        key: "surplus",
        what: "what the attacker has left at the end of the line and did not need",
        counts_plies: false,
    },
];

impl Case {
    /// The problem of this case.
    ///
    /// # Errors
    ///
    /// If the game does not accept the rules, the side or the position.
    pub fn open<G: Kind>(&self) -> Result<(G, G::Position), LineFault> {
        self.open_under(&self.rules)
    }

    /// The problem of this case under other rules than its own.
    ///
    /// # Errors
    ///
    /// If the game does not accept the rules, the side or the position.
    pub fn open_under<G: Kind>(&self, rules: &str) -> Result<(G, G::Position), LineFault> {
        let side = Side::called(&self.attacker, G::SIDES).ok_or_else(|| {
            let [first, second] = G::SIDES;
            self.at.fault(error_text!(
                "corpus-no-side",
                "no side \"{name}\"; {first} or {second}",
                name = self.attacker,
                first = first,
                second = second
            ))
        })?;
        let game = G::open(rules, Goal::win(side)).map_err(|error| {
            self.at
                .notation(error_text!("corpus-rules", "rules"), &error)
        })?;
        let position = game.parse_position(&self.position).map_err(|error| {
            self.at
                .notation(error_text!("corpus-position", "position"), &error)
        })?;
        Ok((game, position))
    }

    /// The text of the [fact](Fact) with this key.
    #[must_use]
    pub fn fact(&self, key: &str) -> Option<&str> {
        let (_, text) = self.facts.iter().find(|(known, _)| known == key)?;
        Some(text)
    }

    /// Why this algorithm need not solve the case; `None` when it must.
    #[must_use]
    pub fn skipped(&self, algorithm: &str) -> Option<&str> {
        let skip = self.skips.iter().find(|skip| skip.algorithm == algorithm)?;
        Some(&skip.reason)
    }
}

/// The cases of a text. `file` is its name in messages. Lines may state [`FACTS`] and the given
/// `facts`, mostly [`Kind::FACTS`].
///
/// ```
/// use shomei_game::TreeGame;
/// use shomei_game::corpus::{Value, parse};
///
/// let text = "r ; attacker=or ; rules=r = OR { Won } ; value=proved ; length=1";
/// let case = &parse("example", text, &[]).unwrap()[0];
/// assert_eq!(case.fact("length"), Some("1"));
/// assert_eq!(case.value, Value::Proved);
/// assert!(case.open::<TreeGame>().is_ok());
/// ```
///
/// # Errors
///
/// Contains the line that is wrong.
pub fn parse(file: &str, text: &str, facts: &[Fact]) -> Result<Vec<Case>, LineFault> {
    lines(file, text)
        .map(|(at, line)| parse_line(at, line, facts))
        .collect()
}

/// The separator of the parts of a line. The semicolon has blanks around it because records in SGF
/// contain semicolons without blanks.
pub const SEPARATOR: &str = " ; ";

/// Whether a line has a part after its position that begins with a key, such as `value=`. A line
/// without one may be a position in a plain list.
#[must_use]
pub fn has_parts(line: &str) -> bool {
    let is_key = |key: &str| !key.is_empty() && key.bytes().all(|b| b.is_ascii_lowercase());
    let mut parts = line.split(SEPARATOR).skip(1).map(str::trim);
    parts.any(|part| part.split_once('=').is_some_and(|(key, _)| is_key(key)))
}

/// The case of one line. `at` is its place in messages. The line may state [`FACTS`] and the given
/// `facts`.
///
/// ```
/// use shomei_game::corpus::{At, parse_line};
///
/// let at = At { file: "example".into(), line: 7 };
/// let case = parse_line(at, "start ; attacker=black ; value=unknown", &[]).unwrap();
/// assert_eq!((case.position.as_str(), case.attacker.as_str()), ("start", "black"));
/// ```
///
/// # Errors
///
/// Contains what is wrong with the line.
pub fn parse_line(at: At, line: &str, facts: &[Fact]) -> Result<Case, LineFault> {
    let known = FACTS.iter().chain(facts);
    let mut parts = line.split(SEPARATOR).map(str::trim);
    let position = parts.next().unwrap_or_default().to_string();
    if position.is_empty() || position.starts_with(';') {
        return Err(at.fault(error_text!(
            "corpus-no-position",
            "there is no position before the first ;"
        )));
    }
    let (mut name, mut attacker, mut rules, mut value) = (None, None, None, None);
    let (mut skips, mut stated) = (Vec::new(), Vec::new());
    for part in parts {
        let Some((key, text)) = part.split_once('=') else {
            return Err(at.fault(error_text!(
                "corpus-no-key",
                "expected KEY=TEXT, found \"{part}\"",
                part = part
            )));
        };
        // An empty name is allowed for the usual rules.
        if text.trim().is_empty() && key != "rules" {
            return Err(at.fault(error_text!(
                "corpus-no-text",
                "there is nothing after {key}=",
                key = key
            )));
        }
        let place = match key {
            "name" => &mut name,
            "attacker" => &mut attacker,
            "rules" => &mut rules,
            "value" => &mut value,
            "skip" => {
                let skip = skip(&at, text)?;
                let Skip { algorithm, .. } = &skip;
                if skips
                    .iter()
                    .any(|other: &Skip| other.algorithm == *algorithm)
                {
                    return Err(at.fault(given_twice(&format!("skip={algorithm}"))));
                }
                skips.push(skip);
                continue;
            }
            _ => {
                let Some(fact) = known.clone().find(|fact| fact.key == key) else {
                    return Err(at.fault(unknown_key(key, known.map(|fact| fact.key))));
                };
                if fact.counts_plies && text.parse::<u16>().is_err() {
                    return Err(at.fault(error_text!(
                        "corpus-no-plies",
                        "{key} \"{text}\": expected a number of plies",
                        key = key,
                        text = text
                    )));
                }
                if stated.iter().any(|(known, _)| known == key) {
                    return Err(at.fault(given_twice(key)));
                }
                stated.push((key.to_string(), text.to_string()));
                continue;
            }
        };
        if place.replace(text.to_string()).is_some() {
            return Err(at.fault(given_twice(key)));
        }
    }
    let value = match value.as_deref() {
        Some("proved") => Value::Proved,
        Some("disproved") => Value::Disproved,
        Some("unknown") => Value::Unknown,
        Some(other) => {
            let message = error_text!(
                "corpus-unknown-value",
                "value \"{value}\"; expected proved, disproved or unknown",
                value = other
            );
            return Err(at.fault(message));
        }
        None => return Err(at.fault(error_text!("corpus-no-value", "value= is missing"))),
    };
    let attacker = attacker.ok_or_else(|| {
        at.fault(error_text!(
            "corpus-no-attacker",
            "attacker= is missing: a line with fields names the side that tries to win"
        ))
    })?;
    Ok(Case {
        name: name.unwrap_or_else(|| at.to_string()),
        at,
        position,
        attacker,
        rules: rules.unwrap_or_default(),
        value,
        skips,
        facts: stated,
    })
}

/// The error for a part with a key that is not known.
fn unknown_key<'a>(key: &str, facts: impl Iterator<Item = &'a str>) -> ErrorText {
    let facts: Vec<&str> = facts.collect();
    let known = format!("name, attacker, rules, value, skip, {}", facts.join(", "));
    error_text!(
        "corpus-unknown-key",
        "unknown key \"{key}\"; known are {known}",
        key = key,
        known = known
    )
}

/// The error for a part that is there twice.
fn given_twice(name: &str) -> ErrorText {
    error_text!("given-twice", "{name} is given twice", name = name)
}

fn skip(at: &At, text: &str) -> Result<Skip, LineFault> {
    let (algorithm, reason) = text.split_once(':').unwrap_or((text, ""));
    let (algorithm, reason) = (algorithm.trim().to_string(), reason.trim().to_string());
    if algorithm.is_empty() || reason.is_empty() {
        return Err(at.fault(error_text!(
            "corpus-skip",
            "a skip needs an algorithm and a reason: skip=pn: too large"
        )));
    }
    Ok(Skip { algorithm, reason })
}

/// An error in a line of a text.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", one_line(&format!("{at}: {message}")))]
pub struct LineFault {
    /// The line.
    pub at: At,
    /// What is wrong, and what was expected.
    pub message: ErrorText,
}

/// A line of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct At {
    /// The name of the file.
    pub file: String,
    /// Counted from 1.
    pub line: usize,
}

impl At {
    /// An error about this line.
    pub fn fault(&self, message: impl Into<ErrorText>) -> LineFault {
        LineFault {
            at: self.clone(),
            message: message.into(),
        }
    }

    /// The error for a text of the line that the game does not accept; `what` names the text, such
    /// as "rules".
    #[must_use]
    pub fn notation(&self, what: impl Into<ErrorText>, error: &NotationError) -> LineFault {
        self.fault(error_text!(
            "corpus-error",
            "{what}: {error}",
            what = what.into(),
            error = error.text()
        ))
    }
}

impl fmt::Display for At {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.file, self.line)
    }
}

/// The lines of a text with their places, without blank lines and comments.
pub fn lines<'a>(file: &'a str, text: &'a str) -> impl Iterator<Item = (At, &'a str)> {
    (1..)
        .zip(text.lines())
        .map(|(line, text)| (line, text.trim()))
        .filter(|(_, text)| !text.is_empty() && !text.starts_with('#'))
        .map(move |(line, text)| {
            let file = file.to_string();
            (At { file, line }, text)
        })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Game, Role, TreeGame};

    #[test]
    fn a_line_says_all_about_its_case() {
        let text = "# comment\n\n(;a;b) ; attacker=x ; value=unknown ; name=n ; rules=a b \
                    ; skip=pn: too large ; skip=df-pn: why";
        let cases = parse("f", text, &[]).unwrap();
        assert_eq!(cases.len(), 1);
        let case = &cases[0];
        assert_eq!(case.position, "(;a;b)");
        assert_eq!((case.name.as_str(), case.rules.as_str()), ("n", "a b"));
        assert_eq!(case.value, Value::Unknown);
        assert_eq!(case.skipped("pn"), Some("too large"));
        assert_eq!(case.skipped("pds"), None);
    }

    #[test]
    fn a_line_may_say_more() {
        let text = "p ; attacker=x ; value=proved ; length=5 ; verdict=not unique";
        let case = &parse("f", text, &[]).unwrap()[0];
        assert_eq!(case.fact("length"), Some("5"));
        assert_eq!(case.fact("verdict"), Some("not unique"));
        assert_eq!(case.fact("surplus"), None);
        let twice = parse("f", &format!("{text} ; length=7"), &[]).unwrap_err();
        assert_eq!(twice.to_string(), "f:1: length is given twice");
        assert_eq!(twice.message.id(), "given-twice");
    }

    /// A fact of one game is accepted only in lines of that game.
    #[test]
    fn a_game_has_facts_of_its_own() {
        let text = "p ; attacker=x ; value=proved ; class=rook";
        let class = Fact {
            key: "class",
            what: "which piece",
            counts_plies: false,
        };
        let case = &parse("f", text, &[class]).unwrap()[0];
        assert_eq!(case.fact("class"), Some("rook"));
        let error = parse("f", text, &[]).unwrap_err().to_string();
        assert!(error.starts_with("f:1: unknown key \"class\""), "{error}");
        let error = parse("f", "p ; clas=rook", &[class]).unwrap_err();
        assert!(
            error.to_string().ends_with("dual, surplus, class"),
            "{error}"
        );
    }

    #[test]
    fn a_case_opens_its_problem() {
        let text = "r ; attacker=and ; rules=r = OR { Won } ; value=disproved";
        let case = &parse("f", text, &[]).unwrap()[0];
        assert_eq!(case.name, "f:1");
        let (game, root) = case.open::<TreeGame>().unwrap();
        assert_eq!(game.role(&root), Role::Defender);
    }

    #[test]
    fn parts_are_distinguished_from_the_position() {
        assert!(has_parts("p ; attacker=x"));
        assert!(has_parts("p ; atacker=x ; value"));
        assert!(!has_parts("p"));
        assert!(!has_parts("X--O X; A4:-16; % a comment"));
        assert!(!has_parts("X--O X ; A4:-16 ; GM[Othello]=x"));
        assert!(!has_parts("(;a=b;c=d)"));
    }

    #[test]
    fn errors_name_file_and_line() {
        let error = |text: &str| parse("f", text, &[]).unwrap_err().to_string();
        assert_eq!(
            error("\np ; value=proved"),
            "f:2: attacker= is missing: a line with fields names the side that tries to win"
        );
        assert_eq!(error("p ; attacker=x"), "f:1: value= is missing");
        assert_eq!(
            error("p ; attacker=x ; value=won"),
            "f:1: value \"won\"; expected proved, disproved or unknown"
        );
        assert_eq!(
            error("p ; attacker=x ; attacker=y"),
            "f:1: attacker is given twice"
        );
        assert_eq!(
            error("p ; attacker=x ; value=proved ; length=5, surplus=1"),
            "f:1: length \"5, surplus=1\": expected a number of plies"
        );
        assert_eq!(
            error("p ; attacker"),
            "f:1: expected KEY=TEXT, found \"attacker\""
        );
        assert_eq!(
            error("p ; atacker=x"),
            "f:1: unknown key \"atacker\"; known are name, attacker, rules, value, skip, \
             length, verdict, dual, surplus"
        );
        assert_eq!(
            error("p ; skip=pn: large ; skip=df-pn: large ; skip=pn: too large"),
            "f:1: skip=pn is given twice"
        );
        for key in ["name", "attacker", "value", "length", "skip"] {
            let expected = format!("f:1: there is nothing after {key}=");
            assert_eq!(error(&format!("p ; {key}= ; rules=r")), expected);
        }
        assert_eq!(
            error("; attacker=x ; value=proved"),
            "f:1: there is no position before the first ;"
        );
        assert_eq!(
            error("p ; skip=pn"),
            "f:1: a skip needs an algorithm and a reason: skip=pn: too large"
        );
    }

    #[test]
    fn errors_of_the_game_have_a_place_too() {
        let error = |text: &str| {
            let case = &parse("f", text, &[]).unwrap()[0];
            case.open::<TreeGame>().unwrap_err().to_string()
        };
        assert_eq!(
            error("r ; attacker=x ; value=proved"),
            "f:1: no side \"x\"; or or and"
        );
        let tree = "attacker=or ; value=proved ; rules=r = OR { Won }";
        assert_eq!(
            error(&format!("s ; {tree}")),
            "f:1: position: column 1: there is no node named \"s\""
        );
        assert!(error("r ; attacker=or ; value=proved ; rules=r").starts_with("f:1: rules: "));
    }
}
