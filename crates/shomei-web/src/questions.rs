//! Questions within the limits of the server.
//!
//! Each question has its own search thread and session, so no search results are kept after the
//! answer. All running questions share the threads and the memory of [`Limits`]; a question that
//! needs more than is left is refused.
//!
//! A search is stopped by a request, by its time limit, when its last listener disconnects, and by
//! a new question that needs its resources if no page has listened to the search.

mod live;
mod searching;

use std::collections::VecDeque;
use std::num::NonZeroUsize;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use serde::Deserialize;
use serde_json::Value;
use shomei::composers::{CompositionQuery, OtherSolutionsQuery};
use shomei::{AnyPosition, Error, Kinds, Question, Session, Side, WinLength};

use crate::boards::unless_failed;
use crate::opened::Opened;
use crate::options::Limits;
use crate::texts::ServerMessage;

pub(crate) use live::{Listener, Live, QuestionAnswer};
use searching::Searching;

/// The number of answered questions that are kept for late requests.
const KEPT: usize = 32;

/// The default memory of a question, unless the limit is lower.
const MEMORY: usize = 256 << 20;

/// A question to which no page listens can be stopped for a new one after this time. A browser with
/// a free stream listens within milliseconds.
const WITHOUT_LISTENER: Duration = Duration::from_secs(2);

/// The maximum time that a new question waits until the stopped ones have ended: a search stops
/// within milliseconds.
const WAIT: Duration = Duration::from_secs(1);

/// The interval at which it tests whether they have ended.
const LOOK: Duration = Duration::from_millis(5);

/// The minimum memory of a question.
const LEAST_MEMORY: usize = 1 << 20;

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
    /// The maximum time of the search. [`Questions::share`] reads the numbers, so that an error
    /// contains the name of the field.
    #[serde(default)]
    pub(crate) seconds: Option<Value>,
    /// The number of search threads.
    #[serde(default)]
    pub(crate) threads: Option<Value>,
    /// The memory of the search, in bytes.
    #[serde(default)]
    pub(crate) memory: Option<Value>,
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

#[derive(Debug, Default)]
struct QuestionList {
    next: u64,
    /// The newest is the last.
    kept: VecDeque<Arc<Live>>,
    /// Whether the server ends, so that no question begins.
    is_over: bool,
}

