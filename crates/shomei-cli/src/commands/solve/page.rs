//! `--report`: results as one HTML file that opens from disk and can be printed.
//!
//! The file is self-contained: boards are inline pictures, the style is in the head, and a content
//! security policy forbids scripts and external resources. The markup is also valid XML, so that
//! the tests can parse it. Untrusted text, such as headers of records and names of files, is only
//! added by [`html::Html::text`], which escapes it.

mod answer;
mod bundle;
mod html;
mod line;
mod refutation;
pub(super) mod review;
mod table;
mod variants;

use std::path::{Path, PathBuf};

use clap::Args;
use shomei::files::{Guard, Pending, Purpose};
use shomei::messages::title_in;
use shomei_game::{ErrorText, Lang, error_text};
use shomei_messages::{self as msg, Message};

use super::Request;
use super::answer::Answered;
use super::list::journal::checksum;
use crate::cli::heading;
use crate::failure::Failure;
use crate::problems::Name;

use html::Html;
pub(crate) use variants::VariantsPage;

const REPORT: &str = "Write the results to FILE as one HTML page with boards, for reading and \
    printing. For a list of positions or a folder, the page has a table with a board in each row. \
    FILE must not be in a folder that the command reads";

/// The arguments.
#[derive(Clone, Debug, Args)]
pub(super) struct ReportArgs {
    /// Write the results to FILE as a page with boards
    #[arg(long, value_name = "FILE", long_help = REPORT, help_heading = heading::RESULTS)]
    pub(super) report: Option<PathBuf>,
}

/// A page that is being written.
pub(super) struct Page {
    path: PathBuf,
    file: Pending,
    lang: Lang,
    /// The question. A report on the same question may replace this one.
    subject: String,
    body: Html,
}

impl Page {
    /// The page about one position, if `--report` is given.
    pub(super) fn of_one(request: &Request, position: &str) -> Result<Option<Page>, Failure> {
        Page::of(request, Some(position))
    }

    /// The page about a list or a folder, if `--report` is given.
    pub(super) fn of_many(request: &Request, place: &str) -> Result<Option<Page>, Failure> {
        let mut page = Page::of_place(request, place)?;
        if let Some(page) = &mut page {
            table::begin(&mut page.body, request, place, page.lang);
        }
        Ok(page)
    }

    /// An empty page about a list or a folder.
    pub(super) fn of_place(request: &Request, place: &str) -> Result<Option<Page>, Failure> {
        // Standard input has no path, so its report cannot be compared with an earlier one.
        let path = place.strip_prefix('@').map(Path::new);
        let path = path.and_then(|path| path.canonicalize().ok());
        // The checksum keeps the local path out of the report.
        let list =
            path.map(|path| format!("{:016x}", checksum(path.as_os_str().as_encoded_bytes())));
        Page::of(request, list.as_deref())
    }

    /// Opens the file before the search, so that an unwritable path costs no time. `about`
    /// identifies the position or the list.
    fn of(request: &Request, about: Option<&str>) -> Result<Option<Page>, Failure> {
        let Some(path) = request.page.report.clone() else {
            return Ok(None);
        };
        let subject = format!(
            "{} {} {} {:?} {}",
            request.command,
            request.kind.name,
            request.game.rules(),
            request.question,
            about.unwrap_or("-")
        );
        let purpose = match about {
            Some(_) => purpose_of(&subject),
            None => Purpose::new(what(), |_| false),
        };
        let (guard, lang) = (&request.guard, request.lang);
        Page::begin(&path, subject, &purpose, guard, lang).map(Some)
    }

    /// Opens the file.
    fn begin(
        path: &Path,
        subject: String,
        purpose: &Purpose,
        guard: &Guard,
        lang: Lang,
    ) -> Result<Page, Failure> {
        let file = guard.begin(path, purpose)?;
        Ok(Page {
            path: path.to_path_buf(),
            file,
            lang,
            subject,
            body: Html::default(),
        })
    }

    /// The row of a problem with a result, if `--report` is given.
    pub(super) fn row(request: &Request, name: &Name, answered: &Answered) -> Option<String> {
        request.page.report.as_ref()?;
        let mut row = Html::default();
        table::row(&mut row, request, name, answered, request.lang);
        Some(row.into_text())
    }

    /// The row of a problem without a result, if `--report` is given.
    pub(super) fn bad_row(request: &Request, name: &Name, failure: &Failure) -> Option<String> {
        request.page.report.as_ref()?;
        let mut row = Html::default();
        table::bad(&mut row, name, failure, request.lang);
        Some(row.into_text())
    }

    pub(super) fn add_row(&mut self, row: &str) {
        self.body.raw(row);
    }

    /// Writes the page about one position.
    pub(super) fn write_one(mut self, request: &Request, answered: &mut Answered) {
        answer::write(&mut self.body, request, answered, self.lang);
        let title = answer::title(request, answered, self.lang);
        let path = self.path.clone();
        match self.write(&title) {
            Ok(()) => answered.notes.report = Some(path),
            Err(failure) => answered.problems.push(failure),
        }
    }

