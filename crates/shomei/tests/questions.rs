//! Asks every question under all rules of every game, also about finished positions. Questions that
//! make no sense are refused with a reason; the table of refusals is in this file.

#![allow(clippy::unwrap_used, reason = "in a test a panic is a failure")]

mod cases;

use std::collections::HashSet;

use cases::Case;
use shomei::composers::{CompositionQuery, OtherSolutionsQuery};
use shomei::game::Lang;
use shomei::proof::CheckLimits;
use shomei::{
    Aim, Answer, AnyPosition, ErrorKind, Found, Hints, Kinds, Outcome, Query, QueryResult,
    Question, Session, Side, Value, Verdict, WinLength,
};

/// The node limit of each question: enough for positions near the end of most games.
const NODES: u64 = 300;

const QUESTIONS: [Question; 9] = [
    Question::MoverWins,
    Question::Win(Side::First),
    Question::Win(Side::Second),
    Question::Value,
    Question::Moves,
    Question::MovesFor(Side::First),
    Question::MovesFor(Side::Second),
    Question::Score,
    Question::MoveScores,
];

/// The additional questions about a problem, by name.
fn compositions() -> Vec<(&'static str, CompositionQuery)> {
    let none = CompositionQuery::default();
    let others = OtherSolutionsQuery {
        nodes: 50,
        variations: Some(1),
        ..OtherSolutionsQuery::default()
    };
    let asking = |others| CompositionQuery {
        others: Some(others),
        ..CompositionQuery::default()
    };
    vec![
        (
            "the shortest",
            CompositionQuery {
                length: WinLength::Shortest,
                counted: true,
                ..none.clone()
            },
        ),
        (
            "a refutation",
            CompositionQuery {
                refutation: Some(3),
                ..none.clone()
            },
        ),
        (
            "what is missing",
            CompositionQuery {
                missing: true,
                ..none
            },
        ),
        ("other solutions", asking(others.clone())),
        (
            "other defences",
            asking(OtherSolutionsQuery {
                defences: true,
                ..others
            }),
        ),
    ]
}

/// The refusals and their reasons; there are no others.
fn refusal(case: &Case, question: Question, length: WinLength) -> Option<String> {
    if question.is_of_scores() && length == WinLength::Shortest {
        return Some("shortest: a score has no length".to_string());
    }
    let has_scores = case.kind.name == "othello";
    (question.is_of_scores() && !has_scores).then(|| format!("{} has no scores", case.kind.name))
}

fn ask(
    position: &AnyPosition,
    question: Question,
    length: WinLength,
) -> Result<QueryResult, shomei::Error> {
    let mut session = Session::new(position.game())?;
    session.set_memory(1 << 20).set_nodes(Some(NODES));
    let query = Query {
        length,
        ..Query::from(question)
    };
    session.ask(position, query)
}

#[test]
fn the_rules_of_a_kind_are_named_as_the_game_prints_them() {
    for kind in Kinds::builtin().iter() {
        for rules in kind.rule_sets {
            let game = kind.open(rules, &Hints::default()).unwrap();
            assert_eq!(game.rules(), *rules, "{}", kind.name);
        }
        if let Some(first) = kind.rule_sets.first() {
            assert_eq!(*first, kind.usual_rules(), "{}", kind.name);
        }
        let mut different = kind.rule_sets.to_vec();
        different.sort_unstable();
        different.dedup();
        assert_eq!(different.len(), kind.rule_sets.len(), "{}", kind.name);
    }
}

