//! `solve --moves`.

use serde_json::Value;

use crate::support::{HARD, LOSS, WIN, shomei, shomei_reading};

/// A win, a draw by going round, a loss, a move after which the same side moves
/// again, and two ends.
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
    // A win is enough for the value, but not for the rest.
    let run = shomei(["solve", "loa", WIN, "--moves", "--nodes", "500", "--json"]);
    assert_eq!(run.code, 3, "{run:?}");
}

#[test]
fn in_a_list_the_moves_stand_on_one_line() {
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
    // No scores, no table.
    assert_eq!(lines.len(), 3);
}

#[test]
fn what_does_not_go_together_is_refused() {
    let refused = |options: &[&str], message: &str| {
        let args = ["solve", "loa", HARD].iter().chain(options);
        let run = shomei(args.copied());
        assert_eq!(run.code, 2);
        assert!(run.err.contains(message), "{run:?}");
    };
    refused(
        &["--moves", "--proof", "x.proof"],
        "--moves writes no certificates",
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
