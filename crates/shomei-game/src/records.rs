//! How people write down play: files of records, names of moves and diagrams by language.

use crate::sgf::Part;
use crate::{Lang, Notation, NotationError, Record};

/// The records of a game: how files of play are read and written, and what people who speak a
/// language call its moves.
///
/// It is apart from [`Notation`], so that a program which only solves positions needs no reader of
/// files, and so that the records of a game may have a crate of their own. A type without values
/// implements it, for one game or for several; [`NoRecords`] is that of games without records, for
/// which all defaults are.
///
/// # Contract
///
/// What `write_record` writes `read_record` reads, and `looks_like_record` knows it.
pub trait Records<G: Notation> {
    /// How the names of files end that hold a [`Record`], in lower case and without the dot, the
    /// form to write first where nothing else is said; none where there are no records.
    const FORMS: &'static [&'static str] = &[];

    /// Those of [`FORMS`](Records::FORMS) that have no place for moves: diagrams.
    const DIAGRAM_FORMS: &'static [&'static str] = &[];

    /// Whether a file holds a record, as far as its first lines tell. A file that holds none
    /// may be a list of positions.
    #[must_use]
    fn looks_like_record(_bytes: &[u8]) -> bool {
        false
    }

    /// The records of a file that holds several; nothing where it holds one, or the forms of the
    /// game have no such files.
    #[must_use]
    fn records_of(_bytes: &[u8]) -> Vec<Part> {
        Vec::new()
    }

    /// Reads a record as other programs write it, whatever its form. Moves may be any that the
    /// rules of the whole game allow, for either side.
    ///
    /// # Errors
    ///
    /// When the bytes are no record; the error has the line and column. Always where the game
    /// has no records.
    fn read_record(game: &G, _bytes: &[u8]) -> Result<Record<G::Position, G::Move>, NotationError> {
        Err(no_records(game))
    }

    /// A record as a file whose name ends with `form`. Moves must be legal.
    ///
    /// # Errors
    ///
    /// When there is no such form.
    fn write_record(
        game: &G,
        _record: &Record<G::Position, G::Move>,
        _form: &str,
    ) -> Result<Vec<u8>, NotationError> {
        Err(no_records(game))
    }

    /// Reads a move of a record by its usual text: any that the rules of the whole game allow.
    ///
    /// The default is [`Notation::parse_move`]; where the goal decides which moves are legal, more
    /// moves are known here.
    ///
    /// # Errors
    ///
    /// When the text is no move, or the move is not legal here.
    fn parse_record_move(
        game: &G,
        position: &G::Position,
        text: &str,
    ) -> Result<G::Move, NotationError> {
        game.parse_move(position, text)
    }

    /// What people who speak this language call a legal move, where that is not its usual text: in
    /// Japanese shogi, say, `▲７六歩`. Position and move are given by their usual texts.
    ///
    /// `last` is the usual text of the move that led to the position, where there is one:
    /// some names say that a move takes the piece that has just moved. Names are for reading
    /// only; [`Notation::parse_move`] need not know them.
    #[must_use]
    fn move_name(_position: &str, _mv: &str, _last: Option<&str>, _lang: Lang) -> Option<String> {
        None
    }

    /// The position as several lines to look at, as people who speak this language have it, where
    /// that is not [`Notation::diagram`]: in Japanese shogi the board with kanji that is used in
    /// records. The position is given by its usual text.
    #[must_use]
    fn diagram_in(_position: &str, _lang: Lang) -> Option<String> {
        None
    }
}

/// The records of a game that has none.
#[derive(Clone, Copy, Debug)]
pub struct NoRecords;

impl<G: Notation> Records<G> for NoRecords {}

fn no_records<G: Notation>(game: &G) -> NotationError {
    NotationError::whole(format!("{} has no records of play", game.name()))
}
