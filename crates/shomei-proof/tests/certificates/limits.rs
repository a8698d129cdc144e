//! Certificates that need more than a checker allows are refused with a reason that refers to the
//! limit, and accepted if exactly their needs are allowed.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use shomei_game::{Notation, TreeGame};
use shomei_proof::{
    CheckError, CheckLimits, Child, Claim, Reader, Record, Rejection, Verified, check_within,
};

use crate::support::file;

/// The attacker wins; `t`, `u` and `v` transpose.
const WON: &str = "r = OR { Failed, a } a = AND { t, u } t = OR { v } u = OR { v, Won } \
                   v = AND { Won }";

fn to(record: u64) -> Child {
    Child::Record(record)
}

fn choice(mv: u32, child: Child) -> Record {
    Record::Choice { mv, child }
}

fn all(children: &[Child]) -> Record {
    let children = children.to_vec();
    Record::All { children }
}

/// r, a, t, u, v.
fn proof() -> Vec<Record> {
    vec![
        choice(1, to(1)),
        all(&[to(2), to(3)]),
        choice(0, to(4)),
        choice(0, to(4)),
        all(&[Child::Terminal]),
    ]
}

/// The same records with plain searches of 3 and of 2 nodes.
fn with_leaves() -> Vec<Record> {
    let leaf = Record::Resolved { nodes: 3 };
    vec![choice(1, to(1)), all(&[to(2), to(3)]), leaf.clone(), leaf]
}

