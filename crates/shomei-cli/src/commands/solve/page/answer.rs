//! The page about one result.

use shomei::data::AnswerData;
use shomei::messages::{
    answer_in, capital, grouped, is_tsume, line_note_in, plies_in, title_in, why_over_in,
};
use shomei::{AnyPosition, Found, MoveValue};
use shomei_game::Lang;
use shomei_messages::{self as msg, Message};

use super::super::answer::Answered;
use super::super::naming::Naming;
use super::super::report::move_text;
use super::super::{Request, json, missing, yozume};
use super::html::Html;
use super::{bundle, line, refutation};
use crate::tsume;
use crate::units::size_text;

/// The width of the large board in CSS pixels, as wide as a phone.
const LARGE: u32 = 390;

/// The title of the page: the game, and the name of the problem if it has one.
pub(super) fn title(request: &Request, answered: &Answered, lang: Lang) -> String {
    let game = title_in(request.kind.name, &request.game.rules(), lang);
    match &answered.notes.problem {
        Some(problem) => msg::ReportTitle { game, problem }.text(lang),
        None => game,
    }
}

/// The answer as sentences, and the reason why the game is over.
pub(super) fn sentences(
    data: &AnswerData,
    answered: &Answered,
    root: &AnyPosition,
    lang: Lang,
) -> Vec<String> {
    let mut all = answer_in(root, &answered.result, &answered.composition, lang);
    all.extend(data.over.as_ref().map(|why| why_over_in(why, lang)));
    all
}

/// Adds the whole result, beginning with the answer.
pub(super) fn write(html: &mut Html, request: &Request, answered: &Answered, lang: Lang) {
    let problem = json::data(request, answered);
    let data = &problem.answer;
    html.element("h1", &[], &title(request, answered, lang));
    let attacker = answered.result.aim.attacker;
    let root = request.game.position(&data.position);
    let root = root.map(|root| root.for_attacker(attacker));
    if let Ok(root) = &root {
        let mut classes = [("class", "answer")].iter();
        for text in sentences(data, answered, root, lang) {
            html.element(
                "p",
                classes.next().map_or(&[][..], std::slice::from_ref),
                &text,
            );
        }
    }
    source_texts(html, answered, lang);
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
        let plies = plies_in(data.line.line.len() as u64, lang);
        html.element("h2", &[], &msg::ReportLine { plies }.text(lang));
        html.element("p", &[], &line::names(&steps));
        if let Some(note) = line_note_in(&answered.result.line, lang) {
            let text = capital(&note);
            html.element("p", &[], &msg::Sentence { text }.text(lang));
        }
        line::boards(html, &steps, lang);
    }
    let naming = Naming::of(request, answered);
    if let Some(others) = &answered.composition.others {
        html.element("h2", &[], &msg::ReportOthers.text(lang));
        texts(html, &yozume::lines(others, &naming));
    }
    let solution = answered.notes.author_solution.iter();
    let solution: Vec<String> = solution
        .filter_map(|solution| solution.text_beside(answered, lang))
        .collect();
    texts(html, &solution);
    texts(html, &missing::lines(answered, &naming));
    if let (Ok(root), Some(found)) = (&root, &problem.refutation) {
        refutation::write(html, root, found, lang);
    }
    figures(html, request, answered, data, lang);
    for stored in &answered.certificates {
        bundle::write(html, &request.game, stored, lang);
    }
}

/// Adds the texts in the record of the problem.
fn source_texts(html: &mut Html, answered: &Answered, lang: Lang) {
    let source_texts = &answered.notes.source_texts;
    if !source_texts.headers.is_empty() {
        html.open("dl", &[]);
        for (name, text) in &source_texts.headers {
            html.term(name, text);
        }
        html.close("dl");
    }
    if !source_texts.comments.is_empty() {
        html.element("h2", &[], &msg::ReportComments.text(lang));
        html.element("p", &[("class", "text")], &source_texts.comments.join("\n"));
    }
}

/// Adds the table of the moves with their values.
fn moves(html: &mut Html, root: &AnyPosition, moves: &[MoveValue], lang: Lang) {
    let is_tsume = is_tsume(&root.game().name(), &root.game().rules());
    html.element("h2", &[], &msg::ReportMoves.text(lang));
    html.open("div", &[("class", "scroll")]);
    html.open("table", &[]);
    let headings = [
        msg::ReportMove.text(lang),
        msg::ReportResult.text(lang),
        msg::ReportNodes.text(lang),
        msg::ReportLineHeading.text(lang),
    ];
    header(html, &headings);
    html.open("tbody", &[]);
    for known in moves {
        html.open("tr", &[]);
        let name = root.move_name(&known.mv, None, lang);
        html.element("td", &[], name.as_ref().unwrap_or(&known.mv));
        let text = match is_tsume {
            true => tsume::move_text(known, lang),
            false => move_text(known, lang),
        };
        html.element("td", &[], &text);
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

/// Adds the header row of a table.
pub(super) fn header(html: &mut Html, labels: &[String]) {
    html.open("thead", &[]);
    html.open("tr", &[]);
    for label in labels {
        html.element("th", &[("scope", "col")], label);
    }
    html.close("tr");
    html.close("thead");
}

/// Adds lines of text. Indented lines become lists.
fn texts(html: &mut Html, lines: &[String]) {
    let mut is_in_list = false;
    for line in lines {
        let is_indented = line.starts_with("  ");
        match (is_in_list, is_indented) {
            (false, true) => html.open("ul", &[]),
            (true, false) => html.close("ul"),
            _ => {}
        }
        is_in_list = is_indented;
        let element = if is_indented { "li" } else { "p" };
        html.element(element, &[], line.trim_start());
    }
    if is_in_list {
        html.close("ul");
    }
}

/// Adds the work and the certificates.
fn figures(html: &mut Html, request: &Request, answered: &Answered, data: &AnswerData, lang: Lang) {
    html.element("h2", &[], &msg::ReportFigures.text(lang));
    html.open("dl", &[]);
    let rules = match data.rules.is_empty() {
        true => "-",
        false => &data.rules,
    };
    html.term(&msg::ReportRules.text(lang), rules);
    html.term(&msg::ReportAlgorithm.text(lang), &data.algorithm);
    let nodes = grouped(data.work.expanded);
    html.term(&msg::ReportExpanded.text(lang), &nodes);
    let generated = grouped(data.work.generated);
    html.term(&msg::ReportGenerated.text(lang), &generated);
    let seconds = format!("{:.3} s", data.work.seconds);
    html.term(&msg::ReportTime.text(lang), &seconds);
    let threads = data.threads.to_string();
    html.term(&msg::ReportThreads.text(lang), &threads);
    let memory = size_text(data.memory as u64);
    html.term(&msg::ReportMemory.text(lang), &memory);
    for certificate in &answered.certificates {
        // A bundle has its own section.
        if certificate.bundled.is_some() {
            continue;
        }
        let (path, bytes) = (certificate.path.display().to_string(), certificate.bytes);
        let count = certificate.records;
        let records = msg::CountRecords { count }.text(lang);
        let text = match request.check {
            true => msg::ReportCertificateChecked {
                path,
                records,
                bytes,
            }
            .text(lang),
            false => msg::ReportCertificateUnchecked {
                path,
                records,
                bytes,
            }
            .text(lang),
        };
        html.term(&msg::ReportCertificate.text(lang), &text);
    }
    html.close("dl");
    for problem in &answered.problems {
        html.element("p", &[], &problem.text_in(lang));
    }
}
