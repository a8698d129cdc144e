//! Writes all formats but CSA: the diagram and the headings; the lines of KIF and KI2, main line
//! first; and JKF, in which a variation is stored at its move.

mod jkf;
mod ki2;

use shomei_game::{Ending, mark};

use crate::bod::diagram;
use crate::ending::{ending_name, summary};
use crate::kif::is_heading;
use crate::setup::{EVEN, start_name};
use crate::{Encoding, Format, Kifu, KifuLine, Place, csa, moves};

/// A record as text; some formats include the name of the encoding.
pub(crate) fn text(kifu: &Kifu, format: Format, encoding: Encoding) -> String {
    let (encoding, start) = (encoding.name(), start_name(&kifu.start));
    match format {
        Format::Kif => {
            let mut text = head(
                kifu,
                &format!("#KIF version=2.0 encoding={encoding}\n"),
                start,
            );
            text.push_str("手数----指手---------消費時間--\n");
            push_comment(&mut text, kifu.comment());
            push_lines(&mut text, kifu, push_kif);
            text
        }
        Format::Ki2 => {
            let mut text = head(
                kifu,
                &format!("#KI2 version=2.0 encoding={encoding}\n"),
                start,
            );
            push_comment(&mut text, kifu.comment());
            push_lines(&mut text, kifu, ki2::push_line);
            text
        }
        Format::Bod => {
            let mut text = head(kifu, "", None);
            push_comment(&mut text, kifu.comment());
            text
        }
        Format::Csa => csa::write(kifu),
        Format::Jkf => jkf::write(kifu),
    }
}

/// The first line and everything before the moves: the start by its name or as a diagram, and the
/// headings.
fn head(kifu: &Kifu, first: &str, handicap: Option<&str>) -> String {
    let mut text = format!("{first}{}", mark::KIF);
    match handicap {
        Some(name) => text.push_str(&format!("手合割：{name}\n")),
        None => text.push_str(&format!("手合割：その他\n{}", diagram(&kifu.start))),
    }
    let sides = match handicap {
        None | Some(EVEN) => SIDES,
        Some(_) => HANDICAP_SIDES,
    };
    let mut named = sides.map(|side| (side, None));
    for (name, value) in clean_headings(kifu) {
        // The first name of a side is written last; a second one becomes a comment.
        let side = named.iter_mut().find(|(side, _)| *side == name);
        let is_second = side.as_ref().is_some_and(|(_, first)| first.is_some());
        if let Some((_, first @ None)) = side {
            *first = Some(value);
            continue;
        }
        // Other formats have names that would be a move or a row of a board in this one.
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

/// The headings for the names of the sides, which every record has.
pub(crate) const SIDES: [&str; 2] = ["先手", "後手"];

/// The headings for the names of the sides in handicap games.
pub(crate) const HANDICAP_SIDES: [&str; 2] = ["下手", "上手"];

/// The headings that are not empty, without characters that would end them.
pub(crate) fn clean_headings(kifu: &Kifu) -> impl Iterator<Item = (String, String)> {
    let clean = |text: &str| text.replace(char::is_control, " ").trim().to_string();
    let headings = kifu.headings.iter();
    headings
        .map(move |(name, value)| (clean(name), clean(value)))
        .filter(|(_, value)| !value.is_empty())
}

/// The lines of a comment, without characters that would end them.
pub(crate) fn comment_lines(comment: &str) -> impl Iterator<Item = String> {
    let clean = |line: &str| line.replace(char::is_control, " ");
    let lines = (!comment.is_empty()).then(|| comment.split('\n').map(clean));
    lines.into_iter().flatten()
}

fn push_comment(text: &mut String, comment: &str) {
    for line in comment_lines(comment) {
        text.push_str(&format!("*{line}\n"));
    }
}

/// Writes the lines of KIF and KI2, each variation after its heading.
fn push_lines(text: &mut String, kifu: &Kifu, push: impl Fn(&mut String, &KifuLine<'_>)) {
    for (number, line) in kifu.lines().enumerate() {
        if number > 0 {
            let first = line.begin.plies + 1;
            text.push_str(&format!("\n変化：{first}手\n"));
        }
        push(text, &line);
    }
}

/// Writes a line of moves in KIF, one move per line.
fn push_kif(text: &mut String, line: &KifuLine<'_>) {
    for step in &line.steps {
        let name = moves::format(&step.before.position, step.mv, step.before.last);
        let mark = if step.has_later { "+" } else { "" };
        push_numbered(text, step.number(), &format!("{name}{mark}"));
        push_comment(text, step.comment);
    }
    if let Some(end) = &line.end {
        push_numbered(text, line.last().plies + 1, ending_name(&end.ending));
        push_comment(text, &end.comment);
        push_summary(text, &line.last(), &end.ending);
    }
}

/// Times are unknown, so none are written.
fn push_numbered(text: &mut String, number: usize, name: &str) {
    text.push_str(&format!("{number:>4} {name}\n"));
}

/// Writes the summary まで… of a line.
fn push_summary(text: &mut String, at: &Place, ending: &Ending) {
    text.push_str(&summary(at.plies, ending, at.position.to_move()));
    text.push('\n');
}
