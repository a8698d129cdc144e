//! Searchers for jobs below a position, for any game.

use std::sync::Arc;

use shomei_extract::{ExtractError, Extractor, Survey};
use shomei_game::{Game, Scored};
use shomei_proof::Claim;
use shomei_search::registry::{AUTO, Settings};
use shomei_search::search::df_pn::DfPnOptions;
use shomei_search::table::Table;

use super::goal_view::GoalView;
use super::position::{Placed, unless_failed};
use super::{Aim, AnyPosition};
use crate::algorithms;
use crate::config::SearchConfig;
use crate::error::Error;
use crate::jobs::{self, Crew, Crews};
use crate::solving::Task;

erased!(
    AnyPosition,
    GoalView,
    impl<G: Game + Scored + 'static> JobFactory for Placed<G> {
        /// Finds at most `most` holes: positions that the table of this task lacks for a
        /// certificate of this claim. Searches nothing. Removes table entries that contradict each
        /// other.
        ///
        /// # Errors
        ///
        /// The task has no table, the aim is a score and the game has no scores, or the game fails;
        /// the inner error: a limit is reached.
        pub fn survey(
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
                Extractor::new(game, Arc::clone(table), options, &task.config.limits)
                    .with_cache(cache);
            let survey = extractor.survey(&self.position, claim, most);
            unless_failed(&*self.game, Ok(survey))
        }

        /// A table of this size in bytes, with these df-pn options, for searches and jobs below
        /// this position.
        ///
        /// # Errors
        ///
        /// Options that df-pn does not have, memory that cannot be allocated, or an aim that is a
        /// score in a game without scores.
        pub fn table_for(
            &self,
            aim: Aim,
            settings: &Settings,
            memory: usize,
        ) -> Result<Arc<Table>, Error> {
            let game = self.aimed(aim)?;
            let useful = game.useful_memory(&self.position);
            let memory = useful.map_or(memory, |most| memory.min(most));
            let config = SearchConfig::new(algorithms::find(AUTO)?, settings.clone());
            let table = shomei_parallel::table::<G>(settings, memory);
            table
                .map(Arc::new)
                .map_err(|error| config.cannot_open(error))
        }

        /// Opens searchers for jobs below this position, for this aim, and passes them to `work`.
        /// They are closed when `work` returns.
        ///
        /// # Errors
        ///
        /// The searchers cannot be opened, the game has no scores, or the game fails.
        pub fn with_crews(
            &self,
            aim: Aim,
            crews: &Crews,
            work: &mut dyn FnMut(Vec<Crew<'_>>),
        ) -> Result<(), Error> {
            let game = self.aimed(aim)?;
            let config = SearchConfig::new(algorithms::find(AUTO)?, crews.settings.clone());
            let opened = jobs::with_crews(&game, &self.position, crews, work);
            unless_failed(
                &*self.game,
                opened.map_err(|error| config.cannot_open(error)),
            )
        }
    }
);
