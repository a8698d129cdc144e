//! The thresholds that df-pn needs to solve positions. The initial numbers of df-pn+ are fitted to
//! them (`docs/references.md [4]`, section 4).

use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use shomei_game::Game;
use shomei_search::search::df_pn::{DfPn, DfPnOptions};
use shomei_search::search::{Init, Search};
use shomei_search::table::Table;
use shomei_search::{Answer, Epsilon, Event, Limits, Number, Observer, Rule};

use crate::LabError;
use crate::running::{in_parallel, tables};

/// The result of plain df-pn for a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Needed {
    /// Whether the attacker can win.
    pub(super) proved: bool,
    /// The smallest sufficient threshold at the root: of the proof number for a proof, of the
    /// disproof number for a disproof.
    pub(super) threshold: u32,
}

/// The size of the table of each search in bytes.
const TABLE_BYTES: usize = 32 << 20;

/// The limit of nodes for one position.
const MOST_NODES: u64 = 20_000_000;

/// Solves positions in parallel; `None` for a position that reached the limit.
pub(super) fn needed_by_each<G: Game>(
    problems: &[(G, G::Position)],
    threads: NonZeroUsize,
    stop: &Arc<AtomicBool>,
) -> Result<Vec<Option<Needed>>, LabError> {
    let limits = Limits {
        nodes: Some(MOST_NODES),
        stop: Some(Arc::clone(stop)),
        ..Limits::default()
    };
    let solve = |table: &Arc<Table>, i: u64| {
        let (game, root) = &problems[i as usize];
        needed(game, root, table, &limits)
    };
    let tables = tables(threads, TABLE_BYTES)?;
    in_parallel(problems.len(), &tables, stop, solve)
}

/// Solves a position with plain df-pn (sum rule, no epsilon, leaves of 1 and 1) and an empty table;
/// `None` if a limit was reached.
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
    })
}

/// Records the highest finite numbers of the root.
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
