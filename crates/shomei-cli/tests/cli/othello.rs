//! Othello: scores, moves, lists with scores, and weights.

use std::fs;

use crate::support::{Run, directory, names, shomei, shomei_reading, text};

/// Ten empty squares, Black to move. From self-play of this program.
const ENDING: &str = "OOOOO--XXOXXOOXXXXXXOOXXXXXXXOXXXXOXXOOOXXXXOO---XXOOO---XOOOO-- X";

/// The scores of all moves.
fn scores(run: &Run) -> Vec<i64> {
    let score = |object: &serde_json::Map<_, serde_json::Value>| object["score"].as_i64().unwrap();
    run.objects().iter().map(score).collect()
}

fn score_of(position: &str) -> i64 {
    let run = shomei(["solve", "othello", position, "--score", "--json"]);
    assert_eq!(run.code, 0, "{}", run.err);
    scores(&run)[0]
}

/// The score agrees with the questions about its bounds, and both certificates are accepted.
#[test]
fn scores_agree_with_the_questions_about_them() {
    let folder = directory();
    let file = text(&folder.path().join("x.proof"));
    let run = shomei([
        "solve", "othello", ENDING, "--score", "--proof", &file, "--check",
    ]);
    assert_eq!(run.code, 0, "{}", run.err);
    let score = score_of(ENDING);
    assert!(
        run.out.starts_with(&format!("score {score:+} (discs)")),
        "{}",
        run.out
    );
    assert_eq!(
        names(folder.path()),
        ["x.at-least.proof", "x.at-most.proof"]
    );
    for name in names(folder.path()) {
        let verified = shomei(["verify", &text(&folder.path().join(name))]);
        assert_eq!(verified.code, 0, "{}", verified.out);
    }
    for (least, answer) in [(score, "proved"), (score + 2, "disproved")] {
        let rules = format!("black>={least}");
        let run = shomei(["solve", "othello", ENDING, "--rules", &rules, "--json"]);
        assert_eq!(run.object()["answer"], answer, "{rules}");
    }
    let value = shomei(["solve", "othello", ENDING, "--value", "--json"]);
    let expected = match score {
        0 => "draw",
        1.. => "win",
        _ => "loss",
    };
    assert_eq!(value.object()["value"], expected);
}

/// The output for other programs can be read again, and the comparison agrees.
#[test]
fn scores_are_written_as_lists_have_them() {
    let object = shomei(["solve", "othello", ENDING, "--score", "--json"]).object();
    let scored = object["scored"].as_str().unwrap();
    assert!(scored.starts_with(&format!("{ENDING}; ")), "{scored}");
    let run = shomei_reading(scored, ["solve", "othello", "@-", "--score"]);
    assert_eq!(run.code, 0, "{}", run.err);
    assert!(run.out.contains("1 of 1 agree"), "{}", run.out);
}

/// The best move has the score of the position, and each move has the value of the position after
/// it.
#[test]
fn moves_have_the_values_of_the_next_positions() {
    let run = shomei(["solve", "othello", ENDING, "--moves", "--json"]);
    let object = run.object();
    let moves = object["moves"].as_array().unwrap();
    assert!(!moves.is_empty());
    let mut best = i64::MIN;
    for entry in moves {
        let mv = entry["move"].as_str().unwrap();
        let after = score_of(&format!("{ENDING} moves {mv}"));
        // The side to move has changed, so the score changes its sign. If that side must pass,
        // `show` plays no pass.
        let shown = shomei(["show", "othello", &format!("{ENDING} moves {mv}")]);
        let is_black = shown.out.contains("Black to move");
        let score = if is_black { after } else { -after };
        let value = match score {
            0 => "draw",
            1.. => "win",
            _ => "loss",
        };
        assert_eq!(entry["value"], value, "{mv}");
        best = best.max(score);
    }
    assert_eq!(best, score_of(ENDING));
}