#[test]
fn every_question_is_answered_under_every_rule() {
    let (mut answered, mut refused, mut decided) = (0, 0, 0);
    for case in cases::all() {
        for position in [&case.open, &case.over] {
            for question in QUESTIONS {
                for length in [WinLength::Any, WinLength::Shortest] {
                    let name = format!(
                        "{}, {}, {position}: {question:?}, {length:?}",
                        case.kind.name, case.rules
                    );
                    match (
                        ask(position, question, length),
                        refusal(&case, question, length),
                    ) {
                        (Ok(found), None) => {
                            answered += 1;
                            decided += u32::from(found.is_complete());
                        }
                        (Err(error), Some(reason)) => {
                            assert_eq!(error.kind(), ErrorKind::Usage, "{name}");
                            assert_eq!(error.to_string(), reason, "{name}");
                            refused += 1;
                        }
                        (found, expected) => panic!("{name}: {found:?}, expected {expected:?}"),
                    }
                }
            }
        }
    }
    assert!(
        answered > 800 && refused > 130,
        "{answered} answered, {refused} refused"
    );
    assert!(decided > 650, "{decided} decided");
}

#[test]
fn every_problem_is_checked_under_every_rule() {
    let (mut checked, mut decided) = (0, 0);
    for case in cases::all() {
        for position in [&case.open, &case.over] {
            for attacker in [None, Some(Side::First), Some(Side::Second)] {
                for (name, query) in compositions() {
                    let mut session = Session::new(position.game()).unwrap();
                    session.set_memory(1 << 20).set_nodes(Some(NODES));
                    let found = session.check_problem(position, attacker, &query);
                    let found = found.unwrap_or_else(|error| {
                        panic!("{}, {}, {name}: {error}", case.kind.name, case.rules)
                    });
                    checked += 1;
                    let is_complete = found.result.is_complete() && found.composition.is_complete();
                    decided += u32::from(is_complete);
                }
            }
        }
    }
    assert!(checked > 700, "{checked} checked");
    assert!(decided > 500, "{decided} decided");
}

/// The value that follows from the answers to the single questions.
fn value_of(position: &AnyPosition) -> Option<Value> {
    let mover = position.to_move();
    let wins = |side| {
        ask(position, Question::Win(side), WinLength::Any)
            .unwrap()
            .answer
    };
    match (wins(mover), wins(mover.opponent())) {
        (Answer::Proved, _) => Some(Value::Win),
        (_, Answer::Proved) => Some(Value::Loss),
        (Answer::Disproved, Answer::Disproved) => Some(Value::Draw),
        _ => None,
    }
}

/// Under the rules of mating problems the legal moves depend on the attacker, so the values of
/// moves do not give the value of the position.
#[test]
fn answers_to_different_questions_agree_under_every_rule() {
    let (mut known, mut scored) = (0, 0);
    for case in cases::all() {
        for position in [&case.open, &case.over] {
            let name = format!("{}, {}, {position}", case.kind.name, case.rules);
            let ask = |question| ask(position, question, WinLength::Any).unwrap();
            let mover = position.to_move();
            let answer = ask(Question::MoverWins).answer;
            assert_eq!(answer, ask(Question::Win(mover)).answer, "{name}");
            let [by_sides, value, by_moves] = [
                value_of(position),
                ask(Question::Value).value(),
                ask(Question::Moves).value(),
            ];
            for value in [value, by_moves] {
                if let (Some(by_sides), Some(value)) = (by_sides, value) {
                    assert_eq!(by_sides, value, "{name}");
                    known += 1;
                }
            }
            if case.kind.range.is_none() {
                continue;
            }
            let [score, by_moves] = [Question::Score, Question::MoveScores].map(ask);
            assert_eq!(
                score.score().unwrap().score(),
                by_moves.score().unwrap().score(),
                "{name}"
            );
            let exact = score.score().unwrap().score().unwrap();
            let outcome = position.game().outcome_of(exact, mover);
            assert_eq!(
                score.value(),
                Some(Value::of_outcome(outcome, mover)),
                "{name}"
            );
            assert_eq!(score.value(), value.or(by_sides), "{name}");
            scored += 1;
        }
    }
    assert!(
        known > 80 && scored == 20,
        "{known} values, {scored} scores"
    );
}

