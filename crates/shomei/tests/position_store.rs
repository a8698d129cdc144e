//! Tests of a store: a later session gives the same answers with less work.

#![allow(clippy::unwrap_used, reason = "in a test a panic is a failure")]

use std::collections::{HashMap, HashSet};
use std::num::NonZeroUsize;
use std::sync::{Arc, Mutex};

use shomei::game::corpus::{self, Case};
use shomei::proof::Claim;
use shomei::questions::{Budget, Prover};
use shomei::search::Knowledge;
use shomei::{
    Aim, Answer, AnyGame, AnyPosition, CertificateWish, CheckLimits, Error, Event, Kinds,
    PositionStore, Question, SearchSink, Session, Side, Solution, WinLength,
};
use shomei_testkit::random::{self, Shape};

/// Positions by their aim and their id.
type KnowledgeByKey = HashMap<(Aim, (u64, u64)), Knowledge>;

/// A store in memory.
#[derive(Debug, Default)]
struct Map {
    known: Mutex<KnowledgeByKey>,
    /// The greatest requested number of positions.
    asked: Mutex<Vec<usize>>,
    least: u64,
}

impl Map {
    fn of(least: u64) -> Arc<Map> {
        Arc::new(Map {
            least,
            ..Map::default()
        })
    }

    fn all(&self) -> Vec<(Aim, Knowledge)> {
        let known = self.known.lock().unwrap();
        known
            .iter()
            .map(|((aim, _), solved)| (*aim, *solved))
            .collect()
    }
}

impl PositionStore for Map {
    fn known(&self, aim: Aim, most: usize, show: &mut dyn FnMut(Knowledge)) {
        self.asked.lock().unwrap().push(most);
        let known = self.all().into_iter().filter(|(of, _)| *of == aim);
        known.take(most).for_each(|(_, solved)| show(solved));
    }

    fn least_work(&self) -> u64 {
        self.least
    }

    fn keep(&self, aim: Aim, solved: Knowledge) {
        assert!(solved.is_solved() && solved.work >= self.least);
        self.known
            .lock()
            .unwrap()
            .insert((aim, solved.id()), solved);
    }
}

