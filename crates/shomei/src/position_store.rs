//! Lets a session use the positions that earlier sessions solved, and store its own.

use std::fmt;
use std::sync::Arc;

use shomei_game::{Key, Notation};
use shomei_search::table::{Packed, Table};
use shomei_search::{Knowledge, SolvedSink};

use crate::any::Aim;

/// A store of solved positions of one game under one set of rules that outlives a session: a file,
/// a map, another machine.
///
/// The store is a cache: its entries make searches shorter, and a wrong entry can make an answer
/// wrong until its certificate is written. So a caller that adds entries from elsewhere must make
/// sure that they are of this game, and should ask for certificates. Any entry can be missing.
///
/// For each search that can [continue from a table](crate::SearchConfig::keeps_tables), the session
/// reads the known positions at the start; the search stores solved positions while it runs, from
/// all of its threads. Searches for the shortest
/// win do not use the store, except on the [workbench](crate::Session::at_workbench).
///
/// ```
/// use std::collections::HashMap;
/// use std::sync::{Arc, Mutex};
///
/// use shomei::search::Knowledge;
/// use shomei::{Aim, Kinds, Session, PositionStore};
///
/// #[derive(Default)]
/// struct Map(Mutex<HashMap<(Aim, (u64, u64)), Knowledge>>);
///
/// impl PositionStore for Map {
///     fn known(&self, aim: Aim, most: usize, show: &mut dyn FnMut(Knowledge)) {
///         let map = self.0.lock().unwrap();
///         let known = map.iter().filter(|((of, _), _)| *of == aim);
///         known.take(most).for_each(|(_, solved)| show(*solved));
///     }
///
///     fn least_work(&self) -> u64 {
///         100
///     }
///
///     fn keep(&self, aim: Aim, solved: Knowledge) {
///         self.0.lock().unwrap().insert((aim, solved.id()), solved);
///     }
/// }
///
/// let game = Kinds::builtin().open("loa", "")?;
/// let root = game.position("...x....o.................oxx....o..ooo....ox................... x")?;
/// let aim = Aim::win(root.attacker());
/// let map = Arc::new(Map::default());
/// let mut solve = || -> Result<u64, shomei::Error> {
///     let mut session = Session::new(&game)?;
///     session.set_position_store(Some(map.clone()));
///     Ok(session.solve(&root, aim)?.report.counters.nodes())
/// };
/// let (first, second) = (solve()?, solve()?);
/// assert!(second < first / 10);
/// # Ok::<(), shomei::Error>(())
/// ```
pub trait PositionStore: Send + Sync {
    /// Passes at most this number of solved positions for this aim, preferably those that took the
    /// most work.
    fn known(&self, aim: Aim, most: usize, show: &mut dyn FnMut(Knowledge));

    /// The least work of positions that are stored, in nodes.
    fn least_work(&self) -> u64;

    /// Receives a position that a search has solved on every path. The same position can be passed
    /// several times. The search waits for the call, so it must be fast.
    fn keep(&self, aim: Aim, solved: Knowledge);
}

/// The part of a store for one aim.
#[derive(Clone)]
pub struct StoreForAim {
    store: Arc<dyn PositionStore>,
    aim: Aim,
}

impl StoreForAim {
    /// Selects the entries for this aim.
    pub fn new(store: Arc<dyn PositionStore>, aim: Aim) -> StoreForAim {
        StoreForAim { store, aim }
    }

    /// Fills a new table with known positions, up to a quarter of its entries.
    pub(crate) fn fill(&self, table: &Table) {
        self.fill_and(table, |_| {});
    }

    /// Like [`fill`](StoreForAim::fill), and passes on the known positions.
    pub(crate) fn fill_and(&self, table: &Table, mut show: impl FnMut(&Knowledge)) {
        // In the format of the table: temporarily up to a quarter of its memory. The table needs
        // their number before the first one is stored.
        let mut known: Vec<(Key, Packed)> = Vec::new();
        let most = table.entries() / 4;
        let mut keep = |solved: Knowledge| {
            show(&solved);
            let entry = solved.entry().filter(|_| solved.is_solved());
            let entry = entry.map(Packed::new);
            known.extend(entry.map(|entry| (Key(solved.key), entry)));
        };
        self.store.known(self.aim, most, &mut keep);
        table.make_room(known.len());
        for (key, entry) in known {
            table.store(key, entry.entry());
        }
    }

    /// Stores a solved position, if it took enough work.
    pub(crate) fn keep(&self, solved: Knowledge) {
        if solved.work >= self.store.least_work() {
            self.store.keep(self.aim, solved);
        }
    }

    /// The sink for the positions that a search of this game solves.
    pub(crate) fn sink<G: Notation + 'static>(&self, game: &G) -> SolvedSink<G::Position> {
        let place = self.clone();
        // A copy, because the search owns the game.
        let texts = game.with_goal(game.goal());
        SolvedSink::new(self.store.least_work(), move |position, solved| {
            let check = Knowledge::check_of(&texts.format_position(position));
            place.store.keep(place.aim, Knowledge { check, ..solved });
        })
    }
}

impl fmt::Debug for StoreForAim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut store_for_aim = f.debug_struct("StoreForAim");
        store_for_aim
            .field("aim", &self.aim)
            .finish_non_exhaustive()
    }
}
