//! Questions within the limits of the server.
//!
//! Each question has its own search thread and session, so no search results are kept after the
//! answer. All running questions share the threads and the memory of [`Limits`]; a question that
//! needs more than is left is refused.
//!
//! The composing view asks at a workbench, whose questions share one session; see [`bench`].
//!
//! A search is stopped by a request, by its time limit, when its last listener disconnects, and by
//! a new question that needs its resources if no page has listened to the search.

mod bench;
mod live;
mod room;
mod searching;
mod share;

use std::sync::{Arc, Mutex};
use std::thread;

use serde::Deserialize;
use serde_json::Value;
use shomei::composers::{Change, CompositionQuery, OtherSolutionsQuery};
use shomei::game::error_text;
use shomei::{AnyPosition, Error, Kinds, Question, Session, Side, Stopper, WinLength};

use crate::opened::Opened;
use crate::options::Limits;

use bench::{BenchWork, Job};
#[cfg(feature = "server")]
pub(crate) use live::Listener;
pub(crate) use live::Live;
use room::QuestionList;
use searching::Searching;
pub(crate) use share::Share;

/// The maximum length of the name of a workbench.
const LONGEST_NAME: usize = 64;

/// A question in a request. An unknown field is refused, because it may be a limit.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct QuestionRequest {
    /// The name of the game.
    pub(crate) game: String,
    /// The rules; empty for the default rules.
    #[serde(default)]
    pub(crate) rules: String,
    /// The position, in any notation of the game.
    pub(crate) position: String,
    /// The kind of the question.
    pub(crate) ask: Ask,
    /// The side that must win; the default is the side to move.
    #[serde(default)]
    pub(crate) side: Option<String>,
    /// The maximum time of the search. [`Share::of`] reads the numbers, so that an error
    /// contains the name of the field.
    #[serde(default)]
    pub(crate) seconds: Option<Value>,
    /// The number of search threads.
    #[serde(default)]
    pub(crate) threads: Option<Value>,
    /// The memory of the search, in bytes.
    #[serde(default)]
    pub(crate) memory: Option<Value>,
    /// The workbench for the questions of composers: a name that the page selects.
    #[serde(default)]
    pub(crate) bench: String,
    /// The changes that make variants, by their names.
    #[serde(default)]
    pub(crate) changes: Vec<String>,
}

impl QuestionRequest {
    /// Reads a question in JSON.
    pub(crate) fn read(bytes: &[u8]) -> Result<QuestionRequest, Error> {
        let read = serde_json::from_slice(bytes);
        read.map_err(|error| {
            let text = error_text!("bad-question", "the question: {reason}", reason = error);
            Error::usage(text)
        })
    }
}

/// The kinds of questions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Ask {
    /// Can a side force a win?
    Win,
    /// Win, draw or loss?
    Value,
    /// The value of every move.
    Moves,
    /// The score.
    Score,
    /// In how few plies can a side win?
    Shortest,
    /// The shortest win, and whether other moves win, too.
    Others,
    /// The verdict on a problem, at a workbench.
    Judge,
    /// The verdicts on the variants of a problem, at a workbench.
    Vary,
}

impl Ask {
    fn is_at_bench(self) -> bool {
        matches!(self, Ask::Judge | Ask::Vary)
    }

    fn has_one_thread(self) -> bool {
        self.is_at_bench() || matches!(self, Ask::Shortest | Ask::Others)
    }
}

/// The reason why a question is refused.
#[derive(Debug)]
pub(crate) enum Refused {
    /// The limits of concurrent searches are reached.
    Busy,
    /// The question is invalid or exceeds the limits for one question.
    Error(Error),
}

impl From<Error> for Refused {
    fn from(error: Error) -> Refused {
        Refused::Error(error)
    }
}

/// The questions of a server.
#[derive(Debug)]
pub(crate) struct Questions {
    kinds: Arc<Kinds>,
    limits: Limits,
    opened: Arc<Opened>,
    list: Mutex<QuestionList>,
}

impl Questions {
    pub(crate) fn new(kinds: Arc<Kinds>, limits: Limits, opened: Arc<Opened>) -> Questions {
        Questions {
            kinds,
            limits,
            opened,
            list: Mutex::default(),
        }
    }

    /// Starts a search. Returns the number of the question.
    pub(crate) fn ask(&self, asked: &QuestionRequest) -> Result<u64, Refused> {
        let share = Share::of(asked, self.limits)?;
        let position = self.position(asked)?;
        let request = match meant(asked, &position)? {
            QuestionWork::Search(request) => request,
            QuestionWork::Bench(work) => {
                return self.ask_at_bench(&asked.bench, share, position, work);
            }
        };
        let session = session(&position, share)?;
        let mut list = self.list_with_room(share)?;
        let id = list.next_id();
        let live = Arc::new(Live::new(id, share, session.stopper()));
        let searching = Searching::new(session, Arc::clone(&live));
        let opened = Arc::clone(&self.opened);
        let work = move || searching.run(position, &request, &opened);
        let builder = thread::Builder::new().name("question".to_string());
        builder.spawn(work).map_err(Error::run)?;
        list.keep(live);
        Ok(id)
    }

