//! Claims about the shortest win: strategies with its number of plies, and its line.

use std::sync::Arc;

use shomei_game::{Game, Status};
use shomei_proof::{Claim, least_plies};
use shomei_search::Budget;
use shomei_search::search::Search;
use shomei_search::{Bracket, Limits, Stop};

use super::{Bounded, Shortest, Within, line, plain_results};
use crate::{ExtractError, Extractor, Strategy, moves_of};

impl<G: Game> Shortest<'_, G> {
    /// Changes to another problem: nothing is known about its length, and the limits do not include
    /// the work so far. The searcher keeps its results.
    pub fn renew(&mut self, root: &G::Position, limits: &Limits) {
        let least = Self::least(self.game.game().role(root));
        self.move_to(root, Bracket { least, most: None });
        self.stopped_by = None;
        self.budget = Budget::open(self.game, limits);
    }

    /// Takes over a proof that was found by other means, in the game without a limit of plies: the
    /// longest line of its strategy is an upper bound.
    pub fn learn(&mut self, strategy: Strategy) {
        let Some(line) = self.line_of(&strategy) else {
            return;
        };
        let plies = u16::try_from(line.len()).unwrap_or(u16::MAX);
        if plies < u16::MAX && self.bracket.most.is_none_or(|most| plies < most) {
            self.bracket.most = Some(plies);
            self.strategy = Some((strategy, line));
        }
    }

    /// Records the line of some win, whatever its length: [`Shortest::best_line`] falls back on it.
    pub fn know(&mut self, line: Vec<G::Move>) {
        self.line = Some(line);
    }

    /// A strategy with the length of the shortest known win, for a certificate of the game without
    /// a limit of plies.
    ///
    /// # Errors
    ///
    /// If a limit is reached.
    pub fn strategy(&mut self) -> Result<&Strategy, ExtractError> {
        if self.strategy.is_none() {
            let stop = self.stopped_by().unwrap_or(Stop::Nodes);
            let most = self.bracket.most.ok_or(ExtractError::Stopped(stop))?;
            let strategy = self.strategy_within(most)?;
            let line = self.line_of(&strategy).ok_or(ExtractError::Contradiction)?;
            self.strategy = Some((strategy, line));
        }
        if self.budget.game_has_failed() {
            return Err(ExtractError::Stopped(Stop::Game));
        }
        let known = self.strategy.as_ref().map(|(strategy, _)| strategy);
        known.ok_or(ExtractError::Contradiction)
    }

    /// A strategy of the defender against a win within fewer plies than the bracket allows, and the
    /// number of these plies. `None` if no open position is won in so few plies.
    ///
    /// # Errors
    ///
    /// If a limit is reached.
    pub fn no_shorter(&mut self) -> Result<Option<(Strategy, u16)>, ExtractError> {
        let plies = self.bracket.least.saturating_sub(Self::STEP);
        if plies < least_plies::<G>(self.game().role(&self.root)) {
            return Ok(None);
        }
        let table = Arc::clone(self.searcher.table());
        let limits = self.budget.rest();
        let mut extractor = Extractor::new(self.game, table, self.options.clone(), &limits)
            .within_memory(self.memory);
        let strategy = extractor.no_win_within(&self.bounded(plies));
        self.budget.add(&extractor.counters());
        Ok(Some((strategy?, plies)))
    }

    fn strategy_within(&mut self, plies: u16) -> Result<Strategy, ExtractError> {
        let limits = self.budget.rest();
        let table = Arc::clone(self.searcher.table());
        let (game, known) = (self.game, Arc::clone(&self.moves));
        // A position in the table counts as half a node.
        let most = limits
            .nodes
            .map_or(u64::MAX, |nodes| nodes.saturating_mul(2));
        let mut extractor = Extractor::new(game, table, self.options.clone(), &limits)
            .within_memory(self.memory)
            .guided(most, move |at| plain_results::quickest(&known, game, at));
        let strategy = extractor.strategy(&self.bounded(plies), Claim::Proved);
        let counters = extractor.counters();
        self.budget.add(&counters);
        strategy
    }

    /// A line with exactly the plies of the shortest known win. If a limit is reached before it is
    /// found, returns the line of a longer known win; `None` if there is none.
    ///
    /// If the length is proven, the attacker plays a shortest win, and the defender plays the moves
    /// that hold out longest; among equal ones, those that leave the attacker the least of its
    /// resource, as far as a share of the nodes allows.
    pub fn best_line(&mut self) -> Option<Vec<G::Move>> {
        let length = self.bracket.exact();
        let walked = length.and_then(|length| line::walk(self, length));
        if walked.is_none() {
            // Often the whole line is in the table or known from before.
            let _ = self.strategy();
        }
        let known = || self.strategy.as_ref().map(|(_, line)| line.clone());
        let most = self.bracket.most.map(usize::from);
        walked
            .or_else(known)
            .filter(|line| Some(line.len()) == most)
            .or_else(|| self.line.clone())
            .filter(|_| !self.budget.game_has_failed())
    }

    /// Searches for [`Shortest::best_line`] within separate limits.
    pub fn line(&mut self, limits: &Limits) -> Option<Vec<G::Move>> {
        let rest = std::mem::replace(&mut self.budget, Budget::open(self.game, limits));
        let line = self.best_line();
        let used = self.budget.counters;
        self.budget = rest;
        self.budget.add(&used);
        line
    }

    /// The longest line of a strategy without plain search, if the line wins.
    fn line_of(&self, strategy: &Strategy) -> Option<Vec<G::Move>> {
        let game = self.game.game();
        let (mut position, mut line) = (self.root.clone(), Vec::new());
        for place in strategy.longest()? {
            let &mv = moves_of(game, &position).get(place as usize)?;
            line.push(mv);
            position = game.play(&position, mv);
        }
        (game.status(&position) == Status::Won).then_some(line)
    }
}

impl<G: Game> Extractor<'_, Within<'_, G>> {
    /// A strategy of the defender against a win of an open `root` within its plies.
    fn no_win_within(&mut self, root: &Bounded<G::Position>) -> Result<Strategy, ExtractError> {
        let game = self.game.game();
        let identity = |at: &Bounded<G::Position>| game.key(&at.position);
        self.disproof_within(root, &identity)
    }
}
