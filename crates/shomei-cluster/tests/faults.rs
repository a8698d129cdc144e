//! Faults of machines and files: repeated, late, outdated and wrong results; machines that join and
//! leave; journals of killed coordinators that are incomplete, damaged, of another question, or
//! opened twice.

#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

use std::collections::{HashSet, VecDeque};
use std::fs;
use std::ops::ControlFlow;
use std::path::Path;

use shomei::jobs::{Crew, Crews};
use shomei::search::Silent;
use shomei::search::registry::Settings;
use shomei::search::{Bounds, Knowledge, Number};
use shomei::{
    Aim, Answer, AnyGame, AnyPosition, CheckLimits, Kinds, SearchConfig, Session, Verdict,
    algorithms,
};
use shomei_cluster::{
    About, Batch, Config, Coordinator, DriveError, Event, Hello, JobDone, Journal, MachineId,
    Message, Question, Returned, Store, StoreError, Workers, drive, gather,
};
use shomei_parallel::Done;
use shomei_testkit::random::Dice;

/// A position that takes some thousands of expansions, and the answer of one thread.
fn problem() -> (AnyPosition, Aim, Answer) {
    let file = format!("{}/../shomei-cli/bench/loa.txt", env!("CARGO_MANIFEST_DIR"));
    let text = fs::read_to_string(file).unwrap();
    let game = Kinds::builtin().open("loa", "").unwrap();
    let lines = text.lines();
    let mut positions = lines.filter(|line| !line.is_empty() && !line.starts_with('#'));
    let root = game.position(positions.nth(1).unwrap()).unwrap();
    let aim = Aim::win(root.to_move());
    let mut session = Session::new(&game).unwrap();
    let answer = session.solve(&root, aim).unwrap().report.answer;
    (root, aim, answer)
}

fn config() -> Config {
    let mut config = Config::default();
    config.ways.least = 32;
    // The time of `Chance` counts events.
    config.lease = 40;
    config
}

fn question(root: &AnyPosition, aim: Aim) -> Question {
    Question::new(root, aim, &Settings::default()).unwrap()
}

/// Machines with random faults of every kind. Their time is the number of events.
struct Chance<'a> {
    crews: Vec<Crew<'a>>,
    hello: Hello,
    dice: Dice,
    time: u64,
    /// The numbers of the connected machines, and the crew of each.
    there: Vec<(MachineId, usize)>,
    next: u32,
    batches: VecDeque<(MachineId, Batch)>,
    /// Sent results, to be sent again.
    sent: Vec<(MachineId, Returned)>,
    mischief: bool,
}

