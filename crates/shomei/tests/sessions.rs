//! Tests sessions: several questions, stopping, and a game that fails.

#![allow(clippy::unwrap_used, reason = "in a test a panic is a failure")]

use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::Duration;

use shomei::composers::{CompositionQuery, OtherSolutionsQuery, ProblemCheck};
use shomei::game::{Fault, Key, NotationError, Outcome, Rules, Texts, Tuning};
use shomei::questions::Decider;
use shomei::search::registry::ALGORITHMS;
use shomei::{
    Aim, Answer, AnyGame, CheckLimits, Claim, Error, ErrorKind, Event, Kinds, Limits, Observer,
    Query, Question, Session, Side, Stop, Value, Watching,
};
use shomei_testkit::random::{self, Dice, Shape};

/// Diagram 4 of docs/references.md [2]: Black wins.
const DIAGRAM_4: &str = "...x....o.................oxx....o..ooo....ox................... x";

fn loa() -> AnyGame {
    Kinds::builtin().open("loa", "").unwrap()
}

fn is_send<T: Send>(_: &T) {}

fn shortest(attacker: Side) -> Query {
    Question::Win(attacker).shortest()
}

#[test]
fn knowledge_of_a_session_changes_no_answer() {
    let game = loa();
    let root = game.position(DIAGRAM_4).unwrap();
    let aim = Aim::win(root.to_move());
    let mut session = Session::new(&game).unwrap();
    is_send(&session);
    let first = session.solve(&root, aim).unwrap();
    let again = session.solve(&root, aim).unwrap();
    assert_eq!(first.report.answer, Answer::Proved);
    assert_eq!(again.report.answer, Answer::Proved);
    let nodes = [&first, &again].map(|solution| solution.report.counters.nodes());
    assert!(nodes[1] < nodes[0] / 10, "{nodes:?}");
    session.forget();
    let anew = session.solve(&root, aim).unwrap();
    assert_eq!(anew.report.counters.nodes(), nodes[0]);
}

/// Two mating problems with the same board and the same hand of the attacker: with nothing to
/// interpose, the first one is a mate.
const SAME_BOARD: [(&str, Answer); 2] = [
    ("7lk/7p1/9/9/9/9/9/9/9 b R 1", Answer::Proved),
    (
        "7lk/7p1/9/9/9/9/9/9/9 b R2b4g4s4n3l17p 1",
        Answer::Disproved,
    ),
];

#[test]
fn a_session_distinguishes_problems_by_the_hand_of_the_defender() {
    let game = Kinds::builtin().open("shogi", "").unwrap();
    for order in [[0, 1, 0], [1, 0, 1]] {
        let mut session = Session::new(&game).unwrap();
        for (text, expected) in order.map(|index: usize| SAME_BOARD[index]) {
            let root = game.position(text).unwrap();
            let aim = Aim::win(root.attacker());
            let solution = session.solve(&root, aim).unwrap();
            assert_eq!(solution.report.answer, expected, "{text} in {order:?}");
        }
    }
}

/// Every question about random games has the same answer with one session for all and with one
/// session for each.
#[test]
fn one_session_answers_like_many() {
    let kinds = Kinds::builtin();
    let questions = [
        Question::Value,
        Question::Moves,
        Question::Win(Side::First),
        Question::MovesFor(Side::Second),
    ];
    for seed in 0..150 {
        let shape = Shape::ALL[seed as usize % 3];
        let text = random::game_text(seed, shape, 14);
        let game = kinds.open("tree", &text).unwrap();
        let mut one = Session::new(&game).unwrap();
        let mut positions = vec![game.start()];
        positions.extend(game.start().children().into_iter().map(|(_, child)| child));
        for position in positions
            .iter()
            .filter(|position| position.outcome().is_none())
        {
            for question in questions {
                let mut own = Session::new(&game).unwrap();
                let kept = one.ask(position, question).unwrap();
                let anew = own.ask(position, question).unwrap();
                assert_eq!(
                    (kept.answer, kept.value()),
                    (anew.answer, anew.value()),
                    "{text} {question:?}"
                );
                let values = |answered: &shomei::QueryResult| {
                    let moves = answered.moves().iter();
                    let mut all: Vec<_> = moves.map(|m| (m.mv.clone(), m.text())).collect();
                    all.sort();
                    all
                };
                assert_eq!(values(&kept), values(&anew), "{text} {question:?}");
                for Decider { aim, answer, .. } in kept.deciders {
                    if answer == Answer::Unknown {
                        continue;
                    }
                    let mut certificate = Vec::new();
                    one.certify(position, aim, &mut certificate).unwrap();
                    let verdict = kinds.check(&certificate[..], &CheckLimits::default());
                    assert!(verdict.unwrap().is_accepted(), "{text} {question:?}");
                }
            }
        }
    }
}

