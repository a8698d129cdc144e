//! The page of an experiment, made of recorded results: tables, figures, and what somebody has
//! written. Most pages have their tables first and the text below a mark. A page with many tables
//! has its text between two marks, with the tables below the second one.

use std::fmt::Display;
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};

use shomei::files::{Existing, Guard, Purpose, folder_of};

use crate::LabError;
use crate::data::{ROWS, RUNS, Recorded, rows};
use crate::experiment::Experiment;
use crate::journal::{IDENTITY, Identity, purpose_of, write};
use crate::report::{self, plot};
use crate::results::Results;

/// Between what is made and what is written.
pub(crate) const MARK: &str = "<!-- What stands above is made by `shomei-lab reproduce --page`, what stands below is written. -->";

/// Where the text ends, on a page with tables below it.
const END: &str = "<!-- What stands above is written, what stands below is made by `shomei-lab reproduce --page`. -->";

/// Which page of which results.
#[derive(Clone, Debug)]
pub struct PageRequest<E = Experiment> {
    /// The experiment.
    pub experiment: E,
    /// The folder of results that are finished.
    pub from: PathBuf,
    /// Where the results stand that pages are made of; may be `from`.
    pub data: PathBuf,
    /// The page.
    pub page: PathBuf,
    /// What may be replaced.
    pub guard: Guard,
}

/// Keeps finished results as the data of a page, and makes the page and its figures anew. What
/// somebody has written on the page stays.
///
/// # Errors
///
/// When the results are not all there or are those of another experiment, a page is there without
/// the mark, or a file cannot be read or written.
pub fn write_page(asked: &PageRequest) -> Result<(), LabError> {
    let experiment = &asked.experiment;
    let recorded = Recorded::open(experiment, &asked.from)?;
    let results = recorded.results(experiment);
    let identity = &recorded.identity;
    let now = Identity::of(experiment);
    asked.refuse_unfinished(identity, &now, [results.problems.len(), results.asked])?;
    let made = Made::of(&results, identity);
    let rows = rows(experiment.game.name, &experiment.runs)?;
    asked.write(&experiment.name, &made, &[IDENTITY, RUNS], &rows)
}

impl<E> PageRequest<E> {
    /// Refuses results that are not those of all positions and rows.
    pub(crate) fn refuse_unfinished(
        &self,
        recorded: &Identity,
        now: &Identity,
        [done, of]: [usize; 2],
    ) -> Result<(), LabError> {
        let unfinished = || {
            let message =
                format!("the runs of {done} of {of} positions are finished: all are needed");
            (done < of).then_some(message)
        };
        let Some(message) = recorded.other_rows(now).or_else(unfinished) else {
            return Ok(());
        };
        let folder = self.from.clone();
        Err(LabError::Folder { folder, message })
    }

    /// Writes the data, taking these files of the results as they are, the figures and the page.
    pub(crate) fn write(
        &self,
        name: &str,
        made: &Made,
        taken: &[&str],
        rows: &[u8],
    ) -> Result<(), LabError> {
        let PageRequest {
            from,
            data,
            page,
            guard,
            ..
        } = self;
        let folder = folder_of(page);
        guard.make_folder(folder)?;
        // Before anything is written, so that the text of the authors is not lost.
        let file_name = page.file_name().unwrap_or_default().to_string_lossy();
        let purpose = purpose_of(&file_name, made.text.as_bytes());
        guard.check(page, &purpose)?;
        let written = match page.is_file() {
            true => made.kept(page, guard.existing())?,
            false => "\n".into(),
        };
        guard.make_folder(data)?;
        if from != data {
            for name in taken {
                write(guard, data, name, &read(&from.join(name))?)?;
            }
        }
        write(guard, data, ROWS, rows)?;
        for (name, svg) in &made.figures {
            write(guard, folder, name, svg.as_bytes())?;
        }
        remove_from(guard, folder, name, made.figures.len())?;
        write(guard, folder, &file_name, made.page(&written).as_bytes())
    }
}

