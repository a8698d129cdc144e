//! What a session is told before it is asked.

use std::num::NonZeroUsize;
use std::time::Duration;

use shomei_search::Observer;
use shomei_search::registry::{AUTO, Info};

use super::Session;
use crate::algorithms;
use crate::error::Error;
use crate::solving::Wanted;

impl Session {
    /// Searches by this algorithm. What was learnt is forgotten.
    ///
    /// # Errors
    ///
    /// When there is none of that name, or it cannot search with so many threads.
    pub fn algorithm(mut self, name: &str) -> Result<Session, Error> {
        self.task.algorithm = algorithms::find(name)?;
        self.auto = (name == AUTO).then(|| self.game.auto());
        self.set_up()?;
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
        let Info { options, .. } = self.task.algorithm;
        let names = options.iter().map(|option| option.name);
        if names.clone().all(|known| known != name) {
            let algorithm = self.task.algorithm;
            let message = format_args!("{algorithm} has no option named \"{name}\"");
            return Err(Error::unknown(message, name, names));
        }
        self.given.set(name, value);
        self.set_up()?;
        Ok(self)
    }

    /// Searches with so many threads.
    ///
    /// # Errors
    ///
    /// When the algorithm searches with one thread.
    pub fn threads(mut self, threads: NonZeroUsize) -> Result<Session, Error> {
        self.threads = threads;
        self.set_up()?;
        Ok(self)
    }

    /// Keeps all tables together within so many bytes. Certificates are made within it, too,
    /// but for 64 MiB. What was learnt is forgotten.
    #[must_use]
    pub fn memory(mut self, bytes: usize) -> Session {
        self.task.memory = bytes;
        self.kept.clear();
        self
    }

    /// Gives each question at most so much time, with its line of play; a certificate that is
    /// asked for [later](Session::certify) has as much again.
    #[must_use]
    pub fn time(mut self, time: Duration) -> Session {
        self.task.limits.time = Some(time);
        self
    }

    /// Gives each search at most so many nodes. A question that needs several searches, such
    /// as a value, has as many for each.
    #[must_use]
    pub fn nodes(mut self, nodes: u64) -> Session {
        self.task.limits.nodes = Some(nodes);
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
        self.observer = Box::new(observer);
        self
    }

    /// Wants this beside the answers.
    #[must_use]
    pub fn wanted(mut self, wanted: Wanted) -> Session {
        self.wanted = wanted;
        self
    }

    /// Makes out the options anew.
    pub(super) fn set_up(&mut self) -> Result<(), Error> {
        self.kept.clear();
        let hints = [
            ("auto", self.auto.map_or("", |auto| auto.hints)),
            ("hints", self.given_game.hints()),
        ];
        let given = hints.into_iter().filter(|(_, text)| !text.is_empty());
        self.marks = given
            .map(|(name, text)| (name.to_string(), text.to_string()))
            .collect();
        self.game = match self.auto {
            Some(_) => self.given_game.for_auto()?,
            None => self.given_game.clone(),
        };
        self.task.settings =
            algorithms::settings_for(self.task.algorithm, &self.given, self.threads, self.auto)?;
        self.game.try_out(&self.task)
    }
}
