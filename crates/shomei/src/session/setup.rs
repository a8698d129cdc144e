//! The settings of a session.
//!
//! Each setting has two forms: a builder method that takes the session and returns it, and a method
//! with the prefix `set_` that changes a session between questions.

use shomei_game::error_text;
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::time::Duration;

use shomei_search::registry::{AUTO, Info};
use shomei_search::{Limits, Observer};

use super::Session;
use crate::algorithms;
use crate::config::SearchConfig;
use crate::error::Error;
use crate::position_store::PositionStore;

impl Session {
    /// Selects this algorithm. Forgets the results of earlier questions.
    ///
    /// # Errors
    ///
    /// The name is unknown, or the algorithm cannot search with the selected number of threads.
    pub fn algorithm(mut self, name: &str) -> Result<Session, Error> {
        self.set_algorithm(name)?;
        Ok(self)
    }

    /// Sets an option of the algorithm: `shomei algorithms NAME` of the command line lists them,
    /// and so does [`Info::options`]. Forgets the results of earlier questions. Options are kept
    /// when another algorithm is selected.
    ///
    /// # Errors
    ///
    /// The algorithm has no such option, or the option does not accept this value.
    pub fn option(mut self, name: &str, value: &str) -> Result<Session, Error> {
        self.set_option(name, value)?;
        Ok(self)
    }

    /// Sets the number of search threads. Forgets the results of earlier questions.
    ///
    /// # Errors
    ///
    /// The algorithm searches with one thread.
    pub fn threads(mut self, threads: NonZeroUsize) -> Result<Session, Error> {
        self.set_threads(threads)?;
        Ok(self)
    }

    /// Limits the memory of all tables together, in bytes. Certificates are made within it, plus 64
    /// MiB. Forgets the results of earlier questions.
    #[must_use]
    pub fn memory(mut self, bytes: usize) -> Session {
        self.set_memory(bytes);
        self
    }

    /// Sets the time limit of each question, its line of play included. A later
    /// [`certify`](Session::certify) gets the same time again.
    #[must_use]
    pub fn time(mut self, time: Duration) -> Session {
        self.set_time(Some(time));
        self
    }

    /// Sets the node limit of each search. A question that needs several searches, such as a value,
    /// has this limit for each of them.
    #[must_use]
    pub fn nodes(mut self, nodes: u64) -> Session {
        self.set_nodes(Some(nodes));
        self
    }

    /// Replaces all limits of each question: see [`Session::set_limits`].
    #[must_use]
    pub fn limits(mut self, limits: Limits) -> Session {
        self.set_limits(limits);
        self
    }

    /// Reports the [progress](shomei_search::Event::Progress) of each search, some thousand times a
    /// second: the observer must be fast. It also receives the search inside
    /// [`certify`](Session::certify), which begins with proof and disproof number 1.
    ///
    /// A closure must name the type of its argument:
    ///
    /// ```
    /// use shomei::{Event, Kinds, Session};
    ///
    /// let game = Kinds::builtin().open("loa", "")?;
    /// let session = Session::new(&game)?.observer(|event: &Event<'_>| {
    ///     if let Event::Progress(progress) = event {
    ///         let (pn, dn) = (progress.bounds.pn(), progress.bounds.dn());
    ///         eprint!("\r{} nodes, pn {pn}, dn {dn} ", progress.counters.nodes());
    ///     }
    /// });
    /// # Ok::<(), shomei::Error>(())
    /// ```
    #[must_use]
    pub fn observer(mut self, observer: impl Observer + Send + 'static) -> Session {
        self.set_observer(observer);
        self
    }

    /// Sets a store that provides positions solved earlier and receives newly solved ones: see
    /// [`PositionStore`].
    #[must_use]
    pub fn position_store(mut self, store: Arc<dyn PositionStore>) -> Session {
        self.set_position_store(Some(store));
        self
    }

    /// Selects this algorithm: see [`Session::algorithm`].
    ///
    /// # Errors
    ///
    /// The errors of [`Session::algorithm`]; an error leaves the session unchanged.
    pub fn set_algorithm(&mut self, name: &str) -> Result<(), Error> {
        let algorithm = algorithms::find(name)?;
        let auto = (name == AUTO).then(|| self.given_game.tuning());
        self.change(|session| {
            session.config.algorithm = algorithm;
            session.auto = auto;
        })
    }

    /// Sets an option of the algorithm: see [`Session::option`].
    ///
    /// # Errors
    ///
    /// The errors of [`Session::option`]; an error leaves the session unchanged.
    pub fn set_option(&mut self, name: &str, value: &str) -> Result<(), Error> {
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

    /// Sets the number of search threads: see [`Session::threads`].
    ///
    /// # Errors
    ///
    /// The errors of [`Session::threads`]; an error leaves the session unchanged.
    pub fn set_threads(&mut self, threads: NonZeroUsize) -> Result<(), Error> {
        self.change(|session| session.threads = threads)
    }

    /// Limits the memory of all tables together, in bytes: see [`Session::memory`]. Frees the
    /// existing tables at once.
    pub fn set_memory(&mut self, bytes: usize) {
        self.config.memory = bytes;
        self.tables.clear();
    }

    /// Sets or removes the time limit of each question: see [`Session::time`]. Keeps the results of
    /// earlier questions, and a deadline among the limits of [`Session::set_limits`].
    pub fn set_time(&mut self, time: Option<Duration>) {
        self.config.limits.time = time;
    }

    /// Sets or removes the node limit of each search: see [`Session::nodes`]. Keeps the results of
    /// earlier questions.
    pub fn set_nodes(&mut self, nodes: Option<u64>) {
        self.config.limits.nodes = nodes;
    }

    /// Replaces the observer of the searches: see [`Session::observer`].
    pub fn set_observer(&mut self, observer: impl Observer + Send + 'static) {
        self.observer = Box::new(observer);
    }

    /// Sets or removes the store of solved positions: see [`Session::position_store`]. Keeps the
    /// results of earlier questions, including positions from another store.
    pub fn set_position_store(&mut self, store: Option<Arc<dyn PositionStore>>) {
        self.store = store;
    }

    /// Changes the inputs of the options, and reverts the change if it is invalid.
    fn change(&mut self, change: impl FnOnce(&mut Session)) -> Result<(), Error> {
        let (algorithm, auto, threads) = (self.config.algorithm, self.auto, self.threads);
        let given = self.given.clone();
        change(self);
        let done = self.set_up();
        if done.is_err() {
            self.config.algorithm = algorithm;
            (self.auto, self.threads, self.given) = (auto, threads, given);
        }
        done
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
