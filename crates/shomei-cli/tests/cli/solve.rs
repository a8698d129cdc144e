//! `solve` on one position.

use serde_json::Value;

use crate::support::{HARD, LOOP, LOSS, WIN, directory, names, shomei, shomei_reading, text};

const ALGORITHMS: [&str; 3] = ["df-pn", "pn", "auto"];

#[test]
fn the_answer_comes_first() {
    for algorithm in ALGORITHMS {
        let run = shomei(["solve", "loa", WIN, "--algorithm", algorithm]);
        assert_eq!(run.code, 0, "{run:?}");
        assert!(run.out.starts_with("proved: Black wins\nline ("), "{run:?}");
        assert!(run.out.contains("\nnodes: "), "{run:?}");
        assert_eq!(run.err, "");
        let run = shomei(["solve", "loa", LOSS, "--algorithm", algorithm]);
        assert_eq!(run.code, 0, "{run:?}");
        let answer = "disproved: White cannot force a win\nline (";
        assert!(run.out.starts_with(answer), "{run:?}");
    }
}

#[test]
fn json_has_exactly_the_agreed_fields() {
    let run = shomei(["solve", "loa", WIN, "--json", "--memory", "16MiB"]);
    assert_eq!((run.code, run.err.as_str()), (0, ""));
    let mut object = run.object();
    // The order of the fields by the offsets of their names.
    let fields = [
        "game",
        "input",
        "position",
        "goal",
        "attacker",
        "rules",
        "algorithm",
        "options",
        "answer",
        "pn",
        "dn",
        "line",
        "line_complete",
        "length",
        "generated",
        "expanded",
        "evaluated",
        "table_hits",
        "seconds",
        "threads",
        "memory",
        "stopped_by",
        "proof",
    ];
    assert_eq!(object.len(), fields.len());
    let places = fields.map(|field| run.out.find(&format!("\"{field}\":")).expect(field));
    assert!(places.is_sorted());

    let mut take = |field| object.remove(field).unwrap();
    assert_eq!(take("game"), "loa");
    assert_eq!(take("position"), WIN);
    assert_eq!(take("input"), WIN);
    assert_eq!(take("goal"), "black wins");
    assert_eq!(take("attacker"), "black");
    assert_eq!(take("rules"), "olympiad");
    assert_eq!(take("algorithm"), "df-pn");
    assert_eq!(take("options"), serde_json::json!({ "init": "eval" }));
    assert_eq!((take("pn"), take("dn")), (0.into(), Value::Null));
    assert_eq!(take("answer"), "proved");
    let line = take("line");
    assert_eq!(take("line_complete"), true);
    let line = line.as_array().unwrap();
    // The last move ends the game.
    let moves: Vec<&str> = line.iter().filter_map(Value::as_str).collect();
    let end = format!("{WIN} moves {}", moves.join(" "));
    let end = shomei(["show", "loa", &end]);
    assert!(
        end.out.ends_with("the game is over: Black has won\n"),
        "{end:?}"
    );
    assert_eq!(take("length"), Value::Null);
    assert!(take("expanded").as_u64() > Some(1));
    assert!(take("generated").as_u64() > take("evaluated").as_u64());
    assert!(take("table_hits").is_u64());
    assert!(take("seconds").is_f64());
    assert_eq!(take("threads"), 1);
    assert_eq!(take("memory"), 16 << 20);
    assert_eq!(take("stopped_by"), Value::Null);
    assert_eq!(take("proof"), Value::Null);
}

