//! Right certificates with one change in their records: they are rejected, or still right.

#![allow(
    clippy::ptr_arg,
    reason = "the changes have one type, and some of them add or remove records"
)]

use shomei_game::{Dice, TreeGame};
use shomei_proof::{Child, Claim, Record, Rejection};

use crate::support::{file, random_game, strategy, truth, verify};

/// Whether a rejection has the expected reason.
type Reason = Box<dyn Fn(&Rejection) -> bool>;

/// A change that always makes a certificate wrong; `None` if it cannot be applied.
type Spoil = fn(&mut Vec<Record>) -> Option<Reason>;

/// The first record that answers all moves.
fn first_all(records: &mut [Record]) -> Option<(u64, &mut Vec<Child>)> {
    (0..)
        .zip(records)
        .find_map(|(number, record)| match record {
            Record::All { children } => Some((number, children)),
            _ => None,
        })
}

fn drop_child(records: &mut Vec<Record>) -> Option<Reason> {
    let (at, children) = first_all(records)?;
    (children.len() > 1).then(|| children.pop())?;
    Some(Box::new(
        move |r| matches!(r, Rejection::WrongCount { record, .. } if *record == at),
    ))
}

fn double_child(records: &mut Vec<Record>) -> Option<Reason> {
    let (at, children) = first_all(records)?;
    children.push(children[0]);
    Some(Box::new(
        move |r| matches!(r, Rejection::WrongCount { record, .. } if *record == at),
    ))
}

fn far_move(records: &mut Vec<Record>) -> Option<Reason> {
    let (at, mv) = (0..).zip(records).find_map(|(at, record)| match record {
        Record::Choice { mv, .. } => Some((at, mv)),
        _ => None,
    })?;
    *mv = 77;
    Some(Box::new(
        move |r| matches!(r, Rejection::NoSuchMove { record, mv: 77, .. } if *record == at),
    ))
}

fn add_record(records: &mut Vec<Record>) -> Option<Reason> {
    let number = records.len() as u64;
    records.push(Record::Resolved { nodes: 9 });
    Some(Box::new(
        move |r| matches!(r, Rejection::Unreachable { record } if *record == number),
    ))
}

fn remove_last(records: &mut Vec<Record>) -> Option<Reason> {
    records.pop();
    let left = records.len() as u64;
    if left == 0 {
        return Some(Box::new(|r| *r == Rejection::RootUnanswered));
    }
    Some(Box::new(
        move |r| matches!(r, Rejection::MissingRecord { child, .. } if *child == left),
    ))
}

fn no_nodes(records: &mut Vec<Record>) -> Option<Reason> {
    let (at, nodes) = (0..).zip(records).find_map(|(at, record)| match record {
        Record::Resolved { nodes } => Some((at, nodes)),
        _ => None,
    })?;
    *nodes = 0;
    Some(Box::new(
        move |r| matches!(r, Rejection::LeafUnsettled { record, .. } if *record == at),
    ))
}

const SPOILS: [Spoil; 6] = [
    drop_child,
    double_child,
    far_move,
    add_record,
    remove_last,
    no_nodes,
];

#[test]
fn spoiled_certificates_are_rejected_for_their_reason() {
    let mut random = Dice::new(6);
    let mut tried = [0; SPOILS.len()];
    for _ in 0..500 {
        let game = random_game(&mut random);
        let claim = truth(&game);
        for (spoil, tried) in SPOILS.iter().zip(&mut tried) {
            let mut records = strategy(&game, &mut random, Some(5));
            let Some(expected) = spoil(&mut records) else {
                continue;
            };
            *tried += 1;
            let rejection = verify(&game, &file(&game, claim, &records)).unwrap_err();
            assert!(expected(&rejection), "{rejection}\n{records:?}");
        }
    }
    assert!(tried.iter().all(|&tried| tried > 50), "{tried:?}");
}

