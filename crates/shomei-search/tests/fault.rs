//! A game that fails at one of its calls and returns arbitrary values from then on: no search then
//! returns an answer, a path or a strategy, and none panics or continues for long.

#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

#[path = "fault/game.rs"]
mod failing;

use std::sync::Arc;

use failing::{Failing, Garbage};
use shomei_compose::{Solutions, Uniqueness};
use shomei_extract::shortest::{Shortest, Within};
use shomei_extract::{ExtractError, Extractor, Line, Strategy};
use shomei_proof::Claim;
use shomei_search::registry::{ALGORITHMS, Settings};
use shomei_search::search::Init;
use shomei_search::search::df_pn::DfPnOptions;
use shomei_search::{Answer, Bounds, Limits, Report, Silent, Stop};
use shomei_testkit::Oracle;
use shomei_testkit::random::Dice;

/// Far more than any of these games needs.
const LIMITS: u64 = 100_000;

/// The largest number of calls of a game after it has failed: those of one poll and of the nodes on
/// the stack at that time.
const LATE: u64 = 20_000;

/// Options with a large effect, in addition to every algorithm with its defaults.
const SETTINGS: &[(&str, &[(&str, &str)])] = &[
    ("df-pn", &[("threads", "2"), ("share", "3")]),
    ("df-pn", &[("share", "1"), ("edge-costs", "on")]),
    ("df-pn", &[("gc", "sibling"), ("rule", "partition")]),
    ("df-pn", &[("init", "eval"), ("edge-costs", "on")]),
    ("df-pn", &[("init", "unit"), ("rule", "weak")]),
];

/// An answer from before the failure is that of the oracle; there is no answer afterwards.
fn check_report<const HINTS: u8>(
    game: &Failing<HINTS>,
    report: &Report,
    expected: Answer,
    what: &str,
) {
    if game.has_failed() {
        assert_eq!(report.answer, Answer::Unknown, "{what}");
        assert_eq!(report.stopped_by, Some(Stop::Game), "{what}");
        assert_eq!(report.bounds, Bounds::UNIT, "{what}");
    } else {
        assert_eq!(report.answer, expected, "{what}");
    }
}

/// Runs a search, and extracts a strategy and a line of play.
fn try_search<const HINTS: u8>(
    game: &Failing<HINTS>,
    (name, options): (&str, &[(&str, &str)]),
    memory: usize,
    expected: Answer,
    what: &str,
) {
    let mut settings = Settings::default();
    options
        .iter()
        .for_each(|&(option, value)| settings.set(option, value));
    let mut search = shomei_parallel::open(name, game, &settings, memory).unwrap();
    let report = search.search(&0, &Limits::nodes(LIMITS), &mut Silent);
    check_report(game, &report, expected, what);
    // The true claim, even if the failed game led to another answer.
    let claim = match expected {
        Answer::Proved => Claim::Proved,
        _ => Claim::Disproved,
    };
    let options = search.options_for_holes();
    let limits = Limits::nodes(LIMITS);
    let mut extractor = Extractor::new(game, Arc::clone(search.table()), options, &limits);
    let strategy = extractor.strategy(&0, claim);
    if game.has_failed() {
        assert_eq!(
            strategy.unwrap_err(),
            ExtractError::Stopped(Stop::Game),
            "{what}"
        );
    } else {
        let strategy = strategy.unwrap();
        assert_eq!(strategy.claim(), claim, "{what}");
        let line = extractor.line(&0, claim, Some(&strategy));
        check_line(game, &line, what);
    }
    let line = extractor.line(&0, claim, None);
    check_line(game, &line, what);
}

fn check_line<const HINTS: u8>(game: &Failing<HINTS>, line: &Line<u32>, what: &str) {
    match game.has_failed() {
        true => assert!(line.moves.is_empty() && !line.is_complete, "{what}"),
        false => assert!(line.is_complete, "{what}"),
    }
}

