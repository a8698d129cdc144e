//! Subsets, sums, claims and contradictions on invented runs.

use super::*;
use crate::experiment::{Bound, CheckKind};
use crate::record::Certified;
use crate::shape::{in_paper, look};
use crate::testing::{experiment, record, sized, sized_records};

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
    see(&Results::of(
        &experiment,
        &experiment.problems(None),
        records,
    ))
}

/// A claim on run 0 against run 1.
fn claim(kind: CheckKind, at_least: Option<f64>, at_most: Option<f64>) -> Check {
    Check {
        kind,
        left: vec![0],
        right: vec![1],
        bound: Bound { at_least, at_most },
        ..Check::default()
    }
}

fn ratio(column: Option<usize>) -> Check {
    Check {
        column,
        ..claim(CheckKind::Ratio, Some(0.0), None)
    }
}

/// The claim on the positions of the column.
fn in_column(check: Check) -> Check {
    Check {
        column: Some(0),
        ..check
    }
}

/// A claim that runs are level.
fn level(within: f64) -> Check {
    Check {
        left: vec![0, 1],
        right: Vec::new(),
        ..claim(CheckKind::Level, None, Some(within))
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
        let generated = Measure::Count(Count::Generated);
        assert_eq!(results.total(1, generated, &both), 1000.0);
        assert_eq!(results.total(1, Measure::Seconds, &[0]), 0.04);
        assert_eq!(
            results.total(0, Measure::Count(Count::Stored), &both),
            220.0
        );
    });
}

#[test]
fn ratios_of_sums_and_their_geometric_mean() {
    with(&runs(&experiment()), |results| {
        for column in [None, Some(0)] {
            let found = results.ratio(&ratio(column)).unwrap();
            assert_eq!((found.value, found.positions), (1.1, Some(2)));
            // 80/40 and 30/60.
            let mean = results.mean_ratio(&ratio(column)).unwrap();
            assert!((mean.value - 1.0).abs() < 1e-12);
        }
        let found = in_paper(&ratio(Some(0)), results.experiment).unwrap();
        assert_eq!((&*found.text, found.holds), ("2.00 (3 positions)", true));
        assert_eq!(in_paper(&ratio(None), results.experiment), None);
    });
    let experiment = experiment();
    let nothing_known = [
        record(&experiment, 0, 0, "unknown", 1),
        record(&experiment, 1, 0, "unknown", 1),
    ];
    with(&nothing_known, |results| {
        assert_eq!(results.positions.len(), 1);
        let certified = claim(CheckKind::Certified, None, Some(0.0));
        assert_eq!(look(&certified, results), None);
    });
    let nothing_common = [
        record(&experiment, 0, 0, "unknown", 1),
        record(&experiment, 1, 0, "proved", 1),
    ];
    with(&nothing_common, |results| {
        assert_eq!(results.ratio(&ratio(Some(0))), None);
        assert_eq!(results.mean_ratio(&ratio(None)), None);
        assert_eq!(look(&ratio(Some(0)), results), None);
    });
}

#[test]
fn claims_hold_or_not() {
    let seen = |check: &Check| {
        with(&runs(&experiment()), |results| {
            let finding = look(check, results).unwrap();
            (finding.text, finding.holds)
        })
    };
    let ratio = |at_least, at_most| in_column(claim(CheckKind::Ratio, at_least, at_most));
    let text = "1.10 (2 positions)".to_string();
    assert_eq!(seen(&ratio(Some(1.1), None)), (text.clone(), true));
    assert_eq!(seen(&ratio(Some(1.2), None)), (text.clone(), false));
    assert_eq!(seen(&ratio(None, Some(1.0))), (text, false));
    let difference = |at_least, at_most| claim(CheckKind::Difference, at_least, at_most);
    assert_eq!(
        seen(&difference(Some(0.0), Some(0.0))),
        ("3 and 3".into(), true)
    );
    assert!(!seen(&difference(Some(1.0), None)).1);
    // Equal is neither fewer nor more.
    let fewest = claim(CheckKind::Fewest, Some(1.0), None);
    assert_eq!(seen(&fewest), ("3 against 3".into(), false));
    assert!(!seen(&claim(CheckKind::Most, Some(1.0), None)).1);
    assert_eq!(seen(&level(0.0)), ("3, 3".into(), true));
    let stopped = |limit: &str, least| Check {
        limit: limit.into(),
        ..claim(CheckKind::StoppedBy, Some(least), None)
    };
    assert!(seen(&stopped("memory", 1.0)).1);
    assert!(!seen(&stopped("nodes", 0.5)).1);
}

