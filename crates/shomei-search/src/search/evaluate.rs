//! The evaluation of positions by the rules and hints of a game, before they are searched.
//!
//! All searches use these functions. df-pn and the best-first searches evaluate a child when it is
//! created, the other depth-first searches when it is visited. Alpha-beta uses no numbers.

use std::ops::Range;

use shomei_game::{Children, Estimate, Evaluation, Game, LeafPolicy, LeafSolver, Status, Visit};

use crate::Bounds;

pub use shomei_game::Init;

/// The numbers of a position with this status, if the status solves it.
#[inline]
pub fn solved(status: Status) -> Option<Bounds> {
    match status {
        Status::Won => Some(Bounds::PROVED),
        Status::Failed => Some(Bounds::DISPROVED),
        Status::Open => None,
    }
}

/// The status by the rules, or if they leave it open, by the game's leaf solver. Adds the nodes of
/// that solver to `nodes`.
#[inline]
pub(crate) fn status<G: Game>(game: &G, position: &G::Position, nodes: &mut u64) -> Status {
    match game.status(position) {
        Status::Open => leaf_status(game, position, nodes),
        status => status,
    }
}

/// The status of an open position by the game's leaf solver.
#[inline]
pub(crate) fn leaf_status<G: Game>(game: &G, position: &G::Position, nodes: &mut u64) -> Status {
    match G::LEAF_SOLVER {
        LeafSolver::None => Status::Open,
        _ => game.solve_leaf(position, Visit::Made, nodes),
    }
}

/// The evaluation of the first child in `range`, computed if it is still unknown. The game may
/// evaluate the other children of the range in the same call.
#[inline(always)]
pub(crate) fn evaluate<G: Game>(
    asked: (&G, &G::Position),
    policy: LeafPolicy,
    range: Range<usize>,
    children: &mut Children<G::Move>,
) -> Evaluation {
    match children.listed()[range.start].evaluation {
        Evaluation::UNKNOWN => evaluate_unknown(asked, policy, range, children),
        known => known,
    }
}

fn evaluate_unknown<G: Game>(
    (game, position): (&G, &G::Position),
    policy: LeafPolicy,
    range: Range<usize>,
    children: &mut Children<G::Move>,
) -> Evaluation {
    let child = range.start;
    game.evaluate(position, policy, range, children);
    if children.listed()[child].evaluation.is_unknown() {
        // If the game gives no evaluation, use 1 and 1: this neither solves the position nor
        // evaluates it again.
        children.set(child, Evaluation::open(Estimate::UNIT));
    }
    children.listed()[child].evaluation
}
