//! Who does a job: df-pn in a table of its own, or one that it shares with others of its
//! machine.

use std::collections::HashMap;
use std::fmt;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use shomei_game::{Key, Role, Solvable};

use super::told::bounds;
use super::tree::threshold;
use super::{Done, Known, Opened, OpenedChild, Order, Says, Settled, Told};
use crate::account::Account;
use crate::registry::{OpenError, Settings};
use crate::rule::Pair;
use crate::search::df_pn::{self, DfPn, DfPnOptions};
use crate::search::outcome::Outcome;
use crate::search::{Search, evaluate};
use crate::table::Table;
use crate::upper::{Changed, Child, Job, Line, PutAside};
use crate::{Harvest, Limits, Stop};

/// Further bits of a position, beside its key.
type Check<P> = dyn Fn(&P) -> u64 + Send + Sync;

/// A game does not list the same moves of a position again.
struct OtherMoves;

/// What was learnt during a job.
#[derive(Debug, Default)]
struct Learnt {
    solved: HashMap<u64, Known>,
    unsolved: HashMap<u64, Known>,
    /// Those that hold on some lines, by the code of these, too.
    on_lines: HashMap<(u64, u64), Known>,
}

/// Does jobs, one after another. See [the module text](super).
pub struct Runner<'g, G: Solvable> {
    game: &'g G,
    root: G::Position,
    search: DfPn<'g, G>,
    check: Arc<Check<G::Position>>,
    learnt: Arc<Mutex<Learnt>>,
    tells: (u64, u64, u64),
    limits: Limits,
}

