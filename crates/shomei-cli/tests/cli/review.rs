//! `shomei review`, and selecting positions of the games in a file.

use std::fs;

use serde_json::{Map, Value};
use shomei::{AnyPosition, Kinds};
use shomei_game::Side;

use crate::support::{Run, directory, names, shomei, text};

/// A random Othello game with the squares that were played.
fn othello_game(seed: u64) -> (Vec<String>, AnyPosition) {
    let game = Kinds::builtin().open("othello", "").unwrap();
    let (mut at, mut state) = (game.start(), seed);
    let mut moves = Vec::new();
    while at.outcome().is_none() {
        let legal = at.moves();
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        let mv = match moves.is_empty() {
            // Files of games begin with this move.
            true => legal
                .iter()
                .find(|mv| mv.eq_ignore_ascii_case("f5"))
                .unwrap(),
            false => &legal[(state >> 33) as usize % legal.len()],
        };
        at = at.play(mv).unwrap();
        moves.push(mv.clone());
    }
    (moves, at)
}

/// The bytes of a WTHOR file with these games, without passes.
fn wthor(games: &[Vec<String>]) -> Vec<u8> {
    let mut bytes = vec![0; 16];
    bytes[4] = games.len() as u8;
    for moves in games {
        let mut record = vec![0; 68];
        let squares = moves.iter().filter(|mv| mv.as_str() != "--");
        for (byte, mv) in record[8..].iter_mut().zip(squares) {
            let [file, rank] = mv.as_bytes() else {
                panic!("{mv}")
            };
            *byte = 10 * (rank - b'0') + (file.to_ascii_lowercase() - b'a' + 1);
        }
        bytes.extend(record);
    }
    bytes
}

/// The moves as people write them.
fn list(moves: &[String]) -> String {
    let squares = moves.iter().filter(|mv| mv.as_str() != "--");
    squares.cloned().collect::<Vec<_>>().concat()
}

fn numbers(object: &Map<String, Value>, name: &str) -> Vec<i64> {
    let numbers = object[name].as_array().unwrap();
    numbers
        .iter()
        .map(|number| number.as_i64().unwrap())
        .collect()
}

/// The loss of a move is the score of the best move minus its own score.
#[test]
fn a_review_agrees_with_the_scores_of_all_moves() {
    for seed in 1..=3 {
        let (moves, end) = othello_game(seed);
        let args = [
            "review",
            "othello",
            &list(&moves),
            "--at",
            "empties=7",
            "--json",
        ];
        let run = shomei(args);
        assert_eq!(run.code, 0, "{run:?}");
        let rows = run.objects();
        assert!(rows.len() >= 7 && rows.len() <= 10, "{run:?}");
        for row in &rows {
            let (position, mv) = (
                row["position"].as_str().unwrap(),
                row["move"].as_str().unwrap(),
            );
            let all = shomei(["solve", "othello", position, "--moves", "--score", "--json"]);
            let all = all.object();
            let scores = all["moves"].as_array().unwrap();
            let score = |mv: &str| {
                let found = scores.iter().find(|known| known["move"] == mv);
                found.unwrap()["score"].as_i64().unwrap()
            };
            let best = all["score"].as_i64().unwrap();
            assert_eq!(numbers(row, "before"), [best, best], "{row:?}");
            assert_eq!(numbers(row, "after"), [score(mv), score(mv)], "{row:?}");
            let loses = best - score(mv);
            assert_eq!(numbers(row, "loses"), [loses, loses], "{row:?}");
            assert_eq!(score(row["best"].as_str().unwrap()), best, "{row:?}");
        }
        let last = rows.last().unwrap();
        let side = match last["side"].as_str() {
            Some("black") => Side::First,
            _ => Side::Second,
        };
        let score = i64::from(end.score(side).unwrap());
        assert_eq!(numbers(last, "after"), [score, score]);
    }
}

#[test]
fn the_results_are_printed_when_the_time_ends_before_the_bundle() {
    let folder = directory();
    let bundle = folder.path().join("review.zip");
    let (moves, _) = othello_game(1);
    let run = shomei([
        "review",
        "othello",
        &list(&moves),
        "--at",
        "empties=7",
        "--time",
        "0",
        "--proof",
        &text(&bundle),
    ]);
    assert_eq!(run.code, 3, "{run:?}");
    assert!(run.out.lines().count() >= 7, "{run:?}");
}