/// Searches for the shortest win, and for other solutions.
fn try_shortest<const HINTS: u8>(game: &Failing<HINTS>, plies: u16, what: &str) {
    let within = Within::new(game);
    let limits = Limits::nodes(LIMITS);
    let options = DfPnOptions {
        init: Init::Mobility,
        ..DfPnOptions::default()
    };
    let mut shortest = Shortest::new(&within, &0, &options, 1 << 16, &limits).unwrap();
    let silent = &mut Silent;
    if !shortest.try_short(silent) {
        shortest.guess(usize::from(plies) + 3);
        shortest.narrow(silent).unwrap();
    }
    let exact = shortest.bracket().exact();
    let line = shortest.line(&limits);
    let strategy = shortest.strategy().map(Strategy::claim);
    if game.has_failed() {
        assert_eq!(shortest.stopped_by(), Some(Stop::Game), "{what}");
        assert_eq!(shortest.bracket().exact(), None, "{what}");
        assert_eq!(shortest.line(&limits), None, "{what}");
        let error = shortest.strategy().unwrap_err();
        assert_eq!(error, ExtractError::Stopped(Stop::Game), "{what}");
        return;
    }
    assert_eq!(
        (exact, strategy),
        (Some(plies), Ok(Claim::Proved)),
        "{what}"
    );
    let line = line.unwrap();
    assert_eq!(line.len(), usize::from(plies), "{what}");
    let mut solutions = Solutions::new(shortest, &line, &options, 1 << 16, 2_000).unwrap();
    let found = solutions.find(&|_, _, _| false, silent);
    if game.has_failed() {
        assert_eq!(solutions.stopped_by(), Some(Stop::Game), "{what}");
        assert_eq!(found.verdict(), Uniqueness::NotDecided, "{what}");
        assert!(found.others.is_empty(), "{what}");
    }
    let variations = solutions.variations(&found, 1, silent);
    if game.has_failed() {
        assert!(variations.is_empty(), "{what}");
    }
}

/// The answer of a game that does not fail, and the plies of its win.
fn truth<const HINTS: u8>(seed: u64) -> (Answer, u16) {
    let game = Failing::<HINTS>::new(seed, u64::MAX, Garbage::Empty);
    let oracle = Oracle::solve(&game, &0);
    match oracle.distance(&game, &0) {
        Some(plies) => (Answer::Proved, plies as u16),
        None => (Answer::Disproved, 0),
    }
}

/// Plays once without a failure, and then `times` times with a failure at a random call.
fn fail_often(
    times: u64,
    dice: &mut Dice,
    play: &dyn Fn(u64, Garbage, &str) -> (u64, bool),
    what: &str,
) -> u64 {
    let (calls, failed) = play(u64::MAX, Garbage::Empty, what);
    assert!(!failed, "{what}");
    let mut failures = 0;
    for _ in 0..times {
        let at = dice.below(calls as usize) as u64;
        let garbage = Garbage::ALL[dice.below(Garbage::ALL.len())];
        let what = format!("{what}, {garbage:?} at {at} of {calls}");
        let (calls, failed) = play(at, garbage, &what);
        failures += u64::from(failed);
        assert!(calls <= at + LATE, "{what}: {calls} calls");
    }
    failures
}

fn searches<const HINTS: u8>(seeds: std::ops::Range<u64>, times: u64) -> u64 {
    let usual = ALGORITHMS.iter().map(|info| (info.name, &[][..]));
    let mut failures = 0;
    for seed in seeds {
        let (expected, _) = truth::<HINTS>(seed);
        let mut dice = Dice::new(seed);
        for search in usual.clone().chain(SETTINGS.iter().copied()) {
            for memory in [1 << 10, 1 << 18] {
                if search.0 != "df-pn" && memory < 1 << 18 {
                    continue;
                }
                let what = format!("seed {seed}, hints {HINTS}, {search:?}, {memory}");
                let play = |at, garbage, what: &str| {
                    let game = Failing::<HINTS>::new(seed, at, garbage);
                    try_search(&game, search, memory, expected, what);
                    (game.calls(), game.has_failed())
                };
                failures += fail_often(times, &mut dice, &play, &what);
            }
        }
    }
    failures
}

#[test]
fn no_algorithm_answers_with_what_a_failed_game_says() {
    let failures = searches::<0>(0..60, 4)
        + searches::<1>(0..40, 4)
        + searches::<3>(0..40, 4)
        + searches::<12>(0..40, 4);
    assert!(failures > 10_000, "{failures}");
}

fn lengths<const HINTS: u8>(seeds: std::ops::Range<u64>, times: u64) -> u64 {
    let mut failures = 0;
    for seed in seeds {
        let (Answer::Proved, plies) = truth::<HINTS>(seed) else {
            continue;
        };
        let play = |at, garbage, what: &str| {
            let game = Failing::<HINTS>::new(seed, at, garbage);
            try_shortest(&game, plies, what);
            (game.calls(), game.has_failed())
        };
        let what = format!("seed {seed}, hints {HINTS}");
        failures += fail_often(times, &mut Dice::new(seed), &play, &what);
    }
    failures
}

#[test]
fn no_length_or_solution_comes_from_a_failed_game() {
    let failures = lengths::<0>(0..120, 6) + lengths::<3>(0..60, 6) + lengths::<12>(0..120, 6);
    assert!(failures > 500, "{failures}");
}
