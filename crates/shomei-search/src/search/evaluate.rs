//! What the rules and the hints of a game say of a child that a search meets first: whether
//! it is solved, and if not, the numbers that it starts with.
//!
//! All searches ask here. They differ in when they ask, and in what they look up between:
//! df-pn and the best-first searches evaluate a child when it is made, the other depth-first
//! searches when it is visited, and alpha-beta wants no numbers.

use std::fmt;
use std::str::FromStr;

use shomei_game::{Estimate, Heuristic, LeafSolver, Preview, Role, Solvable, Status};

use crate::{Bounds, Number};

/// The numbers a new leaf starts with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Init {
    /// 1 and 1.
    #[default]
    Unit,
    /// 1 for the side to move, for its opponent the number of its moves
    /// ([`Game::mobility`](shomei_game::Game::mobility)): so many have to be refuted
    /// (`docs/references.md [2]`).
    Mobility,
    /// What the game estimates of the position and the move that led to it:
    /// [`Heuristic::estimate_after`].
    Eval,
    /// What the game has learnt of positions like this one: [`Heuristic::meet`]. Of a game
    /// that has learnt nothing what [`Init::Mobility`] says.
    Learned,
}

impl Init {
    /// What this comes to for a game.
    pub(crate) fn of<G: Heuristic>(self) -> Init {
        match self {
            Init::Learned if !G::LEARNS => Init::Mobility,
            init => init,
        }
    }

    /// Whether the preview of a child says something about its first numbers, or more about its
    /// status than the rules do. Where it does not, the moves that it counts are not worth it.
    #[inline]
    pub(crate) fn wants_preview<G: LeafSolver>(self) -> bool {
        match self {
            Init::Unit | Init::Learned => false,
            Init::Mobility => true,
            Init::Eval => G::DECIDES,
        }
    }

    /// Whether what the game shows of all children together has these numbers in it.
    #[inline]
    pub(crate) fn is_shown<G: Heuristic + LeafSolver>(self) -> bool {
        let is_shown = match self {
            Init::Unit | Init::Learned => false,
            Init::Mobility => true,
            Init::Eval => G::ESTIMATES_TOGETHER,
        };
        is_shown && previews_tell_all::<G>()
    }

    /// The numbers of an open position to which `mv` has led from `before`.
    #[inline]
    pub(crate) fn bounds_after<G: Heuristic>(
        self,
        game: &G,
        (before, mv): (&G::Position, G::Move),
        position: &G::Position,
    ) -> Bounds {
        match self {
            Init::Unit => Bounds::UNIT,
            Init::Eval => game.estimate_after(before, mv, position).into(),
            Init::Learned => game.meet(before, mv).1.into(),
            Init::Mobility => mobility_bounds(game.role(position), game.mobility(position)),
        }
    }
}

/// Children as the game shows them together.
#[derive(Debug)]
pub(crate) struct Children<M> {
    pub(crate) previews: Vec<Preview<M>>,
    /// Of the same children, where [`Init::Eval`] asks for them; otherwise none.
    pub(crate) estimates: Vec<Estimate>,
}

impl<M> Children<M> {
    pub(crate) const fn new() -> Children<M> {
        Children {
            previews: Vec::new(),
            estimates: Vec::new(),
        }
    }

    pub(crate) fn clear(&mut self) {
        self.previews.clear();
        self.estimates.clear();
    }

    /// Appends those of a position.
    #[inline]
    pub(crate) fn show<G: Heuristic<Move = M>>(
        &mut self,
        (game, position): (&G, &G::Position),
        init: Init,
    ) {
        match init {
            Init::Eval => {
                game.estimate_children(position, &mut self.previews, &mut self.estimates);
                // A hint that tells too little must not lose a child.
                debug_assert_eq!(self.estimates.len(), self.previews.len(), "one a child");
                self.estimates.resize(self.previews.len(), Estimate::UNIT);
            }
            Init::Unit | Init::Mobility | Init::Learned => {
                game.preview(position, &mut self.previews);
            }
        }
    }

    /// The child with this place, if it is there.
    #[inline]
    pub(crate) fn seen(&self, place: usize) -> Option<Seen<M>>
    where
        M: Copy,
    {
        Some(Seen {
            preview: *self.previews.get(place)?,
            estimate: self.estimates.get(place).copied(),
        })
    }
}