fn unmarked(page: &Path, mark: &str) -> String {
    let page = page.display();
    match mark {
        END => format!("{page}: the page has no line \"{mark}\": put it where your text ends"),
        _ => format!("{page}: the page has no line \"{mark}\": put it where your text begins"),
    }
}

/// What is made of results.
pub(crate) struct Made {
    /// All above the mark, without an end of line.
    pub(crate) text: String,
    /// All below what is written, where it does not end the page.
    pub(crate) below: Option<String>,
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
            below: None,
            figures,
        }
    }

    /// The text of the authors on a page, which stays wherever it can be found.
    fn kept(&self, page: &Path, existing: Existing) -> Result<String, LabError> {
        let text = String::from_utf8_lossy(&read(page)?).into_owned();
        let below = text.split_once(MARK).map(|(_, below)| below);
        let ended = below.and_then(|below| below.split_once(END));
        let (written, lacking) = match (ended, &self.below) {
            (Some((written, _)), Some(_)) => (Some(written), None),
            (_, Some(_)) if below.is_some() => (below, Some(END)),
            _ => (below, below.is_none().then_some(MARK)),
        };
        match lacking {
            Some(mark) if existing == Existing::Refuse && !text.is_empty() => {
                Err(LabError::Set(unmarked(page, mark)))
            }
            _ => Ok(written.unwrap_or("\n").to_string()),
        }
    }

    /// The page with what somebody has written.
    fn page(&self, written: &str) -> String {
        let above = format!("{}\n\n{MARK}{written}", self.text);
        match &self.below {
            None => above,
            Some(below) => format!("{above}{END}\n\n{below}\n"),
        }
    }

    /// In what a page and its figures are not what would be made.
    pub(crate) fn differs_from(&self, page: &Path) -> Result<Option<String>, LabError> {
        let text = String::from_utf8_lossy(&read(page)?).into_owned();
        let shown = page.display();
        let end = text.find(MARK).unwrap_or(text.len());
        let mut other = other_lines(&shown, &text[..end], 1, &self.text);
        if let (None, Some(below)) = (&other, &self.below) {
            let begin = text.find(END).map_or(text.len(), |at| at + END.len());
            let first = 1 + text[..begin].matches('\n').count();
            other = other_lines(&shown, &text[begin..], first, below);
        }
        if other.is_some() {
            return Ok(other);
        }
        let folder = folder_of(page);
        for (name, svg) in &self.figures {
            if read(&folder.join(name))? != svg.as_bytes() {
                return Ok(Some(format!(
                    "the figure {name} is not as its data make it"
                )));
            }
        }
        Ok(None)
    }
}

/// In what a part of a page, which begins at this line of it, is not what would be made.
fn other_lines(page: &dyn Display, part: &str, first: usize, made: &str) -> Option<String> {
    let mut lines = part.trim_end().lines().zip(first..);
    if part.starts_with('\n') {
        // The rest of the line of the mark, and the empty one behind it.
        lines.by_ref().take(2).for_each(drop);
    }
    for expected in made.lines() {
        match lines.next() {
            Some((line, _)) if line == expected => {}
            Some((_, number)) => {
                return Some(format!(
                    "the page {page}:{number} is not as its data make it: {expected}"
                ));
            }
            None => return Some(format!("the page {page} lacks the line: {expected}")),
        }
    }
    let (line, number) = lines.next()?;
    Some(format!(
        "the page {page}:{number} has a line of its own: {line}"
    ))
}

/// Removes figures of an earlier page, from this place on: there are as many as it had lines.
fn remove_from(guard: &Guard, folder: &Path, name: &str, place: usize) -> Result<(), LabError> {
    let label = format!("aria-label=\"{name}");
    let purpose = Purpose::new("a figure of this page", move |file| {
        let mut line = String::new();
        let read = BufReader::new(file).read_line(&mut line);
        read.is_ok() && line.starts_with("<svg ") && line.contains(&label)
    });
    let files = (place..).map(|place| plot::file_name(place).replacen("plot", name, 1));
    for file in files {
        // None is left where one is missing.
        if !guard.remove(&folder.join(file), &purpose)? {
            break;
        }
    }
    Ok(())
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
