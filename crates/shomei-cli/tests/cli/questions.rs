//! Every question under every rule set of every game on the command line, compared with the
//! library. A table here has the refused questions with their reasons.

#[path = "../../../shomei/tests/cases/mod.rs"]
mod cases;

use serde_json::{Map, Value as Json};
use shomei::{Answer, AnyPosition, QueryResult, Question, Session, Side};

use crate::support::{WIN, shomei, shomei_reading};
use cases::Case;

/// The node limit of each question.
const NODES: u64 = 300;

/// The arguments of each question, and the question of the library; `None` if another entry already
/// compares the answer.
fn questions(sides: [&'static str; 2]) -> Vec<(Vec<&'static str>, Option<Question>)> {
    let [first, second] = sides;
    let compared = [
        (vec![], Question::MoverWins),
        (vec!["--attacker", first], Question::Win(Side::First)),
        (vec!["--attacker", second], Question::Win(Side::Second)),
        (vec!["--value"], Question::Value),
        (vec!["--moves"], Question::Moves),
        (
            vec!["--moves", "--attacker", second],
            Question::MovesFor(Side::Second),
        ),
        (vec!["--score"], Question::Score),
        (vec!["--moves", "--score"], Question::MoveScores),
    ];
    let not_compared = [
        vec!["solve", "--shortest"],
        vec!["solve", "--moves", "--shortest"],
        vec!["compose", "check", "--no-yozume", "--refutation", "3"],
        vec!["compose", "check", "--no-yozume", "--missing"],
        vec!["compose", "check", "--yozume-nodes", "50", "--henka"],
    ];
    compared
        .into_iter()
        .map(|(args, question)| ([&["solve"], &args[..]].concat(), Some(question)))
        .chain(not_compared.into_iter().map(|args| (args, None)))
        .collect()
}

/// Why a question is refused; `None` if it is answered.
fn refusal(case: &Case, args: &[&str]) -> Option<String> {
    let has_scores = case.kind.name == "othello";
    (args.contains(&"--score") && !has_scores)
        .then(|| format!("error: {} has no scores\n", case.kind.name))
}

fn ask(position: &AnyPosition, question: Question) -> QueryResult {
    let mut session = Session::new(position.game()).unwrap();
    session.set_memory(1 << 20).set_nodes(Some(NODES));
    session.ask(position, question).unwrap()
}

/// Asserts that the object of the command line matches the result of the library.
fn assert_same(object: &Map<String, Json>, found: &QueryResult, name: &str) {
    if found.answer != Answer::Unknown && object["answer"] != "unknown" {
        assert_eq!(object["answer"], found.answer.to_string(), "{name}");
    }
    if let (Some(known), Some(value)) = (object.get("value"), found.value()) {
        assert_eq!(*known, value.to_string(), "{name}");
    }
    if let Some(known) = found.score() {
        assert_eq!(object["score"], known.score().unwrap(), "{name}");
    }
    let moves = object.get("moves").and_then(Json::as_array);
    assert_eq!(moves.map_or(0, Vec::len), found.moves().len(), "{name}");
}

/// Reviews a game of one move. Graphs have no text for a position with moves after it.
fn review(case: &Case) {
    let mv = case.open.moves().swap_remove(0);
    let game = format!("{} moves {mv}", case.open);
    let args = ["review", case.kind.name, &game, "--rules", case.rules];
    let limits = ["--json", "--nodes", "300", "--memory", "1MiB"];
    let run = shomei(args.into_iter().chain(limits));
    let name = format!("{}, {}: {run:?}", case.kind.name, case.rules);
    if case.kind.name == "tree" {
        assert_eq!(run.code, 2, "{name}");
        assert!(run.err.contains("there is no node named"), "{name}");
        return;
    }
    assert!([0, 3].contains(&run.code), "{name}");
    assert_eq!(run.object()["move"], mv, "{name}");
}

#[test]
fn every_question_is_answered_under_every_rule() {
    let (mut answered, mut refused) = (0, 0);
    for case in cases::all() {
        let list = format!("{}\n{}\n", case.open, case.over);
        for (args, question) in questions(case.kind.sides) {
            let name = format!("{}, {}: {args:?}", case.kind.name, case.rules);
            let usual = [case.kind.name, "@-", "--rules", case.rules];
            let limits = ["--nodes", "300", "--memory", "1MiB", "--json"];
            let run = shomei_reading(&list, [&args[..], &usual, &limits].concat());
            if let Some(reason) = refusal(&case, &args) {
                assert_eq!((run.code, run.err.as_str()), (2, reason.as_str()), "{name}");
                refused += 1;
                continue;
            }
            assert!([0, 3].contains(&run.code), "{name}: {run:?}");
            assert!(!run.err.contains("error: "), "{name}: {run:?}");
            let objects = run.objects();
            assert_eq!(objects.len(), 2, "{name}");
            for (object, position) in objects.iter().zip([&case.open, &case.over]) {
                assert_eq!(object["rules"], case.rules, "{name}");
                assert_eq!(object["position"], position.text(), "{name}");
                if let Some(question) = question {
                    let name = format!("{name}, {position}");
                    assert_same(object, &ask(position, question), &name);
                }
            }
            answered += 1;
        }
        review(&case);
    }
    assert!(
        answered > 350 && refused > 40,
        "{answered} answered, {refused} refused"
    );
}

#[test]
fn sides_have_their_names_in_every_place() {
    for (names, answer) in [
        (
            ["黒", "先手", "攻め方", "sente", "Sente", "下手", "▲", "☗"],
            "proved",
        ),
        (
            ["白", "後手", "受方", "gote", "GOTE", "上手", "△", "☖"],
            "disproved",
        ),
    ] {
        for name in names {
            let object = shomei(["solve", "loa", WIN, "--attacker", name, "--json"]).object();
            assert_eq!(object["answer"], answer, "{name}");
            let line = format!("{WIN} ; attacker={name} ; value={answer}\n");
            let run = shomei_reading(&line, ["solve", "loa", "@-", "--json"]);
            let object = run.object();
            assert_eq!(
                (run.code, &object["answer"]),
                (0, &answer.into()),
                "{name}: {run:?}"
            );
            assert_eq!(object["agrees"], true, "{name}");
        }
    }
    let run = shomei(["solve", "loa", WIN, "--attacker", "赤"]);
    assert_eq!(run.code, 2);
    assert!(run.err.contains("loa has no side named \"赤\""), "{run:?}");
}

/// A finished position has an answer and a certificate.
#[test]
fn a_finished_game_is_an_answer() {
    let both = format!("xo{} x", ".".repeat(62));
    let black = format!("xx{}o.o o", ".".repeat(59));
    for (position, rules, value, headline, end) in [
        (
            &both,
            "olympiad",
            "draw",
            "disproved: Black cannot force a win",
            "it is a draw",
        ),
        (
            &both,
            "sackson",
            "loss",
            "disproved: Black cannot force a win",
            "White has won",
        ),
        (
            &black,
            "olympiad",
            "loss",
            "disproved: White cannot force a win",
            "Black has won",
        ),
    ] {
        let run = shomei(["solve", "loa", position, "--rules", rules]);
        assert_eq!((run.code, run.err.as_str()), (0, ""), "{run:?}");
        let lines: Vec<&str> = run.out.lines().collect();
        assert_eq!(
            lines[..2],
            [headline, &format!("the game is over: {end}")],
            "{run:?}"
        );
        for option in ["--value", "--moves"] {
            let run = shomei(["solve", "loa", position, "--rules", rules, option, "--json"]);
            let object = run.object();
            assert_eq!((run.code, &object["value"]), (0, &value.into()), "{run:?}");
            assert_eq!(object["line"], Json::Array(Vec::new()));
            let outcome = match end {
                "it is a draw" => "draw",
                "White has won" => "white",
                _ => "black",
            };
            assert_eq!(object["outcome"], outcome, "{run:?}");
        }
    }
    let folder = crate::support::directory();
    let proof = crate::support::text(&folder.path().join("end.proof"));
    let run = shomei(["solve", "loa", &black, "--proof", &proof, "--check"]);
    assert_eq!(run.code, 0, "{run:?}");
    assert_eq!(shomei(["verify", &proof]).code, 0);
    let open = shomei(["solve", "loa", WIN, "--json"]).object();
    assert!(!open.contains_key("outcome"), "{open:?}");
    let japanese = shomei(["solve", "loa", &black, "--lang", "ja"]).out;
    assert!(japanese.contains("\n終局：黒の勝ち\n"), "{japanese}");
}

/// A table that is too small loses defences, so the object reports that the line may be too short.
#[test]
fn a_full_table_marks_lines_that_may_be_longer() {
    let tiny = ["solve", "loa", WIN, "--memory", "64B"];
    let run = shomei(tiny);
    assert_eq!(run.code, 0, "{run:?}");
    let note =
        "\nthe line may be shorter than the longest defence: the full table has lost entries\n";
    assert!(run.out.contains(note), "{run:?}");
    let object = shomei(tiny.into_iter().chain(["--json"])).object();
    assert_eq!(
        (&object["line_may_be_longer"], &object["line_complete"]),
        (&true.into(), &true.into())
    );
    let plies = object["line"].as_array().unwrap().len();
    let folder = crate::support::directory();
    let report = crate::support::text(&folder.path().join("x.html"));
    let more = ["--report", report.as_str(), "--summary=tsv", "--lang", "ja"];
    let run = shomei(tiny.into_iter().chain(more));
    let note = "置換表が一杯になったため、より長く粘る手順がある可能性あり";
    assert!(run.out.contains(note), "{run:?}");
    assert!(run.out.contains(&format!("\t{plies}+\t")), "{run:?}");
    assert!(std::fs::read_to_string(&report).unwrap().contains(note));
    // A large table loses nothing, and a line from a certificate is never shortened.
    let whole = shomei(["solve", "loa", WIN, "--json"]).object();
    assert!(!whole.contains_key("line_may_be_longer"), "{whole:?}");
    let proof = crate::support::text(&folder.path().join("x.proof"));
    let run = shomei(
        tiny.into_iter()
            .chain(["--proof", proof.as_str(), "--json"]),
    );
    assert!(!run.object().contains_key("line_may_be_longer"), "{run:?}");
}
