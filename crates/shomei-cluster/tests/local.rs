//! Machines within this process: the answers of one thread, certificates that the checker
//! accepts, journals from which a coordinator goes on, and results that come as they should not.

#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

use std::io::Read;
use std::ops::ControlFlow;
use std::time::Duration;

use shomei::proof::Reader;
use shomei::search::registry::Settings;
use shomei::{Aim, Answer, AnyPosition, CheckLimits, Kinds, Session, Side, Task, Verdict};
use shomei_cluster::{Capacity, Config, Coordinator, Local, Machine, Question, certify, drive};
use shomei_search::Silent;

/// Positions of four games, each with the side that must win.
const POSITIONS: [(&str, &str, &str, Side); 6] = [
    (
        "loa",
        "",
        "...x....o.................oxx....o..ooo....ox................... x",
        Side::First,
    ),
    (
        "loa",
        "",
        "...x....o.................oxx....o..ooo....ox................... x",
        Side::Second,
    ),
    (
        "shogi",
        "",
        "6lnl/6k2/6Ppp/9/9/9/9/9/9 b 2G2r2b2g4s3n3l15p 1",
        Side::First,
    ),
    (
        "othello",
        "",
        "OOOOOO-XOOOOOXXXOOOXXXX-OOXXXX--OXXOXX--OXXXXX--XXXXXX----XXXX-- O",
        Side::Second,
    ),
    ("uttt", "", "start", Side::First),
    (
        "tree",
        "r = OR { a, b } a = AND { r, c } b = AND { c, d } c = OR { Failed } d = OR { Won }",
        "r",
        Side::First,
    ),
];

fn position(game: &str, rules: &str, text: &str) -> AnyPosition {
    let game = Kinds::builtin().open(game, rules).unwrap();
    match text {
        "start" => game.start(),
        text => game.position(text).unwrap(),
    }
}

fn config(least: u64) -> Config {
    let mut config = Config::default();
    config.ways.least = least;
    config
}

fn machine(root: &AnyPosition, aim: Aim) -> Machine {
    let capacity = Capacity {
        threads: 2,
        memory: 1 << 22,
    };
    Machine::open(root, aim, &Settings::default(), &capacity).unwrap()
}

fn question(root: &AnyPosition, aim: Aim) -> Question {
    Question::new(root, aim, &Settings::default()).unwrap()
}

/// Stops when so many jobs have come back.
fn until(jobs: u64) -> impl FnMut(&Coordinator) -> ControlFlow<()> {
    move |coordinator| match coordinator.progress().figures.jobs < jobs {
        true => ControlFlow::Continue(()),
        false => ControlFlow::Break(()),
    }
}

fn by_one_thread(root: &AnyPosition, aim: Aim) -> Answer {
    let mut session = Session::new(root.game()).unwrap().nodes(400_000);
    session.solve(root, aim).unwrap().report.answer
}

fn accepted(root: &AnyPosition, certificate: &[u8]) {
    let reader = Reader::open(Box::new(certificate) as Box<dyn Read>).unwrap();
    let checked = root.game().check(reader, &CheckLimits::default());
    assert!(matches!(checked.unwrap(), Verdict::Accepted(_)));
}

#[test]
fn machines_give_the_answers_of_one_thread_with_certificates() {
    let mut solved = 0;
    for (name, rules, text, attacker) in POSITIONS {
        let root = position(name, rules, text);
        let aim = Aim::win(attacker);
        let expected = by_one_thread(&root, aim);
        for machines in [1, 3] {
            let machines = (0..machines).map(|_| machine(&root, aim)).collect();
            let mut workers = Local::new(machines, Duration::from_secs(5));
            let mut coordinator = Coordinator::new(question(&root, aim), config(64)).unwrap();
            let mut watch = until(if expected == Answer::Unknown {
                50
            } else {
                u64::MAX
            });
            let answer = drive(&mut coordinator, &mut workers, None, &mut watch).unwrap();
            if expected == Answer::Unknown {
                continue;
            }
            assert_eq!(answer, expected, "{name} {text}");
            let task = Task::new(
                shomei::algorithms::find("df-pn").unwrap(),
                Settings::default(),
            );
            let mut out = Vec::new();
            let known = coordinator.solved();
            let made = certify(&root, aim, &task, known, &mut Silent, &mut out).unwrap();
            assert_eq!(made.report.answer, expected, "{name} {text}");
            accepted(&root, &out);
            solved += 1;
        }
    }
    assert!(solved >= 8, "{solved} solved");
}
