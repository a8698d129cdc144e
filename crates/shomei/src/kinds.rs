//! The kinds of games by name: those that come along, and those of one's own.

use std::fmt;
use std::io::Read;

use shomei_game::Tuning;
use shomei_game::corpus::Fact;
use shomei_game::sgf::Part;
use shomei_game::{
    Game, Goal, Kind as GameKind, NoRecords, NotationError, Records, ScoreRange, Scored, Side,
};
use shomei_proof::{CheckLimits, Header, Reader};

use crate::any::{AnyGame, side_of};
use crate::checking::{self, Verdict};
use crate::error::{Error, ErrorKind};

/// Opens a game under these rules with these hints.
type Open = fn(&str, &Hints) -> Result<AnyGame, Error>;

/// Checks a certificate about a game.
type Check = fn(Reader<Box<dyn Read + '_>>, &CheckLimits) -> Result<Verdict, Error>;

/// A kind of game: what is known of it before it is opened under some rules.
#[derive(Clone)]
pub struct Kind {
    /// The name, as certificates have it.
    pub name: &'static str,
    /// One line for a list of games.
    pub summary: &'static str,
    /// The names of the two sides, lower case, the first side first.
    pub sides: [&'static str; 2],
    /// The texts of rules that it can be opened with, for a help page.
    pub rules_help: &'static str,
    /// Rules that have every option between them, the usual ones first: see
    /// [`RULE_SETS`](GameKind::RULE_SETS).
    pub rule_sets: &'static [&'static str],
    /// The forms of positions, for a help page.
    pub position_help: &'static str,
    /// The hints that can be given, for a help page; empty where there are none.
    pub hints_help: &'static str,
    /// How the names of files end that hold records of play; none where there are no
    /// records.
    pub record_forms: &'static [&'static str],
    /// Those of them that have no place for moves.
    pub diagram_forms: &'static [&'static str],
    /// What the lines of a list may state about positions, beside what all games have.
    pub facts: &'static [Fact],
    /// The scores that a game can end with, where results have a size.
    pub range: Option<ScoreRange>,
    /// What [`AnyPosition::remaining`](crate::AnyPosition::remaining) counts, in the plural.
    pub remaining: &'static str,
    /// How the algorithm `auto` searches it.
    pub tuning: Tuning,
    open: Open,
    check: Check,
    looks_like_record: fn(&[u8]) -> bool,
    records_of: fn(&[u8]) -> Vec<Part>,
}

/// What a game is to tell a search in place of the usual. It changes no answer.
#[derive(Clone, Debug, Default)]
pub struct Hints {
    /// Those of the algorithm `auto`, where they count.
    pub auto: &'static str,
    /// Hints as [`Notation::with_hints`](shomei_game::Notation::with_hints) reads them; they
    /// come after the others.
    pub text: String,
    /// Weights as [`Notation::with_weights`](shomei_game::Notation::with_weights) reads them.
    pub weights: Option<Weights>,
}

/// The weights of an evaluation.
#[derive(Clone, Debug)]
pub struct Weights {
    /// What they are called in messages: the name of their file.
    pub name: String,
    /// What the file holds.
    pub bytes: Vec<u8>,
}

impl Hints {
    /// Whether the game tells what it usually tells.
    #[must_use]
    pub fn are_usual(&self) -> bool {
        self.auto.is_empty() && self.text.is_empty() && self.weights.is_none()
    }

    /// What tells these hints from others: names, and values or their checksums.
    #[must_use]
    pub fn marks(&self) -> Vec<(String, String)> {
        let texts = [("auto", self.auto), ("hints", &self.text)];
        let texts = texts.into_iter().filter(|(_, text)| !text.is_empty());
        let texts = texts.map(|(name, text)| (name.to_string(), text.to_string()));
        let sum = |weights: &Weights| format!("{:08x}", crc32fast::hash(&weights.bytes));
        let weights = self.weights.as_ref();
        let weights = weights.map(|weights| ("weights".to_string(), sum(weights)));
        texts.chain(weights).collect()
    }
}

/// A game of a known type under these rules, which tells a search what these hints say.
///
/// # Errors
///
/// When the game does not know the rules, the hints or the weights; the text begins with
/// which of them.
pub fn open_as<G: GameKind>(rules: &str, hints: &Hints) -> Result<G, Error> {
    let wrong = |place: &str, error: NotationError| {
        Error::from(error)
            .context(place)
            .into_kind(ErrorKind::Usage)
    };
    // The goal is chosen anew for every question.
    let mut game = G::open(rules, Goal::win(Side::First)).map_err(|e| wrong("rules", e))?;
    if let Some(Weights { name, bytes }) = &hints.weights {
        let place = format!("weights {name}");
        game = game.with_weights(bytes).map_err(|e| wrong(&place, e))?;
    }
    for (place, text) in [("auto", hints.auto), ("hints", hints.text.as_str())] {
        if !text.is_empty() {
            game = game.with_hints(text).map_err(|e| wrong(place, e))?;
        }
    }
    Ok(game)
}

