//! A line that is given, such as the solution that an author has in mind, in place of the line of
//! a shortest win.
//!
//! Other moves of the attacker and other defences are then held against what that line has left at
//! each of its plies. Where it is not the shortest win against the longest defence, one of them
//! tells: a move that wins in fewer plies, a defence that holds out longer, or one that holds.

use std::sync::Arc;

use shomei_game::{Solvable, Status};

use crate::{Defences, Found, HasLeft, Kind, SameMove, Solutions};
use shomei_search::Observer;
use shomei_search::search::df_pn::DfPn;
use shomei_search::table::{Table, TableError};

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

impl<G: Solvable> Solutions<'_, G> {
    /// Looks along a line of legal moves from the root in place of the one so far, which it takes
    /// the place of.
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
        let wins = self.follow(line)?;
        let mut given = Given {
            line: self.line.clone(),
            wins,
            found: Found::new(true),
            defences: Defences {
                found: Vec::new(),
                open: Vec::new(),
            },
        };
        if wins {
            given.found = self.find(same_move, observer);
            // The line itself is what is asked about, whatever its length.
            let is_beaten = |kind| kind == Kind::Shorter;
            given.found.is_shortest = !given.found.others.iter().any(|other| is_beaten(other.kind));
            given.defences = self.find_defences(has_left, observer);
        }
        Ok(given)
    }

    /// Makes this the line, as far as the game goes on; whether it ends with a win.
    fn follow(&mut self, line: &[G::Move]) -> Result<bool, TableError> {
        self.positions.truncate(1);
        self.line.clear();
        self.is_shortest = false;
        for &mv in line {
            let Some(position) = self.positions.last() else {
                break;
            };
            if self.game.status(position) != Status::Open {
                break;
            }
            let next = self.game.play(position, mv);
            self.positions.push(next);
            self.line.push(mv);
        }
        if self.apart.is_some() {
            let table = Arc::new(Table::growing(self.memory / 4)?);
            let mut apart = DfPn::new(self.game, self.options.clone(), table);
            let open = &self.positions[..self.line.len()];
            let keys = open.iter().map(|position| self.game.key(position));
            apart.assumed().extend(keys);
            self.apart = Some(apart);
        }
        let last = self.positions.last();
        Ok(last.is_some_and(|last| self.game.status(last) == Status::Won))
    }
}
