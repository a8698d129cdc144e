use std::thread::sleep;
use std::time::Duration;
use web_time::Instant;

use super::super::tests::{answer_of, asked, data_of, ended, questions};
use super::super::*;
use super::JobQueue;
use crate::texts::Lang;

/// A mate in 13 plies, whose variants take seconds.
const LONG: &str = "6k+pG/9/5S3/9/9/9/9/9/9 b GS2r2b2g2s4n4l17p 1";

/// A mate in one ply by a gold from the hand.
const MATE: &str = "7k1/9/7P1/9/9/9/9/9/9 b G2g 1";

fn judge(position: &str, bench: &str) -> QuestionRequest {
    QuestionRequest {
        bench: bench.to_string(),
        ..asked("shogi", position, Ask::Judge)
    }
}

fn vary(position: &str, bench: &str, changes: &[&str]) -> QuestionRequest {
    QuestionRequest {
        ask: Ask::Vary,
        changes: changes.iter().map(ToString::to_string).collect(),
        ..judge(position, bench)
    }
}

fn rows(live: &Live) -> Vec<Value> {
    let row = |number| live.row(number, Lang::EN);
    (0..).map_while(row).collect()
}

#[test]
fn a_verdict_has_a_length_and_the_first_flaw() {
    let questions = questions(Limits::default());
    let cases = [
        (MATE, "sound", Some(1), "1 ply: "),
        (
            "7k1/9/7P1/9/9/9/9/9/9 b 2Gg 1",
            "flawed",
            Some(1),
            "1 ply: ",
        ),
        ("9/8k/7P1/9/9/9/9/9/9 b G2g 1", "no-win", None, ""),
    ];
    for (position, kind, plies, words) in cases {
        let live = ended(&questions, questions.ask(&judge(position, "a")).unwrap());
        let data = data_of(&live);
        assert_eq!(data["kind"], kind, "{position}");
        assert_eq!(data["length"].as_u64(), plies, "{position}");
        let shown = answer_of(&live).shown.get(Lang::EN).unwrap();
        assert!(shown.words.starts_with(words), "{}", shown.words);
    }
}

#[test]
fn variants_are_rows_with_the_verdicts_that_they_have_alone() {
    let questions = questions(Limits::default());
    let live = ended(
        &questions,
        questions.ask(&vary(MATE, "a", &["move", "hand"])).unwrap(),
    );
    let rows = rows(&live);
    assert_eq!(rows.len(), 13);
    assert_eq!(data_of(&live)["examined"], 13);
    assert_eq!(data_of(&live)["variants"], 13);
    for row in rows {
        let position = row["position"].as_str().unwrap();
        let alone = ended(&questions, questions.ask(&judge(position, "b")).unwrap());
        for field in ["kind", "length", "first_flaw", "flaw_text", "line_names"] {
            assert_eq!(row[field], data_of(&alone)[field], "{position} {field}");
        }
    }
}

#[test]
fn a_problem_with_other_pieces_gets_new_tables() {
    let questions = questions(Limits::default());
    for position in [MATE, "7k1/9/7P1/9/9/9/9/9/9 b GS2g 1", MATE] {
        let live = ended(&questions, questions.ask(&judge(position, "a")).unwrap());
        assert_eq!(data_of(&live)["answer"], "proved", "{position}");
    }
    // The side to move attacks.
    let white = "9/9/9/9/9/9/4p4/9/4K4 w gs 1";
    let live = ended(&questions, questions.ask(&judge(white, "a")).unwrap());
    assert_eq!(data_of(&live)["length"], 1);
    let live = ended(&questions, questions.ask(&judge(MATE, "a")).unwrap());
    assert_eq!(data_of(&live)["kind"], "sound");
}