    /// Answers a question in this thread. `watch` is called during the search.
    ///
    /// # Errors
    ///
    /// When the question is invalid or exceeds the limits for one question.
    pub(crate) fn answer_here(
        &self,
        asked: &QuestionRequest,
        watch: impl Fn(&Live) + Send + Sync + 'static,
    ) -> Result<Arc<Live>, Error> {
        let share = Share::of(asked, self.limits)?;
        let position = self.position(asked)?;
        let live = |stopper| Arc::new(Live::new(0, share, stopper).watched(watch));
        match meant(asked, &position)? {
            QuestionWork::Search(request) => {
                let session = session(&position, share)?;
                let live = live(session.stopper());
                let searching = Searching::new(session, Arc::clone(&live));
                searching.run(position, &request, &self.opened);
                Ok(live)
            }
            QuestionWork::Bench(work) => {
                let live = live(Stopper::default());
                bench::answer_here(Job::new(position, work, Arc::clone(&live)), share.memory);
                Ok(live)
            }
        }
    }

    /// The position of a question.
    fn position(&self, asked: &QuestionRequest) -> Result<AnyPosition, Error> {
        let game = self
            .kinds
            .find(&asked.game)?
            .open(&asked.rules, &shomei::Hints::default())?;
        let position = game.position(&asked.position).map_err(Error::from);
        game.unless_failed(position)
    }

    /// Begins work at the workbench with this name, which is opened if there is none.
    fn ask_at_bench(
        &self,
        name: &str,
        share: Share,
        position: AnyPosition,
        work: BenchWork,
    ) -> Result<u64, Refused> {
        let mut list = self.list_with_bench(name, share)?;
        let id = list.next_id();
        let live = Arc::new(Live::new(id, share, Stopper::default()));
        let mut job = Job::new(position, work, live);
        // A workbench that was idle for long closes itself, even now.
        while let Err(refused) = list.bench(name, share)?.take(job) {
            drop(list);
            job = refused;
            list = self.list_with_bench(name, share)?;
        }
        Ok(id)
    }

    /// The question with this number.
    pub(crate) fn get(&self, id: u64) -> Option<Arc<Live>> {
        self.list().get(id)
    }

    /// Stops all questions, and refuses later ones.
    pub(crate) fn end(&self) {
        self.list().end();
    }

    /// Whether a question has not ended.
    pub(crate) fn are_running(&self) -> bool {
        self.list().are_running()
    }
}

/// The request to a session.
#[derive(Clone, Debug)]
enum Request {
    Query(Question),
    /// A problem, with its attacker.
    Problem(Option<Side>, CompositionQuery),
}

/// What a question needs.
enum QuestionWork {
    /// A session of its own.
    Search(Request),
    /// A workbench.
    Bench(BenchWork),
}

/// Converts a question into its work.
fn meant(asked: &QuestionRequest, position: &AnyPosition) -> Result<QuestionWork, Error> {
    let side = asked.side.as_deref().filter(|side| !side.is_empty());
    let side = side.map(|side| position.game().side(side)).transpose()?;
    let request = match asked.ask {
        Ask::Win => Request::Query(side.map_or(Question::MoverWins, Question::Win)),
        Ask::Value => Request::Query(Question::Value),
        Ask::Moves => Request::Query(side.map_or(Question::Moves, Question::MovesFor)),
        Ask::Score => Request::Query(Question::Score),
        Ask::Shortest => Request::Problem(
            side,
            CompositionQuery {
                length: WinLength::Shortest,
                counted: true,
                ..CompositionQuery::default()
            },
        ),
        Ask::Others => Request::Problem(
            side,
            CompositionQuery {
                others: Some(OtherSolutionsQuery {
                    variations: Some(2),
                    ..OtherSolutionsQuery::default()
                }),
                ..CompositionQuery::default()
            },
        ),
        Ask::Judge | Ask::Vary => return Ok(QuestionWork::Bench(bench_work(asked)?)),
    };
    Ok(QuestionWork::Search(request))
}

/// The work of a question at a workbench.
fn bench_work(asked: &QuestionRequest) -> Result<BenchWork, Error> {
    if asked.bench.is_empty() || asked.bench.len() > LONGEST_NAME {
        return Err(Error::usage(error_text!(
            "bad-field-bench",
            "bench: expected a name of 1 to {most} bytes",
            most = LONGEST_NAME
        )));
    }
    if asked.ask == Ask::Judge {
        return Ok(BenchWork::Judge);
    }
    let change = |name: &String| {
        let found = Change::ALL.into_iter().find(|change| change.name() == name);
        found.ok_or_else(|| {
            let text = error_text!(
                "bad-field-changes",
                "changes: there is no \"{name}\"",
                name = name
            );
            Error::unknown(text, name, Change::ALL.map(Change::name))
        })
    };
    let changes = asked.changes.iter().map(change).collect::<Result<_, _>>()?;
    Ok(BenchWork::Vary(changes))
}

fn session(position: &AnyPosition, share: Share) -> Result<Session, Error> {
    let mut session = Session::new(position.game())?;
    session
        .set_memory(share.memory)
        .set_threads(share.threads)?;
    Ok(session)
}

#[cfg(test)]
mod tests;
