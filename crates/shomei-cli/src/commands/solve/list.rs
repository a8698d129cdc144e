//! Lists on several threads, and lists that go on after an interrupt.

pub(super) mod jobs;
pub(super) mod journal;
pub(super) mod told;

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use clap::Args;
use shomei::{AnyGame, SearchConfig, Session};

use super::summary::Form;
use crate::cli::at_least_one;
use crate::failure::Failure;

const JOBS: &str = "Answer so many positions of a list at once, each with its part of the memory. Results come in \
    the order of the list. With --threads each of them searches with so many threads";

const JOURNAL: &str = "Keep each result of a list in FILE as soon as it is there, and take what it holds already from \
    it: the same command goes on where it was interrupted. It belongs to one question with its limits";

const WARM: &str = "Begin each position of a list with what was learnt from those before it under the same rules, as \
    far as the memory reaches. Answers stay the same; nodes and lines depend on the order (df-pn only)";

const SUMMARY: &str = "Print a table of all problems at the end; with --json to standard error. FORM is table, the \
    usual one, tsv for other programs, with times in seconds and English words, or markdown";

/// More positions than these are never answered at once.
const MOST_JOBS: usize = 1024;

/// Reads how many positions are answered at once.
fn jobs_at_once(text: &str) -> Result<NonZeroUsize, String> {
    let jobs = at_least_one(text)?;
    match jobs.get() <= MOST_JOBS {
        true => Ok(jobs),
        false => Err(format!("at most {MOST_JOBS}")),
    }
}

/// The arguments.
#[derive(Clone, Debug, Args)]
pub(super) struct ListArgs {
    /// Print a table of all problems at the end: as table, tsv or markdown
    #[arg(long, value_name = "FORM", long_help = SUMMARY, value_enum, num_args = 0..=1, require_equals = true,
        default_missing_value = "table", hide_possible_values = true)]
    pub(super) summary: Option<Form>,
    /// Answer so many positions of a list at once
    #[arg(long, value_name = "N", value_parser = jobs_at_once, default_value = "1", long_help = JOBS)]
    pub(super) jobs: NonZeroUsize,
    /// Keep the results of a list in FILE, and go on from it
    #[arg(long, value_name = "FILE", long_help = JOURNAL, conflicts_with = "report")]
    pub(super) journal: Option<PathBuf>,
    /// Begin each position of a list with what was learnt from those before it
    #[arg(long, long_help = WARM, hide_short_help = true, conflicts_with = "check")]
    warm: bool,
}

/// Those of a command that answers one position after the other.
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
    /// What is learnt from one position to the next, where that is asked for.
    /// `shortest` is what asks for the shortest win.
    pub(super) fn warmth(
        &self,
        config: &SearchConfig,
        shortest: Option<&str>,
    ) -> Result<Option<Warmth>, Failure> {
        if let (true, Some(shortest)) = (self.warm, shortest) {
            let message = format!("--warm: {shortest} keeps nothing for the next position");
            return Err(Failure::Usage(message));
        }
        match (self.warm, config.keeps_tables()) {
            (false, _) => Ok(None),
            (true, true) => Ok(Some(Warmth::default())),
            (true, false) => {
                let message = format!(
                    "--warm: {} does not go on from what it has learnt; df-pn does",
                    config.algorithm
                );
                Err(Failure::Usage(message))
            }
        }
    }
}

/// A session that goes from one position of a list to the next. Clones share it.
#[derive(Clone, Debug, Default)]
pub(super) struct Warmth(Arc<Mutex<Option<Session>>>);

impl Warmth {
    /// Takes the session, where it is about this game. A session about other rules is given up.
    pub(super) fn take(&self, game: &AnyGame) -> Option<Session> {
        let session = self.0.lock().unwrap_or_else(PoisonError::into_inner).take();
        session.filter(|session| session.game().is_like(game))
    }

    /// Keeps it for the next position.
    pub(super) fn keep(&self, session: Session) {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        *kept = Some(session);
    }
}
