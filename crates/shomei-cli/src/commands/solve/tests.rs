//! Tests of questions about scores, on rows of coins.

use clap::Parser;
use serde_json::Value as Json;

use super::tally::{Counts, Tally};
use super::*;
use crate::checking::check_file;
use crate::cli::{Cli, Command};
use shomei::AnyPosition;
use shomei::ExactLine;
use shomei::{Answer, Found, Value, Verdict};

/// Second takes the 5 after any first move: -4.
const LOST: &str = "first 0 152";

/// A larger search.
const LONG: &str = "first 0 18273645";

fn games() -> Kinds {
    Kinds::of(crate::builtin()).unwrap()
}

/// The request of a command line.
fn request(args: &[&str]) -> Request {
    let args = ["shomei", "solve", "coins"].iter().chain(args);
    let Command::Solve(args) = Cli::try_parse_from(args).unwrap().command else {
        panic!("it is solve");
    };
    Request::of(
        &args.ask,
        args.query().unwrap(),
        &games(),
        Interrupt::default(),
    )
    .unwrap()
}

fn solve(position: &str, args: &[&str]) -> (Request, answer::Answered) {
    let args: Vec<&str> = [&[position], args].concat();
    let request = request(&args);
    let parsed = request.game.position(position).unwrap();
    let answered = answer::answer(
        &request,
        &parsed,
        Proofs::at(request.proof.as_deref()),
        ExactLine::Omit,
    )
    .unwrap();
    drop(parsed);
    (request, answered)
}

/// Answers the line of a list.
fn answer_line(
    request: &Request,
    number: usize,
    line: &str,
) -> Result<(Answered, Option<u32>), Failure> {
    let content = Content::Text(line.to_string());
    let solved = batch::answer_problem(request, &Name::Line(number), content)?;
    Ok((solved.answered, solved.left))
}

/// The report, without the times.
fn text(position: &str, args: &[&str]) -> Vec<String> {
    let (request, answered) = solve(position, args);
    let all = report::all(&request, &answered);
    all.lines().map(without_times).collect()
}

fn without_times(line: &str) -> String {
    match line.split_once("; ") {
        Some((nodes, _)) if nodes.starts_with("nodes: ") => "nodes".into(),
        _ => line.to_string(),
    }
}

/// The exact score for `side` by brute force.
fn exact(position: &AnyPosition, side: shomei_game::Side) -> i32 {
    let children = position.children();
    let scores = children.iter().map(|(_, child)| exact(child, side));
    match position.score(side) {
        Some(score) => score,
        None if position.to_move() == side => scores.max().unwrap(),
        None => scores.min().unwrap(),
    }
}

/// The exact score of a position for its side to move.
fn exact_of(text: &str) -> i32 {
    let request = request(&[text]);
    let position = request.game.position(text).unwrap();
    exact(&position, position.to_move())
}

fn object(position: &str, args: &[&str]) -> Json {
    let (request, answered) = solve(position, args);
    serde_json::to_value(json::object(&request, &answered)).unwrap()
}

#[test]
fn a_finished_game_is_answered_with_its_score() {
    let over = "the game is over: First has won with +6 points";
    let texts = [
        (["--attacker", "first"].as_slice(), "proved: First wins"),
        (&[], "disproved: Second cannot force a win"),
        (&["--value"], "loss: First wins"),
        (&["--moves"], "loss: First wins"),
        (&["--score"], "score -6 (points)"),
    ];
    for (args, headline) in texts {
        let text = text("second 3", args);
        assert_eq!(text[..2], [headline, over], "{text:?}");
    }
    let text = text("first 0", &["--value"]);
    let draw = [
        "draw: neither side can force a win",
        "the game is over: it is a draw",
    ];
    assert_eq!(text[..2], draw);
    let object = object("second 3", &["--value"]);
    assert_eq!(
        (&object["value"], &object["score"]),
        (&"loss".into(), &(-6).into())
    );
    assert_eq!(object["expanded"], 0);
}

