//! The settings of a session.
//!
//! A session can be changed between questions. Each method returns the session, for the next one.

use shomei_game::error_text;
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::time::Duration;

use shomei_search::Limits;
use shomei_search::registry::{AUTO, Info};

use super::{Session, Stopper};
use crate::algorithms;
use crate::config::SearchConfig;
use crate::error::Error;
use crate::position_store::PositionStore;

impl Session {
    /// Selects this algorithm. Forgets the results of earlier questions.
    ///
    /// # Errors
    ///
    /// The name is unknown, or the algorithm cannot search with the selected number of threads. An
    /// error leaves the session unchanged.
    pub fn set_algorithm(&mut self, name: &str) -> Result<&mut Session, Error> {
        let algorithm = algorithms::find(name)?;
        let auto = (name == AUTO).then(|| self.given_game.tuning());
        self.change(|session| {
            session.config.algorithm = algorithm;
            session.auto = auto;
        })
    }

    /// Sets an option of the algorithm: `shomei algorithms NAME` of the command line lists them,
    /// and so does [`Info::options`]. Forgets the results of earlier questions. Options are kept
    /// when another algorithm is selected.
    ///
    /// # Errors
    ///
    /// The algorithm has no such option, or the option does not accept this value. An error leaves
    /// the session unchanged.
    pub fn set_option(&mut self, name: &str, value: &str) -> Result<&mut Session, Error> {
        let Info { options, .. } = self.config.algorithm;
        let names = options.iter().map(|option| option.name);
        if names.clone().all(|known| known != name) {
            let algorithm = self.config.algorithm;
            let message = error_text!(
                "no-such-option",
                "{algorithm} has no option named \"{name}\"",
                algorithm = algorithm,
                name = name
            );
            return Err(Error::unknown(message, name, names));
        }
        let is_threads = name == algorithms::THREADS;
        if let Some(threads) = value.parse().ok().filter(|_| is_threads) {
            return self.set_threads(threads);
        }
        self.change(|session| {
            if is_threads {
                // The number of threads would replace the wrong value.
                session.threads = NonZeroUsize::MIN;
            }
            session.given.set(name, value);
        })
    }

    /// Sets the number of search threads. Forgets the results of earlier questions.
    ///
    /// # Errors
    ///
    /// The algorithm searches with one thread. An error leaves the session unchanged.
    pub fn set_threads(&mut self, threads: NonZeroUsize) -> Result<&mut Session, Error> {
        self.change(|session| session.threads = threads)
    }

    /// Limits the memory of all tables together, in bytes. Certificates are made within it, plus 64
    /// MiB. Frees the existing tables at once, so the results of earlier questions are forgotten.
    pub fn set_memory(&mut self, bytes: usize) -> &mut Session {
        self.config.memory = bytes;
        self.tables.clear();
        self
    }

    /// Sets or removes the time limit of each question, its line of play included. A later
    /// [`certify`](Session::certify) gets the same time again. Keeps the results of earlier
    /// questions, and a deadline among the limits of [`Session::set_limits`].
    pub fn set_time(&mut self, time: Option<Duration>) -> &mut Session {
        self.config.limits.time = time;
        self
    }

    /// Sets or removes the node limit of each search. A question that needs several searches, such
    /// as a value, has this limit for each of them. Keeps the results of earlier questions.
    pub fn set_nodes(&mut self, nodes: Option<u64>) -> &mut Session {
        self.config.limits.nodes = nodes;
        self
    }

    /// Replaces all limits of each question: an unset limit is removed. With [`Limits::started`]
    /// several questions share the time. The session can still be stopped: a stop flag among the
    /// limits replaces the [`Stopper`].
    pub fn set_limits(&mut self, limits: Limits) -> &mut Session {
        if let Some(stop) = &limits.stop {
            self.stopper = Stopper::from(Arc::clone(stop));
        }
        self.config.limits = limits;
        self
    }

    /// Sets or removes a store that provides positions solved earlier and receives newly solved
    /// ones: see [`PositionStore`]. Keeps the results of earlier questions, including positions from
    /// another store.
    pub fn set_position_store(&mut self, store: Option<Arc<dyn PositionStore>>) -> &mut Session {
        self.store = store;
        self
    }

    /// Changes the inputs of the options, and reverts the change if it is invalid.
    fn change(&mut self, change: impl FnOnce(&mut Session)) -> Result<&mut Session, Error> {
        let (algorithm, auto, threads) = (self.config.algorithm, self.auto, self.threads);
        let given = self.given.clone();
        change(self);
        let done = self.set_up();
        if done.is_err() {
            self.config.algorithm = algorithm;
            (self.auto, self.threads, self.given) = (auto, threads, given);
        }
        done.map(|()| self)
    }

    /// Computes the options anew, or leaves them unchanged on an error.
    pub(super) fn set_up(&mut self) -> Result<(), Error> {
        let game = match self.auto {
            Some(_) => self.given_game.for_auto()?,
            None => self.given_game.clone(),
        };
        let config = SearchConfig {
            options: algorithms::settings_for(
                self.config.algorithm,
                &self.given,
                self.threads,
                self.auto,
            )?,
            ..self.config.clone()
        };
        game.try_out(&config)?;
        let auto = ("auto", self.auto.map_or("", |auto| auto.hints));
        let auto = Some(auto).filter(|(_, text)| !text.is_empty());
        let marks = auto.into_iter().chain(self.given_game.marks());
        self.marks = marks
            .map(|(name, text)| (name.to_string(), text.to_string()))
            .collect();
        (self.game, self.config) = (game, config);
        self.tables.clear();
        Ok(())
    }
}