#[test]
fn a_session_in_another_thread_is_stopped_from_this_one() {
    let game = Kinds::builtin().open("uttt", "").unwrap();
    let (begun, has_begun) = std::sync::mpsc::channel();
    let mut observer = move |event: &Event<'_>| {
        if let Event::Progress(_) = event {
            let _ = begun.send(());
        }
    };
    let mut session = Session::new(&game).unwrap();
    let stopper = session.stopper();
    let root = game.start();
    let asked = thread::spawn({
        let root = root.clone();
        move || {
            let mut watching = Watching(&mut observer);
            let answered = session.ask_with(&root, Question::Value, &mut watching);
            (session, answered.unwrap())
        }
    });
    has_begun.recv().unwrap();
    stopper.stop();
    let (mut session, answered) = asked.join().unwrap();
    assert_eq!(answered.value(), None);
    assert_eq!(answered.stopped_by, Some(Stop::Interrupt));
    // The session stays stopped until it is resumed.
    let still = session.solve(&root, Aim::win(Side::First)).unwrap();
    assert_eq!(still.report.answer, Answer::Unknown);
    stopper.go_on();
    session.set_limits(Limits::nodes(100));
    let limited = session.solve(&root, Aim::win(Side::First)).unwrap();
    assert_eq!(limited.report.stopped_by, Some(Stop::Nodes));
}

/// The settings of a session can change between questions.
#[test]
fn settings_change_between_questions() {
    let game = loa();
    let root = game.position(DIAGRAM_4).unwrap();
    let aim = Aim::win(root.to_move());
    let mut session = Session::new(&game).unwrap();
    let solve = |session: &mut Session| session.solve(&root, aim).unwrap().report;
    let nodes_anew = solve(&mut session).counters.nodes();
    session.forget();

    session.set_nodes(Some(10));
    assert_eq!(solve(&mut session).stopped_by, Some(Stop::Nodes));
    session.set_nodes(None);
    session.set_time(Some(Duration::ZERO));
    assert_eq!(solve(&mut session).stopped_by, Some(Stop::Time));
    session.set_time(None);
    assert_eq!(solve(&mut session).answer, Answer::Proved);

    // Results are kept while limits change, and dropped when the memory changes.
    session.set_nodes(Some(1_000_000));
    assert!(solve(&mut session).counters.nodes() < nodes_anew / 10);
    session.set_memory(64 << 20);
    assert_eq!(solve(&mut session).counters.nodes(), nodes_anew);
    session.set_memory(1 << 20);
    assert_eq!(session.config().memory, 1 << 20);
    let small = solve(&mut session);
    assert_ne!(small.answer, Answer::Disproved);

    session.set_memory(64 << 20);
    let query = Question::MoverWins.shortest();
    let shortest = session.ask(&root, query).unwrap();
    assert!(shortest.shortest.is_some());
}

