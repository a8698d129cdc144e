//! Searches of a position, for any game.

use std::io::Write;

use shomei_game::{Game, Goal, Scored, Side};
use shomei_search::Observer;
use shomei_search::registry::OpenError;

use super::job_factory::JobFactory;
use super::position::{Placed, unless_failed};
use super::{Aim, AnyPosition};
use crate::composers::{self, Composition, CompositionQuery, Examiner, WorkbenchQuery};
use crate::error::Error;
use crate::solving::{self, Searched, ShortestOutputs, Solution, Task};

erased!(
    AnyPosition,
    JobFactory,
    impl<G: Game + Scored + 'static> Searches for Placed<G> {
        /// Searches for a forced win of `attacker`, without a line or a certificate.
        ///
        /// # Errors
        ///
        /// The search cannot be opened, or the game fails.
        pub fn search(
            &self,
            attacker: Side,
            task: &Task,
            observer: &mut dyn Observer,
        ) -> Result<Searched, Error> {
            let game = self.game.with_goal(Goal::win(attacker));
            let searched = solving::search(&game, &self.position, task, observer);
            self.unless_failed(task, searched)
        }

        /// Searches for a forced result of an attacker; returns the answer with a line of play, and
        /// writes a certificate if `out` is given.
        ///
        /// # Errors
        ///
        /// The search cannot be opened, the aim is a score and the game has no scores, or the game
        /// fails.
        pub fn solve(
            &self,
            aim: Aim,
            task: &Task,
            observer: &mut dyn Observer,
            out: Option<&mut dyn Write>,
        ) -> Result<Solution, Error> {
            let game = self.aimed(aim)?;
            let solution = solving::solve(&game, &self.position, task, observer, out);
            self.unless_failed(task, solution)
        }

        /// Searches a problem and answers the questions of a composer.
        ///
        /// # Errors
        ///
        /// The errors of [`AnyPosition::solve`]; the query is about the shortest win, and the options
        /// of the task make wrong disproofs possible.
        pub fn search_problem(
            &self,
            attacker: Side,
            task: &Task,
            query: &CompositionQuery,
            observer: &mut dyn Observer,
            out: ShortestOutputs<'_>,
        ) -> Result<(Solution, Composition), Error> {
            let game = self.game.with_goal(Goal::win(attacker));
            let root = &self.position;
            let found = composers::search_problem(&game, root, task, query, observer, out);
            self.unless_failed(task, found)
        }

        /// Opens the tables of a workbench for problems like this one, and passes it to `run`.
        ///
        /// # Errors
        ///
        /// The errors of [`AnyPosition::search_problem`] and of `run`.
        pub fn with_workbench(
            &self,
            attacker: Side,
            task: &Task,
            query: &WorkbenchQuery,
            observer: &mut dyn Observer,
            run: &mut dyn FnMut(&mut dyn Examiner) -> Result<(), Error>,
        ) -> Result<(), Error> {
            let game = self.game.with_goal(Goal::win(attacker));
            let root = &self.position;
            let done = composers::open_workbench(&game, root, task, query, observer, run);
            self.unless_failed(task, done)?
        }
    }
);

impl<G: Game + Scored + 'static> Placed<G> {
    /// The result of a search, or the error of the game if it has failed meanwhile.
    pub(super) fn unless_failed<T>(
        &self,
        task: &Task,
        found: Result<T, OpenError>,
    ) -> Result<T, Error> {
        unless_failed(
            &*self.game,
            found.map_err(|error| task.config.cannot_open(error)),
        )
    }
}
