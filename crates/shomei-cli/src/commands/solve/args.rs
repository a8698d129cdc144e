//! The arguments that `solve`, `review` and `compose check` share.

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use clap::Args;
use shomei::files::Guard;
use shomei::{Aim, AnyGame, PositionStore, SearchConfig};

use super::page::ReportArgs;
use crate::cli::{
    AlgorithmArgs, ForceArgs, GameArgs, MomentArgs, at_least_one, count, duration, heading, memory,
};
use crate::failure::Failure;
#[cfg(feature = "store")]
use crate::shared_store::SharedStore;
use shomei_game::error_text;

const POSITION: &str = "The position as text, or one of these. -: one position from standard \
    input, which can also be a diagram or a record of play. @FILE (@- for standard input): a list \
    with one position per line, or a record of play, whose first position is solved. A line of a \
    list can also contain the attacker and known values (POSITION ; attacker=SIDE ; value=proved \
    ; ...). @FOLDER: all files in the folder";

const PROOF: &str = "Write a certificate of the answer to FILE. A draw and a score need two \
    certificates. From x.proof their names are x.black.proof and x.white.proof for a draw, \
    x.at-least.proof and x.at-most.proof for a score. If the name ends in .zip, FILE is a bundle: \
    all certificates that the answer needs, and a manifest with the results that they prove \
    together. --moves needs a bundle. For a list of positions, FILE must be a directory; a \
    certificate in it has the number of its line (0007.proof) or the name of its file";

#[cfg(feature = "store")]
const STORE: &str = "Use the solved positions of this store. During the search, add solved \
    positions that took much work. A missing store is created. A store belongs to one game under \
    one set of rules. It makes later searches shorter, but it proves nothing; only a certificate \
    does. This option needs df-pn";

const NODES: &str = "Stop after N nodes: 1000000, 500k, 5M. The limit includes the nodes that are \
    searched for the line of play and for the certificate. If a question needs several searches, \
    each of them has this limit";

const TIME: &str = "Stop after this time: 60s, 5m, or a number of seconds. The limit includes the \
    time for lines of play, for certificates and for checking them. For a list it limits all \
    positions together; positions that are not reached in time stay unknown";

const MEMORY: &str = "Memory for the tables: 64MiB, 1GiB, ... Certificates take at most \
    64 MiB more, retrograde analysis at most a quarter [default: 64MiB]";

/// The arguments of every command that asks about positions.
#[derive(Debug, Args)]
pub(super) struct AskArgs {
    #[command(flatten, next_help_heading = heading::GAME)]
    pub(super) game: GameArgs,
    /// The position as text; or - for standard input, @FILE for a list or a record of play,
    /// @FOLDER for all files in it
    #[arg(value_name = "POSITION", long_help = POSITION, allow_hyphen_values = true, help_heading = None::<&str>)]
    pub(super) position: String,
    /// The side that has to force a win [default: the side to move; in shogi, if only one side
    /// has a king, the other side]
    #[arg(long, value_name = "SIDE", help_heading = heading::ASKED)]
    pub(super) attacker: Option<String>,
    #[command(flatten, next_help_heading = heading::ASKED)]
    pub(super) moment: MomentArgs,
    #[command(flatten, next_help_heading = heading::SEARCH)]
    pub(super) algorithm: AlgorithmArgs,
    /// The number of threads; only df-pn can use more than one
    #[arg(long, value_name = "N", value_parser = at_least_one, default_value = "1",
        help_heading = heading::SEARCH)]
    pub(super) threads: NonZeroUsize,
    /// Memory for the tables: 64MiB, 1GiB, ... [default: 64MiB]
    #[arg(long, value_name = "SIZE", value_parser = memory, long_help = MEMORY,
        help_heading = heading::LIMITS)]
    pub(super) memory: Option<usize>,
    /// Stop after N nodes: 1000000, 500k, 5M
    #[arg(long, value_name = "N", value_parser = count, long_help = NODES,
        help_heading = heading::LIMITS)]
    pub(super) nodes: Option<u64>,
    /// Stop after this time: 60s, 5m, or a number of seconds
    #[arg(long, value_name = "TIME", value_parser = duration, long_help = TIME,
        help_heading = heading::LIMITS)]
    pub(super) time: Option<Duration>,
    /// Stop each position of a list after this time
    #[arg(long, value_name = "TIME", value_parser = duration, help_heading = heading::LIMITS)]
    pub(super) time_each: Option<Duration>,
    /// Write a certificate of the answer to FILE
    #[arg(long, value_name = "FILE", long_help = PROOF, help_heading = heading::RESULTS)]
    pub(super) proof: Option<PathBuf>,
    /// Check each certificate, and keep its file only if it is accepted
    #[arg(long, requires = "proof", help_heading = heading::RESULTS)]
    pub(super) check: bool,
    #[command(flatten, next_help_heading = heading::RESULTS)]
    pub(super) force: ForceArgs,
    /// Print one JSON object per result and nothing else
    #[arg(long, help_heading = heading::RESULTS)]
    pub(super) json: bool,
    #[command(flatten)]
    pub(super) page: ReportArgs,
}

