//! Recorded results: `shomei-lab reproduce --check` reports which ones are older than the program,
//! and `--page` makes their pages.

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use shomei::messages::{counted, grouped};
use shomei_cli::shared::{Exit, Failure, Interrupt, print, print_stderr};

use super::super::{LabGames, threads};
use super::{ReproduceArgs, bar, load, show};
use crate::LabError;
use crate::compare::{CompareRequest, Compared, compare};
use crate::experiment::{self, Experiment, root_of};
use crate::journal::Identity;
use crate::page::{PageRequest, write_page};

/// The folder of the recorded results, relative to the parent of `experiments`.
const DATA: &str = "docs/results/data";

/// The folder of the pages, relative to the parent of `experiments`.
const PAGES: &str = "docs/results";

/// Checks one experiment or all.
pub(super) fn run(args: &ReproduceArgs, here: &Path, games: &LabGames) -> Result<Exit, Failure> {
    let stop = Interrupt::install()?.flag();
    if let Some(name) = &args.name {
        let path = experiment::find(name, here)?;
        let compared = look(args, &path, games, &stop)?;
        print_comparison(name, &compared)?;
        return Ok(exit(&compared));
    }
    if args.out.is_some() {
        let message = "--out needs the NAME of an experiment";
        return Err(Failure::input(message));
    }
    let (mut done, mut older, mut left) = (0, 0, Vec::new());
    for path in &experiment::all(here)? {
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        match look(args, path, games, &stop) {
            Ok(compared) => {
                print_comparison(&name, &compared)?;
                if compared.unfinished > 0 {
                    return Ok(Exit::Unknown);
                }
                done += 1;
                older += u64::from(!compared.differences.is_empty());
            }
            Err(error) if error.is_input() => {
                print(format!("{name}: not compared: {error}"))?;
                left.push(name.into_owned());
            }
            Err(error) => return Err(error.into()),
        }
    }
    let none_older = older == 0;
    let older = if none_older {
        "none".into()
    } else {
        grouped(older)
    };
    let all = counted(done, "experiment");
    print(format!("{all} compared, {older} older than this program"))?;
    if !left.is_empty() {
        let (many, names) = (grouped(left.len() as u64), left.join(", "));
        print(format!("not compared, {many}: {names}"))?;
    }
    // Experiments that were not compared can be older, too.
    let is_well = none_older && left.is_empty();
    Ok(if is_well { Exit::Done } else { Exit::Failed })
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
    // Without a name, uses the given sets on which these results were run.
    let sets = match args.name {
        Some(_) => args.set.clone(),
        None => recorded_on(folder, &args.set)?,
    };
    let experiment = load(args, path, games, &sets)?;
    let page = args.out.is_none().then(|| page_of(&root, &experiment.name));
    let request = CompareRequest {
        experiment,
        folder: folder.clone(),
        page,
        runs: args.positions.map(NonZeroUsize::get),
        threads: threads(args.threads).get(),
    };
    let bar = bar();
    let compared = compare(&request, stop, &mut |event| show(&bar, event));
    bar.finish_and_clear();
    compared
}

/// Makes the page of an experiment.
pub(super) fn page(
    args: &ReproduceArgs,
    path: &Path,
    experiment: Experiment,
) -> Result<Exit, Failure> {
    let root = root_of(path);
    let data = root.join(DATA).join(&experiment.name);
    let page = page_of(&root, &experiment.name);
    let shown = page.display().to_string();
    write_page(&PageRequest {
        experiment,
        from: args.out.clone().unwrap_or_else(|| data.clone()),
        data,
        page,
        guard: args.guard(),
    })?;
    print(shown)?;
    Ok(Exit::Done)
}

/// The given sets that belong to recorded results, by name.
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
    root.join(PAGES).join(format!("{name}.md"))
}

/// Prints a line for the experiment and one for each difference.
fn print_comparison(name: &str, compared: &Compared) -> Result<(), Failure> {
    let verdict = match compared.differences.len() {
        0 => "the same nodes".to_string(),
        many => format!("OLDER, {}", counted(many as u64, "difference")),
    };
    let numbers = [compared.positions, compared.of, compared.repeated];
    let [positions, of, repeated] = numbers.map(|number| grouped(number as u64));
    let recorded = counted(compared.recorded as u64, "run");
    print(format!(
        "{name}: {positions} of {of} positions, {repeated} of {recorded} repeated: {verdict} \
         ({})",
        compared.program
    ))?;
    for difference in &compared.differences {
        print(format!("  {difference}"))?;
    }
    if !compared.left.is_empty() {
        let rows = compared.left.join(", ");
        print(format!(
            "  too large to be repeated without --positions N: {rows}"
        ))?;
    }
    if compared.unfinished > 0 {
        let unfinished = compared.unfinished;
        print_stderr(format_args!(
            "interrupted: {unfinished} runs were not repeated"
        ));
    }
    Ok(())
}

fn exit(compared: &Compared) -> Exit {
    match compared.differences.is_empty() {
        _ if compared.unfinished > 0 => Exit::Unknown,
        true => Exit::Done,
        false => Exit::Failed,
    }
}
