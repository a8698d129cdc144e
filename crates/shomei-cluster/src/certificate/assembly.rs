//! What a table lacks for a certificate, searched by machines.
//!
//! ```text
//! survey   the certificate is walked through without searching; what is missing are holes
//! fill     each is a task: the line of moves to it; a strategy below it comes back
//! correct  that goes into the table, in place of what the table says to the contrary
//! ```
//!
//! This goes on until a survey finds no hole: an entry of the table that is wrong shows as a
//! hole whose answer is the contrary, and is forgotten. What comes back has been followed to its
//! ends on the machine, so a wrong entry of its table does not come along.

use std::collections::{HashMap, HashSet};

use shomei::extract::Hole;
use shomei::proof::Claim;
use shomei::solving::claim_of;
use shomei::{Aim, Answer, AnyPosition, Error, Task};
use shomei_parallel::correct;

use super::task::{CertificateTask, TaskQueue};
use crate::batch::{TaskResult, Work};
use crate::{MachineId, Question};

/// What an [`Assembly`] has done so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Assembled {
    /// How often the certificate was walked through.
    pub surveys: u64,
    /// The positions of the last walk.
    pub positions: u64,
    /// Holes that were given to machines, each time they were.
    #[serde(rename = "chores")]
    pub tasks: u64,
    /// Holes that were filled.
    pub filled: u64,
    /// Positions that came back for them.
    pub entries: u64,
    /// Positions below them that are left to the checker, as machines have found.
    #[serde(default)]
    pub plain: u64,
    /// Entries that others contradicted, and that were forgotten.
    pub evicted: u64,
    /// Nodes that machines have searched.
    pub nodes: u64,
    /// The same as work, in units of about one expansion.
    pub work: u64,
    /// Holes of the last walk. What is left in the end is searched where the certificate is made.
    pub holes: usize,
}

/// Has the holes of a certificate filled by machines.
#[derive(Debug)]
pub struct Assembly {
    position: AnyPosition,
    aim: Aim,
    task: Task,
    claim: Claim,
    queue: TaskQueue,
    /// How often each hole was searched in vain, by its key.
    tries: HashMap<u64, u32>,
    /// What strategies have proved: a disproof of these rests on a position that is none.
    proved: HashSet<u64>,
    figures: Assembled,
    /// What the last walk has brought, until the next one.
    fresh: u64,
    /// Holes that were filled, by their keys.
    filled: HashSet<u64>,
    /// How many walks in a row have found nothing new.
    in_vain: u32,
    is_over: bool,
}

/// The nodes for a hole at first; four times as many each time that they are not enough.
const NODES: u64 = 1 << 14;
/// With 2^36 nodes, machines have done what they can.
const MOST_TRIES: u32 = 12;
/// The bytes of the table's memory for each hole of a walk. A walk may take minutes, so there should
/// be few; and a hole takes some ten bytes for each ply above it.
const BYTES_OF_HOLE: usize = 1 << 11;
/// The fewest and the most holes at which a walk ends.
const HOLES: [usize; 2] = [1 << 12, 1 << 20];
/// The most walks.
const MOST_SURVEYS: u64 = 1 << 8;
/// In this many walks in a row most holes may be such as were filled before. Where a table is too small
/// for all that a certificate needs, what fills one hole takes the place of what filled another.
const MOST_IN_VAIN: u32 = 3;

impl Assembly {
    /// For the certificate of this answer, from the table of a task that was
    /// [gathered](super::gather), by these machines.
    ///
    /// # Errors
    ///
    /// When the game has no scores and one is aimed at.
    pub fn new(
        position: &AnyPosition,
        aim: Aim,
        task: &Task,
        answer: Answer,
        machines: impl IntoIterator<Item = (MachineId, u32)>,
    ) -> Result<Assembly, Error> {
        let question = Question::new(position, aim, &task.config.options)?;
        let claim = claim_of(answer);
        Ok(Assembly {
            position: position.clone(),
            aim,
            task: task.clone(),
            claim: claim.unwrap_or(Claim::Proved),
            queue: TaskQueue::new(question, 1, machines),
            tries: HashMap::new(),
            proved: HashSet::new(),
            figures: Assembled::default(),
            fresh: 0,
            filled: HashSet::new(),
            in_vain: 0,
            is_over: claim.is_none() || task.start.table.is_none(),
        })
    }

