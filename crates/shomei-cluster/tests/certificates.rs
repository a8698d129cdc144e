//! Certificates from a cluster: machines search missing positions, and wrong entries are removed.

#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

use std::io::Cursor;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use shomei::jobs::Crews;
use shomei::proof::{Child, Claim, IndexedReader, Record, Writer};
use shomei::search::registry::Settings;
use shomei::{
    Aim, Answer, AnyPosition, CheckLimits, Kinds, SearchConfig, Session, Side, Task, Verdict,
    algorithms,
};
use shomei_cluster::simulator::{Cluster, Simulator};
use shomei_cluster::{
    Assembled, Assembly, Batch, Capacity, CertificateTask, Checking, Config, Coordinator, Hello,
    Local, Machine, MachineId, PartsVerdict, Question, Workers, drive, gather, run,
};
use shomei_search::Silent;
use shomei_search::{Bounds, Knowledge};

/// Positions of all games, at most two proved and two disproved of each.
fn positions() -> Vec<(AnyPosition, Aim, Answer)> {
    let mut all = Vec::new();
    for name in ["loa", "othello", "uttt", "shogi"] {
        let file = format!(
            "{}/../shomei-cli/bench/{name}.txt",
            env!("CARGO_MANIFEST_DIR")
        );
        let text = std::fs::read_to_string(file).unwrap();
        let game = Kinds::builtin().open(name, "").unwrap();
        let is_position = |line: &&str| !line.is_empty() && !line.starts_with('#');
        let mut wanted = [2, 2];
        for line in text.lines().filter(is_position).take(6) {
            let root = game.position(line).unwrap();
            for side in Side::BOTH {
                let aim = Aim::win(side);
                if root.end_for(side).is_err() {
                    continue;
                }
                let answer = by_one_thread(&root, aim);
                let left = &mut wanted[usize::from(answer == Answer::Proved)];
                if *left > 0 {
                    *left -= 1;
                    all.push((root.clone(), aim, answer));
                }
            }
        }
    }
    // Cycles: the answers of positions depend on each other.
    let rules = "r = OR { a, b } a = AND { r, c } b = AND { c, d } c = OR { a, d } d = OR { e, r } \
                 e = AND { d, c, r }";
    let cycle = Kinds::builtin().open("tree", rules).unwrap();
    let root = cycle.position("r").unwrap();
    all.push((root.clone(), Aim::win(root.to_move()), Answer::Disproved));
    all
}

fn by_one_thread(root: &AnyPosition, aim: Aim) -> Answer {
    let mut session = Session::new(root.game()).unwrap();
    session.solve(root, aim).unwrap().report.answer
}

fn search_config() -> SearchConfig {
    SearchConfig {
        memory: 1 << 22,
        ..SearchConfig::new(algorithms::find("df-pn").unwrap(), Settings::default())
    }
}

fn task() -> Task {
    Task::from(search_config())
}

fn machine(root: &AnyPosition, aim: Aim) -> Machine {
    let capacity = Capacity {
        threads: 2,
        memory: 1 << 22,
    };
    Machine::open(root, aim, &Settings::default(), &capacity).unwrap()
}

fn config() -> Config {
    let mut config = Config::default();
    config.ways.least = 64;
    config
}

/// Solves a position by two machines. Returns the machines and the coordinator.
fn solved(root: &AnyPosition, aim: Aim) -> (Local, Coordinator) {
    let machines = vec![machine(root, aim), machine(root, aim)];
    let mut workers = Local::new(machines, Duration::from_secs(5));
    let question = Question::new(root, aim, &Settings::default()).unwrap();
    let mut coordinator = Coordinator::new(question, config()).unwrap();
    let mut go_on = |_: &Coordinator| ControlFlow::Continue(());
    drive(&mut coordinator, &mut workers, None, &mut go_on).unwrap();
    (workers, coordinator)
}

