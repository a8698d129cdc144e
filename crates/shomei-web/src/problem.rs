//! A problem that is dropped on the page or pasted into it: a position in any notation, or a game
//! record in any encoding that the game reads.

use serde::Serialize;
use shomei::files::form_of;
use shomei::game::error_text;
use shomei::{AnyGame, AnyRecord, Error, Kind, Kinds, TextRecord};

use crate::boards::{self, Board};
use crate::texts::Lang;

/// A problem that was read.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct ProblemData {
    /// The game, given or detected.
    game: &'static str,
    /// The position of the question.
    position: String,
    /// The side to move.
    mover: String,
    /// The moves of the main line, if there are any.
    moves: Vec<String>,
    /// Warnings about a record that could be read.
    warnings: Vec<String>,
    board: Board,
}

/// The byte order mark that some editors write at the beginning of a file.
const BYTE_ORDER_MARK: char = '\u{feff}';

/// Reads a problem of this game, or of a game that can read it if none is given. `name` is the name
/// of its file, if there is one.
///
/// # Errors
///
/// With the line and the column of the fault.
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
    // Several games can have records in the same format.
    let mut first_error = None;
    for kind in kinds.iter().filter(|kind| is_record(kind, name, bytes)) {
        match read_as(kind, rules, name, bytes, lang) {
            Ok(read) => return Ok(read),
            Err(error) => first_error = first_error.or(Some(error)),
        }
    }
    if let Some(error) = first_error {
        return Err(error);
    }
    let mut read: Vec<ProblemData> = Vec::new();
    for kind in kinds.iter() {
        read.extend(read_as(kind, rules, name, bytes, lang));
    }
    // Several games may read it; the most likely one writes the position in the same way.
    let given = String::from_utf8_lossy(bytes);
    let is_own = |problem: &ProblemData| problem.position == given.trim();
    let place = read.iter().position(is_own).unwrap_or(0);
    read.into_iter()
        .nth(place)
        .map_or_else(|| no_game(kinds), Ok)
}

fn no_game(kinds: &Kinds) -> Result<ProblemData, Error> {
    let games: Vec<&str> = kinds.names().collect();
    Err(Error::input(error_text!(
        "no-game-reads",
        "it is not a position of {games}: choose the game to see what is wrong",
        games = games.join(", ")
    )))
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
        false => game.unless_failed(position(&game, bytes))?,
    };
    game.unless_failed(Ok(data_of(kind, record, lang)))
}

/// Whether bytes are a game record of this game, by their content or by the file name.
fn is_record(kind: &Kind, name: &str, bytes: &[u8]) -> bool {
    let form = form_of(name.as_ref());
    kind.record_forms.contains(&form.as_str()) || kind.looks_like_record(bytes)
}

fn position(game: &AnyGame, bytes: &[u8]) -> Result<AnyRecord, Error> {
    let text = std::str::from_utf8(bytes).map_err(|error| {
        Error::input(error_text!(
            "not-text",
            "the text is not UTF-8 from byte {byte} on",
            byte = error.valid_up_to() + 1
        ))
    })?;
    let text = text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(text);
    let root = game.position(text.trim_end())?;
    Ok(AnyRecord {
        text: TextRecord::of(root.text()),
        root,
    })
}

