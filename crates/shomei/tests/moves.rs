//! Questions about all moves: the moves are searched in turn.

#![allow(clippy::unwrap_used, reason = "in a test a panic is a failure")]

use std::io;
use std::num::NonZeroUsize;
use std::time::Duration;

use shomei::search::Bracket;
use shomei::{
    Aim, Answer, AnyGame, AnyPosition, CertificateWish, Error, Event, Kinds, MoveValue, Question,
    SearchSink, Session, Side, Solution, Stop, Stopper, Value,
};
use shomei_testkit::random::{self, Shape};

/// Collects the rows, each with the node count of all searches before it.
#[derive(Default)]
struct Rows {
    nodes: u64,
    /// The number of nodes after which the question is stopped.
    stop: Option<(u64, Stopper)>,
    rows: Vec<(u64, MoveValue)>,
}

impl SearchSink for Rows {
    type Certificate = io::Sink;

    fn begin(
        &mut self,
        _: &AnyPosition,
        _: Aim,
        wish: CertificateWish,
    ) -> Result<Option<io::Sink>, Error> {
        assert_eq!(wish, CertificateWish::OfMove);
        Ok(None)
    }

    fn event(&mut self, _: &Event<'_>) {}

    fn end(
        &mut self,
        _: &AnyPosition,
        _: Aim,
        solution: &mut Solution,
        _: Option<io::Sink>,
    ) -> Result<(), Error> {
        self.nodes += solution.report.counters.nodes();
        if let Some((most, stopper)) = &self.stop
            && self.nodes >= *most
        {
            stopper.stop();
        }
        Ok(())
    }

    fn row(&mut self, row: &MoveValue) {
        self.rows.push((self.nodes, row.clone()));
    }
}

/// The mate in 5 begins with R*5c; R*1a and R*2a alone take hundreds of thousands of nodes.
const MATE_IN_5: &str = "4k4/9/9/9/9/9/9/9/9 b R2G 1";

fn mating(text: &str) -> AnyPosition {
    Kinds::builtin()
        .open("shogi", "")
        .unwrap()
        .position(text)
        .unwrap()
}

#[test]
fn an_easy_move_is_decided_before_hard_ones() {
    let root = mating(MATE_IN_5);
    let question = Question::MovesFor(Side::First);
    for (algorithm, most) in [("df-pn", 50_000), ("pds", u64::MAX)] {
        let mut session = Session::new(root.game()).unwrap();
        session.set_algorithm(algorithm).unwrap();
        session.set_time(Some(Duration::from_secs(4)));
        let mut sink = Rows::default();
        let found = session.ask_with(&root, question, &mut sink).unwrap();
        let mate = |row: &MoveValue| row.mv == "R*5c" && row.answer == Some(Answer::Proved);
        let (nodes, row) = sink.rows.iter().find(|(_, row)| mate(row)).unwrap();
        assert!(*nodes < most, "{algorithm}: {nodes} nodes before it");
        assert_eq!(row.line.moves.len(), 5, "{algorithm}");
        assert_eq!(found.moves()[0].mv, "R*5c", "{algorithm}");
    }
}

/// The result contains the last row of each move, and moves without a row are open.
fn rows_are_those_of_the_result(rows: &[(u64, MoveValue)], moves: &[MoveValue]) {
    for known in moves {
        let last = rows.iter().rev().find(|(_, row)| row.mv == known.mv);
        match last {
            Some((_, row)) => assert_eq!(row.mv, known.mv),
            None => assert!(known.stopped_by.is_some(), "{known:?}"),
        }
        if let Some((_, row)) = last.filter(|_| known.stopped_by.is_none()) {
            assert_eq!(row, known);
        }
    }
}

/// The answer to a question about one move of a position, in a session of its own.
fn alone(game: &AnyGame, child: &AnyPosition, mover: Side) -> Option<Value> {
    if let Some(outcome) = child.outcome() {
        return Some(Value::of_outcome(outcome, mover));
    }
    let mut session = Session::new(game).unwrap();
    let value = session.ask(child, Question::Value).unwrap().value()?;
    Some(match child.to_move() == mover {
        true => value,
        false => value.for_opponent(),
    })
}

#[test]
fn moves_in_turn_have_the_values_of_moves_alone() {
    for seed in 0..200 {
        let shape = Shape::ALL[seed as usize % 3];
        let text = random::game_text(seed, shape, 16);
        let game = Kinds::builtin().open("tree", &text).unwrap();
        let root = game.start();
        if root.outcome().is_some() {
            continue;
        }
        let mut session = Session::new(&game).unwrap();
        if seed % 4 == 3 {
            session.set_threads(NonZeroUsize::new(2).unwrap()).unwrap();
        }
        if seed % 4 == 2 {
            session.set_memory(256);
        }
        let mut sink = Rows::default();
        let found = session.ask_with(&root, Question::Moves, &mut sink).unwrap();
        rows_are_those_of_the_result(&sink.rows, found.moves());
        let mover = root.to_move();
        for (mv, child) in root.children() {
            let known = found.moves().iter().find(|known| known.mv == mv).unwrap();
            assert_eq!(known.value, alone(&game, &child, mover), "{seed}: {mv}");
        }
        let place = |value: Option<Value>| match value {
            Some(Value::Win) => 0,
            Some(Value::Draw) => 1,
            None => 2,
            Some(Value::Loss) => 3,
        };
        assert!(found.moves().is_sorted_by_key(|known| place(known.value)));
    }
}

/// A node limit applies to each search, for any number of parts.
#[test]
fn parts_of_a_search_share_its_node_limit() {
    let game = Kinds::builtin().open("loa", "").unwrap();
    let root = game.start();
    for nodes in [10, 1_000, 1_500, 6_000] {
        for algorithm in ["df-pn", "pn"] {
            let mut session = Session::new(&game).unwrap();
            session.set_algorithm(algorithm).unwrap();
            session.set_nodes(Some(nodes));
            let asked = Question::MovesFor(Side::First);
            let found = session.ask(&root, asked).unwrap();
            for known in found.moves() {
                assert_eq!(known.stopped_by, Some(Stop::Nodes), "{algorithm}");
                assert_eq!(
                    known.work.expanded, nodes,
                    "{algorithm}, {nodes}: {known:?}"
                );
            }
        }
    }
}

/// A limit on all moves together is reached when all of them have had about the same number of
/// nodes.
#[test]
fn a_stop_leaves_every_move_its_share() {
    let game = Kinds::builtin().open("loa", "").unwrap();
    let root = game.start();
    let mut session = Session::new(&game).unwrap();
    let mut sink = Rows {
        stop: Some((200_000, session.stopper())),
        ..Rows::default()
    };
    let asked = Question::MovesFor(Side::First);
    let found = session.ask_with(&root, asked, &mut sink).unwrap();
    let nodes = found.moves().iter().map(|known| known.work.expanded);
    let [least, most] = [nodes.clone().min().unwrap(), nodes.max().unwrap()];
    assert_eq!([least, most], [2_000, 18_000]);
    for known in found.moves() {
        assert_eq!(known.stopped_by, Some(Stop::Interrupt));
    }
}

#[test]
fn without_a_mate_the_attacker_is_named_and_its_line_is_legal() {
    for text in [
        "4k4/9/9/9/9/9/9/9/9 b R 1",
        "8k/9/9/9/9/9/9/9/9 b G 1",
        "3gk4/4G4/4P4/9/9/9/9/9/9 w G 1",
    ] {
        let root = mating(text);
        let mut session = Session::new(root.game()).unwrap();
        let found = session.ask(&root, Question::Moves).unwrap();
        assert_eq!(found.value(), Some(Value::Draw), "{text}");
        let expected = (Aim::win(Side::First), Answer::Disproved);
        assert_eq!((found.aim, found.answer), expected, "{text}");
        let line = &found.line.moves;
        let root = root.for_attacker(Side::First);
        let end = line.iter().try_fold(root, |at, mv| at.play(mv));
        assert!(!line.is_empty() && end.is_ok(), "{text}: {line:?}: {end:?}");
    }
}

#[test]
fn lengths_of_moves_are_found_within_a_time() {
    let root = mating("4k4/9/4P4/9/9/9/9/9/9 b 2G 1");
    let query = Question::Moves.shortest();
    let lengths = |time: Option<Duration>| {
        let mut session = Session::new(root.game()).unwrap();
        session.set_time(time);
        let mut sink = Rows::default();
        let found = session.ask_with(&root, query, &mut sink).unwrap();
        assert!(found.is_complete(), "{found:?}");
        rows_are_those_of_the_result(&sink.rows, found.moves());
        let moves = found.moves().iter();
        moves
            .map(|known| (known.mv.clone(), known.value, known.length))
            .collect::<Vec<_>>()
    };
    assert_eq!(lengths(None), lengths(Some(Duration::from_secs(600))));
}

#[test]
fn plies_of_moves_that_lose_do_not_count() {
    let game = Kinds::builtin().open("loa", "sackson,board=5").unwrap();
    let root = game.position("..o.x....oo...xo....oxxx. x").unwrap();
    let ask = |question: Question| {
        let query = question.shortest();
        Session::new(&game).unwrap().ask(&root, query).unwrap()
    };
    let (win, moves) = (ask(Question::MoverWins), ask(Question::Moves));
    assert_eq!(win.answer, Answer::Proved);
    assert_eq!(moves.shortest, win.shortest);
    let losing = moves
        .moves()
        .iter()
        .filter(|mv| mv.value == Some(Value::Loss));
    let plies = |length: Option<Bracket>| length.and_then(Bracket::exact);
    let shorter = losing.filter(|mv| plies(mv.length) < plies(win.shortest));
    assert!(shorter.count() > 0);
}

/// A search for the shortest win keeps an eighth of its nodes for the line. Reaching the rest is
/// reaching the limit, not the end of a round.
#[test]
fn a_node_limit_ends_the_search_for_the_lengths_of_moves() {
    let game = Kinds::builtin().open("loa", "olympiad,board=6").unwrap();
    let root = game.position("start").unwrap();
    let mut session = Session::new(&game).unwrap();
    session.set_nodes(Some(20_000));
    session.set_time(Some(Duration::from_secs(120)));
    let query = Question::MovesFor(Side::First).shortest();
    let found = session.ask(&root, query).unwrap();
    assert_eq!(found.stopped_by, Some(Stop::Nodes));
}
