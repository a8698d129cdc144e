//! The arguments that `compose vary`, `trim`, `back` and `flaw` share, and the workbench that they
//! open.

use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use shomei::composers::{CompositionQuery, ProblemCheck, Tolerance, Workbench, WorkbenchQuery};
use shomei::{Answer, AnyPosition, Error, ErrorKind, Kinds, Session};
use shomei_game::{ErrorText, Lang, Side, error_text};
use shomei_search::Limits;

use super::super::show::single_problem;
use super::super::solve::args::SolvedStore;
use super::super::solve::check::{TOLERATE, tolerance};
use crate::cli::{GameArgs, MomentArgs, count, duration, heading, memory};
use crate::failure::Failure;
use crate::interrupt::Interrupt;
use crate::language::user_language;
use crate::output::warn;
use crate::problems::no_position;
use crate::progress::ProgressLine;

const POSITION: &str = "The problem as text; or - for one position from standard input, which can \
    also be a diagram or a record of play; or @FILE for a record of play";

const NODES: &str = "Search at most N nodes for each problem: 100k, 5M [default: 300k]";

/// The default node limit for each problem.
const NODES_EACH: u64 = 300_000;

const TIME: &str = "Stop after this time: 60s, 5m, or a number of seconds. The results up to then \
    are printed";

/// The arguments.
#[derive(Debug, Args)]
pub(super) struct WorkbenchArgs {
    #[command(flatten, next_help_heading = heading::GAME)]
    pub(super) game: GameArgs,
    #[arg(value_name = "POSITION", help = POSITION, allow_hyphen_values = true, help_heading = None::<&str>)]
    problem: String,
    /// The side that has to force a win [default: the side to move; in shogi, if only one side
    /// has a king, the other side]
    #[arg(long, value_name = "SIDE", help_heading = heading::ASKED)]
    attacker: Option<String>,
    #[command(flatten, next_help_heading = heading::ASKED)]
    moment: MomentArgs,
    /// The maximum number of nodes for each other move of the attacker: 100k, 5M
    #[arg(long, value_name = "N", value_parser = count, default_value = "100k",
        help_heading = heading::COMPOSED)]
    pub(super) yozume_nodes: u64,
    /// The flaws that a sound problem can have: none, all, or a list separated by commas
    #[arg(long, value_name = "LIST", value_parser = tolerance, long_help = TOLERATE,
        default_value = Tolerance::USUAL, help_heading = heading::COMPOSED)]
    pub(super) tolerate: Tolerance,
    /// Memory for the tables: 64MiB, 1GiB, ...
    #[arg(long = "memory", value_name = "SIZE", value_parser = memory, default_value = "64MiB",
        help_heading = heading::LIMITS)]
    table_memory: usize,
    #[arg(long = "nodes", value_name = "N", value_parser = count, help = NODES,
        help_heading = heading::LIMITS)]
    nodes_each: Option<u64>,
    #[arg(long = "time", value_name = "TIME", value_parser = duration, help = TIME,
        help_heading = heading::LIMITS)]
    time_of_all: Option<Duration>,
    /// Stop the search of each problem after this time
    #[arg(long = "time-each", value_name = "TIME", value_parser = duration,
        help_heading = heading::LIMITS)]
    time_of_each: Option<Duration>,
    /// Print one JSON object per result and nothing else
    #[arg(long = "json", help_heading = heading::RESULTS)]
    rows_as_json: bool,
}

/// What the output of a command depends on.
#[derive(Clone)]
pub(super) struct View {
    /// The name of the game.
    pub(super) game: &'static str,
    pub(super) root: AnyPosition,
    pub(super) attacker: Side,
    /// The plies of the wanted problems.
    pub(super) lengths: RangeInclusive<u16>,
    pub(super) lang: Lang,
    pub(super) json: bool,
}

impl View {
    /// The name of the attacker in the game.
    pub(super) fn attacker_name(&self) -> String {
        self.root.game().side_name(self.attacker)
    }
}

/// A problem and the session for its workbench.
pub(super) struct OpenBench {
    pub(super) view: View,
    session: Session,
    /// The node limit for the problem itself in [`OpenBench::check`].
    nodes_of_check: Option<u64>,
    query: WorkbenchQuery,
}

