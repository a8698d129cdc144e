//! A session: answers questions about one game and keeps what it learns.

mod proving;
mod searching;
mod setup;
mod stopper;
mod tables;

use std::fmt;
use std::io::Write;
use std::num::NonZeroUsize;
use std::sync::Arc;

use shomei_game::{Series, Tuning, error_text};
use shomei_search::Silent;
use shomei_search::registry::{self, Info, Settings};

use crate::algorithms;
use crate::any::{Aim, AnyGame, AnyPosition};
use crate::config::SearchConfig;
#[cfg(feature = "serde")]
use crate::data::AnswerData;
use crate::error::{Error, stop_text};
use crate::position_store::PositionStore;
use crate::questions::{self, Query, QueryResult};
use crate::sink::{SearchSink, Watching};
use crate::solving::{Solution, WrittenCertificate};

pub use stopper::Stopper;
use tables::AimTables;

/// Answers questions about one game.
///
/// A session owns its game and its tables. It can be sent to another thread, and
/// stopped from any thread. Later questions use the results of earlier ones, as far as the memory
/// reaches, so related questions take less work: the value of every move, a score, a line of play,
/// the consecutive positions of a game. These results change no answer; the node count of a
/// question depends on the questions before it.
///
/// Each aim (a side that must win, or a score that it must reach) has its own table, which begins
/// with 4 MiB and grows. When the aim changes, a table is kept only if it takes at most a quarter
/// of the memory; with less than 32 MiB no table is kept. A game can decide positions by its own
/// search, as Othello does with sixteen or fewer empty squares; these positions are not in the
/// table. Each thread caches them in 0.5 MiB for all aims, and in 1 to 8 MiB more for scores with 18
/// or more empty squares, until it serves another session.
///
/// ```
/// use std::time::Duration;
///
/// use shomei::{Kinds, Question, Session};
///
/// // Within ten seconds, with 256 MiB.
/// let game = Kinds::builtin().open("loa", "")?;
/// let root = game.position("...x....o.................oxx....o..ooo....ox................... x")?;
/// let mut session = Session::new(&game)?;
/// session.set_time(Some(Duration::from_secs(10))).set_memory(256 << 20);
/// let answered = session.ask(&root, Question::Value)?;
/// println!("{:?}, for example {}", answered.value(), answered.line.moves.join(" "));
/// # Ok::<(), shomei::Error>(())
/// ```
pub struct Session {
    /// The game as given.
    given_game: AnyGame,
    /// The game with the hints of the algorithm `auto`, if `auto` is selected.
    game: AnyGame,
    auto: Option<Tuning>,
    config: SearchConfig,
    given: Settings,
    threads: NonZeroUsize,
    tables: AimTables,
    /// Identifies the questions since the last [`Session::forget`].
    series: Series,
    store: Option<Arc<dyn PositionStore>>,
    stopper: Stopper,
    /// The hints of the game that differ from the defaults.
    marks: Vec<(String, String)>,
}

impl Session {
    /// A session with one thread, 64 MiB of memory, no limits, and the algorithm `auto`: the
    /// usually best algorithm, with the options of the game.
    ///
    /// # Errors
    ///
    /// The game has failed already.
    pub fn new(game: &AnyGame) -> Result<Session, Error> {
        let mut session = Session {
            given_game: game.clone(),
            game: game.clone(),
            auto: Some(game.tuning()),
            config: SearchConfig::new(registry::auto(), Settings::default()),
            given: Settings::default(),
            threads: NonZeroUsize::MIN,
            tables: AimTables::default(),
            series: Series::begin(),
            store: None,
            stopper: Stopper::default(),
            marks: Vec::new(),
        };
        session.check_game()?;
        session.set_up()?;
        Ok(session)
    }

    /// A session with exactly this configuration: the options of the game for the algorithm `auto`
    /// are not added.
    #[must_use]
    pub fn with_config(game: &AnyGame, config: SearchConfig) -> Session {
        let stop = config.limits.stop.clone();
        let mut given = config.options.clone();
        // The number of threads can be set again.
        given.remove(algorithms::THREADS);
        Session {
            given_game: game.clone(),
            game: game.clone(),
            auto: None,
            given,
            threads: config.threads(),
            config,
            tables: AimTables::default(),
            series: Series::begin(),
            store: None,
            stopper: stop.map(Stopper::from).unwrap_or_default(),
            marks: Vec::new(),
        }
    }

    /// The game.
    #[must_use]
    pub fn game(&self) -> &AnyGame {
        &self.game
    }

    /// A handle that stops this session. A later [`Session::set_limits`] with a stop flag replaces
    /// it: then call this method again.
    #[must_use]
    pub fn stopper(&self) -> Stopper {
        self.stopper.clone()
    }

    /// Forgets the results of earlier questions.
    pub fn forget(&mut self) {
        self.tables.clear();
        self.series = Series::begin();
    }

    /// Answers a query: a [`Question`](crate::Question), or more.
    ///
    /// # Errors
    ///
    /// The position is of another game or of other rules, the question makes no sense for it, the
    /// search cannot be opened, or the game fails: then this session refuses all further questions.
    pub fn ask(
        &mut self,
        position: &AnyPosition,
        query: impl Into<Query>,
    ) -> Result<QueryResult, Error> {
        self.ask_with(position, query, &mut Watching(&mut Silent))
    }