/// A refused setting leaves the session and its results unchanged.
#[test]
fn a_refused_setting_changes_nothing() {
    let game = loa();
    let root = game.position(DIAGRAM_4).unwrap();
    let aim = Aim::win(root.to_move());
    let mut session = Session::new(&game).unwrap();
    let nodes_anew = session.solve(&root, aim).unwrap().report.counters.nodes();
    let two = NonZeroUsize::new(2).unwrap();
    let refused = |done: Result<&mut Session, Error>| {
        assert_eq!(done.unwrap_err().kind(), ErrorKind::Usage);
    };
    refused(session.set_algorithm("df-pm"));
    refused(session.set_option("rule", "none such"));
    refused(session.set_option("none such", "1"));
    let before = session.config().clone();
    session.set_threads(two).unwrap();
    let with_threads = session.config().options.clone();
    refused(session.set_algorithm("pn"));
    assert_eq!(session.config().options, with_threads);
    // The option sets the same number.
    session.set_threads(NonZeroUsize::MIN).unwrap();
    session.set_option("threads", "2").unwrap();
    assert_eq!(session.config().options, with_threads);
    let mut copy = Session::with_config(session.game(), session.config().clone());
    copy.set_threads(NonZeroUsize::MIN).unwrap();
    assert_eq!(copy.config().threads(), NonZeroUsize::MIN);
    copy.set_algorithm("pn").unwrap();
    for wrong in ["0", "x"] {
        refused(session.set_option("threads", wrong));
    }
    assert_eq!(session.config().options, with_threads);
    assert_eq!(session.config().algorithm.name, before.algorithm.name);
    session.set_threads(NonZeroUsize::MIN).unwrap();
    assert_eq!(session.config().options, before.options);

    session.solve(&root, aim).unwrap();
    refused(session.set_option("rule", "none such"));
    let again = session.solve(&root, aim).unwrap().report;
    assert_eq!(again.answer, Answer::Proved);
    assert!(again.counters.nodes() < nodes_anew / 10);
    session.set_algorithm("pn").unwrap();
    refused(session.set_threads(two));
    assert_eq!(session.config().algorithm.name, "pn");
    assert_eq!(
        session.solve(&root, aim).unwrap().report.answer,
        Answer::Proved
    );
}

#[test]
fn every_limit_stops_every_algorithm_of_a_session() {
    let game = Kinds::builtin().open("uttt", "").unwrap();
    let root = game.start();
    for info in ALGORITHMS {
        let mut session = Session::new(&game).unwrap();
        session.set_algorithm(info.name).unwrap();
        session.set_nodes(Some(2_000));
        let answered = session.ask(&root, Question::Value).unwrap();
        assert_eq!(answered.stopped_by, Some(Stop::Nodes), "{info}");
        session.stopper().stop();
        let answered = session.ask(&root, Question::Value).unwrap();
        assert_eq!(answered.stopped_by, Some(Stop::Interrupt), "{info}");
    }
}

#[test]
fn what_is_asked_wrongly_is_named() {
    let kinds = Kinds::builtin();
    let text = |error: Error| (error.kind(), error.to_string());
    let usage = |text: &str| (ErrorKind::Usage, text.to_string());
    let game = loa();
    let unknown = kinds.open("la", "").unwrap_err();
    assert_eq!(unknown.suggestion(), Some("loa"));
    let session = || Session::new(&game).unwrap();
    let error = session().set_algorithm("dfpn").unwrap_err();
    let expected = "there is no algorithm named \"dfpn\"; did you mean \"df-pn\"?";
    assert_eq!(text(error), usage(expected));
    let error = session().set_option("epsilom", "1").unwrap_err();
    let expected = "df-pn has no option named \"epsilom\"; did you mean \"epsilon\"?";
    assert_eq!(text(error), usage(expected));
    let two = NonZeroUsize::new(2).unwrap();
    let mut of_pn = session();
    of_pn.set_algorithm("pn").unwrap();
    let error = of_pn.set_threads(two).unwrap_err();
    assert_eq!(text(error), usage("threads 2: pn searches with one thread"));
    let error = session().ask(&game.start(), Question::Score).unwrap_err();
    assert_eq!(text(error), usage("loa has no scores"));
    let other = kinds.open("uttt", "").unwrap().start();
    let error = session().ask(&other, Question::Value).unwrap_err();
    let expected = format!(
        "the position is one of {}, the session is about loa ({})",
        "uttt (default)",
        game.rules()
    );
    let found = text(error);
    assert_eq!(found.0, ErrorKind::Usage);
    assert!(found.1.starts_with(&expected[..28]), "{}", found.1);
    let error = Error::from(game.position("...x").unwrap_err());
    assert_eq!(error.kind(), ErrorKind::Input);
    let error = session().set_option("rule", "max").unwrap_err();
    let expected = "\"max\" is not a value of rule; it takes sum|weak|branch|partition";
    assert_eq!(text(error), usage(expected));
}