    /// Writes the page about a list with its sums. Returns the path.
    pub(super) fn write_many(mut self, request: &Request, tally: &str) -> Result<PathBuf, Failure> {
        table::end(&mut self.body, tally);
        let title = title_in(request.kind.name, &request.game.rules(), self.lang);
        self.write_as(&title)
    }

    /// Writes the page. Returns the path.
    pub(super) fn write_as(self, title: &str) -> Result<PathBuf, Failure> {
        let path = self.path.clone();
        self.write(title)?;
        Ok(path)
    }

    fn write(self, title: &str) -> Result<(), Failure> {
        let text = page_text(&self.subject, title, self.lang, &self.body);
        Ok(self.file.keep_with(text.as_bytes())?)
    }
}

/// What a report is, for messages.
fn what() -> ErrorText {
    error_text!("file-report-of-question", "a report on the same question")
}

/// The purpose of a report that a report on the same subject may replace.
fn purpose_of(subject: &str) -> Purpose {
    Purpose::beginning(what(), beginning_of(subject))
}

/// The beginning of every page with this subject.
fn beginning_of(subject: &str) -> String {
    let mut head = Html::default();
    head.raw("<!DOCTYPE html>\n<!-- report of shomei -->\n<html ");
    head.raw("data-subject=\"");
    head.text(subject);
    head.raw("\"");
    head.into_text()
}

fn page_text(subject: &str, title: &str, lang: Lang, body: &Html) -> String {
    let mut page = Html::default();
    page.raw(&beginning_of(subject));
    page.raw(" lang=\"");
    page.raw(lang.code());
    page.raw("\">\n<head>\n<meta charset=\"utf-8\" />\n");
    page.raw("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\" />\n");
    page.raw("<meta http-equiv=\"Content-Security-Policy\" content=\"");
    page.raw("default-src 'none'; style-src 'unsafe-inline'\" />\n");
    page.element("title", &[], title);
    page.raw("<style>");
    page.raw(STYLE);
    page.raw("</style>\n</head>\n<body>\n<main>\n");
    page.raw(body.as_text());
    page.raw("</main>\n<footer>");
    let version = env!("CARGO_PKG_VERSION");
    page.text(&msg::ReportMadeBy { version }.text(lang));
    page.raw("</footer>\n</body>\n</html>\n");
    page.into_text()
}

/// Contains no character that XML or HTML would read as markup.
const STYLE: &str = ":root { --ink: #1b1a18; --paper: #ffffff; --faint: #5d584e; --rule: \
    #b9b4a8; color-scheme: light dark; } @media screen and (prefers-color-scheme: dark) {   :root \
    { --ink: #ece8df; --paper: #1d1c1a; --faint: #aaa397; --rule: #56524a; } } body { margin: 0 \
    auto; max-width: 62rem; padding: 1rem; color: var(--ink); background: var(--paper);   font: \
    1rem/1.5 'Helvetica Neue', Helvetica, Arial, 'Hiragino Sans', 'Noto Sans CJK JP', sans-serif; \
    } h1 { font-size: 1.5rem; overflow-wrap: anywhere; } h2 { font-size: 1.15rem; margin-top: \
    2rem; } .answer { font-size: 1.2rem; font-weight: bold; } figure { margin: 0; } figcaption { \
    text-align: center; } svg { max-width: 100%; height: auto; } .boards svg { width: 100%; } \
    code, .text { font-family: ui-monospace, Consolas, monospace; overflow-wrap: anywhere; } \
    .text { white-space: pre-wrap; } .boards { display: flex; flex-wrap: wrap; gap: 0.8rem; } \
    .boards figure { width: 14.2rem; max-width: 100%; break-inside: avoid; } .scroll { \
    overflow-x: auto; } table { border-collapse: collapse; } tr { break-inside: avoid; } th, td { \
    padding: 0.3rem 0.6rem; border-bottom: 1px solid var(--rule); text-align: left; \
    vertical-align: top; } td.number, th { white-space: nowrap; } td.number { text-align: right; \
    font-variant-numeric: tabular-nums; } td.board { min-width: 10rem; } dl { display: grid; \
    grid-template-columns: max-content 1fr; gap: 0.2rem 1rem; } dt { color: var(--faint); } dd { \
    margin: 0; overflow-wrap: anywhere; } footer { margin-top: 2rem; color: var(--faint); \
    font-size: 0.9rem; } @media screen and (max-width: 40rem) {   .boards figure { width: 100%; } \
    dl { display: block; }   .results thead { display: none; }   .results, .results tbody, \
    .results tr, .results td { display: block; border: 0; text-align: left; }   .results tr { \
    border-bottom: 1px solid var(--rule); padding: 0.6rem 0; }   .results td.number::before { \
    content: attr(data-label) ': '; color: var(--faint); }   .results svg { width: 100%; } } \
    @media print {   body { max-width: none; padding: 0; font-size: 10pt; }   h2 { break-after: \
    avoid; }   .boards figure { width: 4.2cm; }   .scroll { overflow: visible; }   thead { \
    display: table-header-group; } }";
