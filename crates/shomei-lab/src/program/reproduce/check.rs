//! Recorded results: `shomei-lab reproduce --check` tells which are older than the program, `--page`
//! makes their pages.

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use shomei::words::{counted, grouped};
use shomei_cli::machine::cores;
use shomei_cli::shared::{Exit, Failure, Interrupt, complain, print};

use super::super::LabGames;
use super::{ReproduceArgs, bar, load, show};
use crate::experiment::{self, AnyExperiment, root_of};
use crate::journal::Identity;
use crate::pipeline::Study;
use crate::{CompareRequest, Compared, LabError, PageRequest, compare, write_page};

/// Where the results of the repository stand, from the folder that holds the experiments.
const DATA: &str = "docs/results/data";

/// Looks at one experiment, or at all.
pub(super) fn run(args: &ReproduceArgs, here: &Path, games: &LabGames) -> Result<Exit, Failure> {
    let stop = Interrupt::install()?.flag();
    if let Some(name) = &args.name {
        let path = experiment::find(name, here)?;
        let compared = look(args, &path, games, &stop)?;
        tell(name, &compared)?;
        return Ok(exit(&compared));
    }
    if args.out.is_some() {
        let message = "--out belongs to one experiment: give its NAME, too";
        return Err(Failure::Input(message.into()));
    }
    let mut tally = ComparisonTally::default();
    for path in &experiment::all(here)? {
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        match look(args, path, games, &stop) {
            Ok(compared) => {
                tell(&name, &compared)?;
                if compared.unfinished > 0 {
                    return Ok(Exit::Unknown);
                }
                tally.compared += 1;
                tally.older += usize::from(!compared.differences.is_empty());
            }
            Err(error) if error.is_input() => tally.leave(&name, &error.to_string())?,
            Err(error) => return Err(error.into()),
        }
    }
    tally.end()
}

/// What was found of all experiments.
#[derive(Default)]
struct ComparisonTally {
    compared: usize,
    older: usize,
    left: Vec<String>,
}

impl ComparisonTally {
    fn leave(&mut self, name: &str, why: &str) -> Result<(), Failure> {
        print(format!("{name}: not compared: {why}"))?;
        self.left.push(name.into());
        Ok(())
    }

    /// Nothing is older only where everything was compared.
    fn end(&self) -> Result<Exit, Failure> {
        let all = counted(self.compared as u64, "experiment");
        let older = match self.older {
            0 => "none".into(),
            older => grouped(older as u64),
        };
        print(format!("{all} compared, {older} older than this program"))?;
        if !self.left.is_empty() {
            let (many, names) = (grouped(self.left.len() as u64), self.left.join(", "));
            print(format!("not compared, {many}: {names}"))?;
        }
        let is_well = self.older == 0 && self.left.is_empty();
        Ok(if is_well { Exit::Done } else { Exit::Failed })
    }
}

fn look(
    args: &ReproduceArgs,
    path: &Path,
    games: &LabGames,
    stop: &Arc<AtomicBool>,
) -> Result<Compared, LabError> {
    let root = root_of(path);
    let stem = path.file_stem().unwrap_or_default();
    let data = root.join(DATA).join(stem);
    let folder = args.out.as_ref().unwrap_or(&data);
    // Of all that is given, what these results were run on.
    let sets = match args.name {
        Some(_) => args.set.clone(),
        None => recorded_on(folder, &args.set)?,
    };
    match load(args, path, games, &sets)? {
        AnyExperiment::Plain(experiment) => look_at(args, *experiment, folder, &root, stop),
        AnyExperiment::Family(experiment) => look_at(args, *experiment, folder, &root, stop),
        AnyExperiment::Clusters(experiment) => look_at(args, *experiment, folder, &root, stop),
    }
}

fn look_at<S: Study>(
    args: &ReproduceArgs,
    experiment: S,
    folder: &Path,
    root: &Path,
    stop: &Arc<AtomicBool>,
) -> Result<Compared, LabError> {
    let page = args.out.is_none().then(|| page_of(root, experiment.name()));
    let request = CompareRequest {
        experiment,
        folder: folder.to_path_buf(),
        page,
        runs: args.positions.map(NonZeroUsize::get),
        threads: args.threads.map_or_else(cores, NonZeroUsize::get),
    };
    let bar = bar();
    let compared = compare(&request, stop, &mut |event| show(&bar, event));
    bar.finish_and_clear();
    compared
}

/// Makes the page of an experiment.
pub(super) fn page<S: Study>(
    args: &ReproduceArgs,
    path: &Path,
    experiment: S,
) -> Result<Exit, Failure> {
    let root = root_of(path);
    let data = root.join(DATA).join(experiment.name());
    let page = page_of(&root, experiment.name());
    let told = page.display().to_string();
    write_page(&PageRequest {
        experiment,
        from: args.out.clone().unwrap_or_else(|| data.clone()),
        data,
        page,
        guard: args.guard(),
    })?;
    print(told)?;
    Ok(Exit::Done)
}

/// Those of the given sets that results were run on, by name.
fn recorded_on(folder: &Path, given: &[PathBuf]) -> Result<Vec<PathBuf>, LabError> {
    if given.is_empty() {
        return Ok(Vec::new());
    }
    let identity = Identity::of_results(folder)?;
    let is_of = |path: &&PathBuf| {
        let name = path.file_name().unwrap_or_default();
        identity
            .set_files()
            .any(|file| Path::new(file) == Path::new(name))
    };
    Ok(given.iter().filter(is_of).cloned().collect())
}

fn page_of(root: &Path, name: &str) -> PathBuf {
    let folder = root.join(DATA);
    let folder = folder.parent().unwrap_or(root);
    folder.join(format!("{name}.md"))
}

/// One line, and one for each difference.
fn tell(name: &str, compared: &Compared) -> Result<(), Failure> {
    let Compared {
        program,
        positions,
        of,
        recorded,
        repeated,
        differences,
        left,
        gone_options,
        unfinished,
    } = compared;
    let verdict = match differences.len() {
        0 => "the same nodes".to_string(),
        many => format!("OLDER, {}", counted(many as u64, "difference")),
    };
    let (positions, of) = (grouped(*positions as u64), grouped(*of as u64));
    let (repeated, recorded) = (grouped(*repeated as u64), counted(*recorded as u64, "run"));
    print(format!(
        "{name}: {positions} of {of} positions, {repeated} of {recorded} made again: {verdict} \
         ({program})"
    ))?;
    for difference in differences {
        print(format!("  {difference}"))?;
    }
    if !left.is_empty() {
        let rows = left.join(", ");
        print(format!(
            "  too large to be made again, unless --positions N asks for it: {rows}"
        ))?;
    }
    if let Some(options) = gone_options {
        print(format!(
            "  clusters are not made again, since options of theirs are gone: {options}"
        ))?;
    }
    if *unfinished > 0 {
        complain(format_args!(
            "interrupted: {unfinished} runs were not made again"
        ));
    }
    Ok(())
}

fn exit(compared: &Compared) -> Exit {
    match compared {
        Compared { unfinished, .. } if *unfinished > 0 => Exit::Unknown,
        Compared { differences, .. } if differences.is_empty() => Exit::Done,
        Compared { .. } => Exit::Failed,
    }
}