impl AskArgs {
    /// The guard that protects the inputs from the outputs. `more` are further outputs.
    pub(super) fn guard(&self, more: &[&Option<PathBuf>]) -> Result<Guard, Failure> {
        let outputs = [&self.proof, &self.page.report];
        let outputs = outputs.into_iter().chain(more.iter().copied()).flatten();
        ForceArgs::refuse_standard_output(outputs)?;
        let position = self.position.strip_prefix('@').map(PathBuf::from);
        Ok(self
            .force
            .guard(position.into_iter().chain(self.game.files())))
    }
}

/// The options for the store of solved positions (feature `store`).
#[derive(Clone, Debug, Default, Args)]
pub(crate) struct StoreFileArgs {
    /// Use the positions of this store, and add solved positions that took much work
    #[cfg(feature = "store")]
    #[arg(long, value_name = "FILE", long_help = STORE)]
    store_file: Option<PathBuf>,
    /// Add only positions to the store that took at least N nodes: 1000, 50k
    #[cfg(feature = "store")]
    #[arg(long, value_name = "N", value_parser = count, default_value = "1000", requires = "store_file",
        hide_short_help = true)]
    store_work: u64,
}

impl StoreFileArgs {
    /// The path of the store.
    pub(crate) fn file(&self) -> &Option<PathBuf> {
        #[cfg(feature = "store")]
        return &self.store_file;
        #[cfg(not(feature = "store"))]
        &None
    }

    /// Refuses a store for a search that cannot use one. `shortest` is the option or command that
    /// asks for the shortest win.
    pub(super) fn check(
        &self,
        config: &SearchConfig,
        shortest: Option<&str>,
    ) -> Result<(), Failure> {
        if self.file().is_none() {
            return Ok(());
        }
        if let Some(shortest) = shortest {
            return Err(Failure::usage(error_text!(
                "shortest-without-store",
                "--store-file: {shortest} uses no store",
                shortest = shortest
            )));
        }
        if !config.algorithm.resumes {
            return Err(Failure::usage(error_text!(
                "algorithm-without-store",
                "{algorithm} cannot use a store; df-pn can",
                algorithm = config.algorithm
            )));
        }
        let sound = config.options.check_sound();
        sound.map_err(|error| Failure::usage(error.text()))
    }

    /// Opens the store if one is requested. Creates a missing one, so call this after all other
    /// checks of the arguments and the position.
    pub(crate) fn open(
        &self,
        game: &AnyGame,
        guard: &Guard,
    ) -> Result<Option<Arc<dyn SolvedStore>>, Failure> {
        #[cfg(feature = "store")]
        if let Some(path) = &self.store_file {
            let opened = SharedStore::open(path, game, self.store_work, guard)?;
            return Ok(opened.map(|store| Arc::new(store) as Arc<dyn SolvedStore>));
        }
        #[cfg(not(feature = "store"))]
        let _ = (game, guard);
        Ok(None)
    }
}

/// A store of solved positions that searches share.
pub(crate) trait SolvedStore: Send + Sync {
    /// The solved positions of this game; `None` if the store belongs to another game.
    fn position_store(&self, game: &AnyGame) -> Option<Arc<dyn PositionStore>>;

    /// Removes the unwritten positions of this aim, because a disproof for it was wrong.
    fn distrust(&self, aim: Aim);
}