fn assembled(
    (root, aim, answer): &(AnyPosition, Aim, Answer),
    task: &Task,
    machines: impl IntoIterator<Item = (MachineId, u32)>,
    workers: &mut dyn Workers,
) -> Assembled {
    let mut assembly = Assembly::new(root, *aim, task, *answer, machines).unwrap();
    let mut go_on = || ControlFlow::Continue(());
    run(&mut assembly, workers, &mut go_on).unwrap();
    assert!(assembly.is_over(), "{root}");
    assert_eq!(Some(assembly.claim()), answer.claim(), "{root}");
    assembly.figures()
}

/// Makes a certificate from a task and checks it. Returns the nodes of the search.
fn certified(question: &(AnyPosition, Aim, Answer), task: &Task) -> u64 {
    let (root, _, answer) = question;
    let (answer_certified, nodes) = certify(question, task);
    assert_eq!(answer_certified.unwrap(), *answer, "{root}");
    nodes
}

/// Solves a position from a task. Returns the answer of the certificate, which the checker must
/// accept, or an error if no certificate was made, and the nodes of the search.
fn certify(
    (root, aim, _): &(AnyPosition, Aim, Answer),
    task: &Task,
) -> (Result<Answer, String>, u64) {
    let mut out = Vec::new();
    let solved = root.solve(*aim, task, &mut Silent, Some(&mut out)).unwrap();
    let nodes = solved.report.counters.nodes();
    let made = solved.certificate.ok_or("not solved".to_owned());
    let made = made.and_then(|made| made.map_err(|error| error.to_string()));
    if made.is_ok() {
        let verdict = whole(root, &out);
        assert!(
            matches!(verdict, Verdict::Accepted(_)),
            "{root}: {verdict:?}"
        );
    }
    (made.map(|_| solved.report.answer), nodes)
}

#[test]
fn holes_are_filled_by_machines() {
    let (mut filled, mut seen, mut plain) = (0, 0, 0);
    for question in &positions() {
        let (root, aim, answer) = question;
        let (mut workers, coordinator) = solved(root, *aim);
        // All reported positions, every third of them, and none.
        for part in [1, 3, u64::MAX] {
            let known: Vec<Knowledge> = coordinator.solved().copied().collect();
            let known = known.iter().filter(|known| known.key % part == 0);
            let task = gather(root, *aim, &search_config(), known).unwrap();
            let figures = assembled(question, &task, coordinator.there(), &mut workers);
            filled += figures.filled;
            seen += figures.positions;
            plain += figures.plain;
            let claim = answer.claim().unwrap();
            let left = root.survey(*aim, &task, claim, 100).unwrap().unwrap();
            assert_eq!((left.claim, left.holes.len()), (claim, 0), "{root}");
            certified(question, &task);
        }
    }
    assert!(filled >= 100 && seen > filled, "{filled} of {seen}");
    assert!(plain >= 10, "{plain} left to the checker");
}

#[test]
fn a_complete_table_is_surveyed_once() {
    let (mut first_walks, mut second_walks, mut forgotten) = (0, 0, 0);
    for question in &positions() {
        let (root, aim, answer) = question;
        let (_, coordinator) = solved(root, *aim);
        let known: Vec<Knowledge> = coordinator.solved().copied().collect();
        let most = known.iter().filter(|known| known.key % 4 != 0);
        let task = gather(root, *aim, &search_config(), most).unwrap();
        let claim = answer.claim().unwrap();
        let walk = || root.survey(*aim, &task, claim, 1 << 16).unwrap().unwrap();
        let (first, second) = (walk(), walk());
        assert_eq!(first.claim, second.claim, "{root}");
        if claim == Claim::Proved && !first.holes.is_empty() && first.evicted == 0 {
            first_walks += first.positions;
            second_walks += second.positions;
            assert_eq!(first.holes, second.holes, "{root}");
        }
        // A survey without holes covers everything, also parts that earlier surveys skipped:
        // entries that the table has replaced meanwhile are missing.
        let whole = gather(root, *aim, &task.config, &known).unwrap();
        let walk = || root.survey(*aim, &whole, claim, 1 << 16).unwrap().unwrap();
        if walk().holes.is_empty() {
            whole.start.table.as_ref().unwrap().clear();
            forgotten += u64::from(claim == Claim::Proved);
            assert!(!walk().holes.is_empty(), "{root}");
        }
    }
    assert!(forgotten >= 3, "{forgotten} were whole");
    assert!(
        2 * second_walks < first_walks,
        "{first_walks}, {second_walks}"
    );
}

