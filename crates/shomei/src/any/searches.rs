//! Searches of a position, whatever its game.

use std::io::Write;

use shomei_game::{Game, Goal, Scored, Side};
use shomei_search::Observer;
use shomei_search::registry::OpenError;

use super::asked::Asked;
use super::position::{Placed, believe};
use super::{Aim, AnyPosition};
use crate::composers::{self, Composed, CompositionQuery};
use crate::error::Error;
use crate::solving::{self, Searched, Solution, Task};

erased!(AnyPosition, Searches: Asked {
    /// Asks whether `attacker` can force a win, and for nothing more.
    ///
    /// # Errors
    ///
    /// When the search cannot be opened, or the game fails.
    fn search(
        &self,
        attacker: Side,
        task: &Task,
        observer: &mut dyn Observer,
    ) -> Result<Searched, Error>;

    /// Asks whether an attacker can force what it has to reach; the answer comes
    /// with a line of play and, if `out` is given, with a certificate.
    ///
    /// # Errors
    ///
    /// When the search cannot be opened, the game has no scores, or the game fails.
    fn solve(
        &self,
        aim: Aim,
        task: &Task,
        observer: &mut dyn Observer,
        out: Option<&mut dyn Write>,
    ) -> Result<Solution, Error>;

    /// Asks also in how few plies the attacker can force a win.
    ///
    /// # Errors
    ///
    /// Those of [`AnyPosition::solve`], and where with the task's options disproofs could
    /// be wrong.
    fn solve_shortest(
        &self,
        attacker: Side,
        task: &Task,
        observer: &mut dyn Observer,
        out: Option<&mut dyn Write>,
    ) -> Result<Solution, Error>;

    /// Searches a problem as its composer asks.
    ///
    /// # Errors
    ///
    /// Those of [`AnyPosition::solve_shortest`].
    fn search_problem(
        &self,
        attacker: Side,
        task: &Task,
        query: &CompositionQuery,
        observer: &mut dyn Observer,
        out: Option<&mut dyn Write>,
    ) -> Result<(Solution, Composed), Error>;
});

impl<G: Game + Scored + 'static> Searches for Placed<G> {
    fn search(
        &self,
        attacker: Side,
        task: &Task,
        observer: &mut dyn Observer,
    ) -> Result<Searched, Error> {
        let game = self.game.with_goal(Goal::win(attacker));
        let searched = solving::search(&game, &self.position, task, observer);
        self.believe(task, searched)
    }

    fn solve(
        &self,
        aim: Aim,
        task: &Task,
        observer: &mut dyn Observer,
        out: Option<&mut dyn Write>,
    ) -> Result<Solution, Error> {
        let game = self.aimed(aim)?;
        let solution = solving::solve_on_shelf(&game, &self.position, task, observer, out);
        self.believe(task, solution)
    }

    fn solve_shortest(
        &self,
        attacker: Side,
        task: &Task,
        observer: &mut dyn Observer,
        out: Option<&mut dyn Write>,
    ) -> Result<Solution, Error> {
        let game = self.game.with_goal(Goal::win(attacker));
        let solution = solving::solve_shortest(&game, &self.position, task, observer, out);
        self.believe(task, solution)
    }

    fn search_problem(
        &self,
        attacker: Side,
        task: &Task,
        query: &CompositionQuery,
        observer: &mut dyn Observer,
        out: Option<&mut dyn Write>,
    ) -> Result<(Solution, Composed), Error> {
        let game = self.game.with_goal(Goal::win(attacker));
        let root = &self.position;
        let found = composers::search_problem(&game, root, task, query, observer, out);
        self.believe(task, found)
    }
}

impl<G: Game + Scored + 'static> Placed<G> {
    /// What a search has found, unless the game has failed meanwhile.
    pub(super) fn believe<T>(&self, task: &Task, found: Result<T, OpenError>) -> Result<T, Error> {
        believe(
            &*self.game,
            found.map_err(|error| task.config.cannot_open(error)),
        )
    }
}
