//! The certificates of a server, by number.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use serde::Serialize;
use shomei::{Error, Kinds};

use crate::certificate::{CheckBudget, Desk, Explored, Stored, Wanted};
use crate::words::Lang;

/// The most certificates of answers that are kept; the oldest goes when one more comes.
pub(crate) const MOST: usize = 200;

/// The most bytes of their files together, which lie on the disk: the oldest goes earlier where
/// they would be more.
const MOST_BYTES: u64 = 1 << 30;

/// The certificates of a server.
#[derive(Debug)]
pub(crate) struct Opened {
    kinds: Arc<Kinds>,
    desk: Arc<Desk>,
    most_bytes: u64,
    list: Mutex<OpenedList>,
}

#[derive(Debug, Default)]
struct OpenedList {
    next: u64,
    kept: Vec<Kept>,
}

#[derive(Debug)]
struct Kept {
    id: u64,
    wanted: Wanted,
    explored: Arc<Explored>,
}

impl OpenedList {
    /// Forgets the oldest answers that are too many; the last one stays, however large it is.
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
}

/// A certificate that is asked for.
#[derive(Debug)]
pub(crate) enum Sought {
    /// It is here.
    Here(Arc<Explored>),
    /// It was here, and has made room for others.
    NotKept,
    /// There has been none.
    Unknown,
}

/// A certificate in a list.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Listed {
    id: String,
    name: String,
}

impl Opened {
    pub(crate) fn new(kinds: Arc<Kinds>, budget: CheckBudget) -> Opened {
        Opened {
            kinds,
            desk: Arc::new(Desk::new(budget)),
            most_bytes: MOST_BYTES,
            list: Mutex::default(),
        }
    }

    /// Opens a certificate and begins its check.
    ///
    /// # Errors
    ///
    /// Those of [`Explored::open`].
    pub(crate) fn add(&self, name: &str, stored: Stored, wanted: Wanted) -> Result<u64, Error> {
        let kinds = Arc::clone(&self.kinds);
        let explored = Arc::new(Explored::open(name, kinds, stored, &self.desk, wanted)?);
        explored.begin()?;
        let mut list = self.list();
        list.kept
            .iter()
            .for_each(|kept| kept.explored.rest_if_idle());
        let id = list.next;
        list.next += 1;
        list.kept.push(Kept {
            id,
            wanted,
            explored,
        });
        list.forget(self.most_bytes);
        Ok(id)
    }

    /// Opens the certificate of an answer, which is called by what it claims.
    ///
    /// # Errors
    ///
    /// Those of [`Explored::open`].
    pub(crate) fn add_answer(&self, stored: Stored) -> Result<u64, Error> {
        let (kinds, wanted) = (Arc::clone(&self.kinds), Wanted::WhileAsked);
        let unnamed = Explored::open("", kinds, stored.clone(), &self.desk, wanted)?;
        let name = unnamed.claim(Lang::En);
        self.add(name, stored, wanted)
    }

    /// The certificate with this number.
    pub(crate) fn get(&self, id: u64) -> Option<Arc<Explored>> {
        match self.seek(id) {
            Sought::Here(explored) => Some(explored),
            Sought::NotKept | Sought::Unknown => None,
        }
    }

    /// The certificate with this number, and what has become of it where it is not here.
    pub(crate) fn seek(&self, id: u64) -> Sought {
        let list = self.list();
        match list.kept.iter().find(|kept| kept.id == id) {
            Some(kept) => Sought::Here(Arc::clone(&kept.explored)),
            None if id < list.next => Sought::NotKept,
            None => Sought::Unknown,
        }
    }

    /// All of them.
    pub(crate) fn all(&self) -> Vec<Listed> {
        let list = self.list();
        let listed = |kept: &Kept| Listed {
            id: kept.id.to_string(),
            name: kept.explored.name().to_string(),
        };
        list.kept.iter().map(listed).collect()
    }

    /// Ends whatever is on its way.
    pub(crate) fn end(&self) {
        self.list()
            .kept
            .drain(..)
            .for_each(|kept| kept.explored.end());
    }

    fn list(&self) -> MutexGuard<'_, OpenedList> {
        self.list.lock().unwrap_or_else(PoisonError::into_inner)
    }
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
