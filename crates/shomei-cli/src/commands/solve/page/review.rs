//! A review as a page with boards (`--report`).

use std::path::PathBuf;

use shomei::messages::title_in;
use shomei_messages::{self as msg, Message};

use super::super::Request;
use super::super::answer::StoredCertificate;
use super::super::review::rows::ReviewRow;
use super::super::review::{Reviewed, text};
use super::answer::header;
use super::{Page, bundle, line};
use crate::failure::Failure;
use crate::problems::Problems;

/// The width of the boards in CSS pixels.
const SIZE: u32 = 200;

/// Opens the page if `--report` is given. This happens before the search, so that an unwritable
/// path costs no time.
pub(in super::super) fn begin(
    request: &Request,
    problems: &Problems<'_>,
    argument: &str,
) -> Result<Option<Page>, Failure> {
    let mut page = match problems {
        Problems::One(_) => Page::of_one(request, argument)?,
        Problems::Many(many) => Page::of_place(request, &many.place)?,
    };
    if let Some(page) = &mut page {
        let title = title_in(request.kind.name, &request.game.rules(), request.lang);
        page.body.element("h1", &[], &title);
    }
    Ok(page)
}

/// Adds a game: each move with the board before the move.
pub(in super::super) fn add(
    page: &mut Page,
    request: &Request,
    title: &str,
    (rows, reviewed): (&[ReviewRow], &[Reviewed]),
    stored: Option<&StoredCertificate>,
) {
    let lang = request.lang;
    let html = &mut page.body;
    html.element("h2", &[], title);
    html.open("div", &[("class", "scroll")]);
    html.open("table", &[("class", "results")]);
    let mut headings = vec![msg::ReportBoard.text(lang)];
    headings.extend(text::headings(lang));
    header(html, &headings);
    html.open("tbody", &[]);
    for row in rows {
        html.open("tr", &[]);
        html.open("td", &[("class", "board")]);
        match request.game.position(&row.position) {
            Ok(position) => line::board(html, &position, Some(&row.mv), SIZE, lang),
            Err(_) => html.text(&row.position),
        }
        html.close("td");
        for (heading, cell) in headings.iter().skip(1).zip(text::cells(request, row)) {
            html.element("td", &[("data-label", heading)], &cell);
        }
        html.close("tr");
    }
    html.close("tbody");
    html.close("table");
    html.close("div");
    for sum in text::sums(request, rows, reviewed) {
        html.element("p", &[], &sum);
    }
    if let Some(stored) = stored {
        bundle::write(html, &request.game, stored, lang);
    }
}

/// Writes the page. Returns the path.
pub(in super::super) fn end(page: Page, request: &Request) -> Result<PathBuf, Failure> {
    page.write_as(&title_in(
        request.kind.name,
        &request.game.rules(),
        request.lang,
    ))
}