    /// Like [`Session::ask`], with a sink for the progress and the certificates of the searches.
    ///
    /// A search reports its [progress](shomei_search::Event::Progress) some thousand times a second:
    /// the sink must be fast. A closure must name the type of its argument:
    ///
    /// ```
    /// use shomei::{Event, Kinds, Question, Session, Watching};
    ///
    /// let game = Kinds::builtin().open("tree", "r = OR { Won }")?;
    /// let mut observer = |event: &Event<'_>| {
    ///     if let Event::Progress(progress) = event {
    ///         let (pn, dn) = (progress.bounds.pn(), progress.bounds.dn());
    ///         eprint!("\r{} nodes, pn {pn}, dn {dn} ", progress.counters.nodes());
    ///     }
    /// };
    /// let mut watching = Watching(&mut observer);
    /// Session::new(&game)?.ask_with(&game.start(), Question::MoverWins, &mut watching)?;
    /// # Ok::<(), shomei::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// The errors of [`Session::ask`] and of the sink.
    pub fn ask_with<S: SearchSink>(
        &mut self,
        position: &AnyPosition,
        query: impl Into<Query>,
        sink: &mut S,
    ) -> Result<QueryResult, Error> {
        let query = query.into();
        if query.question.needs_disproofs() {
            self.check_sound()?;
        }
        self.share_time(|session| {
            let position = session.place(position)?;
            let result = questions::ask(session, &position, &query, sink)?;
            session.check_game()?;
            Ok(result)
        })
    }

    /// Searches for the line of play of a query that [omits](crate::ExactLine::Omit) it: a line
    /// that keeps a score or a draw, which no single search has. A limit cuts the line.
    ///
    /// # Errors
    ///
    /// The errors of [`Session::ask`] and of the sink.
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

    /// Asks whether an attacker can force its aim. [`AnyPosition::attacker`] is the usual attacker.
    ///
    /// # Errors
    ///
    /// The errors of [`Session::ask`].
    pub fn solve(&mut self, position: &AnyPosition, aim: Aim) -> Result<Solution, Error> {
        questions::check_attacker(position, Some(aim.attacker))?;
        self.search_to_end(position, aim, None)
    }

    /// Answers a question and writes the certificate of the answer. If the session has answered the
    /// question before and kept its table, the search is not repeated. The call counts as a new
    /// question, with the same limits.
    ///
    /// A disproof has a certificate, too: the claim is in the [header](WrittenCertificate::header).
    /// Writes nothing before the whole certificate is found.
    ///
    /// # Errors
    ///
    /// The errors of [`Session::ask`]; a [limit](crate::ErrorKind::Limit) if the answer or the
    /// certificate is not found within the limits; a failure to write.
    pub fn certify(
        &mut self,
        position: &AnyPosition,
        aim: Aim,
        out: &mut dyn Write,
    ) -> Result<WrittenCertificate, Error> {
        questions::check_attacker(position, Some(aim.attacker))?;
        let solution = self.search_to_end(position, aim, Some(out))?;
        match solution.certificate {
            Some(written) => written,
            None => {
                let text = match solution.report.stopped_by {
                    None => error_text!("answer-unknown-error", "the answer is unknown"),
                    Some(stop) => {
                        let limit = stop_text(stop);
                        error_text!(
                            "answer-unknown-stopped",
                            "the answer is unknown, stopped by {limit}",
                            limit = limit
                        )
                    }
                };
                let about = error_text!("no-certificate", "no certificate");
                Err(Error::limit(text).context(about))
            }
        }
    }

    /// Converts a result of this session to data. The data names the algorithm, its options, the
    /// threads and the memory that the session has now, so call this before you change them.
    #[cfg(feature = "serde")]
    #[must_use]
    pub fn data(&self, result: &QueryResult) -> AnswerData {
        AnswerData::of(&self.game, &self.config, &self.marks, result)
    }

    /// The configuration of the searches.
    #[must_use]
    pub fn config(&self) -> &SearchConfig {
        &self.config
    }

    /// The position under the game of this session.
    pub(crate) fn place(&self, position: &AnyPosition) -> Result<AnyPosition, Error> {
        let game = position.game();
        if game.is_same(&self.game) {
            return Ok(position.clone());
        }
        if game.is_same(&self.given_game) || game.is_like(&self.game) {
            return Ok(self.game.position(&position.text())?);
        }
        let [theirs, own] = [game, &self.game].map(AnyGame::with_its_rules);
        Err(Error::usage(error_text!(
            "position-of-another-game",
            "the position is one of {theirs}, the session is about {own}",
            theirs = theirs,
            own = own
        )))
    }

    /// Refuses options with which a disproof can be wrong.
    pub(crate) fn check_sound(&self) -> Result<(), Error> {
        let sound = self.config.options.check_sound();
        sound.map_err(|error| Error::usage(error.text()))
    }

    /// Fails if the game has failed: results of a failed game can be wrong.
    pub(crate) fn check_game(&mut self) -> Result<(), Error> {
        match self.game.failure() {
            Some(failure) => {
                self.tables.clear();
                Err(failure)
            }
            None => Ok(()),
        }
    }
}

/// Refuses a configuration that cannot search for the shortest win. `asked` names the request.
///
/// # Errors
///
/// The algorithm is not df-pn, or several threads search.
pub fn check_shortest(algorithm: &Info, threads: NonZeroUsize, asked: &str) -> Result<(), Error> {
    if algorithm.name != "df-pn" {
        return Err(Error::usage(error_text!(
            "no-shortest-by-algorithm",
            "{asked}: {algorithm} cannot search for the shortest win; df-pn can",
            asked = asked,
            algorithm = algorithm
        )));
    }
    if threads > NonZeroUsize::MIN {
        return Err(Error::usage(error_text!(
            "shortest-with-one-thread",
            "threads {threads}: {asked} searches with one thread",
            threads = threads,
            asked = asked
        )));
    }
    Ok(())
}

impl fmt::Debug for Session {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Session")
            .field("game", &self.game)
            .field("config", &self.config)
            .field("threads", &self.threads)
            .field("tables", &self.tables.len())
            .finish_non_exhaustive()
    }
}