/// A game of sticks, one to three taken at a time, whose rules can fail at a given call.
#[derive(Clone)]
struct Failing {
    heap: u32,
    calls: Arc<AtomicU64>,
    fails_at: u64,
    fault: Fault,
    /// The call at which another thread sets this flag, if any.
    stops_at: Option<(u64, Arc<std::sync::atomic::AtomicBool>)>,
}

type Heap = (u32, Side);

impl Failing {
    fn new(heap: u32, fails_at: u64) -> Failing {
        Failing {
            heap,
            calls: Arc::default(),
            fails_at,
            fault: Fault::default(),
            stops_at: None,
        }
    }

    /// Whether this call fails; then its answer can be anything.
    fn fails(&self) -> bool {
        let number = self.calls.fetch_add(1, Ordering::Relaxed);
        if let Some((at, flag)) = &self.stops_at
            && number >= *at
        {
            flag.store(true, Ordering::Relaxed);
        }
        if number >= self.fails_at {
            self.fault.report(format!("call {number} failed"));
        }
        number >= self.fails_at
    }
}

impl Rules for Failing {
    type Position = Heap;
    type Move = u32;

    fn to_move(&self, &(_, turn): &Heap) -> Side {
        turn
    }
    fn outcome(&self, &(left, turn): &Heap) -> Option<Outcome> {
        if self.fails() {
            return (left % 2 == 0).then_some(Outcome::Win(turn));
        }
        (left == 0).then_some(Outcome::Win(turn.opponent()))
    }
    fn moves(&self, &(left, _): &Heap, out: &mut Vec<u32>) {
        if !self.fails() {
            out.extend(1..=left.min(3));
        }
    }
    fn play(&self, &(left, turn): &Heap, taken: u32) -> Heap {
        if self.fails() {
            return (left / 2, turn);
        }
        (left.saturating_sub(taken), turn.opponent())
    }
    fn key(&self, &(left, turn): &Heap) -> Key {
        Key::of(2 * u64::from(left) + turn.index() as u64)
    }
    fn fault(&self) -> Option<&Fault> {
        Some(&self.fault)
    }
}

impl Texts for Failing {
    const NAME: &'static str = "failing";

    fn start(&self) -> Heap {
        (self.heap, Side::First)
    }
    fn format_position(&self, &(left, turn): &Heap) -> String {
        format!("{left} {}", Self::SIDES[turn.index()])
    }
    fn parse_position(&self, text: &str) -> Result<Heap, NotationError> {
        let (left, side) = text.split_once(' ').unwrap_or((text, ""));
        let heap = left.parse().ok().zip(Side::named(side, Self::SIDES));
        heap.ok_or_else(|| NotationError::whole("expected sticks and a side"))
    }
    fn format_move(&self, _: &Heap, taken: u32) -> String {
        taken.to_string()
    }
}

/// The number of calls of a question without a failure.
fn calls(heap: u32, algorithm: &str, question: Question) -> u64 {
    let rules = Failing::new(heap, u64::MAX);
    let calls = Arc::clone(&rules.calls);
    let game = AnyGame::of_rules(rules);
    let mut session = Session::new(&game).unwrap();
    session.set_memory(1 << 16);
    session.set_algorithm(algorithm).unwrap();
    session.ask(&game.start(), question).unwrap();
    calls.load(Ordering::Relaxed)
}

/// A failure at any call prevents the answer, and all later ones.
#[test]
fn a_game_that_fails_has_no_answer() {
    let questions = [Question::Value, Question::Moves, Question::MoverWins];
    let mut dice = Dice::new(1);
    let mut tries = 0;
    for info in ALGORITHMS {
        for question in questions {
            let heap = 11;
            let all = calls(heap, info.name, question) as usize;
            for _ in 0..500 {
                let rules = Failing::new(heap, dice.below(all) as u64);
                let fault = rules.fault.clone();
                let game = AnyGame::of_rules(rules);
                let root = game.start();
                let mut session = match Session::new(&game) {
                    Ok(session) => session,
                    Err(error) => panic!("{error}: nothing was called yet"),
                };
                session.set_memory(1 << 16);
                session.set_algorithm(info.name).unwrap();
                let error = session.ask(&root, question).unwrap_err();
                assert_eq!(
                    error.kind(),
                    ErrorKind::Game,
                    "{info} {question:?}: {error}"
                );
                assert!(error.to_string().starts_with("the game failed: call "));
                assert!(fault.is_set());
                // A session refuses questions after its game has failed.
                let error = session.solve(&root, Aim::win(Side::First)).unwrap_err();
                assert_eq!(error.kind(), ErrorKind::Game);
                let error = session.certify(&root, Aim::win(Side::First), &mut Vec::new());
                assert_eq!(error.unwrap_err().kind(), ErrorKind::Game);
                assert!(Session::new(&game).is_err());
                tries += 1;
            }
        }
    }
    assert!(tries >= 10_000, "{tries}");
}

