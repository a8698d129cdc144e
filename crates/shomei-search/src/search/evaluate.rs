//! What the rules and the hints of a game say of positions that a search has not searched.
//!
//! All searches ask here. df-pn and the best-first searches evaluate a child when it is made, the
//! other depth-first searches when it is visited, and alpha-beta uses no numbers.

use std::ops::Range;

use shomei_game::{Children, Estimate, Evaluation, Game, LeafPolicy, LeafSolver, Status, Visit};

use crate::Bounds;

pub use shomei_game::Init;

/// The numbers of a position that has this status, if that solves it.
#[inline]
pub fn solved(status: Status) -> Option<Bounds> {
    match status {
        Status::Won => Some(Bounds::PROVED),
        Status::Failed => Some(Bounds::DISPROVED),
        Status::Open => None,
    }
}

/// The status by the rules, and where they leave it open, by the game's leaf solver. Adds the
/// nodes of that solver to `nodes`.
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

/// What is known of the first child in `range`, which is evaluated if nobody has done so. The game
/// may evaluate the others on the way.
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
        // A game that does not answer must neither solve a position nor be asked for ever.
        children.set(child, Evaluation::open(Estimate::UNIT));
    }
    children.listed()[child].evaluation
}
