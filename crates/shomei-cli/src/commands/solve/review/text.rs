//! How a review looks to people.

use shomei::Question;
use shomei::words::{bounds_in, counted, grouped, side_in, unit_in};
use shomei_game::{Lang, Side};

use super::super::request::Request;
use super::{ReviewRow, Reviewed};
use crate::columns::aligned;

/// The moves under each other, and what each side has lost.
pub(super) fn text(request: &Request, rows: &[ReviewRow], reviewed: &[Reviewed]) -> String {
    let heading = headings(request.lang).map(String::from).to_vec();
    let cells = rows.iter().map(|row| cells(request, row));
    let table: Vec<Vec<String>> = [heading].into_iter().chain(cells).collect();
    let mut lines = vec![aligned(&table, 0)];
    lines.extend(sums(request, rows, reviewed));
    lines.join("\n")
}

/// The headings of the cells.
pub(in super::super) fn headings(lang: Lang) -> [&'static str; 7] {
    lang.pick(
        ["move", "side", "", "before", "after", "best", ""],
        ["手数", "手番", "", "前", "後", "最善", ""],
    )
}

/// What each side has lost, and the work.
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
    let positions = reviewed.len() as u64;
    lines.push(match request.lang {
        Lang::En => format!(
            "{}, {}",
            counted(positions, "position"),
            counted(nodes, "node")
        ),
        Lang::Ja => format!("{}局面、{}節点", grouped(positions), grouped(nodes)),
    });
    lines
}

fn is_of_score(request: &Request) -> bool {
    request.question == Question::Score
}

/// A move with what it was worth.
pub(in super::super) fn cells(request: &Request, row: &ReviewRow) -> Vec<String> {
    let lang = request.lang;
    let [name, best] = row.names.clone();
    let loses = row.loses[0] > 0 || row.loses[0] != row.loses[1];
    vec![
        row.number.to_string(),
        side_in(request.entry.kind.name, &row.side, lang),
        name,
        worth_text(request, row.before),
        worth_text(request, row.after),
        // Where the move is as good as any there is no other one to name.
        if loses { best } else { String::new() },
        verdict(request, row),
    ]
}

/// What a position is worth.
fn worth_text(request: &Request, bounds: [i32; 2]) -> String {
    if is_of_score(request) {
        return bounds_in(bounds, request.lang);
    }
    let is_of_win = matches!(request.question, Question::Win(_));
    let lang = request.lang;
    let word = match bounds {
        [1, 1] => lang.pick("win", "勝ち"),
        [0, 0] => lang.pick("draw", "引き分け"),
        // That there is no forced win need not be a loss.
        [-1, -1] if is_of_win => lang.pick("no win", "勝ちなし"),
        [-1, -1] => lang.pick("loss", "負け"),
        _ => lang.pick("unknown", "不明"),
    };
    word.to_string()
}

/// What the move loses, in words; nothing where it is as good as any.
fn verdict(request: &Request, row: &ReviewRow) -> String {
    let (lang, [least, most]) = (request.lang, row.loses);
    if least == 0 && most == 0 {
        return String::new();
    }
    if !is_of_score(request) {
        return match (least > 0, least == most) {
            (true, true) => {
                let [before, after] = [row.before, row.after].map(|b| worth_text(request, b));
                lang.pick(
                    format!("{before} becomes {after}"),
                    format!("{before}から{after}に"),
                )
            }
            (true, false) => lang.pick("loses", "損").to_string(),
            (false, _) => lang.pick("unknown", "不明").to_string(),
        };
    }
    match (lang, least == most, least > 0) {
        (Lang::En, true, _) => format!("loses {}", units(request, least)),
        (Lang::En, false, true) => format!("loses at least {}", units(request, least)),
        (Lang::En, false, false) => "unknown".to_string(),
        (Lang::Ja, true, _) => format!("{least}{}の損", unit_name(request)),
        (Lang::Ja, false, true) => format!("{least}{}以上の損", unit_name(request)),
        (Lang::Ja, false, false) => "不明".to_string(),
    }
}

/// So many discs, or whatever scores count.
fn units(request: &Request, count: i32) -> String {
    let unit = request.entry.kind.range.map_or("", |range| range.unit);
    let one = unit.strip_suffix('s').unwrap_or(unit);
    counted(u64::from(count.unsigned_abs()), one)
}

fn unit_name(request: &Request) -> &'static str {
    match unit_in(
        request.entry.kind.range.map_or("", |range| range.unit),
        Lang::Ja,
    ) {
        "石差" => "石",
        _ => "点",
    }
}

/// What a side has lost by all of its moves.
fn sum(request: &Request, rows: &[ReviewRow], side: Side) -> String {
    let (kind, lang) = (&request.entry.kind, request.lang);
    let name = side_in(kind.name, kind.sides[side.index()], lang);
    let own = rows.iter().filter(|row| row.who == side);
    let wrong: Vec<&ReviewRow> = own.filter(|row| row.loses[0] > 0).collect();
    let count = wrong.len() as u64;
    let lost: i32 = wrong.iter().map(|row| row.loses[0]).sum();
    let more = match wrong.iter().all(|row| row.loses[0] == row.loses[1]) {
        true => "",
        false => lang.pick(" at least", "以上"),
    };
    match (lang, is_of_score(request)) {
        (Lang::En, true) => {
            let lost = units(request, lost);
            format!("{name}: {}, {lost} lost{more}", counted(count, "error"))
        }
        (Lang::En, false) => format!("{name}: {}", counted(count, "error")),
        (Lang::Ja, true) => {
            format!("{name}：悪手{count}、損{lost}{}{more}", unit_name(request))
        }
        (Lang::Ja, false) => format!("{name}：悪手{count}"),
    }
}
