//! Subsets, sums, claims and contradictions on made-up runs.

use super::*;
use crate::experiment::{Bound, Counter, Shape};
use crate::shape::{InPaper, look};
use crate::testing::{experiment, record, sized, sized_records};
use crate::trial::Certified;
use shomei_search::Stop;

/// PN solves 0, 1, 2; df-pn 0, 2, 3.
fn runs(experiment: &Experiment) -> Vec<Record> {
    vec![
        record(experiment, 1, 0, "proved", 40),
        record(experiment, 0, 0, "proved", 80),
        record(experiment, 0, 1, "proved", 500),
        record(experiment, 1, 1, "unknown", 900),
        record(experiment, 0, 2, "disproved", 30),
        record(experiment, 1, 2, "disproved", 60),
        record(experiment, 0, 3, "unknown", 900),
        record(experiment, 1, 3, "proved", 70),
    ]
}

fn with<T>(records: &[Record], see: impl FnOnce(&Results<'_>) -> T) -> T {
    let experiment = experiment();
    let problems: Vec<&Problem> = experiment.sets[0].problems.iter().collect();
    see(&Results::of(&experiment, &problems, records))
}

const ANY: Bound = Bound {
    at_least: Some(0.0),
    at_most: None,
};

fn comparison(column: Option<usize>) -> Comparison {
    Comparison {
        left: 0,
        right: 1,
        of: Measure::Nodes,
        column,
        bound: ANY,
    }
}

#[test]
fn subsets_and_sums() {
    with(&runs(&experiment()), |results| {
        assert_eq!(results.common(&[0]), [0, 1, 2]);
        assert_eq!(results.common(&[1]), [0, 2, 3]);
        let both = results.common(&[0, 1]);
        assert_eq!(both, [0, 2]);
        assert_eq!(results.total(0, Measure::Nodes, &both), 110.0);
        assert_eq!(results.total(1, Measure::Nodes, &both), 100.0);
        let generated = Measure::Counter(Counter::Generated);
        assert_eq!(results.total(1, generated, &both), 1000.0);
        assert_eq!(results.total(1, Measure::Seconds, &[0]), 0.04);
        assert_eq!(results.total(0, Measure::Stored, &both), 220.0);
    });
}

#[test]
fn ratios_of_sums_and_their_geometric_mean() {
    with(&runs(&experiment()), |results| {
        for column in [None, Some(0)] {
            let ratio = results.ratio(&comparison(column)).unwrap();
            assert_eq!((ratio.value, ratio.positions), (1.1, Some(2)));
            // 80/40 and 30/60.
            let mean = results.mean_ratio(&comparison(column)).unwrap();
            assert!((mean.value - 1.0).abs() < 1e-12);
        }
        let paper = InPaper(results.experiment);
        let ratio = paper.ratio(&comparison(Some(0))).unwrap();
        assert_eq!((ratio.value, ratio.positions), (2.0, Some(3)));
        assert_eq!(paper.ratio(&comparison(None)), None);
    });
    let experiment = experiment();
    let nothing_common = [
        record(&experiment, 0, 0, "unknown", 1),
        record(&experiment, 1, 0, "proved", 1),
    ];
    with(&nothing_common, |results| {
        assert_eq!(results.ratio(&comparison(Some(0))), None);
        assert_eq!(results.mean_ratio(&comparison(None)), None);
        let shape = Shape::Ratio(comparison(Some(0)));
        assert_eq!(look(&shape, results), None);
    });
}

#[test]
fn claims_hold_or_not() {
    let seen = |shape: &Shape| {
        with(&runs(&experiment()), |results| {
            let finding = look(shape, results).unwrap();
            (finding.text, finding.holds)
        })
    };
    let bound = |at_least, at_most| Bound { at_least, at_most };
    let ratio = |bound| {
        Shape::Ratio(Comparison {
            bound,
            ..comparison(Some(0))
        })
    };
    let text = "1.10 (2 positions)".to_string();
    assert_eq!(seen(&ratio(bound(Some(1.1), None))), (text.clone(), true));
    assert_eq!(seen(&ratio(bound(Some(1.2), None))), (text.clone(), false));
    assert_eq!(seen(&ratio(bound(None, Some(1.0)))), (text, false));
    let difference = |bound| Shape::Difference {
        left: 0,
        right: 1,
        bound,
    };
    assert_eq!(
        seen(&difference(bound(Some(0.0), Some(0.0)))),
        ("3 and 3".into(), true)
    );
    assert!(!seen(&difference(bound(Some(1.0), None))).1);
    // Equal is neither fewer nor more.
    let (runs, others) = (vec![0], vec![1]);
    let fewest = Shape::Fewest {
        runs: runs.clone(),
        others: others.clone(),
    };
    assert_eq!(seen(&fewest), ("3 against 3".into(), false));
    assert!(!seen(&Shape::Most { runs, others }).1);
    let level = |within| Shape::Level {
        runs: vec![0, 1],
        within,
    };
    assert_eq!(seen(&level(0)), ("3, 3".into(), true));
    let stopped = |limit, least| Shape::StoppedBy {
        run: 0,
        limit,
        bound: bound(Some(least), None),
    };
    assert!(seen(&stopped(Stop::Memory, 1.0)).1);
    assert!(!seen(&stopped(Stop::Nodes, 0.5)).1);
}

#[test]
fn the_paper_has_shapes_too() {
    with(&[], |results| {
        let paper = InPaper(results.experiment);
        let (runs, others) = (vec![0], vec![1]);
        let fewest = look(&Shape::Fewest { runs, others }, &paper).unwrap();
        assert_eq!((&*fewest.text, fewest.holds), ("3 against 5", true));
        let level = Shape::Level {
            runs: vec![0, 1],
            within: 1,
        };
        assert!(!look(&level, &paper).unwrap().holds);
        // Nothing is finished: there is nothing to say about ours.
        assert_eq!(results.problems.len(), 0);
        assert_eq!(look(&Shape::Ratio(comparison(Some(0))), results), None);
    });
}

#[test]
fn only_positions_that_all_runs_have_finished_count() {
    let mut records = runs(&experiment());
    records.remove(5);
    with(&records, |results| {
        assert_eq!((results.problems.len(), results.asked), (3, 4));
        assert_eq!(results.problems[2].at.line, 4);
        assert_eq!(results.common(&[0]), [0, 1]);
    });
}

#[test]
fn contradictions_are_named_and_solve_nothing() {
    let sound = runs(&experiment());
    with(&sound, |results| {
        assert!(results.contradictions().is_empty());
    });

    let mut records = sound;
    // Against the set, and against the other run.
    records[0].answer = "disproved".into();
    records[7].answer = "disproved".into();
    records[6].answer = "proved".into();
    // A certificate that does not stand, and one of the contrary.
    let certified = |verdict: &str, claim: &str| {
        Some(Certified {
            verdict: verdict.into(),
            claim: Some(claim.into()),
            records: 1,
            bytes: 1,
            seconds: 0.0,
        })
    };
    records[2].certificate = certified("accepted", "proved");
    records[4].certificate = certified("rejected: record 3", "disproved");
    records[5].certificate = certified("accepted", "proved");
    with(&records, |results| {
        assert_eq!(
            results.contradictions(),
            [
                "tiny.txt:1: the set says proved, df-pn says disproved",
                "tiny.txt:1: PN says proved, df-pn says disproved",
                "tiny.txt:3: PN says disproved, its certificate disproved: rejected: \
                 record 3",
                "tiny.txt:3: df-pn says disproved, its certificate proved: accepted",
                "tiny.txt:4: PN says proved, df-pn says disproved",
            ]
        );
        assert_eq!(results.common(&[1]), [2, 3]);
        assert_eq!(results.certified(&[0]), Some((1, 4)));
    });
}

#[test]
fn bounds_on_numbers_of_positions_shrink_with_the_set() {
    let experiment = experiment();
    let records = runs(&experiment);
    let problems: Vec<&Problem> = experiment.sets[0].problems.iter().collect();
    // PN solves 0 and 1 of the first two positions, df-pn only 0.
    let holds = |first: usize, at_least: f64| {
        let results = Results::of(&experiment, &problems[..first], &records);
        let shape = Shape::Difference {
            left: 0,
            right: 1,
            bound: Bound {
                at_least: Some(at_least),
                at_most: None,
            },
        };
        look(&shape, &results).unwrap().holds
    };
    assert_eq!(problems.len(), 4);
    // Of half the set half as many are enough; "more" is one in any part.
    assert!(holds(2, 2.0));
    assert!(!holds(2, 3.0));
    assert!(holds(2, 1.0));
    assert!(!holds(1, 1.0));
    let level = |first: usize| {
        let results = Results::of(&experiment, &problems[..first], &records);
        let shape = Shape::Level {
            runs: vec![0, 1],
            within: 0,
        };
        look(&shape, &results).unwrap().holds
    };
    assert!(level(1));
    assert!(!level(2));
}

/// What is claimed of two runs on the sets with sizes, and what comes of it on
/// the first so many positions of each set.
fn of_sized(first: usize, shape: &Shape) -> Option<(String, bool)> {
    let experiment = sized("kind = \"solved-over-nodes\"");
    let records = sized_records(&experiment);
    let sets = experiment.sets.iter();
    let problems: Vec<&Problem> = sets
        .flat_map(|set| set.problems.iter().take(first))
        .collect();
    let results = Results::of(&experiment, &problems, &records);
    look(shape, &results).map(|finding| (finding.text, finding.holds))
}

#[test]
fn fewer_nodes_on_so_many_positions() {
    let wins = |left, right, at_least, at_most| {
        Shape::Wins(Comparison {
            left,
            right,
            bound: Bound { at_least, at_most },
            ..comparison(None)
        })
    };
    let (weak, df_pn) = (1, 0);
    let found = of_sized(2, &wins(weak, df_pn, Some(2.0), None)).unwrap();
    assert_eq!(found, ("2 of 4".into(), true));
    // Equal is not less; but one position df-pn alone solves.
    assert_eq!(
        of_sized(2, &wins(df_pn, weak, Some(2.0), None)).unwrap(),
        ("1 of 4".into(), false)
    );
    assert!(!of_sized(2, &wins(weak, df_pn, Some(3.0), None)).unwrap().1);
    assert!(!of_sized(2, &wins(weak, df_pn, None, Some(1.0))).unwrap().1);
    // Of half of the positions half as many are enough.
    let found = of_sized(1, &wins(weak, df_pn, Some(2.0), None)).unwrap();
    assert_eq!(found, ("1 of 2".into(), true));
    assert_eq!(of_sized(0, &wins(weak, df_pn, Some(2.0), None)), None);
    let paper = experiment();
    assert_eq!(look(&wins(0, 1, Some(1.0), None), &InPaper(&paper)), None);
}

#[test]
fn the_mean_ratio_on_the_sets_of_a_size() {
    let mean = |size, right, at_most| Shape::MeanRatioAt {
        size,
        mean: Mean::Arithmetic,
        comparison: Comparison {
            left: 0,
            right,
            bound: Bound {
                at_least: None,
                at_most: Some(at_most),
            },
            ..comparison(None)
        },
    };
    let found = |size, right, at_most| of_sized(2, &mean(size, right, at_most));
    assert_eq!(found(4, 1, 2.0), Some(("2.00 (2 positions)".into(), true)));
    assert_eq!(found(-2, 1, 0.9), Some(("1.00 (1 position)".into(), false)));
    assert_eq!(found(-2, 2, 1.0), None);
    let paper = experiment();
    assert_eq!(look(&mean(4, 1, 2.0), &InPaper(&paper)), None);
}
