//! `solve --moves`.

use serde_json::Value;

use crate::support::{HARD, LOSS, WIN, shomei, shomei_reading};

/// A win, a draw by repetition, a loss, a move after which the same side moves again, and two final
/// positions.
const ALL: &str = "r = OR { lost, round, again, won, Failed, Won } lost = AND { Failed, r } \
                   round = AND { back } back = OR { round } again = OR { Won } won = AND { again }";

#[test]
fn a_table_with_the_best_first_and_then_the_value() {
    let run = shomei(["solve", "tree", "r", "--rules", ALL, "--moves"]);
    assert_eq!((run.code, run.err.as_str()), (0, ""), "{run:?}");
    let lines: Vec<&str> = run.out.lines().collect();
    let words = |line: &str| {
        line.split_whitespace()
            .take(2)
            .collect::<Vec<_>>()
            .join(" ")
    };
    let table: Vec<String> = lines[..7].iter().map(|line| words(line)).collect();
    let values = [
        "move value",
        "again win",
        "won win",
        "Won win",
        "round draw",
        "lost loss",
        "Failed loss",
    ];
    assert_eq!(table, values);
    assert_eq!(lines[7], "win: Or wins");
    assert_eq!(lines[8], "line (2 plies): again Won");
    assert!(lines[9].starts_with("nodes: "), "{run:?}");
}

#[test]
fn json_has_the_moves_and_the_value() {
    let run = shomei(["solve", "loa", LOSS, "--moves", "--json"]);
    assert_eq!(run.code, 0, "{run:?}");
    let object = run.object();
    assert_eq!(object["value"], "loss");
    assert_eq!(object["goal"], "black wins");
    assert_eq!(object["answer"], "proved");
    let moves = object["moves"].as_array().unwrap();
    let shown = shomei(["show", "loa", LOSS]).out;
    assert!(shown.contains(&format!(", {} moves: ", moves.len())));
    assert!(moves.iter().all(|known| known["value"] == "loss"));
    let sum = |field: &str| {
        moves
            .iter()
            .filter_map(|known| known[field].as_u64())
            .sum::<u64>()
    };
    for field in ["expanded", "generated"] {
        assert_eq!(object[field], sum(field), "{field}");
    }
}

#[test]
fn limits_hold_for_each_question() {
    let args = ["solve", "loa", HARD, "--moves", "--nodes", "10"];
    let run = shomei(args);
    assert_eq!(run.code, 3, "{run:?}");
    let start = "unknown: 36 of 36 moves have no value, stopped by the node limit";
    assert!(run.out.lines().any(|line| line == start), "{run:?}");
    let object = shomei(args.into_iter().chain(["--json"])).object();
    assert_eq!(object["value"], Value::Null);
    assert_eq!(object["answer"], "unknown");
    // Two questions about each of 36 moves.
    assert_eq!(object["expanded"], 720);
    assert_eq!(object["moves"][0]["stopped_by"], "nodes");
    // A single win decides the position, but not the other moves.
    let run = shomei(["solve", "loa", WIN, "--moves", "--nodes", "500", "--json"]);
    assert_eq!(run.code, 3, "{run:?}");
}

/// The words after the move in its row.
fn row_of(out: &str, mv: &str) -> String {
    let row = out.lines().find(|line| line.starts_with(mv)).unwrap();
    let words = row[mv.len()..].split("  ").map(str::trim);
    words.filter(|word| !word.is_empty()).take(1).collect()
}