fn checked(
    text: &str,
    claim: Claim,
    records: &[Record],
    limits: &CheckLimits,
) -> Result<Verified, Rejection> {
    let game = TreeGame::parse(text).unwrap();
    let file = file(&game, claim, records);
    let reader = Reader::open(&file[..]).unwrap();
    match check_within(&game, &game.start(), reader, limits) {
        Ok(verified) => Ok(verified),
        Err(CheckError::Rejected(rejection)) => {
            assert!(rejection.is_limit(), "{rejection}");
            Err(rejection)
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn each_limit_is_kept_to_the_last_unit() {
    let usual = CheckLimits::default;
    let within = |records: &[Record], limits| checked(WON, Claim::Proved, records, &limits);
    let leaf_nodes = |leaf_nodes| CheckLimits {
        leaf_nodes,
        ..usual()
    };
    let reason = Rejection::LeafLimit {
        record: 2,
        nodes: 3,
        limit: 2,
    };
    assert_eq!(within(&with_leaves(), leaf_nodes(2)), Err(reason));
    assert!(within(&with_leaves(), leaf_nodes(3)).is_ok());

    let search_nodes = |search_nodes| CheckLimits {
        search_nodes,
        ..usual()
    };
    let reason = Rejection::SearchLimit {
        record: 3,
        limit: 5,
    };
    assert_eq!(within(&with_leaves(), search_nodes(5)), Err(reason));
    assert!(within(&with_leaves(), search_nodes(6)).is_ok());

    let positions = |positions| CheckLimits {
        positions,
        ..usual()
    };
    let reason = Rejection::PositionLimit {
        record: 1,
        limit: 1,
    };
    assert_eq!(within(&proof(), positions(1)), Err(reason));
    assert!(within(&proof(), positions(2)).is_ok());

    let edges = |edges| CheckLimits { edges, ..usual() };
    let reason = Rejection::EdgeLimit {
        record: 4,
        limit: 5,
    };
    assert_eq!(within(&proof(), edges(5)), Err(reason));
    assert!(within(&proof(), edges(6)).is_ok());

    let bytes = |bytes| CheckLimits { bytes, ..usual() };
    let reason = Rejection::ByteLimit {
        record: 0,
        limit: 100,
    };
    assert_eq!(within(&proof(), bytes(100)), Err(reason));
    assert!(within(&proof(), bytes(10_000)).is_ok());
}

/// A position with 40 moves back to itself. Each of 40 records answers it.
const LOOP: usize = 40;

fn long() -> (String, Vec<Record>) {
    let moves = vec!["r"; LOOP].join(", ");
    let records = (0..LOOP).map(|i| all(&vec![to((i as u64 + 1) % LOOP as u64); LOOP]));
    (format!("r = OR {{ {moves} }}"), records.collect())
}

#[test]
fn a_check_ends_with_its_time_and_when_it_is_stopped() {
    let (text, records) = long();
    let within = |limits: &CheckLimits| checked(&text, Claim::Disproved, &records, limits);
    assert_eq!(within(&CheckLimits::default()).unwrap().totals.edges, 1_600);
    let limit = Duration::ZERO;
    let no_time = CheckLimits {
        time: Some(limit),
        ..CheckLimits::default()
    };
    let late = within(&no_time).unwrap_err();
    assert!(
        matches!(
            late,
            Rejection::TimeLimit {
                limit: Duration::ZERO,
                ..
            }
        ),
        "{late}"
    );
    let stopped = CheckLimits {
        stop: Some(Arc::new(AtomicBool::new(true))),
        ..CheckLimits::default()
    };
    let ended = within(&stopped).unwrap_err();
    assert!(matches!(ended, Rejection::Stopped { .. }), "{ended}");
}

/// The limits also apply inside a single plain search.
#[test]
fn a_search_ends_with_time_memory_and_when_it_is_stopped() {
    // The attacker cannot win, and plain search visits each of 4,095 nodes.
    let mut text = String::new();
    for level in 0..11 {
        let kind = ["OR", "AND"][level % 2];
        let next = match level {
            10 => "Failed".to_string(),
            _ => format!("n{}", level + 1),
        };
        // A defender has one move, so that no subtree is cut off.
        let moves = vec![next; if level % 2 == 0 { 4 } else { 1 }].join(", ");
        text += &format!("n{level} = {kind} {{ {moves} }} ");
    }
    let leaf = [Record::Resolved { nodes: 1_000_000 }];
    let within = |limits: &CheckLimits| checked(&text, Claim::Disproved, &leaf, limits);
    let searched = within(&CheckLimits::default()).unwrap().search_nodes;
    assert!(searched > 4_000, "{searched}");
    let late = CheckLimits {
        time: Some(Duration::ZERO),
        ..CheckLimits::default()
    };
    let late = within(&late).unwrap_err();
    assert!(
        matches!(late, Rejection::TimeLimit { record: 0, .. }),
        "{late}"
    );
    let stop = Some(Arc::new(AtomicBool::new(true)));
    let stopped = CheckLimits {
        stop,
        ..CheckLimits::default()
    };
    assert_eq!(within(&stopped), Err(Rejection::Stopped { record: 0 }));
    let limit = 900;
    let small = CheckLimits {
        bytes: limit,
        ..CheckLimits::default()
    };
    assert_eq!(
        within(&small),
        Err(Rejection::ByteLimit { record: 0, limit })
    );
    // The memory is also looked at when a position has many moves.
    let many = format!("r = OR {{ {} }}", vec!["Failed"; 10_000].join(", "));
    let leaf = [Record::Resolved { nodes: 20 }];
    assert_eq!(
        checked(&many, Claim::Disproved, &leaf, &small),
        Err(Rejection::ByteLimit { record: 0, limit })
    );
}

/// The limits grow with the length of the file, so that a small file cannot ask for hours of work:
/// here 16 million edges in some hundred kilobytes.
#[test]
fn a_small_file_may_not_stand_for_many_edges() {
    let moves = 4_000;
    let text = format!("r = OR {{ {} }}", vec!["r"; moves].join(", "));
    let records: Vec<Record> = (0..4_000)
        .map(|i| all(&vec![to(if i == 0 { 1 } else { (i + 1) % 4_000 }); moves]))
        .collect();
    let game = TreeGame::parse(&text).unwrap();
    let file = file(&game, Claim::Disproved, &records);
    let limits = CheckLimits::for_file(file.len() as u64);
    let edges = limits.edges;
    assert!(edges < 16_000_000, "{} bytes", file.len());
    let refused = checked(&text, Claim::Disproved, &records, &limits).unwrap_err();
    assert!(matches!(refused, Rejection::EdgeLimit { limit, .. } if limit == edges));
    let all = checked(&text, Claim::Disproved, &records, &CheckLimits::default());
    assert_eq!(all.unwrap().totals.edges, 16_000_000);
}
