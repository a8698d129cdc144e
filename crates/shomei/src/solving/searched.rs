//! The search itself, without the line and the certificate.

use std::io::Write;
use std::sync::Arc;

use shomei_extract::{CertificateCache, Extractor};
use shomei_game::{Game, Notation};
use shomei_proof::{Claim, Header};
use shomei_search::registry::OpenError;
use shomei_search::search::df_pn::DfPnOptions;
use shomei_search::table::Table;
use shomei_search::{Event, Limits, Observer, Report, SolvedSink};
use web_time::Instant;

use super::{Task, WrittenCertificate, incomplete, write};
use crate::error::Error;
use crate::position_store::StoreForAim;

/// The result of a search alone.
#[derive(Debug)]
pub struct Searched {
    /// The report of the search.
    pub report: Report,
    /// The time of the search in seconds.
    pub seconds: f64,
    /// The table of the search.
    pub(super) table: Arc<Table>,
    /// The df-pn options for searching lost table entries again.
    pub(super) holes: DfPnOptions,
    /// The memory for extractions from the table.
    pub(super) memory: Option<usize>,
    /// The cache of extractions of its certificate.
    pub(super) cache: Option<Arc<CertificateCache>>,
}

impl Searched {
    /// Writes a certificate of `claim` to `out`. The header contains the opposite claim if closing
    /// a disproof proved the position.
    ///
    /// # Errors
    ///
    /// Lost table entries cannot be found again within the limits, or the output cannot be written.
    pub fn certify<G: Game + Notation>(
        &self,
        game: &G,
        root: &G::Position,
        claim: Claim,
        limits: &Limits,
        out: &mut dyn Write,
    ) -> Result<WrittenCertificate, Error> {
        let strategy = self.extractor(game, limits).strategy(root, claim);
        let strategy = strategy.map_err(incomplete)?;
        let header = Header::of(game, root, strategy.claim());
        write(game, root, &strategy, header, limits, out)
    }

    pub(super) fn extractor<'g, G: Game>(&self, game: &'g G, limits: &Limits) -> Extractor<'g, G> {
        let extractor = Extractor::new(game, Arc::clone(&self.table), self.holes.clone(), limits);
        let extractor = extractor.with_cache(self.cache.clone().unwrap_or_default());
        match self.memory {
            Some(memory) => extractor.within_memory(memory),
            None => extractor,
        }
    }
}

/// The additional memory for the line of play and the certificate, in bytes.
pub const BESIDE: usize = 64 << 20;

/// The store of a search: provides known positions, and receives the solved ones.
pub(super) type StoreInUse<P> = (StoreForAim, SolvedSink<P>);

/// Searches `root` with a table of its own.
///
/// # Errors
///
/// The algorithm cannot be opened with these settings.
pub fn search<G: Notation>(
    game: &G,
    root: &G::Position,
    task: &Task,
    observer: &mut dyn Observer,
) -> Result<Searched, OpenError> {
    let tuned = game.for_root(root, task.start.series.as_ref());
    let searched = search_tuned(tuned.as_ref().unwrap_or(game), root, task, None, observer)?;
    Ok(Searched {
        memory: None,
        ..searched
    })
}

/// Like [`search`], for a game that already has its hints for this root.
pub(super) fn search_tuned<G: Notation>(
    game: &G,
    root: &G::Position,
    task: &Task,
    store: Option<&StoreInUse<G::Position>>,
    observer: &mut dyn Observer,
) -> Result<Searched, OpenError> {
    let useful = game.useful_memory(root).unwrap_or(usize::MAX);
    search_within(
        game,
        root,
        task,
        task.config.memory.min(useful),
        store,
        observer,
    )
}

/// Like [`search`], with the current hints of the game: they are not set for the root.
///
/// # Errors
///
/// The algorithm cannot be opened with these settings.
pub fn search_untuned<G: Game>(
    game: &G,
    root: &G::Position,
    task: &Task,
    observer: &mut dyn Observer,
) -> Result<Searched, OpenError> {
    let searched = search_within(game, root, task, task.config.memory, None, observer)?;
    Ok(Searched {
        memory: None,
        ..searched
    })
}

/// Searches with a table of `memory` bytes.
fn search_within<G: Game>(
    game: &G,
    root: &G::Position,
    task: &Task,
    memory: usize,
    store: Option<&StoreInUse<G::Position>>,
    observer: &mut dyn Observer,
) -> Result<Searched, OpenError> {
    let name = task.config.algorithm.name;
    // A table that was made for smaller questions is too small for larger ones.
    let is_kept = |table: &&Arc<Table>| task.config.keeps_tables() && table.bytes() >= memory / 4;
    let kept = task.start.table.as_ref().filter(is_kept);
    let mut search = match kept {
        Some(table) => {
            table.limit(memory);
            shomei_parallel::open_on(name, game, &task.config.options, Arc::clone(table))?
        }
        None => {
            // The task still holds the table that is too small.
            let held = task.start.table.as_ref();
            let held = held.map_or(0, |table| table.bytes_in_use());
            let memory = memory.min(task.config.memory.saturating_sub(held));
            shomei_parallel::open(name, game, &task.config.options, memory)?
        }
    };
    if task.config.touch_memory {
        search.table().clear();
    }
    if let Some((store_for_aim, sink)) = store.filter(|_| task.config.keeps_tables()) {
        // A kept table was already filled when it was new.
        if kept.is_none() {
            store_for_aim.fill(search.table());
        }
        search.report_to(sink);
    }
    observer.event(&Event::Begins(search.table()));
    let started = Instant::now();
    let report = search.search(root, &task.limits_of_search(), observer);
    Ok(Searched {
        report,
        seconds: started.elapsed().as_secs_f64(),
        table: Arc::clone(search.table()),
        holes: search.options_for_holes(),
        memory: Some(task.config.memory.saturating_add(BESIDE)),
        cache: task.start.cache.clone().filter(|_| kept.is_some()),
    })
}

#[cfg(test)]
mod tests {
    use shomei_game::TreeGame;
    use shomei_search::Silent;
    use shomei_search::registry::Settings;

    use super::*;
    use crate::SearchConfig;

    const MIB: usize = 1 << 20;

    /// Searches with this table of an earlier search and this memory.
    fn search_from(table: &Arc<Table>, memory: usize) -> Searched {
        let game = TreeGame::parse("r = OR { a }  a = AND { Won }").unwrap();
        let df_pn = crate::algorithms::find("df-pn").unwrap();
        let mut task = Task::from(SearchConfig::new(df_pn, Settings::default()));
        task.config.memory = memory;
        task.start.table = Some(Arc::clone(table));
        search_untuned(&game, &game.start(), &task, &mut Silent).unwrap()
    }

    #[test]
    fn a_kept_table_grows_within_the_memory() {
        let table = Arc::new(Table::growing(64 * MIB).unwrap());
        for memory in [48 * MIB, 56 * MIB] {
            let searched = search_from(&table, memory);
            assert!(Arc::ptr_eq(&searched.table, &table));
            table.make_room(10_000_000);
            assert_eq!(table.bytes_in_use(), memory);
        }
    }

    #[test]
    fn a_new_table_leaves_room_for_the_one_that_is_too_small() {
        let small = Arc::new(Table::growing(8 * MIB).unwrap());
        let searched = search_from(&small, 64 * MIB);
        assert!(!Arc::ptr_eq(&searched.table, &small));
        assert_eq!(searched.table.bytes() + small.bytes_in_use(), 64 * MIB);
    }
}