fn cases(file: &str) -> Vec<Case> {
    let path = format!("{}/../../corpus/{file}", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(path).unwrap();
    corpus::parse(file, &text, &Kinds::builtin().facts()).unwrap()
}

/// Solves with a certificate, which is checked if the limits allow one.
fn solved(session: &mut Session, root: &AnyPosition, aim: Aim) -> Solution {
    let mut sink = Collecting(Vec::new());
    let solution = session
        .prove(
            root,
            aim,
            WinLength::Any,
            CertificateWish::Wanted,
            &Budget::default(),
            &mut sink,
        )
        .unwrap();
    let Collecting(bytes) = sink;
    assert!(!solution.corrected);
    if is_certified(&solution) {
        let verdict = Kinds::builtin().check(&bytes[..], &CheckLimits::default());
        assert!(verdict.unwrap().is_accepted(), "{root}");
    }
    solution
}

/// Collects a certificate.
struct Collecting(Vec<u8>);

impl SearchSink for Collecting {
    type Certificate = Vec<u8>;

    fn begin(
        &mut self,
        _: &AnyPosition,
        _: Aim,
        _: CertificateWish,
    ) -> Result<Option<Vec<u8>>, Error> {
        Ok(Some(Vec::new()))
    }

    fn event(&mut self, _: &Event<'_>) {}

    fn end(
        &mut self,
        _: &AnyPosition,
        _: Aim,
        _: &mut Solution,
        certificate: Option<Vec<u8>>,
    ) -> Result<(), Error> {
        self.0 = certificate.unwrap_or_default();
        Ok(())
    }
}

fn is_certified(solution: &Solution) -> bool {
    matches!(solution.certificate, Some(Ok(_)))
}

fn session(game: &AnyGame, threads: usize, store: Option<&Arc<Map>>) -> Session {
    let mut session = Session::new(game).unwrap();
    let threads = NonZeroUsize::new(threads).unwrap();
    session.set_threads(threads).unwrap();
    session.set_position_store(store.map(|map| Arc::clone(map) as Arc<dyn PositionStore>));
    session
}

/// The positions of a corpus, and the attackers.
fn questions(name: &str, file: &str) -> Vec<(AnyPosition, Aim)> {
    let kinds = Kinds::builtin();
    let question = |case: &Case| {
        let game = kinds.open(name, &case.rules).unwrap();
        let root = game.position(&case.position).unwrap();
        (root, Aim::win(game.side(&case.attacker).unwrap()))
    };
    cases(file).iter().map(question).collect()
}

/// The positions of a plain list of the repository, in which the side to move attacks.
fn list(name: &str, file: &str) -> Vec<(AnyPosition, Aim)> {
    let path = format!("{}/../../{file}", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(path).unwrap();
    let game = Kinds::builtin().open(name, "").unwrap();
    let lines = text.lines().map(str::trim);
    let lines = lines.filter(|line| !line.is_empty() && !line.starts_with(['#', '%']));
    let question = |line: &str| {
        let root = game.position(line).unwrap();
        let aim = Aim::win(root.to_move());
        (root, aim)
    };
    lines.map(question).collect()
}

/// Solves the positions that take some nodes: without a store, with an empty store, and with the
/// store filled by the second run. The third run must take fewer nodes by the given factor.
fn warm(
    questions: Vec<(AnyPosition, Aim)>,
    least_nodes: u64,
    wanted: usize,
    threads: usize,
    times: u64,
) {
    let mut tried = 0;
    for (root, aim) in questions {
        let game = root.game().clone();
        let mut plain = session(&game, threads, None);
        let plain = solved(plain.set_nodes(Some(300_000)), &root, aim);
        let nodes = plain.report.counters.nodes();
        if !is_certified(&plain) || nodes < least_nodes {
            continue;
        }
        let map = Map::of(4);
        let cold = solved(&mut session(&game, threads, Some(&map)), &root, aim);
        assert_eq!(cold.report.answer, plain.report.answer, "{root}");
        if threads == 1 {
            // Passing solved positions to a store does not change the search.
            assert_eq!(cold.report.counters, plain.report.counters, "{root}");
        }
        assert!(is_certified(&cold), "{root}");
        assert!(map.all().iter().any(|(of, _)| *of == aim), "{root}");
        let warm = solved(&mut session(&game, threads, Some(&map)), &root, aim);
        assert_eq!(warm.report.answer, plain.report.answer, "{root}");
        assert!(is_certified(&warm), "{root}");
        let fewer = warm.report.counters.nodes();
        assert!(fewer <= nodes / times, "{root}: {fewer} of {nodes}");
        // All stored positions are correct, and the root is among them.
        let id = root.identity(aim).unwrap();
        let known = map.known.lock().unwrap();
        let claim = match plain.report.answer {
            Answer::Proved => Claim::Proved,
            _ => Claim::Disproved,
        };
        assert_eq!(known[&(aim, id)].claim(), Some(claim));
        tried += 1;
        if tried == wanted {
            return;
        }
    }
    panic!("only {tried} positions take {least_nodes} nodes");
}

#[test]
fn a_warm_store_saves_nearly_all_work_in_lines_of_action() {
    warm(questions("loa", "loa.txt"), 2_000, 5, 1, 10);
    warm(questions("loa", "loa-cycles.txt"), 1_000, 3, 1, 4);
}

#[test]
fn a_warm_store_saves_nearly_all_work_in_ultimate_tic_tac_toe() {
    warm(questions("uttt", "uttt.txt"), 500, 4, 1, 10);
}

#[test]
fn a_warm_store_saves_nearly_all_work_in_othello() {
    // The game's own search decides positions with sixteen empty squares, which are not stored.
    warm(questions("othello", "othello/empties-20.txt"), 20, 3, 1, 10);
}

#[test]
fn a_warm_store_saves_most_work_in_shogi() {
    // Disproofs that depend on repetitions or on positions with less in hand are not stored.
    let positions = list("shogi", "crates/shomei-cli/bench/shogi.txt");
    warm(positions, 500, 4, 1, 2);
}

#[test]
fn threads_share_a_store() {
    warm(questions("loa", "loa.txt"), 2_000, 3, 2, 10);
}

/// Similar positions with one store: its entries change no answer.
#[test]
fn a_store_of_other_positions_changes_no_answer() {
    let kinds = Kinds::builtin();
    let mut kept = 0;
    for seed in 0..150 {
        let shape = Shape::ALL[seed as usize % 3];
        let text = random::game_text(seed, shape, 16);
        let game = kinds.open("tree", &text).unwrap();
        let map = Map::of(1);
        let mut positions = vec![game.start()];
        positions.extend(game.start().children().into_iter().map(|(_, child)| child));
        positions.reverse();
        for position in positions.iter().filter(|p| p.outcome().is_none()) {
            for side in Side::BOTH {
                let aim = Aim::win(side);
                let plain = solved(&mut session(&game, 1, None), position, aim);
                let with = solved(&mut session(&game, 1, Some(&map)), position, aim);
                assert_eq!(with.report.answer, plain.report.answer, "{text}");
            }
        }
        kept += map.all().len();
    }
    assert!(kept > 300, "{kept}");
}

#[test]
fn each_aim_has_its_own_part() {
    let (root, _) = questions("othello", "othello/empties-18.txt").remove(0);
    let game = root.game().clone();
    let map = Map::of(1);
    let plain = session(&game, 1, None).ask(&root, Question::Score).unwrap();
    for _ in 0..2 {
        let with = session(&game, 1, Some(&map)).ask(&root, Question::Score);
        assert_eq!(with.unwrap().score(), plain.score());
    }
    let aims: HashSet<Aim> = map.all().into_iter().map(|(aim, _)| aim).collect();
    assert!(aims.len() >= 2, "{aims:?}");
    assert!(aims.iter().all(|aim| aim.least.is_some()), "{aims:?}");
    // At most a quarter of the table.
    let entries = 64 << 20 >> 4;
    let asked = map.asked.lock().unwrap();
    assert!(!asked.is_empty() && asked.iter().all(|most| *most <= entries / 4));
}

#[test]
fn a_search_for_the_shortest_win_neither_asks_nor_shows() {
    let game = Kinds::builtin().open("loa", "").unwrap();
    let case = cases("loa.txt")
        .into_iter()
        .find(|case| case.attacker == "black")
        .unwrap();
    let root = game.position(&case.position).unwrap();
    let map = Map::of(1);
    let mut session = session(&game, 1, Some(&map));
    let query = Question::Win(Side::First).shortest();
    session.set_nodes(Some(20_000)).ask(&root, query).unwrap();
    assert!(map.all().is_empty() && map.asked.lock().unwrap().is_empty());
}

#[test]
fn a_search_that_can_be_wrong_leaves_nothing() {
    let game = Kinds::builtin().open("loa", "").unwrap();
    let root = game.position(&cases("loa.txt")[0].position).unwrap();
    for (algorithm, option) in [("pn", None), ("df-pn", Some(("path-dependence", "off")))] {
        let map = Map::of(1);
        let mut session = session(&game, 1, Some(&map));
        session.set_algorithm(algorithm).unwrap();
        if let Some((name, value)) = option {
            session.set_option(name, value).unwrap();
        }
        session.set_nodes(Some(20_000));
        session.solve(&root, Aim::win(Side::First)).unwrap();
        assert!(map.all().is_empty() && map.asked.lock().unwrap().is_empty());
    }
}

#[test]
fn keys_of_games_are_the_same_in_every_version() {
    // A change of keys or texts of a game makes stores of earlier versions useless: these numbers
    // detect such a change.
    let kinds = Kinds::builtin();
    let keys = |name: &str, rules: &str| kinds.open(name, rules).unwrap().keys().0;
    let found = ["loa", "othello", "shogi", "uttt"].map(|name| keys(name, ""));
    let tree = "r = OR { a, b } a = AND { Failed } b = AND { Won }";
    let other = "r = OR { a, b } a = AND { Won } b = AND { Won }";
    assert_ne!(found[0], found[1]);
    assert_eq!(keys("tree", tree), keys("tree", tree));
    assert_eq!(
        keys("tree", tree),
        keys("tree", other),
        "its rules tell them apart"
    );
    let expected = [
        0xa7c2_09db_5043_ff41,
        0x824e_f410_2972_0888,
        0xcc85_dafb_0494_0cc7,
        0x2271_2381_2144_a462,
    ];
    assert_eq!(found, expected, "{found:#018x?}");
}

/// Two mating problems with the same board and the same hand of the attacker: with nothing to
/// interpose, the first one is a mate.
#[test]
fn a_store_distinguishes_problems_by_the_hand_of_the_defender() {
    let problems = [
        ("7lk/7p1/9/9/9/9/9/9/9 b R 1", Answer::Proved),
        (
            "7lk/7p1/9/9/9/9/9/9/9 b R2b4g4s4n3l17p 1",
            Answer::Disproved,
        ),
    ];
    let game = Kinds::builtin().open("shogi", "").unwrap();
    for order in [[0, 1, 0], [1, 0, 1]] {
        let map = Map::of(0);
        for (text, expected) in order.map(|index: usize| problems[index]) {
            let mut session = Session::new(&game).unwrap();
            session.set_position_store(Some(map.clone()));
            let root = game.position(text).unwrap();
            let solution = solved(&mut session, &root, Aim::win(root.attacker()));
            assert_eq!(solution.report.answer, expected, "{text} in {order:?}");
        }
        assert!(map.all().len() > 2);
    }
}