#[test]
fn a_value_has_its_questions() {
    let game = AnyGame::of_rules(Failing::new(21, u64::MAX));
    let mut session = Session::new(&game).unwrap();
    let answered = session.ask(&game.start(), Question::Value).unwrap();
    assert_eq!(answered.value(), Some(Value::Win));
    let aims: Vec<Aim> = answered
        .deciders
        .iter()
        .map(|decider| decider.aim)
        .collect();
    assert_eq!(aims, [Aim::win(Side::First)]);
    let data = session.data(&answered);
    assert_eq!(
        (&data.game[..], data.value),
        ("failing", Some(Some(Value::Win)))
    );
    // A game made at run time checks its certificate itself.
    let mut certificate = Vec::new();
    let aim = aims[0];
    session
        .certify(&game.start(), aim, &mut certificate)
        .unwrap();
    let limits = CheckLimits::default();
    let verdict = game.check(&certificate[..], &limits).unwrap();
    assert!(verdict.proves(&game.start(), aim, Claim::Proved));
    let unknown = Kinds::builtin()
        .check(&certificate[..], &limits)
        .unwrap_err();
    assert_eq!(unknown.kind(), ErrorKind::Input);
    // A game that fails during the check gives no verdict.
    let failing = AnyGame::of_rules(Failing::new(21, 5));
    let error = failing.check(&certificate[..], &limits).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Game);
}

/// A silent observer of a separate type.
struct Counter(u64);

impl Observer for Counter {
    fn event(&mut self, _: &Event<'_>) {
        self.0 += 1;
    }
}

#[test]
fn one_question_can_have_its_own_observer() {
    let game = loa();
    let root = game.position(DIAGRAM_4).unwrap();
    let mut session = Session::new(&game).unwrap();
    let mut counter = Counter(0);
    let aim = Aim::win(root.to_move());
    let question = Question::Win(aim.attacker);
    session
        .ask_with(&root, question, &mut Watching(&mut counter))
        .unwrap();
    assert!(counter.0 > 0);
}

/// Every query refuses a position of another game, even if its keys are equal.
#[test]
fn positions_of_other_rules_are_refused_by_every_way_to_ask() {
    let kinds = Kinds::builtin();
    let [game, other] = ["r = OR { Won }", "r = OR { Failed }"].map(|rules| {
        let game = kinds.open("tree", rules).unwrap();
        let root = game.start();
        (game, root)
    });
    let mut session = Session::new(&game.0).unwrap();
    let aim = Aim::win(Side::First);
    assert!(session.solve(&game.1, aim).is_ok());
    let theirs = &other.1;
    assert!(session.ask(theirs, Question::Value).is_err());
    assert!(session.solve(theirs, aim).is_err());
    assert!(
        session
            .ask_with(theirs, Question::Value, &mut Watching(&mut Counter(0)))
            .is_err()
    );
    assert!(session.ask(theirs, shortest(Side::First)).is_err());
    assert!(session.certify(theirs, aim, &mut Vec::new()).is_err());
    let query = CompositionQuery::default();
    assert!(session.check_problem(theirs, None, &query).is_err());
    // Opening a game twice gives the same game.
    let again = kinds.open("tree", "r = OR { Won }").unwrap().start();
    let solution = session.solve(&again, aim).unwrap();
    assert_eq!(solution.report.answer, Answer::Proved);
    // Values made at run time are the same game only as clones.
    let made = AnyGame::of_rules(Failing::new(3, u64::MAX));
    let other = AnyGame::of_rules(Failing::new(4, u64::MAX));
    let mut session = Session::new(&made).unwrap();
    assert!(session.solve(&other.start(), aim).is_err());
    assert!(session.solve(&made.clone().start(), aim).is_ok());
}

