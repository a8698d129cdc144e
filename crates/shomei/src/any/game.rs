//! A game without its type.

use std::fmt;
use std::io::Read;
use std::marker::PhantomData;
use std::sync::Arc;

use shomei_extract::shortest::Shortest;
use shomei_game::{
    Game, Goal, Key, KnownScore, Lang, NotationError, Outcome, Records, ScoreRange, Scored, Side,
    Simple, Texts, Tuning,
};
use shomei_proof::{CheckLimits, Header, HeaderError, Reader};
use shomei_search::Knowledge;

use super::record::{self, Recorded, TextRecord};
use super::sides::side_of;
use super::{AnyGame, AnyPosition, Origin, TypedGame};
use crate::checking::{self, Verdict};
use crate::config::SearchConfig;
use crate::error::Error;
use crate::kinds::{Check, Hints};

erased!(
    AnyGame,
    Places,
    impl<G: Game + Scored + 'static, R: Records<G> + 'static> ErasedGame for Opened<G, R> {
        /// The name of the game, as in certificates.
        pub fn name(&self) -> String {
            self.0.name().to_string()
        }

        /// The names of the two sides in lower case, first side first.
        pub fn sides(&self) -> [String; 2] {
            self.0.sides().map(String::from)
        }

        /// The rules as the game prints them; a game can be opened with this text.
        pub fn rules(&self) -> String {
            self.0.rules()
        }

        /// A hash of the keys and texts of the game's first positions. It differs between versions
        /// of a game whose position keys differ: positions stored under the keys of another version
        /// are useless.
        pub fn keys(&self) -> Key {
            let game = self.0.with_goal(Goal::win(Side::First));
            let start = game.start();
            let mut moves = Vec::new();
            if !game.is_over(&start) {
                game.moves(&start, &mut moves);
            }
            let next = moves.iter().map(|&mv| game.play(&start, mv));
            std::iter::once(start.clone())
                .chain(next)
                .fold(Key(0), |keys, position| {
                    let check = Knowledge::check_of(&game.format_position(&position));
                    keys.mix(game.key(&position)).mix(Key(check))
                })
        }

        /// The reason why searches are slower on this machine than on others, if there is one.
        pub fn why_slow(&self) -> Option<String> {
            self.0.why_slow()
        }

        /// Whether problems of the game are composed and judged like tsume-shogi problems.
        pub fn is_composed(&self) -> bool {
            self.0.composing_rules().is_some()
        }

        /// The scores that a game can end with; `None` for a game without scores.
        pub fn range(&self) -> Option<ScoreRange> {
            self.0.range()
        }

        /// The smallest difference between the plies of two wins of a position.
        pub fn length_step(&self) -> u16 {
            Shortest::<G>::STEP
        }

        /// Whether the algorithm accepts its options.
        ///
        /// # Errors
        ///
        /// A value that the algorithm does not accept is an error; its text names the option.
        pub fn try_out(&self, config: &SearchConfig) -> Result<(), Error> {
            let opened = config.open_trial(&*self.0);
            opened.map(drop).map_err(|error| config.cannot_open(error))
        }

        /// The error of a game that has failed: see [`Fault`](shomei_game::Fault).
        pub fn failure(&self) -> Option<Error> {
            Error::of_fault(self.0.fault())
        }

        /// Reads the scores of moves that follow a position in its text.
        ///
        /// # Errors
        ///
        /// A text that cannot be read is an error with its column.
        pub fn known_scores(&self, text: &str) -> Result<Vec<KnownScore>, NotationError> {
            self.0.known_scores(text)
        }

        /// The end of a game by the rules, with this score for a side.
        pub fn outcome_of(&self, score: i32, side: Side) -> Outcome {
            self.0.outcome_of(score, side)
        }

        /// Writes a record of a problem in which `attacker` has to win as a file of this form.
        ///
        /// # Errors
        ///
        /// An unknown form, an illegal position and an illegal move are errors.
        pub fn write_record(
            &self,
            attacker: Side,
            record: &TextRecord,
            form: &str,
        ) -> Result<Vec<u8>, NotationError> {
            record::write::<G, R>(&self.0.with_goal(Goal::win(attacker)), record, form)
        }

        /// The name in a language of a thing in a problem, such as the pieces that the attacker has
        /// left; the text itself in English and in games without such names.
        #[must_use]
        pub fn thing_name(&self, text: &str, lang: Lang) -> String {
            R::thing_name(text, lang).unwrap_or_else(|| text.to_string())
        }

        /// Checks a certificate that is open already.
        pub(crate) fn check_opened(
            &self,
            reader: Reader<Box<dyn Read + '_>>,
            limits: &CheckLimits,
        ) -> Result<Verdict, Error> {
            checking::check_with(&*self.0, reader, limits)
        }
    }
);

