//! A move of JKF: `{"from":{"x":7,"y":7},"to":{"x":7,"y":6},"piece":"FU"}`.

use shomei_game::NotationError;

use super::node::{Node, Object};
use crate::notation::parse_usi_move;
use crate::record::kif::{Found, origin};
use crate::record::moves::{Read, whole_game};
use crate::record::relative::Relative;
use crate::record::scan::shown;
use crate::{Kind, Move, Position, Square};

/// What a move may have.
const MEMBERS: &[&str] = &[
    "color", "from", "to", "piece", "same", "promote", "capture", "relative",
];

/// Reads a move; `last` is where the one before it went.
///
/// # Errors
///
/// When it is no move, or what it says twice does not agree.
pub(super) fn parse(
    node: Node<'_>,
    position: &Position,
    last: Option<Square>,
) -> Result<Read, NotationError> {
    let object = node.object("a move, an object")?;
    object.only(MEMBERS)?;
    if let Some(color) = object.get("color")
        && color.side()? != position.to_move()
    {
        return Err(color.spot().error("it is the turn of the other side"));
    }
    let to = destination(&object, last)?;
    let from = object.get("from").map(Node::square).transpose()?;
    let kind = object.get("piece").map(|piece| Ok((piece.kind()?, piece)));
    let kind = kind.transpose()?;
    let promotes = object.get("promote").map(Node::flag).transpose()?;
    let mv = match (from, kind) {
        (Some(from), kind) => Some(moved(position, from, to, kind, promotes)?),
        (None, Some((kind, _))) => without_origin(&object, position, kind, to, promotes)?,
        (None, None) => {
            return Err(object
                .spot()
                .error("this move has neither \"from\" nor \"piece\""));
        }
    };
    check_capture(&object, position, to)?;
    let Some(mv) = mv else {
        let name = kind.map_or("piece", |(kind, _)| kind.name());
        let message = format!("no {name} can move to {to}, and none is in hand");
        return Ok(Read::Illegal(object.spot().error(message)));
    };
    let read = parse_usi_move(&whole_game(), position, &mv.to_string());
    Ok(match read {
        Ok(mv) => Read::Legal(mv),
        Err(message) => Read::Illegal(object.spot().error(message)),
    })
}

/// Where the move goes: `to`, or the square of the move before it.
fn destination(object: &Object<'_>, last: Option<Square>) -> Result<Square, NotationError> {
    let to = object.get("to").map(|to| Ok((to.square()?, to.spot())));
    let same = object.get("same");
    let is_same = same.map(Node::flag).transpose()?.unwrap_or(false);
    match (to.transpose()?, same.filter(|_| is_same), last) {
        (_, Some(same), None) => {
            let message = "there is no move before whose square it could be";
            Err(same.spot().error(message))
        }
        (Some((to, _)), Some(same), Some(last)) if to != last => {
            let message = format!("the move before went to {last}, not to {to}");
            Err(same.spot().error(message))
        }
        (Some((to, _)), ..) => Ok(to),
        (None, Some(_), Some(last)) => Ok(last),
        (None, None, _) => Err(object
            .spot()
            .error("this move has neither \"to\" nor \"same\"")),
    }
}

/// A move of a piece on the board. The piece is the one that moves; converters from CSA have what
/// it is then.
fn moved(
    position: &Position,
    from: Square,
    to: Square,
    kind: Option<(Kind, Node<'_>)>,
    promotes: Option<bool>,
) -> Result<Move, NotationError> {
    let found = position.piece(from);
    let found = found.filter(|(side, _)| *side == position.to_move());
    let promotes = match (kind, found) {
        (Some((kind, _)), Some((_, found))) if kind == found => promotes,
        (Some((kind, _)), Some((_, found)))
            if found.promoted() == Some(kind) && promotes != Some(false) =>
        {
            Some(true)
        }
        (Some((kind, piece)), Some((_, found))) => {
            let (found, kind) = (found.name(), kind.name());
            let message = format!("there is a {found} on {from}, not a {kind}");
            return Err(piece.spot().error(message));
        }
        // That nothing can move there is for the rules to say.
        (_, None) | (None, _) => promotes,
    };
    Ok(match promotes {
        Some(true) => Move::promoting(from, to),
        _ => Move::new(from, to),
    })
}

/// A move without its origin: a drop, unless `relative` says where the piece comes from or the
/// side has none in hand; then it is the piece that KI2 would mean. `None` where there is none.
fn without_origin(
    object: &Object<'_>,
    position: &Position,
    kind: Kind,
    to: Square,
    promotes: Option<bool>,
) -> Result<Option<Move>, NotationError> {
    let relative = object.get("relative");
    let letters = relative.map(|node| node.text("letters such as L, C, R, U, M, D or H"));
    let letters = letters.transpose()?.unwrap_or_default();
    let is_held =
        kind != Kind::King && !kind.is_promoted() && position.hand(position.to_move()).has(kind);
    if letters == "H" || letters.is_empty() && is_held && promotes != Some(true) {
        return match kind == Kind::King || kind.is_promoted() || promotes == Some(true) {
            true => Err(object
                .spot()
                .error("only an unpromoted piece can be dropped")),
            false => Ok(Some(Move::drop(kind, to))),
        };
    }
    let Some(words) = Relative::of_letters(letters) else {
        let spot = relative.map_or(object.spot(), Node::spot);
        let found = shown(letters);
        let message = format!("expected L, C, R, U, M, D or H as \"relative\", found \"{found}\"");
        return Err(spot.error(message));
    };
    let from = match origin(position, kind, to, words, promotes) {
        Found::One(from) | Found::Held(from) => from,
        Found::None => return Ok(None),
        Found::Several(squares) => {
            let squares: Vec<String> = squares.iter().map(ToString::to_string).collect();
            let (name, squares) = (kind.name(), squares.join(" or "));
            let message = format!("the {name} may come from {squares}: expected \"from\"");
            return Err(object.spot().error(message));
        }
    };
    Ok(Some(match promotes {
        Some(true) => Move::promoting(from, to),
        _ => Move::new(from, to),
    }))
}

/// Refuses another piece as taken than the one that is.
fn check_capture(
    object: &Object<'_>,
    position: &Position,
    to: Square,
) -> Result<(), NotationError> {
    let Some(capture) = object.get("capture") else {
        return Ok(());
    };
    let kind = capture.kind()?;
    match position.piece(to) {
        Some((_, found)) if found == kind || found.base() == kind => Ok(()),
        Some((_, found)) => {
            let message = format!("there is a {} on {to}, not a {}", found.name(), kind.name());
            Err(capture.spot().error(message))
        }
        None => Err(capture
            .spot()
            .error(format!("there is nothing to take on {to}"))),
    }
}