/// The losses of both sides add up to the difference between the first and the last position.
#[test]
fn losses_are_reported_with_certificates() {
    let folder = directory();
    let (moves, _) = othello_game(5);
    let proofs = text(folder.path());
    let args = ["--at", "empties=6", "--proof", &proofs, "--check"];
    let moves = list(&moves);
    let run = shomei(["review", "othello", &moves].into_iter().chain(args));
    assert_eq!(run.code, 0, "{run:?}");
    let lines: Vec<&str> = run.out.lines().collect();
    assert!(lines[0].starts_with("move   side"), "{run:?}");
    let count = lines.len();
    assert!(lines[count - 3].starts_with("Black: "), "{run:?}");
    assert!(lines[count - 2].contains(" discs lost") || lines[count - 2].contains(" disc lost"));
    let files = names(folder.path());
    assert!(files.len() >= 6, "{files:?}");
    let json = ["--json", "--force"];
    let run = shomei([&["review", "othello", &moves], &args[..], &json].concat());
    let row = &run.objects()[0];
    // The certificates of the position before the move have the number of moves before it.
    let before = format!("{:03}.at-least.proof", row["ply"].as_u64().unwrap() - 1);
    let named = row["proofs"][0].as_str().unwrap();
    assert!(named.ends_with(&before), "{row:?}");
    for name in &files {
        assert!(
            name.ends_with("at-least.proof") || name.ends_with("at-most.proof"),
            "{name}"
        );
        let verified = shomei(["verify", &text(&folder.path().join(name))]);
        assert_eq!(verified.code, 0, "{verified:?}");
    }
    let ja = shomei([
        "review",
        "othello",
        &moves,
        "--at",
        "empties=6",
        "--lang",
        "ja",
    ]);
    assert!(ja.out.contains("黒：悪手"), "{ja:?}");
}

#[test]
fn every_game_of_a_file_is_reviewed() {
    let folder = directory();
    let path = folder.path().join("games.wtb");
    let games: Vec<_> = (1..=3).map(|seed| othello_game(seed).0).collect();
    let mut bytes = wthor(&games);
    fs::write(&path, &bytes).unwrap();
    let file = format!("@{}", text(&path));
    let proofs = folder.path().join("proofs");
    fs::create_dir(&proofs).unwrap();
    let out = text(&proofs);
    let args = ["review", "othello", &file, "--at", "empties=5"];
    let run = shomei(args.into_iter().chain(["--proof", &out]));
    assert_eq!(run.code, 0, "{run:?}");
    let written = names(&proofs);
    for number in 1..=3 {
        let first = format!("games.wtb.{number:04}.0");
        let is_first = |name: &String| name.starts_with(&first);
        assert!(written.iter().any(is_first), "{written:?}");
        assert!(
            run.out.contains(&format!("games.wtb#{number}:\n")),
            "{run:?}"
        );
    }
    // An unreadable game does not end the file.
    bytes[16 + 68 + 8 + 1] = 99;
    fs::write(&path, &bytes).unwrap();
    let run = shomei(["review", "othello", &file, "--at", "empties=5"]);
    assert_eq!(run.code, 2);
    assert!(
        run.err.contains("games.wtb#2: move 2: 99 is not a square"),
        "{run:?}"
    );
    assert!(run.out.contains("games.wtb#3:\n"), "{run:?}");
}

#[test]
fn positions_of_games_are_chosen_by_their_empty_squares() {
    let folder = directory();
    let path = folder.path().join("games.WTB");
    let games: Vec<_> = (1..=4).map(|seed| othello_game(seed).0).collect();
    fs::write(&path, wthor(&games)).unwrap();
    let file = format!("@{}", text(&path));
    let run = shomei([
        "solve",
        "othello",
        &file,
        "--at",
        "empties=6",
        "--score",
        "--json",
    ]);
    assert_eq!(run.code, 0, "{run:?}");
    let objects = run.objects();
    assert_eq!(objects.len(), 4);
    for (object, moves) in objects.iter().zip(&games) {
        let position = object["position"].as_str().unwrap();
        assert_eq!(position.matches('-').count(), 6, "{position}");
        // The same game as a list of moves.
        let alone = [
            "solve",
            "othello",
            &list(moves),
            "--at",
            "empties=6",
            "--score",
            "--json",
        ];
        let alone = shomei(alone);
        assert_eq!(alone.object()["position"], position);
        assert_eq!(alone.object()["score"], object["score"]);
    }
    let by_ply = shomei(["show", "othello", &list(&games[0]), "--at", "1"]);
    assert!(by_ply.out.contains("White to move"), "{by_ply:?}");
    // A folder may contain such files, too.
    let argument = format!("@{}", text(folder.path()));
    let run = shomei(["solve", "othello", &argument, "--at", "empties=6"]);
    assert!(run.out.contains("games.WTB#4: "), "{run:?}");
    assert!(run.out.contains("\n4 positions: "), "{run:?}");
}

