//! The arguments that `solve`, `review` and `compose check` share.

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use clap::Args;
use shomei::files::Guard;
use shomei::{Aim, AnyGame, SearchConfig, Shelf};

use super::Request;
use super::page::ReportArgs;
use crate::cli::{
    AlgorithmArgs, ForceArgs, GameArgs, MomentArgs, at_least_one, count, duration, heading, memory,
};
use crate::failure::Failure;
use crate::language::LangArgs;
#[cfg(feature = "store")]
use crate::store::Shared;

const POSITION: &str = "The position as text. - reads one position from standard input (all of it, so also a \
    diagram or a record). @FILE, or @- for standard input, holds one position a line, optionally followed by \
    the attacker and known values (POSITION ; attacker=SIDE ; value=proved ; ...), or is a record of play, \
    whose first position is asked about. @FOLDER is all files in the folder";

const PROOF: &str = "Write a certificate of the answer to FILE. Where two are needed, each has a word in its name: \
    x.black.proof and x.white.proof for a draw, x.at-least.proof and x.at-most.proof for a score. For a list of \
    positions, and in a review, FILE must be a directory. Its certificates are named by the line, 0007.proof, or \
    by the file";

#[cfg(feature = "store")]
const STORE: &str = "Begin with the positions that this store has, and add solved positions that took much work \
    while the search runs. A missing store is created. A store belongs to one game and its rules. It makes later \
    searches shorter, but is not proof: only a certificate is (df-pn only)";

const NODES: &str = "Stop after N nodes: 1000000, 500k, 5M. Nodes that are searched again for the line of play \
    and the certificate count. A question that takes several searches has N nodes for each";

const TIME: &str = "Stop after this time: 60s, 5m, or a number of seconds. It limits everything that is asked, \
    with lines of play, certificates and their check, and all positions of a list together: positions without \
    time left stay unknown";

const MEMORY: &str = "Memory for the tables: 64MiB, 1GiB, ... Certificates are made within it, except for 64 MiB \
    [default: 64MiB, or that of a checkpoint]";

/// The arguments of every command that asks about positions.
#[derive(Debug, Args)]
pub(super) struct AskArgs {
    #[command(flatten, next_help_heading = heading::GAME)]
    pub(super) game: GameArgs,
    /// The position as text; - reads one from standard input, @FILE a list or a record, @FOLDER
    /// all files in it
    #[arg(value_name = "POSITION", long_help = POSITION, allow_hyphen_values = true, help_heading = None::<&str>)]
    pub(super) position: String,
    /// The side that must win [default: the side to move]
    #[arg(long, value_name = "SIDE", help_heading = heading::ASKED)]
    pub(super) attacker: Option<String>,
    #[command(flatten, next_help_heading = heading::ASKED)]
    pub(super) moment: MomentArgs,
    #[command(flatten, next_help_heading = heading::SEARCH)]
    pub(super) algorithm: AlgorithmArgs,
    /// The number of threads; more than one only for algorithms with this option (df-pn)
    #[arg(long, value_name = "N", value_parser = at_least_one, default_value = "1",
        help_heading = heading::SEARCH)]
    pub(super) threads: NonZeroUsize,
    /// Memory for the tables: 64MiB, 1GiB, ... [default: 64MiB, or that of a checkpoint]
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
    /// Read each certificate back and check it before it gets its name
    #[arg(long, requires = "proof", help_heading = heading::RESULTS)]
    pub(super) check: bool,
    #[command(flatten, next_help_heading = heading::RESULTS)]
    pub(super) force: ForceArgs,
    /// Print one JSON object per result and nothing else
    #[arg(long, help_heading = heading::RESULTS)]
    pub(super) json: bool,
    #[command(flatten, next_help_heading = heading::RESULTS)]
    pub(super) lang: LangArgs,
    #[command(flatten)]
    pub(super) page: ReportArgs,
}

impl AskArgs {
    /// What is read and written, so that no input is written over. `more` are further outputs.
    pub(super) fn guard(&self, more: &[&Option<PathBuf>]) -> Result<Guard, Failure> {
        let outputs = [&self.proof, &self.page.report];
        let mut outputs = outputs.into_iter().chain(more.iter().copied()).flatten();
        if outputs.any(|output| output.as_os_str() == "-") {
            let message = "results go to files, most of them binary, and not to standard output \
                           (-); ./- is a file of that name";
            return Err(Failure::Usage(message.into()));
        }
        let position = self.position.strip_prefix('@').map(PathBuf::from);
        Ok(self
            .force
            .guard(position.into_iter().chain(self.game.files())))
    }
}

/// The store of solved positions, in a program that has them.
#[derive(Clone, Debug, Default, Args)]
pub(super) struct StoreFileArgs {
    /// Begin with the positions of this store, and add solved positions that took much work
    #[cfg(feature = "store")]
    #[arg(long, value_name = "FILE", long_help = STORE)]
    store_file: Option<PathBuf>,
    /// The least work of a position that is added to the store, in nodes: 1000, 50k
    #[cfg(feature = "store")]
    #[arg(long, value_name = "N", value_parser = count, default_value = "1000", requires = "store_file",
        hide_short_help = true)]
    store_work: u64,
}

impl StoreFileArgs {
    /// The file that is asked for.
    pub(super) fn file(&self) -> &Option<PathBuf> {
        #[cfg(feature = "store")]
        return &self.store_file;
        #[cfg(not(feature = "store"))]
        &None
    }

    /// Refuses a store for a search that cannot use one. `shortest` is what asks for the shortest
    /// win.
    pub(super) fn check(
        &self,
        config: &SearchConfig,
        shortest: Option<&str>,
    ) -> Result<(), Failure> {
        if self.file().is_none() {
            return Ok(());
        }
        if let Some(shortest) = shortest {
            let message = format!("--store-file: {shortest} uses no store");
            return Err(Failure::Usage(message));
        }
        if !config.algorithm.resumes {
            let message = format!("{} cannot use a store; df-pn can", config.algorithm);
            return Err(Failure::Usage(message));
        }
        let sound = config.options.check_sound();
        sound.map_err(|error| Failure::Usage(error.to_string()))
    }

    /// Opens the store, if one is asked for. A missing one is created, so call this when
    /// nothing else can be wrong with the arguments and the position.
    pub(super) fn open(&self, request: &Request) -> Result<Option<Arc<dyn SolvedStore>>, Failure> {
        #[cfg(feature = "store")]
        if let Some(path) = &self.store_file {
            let opened = Shared::open(path, &request.game, self.store_work, &request.guard)?;
            return Ok(opened.map(|store| Arc::new(store) as Arc<dyn SolvedStore>));
        }
        #[cfg(not(feature = "store"))]
        let _ = request;
        Ok(None)
    }
}

/// A store of solved positions that searches share.
pub(crate) trait SolvedStore: Send + Sync {
    /// Where searches of this game find and leave solved positions, if the store is about it.
    fn shelf(&self, game: &AnyGame) -> Option<Arc<dyn Shelf>>;

    /// A disproof for this aim was wrong: nothing that was learnt with it is kept.
    fn distrust(&self, aim: Aim);
}
