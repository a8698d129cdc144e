//! A session: one game that is asked again and again, with what was learnt kept.

mod kept;
mod proving;
mod searching;
mod setup;
mod stopper;

use std::fmt;
use std::io::Write;
use std::num::NonZeroUsize;
use std::sync::Arc;

use shomei_game::{Series, Side};
use shomei_search::registry::{Info, Settings};
use shomei_search::{Limits, Observer, Silent};

use crate::any::{Aim, AnyGame, AnyPosition};
use crate::config::SearchConfig;
#[cfg(feature = "serde")]
use crate::data::AnswerData;
use crate::error::Error;
use crate::questions::{self, Query, QueryResult, WinLength};
use crate::shelf::Shelf;
use crate::sink::{SearchSink, Watching};
use crate::solving::{Solution, WrittenCertificate};
use shomei_game::Tuning;

use kept::AimTables;
pub use stopper::Stopper;

/// One game that is asked again and again.
///
/// A session owns its game, its tables and its observer. It may go to another thread, and be
/// stopped from any. What one question has taught is kept for the next ones, as far as the
/// memory reaches, so that like questions take less work: the value of every move, a score, a
/// line of play, the positions of one game one after another. What is kept changes no answer;
/// how many nodes a question takes depends on those before it.
///
/// Each aim (a side that must win, or a score that it must reach) has a table of its own. While
/// another aim is asked about, tables stay that take a quarter of the memory or less, and a table
/// begins with 4 MiB: below 32 MiB nothing stays of the other side's questions. What a game
/// decides by a search of its own, such as Othello with sixteen empty squares, is not in such a
/// table; each thread keeps half a mebibyte of it for all aims, and 8 MiB more for scores from 18
/// empty squares on, as long as it serves no other session.
///
/// ```
/// use std::time::Duration;
///
/// use shomei::{Kinds, Question, Session};
///
/// // Within ten seconds, with 256 MiB.
/// let game = Kinds::builtin().open("loa", "")?;
/// let root = game.position("...x....o.................oxx....o..ooo....ox................... x")?;
/// let session = Session::new(&game)?;
/// let mut session = session.time(Duration::from_secs(10)).memory(256 << 20);
/// let answered = session.ask(&root, Question::Value)?;
/// println!("{:?}, for example {}", answered.value(), answered.line.moves.join(" "));
/// # Ok::<(), shomei::Error>(())
/// ```
pub struct Session {
    /// The game as it was given.
    given_game: AnyGame,
    /// The game with the hints of the algorithm `auto`, where that is chosen.
    game: AnyGame,
    auto: Option<Tuning>,
    config: SearchConfig,
    given: Settings,
    threads: NonZeroUsize,
    kept: AimTables,
    /// What the questions since the last [`Session::forget`] are.
    series: Series,
    shelf: Option<Arc<dyn Shelf>>,
    stopper: Stopper,
    /// What tells the hints of the game from the usual ones.
    marks: Vec<(String, String)>,
    observer: Box<dyn Observer + Send>,
}

impl Session {
    /// A session with one thread, 64 MiB of memory, no limits, and the algorithm `auto`: the
    /// one that is usually best, as the game wants it.
    ///
    /// # Errors
    ///
    /// When the game has failed already.
    pub fn new(game: &AnyGame) -> Result<Session, Error> {
        let mut session = Session {
            given_game: game.clone(),
            game: game.clone(),
            auto: Some(game.tuning()),
            config: SearchConfig::auto()?,
            given: Settings::default(),
            threads: NonZeroUsize::MIN,
            kept: AimTables::default(),
            series: Series::begin(),
            shelf: None,
            stopper: Stopper::default(),
            marks: Vec::new(),
            observer: Box::new(Silent),
        };
        session.look_at_game()?;
        session.set_up()?;
        Ok(session)
    }

    /// A session that searches as `config` says, for a caller that has decided everything: options
    /// that the game prefers for the algorithm `auto` are not added.
    #[must_use]
    pub fn with_config(game: &AnyGame, config: SearchConfig) -> Session {
        let stop = config.limits.stop.clone();
        Session {
            given_game: game.clone(),
            game: game.clone(),
            auto: None,
            given: config.options.clone(),
            threads: config.threads(),
            config,
            kept: AimTables::default(),
            series: Series::begin(),
            shelf: None,
            stopper: stop.map(Stopper::from).unwrap_or_default(),
            marks: Vec::new(),
            observer: Box::new(Silent),
        }
    }

    /// The game.
    #[must_use]
    pub fn game(&self) -> &AnyGame {
        &self.game
    }

    /// What stops this session. It stays valid as long as anybody holds it.
    #[must_use]
    pub fn stopper(&self) -> Stopper {
        self.stopper.clone()
    }

    /// Forgets what was learnt.
    pub fn forget(&mut self) {
        self.kept.clear();
        self.series = Series::begin();
    }

    /// Answers a query: a [`Question`](crate::Question), or more.
    ///
    /// # Errors
    ///
    /// When the position is of another game or of other rules, the question makes no sense for it,
    /// the search cannot be opened, or the game fails: then this session has no answer any more.
    pub fn ask(
        &mut self,
        position: &AnyPosition,
        query: impl Into<Query>,
    ) -> Result<QueryResult, Error> {
        self.ask_with(position, query, &mut Watching(&mut Silent))
    }

    /// The same, with a sink for the progress and the certificates of its searches.
    ///
    /// # Errors
    ///
    /// Those of [`Session::ask`], and of the sink.
    pub fn ask_with<S: SearchSink>(
        &mut self,
        position: &AnyPosition,
        query: impl Into<Query>,
        sink: &mut S,
    ) -> Result<QueryResult, Error> {
        let query = query.into();
        self.share_time(|session| {
            let position = session.place(position)?;
            let result = questions::ask(session, &position, &query, sink)?;
            session.look_at_game()?;
            Ok(result)
        })
    }

