//! A line that is given, such as the solution that an author has in mind, in place of the line of
//! a shortest win.
//!
//! Other moves of the attacker and other defences are then compared with what that line has left at
//! each of its plies. Where it is not the shortest win against the longest defence, one of them
//! shows it: a move that wins in fewer plies, a defence that holds out longer, or one that holds.

use shomei_game::{Game, Status};
use shomei_search::Observer;
use shomei_search::table::TableError;

use crate::{Defences, Found, HasLeft, Kind, SameMove, Solutions};

/// What is found along a line that was given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Given<M> {
    /// The line, up to where the game is over.
    pub line: Vec<M>,
    /// Whether it ends with a win of the attacker. If not, nothing is looked for.
    pub wins: bool,
    /// The other moves of the attacker that win.
    pub found: Found<M>,
    /// The other defences.
    pub defences: Defences<M>,
}

impl<G: Game> Solutions<'_, G> {
    /// Looks along a line of legal moves from the root, which replaces the line so far.
    ///
    /// # Errors
    ///
    /// When the system does not give the memory.
    pub fn along(
        &mut self,
        line: &[G::Move],
        same_move: SameMove<G>,
        has_left: HasLeft<G>,
        observer: &mut dyn Observer,
    ) -> Result<Given<G::Move>, TableError> {
        self.is_shortest = false;
        self.follow(line)?;
        let wins = self.game.status(&self.positions[self.line.len()]) == Status::Won;
        let mut given = Given {
            line: self.line.clone(),
            wins,
            found: Found::default(),
            defences: Defences::default(),
        };
        if wins {
            given.found = self.find(same_move, observer);
            // The line itself is what is asked about, whatever its length.
            let mut others = given.found.others.iter();
            given.found.is_shortest = !others.any(|other| other.kind == Kind::Shorter);
            given.defences = self.find_defences(has_left, observer);
        }
        Ok(given)
    }
}
