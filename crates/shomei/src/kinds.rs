//! The kinds of games by name: the built-in ones and those of the user.

use std::fmt;
use std::io::Read;

use shomei_extract::shortest::Shortest;
use shomei_game::corpus::Fact;
use shomei_game::sgf::Part;
use shomei_game::{ErrorText, Tuning};
use shomei_game::{
    Game, Goal, Kind as GameKind, NoRecords, NotationError, Records, ScoreRange, Scored, Side,
    error_text,
};
use shomei_proof::{CheckLimits, Header, Reader};

use crate::any::{AnyGame, side_of};
use crate::checking::{self, Verdict};
use crate::error::{Error, ErrorKind};

/// Opens a game under these rules with these hints.
type Open = fn(&str, &Hints) -> Result<AnyGame, Error>;

/// Checks a certificate about a game.
type Check = fn(Reader<Box<dyn Read + '_>>, &CheckLimits) -> Result<Verdict, Error>;

/// A kind of game: its properties that do not depend on the rules.
#[derive(Clone)]
pub struct Kind {
    /// The name, as in certificates.
    pub name: &'static str,
    /// One line for a list of games.
    pub summary: &'static str,
    /// The names of the two sides, lower case, the first side first.
    pub sides: [&'static str; 2],
    /// Help text: the rules with which it can be opened.
    pub rules_help: &'static str,
    /// Sets of rules that together contain every option, the usual one first: see
    /// [`RULE_SETS`](GameKind::RULE_SETS).
    pub rule_sets: &'static [&'static str],
    /// Help text: the forms of positions.
    pub position_help: &'static str,
    /// Help text: the hints; empty if there are none.
    pub hints_help: &'static str,
    /// The extensions of files with records of play; empty for a game without records.
    pub record_forms: &'static [&'static str],
    /// The forms among them that cannot contain moves.
    pub diagram_forms: &'static [&'static str],
    /// The facts about positions that lines of a list can state, in addition to those of every
    /// game.
    pub facts: &'static [Fact],
    /// The scores that a game can end with; `None` for a game without scores.
    pub range: Option<ScoreRange>,
    /// The unit of [`AnyPosition::remaining`](crate::AnyPosition::remaining), in the plural.
    pub remaining: &'static str,
    /// The options and hints of the algorithm `auto`.
    pub tuning: Tuning,
    /// The smallest difference between the plies of two wins of a position.
    pub length_step: u16,
    open: Open,
    check: Check,
    looks_like_record: fn(&[u8]) -> bool,
    records_of: fn(&[u8]) -> Vec<Part>,
}

/// Hints of a game for the search. They change no answer.
#[derive(Clone, Debug, Default)]
pub struct Hints {
    /// The hints of the algorithm `auto`, if it is used.
    pub auto: &'static str,
    /// Hints in the syntax of [`Notation::with_hints`](shomei_game::Notation::with_hints); they are
    /// applied after those of `auto`.
    pub text: String,
    /// Weights for [`Notation::with_weights`](shomei_game::Notation::with_weights).
    pub weights: Option<Weights>,
}

/// The weights of an evaluation.
#[derive(Clone, Debug)]
pub struct Weights {
    /// The name in messages: the name of the file.
    pub name: String,
    /// The content of the file.
    pub bytes: Vec<u8>,
}

impl Hints {
    /// Whether there are no hints and no weights.
    #[must_use]
    pub fn are_usual(&self) -> bool {
        self.auto.is_empty() && self.text.is_empty() && self.weights.is_none()
    }

    /// The hints that differ from the defaults: names, and values or their checksums.
    #[must_use]
    pub fn marks(&self) -> Vec<(String, String)> {
        let texts = [("auto", self.auto), ("hints", &self.text)];
        let texts = texts.into_iter().filter(|(_, text)| !text.is_empty());
        let texts = texts.map(|(name, text)| (name.to_string(), text.to_string()));
        let weights = self.checksum_of_weights();
        texts
            .chain(weights.map(|sum| ("weights".to_string(), sum)))
            .collect()
    }

    pub(crate) fn checksum_of_weights(&self) -> Option<String> {
        let weights = self.weights.as_ref();
        weights.map(|weights| format!("{:08x}", crc32fast::hash(&weights.bytes)))
    }
}

/// Opens a game of a known type under these rules, with these hints.
///
/// # Errors
///
/// The game does not know the rules, the hints or the weights; the text begins with one of these
/// words.
pub fn open_as<G: GameKind>(rules: &str, hints: &Hints) -> Result<G, Error> {
    let wrong = |place: ErrorText, error: NotationError| {
        Error::from(error)
            .context(place)
            .into_kind(ErrorKind::Usage)
    };
    // The goal is chosen anew for every question.
    let mut game = G::open(rules, Goal::win(Side::First)).map_err(|e| {
        let place = error_text!("subject-rules", "rules");
        wrong(place, e)
    })?;
    if let Some(Weights { name, bytes }) = &hints.weights {
        let place = error_text!("subject-weights", "weights {name}", name = name);
        game = game.with_weights(bytes).map_err(|e| wrong(place, e))?;
    }
    let of_user = error_text!("subject-hints", "hints");
    for (place, text) in [("auto".into(), hints.auto), (of_user, hints.text.as_str())] {
        if !text.is_empty() {
            game = game.with_hints(text).map_err(|e| wrong(place, e))?;
        }
    }
    Ok(game)
}

