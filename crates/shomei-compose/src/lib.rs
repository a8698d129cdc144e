//! Other solutions: along the line of a shortest win, every other move of the attacker that also
//! wins.
//!
//! The search takes over the searcher of a shortest win ([`Shortest`]), and uses it for each move
//! that the attacker could have played instead of the move of the line. Plain df-pn finds whether
//! such a move wins at all.
//!
//! ```text
//! for each position of the line with the attacker to move, from the last one back,
//! for each other move; R: the remaining plies of the line
//!   1  within R plies?                          yes: as long, or shorter
//!   2  at all? (plain df-pn)                    no: it is not a solution
//!   3  without any position of the line?        yes: another, longer solution
//!                                               no: a detour
//! ```
//!
//! The search starts at the last position, because moves there often lead to the same positions as
//! earlier moves. Each of the three questions uses one table for all moves.
//!
//! Step 3 searches the game in which every position of the line counts as failed. A move that wins
//! there wins independently of the line; a move that does not returns to the line against some
//! defence, or does not win. The set of positions is the same for all moves, so one table suffices.
//! Dominance is not used, because a position of the line may dominate one that is not in the line.
//! Step 3 is omitted for games that decide positions by a search of their own, which would ignore
//! the failed positions; in those games detours count as longer solutions.
//!
//! Conclusions from a disproof ("no other move wins") are as reliable as the disproofs of df-pn,
//! which are not certified here.
//!
//! Memory: the memory of the shortest win, of which its searcher keeps half; the two others get a
//! quarter each.

#![forbid(unsafe_code)]

mod defences;
mod found;
mod given;
mod judge;
mod judgement;
mod leaving;
mod variations;
mod wasted;
mod workbench;

use std::sync::Arc;

use shomei_extract::moves_of;
use shomei_extract::shortest::{Bounded, Shortest};
use shomei_game::{Game, Role, Status};
use shomei_search::search::df_pn::{DfPn, DfPnOptions};
use shomei_search::table::{Table, TableError};
use shomei_search::{Answer, Bracket, Counters, Limits, Observer, Stop};

pub use defences::{Defences, HasLeft, Resistance};
pub use found::{Deviation, OtherWinKind, OtherWins, Uniqueness};
pub use given::Given;
pub use judgement::{Judgement, Tolerance, UnknownWord, Word};
pub use variations::Reason;
pub use wasted::{Counted, Instead, count};
pub use workbench::{Examined, Taste};

/// Tests whether two moves in a position are two forms of one move, such as with and without
/// promotion.
pub type SameMove<'a, G> = &'a dyn Fn(&<G as Game>::Position, Move<G>, Move<G>) -> bool;

/// A move of a game.
type Move<G> = <G as Game>::Move;

/// The node budget of a question is used up, or a limit is reached.
struct OutOfNodes;

/// A move instead of the move of the line.
struct Alternative<P, M> {
    /// The number of plies before it.
    ply: usize,
    mv: M,
    child: P,
    /// The remaining plies of the line after its own move at this ply.
    left: u16,
}

/// A search for other solutions. See the [crate text](crate).
#[derive(Debug)]
pub struct Solutions<'g, G: Game> {
    game: &'g G,
    /// Searches the lengths of wins.
    shortest: Shortest<'g, G>,
    /// Searches wins of any length.
    plain: DfPn<'g, G>,
    /// Searches wins if the positions of the line count as failed; `None` before the first such
    /// search along this line.
    apart: Option<DfPn<'g, G>>,
    /// The positions of the line, including the last one.
    positions: Vec<G::Position>,
    line: Vec<G::Move>,
    /// Whether no win is shorter than the line.
    is_shortest: bool,
    /// The node budget of a move, the node count at which it is used up, and whether another try
    /// with more nodes follows.
    nodes: u64,
    end: u64,
    tries_again: bool,
    /// The options of plain df-pn, and the memory of all tables.
    options: DfPnOptions,
    memory: usize,
}

