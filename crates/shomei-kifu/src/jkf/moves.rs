//! A move of JKF: `{"from":{"x":7,"y":7},"to":{"x":7,"y":6},"piece":"FU"}`.

use shomei_shogi::{Kind, Move, Position, Square};

use super::node::{Node, Object};
use crate::kif::{Found, origin};
use crate::moves::Read;
use crate::relative::Relative;
use crate::scan::shown;
use crate::{Error, Place};

/// What a move may have.
const MEMBERS: &[&str] = &[
    "color", "from", "to", "piece", "same", "promote", "capture", "relative",
];

/// Reads a move.
///
/// # Errors
///
/// When it is no move, or what it says twice does not agree.
pub(super) fn parse(node: Node<'_>, place: &Place) -> Result<Read, Error> {
    let position = &place.position;
    let object = node.object("a move, an object")?;
    object.only(MEMBERS)?;
    let color = object.read("color", Node::side)?;
    if color.is_some_and(|color| color != position.to_move()) {
        let spot = object.spot("color");
        return Err(spot.error("it is the turn of the other side"));
    }
    let to = destination(&object, place.last)?;
    let kind = object.read("piece", Node::kind)?;
    let promotes = object.read("promote", Node::flag)?;
    let mv = match (object.read("from", Node::square)?, kind) {
        (Some(from), kind) => Ok(moved(&object, position, (from, to), kind, promotes)?),
        (None, Some(kind)) => without_origin(&object, position, kind, to, promotes)?,
        (None, None) => {
            return Err(node.error("this move has neither \"from\" nor \"piece\""));
        }
    };
    check_capture(&object, position, to)?;
    Ok(match mv {
        Ok(mv) => Read::of(position, mv, || node.spot()),
        Err(message) => Read::Illegal(node.error(message)),
    })
}

/// Where the move goes: `to`, or the square of the move before it.
fn destination(object: &Object<'_>, last: Option<Square>) -> Result<Square, Error> {
    let to = object.read("to", Node::square)?;
    if object.read("same", Node::flag)? != Some(true) {
        let message = "this move has neither \"to\" nor \"same\"";
        return to.ok_or_else(|| object.node.spot().error(message));
    }
    let message = match (to, last) {
        (_, None) => "there is no move before whose square it could be".to_string(),
        (Some(to), Some(last)) if to != last => {
            format!("the move before went to {last}, not to {to}")
        }
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

/// A move of a piece on the board. The piece is the one that moves; converters from CSA have what
/// it is then.
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
            let (found, kind) = (found.name(), kind.name());
            let message = format!("there is a {found} on {from}, not a {kind}");
            Err(object.spot("piece").error(message))
        }
        // Where nothing can move, the rules say so.
        _ => Ok(of_board(from, to, promotes)),
    }
}

/// A move without its origin: a drop, unless `relative` says where the piece comes from or the
/// side has none in hand; then it is the piece that KI2 would mean. Inside is the error that
/// there is none.
fn without_origin(
    object: &Object<'_>,
    position: &Position,
    kind: Kind,
    to: Square,
    promotes: Option<bool>,
) -> Result<Result<Move, String>, Error> {
    let letters = object.read("relative", |node| {
        node.text("letters such as L, C, R, U, M, D or H")
    })?;
    let letters = letters.unwrap_or_default();
    let can_drop = kind != Kind::King && !kind.is_promoted() && promotes != Some(true);
    let is_held = can_drop && position.hand(position.to_move()).has(kind);
    if letters == "H" || letters.is_empty() && is_held {
        let message = "only an unpromoted piece can be dropped";
        return match can_drop {
            true => Ok(Ok(Move::drop(kind, to))),
            false => Err(object.node.spot().error(message)),
        };
    }
    let Some(words) = Relative::of_letters(&letters) else {
        let found = shown(&letters);
        let message = format!("expected L, C, R, U, M, D or H as \"relative\", found \"{found}\"");
        return Err(object.spot("relative").error(message));
    };
    let name = kind.name();
    match origin(position, kind, to, words, promotes) {
        Found::One(from) | Found::Held(from) => Ok(Ok(of_board(from, to, promotes))),
        Found::None => Ok(Err(format!(
            "no {name} can move to {to}, and none is in hand"
        ))),
        Found::Several(squares) => {
            let squares: Vec<String> = squares.iter().map(ToString::to_string).collect();
            let squares = squares.join(" or ");
            let message = format!("the {name} may come from {squares}: expected \"from\"");
            Err(object.node.spot().error(message))
        }
    }
}

/// Refuses another piece as taken than the one that is.
fn check_capture(object: &Object<'_>, position: &Position, to: Square) -> Result<(), Error> {
    let Some(kind) = object.read("capture", Node::kind)? else {
        return Ok(());
    };
    let message = match position.piece(to) {
        Some((_, found)) if found == kind || found.base() == kind => return Ok(()),
        Some((_, found)) => {
            format!("there is a {} on {to}, not a {}", found.name(), kind.name())
        }
        None => format!("there is nothing to take on {to}"),
    };
    Err(object.spot("capture").error(message))
}