/// The certificate does not rely on the reports of machines about positions for plain search.
#[test]
fn reports_about_plain_search_are_searched_again() {
    for question in &positions() {
        let (root, aim, _) = question;
        let (_, coordinator) = solved(root, *aim);
        let known: Vec<Knowledge> = coordinator.solved().copied().collect();
        assert!(!known.is_empty(), "{root}");
        for claim in [Claim::Proved, Claim::Disproved] {
            let task = gather(root, *aim, &search_config(), &known).unwrap();
            let reported: Vec<(u64, u64)> = known.iter().map(|known| (known.key, 1)).collect();
            task.start.cache.as_ref().unwrap().learn(claim, &reported);
            certified(question, &task);
        }
    }
}

#[test]
fn wrong_entries_are_forgotten_and_the_search_goes_on() {
    let (mut wrong_in_all, mut filled, mut evicted, mut right) = (0, 0, 0, 0);
    for question in &positions() {
        let (root, aim, _) = question;
        let (mut workers, coordinator) = solved(root, *aim);
        let task = gather(root, *aim, &search_config(), coordinator.solved()).unwrap();
        let contrary = |known: &Knowledge| {
            let (bounds, length) = match known.is_proved() {
                true => (Bounds::DISPROVED, known.length),
                false => (Bounds::PROVED, 1),
            };
            Knowledge {
                bounds,
                length,
                work: 1 << 20,
                ..*known
            }
        };
        // A third of the entries is wrong, here and in the table of a machine.
        let is_struck = |known: &&Knowledge| known.key.is_multiple_of(3);
        let wrong: Vec<Knowledge> = coordinator
            .solved()
            .filter(is_struck)
            .map(contrary)
            .collect();
        wrong_in_all += wrong.len();
        let table = task.start.table.as_ref().unwrap();
        shomei_parallel::correct(table, &wrong);
        workers.submit(
            MachineId(0),
            Batch {
                known: wrong,
                ..Batch::default()
            },
        );
        let figures = assembled(question, &task, coordinator.there(), &mut workers);
        assert_eq!(figures.holes, 0, "{root}");
        filled += figures.filled;
        evicted += figures.evicted;
        // The assembly forgets the wrong entries that it reads. The others can mislead a search, but
        // not the certificate. If they leave only contradictions, there is no certificate.
        match certify(question, &task).0 {
            Ok(certified) => {
                assert_eq!(certified, question.2, "{root}");
                right += 1;
            }
            Err(error) => eprintln!("{root}: {error}"),
        }
    }
    assert!(right + 3 >= positions().len(), "{right} certificates");
    assert!(evicted >= 10, "{evicted} evicted");
    assert!(
        wrong_in_all >= 100 && filled >= 10,
        "{wrong_in_all}, {filled}"
    );
}

#[test]
fn machines_that_are_lost_leave_no_hole() {
    for question in &positions() {
        let (root, aim, answer) = question;
        let cluster = Cluster {
            machines: 3,
            threads: 2,
            round_trip: 50,
            lost: 1_000,
            twice: 1_000,
            late: 1_000,
            crashes: 1_000,
            seed: 7,
            ..Cluster::default()
        };
        let crews = Crews {
            settings: Settings::default(),
            tables: 3,
            searchers: 2,
            memory: 1 << 22,
            stop: Arc::new(AtomicBool::new(false)),
        };
        let hello = Hello {
            question: Question::new(root, *aim, &crews.settings).unwrap(),
            threads: 2,
            table: 0,
        };
        let task = gather(root, *aim, &search_config(), &[]).unwrap();
        root.with_crews(*aim, &crews, &mut |crews| {
            let mut watch = |_: &_, _: &_| {};
            let mut workers = Simulator::new(&cluster, hello.clone(), crews, &mut watch);
            let figures = assembled(question, &task, [], &mut workers);
            assert!(figures.filled > 0 || figures.tasks == 0, "{root}");
        })
        .unwrap();
        let claim = answer.claim().unwrap();
        let left = root.survey(*aim, &task, claim, 100).unwrap().unwrap();
        assert_eq!(left.holes.len(), 0, "{root}");
        certified(question, &task);
    }
}