impl<'g, G: Game> Solutions<'g, G> {
    /// Prepares the search for other solutions besides a shortest win and its line. Plain df-pn
    /// uses `options`, each move gets `nodes` nodes, and all tables together take `memory` bytes.
    ///
    /// # Errors
    ///
    /// If memory cannot be allocated.
    pub fn new(
        mut shortest: Shortest<'g, G>,
        line: &[G::Move],
        options: &DfPnOptions,
        memory: usize,
        nodes: u64,
    ) -> Result<Solutions<'g, G>, TableError> {
        let game = shortest.game();
        let options = DfPnOptions {
            threshold_control: true,
            path_dependence: true,
            leaf_solver: false,
            ..options.clone()
        };
        shortest.take(memory / 2)?;
        let plain = Arc::new(Table::with_boards(memory / 4)?);
        let mut solutions = Solutions {
            game,
            plain: DfPn::new(game, options.clone(), plain),
            apart: None,
            positions: vec![shortest.root().clone()],
            line: Vec::new(),
            is_shortest: shortest.bracket().exact() == u16::try_from(line.len()).ok(),
            shortest,
            nodes,
            end: 0,
            tries_again: false,
            options,
            memory,
        };
        solutions.follow(line);
        Ok(solutions)
    }

    /// The search for wins of any length. A caller can fill its table with known results, and
    /// receive the new ones.
    pub fn plain(&mut self) -> &mut DfPn<'g, G> {
        &mut self.plain
    }

    /// Makes this the line, up to the end of the game.
    fn follow(&mut self, line: &[G::Move]) {
        let game = self.game;
        self.positions.truncate(1);
        self.line.clear();
        for &mv in line {
            let position = &self.positions[self.line.len()];
            if game.status(position) != Status::Open {
                break;
            }
            self.positions.push(game.play(position, mv));
            self.line.push(mv);
        }
        self.apart = None;
    }

    /// A searcher of wins if the positions of the line count as failed; `None` without memory for
    /// its table.
    fn new_apart(&self) -> Option<DfPn<'g, G>> {
        let table = Arc::new(Table::growing(self.memory / 4).ok()?);
        let mut apart = DfPn::new(self.game, self.options.clone(), table);
        let open = &self.positions[..self.line.len()];
        let keys = open.iter().map(|position| self.game.key(position));
        apart.assumed().extend(keys);
        Some(apart)
    }

    /// The work so far, including the search for the shortest win.
    #[must_use]
    pub fn counters(&self) -> Counters {
        self.shortest.counters()
    }

    /// The limit that ended the search, if any. The budgets of single moves do not count.
    #[must_use]
    pub fn stopped_by(&self) -> Option<Stop> {
        self.shortest.stopped_by()
    }

    /// The positions of the line, from the root to its end.
    #[must_use]
    pub fn positions(&self) -> &[G::Position] {
        &self.positions
    }

    /// Classifies every other move of the attacker. If the game has failed, the result is empty,
    /// and its verdict is not decided.
    pub fn find(
        &mut self,
        same_move: SameMove<G>,
        observer: &mut dyn Observer,
    ) -> OtherWins<G::Move> {
        let mut found = OtherWins {
            is_shortest: self.is_shortest,
            ..OtherWins::default()
        };
        for at in self.attackers_alternatives() {
            self.begin_budget();
            match self.judge(&at, observer) {
                Ok(None) => {}
                Err(OutOfNodes) => found.open.push((at.ply, at.mv)),
                Ok(Some((kind, after))) => {
                    let kind = self.kind_of(&at, kind, same_move);
                    found.others.push(self.deviation(&at, kind, after));
                }
            }
        }
        if self.stopped_by() == Some(Stop::Game) {
            return OtherWins::default();
        }
        found.in_order();
        found
    }

    /// The other moves of the attacker, those at the end of the line first.
    fn attackers_alternatives(&self) -> Vec<Alternative<G::Position, G::Move>> {
        let plies = (0..self.line.len()).rev();
        plies
            .flat_map(|ply| self.alternatives(ply, Role::Attacker))
            .collect()
    }

    /// The kind of a move that wins, which may be another form of the move of the line.
    fn kind_of(
        &self,
        at: &Alternative<G::Position, G::Move>,
        kind: OtherWinKind,
        same_move: SameMove<G>,
    ) -> OtherWinKind {
        let (position, main) = (&self.positions[at.ply], self.line[at.ply]);
        match kind {
            OtherWinKind::Equal if same_move(position, main, at.mv) => OtherWinKind::Variant,
            kind => kind,
        }
    }

    /// The other moves at a ply of the line; empty if it is the other side's ply.
    fn alternatives(&self, ply: usize, role: Role) -> Vec<Alternative<G::Position, G::Move>> {
        let (game, position) = (self.game, &self.positions[ply]);
        if game.role(position) != role {
            return Vec::new();
        }
        let others = moves_of(game, position).into_iter();
        let others = others.filter(|&mv| mv != self.line[ply]);
        let alternative = |mv| Alternative {
            ply,
            mv,
            child: game.play(position, mv),
            left: u16::try_from(self.line.len() - ply - 1).unwrap_or(u16::MAX - 1),
        };
        others.map(alternative).collect()
    }

    /// Begins the node budget of a move.
    fn begin_budget(&mut self) {
        self.end = self.counters().nodes().saturating_add(self.nodes);
    }

    /// The rest of the node budget.
    fn budget(&self) -> u64 {
        self.end.saturating_sub(self.counters().nodes())
    }

    /// The plies of the shortest win of a position that has a win, but none in fewer than `least`
    /// plies; as exact as the budget allows.
    fn measure(
        &mut self,
        position: &G::Position,
        least: u16,
        observer: &mut dyn Observer,
    ) -> Bracket {
        self.shortest
            .move_to(position, Bracket { least, most: None });
        while self.shortest.bracket().exact().is_none() {
            let budget = self.budget();
            if budget == 0 || self.shortest.is_stopped() || !self.shortest.climbs(budget, observer)
            {
                break;
            }
        }
        self.shortest.bracket()
    }

    /// Whether a position is won within this number of plies.
    fn wins_within(
        &mut self,
        position: &G::Position,
        plies: u16,
        observer: &mut dyn Observer,
    ) -> Result<bool, OutOfNodes> {
        match self.game.status(position) {
            Status::Won => return Ok(true),
            Status::Failed => return Ok(false),
            Status::Open if plies == 0 => return Ok(false),
            Status::Open => {}
        }
        let budget = self.budget();
        if budget == 0 || self.shortest.is_stopped() {
            return Err(OutOfNodes);
        }
        let at = Bounded::new(position, plies);
        decided(self.shortest.ask(&at, budget, observer).report.answer)
    }

    /// Whether a position is won at all.
    fn wins(
        &mut self,
        position: &G::Position,
        observer: &mut dyn Observer,
    ) -> Result<bool, OutOfNodes> {
        let budget = self.budget();
        let plain = &mut self.plain;
        let searched = self.shortest.ask_plain(plain, position, budget, observer);
        decided(searched.report.answer)
    }

    /// A deviation with this first move and kind, and the line of a win after it.
    fn deviation<K>(
        &mut self,
        at: &Alternative<G::Position, G::Move>,
        kind: K,
        after: Bracket,
    ) -> Deviation<G::Move, K> {
        let mut line = vec![at.mv];
        line.extend(self.line_from(&at.child, after));
        Deviation {
            ply: at.ply,
            kind,
            length: after.plus(1),
            line,
        }
    }

    /// The line of a shortest win of known length; empty if the length is not exact, or no line was
    /// found within the limits.
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
        Shortest::<G>::least(self.game.role(position))
    }
}

fn decided(answer: Answer) -> Result<bool, OutOfNodes> {
    match answer {
        Answer::Proved => Ok(true),
        Answer::Disproved => Ok(false),
        Answer::Unknown => Err(OutOfNodes),
    }
}

/// Runs the example of the README as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
