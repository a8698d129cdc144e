//! Other solutions: along the line of a shortest win, every other move of the
//! attacker that wins, too.
//!
//! What it does: takes the searcher of a shortest win over ([`Shortest`]) and asks it
//! about each move that the attacker could have played in place of the one on the
//! line; plain df-pn tells whether such a move wins at all.
//!
//! ```text
//! for each position of the line with the attacker to move, from the last one back,
//! for each other move; R: the plies that the line has left
//!   1  within R plies?                          yes: as long, or shorter
//!   2  at all? (plain df-pn)                    no: it is no solution
//!   3  without any position of the line?        yes: another, longer solution
//!                                               no: a detour
//! ```
//!
//! From the last one back, since what the moves there lead to is often what the moves
//! before come to. One table for each of the three questions serves all moves.
//!
//! Step 3 searches the game in which every position of the line has failed. There a
//! move that wins does so by itself; one that does not comes back to the line
//! against some defence, or does not win. The set of positions is the same
//! for all moves, so that its table is, too. Dominance is not used: a
//! position with more may be one of the line where the one with less is not. Nor is
//! there a step 3 in games that decide positions by a search of their own, which
//! knows nothing of such positions; in those detours count as longer solutions.
//!
//! What rests on a disproof ("no other move wins") is as good as the disproofs of
//! df-pn, which are not certified here.
//!
//! Memory: that of the shortest win, of which its searcher keeps half; a quarter each is
//! for the others.

#![forbid(unsafe_code)]

mod defences;
mod found;
mod given;
mod judge;
mod leaving;
mod variations;
mod wasted;

use std::sync::Arc;

use shomei_game::{Game, Role, Solvable};

use shomei_extract::shortest::Shortest;
use shomei_search::search::df_pn::{DfPn, DfPnOptions};
use shomei_search::table::{Table, TableError};
use shomei_search::{Bracket, Counters, Limits, Observer, Stop};

pub use defences::{Defence, Defences, HasLeft, Resistance};
pub use found::{Found, Kind, Other, Verdict};
pub use given::Given;
use judge::{Asked, Judged};
pub use variations::{Reason, Variation};
pub use wasted::{Counted, Instead, count};

/// Tells whether two moves in a position are two ways to play one move, such as with and without
/// promotion.
pub type SameMove<'a, G> = &'a dyn Fn(&<G as Game>::Position, Move<G>, Move<G>) -> bool;

/// A move of a game.
type Move<G> = <G as Game>::Move;

/// A search for other solutions. See the [module text](self).
#[derive(Debug)]
pub struct Solutions<'g, G: Solvable> {
    game: &'g G,
    /// How long wins are.
    shortest: Shortest<'g, G>,
    /// Whether there are wins at all.
    plain: DfPn<'g, G>,
    /// Whether there are wins where the positions of the line count as failed; `None` where that
    /// cannot be asked.
    apart: Option<DfPn<'g, G>>,
    /// The positions of the line, the last one included.
    positions: Vec<G::Position>,
    line: Vec<G::Move>,
    /// Whether no win is shorter than the line.
    is_shortest: bool,
    /// The most nodes for a move.
    nodes: u64,
    /// What plain df-pn searches with, and the memory of all tables.
    options: DfPnOptions,
    memory: usize,
}

