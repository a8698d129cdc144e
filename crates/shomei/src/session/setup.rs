//! What a session is told before it is asked, and between questions.
//!
//! Each setting has two forms: one that takes the session and gives it back, to be chained when a
//! session is made, and one with `set_` for whoever holds the session already.

use std::num::NonZeroUsize;
use std::sync::Arc;
use std::time::Duration;

use shomei_search::Observer;
use shomei_search::registry::{AUTO, Info};

use super::Session;
use crate::algorithms;
use crate::config::SearchConfig;
use crate::error::Error;
use crate::shelf::Shelf;

impl Session {
    /// Searches by this algorithm. What was learnt is forgotten.
    ///
    /// # Errors
    ///
    /// When there is none of that name, or it cannot search with so many threads.
    pub fn algorithm(mut self, name: &str) -> Result<Session, Error> {
        self.set_algorithm(name)?;
        Ok(self)
    }

    /// Sets an option of the algorithm: `shomei algorithms NAME` of the command line lists them,
    /// and so does [`Info::options`]. What was learnt is forgotten. Options stay when another
    /// algorithm is chosen.
    ///
    /// # Errors
    ///
    /// When the algorithm has no such option, or the option does not take this value.
    pub fn option(mut self, name: &str, value: &str) -> Result<Session, Error> {
        self.set_option(name, value)?;
        Ok(self)
    }

    /// Searches with so many threads.
    ///
    /// # Errors
    ///
    /// When the algorithm searches with one thread.
    pub fn threads(mut self, threads: NonZeroUsize) -> Result<Session, Error> {
        self.set_threads(threads)?;
        Ok(self)
    }

    /// Keeps all tables together within so many bytes. Certificates are made within it, too,
    /// but for 64 MiB. What was learnt is forgotten.
    #[must_use]
    pub fn memory(mut self, bytes: usize) -> Session {
        self.set_memory(bytes);
        self
    }

    /// Gives each question at most so much time, with its line of play; a certificate that is
    /// asked for [later](Session::certify) has as much again.
    #[must_use]
    pub fn time(mut self, time: Duration) -> Session {
        self.set_time(Some(time));
        self
    }

    /// Gives each search at most so many nodes. A question that needs several searches, such
    /// as a value, has as many for each.
    #[must_use]
    pub fn nodes(mut self, nodes: u64) -> Session {
        self.set_nodes(Some(nodes));
        self
    }

    /// Tells somebody about each search while it runs: its [progress](shomei_search::Event::Progress) some
    /// thousand times a second, so be quick.
    ///
    /// A closure needs the type of what it takes:
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

    /// Looks here for what was solved before, and leaves here what is solved: see [`Shelf`].
    #[must_use]
    pub fn shelf(mut self, shelf: Arc<dyn Shelf>) -> Session {
        self.set_shelf(Some(shelf));
        self
    }

    /// Searches by this algorithm from now on: see [`Session::algorithm`].
    ///
    /// # Errors
    ///
    /// Those of [`Session::algorithm`]; the session is then as it was.
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
    /// Those of [`Session::option`]; the session is then as it was.
    pub fn set_option(&mut self, name: &str, value: &str) -> Result<(), Error> {
        let Info { options, .. } = self.config.algorithm;
        let names = options.iter().map(|option| option.name);
        if names.clone().all(|known| known != name) {
            let algorithm = self.config.algorithm;
            let message = format_args!("{algorithm} has no option named \"{name}\"");
            return Err(Error::unknown(message, name, names));
        }
        self.change(|session| session.given.set(name, value))
    }

    /// Searches with so many threads from now on. What was learnt is forgotten.
    ///
    /// # Errors
    ///
    /// Those of [`Session::threads`]; the session is then as it was.
    pub fn set_threads(&mut self, threads: NonZeroUsize) -> Result<(), Error> {
        self.change(|session| session.threads = threads)
    }

    /// Keeps all tables together within so many bytes from now on: see [`Session::memory`]. The
    /// tables that are there are given back at once.
    pub fn set_memory(&mut self, bytes: usize) {
        self.config.memory = bytes;
        self.kept.clear();
    }

    /// Gives each question at most so much time from now on, or any time: see
    /// [`Session::time`]. What was learnt is kept, and so is a deadline that was among the limits
    /// of [`Session::set_limits`].
    pub fn set_time(&mut self, time: Option<Duration>) {
        self.config.limits.time = time;
    }

    /// Gives each search at most so many nodes from now on, or any number: see
    /// [`Session::nodes`]. What was learnt is kept.
    pub fn set_nodes(&mut self, nodes: Option<u64>) {
        self.config.limits.nodes = nodes;
    }

    /// Tells this one about each search from now on, in place of whoever was told: see
    /// [`Session::observer`].
    pub fn set_observer(&mut self, observer: impl Observer + Send + 'static) {
        self.observer = Box::new(observer);
    }

    /// Looks here from now on for what was solved before, or nowhere: see [`Session::shelf`].
    /// What was learnt is kept, and with it what came from another shelf.
    pub fn set_shelf(&mut self, shelf: Option<Arc<dyn Shelf>>) {
        self.shelf = shelf;
    }

    /// Changes what the options are made out from, and takes the change back where they cannot be.
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

    /// Makes out the options anew, or leaves them as they are.
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
        let hints = [
            ("auto", self.auto.map_or("", |auto| auto.hints)),
            ("hints", self.given_game.hints()),
        ];
        let given = hints.into_iter().filter(|(_, text)| !text.is_empty());
        self.marks = given
            .map(|(name, text)| (name.to_string(), text.to_string()))
            .collect();
        (self.game, self.config) = (game, config);
        self.kept.clear();
        Ok(())
    }
}