#[test]
fn the_paper_has_shapes_too() {
    with(&[], |results| {
        let paper = |check: &Check| in_paper(check, results.experiment).unwrap();
        let fewest = paper(&claim(CheckKind::Fewest, Some(1.0), None));
        assert_eq!((&*fewest.text, fewest.holds), ("3 against 5", true));
        assert!(!paper(&level(1.0)).holds);
        // No run is finished, so our figures are unknown.
        assert_eq!(results.positions.len(), 0);
        for check in [ratio(Some(0)), level(1.0)] {
            assert_eq!(look(&check, results), None);
        }
    });
}

#[test]
fn only_positions_that_all_runs_have_finished_count() {
    let mut records = runs(&experiment());
    records.remove(5);
    with(&records, |results| {
        assert_eq!((results.positions.len(), results.asked), (3, 4));
        assert_eq!(results.problem(2).case.at.line, 4);
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
    // A contradiction to the set and to the other run.
    records[0].answer = "disproved".into();
    records[7].answer = "disproved".into();
    records[6].answer = "proved".into();
    // A rejected certificate, and one of the contrary.
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
        assert_eq!(results.certified(&[0]), (1, 4));
    });
}

#[test]
fn bounds_on_numbers_of_positions_shrink_with_the_set() {
    let experiment = experiment();
    let records = runs(&experiment);
    let problems = experiment.problems(None);
    // PN solves 0 and 1 of the first two positions, df-pn only 0.
    let holds = |first: usize, at_least: f64| {
        let results = Results::of(&experiment, &problems[..first], &records);
        let check = claim(CheckKind::Difference, Some(at_least), None);
        look(&check, &results).unwrap().holds
    };
    assert_eq!(problems.len(), 4);
    // Half of the set needs half of the number; "more" is one in any part.
    assert!(holds(2, 2.0));
    assert!(!holds(2, 3.0));
    assert!(holds(2, 1.0));
    assert!(!holds(1, 1.0));
    let are_level = |first: usize| {
        let results = Results::of(&experiment, &problems[..first], &records);
        look(&level(0.0), &results).unwrap().holds
    };
    assert!(are_level(1));
    assert!(!are_level(2));
}

/// The result of a claim on two runs on the sets with sizes, with the first positions of each set.
fn of_sized(first: usize, check: &Check) -> Option<(String, bool)> {
    let experiment = sized("kind = \"solved-over-nodes\"");
    let records = sized_records(&experiment);
    let results = Results::of(&experiment, &experiment.problems(Some(first)), &records);
    look(check, &results).map(|finding| (finding.text, finding.holds))
}

#[test]
fn fewer_nodes_on_a_number_of_positions() {
    let wins = |left, right, at_least, at_most| Check {
        left: vec![left],
        right: vec![right],
        ..claim(CheckKind::Wins, at_least, at_most)
    };
    let (weak, df_pn) = (1, 0);
    let found = of_sized(2, &wins(weak, df_pn, Some(2.0), None)).unwrap();
    assert_eq!(found, ("2 of 4".into(), true));
    // Equal is not less, but df-pn alone solves one position.
    assert_eq!(
        of_sized(2, &wins(df_pn, weak, Some(2.0), None)).unwrap(),
        ("1 of 4".into(), false)
    );
    assert!(!of_sized(2, &wins(weak, df_pn, Some(3.0), None)).unwrap().1);
    assert!(!of_sized(2, &wins(weak, df_pn, None, Some(1.0))).unwrap().1);
    // Half of the positions need half of the number.
    let found = of_sized(1, &wins(weak, df_pn, Some(2.0), None)).unwrap();
    assert_eq!(found, ("1 of 2".into(), true));
    assert_eq!(of_sized(0, &wins(weak, df_pn, Some(2.0), None)), None);
    let paper = experiment();
    assert_eq!(in_paper(&wins(0, 1, Some(1.0), None), &paper), None);
}

#[test]
fn the_mean_ratio_on_the_sets_of_a_size() {
    let mean = |size, right, at_most| Check {
        right: vec![right],
        size,
        ..claim(CheckKind::MeanRatioAt, None, Some(at_most))
    };
    let found = |size, right, at_most| of_sized(2, &mean(size, right, at_most));
    assert_eq!(found(4, 1, 2.0), Some(("2.00 (2 positions)".into(), true)));
    assert_eq!(found(-2, 1, 0.9), Some(("1.00 (1 position)".into(), false)));
    assert_eq!(found(-2, 2, 1.0), None);
    let paper = experiment();
    assert_eq!(in_paper(&mean(4, 1, 2.0), &paper), None);
}
