//! Searches jobs: df-pn with a table of its own, or one that the threads of a machine share.

use std::collections::HashMap;
use std::fmt;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use shomei_game::{Game, Key, Role};

use super::settings::open_one_of;
use super::tree::threshold;
use super::{Done, JobOrder, NodeUpdate, Opened, OpenedChild, TreeUpdate};
use crate::account::Account;
use crate::registry::{OpenError, Settings};
use crate::rule::Pair;
use crate::search::df_pn::{self, DfPn, DfPnOptions, Suspended};
use crate::search::outcome::Outcome;
use crate::search::{Search, evaluate};
use crate::table::Table;
use crate::threads::do_job;
use crate::upper::{Job, LeafLine, TreeChild};
use crate::{Knowledge, Limits, SolvedSink, Stop};

/// Further bits of a position, beside its key.
type Check<P> = dyn Fn(&P) -> u64 + Send + Sync;

/// A game does not list the same moves of a position again.
struct OtherMoves;

/// Knowledge that a job reports.
#[derive(Debug, Default)]
struct JobKnowledge {
    solved: HashMap<u64, Knowledge>,
    unsolved: HashMap<u64, Knowledge>,
}

/// Does jobs, one after another. See [the module text](super).
pub struct Runner<'g, G: Game> {
    game: &'g G,
    root: G::Position,
    search: DfPn<'g, G>,
    check: Arc<Check<G::Position>>,
    found: Arc<Mutex<JobKnowledge>>,
    reports: (u64, u64),
    limits: Limits,
}

