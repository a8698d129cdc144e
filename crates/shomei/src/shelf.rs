//! Where a session finds what earlier ones have solved, and leaves what it solves.

use std::fmt;
use std::sync::Arc;

use shomei_game::{Key, Notation};
use shomei_search::table::{Packed, Table};
use shomei_search::{Knowledge, SolvedSink};

use crate::any::Aim;

/// A place for solved positions of one game under one set of rules, which outlives a session: a
/// file, a map, another machine.
///
/// It is a cache: what a session finds there makes its searches shorter, and a wrong entry would
/// make an answer wrong until its certificate is written. So a caller that gives entries from elsewhere
/// should be sure that they are of this game, and ask for certificates. Any entry may be missing.
///
/// Of every search that may go on from [what others have learnt](crate::SearchConfig::keeps_tables) the
/// session asks for what is known, and shows what was solved, while it runs, from all of its
/// threads. Searches for the shortest win neither ask nor show.
///
/// ```
/// use std::collections::HashMap;
/// use std::sync::{Arc, Mutex};
///
/// use shomei::search::Knowledge;
/// use shomei::{Aim, Kinds, Session, Shelf};
///
/// #[derive(Default)]
/// struct Map(Mutex<HashMap<(Aim, (u64, u64)), Knowledge>>);
///
/// impl Shelf for Map {
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
/// let aim = Aim::win(root.to_move());
/// let map = Arc::new(Map::default());
/// let mut solve = || -> Result<u64, shomei::Error> {
///     let mut session = Session::new(&game)?.shelf(map.clone());
///     Ok(session.solve(&root, aim)?.report.counters.nodes())
/// };
/// let (first, second) = (solve()?, solve()?);
/// assert!(second < first / 10);
/// # Ok::<(), shomei::Error>(())
/// ```
pub trait Shelf: Send + Sync {
    /// Shows at most this number of the positions that are known for this aim, best those that took
    /// the most work.
    fn known(&self, aim: Aim, most: usize, show: &mut dyn FnMut(Knowledge));

    /// The least work of positions that are worth keeping, in nodes.
    fn least_work(&self) -> u64;

    /// A search has solved a position, on every path. The same position may come again and again.
    /// The search waits meanwhile, so be quick.
    fn keep(&self, aim: Aim, solved: Knowledge);
}

/// The part of a shelf that is about one aim.
#[derive(Clone)]
pub struct Shelved {
    shelf: Arc<dyn Shelf>,
    aim: Aim,
}

impl Shelved {
    /// What the shelf has of this aim.
    pub fn new(shelf: Arc<dyn Shelf>, aim: Aim) -> Shelved {
        Shelved { shelf, aim }
    }

    /// Puts what is known into a table that is new, a quarter of its room at most.
    pub(crate) fn fill(&self, table: &Table) {
        // As the table has them: a quarter of its memory at most, for the moment. They cannot go
        // there at once, since it needs to know how many there are.
        let mut known: Vec<(Key, Packed)> = Vec::new();
        let most = table.entries() / 4;
        let mut keep = |solved: Knowledge| {
            let entry = solved.entry().filter(|_| solved.is_solved());
            let entry = entry.map(Packed::new);
            known.extend(entry.map(|entry| (Key(solved.key), entry)));
        };
        self.shelf.known(self.aim, most, &mut keep);
        table.make_room(known.len());
        for (key, entry) in known {
            table.store(key, entry.entry());
        }
    }

    /// What a search of this game is to show.
    pub(crate) fn sink<G: Notation + 'static>(&self, game: &G) -> SolvedSink<G::Position> {
        let place = self.clone();
        // A copy, since the search has the game itself.
        let texts = game.with_goal(game.goal());
        SolvedSink::new(self.shelf.least_work(), move |position, solved| {
            let check = Knowledge::check_of(&texts.format_position(position));
            place.shelf.keep(place.aim, Knowledge { check, ..solved });
        })
    }
}

impl fmt::Debug for Shelved {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut shelved = f.debug_struct("Shelved");
        shelved.field("aim", &self.aim).finish_non_exhaustive()
    }
}
