//! Boards, and the names of moves.

use serde::Serialize;
use shomei::AnyPosition;

use crate::words::{self, Lang};

/// A position to look at.
#[derive(Clone, Debug, Serialize)]
pub struct Board {
    /// The drawing; empty for a game without pictures.
    pub svg: String,
    /// The board as text.
    pub text: String,
    /// Who moves, in words.
    pub title: String,
}

/// Draws a position after this move.
pub(crate) fn draw(position: &AnyPosition, _last: Option<&str>, lang: Lang) -> Board {
    Board {
        svg: String::new(),
        text: position.diagram(),
        title: words::to_move(position, lang),
    }
}

/// The name of a move for people. `last` is the move before it.
pub(crate) fn move_name(
    _position: &AnyPosition,
    mv: &str,
    _last: Option<&str>,
    _lang: Lang,
) -> String {
    mv.to_string()
}

/// A piece that a set-up by clicking may place.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct PieceData {
    id: String,
    name: crate::state::InBoth,
    svg: String,
}

/// The pieces of a game.
pub(crate) fn pieces(_game: &str) -> Vec<PieceData> {
    Vec::new()
}
