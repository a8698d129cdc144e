//! A move of JKF: `{"from":{"x":7,"y":7},"to":{"x":7,"y":6},"piece":"FU"}`.

use shomei_game::{ErrorText, error_text};
use shomei_shogi::{Kind, Move, Position, Square};

use super::node::{Node, Object, step_text};
use crate::kif::{Origin, either, origin};
use crate::moves::{Read, another_piece};
use crate::relative::Relative;
use crate::scan::expected_word;
use crate::{Error, Place};

/// The members of a move.
const MEMBERS: &[&str] = &[
    "color", "from", "to", "piece", "same", "promote", "capture", "relative",
];

/// Reads a move.
///
/// # Errors
///
/// If it is not a move, or redundant members do not agree.
pub(super) fn parse(node: Node<'_>, place: &Place) -> Result<Read, Error> {
    let position = &place.position;
    let object = node.object(step_text)?;
    object.only(MEMBERS)?;
    let color = object.read("color", Node::side)?;
    if color.is_some_and(|color| color != position.to_move()) {
        let spot = object.spot("color");
        return Err(spot.error(error_text!(
            "shogi-other-turn",
            "it is the turn of the other side"
        )));
    }
    let to = destination(&object, place.last)?;
    let kind = object.read("piece", Node::kind)?;
    let promotes = object.read("promote", Node::flag)?;
    let mv = match (object.read("from", Node::square)?, kind) {
        (Some(from), kind) => Ok(moved(&object, position, (from, to), kind, promotes)?),
        (None, Some(kind)) => without_origin(&object, position, kind, to, promotes)?,
        (None, None) => {
            return Err(node.error(error_text!(
                "jkf-no-origin",
                "this move has neither \"from\" nor \"piece\""
            )));
        }
    };
    check_capture(&object, position, to)?;
    Ok(match mv {
        Ok(mv) => Read::of(position, mv, || node.spot()),
        Err(message) => Read::Illegal(node.error(message)),
    })
}

/// The destination: `to`, or the destination of the move before.
fn destination(object: &Object<'_>, last: Option<Square>) -> Result<Square, Error> {
    let to = object.read("to", Node::square)?;
    if object.read("same", Node::flag)? != Some(true) {
        let message = || {
            error_text!(
                "jkf-no-destination",
                "this move has neither \"to\" nor \"same\""
            )
        };
        return to.ok_or_else(|| object.node.error(message()));
    }
    let message = match (to, last) {
        (_, None) => error_text!(
            "jkf-same-without-move",
            "there is no move before this \"same\""
        ),
        (Some(to), Some(last)) if to != last => error_text!(
            "jkf-other-destination",
            "the move before went to {last}, not to {to}",
            last = last.text(),
            to = to.text()
        ),
        (_, Some(last)) => return Ok(last),
    };
    Err(object.spot("same").error(message))
}

fn of_board(from: Square, to: Square, promotes: Option<bool>) -> Move {
    match promotes {
        Some(true) => Move::promoting(from, to),
        _ => Move::new(from, to),
    }
}

/// A move of a piece on the board. `piece` is the kind before the move, but converters from CSA
/// write the kind after it.
fn moved(
    object: &Object<'_>,
    position: &Position,
    (from, to): (Square, Square),
    kind: Option<Kind>,
    promotes: Option<bool>,
) -> Result<Move, Error> {
    let found = position.piece(from);
    let found = found.filter(|(side, _)| *side == position.to_move());
    match (kind, found) {
        (Some(kind), Some((_, found))) if kind != found => {
            if found.promoted() == Some(kind) && promotes != Some(false) {
                return Ok(Move::promoting(from, to));
            }
            let message = another_piece(found, from, kind);
            Err(object.spot("piece").error(message))
        }
        // If there is no own piece to move, the check of the rules reports the error.
        _ => Ok(of_board(from, to, promotes)),
    }
}

/// A move without its origin: a drop, unless `relative` describes the origin or the side has no
/// such piece in hand; then it is the move that KI2 would mean. The inner error means that there is
/// no such piece.
fn without_origin(
    object: &Object<'_>,
    position: &Position,
    kind: Kind,
    to: Square,
    promotes: Option<bool>,
) -> Result<Result<Move, ErrorText>, Error> {
    let letters = object.read("relative", |node| {
        node.text(|| error_text!("jkf-letters", "letters such as L, C, R, U, M, D or H"))
    })?;
    let letters = letters.unwrap_or_default();
    let can_drop = kind != Kind::King && !kind.is_promoted() && promotes != Some(true);
    let is_held = can_drop && position.hand(position.to_move()).has(kind);
    if letters == "H" || letters.is_empty() && is_held {
        return match can_drop {
            true => Ok(Ok(Move::drop(kind, to))),
            false => Err(object.node.error(error_text!(
                "shogi-drop-unpromoted",
                "only an unpromoted piece can be dropped"
            ))),
        };
    }
    let Some(words) = Relative::of_letters(&letters) else {
        let what = error_text!("jkf-relative", "L, C, R, U, M, D or H as \"relative\"");
        return Err(object.spot("relative").error(expected_word(what, &letters)));
    };
    match origin(position, kind, to, words, promotes) {
        Origin::One(from) | Origin::Held(from) => Ok(Ok(of_board(from, to, promotes))),
        Origin::None => Ok(Err(error_text!(
            "jkf-no-mover",
            "no {piece} can move to {to}, and none is in hand",
            piece = kind.text(),
            to = to.text()
        ))),
        Origin::Several(squares) => Err(object.node.error(error_text!(
            "jkf-ambiguous-move",
            "the {piece} may come from {squares}: expected \"from\"",
            piece = kind.text(),
            squares = either(&squares)
        ))),
    }
}

/// Refuses a capture of another kind than the piece on the destination.
fn check_capture(object: &Object<'_>, position: &Position, to: Square) -> Result<(), Error> {
    let Some(kind) = object.read("capture", Node::kind)? else {
        return Ok(());
    };
    let message = match position.piece(to) {
        Some((_, found)) if found == kind || found.base() == kind => return Ok(()),
        Some((_, found)) => another_piece(found, to, kind),
        None => error_text!(
            "jkf-nothing-to-capture",
            "there is nothing to capture on {square}",
            square = to.text()
        ),
    };
    Err(object.spot("capture").error(message))
}