#[test]
fn a_verdict_interrupts_a_list_that_continues() {
    let questions = questions(Limits {
        questions: 1,
        threads: 1,
        ..Limits::default()
    });
    let all = ["move", "add", "exchange", "hand"];
    let list = questions.ask(&vary(LONG, "a", &all)).unwrap();
    let list = questions.get(list).unwrap();
    let verdict = ended(&questions, questions.ask(&judge(LONG, "a")).unwrap());
    assert_eq!(data_of(&verdict)["kind"], "sound");
    assert!(!list.is_ended());
    // Another page has no room meanwhile.
    let busy = questions.ask(&judge(LONG, "b"));
    assert!(matches!(busy, Err(Refused::Busy)));
    let before = rows(&list).len();
    let patience = Instant::now() + Duration::from_secs(60);
    while rows(&list).len() <= before {
        assert!(Instant::now() < patience && !list.is_ended());
        sleep(Duration::from_millis(5));
    }
    // A new list replaces it.
    let short = ended(
        &questions,
        questions.ask(&vary(LONG, "a", &["hand"])).unwrap(),
    );
    assert_eq!(data_of(&short)["examined"], data_of(&short)["variants"]);
    let list = ended(&questions, list.id());
    assert!(data_of(&list)["examined"].as_u64() < data_of(&list)["variants"].as_u64());
}

#[test]
fn an_idle_workbench_gives_its_memory_to_another_question() {
    let limits = Limits {
        memory: 32 << 20,
        ..Limits::default()
    };
    let questions = questions(limits);
    ended(&questions, questions.ask(&judge(MATE, "a")).unwrap());
    assert!(!questions.are_running());
    let large = QuestionRequest {
        memory: Some((32 << 20).into()),
        ..asked("shogi", MATE, Ask::Win)
    };
    ended(&questions, questions.ask(&large).unwrap());
    let live = ended(&questions, questions.ask(&judge(MATE, "a")).unwrap());
    assert_eq!(data_of(&live)["kind"], "sound");
}

#[test]
fn a_workbench_needs_a_name_and_known_changes() {
    let questions = questions(Limits::default());
    for (request, part) in [
        (judge(MATE, ""), "bench"),
        (judge(MATE, &"a".repeat(65)), "bench"),
        (vary(MATE, "a", &["move", "twist"]), "twist"),
    ] {
        let Err(Refused::Error(error)) = questions.ask(&request) else {
            panic!("{request:?} was accepted");
        };
        assert!(error.to_string().contains(part), "{error}");
    }
    let othello = QuestionRequest {
        bench: "a".to_string(),
        ..asked("othello", "start", Ask::Judge)
    };
    let live = ended(&questions, questions.ask(&othello).unwrap());
    let error = live.ended().unwrap().as_ref().unwrap_err();
    assert!(
        error.to_string().contains("no composed problems"),
        "{error}"
    );
}

#[test]
fn a_queue_that_was_idle_refuses_questions_and_loses_none() {
    let questions = questions(Limits::default());
    let game = questions.kinds.find("shogi").unwrap();
    let game = game.open("", &shomei::Hints::default()).unwrap();
    let share = Share::of(&judge(MATE, "a"), questions.limits).unwrap();
    let job = |id| {
        let live = Live::new(id, share, Stopper::default());
        Job::new(
            game.position(MATE).unwrap(),
            BenchWork::Judge,
            Arc::new(live),
        )
    };
    for round in 0..200 {
        let queue = JobQueue::default();
        // The two ends meet at the moment when the queue has been idle.
        let idle = Duration::from_micros(50);
        let taken = thread::scope(|scope| {
            let taken = scope.spawn(|| std::iter::from_fn(|| queue.next(idle)).count());
            let given = (0..5).filter(|id| {
                sleep(idle);
                queue.push(job(*id)).is_ok()
            });
            let given = given.count();
            (taken.join().unwrap(), given)
        });
        assert_eq!(taken.0, taken.1, "round {round}");
        assert!(queue.is_closed() && queue.push(job(9)).is_err());
    }
}
