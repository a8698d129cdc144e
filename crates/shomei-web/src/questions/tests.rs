#[path = "../../../shomei/tests/cases/mod.rs"]
mod cases;

use std::thread::sleep;
use std::time::Duration;
use web_time::Instant;

use super::live::QuestionAnswer;
use super::room::KEPT;
use super::*;
use crate::certificate::{CheckBudget, CheckState};
use crate::questions::live::ShownAnswer;
use crate::texts::{self, Lang};
use serde_json::Value as Json;

const D4: &str = "...x....o.................oxx....o..ooo....ox................... x";

pub(super) fn questions(limits: Limits) -> Questions {
    let kinds = Arc::new(Kinds::builtin());
    let opened = Arc::new(Opened::new(Arc::clone(&kinds), CheckBudget::default()));
    Questions::new(kinds, limits, opened)
}

pub(super) fn asked(game: &str, position: &str, ask: Ask) -> QuestionRequest {
    QuestionRequest {
        game: game.to_string(),
        rules: String::new(),
        position: position.to_string(),
        ask,
        side: None,
        seconds: None,
        threads: None,
        memory: Some((16 << 20).into()),
        bench: String::new(),
        changes: Vec::new(),
    }
}

/// Waits until a question has ended.
pub(super) fn ended(questions: &Questions, id: u64) -> Arc<Live> {
    let live = questions.get(id).unwrap();
    let patience = Instant::now() + Duration::from_secs(120);
    while !live.is_ended() {
        assert!(Instant::now() < patience, "no answer");
        sleep(Duration::from_millis(5));
    }
    live
}

pub(super) fn answer_of(live: &Live) -> &QuestionAnswer {
    live.ended().unwrap().as_ref().unwrap()
}

fn shown(live: &Live, lang: Lang) -> &ShownAnswer {
    answer_of(live).shown.get(lang).unwrap()
}

pub(super) fn data_of(live: &Live) -> &Json {
    &shown(live, Lang::EN).data
}

fn text_of(live: &Live) -> &str {
    &shown(live, Lang::EN).words
}

#[test]
fn a_win_comes_with_a_certificate_that_is_accepted() {
    let questions = questions(Limits::default());
    let id = questions.ask(&asked("loa", D4, Ask::Win)).unwrap();
    let live = ended(&questions, id);
    assert_eq!(data_of(&live)["answer"], "proved");
    assert_eq!(text_of(&live), "Black can force a win.");
    let [certificate] = answer_of(&live).certificates[..] else {
        panic!("{:?}", answer_of(&live));
    };
    let explored = questions.opened.get(certificate).unwrap();
    let patience = Instant::now() + Duration::from_secs(60);
    while explored.check(Lang::EN).state != CheckState::Accepted {
        assert!(Instant::now() < patience, "{:?}", explored.check(Lang::EN));
        sleep(Duration::from_millis(5));
    }
    assert_eq!(explored.name(), "Black can force a win.");
}

#[test]
fn a_draw_has_two_certificates() {
    let questions = questions(Limits::default());
    let asked = QuestionRequest {
        rules: DRAW.to_string(),
        ..asked("tree", "r", Ask::Value)
    };
    let id = questions.ask(&asked).unwrap();
    let live = ended(&questions, id);
    assert_eq!(data_of(&live)["value"], "draw");
    assert_eq!(answer_of(&live).certificates.len(), 2);
}

/// A loop that neither side can leave.
const DRAW: &str = "r = OR { a } a = AND { r }";

#[test]
fn the_shortest_win_and_other_solutions_are_answered() {
    let questions = questions(Limits::default());
    let mate = "8k/9/8P/9/9/9/9/9/9 b G 1";
    for (ask, part) in [
        (Ask::Shortest, "takes 1 ply."),
        (Ask::Others, "no other solution"),
    ] {
        let id = questions.ask(&asked("shogi", mate, ask)).unwrap();
        let live = ended(&questions, id);
        assert!(text_of(&live).contains(part), "{}", text_of(&live));
    }
}

