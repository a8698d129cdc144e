//! Writes CSA.

use shomei_game::{Side, mark};
use shomei_shogi::{Kind, Move, Position, Square};

use super::HEADERS;
use crate::Kifu;
use crate::ending::csa_name;
use crate::names::{CSA_PIECES, name_of};
use crate::write::{clean_headings, comment_lines};

/// Writes the main line of a record; CSA has no branches.
pub(crate) fn write(kifu: &Kifu) -> String {
    let mut text = format!("'CSA encoding=UTF-8\n{}V2.2\n", mark::CSA);
    for (name, value) in clean_headings(kifu) {
        let kif_name = match name.as_str() {
            "下手" => "先手",
            "上手" => "後手",
            other => other,
        };
        match HEADERS.iter().find(|(_, kif)| *kif == kif_name) {
            Some((csa, _)) => text.push_str(&format!("{csa}{value}\n")),
            None if is_own_name(&name) => text.push_str(&format!("${name}:{value}\n")),
            // CSA has no such header, so it becomes a comment.
            None => text.push_str(&format!("'*{name}：{value}\n")),
        }
    }
    push_comment(&mut text, kifu.comment());
    write_board(&mut text, &kifu.start);
    let line = kifu.main_line();
    for step in &line.steps {
        text.push_str(&format!("{}\n", move_text(&step.before.position, step.mv)));
        push_comment(&mut text, step.comment);
    }
    if let Some(end) = &line.end {
        let name = csa_name(&end.ending, line.last().position.to_move());
        text.push_str(&format!("%{name}\n"));
        push_comment(&mut text, &end.comment);
    }
    text
}

/// Whether CSA reads this name back unchanged, and not as a known header that has another name in
/// KIF.
fn is_own_name(name: &str) -> bool {
    let as_known = format!("${name}:");
    let is_known = HEADERS.iter().any(|(csa, _)| *csa == as_known);
    name.is_ascii() && !name.is_empty() && !name.contains(':') && !is_known
}

fn push_comment(text: &mut String, comment: &str) {
    for line in comment_lines(comment) {
        text.push_str(&format!("'*{line}\n"));
    }
}

fn write_board(text: &mut String, position: &Position) {
    for rank in 1..=9 {
        text.push_str(&format!("P{rank}"));
        for file in (1..=9).rev() {
            let piece = Square::at(file, rank).and_then(|square| position.piece(square));
            match piece {
                None => text.push_str(" * "),
                Some((side, kind)) => {
                    text.push(sign(side));
                    text.push_str(name_of(kind, CSA_PIECES));
                }
            }
        }
        text.push('\n');
    }
    for side in Side::BOTH {
        let hand = position.hand(side);
        if hand.is_empty() {
            continue;
        }
        text.push_str(&format!("P{}", sign(side)));
        for kind in Kind::IN_HAND.into_iter().rev() {
            for _ in 0..hand.count(kind) {
                text.push_str(&format!("00{}", name_of(kind, CSA_PIECES)));
            }
        }
        text.push('\n');
    }
    text.push(sign(position.to_move()));
    text.push('\n');
}

fn move_text(position: &Position, mv: Move) -> String {
    let (side, to) = (sign(position.to_move()), mv.to());
    let to = format!("{}{}", to.file(), to.rank());
    // CSA writes the kind of the piece after the move.
    let moved = position.moved_kind(mv);
    let promoted = moved.filter(|_| mv.promotes()).and_then(Kind::promoted);
    let kind = promoted
        .or(moved)
        .map_or("", |kind| name_of(kind, CSA_PIECES));
    match mv.from() {
        Some(from) => format!("{side}{}{}{to}{kind}", from.file(), from.rank()),
        None => format!("{side}00{to}{kind}"),
    }
}

fn sign(side: Side) -> char {
    match side {
        Side::First => '+',
        Side::Second => '-',
    }
}
