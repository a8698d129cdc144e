//! Records of shogi: KIF, KI2, diagrams, CSA and JKF, read, refused and written.

#![allow(clippy::unwrap_used, reason = "tests may stop at the first surprise")]

mod examples;
mod forms;
mod jkf;
mod jkf_read;
mod ki2;
mod misread;
mod other_programs;
mod reading;
mod refused;
mod strict;
mod tree;
mod variants;
mod written;

use shomei_game::{Goal, Notation, Record, Side};
use shomei_kifu::{Kifu, Records};
use shomei_shogi::{Move, Position, Rules, Shogi};

pub(crate) type ShogiRecord = Record<Position, Move>;

pub(crate) fn game() -> Shogi {
    Shogi::new(Rules::Full, Goal::win(Side::First))
}

pub(crate) fn position(sfen: &str) -> Position {
    game().parse_position(sfen).unwrap()
}

pub(crate) fn read(text: &str) -> ShogiRecord {
    Kifu::read_record(&game(), text.as_bytes()).unwrap()
}

pub(crate) fn sfen(record: &ShogiRecord) -> String {
    game().format_position(&record.root)
}

pub(crate) fn usi(moves: &[Move]) -> String {
    let moves: Vec<String> = moves.iter().map(ToString::to_string).collect();
    moves.join(" ")
}

pub(crate) fn error(text: &str) -> String {
    let read = Kifu::read_record(&game(), text.as_bytes());
    read.unwrap_err().to_string()
}

/// A board that is empty except for the two given rows.
pub(crate) fn board(rows: [&str; 2]) -> String {
    let empty = "| ・ ・ ・ ・ ・ ・ ・ ・ ・|";
    let mut text = "  ９ ８ ７ ６ ５ ４ ３ ２ １\n+---------------------------+\n".to_string();
    for (rank, name) in "一二三四五六七八九".chars().enumerate() {
        let row = rows.get(rank).copied().unwrap_or(empty);
        text += &format!("{row}{name}\n");
    }
    text + "+---------------------------+\n"
}

/// A problem as programs write it: mate by a gold.
pub(crate) fn problem() -> String {
    let rows = [
        "| ・ ・ ・ ・v玉 ・ ・ ・v香|",
        "| ・ ・ ・ ・ ・ ・ ・ ・ ・|",
    ];
    let board = board(rows).replacen(
        "| ・ ・ ・ ・ ・ ・ ・ ・ ・|三",
        "| ・ ・ ・ ・ 歩 ・ ・ ・ ・|三",
        1,
    );
    format!(
        "# made by hand\n作者：誰か\n手合割：詰将棋\n後手の持駒：残り全部\n{board}先手の持駒：金　\n"
    )
}

pub(crate) const PROBLEM: &str = "4k3l/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n3l17p 1";
