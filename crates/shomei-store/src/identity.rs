//! The owner of a file.

use std::fmt;

use serde::{Deserialize, Serialize};
use shomei_game::escape::one_line;
use shomei_game::{ErrorText, error_text};

/// The owner of a file as named texts in order: a game, its rules, a position, the program. A file
/// is used only for the same identity.
///
/// ```
/// use shomei_store::Identity;
///
/// let theirs = Identity::from_iter([("game", "loa"), ("nodes", "1000")]);
/// let ours = Identity::from_iter([("game", "loa"), ("nodes", "2000")]);
/// let difference = theirs.difference(&ours).unwrap();
/// assert_eq!(difference.to_string(), "its nodes is 1000, not 2000");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Identity(Vec<(String, String)>);

impl Identity {
    /// The text of a field; empty if there is no such field.
    #[must_use]
    pub fn get(&self, field: &str) -> &str {
        let found = self.0.iter().find(|(name, _)| name == field);
        found.map_or("", |(_, text)| text)
    }

    /// The first field whose text differs from that in `expected`.
    #[must_use]
    pub fn difference(&self, expected: &Identity) -> Option<Difference> {
        let fields = expected.0.iter().chain(&self.0);
        let mut differing = fields.filter(|(name, _)| self.get(name) != expected.get(name));
        let (field, _) = differing.next()?;
        Some(Difference {
            theirs: self.get(field).to_string(),
            ours: expected.get(field).to_string(),
            field: field.clone(),
        })
    }
}

impl<N: Into<String>, T: Into<String>> FromIterator<(N, T)> for Identity {
    fn from_iter<I: IntoIterator<Item = (N, T)>>(fields: I) -> Identity {
        let fields = fields.into_iter();
        Identity(
            fields
                .map(|(name, text)| (name.into(), text.into()))
                .collect(),
        )
    }
}

/// A field in which two identities differ. Its text is "its game is loa, not othello".
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The name of the field.
    pub field: String,
    /// The text in the file.
    pub theirs: String,
    /// The expected text.
    pub ours: String,
}

impl Difference {
    /// The text, which catalogues translate.
    #[must_use]
    pub fn text(&self) -> ErrorText {
        let field = field_text(&self.field);
        let [theirs, ours] = [&self.theirs, &self.ours].map(|text| value_text(text));
        error_text!(
            "identity-differs",
            "its {field} is {theirs}, not {ours}",
            field = field,
            theirs = theirs,
            ours = ours
        )
    }
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.text().fmt(f)
    }
}

/// The name of a field, which catalogues translate where the command line uses it.
fn field_text(field: &str) -> ErrorText {
    match field {
        "algorithm" => error_text!("field-algorithm", "algorithm"),
        "attacker" => error_text!("field-attacker", "attacker"),
        "command" => error_text!("field-command", "command"),
        "form of tables" => error_text!("field-tables", "form of tables"),
        "game" => error_text!("field-game", "game"),
        "list of options" => error_text!("field-options", "list of options"),
        "memory" => error_text!("field-memory", "memory"),
        "--memory for each position" => {
            error_text!("field-memory-each", "--memory for each position")
        }
        "position" => error_text!("field-position", "position"),
        "program" => error_text!("field-program", "program"),
        "question" => error_text!("field-question", "question"),
        "rule set" | "rules" => error_text!("field-rules", "rule set"),
        "sides" => error_text!("field-sides", "sides"),
        "version of keys" => error_text!("field-keys", "version of keys"),
        other => other.into(),
    }
}

/// The text of a field.
fn value_text(value: &str) -> ErrorText {
    match value {
        "" => error_text!("value-empty", "empty"),
        "none" => error_text!("value-none", "none"),
        "given" => error_text!("value-given", "given"),
        other => one_line(other).into_owned().into(),
    }
}
