//! Records in SGF: accepted texts, refused texts with their places, and written texts.

#![allow(clippy::unwrap_used, reason = "tests may stop at the first surprise")]

use shomei_game::sgf::records_of;
use shomei_game::{
    Branch, Ending, Game, Goal, KeyStream, Kind, Line, Notation, Record, Records, Side,
};
use shomei_loa::{Loa, Move, Position};
use shomei_testkit::variants::{self, variants};

fn game() -> Loa {
    Loa::open("", Goal::win(Side::First)).unwrap()
}

fn record(text: &str) -> Record<Position, Move> {
    let read = Loa::read_record(&game(), text.as_bytes());
    read.unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn refused(text: &str) -> String {
    Loa::read_record(&game(), text.as_bytes())
        .unwrap_err()
        .to_string()
}

/// The position after these moves.
fn after(moves: &[&str]) -> Position {
    let game = game();
    moves.iter().fold(game.start(), |position, mv| {
        position.play(game.parse_move(&position, mv).unwrap())
    })
}

fn last(record: &Record<Position, Move>) -> Position {
    let moves = record.main.moves.iter();
    moves.fold(record.root, |position, &mv| position.play(mv))
}

#[test]
fn variants_are_one_game() {
    let moves: [&[&str]; 4] = [
        &["c8-c6", "C8-C6", "c8c6", "c8-c6!", " c8-c6 "],
        &["h4-f2", "H4-f2", "h4f2", "h4-f2?"],
        &["g8-g6", "g8g6", "G8-g6+"],
        &["a2-d2", "A2D2", "a2-d2"],
    ];
    let own = variants::Game {
        root: &["GM[9]", "FF[4]", "SZ[8]"],
        long_root: &["GaMe[9]", "SiZe[8]"],
        moves: &moves,
        other: "d1-b3",
    };
    let expected = after(&["c8-c6", "h4-f2", "g8-g6", "a2-d2"]);
    for file in variants(&own, 240) {
        let shown = String::from_utf8_lossy(&file).into_owned();
        assert!(Loa::looks_like_record(&file), "{shown}");
        let read = Loa::read_record(&game(), &file);
        let read = read.unwrap_or_else(|error| panic!("{error}: {shown:?}"));
        assert_eq!(last(&read), expected, "{shown:?}");
        assert_eq!(read.main.moves.len(), 4, "{shown:?}");
        assert!(
            read.headers.contains(&("PB".into(), "Müller".into())),
            "{shown:?}"
        );
        // Two concatenated files are two records.
        let text = shomei_game::sgf::decode(&file).unwrap();
        let two = format!("\u{feff}{text}\n{text}");
        let parts = records_of(two.as_bytes());
        assert_eq!(parts.len(), 2, "{shown:?}");
        for part in parts {
            let read = Loa::read_record(&game(), format!("\u{feff}{}", part.text).as_bytes());
            assert_eq!(last(&read.unwrap()), expected, "{shown:?}");
        }
    }
}

#[test]
fn a_record_has_everything() {
    let read = record(
        "(;GM[9]PB[one]PW[other]DT[2001-02-03]EV[a cup]RE[W+R]C[about all]AP[x:1]\n\
         ;B[c8-c6]C[first];W[h4-f2]\n\
         (;B[g8-g6];C[the end])\n(;B[d1-b3]C[a way];W[a2-d2](;B[b1-b4])(;B[e1-e3]C[no])(;B[resign]C[bad])))",
    );
    let headers = ["PB", "PW", "DT", "EV"]
        .iter()
        .zip(["one", "other", "2001-02-03", "a cup"]);
    let headers: Vec<_> = headers
        .map(|(name, text)| (name.to_string(), text.into()))
        .collect();
    assert_eq!(read.headers, headers);
    assert_eq!(read.root, game().start());
    assert_eq!(read.main.comment, "about all");
    assert_eq!(
        read.main.comments,
        [(1, "first".into()), (4, "the end".into())]
    );
    assert_eq!(last(&read), after(&["c8-c6", "h4-f2", "g8-g6"]));
    assert_eq!(read.ending, Ending::over("W+Resign"));
    let of_branch = |number: usize| {
        let Branch {
            at, moves, comment, ..
        } = &read.branches[number];
        let mut position = after(&["c8-c6", "h4-f2"]);
        let texts = moves.iter().map(|&mv| {
            let text = game().format_move(&position, mv);
            position = position.play(mv);
            text
        });
        (*at, texts.collect::<Vec<_>>().join(" "), comment.as_str())
    };
    let branches: Vec<_> = (0..read.branches.len()).map(of_branch).collect();
    let expected = [
        (2, "d1-b3 a2-d2", "a way"),
        (2, "d1-b3 a2-d2 b1-b4", ""),
        (2, "d1-b3 a2-d2 e1-e3", "no"),
    ];
    let expected: Vec<_> = expected
        .iter()
        .map(|&(at, moves, comment)| (at, moves.to_string(), comment))
        .collect();
    assert_eq!(branches, expected);
    assert_eq!(read.branches[0].ending, Ending::over("W+Resign"));
    assert_eq!(read.branches[0].comments, [(3, "bad".into())]);
}

#[test]
fn ends_are_known() {
    let end = |text: &str| record(&format!("(;GM[9]{text})")).ending;
    for (text, word) in [
        ("RE[B+]", "B+"),
        ("RE[W+Resign]", "W+Resign"),
        ("RE[b+t]", "B+Time"),
        ("RE[0]", "Draw"),
        (";B[resign]", "W+Resign"),
        (";B[c8-c6];W[Resigns]", "B+Resign"),
        (";B[c8-c6]RE[Void]", "Void"),
        ("RE[B+];B[c8-c6];W[resign];", "B+Resign"),
    ] {
        assert_eq!(end(text), Ending::over(word), "{text}");
    }
    assert_eq!(end(";B[c8-c6]"), Ending::Open);
    // Repeated names become one header.
    let read = record("(;GM[9]PB[a];PB[b])");
    assert_eq!(read.headers, [("PB".into(), "a, b".into())]);
    // Unknown words are kept.
    let read = record("(;GM[9]RE[?])");
    assert_eq!(
        (read.ending, read.headers),
        (Ending::Open, vec![("RE".into(), "?".into())])
    );
}

#[test]
fn errors_have_their_place() {
    for (text, message) in [
        (
            "",
            "column 1: this is not a record in SGF: expected (; at the beginning",
        ),
        (
            "c8-c6",
            "column 1: this is not a record in SGF: expected (; at the beginning",
        ),
        (
            "(;GM[9]\n;B[c8-c6]",
            "line 2, column 9: the text ends before the closing )",
        ),
        (
            "(;GM[9]\n\n;B[c8-c6",
            "line 3, column 3: this [ is never closed",
        ),
        ("(;GM[9]\r\n ;B)", "line 2, column 3: expected [ after B"),
        (
            "(;GM[9]\r;b[c8-c6])",
            "line 2, column 2: \"b\" names no property; names are in capitals, such as B",
        ),
        (
            "(;GM[2]\n)",
            "line 1, column 3: this is game 2; Lines of Action is GM[9]",
        ),
        (
            "(;\nSZ[9])",
            "line 2, column 1: the board is 9, expected 8; the rules set it (board=N, or boardsize in GTP)",
        ),
        (
            "(;SU[x]\n)",
            "line 1, column 3: unknown setup \"x\"; expected Standard or Custom",
        ),
        (
            "(;AB[a1:c1]AW[b1])",
            "square b1: there are pieces of both sides",
        ),
        (
            "(;AB[a1]\n[i9])",
            "line 1, column 3: \"i9\" is not a square",
        ),
        (
            "(;GM[9]\n;B[c8-c6]\n;B[g8-g6])",
            "line 3, column 4: move 2 (g8-g6): White is to move",
        ),
        (
            "(;GM[9]\n;B[c8-c5])",
            "line 2, column 4: move 1 (c8-c5): along this line c8 moves 2 squares, one for each piece on it, not 3",
        ),
        (
            "(;GM[9]\n;B[c8-c6]\n(;W[h4-f2])\n(;W[h4-h4]))",
            "line 4, column 5: move 2 (h4-h4): a piece must leave its square",
        ),
        (
            "(;B[c8-c6]\n;AB[a1])",
            "line 2, column 2: AB sets up the board after a move or in a variation",
        ),
        (
            "(;GM[9]\n(;AE[b1])(;B[c8-c6]))",
            "line 2, column 3: AE sets up the board after a move or in a variation",
        ),
        (
            "(;B[c8-c6]\n;PL[B])",
            "line 2, column 2: White is to move here, not Black",
        ),
        (
            "(;RE[B+]\n;B[resign])",
            "line 1, column 3: RE is a win of Black, who resigns",
        ),
        (
            "(;RE[B+]\n;RE[W+])",
            "line 2, column 2: RE has another result than the RE before",
        ),
        (
            "(;GM[9]\n;B[resign]\n;W[h4-f2])",
            "line 3, column 2: there is W after a resignation",
        ),
        (
            "(;GM[9])\n(;GM[9])",
            "line 2, column 1: the file contains several games; expected one, and here begins another",
        ),
        ("2 (;GM[9])", "column 1: the file has 2 games, expected one"),
        (
            "(;GM[9])\n x",
            "line 2, column 2: there is 'x' after the end of the game",
        ),
        ("(;CA[UTF-16x]\nPB[\u{fc}])", ""),
    ] {
        match message {
            "" => assert!(Loa::read_record(&game(), text.as_bytes()).is_ok()),
            message => assert_eq!(refused(text), message, "{text}"),
        }
    }
    let bytes = b"(;CA[GB2312]\nPB[\xb0\xa1])";
    let error = Loa::read_record(&game(), bytes).unwrap_err().to_string();
    assert!(
        error.starts_with("line 2, column 4: the encoding CA[GB2312]"),
        "{error}"
    );
}

#[test]
fn a_setup_names_its_side_or_its_first_move_does() {
    let board = "(;GM[9]SU[Custom]AB[c1][c5]AW[a8][b6]";
    assert_eq!(
        record(&format!("{board};W[a8-b8])")).root.to_move(),
        Side::Second
    );
    assert_eq!(
        record(&format!("{board}(;W[a8-b8])(;W[b6-c7]))"))
            .root
            .to_move(),
        Side::Second
    );
    assert_eq!(record(&format!("{board})")).root.to_move(), Side::First);
    assert_eq!(
        record(&format!("{board};PL[white])")).root.to_move(),
        Side::Second
    );
}

#[test]
fn texts_end_with_a_resignation_and_need_no_hyphens() {
    let read = |text: &str| game().parse_position(text).unwrap();
    let expected = after(&["c8-c6", "h4-f2", "g8-g6"]);
    for text in [
        "c8c6 h4f2 g8g6",
        "c8-c6 h4-f2 g8-g6 resign",
        "1. c8c6 h4f2\n2. g8g6 Resigns",
        "start moves c8c6 h4-f2 g8g6 resigns",
    ] {
        assert_eq!(read(text), expected, "{text}");
    }
    let error = |text: &str| game().parse_position(text).unwrap_err().to_string();
    assert_eq!(
        error("c8c6 resigns h4f2"),
        "column 14: there is \"h4f2\" after the result"
    );
    assert_eq!(
        error("c8c6 h4é2"),
        "move 2 (h4é2): \"h4é2\" is not a move; expected a move such as c8-a6, c8xa6 or pass"
    );
}

#[test]
fn the_side_may_be_attached_to_the_board() {
    let start = game().format_position(&game().start());
    for (side, to_move) in [("x", Side::First), ("O", Side::Second), ("b", Side::First)] {
        let text = start.replace(" x", side);
        assert_eq!(
            game().parse_position(&text).unwrap().to_move(),
            to_move,
            "{text}"
        );
        let moves = format!("{text} moves");
        assert_eq!(
            game().parse_position(&moves).unwrap().to_move(),
            to_move,
            "{text}"
        );
    }
    // An extra square is not read as a side to move.
    for text in [start.replace(" x", "x x"), start.replace(" x", ".")] {
        let error = game().parse_position(&text).unwrap_err().to_string();
        assert!(error.starts_with("the board has 65 squares"), "{error}");
    }
}

/// A record of random play, with everything that SGF can express.
fn random(seed: u64) -> Record<Position, Move> {
    let mut stream = KeyStream::new(seed);
    let mut below = |most: usize| (stream.next_key().0 % most as u64) as usize;
    let game = game();
    let texts = ["x", "two\nlines", "]\\[;)(", "Müller 棋"];
    let mut root = game.start();
    for _ in 0..below(3) {
        let mut moves = Vec::new();
        game.moves(&root, &mut moves);
        root = root.play(moves[below(moves.len())]);
    }
    let line = |root: Position, length: usize, below: &mut dyn FnMut(usize) -> usize| {
        let (mut position, mut all) = (root, Vec::new());
        for _ in 0..length {
            let mut moves = Vec::new();
            if !game.is_over(&position) {
                game.moves(&position, &mut moves);
            }
            let Some(count) = std::num::NonZeroUsize::new(moves.len()) else {
                break;
            };
            let mv = moves[below(count.get())];
            all.push(mv);
            position = position.play(mv);
        }
        all
    };
    let main = line(root, below(6), &mut below);
    let mut record = Record::of(root);
    let mut comments = Vec::new();
    for at in 1..=main.len() + 1 {
        if at <= main.len() || !main.is_empty() {
            comments.extend((below(3) == 0).then(|| (at, texts[below(texts.len())].to_string())));
        }
    }
    for _ in 0..below(4) {
        let at = below(main.len() + 1);
        let before = main[..at]
            .iter()
            .fold(root, |position, &mv| position.play(mv));
        let moves = line(before, 1 + below(4), &mut below);
        if moves.is_empty() || main.get(at) == moves.first() {
            continue;
        }
        let ending = [Ending::Open, Ending::over("B+Resign")][below(2)].clone();
        record.branches.push(Branch {
            at,
            moves,
            comment: texts[below(texts.len())].to_string(),
            comments: Vec::new(),
            ending,
        });
    }
    let comment = texts[below(texts.len())].to_string();
    record.main = Line {
        moves: main,
        comment,
        comments,
    };
    record.headers = vec![("PB".into(), "a ] b".into()), ("RE".into(), "?".into())];
    record.ending = [
        Ending::over("W+Resign"),
        Ending::over("B+12"),
        Ending::over("Draw"),
    ][below(3)]
    .clone();
    record.headers.truncate(1);
    record
}

#[test]
fn written_records_are_read_back() {
    let game = game();
    let write = |record: &Record<Position, Move>| Loa::write_record(&game, record, "sgf").unwrap();
    let mut branches = 0;
    for seed in 0..400 {
        let made = random(seed);
        let written = write(&made);
        let shown = String::from_utf8(written.clone()).unwrap();
        let read =
            Loa::read_record(&game, &written).unwrap_or_else(|error| panic!("{error}: {shown}"));
        assert_eq!(
            (read.root, &read.main, &read.ending),
            (made.root, &made.main, &made.ending),
            "{shown}"
        );
        assert_eq!(read.headers, made.headers);
        let tree = |record: &Record<Position, Move>| shomei_game::RecordTree::of(record);
        assert_eq!(
            tree(&read).nodes().count(),
            tree(&made).nodes().count(),
            "{shown}"
        );
        assert_eq!(
            Loa::read_record(&game, &write(&read)).unwrap(),
            read,
            "{shown}"
        );
        branches += read.branches.len();
    }
    assert!(branches > 200, "{branches}");
    let error = Loa::write_record(&game, &random(0), "ggf")
        .unwrap_err()
        .to_string();
    assert_eq!(
        error,
        "there is no form of records named \"ggf\"; known is sgf"
    );
}

#[test]
fn a_solution_says_who_wins() {
    let game = Loa::open("", Goal::win(Side::Second)).unwrap();
    let mut record = Record::of(game.start());
    let text = |record: &Record<Position, Move>| {
        String::from_utf8(Loa::write_record(&game, record, "sgf").unwrap()).unwrap()
    };
    record.ending = Ending::Won;
    record.headers = vec![("author".into(), "one".into()), ("PW".into(), "two".into())];
    let written = text(&record);
    assert!(
        written.contains("PL[B]PW[two]RE[W+]C[author: one]\n"),
        "{written}"
    );
    record.ending = Ending::Failed;
    assert!(!text(&record).contains("RE["));
}

/// Each variation of a variation repeats the moves before it, so a small file could fill the
/// memory.
#[test]
fn variations_have_a_limit() {
    let file = |plies: usize| {
        let mut text = "(;GM[9](;B[c1-c3])".to_string();
        for ply in 0..plies {
            let mv = ["b1-b3", "a2-c2", "b3-b1", "c2-a2"][ply % 4];
            let (side, other) = [("B", "g1-g3"), ("W", "h7-f7")][ply % 2];
            text += &format!("(;{side}[{other}])(;{side}[{mv}]");
        }
        text + &")".repeat(plies + 1)
    };
    assert_eq!(record(&file(100)).branches.len(), 101);
    assert_eq!(
        refused(&file(3_000)),
        "the variations have more than 1048576 moves"
    );
}

/// A file like those of the server `LittleGolem`, and its written form.
#[test]
fn a_file_of_a_server_is_written_in_our_words() {
    let server = "(;FF[4]EV[loa.DEFAULT.2007]PB[first]PW[second]SZ[8]GM[9]RE[B+R]\
        SO[the server];B[c8c6];W[h4-f2];B[G8-G6];W[resign])";
    let written = Loa::write_record(&game(), &record(server), "sgf").unwrap();
    assert_eq!(
        String::from_utf8(written).unwrap(),
        "(;FF[4]CA[UTF-8]AP[shomei]GM[9]SZ[8]SU[Custom]\
         AB[b1][c1][d1][e1][f1][g1][b8][c8][d8][e8][f8][g8]\
         AW[a2][h2][a3][h3][a4][h4][a5][h5][a6][h6][a7][h7]PL[B]\
         EV[loa.DEFAULT.2007]PB[first]PW[second]SO[the server]RE[B+Resign]\n\
         ;B[c8-c6]\n;W[h4-f2]\n;B[g8-g6]\n)\n"
    );
}

#[test]
fn every_game_has_these_names_of_the_sides() {
    let board = "(;GM[9]SU[Custom]AB[c1][c5]AW[a8][b6]PL";
    for (name, side) in [
        ("先手", Side::First),
        ("Sente", Side::First),
        ("B", Side::First),
        ("後手", Side::Second),
        ("gote", Side::Second),
        ("White", Side::Second),
    ] {
        let text = format!("{board}[{name}])");
        assert_eq!(record(&text).root.to_move(), side, "{name}");
    }
    assert_eq!(
        refused(&format!("{board}[black 1])")),
        "column 38: PL names no side; expected B or W"
    );
}
