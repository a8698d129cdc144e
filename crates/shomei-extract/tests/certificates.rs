//! Every solved position has a certificate that the checker accepts, whatever entries the table has
//! lost.

#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use shomei_extract::{ExtractError, Extractor};
use shomei_game::{Notation, TreeGame};
use shomei_parallel::open;
use shomei_proof::{Claim, Header, Reader, check};
use shomei_search::registry::{ALGORITHMS, Settings};
use shomei_search::search::Search;
use shomei_search::search::df_pn::{DfPn, DfPnOptions};
use shomei_search::table::Table;
use shomei_search::{Answer, Limits, Silent, Stop};
use shomei_testkit::random::{Shape, game, game_text};

/// Sufficient for every game of these tests.
const ENOUGH: u64 = 2_000_000;

fn table(buckets: usize) -> Arc<Table> {
    Arc::new(Table::new(buckets * 64).unwrap())
}

fn claim(answer: Answer) -> Claim {
    match answer {
        Answer::Proved => Claim::Proved,
        Answer::Disproved => Claim::Disproved,
        Answer::Unknown => panic!("the search has no limit"),
    }
}

/// Extracts, writes, reads and checks a certificate.
#[track_caller]
fn certify(game: &TreeGame, answer: Answer, table: Arc<Table>, case: &str) {
    let root = game.start();
    let limits = Limits::nodes(1_000_000);
    let mut extractor = Extractor::new(game, table, DfPnOptions::default(), &limits);
    let strategy = extractor
        .strategy(&root, claim(answer))
        .unwrap_or_else(|error| panic!("{case}: {error}"));
    assert_eq!(strategy.claim(), claim(answer), "{case}");
    let header = Header::of(game, &root, strategy.claim());
    let (bytes, _) = strategy.write(&header, Vec::new()).unwrap();
    let reader = Reader::open(&bytes[..]).unwrap();
    let verified = check(game, &root, reader).unwrap_or_else(|error| panic!("{case}: {error}"));
    assert_eq!(verified.claim, claim(answer), "{case}");
}

#[test]
fn df_pn_certifies_every_answer() {
    for shape in Shape::ALL {
        for seed in 0..1500 {
            let game = game(seed, shape, 24);
            for buckets in [1, 2, 64] {
                let table = table(buckets);
                let mut search = DfPn::new(&game, DfPnOptions::default(), Arc::clone(&table));
                let report = search.search(&game.start(), &Limits::default(), &mut Silent);
                let text = game_text(seed, shape, 24);
                let case = format!("seed {seed}, {shape:?}, {buckets} buckets\n{text}");
                certify(&game, report.answer, table, &case);
            }
        }
    }
}

/// Options that change the contents of the table of solved positions.
const SETTINGS: &[(&str, &[(&str, &str)])] = &[
    ("alpha-beta", &[("entries", "7")]),
    ("alpha-beta", &[("pn-nodes", "15"), ("pn-store", "100")]),
    ("pn", &[("proved-table", "5")]),
    ("pn2", &[("a", "10"), ("b", "5"), ("cache", "on")]),
    ("pn2", &[("a", "1"), ("b", "1"), ("proved-table", "5")]),
    ("df-pn", &[("epsilon", "1"), ("init", "unit")]),
    ("df-pn", &[("init", "unit")]),
    ("df-pn", &[("gc", "sibling")]),
    ("df-pn", &[("gc", "sibling"), ("rule", "partition")]),
    ("df-pn", &[("schedule", "partition/sum")]),
    ("df-pn", &[("schedule", "branch/partition,3:branch")]),
    ("df-pn", &[("threads", "2"), ("share", "3")]),
    (
        "df-pn",
        &[
            ("threads", "4"),
            ("share", "1"),
            ("schedule", "weak/partition"),
        ],
    ),
];

#[test]
fn every_algorithm_certifies_every_answer() {
    let usual = ALGORITHMS.iter().map(|info| (info.name, &[][..]));
    for (name, options) in usual.chain(SETTINGS.iter().copied()) {
        let mut settings = Settings::default();
        for &(option, value) in options {
            settings.set(option, value);
        }
        for shape in Shape::ALL {
            for seed in 0..500 {
                let game = game(seed, shape, 24);
                // A small table, so that there are holes.
                let memory = [1 << 13, 1 << 16][seed as usize % 2];
                let mut search = open(name, &game, &settings, memory).unwrap();
                let report = search.search(&game.start(), &Limits::nodes(ENOUGH), &mut Silent);
                let case = format!("{name} {options:?}, seed {seed}, {shape:?}");
                if report.stopped_by == Some(Stop::Memory) {
                    continue;
                }
                assert_ne!(report.answer, Answer::Unknown, "{case}");
                certify(&game, report.answer, Arc::clone(search.table()), &case);
            }
        }
    }
}

/// Entries contain no move with a number of 255 or more, and the only disproof of `x` depends on
/// the repetition of the root.
#[test]
fn the_300th_move_is_found_again() {
    let mut text = "r = AND { ".to_string();
    (0..299).for_each(|i| text += &format!("w{i}, "));
    text += "x }  x = OR { r }";
    (0..299).for_each(|i| text += &format!("  w{i} = OR {{ Won }}"));
    let game = TreeGame::parse(&text).unwrap();
    for buckets in [1, 64, 1024] {
        let table = table(buckets);
        let mut search = DfPn::new(&game, DfPnOptions::default(), Arc::clone(&table));
        let report = search.search(&game.start(), &Limits::default(), &mut Silent);
        assert_eq!(report.answer, Answer::Disproved);
        certify(&game, report.answer, table, &format!("{buckets} buckets"));
    }
}

