//! Conversations by the Go Text Protocol, as with GoGui and its regression runner.

use std::collections::HashMap;
use std::io::{self, Cursor, Write};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use shomei::Kinds;
use shomei_protocols::gtp::{self, FilesAndNotes};
use shomei_protocols::othello::Options;

use crate::reference::{Dice, Game, Truth, named};

/// Bytes that two owners share.
#[derive(Clone, Default)]
pub(crate) struct Shared(Arc<Mutex<Vec<u8>>>);

impl Write for Shared {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().extend(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Shared {
    pub(crate) fn text(&self) -> String {
        String::from_utf8(self.0.lock().unwrap().clone()).unwrap()
    }
}

/// All answers of a conversation, each without the empty line that ends it, and the notes.
pub(crate) fn converse(
    lines: &str,
    files: HashMap<String, String>,
    time: Duration,
) -> (Vec<String>, String) {
    let (output, notes) = (Shared::default(), Shared::default());
    let options = Options {
        time: Some(time),
        ..Options::default()
    };
    let read = move |name: &str| {
        let file = files.get(name).map(|text| text.clone().into_bytes());
        file.ok_or_else(|| io::Error::new(io::ErrorKind::NotFound, "no such file"))
    };
    let files_and_notes = FilesAndNotes {
        read: Box::new(read),
        notes: Box::new(notes.clone()),
    };
    let kinds = Kinds::builtin();
    let input = Cursor::new(lines.to_string());
    gtp::run(
        kinds.find("othello").unwrap(),
        &options,
        files_and_notes,
        input,
        output.clone(),
    )
    .unwrap();
    let text = output.text();
    assert!(text.is_empty() || text.ends_with("\n\n"), "{text:?}");
    let answers = text.split_terminator("\n\n").map(String::from);
    (answers.collect(), notes.text())
}

/// The answers to commands that read no files.
fn answers(lines: &str) -> Vec<String> {
    converse(lines, HashMap::new(), Duration::from_secs(60)).0
}

/// The commands that GoGui sends when it attaches a program, and a game.
#[test]
fn gogui_attaches_a_program_and_shows_its_game() {
    let lines = "\
        list_commands\n\
        protocol_version\n\
        name\n\
        version\n\
        gogui-rules_game_id\n\
        gogui-rules_board_size\n\
        boardsize 8\n\
        clear_board\n\
        gogui-rules_board\n\
        gogui-rules_side_to_move\n\
        gogui-rules_legal_moves\n\
        play b F5\n\
        gogui-rules_board\n\
        gogui-rules_side_to_move\n\
        gogui-rules_legal_moves\n\
        gogui-rules_final_result\n\
        undo\n\
        gogui-rules_side_to_move\n\
        quit\n";
    let answers = answers(lines);
    let commands: Vec<&str> = answers[0][2..].lines().collect();
    for needed in [
        "boardsize",
        "clear_board",
        "play",
        "genmove",
        "undo",
        "gogui-rules_game_id",
        "gogui-rules_board",
        "gogui-interrupt",
    ] {
        assert!(commands.contains(&needed), "{needed}");
    }
    assert_eq!(
        answers[1..6],
        [
            "= 2",
            "= shomei",
            concat!("= ", env!("CARGO_PKG_VERSION")),
            "= Othello",
            "= 8"
        ]
    );
    assert_eq!(answers[6..8], ["=", "="]);
    // The first line is row 8, so that GoGui's names of squares are those of Othello.
    let empty = ". . . . . . . .";
    let board = |middle: [&str; 4]| {
        format!(
            "= {empty}\n{empty}\n{}\n{empty}\n{empty}",
            middle.join("\n")
        )
    };
    let start = board([empty, ". . . X O . . .", ". . . O X . . .", empty]);
    assert_eq!(answers[8], start);
    assert_eq!(answers[9..12], ["= black", "= D3 C4 F5 E6", "="]);
    let after = board([empty, ". . . X X X . .", ". . . O X . . .", empty]);
    assert_eq!(answers[12], after);
    assert_eq!(answers[13], "= white");
    assert_eq!(answers[15..], ["=", "=", "= black", "="]);
}

/// A board of 6 by 6 squares: its size and squares, a complete game, a file of it, and the return
/// to 8 by 8.
#[test]
fn the_small_board_is_played_and_loaded() {
    let head = "boardsize 6\ngogui-rules_board_size\ngogui-rules_board\nplay b C2\n";
    let moves = "genmove w\ngenmove b\n".repeat(20);
    let tail = "final_score\nloadsgf small.sgf\ngogui-rules_legal_moves\nloadsgf large.sgf\n\
        play 後手 c2\nboardsize 8\ngogui-rules_board_size\n";
    let small = "(;GM[2]SZ[6];B[cb];W[bb])";
    let files = [("small.sgf", small), ("large.sgf", "(;GM[2]SZ[8];B[fe])")];
    let files = files.map(|(name, text)| (name.to_string(), text.to_string()));
    let lines = format!("{head}{moves}{tail}");
    let (answers, _) = converse(&lines, HashMap::from(files), Duration::from_millis(20));
    assert_eq!(answers[..2], ["=", "= 6"]);
    let empty = ". . . . . .";
    let start = [empty, empty, ". . X O . .", ". . O X . .", empty, empty].join("\n");
    assert_eq!(answers[2], format!("= {start}"));
    let played = &answers[3..44];
    assert!(
        played.iter().all(|answer| answer.starts_with('=')),
        "{played:?}"
    );
    let is_inside = |answer: &String| {
        let square = answer.trim_start_matches("= ");
        square == "pass" || square < "G" && square.ends_with(['1', '2', '3', '4', '5', '6'])
    };
    assert!(played[1..].iter().all(is_inside), "{played:?}");
    let score = &answers[44];
    assert!(
        score == "= 0" || score.starts_with("= B+") || score.starts_with("= W+"),
        "{score}"
    );
    assert_eq!(answers[45], "=");
    assert!(answers[46].starts_with("= "), "{}", answers[46]);
    assert_eq!(
        answers[47],
        "? cannot load large.sgf: column 8: the board is 8, expected 6; the rules set it (board=N, or boardsize in GTP)"
    );
    assert!(
        answers[48].starts_with("? illegal move: "),
        "{}",
        answers[48]
    );
    assert_eq!(answers[49..], ["=", "= 8"]);
}

/// Every listed command is accepted, and every other command is refused.
#[test]
fn the_list_of_commands_is_that_of_the_commands() {
    let first = answers("list_commands\n");
    let commands: Vec<&str> = first[0][2..].lines().collect();
    assert!(commands.is_sorted() && commands.len() >= 28, "{commands:?}");
    for command in commands {
        let answers = answers(&format!(
            "time_settings 0 0 1\n1 known_command {command}\n2 {command}\n"
        ));
        assert_eq!(answers[1], "=1 true");
        assert!(
            !answers[2].contains("unknown command"),
            "{command}: {}",
            answers[2]
        );
    }
    let answers =
        answers("3 fixed_handicap 4\nknown_command fixed_handicap\n4 gogui-rules_x\n17\n");
    assert_eq!(answers[0], "?3 unknown command: \"fixed_handicap\"");
    assert_eq!(answers[1], "= false");
    assert_eq!(answers[2], "?4 unknown command: \"gogui-rules_x\"");
    assert_eq!(
        answers[3],
        "?17 unknown command: there is none after the number"
    );
}

/// The form of GoGui's regressions: a file, optional moves, a command with an id, and the expected
/// answer as a comment.
#[test]
fn a_regression_in_the_form_of_gogui() {
    let game = Game::random(&mut Dice::new(5), 7);
    let mut truth = Truth::default();
    let now = game.now().clone();
    let color = |game: &Game| match game.now().mover {
        crate::reference::Disc::Black => "black",
        _ => "white",
    };
    let files = HashMap::from([
        ("games/late.sgf".to_string(), game.sgf(true)),
        ("games/of gogui.sgf".to_string(), game.sgf(false)),
        ("games/late.ggf".to_string(), game.ggf("pass")),
    ]);
    let side = color(&game);
    let count = game.moves.len();
    let lines = format!(
        "# The score is proven, and so is the move.\n\
         \n\
         loadsgf games/late.sgf\n\
         10 reg_genmove {side}\n\
         #? [E3|H4]\n\
         \n\
         loadsgf games/of gogui.sgf\n\
         20 reg_genmove {side}\n\
         #? [!(A3|A5)]*\n\
         loadsgf games/late.ggf {}\n\
         30 reg_genmove {side}\n\
         31 undo\n\
         loadsgf games/late.ggf 1\n\
         40 gogui-rules_side_to_move\n\
         50 loadsgf games/none.sgf\n\
         60 loadsgf\n",
        count + 1
    );
    let (answers, notes) = converse(&lines, files, Duration::from_secs(60));
    let best = truth.score(&now);
    for (place, id) in [(1, 10), (3, 20), (5, 30)] {
        assert_eq!(answers[place - 1], "=");
        let mv = answers[place].strip_prefix(&format!("={id} ")).unwrap();
        assert_eq!(truth.of_move(&now, named(mv, "pass")), best);
    }
    assert_eq!(answers[6..9], ["=31", "=", "=40 black"]);
    assert_eq!(answers[9], "?50 cannot load games/none.sgf: no such file");
    assert_eq!(
        answers[10],
        "?60 syntax error: loadsgf takes the name of a file"
    );
    assert_eq!(notes.lines().count(), 3);
    assert!(
        notes
            .lines()
            .all(|note| note.contains(": proven: a best move, ")),
        "{notes}"
    );
}

#[test]
fn genmove_plays_and_notes_its_reason() {
    let lines = "\
        shomei-status\n\
        time_settings 0 0 0\n\
        genmove b\n\
        shomei-status\n\
        time_left w 0 0\n\
        genmove b\n\
        genmove white\n\
        reg_genmove b\n";
    let (answers, notes) = converse(lines, HashMap::new(), Duration::from_millis(200));
    assert_eq!(answers[0], "= no move was answered yet");
    let first = &answers[2][2..];
    assert!(["F5", "D3", "C4", "E6"].contains(&first), "{first}");
    let status = format!("= {first}: not proven: the choice of the evaluation, about ");
    assert!(answers[3].starts_with(&status), "{}", answers[3]);
    assert_eq!(answers[5], "? white is to move, and does not have to pass");
    assert!(answers[6].starts_with("= "), "{}", answers[6]);
    let open = "? not proven in time: the score is between -";
    assert!(answers[7].starts_with(open), "{}", answers[7]);
    assert_eq!(notes.lines().count(), 2);
}

#[test]
fn long_words_are_cut() {
    let word = "q".repeat(10_000);
    let lines = format!("{word}\nplay b {word}\nplay {word} f5\nboardsize {word}\nkomi {word}\n");
    for answer in answers(&(lines + &format!("set_game {word}\n"))) {
        assert!(answer.contains('…') && answer.len() < 250, "{answer:.300}");
    }
}

#[test]
fn what_is_malformed_has_its_answer() {
    for (line, expected) in [
        (
            "play b",
            "? syntax error: play: the number of arguments is 1, expected 2",
        ),
        (
            "play x F5",
            "? syntax error: \"x\" is not a color; expected black or white",
        ),
        (
            "play b A1",
            "? illegal move: a disc of Black on A1 flips nothing; legal are D3 C4 F5 E6",
        ),
        (
            "play b J9",
            "? illegal move: \"J9\" is not a move; expected a square from A1 to H8, or -- for a pass",
        ),
        (
            "7 play b pass",
            "?7 illegal move: Black can move and must not pass; legal are D3 C4 F5 E6",
        ),
        (
            "boardsize 19",
            "? unacceptable size: Othello is played on a board of 6 or 8",
        ),
        (
            "boardsize x",
            "? syntax error: boardsize: expected a whole number, found \"x\"",
        ),
        ("komi 0.5", "="),
        (
            "komi x",
            "? syntax error: komi: expected a number, found \"x\"",
        ),
        (
            "komi nan",
            "? syntax error: komi: expected a number, found \"nan\"",
        ),
        ("undo", "? cannot undo: no move was played"),
        ("set_game Go", "? unsupported game: \"Go\"; only Othello"),
        ("set_game Othello", "="),
        ("list_games", "= Othello"),
        ("final_score", "? cannot score: the game is not over"),
        (
            "time_left b 10",
            "? syntax error: time_left: the number of arguments is 2, expected 3",
        ),
        (
            "time_settings 1 -1 0",
            "? syntax error: time_settings: expected a whole number, found \"-1\"",
        ),
        ("\u{1b}[2J", "? unknown command: \"[2J\""),
        ("4294967296 name", "? unknown command: \"4294967296\""),
        ("  12\tname # a comment\r", "=12 shomei"),
    ] {
        assert_eq!(answers(&format!("{line}\n")), [expected], "{line:?}");
    }
    for none in ["", "# quit", " \t ", "\r"] {
        assert!(answers(&format!("{none}\n")).is_empty(), "{none:?}");
    }
    // A line that exceeds the length limit is refused with its id, and the next line is read.
    let long = format!(
        "5 play b F5 {}\n6 name\n# {}\nname",
        "x".repeat(2 << 20),
        "y".repeat(2 << 20)
    );
    assert_eq!(
        answers(&long),
        ["?5 the line is longer than 1 MiB", "=6 shomei", "= shomei"]
    );
    // Bytes that are not UTF-8 are an unknown command; lines after `quit` are ignored.
    assert_eq!(
        answers("1 quit now\n2 quit\n3 name\n"),
        [
            "?1 syntax error: quit: the number of arguments is 1, expected 0",
            "=2"
        ]
    );
}

#[test]
fn the_board_to_look_at() {
    let answers = answers("3 showboard\n");
    assert!(
        answers[0].starts_with("=3\n  a b c d e f g h\n1 - - "),
        "{}",
        answers[0]
    );
    assert!(
        answers[0].ends_with("Black to move: + marks its moves"),
        "{}",
        answers[0]
    );
}

/// GoGui interrupts a command by a comment after it.
#[test]
fn an_interrupt_ends_what_is_thought_about() {
    let lines = "1 reg_genmove b\n# interrupt\n2 name\n# interrupt\n3 genmove b\n# interrupt\n4 gogui-interrupt\n";
    let answers = answers(lines);
    assert!(
        answers[0].starts_with("?1 interrupted: the score is between "),
        "{}",
        answers[0]
    );
    assert_eq!(answers[1], "=2 shomei");
    assert!(answers[2].starts_with("=3 "), "{}", answers[2]);
    assert_eq!(answers[3], "=4");
}