#[test]
fn a_search_stops_when_its_last_listener_goes() {
    let questions = questions(Limits::default());
    let id = questions.ask(&asked("loa", "start", Ask::Win)).unwrap();
    let live = questions.get(id).unwrap();
    let (first, second) = (live.listen(), live.listen());
    live.stop_without_listener();
    drop(first);
    assert!(!live.is_stopped());
    drop(second);
    assert!(live.is_stopped());
    let live = ended(&questions, id);
    assert_eq!(data_of(&live)["answer"], "unknown");
    assert!(
        text_of(&live).ends_with("The search was stopped."),
        "{}",
        text_of(&live)
    );
}

#[test]
fn a_search_that_never_had_a_listener_stops() {
    let questions = questions(Limits::default());
    let id = questions.ask(&asked("loa", "start", Ask::Win)).unwrap();
    questions.get(id).unwrap().stop_without_listener();
    ended(&questions, id);
}

#[test]
fn there_are_no_more_at_once_than_are_allowed() {
    let questions = questions(Limits {
        threads: 2,
        memory: 64 << 20,
        questions: 2,
        ..Limits::default()
    });
    let hard = |memory: u64, threads: u64| QuestionRequest {
        memory: Some(Json::from(memory)),
        threads: Some(Json::from(threads)),
        ..asked("loa", "start", Ask::Win)
    };
    // A question with a listener is not stopped.
    let listen = |id| questions.get(id).unwrap().listen();
    let first = questions.ask(&hard(32 << 20, 1)).unwrap();
    let _first = listen(first);
    // Too many threads or too much memory in addition to the first.
    assert!(matches!(
        questions.ask(&hard(16 << 20, 2)),
        Err(Refused::Busy)
    ));
    assert!(matches!(
        questions.ask(&hard(48 << 20, 1)),
        Err(Refused::Busy)
    ));
    let second = questions.ask(&hard(16 << 20, 1)).unwrap();
    let _second = listen(second);
    assert!(matches!(
        questions.ask(&hard(1 << 20, 1)),
        Err(Refused::Busy)
    ));
    for id in [first, second] {
        questions.get(id).unwrap().stop();
        ended(&questions, id);
    }
    let third = questions.ask(&hard(64 << 20, 2)).unwrap();
    assert!(questions.are_running());
    questions.end();
    ended(&questions, third);
    assert!(!questions.are_running());
    // After the end of the server no question begins.
    assert!(matches!(
        questions.ask(&hard(1 << 20, 1)),
        Err(Refused::Busy)
    ));
}

#[test]
fn more_than_is_allowed_for_one_question_is_refused_with_the_limit() {
    let questions = questions(Limits {
        threads: 2,
        memory: 64 << 20,
        time: Duration::from_secs(5),
        questions: 2,
        ..Limits::default()
    });
    let message = |asked: QuestionRequest| match questions.ask(&asked) {
        Err(Refused::Error(error)) => error.to_string(),
        other => panic!("{other:?}"),
    };
    let win = || asked("loa", D4, Ask::Win);
    let threads = Some(Json::from(3));
    assert!(message(QuestionRequest { threads, ..win() }).contains("at most 2 threads"));
    let memory = Some(Json::from(65 << 20));
    assert!(message(QuestionRequest { memory, ..win() }).contains("at most 64 MiB"));
    let seconds = Some(Json::from(6));
    assert!(message(QuestionRequest { seconds, ..win() }).contains("at most 5 seconds"));
    let bad = message(asked("loa", "..?", Ask::Win));
    assert!(bad.contains("column"), "{bad}");
}

#[test]
fn the_time_ends_a_search() {
    let questions = questions(Limits::default());
    let seconds = Some(Json::from(0.05));
    let asked = QuestionRequest {
        seconds,
        ..asked("loa", "start", Ask::Win)
    };
    let id = questions.ask(&asked).unwrap();
    let live = ended(&questions, id);
    assert!(
        text_of(&live).ends_with("The search was stopped by the time limit."),
        "{}",
        text_of(&live)
    );
    assert!(live.look().nodes > 0);
}