/// The resources of one question.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Share {
    pub(crate) threads: NonZeroUsize,
    pub(crate) memory: usize,
    pub(crate) time: Duration,
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
        let share = self.share(asked)?;
        let game = self
            .kinds
            .find(&asked.game)?
            .open(&asked.rules, &shomei::Hints::default())?;
        let position = game.position(&asked.position).map_err(Error::from);
        let position = unless_failed(&game, position)?;
        let request = meant(asked, &position)?;
        let session = session(&position, share)?;
        let mut list = self.list_with_room(share)?;
        let id = list.next;
        list.next += 1;
        let live = Arc::new(Live::new(id, share, session.stopper()));
        let searching = Searching::new(session, Arc::clone(&live));
        let opened = Arc::clone(&self.opened);
        let work = move || searching.run(position, &request, &opened);
        let builder = thread::Builder::new().name("question".to_string());
        builder.spawn(work).map_err(Error::run)?;
        list.kept.push_back(live);
        forget_old(&mut list.kept);
        Ok(id)
    }

    /// The question with this number.
    pub(crate) fn get(&self, id: u64) -> Option<Arc<Live>> {
        let list = self.list();
        list.kept.iter().find(|live| live.id() == id).cloned()
    }

    /// Stops all questions, and refuses later ones.
    pub(crate) fn end(&self) {
        let mut list = self.list();
        list.is_over = true;
        list.kept.iter().for_each(|live| live.stop());
    }

    /// Whether a question has not ended.
    pub(crate) fn are_running(&self) -> bool {
        self.list().kept.iter().any(|live| !live.is_ended())
    }

    /// The resources of a question, if the server allows them for one question.
    fn share(&self, asked: &QuestionRequest) -> Result<Share, Error> {
        let Limits {
            threads,
            memory,
            time,
            ..
        } = self.limits;
        let one_thread = matches!(asked.ask, Ask::Shortest | Ask::Others);
        let wanted = whole("threads", &asked.threads, 1)?.and_then(NonZeroUsize::new);
        let wanted = wanted.filter(|_| !one_thread).unwrap_or(NonZeroUsize::MIN);
        if wanted.get() > threads {
            return Err(ServerMessage::MostThreads(threads).usage());
        }
        let room = whole("memory", &asked.memory, LEAST_MEMORY)?.unwrap_or(MEMORY.min(memory));
        if room > memory {
            return Err(ServerMessage::MostMemory(memory >> 20).usage());
        }
        let most = time.as_secs_f64();
        let seconds = match &asked.seconds {
            None => most,
            Some(given) => {
                let seconds = given.as_f64().filter(|seconds| *seconds > 0.0);
                seconds.ok_or_else(|| bad_field("seconds", given))?
            }
        };
        if seconds > most {
            return Err(ServerMessage::MostSeconds(most.to_string()).usage());
        }
        Ok(Share {
            threads: wanted,
            memory: room,
            time: Duration::from_secs_f64(seconds),
        })
    }

    /// The locked list of questions, after there is room for another one.
    fn list_with_room(&self, share: Share) -> Result<MutexGuard<'_, QuestionList>, Refused> {
        let began = Instant::now();
        loop {
            let list = self.list();
            if !list.is_over && self.has_room(&list, share, Live::is_ended) {
                return Ok(list);
            }
            if list.is_over || !self.make_room(&list, share) || began.elapsed() > WAIT {
                return Err(Refused::Busy);
            }
            drop(list);
            thread::sleep(LOOK);
        }
    }

    /// Stops questions without a listener, oldest first, until there is room, provided that this is
    /// sufficient. Returns whether there will be room.
    fn make_room(&self, list: &QuestionList, share: Share) -> bool {
        let is_stopped = |live: &Live| live.is_ended() || live.is_stopped();
        let has_no_listener = |live: &Live| live.is_without_listener_for(WITHOUT_LISTENER);
        if !self.has_room(list, share, |live| {
            is_stopped(live) || has_no_listener(live)
        }) {
            return false;
        }
        for live in list.kept.iter().filter(|live| has_no_listener(live)) {
            if self.has_room(list, share, is_stopped) {
                break;
            }
            live.stop();
        }
        true
    }

    /// Whether the limits leave room for this share in addition to the questions that are not
    /// `gone`.
    fn has_room(&self, list: &QuestionList, share: Share, gone: impl Fn(&Live) -> bool) -> bool {
        let running = || list.kept.iter().filter(|live| !gone(live));
        let threads: usize = running().map(|live| live.share().threads.get()).sum();
        let memory: usize = running().map(|live| live.share().memory).sum();
        running().count() < self.limits.questions
            && threads + share.threads.get() <= self.limits.threads
            && memory + share.memory <= self.limits.memory
    }

    fn list(&self) -> MutexGuard<'_, QuestionList> {
        self.list.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// An optional whole number of a question, with this minimum.
fn whole(field: &'static str, given: &Option<Value>, least: usize) -> Result<Option<usize>, Error> {
    let Some(given) = given else {
        return Ok(None);
    };
    let number = given
        .as_u64()
        .and_then(|number| usize::try_from(number).ok());
    match number.filter(|number| *number >= least) {
        Some(number) => Ok(Some(number)),
        None => Err(bad_field(field, given)),
    }
}

fn bad_field(field: &'static str, given: &Value) -> Error {
    let found = given.to_string();
    ServerMessage::BadField { field, found }.usage()
}

/// Drops the oldest answered questions above the maximum.
fn forget_old(kept: &mut VecDeque<Arc<Live>>) {
    while kept.len() > KEPT {
        let Some(oldest) = kept.iter().position(|live| live.is_ended()) else {
            return;
        };
        kept.remove(oldest);
    }
}

/// The request to a session.
#[derive(Clone, Debug)]
enum Request {
    Query(Question),
    /// A problem, with its attacker.
    Problem(Option<Side>, CompositionQuery),
}

/// Converts a question into a request to a session.
fn meant(asked: &QuestionRequest, position: &AnyPosition) -> Result<Request, Error> {
    let side = asked.side.as_deref().filter(|side| !side.is_empty());
    let side = side.map(|side| position.game().side(side)).transpose()?;
    let query = match asked.ask {
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
    };
    Ok(query)
}

fn session(position: &AnyPosition, share: Share) -> Result<Session, Error> {
    Session::new(position.game())?
        .memory(share.memory)
        .threads(share.threads)
}

#[cfg(test)]
mod tests;
