//! `shomei-lab reproduce`: runs an experiment and compares its figures with those of the paper.

mod check;

use std::env;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, anyhow};
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use shomei::files::Guard;
use shomei::messages::{counted, grouped};
use shomei_cli::shared::{Exit, Failure, ForceArgs, Interrupt, print, print_stderr, warn};
use shomei_cli::units::at_least_one;

use super::{LabGames, threads};
use crate::experiment::{self, Experiment};
use crate::{Event, LabError, Reproduced, Request, reproduce};

const NAME: &str = "The experiment: its path, or the NAME of experiments/NAME.toml in the working \
    directory or in a directory above it";

const OUT: &str = "The folder of the results. The command keeps the finished runs in it, and does \
    the others [default: results/NAME]";

const REUSE: &str = "Use finished runs of another results folder if their position, algorithm, \
    options and limits are the same; can be repeated";

const CHECK: &str = "Check whether this program reproduces the recorded results in \
    docs/results/data/NAME (or in --out). The command repeats three small runs of each row (one \
    for clusters); with --positions N it repeats N runs of any size. Without NAME, it checks all \
    experiments";

const PAGE: &str = "Only write the page docs/results/NAME.md, without any search. If --out has \
    finished results, the page shows them, and they replace the recorded data of the page. Text \
    that was written by hand is kept";

const SET: &str = "Use these positions instead of those of the experiment: a generated set, or a \
    plain list in which the side to move is the attacker; can be repeated";

const NO_SETS_OF_CLUSTERS: &str =
    "an experiment with clusters does not take --set, --reuse or --threads";

const NO_OTHER_SETS: &str = "an experiment with the family does not take --set or --reuse";

/// The arguments.
#[derive(Debug, Args)]
pub(super) struct ReproduceArgs {
    #[arg(value_name = "NAME", help = NAME, required_unless_present = "check")]
    name: Option<String>,
    #[arg(long, value_name = "FILE", help = SET)]
    set: Vec<PathBuf>,
    /// Use only the first N positions of each set; a later run can use more
    #[arg(long, value_name = "N", value_parser = at_least_one)]
    positions: Option<NonZeroUsize>,
    #[arg(long, value_name = "DIR", help = OUT)]
    out: Option<PathBuf>,
    #[arg(long, value_name = "DIR", help = REUSE)]
    reuse: Vec<PathBuf>,
    #[arg(long, conflicts_with = "reuse", help = CHECK)]
    check: bool,
    #[arg(long, conflicts_with_all = ["reuse", "check", "positions", "threads"], help = PAGE)]
    page: bool,
    /// Number of parallel searches [default: one per core]
    #[arg(long, value_name = "N", value_parser = at_least_one)]
    threads: Option<NonZeroUsize>,
    #[command(flatten)]
    force: ForceArgs,
}

impl ReproduceArgs {
    /// Decides which files may be replaced.
    fn guard(&self) -> Guard {
        self.force.guard(&self.set)
    }
}

/// Runs the command.
pub(super) fn run(args: &ReproduceArgs, games: &LabGames) -> Result<Exit, Failure> {
    let here = env::current_dir().context("cannot find the working directory")?;
    if args.check {
        return check::run(args, &here, games);
    }
    let path = experiment::find(args.name.as_deref().unwrap_or_default(), &here)?;
    let experiment = load(args, &path, games, &args.set)?;
    match args.page {
        true => check::page(args, &path, experiment),
        false => work(args, experiment),
    }
}

/// Reads an experiment, with these sets instead of its own. Options that its kind does not take are
/// errors.
fn load(
    args: &ReproduceArgs,
    path: &Path,
    games: &LabGames,
    sets: &[PathBuf],
) -> Result<Experiment, LabError> {
    let experiment = Experiment::load(path, &games.entries, sets)?;
    // Without a name, the sets belong to some of the experiments.
    let others = args.name.is_some() && (!args.set.is_empty() || !args.reuse.is_empty());
    let threads = args.threads.is_some() && !args.check;
    let refused = match experiment.has_clusters() {
        true if others || threads => NO_SETS_OF_CLUSTERS,
        false if others && !experiment.has_paper() => NO_OTHER_SETS,
        _ => return Ok(experiment),
    };
    Err(LabError::Input(refused.into()))
}

fn work(args: &ReproduceArgs, experiment: Experiment) -> Result<Exit, Failure> {
    let usual = PathBuf::from("results").join(&experiment.name);
    let request = Request {
        experiment,
        positions: args.positions.map(NonZeroUsize::get),
        out: args.out.clone().unwrap_or(usual),
        guard: args.guard(),
        reuse: args.reuse.clone(),
        threads: threads(args.threads).get(),
    };
    let interrupt = Interrupt::install()?;
    let bar = bar();
    let reproduced = reproduce(&request, &interrupt.flag(), &mut |event| {
        show(&bar, event);
    });
    bar.finish_and_clear();
    report(&reproduced?)
}

/// Prints the result. Returns the exit code.
fn report(reproduced: &Reproduced) -> Result<Exit, Failure> {
    print(reproduced.table.trim_end())?;
    for contradiction in &reproduced.contradictions {
        print_stderr(format_args!("contradiction: {contradiction}"));
    }
    if reproduced.unfinished > 0 {
        print_stderr(format_args!(
            "interrupted: {} of {} are left; the same command continues",
            grouped(reproduced.unfinished as u64),
            counted(reproduced.of as u64, "run")
        ));
        return Ok(Exit::Unknown);
    }
    Ok(if reproduced.contradictions.is_empty() {
        Exit::Done
    } else {
        Exit::Failed
    })
}

/// The progress bar of runs.
fn bar() -> ProgressBar {
    let bar = super::bar(0);
    if bar.is_hidden() {
        return bar;
    }
    let template = "{wide_bar} {human_pos} of {human_len} runs, {elapsed}; last: {msg}";
    // The template is constant and valid.
    bar.set_style(
        ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar()),
    );
    bar.enable_steady_tick(Duration::from_millis(250));
    bar
}

fn show(bar: &ProgressBar, event: Event<'_>) {
    match event {
        Event::Torn => bar.suspend(|| {
            warn("the last run in the journal is incomplete and is repeated");
        }),
        Event::Reused(runs) => bar.suspend(|| {
            let runs = counted(runs as u64, "finished run");
            print_stderr(format_args!("{runs} taken from other results folders"));
        }),
        Event::Begin { finished, of } => {
            bar.set_length(of as u64);
            bar.set_position(finished as u64);
        }
        Event::Finished {
            row,
            answer,
            seconds,
        } => {
            bar.set_message(format!("{row} {answer}, {seconds:.1} s"));
            bar.inc(1);
        }
    }
}

impl From<LabError> for Failure {
    fn from(error: LabError) -> Failure {
        if error.is_input() {
            Failure::input(error.to_string())
        } else {
            // The message already contains the cause.
            Failure::Run(anyhow!("{error}"))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    /// Checks all names, options, values and sets of the experiments of the repository.
    #[test]
    fn the_experiments_are_well_formed() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../experiments");
        let games = crate::builtin();
        let mut names = Vec::new();
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let one = Experiment::load(&path, &games, &[]).unwrap();
            assert!(!one.checks.is_empty(), "{}", one.name);
            names.push(one.name);
        }
        assert!(names.len() >= 24, "{names:?}");
    }
}
