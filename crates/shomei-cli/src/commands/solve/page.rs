//! `--report`: results as one file of HTML that opens from disk and prints.
//!
//! The file needs nothing beside it: boards are drawn into it, its style stands in its head, and a
//! policy in the head forbids scripts and whatever would be loaded. Its markup is that of XML, too,
//! so that the tests can read it as such. What strangers wrote, such as the headers of records and
//! names of files, goes through [`html::Html::text`] and nowhere else.

mod answer;
mod html;
mod line;
mod refutation;
pub(super) mod review;
mod table;
mod words;

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::Context;
use clap::Args;
use shomei::files::{Pending, Purpose};
use shomei::words::game_in;
use shomei_game::Lang;

use super::Request;
use super::answer::Answered;
use super::list::journal::checksum;
use crate::cli::heading;
use crate::failure::Failure;
use crate::problems::Name;

use html::Html;

const REPORT: &str = "Write the results to FILE as a page of HTML with boards, which needs nothing beside it \
    and can be printed. For a list of positions or a folder it has a table with a board in each row. \
    A folder must not hold it";

/// The arguments.
#[derive(Clone, Debug, Args)]
pub(super) struct ReportArgs {
    /// Write the results to FILE as a page with boards
    #[arg(long, value_name = "FILE", long_help = REPORT, help_heading = heading::RESULTS)]
    pub(super) report: Option<PathBuf>,
}

/// A page on its way.
pub(super) struct Page {
    path: PathBuf,
    file: Pending,
    lang: Lang,
    /// The question, so that it may be replaced by another report on the same question.
    subject: String,
    body: Html,
}

impl Page {
    /// The page that is asked for about one position, if one is.
    pub(super) fn of_one(request: &Request, position: &str) -> Result<Option<Page>, Failure> {
        Page::of(request, Some(position))
    }

    /// The page that is asked for about a list or a folder, if one is.
    pub(super) fn of_many(request: &Request, place: &str) -> Result<Option<Page>, Failure> {
        let mut page = Page::of_place(request, place)?;
        if let Some(page) = &mut page {
            table::begin(&mut page.body, request, place, page.lang);
        }
        Ok(page)
    }

    /// The same, with nothing on it yet.
    pub(super) fn of_place(request: &Request, place: &str) -> Result<Option<Page>, Failure> {
        // Standard input has no path, and no report on it is on the same question as another.
        let path = place.strip_prefix('@').map(Path::new);
        let path = path.and_then(|path| path.canonicalize().ok());
        // The path itself is nothing that other readers of the report should learn.
        let list =
            path.map(|path| format!("{:016x}", checksum(path.as_os_str().as_encoded_bytes())));
        Page::of(request, list.as_deref())
    }

    /// Before the search, so that a place that cannot be written to costs no time. `about`: the
    /// position or the list, where it can be asked about again.
    fn of(request: &Request, about: Option<&str>) -> Result<Option<Page>, Failure> {
        let Some(path) = request.page.report.clone() else {
            return Ok(None);
        };
        let subject = format!(
            "{} {} {} {:?} {}",
            request.command,
            request.entry.kind.name,
            request.game.rules(),
            request.question,
            about.unwrap_or("-")
        );
        let what = "a report on the same question";
        let purpose = match about {
            Some(_) => Purpose::beginning(what, begin_of(&subject)),
            None => Purpose::new(what, |_| false),
        };
        let file = request.guard.begin(&path, &purpose)?;
        Ok(Some(Page {
            path,
            file,
            lang: request.lang,
            subject,
            body: Html::default(),
        }))
    }

    /// The row of a list's problem with its result, where a page is asked for.
    pub(super) fn row(request: &Request, name: &Name, answered: &Answered) -> Option<String> {
        request.page.report.as_ref()?;
        let mut row = Html::default();
        table::row(&mut row, request, name, answered, request.lang);
        Some(row.into_text())
    }

    /// The row of a problem that has none, where a page is asked for.
    pub(super) fn bad_row(request: &Request, name: &Name, failure: &Failure) -> Option<String> {
        request.page.report.as_ref()?;
        let mut row = Html::default();
        table::bad(&mut row, name, failure, request.lang);
        Some(row.into_text())
    }

