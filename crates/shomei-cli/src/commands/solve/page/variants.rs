//! The variants of a problem as a page with boards (`compose vary --report`).

use std::path::{Path, PathBuf};

use shomei::AnyPosition;
use shomei::files::Guard;
use shomei::messages::title_in;
use shomei_game::Lang;
use shomei_messages::{self as msg, Message};

use super::answer::header;
use super::{Page, line, purpose_of};
use crate::failure::Failure;

/// The widths of the boards in CSS pixels: of the problem, and of a variant.
const LARGE: u32 = 390;
const SIZE: u32 = 200;

/// The page about the variants of a problem.
pub(crate) struct VariantsPage {
    page: Page,
    title: String,
    headings: [String; 4],
}

impl VariantsPage {
    /// Opens the file before the search, so that an unwritable path costs no time. `options` are
    /// the options that decide the rows.
    pub(crate) fn begin(
        path: &Path,
        root: &AnyPosition,
        options: &str,
        guard: &Guard,
        lang: Lang,
    ) -> Result<VariantsPage, Failure> {
        let (game, rules, position) = (root.game().name(), root.game().rules(), root.text());
        let subject = format!("compose vary {game} {rules} {options} {position}");
        let purpose = purpose_of(&subject);
        let mut page = Page::begin(path, subject, &purpose, guard, lang)?;
        let title = title_in(&game, &rules, lang);
        let html = &mut page.body;
        html.element("h1", &[], &title);
        html.open("figure", &[]);
        line::board(html, root, None, LARGE, lang);
        html.close("figure");
        html.element("p", &[("class", "text")], &position);
        html.element("h2", &[], &msg::ReportVariants.text(lang));
        html.open("div", &[("class", "scroll")]);
        html.open("table", &[("class", "results")]);
        let headings = [
            msg::ReportBoard.text(lang),
            msg::ReportChange.text(lang),
            msg::ReportResult.text(lang),
            msg::ReportVerdict.text(lang),
        ];
        header(html, &headings);
        html.open("tbody", &[]);
        Ok(VariantsPage {
            page,
            title,
            headings,
        })
    }

    /// Adds a variant: the changes, the length, the verdict.
    pub(crate) fn add(&mut self, position: &AnyPosition, cells: &[String]) {
        let lang = self.page.lang;
        let html = &mut self.page.body;
        html.open("tr", &[]);
        html.open("td", &[("class", "board")]);
        line::board(html, position, None, SIZE, lang);
        html.element("div", &[("class", "text")], &position.text());
        html.close("td");
        for (heading, cell) in self.headings.iter().skip(1).zip(cells) {
            html.element("td", &[("data-label", heading)], cell);
        }
        html.close("tr");
    }

    /// Writes the page with the sums. Returns the path.
    pub(crate) fn finish(mut self, summary: &str) -> Result<PathBuf, Failure> {
        let html = &mut self.page.body;
        html.close("tbody");
        html.close("table");
        html.close("div");
        html.element("p", &[], summary);
        self.page.write_as(&self.title)
    }
}