impl<'g, G: Game> Runner<'g, G>
where
    G::Position: 'static,
{
    /// One of several searchers at `table`, for jobs below `root`.
    ///
    /// `check` gives further bits of a position, beside its key, so that many machines in a long
    /// time do not take one for another; all of them must give the same.
    ///
    /// # Errors
    ///
    /// When the settings are none of df-pn, or ones with which disproofs can be wrong.
    pub fn new(
        game: &'g G,
        root: G::Position,
        settings: &Settings,
        (table, searchers): (Arc<Table>, usize),
        check: impl Fn(&G::Position) -> u64 + Send + Sync + 'static,
    ) -> Result<Runner<'g, G>, OpenError> {
        settings.check_names(&df_pn::INFO)?;
        settings.check_sound()?;
        table.let_grow();
        let mut search = open_one_of(game, settings, table, searchers)?;
        search.watch_jobs();
        Ok(Runner {
            game,
            root,
            search,
            check: Arc::new(check),
            found: Arc::default(),
            reports: (u64::MAX, u64::MAX),
            limits: Limits::default(),
        })
    }

    /// The game.
    #[must_use]
    pub fn game(&self) -> &'g G {
        self.game
    }

    /// The table.
    #[must_use]
    pub fn table(&self) -> &Arc<Table> {
        self.search.table()
    }

    /// How the search asks again for what its table has lost.
    #[must_use]
    pub fn options_for_holes(&self) -> DfPnOptions {
        self.search.options_for_holes()
    }

    /// The limits of everything that this runner does.
    #[must_use]
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// Stops a job when this flag is set. What it has done until then comes back.
    pub fn stop_on(&mut self, stop: &Arc<AtomicBool>) {
        self.limits.stop = Some(Arc::clone(stop));
    }

    /// Does a job. Its result, and the knowledge that it reports: what is solved first.
    pub fn run(&mut self, order: &JobOrder) -> (Done, Vec<Knowledge>) {
        let line = (&order.places[..], &order.above[..], order.key);
        let position = match self.leaf(line) {
            Ok(position) => position,
            Err(why) => return (Done::failed(order.lease, why), Vec::new()),
        };
        let leaf = Knowledge::untouched((order.key, 0));
        if let Some(bounds) = evaluate::solved(self.game.status(&position)) {
            let mut done = Done::failed(order.lease, "");
            done.failed = None;
            done.leaf = leaf.after(&Outcome::plain(bounds));
            return (done, Vec::new());
        }
        self.report_from((order.reports_solved, order.reports_unsolved));
        let limits = Limits {
            nodes: None,
            ..self.limits.clone()
        };
        let account = Account::open(self.game, &limits);
        let walked = self.search.look_round(&self.root, &account, order.budget);
        let pair = Pair {
            own: threshold(order.own),
            other: threshold(order.other),
        };
        let owner = order.for_attacker.map(|attackers| match attackers {
            true => Role::Attacker,
            false => Role::Defender,
        });
        let job: Job<G::Position, G::Move> = Job {
            line: LeafLine::of_another_tree(Key(order.key)),
            prefix: order.above.iter().copied().map(Key).collect(),
            parent: None,
            key: Key(order.key),
            thresholds: pair,
            role_of_thresholds: owner,
            budget: order.budget,
            reserved: order.budget.saturating_add(1),
            work: order.work,
            before: order.before,
            opens_at: order.opens_at,
        };
        let table = Arc::clone(self.table());
        let account_of_job = account.part(order.budget);
        let done = do_job(&mut self.search, &table, &job, &position, account_of_job);
        let mut counters = done.counters;
        counters.expanded += walked.expanded;
        counters.leaf_nodes += walked.leaf_nodes;
        let result = done.result;
        let opened = result
            .opened
            .map(|(position, role, children)| self.opened(&position, role, &children));
        let known = |(index, outcome): (usize, _)| {
            let key = order.above.get(index).copied().unwrap_or(order.key);
            let index = u16::try_from(index).unwrap_or(u16::MAX);
            (index, Knowledge::untouched((key, 0)).after(&outcome))
        };
        let aside = |aside: Suspended| {
            let place = u16::try_from(aside.place).unwrap_or(u16::MAX);
            (aside.plies, place)
        };
        // Also where a leaf was opened, after the last look of the search.
        if done.stopped_by == Some(Stop::Game) || account.game_has_failed() {
            self.take_found();
            return (Done::failed(order.lease, "the game has failed"), Vec::new());
        }
        let Ok(opened) = opened.transpose() else {
            self.take_found();
            let why = "the game lists other moves of a position than before";
            return (Done::failed(order.lease, why), Vec::new());
        };
        let done = Done {
            lease: order.lease,
            leaf: leaf.after(&result.outcome),
            work: 0,
            nodes: 0,
            expanded: 0,
            known: result.known.map(known),
            suspended: result.suspended.map(aside),
            opened,
            failed: None,
        };
        (done.counted(&counters), self.take_found())
    }

    /// The position of a leaf, by the places of the moves from the root to it, the keys of the
    /// positions above it, and its own key.
    ///
    /// # Errors
    ///
    /// A text, when the game has another position there.
    pub fn leaf(&self, line: (&[u16], &[u64], u64)) -> Result<G::Position, String> {
        let (places, all_above, key) = line;
        let mut position = self.root.clone();
        let mut moves = Vec::new();
        if places.len() != all_above.len() {
            return Err("a job names as many moves as positions above its leaf".into());
        }
        for (ply, (&place, &above)) in places.iter().zip(all_above).enumerate() {
            let same = self.game.key(&position) == Key(above);
            moves.clear();
            if same {
                self.game.moves(&position, &mut moves);
            }
            let Some(&mv) = moves.get(usize::from(place)) else {
                return Err(format!(
                    "another position stands at ply {ply} of a job's line: the versions of the game \
                     differ, or it lists its moves in another order here"
                ));
            };
            position = self.game.play(&position, mv);
        }
        match self.game.key(&position) == Key(key) {
            true => Ok(position),
            false => Err(
                "another position stands at the end of a job's line: the versions of the game \
                 differ, or it lists its moves in another order here"
                    .into(),
            ),
        }
    }

    /// Stores what a job has changed in the upper tree.
    pub fn store_update(&mut self, update: &TreeUpdate) {
        let above: Vec<Key> = update.above.iter().copied().map(Key).collect();
        self.search.begin_line(&above);
        // A leaf that was opened is at the end of the line, not above it.
        let is_there = |node: &&NodeUpdate| node.index <= above.len();
        for node in update.nodes.iter().filter(is_there) {
            self.search.store_update(node);
        }
    }

    fn opened(
        &self,
        position: &G::Position,
        role: Role,
        children: &[TreeChild<G::Move>],
    ) -> Result<Opened, OtherMoves> {
        let mut moves = Vec::new();
        self.game.moves(position, &mut moves);
        let child = |child: &TreeChild<G::Move>| {
            let mv = child.mv?;
            let place = moves.iter().position(|&there| there == mv)?;
            let after = self.game.play(position, mv);
            Some(OpenedChild {
                place: u16::try_from(place).ok()?,
                costs: (child.cost.phi, child.cost.delta),
                knowledge: Knowledge {
                    check: (self.check)(&after),
                    ..child.knowledge
                },
            })
        };
        let children: Option<Vec<OpenedChild>> = children.iter().map(child).collect();
        Ok(Opened {
            is_attackers: role == Role::Attacker,
            children: children.ok_or(OtherMoves)?,
        })
    }

    /// Asks the search to show what took this much work: what is solved, and what is not.
    fn report_from(&mut self, least: (u64, u64)) {
        if self.reports == least {
            return;
        }
        self.reports = least;
        let (solved, unsolved) = least;
        let (found, check) = (Arc::clone(&self.found), Arc::clone(&self.check));
        let sink = SolvedSink::new(
            solved,
            move |position: &G::Position, key: Key, entry, board| {
                let mut found = lock(&found);
                let Some(mut known) = Knowledge::of_entry((key.0, 0), &entry) else {
                    return;
                };
                known.board = board.map(|(board, resource)| (board.0, resource.bits()));
                if known.is_solved() {
                    known.check = check(position);
                    found.unsolved.remove(&key.0);
                    found.solved.insert(key.0, known);
                } else {
                    found.unsolved.insert(key.0, known);
                }
            },
        );
        self.search.report_to(&sink.and_unsolved(unsolved));
    }

    fn take_found(&self) -> Vec<Knowledge> {
        let JobKnowledge { solved, unsolved } = std::mem::take(&mut *lock(&self.found));
        let all = solved.into_values().chain(unsolved.into_values());
        let mut all: Vec<Knowledge> = all.collect();
        // A map has no order, and a simulation must repeat itself.
        all.sort_unstable_by_key(|known| (!known.is_solved(), known.key));
        all
    }
}

/// A table of `memory` bytes for jobs with these settings.
///
/// # Errors
///
/// When the settings are none of df-pn, or the memory cannot be had.
pub fn table<G: Game>(settings: &Settings, memory: usize) -> Result<Table, OpenError> {
    settings.check_names(&df_pn::INFO)?;
    df_pn::new_table::<G>(settings, memory)
}

fn lock(found: &Mutex<JobKnowledge>) -> MutexGuard<'_, JobKnowledge> {
    found.lock().unwrap_or_else(PoisonError::into_inner)
}

impl<G: Game> fmt::Debug for Runner<'_, G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Runner")
            .field("root", &self.root)
            .finish_non_exhaustive()
    }
}