fn data_of(kind: &Kind, record: AnyRecord, lang: Lang) -> ProblemData {
    let asked_after = record.asked_after();
    let AnyRecord { root, text } = record;
    let moves = text.main.moves;
    // A move that is legal in a game but not in a problem, such as one without check, is not
    // played, and the question is then about the first position.
    let mut before = moves.iter().take(asked_after);
    let asked = before.try_fold(root.clone(), |at, mv| at.play(mv));
    let asked = asked.unwrap_or(root);
    let in_lang = |warning| Error::from(warning).text_in(lang);
    ProblemData {
        game: kind.name,
        mover: asked.game().side_name(asked.to_move()),
        board: boards::draw(&asked, None, lang),
        position: asked.text(),
        moves,
        warnings: text.warnings.into_iter().map(in_lang).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use shomei::Side;
    use shomei_testkit::shogi_records::{EXAMPLES, Example};

    fn problem(game: &str, name: &str, bytes: &[u8]) -> Result<ProblemData, Error> {
        read(&Kinds::builtin(), (game, ""), name, bytes, Lang::EN)
    }

    #[test]
    fn a_record_in_shift_jis_is_read_with_its_moves() {
        let game = Kinds::builtin().open("shogi", "").unwrap();
        let mut record = TextRecord::of("8k/9/8P/9/9/9/9/9/9 b G 1".to_string());
        record.main.moves.push("G*1b".to_string());
        let bytes = game.write_record(Side::First, &record, "kif").unwrap();
        assert!(std::str::from_utf8(&bytes).is_err());
        for game in ["shogi", ""] {
            let read = problem(game, "a.kif", &bytes).unwrap();
            assert_eq!(
                (read.game, &read.moves[..]),
                ("shogi", &["G*1b".to_string()][..])
            );
        }
    }

    #[test]
    fn records_of_other_programs_mean_what_they_say() {
        for example in EXAMPLES {
            let text = example.text();
            let read = problem("shogi", example.file, text.as_bytes());
            match (read, example.meaning) {
                (Ok(read), Ok(meaning)) => {
                    assert_eq!(read.position, meaning.position, "{text}");
                    assert_eq!(read.moves.join(" "), meaning.moves, "{text}");
                    assert_eq!(read.warnings.join("; "), meaning.warning, "{text}");
                }
                (Err(error), Err(expected)) => {
                    assert!(error.to_string().contains(expected), "{error}");
                }
                (read, expected) => panic!("{read:?}, expected {expected:?} of\n{text}"),
            }
        }
    }

    #[test]
    fn warnings_are_in_the_language_of_the_page() {
        let has_warning = |example: &&Example| matches!(&example.meaning, Ok(meaning) if !meaning.warning.is_empty());
        let example = EXAMPLES.iter().find(has_warning).unwrap();
        let kinds = Kinds::builtin();
        let bytes = example.text().into_bytes();
        let read = read(&kinds, ("shogi", ""), example.file, &bytes, Lang::JA).unwrap();
        assert!(
            read.warnings.iter().all(|text| !text.is_ascii()),
            "{read:?}"
        );
    }

    #[test]
    fn a_position_may_have_a_mark_before_it() {
        let read = problem("loa", "", "\u{feff}start\n".as_bytes()).unwrap();
        assert_eq!((read.mover.as_str(), read.moves.len()), ("black", 0));
        assert!(read.board.svg.starts_with("<svg"));
    }

    #[test]
    fn games_in_sgf_and_ggf_are_read_whatever_their_name_and_encoding() {
        let sgf = "(;GM[9]FF[4]\nPB[M\u{fc}ller]\n;B[e1-e3]\n;W[a2-c2])";
        let ggf = "1 (;GM[Othello]\nPB[M\u{fc}ller]TY[8]B[f5]\nW[d6];)";
        let reversi = "\u{feff}(;GM[2]PB[M\u{fc}ller]\n;B[fe]\n;W[df])";
        for (text, game, moves) in [
            (sgf, "loa", ["e1-e3", "a2-c2"]),
            (ggf, "othello", ["F5", "D6"]),
            (reversi, "othello", ["F5", "D6"]),
        ] {
            let latin = text.trim_start_matches('\u{feff}').chars();
            let latin: Vec<u8> = latin.map(|letter| letter as u8).collect();
            let utf16: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
            for bytes in [text.as_bytes().to_vec(), latin, utf16] {
                for named in [game, ""] {
                    let read = problem(named, "a.txt", &bytes).unwrap();
                    assert_eq!(
                        (read.game, &read.moves[..]),
                        (game, &moves.map(String::from)[..])
                    );
                    // The start cannot be solved, so the last position is the question.
                    let asked = Kinds::builtin().open(game, "").unwrap();
                    let asked = asked.position(&format!("start moves {}", moves.join(" ")));
                    assert_eq!(read.position, asked.unwrap().text());
                }
            }
        }
        let setup = "(;GM[9]SU[Custom]AB[c1][c5]AW[a8][b6]\n;B[c1-c3])";
        let read = problem("loa", "", setup.as_bytes()).unwrap();
        assert_eq!((read.mover.as_str(), read.moves.len()), ("black", 1));
        let error = problem("loa", "", b"(;GM[9]\n;B[e1-e9])").unwrap_err();
        assert!(
            error
                .to_string()
                .starts_with("line 2, column 4: move 1 (e1-e9)"),
            "{error}"
        );
    }

    #[test]
    fn the_game_is_found_out_where_none_is_named() {
        let text = "-".repeat(27) + "OX------XO" + &"-".repeat(27) + " X";
        assert_eq!(problem("", "", text.as_bytes()).unwrap().game, "othello");
        assert!(problem("", "", b"?").is_err());
    }

    #[test]
    fn moves_that_are_none_of_a_problem_stay() {
        let game = Kinds::builtin().open("shogi", "").unwrap();
        let mut record = TextRecord::of("4k4/9/4P4/9/9/9/9/9/9 b 2G 1".to_string());
        // Only the last move gives check, and it would be legal as the first one, too.
        record.main.moves = ["G*9i", "5a4a", "G*5b"].map(String::from).to_vec();
        let bytes = game.write_record(Side::First, &record, "kifu").unwrap();
        let read = problem("shogi", "a.kifu", &bytes).unwrap();
        assert_eq!(read.moves, record.main.moves);
        assert_eq!(read.position, record.root);
    }

    #[test]
    fn a_file_of_several_games_says_so() {
        let error = problem("othello", "a.sgf", b"(;GM[2];B[fe])\n(;GM[2])").unwrap_err();
        assert_eq!(
            error.to_string(),
            "line 2, column 1: the file contains several games; expected one, and here begins another"
        );
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
