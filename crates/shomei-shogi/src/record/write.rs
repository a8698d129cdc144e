//! Writes KIF and KI2: the diagram, the main line, and the branches in the order that they
//! want, the last first; and JKF, where a branch is at its move.

mod jkf;
mod ki2;
mod tree;

use shomei_game::{LineEnd, mark};

use super::bod::diagram;
use super::encoding::Encoding;
use super::ending::{kif_name, summary};
use super::kif::is_heading;
use super::{ShogiRecord, moves};
use ki2::Ki2;
use tree::{Pen, Step, Stop, walk};

pub(super) use jkf::jkf;

/// A record as text of KIF.
pub(super) fn kif(record: &ShogiRecord, encoding: Encoding) -> String {
    let first = format!("#KIF version=2.0 encoding={}\n", encoding.name());
    let mut text = head(record, first);
    text.push_str("手数----指手---------消費時間--\n");
    push_comment(&mut text, &record.main.comment);
    let mut pen = Kif(text);
    walk(record, &mut pen);
    pen.0
}

/// The diagram alone, which has no place for moves.
pub(super) fn bod(record: &ShogiRecord) -> String {
    let mut text = head(record, String::new());
    push_comment(&mut text, &record.main.comment);
    text
}

/// A record as text of KI2.
pub(super) fn ki2(record: &ShogiRecord, encoding: Encoding) -> String {
    let first = format!("#KI2 version=2.0 encoding={}\n", encoding.name());
    let mut text = head(record, first);
    push_comment(&mut text, &record.main.comment);
    let mut pen = Ki2::after(text);
    walk(record, &mut pen);
    pen.flush();
    pen.text
}

/// These lines, then all that precedes the moves.
fn head(record: &ShogiRecord, first: String) -> String {
    let mut text = first + mark::KIF;
    text.push_str("手合割：その他\n");
    text.push_str(&diagram(&record.root));
    let mut named = SIDES.map(|side| (side, None));
    for (name, value) in clean_headers(record) {
        // The first name of a side comes last; another one is kept in words.
        let side = named.iter_mut().find(|(side, _)| *side == name);
        let is_second = side.as_ref().is_some_and(|(_, first)| first.is_some());
        if let Some((_, first @ None)) = side {
            *first = Some(value);
            continue;
        }
        // Other forms have names that would be a move or a row of a board in this one.
        let mark = match is_second || !is_heading(&name, &value) {
            true => "*",
            false => "",
        };
        text.push_str(&format!("{mark}{name}：{value}\n"));
    }
    for (side, name) in named {
        text.push_str(&format!("{side}：{}\n", name.unwrap_or_default()));
    }
    text
}

/// The headings of the names of the sides, which every record has.
const SIDES: [&str; 2] = ["先手", "後手"];

/// The headers that say something, each without what would end it.
pub(super) fn clean_headers(record: &ShogiRecord) -> impl Iterator<Item = (String, String)> {
    let clean = |text: &str| text.replace(char::is_control, " ").trim().to_string();
    let headers = record.headers.iter();
    headers
        .map(move |(name, value)| (clean(name), clean(value)))
        .filter(|(_, value)| !value.is_empty())
}

/// The lines of a comment, without what would end one.
pub(super) fn comment_lines(comment: &str) -> impl Iterator<Item = String> {
    let clean = |line: &str| line.replace(char::is_control, " ");
    let lines = (!comment.is_empty()).then(|| comment.split('\n').map(clean));
    lines.into_iter().flatten()
}

fn push_comment(text: &mut String, comment: &str) {
    for line in comment_lines(comment) {
        text.push_str(&format!("*{line}\n"));
    }
}

/// Writes moves of KIF, one on a line.
struct Kif(String);

impl Pen for Kif {
    fn branch(&mut self, number: usize) {
        self.0.push_str(&format!("\n変化：{number}手\n"));
    }

    fn step(&mut self, step: &Step<'_>) {
        let name = moves::format(&step.at.position, step.mv, step.at.last);
        let mark = if step.has_later { "+" } else { "" };
        push_numbered(&mut self.0, step.at.plies + 1, &format!("{name}{mark}"));
        push_comment(&mut self.0, step.comment);
    }

    fn end(&mut self, at: &Stop, end: &LineEnd) {
        push_numbered(&mut self.0, at.plies + 1, kif_name(&end.ending));
        push_comment(&mut self.0, &end.comment);
        push_summary(&mut self.0, at, end);
    }
}

/// No time is known, so none is written.
fn push_numbered(text: &mut String, number: usize, name: &str) {
    text.push_str(&format!("{number:>4} {name}\n"));
}

/// What a line comes to.
fn push_summary(text: &mut String, at: &Stop, end: &LineEnd) {
    text.push_str(&summary(at.plies, &end.ending, at.position.to_move()));
    text.push('\n');
}

/// The half-width columns of a text.
fn width(text: &str) -> usize {
    let widths = text
        .chars()
        .map(|letter| if letter.is_ascii() { 1 } else { 2 });
    widths.sum()
}
