//! A table of results with a board in each row.

use std::iter;

use shomei::messages::{grouped, title_in};
use shomei_game::Lang;
use shomei_messages::{self as msg, Message};

use super::super::Request;
use super::super::answer::Answered;
use super::super::json;
use super::answer::{header, sentences};
use super::html::Html;
use super::{bundle, line};
use crate::failure::Failure;
use crate::problems::Name;

/// The width of the boards in CSS pixels.
const SIZE: u32 = 200;

/// Adds the head of the page and of the table.
pub(super) fn begin(html: &mut Html, request: &Request, place: &str, lang: Lang) {
    let game = title_in(request.kind.name, &request.game.rules(), lang);
    let title = msg::ReportTitle {
        game,
        problem: place,
    };
    html.element("h1", &[], &title.text(lang));
    html.open("div", &[("class", "scroll")]);
    html.open("table", &[("class", "results")]);
    header(html, &headings(lang));
    html.open("tbody", &[]);
}

fn headings(lang: Lang) -> [String; 5] {
    [
        msg::ReportProblem.text(lang),
        msg::ReportBoard.text(lang),
        msg::ReportAnswer.text(lang),
        msg::ReportNodes.text(lang),
        msg::ReportTime.text(lang),
    ]
}

/// Adds a cell with a number. Small screens show the label before the number.
fn number(html: &mut Html, label: &str, text: &str) {
    let attributes = [("class", "number"), ("data-label", label)];
    html.element("td", &attributes, text);
}

/// Adds a problem with a result.
pub(super) fn row(
    html: &mut Html,
    request: &Request,
    name: &Name,
    answered: &Answered,
    lang: Lang,
) {
    let problem = json::data(request, answered);
    let data = &problem.answer;
    html.open("tr", &[]);
    html.open("td", &[]);
    html.text(&name.to_string());
    for (header, text) in &answered.notes.source_texts.headers {
        html.element("div", &[], &format!("{header}: {text}"));
    }
    html.close("td");
    let attacker = answered.result.aim.attacker;
    let root = request.game.position(&data.position);
    let root = root.map(|root| root.for_attacker(attacker));
    html.open("td", &[("class", "board")]);
    match &root {
        Ok(root) => line::board(html, root, None, SIZE, lang),
        Err(_) => html.text(&data.position),
    }
    html.close("td");
    html.open("td", &[]);
    if let Ok(root) = &root {
        let all = sentences(data, answered, root, lang);
        for (text, element) in all
            .iter()
            .zip(iter::once("strong").chain(iter::repeat("div")))
        {
            html.element(element, &[], text);
        }
    }
    if let Ok(root) = &root {
        let steps = line::steps(root, &data.line.line, lang);
        html.element("div", &[], &line::names(&steps));
    }
    for stored in &answered.certificates {
        bundle::write_line(html, stored, lang);
    }
    html.close("td");
    let [.., nodes, time] = headings(lang);
    number(html, &nodes, &grouped(answered.result.work.nodes()));
    number(html, &time, &format!("{:.3} s", data.work.seconds));
    html.close("tr");
}

/// Adds a problem without a result.
pub(super) fn bad(html: &mut Html, name: &Name, failure: &Failure, lang: Lang) {
    html.open("tr", &[]);
    html.element("td", &[], &name.to_string());
    let text = failure.text_in(lang);
    let error = msg::ReportError { error: text }.text(lang);
    html.element("td", &[("colspan", "4")], &error);
    html.close("tr");
}

/// Ends the table and adds the sums.
pub(super) fn end(html: &mut Html, tally: &str) {
    html.close("tbody");
    html.close("table");
    html.close("div");
    html.element("p", &[], tally);
}
