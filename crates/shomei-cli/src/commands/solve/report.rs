//! A result as text.

use shomei::messages::{
    InLang, bounds_in, is_tsume, line_note_in, outcome_in, plies_in, score_text, unit_in,
    why_over_in,
};
use shomei::questions::End;
use shomei::{Found, MoveValue};
use shomei_game::{Lang, Outcome};
use shomei_messages::{self as msg, Message};
use shomei_search::Answer;

use super::Request;
use super::answer::{Answered, StoredCertificate};
use super::headline::headline;
use super::naming::Naming;
use super::{lengths, missing, refutation, yozume};
use crate::columns::aligned;
use crate::output::{grouped, path_text, rate};
use crate::problems::Name;

/// The complete report of one result: the table of moves, if the question asks for it, then the
/// answer.
pub(super) fn all(request: &Request, answered: &Answered) -> String {
    let naming = Naming::of(request, answered);
    let lang = request.lang;
    let mut lines = Vec::new();
    let what = match &answered.result.found {
        _ if naming.is_tsume => msg::TableResult.text(lang),
        Found::Moves(..) => msg::TableValue.text(lang),
        Found::Answers(_) => msg::TableAnswer.text(lang),
        _ => msg::TableScore.text(lang),
    };
    let moves = answered.result.moves();
    lines.extend((!moves.is_empty()).then(|| table(&what, moves, &naming)));
    lines.push(headline(request, answered));
    lines.extend(end(request, answered, lang));
    lines.extend(why_over(request, answered));
    lines.extend(lengths::shortest(request, answered));
    if !answered.result.line.moves.is_empty() {
        let plies = plies_in(answered.result.line.moves.len() as u64, lang);
        let moves = line(answered, &naming);
        lines.push(msg::LineOfPlay { plies, moves }.text(lang));
    }
    lines.extend(line_note_in(&answered.result.line, lang));
    lines.extend(lengths::without_wasted(answered, &naming));
    if let Some(others) = &answered.composition.others {
        lines.extend(yozume::lines(others, &naming));
    }
    lines.extend(yozume::judgement(answered, lang));
    let solution = answered.notes.author_solution.iter();
    lines.extend(solution.filter_map(|solution| solution.text_beside(answered, lang)));
    if let Some(found) = &answered.composition.refutation {
        lines.extend(refutation::lines(found, &naming));
    }
    lines.extend(missing::lines(answered, &naming));
    lines.push(work(answered, lang));
    if let Some(known) = answered.result.score() {
        let count = known.questions;
        lines.push(msg::QuestionsAsked { count }.text(lang));
    }
    let scored = answered.result.scored.iter();
    lines.extend(scored.map(|position| msg::ScoredPosition { position }.text(lang)));
    let certificates = answered.certificates.iter();
    lines.extend(certificates.map(|stored| certificate(request, stored)));
    let none = answered.certificates.is_empty() && answered.result.answer == Answer::Unknown;
    if request.proof.is_some() && none {
        lines.push(msg::CertificateNone.text(lang));
    }
    lines.extend(record(request, answered));
    let page = answered.notes.report.as_ref();
    lines.extend(page.map(|path| {
        let path = path_text(path);
        msg::ReportWritten { path }.text(lang)
    }));
    lines.join("\n")
}

/// The work of the search.
fn work(answered: &Answered, lang: Lang) -> String {
    let work = &answered.result.work;
    let (expanded, generated) = (work.expanded, work.generated);
    let seconds = format!("{:.3}", work.seconds);
    let rate = rate(work.nodes(), work.seconds);
    match work.leaf_nodes {
        0 => msg::NodesOfSearch {
            expanded,
            generated,
            seconds,
            rate,
        }
        .text(lang),
        leaves => msg::NodesOfSearchWithLeaves {
            expanded,
            leaves,
            generated,
            seconds,
            rate,
        }
        .text(lang),
    }
}

/// The report without the work, for a record.
pub(super) fn about(request: &Request, answered: &Answered) -> Vec<String> {
    let mut lines = vec![headline(request, answered)];
    lines.extend(end(request, answered, request.lang));
    lines.extend(why_over(request, answered));
    lines.extend(lengths::shortest(request, answered));
    lines.extend(line_note_in(&answered.result.line, request.lang));
    lines
}

/// Why no move can be played, if this is the case.
fn why_over(request: &Request, answered: &Answered) -> Option<String> {
    let why = answered.result.why_over.as_ref()?;
    Some(why_over_in(why, request.lang))
}

/// The line about the record of the solution.
fn record(request: &Request, answered: &Answered) -> Option<String> {
    let lang = request.lang;
    match &answered.notes.record {
        Some(path) => {
            let path = path_text(path);
            Some(msg::RecordWritten { path }.text(lang))
        }
        None if request.record.is_none() || answered.result.answer != Answer::Unknown => None,
        None => Some(msg::RecordNone.text(lang)),
    }
}