/// The score of each move is the score of the position after it: in JSON, in the line for other
/// programs, and in the comparison with such a line.
#[test]
fn moves_have_the_scores_of_the_next_positions() {
    let run = shomei(["solve", "othello", ENDING, "--moves", "--score", "--json"]);
    assert_eq!(run.code, 0, "{}", run.err);
    let object = run.object();
    let moves = object["moves"].as_array().unwrap();
    let mut scores = Vec::new();
    for entry in moves {
        let mv = entry["move"].as_str().unwrap();
        let next = format!("{ENDING} moves {mv}");
        let is_black = shomei(["show", "othello", &next])
            .out
            .contains("Black to move");
        let after = score_of(&next);
        let score = if is_black { after } else { -after };
        assert_eq!(entry["score"], score, "{mv}");
        assert_eq!(
            entry["score_bounds"],
            serde_json::json!([score, score]),
            "{mv}"
        );
        assert!(!entry.as_object().unwrap().contains_key("value"), "{mv}");
        scores.push(score);
    }
    assert!(
        scores.len() > 1 && scores.is_sorted_by(|a, b| a >= b),
        "{scores:?}"
    );
    assert_eq!(object["score"], scores[0]);
    assert_eq!(object["score"], score_of(ENDING));

    let scored = object["scored"].as_str().unwrap();
    assert_eq!(scored.matches(':').count(), moves.len(), "{scored}");
    let both = ["solve", "othello", "@-", "--moves", "--score"];
    let right = shomei_reading(scored, both);
    assert_eq!(right.code, 0, "{}", right.err);
    assert!(right.out.contains("1 of 1 agree"), "{}", right.out);
    // The results of a list have no lines of play.
    let listed = shomei_reading(ENDING, [&both[..], &["--json"]].concat());
    assert_eq!(listed.object()["scored"], scored, "{listed:?}");
    // The list contains a wrong score of the last move.
    let last = scores[scores.len() - 1];
    let wrong = scored.replacen(
        &format!(
            "{}:{last:+}",
            moves[moves.len() - 1]["move"].as_str().unwrap()
        ),
        &format!(
            "{}:{:+}",
            moves[moves.len() - 1]["move"].as_str().unwrap(),
            last - 2
        ),
        1,
    );
    assert_ne!(wrong, scored);
    let wrong = shomei_reading(&wrong, both);
    assert_eq!(wrong.code, 1, "{}", wrong.out);
    let found = format!("expected {:+}, found {last:+}", last - 2);
    assert!(wrong.err.contains(&found), "{}", wrong.err);
}

#[test]
fn a_limit_leaves_bounds_of_moves() {
    let run = shomei([
        "solve", "othello", "start", "--moves", "--score", "--nodes", "1000",
    ]);
    assert_eq!(run.code, 3, "{}", run.err);
    assert!(run.out.contains("between -64 and +64"), "{}", run.out);
    assert!(run.out.contains("score unknown"), "{}", run.out);
}

#[test]
fn a_finished_game_has_its_score_and_no_moves() {
    let full = "X".repeat(64) + " X";
    let run = shomei(["solve", "othello", &full, "--moves", "--score", "--json"]);
    assert_eq!(run.code, 0, "{}", run.err);
    let object = run.object();
    assert_eq!(object["score"], 64);
    assert_eq!(object["moves"], serde_json::json!([]));
}

#[test]
fn lists_are_compared_with_their_scores() {
    let score = score_of(ENDING);
    let moves = shomei(["solve", "othello", ENDING, "--moves", "--json"]).object();
    let first = moves["moves"][0]["move"].as_str().unwrap().to_string();
    let line = |score: i64| format!("{ENDING}; {first}:{score:+}; % from a test\n");
    let list = line(score) + &format!("{ENDING}\n");
    let right = shomei_reading(&list, ["solve", "othello", "@-", "--score"]);
    assert_eq!(right.code, 0, "{}", right.err);
    assert!(right.out.contains("1 of 1 agree"), "{}", right.out);
    assert!(right.out.contains("line  empties  score"), "{}", right.out);
    let wrong = shomei_reading(&line(score + 2), ["solve", "othello", "@-", "--score"]);
    assert_eq!(wrong.code, 1, "{}", wrong.out);
    assert!(wrong.err.contains("line 1"), "{}", wrong.err);
    let sign = shomei_reading(&line(score), ["solve", "othello", "@-", "--value"]);
    assert_eq!(sign.code, 0, "{}", sign.err);
}

