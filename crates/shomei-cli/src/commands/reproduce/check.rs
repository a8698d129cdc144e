//! Recorded results: `shomei reproduce --check` tells which are older than the program, `--page`
//! makes their pages.

use std::fs;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use shomei_lab::experiment::{self, Experiment, root_of};
use shomei_lab::{
    CompareRequest, Compared, LabError, PageRequest, cluster, compare, family, machine, write_page,
};

use super::{ReproduceArgs, bar, show};
use crate::failure::{Exit, Failure};
use crate::games::Games;
use crate::interrupt::Interrupt;
use crate::output::{complain, counted, grouped, print};

/// Where the results of the repository stand, from the folder that holds the experiments.
const DATA: &str = "docs/results/data";

/// How many runs of a row are made again, unless it is said.
const RUNS: usize = 3;

/// Looks at one experiment, or at all.
pub(super) fn run(args: &ReproduceArgs, here: &Path, games: &Games) -> Result<Exit, Failure> {
    let stop = Interrupt::install()?.flag();
    if let Some(name) = &args.name {
        let path = experiment::find(name, here)?;
        return match look(args, &path, games, &stop)? {
            Found::Compared(compared) => {
                tell(name, &compared)?;
                Ok(exit(&compared))
            }
            Found::Other(why) => Err(Failure::Input(format!("{name} cannot be compared: {why}"))),
        };
    }
    if args.out.is_some() || !args.set.is_empty() {
        let message = "--out and --set belong to one experiment: give its NAME, too";
        return Err(Failure::Input(message.into()));
    }
    let mut older = 0;
    let mut left: Vec<String> = Vec::new();
    let paths = experiment::all(here)?;
    for path in &paths {
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        match look(args, path, games, &stop) {
            Ok(Found::Compared(compared)) => {
                tell(&name, &compared)?;
                if compared.unfinished > 0 {
                    return Ok(Exit::Unknown);
                }
                older += usize::from(!compared.differences.is_empty());
            }
            Ok(Found::Other(why)) => {
                print(format!("{name}: not compared: {why}"))?;
                left.push(name.into_owned());
            }
            Err(LabError::Folder { message, .. }) => {
                print(format!("{name}: not compared: {message}"))?;
                left.push(name.into_owned());
            }
            Err(error) => return Err(error.into()),
        }
    }
    let compared = paths.len() - left.len();
    let all = counted(compared as u64, "experiment");
    let none = if older == 0 {
        "none"
    } else {
        &*grouped(older as u64)
    };
    print(format!("{all} compared, {none} older than this program"))?;
    if !left.is_empty() {
        print(format!("not compared: {}", left.join(", ")))?;
    }
    Ok(if older == 0 { Exit::Done } else { Exit::Failed })
}

enum Found {
    Compared(Compared),
    /// An experiment of another kind.
    Other(&'static str),
}

fn look(
    args: &ReproduceArgs,
    path: &Path,
    games: &Games,
    stop: &Arc<AtomicBool>,
) -> Result<Found, LabError> {
    let text = fs::read_to_string(path).unwrap_or_default();
    if cluster::is_one(&text) {
        return Ok(Found::Other("machines in virtual time"));
    }
    if family::is_one(&text) {
        return Ok(Found::Other("the whole family takes minutes: run it anew"));
    }
    let experiment = Experiment::load(path, &games.labs(), &args.set)?;
    let root = root_of(path);
    let data = root.join(DATA).join(&experiment.name);
    let (folder, page) = match &args.out {
        Some(folder) => (folder.clone(), None),
        None => (data, Some(page_of(&root, &experiment.name))),
    };
    let request = CompareRequest {
        experiment,
        folder,
        page,
        runs: args.positions.map_or(RUNS, NonZeroUsize::get),
        threads: args.threads.map_or_else(machine::cores, NonZeroUsize::get),
    };
    let bar = bar();
    let compared = compare(&request, stop, &mut |event| show(&bar, event));
    bar.finish_and_clear();
    Ok(Found::Compared(compared?))
}

/// Makes the page of an experiment.
pub(super) fn page(args: &ReproduceArgs, here: &Path, games: &Games) -> Result<Exit, Failure> {
    let name = args.name.as_deref().unwrap_or_default();
    let path = experiment::find(name, here)?;
    let experiment = Experiment::load(&path, &games.labs(), &args.set)?;
    let root = root_of(&path);
    let data = root.join(DATA).join(&experiment.name);
    let page = page_of(&root, &experiment.name);
    let told = page.display().to_string();
    write_page(&PageRequest {
        from: args.out.clone().unwrap_or_else(|| data.clone()),
        experiment,
        data,
        page,
    })?;
    print(told)?;
    Ok(Exit::Done)
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