#[test]
fn a_flag_among_the_limits_stops() {
    let game = Kinds::builtin().open("uttt", "").unwrap();
    let mut session = Session::new(&game).unwrap();
    let flag = Arc::new(std::sync::atomic::AtomicBool::new(true));
    session.set_limits(Limits {
        stop: Some(Arc::clone(&flag)),
        ..Limits::default()
    });
    let aim = Aim::win(Side::First);
    let solution = session.solve(&game.start(), aim).unwrap();
    assert_eq!(solution.report.stopped_by, Some(Stop::Interrupt));
    assert!(session.stopper().is_stopped());
}

/// A game keeps its hints: first those of its kind for `auto`, then those that the user set.
#[test]
fn hints_come_in_their_order() {
    let kinds = Kinds::builtin();
    let shogi = kinds.open("shogi", "").unwrap();
    assert!(!shogi.start().game().tuning().options.is_empty());
    let kind = kinds.find("othello").unwrap();
    let hints = shomei::Hints {
        text: "split=0".to_string(),
        ..shomei::Hints::default()
    };
    let text = "XXXOOOOOXXXOOOOOXXXOXOOOXXXXOOOOXXXXXOOO--XXXOOO---XXOO-----X--- X";
    let nodes = |game: &AnyGame| {
        let mut session = Session::new(game).unwrap();
        let root = game.position(text).unwrap();
        let answered = session.ask(&root, Question::MoverWins).unwrap();
        (answered.work.expanded, session.data(&answered).hints)
    };
    let usual = nodes(&kind.open("", &shomei::Hints::default()).unwrap());
    let own = nodes(&kind.open("", &hints).unwrap());
    assert!(own.0 > usual.0, "{own:?} {usual:?}");
    assert_eq!(own.1.get("hints").map(String::as_str), Some("split=0"));
    assert!(usual.1.contains_key("auto") && !usual.1.contains_key("hints"));
}

/// Every query refuses a side that cannot win.
#[test]
fn an_attacker_that_cannot_win_is_refused() {
    let game = Kinds::builtin().open("shogi", "").unwrap();
    let root = game.position("8k/9/8P/9/9/9/9/9/9 w 2G 1").unwrap();
    let (mut session, white) = (Session::new(&game).unwrap(), Aim::win(Side::Second));
    let asked = session.ask(&root, Question::Win(Side::Second)).unwrap_err();
    let errors = [
        session.solve(&root, white).unwrap_err(),
        session.ask(&root, shortest(Side::Second)).unwrap_err(),
        session.certify(&root, white, &mut Vec::new()).unwrap_err(),
    ];
    for error in errors {
        assert_eq!(error.to_string(), asked.to_string());
    }
    let black = Aim::win(root.attacker());
    let solution = session.solve(&root, black).unwrap();
    assert_eq!(solution.report.answer, Answer::Disproved);
}

/// A game without a kind is tuned like a built-in one: its options apply to `auto` alone, and an
/// option that the user set has priority.
#[test]
fn a_game_without_a_kind_is_tuned() {
    let tuning = Tuning {
        options: &[("epsilon", "3")],
        with_threads: &[("share", "7")],
        ..Tuning::USUAL
    };
    let game = AnyGame::of_rules(Failing::new(21, u64::MAX)).with_tuning(tuning);
    let option = |session: &Session, name: &str| {
        let mut options = session.config().options.iter();
        let found = options.find(|(known, _)| *known == name);
        found.map(|(_, value)| value.to_string())
    };
    let mut session = Session::new(&game).unwrap();
    assert_eq!(option(&session, "epsilon").as_deref(), Some("3"));
    assert_eq!(option(&session, "share"), None);
    session.set_threads(NonZeroUsize::new(2).unwrap()).unwrap();
    assert_eq!(option(&session, "share").as_deref(), Some("7"));
    session.set_option("epsilon", "5").unwrap();
    assert_eq!(option(&session, "epsilon").as_deref(), Some("5"));
    session.set_algorithm("df-pn").unwrap();
    assert_eq!(option(&session, "share"), None);
    let unknown = Tuning {
        options: &[("no-such-option", "1")],
        ..Tuning::USUAL
    };
    let error = Session::new(&game.with_tuning(unknown)).unwrap_err();
    assert!(error.to_string().contains("no-such-option"), "{error}");
}