/// The verdict of machines that check a certificate in parts.
fn in_parts(
    (root, aim, _): &(AnyPosition, Aim, Answer),
    certificate: &[u8],
    machines: impl IntoIterator<Item = (MachineId, u32)>,
    workers: &mut dyn Workers,
) -> PartsVerdict {
    let question = (root, *aim, &Settings::default());
    let mut checking = Checking::new(certificate.to_vec(), question, machines).unwrap();
    let mut go_on = || ControlFlow::Continue(());
    run(&mut checking, workers, &mut go_on).unwrap();
    checking.verdict().unwrap().clone()
}

fn whole(root: &AnyPosition, certificate: &[u8]) -> Verdict {
    let limits = CheckLimits::default();
    root.game().check(certificate, &limits).unwrap()
}

fn certificate((root, aim, _): &(AnyPosition, Aim, Answer)) -> Vec<u8> {
    let mut out = Vec::new();
    let mut task = task();
    task.config.memory = 1 << 24;
    let solved = root
        .solve(*aim, &task, &mut Silent, Some(&mut out))
        .unwrap();
    assert!(solved.certificate.unwrap().is_ok(), "{root}");
    out
}

#[test]
fn the_parts_give_the_verdict_of_the_whole() {
    let mut handed_on_in_all = 0;
    for question in &positions() {
        let (root, aim, _) = question;
        let bytes = certificate(question);
        let Verdict::Accepted(checked) = whole(root, &bytes) else {
            panic!("{root} is not accepted");
        };
        for machines in [1, 3] {
            let machines: Vec<Machine> = (0..machines).map(|_| machine(root, *aim)).collect();
            let there: Vec<(MachineId, u32)> = (0..machines.len() as u32)
                .map(|id| (MachineId(id), 2))
                .collect();
            let threads = 2 * machines.len();
            let mut workers = Local::new(machines, Duration::from_secs(5));
            match in_parts(question, &bytes, there, &mut workers) {
                PartsVerdict::Accepted {
                    header,
                    totals,
                    parts,
                    handed_on,
                    ..
                } => {
                    assert_eq!(
                        (&header, totals),
                        (&checked.header, checked.verified.totals)
                    );
                    assert_eq!(parts as u64, totals.records.min(threads as u64));
                    handed_on_in_all += handed_on;
                }
                PartsVerdict::Rejected(fault) => panic!("{root}: {fault}"),
            }
        }
    }
    assert!(handed_on_in_all > 100, "{handed_on_in_all}");
}

/// A certificate with one changed record.
fn altered(certificate: &[u8], number: u64) -> Vec<u8> {
    let mut reader = IndexedReader::open(Cursor::new(certificate)).unwrap();
    let records = reader.totals().records;
    let mut writer = Writer::new(Vec::new(), reader.header()).unwrap();
    for place in 0..records {
        let mut record = reader.record(place).unwrap().unwrap();
        if place == number % records {
            record = match record {
                Record::Choice { mv, child } if number.is_multiple_of(2) => {
                    Record::Choice { mv: mv + 1, child }
                }
                Record::Choice { mv, child } => Record::Choice {
                    mv,
                    child: match child {
                        Child::Terminal => Child::Record(records - 1),
                        Child::Record(to) => Child::Record(to + 1),
                    },
                },
                Record::All { mut children } => {
                    children.rotate_left(1);
                    if number.is_multiple_of(2) {
                        children.pop();
                    }
                    Record::All { children }
                }
                Record::Resolved { .. } => Record::Resolved { nodes: 0 },
            };
        }
        writer.write(&record).unwrap();
    }
    writer.finish().unwrap().0
}