#[test]
fn old_answers_are_forgotten() {
    let questions = questions(Limits::default());
    let tree = QuestionRequest {
        rules: "r = OR { Won }".to_string(),
        ..asked("tree", "r", Ask::Win)
    };
    let first = questions.ask(&tree).unwrap();
    for _ in 0..=KEPT {
        let id = questions.ask(&tree).unwrap();
        ended(&questions, id);
    }
    assert!(questions.get(first).is_none());
}

#[test]
fn a_finished_position_is_answered_in_the_language_of_the_reader() {
    let questions = questions(Limits::default());
    // All pieces of Black are connected.
    let over = format!("xxx{}o{}o o", ".".repeat(37), ".".repeat(22));
    for (ask, answer) in [
        (Ask::Win, "disproved"),
        (Ask::Value, "proved"),
        (Ask::Moves, "proved"),
    ] {
        let id = questions.ask(&asked("loa", &over, ask)).unwrap();
        let live = ended(&questions, id);
        let outcome = answer_of(&live);
        let data = data_of(&live);
        assert_eq!(data["answer"], answer, "{ask:?}");
        assert!(
            data["line"].as_array().unwrap().is_empty() && outcome.problems.is_empty(),
            "{outcome:?}"
        );
        assert_eq!(
            text_of(&live),
            "The game is over: Black has won.",
            "{ask:?}"
        );
        assert_eq!(shown(&live, Lang::JA).words, "終局。黒の勝ち。", "{ask:?}");
        assert_eq!(outcome.certificates.len(), usize::from(ask != Ask::Moves));
    }
}

/// Every question under every rule of every game; the table contains the refused ones.
#[test]
fn every_question_is_answered_under_every_rule() {
    let questions = questions(Limits::default());
    let asks = [
        Ask::Win,
        Ask::Value,
        Ask::Moves,
        Ask::Score,
        Ask::Shortest,
        Ask::Others,
    ];
    let (mut answered, mut refused) = (0, 0);
    for case in cases::all() {
        let has_scores = case.kind.name == "othello";
        for ask in asks {
            for (position, is_over) in [(&case.open, false), (&case.over, true)] {
                let asked = QuestionRequest {
                    rules: case.rules.to_string(),
                    side: (ask != Ask::Others).then(|| "gote".to_string()),
                    // On a busy machine a shorter limit can end even a finished game's question.
                    seconds: Some(Json::from(if is_over { 10.0 } else { 0.05 })),
                    memory: Some(Json::from(1 << 20)),
                    ..asked(case.kind.name, &position.text(), ask)
                };
                let name = format!("{}, {}, {position}: {ask:?}", case.kind.name, case.rules);
                let id = questions
                    .ask(&asked)
                    .unwrap_or_else(|why| panic!("{name}: {why:?}"));
                let live = ended(&questions, id);
                match (live.ended().unwrap(), has_scores || ask != Ask::Score) {
                    (Ok(outcome), true) => {
                        let data = data_of(&live);
                        let is_complete =
                            data["answer"] != "unknown" && data["stopped_by"].is_null();
                        assert!(!is_over || is_complete, "{name}: {data}");
                        assert!(
                            outcome.problems.is_empty() || !is_over,
                            "{name}: {outcome:?}"
                        );
                        answered += 1;
                    }
                    (Err(error), false) => {
                        let expected = format!("{} has no scores", case.kind.name);
                        assert_eq!(error.to_string(), expected, "{name}");
                        refused += 1;
                    }
                    (found, _) => panic!("{name}: {found:?}"),
                }
            }
        }
    }
    assert!(
        answered > 340 && refused > 40,
        "{answered} answered, {refused} refused"
    );
}

