//! The certificates of a server, by number.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use serde::Serialize;
use shomei::{Error, Kinds};

use crate::certificate::{CheckBudget, Explored, Stored, Turn};
use crate::words::Lang;

/// The most certificates of answers that are kept; the oldest goes when one more comes. It goes
/// earlier where the tables of all answers would take more than the memory of one check.
pub(crate) const MOST: usize = 200;

/// The certificates of a server.
#[derive(Debug)]
pub(crate) struct Opened {
    kinds: Arc<Kinds>,
    budget: CheckBudget,
    turn: Arc<Turn>,
    list: Mutex<List>,
}

#[derive(Debug, Default)]
struct List {
    next: u64,
    kept: Vec<Kept>,
}

#[derive(Debug)]
struct Kept {
    id: u64,
    origin: Origin,
    /// What its table takes, in bytes.
    table: u64,
    explored: Arc<Explored>,
}

impl List {
    /// Forgets the oldest answers that are too many; the last one stays, however large it is.
    fn forget(&mut self, memory: u64) {
        loop {
            let answers = || {
                let kept = self.kept.iter().enumerate();
                kept.filter(|(_, kept)| kept.origin == Origin::Answer)
            };
            let tables: u64 = answers().map(|(_, kept)| kept.table).sum();
            let is_enough = answers().count() <= MOST && tables <= memory;
            match answers().next() {
                Some((oldest, _)) if !is_enough && answers().count() > 1 => {
                    self.kept.remove(oldest).explored.end();
                }
                _ => return,
            }
        }
    }
}

/// Where a certificate comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Origin {
    /// Somebody has asked to see it: it stays.
    Asked,
    /// It belongs to an answer.
    Answer,
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
            budget,
            turn: Arc::default(),
            list: Mutex::default(),
        }
    }

    /// Opens a certificate and begins its check.
    ///
    /// # Errors
    ///
    /// Those of [`Explored::open`].
    pub(crate) fn add(&self, name: &str, stored: Stored, origin: Origin) -> Result<u64, Error> {
        let explored = Explored::open(name, Arc::clone(&self.kinds), stored)?;
        let explored = Arc::new(explored);
        explored.begin(&self.turn, self.budget)?;
        let mut list = self.list();
        let id = list.next;
        list.next += 1;
        list.kept.push(Kept {
            id,
            origin,
            table: explored.table_bytes(),
            explored,
        });
        list.forget(self.budget.memory);
        Ok(id)
    }

    /// Opens the certificate of an answer, which is called by what it claims.
    ///
    /// # Errors
    ///
    /// Those of [`Explored::open`].
    pub(crate) fn add_answer(&self, stored: Stored) -> Result<u64, Error> {
        let unnamed = Explored::open("", Arc::clone(&self.kinds), stored.clone())?;
        let name = unnamed.claim(Lang::En);
        self.add(name, stored, Origin::Answer)
    }

    /// The certificate with this number.
    pub(crate) fn get(&self, id: u64) -> Option<Arc<Explored>> {
        let list = self.list();
        let kept = list.kept.iter().find(|kept| kept.id == id)?;
        Some(Arc::clone(&kept.explored))
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

    fn list(&self) -> MutexGuard<'_, List> {
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
        let first = add(Origin::Asked);
        let answers: Vec<u64> = (0..=MOST).map(|_| add(Origin::Answer)).collect();
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
        for (tables, left) in [(3, 3), (1, 1), (0, 1)] {
            let budget = CheckBudget {
                // Of tables of three records.
                memory: tables * 48,
                ..CheckBudget::default()
            };
            let opened = Opened::new(Arc::new(Kinds::builtin()), budget);
            let ids = [(); 5].map(|()| opened.add("x", stored.clone(), Origin::Answer).unwrap());
            assert_eq!(opened.all().len(), left);
            assert!(opened.get(ids[4]).is_some());
        }
    }
}
