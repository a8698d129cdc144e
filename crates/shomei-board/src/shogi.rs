//! Shogi: SFEN with both hands and a 1 for the number of the move.

mod picture;
mod sfen;

use shomei_game::{Lang, Side};
use shomei_messages::{self as msg, Message};

use crate::{Drawn, Piece, names};
use sfen::{Man, ShogiBoard, side_name};

pub(crate) fn draw(position: &str, last_move: &str, lang: Lang) -> Option<Drawn> {
    let board = ShogiBoard::parse(position)?;
    let side = side_name(board.mover, lang);
    let mover = msg::BoardToMove { side }.text(lang);
    Some(Drawn {
        picture: picture::picture(&board, last_move, &mover, lang),
        name: msg::GameShogi.text(lang),
        text: text(&board, &mover, lang),
        mover,
    })
}

/// The board and the hands as text.
fn text(board: &ShogiBoard, mover: &str, lang: Lang) -> String {
    let hand = |owner: Side| {
        let held = board.held(owner).map(|(kind, count)| match lang {
            Lang::JA => format!("{}{count}", sfen::KANJI[kind]),
            _ => format!("{count}{}", sfen::letter(kind)),
        });
        let held: Vec<String> = held.collect();
        let pieces = match held.is_empty() {
            true => msg::BoardEmptyHand.text(lang),
            false => held.join(" "),
        };
        let side = side_name(owner, lang);
        msg::BoardInHand { side, pieces }.text(lang)
    };
    let mut lines = vec![hand(Side::Second), " 9  8  7  6  5  4  3  2  1".to_string()];
    for rank in 0..9 {
        let squares = board.squares.iter().skip(9 * rank).take(9);
        let squares: Vec<String> = squares
            .map(|man| format!("{:>2}", man.map_or(".", Man::id)))
            .collect();
        let rank = sfen::rank_name(rank, lang);
        lines.push(format!("{}  {rank}", squares.join(" ")));
    }
    lines.push(hand(Side::First));
    lines.extend([msg::BoardLegend.text(lang), mover.to_string()]);
    lines.join("\n")
}

pub(crate) fn pieces() -> Vec<Piece> {
    let piece = |man: Man| Piece {
        id: man.id(),
        names: names(|lang| man.name(lang)),
        svg: picture::piece_alone(man),
    };
    Man::all().map(piece).collect()
}

pub(crate) fn edit(position: &str, square: &str, piece: Option<&str>) -> Option<String> {
    let mut board = ShogiBoard::parse(position)?;
    let mut words = square.split(':');
    match (words.next()?, words.next(), words.next(), words.next()) {
        ("mover", None, None, None) => board.mover = Side::named(piece?, sfen::SIDES)?,
        ("hand", Some(owner), kind, None) => {
            let owner = Side::named(owner, sfen::SIDES)?;
            let man = Man::parse(kind.or(piece)?)?;
            match piece {
                Some(_) => board.add_to_hand(owner, man)?,
                None => board.take_from_hand(owner, man)?,
            }
        }
        (name, None, None, None) => {
            let man = match piece {
                Some(id) => Some(Man::parse(id)?),
                None => None,
            };
            *board.squares.get_mut(sfen::index(name)?)? = man;
        }
        _ => return None,
    }
    Some(board.write())
}
