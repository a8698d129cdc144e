//! What df-pn needs to solve a position: the data from which the initial numbers
//! of df-pn+ are fitted (`docs/references.md [4]`, section 4).

use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use shomei_game::Game;
use shomei_search::registry::OpenError;
use shomei_search::search::df_pn::{DfPn, DfPnOptions};
use shomei_search::search::{Init, Search};
use shomei_search::table::Table;
use shomei_search::{Answer, Epsilon, Event, Limits, Number, Observer, Rule};

use crate::parallel::in_parallel;

/// What plain df-pn needed to solve a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Needed {
    /// Whether the attacker can win.
    pub proved: bool,
    /// The least threshold at the root that was enough: of the proof number if
    /// it was proved, of the disproof number if it was disproved.
    pub threshold: u32,
    /// Nodes expanded.
    pub expanded: u64,
}

/// The table of each search.
const TABLE_BYTES: usize = 32 << 20;

/// The most nodes for one position.
const MOST_NODES: u64 = 20_000_000;

/// Solves positions on so many threads; `None` where it took too long.
///
/// # Errors
///
/// When there is no memory for the tables.
pub fn needed_by_each<G: Game>(
    problems: &[(G, G::Position)],
    threads: NonZeroUsize,
    stop: &Arc<AtomicBool>,
) -> Result<Vec<Option<Needed>>, OpenError> {
    let limits = Limits {
        nodes: Some(MOST_NODES),
        stop: Some(Arc::clone(stop)),
        ..Limits::default()
    };
    let solve = |table: &Arc<Table>, i: u64| {
        let (game, root) = &problems[i as usize];
        needed(game, root, table, &limits)
    };
    side_by_side(problems.len() as u64, threads, TABLE_BYTES, stop, solve)
}

/// Does `count` pieces of work on so many threads, each with a table of its own of so many bytes;
/// what comes of them, in their order. Ends early when `stop` is set.
///
/// # Errors
///
/// When there is no memory for the tables.
pub fn side_by_side<T: Send>(
    count: u64,
    threads: NonZeroUsize,
    bytes: usize,
    stop: &AtomicBool,
    work: impl Fn(&Arc<Table>, u64) -> T + Sync,
) -> Result<Vec<T>, OpenError> {
    let mut tables = Vec::new();
    for _ in 0..threads.get() {
        tables.push(Arc::new(Table::new(bytes)?));
    }
    Ok(in_parallel(count, &tables, stop, work))
}

/// Solves a position with plain df-pn (sum rule, no epsilon, leaves of 1 and 1)
/// and a table that is cleared before. `None` if a limit was reached.
fn needed<G: Game>(
    game: &G,
    root: &G::Position,
    table: &Arc<Table>,
    limits: &Limits,
) -> Option<Needed> {
    let plain = DfPnOptions {
        schedule: Rule::Sum.into(),
        epsilon: Epsilon::ZERO,
        init: Init::Unit,
        ..DfPnOptions::default()
    };
    table.clear();
    let mut highest = Highest { pn: 0, dn: 0 };
    let mut search = DfPn::new(game, plain, Arc::clone(table));
    let report = search.search(root, limits, &mut highest);
    let (proved, number) = match report.answer {
        Answer::Proved => (true, highest.pn),
        Answer::Disproved => (false, highest.dn),
        Answer::Unknown => return None,
    };
    Some(Needed {
        proved,
        threshold: number + 1,
        expanded: report.counters.expanded,
    })
}

/// The highest finite numbers of the root.
struct Highest {
    pn: u32,
    dn: u32,
}

impl Observer for Highest {
    fn event(&mut self, event: &Event<'_>) {
        let Event::Root(bounds) = event else {
            return;
        };
        let finite = |number: Number| {
            if number.is_infinite() {
                0
            } else {
                number.get()
            }
        };
        self.pn = self.pn.max(finite(bounds.pn()));
        self.dn = self.dn.max(finite(bounds.dn()));
    }
}