impl Kind {
    /// The kind of the games of this type, which have no records of play.
    #[must_use]
    pub fn of<G: Game + Scored + GameKind + 'static>() -> Kind {
        Kind::with_records::<G, NoRecords>()
    }

    /// The kind of the games of this type, whose records `R` reads and writes.
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
            open: |rules, hints| Ok(AnyGame::with_records::<G, R>(open_as::<G>(rules, hints)?)),
            check: checking::check_as::<G>,
            looks_like_record: R::looks_like_record,
            records_of: R::records_of,
        }
    }

    /// The game under these rules (empty: the usual ones), which tells a search what these
    /// hints say.
    ///
    /// # Errors
    ///
    /// When the game does not know the rules, the hints or the weights.
    pub fn open(&self, rules: &str, hints: &Hints) -> Result<AnyGame, Error> {
        Ok((self.open)(rules, hints)?.of_kind(self.tuning, &hints.text))
    }

    /// The usual rules, as the game prints them; empty where it has none.
    #[must_use]
    pub fn usual_rules(&self) -> String {
        let usual = self.open("", &Hints::default());
        usual.map(|game| game.rules()).unwrap_or_default()
    }

    /// Checks a certificate about a game of this kind; the certificate says the rules.
    ///
    /// # Errors
    ///
    /// When it cannot be read; that it is damaged or wrong is a verdict.
    pub fn check<'a>(
        &self,
        reader: Reader<Box<dyn Read + 'a>>,
        limits: &CheckLimits,
    ) -> Result<Verdict, Error> {
        (self.check)(reader, limits)
    }

    /// Whether a file holds a record of play, as far as its first bytes tell.
    #[must_use]
    pub fn looks_like_record(&self, bytes: &[u8]) -> bool {
        (self.looks_like_record)(bytes)
    }

    /// The records of a file that holds several; nothing where it holds one.
    #[must_use]
    pub fn records_of(&self, bytes: &[u8]) -> Vec<Part> {
        (self.records_of)(bytes)
    }

    /// The side with this name, with the only name that begins like this, or with this name in
    /// every game: see [`Side::called`].
    ///
    /// # Errors
    ///
    /// When there is none.
    pub fn side(&self, name: &str) -> Result<Side, Error> {
        side_of(self.name, self.sides, name)
    }
}

impl fmt::Debug for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Kind").field(&self.name).finish()
    }
}

/// Kinds of games, each with a name of its own, in alphabetical order.
#[derive(Clone, Debug, Default)]
pub struct Kinds(Vec<Kind>);

impl Kinds {
    /// The games that come along, as the features of this crate choose them.
    #[must_use]
    pub fn builtin() -> Kinds {
        Kinds(builtin())
    }

    /// These kinds, in any order.
    ///
    /// # Errors
    ///
    /// When two have one name.
    pub fn of(kinds: impl IntoIterator<Item = Kind>) -> Result<Kinds, Error> {
        let mut all = Kinds::default();
        kinds.into_iter().try_for_each(|kind| all.add(kind))?;
        Ok(all)
    }

    /// Adds a kind.
    ///
    /// # Errors
    ///
    /// When there is one of that name already.
    pub fn add(&mut self, kind: Kind) -> Result<(), Error> {
        match self.0.binary_search_by_key(&kind.name, |known| known.name) {
            Ok(_) => Err(Error::usage(format!(
                "there are two kinds of games named \"{}\"",
                kind.name
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
    /// When there is none; the text names the nearest.
    pub fn find(&self, name: &str) -> Result<&Kind, Error> {
        self.get(name).ok_or_else(|| {
            if LEFT_OUT.contains(&name) {
                return Error::usage(format!(
                    "the game {name} is not here: this program was built without the feature \"{name}\""
                ));
            }
            let message = format_args!("there is no game named \"{name}\"");
            Error::unknown(message, name, self.names())
        })
    }

    /// The game with this name under these rules (empty: the usual ones).
    ///
    /// # Errors
    ///
    /// When there is no such game, or it does not know the rules.
    pub fn open(&self, name: &str, rules: &str) -> Result<AnyGame, Error> {
        self.find(name)?.open(rules, &Hints::default())
    }

    /// Checks a certificate; it says itself about which game, under which rules.
    ///
    /// # Errors
    ///
    /// When it cannot be read, or is about a game that is not among these kinds; that it is
    /// damaged or wrong is a verdict.
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
            let message = format_args!("it is about the game {game:?}, which is not known here");
            Error::unknown(message, game, self.names()).into_kind(ErrorKind::Input)
        })
    }
}

/// The games of features that are off.
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
