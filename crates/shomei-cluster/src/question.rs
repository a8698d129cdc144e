//! What a cluster is asked, and whether two programs mean the same.

use serde::{Deserialize, Serialize};
use shomei::proof::Claim;
use shomei::search::registry::Settings;
use shomei::{Aim, AnyPosition, Error};

/// The form of what goes to and fro. It changes with every change of a message.
pub const PROTOCOL: u32 = 10;

/// One question: may this side force that from this position? And how it is searched.
///
/// It holds all that two programs must agree on. Programs of another version are refused, since
/// they may list moves in another order or number positions in another way.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Question {
    /// The version of this crate.
    pub version: String,
    /// [`PROTOCOL`].
    pub protocol: u32,
    /// The name of the game.
    pub game: String,
    /// Its rules, the score that is aimed at among them.
    pub rules: String,
    /// The name of the side that must reach the aim.
    pub attacker: String,
    /// The position.
    pub root: String,
    /// The key of the position, and further bits of it.
    pub key: (u64, u64),
    /// Options of df-pn.
    pub settings: Vec<(String, String)>,
}

impl Question {
    /// The question about this position.
    ///
    /// # Errors
    ///
    /// When the game has no scores and one is aimed at.
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

    /// Why another program does not mean the same, in words; nothing if it does.
    #[must_use]
    pub fn difference(&self, other: &Question) -> Option<String> {
        let differ = |what: &str, here: &str, there: &str| {
            (here != there).then(|| format!("{what} is {there:?} there and {here:?} here"))
        };
        let settings = |question: &Question| {
            let option = |(name, value): &(String, String)| format!("{name}={value}");
            let options: Vec<String> = question.settings.iter().map(option).collect();
            options.join(" ")
        };
        differ("the version of shomei", &self.version, &other.version)
            .or_else(|| {
                let (here, there) = (self.protocol.to_string(), other.protocol.to_string());
                differ("the form of messages", &here, &there)
            })
            .or_else(|| differ("the game", &self.game, &other.game))
            .or_else(|| differ("the text of the rules", &self.rules, &other.rules))
            .or_else(|| differ("the attacker", &self.attacker, &other.attacker))
            .or_else(|| differ("the position", &self.root, &other.root))
            .or_else(|| differ("the list of options", &settings(self), &settings(other)))
            .or_else(|| {
                let (here, there) = (format!("{:x?}", self.key), format!("{:x?}", other.key));
                differ("the key of the position", &here, &there)
            })
    }
}
