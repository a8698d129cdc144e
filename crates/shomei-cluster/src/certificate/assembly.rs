//! Lets machines search the positions that a table lacks for a certificate.
//!
//! ```text
//! survey   walks through the certificate without searching; missing positions are holes
//! fill     sends each hole, with the moves to it, to a machine, which returns a strategy below it
//! correct  puts the strategy into the table, in place of entries that contradict it
//! ```
//!
//! This repeats until a survey finds no hole. A wrong entry of the table shows as a hole with the
//! contrary answer and is removed. The machine has followed a returned strategy to its ends, so
//! wrong entries of its table are not returned.

use std::collections::{HashMap, HashSet};

use shomei::extract::Hole;
use shomei::proof::Claim;
use shomei::{Aim, Answer, AnyPosition, Error, Task};
use shomei_parallel::correct;

use super::task::{CertificateTask, TaskQueue};
use crate::batch::{TaskResult, Work};
use crate::{MachineId, Question};

/// The counts of an [`Assembly`] so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Assembled {
    /// Surveys of the certificate.
    pub surveys: u64,
    /// The positions of the last survey.
    pub positions: u64,
    /// Holes sent to machines; a hole that is sent again counts again.
    #[serde(rename = "chores")]
    pub tasks: u64,
    /// Filled holes.
    pub filled: u64,
    /// Positions that machines returned for them.
    pub entries: u64,
    /// Positions below them that the checker can search itself, as machines have found.
    #[serde(default)]
    pub plain: u64,
    /// Entries removed because of a contradiction.
    pub evicted: u64,
    /// Nodes searched by machines.
    pub nodes: u64,
    /// Work of machines, in units of about one expansion.
    pub work: u64,
    /// Holes of the last survey. The coordinator searches those that remain at the end.
    pub holes: usize,
}

/// Lets machines fill the holes of a certificate.
#[derive(Debug)]
pub struct Assembly {
    position: AnyPosition,
    aim: Aim,
    task: Task,
    claim: Claim,
    queue: TaskQueue,
    /// The number of failed searches of each hole, by its key.
    tries: HashMap<u64, u32>,
    /// Positions proved by strategies. A disproof of such a position depends on its path.
    proved: HashSet<u64>,
    figures: Assembled,
    /// New entries and removed ones since the last survey began.
    fresh: u64,
    /// Filled holes, by their keys.
    filled: HashSet<u64>,
    /// The number of consecutive surveys without progress.
    in_vain: u32,
    is_over: bool,
}

/// The first limit of nodes for a hole. Each failed search multiplies it by four.
const NODES: u64 = 1 << 14;
/// The last limit is 2^36 nodes.
const MOST_TRIES: u32 = 12;
/// Determines the holes of a survey: one for this number of bytes of the table's memory. A survey
/// can take minutes, so there should be few surveys; a hole takes about ten bytes for each ply
/// above it.
const BYTES_OF_HOLE: usize = 1 << 11;
/// The limits of the number of holes at which a survey ends.
const HOLES: [usize; 2] = [1 << 12, 1 << 20];
/// The limit of surveys.
const MOST_SURVEYS: u64 = 1 << 8;
/// The limit of consecutive surveys in which most holes were already filled before. In a table that
/// is too small for a certificate, the entries of one hole replace those of another.
const MOST_IN_VAIN: u32 = 3;

impl Assembly {
    /// Prepares the certificate of this answer with these machines. The table of the task is from
    /// [`gather`](super::gather).
    ///
    /// # Errors
    ///
    /// If the aim is a score and the game has no scores.
    pub fn new(
        position: &AnyPosition,
        aim: Aim,
        task: &Task,
        answer: Answer,
        machines: impl IntoIterator<Item = (MachineId, u32)>,
    ) -> Result<Assembly, Error> {
        let question = Question::new(position, aim, &task.config.options)?;
        let claim = answer.claim();
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

    /// The counts so far.
    #[must_use]
    pub fn figures(&self) -> Assembled {
        self.figures
    }

    /// The claim of the certificate according to the results so far.
    #[must_use]
    pub fn claim(&self) -> Claim {
        self.claim
    }

    /// Queues a hole unless its tries are used up. Every second try uses an empty table, since the
    /// machine's table can be wrong.
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
        // Making the certificate reports the error.
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

    fn take(&mut self, work: Option<Work>, result: TaskResult) {
        let (Some(Work::Fill { hole, .. }), TaskResult::Filled(filled, mut known)) = (work, result)
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
            // The hole is the root, so this is the answer of the question.
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
