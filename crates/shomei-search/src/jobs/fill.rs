//! Holes of certificates, as jobs.

use std::sync::Arc;

use shomei_game::{Game, Key};
use shomei_proof::Claim;

use super::{Hole, Runner, store};
use crate::extract::{ExtractError, Extractor};
use crate::search::Search;
use crate::table::{Table, Value};
use crate::{Counters, Knowledge, Limits, Stop};

/// What came of a [hole](Hole) of a certificate.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Filled {
    /// Whether the position is proved, or disproved; nothing where that was not found out.
    pub is_proved: Option<bool>,
    /// Work done, in units of about one expansion.
    pub work: u64,
    /// Nodes, as a limit on nodes counts them.
    pub nodes: u64,
    /// Why nothing could be searched.
    pub failed: Option<String>,
    /// The positions below it that are left to the checker: their keys, and the nodes that plain
    /// search needs for each, for what is [`Walked`](crate::extract::Walked).
    pub plain: Vec<(u64, u64)>,
}

impl Filled {
    fn unsolved() -> Filled {
        Filled {
            is_proved: None,
            work: 0,
            nodes: 0,
            failed: None,
            plain: Vec::new(),
        }
    }

    fn failed(why: impl Into<String>) -> Filled {
        Filled {
            failed: Some(why.into()),
            ..Filled::unsolved()
        }
    }

    fn counted(mut self, counters: &Counters) -> Filled {
        self.work = counters.work();
        self.nodes = counters.nodes();
        self
    }
}

impl<G: Game> Runner<'_, G>
where
    G::Position: 'static,
{
    /// Fills a hole of a certificate within `nodes` nodes: what it has found, and the positions
    /// of a whole strategy. `apart`: with an empty table, since an entry of its own that is wrong
    /// may be in the way. `leads_back`: a disproof may lead back to the positions above the hole, as
    /// it may where these belong to the same disproof; else it holds by itself, and what is found
    /// corrects the searcher's own table.
    pub fn fill(
        &mut self,
        hole: &Hole,
        nodes: u64,
        (apart, leads_back): (bool, bool),
    ) -> (Filled, Vec<Knowledge>) {
        let position = match self.leaf((&hole.places, &hole.above, hole.key)) {
            Ok(position) => position,
            Err(why) => return (Filled::failed(why), Vec::new()),
        };
        let limits = Limits {
            nodes: Some(nodes),
            ..self.limits.clone()
        };
        let above: Vec<Key> = hole.above.iter().copied().map(Key).collect();
        let own = Arc::clone(self.table());
        let table = match apart {
            false => Arc::clone(&own),
            true => match own.like(own.bytes().clamp(16 << 20, 256 << 20)) {
                Ok(table) => Arc::new(table),
                // Others may have the memory.
                Err(_) => return (Filled::unsolved(), Vec::new()),
            },
        };
        let options = self.search.options_for_holes();
        let mut extractor = Extractor::new(self.game, table, options, &limits);
        let strategy = extractor.fill(&above, &position, leads_back);
        let mut filled = Filled::unsolved().counted(&extractor.counters());
        match strategy {
            Ok(strategy) => {
                let (known, plain) = strategy.known(self.game, &position);
                filled.plain = plain;
                let is_proved = strategy.claim() == Claim::Proved;
                if is_proved || !leads_back {
                    correct(&own, &known);
                }
                filled.is_proved = Some(is_proved);
                (filled, known)
            }
            Err(ExtractError::Stopped(Stop::Game)) => {
                (Filled::failed("the game has failed"), Vec::new())
            }
            // It may be filled elsewhere, or with more nodes.
            Err(_) => (filled, Vec::new()),
        }
    }
}

/// Stores strategies that were followed to their ends. They replace entries that contradict them.
pub fn correct(table: &Table, known: &[Knowledge]) {
    for known in known {
        let there = table.probe(Key(known.key)).map(|entry| entry.value);
        let is_contrary = match there {
            Some(Value::Proved { .. }) => known.bounds.is_disproved(),
            Some(Value::Disproved { .. }) => known.bounds.is_proved(),
            _ => false,
        };
        if is_contrary {
            table.remove(Key(known.key));
        }
    }
    store(table, known);
}