/// Methods that are not those of [`AnyGame`]: most results keep a reference to the erased game.
pub(super) trait Places: Recorded + Send + Sync {
    fn hinted(&self, hints: &str) -> Result<Arc<dyn ErasedGame>, NotationError>;
    fn start(&self, home: &AnyGame) -> AnyPosition;
    fn position(&self, home: &AnyGame, text: &str) -> Result<AnyPosition, NotationError>;
    fn question(&self, home: &AnyGame, header: &Header)
    -> Result<(AnyPosition, Side), HeaderError>;
}

impl AnyGame {
    /// A game of a known type. The goal does not matter: each question has its own.
    pub fn of<G: Game + Scored + 'static>(game: G) -> AnyGame {
        TypedGame::new(game).into_any()
    }

    /// A game of a known type whose records `R` reads and writes.
    pub fn with_records<G: Game + Scored + 'static, R: Records<G> + 'static>(game: G) -> AnyGame {
        TypedGame::with_records::<R>(game).into_any()
    }

    /// A game for which there are only rules and texts.
    pub fn of_rules<R: Texts + 'static>(rules: R) -> AnyGame {
        AnyGame::of(Simple::new(rules, Goal::win(Side::First)))
    }

    /// A game opened by a [`Kind`](crate::Kind) with this check, with these hints.
    pub(crate) fn of_kind(self, tuning: Tuning, hints: &Hints, check: Arc<Check>) -> AnyGame {
        let origin = Origin {
            tuning,
            hints: Arc::from(hints.text.as_str()),
            weights: Arc::from(hints.checksum_of_weights().unwrap_or_default()),
            kind_check: Some(check),
        };
        AnyGame(self.0, origin)
    }

    /// Sets the options and hints that the algorithm `auto` adds for this game.
    #[must_use]
    pub fn with_tuning(self, tuning: Tuning) -> AnyGame {
        AnyGame(self.0, Origin { tuning, ..self.1 })
    }

    /// The options and hints that the algorithm `auto` adds for this game.
    #[must_use]
    pub fn tuning(&self) -> Tuning {
        self.1.tuning
    }

    /// The hints of the game and the checksum of its weights, by name; only those that are set.
    pub(crate) fn marks(&self) -> impl Iterator<Item = (&'static str, &str)> {
        let marks = [("hints", &*self.1.hints), ("weights", &*self.1.weights)];
        marks.into_iter().filter(|(_, text)| !text.is_empty())
    }

    /// The game with the hints of the algorithm `auto`, followed by the hints that the user set.
    pub(crate) fn for_auto(&self) -> Result<AnyGame, NotationError> {
        let mut game = Arc::clone(&self.0);
        for hints in [self.1.tuning.hints, &*self.1.hints] {
            if !hints.is_empty() {
                game = game.hinted(hints)?;
            }
        }
        Ok(AnyGame(game, self.1.clone()))
    }

    /// The usual starting position.
    #[must_use]
    pub fn start(&self) -> AnyPosition {
        self.0.start(self)
    }

    /// Reads a position in any of the game's forms.
    ///
    /// # Errors
    ///
    /// An unreadable text is an error with its line and column, its square or the number of its
    /// move.
    pub fn position(&self, text: &str) -> Result<AnyPosition, NotationError> {
        self.0.position(self, text)
    }

    /// Finds a side by its name, by an unambiguous prefix of its name, or by the name that it has
    /// in every game: see [`Side::called`].
    ///
    /// # Errors
    ///
    /// There is no such side.
    pub fn side(&self, name: &str) -> Result<Side, Error> {
        let sides = self.sides();
        side_of(&self.name(), [&sides[0], &sides[1]], name)
    }

    /// The name of a side, in lower case.
    #[must_use]
    pub fn side_name(&self, side: Side) -> String {
        let [first, second] = self.sides();
        match side {
            Side::First => first,
            Side::Second => second,
        }
    }

    /// The question of a certificate about this game: its root under its goal, and the attacker.
    ///
    /// # Errors
    ///
    /// A certificate about another game or other rules, or a text that the game would write
    /// differently.
    pub(crate) fn question(&self, header: &Header) -> Result<(AnyPosition, Side), HeaderError> {
        self.0.question(self, header)
    }

    /// Checks a certificate about this game. The [`Kind`](crate::Kind) of the game, if there is one,
    /// opens the rules of the certificate, which can name a score that they count to.
    pub(crate) fn check_by_kind(
        &self,
        reader: Reader<Box<dyn Read + '_>>,
        limits: &CheckLimits,
    ) -> Result<Verdict, Error> {
        match &self.1.kind_check {
            Some(check) => check(reader, limits),
            None => self.check_opened(reader, limits),
        }
    }

    /// The name, and the rules if there are any, for messages.
    pub(crate) fn with_its_rules(&self) -> String {
        match self.rules() {
            rules if rules.is_empty() => self.name(),
            rules => format!("{} ({rules})", self.name()),
        }
    }

    /// Whether both share one value: then each accepts the positions of the other.
    pub(crate) fn is_same(&self, other: &AnyGame) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }

    /// Whether this is the same game under the same rules. Two values that were made at run time
    /// are the same game only if one is a clone of the other.
    #[must_use]
    pub fn is_like(&self, other: &AnyGame) -> bool {
        let are_of_kind = self.1.kind_check.is_some() && other.1.kind_check.is_some();
        let texts = |game: &AnyGame| (game.name(), game.rules());
        self.is_same(other) || are_of_kind && texts(self) == texts(other)
    }
}

