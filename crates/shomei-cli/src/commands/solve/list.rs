//! Options for lists: several positions at once, and continuing after an interrupt.

pub(super) mod journal;
pub(super) mod result;

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use clap::Args;
use shomei::{AnyGame, SearchConfig, Session};

use super::summary::Form;
use crate::cli::at_least_one;
use crate::failure::Failure;
use crate::language::translated;
use shomei_game::error_text;

const JOBS: &str = "Solve N positions of a list at the same time. They share the memory. Results \
    are printed in the order of the list. Each search has the number of threads that --threads \
    gives";

const JOURNAL: &str = "Write each result of a list to FILE as soon as it is known. After an \
    interrupt, the same command continues from FILE. A journal is valid only for the same \
    question with the same limits";

const WARM: &str = "Keep the table from one position of a list to the next if both have the same \
    rules. The answers stay the same, but node counts and lines of play then depend on the order \
    of the list. This option needs df-pn";

const SUMMARY: &str = "Print a table of all problems at the end; with --json it goes to standard \
    error. FORM is table (the default), markdown, or tsv for other programs, which has times in \
    seconds and English words";

/// The greatest number of positions that are solved at once.
const MOST_JOBS: usize = 1024;

/// Reads the number of positions that are solved at once.
fn jobs_at_once(text: &str) -> Result<NonZeroUsize, String> {
    let jobs = at_least_one(text)?;
    match jobs.get() <= MOST_JOBS {
        true => Ok(jobs),
        false => Err(translated(&error_text!(
            "expected-at-most",
            "at most {most}",
            most = MOST_JOBS
        ))),
    }
}

/// The arguments.
#[derive(Clone, Debug, Args)]
pub(super) struct ListArgs {
    /// Print a table of all problems at the end; FORM is table, tsv or markdown
    #[arg(long, value_name = "FORM", long_help = SUMMARY, value_enum, num_args = 0..=1, require_equals = true,
        default_missing_value = "table", hide_possible_values = true)]
    pub(super) summary: Option<Form>,
    /// Solve N positions of a list at the same time
    #[arg(long, value_name = "N", value_parser = jobs_at_once, default_value = "1", long_help = JOBS)]
    pub(super) jobs: NonZeroUsize,
    /// Write the results of a list to FILE, and continue from it
    #[arg(long, value_name = "FILE", long_help = JOURNAL, conflicts_with = "report")]
    pub(super) journal: Option<PathBuf>,
    /// Keep the table from one position of a list to the next
    #[arg(long, long_help = WARM, hide_short_help = true, conflicts_with = "check")]
    warm: bool,
}

/// For a command that solves one position after the other.
impl Default for ListArgs {
    fn default() -> ListArgs {
        ListArgs {
            summary: None,
            jobs: NonZeroUsize::MIN,
            journal: None,
            warm: false,
        }
    }
}

impl ListArgs {
    /// Refuses the options that have no effect on one position.
    pub(super) fn refuse_for_one(&self) -> Result<(), Failure> {
        let given = [
            ("--journal", self.journal.is_some()),
            ("--jobs", self.jobs > NonZeroUsize::MIN),
            ("--warm", self.warm),
        ];
        match given.iter().find(|(_, is_given)| *is_given) {
            None => Ok(()),
            Some((option, _)) => Err(Failure::usage(error_text!(
                "option-of-a-list",
                "{option} is for a list, not for one position",
                option = option
            ))),
        }
    }

    /// The session that keeps its tables between positions, if `--warm` is given. `shortest` is the
    /// option or command that asks for the shortest win.
    pub(super) fn warm_session(
        &self,
        config: &SearchConfig,
        shortest: Option<&str>,
    ) -> Result<Option<WarmSession>, Failure> {
        if let (true, Some(shortest)) = (self.warm, shortest) {
            return Err(Failure::usage(error_text!(
                "warm-without-tables",
                "--warm: {shortest} keeps nothing for the next position",
                shortest = shortest
            )));
        }
        match (self.warm, config.keeps_tables()) {
            (false, _) => Ok(None),
            (true, true) => Ok(Some(WarmSession::default())),
            (true, false) => Err(Failure::usage(error_text!(
                "warm-by-algorithm",
                "--warm: {algorithm} cannot continue from earlier results; df-pn can",
                algorithm = config.algorithm
            ))),
        }
    }
}

/// A session that is reused for the next position of a list. Clones share it.
#[derive(Clone, Debug, Default)]
pub(super) struct WarmSession(Arc<Mutex<Option<Session>>>);

impl WarmSession {
    /// Takes the session if it has the same game and rules; drops it otherwise.
    pub(super) fn take(&self, game: &AnyGame) -> Option<Session> {
        let session = self.0.lock().unwrap_or_else(PoisonError::into_inner).take();
        session.filter(|session| session.game().is_like(game))
    }

    /// Stores the session for the next position.
    pub(super) fn keep(&self, session: Session) {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        *kept = Some(session);
    }
}