#[test]
fn a_wrong_part_is_refused_with_its_place() {
    let mut refused = 0;
    for question in &positions() {
        let (root, aim, _) = question;
        let bytes = certificate(question);
        let there = [(MachineId(0), 2), (MachineId(1), 2)];
        let mut workers = Local::new(
            vec![machine(root, *aim), machine(root, *aim)],
            Duration::from_secs(5),
        );
        for number in 0..12 {
            let wrong = altered(&bytes, 7 * number + number % 2);
            let expected = whole(root, &wrong);
            match in_parts(question, &wrong, there, &mut workers) {
                PartsVerdict::Accepted { .. } => {
                    assert!(expected.is_accepted(), "{root}, {number}: {expected:?}");
                }
                PartsVerdict::Rejected(fault) => {
                    assert!(!expected.is_accepted(), "{root}, {number}: {fault}");
                    assert!(fault.reason.starts_with("record "), "{fault}");
                    refused += 1;
                }
            }
        }
        // A flipped byte.
        for place in (0..bytes.len()).step_by(bytes.len() / 8) {
            let mut damaged = bytes.clone();
            damaged[place] ^= 0x10;
            let verdict = in_parts(question, &damaged, there, &mut workers);
            assert!(
                matches!(verdict, PartsVerdict::Rejected(_)),
                "{root}, byte {place}"
            );
        }
        // The certificate of the other side's question.
        let other = Aim::win(aim.attacker.opponent());
        if root.end_for(other.attacker).is_ok() {
            let about_other = (root.clone(), other, Answer::Unknown);
            let verdict = in_parts(&about_other, &bytes, there, &mut workers);
            assert!(matches!(verdict, PartsVerdict::Rejected(_)), "{root}");
        }
    }
    assert!(refused >= 50, "{refused} refused");
}

#[test]
fn a_check_begins_again_where_a_machine_is_lost() {
    let question = &positions()[0];
    let (root, aim, _) = question;
    let bytes = certificate(question);
    let mut crashes = 0;
    for seed in 0..20 {
        let cluster = Cluster {
            machines: 3,
            round_trip: 50,
            lost: 300,
            twice: 1_000,
            late: 1_000,
            crashes: 300,
            seed,
            ..Cluster::default()
        };
        let crews = Crews {
            settings: Settings::default(),
            tables: 3,
            searchers: 1,
            memory: 1 << 22,
            stop: Arc::new(AtomicBool::new(false)),
        };
        let hello = Hello {
            question: Question::new(root, *aim, &crews.settings).unwrap(),
            threads: 1,
            table: 0,
        };
        root.with_crews(*aim, &crews, &mut |crews| {
            let mut watch = |_: &_, _: &_| {};
            let mut workers = Simulator::new(&cluster, hello.clone(), crews, &mut watch);
            let verdict = in_parts(question, &bytes, [], &mut workers);
            assert!(
                matches!(verdict, PartsVerdict::Accepted { .. }),
                "{verdict:?}"
            );
            crashes += workers.traffic().crashes + workers.traffic().lost;
        })
        .unwrap();
    }
    assert!(crashes > 0);
}

#[test]
fn nothing_is_surveyed_without_a_table() {
    let game = Kinds::builtin().open("tree", "r = OR { Won }").unwrap();
    let root = game.start();
    let aim = Aim::win(root.to_move());
    let refused = root.survey(aim, &task(), Claim::Proved, 1).unwrap_err();
    assert!(refused.to_string().contains("needs a table"), "{refused}");
    let mut assembly = Assembly::new(&root, aim, &task(), Answer::Proved, []).unwrap();
    assert!(assembly.is_over() && assembly.machines() == 0);
}
