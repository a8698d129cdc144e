//! Machines in this process: their answers are those of one thread, and the checker accepts their
//! certificates.

#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

use std::ops::ControlFlow;
use std::time::Duration;

use shomei::search::registry::Settings;
use shomei::{
    Aim, Answer, AnyPosition, CheckLimits, Kinds, SearchConfig, Session, Side, Verdict, algorithms,
};
use shomei_cluster::{Capacity, Config, Coordinator, Local, Machine, Question, drive, gather};
use shomei_search::Knowledge;
use shomei_search::Silent;

/// The quick positions of `shomei bench`: a game and a position.
fn positions() -> Vec<AnyPosition> {
    let mut all = Vec::new();
    for name in ["loa", "othello", "uttt", "shogi"] {
        let file = format!(
            "{}/../shomei-cli/bench/{name}.txt",
            env!("CARGO_MANIFEST_DIR")
        );
        let text = std::fs::read_to_string(file).unwrap();
        let game = Kinds::builtin().open(name, "").unwrap();
        let is_position = |line: &&str| !line.is_empty() && !line.starts_with('#');
        let positions = text.lines().filter(is_position).take(4);
        all.extend(positions.map(|line| game.position(line).unwrap()));
    }
    // Cycles: a side can force a result only by leaving them at the right moment.
    let rules = "r = OR { a, b } a = AND { r, c } b = AND { c, d } c = OR { a, d } d = OR { Won }";
    let cycle = Kinds::builtin().open("tree", rules).unwrap();
    all.push(cycle.position("r").unwrap());
    all
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

fn by_one_thread(root: &AnyPosition, aim: Aim) -> Answer {
    let mut session = Session::new(root.game()).unwrap();
    session.solve(root, aim).unwrap().report.answer
}

fn accepted(root: &AnyPosition, certificate: &[u8]) {
    let checked = root.game().check(certificate, &CheckLimits::default());
    assert!(matches!(checked.unwrap(), Verdict::Accepted(_)));
}

#[test]
fn machines_give_the_answers_of_one_thread_with_certificates() {
    let mut solved = 0;
    for root in positions() {
        for attacker in Side::BOTH {
            let aim = Aim::win(attacker);
            if root.end_for(attacker).is_err() {
                continue;
            }
            let expected = by_one_thread(&root, aim);
            for machines in [1, 3] {
                let machines = (0..machines).map(|_| machine(&root, aim)).collect();
                let mut workers = Local::new(machines, Duration::from_secs(5));
                let asked = question(&root, aim);
                let mut coordinator = Coordinator::new(asked, config(64)).unwrap();
                let mut watch = |_: &Coordinator| ControlFlow::Continue(());
                let answer = drive(&mut coordinator, &mut workers, None, &mut watch).unwrap();
                assert_eq!(answer, expected, "{root}");
                // No result of these machines is lost, so no leaf was given away too early.
                assert_eq!(coordinator.progress().figures.lost, 0, "{root}");
                let config =
                    SearchConfig::new(algorithms::find("df-pn").unwrap(), Settings::default());
                let mut out = Vec::new();
                let log: Vec<Knowledge> = coordinator.solved().copied().collect();
                let tables = workers.solved(1 << 16);
                let known = log.iter().chain(&tables);
                let task = gather(&root, aim, &config, known).unwrap();
                let made = root.solve(aim, &task, &mut Silent, Some(&mut out)).unwrap();
                assert_eq!(made.report.answer, expected, "{root}");
                accepted(&root, &out);
                solved += 1;
            }
        }
    }
    assert!(solved >= 50, "{solved} solved");
}