/// The line of a score ends with that score, and the line of a draw ends with a draw.
#[test]
fn lines_end_with_the_result() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus/othello");
    let set = fs::read_to_string(folder.join("discs-54.txt")).unwrap();
    let positions = set.lines().filter(|line| line.contains(" ; "));
    let mut draws = 0;
    for line in positions.take(40) {
        let position = line.split(" ; ").next().unwrap();
        let object = shomei(["solve", "othello", position, "--score", "--json"]).object();
        let score = object["score"].as_i64().unwrap();
        let end = end_of(position, &object["line"]);
        let for_black = if position.ends_with('X') {
            score
        } else {
            -score
        };
        assert_eq!(end, for_black, "{position}");
        if score == 0 {
            draws += 1;
            let object = shomei(["solve", "othello", position, "--value", "--json"]).object();
            assert_eq!(object["value"], "draw");
            assert_eq!(end_of(position, &object["line"]), 0, "{position}");
        }
    }
    assert!(draws > 0);
}

/// Black's lead after these moves, which end the game.
fn end_of(position: &str, line: &serde_json::Value) -> i64 {
    let moves = line.as_array().unwrap().iter();
    let moves: Vec<&str> = moves.map(|mv| mv.as_str().unwrap()).collect();
    let played = format!("{position} moves {}", moves.join(" "));
    let end = shomei(["solve", "othello", &played, "--score", "--json"]);
    let object = end.object();
    assert!(object["line"].as_array().unwrap().is_empty(), "{played}");
    let score = object["score"].as_i64().unwrap();
    let text = object["position"].as_str().unwrap();
    if text.ends_with('X') { score } else { -score }
}

#[test]
fn rules_decide_what_scores_mean() {
    let list = format!("{ENDING}; {}\n", first_score());
    let goal = format!("black>={}", score_of(ENDING) + 2);
    let run = shomei_reading(&list, ["solve", "othello", "@-", "--rules", &goal]);
    assert_eq!(run.code, 0, "{}{}", run.out, run.err);
    assert!(run.out.contains("1 of 1 agree"), "{}", run.out);
    // The score itself is the same.
    let scored = shomei([
        "solve", "othello", ENDING, "--rules", &goal, "--score", "--json",
    ]);
    assert_eq!(scored.object()["score"], score_of(ENDING));
}

/// The list entry of a move of `ENDING` with the score of the position.
fn first_score() -> String {
    let moves = shomei(["solve", "othello", ENDING, "--moves", "--json"]).object();
    let first = moves["moves"][0]["move"].as_str().unwrap().to_string();
    format!("{first}:{:+}", score_of(ENDING))
}

#[test]
fn a_finished_game_has_its_result() {
    let full = format!("{}{} O", "X".repeat(40), "O".repeat(24));
    let value = shomei(["solve", "othello", &full, "--value"]);
    assert_eq!(value.code, 0, "{}", value.err);
    assert!(value.out.contains("loss: Black wins"), "{}", value.out);
    assert_eq!(score_of(&full), -16);
    let even = format!("{}{} X", "X".repeat(32), "O".repeat(32));
    let draw = shomei(["solve", "othello", &even, "--value", "--json"]);
    assert_eq!(draw.object()["value"], "draw");
    let not_lose = shomei(["solve", "othello", &even, "--rules", "black>=0", "--json"]);
    assert_eq!(not_lose.object()["answer"], "proved");
}

/// With `auto` the options and hints of the game apply; options from the command line override
/// them.
#[test]
fn the_game_chooses_the_options_of_auto() {
    let nodes = |options: &[&str]| {
        let args = ["solve", "othello", ENDING, "--json"];
        let run = shomei(args.into_iter().chain(options.iter().copied()));
        run.object()["expanded"].as_u64().unwrap()
    };
    let hints = ["--hints", "leaf=0,split=6"];
    let plain = ["--set", "init=unit"];
    let auto = nodes(&hints);
    let costs = ["--hints", "leaf=0,split=6,h=costs"];
    let named = ["--algorithm", "df-pn"];
    let set = ["--set", "init=eval", "--set", "epsilon=0.05"];
    assert_eq!(auto, nodes(&[&costs[..], &named, &set].concat()));
    assert_eq!(
        nodes(&[&hints[..], &["--algorithm", "auto"]].concat()),
        auto
    );
    let unit = nodes(&[hints, plain].concat());
    let named = [&hints[..], &plain, &named, &set[2..]].concat();
    assert_eq!(unit, nodes(&named));
    assert_ne!(unit, auto);
}