impl Kind {
    /// The kind of a game type without records of play.
    #[must_use]
    pub fn of<G: Game + Scored + GameKind + 'static>() -> Kind {
        Kind::with_records::<G, NoRecords>()
    }

    /// The kind of a game type whose records `R` reads and writes.
    #[must_use]
    pub fn with_records<G: Game + Scored + GameKind + 'static, R: Records<G> + 'static>() -> Kind {
        Kind {
            name: G::NAME,
            summary: G::SUMMARY,
            sides: G::SIDES,
            rules_help: G::RULES_HELP,
            rule_sets: G::RULE_SETS,
            position_help: G::POSITION_HELP,
            hints_help: G::HINTS_HELP,
            record_forms: R::FORMS,
            diagram_forms: R::DIAGRAM_FORMS,
            facts: G::FACTS,
            range: G::RANGE,
            remaining: G::REMAINING,
            tuning: G::TUNING,
            length_step: Shortest::<G>::STEP,
            open: |rules, hints| Ok(AnyGame::with_records::<G, R>(open_as::<G>(rules, hints)?)),
            check: checking::check_as::<G>,
            looks_like_record: R::looks_like_record,
            records_of: R::records_of,
        }
    }

    /// Opens the game under these rules (empty: the usual ones), with these hints.
    ///
    /// # Errors
    ///
    /// The game does not know the rules, the hints or the weights.
    pub fn open(&self, rules: &str, hints: &Hints) -> Result<AnyGame, Error> {
        Ok((self.open)(rules, hints)?.of_kind(self.tuning, hints))
    }

    /// The usual rules, as the game prints them; empty if it has none.
    #[must_use]
    pub fn usual_rules(&self) -> String {
        let usual = self.open("", &Hints::default());
        usual.map(|game| game.rules()).unwrap_or_default()
    }

    /// Checks a certificate about a game of this kind, under the rules of its header.
    ///
    /// # Errors
    ///
    /// The source cannot be read. A damaged or wrong certificate is not an error but a verdict.
    pub fn check<'a>(
        &self,
        reader: Reader<Box<dyn Read + 'a>>,
        limits: &CheckLimits,
    ) -> Result<Verdict, Error> {
        (self.check)(reader, limits)
    }

    /// Whether the first bytes of a file look like a record of play.
    #[must_use]
    pub fn looks_like_record(&self, bytes: &[u8]) -> bool {
        (self.looks_like_record)(bytes)
    }

    /// The records of a file with several records; empty for a file with one.
    #[must_use]
    pub fn records_of(&self, bytes: &[u8]) -> Vec<Part> {
        (self.records_of)(bytes)
    }

    /// Finds a side by its name, by an unambiguous prefix of its name, or by the name that it has
    /// in every game: see [`Side::called`].
    ///
    /// # Errors
    ///
    /// There is no such side.
    pub fn side(&self, name: &str) -> Result<Side, Error> {
        side_of(self.name, self.sides, name)
    }
}

impl fmt::Debug for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Kind").field(&self.name).finish()
    }
}

/// Kinds of games with different names, in alphabetical order.
#[derive(Clone, Debug, Default)]
pub struct Kinds(Vec<Kind>);

impl Kinds {
    /// The built-in games, as selected by the features of this crate.
    #[must_use]
    pub fn builtin() -> Kinds {
        Kinds(builtin())
    }

    /// These kinds, in any order.
    ///
    /// # Errors
    ///
    /// Two kinds have the same name.
    pub fn of(kinds: impl IntoIterator<Item = Kind>) -> Result<Kinds, Error> {
        let mut all = Kinds::default();
        kinds.into_iter().try_for_each(|kind| all.add(kind))?;
        Ok(all)
    }

    /// Adds a kind.
    ///
    /// # Errors
    ///
    /// A kind with that name exists.
    pub fn add(&mut self, kind: Kind) -> Result<(), Error> {
        match self.0.binary_search_by_key(&kind.name, |known| known.name) {
            Ok(_) => Err(Error::usage(error_text!(
                "two-games-of-one-name",
                "there are two kinds of games named \"{name}\"",
                name = kind.name
            ))),
            Err(place) => {
                self.0.insert(place, kind);
                Ok(())
            }
        }
    }

    /// The kinds, in alphabetical order.
    pub fn iter(&self) -> impl Iterator<Item = &Kind> {
        self.0.iter()
    }

