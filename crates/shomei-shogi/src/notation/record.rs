//! Moves in USI: `7g7f`, `8h2b+`, `P*5e`.

use shomei_game::escape::excerpt;
use shomei_game::words::Words;
use shomei_game::{ErrorText, Game, Goal, NotationError, Side, error_text};

use super::expected;
use crate::{Kind, Move, Position, Rules, Shogi, Square};

/// Words after the last move that describe how the game ended.
const ENDS: [&str; 8] = [
    "resign", "win", "draw", "rep_draw", "rep_win", "rep_lose", "rep_sup", "rep_inf",
];

/// The position after the moves that follow `moves`, if any.
///
/// Every legal move may be played, because a record may begin before the problem. All moves must be
/// on one line: another line might be another position.
pub(super) fn play(position: Position, mut words: Words<'_>) -> Result<Position, NotationError> {
    let mut position = position;
    match words.next() {
        None => return Ok(position),
        Some(word) if word.is("moves") => {}
        Some(word) => {
            let what = error_text!("shogi-word-moves", "\"moves\" or nothing");
            return Err(expected(&what, word));
        }
    }
    let game = Shogi::new(Rules::Full, Goal::win(Side::First));
    let mut end: Option<&str> = None;
    for (number, word) in (1..).zip(words.one_line()) {
        let word = word?;
        if let Some(end) = end {
            let message = error_text!(
                "nothing-may-follow",
                "nothing may follow \"{end}\"",
                end = end
            );
            return Err(word.error(0, message));
        }
        if ENDS.contains(&word.text) {
            end = Some(word.text);
            continue;
        }
        let mv = parse_move(&game, &position, word.text);
        let mv = mv.map_err(|message| NotationError::in_move(number, word.text, message))?;
        position = position.play(mv);
    }
    Ok(position)
}

/// Reads a move that the game allows. The error contains the reason.
pub(crate) fn parse_move(game: &Shogi, position: &Position, text: &str) -> Result<Move, ErrorText> {
    allowed(game, position, written(text)?)
}

/// The move, if the game allows it, or the reason why it does not.
pub(crate) fn allowed(game: &Shogi, position: &Position, mv: Move) -> Result<Move, ErrorText> {
    let mut moves = Vec::new();
    game.moves(position, &mut moves);
    if moves.contains(&mv) {
        return Ok(mv);
    }
    let full = Shogi::new(Rules::Full, Goal::win(game.attacker()));
    moves.clear();
    full.moves(position, &mut moves);
    if moves.contains(&mv) {
        return Err(error_text!(
            "shogi-no-check",
            "{mv} does not give check",
            mv = mv.text()
        ));
    }
    let reason = match (mv.from(), mv.dropped()) {
        (Some(from), _) if position.piece(from).is_none() => error_text!(
            "shogi-empty-origin",
            "there is no piece on {square}",
            square = from.text()
        ),
        (_, Some(kind)) if !position.hand(position.to_move()).has(kind) => error_text!(
            "shogi-not-in-hand",
            "there is no {piece} in hand",
            piece = kind.text()
        ),
        (_, Some(Kind::Pawn)) if is_free(position, mv.to()) && position.is_pawn_mate(mv.to()) => {
            error_text!("shogi-pawn-drop-mate", "a dropped pawn may not mate")
        }
        _ => {
            return Err(error_text!(
                "illegal-move",
                "{mv} is not legal here",
                mv = mv.text()
            ));
        }
    };
    Err(error_text!(
        "illegal-move-because",
        "{mv} is not legal here: {reason}",
        mv = mv.text(),
        reason = reason
    ))
}

fn is_free(position: &Position, square: Square) -> bool {
    position.piece(square).is_none()
}

/// Reads a move, legal or not.
pub(crate) fn written(text: &str) -> Result<Move, ErrorText> {
    let text = text.trim();
    find(text).ok_or_else(|| {
        error_text!(
            "shogi-no-move",
            "\"{text}\" is not a move; expected a move such as 7g7f, 8h2b+ or P*5e",
            text = excerpt(text)
        )
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
