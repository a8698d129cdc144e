//! How a result looks to people.

use shomei::questions::End;
use shomei::words::{
    InLang, bounds_in, line_note_in, outcome_in, plies_in, score_text, unit_in, why_over_in,
};
use shomei::{Found, MoveValue};
use shomei_game::{Lang, Outcome};
use shomei_search::Answer;

use super::Request;
use super::answer::{Answered, Kept};
use super::headline::headline;
use super::naming::Naming;
use super::{lengths, missing, refutation, yozume};
use crate::columns::aligned;
use crate::output::{counted, grouped, path_text, rate};
use crate::problems::Name;

/// Everything about one result, the answer first; before it the moves, if they
/// were asked about.
pub(super) fn all(request: &Request, answered: &Answered) -> String {
    let naming = Naming::of(request, answered);
    let lang = request.lang;
    let mut lines = Vec::new();
    let what = match &answered.result.found {
        Found::Moves(..) => lang.pick("value", "結果"),
        Found::Answers(_) => lang.pick("answer", "答え"),
        _ => lang.pick("score", "得点"),
    };
    let moves = answered.result.moves();
    lines.extend((!moves.is_empty()).then(|| table(what, moves, &naming)));
    lines.push(headline(request, answered));
    lines.extend(end(request, answered, lang));
    lines.extend(why_over(request, answered));
    lines.extend(lengths::shortest(request, answered));
    if !answered.result.line.moves.is_empty() {
        let plies = plies_in(answered.result.line.moves.len() as u64, lang);
        let line = line(answered, &naming);
        lines.push(lang.pick(
            format!("line ({plies}): {line}"),
            format!("手順（{plies}）：{line}"),
        ));
    }
    lines.extend(line_note_in(&answered.result.line, lang).map(String::from));
    lines.extend(lengths::without_wasted(answered, &naming));
    if let Some(others) = &answered.composition.others {
        lines.extend(yozume::lines(others, &naming));
    }
    lines.extend(yozume::judgement(answered, lang));
    let stated = answered.notes.stated.iter();
    lines.extend(stated.filter_map(|stated| stated.text_beside(answered, lang)));
    if let Some(found) = &answered.composition.refutation {
        lines.extend(refutation::lines(found, &naming));
    }
    lines.extend(missing::lines(answered, &naming));
    lines.push(work(answered, lang));
    if let Some(known) = answered.result.score() {
        let questions = known.questions;
        lines.push(lang.pick(
            format!("questions: {questions}"),
            format!("質問：{questions}回"),
        ));
    }
    let scored = answered.result.scored.iter();
    lines.extend(scored.map(|scored| {
        let name = lang.pick("scored: ", "石差付きの局面：");
        format!("{name}{scored}")
    }));
    let certificates = answered.certificates.iter();
    lines.extend(certificates.map(|kept| certificate(request, kept)));
    let none = answered.certificates.is_empty() && answered.result.answer == Answer::Unknown;
    if request.proof.is_some() && none {
        let none = lang.pick(
            "certificate: none, the answer is unknown",
            "証明書：なし（答えが不明）",
        );
        lines.push(none.to_string());
    }
    lines.extend(record(request, answered));
    let page = answered.notes.report.as_ref();
    lines.extend(page.map(|path| {
        let path = path_text(path);
        lang.pick(format!("report: {path}"), format!("報告：{path}"))
    }));
    lines.join("\n")
}

/// What the search took.
fn work(answered: &Answered, lang: Lang) -> String {
    let work = &answered.result.work;
    let leaf_nodes = grouped(work.leaf_nodes);
    let leaf_nodes = match (work.leaf_nodes, lang) {
        (0, _) => String::new(),
        (_, Lang::En) => format!(" {leaf_nodes} in leaves,"),
        (_, Lang::Ja) => format!("末端{leaf_nodes}、"),
    };
    let [expanded, generated] = [work.expanded, work.generated].map(grouped);
    let (seconds, rate) = (work.seconds, rate(work.nodes(), work.seconds));
    match lang {
        Lang::En => format!(
            "nodes: {expanded} expanded,{leaf_nodes} {generated} generated; {seconds:.3} s, {rate}"
        ),
        Lang::Ja => {
            format!("節点数：展開{expanded}、{leaf_nodes}生成{generated}、{seconds:.3} s、{rate}")
        }
    }
}

/// What was found, without the work: for a record.
pub(super) fn about(request: &Request, answered: &Answered) -> Vec<String> {
    let mut lines = vec![headline(request, answered)];
    lines.extend(end(request, answered, request.lang));
    lines.extend(why_over(request, answered));
    lines.extend(lengths::shortest(request, answered));
    lines.extend(line_note_in(&answered.result.line, request.lang).map(String::from));
    lines
}

/// Why nothing can be played, if that is so.
fn why_over(request: &Request, answered: &Answered) -> Option<String> {
    let why = answered.result.why_over.as_ref()?;
    Some(why_over_in(why, request.lang))
}

/// Where the record of the solution is.
fn record(request: &Request, answered: &Answered) -> Option<String> {
    let lang = request.lang;
    match &answered.notes.record {
        Some(path) => {
            let path = path_text(path);
            Some(lang.pick(format!("record: {path}"), format!("棋譜：{path}")))
        }
        None if request.record.is_none() || answered.result.answer != Answer::Unknown => None,
        None => {
            let none = lang.pick(
                "record: none, the answer is unknown",
                "棋譜：なし（答えが不明）",
            );
            Some(none.to_string())
        }
    }
}

