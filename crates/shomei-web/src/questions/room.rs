//! The list of questions, and the limits that they share.

use std::collections::VecDeque;
use std::sync::{Arc, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use shomei::Error;
use web_time::Instant;

use super::bench::Bench;
use super::{Live, Questions, Refused, Share};
use crate::options::Limits;

/// The number of answered questions that are kept for late requests.
pub(super) const KEPT: usize = 32;

/// A question to which no page listens can be stopped for a new one after this time. A browser with
/// a free stream listens within milliseconds.
const WITHOUT_LISTENER: Duration = Duration::from_secs(2);

/// The maximum time that a new question waits until the stopped ones have ended: a search stops
/// within milliseconds.
const WAIT: Duration = Duration::from_secs(1);

/// The interval at which it tests whether they have ended.
const LOOK: Duration = Duration::from_millis(5);

#[derive(Debug, Default)]
pub(super) struct QuestionList {
    next: u64,
    /// The questions with their own sessions. The newest is the last.
    kept: VecDeque<Arc<Live>>,
    /// The workbenches, with their questions. The one that was used last is the last.
    benches: Vec<Bench>,
    /// Whether the server ends, so that no question begins.
    is_over: bool,
}

/// A part of the limits.
#[derive(Clone, Copy, Debug, Default)]
struct Room {
    questions: usize,
    threads: usize,
    memory: usize,
}

impl Room {
    fn of(share: Share) -> Room {
        Room {
            questions: 1,
            threads: share.threads.get(),
            memory: share.memory,
        }
    }

    fn of_bench(bench: &Bench) -> Room {
        match bench.is_busy() {
            true => Room::of(bench.share()),
            false => Room {
                memory: bench.share().memory,
                ..Room::default()
            },
        }
    }

    fn and(self, other: Room) -> Room {
        Room {
            questions: self.questions + other.questions,
            threads: self.threads + other.threads,
            memory: self.memory + other.memory,
        }
    }

    fn fits(self, limits: &Limits) -> bool {
        self.questions <= limits.questions
            && self.threads <= limits.threads
            && self.memory <= limits.memory
    }
}

impl QuestionList {
    pub(super) fn next_id(&mut self) -> u64 {
        self.next += 1;
        self.next - 1
    }

    /// Adds a question with its own session, and drops the oldest answered ones above the maximum.
    pub(super) fn keep(&mut self, live: Arc<Live>) {
        self.kept.push_back(live);
        while self.kept.len() > KEPT {
            let Some(oldest) = self.kept.iter().position(|live| live.is_ended()) else {
                return;
            };
            self.kept.remove(oldest);
        }
    }

    pub(super) fn get(&self, id: u64) -> Option<Arc<Live>> {
        let at_benches = self.benches.iter().flat_map(Bench::questions);
        let mut all = self.kept.iter().chain(at_benches);
        all.find(|live| live.id() == id).cloned()
    }

    pub(super) fn end(&mut self) {
        self.is_over = true;
        self.kept.iter().for_each(|live| live.stop());
        self.benches.iter_mut().for_each(Bench::close);
    }

    pub(super) fn are_running(&self) -> bool {
        let are_busy = self.benches.iter().any(Bench::is_busy);
        are_busy || self.kept.iter().any(|live| !live.is_ended())
    }

    /// The open workbench with this name, or a new one.
    pub(super) fn bench(&mut self, name: &str, share: Share) -> Result<&mut Bench, Error> {
        let known = self.benches.iter().position(|bench| bench.is_open_as(name));
        let bench = match known {
            Some(at) => self.benches.remove(at),
            None => Bench::open(name, share)?,
        };
        self.benches.push(bench);
        let last = self.benches.len() - 1;
        Ok(&mut self.benches[last])
    }

    /// The room that all questions and workbenches take, except for the questions that are `gone`
    /// and idle workbenches.
    fn taken(&self, gone: impl Fn(&Live) -> bool, benches: impl Fn(&Bench) -> bool) -> Room {
        let running = self.kept.iter().filter(|live| !gone(live));
        let running = running.map(|live| Room::of(live.share()));
        let benches = self.benches.iter().filter(|bench| benches(bench));
        let all = running.chain(benches.map(Room::of_bench));
        all.fold(Room::default(), Room::and)
    }

    /// Stops questions without a listener and closes idle workbenches, oldest first, until there is
    /// this room, provided that this is sufficient. Returns whether there will be room.
    fn make_room(&mut self, wanted: Room, except: Option<&str>, limits: &Limits) -> bool {
        let is_stopped = |live: &Live| live.is_ended() || live.is_stopped();
        let has_no_listener = |live: &Live| live.is_without_listener_for(WITHOUT_LISTENER);
        let stays =
            |bench: &Bench| bench.is_busy() || except.is_some_and(|name| bench.is_open_as(name));
        let fits = |room: Room| room.and(wanted).fits(limits);
        let least = self.taken(|live| is_stopped(live) || has_no_listener(live), stays);
        if !fits(least) {
            return false;
        }
        for at in 0..self.benches.len() {
            if fits(self.taken(is_stopped, Bench::is_open)) {
                break;
            }
            if !stays(&self.benches[at]) {
                self.benches[at].close();
            }
        }
        for live in self.kept.iter().filter(|live| has_no_listener(live)) {
            if fits(self.taken(is_stopped, Bench::is_open)) {
                break;
            }
            live.stop();
        }
        true
    }
}

impl Questions {
    /// The locked list of questions, after there is room for another one.
    pub(super) fn list_with_room(
        &self,
        share: Share,
    ) -> Result<MutexGuard<'_, QuestionList>, Refused> {
        self.wait_for(|_| Some(Room::of(share)), None)
    }

    /// The locked list of questions, after there is room for a question at this workbench.
    pub(super) fn list_with_bench(
        &self,
        name: &str,
        share: Share,
    ) -> Result<MutexGuard<'_, QuestionList>, Refused> {
        let wanted = |list: &QuestionList| {
            let mut known = list.benches.iter();
            match known.find(|bench| bench.is_open_as(name)) {
                // Its questions take turns, so they need no more room than one.
                Some(bench) if bench.is_busy() => None,
                Some(_) => Some(Room {
                    memory: 0,
                    ..Room::of(share)
                }),
                None => Some(Room::of(share)),
            }
        };
        self.wait_for(wanted, Some(name))
    }

    /// The locked list, after there is the wanted room in it; `None` needs none. The workbench
    /// `except` is not closed for it.
    fn wait_for(
        &self,
        wanted: impl Fn(&QuestionList) -> Option<Room>,
        except: Option<&str>,
    ) -> Result<MutexGuard<'_, QuestionList>, Refused> {
        let began = Instant::now();
        loop {
            let mut list = self.list();
            list.benches.retain(|bench| !bench.is_ended());
            let Some(room) = wanted(&list).filter(|_| !list.is_over) else {
                return match list.is_over {
                    true => Err(Refused::Busy),
                    false => Ok(list),
                };
            };
            let taken = list.taken(Live::is_ended, |_| true);
            if taken.and(room).fits(&self.limits) {
                return Ok(list);
            }
            if !list.make_room(room, except, &self.limits) || began.elapsed() > WAIT {
                return Err(Refused::Busy);
            }
            drop(list);
            thread::sleep(LOOK);
        }
    }

    pub(super) fn list(&self) -> MutexGuard<'_, QuestionList> {
        self.list.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