impl<'a> Chance<'a> {
    fn new(crews: Vec<Crew<'a>>, hello: Hello, seed: u64) -> Chance<'a> {
        Chance {
            crews,
            hello,
            dice: Dice::new(seed),
            time: 0,
            there: Vec::new(),
            next: 0,
            batches: VecDeque::new(),
            sent: Vec::new(),
            mischief: true,
        }
    }

    fn join(&mut self, crew: usize) -> Event {
        let id = MachineId(self.next);
        self.next += 1;
        self.there.push((id, crew));
        self.crews[crew].table.clear();
        Event::Joined(id, self.hello.clone())
    }

    fn run(&mut self, id: MachineId, batch: &Batch) -> Option<Returned> {
        let &(_, crew) = self.there.iter().find(|(there, _)| *there == id)?;
        let crew = &mut self.crews[crew];
        crew.store(&batch.known);
        let searcher = &mut crew.searchers[0];
        for settled in &batch.updates {
            searcher.store_update(settled);
        }
        let job = |order| {
            let (done, known) = searcher.run(order);
            JobDone {
                done,
                known,
                waited: 0,
                took: 1,
            }
        };
        let jobs = batch.orders.iter().map(job).collect();
        let waiting = self.batches.iter().filter(|(to, _)| *to == id);
        let waiting = waiting.flat_map(|(_, batch)| &batch.orders);
        let oldest = waiting.map(|order| order.lease).min();
        let after = batch.orders.last().map_or(0, |order| order.lease + 1);
        // Encodes and decodes it as on a network.
        let bytes = Returned {
            jobs,
            oldest: oldest.unwrap_or(after),
            ..Returned::default()
        }
        .to_bytes()
        .unwrap();
        Some(Returned::from_bytes(&bytes).unwrap())
    }

    /// A random fault.
    fn accident(&mut self) -> Option<Event> {
        // There are no faults while no machine has work.
        if !self.mischief || self.batches.is_empty() || !self.dice.chance(12) {
            return None;
        }
        match self.dice.below(4) {
            // A machine is killed with its work.
            0 if self.there.len() > 1 => {
                let (id, _) = self.there.remove(0);
                self.batches.retain(|(to, _)| *to != id);
                Some(Event::Lost(id))
            }
            1 if self.there.len() < self.crews.len() => {
                let used = |crew: &usize| self.there.iter().any(|(_, there)| there == crew);
                let free = (0..self.crews.len()).find(|crew| !used(crew))?;
                Some(self.join(free))
            }
            // A result is repeated.
            2 if !self.sent.is_empty() => {
                let (id, again) = self.sent.swap_remove(self.dice.below(self.sent.len()));
                Some(Event::Returned(id, again))
            }
            // A result of an earlier run.
            3 if !self.sent.is_empty() => {
                let (id, mut old) = self.sent[self.dice.below(self.sent.len())].clone();
                for job in &mut old.jobs {
                    job.done.lease ^= 1 << 40;
                }
                Some(Event::Returned(id, old))
            }
            _ => None,
        }
    }
}

impl Workers for Chance<'_> {
    fn now(&self) -> u64 {
        self.time
    }

    fn submit(&mut self, machine: MachineId, batch: Batch) {
        let bytes = batch.to_bytes().unwrap();
        let batch = Batch::from_bytes(&bytes).unwrap();
        // Some batches are lost, and their leases expire.
        if !self.mischief || !self.dice.chance(5) {
            self.batches.push_back((machine, batch));
        }
    }

    fn poll(&mut self, _until: Option<u64>) -> Vec<Event> {
        self.time += 1;
        if self.there.is_empty() {
            return (0..self.crews.len()).map(|crew| self.join(crew)).collect();
        }
        if let Some(accident) = self.accident() {
            return vec![accident];
        }
        // Some batches wait longer than their leases.
        if self.batches.len() > 1 && self.dice.chance(20) {
            self.batches.rotate_left(1);
        }
        let Some((id, batch)) = self.batches.pop_front() else {
            return Vec::new();
        };
        match self.run(id, &batch) {
            Some(mut returned) => {
                self.sent.push((id, returned.clone()));
                if self.mischief && self.there.len() > 1 && self.dice.chance(1) {
                    // An impossible result.
                    for job in &mut returned.jobs {
                        job.done.leaf.path_dependence = Some((1, 0));
                    }
                }
                vec![Event::Returned(id, returned)]
            }
            None => Vec::new(),
        }
    }

    fn dismiss(&mut self, machine: MachineId) {
        self.there.retain(|(there, _)| *there != machine);
    }
}

