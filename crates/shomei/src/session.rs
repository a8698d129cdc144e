//! A session: one game that is asked again and again, with what was learnt kept.

mod kept;
mod proving;
mod setup;
mod stopper;

use std::fmt;
use std::io::Write;
use std::num::NonZeroUsize;
use std::sync::Arc;

use shomei_game::{Series, Side};
use shomei_search::registry::{AUTO, Info, Settings};
use shomei_search::table::Table;
use shomei_search::{Limits, Observer, Silent};

use crate::algorithms;
use crate::any::{Aim, AnyGame, AnyPosition};
use crate::auto::Auto;
#[cfg(feature = "serde")]
use crate::data::{AnswerData, Circumstances};
use crate::error::Error;
use crate::questions::{self, Answered, Keep, Out, Question, add_line};
use crate::shelf::{Shelf, Shelved};
use crate::solving::{Solution, Task, Wanted, WrittenCertificate};

use kept::{AimTables, Beginning};
use proving::Both;
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
/// println!("{:?}, for example {}", answered.value(), answered.line.join(" "));
/// # Ok::<(), shomei::Error>(())
/// ```
pub struct Session {
    /// The game as it was given.
    given_game: AnyGame,
    /// The game with the hints of the algorithm `auto`, where that is chosen.
    game: AnyGame,
    auto: Option<Auto>,
    task: Task,
    given: Settings,
    threads: NonZeroUsize,
    wanted: Wanted,
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
            auto: Some(game.auto()),
            task: Task::new(algorithms::find(AUTO)?, Settings::default()),
            given: Settings::default(),
            threads: NonZeroUsize::MIN,
            wanted: Wanted::default(),
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

    /// A session that does what `task` says, for a caller that has made out everything.
    #[must_use]
    pub fn of_task(game: &AnyGame, task: Task, threads: NonZeroUsize) -> Session {
        let stop = task.limits.stop.clone();
        Session {
            given_game: game.clone(),
            game: game.clone(),
            auto: None,
            given: task.settings.clone(),
            wanted: task.wanted,
            threads,
            task,
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

    /// Answers a question.
    ///
    /// # Errors
    ///
    /// When the position is of another game or of other rules, nobody can have meant to ask,
    /// the search cannot be opened, or the game fails: then this session has no answer any
    /// more.
    pub fn ask(&mut self, position: &AnyPosition, question: Question) -> Result<Answered, Error> {
        let position = self.place(position)?;
        let limits = self.task.limits.clone();
        // All that is asked for one answer shares the time.
        self.task.limits = limits.started();
        let wanted = self.wanted;
        let told = questions::ask(self, &position, question, &wanted, Keep::Answer);
        let answered = told.and_then(|told| {
            let mut answered = told.answered;
            add_line(self, &position, &mut answered)?;
            Ok(answered)
        });
        self.task.limits = limits;
        self.look_at_game()?;
        answered
    }

    /// Asks whether an attacker can force what it has to reach.
    ///
    /// # Errors
    ///
    /// Those of [`Session::ask`].
    pub fn solve(&mut self, position: &AnyPosition, aim: Aim) -> Result<Solution, Error> {
        self.solve_with(position, aim, &mut Silent, None)
    }

    /// Asks in how few plies `attacker` can force a win, and for a line of exactly these.
    /// Needs df-pn with one thread.
    ///
    /// # Errors
    ///
    /// Those of [`Session::ask`]; when another algorithm or several threads are set.
    pub fn shortest(&mut self, position: &AnyPosition, attacker: Side) -> Result<Solution, Error> {
        self.shortest_with(position, attacker, &mut Silent, None)
    }

    /// Asks for the shortest win, with somebody else to watch and a place for the
    /// certificate: see [`Session::shortest`]. What was learnt is forgotten, since all of the
    /// memory is needed.
    ///
    /// # Errors
    ///
    /// Those of [`Session::ask`].
    pub fn shortest_with(
        &mut self,
        position: &AnyPosition,
        attacker: Side,
        watcher: &mut dyn Observer,
        out: Out<'_>,
    ) -> Result<Solution, Error> {
        let position = self.place(position)?;
        check_shortest(self.task.algorithm, self.threads, "shortest")?;
        self.look_at_game()?;
        self.kept.clear();
        let task = self.task_for(Aim::win(attacker));
        let mut both = Both(&mut *self.observer, watcher);
        position.solve_shortest(attacker, &task, &mut both, out)
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
        let solution = self.solve_with(position, aim, &mut Silent, Some(out))?;
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

    /// An answer of this session as data.
    #[cfg(feature = "serde")]
    #[must_use]
    pub fn data(&self, answered: &Answered) -> AnswerData {
        let circumstances = Circumstances {
            game: &self.game,
            task: &self.task,
            hints: &self.marks,
            threads: self.threads.get(),
        };
        AnswerData::of(circumstances, answered)
    }

    /// How each question is searched.
    #[must_use]
    pub fn task(&self) -> &Task {
        &self.task
    }

    /// Sets the limits of each question, all of them: what is not named has none. Whoever
    /// wants several questions to share a time gives [`Limits::started`]. The session can
    /// still be stopped; a stop flag among them takes the place of the [`Stopper`].
    pub fn set_limits(&mut self, limits: Limits) {
        if let Some(stop) = &limits.stop {
            self.stopper = Stopper::from(Arc::clone(stop));
        }
        self.task.limits = limits;
    }

    /// Asks one question on what is kept, with somebody else to watch and a place for the
    /// certificate.
    ///
    /// # Errors
    ///
    /// Those of [`Session::ask`].
    pub fn solve_with(
        &mut self,
        position: &AnyPosition,
        aim: Aim,
        watcher: &mut dyn Observer,
        out: Out<'_>,
    ) -> Result<Solution, Error> {
        if self.wanted.asks_length() && aim.least.is_none() {
            return self.shortest_with(position, aim.attacker, watcher, out);
        }
        let position = self.place(position)?;
        self.look_at_game()?;
        let task = self.task_for(aim);
        let mut both = Both(&mut *self.observer, watcher);
        let solved = position.solve(aim, &task, &mut both, out);
        self.look_at_game()?;
        let mut solution = solved?;
        // A table with a disproof that did not close teaches nothing.
        let table = solution.table.take().filter(|_| !solution.corrected);
        self.learn(aim, table);
        Ok(solution)
    }

    /// The task of one question, with the table to go on from, and the memory that others
    /// leave.
    fn task_for(&mut self, aim: Aim) -> Task {
        let Beginning { table, memory } = self.kept.begin(aim, self.task.memory);
        Task {
            memory,
            table,
            limits: Limits {
                stop: Some(self.stopper.flag()),
                ..self.task.limits.started()
            },
            wanted: self.wanted,
            series: Some(self.series.clone()),
            shelf: self.shelf.clone().map(|shelf| Shelved::new(shelf, aim)),
            ..self.task.clone()
        }
    }

    /// Keeps what a question has taught, if the algorithm can go on from it.
    fn learn(&mut self, aim: Aim, table: Option<Arc<Table>>) {
        if let Some(table) = table.filter(|_| self.task.keeps_tables()) {
            self.kept.keep(aim, table);
        }
    }

    /// The position in the game of this session.
    fn place(&self, position: &AnyPosition) -> Result<AnyPosition, Error> {
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
    fn look_at_game(&mut self) -> Result<(), Error> {
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
            .field("task", &self.task)
            .field("threads", &self.threads)
            .field("kept", &self.kept.len())
            .finish_non_exhaustive()
    }
}
