//! Runs jobs: df-pn below the leaves of an upper tree.

use std::sync::Arc;

use shomei_game::{Game, Key, Role};
use shomei_search::job::{JobLeaf, JobSearch, Pair, solved};
use shomei_search::search::Search;
use shomei_search::search::df_pn::DfPn;
use shomei_search::table::Table;
use shomei_search::{Budget, Counters, Knowledge, Stop};

use crate::job::{seen_by, threshold};
use crate::{Done, JobOrder, Opened, OpenedChild, TreeUpdate};

/// Computes further bits of a position, in addition to its key.
pub(crate) type Check<P> = dyn Fn(&P) -> u64 + Send + Sync;

/// The result of a job, whether it was done or could not be done ([`Done::failed`]).
pub(crate) struct JobResult {
    pub(crate) done: Done,
    pub(crate) counters: Counters,
    pub(crate) stopped_by: Option<Stop>,
}

/// The result without a search.
impl From<Done> for JobResult {
    fn from(done: Done) -> JobResult {
        JobResult {
            done,
            counters: Counters::default(),
            stopped_by: None,
        }
    }
}

/// A df-pn searcher with a table that it may share.
pub(crate) struct Worker<'g, G: Game> {
    pub(crate) game: &'g G,
    pub(crate) search: DfPn<'g, G>,
    /// `None` if all searchers share one table, for which keys are sufficient.
    pub(crate) check: Option<Arc<Check<G::Position>>>,
}

impl<G: Game> Worker<'_, G> {
    /// Searches below the leaf of a job, and opens the leaf if requested; or finds that the
    /// position or one above it is already solved. `most`: the work reserved for the job, which can
    /// be its budget plus one expansion to open the leaf.
    pub(crate) fn run(
        &mut self,
        root: &G::Position,
        order: &JobOrder,
        most: u64,
        budget: Budget,
    ) -> JobResult {
        let result = self.try_run(root, order, most, budget);
        result.unwrap_or_else(|why| Done::failed(order.lease, why).into())
    }

    /// Runs a job, or returns the reason why it could not be done.
    fn try_run(
        &mut self,
        root: &G::Position,
        order: &JobOrder,
        most: u64,
        mut budget: Budget,
    ) -> Result<JobResult, String> {
        let position = self.leaf(root, (&order.places, &order.above, order.key))?;
        let mut done = Done::unsearched(order.lease, order.key);
        if let Some(bounds) = solved(self.game.status(&position)) {
            done.leaf.bounds = bounds;
            return Ok(done.into());
        }
        done.known = first_solved_on_path(self.search.table(), order);
        if done.known.is_some() {
            return Ok(done.into());
        }
        let above: Vec<Key> = order.above.iter().copied().map(Key).collect();
        let leaf = JobLeaf {
            path: &above,
            position: &position,
            key: Key(order.key),
        };
        let thresholds = Pair {
            own: threshold(order.pn),
            other: threshold(order.dn),
        };
        let thresholds = seen_by(self.game.role(&position), thresholds);
        budget.before = order.before;
        let mut found = self.search.search_job(&leaf, thresholds, budget);
        let worked = found.counters.work();
        let is_large = order.work + worked >= order.opens_at;
        let opened = match is_large && worked < most && !found.leaf.bounds.is_solved() {
            true => self.open(&leaf, &mut found)?,
            false => None,
        };
        (done.leaf, done.suspended, done.opened) = (found.leaf, found.suspended, opened);
        Ok(JobResult {
            done: done.counted(&found.counters),
            counters: found.counters,
            stopped_by: found.stopped_by,
        })
    }

    /// The children of a leaf whose search has just ended; `None` if there are more than 16 bits
    /// can number.
    fn open(
        &mut self,
        leaf: &JobLeaf<'_, G::Position>,
        found: &mut JobSearch,
    ) -> Result<Option<Opened>, String> {
        let (role, listed) = self.search.open_leaf(leaf, found);
        let mut moves = Vec::new();
        self.game.moves(leaf.position, &mut moves);
        let mut children = Vec::with_capacity(listed.len());
        for child in listed {
            let place = moves.iter().position(|&there| there == child.mv);
            let place = place.ok_or("the game lists other moves of a position than before")?;
            let Ok(place) = u16::try_from(place) else {
                return Ok(None);
            };
            let mut knowledge = child.knowledge;
            if let Some(check) = &self.check {
                knowledge.check = check(&self.game.play(leaf.position, child.mv));
            }
            children.push(OpenedChild {
                place,
                costs: (child.cost.phi, child.cost.delta),
                group: child.group,
                knowledge,
            });
        }
        Ok(Some(Opened {
            is_attackers: role == Role::Attacker,
            children,
        }))
    }

    /// The position of a leaf: see [`Runner::leaf`](crate::Runner::leaf).
    pub(crate) fn leaf(
        &self,
        root: &G::Position,
        (places, all_above, key): (&[u16], &[u64], u64),
    ) -> Result<G::Position, String> {
        let other = |place: &str| {
            format!(
                "there is another position at {place} of a job's line: the versions of the game \
                 differ, or the game lists its moves in another order"
            )
        };
        let mut position = root.clone();
        let mut moves = Vec::new();
        if places.len() != all_above.len() {
            return Err("a job names as many moves as positions above its leaf".into());
        }
        for (ply, (&place, &above)) in places.iter().zip(all_above).enumerate() {
            moves.clear();
            if self.game.key(&position) == Key(above) {
                self.game.moves(&position, &mut moves);
            }
            let mv = moves.get(usize::from(place));
            let &mv = mv.ok_or_else(|| other(&format!("ply {ply}")))?;
            position = self.game.play(&position, mv);
        }
        let is_leaf = self.game.key(&position) == Key(key);
        is_leaf.then_some(position).ok_or_else(|| other("the end"))
    }

    /// Stores the changes that a job has made in the upper tree.
    pub(crate) fn store_update(&mut self, update: &TreeUpdate) {
        let above: Vec<Key> = update.above.iter().copied().map(Key).collect();
        self.search.store_updates(&above, &update.nodes);
    }
}

/// The first position on a path, including the leaf, for which the table has a solution valid on
/// every path.
fn first_solved_on_path(table: &Table, order: &JobOrder) -> Option<(u16, Knowledge)> {
    let keys = order.above.iter().chain([&order.key]);
    keys.enumerate().find_map(|(index, &key)| {
        let index = u16::try_from(index).ok()?;
        let known = Knowledge::of_entry((key, 0), &table.probe(Key(key))?)?;
        known.is_solved().then_some((index, known))
    })
}