/// With an empty table, everything is a hole.
#[test]
fn an_empty_table_costs_time_only() {
    for shape in Shape::ALL {
        for seed in 0..300 {
            let game = game(seed, shape, 24);
            let mut search = DfPn::new(&game, DfPnOptions::default(), table(64));
            let report = search.search(&game.start(), &Limits::default(), &mut Silent);
            certify(
                &game,
                report.answer,
                table(1),
                &format!("seed {seed}, {shape:?}"),
            );
        }
    }
}

/// Disproofs that depend on a path are not in the table, so their positions are searched again. These
/// searches use the solved positions of the table: without them they expand three times as many
/// nodes here, and several hundred times as many in Lines of Action.
#[test]
fn searches_of_holes_use_the_table() {
    let (mut first, mut again) = (0, 0);
    for seed in 0..600 {
        let game = game(seed, Shape::Cyclic, 2_000);
        let table = table(1 << 12);
        let mut search = DfPn::new(&game, DfPnOptions::default(), Arc::clone(&table));
        let report = search.search(&game.start(), &Limits::default(), &mut Silent);
        if report.answer == Answer::Disproved {
            let limits = Limits::default();
            let mut extractor = Extractor::new(&game, table, DfPnOptions::default(), &limits);
            extractor.strategy(&game.start(), Claim::Disproved).unwrap();
            first += report.counters.expanded;
            again += extractor.counters().expanded;
        }
    }
    assert!(first > 4_000 && again * 50 < first, "{first} {again}");
}

/// A search that ignores path dependence gives wrong answers; closing the disproof detects them.
#[test]
fn a_wrong_disproof_is_found_out() {
    let mut wrong = 0;
    for seed in 0..20_000 {
        let game = game(seed, Shape::Cyclic, 24);
        let careless = DfPnOptions {
            path_dependence: false,
            ..DfPnOptions::default()
        };
        let table = table(64);
        let answer = DfPn::new(&game, careless.clone(), Arc::clone(&table))
            .search(&game.start(), &Limits::default(), &mut Silent)
            .answer;
        let right = DfPn::new(&game, DfPnOptions::default(), self::table(64))
            .search(&game.start(), &Limits::default(), &mut Silent)
            .answer;
        if answer == right {
            continue;
        }
        wrong += 1;
        assert_eq!((answer, right), (Answer::Disproved, Answer::Proved));
        let mut extractor = Extractor::new(
            &game,
            table,
            DfPnOptions::default(),
            &Limits::nodes(1_000_000),
        );
        let strategy = extractor.strategy(&game.start(), Claim::Disproved);
        let strategy = strategy.unwrap_or_else(|error| panic!("seed {seed}: {error}"));
        assert_eq!(strategy.claim(), Claim::Proved, "seed {seed}");
    }
    assert!(wrong > 0, "the rule makes no difference on these games");
    println!("{wrong} wrong disproofs without the rule in 20,000 games");
}

#[test]
fn lines_are_legal_and_end_as_they_should() {
    use shomei_game::{Game, Status};
    // The nodes of the searches and of the lines of disproofs, with a table that loses nothing.
    let (mut searched, mut again) = (0, 0);
    for shape in Shape::ALL {
        for seed in 0..500 {
            let game = game(seed, shape, 24);
            let buckets = [1, 64][seed as usize % 2];
            let table = table(buckets);
            let mut search = DfPn::new(&game, DfPnOptions::default(), Arc::clone(&table));
            let report = search.search(&game.start(), &Limits::default(), &mut Silent);
            let answer = report.answer;
            let mut extractor =
                Extractor::new(&game, table, DfPnOptions::default(), &Limits::default());
            let line = extractor.line(&game.start(), claim(answer), None);
            assert!(line.is_complete, "seed {seed}, {shape:?}");
            if answer == Answer::Disproved && buckets == 64 {
                searched += report.counters.nodes();
                again += extractor.counters().nodes();
            }
            let mut position = game.start();
            for mv in line.moves {
                assert_eq!(game.status(&position), Status::Open);
                position = game.play(&position, mv);
            }
            let end = game.status(&position);
            match answer {
                Answer::Proved => assert_eq!(end, Status::Won, "seed {seed}, {shape:?}"),
                _ => assert_ne!(end, Status::Won, "seed {seed}, {shape:?}"),
            }
        }
    }
    // A disproof that depends on the line is in the table, and is not searched again.
    assert!(20 * again < searched, "{again} of {searched} again");
}

/// The clock and the stop flag are read at every position, also if the table has all answers.
#[test]
fn limits_end_a_small_certificate() {
    let game = game(3, Shape::ALL[0], 24);
    let table = table(64);
    let mut search = DfPn::new(&game, DfPnOptions::default(), Arc::clone(&table));
    let report = search.search(&game.start(), &Limits::default(), &mut Silent);
    let made = |limits: &Limits| {
        let options = DfPnOptions::default();
        let mut extractor = Extractor::new(&game, Arc::clone(&table), options, limits);
        extractor
            .strategy(&game.start(), claim(report.answer))
            .map(drop)
    };
    assert_eq!(made(&Limits::default()), Ok(()));
    let late = Limits {
        time: Some(Duration::ZERO),
        ..Limits::default()
    };
    assert_eq!(made(&late), Err(ExtractError::Stopped(Stop::Time)));
    let stopped = Limits {
        stop: Some(Arc::new(AtomicBool::new(true))),
        ..Limits::default()
    };
    assert_eq!(made(&stopped), Err(ExtractError::Stopped(Stop::Interrupt)));
}