#[test]
fn limits_leave_the_answer_unknown() {
    for algorithm in ALGORITHMS {
        let args = ["solve", "loa", HARD, "--json", "--algorithm", algorithm];
        let limited = |limit: [&'static str; 2]| shomei(args.into_iter().chain(limit));
        let run = limited(["--nodes", "2_000"]);
        assert_eq!(run.code, 3, "{run:?}");
        let object = run.object();
        assert_eq!(object["answer"], "unknown");
        assert_eq!(object["stopped_by"], "nodes");
        assert_eq!(object["expanded"], 2000);
        assert_eq!(object["line"], Value::Array(Vec::new()));
        let run = limited(["--time", "100ms"]);
        assert_eq!(run.code, 3, "{run:?}");
        assert_eq!(run.object()["stopped_by"], "time");
    }
    let args = ["solve", "loa", HARD, "--algorithm", "pn", "--json"];
    let run = shomei(args.into_iter().chain(["--set", "store=1000"]));
    assert_eq!(
        (run.code, &run.object()["stopped_by"]),
        (3, &"memory".into())
    );
}

#[test]
fn an_unknown_answer_reports_the_limit_and_the_numbers() {
    let run = shomei(["solve", "loa", HARD, "--nodes", "1k"]);
    let start = "unknown whether Black wins: stopped by the node limit, pn ";
    assert!(run.out.starts_with(start), "{run:?}");
}

#[test]
fn the_attacker_is_the_side_to_move_unless_named() {
    let run = shomei(["solve", "loa", LOSS, "--attacker", "Black", "--json"]);
    let object = run.object();
    assert_eq!(object["goal"], "black wins");
    assert_eq!(object["answer"], "proved");
    let run = shomei(["solve", "loa", WIN, "--attacker", "w"]);
    assert!(run.out.starts_with("disproved: White cannot"), "{run:?}");
}

#[test]
fn values() {
    let value = |args: &[&str]| {
        let run = shomei(args.iter().copied().chain(["--value", "--json"]));
        let object = run.object();
        let [goal, answer, value] = ["goal", "answer", "value"].map(|field| object[field].clone());
        (run.code, goal, answer, value)
    };
    let known =
        |goal: &str, answer: &str, value: &str| (0, goal.into(), answer.into(), value.into());
    assert_eq!(
        value(&["solve", "loa", WIN]),
        known("black wins", "proved", "win")
    );
    assert_eq!(
        value(&["solve", "loa", LOSS]),
        known("black wins", "proved", "loss")
    );
    assert_eq!(
        value(&["solve", "tree", "r", "--rules", LOOP]),
        known("and wins", "disproved", "draw")
    );
    assert_eq!(
        value(&["solve", "loa", HARD, "--nodes", "100"]),
        (3, "black wins".into(), "unknown".into(), Value::Null)
    );
    let run = shomei(["solve", "tree", "r", "--rules", LOOP, "--value"]);
    assert!(run.out.starts_with("draw: neither side can force a win\n"));
}

#[test]
fn a_draw_has_two_certificates() {
    let directory = directory();
    let proof = text(&directory.path().join("loop.proof"));
    let args = ["solve", "tree", "r", "--rules", LOOP, "--value", "--check"];
    let run = shomei(args.into_iter().chain(["--proof", &proof, "--json"]));
    assert_eq!(run.code, 0, "{run:?}");
    assert_eq!(names(directory.path()), ["loop.and.proof", "loop.or.proof"]);
    let decisive = text(&directory.path().join("loop.and.proof"));
    assert_eq!(run.object()["proof"], decisive);
    for name in names(directory.path()) {
        let run = shomei(["verify", &text(&directory.path().join(name))]);
        assert_eq!(run.code, 0, "{run:?}");
    }
}

#[test]
fn one_position_is_read_from_standard_input() {
    let diagram = shomei(["show", "loa", WIN]).out;
    let (diagram, _) = diagram.split_once("\n\n").unwrap();
    let run = shomei_reading(diagram, ["solve", "loa", "-", "--json"]);
    assert_eq!(run.object()["position"], WIN);
    assert_eq!(run.object()["answer"], "proved");
}

/// Every game can read the diagrams that `show` prints.
#[test]
fn diagrams_of_every_game_are_read() {
    let tree = ["--rules", LOOP];
    for (game, position, options) in [
        ("loa", WIN, &[][..]),
        ("othello", "f5 d6 c3", &[]),
        ("shogi", "4k4/9/4P4/9/9/9/9/9/9 b Gr2b 1", &[]),
        ("uttt", "ee ea ai", &[]),
        ("tree", "a", &tree),
    ] {
        let show = |position| {
            ["show", game, position]
                .into_iter()
                .chain(options.iter().copied())
        };
        let shown = shomei(show(position)).out;
        let (diagram, _) = shown.split_once("\n\n").unwrap();
        let run = shomei_reading(diagram, show("-"));
        assert_eq!((run.code, run.out.as_str()), (0, shown.as_str()), "{game}");
        // The complete output can be read, too, but not with a wrong letter.
        let run = shomei_reading(&shown, show("-"));
        assert_eq!((run.code, run.out.as_str()), (0, shown.as_str()), "{game}");
        let other = shown.replace("to move, ", "to move now, ");
        assert_eq!(shomei_reading(&other, show("-")).code, 2, "{game}");
        let twice = shomei_reading(&format!("{diagram}\n{diagram}"), show("-"));
        assert_eq!(twice.code, 2, "{twice:?}");
        assert!(twice.err.starts_with("error: position: line "), "{twice:?}");
    }
}

#[test]
fn options_reach_the_algorithm() {
    let expanded = |options: &[&str]| {
        let args = ["solve", "loa", WIN, "--json"].iter().chain(options);
        shomei(args.copied()).object()["expanded"].as_u64().unwrap()
    };
    let usual = expanded(&[]);
    let auto = ["--algorithm", "df-pn", "--set", "init=eval"];
    assert_eq!(expanded(&auto), usual);
    assert_ne!(expanded(&["--algorithm", "df-pn"]), usual);
    assert_ne!(expanded(&["--set", "init=unit"]), usual);
    assert_ne!(expanded(&["--set", "rule=weak"]), usual);
}
