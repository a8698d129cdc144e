//! A review as text.

use shomei::Question;
use shomei::messages::{bounds_in, is_tsume, side_in};
use shomei_game::{Lang, Side};
use shomei_messages::{self as msg, Message};

use super::super::request::Request;
use super::Reviewed;
use super::rows::ReviewRow;
use crate::columns::aligned;

/// A table of the moves, and the errors of each side.
pub(super) fn text(request: &Request, rows: &[ReviewRow], reviewed: &[Reviewed]) -> String {
    let heading = headings(request.lang).to_vec();
    let cells = rows.iter().map(|row| cells(request, row));
    let table: Vec<Vec<String>> = [heading].into_iter().chain(cells).collect();
    let mut lines = vec![aligned(&table, 0)];
    lines.extend(sums(request, rows, reviewed));
    lines.join("\n")
}

/// The headings of the cells.
pub(in super::super) fn headings(lang: Lang) -> [String; 7] {
    [
        msg::ReviewMove.text(lang),
        msg::ReviewSide.text(lang),
        String::new(),
        msg::ReviewBefore.text(lang),
        msg::ReviewAfter.text(lang),
        msg::ReviewBest.text(lang),
        String::new(),
    ]
}

/// The losses of each side, and the work.
pub(in super::super) fn sums(
    request: &Request,
    rows: &[ReviewRow],
    reviewed: &[Reviewed],
) -> Vec<String> {
    let mut lines: Vec<String> = Side::BOTH
        .map(|side| sum(request, rows, side))
        .into_iter()
        .collect();
    let nodes: u64 = reviewed.iter().map(|found| found.nodes).sum();
    let lang = request.lang;
    let count = reviewed.len();
    let positions = msg::CountPositions { count }.text(lang);
    let nodes = msg::CountNodes { count: nodes }.text(lang);
    lines.push(msg::ReviewWork { positions, nodes }.text(lang));
    lines
}

fn asks_for_scores(request: &Request) -> bool {
    request.question == Question::Score
}

/// The cells of a move, with the values before and after it.
pub(in super::super) fn cells(request: &Request, row: &ReviewRow) -> Vec<String> {
    let lang = request.lang;
    let [name, best] = row.names.clone();
    let loses = row.loses[0] > 0 || row.loses[0] != row.loses[1];
    vec![
        row.number.to_string(),
        side_in(request.kind.name, &row.side, lang),
        name,
        worth_text(request, row.mover, row.before),
        worth_text(request, row.mover, row.after),
        // A best move has no better alternative to name.
        if loses { best } else { String::new() },
        verdict(request, row),
    ]
}

/// The value of a position for the side that moves. In problems of tsume-shogi: whether there is a
/// mate.
fn worth_text(request: &Request, mover: Side, bounds: [i32; 2]) -> String {
    let lang = request.lang;
    if asks_for_scores(request) {
        return bounds_in(bounds, lang);
    }
    let is_of_win = matches!(request.question, Question::Win(_));
    if let Question::Win(attacker) = request.question
        && is_tsume(request.kind.name, &request.game.rules())
    {
        let mates = if mover == attacker { 1 } else { -1 };
        return match bounds {
            [least, most] if least == mates && most == mates => msg::Mate.text(lang),
            [least, most] if least == -mates && most == -mates => msg::NoMate.text(lang),
            _ => msg::ValueUnknown.text(lang),
        };
    }
    match bounds {
        [1, 1] => msg::ReviewWin.text(lang),
        [0, 0] => msg::ReviewDraw.text(lang),
        // Without a forced win the result may still be a draw.
        [-1, -1] if is_of_win => msg::ReviewNoWin.text(lang),
        [-1, -1] => msg::ReviewLoss.text(lang),
        _ => msg::ValueUnknown.text(lang),
    }
}

/// The loss by the move; empty for a best move.
fn verdict(request: &Request, row: &ReviewRow) -> String {
    let (lang, [least, most]) = (request.lang, row.loses);
    if least == 0 && most == 0 {
        return String::new();
    }
    match (asks_for_scores(request), least > 0, least == most) {
        (_, false, false) => msg::ValueUnknown.text(lang),
        (true, _, true) => msg::ReviewLosesDiscs { count: least }.text(lang),
        (true, true, false) => msg::ReviewLosesDiscsAtLeast { count: least }.text(lang),
        (false, true, false) => msg::ReviewLoses.text(lang),
        (false, _, true) => {
            let worth = |bounds| worth_text(request, row.mover, bounds);
            let [before, after] = [row.before, row.after].map(worth);
            msg::ReviewBecomes { before, after }.text(lang)
        }
    }
}

/// The errors of a side, their total loss, and the number of moves that are not decided.
fn sum(request: &Request, rows: &[ReviewRow], mover: Side) -> String {
    let (kind, lang) = (&request.kind, request.lang);
    let side = side_in(kind.name, kind.sides[mover.index()], lang);
    let own: Vec<&ReviewRow> = rows.iter().filter(|row| row.mover == mover).collect();
    let wrong = own.iter().filter(|row| row.loses[0] > 0);
    let errors = wrong.clone().count();
    let sum = if asks_for_scores(request) {
        let lost: i32 = wrong.map(|row| row.loses[0]).sum();
        match own.iter().all(|row| row.loses[0] == row.loses[1]) {
            true => msg::ReviewErrorsDiscs { side, errors, lost }.text(lang),
            false => msg::ReviewErrorsDiscsAtLeast { side, errors, lost }.text(lang),
        }
    } else {
        msg::ReviewErrors { side, errors }.text(lang)
    };
    let is_open = |row: &&&ReviewRow| row.loses[0] == 0 && row.loses[1] > 0;
    match own.iter().filter(is_open).count() {
        0 => sum,
        open => msg::ReviewErrorsOpen { sum, open }.text(lang),
    }
}
