//! Many results as a table with a board in each row.

use shomei::words::{game_in, grouped, why_over_in};
use shomei_game::Lang;

use super::super::Request;
use super::super::answer::Answered;
use super::super::json;
use super::answer::header;
use super::html::Html;
use super::{line, words};
use crate::failure::Failure;
use crate::problems::Name;

/// How wide a board of the table is, in CSS pixels.
const SIZE: u32 = 200;

/// The head of the page and of the table.
pub(super) fn begin(html: &mut Html, request: &Request, place: &str, lang: Lang) {
    let game = game_in(request.entry.kind.name, lang);
    html.element("h1", &[], &format!("{game}: {place}"));
    html.open("div", &[("class", "scroll")]);
    html.open("table", &[("class", "results")]);
    header(html, &headings(lang));
    html.open("tbody", &[]);
}

fn headings(lang: Lang) -> [&'static str; 5] {
    lang.pick(
        ["Problem", "Board", "Answer", "Nodes", "Time"],
        ["問題", "盤面", "結果", "節点数", "時間"],
    )
}

/// A cell with a number; on a phone its heading stands before it.
fn number(html: &mut Html, label: &str, text: &str) {
    let attributes = [("class", "number"), ("data-label", label)];
    html.element("td", &attributes, text);
}

/// A problem with its answer.
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
    for (header, text) in &answered.notes.said.headers {
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
    html.element("strong", &[], &words::headline(data, answered, lang));
    let uniqueness = problem.yozume.as_ref();
    let uniqueness = uniqueness.map(|others| words::verdict(&others.verdict, lang));
    let more = words::shortest(data, lang).into_iter();
    let more = more.chain(words::counted(&problem, lang));
    let over = data.over.as_ref().map(|why| why_over_in(why, lang));
    let judged = words::judgement(answered, lang);
    for text in more.chain(over).chain(uniqueness).chain(judged) {
        html.element("div", &[], &text);
    }
    if let Ok(root) = &root {
        let steps = line::steps(root, &data.line.line, lang);
        html.element("div", &[], &line::names(&steps));
    }
    html.close("td");
    let [.., nodes, time] = headings(lang);
    number(html, nodes, &grouped(answered.result.work.nodes()));
    number(html, time, &format!("{:.3} s", data.work.seconds));
    html.close("tr");
}

/// A problem that has no answer.
pub(super) fn bad(html: &mut Html, name: &Name, failure: &Failure, lang: Lang) {
    html.open("tr", &[]);
    html.element("td", &[], &name.to_string());
    let text = failure.to_string();
    let text = lang.pick(format!("Error: {text}"), format!("エラー：{text}"));
    html.element("td", &[("colspan", "4")], &text);
    html.close("tr");
}

/// The end of the table, and what all came to.
pub(super) fn end(html: &mut Html, tally: &str) {
    html.close("tbody");
    html.close("table");
    html.close("div");
    html.element("p", &[], tally);
}