#[test]
fn a_number_that_is_none_is_refused_with_the_name_of_its_field() {
    let questions = questions(Limits::default());
    for (field, wrong) in [
        ("threads", &["0", "-1", "1.5", "\"2\"", "true"][..]),
        ("memory", &["0", "-1", "1048575", "1e30", "\"1MiB\""]),
        ("seconds", &["0", "-1", "\"5\"", "[]"]),
    ] {
        for number in wrong {
            let text =
                format!(r#"{{"game":"loa","position":"start","ask":"win","{field}":{number}}}"#);
            let asked: QuestionRequest = serde_json::from_str(&text).unwrap();
            let Err(Refused::Error(error)) = questions.ask(&asked) else {
                panic!("{text} is accepted");
            };
            assert_eq!(error.kind(), shomei::ErrorKind::Usage);
            let message = error.to_string();
            assert!(
                message.starts_with(&format!("{field}: expected ")),
                "{message}"
            );
        }
    }
    let unknown = r#"{"game":"loa","position":"start","ask":"win","nodes":0}"#;
    let error = serde_json::from_str::<QuestionRequest>(unknown)
        .unwrap_err()
        .to_string();
    assert!(error.contains("unknown field `nodes`"), "{error}");
}

#[test]
fn a_question_beyond_the_limits_fails_in_both_languages() {
    let questions = questions(Limits {
        threads: 2,
        ..Limits::default()
    });
    let beyond = QuestionRequest {
        threads: Some(3.into()),
        ..asked("loa", D4, Ask::Win)
    };
    let Err(Refused::Error(error)) = questions.ask(&beyond) else {
        panic!("it was allowed");
    };
    assert_eq!(
        texts::error_text(&error, Lang::JA),
        "このサーバーでは一つの質問に使えるスレッドは2までです。"
    );
}

/// The results of the bundle of an answer.
fn bundled(questions: &Questions, live: &Live) -> Json {
    let id = answer_of(live).bundle.unwrap();
    let bundle = questions.opened.bundle(id).unwrap();
    let patience = Instant::now() + Duration::from_secs(60);
    loop {
        let data = serde_json::to_value(bundle.data(id, Lang::EN).unwrap()).unwrap();
        match data["state"].as_str().unwrap() {
            "accepted" => return data["results"].clone(),
            "waiting" | "running" => assert!(Instant::now() < patience),
            _ => panic!("{data}"),
        }
        sleep(Duration::from_millis(5));
    }
}

#[test]
fn an_answer_has_a_bundle_of_all_its_certificates() {
    let questions = questions(Limits::default());
    let mate = "8k/9/8P/9/9/9/9/9/9 b GS 1";
    let cases = [
        ("shogi", mate, Ask::Win, 1, "mate"),
        ("shogi", mate, Ask::Shortest, 1, "mate in 1 ply"),
        (
            "shogi",
            "8k/9/7G1/9/9/9/9/9/9 b Rr2b3g4s4n4l18p 1",
            Ask::Shortest,
            2,
            "mate in",
        ),
        ("shogi", mate, Ask::Moves, 2, "mate"),
        ("othello", OTHELLO, Ask::Score, 2, ""),
        ("othello", OTHELLO, Ask::Value, 1, ""),
    ];
    for (game, position, ask, least, result) in cases {
        let live = ended(
            &questions,
            questions.ask(&asked(game, position, ask)).unwrap(),
        );
        let results = bundled(&questions, &live);
        let count = results["certificates"].as_u64().unwrap();
        assert!(count >= least, "{ask:?}: {count}");
        let rows = results["rows"].as_array().unwrap();
        let is_there = |row: &Json| row["result"].as_str().unwrap().starts_with(result);
        assert!(rows.iter().any(is_there), "{ask:?}: {results}");
    }
}

#[test]
fn the_bundle_of_a_problem_proves_that_its_solution_is_the_only_one() {
    let questions = questions(Limits::default());
    let problem = "7k1/9/7P1/9/9/9/9/9/9 b G2g 1";
    let live = ended(
        &questions,
        questions
            .ask(&asked("shogi", problem, Ask::Others))
            .unwrap(),
    );
    let results = bundled(&questions, &live);
    assert_eq!(results["verdict"], "unique");
    assert!(results["rows"].as_array().unwrap().len() > 1);
}

/// A position with seven empty squares.
const OTHELLO: &str = "XXXXXXXXXOOOOOOXXOOXXOXXXOXOXXOXXXOXOXXXXXXOXX---XXXX---XXXXX-O- O";