#[test]
fn scores_are_exact() {
    for text in [
        LOST,
        LONG,
        "second 3 9",
        "second -2 91919",
        "first 1 2",
        "first -7 3463",
    ] {
        let expected = exact_of(text);
        let object = object(text, &["--score"]);
        assert_eq!(object["score"], expected, "{text}");
        assert_eq!(object["score_bounds"], Json::from(vec![expected; 2]));
        assert!(object["questions"].as_u64() <= Some(16), "{object}");
        assert!(object.get("value").is_none());
    }
    // The line of a single question may end with another score.
    let lines = text(LOST, &["--score"]);
    assert_eq!(lines[..2], ["score -4 (points)", "nodes"], "{lines:?}");
    assert!(lines[2].starts_with("questions: "), "{lines:?}");
}

#[test]
fn a_limit_leaves_bounds_of_the_score() {
    let (request, answered) = solve(LONG, &["--score", "--nodes", "1"]);
    assert_eq!(answered.exit(), Exit::Unknown);
    let Found::Score(known) = answered.result.found else {
        panic!("{answered:?}");
    };
    let [low, high] = known.bounds;
    assert!(
        low < high && (low..=high).contains(&exact_of(LONG)),
        "{known:?}"
    );
    let text = report::all(&request, &answered);
    let start = format!(
        "score unknown, {} (points): stopped by the node limit\n",
        known.text()
    );
    assert!(text.starts_with(&start), "{text}");
    let object = object(LONG, &["--score", "--nodes", "1"]);
    assert_eq!(object["score"], Json::Null);
    assert_eq!(object["answer"], "unknown");
    assert_eq!(object["stopped_by"], "nodes");
}

/// The names of the certificates of a score. Each of them is checked.
fn certificates(position: &str) -> Vec<String> {
    let directory = tempfile::tempdir().unwrap();
    let target = directory.path().join("x.proof");
    let (_, answered) = solve(
        position,
        &["--score", "--check", "--proof", target.to_str().unwrap()],
    );
    assert_eq!(answered.exit(), Exit::Done, "{answered:?}");
    assert_eq!(
        answered.proof().unwrap().path,
        answered.certificates[0].path
    );
    for entry in std::fs::read_dir(directory.path()).unwrap() {
        let verdict = check_file(&games(), &entry.unwrap().path(), |usual| usual);
        assert!(matches!(verdict, Ok(Verdict::Accepted(_))), "{verdict:?}");
    }
    let files = answered.certificates.iter();
    let name = |path: &std::path::Path| path.file_name().unwrap().to_str().unwrap().to_string();
    files.map(|kept| name(&kept.path)).collect()
}

#[test]
fn a_score_has_two_certificates_and_at_the_ends_one() {
    let both = ["x.at-least.proof", "x.at-most.proof"];
    assert_eq!(certificates(LONG), both);
    assert_eq!(certificates("second 3"), both);
    assert_eq!(certificates("first 18 2"), both[..1]);
    assert_eq!(certificates("second 18 1"), both);
    assert_eq!(certificates("second 20"), both[1..]);
}

#[test]
fn every_move_has_its_value_the_best_first() {
    for position in [LOST, LONG, "second -2 91919", "first -7 3463", "first 0 12"] {
        let request = request(&[position, "--moves"]);
        let parsed = request.game.position(position).unwrap();
        let object = object(position, &["--moves"]);
        let mover = parsed.to_move();
        let mut values = Vec::new();
        for (mv, child) in parsed.children() {
            let outcome = request.game.outcome_of(exact(&child, mover), mover);
            let expected = Value::of_outcome(outcome, mover).to_string();
            let moves = object["moves"].as_array().unwrap().iter();
            let found = moves
                .clone()
                .find(|found| found["move"] == mv.as_str())
                .unwrap();
            assert_eq!(found["value"], expected.as_str(), "{position}, {mv}");
            assert_eq!(found["line"][0], mv.as_str());
            values.push(expected);
        }
        let order = |value: &String| ["win", "draw", "loss"].iter().position(|v| v == value);
        values.sort_by_key(order);
        let found: Vec<_> = object["moves"]
            .as_array()
            .unwrap()
            .iter()
            .map(|m| m["value"].clone())
            .collect();
        assert_eq!(found, values);
        assert_eq!(object["value"], values[0].as_str(), "{position}");
        assert_eq!(object["line"], object["moves"][0]["line"]);
    }
}