    /// Adds the next row.
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

    /// Writes the page about a list, with what it came to; where it is then.
    pub(super) fn write_many(mut self, request: &Request, tally: &str) -> Result<PathBuf, Failure> {
        table::end(&mut self.body, tally);
        let title = game_in(request.entry.kind.name, self.lang);
        self.write_as(&title)
    }

    /// Writes the page; where it is then.
    pub(super) fn write_as(self, title: &str) -> Result<PathBuf, Failure> {
        let path = self.path.clone();
        self.write(title)?;
        Ok(path)
    }

    fn write(self, title: &str) -> Result<(), Failure> {
        let Page {
            path,
            mut file,
            lang,
            subject,
            body,
        } = self;
        let text = whole(&subject, title, lang, &body);
        file.write_all(text.as_bytes())
            .with_context(|| format!("cannot write {}", path.display()))?;
        Ok(file.keep()?)
    }
}

/// The beginning of every page about this.
fn begin_of(subject: &str) -> String {
    let mut head = Html::default();
    head.raw("<!DOCTYPE html>\n<!-- report of shomei -->\n<html ");
    head.raw("data-subject=\"");
    head.text(subject);
    head.raw("\"");
    head.into_text()
}

fn whole(subject: &str, title: &str, lang: Lang, body: &Html) -> String {
    let mut page = Html::default();
    page.raw(&begin_of(subject));
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
    page.text(&lang.pick(
        format!("Made by shomei {}.", env!("CARGO_PKG_VERSION")),
        format!("shomei {} で作成。", env!("CARGO_PKG_VERSION")),
    ));
    page.raw("</footer>\n</body>\n</html>\n");
    page.into_text()
}

/// Has no character that XML or HTML would read as markup.
const STYLE: &str = "
body { margin: 0 auto; max-width: 62rem; padding: 1rem; color: #1b1a18; background: #ffffff;
  font: 1rem/1.5 'Helvetica Neue', Helvetica, Arial, 'Hiragino Sans', 'Noto Sans CJK JP', sans-serif; }
h1 { font-size: 1.5rem; overflow-wrap: anywhere; } h2 { font-size: 1.15rem; margin-top: 2rem; }
.answer { font-size: 1.2rem; font-weight: bold; }
figure { margin: 0; } figcaption { text-align: center; }
svg { max-width: 100%; height: auto; } .boards svg { width: 100%; }
code, .text { font-family: ui-monospace, Consolas, monospace; overflow-wrap: anywhere; }
.text { white-space: pre-wrap; }
.boards { display: flex; flex-wrap: wrap; gap: 0.8rem; }
.boards figure { width: 15rem; max-width: 100%; break-inside: avoid; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; } tr { break-inside: avoid; }
th, td { padding: 0.3rem 0.6rem; border-bottom: 1px solid #b9b4a8; text-align: left; vertical-align: top; }
td.number, th { white-space: nowrap; } td.number { text-align: right; font-variant-numeric: tabular-nums; }
td.board { min-width: 10rem; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 0.2rem 1rem; }
dt { color: #5d584e; } dd { margin: 0; overflow-wrap: anywhere; }
footer { margin-top: 2rem; color: #5d584e; font-size: 0.9rem; }
@media screen and (max-width: 40rem) {
  .boards figure { width: 100%; } dl { display: block; }
  .results thead { display: none; }
  .results, .results tbody, .results tr, .results td { display: block; border: 0; text-align: left; }
  .results tr { border-bottom: 1px solid #b9b4a8; padding: 0.6rem 0; }
  .results td.number::before { content: attr(data-label) ': '; color: #5d584e; }
  .results svg { width: 100%; }
}
@media print {
  body { max-width: none; padding: 0; font-size: 10pt; }
  h2 { break-after: avoid; }
  .boards figure { width: 5.4cm; }
  .scroll { overflow: visible; }
  thead { display: table-header-group; }
}
";
