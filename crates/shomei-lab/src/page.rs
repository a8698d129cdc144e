//! The page of an experiment, made of recorded results: the tables, the figures, and below them
//! what somebody has written.

use std::fs;
use std::path::{Path, PathBuf};

use crate::LabError;
use crate::data::{ROWS, RUNS, Recorded, rows};
use crate::experiment::Experiment;
use crate::journal::{IDENTITY, Identity, write};
use crate::report::{self, plot};
use crate::results::Results;

/// Between what is made and what is written.
pub(crate) const MARK: &str = "<!-- What stands above is made by `shomei reproduce --page`, what stands below is written. -->";

/// Which page of which results.
#[derive(Clone, Debug)]
pub struct PageRequest {
    /// The experiment.
    pub experiment: Experiment,
    /// The folder of results that are finished.
    pub from: PathBuf,
    /// Where the results stand that pages are made of; may be `from`.
    pub data: PathBuf,
    /// The page.
    pub page: PathBuf,
}

/// Keeps finished results as the data of a page, and makes the page and its figures anew. What
/// stands below the mark of the page stays.
///
/// # Errors
///
/// When the results are not all there or are those of another experiment, a page is there without
/// the mark, or a file cannot be read or written.
pub fn write_page(asked: &PageRequest) -> Result<(), LabError> {
    let PageRequest {
        experiment,
        from,
        data,
        page,
    } = asked;
    let refuse = |message: String| LabError::Folder {
        folder: from.clone(),
        message,
    };
    let recorded = Recorded::open(experiment, from)?;
    let now = Identity::of(experiment);
    if let Some(message) = recorded.identity.other_rows(&now) {
        return Err(refuse(message));
    }
    let results = recorded.results(experiment);
    if results.problems.len() < results.asked {
        let (done, of) = (results.problems.len(), results.asked);
        let message = format!("the runs of {done} of {of} positions are finished: all are needed");
        return Err(refuse(message));
    }
    // Before anything is written: without the mark the text of somebody would be lost.
    let below = match fs::read_to_string(page) {
        Ok(text) => match text.split_once(MARK) {
            Some((_, below)) => below.to_string(),
            None => return Err(LabError::Set(unmarked(page))),
        },
        Err(_) => "\n".into(),
    };
    fs::create_dir_all(data).map_err(|source| LabError::Write {
        path: data.clone(),
        source,
    })?;
    if from != data {
        for name in [IDENTITY, RUNS] {
            write(data, name, &read(&from.join(name))?)?;
        }
    }
    write(data, ROWS, &rows(experiment)?)?;
    let folder = page.parent().unwrap_or(Path::new("."));
    let made = Made::of(&results, &recorded.identity);
    for (name, svg) in &made.figures {
        write(folder, name, svg.as_bytes())?;
    }
    remove_from(folder, &experiment.name, made.figures.len());
    let text = format!("{}\n\n{MARK}{below}", made.text);
    let name = page.file_name().unwrap_or_default().to_string_lossy();
    write(folder, &name, text.as_bytes())
}

fn unmarked(page: &Path) -> String {
    format!(
        "{}: the page has no line \"{MARK}\": put it where your text begins",
        page.display()
    )
}

/// What is made of results.
pub(crate) struct Made {
    /// All above the mark, without an end of line.
    pub(crate) text: String,
    /// Names and contents.
    pub(crate) figures: Vec<(String, String)>,
}

impl Made {
    pub(crate) fn of(results: &Results<'_>, identity: &Identity) -> Made {
        let name = &results.experiment.name;
        let svgs = plot::draw(results).into_iter().enumerate();
        let figures: Vec<(String, String)> = svgs
            .map(|(place, svg)| (plot::file_name(place).replacen("plot", name, 1), svg))
            .collect();
        let told = plot::alternative(results);
        let pictures: String = figures
            .iter()
            .map(|(file, _)| format!("![{told}]({file})\n\n"))
            .collect();
        let text = with_pictures(&report::table(results, identity), &pictures);
        Made {
            text: text.trim_end().to_string(),
            figures,
        }
    }
}

/// Removes figures of an earlier page, from this place on: there are as many as it had lines.
fn remove_from(folder: &Path, name: &str, place: usize) {
    let files = (place..).map(|place| plot::file_name(place).replacen("plot", name, 1));
    for file in files {
        // None is left where one is missing.
        if fs::remove_file(folder.join(file)).is_err() {
            break;
        }
    }
}

fn read(path: &Path) -> Result<Vec<u8>, LabError> {
    fs::read(path).map_err(|source| LabError::Read {
        path: path.to_path_buf(),
        source,
    })
}

/// The tables with the pictures before the numbers that they show, or else before how the runs
/// ended.
fn with_pictures(table: &str, pictures: &str) -> String {
    let head = "## The figure\n\n";
    if let Some(at) = table.find(head) {
        let (before, after) = table.split_at(at + head.len());
        return format!("{before}{pictures}{after}");
    }
    let at = table.find("## How the runs ended").unwrap_or(table.len());
    let (before, after) = table.split_at(at);
    format!("{before}{pictures}{after}")
}