/// One result of a batch on one line.
pub(super) fn one_line(request: &Request, name: &Name, answered: &Answered) -> String {
    let (naming, lang) = (Naming::of(request, answered), request.lang);
    let mut parts = vec![headline(request, answered)];
    parts.extend(end(request, answered, lang));
    parts.extend(why_over(request, answered));
    parts.extend(lengths::shortest(request, answered));
    parts.extend(lengths::fewer(answered, lang));
    let others = answered.composition.others.iter();
    parts.extend(others.map(|others| yozume::one_line(others, &naming)));
    parts.extend(yozume::judgement(answered, lang));
    parts.extend(missing::one_line(answered, &naming));
    let stated = answered.notes.stated.iter();
    parts.extend(stated.map(|stated| stated.text(answered, lang)));
    let work = &answered.result.work;
    let (nodes, seconds) = (work.nodes(), work.seconds);
    parts.push(match lang {
        Lang::En => format!("{} in {seconds:.3} s", counted(nodes, "node")),
        Lang::Ja => format!("{}節点、{seconds:.3} s", grouped(nodes)),
    });
    for kept in &answered.certificates {
        let checked = match request.check {
            true => lang.pick(" checked", "（検査済み）"),
            false => "",
        };
        parts.push(format!("{}{checked}", path_text(&kept.path)));
    }
    parts.extend(answered.notes.record.as_ref().map(|path| path_text(path)));
    match answered.result.moves() {
        [] if !answered.result.line.moves.is_empty() => {
            parts.push(line(answered, &naming));
            parts.extend(line_note_in(&answered.result.line, lang).map(String::from));
        }
        [] => {}
        moves => {
            let text =
                |known: &MoveValue| format!("{} {}", naming.mv(&known.mv), move_text(known, lang));
            parts.push(moves.iter().map(text).collect::<Vec<_>>().join(", "));
        }
    }
    format!("{name}: {}", parts.join("; "))
}

/// What is known of a move, in a word, or of a score in a few.
pub(super) fn move_text(known: &MoveValue, lang: Lang) -> String {
    let text = match (known.bounds, known.answer, known.value) {
        (Some(bounds), ..) => bounds_in(bounds, lang),
        (None, Some(answer), _) => answer.in_lang(lang),
        (None, None, value) => value.in_lang(lang),
    };
    let length = known.length.map(|length| length.in_lang(lang));
    length.map_or(text.clone(), |length| {
        format!("{text}{}{length}", lang.pick(", ", "、"))
    })
}

/// What is known of a result in a word, for a table.
pub(super) fn found_text(answered: &Answered, lang: Lang) -> String {
    match &answered.result.found {
        Found::Answer | Found::Answers(_) => answered.result.answer.in_lang(lang),
        Found::Value(value) | Found::Moves(value, _) => value.in_lang(lang),
        Found::Score(known) | Found::Scores(known, _) => bounds_in(known.bounds, lang),
    }
}

/// Moves and their values under each other.
fn table(what: &str, moves: &[MoveValue], naming: &Naming) -> String {
    let lang = naming.lang;
    let heading = lang.pick(
        ["move", what, "nodes", "time"],
        ["手", what, "節点数", "時間"],
    );
    let heading = heading.map(String::from).to_vec();
    let row = |known: &MoveValue| {
        vec![
            naming.mv(&known.mv),
            move_text(known, lang),
            grouped(known.work.nodes()),
            format!("{:.3} s", known.work.seconds),
        ]
    };
    let rows: Vec<_> = [heading].into_iter().chain(moves.iter().map(row)).collect();
    aligned(&rows, 2)
}

/// How the game has ended, if it has, with the score of the winner where there are scores.
pub(super) fn end(request: &Request, answered: &Answered, lang: Lang) -> Option<String> {
    let End {
        outcome,
        score,
        mover,
    } = answered.result.end?;
    let kind = &request.entry.kind;
    let how = outcome_in(outcome, kind.name, kind.sides, lang);
    let with = match (outcome, kind.range, score) {
        (Outcome::Win(side), Some(range), Some(score)) => {
            let score = if side == mover { score } else { -score };
            let (text, unit) = (score_text(score), unit_in(range.unit, lang));
            // By rules that ask for more, or less, than being ahead.
            match (lang, score > 0) {
                (Lang::En, true) => format!(" with {text} {unit}"),
                (Lang::En, false) => format!(" by these rules, with {text} {unit}"),
                (Lang::Ja, true) => format!("（{unit} {text}）"),
                (Lang::Ja, false) => format!("（このルールによる。{unit} {text}）"),
            }
        }
        _ => String::new(),
    };
    Some(lang.pick(
        format!("the game is over: {how}{with}"),
        format!("終局：{how}{with}"),
    ))
}

/// The moves; dots where the line goes on and a limit was reached.
fn line(answered: &Answered, naming: &Naming) -> String {
    let cut = if answered.result.line.is_cut {
        " ..."
    } else {
        ""
    };
    naming.line(&answered.result.line.moves) + cut
}

fn certificate(request: &Request, kept: &Kept) -> String {
    let path = path_text(&kept.path);
    match request.lang {
        Lang::En => {
            let checked = if request.check {
                ", checked: accepted"
            } else {
                ""
            };
            format!(
                "certificate: {path} ({}, {}){checked}",
                counted(kept.records, "record"),
                counted(kept.bytes, "byte"),
            )
        }
        Lang::Ja => {
            let checked = if request.check {
                "、検査済み：正しい"
            } else {
                ""
            };
            let (records, bytes) = (grouped(kept.records), grouped(kept.bytes));
            format!("証明書：{path}（{records}レコード、{bytes}バイト）{checked}")
        }
    }
}