fn accepts(bytes: &[u8]) -> u64 {
    match Kinds::builtin()
        .check(bytes, &CheckLimits::default())
        .unwrap()
    {
        Verdict::Accepted(checked) => checked.verified.totals.records,
        Verdict::Rejected(rejected) => panic!("{}", rejected.reason),
    }
}

/// The end is an answer, without a search, and has its certificate.
#[test]
fn a_finished_position_is_answered_in_every_game() {
    for case in cases::all() {
        let over = &case.over;
        let mover = over.to_move();
        let name = format!("{}, {}, {over}", case.kind.name, case.rules);
        for question in QUESTIONS {
            if refusal(&case, question, WinLength::Any).is_some() {
                continue;
            }
            let found = ask(over, question, WinLength::Any).unwrap();
            assert!(found.is_complete(), "{name}: {question:?}");
            assert_eq!(found.work.nodes(), 0, "{name}: {question:?}");
            assert!(
                found.line.moves.is_empty() && !found.line.is_cut,
                "{name}: {question:?}"
            );
            assert!(found.moves().is_empty(), "{name}: {question:?}");
            assert!(found.end.is_some() || found.why_over.is_some() || over.rules_depend_on_goal());
        }
        for side in Side::BOTH {
            let ended = over.end_for(side).unwrap();
            // In a mating problem that is over for one side, the other side may still have moves.
            let Some(ended) = ended else { continue };
            let expected = match ended.outcome == Outcome::Win(side) {
                true => Answer::Proved,
                false => Answer::Disproved,
            };
            let found = ask(over, Question::Win(side), WinLength::Any).unwrap();
            assert_eq!(found.answer, expected, "{name}: {side:?}");
            assert!(matches!(found.found, Found::Answer));
            let mut bytes = Vec::new();
            let mut session = Session::new(over.game()).unwrap();
            session.certify(over, Aim::win(side), &mut bytes).unwrap();
            assert_eq!(accepts(&bytes), 0, "{name}: {side:?}");
        }
        if let Some(score) = over.score(mover) {
            for least in [score, score + 2] {
                let mut bytes = Vec::new();
                let mut session = Session::new(over.game()).unwrap();
                session
                    .certify(over, Aim::score(mover, least), &mut bytes)
                    .unwrap();
                assert_eq!(accepts(&bytes), 0, "{name}: {least}");
            }
        }
    }
}

/// With one king only one side can win, also if the game is over; a question about both sides
/// reports the reason, too.
#[test]
fn a_mated_position_is_an_answer_with_its_reason() {
    let game = Kinds::builtin().open("shogi", "").unwrap();
    for text in ["8k/8G/8G/9/9/9/9/9/9 w - 1", "8k/8G/8G/9/9/9/9/9/K8 w - 1"] {
        let position = game.position(text).unwrap();
        let ask = |question| ask(&position, question, WinLength::Any).unwrap();
        for question in [Question::Value, Question::Moves] {
            let found = ask(question);
            assert_eq!(found.value(), Some(Value::Loss), "{text}: {question:?}");
            let why = found.why_over.as_deref();
            assert_eq!(why, Some("White is mated"), "{text}: {question:?}");
        }
    }
    let position = game.position("8k/8G/8G/9/9/9/9/9/9 w - 1").unwrap();
    assert_eq!(position.attacker(), Side::First);
    let found = ask(&position, Question::MoverWins, WinLength::Any).unwrap();
    assert_eq!(
        (found.answer, found.aim.attacker),
        (Answer::Proved, Side::First)
    );
    assert_eq!(found.why_over.as_deref(), Some("White is mated"));
    let theirs = Question::Win(Side::Second);
    let error = ask(&position, theirs, WinLength::Any).unwrap_err();
    assert_eq!(
        error.to_string(),
        "position: Black has no king for White to mate"
    );
}

