//! The page of an experiment, made of recorded results: the tables, the figures, and below them
//! what somebody has written.

use std::fs;
use std::path::{Path, PathBuf};

use crate::LabError;
use crate::data::{ROWS, RUNS, Recorded};
use crate::experiment::Experiment;
use crate::journal::{IDENTITY, Identity, write};
use crate::report::{self, plot};

/// Between what is made and what is written.
const MARK: &str = "<!-- What stands above is made by `shomei reproduce --page`, what stands below is written. -->";

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
/// When the results are not all there, are those of another experiment, or a file cannot be read
/// or written.
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
    if from != data {
        fs::create_dir_all(data).map_err(|source| LabError::Write {
            path: data.clone(),
            source,
        })?;
        for name in [IDENTITY, ROWS, RUNS] {
            write(data, name, &read(&from.join(name))?)?;
        }
    }
    let folder = page.parent().unwrap_or(Path::new("."));
    let name = &experiment.name;
    let mut pictures = String::new();
    for (place, svg) in plot::draw(&results).iter().enumerate() {
        let file = plot::file_name(place).replacen("plot", name, 1);
        write(folder, &file, svg.as_bytes())?;
        pictures += &format!("![{}]({file})\n\n", plot::alternative(&results));
    }
    let table = report::table(&results, &recorded.identity);
    let below = match fs::read_to_string(page) {
        Ok(text) => text.split_once(MARK).map(|(_, below)| below.to_string()),
        Err(_) => None,
    };
    let made = with_pictures(&table, &pictures);
    let below = below.unwrap_or_else(|| "\n".into());
    let text = format!("{}\n\n{MARK}{below}", made.trim_end());
    let name = page.file_name().unwrap_or_default().to_string_lossy();
    write(folder, &name, text.as_bytes())
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
