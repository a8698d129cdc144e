//! A shortest win as part of a larger work: what it knows serves other questions
//! about the same game.

use shomei_game::Game;
use shomei_search::Account;
use shomei_search::search::Search;
use shomei_search::search::df_pn::{DfPn, Searched};
use shomei_search::table::TableError;
use shomei_search::{Bracket, Observer, Stop};

use super::{Bounded, Shortest, Side, searcher};

impl<'g, G: Game> Shortest<'g, G> {
    /// The game.
    pub fn game(&self) -> &'g G {
        self.game.game()
    }

    /// The position.
    pub fn root(&self) -> &G::Position {
        &self.root
    }

    /// Goes over to another position, with what is known of its shortest win. What
    /// the searcher knows stays.
    pub fn move_to(&mut self, root: &G::Position, bracket: Bracket) {
        self.root = root.clone();
        self.bracket = bracket;
        self.guess = None;
        self.strategy = None;
        self.line = None;
    }

    /// Asks about the least number of plies that may be enough; whether that was
    /// answered.
    pub fn climbs(&mut self, nodes: u64, observer: &mut dyn Observer) -> bool {
        self.turn(Side::Below, nodes, observer)
    }

    /// Takes this memory, no more and no less, though the length is known: there is
    /// more to be asked.
    ///
    /// # Errors
    ///
    /// When the system does not give the memory.
    pub fn take(&mut self, memory: usize) -> Result<(), TableError> {
        self.memory = memory;
        if self.has < memory {
            self.searcher = searcher(self.game, &self.options, memory)?;
            self.has = memory;
        } else {
            self.searcher.table().shrink(memory);
        }
        Ok(())
    }

    /// Whether a position is won within its plies, with this number of nodes at most.
    pub fn ask(
        &mut self,
        at: &Bounded<G::Position>,
        nodes: u64,
        observer: &mut dyn Observer,
    ) -> Searched {
        ask(&mut self.searcher, &mut self.account, at, nodes, observer)
    }

    /// Asks a searcher without plies about a position, with this number of nodes at most, as part
    /// of the same work.
    pub fn ask_plain(
        &mut self,
        searcher: &mut DfPn<'_, G>,
        at: &G::Position,
        nodes: u64,
        observer: &mut dyn Observer,
    ) -> Searched {
        ask(searcher, &mut self.account, at, nodes, observer)
    }
}

/// Asks a searcher with this number of nodes at most, within what an account has left.
fn ask<G: Game>(
    searcher: &mut DfPn<'_, G>,
    account: &mut Account,
    at: &G::Position,
    nodes: u64,
    observer: &mut dyn Observer,
) -> Searched {
    let mut limits = account.rest();
    limits.nodes = Some(limits.nodes.map_or(nodes, |limit| limit.min(nodes)));
    let searched = searcher.search_below(&[], at, &limits, observer);
    account.add(&searched.report.counters);
    match searched.report.stopped_by {
        None | Some(Stop::Nodes) => {}
        stop => account.stopped_by = account.stopped_by.or(stop),
    }
    searched
}
