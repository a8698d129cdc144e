//! `shomei-lab reproduce`: runs an experiment and puts its figures beside those of
//! the paper.

mod check;

use std::env;
use std::io::{self, IsTerminal};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, anyhow};
use clap::Args;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use shomei::files::Guard;
use shomei::words::{counted, grouped};
use shomei_cli::machine::cores;
use shomei_cli::shared::{Exit, Failure, ForceArgs, Interrupt, complain, print, warn};
use shomei_cli::units::at_least_one;

use super::LabGames;
use crate::experiment::{self, AnyExperiment};
use crate::pipeline::Study;
use crate::{Event, LabError, Reproduced, Request, reproduce};

const NAME: &str = "The experiment: experiments/NAME.toml in the working directory or one above \
    it, or a path";

const OUT: &str = "The results folder; what is finished in it is kept and gone on with \
    [default: results/NAME]";

const REUSE: &str = "Take finished runs from another results folder where position, algorithm, \
    options and limits are exactly the same; can be given several times";

const CHECK: &str = "Run nothing new: look whether this program still makes the nodes of the recorded \
    results in docs/results/data/NAME (or --out), by three small runs of each row (of clusters one), or \
    by N of any size (--positions N); without NAME of all experiments";

const PAGE: &str = "Run nothing: make the page docs/results/NAME.md of the finished results in --out, which \
    become its data, or else of its data; what is written below its tables stays";

const SET: &str = "Run on these positions in place of the experiment's: a set, or a plain list with \
    the side to move as attacker; can be given several times";

const NO_SETS_OF_CLUSTERS: &str =
    "an experiment with clusters takes no --set, --reuse and --threads";

const NO_OTHER_SETS: &str = "an experiment with the family takes no --set and --reuse";

/// The arguments.
#[derive(Debug, Args)]
pub(super) struct ReproduceArgs {
    #[arg(value_name = "NAME", help = NAME, required_unless_present = "check")]
    name: Option<String>,
    #[arg(long, value_name = "FILE", help = SET)]
    set: Vec<PathBuf>,
    /// Only the first N positions of each set; more can be asked for later
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
    /// How many searches run at a time [default: one a core]
    #[arg(long, value_name = "N", value_parser = at_least_one)]
    threads: Option<NonZeroUsize>,
    #[command(flatten)]
    force: ForceArgs,
}

impl ReproduceArgs {
    /// What may be replaced.
    fn guard(&self) -> Guard {
        self.force.guard(&self.set)
    }
}

/// Runs what is not finished and prints the table.
pub(super) fn run(args: &ReproduceArgs, games: &LabGames) -> Result<Exit, Failure> {
    let here = env::current_dir().context("cannot tell the working directory")?;
    if args.check {
        return check::run(args, &here, games);
    }
    let path = experiment::find(args.name.as_deref().unwrap_or_default(), &here)?;
    let experiment = load(args, &path, games, &args.set)?;
    match (experiment, args.page) {
        (AnyExperiment::Plain(experiment), true) => check::page(args, &path, *experiment),
        (AnyExperiment::Family(experiment), true) => check::page(args, &path, *experiment),
        (AnyExperiment::Clusters(experiment), true) => check::page(args, &path, *experiment),
        (AnyExperiment::Plain(experiment), false) => work(args, *experiment),
        (AnyExperiment::Family(experiment), false) => work(args, *experiment),
        (AnyExperiment::Clusters(experiment), false) => work(args, *experiment),
    }
}

/// Reads an experiment, with these sets in place of its own; refuses what its kind does not take.
fn load(
    args: &ReproduceArgs,
    path: &Path,
    games: &LabGames,
    sets: &[PathBuf],
) -> Result<AnyExperiment, LabError> {
    let experiment = AnyExperiment::load(path, &games.labs(), sets)?;
    // Given for all experiments, they are those of some.
    let others = args.name.is_some() && (!args.set.is_empty() || !args.reuse.is_empty());
    let threads = args.threads.is_some() && !args.check;
    match &experiment {
        AnyExperiment::Family(_) if others => Err(LabError::Set(NO_OTHER_SETS.into())),
        AnyExperiment::Clusters(_) if others || threads => {
            Err(LabError::Set(NO_SETS_OF_CLUSTERS.into()))
        }
        _ => Ok(experiment),
    }
}

fn work<S: Study>(args: &ReproduceArgs, experiment: S) -> Result<Exit, Failure> {
    let usual = PathBuf::from("results").join(experiment.name());
    let request = Request {
        experiment,
        positions: args.positions.map(NonZeroUsize::get),
        out: args.out.clone().unwrap_or(usual),
        guard: args.guard(),
        reuse: args.reuse.clone(),
        threads: args.threads.map_or_else(cores, NonZeroUsize::get),
    };
    let interrupt = Interrupt::install()?;
    let bar = bar();
    let reproduced = reproduce(&request, &interrupt.flag(), &mut |event| {
        show(&bar, event);
    });
    bar.finish_and_clear();
    say(&reproduced?)
}

/// Prints what was found; the exit code that says how it went.
fn say(reproduced: &Reproduced) -> Result<Exit, Failure> {
    print(reproduced.table.trim_end())?;
    for contradiction in &reproduced.contradictions {
        complain(format_args!("contradiction: {contradiction}"));
    }
    if reproduced.unfinished > 0 {
        complain(format_args!(
            "interrupted: {} of {} are left; the same command goes on with them",
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

/// A bar on a terminal, nothing in a pipe.
fn bar() -> ProgressBar {
    if !io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::with_draw_target(Some(0), ProgressDrawTarget::stderr());
    let template = "{wide_bar} {human_pos} of {human_len} runs, {elapsed}; last: {msg}";
    // A constant template that is accepted.
    bar.set_style(
        ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar()),
    );
    bar.enable_steady_tick(Duration::from_millis(250));
    bar
}

fn show(bar: &ProgressBar, event: Event<'_>) {
    match event {
        Event::Torn => bar.suspend(|| {
            warn("the last run in the journal was recorded half; it is done again");
        }),
        Event::Reused(runs) => bar.suspend(|| {
            let runs = counted(runs as u64, "finished run");
            complain(format_args!("{runs} taken from other results folders"));
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
            Failure::Input(error.to_string())
        } else {
            // With its cause, which the message names already.
            Failure::Run(anyhow!("{error}"))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    /// All names, options, values and sets of the experiments of the repository.
    #[test]
    fn the_experiments_are_well_formed() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../experiments");
        let games = LabGames::of(crate::builtin()).unwrap().labs();
        let mut names = Vec::new();
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let (name, checks) = match AnyExperiment::load(&path, &games, &[]).unwrap() {
                AnyExperiment::Plain(one) => (one.name, one.checks.len()),
                AnyExperiment::Family(one) => (one.name, one.checks.len()),
                AnyExperiment::Clusters(one) => (one.name, one.checks.len()),
            };
            assert!(checks > 0, "{name}");
            names.push(name);
        }
        assert!(names.len() >= 24, "{names:?}");
    }
}