#[test]
fn a_child_that_points_back_is_not_a_proof() {
    let mut random = Dice::new(7);
    let mut tried = 0;
    while tried < 200 {
        let game = random_game(&mut random);
        let mut records = strategy(&game, &mut random, None);
        if truth(&game) == Claim::Disproved {
            continue;
        }
        let at = random.below(records.len());
        let named = match &mut records[at] {
            Record::Choice { child, .. } => Some(child),
            Record::All { children } => children.iter_mut().find(|c| **c != Child::Terminal),
            Record::Resolved { .. } => None,
        };
        let Some(Child::Record(number)) = named else {
            continue;
        };
        let back = random.below(at + 1) as u64;
        *number = back;
        tried += 1;
        let reason = verify(&game, &file(&game, Claim::Proved, &records)).unwrap_err();
        assert!(
            matches!(reason, Rejection::BackwardChild { record, child, .. }
                if (record, child) == (at as u64, back)),
            "{reason}"
        );
    }
}

/// One random change anywhere.
pub(crate) fn mutate(records: &mut Vec<Record>, random: &mut Dice) {
    let (at, other) = (random.below(records.len()), random.below(records.len()));
    let number = random.below(records.len() + 2) as u64;
    match random.below(8) {
        0 => records.swap(at, other),
        1 => records.insert(at, records[other].clone()),
        2 => {
            records.remove(at);
        }
        3 => {
            records[at] = Record::Resolved {
                nodes: random.below(30) as u64,
            };
        }
        kind => {
            let child = if random.below(4) == 0 {
                Child::Terminal
            } else {
                Child::Record(number)
            };
            replace_child(&mut records[at], child, kind, random);
        }
    }
}

fn replace_child(record: &mut Record, new: Child, kind: usize, random: &mut Dice) {
    match record {
        Record::Choice { mv, child } => {
            if kind.is_multiple_of(2) {
                *mv = random.below(4) as u32;
            }
            if kind > 4 {
                *child = new;
            }
        }
        Record::All { children } => {
            let at = random.below(children.len());
            children[at] = new;
        }
        Record::Resolved { nodes } => *nodes = random.below(30) as u64,
    }
}

/// A wrong claim must not be accepted, whatever the records contain: the claim is inverted in half
/// of the cases.
#[test]
fn mutants_are_rejected_or_right() {
    let mut random = Dice::new(8);
    let (mut accepted, mut rejected) = (0, 0);
    for _ in 0..3000 {
        let game = random_game(&mut random);
        let right = truth(&game);
        let records = strategy(&game, &mut random, Some(6));
        for _ in 0..4 {
            let mut mutant = records.clone();
            for _ in 0..1 + random.below(3) {
                if !mutant.is_empty() {
                    mutate(&mut mutant, &mut random);
                }
            }
            for claim in [Claim::Proved, Claim::Disproved] {
                match verify(&game, &file(&game, claim, &mutant)) {
                    Ok(verified) => {
                        assert_eq!((verified.claim, claim), (right, right));
                        accepted += 1;
                    }
                    Err(_) => rejected += 1,
                }
            }
        }
    }
    assert!(accepted > 200 && rejected > 5000, "{accepted} {rejected}");
}

/// Random records without any strategy, for games so small that some of these certificates are
/// right by chance.
#[test]
fn made_up_records_are_rejected_or_right() {
    let games = [
        "r = OR { a, Failed } a = AND { r, Won }",
        "r = OR { a, Won } a = AND { r, Failed }",
        "r = AND { a, a } a = OR { r, Won }",
        "r = AND { r, a } a = AND { Won, r }",
        "r = OR { r, a } a = OR { a, r }",
    ]
    .map(|text| TreeGame::parse(text).unwrap());
    let mut random = Dice::new(9);
    let mut accepted = 0;
    for round in 0..20_000 {
        let game = &games[round % games.len()];
        let records: Vec<Record> = (0..1 + random.below(2))
            .map(|_| made_up(&mut random))
            .collect();
        let claim = [Claim::Proved, Claim::Disproved][random.below(2)];
        if verify(game, &file(game, claim, &records)).is_ok() {
            assert_eq!(claim, truth(game));
            accepted += 1;
        }
    }
    assert!(accepted > 100, "{accepted}");
}

fn made_up(random: &mut Dice) -> Record {
    let child = |random: &mut Dice| match random.below(3) {
        0 => Child::Terminal,
        number => Child::Record(number as u64 - 1),
    };
    match random.below(5) {
        0 | 1 => Record::Choice {
            mv: random.below(2) as u32,
            child: child(random),
        },
        2 | 3 => Record::All {
            children: vec![child(random), child(random)],
        },
        _ => Record::Resolved {
            nodes: random.below(8) as u64,
        },
    }
}
