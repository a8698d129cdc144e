//! Moves in KIF: `７六歩(77)`, `同　銀成(31)`, `５二金打`.

use shomei_game::{Game, Goal, NotationError, Side};

use super::names::{PIECES, file_name, kanji_digit, name_of, rank_name};
use super::scan::{Scan, digit};
use crate::notation::parse_usi_move;
use crate::{Kind, Move, Position, Rules, Shogi, Square};

/// What some programs write before a move.
pub(super) const SIGNS: &[(&str, Side)] = &[
    ("▲", Side::First),
    ("△", Side::Second),
    ("▼", Side::First),
    ("▽", Side::Second),
    ("☗", Side::First),
    ("☖", Side::Second),
];

/// The game in which records are played: every legal move.
pub(crate) fn whole_game() -> Shogi {
    Shogi::new(Rules::Full, Goal::win(Side::First))
}

/// A move as the rules see it.
#[derive(Debug)]
pub(super) enum Read {
    /// It may be played.
    Legal(Move),
    /// It is written well and breaks the rules: the error says which.
    Illegal(NotationError),
}

/// Reads a move.
///
/// # Errors
///
/// When it is no move, or not that of the piece that it names.
pub(super) fn parse(
    scan: &mut Scan<'_>,
    position: &Position,
    last: Option<Square>,
) -> Result<Read, NotationError> {
    let begin = *scan;
    scan.accept_any(SIGNS);
    let to = parse_square(scan, last)?;
    let Some(kind) = scan.accept_any(PIECES) else {
        return Err(scan.expected("a piece"));
    };
    let promotes = !scan.accept("不成") && scan.accept("成");
    let origin = *scan;
    let mv = if scan.accept("打") {
        if kind == Kind::King || kind.is_promoted() || promotes {
            return Err(origin.error("only an unpromoted piece can be dropped"));
        }
        Move::drop(kind, to)
    } else if scan.accept("(") || scan.accept("（") {
        let from = parse_origin(scan)?;
        match position.piece(from) {
            Some((side, found)) if side == position.to_move() && found != kind => {
                let message = format!(
                    "there is a {} on {from}, not a {}",
                    found.name(),
                    kind.name()
                );
                return Err(origin.error(message));
            }
            _ if promotes => Move::promoting(from, to),
            _ => Move::new(from, to),
        }
    } else {
        only(position, kind, to, promotes).ok_or_else(|| {
            origin.expected("where the piece comes from, such as (77), or 打 for a drop")
        })?
    };
    let read = parse_usi_move(&whole_game(), position, &mv.to_string());
    Ok(match read {
        Ok(mv) => Read::Legal(mv),
        Err(message) => Read::Illegal(begin.error(message)),
    })
}

/// The destination: a file and a rank, or that of the move before.
pub(super) fn parse_square(
    scan: &mut Scan<'_>,
    last: Option<Square>,
) -> Result<Square, NotationError> {
    let begin = *scan;
    if scan.accept("同") {
        scan.skip_blanks();
        let message = "同: there is no move before whose square it could be";
        return last.ok_or_else(|| begin.error(message));
    }
    let file = scan.peek().and_then(digit);
    let Some(file) = file else {
        return Err(scan.expected("a move, such as ７六歩(77), or 詰み"));
    };
    scan.next();
    let rank = scan.peek();
    let rank = rank.and_then(|letter| {
        kanji_digit(letter).or_else(|| digit(letter).and_then(|n| u8::try_from(n).ok()))
    });
    let Some(rank) = rank else {
        return Err(scan.expected("a rank, 一 to 九"));
    };
    scan.next();
    let file = u8::try_from(file).ok();
    let square = file.and_then(|file| Square::at(file, rank));
    square.ok_or_else(|| begin.error("there is no such square"))
}

/// The origin behind its bracket.
fn parse_origin(scan: &mut Scan<'_>) -> Result<Square, NotationError> {
    let begin = *scan;
    let number = scan.number().and_then(|number| u8::try_from(number).ok());
    let square = number.and_then(|number| Square::at(number / 10, number % 10));
    let Some(square) = square else {
        return Err(begin.expected("a file and a rank, 11 to 99"));
    };
    if !scan.accept(")") && !scan.accept("）") {
        return Err(scan.expected("')'"));
    }
    Ok(square)
}

/// The only legal move that can be meant where no origin is given: of a piece on
/// the board, or else a drop.
fn only(position: &Position, kind: Kind, to: Square, promotes: bool) -> Option<Move> {
    let mut moves = Vec::new();
    whole_game().moves(position, &mut moves);
    let on_board = |mv: &&Move| {
        let moved = mv.from().and_then(|from| position.piece(from));
        moved.is_some_and(|(_, moved)| moved == kind)
    };
    let fits = |mv: &&Move| mv.to() == to && mv.promotes() == promotes;
    let mut fitting = moves.iter().filter(fits).filter(on_board);
    match (fitting.next(), fitting.next()) {
        (Some(&mv), None) => Some(mv),
        (Some(_), Some(_)) => None,
        (None, _) => {
            let is_drop = |mv: &&Move| mv.dropped() == Some(kind);
            moves.iter().filter(fits).find(is_drop).copied()
        }
    }
}

/// A move that is legal in the position; `last` is where the one before it went.
pub(super) fn format(position: &Position, mv: Move, last: Option<Square>) -> String {
    let to = mv.to();
    let mut text = if last == Some(to) {
        "同　".to_string()
    } else {
        format!("{}{}", file_name(to.file()), rank_name(to.rank()))
    };
    let moved = mv.from().and_then(|from| position.piece(from));
    let kind = mv.dropped().or(moved.map(|(_, kind)| kind));
    text.push_str(kind.map_or("", |kind| name_of(kind, PIECES)));
    if mv.promotes() {
        text.push('成');
    }
    match mv.from() {
        None => text.push('打'),
        Some(from) => text.push_str(&format!("({}{})", from.file(), from.rank())),
    }
    text
}
