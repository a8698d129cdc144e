//! One result on a page of its own.

use shomei::data::{AnswerData, OtherSolutionsData};
use shomei::words::{
    capital, game_in, grouped, kind_in, left_over_in, line_note_in, plies_in, why_over_in,
};
use shomei::{AnyPosition, Found, MoveValue};
use shomei_game::Lang;

use super::super::answer::Answered;
use super::super::report::{self, move_text};
use super::super::{Request, json};
use super::html::Html;
use super::{line, refutation, words};
use crate::output::size_text;

/// How wide the board of the question is, in CSS pixels: that of a phone.
const LARGE: u32 = 390;

/// The title of the page: the game, and the problem where it has a name.
pub(super) fn title(request: &Request, answered: &Answered, lang: Lang) -> String {
    let game = game_in(request.entry.kind.name, lang);
    match &answered.notes.problem {
        Some(problem) => format!("{game}: {problem}"),
        None => game,
    }
}

/// Adds everything about the result, the answer first.
pub(super) fn write(html: &mut Html, request: &Request, answered: &Answered, lang: Lang) {
    let problem = json::data(request, answered);
    let data = &problem.answer;
    html.element("h1", &[], &title(request, answered, lang));
    html.element(
        "p",
        &[("class", "answer")],
        &words::headline(data, answered, lang),
    );
    let more = words::shortest(data, lang).into_iter();
    let more = more.chain(words::counted(&problem, lang));
    let more = more.chain(words::judgement(answered, lang));
    let over = data.over.as_ref().map(|why| why_over_in(why, lang));
    let end = report::end(request, answered, lang);
    for text in more.chain(end).chain(over) {
        html.element("p", &[], &text);
    }
    said(html, answered, lang);
    let attacker = answered.result.aim.attacker;
    let root = request.game.position(&data.position);
    let root = root.map(|root| root.for_attacker(attacker));
    if let Ok(root) = &root {
        html.open("figure", &[]);
        line::board(html, root, None, LARGE, lang);
        html.close("figure");
    }
    html.element("p", &[("class", "text")], &data.position);
    if let (Ok(root), Found::Moves(_, known) | Found::Answers(known) | Found::Scores(_, known)) =
        (&root, &answered.result.found)
    {
        moves(html, root, known, lang);
    }
    if let (Ok(root), false) = (&root, data.line.line.is_empty()) {
        let steps = line::steps(root, &data.line.line, lang);
        let heading = lang.pick("The line", "手順");
        let plies = plies_in(data.line.line.len() as u64, lang);
        html.element("h2", &[], &format!("{heading} ({plies})"));
        html.element("p", &[], &line::names(&steps));
        if let Some(note) = line_note_in(&answered.result.line, lang) {
            html.element(
                "p",
                &[],
                &lang.pick(format!("{}.", capital(note)), format!("{note}。")),
            );
        }
        line::boards(html, &steps, lang);
        if let Some(others) = &problem.yozume {
            other_solutions(html, others, &steps, root, lang);
        }
    }
    if let (Ok(root), Some(found)) = (&root, &problem.refutation) {
        refutation::write(html, root, found, lang);
    }
    figures(html, request, answered, data, lang);
}

/// What the record of the problem says.
fn said(html: &mut Html, answered: &Answered, lang: Lang) {
    let said = &answered.notes.said;
    if !said.headers.is_empty() {
        html.open("dl", &[]);
        for (name, text) in &said.headers {
            html.term(name, text);
        }
        html.close("dl");
    }
    if !said.comments.is_empty() {
        html.element("h2", &[], lang.pick("Comments", "コメント"));
        html.element("p", &[("class", "text")], &said.comments.join("\n"));
    }
}

/// Every move with its value.
fn moves(html: &mut Html, root: &AnyPosition, moves: &[MoveValue], lang: Lang) {
    html.element("h2", &[], lang.pick("The moves", "各手の結果"));
    html.open("div", &[("class", "scroll")]);
    html.open("table", &[]);
    let heading = lang.pick(
        ["Move", "Result", "Nodes", "Line"],
        ["手", "結果", "節点数", "手順"],
    );
    header(html, &heading);
    html.open("tbody", &[]);
    for known in moves {
        html.open("tr", &[]);
        let name = root.move_name(&known.mv, None, lang);
        html.element("td", &[], name.as_ref().unwrap_or(&known.mv));
        html.element("td", &[], &move_text(known, lang));
        let nodes = grouped(known.work.nodes());
        html.element("td", &[("class", "number")], &nodes);
        let steps = line::steps(root, &known.line.moves, lang);
        html.element("td", &[], &line::names(&steps));
        html.close("tr");
    }
    html.close("tbody");
    html.close("table");
    html.close("div");
}

