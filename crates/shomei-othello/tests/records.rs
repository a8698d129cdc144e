//! Records in SGF and GGF: accepted texts, refused texts with their places, and written texts.

#![allow(clippy::unwrap_used, reason = "tests may stop at the first surprise")]

use shomei_game::sgf::{self, records_of};
use shomei_game::{
    Branch, Ending, Game, Goal, KeyStream, Kind, Line, Notation, Record, Records, Side,
};
use shomei_othello::{Move, Othello, Position, Size};
use shomei_testkit::variants::{self, variants};

fn opened(rules: &str) -> Othello {
    Othello::open(rules, Goal::win(Side::First)).unwrap()
}

fn game() -> Othello {
    opened("")
}

fn record(text: &str) -> Record<Position, Move> {
    let read = Othello::read_record(&game(), text.as_bytes());
    read.unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn refused(text: &str) -> String {
    Othello::read_record(&game(), text.as_bytes())
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

/// Forms of SGF, with letters counted from the top, and of `GoGui`, from the bottom.
#[test]
fn variants_are_one_game() {
    let upright: [&[&str]; 3] = [
        &["fe", "f5", "F5", " FE "],
        &["df", "d6"],
        &["cc", "C3", "c3"],
    ];
    let bottom: [&[&str]; 3] = [&["fd"], &["dc"], &["cf"]];
    let expected = after(&["f5", "d6", "c3"]);
    for (moves, count) in [(upright, 160), (bottom, 60)] {
        let own = variants::Game {
            root: &["GM[2]", "FF[4]", "SZ[8]"],
            long_root: &["GaMe[2]", "SiZe[8]"],
            moves: &moves,
            other: if moves == bottom { "df" } else { "dc" },
        };
        for file in variants(&own, count) {
            let shown = String::from_utf8_lossy(&file).into_owned();
            assert!(Othello::looks_like_record(&file), "{shown}");
            let read = Othello::read_record(&game(), &file);
            let read = read.unwrap_or_else(|error| panic!("{error}: {shown:?}"));
            assert_eq!(last(&read), expected, "{shown:?}");
            assert!(
                read.headers.contains(&("PB".into(), "Müller".into())),
                "{shown:?}"
            );
        }
    }
}

/// Forms of GGF: all moves in one node, evaluations and times, any order and any blanks.
#[test]
fn ways_of_servers_are_one_game() {
    let board = "8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *";
    let dense = format!("8{}*", board[2..73].replace(' ', ""));
    let expected = after(&["f5", "d6", "c3"]);
    let mut read = 0;
    for board in [
        board,
        &dense,
        &board.replace(' ', "\n"),
        &board.replace('*', "X"),
        &board.replace(" *", " Black"),
    ] {
        for blank in ["", " ", "\n", "\r\n", "\n \n"] {
            for count in ["", "1 ", "1\n"] {
                for end in [";)", ")", "; )\n", ";\r\n)"] {
                    let moves = format!("B[f5//1.2]{blank}W[d6/-3.00/5]{blank}B[ C3 ]");
                    let head = format!("GM[Othello]{blank}PB[M\u{fc}ller]{blank}TY[8]RE[-2.00:r]");
                    let text = format!(
                        "{count}({blank};{head}{blank}BO[{board}]{blank}{moves}{blank}{end}"
                    );
                    let latin: Vec<u8> = text.chars().map(|letter| letter as u8).collect();
                    for bytes in [text.as_bytes(), &latin] {
                        let record = Othello::read_record(&game(), bytes);
                        let record = record.unwrap_or_else(|error| panic!("{error}: {text:?}"));
                        assert_eq!(last(&record), expected, "{text:?}");
                        assert_eq!(record.ending, Ending::over("W+2:r"));
                        assert_eq!(record.headers, [("PB".into(), "Müller".into())]);
                        read += 1;
                    }
                }
            }
        }
    }
    assert_eq!(read, 600);
}

#[test]
fn all_forms_are_one_game() {
    let expected = after(&["f5", "d6", "c3"]);
    for text in [
        "(;GM[2]FF[4]SZ[8];B[fe];W[df];B[cc])",
        "(;GM[2]SZ[8];B[f5];W[D6];B[c3])",
        // As GoGui writes it, whose editor writes a komi without a meaning.
        "(;FF[4]CA[UTF-8]AP[GoGui:1.5]SZ[8]KM[6.5]\n;B[fd]\n;W[dc]\n;B[cf])",
        // Comments, and variations.
        "(;C[a \\] (;B[aa\\]) b];B[fe](;W[df];B[cc])(;W[dd]))",
        "(;GM[Othello]B[f5]W[d6]B[c3];)",
        "(;GM[2]AB[de][ed]AW[dd ee]PL[B];B[fe];W[df];B[cc])",
        "(;GM[2]AB[dd:ee]AE[d4][e5]AW[dd:dd][e5];B[fe];W[df];B[cc])",
        "(;GM[1]SZ[8]KM[0];B[fe];W[df];B[cc])",
    ] {
        let text = &text.replace("(;W[dd])", "(;W[fd])");
        assert_eq!(last(&record(text)), expected, "{text}");
        assert_eq!(game().parse_position(text), Ok(expected), "{text}");
    }
    // White has no move after C1, whether the pass is written or not.
    let root = "(;SZ[8]AB[aa][ah]AW[ba][bh];B[ca]";
    let with = |moves: &str| last(&record(&format!("{root}{moves})")));
    assert_eq!(with(";W[tt];B[ch]"), with(";B[ch]"));
    // Both pass after the end of the game.
    assert_eq!(with(";W[];B[ch];W[];B[tt]"), with(";B[ch]"));
    assert!(Othello::read_record(&game(), format!("{root};W[ch])").as_bytes()).is_err());
    let white = record("(;AB[dd][da]AW[ee]PL[W];W[cc])");
    assert_eq!(
        (white.root.to_move(), last(&white).to_move()),
        (Side::Second, Side::First)
    );
}

#[test]
fn komi_changes_who_wins() {
    for text in [
        "(;GM[Othello]TY[8k]KM[0]B[f5];)",
        "(;GM[Othello]TY[8k]KM[-0.00];)",
        "(;GM[2]KM[0.0];B[fe])",
        "(;TY[8k];)",
    ] {
        record(text);
    }
    for (text, place, komi) in [
        ("(;GM[Othello]\nTY[8k]KM[3]B[f5];)", "line 2, column 7", "3"),
        ("(;GM[Othello]KM[-2.5];)", "column 14", "-2.5"),
        ("(;GM[2]KM[0.5];B[fe])", "column 8", "0.5"),
        ("(;TY[8]KM[three];)", "column 8", "three"),
    ] {
        let message =
            format!("{place}: a komi of {komi} changes who wins; expected none, or KM[0]");
        assert_eq!(refused(text), message, "{text}");
    }
}

#[test]
fn errors_have_their_place() {
    for (text, message) in [
        (
            "",
            "column 1: this is not a record in SGF: expected (; at the beginning",
        ),
        ("(;B[fe]", "column 7: the text ends before the closing )"),
        ("(;\nB[fe", "line 2, column 2: this [ is never closed"),
        ("(;*)", "column 3: '*' was not expected here"),
        (
            "(;GM[11])",
            "column 3: this is a game of \"11\", not of Othello, which is GM[2]",
        ),
        (
            "(;SZ[19])",
            "column 3: the board is 19, expected 8; the rules set it (board=N, or boardsize in GTP)",
        ),
        (
            "(;B[fe]AB[aa])",
            "column 8: AB sets up the board after a move or in a variation",
        ),
        (
            "(;AB[zz])",
            "column 6: \"zz\" is not a square; expected one from A1 to H8",
        ),
        (
            "(;AB[aa:zz])",
            "column 6: \"aa:zz\" is not a square; expected one from A1 to H8",
        ),
        (
            "(;AB[a1]AW[A1])",
            "square A1: there are discs of both sides",
        ),
        (
            "(;\n;B[zz])",
            "line 2, column 4: move 1 (zz): \"zz\" is not a move; expected a square from A1 to H8 or two letters such as fe, or -- for a pass",
        ),
        (
            "(;B[fe]\n;B[df])",
            "line 2, column 4: move 2 (df): this is a move of Black, but White is to move",
        ),
        (
            "(;B[fe]\n;W[aa])",
            "line 2, column 4: move 2 (aa): a disc of White on A1 flips nothing; legal are F4 D6 F6",
        ),
        (
            "(;B[fe]\n(;W[df])\n(;W[aa]))",
            "line 3, column 5: move 2 (aa): a disc of White on A1 flips nothing; legal are F4 D6 F6",
        ),
        (
            "(;GM[Othello]BO[8 -------- -------- -------- ---O*---\n---*O--- -------- -------- --------];)",
            "line 2, column 36: the board has no side to move; expected * or O after its 64 squares",
        ),
        (
            "(;GM[Othello]BO[8 -------- *];)",
            "column 27: the number of squares is 8, expected 64",
        ),
        (
            "(;BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]PL[W];)",
            "column 82: PL names another side than BO",
        ),
    ] {
        assert_eq!(refused(text), message, "{text}");
    }
}

#[test]
fn a_collection_is_several_records() {
    let file =
        "2 (;GM[Othello]B[f5];)(;GM[Othello]B[d3];)\n1 (;GM[Othello];)\n(;GM[2];B[fe];W[aa])";
    let parts = records_of(file.as_bytes());
    let read: Vec<_> = parts
        .iter()
        .map(|part| Othello::read_record(&game(), part.text.as_bytes()))
        .collect();
    assert_eq!(read.len(), 4);
    assert_eq!(last(read[1].as_ref().unwrap()), after(&["d3"]));
    let error = read[3].as_ref().unwrap_err();
    let place = parts[3].place_in_file(error.place.clone());
    assert_eq!(place, shomei_game::Place::LineColumn(3, 17));
    assert!(
        records_of(b"(;GM[2];B[fe])").is_empty() && records_of(b"1 (;GM[Othello];)").is_empty()
    );
}

#[test]
fn small_boards_say_their_size() {
    let small = opened("board=6");
    let read = |text: &str| Othello::read_record(&small, text.as_bytes());
    for text in [
        "(;GM[2]SZ[6];B[bc];W[bb])",
        "(;GM[2]SZ[6];B[b3];W[b2])",
        "(;SZ[6];B[bd];W[be])",
    ] {
        let read = read(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(read.root, Position::start_on(Size::Six));
        assert_eq!(read.main.moves.len(), 2);
        let written = Othello::write_record(&small, &read, "sgf").unwrap();
        assert_eq!(Othello::read_record(&small, &written).unwrap(), read);
        let written = Othello::write_record(&small, &read, "ggf").unwrap();
        assert_eq!(Othello::read_record(&small, &written).unwrap(), read);
    }
    assert_eq!(
        read("(;GM[2];B[bc])").unwrap_err().to_string(),
        "without BO or SZ the board is 8x8 squares; expected SZ[6] or BO[6...]"
    );
    assert!(read("(;GM[2]SZ[8];B[bc])").is_err());
}

fn legal(position: &Position) -> Vec<Move> {
    let mut moves = Vec::new();
    if !position.is_over() {
        game().moves(position, &mut moves);
    }
    moves
}

/// A record of random play, with everything that SGF can express.
fn random(seed: u64) -> Record<Position, Move> {
    let mut stream = KeyStream::new(seed);
    let mut below = |most: usize| (stream.next_key().0 % most as u64) as usize;
    let texts = ["x", "two\nlines", "]\\[;)(", "Müller 棋"];
    let line = |root: Position, length: usize, below: &mut dyn FnMut(usize) -> usize| {
        let (mut position, mut all) = (root, Vec::new());
        while all.len() < length {
            let moves = legal(&position);
            if moves.is_empty() {
                break;
            }
            let mv = moves[below(moves.len())];
            all.push(mv);
            position = position.play(mv);
        }
        all
    };
    let length = [0, 0, 9, 40][below(4)];
    let begin = line(game().start(), length, &mut below);
    let root = begin
        .iter()
        .fold(game().start(), |position, &mv| position.play(mv));
    let length = [0, 3, 10, 60][below(4)];
    let main = line(root, length, &mut below);
    let mut record = Record::of(root);
    let mut comments = Vec::new();
    for at in 1..=main.len() + usize::from(!main.is_empty()) {
        comments.extend((below(4) == 0).then(|| (at, texts[below(texts.len())].to_string())));
    }
    for _ in 0..below(3) {
        let at = below(main.len() + 1);
        let before = main[..at]
            .iter()
            .fold(root, |position, &mv| position.play(mv));
        let length = 1 + below(4);
        let moves = line(before, length, &mut below);
        if moves.is_empty() || main.get(at) == moves.first() {
            continue;
        }
        record.branches.push(Branch {
            at,
            moves,
            comment: texts[below(texts.len())].to_string(),
            comments: Vec::new(),
            ending: Ending::Open,
        });
    }
    let comment = texts[below(texts.len())].to_string();
    record.main = Line {
        moves: main,
        comment,
        comments,
    };
    record.headers = vec![("PB".into(), "a ] b".into()), ("DT".into(), "2001".into())];
    record.ending =
        ["W+Resign", "B+12", "Draw", "W+Time", "B+"].map(Ending::over)[below(5)].clone();
    record
}

#[test]
fn written_records_are_read_back() {
    let game = game();
    let mut branches = 0;
    for seed in 0..400 {
        let made = random(seed);
        for form in ["sgf", "ggf"] {
            let written = Othello::write_record(&game, &made, form).unwrap();
            let shown = String::from_utf8(written.clone()).unwrap();
            let read = Othello::read_record(&game, &written)
                .unwrap_or_else(|error| panic!("{error}: {shown}"));
            assert_eq!(
                (read.root, &read.main, &read.ending),
                (made.root, &made.main, &made.ending),
                "{shown}"
            );
            assert_eq!(read.headers, made.headers, "{shown}");
            let nodes = |record: &Record<Position, Move>| {
                shomei_game::RecordTree::of(record).nodes().count()
            };
            match form {
                "sgf" => assert_eq!(nodes(&read), nodes(&made), "{shown}"),
                _ => assert!(read.branches.is_empty()),
            }
            assert_eq!(
                Othello::read_record(&game, &Othello::write_record(&game, &read, form).unwrap())
                    .unwrap(),
                read,
                "{shown}"
            );
            branches += read.branches.len();
        }
    }
    assert!(branches > 100, "{branches}");
    let error = Othello::write_record(&game, &random(0), "kif")
        .unwrap_err()
        .to_string();
    assert_eq!(
        error,
        "there is no form of records named \"kif\"; known are ggf and sgf"
    );
}

#[test]
fn files_in_utf16_are_not_another_game() {
    let text = "(;GM[2];B[fe])";
    let bytes: Vec<u8> = text.encode_utf16().flat_map(u16::to_be_bytes).collect();
    assert_eq!(sgf::decode(&bytes).unwrap(), text);
    assert_eq!(
        last(&Othello::read_record(&game(), &bytes).unwrap()),
        after(&["f5"])
    );
}

/// Files like those of other programs, and their written form.
#[test]
fn files_of_others_are_written_in_our_words() {
    let gogui = "(;FF[4]CA[UTF-8]AP[GoGui:1.5.1]SZ[8]\nKM[6.5]PB[one]DT[2024-05-01]RE[B+2]\n\
        ;B[fd]\n;W[dc]C[replies]\n;B[cf])\n";
    let server = "(;GM[Othello]PC[GGS/os]DT[2004.09.18_05:54:38.MDT]PB[one]PW[two]RB[1837.5]\
        RW[2203.5]TI[05:00//02:00]TY[8]RE[+12.000:r]\
        BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]\
        B[F5//1.01]W[D6/-3.00/4.5]B[C3//2];)";
    let write = |text: &str, form: &str| {
        String::from_utf8(Othello::write_record(&game(), &record(text), form).unwrap()).unwrap()
    };
    assert_eq!(
        write(gogui, "sgf"),
        "(;FF[4]CA[UTF-8]AP[shomei]GM[2]SZ[8]PB[one]DT[2024-05-01]RE[B+2]\n\
         ;B[fe]\n;W[df]C[replies]\n;B[cc]\n)\n"
    );
    assert_eq!(
        write(gogui, "ggf"),
        "(;GM[Othello]AP[shomei]PC[shomei]PB[one]DT[2024-05-01]RE[+2]TY[8]\
         BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]\
         B[F5]W[D6]C[replies]B[C3];)\n"
    );
    assert_eq!(
        write(server, "ggf"),
        "(;GM[Othello]AP[shomei]PC[GGS/os]DT[2004.09.18_05:54:38.MDT]PB[one]PW[two]RB[1837.5]\
         RW[2203.5]TI[05:00//02:00]RE[+12:r]TY[8]\
         BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]\
         B[F5]W[D6]B[C3];)\n"
    );
    assert_eq!(
        write(server, "sgf"),
        "(;FF[4]CA[UTF-8]AP[shomei]GM[2]SZ[8]PC[GGS/os]DT[2004.09.18_05:54:38.MDT]PB[one]PW[two]\
         RB[1837.5]RW[2203.5]TI[05:00//02:00]RE[B+Resign]\n;B[fe]\n;W[df]\n;B[cc]\n)\n"
    );
}

#[test]
fn each_form_has_its_own_words_for_a_resignation() {
    for (text, word, ggf) in [
        ("(;GM[2]RE[B+R])", "B+Resign", "RE[+64:r]"),
        ("(;GM[Othello]RE[-64.00:r];)", "W+Resign", "RE[-64:r]"),
        ("(;GM[Othello]RE[-2.50:t];)", "W+2.5:t", "RE[-2.5:t]"),
        ("(;GM[2]RE[0])", "Draw", "RE[0]"),
    ] {
        let read = record(text);
        assert_eq!(read.ending, Ending::Over(word.into()), "{text}");
        let written = Othello::write_record(&game(), &read, "ggf").unwrap();
        let shown = String::from_utf8(written.clone()).unwrap();
        assert!(shown.contains(ggf), "{shown}");
        assert_eq!(
            Othello::read_record(&game(), &written).unwrap().ending,
            read.ending
        );
    }
}

#[test]
fn a_wrong_move_is_named_in_the_reading_that_fits_the_others() {
    let gogui = "(;FF[4]AP[GoGui:1.5]SZ[8]\n;B[fd]\n;W[dc]\n;B[aa])";
    assert_eq!(
        refused(gogui),
        "line 4, column 4: move 3 (aa): a disc of Black on A8 flips nothing; legal are C3 C4 C5 C6 C7"
    );
    let upright = "(;SZ[8]\n;B[fe]\n;W[df]\n;B[aa])";
    assert_eq!(
        refused(upright),
        "line 4, column 4: move 3 (aa): a disc of Black on A1 flips nothing; legal are C3 C4 C5 C6 C7"
    );
}

/// In Shift-JIS the second byte of some characters equals a backslash.
#[test]
fn a_comment_in_shift_jis_takes_no_moves_away() {
    let bytes = b"(;GM[2];B[fe]C[\x83\x5c];W[df])";
    let error = Othello::read_record(&game(), bytes)
        .unwrap_err()
        .to_string();
    assert!(error.starts_with("line 1, column 16: "), "{error}");
}
