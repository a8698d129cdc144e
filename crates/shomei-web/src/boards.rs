//! Positions as boards: drawings, set-up square by square, and names of moves.
//!
//! `shomei-board` makes the drawings; the game decides whether a position is valid.

use serde::Serialize;
use shomei::game::error_text;
use shomei::{AnyGame, AnyPosition, Error};
use shomei_board::View;

use crate::texts::{self, InEachLang, Lang};

/// The width of drawings in CSS pixels; a page can scale them.
const WIDTH: u32 = 480;

/// The board of a position.
#[derive(Clone, Debug, Serialize)]
pub struct Board {
    /// The drawing; empty for a game without drawings. The page copies only known elements and
    /// attributes.
    pub svg: String,
    /// The board as text.
    pub text: String,
    /// The side to move or the result, as text.
    pub title: String,
}

/// A position given by a page.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct PositionData {
    /// The position in the notation of the game.
    position: String,
    /// The side to move; null if the game refuses the position.
    mover: Option<String>,
    /// How the game has ended, if it has.
    over: Option<String>,
    /// The reason why the game refuses the position; common while a position is being set up.
    #[serde(skip_serializing_if = "Option::is_none")]
    refused: Option<String>,
    board: Board,
}

/// A piece that a set-up can place.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct PieceData {
    id: String,
    name: InEachLang,
    svg: String,
}

/// Draws a position. `last` is the move that led to it.
pub(crate) fn draw(position: &AnyPosition, last: Option<&str>, lang: Lang) -> Board {
    let (game, text) = (position.game(), position.text());
    drawing(game, &text, last, lang).unwrap_or_else(|| own(position, lang))
}

/// The board of a game that `shomei-board` does not draw.
fn own(position: &AnyPosition, lang: Lang) -> Board {
    let (title, text) = (texts::to_move(position, lang), position.diagram_in(lang));
    let words = shomei_board::AltText {
        title: &title,
        text: &text,
        lang,
    };
    let picture = position.picture();
    let svg = picture.and_then(|picture| shomei_board::own(&picture, &words, WIDTH));
    Board {
        svg: svg.unwrap_or_default(),
        text,
        title,
    }
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

/// The drawing of a position as a separate file; `None` for a game that `shomei-board` does not
/// draw.
pub(crate) fn file(position: &AnyPosition, last: Option<&str>, lang: Lang) -> Option<String> {
    let game = position.game();
    let view = View {
        game: &game.name(),
        rules: &game.rules(),
        position: &position.text(),
        last_move: last,
        lang,
    };
    shomei_board::file(&view, WIDTH)
}

/// The readable name of a move. `last` is the move before it.
pub(crate) fn move_name(
    position: &AnyPosition,
    mv: &str,
    last: Option<&str>,
    lang: Lang,
) -> String {
    // A text that is not a legal move is kept unchanged.
    let name = position.move_name(mv, last, lang);
    name.unwrap_or_else(|_| mv.to_string())
}

/// Reads a position in any notation of the game. `last` is the move that led to it.
///
/// # Errors
///
/// Those of [`AnyGame::position`], and the failure of a game.
pub(crate) fn read(
    game: &AnyGame,
    text: &str,
    last: Option<&str>,
    lang: Lang,
) -> Result<PositionData, Error> {
    let position = game.position(text).map_err(Error::from);
    game.unless_failed(position.map(|position| data(&position, last, lang)))
}

fn data(position: &AnyPosition, last: Option<&str>, lang: Lang) -> PositionData {
    let game = position.game();
    let is_over = position.outcome().is_some();
    PositionData {
        mover: Some(game.side_name(position.to_move())),
        over: is_over.then(|| texts::finished(position, lang)),
        refused: None,
        board: draw(position, last, lang),
        position: position.text(),
    }
}

/// A position with one change: see [`shomei_board::edit`]. A position that the game refuses is
/// drawn with the reason, because a set-up has such intermediate positions.
///
/// # Errors
///
/// When the change is not possible on this square.
pub(crate) fn edit(
    game: &AnyGame,
    (position, square, piece): (&str, &str, Option<&str>),
    lang: Lang,
) -> Result<PositionData, Error> {
    let edited = shomei_board::edit(&game.name(), &game.rules(), position, square, piece);
    let Some(edited) = edited else {
        let piece = piece.unwrap_or("-");
        return Err(Error::input(error_text!(
            "no-edit",
            "\"{square}\" cannot become \"{piece}\" in this position",
            square = square,
            piece = piece
        )));
    };
    let refused = match read(game, &edited, None, lang) {
        Ok(found) => return Ok(found),
        Err(error) => texts::error_text(&error, lang),
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

/// The pieces that a set-up can place.
pub(crate) fn pieces(game: &str) -> Vec<PieceData> {
    let pieces = shomei_board::pieces(game).into_iter();
    pieces
        .map(|piece| PieceData {
            id: piece.id.to_string(),
            name: InEachLang(piece.names),
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
            let board = draw(&game.start(), None, Lang::JA);
            assert!(board.svg.starts_with("<svg"), "{name}");
            assert!(!pieces(name).is_empty() && !board.title.is_empty());
        }
    }

    #[test]
    fn a_set_up_may_pass_through_what_the_game_refuses() {
        let shogi = game("shogi");
        let start = shogi.start().text();
        let without = edit(&shogi, (&start, "5a", None), Lang::EN).unwrap();
        assert!(without.board.svg.starts_with("<svg"));
        let [en, ja] = [Lang::EN, Lang::JA].map(|lang| {
            let no_king = edit(&shogi, (&without.position, "5i", None), lang).unwrap();
            no_king.refused.unwrap()
        });
        assert!(en.is_ascii() && !ja.is_ascii(), "{en}: {ja}");
        let back = edit(&shogi, (&without.position, "5a", Some("k")), Lang::EN).unwrap();
        assert_eq!((back.position, back.refused), (start.clone(), None));
        assert!(edit(&shogi, (&start, "5z", None), Lang::EN).is_err());
    }

    #[test]
    fn a_position_that_does_not_parse_has_its_place() {
        let error = read(&game("loa"), "..?", None, Lang::EN).unwrap_err();
        assert!(error.place().is_some(), "{error}");
    }
}