    /// What was done so far.
    #[must_use]
    pub fn figures(&self) -> Assembled {
        self.figures
    }

    /// What the certificate will claim, as far as is known.
    #[must_use]
    pub fn claim(&self) -> Claim {
        self.claim
    }

    /// Has a hole filled, unless it was tried often enough. Every second try is apart from what
    /// the machine's table contains, which may be wrong.
    fn order(&mut self, hole: Hole) {
        let tries = self.tries.get(&hole.key).copied().unwrap_or(0);
        if tries < MOST_TRIES {
            self.figures.tasks += 1;
            self.queue.add(Work::Fill {
                hole,
                nodes: NODES << (2 * tries),
                apart: tries % 2 == 1,
                leads_back: self.claim == Claim::Disproved,
            });
        }
    }
}

impl CertificateTask for Assembly {
    fn queue(&mut self) -> &mut TaskQueue {
        &mut self.queue
    }

    fn is_over(&self) -> bool {
        self.is_over
    }

    fn go_on(&mut self) -> Result<(), Error> {
        let first = self.figures.surveys == 0;
        let is_useless = !first && self.fresh == 0;
        if is_useless || self.figures.surveys >= MOST_SURVEYS {
            self.is_over = true;
            return Ok(());
        }
        let [fewest, most] = HOLES;
        let holes = (self.task.config.memory / BYTES_OF_HOLE).clamp(fewest, most);
        let survey = self
            .position
            .survey(self.aim, &self.task, self.claim, holes)?;
        // The error shows when the certificate is made.
        let Ok(survey) = survey else {
            self.is_over = true;
            return Ok(());
        };
        self.claim = survey.claim;
        self.fresh = survey.evicted;
        let figures = &mut self.figures;
        figures.surveys += 1;
        figures.positions = survey.positions;
        figures.evicted += survey.evicted;
        figures.holes = survey.holes.len();
        if survey.holes.is_empty() {
            self.is_over = survey.evicted == 0;
            return Ok(());
        }
        let again = survey.holes.iter();
        let again = again.filter(|hole| self.filled.contains(&hole.key)).count();
        self.in_vain = match 2 * again < survey.holes.len() {
            true => 0,
            false => self.in_vain + 1,
        };
        if self.in_vain > MOST_IN_VAIN {
            self.is_over = true;
            return Ok(());
        }
        for hole in survey.holes {
            self.order(hole);
        }
        self.is_over = self.queue.is_idle();
        Ok(())
    }

    fn take(&mut self, work: Work, result: TaskResult) {
        let (Work::Fill { hole, .. }, TaskResult::Filled(filled, mut known)) = (work, result)
        else {
            return;
        };
        self.figures.nodes += filled.nodes;
        self.figures.work += filled.work;
        let Some(is_proved) = filled.is_proved else {
            *self.tries.entry(hole.key).or_default() += 1;
            self.order(hole);
            return;
        };
        let claim = match is_proved {
            true => Claim::Proved,
            false => Claim::Disproved,
        };
        if hole.places.is_empty() {
            // The question itself was asked again: this is the answer.
            self.claim = claim;
        }
        known.retain(|known| {
            if known.is_proved() {
                self.proved.insert(known.key);
            }
            known.is_solved() && (known.is_proved() || !self.proved.contains(&known.key))
        });
        self.filled.insert(hole.key);
        self.figures.filled += 1;
        self.figures.entries += known.len() as u64;
        self.fresh += known.len() as u64;
        if let Some(table) = &self.task.start.table {
            correct(table, &known);
        }
        if let Some(cache) = &self.task.start.cache {
            cache.learn(claim, &filled.plain);
            self.figures.plain += filled.plain.len() as u64;
        }
    }
}
