//! Searchers for jobs below a position, whatever its game.

use std::sync::Arc;

use shomei_extract::{ExtractError, Extractor, Survey};
use shomei_game::{Game, Scored};
use shomei_proof::Claim;
use shomei_search::registry::{AUTO, Settings};
use shomei_search::search::df_pn::DfPnOptions;
use shomei_search::table::Table;

use super::position::{Placed, believe};
use super::{Aim, AnyPosition};
use crate::algorithms;
use crate::config::SearchConfig;
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

    fn survey(
        &self,
        aim: Aim,
        task: &Task,
        claim: Claim,
        most: usize,
    ) -> Result<Result<Survey, ExtractError>, Error>;
}

impl AnyPosition {
    /// What the table of this task lacks for a certificate that claims this of the position, so
    /// many holes at most. Nothing is searched. Entries of the table that contradict each other
    /// are removed from it.
    ///
    /// # Errors
    ///
    /// When the task has no table, the game has no scores and one is aimed at, or the game fails;
    /// within, when a limit is reached.
    pub fn survey(
        &self,
        aim: Aim,
        task: &Task,
        claim: Claim,
        most: usize,
    ) -> Result<Result<Survey, ExtractError>, Error> {
        self.0.survey(aim, task, claim, most)
    }

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

impl<G: Game + Scored + 'static> Hired for Placed<G> {
    fn table_for(&self, aim: Aim, settings: &Settings, memory: usize) -> Result<Arc<Table>, Error> {
        let game = self.aimed(aim)?;
        let useful = game.useful_memory(&self.position);
        let memory = useful.map_or(memory, |most| memory.min(most));
        let config = SearchConfig::new(algorithms::find(AUTO)?, settings.clone());
        let table = shomei_parallel::table::<G>(settings, memory);
        table
            .map(Arc::new)
            .map_err(|error| config.cannot_open(error))
    }

    fn with_crews(
        &self,
        aim: Aim,
        crews: &Crews,
        work: &mut dyn FnMut(Vec<Crew<'_>>),
    ) -> Result<(), Error> {
        let game = self.aimed(aim)?;
        let config = SearchConfig::new(algorithms::find(AUTO)?, crews.settings.clone());
        let opened = jobs::with_crews(&game, &self.position, crews, work);
        believe(
            &*self.game,
            opened.map_err(|error| config.cannot_open(error)),
        )
    }

    fn survey(
        &self,
        aim: Aim,
        task: &Task,
        claim: Claim,
        most: usize,
    ) -> Result<Result<Survey, ExtractError>, Error> {
        let game = self.aimed(aim)?;
        let Some(table) = &task.start.table else {
            return Err(Error::usage("a survey of what is missing needs a table"));
        };
        let tuned = game.for_root(&self.position, None);
        let game = tuned.as_ref().unwrap_or(&game);
        let options = DfPnOptions::default();
        let cache = task.start.cache.clone().unwrap_or_default();
        let mut extractor =
            Extractor::new(game, Arc::clone(table), options, &task.config.limits).with_cache(cache);
        let survey = extractor.survey(&self.position, claim, most);
        believe(&*self.game, Ok(survey))
    }
}
