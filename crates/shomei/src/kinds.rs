//! The kinds of games by name: the built-in ones and those of the user.

mod hints;

use std::fmt;
use std::io::Read;
use std::sync::Arc;

use shomei_extract::shortest::Shortest;
use shomei_game::corpus::Fact;
use shomei_game::sgf::Part;
use shomei_game::{
    Game, Kind as GameKind, NoRecords, Records, ScoreRange, Scored, Side, Tuning, error_text,
};
use shomei_proof::{CheckLimits, Header, Reader};

use crate::any::{AnyGame, side_of};
use crate::checking::{self, Verdict};
use crate::error::{Error, ErrorKind};

pub use hints::{Hints, Weights, open_as};
use hints::{other_rules, with_hints};

/// Opens a game under these rules with these hints.
type Open = dyn Fn(&str, &Hints) -> Result<AnyGame, Error> + Send + Sync;

/// Checks a certificate about a game, under the rules of its header.
pub(crate) type Check =
    dyn Fn(Reader<Box<dyn Read + '_>>, &CheckLimits) -> Result<Verdict, Error> + Send + Sync;

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
    open: Arc<Open>,
    check: Arc<Check>,
    looks_like_record: fn(&[u8]) -> bool,
    records_of: fn(&[u8]) -> Vec<Part>,
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
            open: Arc::new(|rules, hints| {
                Ok(AnyGame::with_records::<G, R>(open_as::<G>(rules, hints)?))
            }),
            check: Arc::new(|reader, limits| checking::check::<G>(reader, limits)),
            looks_like_record: R::looks_like_record,
            records_of: R::records_of,
        }
    }

    /// The kind of a game that is made at run time, such as a game in another language. `make`
    /// makes it, each time with the same name, sides and rules. Every opened game and every check
    /// has a game of its own, so the [failure](shomei_game::Fault) of one does not affect others.
    #[must_use]
    pub fn at_run_time<G: Game + Scored + 'static>(
        name: &'static str,
        sides: [&'static str; 2],
        make: impl Fn() -> Result<G, Error> + Send + Sync + 'static,
    ) -> Kind {
        let make = Arc::new(make);
        let making = Arc::clone(&make);
        Kind {
            name,
            summary: "",
            sides,
            rules_help: "",
            rule_sets: &[],
            position_help: "",
            hints_help: "",
            record_forms: <NoRecords as Records<G>>::FORMS,
            diagram_forms: <NoRecords as Records<G>>::DIAGRAM_FORMS,
            facts: &[],
            range: None,
            remaining: G::REMAINING,
            tuning: Tuning::USUAL,
            length_step: Shortest::<G>::STEP,
            open: Arc::new(move |rules, hints| {
                let game = with_hints(make()?, hints)?;
                match rules.is_empty() || rules == game.rules() {
                    true => Ok(AnyGame::of(game)),
                    false => Err(other_rules(&game)),
                }
            }),
            check: Arc::new(move |reader, limits| checking::check_with(&making()?, reader, limits)),
            looks_like_record: <NoRecords as Records<G>>::looks_like_record,
            records_of: <NoRecords as Records<G>>::records_of,
        }
    }

    /// Opens the game under these rules (empty: the usual ones), with these hints.
    ///
    /// # Errors
    ///
    /// The game does not know the rules, the hints or the weights.
    pub fn open(&self, rules: &str, hints: &Hints) -> Result<AnyGame, Error> {
        let (game, check) = ((self.open)(rules, hints)?, Arc::clone(&self.check));
        Ok(game.of_kind(self.tuning, hints, check))
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
    pub(crate) fn check(
        &self,
        reader: Reader<Box<dyn Read + '_>>,
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

    /// The facts that a line of a corpus can state about a position of any of these games, in
    /// addition to those of every game.
    #[must_use]
    pub fn facts(&self) -> Vec<Fact> {
        self.0.iter().flat_map(|kind| kind.facts).copied().collect()
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
        self.get(name).ok_or_else(|| self.unknown(name))
    }

    /// The error for a name that is none of these kinds; its text gives the nearest name.
    #[must_use]
    pub fn unknown(&self, name: &str) -> Error {
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

#[cfg(all(test, feature = "loa", feature = "tree"))]
mod tests {
    use super::*;
    use shomei_game::TreeGame;

    #[test]
    fn a_game_made_at_run_time_is_opened_and_checked_under_its_rules() {
        const RULES: &str = "r = OR { a }  a = AND { Won }";
        let make = || TreeGame::parse(RULES).map_err(Error::from);
        let kind = Kind::at_run_time(TreeGame::NAME, TreeGame::SIDES, make);
        let game = kind.open("", &Hints::default()).unwrap();
        assert_eq!(kind.usual_rules(), game.rules());
        assert!(kind.open(&game.rules(), &Hints::default()).is_ok());
        let error = kind.open("r = OR { Won }", &Hints::default()).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Usage);
        let expected = format!("rules: tree has only the rules \"{}\"", game.rules());
        assert_eq!(error.to_string(), expected);
        let mut proof = Vec::new();
        let aim = crate::Aim::win(game.start().to_move());
        let mut session = crate::Session::new(&game).unwrap();
        session.certify(&game.start(), aim, &mut proof).unwrap();
        let kinds = Kinds::of([kind]).unwrap();
        let limits = CheckLimits::default();
        assert!(kinds.check(&proof[..], &limits).unwrap().is_accepted());
    }

    #[test]
    fn a_game_that_cannot_be_made_is_an_error_of_every_request() {
        let make = || Err::<TreeGame, _>(Error::run("no such process"));
        let kind = Kind::at_run_time("remote", ["first", "second"], make);
        let error = kind.open("", &Hints::default()).unwrap_err();
        assert_eq!(
            (error.kind(), error.to_string().as_str()),
            (ErrorKind::Run, "no such process")
        );
    }

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
