//! Writes CSA.

use shomei_game::{Ending, Side, mark};

use super::super::ShogiRecord;
use super::super::ending::csa_name;
use super::super::names::{CSA_PIECES, name_of};
use super::super::write::{clean_headers, comment_lines};
use super::HEADERS;
use crate::position::promotion;
use crate::{Kind, Move, Position, Square};

/// A record of the main line; CSA has no branches.
pub(in crate::record) fn write(record: &ShogiRecord) -> String {
    let mut text = format!("'CSA encoding=UTF-8\n{}V2.2\n", mark::CSA);
    for (name, value) in clean_headers(record) {
        match HEADERS.iter().find(|(_, kif)| *kif == name) {
            Some((csa, _)) => text.push_str(&format!("{csa}{value}\n")),
            None if is_own_name(&name) => text.push_str(&format!("${name}:{value}\n")),
            // A name that CSA does not have.
            None => text.push_str(&format!("'*{name}：{value}\n")),
        }
    }
    push_comment(&mut text, &record.main.comment);
    let mut position = record.root;
    write_board(&mut text, &position);
    let mut comments = record.main.comments.iter().peekable();
    for (plies, &mv) in (1..).zip(&record.main.moves) {
        text.push_str(&format!("{}\n", move_text(&position, mv)));
        position = position.play(mv);
        while let Some((_, comment)) = comments.next_if(|(at, _)| *at <= plies) {
            push_comment(&mut text, comment);
        }
    }
    let is_said = record.ending != Ending::Open || comments.peek().is_some();
    if is_said || !record.main.moves.is_empty() {
        let name = csa_name(&record.ending, position.to_move());
        text.push_str(&format!("%{name}\n"));
    }
    for (_, comment) in comments {
        push_comment(&mut text, comment);
    }
    text
}

/// Whether CSA reads this name as it is, and not as that of a header that KIF has, too.
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
    match (mv.from(), mv.dropped()) {
        (Some(from), _) => {
            let kind = position.piece(from).map(|(_, kind)| kind);
            let kind = match (kind, mv.promotes()) {
                (Some(kind), true) => Some(promotion(kind)),
                (kind, _) => kind,
            };
            let kind = kind.map_or("", |kind| name_of(kind, CSA_PIECES));
            format!("{side}{}{}{to}{kind}", from.file(), from.rank())
        }
        (None, kind) => {
            let kind = kind.map_or("", |kind| name_of(kind, CSA_PIECES));
            format!("{side}00{to}{kind}")
        }
    }
}

fn sign(side: Side) -> char {
    match side {
        Side::First => '+',
        Side::Second => '-',
    }
}
