//! Every limit stops every algorithm.

#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use shomei_game::Notation;
use shomei_search::registry::{ALGORITHMS, Settings, open};
use shomei_search::{Answer, Limits, Silent, Stop};
use shomei_testkit::random::{Shape, game};

#[test]
fn every_limit_stops_every_algorithm() {
    let game = game(3, Shape::Cyclic, 200);
    let none = Limits::default;
    let limits = [
        (Limits::nodes(1), Stop::Nodes),
        (
            Limits {
                generated: Some(1),
                ..none()
            },
            Stop::Nodes,
        ),
        (
            Limits {
                evaluated: Some(1),
                ..none()
            },
            Stop::Nodes,
        ),
        (
            Limits {
                time: Some(Duration::ZERO),
                ..none()
            },
            Stop::Time,
        ),
        (
            Limits {
                stop: Some(Arc::new(AtomicBool::new(true))),
                ..none()
            },
            Stop::Interrupt,
        ),
    ];
    for info in ALGORITHMS {
        for (limits, stop) in &limits {
            let case = format!("{info} {limits:?}");
            let mut search = open(info.name, &game, &Settings::default(), 1 << 20).unwrap();
            let report = search.search(&game.start(), limits, &mut Silent);
            assert_eq!(report.answer, Answer::Unknown, "{case}");
            assert_eq!(report.stopped_by, Some(*stop), "{case}");
            // Without a limit, the same searcher gives the answer.
            let report = search.search(&game.start(), &Limits::nodes(1_000_000), &mut Silent);
            assert_ne!(report.answer, Answer::Unknown, "{case}");
        }
    }
}
