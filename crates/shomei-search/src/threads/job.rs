//! A job of the upper tree, done by one df-pn searcher.

use shomei_game::Game;

use crate::account::Account;
use crate::search::df_pn::{DfPn, JobLeaf};
use crate::search::outcome::Outcome;
use crate::table::Table;
use crate::upper::{Job, JobOutcome, LeafLine, TreeChild};
use crate::{Counters, Knowledge, Stop};

/// A job that was done.
pub(crate) struct FinishedJob<P, M> {
    pub(super) line: LeafLine,
    pub(crate) result: JobOutcome<P, M>,
    pub(super) reserved: u64,
    pub(crate) counters: Counters,
    pub(crate) stopped_by: Option<Stop>,
}

/// Searches below a leaf, and opens it if that is asked for; or finds that the position or one
/// above it was solved elsewhere.
pub(crate) fn do_job<G: Game>(
    search: &mut DfPn<'_, G>,
    table: &Table,
    job: &Job<G::Position, G::Move>,
    root: &G::Position,
    mut account: Account,
) -> FinishedJob<G::Position, G::Move> {
    account.before = job.before;
    let known = known_on_line(table, job);
    let mut done = FinishedJob {
        result: JobOutcome {
            outcome: Outcome::UNTOUCHED,
            work: 0,
            known,
            suspended: None,
            opened: None,
        },
        reserved: job.reserved,
        counters: account.counters,
        stopped_by: account.stopped_by,
        line: job.line.clone(),
    };
    match known {
        // The line for what is stored next.
        Some(_) => search.begin_line(&job.prefix),
        None => search_below(search, job, root, account, &mut done),
    }
    done.result.work = done.counters.work();
    done
}

/// The first position of a line, the leaf included, that the table knows to be solved on every
/// line.
fn known_on_line<P, M>(table: &Table, job: &Job<P, M>) -> Option<(usize, Outcome)> {
    let mut keys = job.prefix.iter().chain([&job.key]).enumerate();
    keys.find_map(|(index, &key)| {
        let known = Knowledge::of_entry((key.0, 0), &table.probe(key)?)?;
        known.is_solved().then(|| (index, known.outcome()))
    })
}

fn search_below<G: Game>(
    search: &mut DfPn<'_, G>,
    job: &Job<G::Position, G::Move>,
    root: &G::Position,
    account: Account,
    done: &mut FinishedJob<G::Position, G::Move>,
) {
    let game = search.game();
    let position = match &job.parent {
        Some((above, mv)) => game.play(above, *mv),
        None => root.clone(),
    };
    let role = game.role(&position);
    let is_swapped = job.role_of_thresholds.is_some_and(|owner| owner != role);
    let thresholds = match is_swapped {
        true => job.thresholds.swapped(),
        false => job.thresholds,
    };
    let leaf = JobLeaf {
        path: &job.prefix,
        position: &position,
        key: job.key,
    };
    let mut found = search.search_job(&leaf, thresholds, account);
    (done.result.outcome, done.result.suspended) = (found.outcome, found.suspended);
    let worked = found.counters.work();
    let is_large = job.work + worked >= job.opens_at;
    if is_large && worked < job.reserved && !found.outcome.bounds.is_solved() {
        let (role, children) = search.open_leaf(&leaf, &mut found);
        let children = children.into_iter().map(TreeChild::from).collect();
        done.result.opened = Some((position, role, children));
    }
    (done.counters, done.stopped_by) = (found.counters, found.stopped_by);
}