    /// The names, in alphabetical order.
    pub fn names(&self) -> impl Iterator<Item = &'static str> {
        self.0.iter().map(|kind| kind.name)
    }

    /// The kind with this name, if there is one.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&Kind> {
        self.0.iter().find(|kind| kind.name == name)
    }

    /// The kind with this name.
    ///
    /// # Errors
    ///
    /// The name is unknown; the text gives the nearest name.
    pub fn find(&self, name: &str) -> Result<&Kind, Error> {
        self.get(name).ok_or_else(|| {
            if LEFT_OUT.contains(&name) {
                return Error::usage(error_text!(
                    "game-left-out",
                    "the game {name} is missing: this program was built without the feature \"{name}\"",
                    name = name
                ));
            }
            let message = error_text!(
                "no-such-game",
                "there is no game named \"{name}\"",
                name = name
            );
            Error::unknown(message, name, self.names())
        })
    }

    /// Opens the game with this name under these rules (empty: the usual ones).
    ///
    /// # Errors
    ///
    /// The name of the game or the rules are unknown.
    pub fn open(&self, name: &str, rules: &str) -> Result<AnyGame, Error> {
        self.find(name)?.open(rules, &Hints::default())
    }

    /// Checks a certificate; its header names the game and the rules.
    ///
    /// # Errors
    ///
    /// The source cannot be read, or the game is not among these kinds. A damaged or wrong
    /// certificate is not an error but a verdict.
    pub fn check<'a>(
        &self,
        certificate: impl Read + 'a,
        limits: &CheckLimits,
    ) -> Result<Verdict, Error> {
        let reader = match checking::open(certificate)? {
            Ok(reader) => reader,
            Err(verdict) => return Ok(verdict),
        };
        self.kind_of(reader.header())?.check(reader, limits)
    }

    /// The kind of the game that a certificate is about.
    pub(crate) fn kind_of(&self, header: &Header) -> Result<&Kind, Error> {
        let game = &header.game;
        self.get(game).ok_or_else(|| {
            let message = error_text!(
                "certificate-of-unknown-game",
                "it is about the game \"{game}\", which is not known here",
                game = game
            );
            Error::unknown(message, game, self.names()).into_kind(ErrorKind::Input)
        })
    }
}

/// The names of the games whose features are off.
const LEFT_OUT: &[&str] = &[
    #[cfg(not(feature = "loa"))]
    "loa",
    #[cfg(not(feature = "othello"))]
    "othello",
    #[cfg(not(feature = "shogi"))]
    "shogi",
    #[cfg(not(feature = "tree"))]
    "tree",
    #[cfg(not(feature = "uttt"))]
    "uttt",
];

fn builtin() -> Vec<Kind> {
    vec![
        #[cfg(feature = "loa")]
        Kind::with_records::<shomei_loa::Loa, shomei_loa::Loa>(),
        #[cfg(feature = "othello")]
        Kind::with_records::<shomei_othello::Othello, shomei_othello::Othello>(),
        #[cfg(feature = "shogi")]
        Kind::with_records::<shomei_shogi::Shogi, shomei_kifu::Kifu>(),
        #[cfg(feature = "tree")]
        Kind::of::<shomei_game::TreeGame>(),
        #[cfg(feature = "uttt")]
        Kind::of::<shomei_uttt::Uttt>(),
    ]
}

#[cfg(all(test, feature = "loa"))]
mod tests {
    use super::*;

    #[test]
    fn names_are_sorted_and_different() {
        let kinds = Kinds::builtin();
        assert!(kinds.iter().is_sorted_by(|a, b| a.name < b.name));
        let mut kinds = kinds;
        let again = kinds.add(Kind::of::<shomei_loa::Loa>()).unwrap_err();
        assert_eq!(
            again.to_string(),
            "there are two kinds of games named \"loa\""
        );
    }

    #[test]
    fn sides_have_names_in_every_game() {
        for kind in Kinds::builtin().iter() {
            for (side, names) in [
                (Side::First, ["sente", "Sente", "先手", "攻方"]),
                (Side::Second, ["gote", "GOTE", "後手", "玉方"]),
            ] {
                for name in names {
                    assert_eq!(kind.side(name).unwrap(), side, "{}: {name}", kind.name);
                }
            }
        }
    }

    #[test]
    fn sides_are_found_by_unique_beginnings() {
        let kinds = Kinds::builtin();
        let loa = kinds.find("loa").unwrap();
        assert_eq!(loa.side("B").unwrap(), Side::First);
        assert_eq!(loa.side("white").unwrap(), Side::Second);
        assert_eq!(
            loa.side("blakc").unwrap_err().to_string(),
            "loa has no side named \"blakc\"; did you mean \"black\"?"
        );
        assert!(loa.side("").is_err());
        assert!(loa.side("攻").is_err());
        let unknown = kinds.find("la").unwrap_err();
        assert_eq!(unknown.suggestion(), Some("loa"));
    }
}
