//! The certificates of the server, by number.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use serde::Serialize;
use shomei::game::ErrorText;
use shomei::game::escape::one_line;
use shomei::{Error, Kinds};

use crate::bundle::{Bundle, Parts};
use crate::certificate::{CheckBudget, Explored, Stored, Wanted, WorkQueue};
use crate::texts;

/// The maximum number of stored certificates of answers; a further one replaces the oldest.
pub(crate) const MOST: usize = 200;

/// The maximum number of stored bundles; a further one replaces the oldest.
const MOST_BUNDLES: usize = 50;

/// The maximum size of their files together in bytes on disk; the oldest are dropped above it.
const MOST_BYTES: u64 = 1 << 30;

/// The maximum length of an uploaded certificate's name, in characters.
const LONGEST_NAME: usize = 200;

/// The certificates of a server.
#[derive(Debug)]
pub(crate) struct Opened {
    kinds: Arc<Kinds>,
    queue: Arc<WorkQueue>,
    most_bytes: u64,
    list: Mutex<OpenedList>,
}

#[derive(Debug, Default)]
struct OpenedList {
    next: u64,
    kept: Vec<OpenedFile>,
    next_bundle: u64,
    /// The newest is the last.
    bundles: VecDeque<(u64, Arc<Bundle>)>,
}

#[derive(Debug)]
struct OpenedFile {
    id: u64,
    wanted: Wanted,
    explored: Arc<Explored>,
}

impl OpenedList {
    /// Drops the oldest answers above the limits; the last one stays whatever its size.
    fn forget(&mut self, most_bytes: u64) {
        loop {
            let answers = || {
                let kept = self.kept.iter().enumerate();
                kept.filter(|(_, kept)| kept.wanted == Wanted::WhileAsked)
            };
            let bytes: u64 = answers().map(|(_, kept)| kept.explored.bytes()).sum();
            let is_enough = answers().count() <= MOST && bytes <= most_bytes;
            match answers().next() {
                Some((oldest, _)) if !is_enough && answers().count() > 1 => {
                    self.kept.remove(oldest).explored.end();
                }
                _ => return,
            }
        }
    }

    /// Drops the oldest bundles above the limits; the last one stays whatever its size.
    fn forget_bundles(&mut self, most_bytes: u64) {
        let bytes = |list: &Self| -> u64 { list.bundles.iter().map(|(_, one)| one.bytes()).sum() };
        while self.bundles.len() > 1
            && (self.bundles.len() > MOST_BUNDLES || bytes(self) > most_bytes)
        {
            if let Some((_, oldest)) = self.bundles.pop_front() {
                oldest.end();
            }
        }
    }
}

/// The result of a search for a certificate.
#[derive(Debug)]
pub(crate) enum Sought {
    /// The stored certificate.
    Here(Arc<Explored>),
    /// The certificate was dropped because of the limits.
    NotKept,
    /// No certificate has had this number.
    Unknown,
}

/// A certificate in the list.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Listed {
    id: String,
    name: String,
}

impl Opened {
    pub(crate) fn new(kinds: Arc<Kinds>, budget: CheckBudget) -> Opened {
        Opened {
            kinds,
            queue: Arc::new(WorkQueue::new(budget)),
            most_bytes: MOST_BYTES,
            list: Mutex::default(),
        }
    }

    /// Certificates whose work the caller does, where there are no threads.
    pub(crate) fn without_threads(kinds: Arc<Kinds>, budget: CheckBudget) -> Opened {
        let opened = Opened::new(kinds, budget);
        opened.queue.end();
        opened
    }

    /// Opens a certificate and begins its check.
    ///
    /// # Errors
    ///
    /// Those of [`Explored::open`].
    pub(crate) fn add(&self, name: &str, stored: Stored, wanted: Wanted) -> Result<u64, Error> {
        self.keep(self.open(name, stored, wanted)?, wanted)
    }

    fn open(&self, name: &str, stored: Stored, wanted: Wanted) -> Result<Explored, Error> {
        Explored::open(name, Arc::clone(&self.kinds), stored, &self.queue, wanted)
    }

    /// Keeps a certificate and begins its check.
    fn keep(&self, explored: Explored, wanted: Wanted) -> Result<u64, Error> {
        let explored = Arc::new(explored);
        explored.begin()?;
        let mut list = self.list();
        let id = list.next;
        list.next += 1;
        list.kept.push(OpenedFile {
            id,
            wanted,
            explored,
        });
        list.forget(self.most_bytes);
        Ok(id)
    }

    /// Opens the certificate of an answer, whose name is its claim. `line`: the moves of the
    /// answer's line.
    ///
    /// # Errors
    ///
    /// Those of [`Explored::open`].
    pub(crate) fn add_answer(&self, stored: Stored, line: &[String]) -> Result<u64, Error> {
        let wanted = Wanted::WhileAsked;
        let explored = self.open("", stored, wanted)?;
        self.keep(explored.with_line(line.to_vec()), wanted)
    }

    /// Opens an uploaded certificate, and returns its number and its name.
    ///
    /// # Errors
    ///
    /// Those of [`Explored::open`].
    pub(crate) fn add_upload(&self, name: &str, stored: Stored) -> Result<(u64, String), Error> {
        let name = short(name);
        let id = self.add(&name, stored, Wanted::WhileAsked)?;
        let shown = self.get(id).map(|explored| explored.name().to_string());
        Ok((id, shown.unwrap_or(name)))
    }