impl<'g, G: Solvable> Runner<'g, G>
where
    G::Position: 'static,
{
    /// One of so many searchers at `table`, for jobs below `root`.
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
        let mut search = df_pn::open_one_of(game, settings, table, searchers)?;
        search.watch_jobs();
        Ok(Runner {
            game,
            root,
            search,
            check: Arc::new(check),
            learnt: Arc::default(),
            tells: (u64::MAX, u64::MAX, u64::MAX),
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

    /// Does a job. What it has learnt that others can use: what is solved first.
    pub fn run(&mut self, order: &Order) -> (Done, Vec<Known>) {
        let line = (&order.places[..], &order.above[..], order.key);
        let position = match self.leaf(line) {
            Ok(position) => position,
            Err(why) => return (Done::failed(order.lease, why), Vec::new()),
        };
        if let Some(bounds) = evaluate::solved(self.game.status(&position)) {
            let mut done = Done::failed(order.lease, "");
            (done.failed, done.told) = (None, Told::of(&Outcome::terminal(bounds)));
            return (done, Vec::new());
        }
        self.tell((
            order.tells_solved,
            order.tells_unsolved,
            order.tells_on_line,
        ));
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
            line: Line::of_another_tree(Key(order.key)),
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
        let done = self
            .search
            .do_job(job, &position, account.part(order.budget));
        let mut counters = done.counters;
        counters.expanded += walked.expanded;
        counters.leaf_nodes += walked.leaf_nodes;
        let brought = done.brought;
        let opened = brought
            .opened
            .map(|(position, role, children)| self.opened(&position, role, &children));
        let as_told = |(index, outcome): (usize, _)| {
            let index = u16::try_from(index).unwrap_or(u16::MAX);
            (index, Told::of(&outcome))
        };
        let aside = |aside: PutAside| {
            let place = u16::try_from(aside.place).unwrap_or(u16::MAX);
            (aside.plies, place)
        };
        // Also where a leaf was opened, after the last look of the search.
        if done.stopped_by == Some(Stop::Game) || account.game_has_failed() {
            self.take_learnt();
            return (Done::failed(order.lease, "the game has failed"), Vec::new());
        }
        let Ok(opened) = opened.transpose() else {
            self.take_learnt();
            let why = "the game lists other moves of a position than before";
            return (Done::failed(order.lease, why), Vec::new());
        };
        let told = Done {
            lease: order.lease,
            told: Told::of(&brought.outcome),
            work: 0,
            nodes: 0,
            expanded: 0,
            known: brought.known.map(as_told),
            put_aside: brought.put_aside.map(aside),
            opened,
            failed: None,
        };
        (told.counted(&counters), self.take_learnt())
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
    pub fn settle(&mut self, settled: &Settled) {
        let above: Vec<Key> = settled.above.iter().copied().map(Key).collect();
        self.search.begin_line(&above);
        for node in &settled.nodes {
            let (pn, dn) = node.before;
            let outcome = node.told.outcome();
            // A leaf that was opened stands at the end of the line, not above it.
            let is_there = usize::from(node.index) <= above.len();
            if let (Some(outcome), Some(before), true) = (outcome, bounds(pn, dn), is_there) {
                self.search.store_changed(&Changed {
                    index: usize::from(node.index),
                    key: Key(node.key),
                    check: 0,
                    outcome,
                    before,
                    work: node.work,
                });
            }
        }
    }

    fn opened(
        &self,
        position: &G::Position,
        role: Role,
        children: &[Child<G::Move>],
    ) -> Result<Opened, OtherMoves> {
        let mut moves = Vec::new();
        self.game.moves(position, &mut moves);
        let child = |child: &Child<G::Move>| {
            let mv = child.mv?;
            let place = moves.iter().position(|&there| there == mv)?;
            let after = self.game.play(position, mv);
            Some(OpenedChild {
                place: u16::try_from(place).ok()?,
                key: child.key.0,
                check: (self.check)(&after),
                costs: (child.cost.phi, child.cost.delta),
                told: Told::of(&child.outcome),
            })
        };
        let children: Option<Vec<OpenedChild>> = children.iter().map(child).collect();
        Ok(Opened {
            is_attackers: role == Role::Attacker,
            children: children.ok_or(OtherMoves)?,
        })
    }

    /// Asks the search to show what took so much work: what is solved, what is not, and what is
    /// disproved on some lines.
    fn tell(&mut self, least: (u64, u64, u64)) {
        if self.tells == least {
            return;
        }
        self.tells = least;
        let (solved, unsolved, on_line) = least;
        let (learnt, check) = (Arc::clone(&self.learnt), Arc::clone(&self.check));
        let harvest = Harvest::with_boards(
            solved,
            move |position: &G::Position, key: Key, entry, board| {
                let mut learnt = lock(&learnt);
                let Some(says) = Says::of(&entry) else {
                    return;
                };
                let mut known = Known {
                    key: key.0,
                    check: 0,
                    says,
                    work: entry.work,
                    board: board.map(|(board, resource)| (board.0, resource.bits())),
                };
                if says.is_solved() {
                    known.check = check(position);
                    learnt.unsolved.remove(&key.0);
                    learnt.solved.insert(key.0, known);
                } else {
                    learnt.unsolved.insert(key.0, known);
                }
            },
        );
        let mut harvest = harvest.and_unsolved(unsolved);
        if on_line < u64::MAX {
            let learnt = Arc::clone(&self.learnt);
            harvest = harvest.and_on_lines(on_line, move |found| {
                let known = Known {
                    key: found.key.0,
                    check: found.line.0,
                    says: Says::on_line(&found),
                    work: found.work,
                    board: None,
                };
                let mut learnt = lock(&learnt);
                learnt.on_lines.insert((known.key, known.check), known);
            });
        }
        self.search.show_to(&harvest);
    }

    fn take_learnt(&self) -> Vec<Known> {
        let Learnt {
            solved,
            unsolved,
            on_lines,
        } = std::mem::take(&mut *lock(&self.learnt));
        let open = unsolved.into_values().chain(on_lines.into_values());
        let mut all: Vec<Known> = solved.into_values().chain(open).collect();
        // A map has no order, and a simulation is to repeat itself.
        all.sort_unstable_by_key(|known| {
            let is_on_line = known.says.twin().is_some();
            (!known.says.is_solved(), is_on_line, known.key, known.check)
        });
        all
    }
}

/// A table for jobs with these settings, in so much memory.
///
/// # Errors
///
/// When the settings are none of df-pn, or the memory cannot be had.
pub fn table<G: Solvable>(settings: &Settings, memory: usize) -> Result<Table, OpenError> {
    settings.check_names(&df_pn::INFO)?;
    df_pn::new_table::<G>(settings, memory)
}

fn lock(learnt: &Mutex<Learnt>) -> MutexGuard<'_, Learnt> {
    learnt.lock().unwrap_or_else(PoisonError::into_inner)
}

impl<G: Solvable> fmt::Debug for Runner<'_, G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Runner")
            .field("root", &self.root)
            .finish_non_exhaustive()
    }
}
