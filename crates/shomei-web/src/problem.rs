//! What somebody drops on the page or pastes into it: a position in any form, or a record of play
//! in any encoding that the game reads.

use serde::Serialize;
use shomei::game::NotationError;
use shomei::{AnyGame, AnyRecord, Error, Kind, Kinds};

use crate::boards::{self, Board};
use crate::words::Lang;

/// What was read.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct ProblemData {
    /// The game, which may have been found out.
    game: &'static str,
    /// The position: the question, where it is a record of a problem.
    position: String,
    /// The side to move.
    mover: String,
    /// The moves of the main line, where there are some.
    moves: Vec<MoveData>,
    /// How many branches the record has.
    branches: usize,
    /// Author, title and so on.
    headers: Vec<(String, String)>,
    /// The lines of its comments.
    comments: Vec<String>,
    board: Board,
}

/// A move of a record.
#[derive(Clone, Debug, Serialize)]
struct MoveData {
    mv: String,
    name: String,
}

/// What some editors put before the first character of a file.
const BYTE_ORDER_MARK: char = '\u{feff}';

/// Reads a problem of this game, or of whichever game can read it where none is named. `name` is
/// that of its file, if there is one.
///
/// # Errors
///
/// With the line and the column where something is wrong.
pub(crate) fn read(
    kinds: &Kinds,
    (game, rules): (&str, &str),
    name: &str,
    bytes: &[u8],
    lang: Lang,
) -> Result<ProblemData, Error> {
    if !game.is_empty() {
        let kind = kinds.find(game)?;
        return read_as(kind, rules, name, bytes, lang);
    }
    let looks = |kind: &&Kind| is_record(kind, name, bytes);
    if let Some(kind) = kinds.iter().find(looks) {
        return read_as(kind, rules, name, bytes, lang);
    }
    let mut tried = kinds
        .iter()
        .map(|kind| read_as(kind, rules, name, bytes, lang));
    tried.find_map(Result::ok).ok_or_else(|| {
        let games: Vec<&str> = kinds.names().collect();
        let games = games.join(", ");
        Error::input(format!(
            "it is no position of {games}: choose the game to see what is wrong"
        ))
    })
}

fn read_as(
    kind: &Kind,
    rules: &str,
    name: &str,
    bytes: &[u8],
    lang: Lang,
) -> Result<ProblemData, Error> {
    let game = kind.open(rules, &shomei::Hints::default())?;
    let record = match is_record(kind, name, bytes) {
        true => game.read_record(bytes)?,
        false => position(&game, bytes)?,
    };
    Ok(told(kind, record, lang))
}

/// Whether bytes are a record of play of this game, by what they look like or by their name.
fn is_record(kind: &Kind, name: &str, bytes: &[u8]) -> bool {
    let ending = name
        .rsplit_once('.')
        .map_or("", |(_, ending)| ending)
        .to_lowercase();
    kind.record_forms.contains(&ending.as_str()) || kind.looks_like_record(bytes)
}

fn position(game: &AnyGame, bytes: &[u8]) -> Result<AnyRecord, NotationError> {
    let text = std::str::from_utf8(bytes).map_err(|error| {
        let place = error.valid_up_to() + 1;
        NotationError::whole(format!("the text is not UTF-8 from byte {place} on"))
    })?;
    let text = text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(text);
    Ok(AnyRecord {
        root: game.position(text.trim_end())?,
        moves: Vec::new(),
        branches: 0,
        said: shomei::Said::default(),
    })
}

fn told(kind: &Kind, record: AnyRecord, lang: Lang) -> ProblemData {
    let AnyRecord {
        root,
        moves,
        branches,
        said,
    } = record;
    let (mut at, mut last) = (root.clone(), None::<String>);
    let mut named = Vec::new();
    for mv in moves {
        let name = boards::move_name(&at, &mv, last.as_deref(), lang);
        // The moves of a record are legal, one after the other.
        at = at.play(&mv).unwrap_or(at);
        last = Some(mv.clone());
        named.push(MoveData { mv, name });
    }
    ProblemData {
        game: kind.name,
        mover: root.game().side_name(root.to_move()),
        board: boards::draw(&root, None, lang),
        position: root.text(),
        moves: named,
        branches,
        headers: said.headers,
        comments: said.comments,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn problem(game: &str, name: &str, bytes: &[u8]) -> Result<ProblemData, Error> {
        read(&Kinds::builtin(), (game, ""), name, bytes, Lang::Ja)
    }

    /// 手合割 and a move in Shift-JIS.
    const SHIFT_JIS: &[u8] = b"\x8e\xe8\x8d\x87\x8a\x84\x81F\x95\xbd\x8e\xe8\n\
        \x8e\xe8\x90\x94----\x8ew\x8e\xe8---------\n   1 \x82V\x98Z\x95\xe0(77)\n";

    #[test]
    fn a_record_in_shift_jis_is_read_with_its_moves() {
        for game in ["shogi", ""] {
            let read = problem(game, "a.kif", SHIFT_JIS).unwrap();
            assert_eq!((read.game, read.moves.len()), ("shogi", 1));
            assert_eq!(read.moves[0].name, "▲７六歩");
        }
    }

    #[test]
    fn a_position_may_have_a_mark_before_it() {
        let read = problem("loa", "", "\u{feff}start\n".as_bytes()).unwrap();
        assert_eq!((read.mover.as_str(), read.moves.len()), ("black", 0));
        assert!(read.board.svg.starts_with("<svg"));
    }

    #[test]
    fn the_game_is_found_out_where_none_is_named() {
        let text = "-".repeat(27) + "OX------XO" + &"-".repeat(27) + " X";
        assert_eq!(problem("", "", text.as_bytes()).unwrap().game, "othello");
        assert!(problem("", "", b"?").is_err());
    }

    #[test]
    fn what_is_wrong_has_its_place() {
        let error = problem("shogi", "", b"9/9/9/9/9/9/9/9/x9 b - 1").unwrap_err();
        assert!(error.place().is_some(), "{error}");
        let error = problem("loa", "", b"abc\xff").unwrap_err();
        assert!(
            error.to_string().contains("not UTF-8 from byte 4"),
            "{error}"
        );
    }
}
