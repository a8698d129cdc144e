//! Positions as boards: drawn, set up square by square, and the names of moves.
//!
//! The drawings are those of `shomei-board`; what is a position is for the game to say.

use serde::Serialize;
use shomei::game::NotationError;
use shomei::{AnyGame, AnyPosition, Error};
use shomei_board::View;

use crate::state::InBoth;
use crate::words::{self, Lang, Said};

/// The width of drawings in CSS pixels; a page may show them in any size.
const WIDTH: u32 = 480;

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

/// A position that somebody has given.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct PositionData {
    /// As the game writes it.
    position: String,
    /// The side to move; null where the game refuses the position.
    mover: Option<String>,
    /// How the play has ended, where it has.
    over: Option<String>,
    /// Why the game refuses the position: somebody is still setting it up.
    #[serde(skip_serializing_if = "Option::is_none")]
    refused: Option<String>,
    board: Board,
}

/// A piece that a set-up by clicking may place.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct PieceData {
    id: String,
    name: InBoth,
    svg: String,
}

/// Draws a position after this move.
pub(crate) fn draw(position: &AnyPosition, last: Option<&str>, lang: Lang) -> Board {
    let (game, text) = (position.game(), position.text());
    let drawn = drawing(game, &text, last, lang);
    drawn.unwrap_or_else(|| Board {
        svg: String::new(),
        text: position.diagram(),
        title: words::to_move(position, lang),
    })
}

fn drawing(game: &AnyGame, text: &str, last: Option<&str>, lang: Lang) -> Option<Board> {
    let view = View {
        game: &game.name(),
        rules: &game.rules(),
        position: text,
        last_move: last,
        lang,
    };
    let drawn = shomei_board::draw(&view, WIDTH)?;
    Some(Board {
        svg: drawn.svg,
        text: drawn.text,
        title: drawn.title,
    })
}

/// The name of a move for people. `last` is the move before it.
pub(crate) fn move_name(
    position: &AnyPosition,
    mv: &str,
    last: Option<&str>,
    lang: Lang,
) -> String {
    // A text that is no legal move stays what it is.
    let name = position.move_name(mv, last, lang);
    name.unwrap_or_else(|_| mv.to_string())
}

/// A position in any of the game's forms, drawn after this move.
///
/// # Errors
///
/// Those of [`AnyGame::position`].
pub(crate) fn read(
    game: &AnyGame,
    text: &str,
    last: Option<&str>,
    lang: Lang,
) -> Result<PositionData, NotationError> {
    let position = game.position(text)?;
    let is_over = position.outcome().is_some();
    Ok(PositionData {
        mover: Some(game.side_name(position.to_move())),
        over: is_over.then(|| words::finished(&position, lang)),
        refused: None,
        board: draw(&position, last, lang),
        position: position.text(),
    })
}

/// A position with one thing changed: see [`shomei_board::edit`]. Where the game refuses what
/// comes of it, it is drawn all the same, with the reason, since a set-up passes through such.
///
/// # Errors
///
/// When there is nothing to change there.
pub(crate) fn edit(
    game: &AnyGame,
    (position, square, piece): (&str, &str, Option<&str>),
    lang: Lang,
) -> Result<PositionData, Error> {
    let edited = shomei_board::edit(&game.name(), &game.rules(), position, square, piece);
    let Some(edited) = edited else {
        let (square, piece) = (square.to_string(), piece.unwrap_or("-").to_string());
        return Err(Said::NoEdit { square, piece }.input());
    };
    let refused = match read(game, &edited, None, lang) {
        Ok(found) => return Ok(found),
        Err(error) => error.to_string(),
    };
    let board = drawing(game, &edited, None, lang);
    Ok(PositionData {
        board: board.unwrap_or_else(|| Board {
            svg: String::new(),
            text: edited.clone(),
            title: String::new(),
        }),
        position: edited,
        mover: None,
        over: None,
        refused: Some(refused),
    })
}

/// The pieces that a set-up may place.
pub(crate) fn pieces(game: &str) -> Vec<PieceData> {
    let pieces = shomei_board::pieces(game).into_iter();
    pieces
        .map(|piece| PieceData {
            id: piece.id.to_string(),
            name: InBoth {
                en: piece.name_en,
                ja: piece.name_ja,
            },
            svg: piece.svg,
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use shomei::Kinds;

    fn game(name: &str) -> AnyGame {
        Kinds::builtin().open(name, "").unwrap()
    }

    #[test]
    fn every_game_with_a_board_is_drawn() {
        for name in ["loa", "othello", "shogi", "uttt"] {
            let game = game(name);
            let board = draw(&game.start(), None, Lang::Ja);
            assert!(board.svg.starts_with("<svg"), "{name}");
            assert!(!pieces(name).is_empty() && !board.title.is_empty());
        }
    }

    #[test]
    fn a_set_up_may_pass_through_what_the_game_refuses() {
        let shogi = game("shogi");
        let start = shogi.start().text();
        let without = edit(&shogi, (&start, "5a", None), Lang::En).unwrap();
        assert!(without.board.svg.starts_with("<svg"));
        let back = edit(&shogi, (&without.position, "5a", Some("k")), Lang::En).unwrap();
        assert_eq!((back.position, back.refused), (start.clone(), None));
        assert!(edit(&shogi, (&start, "5z", None), Lang::En).is_err());
    }

    #[test]
    fn a_position_that_does_not_parse_has_its_place() {
        let error = read(&game("loa"), "..?", None, Lang::En).unwrap_err();
        let error = Error::from(error);
        assert!(error.place().is_some(), "{error}");
    }
}