impl WorkbenchArgs {
    /// Reads the problem and opens the session.
    pub(super) fn open(
        &self,
        games: &Kinds,
        lengths: RangeInclusive<u16>,
    ) -> Result<OpenBench, Failure> {
        let (kind, game) = self.game.open(games)?;
        let attacker = self.attacker.as_deref();
        let attacker = attacker.map(|name| kind.side(name)).transpose()?;
        let problem = single_problem(&self.problem, games, &game)?;
        let (name, content) = (problem.name, problem.content?);
        let root = content.position(&game, self.moment.moment());
        let root = root.map_err(|error| no_position(&name, &content, &error))?;
        let attacker = attacker.unwrap_or_else(|| root.attacker());
        let root = root.for_attacker(attacker);
        content.warn(&game, &name);
        let interrupt = Interrupt::install()?;
        let mut session = Session::new(&game)?;
        let limits = Limits {
            nodes: Some(self.nodes_each.unwrap_or(NODES_EACH)),
            time: self.time_of_all,
            stop: Some(interrupt.flag()),
            ..Limits::default()
        };
        // All parts of the command share the time.
        session
            .set_memory(self.table_memory)
            .set_limits(limits.started());
        Ok(OpenBench {
            view: View {
                game: kind.name,
                root,
                attacker,
                lengths: lengths.clone(),
                lang: user_language(),
                json: self.rows_as_json,
            },
            session,
            nodes_of_check: self.nodes_each,
            query: WorkbenchQuery {
                lengths,
                tolerance: self.tolerate,
                yozume_nodes: self.yozume_nodes,
                time_each: self.time_of_each,
            },
        })
    }

    /// The files that the command reads.
    pub(super) fn inputs(&self) -> impl Iterator<Item = PathBuf> {
        let record = self.problem.strip_prefix('@').map(PathBuf::from);
        record.into_iter().chain(self.game.files())
    }

    /// The options that change a result, by their names.
    pub(super) fn identity(&self) -> Vec<(&'static str, String)> {
        let seconds = self.time_of_each;
        let seconds = seconds.map(|time| format!("{} s", time.as_secs_f64()));
        vec![
            ("--yozume-nodes", self.yozume_nodes.to_string()),
            ("--tolerate", text_or_none(self.tolerate.names().join(","))),
            ("--memory", self.table_memory.to_string()),
            ("--nodes", self.nodes_each.unwrap_or(NODES_EACH).to_string()),
            ("--time-each", text_or_none(seconds.unwrap_or_default())),
        ]
    }
}

impl OpenBench {
    /// Uses a store of solved positions.
    pub(super) fn use_store(&mut self, store: &dyn SolvedStore) {
        let game = self.view.root.game();
        self.session.set_position_store(store.position_store(game));
    }

    /// Checks the problem as `compose check` does.
    pub(super) fn check(&mut self, query: &CompositionQuery) -> Result<ProblemCheck, Failure> {
        // Refuses what a workbench does not accept.
        self.run(|_| Ok(()))?;
        let root = &self.view.root;
        let limits = self.session.config().limits.clone();
        self.session.set_limits(Limits {
            nodes: self.nodes_of_check,
            time: self.query.time_each,
            ..limits.clone()
        });
        let attacker = Some(self.view.attacker);
        let checked = self.session.check_problem(root, attacker, query);
        self.session.set_limits(limits);
        Ok(checked?)
    }

    /// Opens the workbench for `work`.
    pub(super) fn run(
        &mut self,
        mut work: impl FnMut(&mut Workbench<'_>) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        let mut failure = None;
        let mut progress = ProgressLine::begin(self.view.lang);
        let mut keep = |bench: &mut Workbench<'_>| {
            work(bench).map_err(|error| {
                failure = Some(error);
                // The caller returns the failure itself.
                Error::new(ErrorKind::Run, ErrorText::from("stopped"))
            })
        };
        let (root, query) = (&self.view.root, &self.query);
        let attacker = Some(self.view.attacker);
        let session = &mut self.session;
        let done = session.at_workbench(root, attacker, query, &mut progress, &mut keep);
        match failure {
            Some(failure) => Err(failure),
            None => Ok(done?),
        }
    }
}

/// The value of an option, or the word for none.
fn text_or_none(text: String) -> String {
    match text.is_empty() {
        true => "none".to_string(),
        false => text,
    }
}

/// Warns if the problem itself has no known solution, which no other problem can then keep.
pub(super) fn warn_without_win(bench: &mut Workbench<'_>) -> Result<(), Failure> {
    let root = bench.root().clone();
    let examined = bench.examine(&root)?;
    if examined.answer == Answer::Disproved {
        warn(error_text!(
            "problem-without-solution",
            "the problem itself has no solution"
        ));
    } else if !examined.is_decided() {
        warn(error_text!(
            "problem-not-decided",
            "the problem itself is not decided within the limits"
        ));
    }
    Ok(())
}
