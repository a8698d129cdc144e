//! The positions that a search reports are true, with one thread and with several.

#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use shomei_game::Notation;
use shomei_proof::Claim;
use shomei_search::registry::{self, Settings};
use shomei_search::{Knowledge, Limits, Silent, SolvedSink};
use shomei_testkit::Oracle;
use shomei_testkit::random::{Shape, game};

type Received = Vec<(String, Knowledge)>;

fn shown(seed: u64, shape: Shape, threads: &str, least: u64, unsolved: u64) -> (u64, u64) {
    let game = game(seed, shape, 24);
    let oracle = Oracle::solve(&game, &game.start());
    let list: Arc<Mutex<Received>> = Arc::default();
    let into = Arc::clone(&list);
    let texts = game.clone();
    let sink = SolvedSink::new(least, move |position, known| {
        let text = texts.format_position(position);
        into.lock().unwrap().push((text, known));
    });
    let sink = sink.and_unsolved(unsolved);
    let mut settings = Settings::default();
    settings.set("threads", threads);
    settings.set("share", "4");
    let mut search = shomei_parallel::open("df-pn", &game, &settings, 1 << 16).unwrap();
    assert!(search.report_to(&sink));
    search.search(&game.start(), &Limits::default(), &mut Silent);
    let (mut solved, mut open) = (0, 0);
    for (text, known) in list.lock().unwrap().iter() {
        let position = game.parse_position(text).unwrap();
        let won = oracle.is_won(&game, &position) == Some(true);
        match known.claim() {
            Some(Claim::Proved) => assert!(won, "seed {seed}: {text} is not proved"),
            Some(Claim::Disproved) => assert!(!won, "seed {seed}: {text} is not disproved"),
            None => assert!(known.work >= unsolved, "seed {seed}"),
        }
        assert_eq!(known.path_dependence, None, "seed {seed}");
        let is_solved = known.is_solved();
        assert!(!is_solved || known.work >= least, "seed {seed}");
        assert_eq!(shomei_game::Game::key(&game, &position).0, known.key);
        *(if is_solved { &mut solved } else { &mut open }) += 1;
    }
    (solved, open)
}

#[test]
fn what_is_shown_is_true() {
    let (mut solved, mut open) = (0, 0);
    for shape in Shape::ALL {
        for seed in 0..300 {
            for threads in ["1", "3"] {
                let (s, o) = shown(seed, shape, threads, 2, 2);
                solved += s;
                open += o;
            }
        }
    }
    // Both kinds are frequent.
    assert!(solved > 1_000 && open > 100, "{solved} and {open}");
}

#[test]
fn nothing_is_shown_that_took_less() {
    let all: HashMap<u64, u64> = (0..50)
        .map(|seed| (seed, shown(seed, Shape::Cyclic, "1", 1, u64::MAX).0))
        .collect();
    for (seed, all) in all {
        let (some, open) = shown(seed, Shape::Cyclic, "1", 8, u64::MAX);
        assert!(some <= all && open == 0, "seed {seed}");
    }
}

#[test]
fn other_algorithms_show_nothing_and_say_so() {
    let game = game(1, Shape::Cyclic, 12);
    let sink = SolvedSink::new(0, |_, _| {});
    for algorithm in registry::ALGORITHMS {
        let settings = Settings::default();
        let mut search = registry::open(algorithm.name, &game, &settings, 1 << 20).unwrap();
        assert_eq!(search.report_to(&sink), algorithm.name == "df-pn");
    }
}