fn with_crews(root: &AnyPosition, aim: Aim, tables: usize, mut work: impl FnMut(Vec<Crew<'_>>)) {
    let crews = Crews {
        settings: Settings::default(),
        tables,
        searchers: 1,
        memory: 1 << 20,
        stop: Default::default(),
    };
    root.with_crews(aim, &crews, &mut |crews| work(crews))
        .unwrap();
}

fn hello(root: &AnyPosition, aim: Aim) -> Hello {
    Hello {
        question: question(root, aim),
        threads: 1,
        table: 0,
    }
}

/// Checks that the certificate from a coordinator's knowledge is accepted.
fn accepted(root: &AnyPosition, aim: Aim, coordinator: &Coordinator, answer: Answer) {
    let config = SearchConfig::new(algorithms::find("df-pn").unwrap(), Settings::default());
    let mut out = Vec::new();
    let task = gather(root, aim, &config, coordinator.solved()).unwrap();
    let made = root.solve(aim, &task, &mut Silent, Some(&mut out)).unwrap();
    assert_eq!(made.report.answer, answer);
    let checked = root.game().check(&out[..], &CheckLimits::default());
    assert!(matches!(checked.unwrap(), Verdict::Accepted(_)));
}

const GO_ON: fn(&Coordinator) -> ControlFlow<()> = |_| ControlFlow::Continue(());

/// Stops after this number of returned jobs.
fn until(jobs: u64) -> impl FnMut(&Coordinator) -> ControlFlow<()> {
    move |coordinator| match coordinator.progress().figures.jobs < jobs {
        true => ControlFlow::Continue(()),
        false => ControlFlow::Break(()),
    }
}

#[test]
fn the_answer_is_that_of_one_thread_despite_all_faults() {
    let (root, aim, answer) = problem();
    let (mut lost, mut late, mut wrong) = (0, 0, 0);
    for seed in 0..50 {
        with_crews(&root, aim, 3, |crews| {
            let mut workers = Chance::new(crews, hello(&root, aim), seed);
            let mut coordinator = Coordinator::new(question(&root, aim), config()).unwrap();
            let got = drive(&mut coordinator, &mut workers, None, &mut { GO_ON }).unwrap();
            assert_eq!(got, answer, "seed {seed}");
            accepted(&root, aim, &coordinator, answer);
            let figures = coordinator.progress().figures;
            assert_eq!(figures.contradictions, 0, "seed {seed}");
            lost += figures.lost;
            late += figures.late;
            wrong += figures.wrong;
        });
    }
    // Every kind of fault has occurred.
    let all = format!("{lost} lost, {late} late, {wrong} wrong");
    assert!(lost > 50 && late > 50 && wrong > 20, "{all}");
}

#[test]
fn a_killed_coordinator_continues_from_its_journal() {
    let (root, aim, answer) = problem();
    for seed in 0..50 {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("journal");
        let mut runs = 0;
        let mut before = 0;
        let coordinator = loop {
            let mut over = None;
            with_crews(&root, aim, 2, |crews| {
                let mut workers = Chance::new(crews, hello(&root, aim), seed + runs);
                let (mut journal, mut coordinator) = opened(&path, &root, aim, config()).unwrap();
                let jobs = coordinator.progress().figures.jobs;
                assert!(jobs >= before, "seed {seed}: {jobs} jobs, {before} before");
                let mut watch = until(jobs + 60 + 20 * (seed % 7));
                let journal = Some(&mut journal);
                let got = drive(&mut coordinator, &mut workers, journal, &mut watch).unwrap();
                before = coordinator.progress().figures.jobs;
                if got != Answer::Unknown {
                    assert_eq!(got, answer, "seed {seed}");
                    over = Some(coordinator);
                }
            });
            runs += 1;
            if let Some(coordinator) = over {
                break coordinator;
            }
            assert!(runs < 10_000, "seed {seed}: no end");
        };
        assert!(runs > 1, "seed {seed}: it was never killed");
        accepted(&root, aim, &coordinator, answer);
        let kept = Journal::look(&path).unwrap().unwrap();
        assert_eq!(kept.snapshot().run, u32::try_from(runs).unwrap());
        let jobs = |of: &Coordinator| of.progress().figures.jobs;
        assert_eq!(jobs(&kept), jobs(&coordinator));
    }
}

/// A journal, and the coordinator restored from it.
fn opened(
    path: &Path,
    root: &AnyPosition,
    aim: Aim,
    config: Config,
) -> Result<(Journal, Coordinator), StoreError> {
    let mut coordinator = Coordinator::new(question(root, aim), config).unwrap();
    let journal = Journal::open(path, &mut coordinator)?;
    Ok((journal, coordinator))
}

/// A journal of a search that was stopped after this number of jobs.
fn journal_of(path: &Path, root: &AnyPosition, aim: Aim, jobs: u64) {
    with_crews(root, aim, 2, |crews| {
        let mut workers = Chance::new(crews, hello(root, aim), 1);
        workers.mischief = false;
        let (mut journal, mut coordinator) = opened(path, root, aim, config()).unwrap();
        let mut watch = until(jobs);
        drive(
            &mut coordinator,
            &mut workers,
            Some(&mut journal),
            &mut watch,
        )
        .unwrap();
    });
}

#[test]
fn a_journal_restores_the_tree() {
    let (root, aim, _) = problem();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("journal");
    // One machine with one job at a time, so that no job is assigned at the end.
    let config = Config {
        queued: 0,
        ..config()
    };
    let mut made = None;
    with_crews(&root, aim, 1, |crews| {
        let mut workers = Chance::new(crews, hello(&root, aim), 1);
        workers.mischief = false;
        let opened = opened(&path, &root, aim, config.clone());
        let (mut journal, mut coordinator) = opened.unwrap();
        let journal = Some(&mut journal);
        drive(&mut coordinator, &mut workers, journal, &mut until(100)).unwrap();
        made = Some(coordinator);
    });
    let of_search = made.unwrap();
    let restored = Journal::look(&path).unwrap().unwrap();
    let (before, kept) = (of_search.snapshot(), restored.snapshot());
    assert!(kept.tree == before.tree, "the trees differ");
    assert_eq!(
        (kept.figures.jobs, kept.run),
        (before.figures.jobs, before.run)
    );
    let sorted = |of: &Coordinator| {
        let mut known: Vec<Knowledge> = of.solved().copied().collect();
        known.sort_unstable_by_key(|known| (known.key, known.check));
        known
    };
    assert_eq!(sorted(&restored), sorted(&of_search));
}

#[test]
fn an_incomplete_journal_continues_and_a_damaged_one_is_refused_with_the_byte() {
    let (root, aim, _) = problem();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("journal");
    journal_of(&path, &root, aim, 40);
    let whole = fs::read(&path).unwrap();
    let jobs = |coordinator: Coordinator| coordinator.progress().figures.jobs;
    let all = jobs(Journal::look(&path).unwrap().unwrap());
    let mut dice = Dice::new(5);
    // The offset of the records after the identity and the snapshot.
    let mut first = whole.iter().position(|&byte| byte == b'\n').unwrap() + 1;
    for _ in 0..2 {
        let length = std::str::from_utf8(&whole[first..first + 8]).unwrap();
        first += usize::from_str_radix(length, 16).unwrap() + 28;
    }
    let mut fewer = 0;
    for _ in 0..60 {
        let cut = first + dice.below(whole.len() - first);
        fs::write(&path, &whole[..cut]).unwrap();
        let kept = jobs(Journal::look(&path).unwrap().unwrap());
        assert!(kept <= all);
        fewer += u32::from(kept < all);
    }
    assert!(fewer > 50, "a journal that is cut off has fewer jobs");
    let mut refused = 0;
    for _ in 0..200 {
        let mut bytes = whole.clone();
        let at = dice.below(bytes.len());
        bytes[at] ^= 1 << dice.below(8);
        fs::write(&path, &bytes).unwrap();
        match Journal::look(&path) {
            // Damage at the end counts as an incomplete record.
            Ok(kept) => assert!(jobs(kept.unwrap()) < all, "byte {at}"),
            Err(error) => {
                refused += 1;
                let text = error.to_string();
                assert!(
                    text.contains("at byte")
                        || text.contains("not a journal")
                        || text.contains("version"),
                    "{text}"
                );
            }
        }
    }
    assert!(refused > 100, "{refused} refused");
    for empty in [&b""[..], b"something else", &whole[..50]] {
        fs::write(&path, empty).unwrap();
        Journal::look(&path).unwrap_err();
    }
}

#[test]
fn a_journal_of_another_question_and_two_coordinators_are_refused() {
    let (root, aim, _) = problem();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("journal");
    journal_of(&path, &root, aim, 10);
    let other = Aim::win(aim.attacker.opponent());
    let open = |aim| opened(&path, &root, aim, config());
    let text = open(other).unwrap_err().to_string();
    assert!(
        text.contains("another question") && text.contains("attacker"),
        "{text}"
    );
    let first = open(aim).unwrap();
    let text = open(aim).unwrap_err().to_string();
    assert!(text.contains("another program is writing it now"), "{text}");
    drop(first);
    open(aim).unwrap();
}

#[test]
fn machines_with_another_question_or_a_failing_game_are_refused() {
    let (root, aim, _) = problem();
    let mut coordinator = Coordinator::new(question(&root, aim), config()).unwrap();
    let right = hello(&root, aim);
    type Change = fn(&mut Hello);
    let changes: [(Change, &str); 6] = [
        (|hello| hello.question.version = "0.0.0".into(), "version"),
        (|hello| hello.question.rules = "other".into(), "rules"),
        (|hello| hello.question.game = "chess".into(), "game"),
        (|hello| hello.question.key.0 ^= 1, "key"),
        (
            |hello| hello.question.settings.push(("rule".into(), "weak".into())),
            "options",
        ),
        (|hello| hello.threads = 0, "threads"),
    ];
    for (change, word) in changes {
        let mut hello = right.clone();
        change(&mut hello);
        let refused = coordinator.joined(MachineId(1), &hello, 0).unwrap_err();
        assert!(refused.to_string().contains(word), "{refused}");
    }
    assert_eq!(coordinator.progress().machines, 0);

    /// One machine, whose game fails.
    struct Broken(Hello, bool);
    impl Workers for Broken {
        fn now(&self) -> u64 {
            0
        }
        fn submit(&mut self, _: MachineId, _: Batch) {}
        fn poll(&mut self, _: Option<u64>) -> Vec<Event> {
            let jobs = vec![JobDone {
                done: Done::failed(1, "the game has failed"),
                known: Vec::new(),
                waited: 0,
                took: 1,
            }];
            match std::mem::replace(&mut self.1, true) {
                false => vec![Event::Joined(MachineId(0), self.0.clone())],
                true => vec![Event::Returned(
                    MachineId(0),
                    Returned {
                        jobs,
                        ..Returned::default()
                    },
                )],
            }
        }
        fn dismiss(&mut self, _: MachineId) {}
    }
    coordinator.begin_records();
    let mut broken = Broken(right, false);
    let error = drive(&mut coordinator, &mut broken, None, &mut { GO_ON }).unwrap_err();
    let DriveError::NoMachine(why) = error else {
        panic!("{error}");
    };
    assert!(why.contains("the game has failed"), "{why}");
}

#[test]
fn a_store_saves_work_and_other_or_damaged_stores_are_refused() {
    let (root, aim, answer) = problem();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("loa.store");
    let open = |game: &AnyGame| Store::open_or_create(&path, &About::of(game));
    let mut work = Vec::new();
    for _ in 0..2 {
        with_crews(&root, aim, 2, |crews| {
            let mut workers = Chance::new(crews, hello(&root, aim), 3);
            workers.mischief = false;
            let mut coordinator = Coordinator::new(question(&root, aim), config()).unwrap();
            let mut store = open(root.game()).unwrap();
            let mut known = Vec::new();
            store
                .largest(aim, 1 << 20, |solved| known.push(solved))
                .unwrap();
            coordinator.add_solved(&known);
            let got = drive(&mut coordinator, &mut workers, None, &mut { GO_ON }).unwrap();
            assert_eq!(got, answer);
            accepted(&root, aim, &coordinator, answer);
            work.push(coordinator.progress().figures.work);
            let worth = coordinator.solved().filter(|known| known.work >= 8);
            let merged = store.put(aim, worth.copied()).unwrap();
            assert!(merged.contradictions.is_empty());
        });
    }
    assert!(work[1] * 10 < work[0], "{work:?}");
    let other = Kinds::builtin().open("othello", "").unwrap();
    let error = open(&other).unwrap_err();
    assert!(!error.is_accident(), "{error}");
    let bytes = fs::read(&path).unwrap();
    fs::write(&path, &bytes[..bytes.len() / 2]).unwrap();
    let error = open(root.game()).unwrap_err();
    assert!(
        error.is_accident() && error.to_string().contains("loa.store"),
        "{error}"
    );
}

#[test]
fn positions_of_a_store_are_in_the_journal() {
    let (root, aim, _) = problem();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("journal");
    let (mut journal, mut coordinator) = opened(&path, &root, aim, config()).unwrap();
    coordinator.add_solved(&[Knowledge {
        bounds: Bounds::PROVED,
        length: 3,
        work: 1000,
        ..Knowledge::untouched((1, 7))
    }]);
    journal.follow(&mut coordinator).unwrap();
    drop(journal);
    let kept = Journal::look(&path).unwrap().unwrap();
    let keys: Vec<u64> = kept.solved().map(|known| known.key).collect();
    assert_eq!(keys, [1]);
}

#[test]
fn invalid_messages_are_refused() {
    let batch = Batch {
        known: vec![Knowledge {
            bounds: Bounds::unsolved(Number::new(3), Number::new(4)),
            work: 5,
            board: Some((6, 7)),
            ..Knowledge::untouched((1, 2))
        }],
        ..Batch::default()
    };
    let bytes = batch.to_bytes().unwrap();
    assert_eq!(Batch::from_bytes(&bytes).unwrap(), batch);
    for cut in 0..bytes.len() {
        Batch::from_bytes(&bytes[..cut]).unwrap_err();
    }
    let longer: Vec<u8> = bytes.iter().copied().chain([0]).collect();
    let error = Batch::from_bytes(&longer).unwrap_err();
    assert!(
        error.to_string().contains("1 bytes follow its end"),
        "{error}"
    );
    let mut dice = Dice::new(1);
    for _ in 0..2_000 {
        let noise: Vec<u8> = (0..dice.below(64)).map(|_| dice.below(256) as u8).collect();
        let _ = Batch::from_bytes(&noise);
        let _ = Returned::from_bytes(&noise);
        let _ = Hello::from_bytes(&noise);
    }
}

/// The keys of the knowledge in a machine's next batch after it returned nothing.
fn next_news(coordinator: &mut Coordinator, id: MachineId) -> HashSet<u64> {
    let batches = coordinator.batches(0);
    let batch = batches.iter().find(|(to, _)| *to == id);
    let known = batch.into_iter().flat_map(|(_, batch)| &batch.known);
    known.map(|known| known.key).collect()
}

#[test]
fn a_machine_that_was_disconnected_continues_where_it_was() {
    let (root, aim, _) = problem();
    let config = Config {
        least_unsolved: u64::MAX,
        ..config()
    };
    let new = |key| Knowledge {
        bounds: Bounds::PROVED,
        length: 3,
        work: 1000,
        ..Knowledge::untouched((key, 7))
    };
    let keys = |keys: &[u64]| keys.iter().copied().collect::<HashSet<u64>>();
    let mut coordinator = Coordinator::new(question(&root, aim), config).unwrap();
    let id = MachineId(1);
    let of = |table| Hello {
        table,
        ..hello(&root, aim)
    };
    with_crews(&root, aim, 1, |crews| {
        let mut workers = Chance::new(crews, of(5), 1);
        workers.mischief = false;
        workers.there.push((id, 0));
        coordinator.joined(id, &of(5), 0).unwrap();
        coordinator.add_solved(&[new(1), new(2)]);
        let batches = coordinator.batches(0);
        let (_, batch) = &batches[0];
        assert_eq!(batch.known.len(), 2);
        let mut returned = workers.run(id, batch).unwrap();
        returned.jobs.iter_mut().for_each(|job| job.known.clear());
        coordinator.returned(id, &returned, 0);
        // The machine is disconnected while this is sent, so it can be lost.
        coordinator.add_solved(&[new(3)]);
        assert_eq!(next_news(&mut coordinator, id), keys(&[3]));
        coordinator.lost(id);
        coordinator.add_solved(&[new(4)]);
        coordinator.joined(id, &of(5), 0).unwrap();
        assert_eq!(next_news(&mut coordinator, id), keys(&[3, 4]));
        // The table of a new process is empty, and an unknown table counts as empty.
        for table in [6, 0, 0] {
            coordinator.joined(id, &of(table), 0).unwrap();
            assert_eq!(next_news(&mut coordinator, id), keys(&[1, 2, 3, 4]));
        }
    });
}
