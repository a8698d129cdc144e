//! Records of play as people write them: files, names of moves and diagrams by language.

use crate::sgf::Part;
use crate::{Lang, Notation, NotationError, Record, error_text};

/// The records of a game: reading and writing files of play, and names of moves in a language.
///
/// This trait is separate from [`Notation`] so that a program which only solves positions needs no
/// file reader, and so that the records of a game can be in a crate of their own. A type without
/// values implements it, for one game or for several. [`NoRecords`] uses all defaults, for games
/// without records.
///
/// # Contract
///
/// `read_record` reads everything that `write_record` writes, and `looks_like_record` recognises
/// it.
pub trait Records<G: Notation> {
    /// The file name extensions of formats that hold a [`Record`], in lower case and without the
    /// dot. The first one is the default for writing. Empty if the game has no records.
    const FORMS: &'static [&'static str] = &[];

    /// The members of [`FORMS`](Records::FORMS) that have no place for moves: diagrams.
    const DIAGRAM_FORMS: &'static [&'static str] = &[];

    /// Whether a file seems to be a record, judged by its first lines. Otherwise it may be a list
    /// of positions.
    #[must_use]
    fn looks_like_record(_bytes: &[u8]) -> bool {
        false
    }

    /// The records of a file that contains several. Empty if it contains one, or if the formats of
    /// the game have no such files.
    #[must_use]
    fn records_of(_bytes: &[u8]) -> Vec<Part> {
        Vec::new()
    }

    /// Reads a record as other programs write it, in any form. Moves may be any that the rules of
    /// the whole game allow, for either side.
    ///
    /// # Errors
    ///
    /// If the bytes are not a record; the error has the line and column. Always if the game has no
    /// records.
    fn read_record(game: &G, _bytes: &[u8]) -> Result<Record<G::Position, G::Move>, NotationError> {
        Err(no_records(game))
    }

    /// A record as a file in this form, the file name extension. Moves must be legal.
    ///
    /// # Errors
    ///
    /// If there is no such form.
    fn write_record(
        game: &G,
        _record: &Record<G::Position, G::Move>,
        _form: &str,
    ) -> Result<Vec<u8>, NotationError> {
        Err(no_records(game))
    }

    /// Reads a move of a record in its usual notation: any move that the rules of the whole game
    /// allow.
    ///
    /// The default is [`Notation::parse_move`]. A game whose goal restricts the legal moves accepts
    /// more moves here.
    ///
    /// # Errors
    ///
    /// When the text is not a move, or the move is not legal here.
    fn parse_record_move(
        game: &G,
        position: &G::Position,
        text: &str,
    ) -> Result<G::Move, NotationError> {
        game.parse_move(position, text)
    }

    /// The name of a legal move in this language if it differs from the usual notation: in Japanese
    /// shogi, for example, `▲７六歩`. Position and move are given in their usual notation.
    ///
    /// `last` is the move that led to the position, in its usual notation: some names express that
    /// a move captures the piece that has just moved. Names are for display;
    /// [`Notation::parse_move`] need not read them.
    #[must_use]
    fn move_name(_position: &str, _mv: &str, _last: Option<&str>, _lang: Lang) -> Option<String> {
        None
    }

    /// The position on several lines, in the style of this language if it differs from
    /// [`Notation::diagram`]: in Japanese shogi the board with kanji that records use. The position
    /// is given in its usual notation.
    #[must_use]
    fn diagram_in(_position: &str, _lang: Lang) -> Option<String> {
        None
    }

    /// The name of a thing in a problem in this language if it differs from the usual notation: of
    /// what the attacker [has left](crate::ComposingRules::surplus), or of the thing that a
    /// [variant](crate::Variant) changes. In Japanese shogi, for example, `金歩二` for `G2P`.
    #[must_use]
    fn thing_name(_text: &str, _lang: Lang) -> Option<String> {
        None
    }
}

/// The records of a game without records.
#[derive(Clone, Copy, Debug)]
pub struct NoRecords;

impl<G: Notation> Records<G> for NoRecords {}

fn no_records<G: Notation>(game: &G) -> NotationError {
    NotationError::whole(error_text!(
        "game-without-records",
        "{game} has no records of play",
        game = game.name()
    ))
}