#[test]
fn mating_moves_are_mates_and_no_mates() {
    let position = "4k4/9/4P4/9/9/9/9/9/9 b G 1";
    let options = ["solve", "shogi", position, "--moves"];
    let ask = |more: &[&str]| {
        let run = shomei(options.iter().chain(more).copied());
        assert_eq!(run.code, 0, "{run:?}");
        run.out
    };
    let out = ask(&[]);
    assert_eq!(row_of(&out, "move"), "result");
    assert_eq!(row_of(&out, "G*5b"), "mate");
    assert_eq!(row_of(&out, "G*4b"), "no mate");
    assert!(out.contains("\nmate: Black mates White\n"), "{out}");
    assert_eq!(row_of(&ask(&["--shortest"]), "G*5b"), "mate in 1 ply");
    let out = ask(&["--attacker", "black", "--shortest", "--lang", "ja"]);
    assert_eq!(row_of(&out, "▲５二金"), "1手詰");
    assert_eq!(row_of(&out, "▲４二金"), "不詰");
    let gone = "8k/9/8P/9/9/9/9/9/9 b - 1";
    let run = shomei(["solve", "shogi", gone, "--value"]);
    assert!(run.out.starts_with("no mate: "), "{run:?}");
    // The side to move is mated.
    let lost = "4k4/4G4/4P4/9/9/9/9/9/9 w - 1";
    let run = shomei(["solve", "shogi", lost, "--value"]);
    assert!(run.out.starts_with("mate: Black mates White\n"), "{run:?}");
}

#[test]
fn without_a_mate_the_line_and_the_sums_are_those_of_the_problem() {
    let position = "4k4/9/9/9/9/9/9/9/9 b R 1";
    let run = shomei(["solve", "shogi", position, "--moves", "--lang", "ja"]);
    let line = run.out.lines().find(|line| line.starts_with("手順（"));
    assert!(line.is_some_and(|line| !line.contains("5a4b")), "{run:?}");
    let list = shomei_reading(
        &format!("{position}\n"),
        ["solve", "shogi", "@-", "--moves"],
    );
    assert!(
        list.out
            .contains("\n1 position: 0 mate, 1 no mate, 0 unknown, "),
        "{list:?}"
    );
}

/// The mate in 5 takes some 250 nodes, and other moves hundreds of thousands.
#[test]
fn an_easy_mate_is_found_beside_hard_moves() {
    let position = "4k4/9/9/9/9/9/9/9/9 b R2G 1";
    let run = shomei(["solve", "shogi", position, "--moves", "--nodes", "2k"]);
    assert_eq!(run.code, 3, "{run:?}");
    assert_eq!(row_of(&run.out, "R*5c"), "mate");
    assert_eq!(row_of(&run.out, "R*1a"), "unknown");
    assert!(run.out.contains("\nline (5 plies): R*5c "), "{run:?}");
}

#[test]
fn in_a_list_the_moves_are_on_one_line() {
    let run = shomei_reading(
        "r\nlost\n",
        ["solve", "tree", "@-", "--rules", ALL, "--moves"],
    );
    assert_eq!(run.code, 0, "{run:?}");
    let lines: Vec<&str> = run.out.lines().collect();
    assert!(lines[0].starts_with("1: win: Or wins; "), "{run:?}");
    let moves = "; again win, won win, Won win, round draw, lost loss, Failed loss";
    assert!(lines[0].ends_with(moves), "{run:?}");
    assert!(lines[1].ends_with("; Failed win, r loss"), "{run:?}");
    assert!(lines[2].starts_with("2 positions: 2 won, 0 drawn, 0 lost, "));
    // A game without scores has no table.
    assert_eq!(lines.len(), 3);
}

#[test]
fn conflicting_options_are_refused() {
    let refused = |options: &[&str], message: &str| {
        let args = ["solve", "loa", HARD].iter().chain(options);
        let run = shomei(args.copied());
        assert_eq!(run.code, 2);
        assert!(run.err.contains(message), "{run:?}");
    };
    refused(
        &["--moves", "--proof", "x.proof"],
        "--moves needs several certificates",
    );
    refused(&["--value", "--attacker", "black"], "cannot be used with");
    refused(&["--moves", "--value"], "cannot be used with");
    refused(
        &["--moves", "--checkpoint", "x"],
        "a checkpoint is of one question: give --attacker, not --moves",
    );
    refused(&["--score"], "loa has no scores");
    refused(&["--score", "--value"], "cannot be used with");
}