#[test]
fn unclear_questions_are_refused() {
    let folder = directory();
    let path = folder.path().join("games.wtb");
    let (moves, _) = othello_game(1);
    fs::write(&path, wthor(std::slice::from_ref(&moves))).unwrap();
    let (file, moves) = (format!("@{}", text(&path)), list(&moves));
    let refused = |args: &[&str], why: &str| {
        let run = shomei(args.iter().copied());
        assert_eq!(run.code, 2, "{run:?}");
        assert!(run.err.contains(why), "{run:?}");
    };
    let which = "choose a position of the game: --at empties=N, --at N or --at last";
    refused(&["solve", "othello", &file], which);
    let none = "no position of it has 61 squares left";
    refused(&["solve", "othello", &file, "--at", "empties=61"], none);
    let both = "cannot be used multiple times";
    refused(
        &["solve", "othello", &file, "--at", "empties=6", "--at", "6"],
        both,
    );
    let start = Kinds::builtin().open("othello", "").unwrap().start().text();
    let alone = "there are no moves to review";
    refused(&["review", "othello", &start], alone);
    refused(
        &["review", "othello", &moves, "--at", "99"],
        "there is no move after move 99",
    );
    // A resigned game: the message gives the number of squares that are left and suggests another
    // one.
    let early = &moves[..2 * 31];
    let end = "the review begins at 16 empty squares, but the game ends with 29 left; choose an earlier \
        position, such as --at empties=30; each further square takes several times as long";
    refused(&["review", "othello", early], end);
    for (empties, why) in [
        (
            "20",
            "the review begins at 20 empty squares, but the game ends with 29 left",
        ),
        (
            "29",
            "the review begins at 29 empty squares, but the game ends with 29 left",
        ),
        (
            "61",
            "--at empties=61: the game begins with 60 squares left; ask for no more",
        ),
    ] {
        let place = format!("empties={empties}");
        refused(&["review", "othello", early, "--at", &place], why);
    }
    let args = [
        "review",
        "othello",
        early,
        "--at",
        "empties=30",
        "--nodes",
        "1",
    ];
    assert_eq!(shomei(args).code, 3);
    refused(
        &["review", "othello", &moves, "--moves"],
        "review has no option --moves; it is an option of `solve`",
    );
    refused(
        &["review", "othello", &moves, "--proof", "nowhere"],
        "must be a directory",
    );
    let mate = "4k4/9/4P4/9/9/9/9/9/9 b G 1";
    let uncounted = "--at empties: shogi does not count empty squares";
    refused(&["solve", "shogi", mate, "--at", "empties=3"], uncounted);
    let played = "4k4/9/4P4/9/9/9/9/9/9 b G 1 moves G*5b";
    refused(&["review", "shogi", played, "--at", "empties=3"], uncounted);
    // A truncated file.
    fs::write(&path, &fs::read(&path).unwrap()[..60]).unwrap();
    refused(
        &["solve", "othello", &file, "--at", "empties=6"],
        "68 bytes each, but",
    );
}

/// The move after which the proven result is worse.
#[test]
fn a_mate_that_was_missed_is_named() {
    let line = "4k4/9/9/9/9/9/9/9/9 b R2G 1 moves R*5i 5a4a G*4b";
    let run = shomei(["review", "shogi", line, "--json"]);
    assert_eq!(run.code, 0, "{run:?}");
    let rows = run.objects();
    assert_eq!(rows.len(), 3);
    let changes = |row: &Map<String, Value>| numbers(row, "loses")[0] > 0;
    let solved = |moves: &str| {
        let position = format!("4k4/9/9/9/9/9/9/9/9 b R2G 1 {moves}");
        let run = shomei(["solve", "shogi", &position, "--attacker", "black", "--json"]);
        run.object()["answer"] == "proved"
    };
    let results = ["", "moves R*5i", "moves R*5i 5a4a", "moves R*5i 5a4a G*4b"].map(solved);
    for (at, row) in rows.iter().enumerate() {
        assert_eq!(changes(row), results[at] != results[at + 1], "{row:?}");
    }
    let run: Run = shomei(["review", "shogi", line]);
    assert!(run.out.contains("Black: "), "{run:?}");
}

#[test]
fn the_report_of_another_command_is_not_replaced() {
    let directory = directory();
    let file = text(&directory.path().join("r.html"));
    let game = [
        "loa",
        "start moves b1-b3",
        "--nodes",
        "100",
        "--report",
        &file,
    ];
    assert_eq!(shomei([&["solve"], &game[..]].concat()).code, 3);
    let run = shomei([&["review"], &game[..]].concat());
    assert_eq!(run.code, 2, "{run:?}");
    assert!(run.err.contains("a report on the same question"), "{run:?}");
}

/// Every position is a win or no win for the attacker, including the final one.
#[test]
fn a_review_for_one_attacker_has_no_scores() {
    let (moves, end) = othello_game(1);
    let game = list(&moves);
    let args = ["--at", "empties=4", "--attacker", "black", "--json"];
    let run = shomei([&["review", "othello", &game], &args[..]].concat());
    assert_eq!(run.code, 0, "{run:?}");
    let rows = run.objects();
    for row in &rows {
        for name in ["before", "after"] {
            let bounds = numbers(row, name);
            assert!(bounds == [1, 1] || bounds == [-1, -1], "{row:?}");
        }
    }
    // With all passes counted, the last row is the last move.
    let last = rows.last().unwrap();
    assert_eq!(last["ply"], moves.len());
    assert!(!last.contains_key("proofs"), "without --proof: {last:?}");
    let black_wins = end.score(Side::First).unwrap() > 0;
    let is_black = last["side"] == "black";
    let worth = if black_wins == is_black { 1 } else { -1 };
    assert_eq!(numbers(last, "after"), [worth, worth]);
}