impl fmt::Debug for AnyGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut tuple = f.debug_tuple("AnyGame");
        tuple.field(&self.name()).field(&self.rules()).finish()
    }
}

/// A game of a known type, whose records `R` reads and writes.
pub(super) struct Opened<G, R>(pub(super) Arc<G>, PhantomData<fn() -> R>);

impl<G, R> Opened<G, R> {
    pub(super) fn of(game: Arc<G>) -> Opened<G, R> {
        Opened(game, PhantomData)
    }
}

/// Wraps a position. Where the rules depend on the goal, the attacker is the side to move, or its
/// opponent if only the opponent can win.
pub(super) fn place<G: Game + Scored + 'static>(
    game: &Arc<G>,
    home: &AnyGame,
    position: G::Position,
) -> AnyPosition {
    let game = Arc::clone(game);
    if !game.rules_depend_on_goal() {
        return AnyPosition::of(home, game, position);
    }
    let mover = game.to_move(&position);
    let goals = [mover, mover.opponent()].map(|side| game.with_goal(Goal::win(side)));
    let is_meant = |game: &G| game.check_goal(&position).is_ok();
    let game = goals.into_iter().find(is_meant).map_or(game, Arc::new);
    AnyPosition::of(home, game, position)
}

impl<G: Game + Scored + 'static, R: Records<G> + 'static> Places for Opened<G, R> {
    fn hinted(&self, hints: &str) -> Result<Arc<dyn ErasedGame>, NotationError> {
        let game = self.0.with_hints(hints)?;
        Ok(Arc::new(Opened::<G, R>::of(Arc::new(game))))
    }

    fn start(&self, home: &AnyGame) -> AnyPosition {
        place(&self.0, home, self.0.start())
    }

    fn position(&self, home: &AnyGame, text: &str) -> Result<AnyPosition, NotationError> {
        Ok(place(&self.0, home, self.0.parse_position(text)?))
    }

    fn question(
        &self,
        home: &AnyGame,
        header: &Header,
    ) -> Result<(AnyPosition, Side), HeaderError> {
        let (game, root) = header.open_with(&*self.0)?;
        let attacker = game.goal().attacker;
        Ok((AnyPosition::of(home, Arc::new(game), root), attacker))
    }
}