#[test]
fn moves_are_in_a_table() {
    let lines = text("first 0 12", &["--moves"]);
    assert_eq!(lines[0], "move  value  nodes     time");
    assert!(lines[1].starts_with("r     win        "), "{lines:?}");
    assert!(lines[2].starts_with("l     loss       "), "{lines:?}");
    let rest = ["win: First wins", "line (2 plies): r l", "nodes"];
    assert_eq!(lines[3..], rest);
}

/// Neither question is asked after an interrupt.
#[test]
fn undecided_moves_are_reported() {
    let request = request(&[LONG, "--moves"]);
    request.interrupt.raise();
    let position = request.game.position(LONG).unwrap();
    let answered = answer::answer(&request, &position, Proofs::Omit, ExactLine::Search).unwrap();
    assert_eq!(answered.exit(), Exit::Unknown);
    let text = report::all(&request, &answered);
    let lines: Vec<&str> = text.lines().collect();
    assert!(lines[1].starts_with("l     unknown      0  "), "{text}");
    assert_eq!(
        lines[3],
        "unknown: 2 of 2 moves have no value, stopped by an interrupt"
    );
    let object = serde_json::to_value(json::object(&request, &answered)).unwrap();
    assert_eq!(object["moves"][0]["value"], Json::Null);
    assert_eq!(object["stopped_by"], "interrupt");
}

/// The errors of a line of a list, the last column of its row, and its object.
fn compared(line: &str, args: &[&str]) -> (Vec<String>, String, Json) {
    let request = request(&[&["@-"], args].concat());
    let (answered, left) = answer_line(&request, 1, line).unwrap();
    let mut overview = overview::Overview::of(&request);
    overview.add(overview::row(&request, &Name::Line(1), left, &answered).unwrap());
    let row = overview.text().unwrap().lines().last().unwrap().to_string();
    let object = serde_json::to_value(json::object(&request, &answered)).unwrap();
    let problems = answered.problems.iter().map(ToString::to_string);
    (problems.collect(), row, object)
}

#[test]
fn expected_values_are_compared() {
    let right = format!("{LOST} % l:-4 R:-4");
    for args in [
        &[][..],
        &["--value"],
        &["--moves"],
        &["--score"],
        &["--attacker", "second"],
    ] {
        let (problems, row, object) = compared(&right, args);
        assert_eq!(problems, [""; 0], "{args:?}");
        assert!(!row.contains("differs"), "{row}");
        assert_eq!(
            (&object["expected"], &object["agrees"]),
            (&(-4).into(), &true.into())
        );
    }
    let wrong = format!("{LOST} % l:-4 r:+2");
    let expected = [
        (&[][..], "expected proved (score +2), found disproved"),
        (&["--value"], "expected win (score +2), found loss"),
        (&["--moves"], "move r: expected win (score +2), found loss"),
        (&["--score"], "expected +2, found -4"),
        (
            &["--attacker", "second"],
            "expected disproved (score +2), found proved",
        ),
    ];
    for (args, problem) in expected {
        let (problems, row, object) = compared(&wrong, args);
        assert_eq!(problems.last().map(String::as_str), Some(problem));
        // The moves and the position itself.
        assert_eq!(problems.len(), 1 + usize::from(args == ["--moves"]));
        assert!(row.ends_with("  differs"), "{row}");
        assert_eq!(
            (&object["expected"], &object["agrees"]),
            (&2.into(), &false.into())
        );
    }
    let unknown = format!("{LONG} % l:+2");
    for args in [["--value"], ["--moves"], ["--score"]] {
        let (problems, row, object) = compared(&unknown, &[args[0], "--nodes", "1"]);
        assert_eq!(problems, [""; 0], "{args:?}, {row}");
        assert_eq!(
            (&object["expected"], object.get("agrees")),
            (&2.into(), None)
        );
    }
    let (_, row, object) = compared(LOST, &["--score"]);
    let words: Vec<&str> = row.split_whitespace().collect();
    assert_eq!(words[..4], ["1", "3", "-4", "-"], "{row}");
    assert!(object.get("expected").is_none());
}