/// The numbers of an open position in which the side with `role` has so many
/// moves to try.
#[inline]
pub(crate) fn mobility_bounds(role: Role, moves: u32) -> Bounds {
    let moves = Number::new(moves);
    match role {
        Role::Attacker => Bounds::unsolved(Number::ONE, moves),
        Role::Defender => Bounds::unsolved(moves, Number::ONE),
    }
}

/// The numbers of a position that has this status, if that solves it.
#[inline]
pub(crate) fn solved(status: Status) -> Option<Bounds> {
    match status {
        Status::Won => Some(Bounds::PROVED),
        Status::Failed => Some(Bounds::DISPROVED),
        Status::Open => None,
    }
}

/// What the rules say of a position, and where they leave it open, what the game's own
/// search of small remainders does. Its nodes are added to `nodes`.
#[inline]
pub(crate) fn status<G: Solvable>(game: &G, position: &G::Position, nodes: &mut u64) -> Status {
    match game.status(position) {
        Status::Open => game.solve_leaf(position, nodes),
        over => over,
    }
}

/// Whether the status in a preview is all that [`status`] would tell.
#[inline]
pub(crate) const fn previews_tell_all<G: LeafSolver>() -> bool {
    !G::DECIDES || G::IN_PREVIEW
}

/// What was shown of a child beforehand.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Seen<M> {
    pub(crate) preview: Preview<M>,
    pub(crate) estimate: Option<Estimate>,
}

/// A child as a search first meets it.
pub(crate) enum Met<P> {
    /// It is solved.
    Solved(Bounds),
    /// It is open, and a preview has told who is to move, and how many moves there are.
    Previewed(Role, u32),
    /// It is open, and these are its first numbers.
    Estimated(Bounds),
    /// It is open, and the move that leads there has been played.
    Played(P),
}

/// Meets the child to which `mv` leads. `seen`: what was shown of it, if anything was.
///
/// The attribute keeps positions from being copied: without it df-pn takes 3 % more
/// instructions on Ultimate Tic-Tac-Toe.
#[inline(always)]
pub(crate) fn meet<G: Solvable>(
    game: &G,
    init: Init,
    (position, mv): (&G::Position, G::Move),
    seen: Option<Seen<G::Move>>,
    nodes: &mut u64,
) -> Met<G::Position> {
    if let Some(Seen { preview, estimate }) = seen {
        if let Some(bounds) = solved(preview.status) {
            return Met::Solved(bounds);
        }
        if previews_tell_all::<G>() {
            if init == Init::Mobility {
                return Met::Previewed(preview.role, preview.moves);
            }
            if let Some(estimate) = estimate {
                return Met::Estimated(estimate.into());
            }
        }
    }
    if init == Init::Learned && previews_tell_all::<G>() {
        let (status, estimate) = game.meet(position, mv);
        return match solved(status) {
            Some(bounds) => Met::Solved(bounds),
            None => Met::Estimated(estimate.into()),
        };
    }
    let child = game.play(position, mv);
    let status = match seen {
        None => status(game, &child, nodes),
        Some(_) if previews_tell_all::<G>() => Status::Open,
        Some(_) => game.solve_leaf(&child, nodes),
    };
    match solved(status) {
        Some(bounds) => Met::Solved(bounds),
        None => Met::Played(child),
    }
}

impl<P> Met<P> {
    /// Its numbers.
    #[inline(always)]
    pub(crate) fn bounds<G: Heuristic<Position = P>>(
        &self,
        game: &G,
        init: Init,
        led_there: (&P, G::Move),
    ) -> Bounds {
        match self {
            Met::Solved(bounds) | Met::Estimated(bounds) => *bounds,
            Met::Previewed(role, moves) => mobility_bounds(*role, *moves),
            Met::Played(child) => init.bounds_after(game, led_there, child),
        }
    }
}

impl fmt::Display for Init {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Init::Unit => "unit",
            Init::Mobility => "mobility",
            Init::Eval => "eval",
            Init::Learned => "learned",
        })
    }
}

impl FromStr for Init {
    type Err = ();

    fn from_str(text: &str) -> Result<Init, ()> {
        match text {
            "unit" => Ok(Init::Unit),
            "mobility" => Ok(Init::Mobility),
            "eval" => Ok(Init::Eval),
            "learned" => Ok(Init::Learned),
            _ => Err(()),
        }
    }
}