    /// Adds an uploaded bundle, and returns its number and its name.
    pub(crate) fn add_bundle(&self, name: &str, stored: Stored) -> (u64, String) {
        let name = short(name);
        let (kinds, queue) = (Arc::clone(&self.kinds), Arc::clone(&self.queue));
        let bundle = Bundle::of_file(name.clone(), stored, kinds, queue);
        (self.keep_bundle(bundle), name)
    }

    /// Adds the certificates of an answer as a bundle, and returns its number.
    pub(crate) fn add_parts(&self, parts: Parts) -> u64 {
        let (kinds, queue) = (Arc::clone(&self.kinds), Arc::clone(&self.queue));
        self.keep_bundle(Bundle::of_answer(parts, kinds, queue))
    }

    fn keep_bundle(&self, bundle: Bundle) -> u64 {
        let mut list = self.list();
        let id = list.next_bundle;
        list.next_bundle += 1;
        list.bundles.push_back((id, Arc::new(bundle)));
        list.forget_bundles(self.most_bytes);
        id
    }

    /// The bundle with this number, or the message that there is none.
    pub(crate) fn bundle(&self, id: u64) -> Result<Arc<Bundle>, ErrorText> {
        let list = self.list();
        let mut all = list.bundles.iter();
        match all.find(|(known, _)| *known == id) {
            Some((_, bundle)) => Ok(Arc::clone(bundle)),
            None if id < list.next_bundle => Err(texts::not_kept()),
            None => Err(texts::no_bundle()),
        }
    }

    /// The certificate with this number.
    pub(crate) fn get(&self, id: u64) -> Option<Arc<Explored>> {
        match self.seek(id) {
            Sought::Here(explored) => Some(explored),
            Sought::NotKept | Sought::Unknown => None,
        }
    }

    /// The certificate with this number, or the reason why it is not stored.
    pub(crate) fn seek(&self, id: u64) -> Sought {
        let list = self.list();
        for kept in &list.kept {
            kept.explored.rest_if_idle();
        }
        match list.kept.iter().find(|kept| kept.id == id) {
            Some(kept) => Sought::Here(Arc::clone(&kept.explored)),
            None if id < list.next => Sought::NotKept,
            None => Sought::Unknown,
        }
    }

    /// All certificates.
    pub(crate) fn all(&self) -> Vec<Listed> {
        let list = self.list();
        let listed = |kept: &OpenedFile| Listed {
            id: kept.id.to_string(),
            name: kept.explored.name().to_string(),
        };
        list.kept.iter().map(listed).collect()
    }

    /// All bundles.
    pub(crate) fn all_bundles(&self) -> Vec<Listed> {
        let list = self.list();
        let listed = |(id, bundle): &(u64, Arc<Bundle>)| Listed {
            id: id.to_string(),
            name: bundle.name().to_string(),
        };
        list.bundles.iter().map(listed).collect()
    }

    /// Stops all work and drops all certificates. Work on later ones does not begin.
    pub(crate) fn end(&self) {
        self.queue.end();
        let mut list = self.list();
        list.kept.drain(..).for_each(|kept| kept.explored.end());
        list.bundles.drain(..).for_each(|(_, bundle)| bundle.end());
    }

    /// Whether a certificate is checked, or its tables are made.
    pub(crate) fn are_worked_on(&self) -> bool {
        self.queue.is_served()
    }

    fn list(&self) -> MutexGuard<'_, OpenedList> {
        self.list.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The name of an uploaded file, in one line and not too long.
pub(crate) fn short(name: &str) -> String {
    one_line(name).chars().take(LONGEST_NAME).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::certificate::samples;

    #[test]
    fn the_oldest_answer_goes_and_what_was_asked_for_stays() {
        let opened = Opened::new(Arc::new(Kinds::builtin()), CheckBudget::default());
        let stored = samples::stored(&samples::proof(samples::SMALL));
        let add = |origin| opened.add("x", stored.clone(), origin).unwrap();
        let first = add(Wanted::Always);
        let answers: Vec<u64> = (0..=MOST).map(|_| add(Wanted::WhileAsked)).collect();
        assert!(opened.get(first).is_some());
        assert!(opened.get(answers[0]).is_none());
        assert!(answers[1..].iter().all(|&id| opened.get(id).is_some()));
        assert_eq!(opened.all().len(), MOST + 1);
        opened.end();
        assert!(opened.all().is_empty());
    }

    #[test]
    fn large_answers_go_earlier_and_the_last_one_stays() {
        let stored = samples::stored(&samples::proof(samples::SMALL));
        for (files, left) in [(3, 3), (1, 1), (0, 1)] {
            let opened = Opened {
                most_bytes: files * stored.bytes(),
                ..Opened::new(Arc::new(Kinds::builtin()), CheckBudget::default())
            };
            let ids = [(); 5].map(|()| opened.add("x", stored.clone(), Wanted::WhileAsked));
            let ids = ids.map(|id| id.unwrap());
            assert_eq!(opened.all().len(), left);
            assert!(opened.get(ids[4]).is_some());
            assert!(matches!(opened.seek(ids[0]), Sought::NotKept));
            assert!(matches!(opened.seek(99), Sought::Unknown));
        }
    }
}