/// The first row of a table.
pub(super) fn header(html: &mut Html, words: &[&str]) {
    html.open("thead", &[]);
    html.open("tr", &[]);
    for word in words {
        html.element("th", &[("scope", "col")], word);
    }
    html.close("tr");
    html.close("thead");
}

/// Other moves that win along the line, each with its line by name.
fn other_solutions(
    html: &mut Html,
    others: &OtherSolutionsData,
    steps: &[line::Step],
    root: &AnyPosition,
    lang: Lang,
) {
    html.element("h2", &[], lang.pick("Other solutions", "余詰"));
    html.element("p", &[], &words::verdict(&others.verdict, lang));
    html.open("ul", &[]);
    let before = |number: usize| match number.checked_sub(2) {
        None => Some(root),
        Some(at) => steps.get(at).map(|step| &step.after),
    };
    for other in &others.others {
        let number = other.place.number;
        let names = before(number).map(|position| {
            let steps = line::steps(position, &other.line, lang);
            line::names(&steps)
        });
        let names = names.unwrap_or_else(|| other.line.join(" "));
        let kind = kind_in(&other.kind, lang);
        let length = match other.length {
            Some(length) => plies_in(u64::from(length), lang),
            None => lang.pick(
                format!("at least {} plies", other.length_at_least),
                format!("{}手以上", other.length_at_least),
            ),
        };
        let text = lang.pick(
            format!("Move {number}, {kind}, {length}: {names}"),
            format!("{number}手目、{kind}、{length}：{names}"),
        );
        html.element("li", &[], &text);
    }
    html.close("ul");
    if !others.open.is_empty() {
        let places = others.open.iter();
        let places: Vec<String> = places.map(|p| format!("{}. {}", p.number, p.mv)).collect();
        let places = places.join(", ");
        let text = lang.pick(
            format!("Not decided: {places}"),
            format!("未確定：{places}"),
        );
        html.element("p", &[], &text);
    }
    if let Some(surplus) = &others.surplus {
        let surplus = left_over_in(surplus, &root.game().name(), lang);
        let text = lang.pick(
            format!("In hand at the end: {surplus}"),
            format!("駒余り：{surplus}"),
        );
        html.element("p", &[], &text);
    }
}

/// The work, and the certificates.
fn figures(html: &mut Html, request: &Request, answered: &Answered, data: &AnswerData, lang: Lang) {
    html.element("h2", &[], lang.pick("Figures", "諸元"));
    html.open("dl", &[]);
    let rules = match data.rules.is_empty() {
        true => "-",
        false => &data.rules,
    };
    html.term(lang.pick("Rules", "ルール"), rules);
    html.term(lang.pick("Algorithm", "アルゴリズム"), &data.algorithm);
    let nodes = grouped(data.work.expanded);
    html.term(lang.pick("Nodes expanded", "展開節点数"), &nodes);
    let generated = grouped(data.work.generated);
    html.term(lang.pick("Nodes generated", "生成節点数"), &generated);
    let seconds = format!("{:.3} s", data.work.seconds);
    html.term(lang.pick("Time", "時間"), &seconds);
    html.term(
        lang.pick("Threads", "スレッド数"),
        &data.threads.to_string(),
    );
    let memory = size_text(data.memory as u64);
    html.term(lang.pick("Memory", "メモリ"), &memory);
    for kept in &answered.certificates {
        let (path, records, bytes) = (
            kept.path.display(),
            grouped(kept.records),
            grouped(kept.bytes),
        );
        let checked = match request.check {
            true => lang.pick("; checked: accepted", "、検査済み：正しい"),
            false => lang.pick("; not checked here", "、未検査"),
        };
        let text = lang.pick(
            format!("{path}: {records} records, {bytes} bytes{checked}"),
            format!("{path}：{records}レコード、{bytes}バイト{checked}"),
        );
        html.term(lang.pick("Certificate", "証明書"), &text);
    }
    html.close("dl");
    for problem in &answered.problems {
        html.element("p", &[], &problem.to_string());
    }
}