/// One result of a list on one line.
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
    let solution = answered.notes.author_solution.iter();
    parts.extend(solution.map(|solution| solution.text(answered, lang)));
    let work = &answered.result.work;
    let count = work.nodes();
    let nodes = msg::CountNodes { count }.text(lang);
    let seconds = format!("{:.3}", work.seconds);
    parts.push(msg::NodesInTime { nodes, seconds }.text(lang));
    for certificate in &answered.certificates {
        let path = path_text(&certificate.path);
        parts.push(match request.check {
            true => msg::CheckedBriefly { path }.text(lang),
            false => path,
        });
    }
    parts.extend(answered.notes.record.as_ref().map(|path| path_text(path)));
    match answered.result.moves() {
        [] if !answered.result.line.moves.is_empty() => {
            parts.push(line(answered, &naming));
            parts.extend(line_note_in(&answered.result.line, lang));
        }
        [] => {}
        moves => {
            let text =
                |known: &MoveValue| format!("{} {}", naming.mv(&known.mv), naming.move_text(known));
            parts.push(moves.iter().map(text).collect::<Vec<_>>().join(", "));
        }
    }
    let text = parts.join(&msg::PartsSeparator.text(lang));
    let name = name.to_string();
    msg::ListLine { name, text }.text(lang)
}

/// The value of a move as one word, or its score.
pub(super) fn move_text(known: &MoveValue, lang: Lang) -> String {
    let text = match (known.bounds, known.answer, known.value) {
        (Some(bounds), ..) => bounds_in(bounds, lang),
        (None, Some(answer), _) => answer.in_lang(lang),
        (None, None, value) => value.in_lang(lang),
    };
    match known.length.map(|length| length.in_lang(lang)) {
        Some(length) => msg::WinIn {
            value: text,
            length,
        }
        .text(lang),
        None => text,
    }
}

/// The result as one word, for a table.
pub(super) fn found_text(request: &Request, answered: &Answered, lang: Lang) -> String {
    let is_tsume = is_tsume(request.kind.name, &request.game.rules());
    match &answered.result.found {
        Found::Answer | Found::Answers(_) => match answered.result.answer {
            Answer::Proved if is_tsume => msg::Mate.text(lang),
            Answer::Disproved if is_tsume => msg::NoMate.text(lang),
            answer => answer.in_lang(lang),
        },
        Found::Value(value) | Found::Moves(value, _) => value.in_lang(lang),
        Found::Score(known) | Found::Scores(known, _) => bounds_in(known.bounds, lang),
    }
}

/// A table of moves and their values.
fn table(what: &str, moves: &[MoveValue], naming: &Naming) -> String {
    let lang = naming.lang;
    let heading = vec![
        msg::TableMove.text(lang),
        what.to_string(),
        msg::TableNodes.text(lang),
        msg::TableTime.text(lang),
    ];
    let rows: Vec<_> = [heading]
        .into_iter()
        .chain(moves.iter().map(|known| row(known, naming)))
        .collect();
    aligned(&rows, 2)
}

/// The row of a move: its name, its value and the work.
pub(super) fn row(known: &MoveValue, naming: &Naming) -> Vec<String> {
    vec![
        naming.mv(&known.mv),
        naming.move_text(known),
        grouped(known.work.nodes()),
        format!("{:.3} s", known.work.seconds),
    ]
}

/// How the game has ended, with the winner's score in games with scores; `None` if it is not over.
pub(super) fn end(request: &Request, answered: &Answered, lang: Lang) -> Option<String> {
    let End {
        outcome,
        score,
        mover,
    } = answered.result.end?;
    let kind = &request.kind;
    let outcome_text = outcome_in(outcome, kind.name, kind.sides, lang);
    let (Outcome::Win(side), Some(range), Some(score)) = (outcome, kind.range, score) else {
        return Some(
            msg::GameOver {
                outcome: outcome_text,
            }
            .text(lang),
        );
    };
    let of_winner = if side == mover { score } else { -score };
    let (score, unit) = (score_text(of_winner), unit_in(range.unit, lang));
    let outcome = outcome_text;
    // In some games a win needs more, or less, than a lead.
    Some(match of_winner > 0 {
        true => msg::GameOverScore {
            outcome,
            score,
            unit,
        }
        .text(lang),
        false => msg::GameOverByRules {
            outcome,
            score,
            unit,
        }
        .text(lang),
    })
}

/// The moves; dots mark a line that a limit has cut.
fn line(answered: &Answered, naming: &Naming) -> String {
    let cut = if answered.result.line.is_cut {
        " ..."
    } else {
        ""
    };
    naming.line(&answered.result.line.moves) + cut
}

pub(super) fn certificate(request: &Request, stored: &StoredCertificate) -> String {
    let (path, bytes, lang) = (path_text(&stored.path), stored.bytes, request.lang);
    if let Some(bundle) = &stored.bundled {
        let count = bundle.files.len();
        return msg::BundleWritten { path, count, bytes }.text(lang);
    }
    let count = stored.records;
    let records = msg::CountRecords { count }.text(lang);
    match request.check {
        true => msg::CertificateChecked {
            path,
            records,
            bytes,
        }
        .text(lang),
        false => msg::CertificateWritten {
            path,
            records,
            bytes,
        }
        .text(lang),
    }
}
