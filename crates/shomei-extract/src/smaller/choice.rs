//! Tries other moves of one position of a strategy.

use shomei_game::{Game, Status};
use shomei_proof::Claim;
use shomei_search::search::df_pn::Searched;
use shomei_search::{Limits, Silent};

use super::graph::Size;
use super::{Shrinking, Visit};
use crate::strategy::Link;
use crate::{ExtractError, Tables};

/// A move of the position, and the part that only this move needs.
#[derive(Clone, Copy)]
struct Candidate {
    place: usize,
    link: Link,
    size: Size,
}

/// What is known about another move.
enum Other<P> {
    /// It ends the game as claimed.
    Ends,
    /// The position after it is solved as claimed.
    Solved(P),
    /// The position after it is not solved.
    Unsolved(P),
    /// It does not show the claim.
    Refuted,
}

impl<G: Game> Shrinking<'_, '_, G> {
    /// Plays the move that needs the fewest positions, at the last node of the steps. `mv` is its
    /// current move.
    pub(super) fn improve_choice(&mut self, steps: &[Visit<G::Position, G::Move>], mv: u32) {
        let Some(step) = steps.last() else {
            return;
        };
        let link = self.graph.links(step.id)[0];
        let mut best = Candidate {
            place: mv as usize,
            link,
            size: self.graph.release(link),
        };
        // If a limit ends this, the best move so far is played.
        let _ = self.try_others(steps, &mut best);
        self.graph.choose(step.id, best.place as u32, best.link);
        self.graph.retain(best.link);
    }

    fn try_others(
        &mut self,
        steps: &[Visit<G::Position, G::Move>],
        best: &mut Candidate,
    ) -> Result<(), ExtractError> {
        let Some(step) = steps.last() else {
            return Ok(());
        };
        let current = best.place;
        let mut unsolved = Vec::new();
        // A part of one record cannot become smaller unless a move ends the game.
        for (place, &mv) in step.moves.iter().enumerate() {
            if place == current || best.size.records == 0 {
                continue;
            }
            match self.other(self.from.game.play(&step.position, mv)) {
                Other::Ends => {
                    *best = Candidate {
                        place,
                        link: Link::TERMINAL,
                        size: Size::default(),
                    };
                }
                Other::Solved(child) => self.try_move(step.id, place, child, best)?,
                Other::Unsolved(child) => unsolved.push((place, child)),
                Other::Refuted => {}
            }
        }
        for (place, child) in unsolved {
            let work = best.size.work();
            if best.size.records < 2 {
                break;
            }
            let Some(nodes) = self.prices.nodes_for(work) else {
                break;
            };
            if self.search_other(steps, &child, nodes, work) {
                self.try_move(step.id, place, child, best)?;
                self.prices
                    .note_saved(work, work.saturating_sub(best.size.work()));
            }
        }
        Ok(())
    }

    fn other(&self, child: G::Position) -> Other<G::Position> {
        let claim = self.graph.claim;
        match self.from.game.status(&child) {
            Status::Open => {}
            status if status == claim.end() => return Other::Ends,
            _ => return Other::Refuted,
        }
        let key = self.from.game.key(&child);
        let is_solved = |claim| self.from.is_solved(key, claim, Tables::Main);
        if self.graph.find(key).is_some() || is_solved(claim) {
            return Other::Solved(child);
        }
        let opposite = match claim {
            Claim::Proved => Claim::Disproved,
            Claim::Disproved => Claim::Proved,
        };
        match self.from.leaf(&child) {
            status if status == claim.end() => Other::Solved(child),
            Status::Open if !is_solved(opposite) => Other::Unsolved(child),
            _ => Other::Refuted,
        }
    }

    /// Makes the move to `child` the best one if it needs fewer records.
    fn try_move(
        &mut self,
        id: u32,
        place: usize,
        child: G::Position,
        best: &mut Candidate,
    ) -> Result<(), ExtractError> {
        let before = self.graph.len();
        let found = match self.graph.find(self.from.game.key(&child)) {
            Some(found) => Some(found),
            None => self.grow(child, best.size.records.saturating_sub(1))?,
        };
        let Some(found) = found.filter(|&found| self.may_follow(id, found)) else {
            self.graph.truncate(before);
            return Ok(());
        };
        let link = Link::node(found);
        let size = self.graph.retain(link);
        self.graph.release(link);
        match size.records < best.size.records {
            true => *best = Candidate { place, link, size },
            false => self.graph.truncate(before),
        }
        Ok(())
    }

    /// Whether a link between these nodes makes no cycle, or a cycle is allowed.
    fn may_follow(&self, id: u32, child: u32) -> bool {
        self.graph.claim == Claim::Disproved
            || !self.from.game.can_repeat()
            || self.graph.node(child).height < self.graph.node(id).height
    }

    /// Searches the position after another move. Returns whether it is solved as claimed.
    fn search_other(
        &mut self,
        steps: &[Visit<G::Position, G::Move>],
        child: &G::Position,
        nodes: u64,
        work: u64,
    ) -> bool {
        let above = self.keys(steps);
        let rest = self.from.budget.rest();
        let limits = Limits {
            nodes: Some(rest.nodes.map_or(nodes, |rest| rest.min(nodes))),
            ..rest
        };
        let searcher = &mut self.from.searcher;
        let Searched { report, .. } = searcher.search_below(&above, child, &limits, &mut Silent);
        self.from.budget.add(&report.counters);
        self.prices
            .note_search(work, report.counters.nodes().max(1));
        report.answer.claim() == Some(self.graph.claim)
    }
}