#[test]
fn a_difference_is_an_error_of_the_run() {
    let run = |lines: &[&str], nodes: &str| {
        let request = request(&["@-", "--score", "--nodes", nodes]);
        let mut tally = Tally::default();
        for line in lines {
            let (answered, _) = answer_line(&request, 1, line).unwrap();
            tally.count(&Counts::of(&answered));
        }
        (tally.exit(), tally.summary(&request))
    };
    let [right, wrong] = ["-4", "0"].map(|score| format!("{LOST} % l:{score}"));
    let (exit, summary) = run(&[&right, LOST, &wrong], "1k");
    assert_eq!(exit, Exit::Failed);
    assert!(summary.ends_with(" s; 1 of 2 agree"), "{summary}");
    let results = "0 won, 0 drawn, 3 lost, 0 unknown, 0 bad lines, 1 error; ";
    assert!(summary.contains(results), "{summary}");
    let (exit, summary) = run(&[&right, &right], "1k");
    assert_eq!(exit, Exit::Done);
    assert!(summary.ends_with("; 2 of 2 agree"), "{summary}");
    let (exit, summary) = run(&[LONG], "1");
    assert_eq!(exit, Exit::Unknown);
    assert!(!summary.contains("agree"), "{summary}");
}

/// A win without a proven shortest length is incomplete in a list, as it is for a single problem.
#[test]
fn a_list_without_all_requested_results_is_incomplete() {
    let request = request(&["@-", "--shortest"]);
    let exit = |most| {
        let (mut answered, _) = answer_line(&request, 1, "first 0 12").unwrap();
        answered.result.answer = Answer::Proved;
        answered.result.shortest = Some(shomei_search::Bracket { least: 2, most });
        let mut tally = Tally::default();
        tally.count(&Counts::of(&answered));
        assert_eq!(tally.exit(), answered.exit());
        (tally.exit(), tally.summary(&request))
    };
    assert_eq!(exit(Some(2)).0, Exit::Done);
    let (open, summary) = exit(Some(4));
    assert_eq!(open, Exit::Unknown);
    assert!(summary.ends_with("; 1 not decided in full"), "{summary}");
}

#[test]
fn expected_values_must_be_readable() {
    let request = request(&["@-", "--score"]);
    let failure = |line| answer_line(&request, 1, line).err().unwrap().to_string();
    assert_eq!(failure("first 0 12 % l"), "expected MOVE:SCORE");
    assert_eq!(
        failure("first 0 12 % x:0"),
        "the score of x: expected l or r"
    );
}

#[test]
fn the_table_is_aligned_and_names_differences() {
    let request = request(&["@-", "--score"]);
    let mut overview = overview::Overview::of(&request);
    assert_eq!(overview.text(), None);
    for (number, line) in [(1, LOST), (12, "first -7 3463 % l:0")] {
        let (mut answered, left) = answer_line(&request, number, line).unwrap();
        answered.result.work.expanded = 1234 * number as u64;
        answered.result.work.seconds = 0.5;
        let name = Name::Line(number);
        overview.add(overview::row(&request, &name, left, &answered).unwrap());
    }
    let expected = "\
line  left  score  expected   nodes     time
   1     3     -4         -   1,234  0.500 s
  12     4    -10         0  14,808  0.500 s  differs";
    assert_eq!(overview.text().unwrap(), expected);
}

#[test]
fn hints_reach_the_game() {
    assert_eq!(exact_of(LOST), -4);
    let open = |hints: &[&str]| {
        let args = [&["shomei", "solve", "coins", LOST], hints].concat();
        let Command::Solve(args) = Cli::try_parse_from(args).unwrap().command else {
            panic!("it is solve");
        };
        Request::of(
            &args.ask,
            args.query().unwrap(),
            &games(),
            Interrupt::default(),
        )
        .map(|request| request.marks)
    };
    assert_eq!(open(&[]).unwrap(), []);
    let marks = [("hints".to_string(), "none".to_string())];
    assert_eq!(open(&["--hints", "none"]).unwrap(), marks);
    let error = open(&["--hints", "all"]).unwrap_err().to_string();
    assert_eq!(error, "hints: column 1: expected none");
}
