//! The page of an experiment, made of recorded results: tables, figures, and what somebody has
//! written. Most pages have their tables first and the text below a mark. A page with many tables
//! has its text between two marks, with the tables below the second one.

use std::fmt::Display;
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};

use shomei::files::{Existing, Guard, Purpose, folder_of};

use crate::LabError;
use crate::data::{ROWS, Recorded};
use crate::experiment::Experiment;
use crate::journal::{IDENTITY, purpose_of, write};
use crate::pipeline::{Report, Study};
use crate::report::plot;

/// Between what is made and what is written.
pub(crate) const MARK: &str =
    "<!-- Above: made by `shomei-lab reproduce --page`. Below: written by hand. -->";

/// Where the text ends, on a page with tables below it.
const END: &str = "<!-- Above: written by hand. Below: made by `shomei-lab reproduce --page`. -->";

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
pub fn write_page<S: Study>(request: &PageRequest<S>) -> Result<(), LabError> {
    let PageRequest {
        experiment: study,
        from,
        data,
        page,
        guard,
    } = request;
    let recorded = Recorded::open(study, from)?;
    let report = recorded.report()?;
    let (done, of) = (report.whole, recorded.shown().len());
    let unfinished = || {
        let message = format!("the runs of {done} of {of} positions are finished: all are needed");
        (done < of).then_some(message)
    };
    let other = recorded.identity.other_rows(&study.identity());
    if let Some(message) = other.or_else(unfinished) {
        let folder = from.clone();
        return Err(LabError::Folder { folder, message });
    }
    let name = study.name();
    let folder = folder_of(page);
    guard.make_folder(folder)?;
    // Before anything is written, so that the text of the authors is not lost.
    let file_name = page.file_name().unwrap_or_default().to_string_lossy();
    let purpose = purpose_of(&file_name, report.page.0.as_bytes());
    guard.check(page, &purpose)?;
    let written = match page.is_file() {
        true => kept(&report, page, guard.existing())?,
        false => "\n".into(),
    };
    guard.make_folder(data)?;
    if from != data {
        let tables = report.data.iter().map(|(name, _)| *name);
        for name in tables.filter(|name| *name != ROWS).chain([IDENTITY]) {
            write(guard, data, name, &read(&from.join(name))?)?;
        }
    }
    for (table, bytes) in report.data.iter().filter(|(table, _)| *table == ROWS) {
        write(guard, data, table, bytes)?;
    }
    for (figure, svg) in &report.figures {
        write(guard, folder, &on_page(figure, name), svg.as_bytes())?;
    }
    remove_from(guard, folder, name, report.figures.len())?;
    write(
        guard,
        folder,
        &file_name,
        whole(&report, &written).as_bytes(),
    )
}

/// The name on the page of a figure of a results folder.
pub(crate) fn on_page(figure: &str, experiment: &str) -> String {
    match figure.strip_prefix("plot") {
        Some(rest) => format!("{experiment}{rest}"),
        None => format!("{experiment}-{figure}"),
    }
}

fn unmarked(page: &Path, mark: &str) -> String {
    let page = page.display();
    match mark {
        END => format!("{page}: the page has no line \"{mark}\": put it where your text ends"),
        _ => format!("{page}: the page has no line \"{mark}\": put it where your text begins"),
    }
}

/// The text of the authors on a page, which stays wherever it can be found.
fn kept(report: &Report, page: &Path, existing: Existing) -> Result<String, LabError> {
    let text = String::from_utf8_lossy(&read(page)?).into_owned();
    let below = text.split_once(MARK).map(|(_, below)| below);
    let ended = below.and_then(|below| below.split_once(END));
    let (written, lacking) = match (ended, &report.page.1) {
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
fn whole(report: &Report, written: &str) -> String {
    let (above, below) = &report.page;
    let above = format!("{}\n\n{MARK}{written}", above.trim_end());
    match below {
        None => above,
        Some(below) => format!("{above}{END}\n\n{}\n", below.trim_end()),
    }
}

/// In what a page and its figures are not what would be made.
pub(crate) fn difference(
    name: &str,
    report: &Report,
    page: &Path,
) -> Result<Option<String>, LabError> {
    let text = String::from_utf8_lossy(&read(page)?).into_owned();
    let shown = page.display();
    let end = text.find(MARK).unwrap_or(text.len());
    let (above, below) = &report.page;
    let mut other = other_lines(&shown, &text[..end], 1, above.trim_end());
    if let (None, Some(below)) = (&other, below) {
        let begin = text.find(END).map_or(text.len(), |at| at + END.len());
        let first = 1 + text[..begin].matches('\n').count();
        other = other_lines(&shown, &text[begin..], first, below.trim_end());
    }
    if other.is_some() {
        return Ok(other);
    }
    let folder = folder_of(page);
    for (figure, svg) in &report.figures {
        let file = on_page(figure, name);
        if read(&folder.join(&file))? != svg.as_bytes() {
            return Ok(Some(format!(
                "the figure {file} is not as its data make it"
            )));
        }
    }
    Ok(None)
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
    let files = (place..).map(|place| on_page(&plot::file_name(place), name));
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
