//! A smaller certificate has no more records, the same claim, and the checker accepts it.

#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use shomei_extract::{Extractor, SmallParts, Strategy};
use shomei_game::{Notation, TreeGame};
use shomei_proof::{Claim, Header, Reader, check};
use shomei_search::search::Search;
use shomei_search::search::df_pn::{DfPn, DfPnOptions};
use shomei_search::table::Table;
use shomei_search::{Answer, Limits, Silent};
use shomei_testkit::random::{Shape, game, game_text};

/// Solves the start of a game with a table of this number of buckets.
fn solve(game: &TreeGame, buckets: usize) -> (Claim, Arc<Table>) {
    let table = Arc::new(Table::new(buckets * 64).unwrap());
    let mut search = DfPn::new(game, DfPnOptions::default(), Arc::clone(&table));
    let report = search.search(&game.start(), &Limits::default(), &mut Silent);
    match report.answer {
        Answer::Proved => (Claim::Proved, table),
        Answer::Disproved => (Claim::Disproved, table),
        Answer::Unknown => panic!("the search has no limit"),
    }
}

#[track_caller]
fn assert_accepted(game: &TreeGame, strategy: &Strategy, claim: Claim, case: &str) {
    assert_eq!(strategy.claim(), claim, "{case}");
    let header = Header::of(game, &game.start(), claim);
    let (bytes, _) = strategy.write(&header, Vec::new()).unwrap();
    let reader = Reader::open(&bytes[..]).unwrap();
    let verified = check(game, &game.start(), reader);
    let verified = verified.unwrap_or_else(|error| panic!("{case}: {error}"));
    assert_eq!(verified.claim, claim, "{case}");
}

/// The usual strategy for the start, and the smaller one.
fn both(
    game: &TreeGame,
    buckets: usize,
    limits: &Limits,
    small_parts: SmallParts,
    case: &str,
) -> (Strategy, Strategy) {
    let (claim, table) = solve(game, buckets);
    let root = game.start();
    let options = DfPnOptions::default();
    let mut extractor = Extractor::new(game, table, options, &Limits::default());
    let usual = extractor.strategy(&root, claim).unwrap();
    let mut extractor = {
        let (_, table) = solve(game, buckets);
        Extractor::new(game, table, DfPnOptions::default(), limits)
    };
    let smaller = extractor.smaller(&root, &usual, small_parts).unwrap();
    assert!(smaller.len() <= usual.len(), "{case}");
    assert_accepted(game, &smaller, claim, case);
    (usual, smaller)
}

#[test]
fn random_games_get_smaller_certificates() {
    let mut records = [(0, 0); 2];
    for shape in Shape::ALL {
        for seed in 0..1500 {
            let game = game(seed, shape, 40);
            let buckets = [2, 256][seed as usize % 2];
            let text = game_text(seed, shape, 40);
            let case = format!("seed {seed}, {shape:?}, {buckets} buckets\n{text}");
            let kinds = [SmallParts::Written, SmallParts::LeftToPlainSearch];
            for (sum, small_parts) in records.iter_mut().zip(kinds) {
                let limits = Limits::default();
                let (usual, smaller) = both(&game, buckets, &limits, small_parts, &case);
                sum.0 += usual.len();
                sum.1 += smaller.len();
            }
        }
    }
    let [(usual, written), (_, searched)] = records;
    assert!(written < usual, "{written} of {usual}");
    assert!(searched < written, "{searched} of {written}");
}

/// `x` can be proved by the small `p` or by the larger `q`, but `y` needs `q` in any case.
const SHARED: &str = "r = AND { x, y }  x = OR { p, q }  y = OR { q }  p = AND { p1 }
    p1 = OR { Won }  q = AND { q1, q2, q3 }  q1 = OR { Won }  q2 = OR { Won }  q3 = OR { Won }";

#[test]
fn a_move_into_the_proof_replaces_a_smaller_part_outside_it() {
    let game = TreeGame::parse(SHARED).unwrap();
    let limits = Limits::default();
    let (usual, smaller) = both(&game, 64, &limits, SmallParts::Written, SHARED);
    assert_eq!((usual.len(), smaller.len()), (9, 7));
}

/// The same with the roles exchanged.
#[test]
fn a_disproof_gets_smaller_too() {
    let swapped = SHARED
        .replace("AND", "and")
        .replace("OR", "AND")
        .replace("and", "OR")
        .replace("Won", "Failed");
    let game = TreeGame::parse(&swapped).unwrap();
    let limits = Limits::default();
    let (usual, smaller) = both(&game, 64, &limits, SmallParts::Written, &swapped);
    assert_eq!(usual.claim(), Claim::Disproved);
    assert_eq!((usual.len(), smaller.len()), (9, 7));
}

#[test]
fn a_small_part_becomes_one_record() {
    let game = TreeGame::parse(SHARED).unwrap();
    let limits = Limits::default();
    let (_, smaller) = both(&game, 64, &limits, SmallParts::LeftToPlainSearch, SHARED);
    assert_eq!(smaller.len(), 1);
}

#[test]
fn limits_end_the_work_with_a_whole_strategy() {
    let stopped = Limits {
        stop: Some(Arc::new(AtomicBool::new(true))),
        ..Limits::default()
    };
    let kinds = [SmallParts::Written, SmallParts::LeftToPlainSearch];
    for shape in Shape::ALL {
        for seed in 0..200 {
            let game = game(seed, shape, 40);
            let case = format!("seed {seed}, {shape:?}");
            for small_parts in kinds {
                both(&game, 256, &Limits::nodes(seed % 20), small_parts, &case);
                both(&game, 256, &stopped, small_parts, &case);
            }
        }
    }
}
