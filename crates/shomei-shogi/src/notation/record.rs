//! Moves in USI: `7g7f`, `8h2b+`, `P*5e`.

use shomei_game::{Game, Goal, NotationError, Place, Side};

use super::words::Words;
use crate::{Kind, Move, Position, Rules, Shogi, Square};

/// What may follow the last move: how the game ended.
const ENDS: [&str; 8] = [
    "resign", "win", "draw", "rep_draw", "rep_win", "rep_lose", "rep_sup", "rep_inf",
];

/// The position after nothing, or after `moves` and moves.
///
/// Every legal move may be played: a record may begin before the problem does. The moves
/// are one line: another line might be another position.
pub(super) fn play(position: Position, mut words: Words<'_>) -> Result<Position, NotationError> {
    let mut position = position;
    match words.next() {
        None => return Ok(position),
        Some(word) if word.text.eq_ignore_ascii_case("moves") => {}
        Some(word) => {
            let message = format!("expected \"moves\" or nothing, found \"{}\"", word.text);
            return Err(word.error(0, message));
        }
    }
    let game = Shogi::new(Rules::Full, Goal::win(Side::First));
    let line = words.peek().map(|word| word.line);
    let mut end = None;
    for (number, word) in (1..).zip(words) {
        if Some(word.line) != line {
            return Err(word.error(0, "a list of moves is one line, and here begins another"));
        }
        if let Some(end) = end {
            return Err(word.error(0, format!("nothing may follow \"{end}\"")));
        }
        if ENDS.contains(&word.text) {
            end = Some(word.text);
            continue;
        }
        let mv = parse_move(&game, &position, word.text).map_err(|message| {
            NotationError::new(Place::Move(number, word.text.to_string()), message)
        })?;
        position = position.play(mv);
    }
    Ok(position)
}

/// Reads a move that the game allows, or says why it is none.
pub(crate) fn parse_move(game: &Shogi, position: &Position, text: &str) -> Result<Move, String> {
    allowed(game, position, written(text)?)
}

/// The move, if the game allows it, or why it does not.
pub(crate) fn allowed(game: &Shogi, position: &Position, mv: Move) -> Result<Move, String> {
    let mut moves = Vec::new();
    game.moves(position, &mut moves);
    if moves.contains(&mv) {
        return Ok(mv);
    }
    let full = Shogi::new(Rules::Full, Goal::win(game.attacker()));
    moves.clear();
    full.moves(position, &mut moves);
    if moves.contains(&mv) {
        return Err(format!("{mv} is no check"));
    }
    Err(match (mv.from(), mv.dropped()) {
        (Some(from), _) if position.piece(from).is_none() => {
            format!("{mv} is not legal here: there is no piece on {from}")
        }
        (_, Some(kind)) if !position.hand(position.to_move()).has(kind) => {
            format!(
                "{mv} is not legal here: there is no {} in hand",
                kind.name()
            )
        }
        (_, Some(Kind::Pawn)) if is_free(position, mv.to()) && position.is_pawn_mate(mv.to()) => {
            format!("{mv} is not legal here: a dropped pawn may not mate")
        }
        _ => format!("{mv} is not legal here"),
    })
}

fn is_free(position: &Position, square: Square) -> bool {
    position.piece(square).is_none()
}

/// A move as it is written, legal or not.
pub(crate) fn written(text: &str) -> Result<Move, String> {
    let text = text.trim();
    find(text).ok_or_else(|| {
        format!("\"{text}\" is no move; expected a move such as 7g7f, 8h2b+ or P*5e")
    })
}

fn find(text: &str) -> Option<Move> {
    let (bare, promotes) = match text.strip_suffix('+') {
        Some(bare) => (bare, true),
        None => (text, false),
    };
    let (from, to) = (bare.get(..2)?, bare.get(2..)?);
    let to = Square::parse(to)?;
    if let Some(letter) = from.strip_suffix('*') {
        let kind = Kind::of_letter(letter.chars().next()?)?;
        return (kind != Kind::King && !promotes).then(|| Move::drop(kind, to));
    }
    let from = Square::parse(from)?;
    Some(if promotes {
        Move::promoting(from, to)
    } else {
        Move::new(from, to)
    })
}
