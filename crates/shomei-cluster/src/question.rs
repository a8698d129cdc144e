//! The question of a cluster, and its comparison between programs.

use serde::{Deserialize, Serialize};
use shomei::proof::Claim;
use shomei::search::registry::Settings;
use shomei::{Aim, AnyPosition, Error};
use shomei_store::Identity;

/// The version of the messages. It changes with every change of a message.
pub const PROTOCOL: u32 = 13;

/// One question ("can this side force this result from this position?") and the options of its
/// search.
///
/// It contains everything on which two programs must agree. Programs of another version are
/// refused, since they may list moves in another order or compute other keys.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Question {
    /// The version of this crate.
    pub version: String,
    /// [`PROTOCOL`].
    pub protocol: u32,
    /// The name of the game.
    pub game: String,
    /// The rules, including the score of the aim.
    pub rules: String,
    /// The name of the side that must reach the aim.
    pub attacker: String,
    /// The position.
    pub root: String,
    /// The key of the position, and its check bits.
    pub key: (u64, u64),
    /// Options of df-pn.
    pub settings: Vec<(String, String)>,
}

impl Question {
    /// The question about this position.
    ///
    /// # Errors
    ///
    /// If the aim is a score and the game has no scores.
    pub fn new(position: &AnyPosition, aim: Aim, settings: &Settings) -> Result<Question, Error> {
        let header = position.header(aim, Claim::Proved)?;
        let owned = |(name, value): (&str, &str)| (name.to_owned(), value.to_owned());
        Ok(Question {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            protocol: PROTOCOL,
            game: header.game,
            rules: header.rules,
            attacker: header.attacker,
            root: header.root,
            key: position.identity(aim)?,
            settings: settings.iter().map(owned).collect(),
        })
    }

    /// The options of df-pn.
    #[must_use]
    pub fn settings(&self) -> Settings {
        let mut settings = Settings::default();
        for (name, value) in &self.settings {
            settings.set(name, value);
        }
        settings
    }

    /// The question as named texts.
    pub(crate) fn identity(&self) -> Identity {
        let option = |(name, value): &(String, String)| format!("{name}={value}");
        let options: Vec<String> = self.settings.iter().map(option).collect();
        let (key, check) = self.key;
        Identity::from_iter([
            ("version of shomei", self.version.clone()),
            ("form of messages", self.protocol.to_string()),
            ("game", self.game.clone()),
            ("text of the rules", self.rules.clone()),
            ("attacker", self.attacker.clone()),
            ("position", self.root.clone()),
            ("list of options", options.join(" ")),
            ("key of the position", format!("{key:016x} {check:016x}")),
        ])
    }

    /// The first difference from the question of another program as text; `None` if they are equal.
    #[must_use]
    pub fn difference(&self, other: &Question) -> Option<String> {
        let difference = other.identity().difference(&self.identity());
        difference.map(|difference| difference.to_string())
    }
}
