//! The algorithms, one file each, and what they have in common.

pub mod alpha_beta;
mod best_first;
mod depth_first;
pub mod df_pn;
mod ground;
pub mod growth;
pub(crate) mod outcome;
pub mod pds;
pub mod pds_pn;
pub mod pn;
pub mod pn2;
pub mod pn_star;
mod twins;

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use shomei_game::{Game, Heuristic, Role};

use crate::search::df_pn::DfPnOptions;
use crate::table::Table;
use crate::{Bounds, Limits, Number, Observer, Report};

/// A search for one problem: a game with its goal.
///
/// It can be called again and again on positions of that problem; what it has
/// solved stays in its table.
pub trait Search<G: Game> {
    /// Searches until the root is solved or a limit is reached.
    ///
    /// * `Proved`: the attacker forces its goal from `root`.
    /// * `Disproved`: it cannot, endless play included.
    /// * `Unknown`: `stopped_by` names the limit; the bounds are the last ones.
    fn search(
        &mut self,
        root: &G::Position,
        limits: &Limits,
        observer: &mut dyn Observer,
    ) -> Report;

    /// The solved positions, where lines of play and certificates come from.
    fn table(&self) -> &Arc<Table>;

    /// How df-pn is to search again what this table has lost. Whatever the
    /// search itself did, disproofs are to be right.
    fn options_for_holes(&self) -> DfPnOptions {
        DfPnOptions {
            leaf_solver: false,
            ..DfPnOptions::default()
        }
    }
}

impl<G: Game, S: Search<G> + ?Sized> Search<G> for Box<S> {
    fn search(
        &mut self,
        root: &G::Position,
        limits: &Limits,
        observer: &mut dyn Observer,
    ) -> Report {
        (**self).search(root, limits, observer)
    }

    fn table(&self) -> &Arc<Table> {
        (**self).table()
    }

    fn options_for_holes(&self) -> DfPnOptions {
        (**self).options_for_holes()
    }
}

/// The numbers a new leaf starts with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Init {
    /// 1 and 1.
    #[default]
    Unit,
    /// 1 for the side to move, for its opponent the number of its moves
    /// ([`Game::mobility`]): so many have to be refuted (`docs/references.md [2]`).
    Mobility,
    /// What the game estimates: [`Heuristic::estimate`].
    Eval,
}

impl Init {
    /// The numbers of an open position.
    #[inline]
    pub(crate) fn bounds<G: Heuristic>(self, game: &G, position: &G::Position) -> Bounds {
        match self {
            Init::Unit => Bounds::UNIT,
            Init::Eval => game.estimate(position).into(),
            Init::Mobility => mobility_bounds(game.role(position), game.mobility(position)),
        }
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

impl fmt::Display for Init {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Init::Unit => "unit",
            Init::Mobility => "mobility",
            Init::Eval => "eval",
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
            _ => Err(()),
        }
    }
}