    /// Searches for a line of play that keeps the result of a query that [omits](crate::ExactLine::Omit)
    /// it: for a score or a draw, of which no single search has a line. A limit cuts the line.
    ///
    /// # Errors
    ///
    /// Those of [`Session::ask`], and of the sink.
    pub fn add_line<S: SearchSink>(
        &mut self,
        position: &AnyPosition,
        result: &mut QueryResult,
        sink: &mut S,
    ) -> Result<(), Error> {
        self.share_time(|session| {
            let position = session.place(position)?;
            questions::add_line(session, &position, result, sink)
        })
    }

    /// Starts the clock: all searches of one query share the time.
    pub(crate) fn share_time<T>(
        &mut self,
        answer: impl FnOnce(&mut Session) -> Result<T, Error>,
    ) -> Result<T, Error> {
        let limits = self.config.limits.clone();
        self.config.limits = limits.started();
        let answered = answer(self);
        self.config.limits = limits;
        answered
    }

    /// Asks whether an attacker can force what it has to reach.
    ///
    /// # Errors
    ///
    /// Those of [`Session::ask`].
    pub fn solve(&mut self, position: &AnyPosition, aim: Aim) -> Result<Solution, Error> {
        self.search(position, aim, WinLength::Any, &mut Silent, None)
    }

    /// Asks in how few plies `attacker` can force a win, and for a line of exactly these.
    /// Needs df-pn with one thread.
    ///
    /// # Errors
    ///
    /// Those of [`Session::ask`]; when another algorithm or several threads are set.
    pub fn shortest(&mut self, position: &AnyPosition, attacker: Side) -> Result<Solution, Error> {
        let aim = Aim::win(attacker);
        self.search(position, aim, WinLength::Shortest, &mut Silent, None)
    }

    /// Answers a question and writes the certificate of the answer. Where the session has
    /// answered it before and kept its table, the search is not done again. It counts as a
    /// question of its own, with the same limits.
    ///
    /// Nothing is written before all of the certificate is found.
    ///
    /// # Errors
    ///
    /// Those of [`Session::ask`]; a [limit](crate::ErrorKind::Limit) where there is no answer
    /// or no certificate within the limits; when nothing can be written.
    pub fn certify(
        &mut self,
        position: &AnyPosition,
        aim: Aim,
        out: &mut dyn Write,
    ) -> Result<WrittenCertificate, Error> {
        let solution = self.search(position, aim, WinLength::Any, &mut Silent, Some(out))?;
        match solution.certificate {
            Some(Ok(certificate)) => Ok(certificate),
            Some(Err(error)) => Err(error.into()),
            None => {
                let why = solution.report.stopped_by;
                let why = why.map_or(String::new(), |stop| format!(", stopped by {stop}"));
                Err(Error::limit(format!(
                    "no certificate: the answer is unknown{why}"
                )))
            }
        }
    }

    /// A result of this session as data.
    #[cfg(feature = "serde")]
    #[must_use]
    pub fn data(&self, result: &QueryResult) -> AnswerData {
        AnswerData::of(&self.game, &self.config, &self.marks, result)
    }

    /// How each question is searched.
    #[must_use]
    pub fn config(&self) -> &SearchConfig {
        &self.config
    }

    /// Sets the limits of each question, all of them: what is not named has none. Whoever
    /// wants several questions to share a time gives [`Limits::started`]. The session can
    /// still be stopped; a stop flag among them takes the place of the [`Stopper`].
    pub fn set_limits(&mut self, limits: Limits) {
        if let Some(stop) = &limits.stop {
            self.stopper = Stopper::from(Arc::clone(stop));
        }
        self.config.limits = limits;
    }

    /// The position in the game of this session.
    pub(crate) fn place(&self, position: &AnyPosition) -> Result<AnyPosition, Error> {
        let game = position.game();
        if game.is_same(&self.game) {
            return Ok(position.clone());
        }
        if game.is_same(&self.given_game) || game.is_like(&self.game) {
            return Ok(self.game.position(&position.text())?);
        }
        let [theirs, own] = [game, &self.game].map(AnyGame::with_its_rules);
        let message = format!("the position is one of {theirs}, the session is about {own}");
        Err(Error::usage(message))
    }

    /// An error once the game has failed: whatever was learnt from it may be wrong.
    pub(crate) fn look_at_game(&mut self) -> Result<(), Error> {
        match self.game.failure() {
            Some(failure) => {
                self.kept.clear();
                Err(failure)
            }
            None => Ok(()),
        }
    }
}

/// Refuses what cannot search for the shortest win. `asked` is what asks for it.
///
/// # Errors
///
/// When the algorithm is not df-pn, or several threads are to search.
pub fn check_shortest(algorithm: &Info, threads: NonZeroUsize, asked: &str) -> Result<(), Error> {
    if algorithm.name != "df-pn" {
        let message = format!("{asked}: {algorithm} cannot search for the shortest win; df-pn can");
        return Err(Error::usage(message));
    }
    if threads > NonZeroUsize::MIN {
        let message = format!("threads {threads}: {asked} searches with one thread");
        return Err(Error::usage(message));
    }
    Ok(())
}

impl fmt::Debug for Session {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Session")
            .field("game", &self.game)
            .field("config", &self.config)
            .field("threads", &self.threads)
            .field("kept", &self.kept.len())
            .finish_non_exhaustive()
    }
}
