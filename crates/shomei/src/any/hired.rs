//! Searchers for jobs below a position, whatever its game.

use std::sync::Arc;

use shomei_game::{Scored, Solvable};
use shomei_search::registry::{AUTO, Settings};
use shomei_search::table::Table;

use super::position::{Placed, believe};
use super::{Aim, AnyPosition};
use crate::algorithms;
use crate::error::Error;
use crate::jobs::{self, Crew, Crews};
use crate::solving::Task;

/// What a position gives those who share its search out.
pub(super) trait Hired {
    fn table_for(&self, aim: Aim, settings: &Settings, memory: usize) -> Result<Arc<Table>, Error>;

    fn with_crews(
        &self,
        aim: Aim,
        crews: &Crews,
        work: &mut dyn FnMut(Vec<Crew<'_>>),
    ) -> Result<(), Error>;
}

impl AnyPosition {
    /// A table for searches and jobs below this position with these options of df-pn, in so
    /// much memory.
    ///
    /// # Errors
    ///
    /// When the options are none of df-pn, the memory cannot be had, or the game has no scores.
    pub fn table_for(
        &self,
        aim: Aim,
        settings: &Settings,
        memory: usize,
    ) -> Result<Arc<Table>, Error> {
        self.0.table_for(aim, settings, memory)
    }

    /// Opens searchers for jobs below this position, where the attacker has to reach this aim,
    /// and hands them to `work`. They live as long as that runs.
    ///
    /// # Errors
    ///
    /// When the searchers cannot be opened, the game has no scores, or the game fails.
    pub fn with_crews(
        &self,
        aim: Aim,
        crews: &Crews,
        work: &mut dyn FnMut(Vec<Crew<'_>>),
    ) -> Result<(), Error> {
        self.0.with_crews(aim, crews, work)
    }
}

impl<G: Solvable + Scored + 'static> Hired for Placed<G> {
    fn table_for(&self, aim: Aim, settings: &Settings, memory: usize) -> Result<Arc<Table>, Error> {
        let game = self.aimed(aim)?;
        let useful = game.tuning(&self.position).useful_memory;
        let memory = useful.map_or(memory, |most| memory.min(most));
        let task = Task::new(algorithms::find(AUTO)?, settings.clone());
        let table = shomei_search::jobs::table::<G>(settings, memory);
        table.map(Arc::new).map_err(|error| task.cannot_open(error))
    }

    fn with_crews(
        &self,
        aim: Aim,
        crews: &Crews,
        work: &mut dyn FnMut(Vec<Crew<'_>>),
    ) -> Result<(), Error> {
        let game = self.aimed(aim)?;
        let task = Task::new(algorithms::find(AUTO)?, crews.settings.clone());
        let opened = jobs::with_crews(&game, &self.position, crews, work);
        believe(&*self.game, opened.map_err(|error| task.cannot_open(error)))
    }
}