#[test]
fn a_limit_leaves_bounds() {
    let start = [
        "solve", "othello", "start", "--score", "--nodes", "10", "--json",
    ];
    let run = shomei(start);
    assert_eq!(run.code, 3, "{}", run.err);
    let object = run.object();
    assert!(object["score"].is_null());
    assert_eq!(object["score_bounds"], serde_json::json!([-64, 64]));
}

/// Weights are loaded; weights of another version are refused.
#[test]
fn weights_are_read() {
    let folder = directory();
    let file = folder.path().join("small.weights");
    let of_othello = "../shomei-othello/weights/othello.weights";
    let mut bytes =
        fs::read(std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(of_othello)).unwrap();
    fs::write(&file, &bytes).unwrap();
    let with = |weights: &str| {
        shomei([
            "solve",
            "othello",
            ENDING,
            "--value",
            "--set",
            "init=eval",
            "--weights",
            weights,
            "--json",
        ])
    };
    let used = with(&text(&file));
    assert_eq!(used.code, 0, "{}", used.err);
    let without = shomei(["solve", "othello", ENDING, "--value", "--json"]);
    assert_eq!(used.object()["value"], without.object()["value"]);

    bytes[8] = 200;
    fs::write(&file, &bytes).unwrap();
    let other = with(&text(&file));
    assert_eq!(other.code, 2);
    let message = "the weights are of version 200, this program reads version 1; \
                   `shomei-lab train othello --out FILE` makes new ones";
    assert!(other.err.contains(message), "{}", other.err);
    fs::write(&file, b"no weights").unwrap();
    assert_eq!(with(&text(&file)).code, 2);
    assert_eq!(with("/no/such/file").code, 2);
}

/// Without special processor instructions nodes and answers are the same. A remark about the lower
/// speed is printed once.
#[test]
fn alpha_beta_runs_on_any_processor() {
    let folder = directory();
    let list = folder.path().join("list.txt");
    fs::write(&list, format!("{ENDING}\n{ENDING}\n")).unwrap();
    let list = format!("@{}", text(&list));
    let solved = |hints: &str| {
        let run = shomei([
            "solve", "othello", &list, "--value", "--json", "--hints", hints,
        ]);
        assert_eq!(run.code, 0, "{}", run.err);
        run.objects()
    };
    let (with, without) = (solved("simd=on"), solved("simd=off"));
    assert_eq!(with.len(), 2);
    for (with, without) in with.iter().zip(&without) {
        assert!(with["leaf_nodes"].as_u64().unwrap() > 0);
        for field in ["value", "leaf_nodes", "expanded"] {
            assert_eq!(with[field], without[field], "{field}");
        }
    }
    let note = "alpha-beta runs without AVX2, which takes longer";
    assert_eq!(without[0]["note"], note);
    assert!(!without[1].contains_key("note"));
    assert!(!with[1].contains_key("note"));
}

#[test]
fn hints_of_auto_are_kept_beside_those_that_are_given() {
    let error = shomei(["solve", "othello", ENDING, "--hints", "simd=perhaps"]);
    assert_eq!(error.code, 2);
    assert!(
        error.err.contains("simd=perhaps: on or off is expected"),
        "{}",
        error.err
    );
    let auto = shomei(["solve", "othello", ENDING, "--json", "--hints", "leaf=4"]);
    let plain = shomei([
        "solve",
        "othello",
        ENDING,
        "--json",
        "--hints",
        "leaf=4",
        "--algorithm",
        "df-pn",
    ]);
    // With ten empty squares `auto` chooses alpha-beta.
    assert_eq!(auto.object()["expanded"], 1);
    assert!(plain.object()["expanded"].as_u64().unwrap() > 1);
    assert_eq!(auto.object()["answer"], plain.object()["answer"]);
}