impl<'g, G: Solvable> Solutions<'g, G> {
    /// Begins to look for other solutions beside a shortest win and its line. Plain df-pn searches
    /// with `options`, each move gets `nodes`, and all tables together take so much memory.
    ///
    /// # Errors
    ///
    /// When the system does not give the memory.
    pub fn new(
        mut shortest: Shortest<'g, G>,
        line: Vec<G::Move>,
        options: &DfPnOptions,
        memory: usize,
        nodes: u64,
    ) -> Result<Solutions<'g, G>, TableError> {
        let game = shortest.game();
        let mut positions = vec![shortest.root().clone()];
        for &mv in &line {
            let next = positions.last().map(|position| game.play(position, mv));
            positions.extend(next);
        }
        let options = DfPnOptions {
            threshold_control: true,
            path_dependence: true,
            leaf_solver: false,
            ..options.clone()
        };
        shortest.take(memory / 2)?;
        let plain = Arc::new(Table::with_boards(memory / 4)?);
        let plain = DfPn::new(game, options.clone(), plain);
        let apart = if G::DECIDES || G::DECIDES_ON_VISIT {
            None
        } else {
            let table = Arc::new(Table::growing(memory / 4)?);
            let mut apart = DfPn::new(game, options.clone(), table);
            let open = &positions[..line.len()];
            let keys = open.iter().map(|position| game.key(position));
            apart.assumed().extend(keys);
            Some(apart)
        };
        let is_shortest = shortest.bracket().exact() == u16::try_from(line.len()).ok();
        Ok(Solutions {
            game,
            shortest,
            plain,
            apart,
            positions,
            line,
            is_shortest,
            nodes,
            options,
            memory,
        })
    }

    /// The work so far, including that for the shortest win.
    #[must_use]
    pub fn counters(&self) -> Counters {
        self.shortest.counters()
    }

    /// The limit that ended the search, if one did. The limits for single moves do not count.
    #[must_use]
    pub fn stopped_by(&self) -> Option<Stop> {
        self.shortest.stopped_by()
    }

    /// The positions of the line, from the root to its end.
    #[must_use]
    pub fn positions(&self) -> &[G::Position] {
        &self.positions
    }

    /// Looks at every other move of the attacker. Where the game has failed nothing is
    /// found, and the verdict is that nothing is decided.
    ///
    /// `same_move` tells whether two moves in a position are two ways to play one move.
    pub fn find(&mut self, same_move: SameMove<G>, observer: &mut dyn Observer) -> Found<G::Move> {
        let mut found = Found::new(self.is_shortest);
        for ply in (0..self.line.len()).rev() {
            let position = self.positions[ply].clone();
            if self.game.role(&position) == Role::Defender {
                continue;
            }
            let main = self.line[ply];
            for mv in moves(self.game, &position) {
                if mv == main {
                    continue;
                }
                let asked = self.asked(ply, mv, &position);
                match self.judge(&asked, observer) {
                    Judged::None => {}
                    Judged::Open => found.open.push((ply, mv)),
                    Judged::Wins(kind, behind) => {
                        let kind = match kind {
                            Kind::Equal if same_move(&position, main, mv) => Kind::Variant,
                            kind => kind,
                        };
                        found.others.push(self.other(&asked, kind, behind));
                    }
                }
            }
        }
        if self.stopped_by() == Some(Stop::Game) {
            return Found::new(false);
        }
        found.in_order();
        found
    }

    fn asked(
        &self,
        ply: usize,
        mv: G::Move,
        position: &G::Position,
    ) -> Asked<G::Position, G::Move> {
        Asked {
            ply,
            mv,
            child: self.game.play(position, mv),
            left: u16::try_from(self.line.len() - ply).unwrap_or(u16::MAX),
            end: self.count().saturating_add(self.nodes),
        }
    }

    /// The plies of the shortest win of a position that has one in no fewer than
    /// `least`, as far as a share of the nodes goes.
    fn measure(
        &mut self,
        position: &G::Position,
        least: u16,
        end: u64,
        observer: &mut dyn Observer,
    ) -> Bracket {
        self.shortest
            .move_to(position, Bracket { least, most: None });
        while self.shortest.bracket().exact().is_none() {
            let left = end.saturating_sub(self.count());
            if left == 0 || self.shortest.is_stopped() || !self.shortest.climbs(left, observer) {
                break;
            }
        }
        self.shortest.bracket()
    }

    /// A winning move with its line.
    fn other(
        &mut self,
        asked: &Asked<G::Position, G::Move>,
        kind: Kind,
        behind: Bracket,
    ) -> Other<G::Move> {
        let mut line = vec![asked.mv];
        line.extend(self.line_from(&asked.child, behind));
        Other {
            ply: asked.ply,
            mv: asked.mv,
            kind,
            length: Bracket {
                least: behind.least.saturating_add(1),
                most: behind.most.and_then(|most| most.checked_add(1)),
            },
            line,
        }
    }

    /// The line of a shortest win of known length; nothing where it has no length, or
    /// none was found within the limits.
    fn line_from(&mut self, position: &G::Position, known: Bracket) -> Vec<G::Move> {
        if known.exact().is_none_or(|plies| plies == 0) {
            return Vec::new();
        }
        self.shortest.move_to(position, known);
        let rest = self.shortest.rest();
        let limits = Limits {
            nodes: Some(rest.nodes.map_or(self.nodes, |nodes| nodes.min(self.nodes))),
            ..rest
        };
        self.shortest.line(&limits).unwrap_or_default()
    }

    /// The fewest plies of a win of an open position.
    fn least(&self, position: &G::Position) -> u16 {
        match self.game.role(position) {
            Role::Defender => Shortest::<G>::STEP,
            Role::Attacker => 1,
        }
    }

    fn count(&self) -> u64 {
        self.shortest.counters().nodes()
    }
}

/// A length that is known.
fn known(plies: u16) -> Bracket {
    Bracket {
        least: plies,
        most: Some(plies),
    }
}

fn moves<G: Game>(game: &G, position: &G::Position) -> Vec<G::Move> {
    let mut moves = Vec::new();
    game.moves(position, &mut moves);
    moves
}

/// The example of the README is a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
