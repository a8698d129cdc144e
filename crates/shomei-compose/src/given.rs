//! Analyses a given line, such as the solution that an author has in mind, instead of the line of a
//! shortest win.
//!
//! Other moves of the attacker and other defences are compared with the remaining plies of that
//! line. If it is not the shortest win against the longest defence, one of them shows it: a move
//! that wins in fewer plies, a defence that holds out longer, or one that holds.

use shomei_game::{Game, Status};
use shomei_search::Observer;

use crate::{Defences, HasLeft, OtherWinKind, OtherWins, SameMove, Solutions};

/// The results along a given line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Given<M> {
    /// The line, up to the end of the game.
    pub line: Vec<M>,
    /// Whether it ends with a win of the attacker. If not, nothing is searched.
    pub wins: bool,
    /// The other moves of the attacker that win.
    pub found: OtherWins<M>,
    /// The other defences.
    pub defences: Defences<M>,
}

impl<G: Game> Solutions<'_, G> {
    /// Analyses a line of legal moves from the root, which replaces the previous line.
    pub fn along(
        &mut self,
        line: &[G::Move],
        same_move: SameMove<G>,
        has_left: HasLeft<G>,
        observer: &mut dyn Observer,
    ) -> Given<G::Move> {
        self.is_shortest = false;
        self.follow(line);
        let wins = self.game.status(&self.positions[self.line.len()]) == Status::Won;
        let mut given = Given {
            line: self.line.clone(),
            wins,
            found: OtherWins::default(),
            defences: Defences::default(),
        };
        if wins {
            given.found = self.find(same_move, observer);
            // The question is about the given line, even if it is not the shortest.
            let mut others = given.found.others.iter();
            given.found.is_shortest = !others.any(|other| other.kind == OtherWinKind::Shorter);
            given.defences = self.find_defences(has_left, observer);
        }
        given
    }
}