/// As long as one side can play on, the end for the other side does not decide the value.
#[test]
fn the_value_of_a_position_that_goes_on_has_no_end() {
    let game = Kinds::builtin().open("shogi", "").unwrap();
    let position = game.position("4k4/9/9/9/9/9/9/9/4K4 b - 1").unwrap();
    let found = ask(&position, Question::Value, WinLength::Any).unwrap();
    assert_eq!((found.end, found.why_over), (None, None));
    let found = ask(&position, Question::MoverWins, WinLength::Any).unwrap();
    assert_eq!(found.why_over.as_deref(), Some("Black has no check"));
}

/// The graph of graph-history interaction in docs/explanation/four-problems.md. Without path
/// dependence the search calls the root disproved, and both disproofs together a draw.
#[test]
fn an_answer_from_disproofs_refuses_options_that_make_them_wrong() {
    let rules = "R = AND { X, Y } Y = OR { P, Q } X = OR { S, P } P = AND { Y } S = AND { X } \
                 Q = AND { Won }";
    let game = Kinds::builtin().open("tree", rules).unwrap();
    let root = game.position("R").unwrap();
    let ask = |path_dependence: &str, question| {
        let options = [
            ("init", "unit"),
            ("epsilon", "0"),
            ("path-dependence", path_dependence),
        ];
        let mut session = Session::new(&game).unwrap();
        session.set_algorithm("df-pn").unwrap();
        for (name, value) in options {
            session.set_option(name, value).unwrap();
        }
        session.ask(&root, question)
    };
    let answered = ask("on", Question::Value).unwrap();
    assert_eq!(answered.value(), Some(Value::Loss));
    for question in [
        Question::Value,
        Question::Moves,
        Question::MovesFor(Side::First),
    ] {
        let refused = ask("off", question).map(|answered| answered.answer);
        let text = "path-dependence off: disproofs can be wrong with it, and answers would depend \
                    on them";
        assert_eq!(refused.unwrap_err().to_string(), text, "{question:?}");
    }
    // The subject of the option: a disproof without a certificate.
    let alone = ask("off", Question::Win(Side::First)).unwrap();
    assert_eq!(alone.answer, Answer::Disproved);
}

/// Two kings: both sides can attack, and an attacker plays only checks.
#[test]
fn positions_with_different_moves_are_different() {
    let kinds = Kinds::builtin();
    let tsume = kinds.open("shogi", "").unwrap();
    let root = tsume.position("4k4/9/9/9/9/9/9/9/4K4 b R2Gr2g 1").unwrap();
    let other = root.for_attacker(Side::Second);
    assert_ne!(root.moves(), other.moves());
    assert_ne!(root, other);
    assert_eq!(root, other.for_attacker(Side::First));
    let full = kinds.open("shogi", "full").unwrap().start();
    assert_eq!(full, full.for_attacker(Side::Second));
    let all = HashSet::from([root.clone(), root, other]);
    assert_eq!(all.len(), 2);
}

/// A question about every move lists the moves that are legal for either attacker.
#[test]
fn a_move_has_its_name_under_each_goal() {
    let tsume = Kinds::builtin().open("shogi", "").unwrap();
    let root = tsume.position("4k4/9/9/9/9/9/9/9/4K4 b R2Gr2g 1").unwrap();
    for attacker in [Side::First, Side::Second] {
        let moves = root.children_for(attacker).into_iter();
        let names: Vec<String> = moves
            .map(|(mv, _)| root.move_name(&mv, None, Lang::JA).unwrap())
            .collect();
        assert!(names.iter().all(|name| name.starts_with('▲')), "{names:?}");
    }
    assert!(root.move_name("5i5g", None, Lang::JA).is_err());
    // Only one side can win: the other goal has no legal moves.
    let mate = tsume.position("9/9/4k4/9/9/9/9/9/9 b RB2G 1").unwrap();
    assert!(mate.move_name("R*1a", None, Lang::JA).is_err());
}
