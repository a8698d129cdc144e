//! The page of an experiment: tables and figures from recorded results, and handwritten text. Most
//! pages have their tables first and the text below a mark. A page with many tables has the text
//! between two marks and the tables below the second one.

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};

use shomei::files::{Existing, Guard, Purpose, folder_of};

use crate::LabError;
use crate::data::{ROWS, Recorded, read};
use crate::experiment::Experiment;
use crate::journal::{IDENTITY, purpose_of, write};
use crate::pipeline::Report;
use crate::report::plot;

/// The line between generated and handwritten text.
pub(crate) const MARK: &str =
    "<!-- Above: made by `shomei-lab reproduce --page`. Below: written by hand. -->";

/// The end of the handwritten text on a page with tables below it.
const END: &str = "<!-- Above: written by hand. Below: made by `shomei-lab reproduce --page`. -->";

/// A request to write a page.
#[derive(Clone, Debug)]
pub(crate) struct PageRequest {
    pub(crate) experiment: Experiment,
    /// The folder of finished results.
    pub(crate) from: PathBuf,
    /// The folder of the page's data; can be `from`.
    pub(crate) data: PathBuf,
    pub(crate) page: PathBuf,
    /// What may be replaced.
    pub(crate) guard: Guard,
}

/// Copies finished results to the data of a page, and writes the page and its figures. Handwritten
/// text on the page is kept; a page without the mark is refused.
pub(crate) fn write_page(request: &PageRequest) -> Result<(), LabError> {
    let PageRequest {
        experiment,
        from,
        data,
        page,
        guard,
    } = request;
    let recorded = Recorded::open(experiment, from)?;
    let report = recorded.report()?;
    let (done, of) = (report.whole, recorded.shown().len());
    let unfinished = || {
        let message = format!("the runs of {done} of {of} positions are finished: all are needed");
        (done < of).then_some(message)
    };
    if let Some(message) = recorded.other_rows().or_else(unfinished) {
        let folder = from.clone();
        return Err(LabError::Folder { folder, message });
    }
    let name = &experiment.name;
    let folder = folder_of(page);
    guard.make_folder(folder)?;
    // Checked before anything is written, so that no text is lost.
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

/// The name beside the page of a figure in a results folder.
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

/// The handwritten text of a page.
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
            Err(LabError::Input(unmarked(page, mark)))
        }
        _ => Ok(written.unwrap_or("\n").to_string()),
    }
}

/// The page with its handwritten text.
fn whole(report: &Report, written: &str) -> String {
    let (above, below) = &report.page;
    let above = format!("{}\n\n{MARK}{written}", above.trim_end());
    match below {
        None => above,
        Some(below) => format!("{above}{END}\n\n{}\n", below.trim_end()),
    }
}

/// The first difference between a page with its figures and the generated ones.
pub(crate) fn difference(
    name: &str,
    report: &Report,
    page: &Path,
) -> Result<Option<String>, LabError> {
    let text = String::from_utf8_lossy(&read(page)?).into_owned();
    let made = whole(report, &kept(report, page, Existing::Replace)?);
    let mut lines = (1..).zip(text.lines());
    let page_shown = page.display();
    for expected in made.lines() {
        match lines.next() {
            Some((_, line)) if line == expected => {}
            Some((number, _)) => {
                let message =
                    format!("the page {page_shown}:{number} differs from its data: {expected}");
                return Ok(Some(message));
            }
            None => {
                let message = format!("the page {page_shown} lacks the line: {expected}");
                return Ok(Some(message));
            }
        }
    }
    if let Some((number, line)) = lines.next() {
        let message = format!("the page {page_shown}:{number} has a surplus line: {line}");
        return Ok(Some(message));
    }
    for (figure, svg) in &report.figures {
        let file = on_page(figure, name);
        if read(&folder_of(page).join(&file))? != svg.as_bytes() {
            let message = format!("the figure {file} differs from its data");
            return Ok(Some(message));
        }
    }
    Ok(None)
}

/// Removes surplus figures of an earlier page, from this number on.
fn remove_from(guard: &Guard, folder: &Path, name: &str, place: usize) -> Result<(), LabError> {
    let label = format!("aria-label=\"{name}");
    let purpose = Purpose::new("a figure of this page", move |file| {
        let mut line = String::new();
        let read = BufReader::new(file).read_line(&mut line);
        read.is_ok() && line.starts_with("<svg ") && line.contains(&label)
    });
    let files = (place..).map(|place| on_page(&plot::file_name(place), name));
    for file in files {
        // The figures are numbered without gaps.
        if !guard.remove(&folder.join(file), &purpose)? {
            break;
        }
    }
    Ok(())
}