/// The results of the game's own searches are used by the next question of a session, but not by
/// another session, and not after the session forgets its results.
#[test]
fn questions_of_one_session_share_the_last_plies() {
    let game = Kinds::builtin().open("othello", "").unwrap();
    let text = "XXXOOOOOXXXOOOOOXXXOXOOOXXXXOOOOXXXXXOOO--XXXOOO---XXOO-----X--- X";
    let root = game.position(text).unwrap();
    let ask = |session: &mut Session| {
        let answered = session.ask(&root, Question::Score).unwrap();
        (answered.score().unwrap().bounds, answered.work.leaf_nodes)
    };
    let mut session = Session::new(&game).unwrap();
    let first = ask(&mut session);
    let again = ask(&mut session);
    assert_eq!(again.0, first.0);
    assert!(again.1 < first.1 / 4, "{first:?}, then {again:?}");
    let fresh = ask(&mut Session::new(&game).unwrap());
    assert_eq!(fresh, first);
    session.forget();
    assert_eq!(ask(&mut session), first);
    // Separate sessions for each question take more.
    let [low, high] = first.0;
    assert_eq!(low, high);
    let mover = root.to_move();
    let alone = |least| {
        let mut session = Session::new(&game).unwrap();
        let solution = session.solve(&root, Aim::score(mover, least)).unwrap();
        solution.report.counters.leaf_nodes
    };
    let both = alone(low) + alone(low + 2);
    let solve = |session: &mut Session, least| {
        let solution = session.solve(&root, Aim::score(mover, least)).unwrap();
        solution.report.counters.leaf_nodes
    };
    session.forget();
    let together = solve(&mut session, low) + solve(&mut session, low + 2);
    assert!(together < both, "{together} {both}");
}

#[test]
fn a_checked_problem_has_the_shortest_win() {
    let game = Kinds::builtin().open("shogi", "").unwrap();
    let root = game.position("4k4/9/4P4/9/9/9/9/9/9 b 2G 1").unwrap();
    let query = CompositionQuery {
        others: Some(OtherSolutionsQuery {
            nodes: 10_000,
            ..OtherSolutionsQuery::default()
        }),
        ..CompositionQuery::default()
    };
    let mut session = Session::new(&game).unwrap();
    let ProblemCheck {
        result,
        composition,
    } = session.check_problem(&root, None, &query).unwrap();
    let length = result.shortest.and_then(shomei::search::Bracket::exact);
    assert_eq!(length, Some(1));
    assert!(composition.others.is_some_and(|others| others.is_decided()));
}

/// A search stops before the next expansion when the game sets the flag at some call.
#[test]
fn a_stop_is_heard_before_the_next_expansion() {
    let flag = Arc::new(std::sync::atomic::AtomicBool::new(false));
    let rules = Failing {
        stops_at: Some((2_000, Arc::clone(&flag))),
        ..Failing::new(3_000, u64::MAX)
    };
    let game = AnyGame::of_rules(rules);
    let mut session = Session::new(&game).unwrap();
    session.set_limits(Limits {
        stop: Some(flag),
        ..Limits::default()
    });
    let answered = session.ask(&game.start(), Question::MoverWins).unwrap();
    assert_eq!(answered.stopped_by, Some(Stop::Interrupt));
    // Each expansion takes several calls.
    assert!(answered.work.expanded < 1_000, "{}", answered.work.expanded);
}

#[test]
fn a_stopped_session_expands_nothing() {
    let game = AnyGame::of_rules(Failing::new(400, u64::MAX));
    let mut session = Session::new(&game).unwrap();
    session.stopper().stop();
    let answered = session.ask(&game.start(), Question::Value).unwrap();
    assert_eq!(answered.stopped_by, Some(Stop::Interrupt));
    assert_eq!(answered.work.expanded, 0);
}
