//! Lines and tables of the figures, on invented runs.

use super::*;
use crate::record::{ACCEPTED, Certified, Record};
use crate::report::plot::draw;
use crate::testing::{sized, sized_records};

/// The figure with these keys, its table and its drawing.
fn drawn(plot: &str) -> (Figure, String, String) {
    drawn_with(plot, |_| {})
}

/// The figure, table and drawing of changed runs.
fn drawn_with(plot: &str, change: impl Fn(&mut [Record])) -> (Figure, String, String) {
    let experiment = sized(plot);
    let mut records = sized_records(&experiment);
    change(&mut records);
    let results = Results::of(&experiment, &experiment.problems(None), &records);
    (
        figure(&results).unwrap(),
        table(&results),
        draw(&results).remove(0),
    )
}

fn points(figure: &Figure, curve: usize) -> Vec<(f64, f64, u64)> {
    let points = figure.curves[curve].points.iter();
    points
        .map(|point| (point.x, point.y, point.positions))
        .collect()
}

#[test]
fn ratios_over_the_sizes_of_sets() {
    let (figure, table, svg) = drawn("kind = \"mean-ratio-over-set\"\nbase = \"df-pn\"");
    assert_eq!(points(&figure, 0), [(-2.0, 1.0, 2), (4.0, 1.0, 2)]);
    assert_eq!(points(&figure, 1), [(-2.0, 1.0, 1), (4.0, 0.5, 2)]);
    // On the small ones it solves nothing.
    assert_eq!(points(&figure, 2), [(4.0, 5.0, 1)]);
    assert_eq!(figure.up_title, "nodes / nodes of df-pn");
    let lines: Vec<&str> = table.lines().skip(4).take(4).collect();
    assert_eq!(
        lines,
        [
            "| size | df-pn | weak | branch |",
            "| --- | ---: | ---: | ---: |",
            "| -2 | 1.00 (2) | 1.00 (1) |  |",
            "| 4 | 1.00 (2) | 0.50 (2) | 5.00 (1) |",
        ]
    );
    assert!(svg.contains("nodes / nodes of df-pn"), "{svg}");
}

#[test]
fn means_over_the_sizes_of_sets() {
    let (figure, table, svg) = drawn("kind = \"mean-over-set\"");
    assert_eq!(points(&figure, 0), [(-2.0, 215.0, 2), (4.0, 15.0, 2)]);
    // On the small ones it solves only one.
    assert_eq!(points(&figure, 1), [(4.0, 7.5, 2)]);
    assert_eq!(points(&figure, 2), []);
    assert_eq!(
        (figure.across, figure.up),
        (Scale::Linear, Scale::Logarithmic)
    );
    let lines: Vec<&str> = table
        .lines()
        .filter(|line| line.starts_with("| -2") || line.starts_with("| 4"))
        .collect();
    assert_eq!(
        lines,
        [
            "| -2 | 215 | 30 (1 of 2) |  |",
            "| 4 | 15 | 8 | 50 (1 of 2) |",
            "| -2 | 110 | 30 (1 of 2) |  |",
            "| 4 | 14 | 7 | 50 (1 of 2) |",
            "| -2 | 0.43 | 0.0300 (1 of 2) |  |",
            "| 4 | 0.0300 | 0.0150 | 0.0500 (1 of 2) |",
        ]
    );
    assert!(svg.contains("nodes, mean"), "{svg}");
}

#[test]
fn certificates_are_described_by_size() {
    let write = |records: &mut [Record]| {
        for (place, bytes) in [(0, 1_000), (1, 2_500)] {
            records[place].certificate = Some(Certified {
                verdict: ACCEPTED.into(),
                claim: Some("proved".into()),
                records: bytes / 10,
                bytes,
                seconds: 0.5,
            });
        }
    };
    let (_, table, _) = drawn_with("kind = \"mean-over-set\"", write);
    let (_, table) = table.split_once("\nCertificates of df-pn;").unwrap();
    assert!(!table.contains("| -2 |"), "{table}");
    assert!(
        table.contains("| 4 | 2 | 175 | 1,750 | 2,500 | 0.50 |\n"),
        "{table}"
    );
}

#[test]
fn ratios_over_the_sizes_of_runs() {
    let keys = "kind = \"mean-ratio-over-size\"\nbase = \"df-pn\"\nof = \"stored\"";
    let (figure, table, svg) = drawn(keys);
    let [curve] = &figure.curves[..] else {
        panic!("one group")
    };
    assert_eq!(curve.name, "others");
    let [low, high] = points(&figure, 0)[..] else {
        panic!("two points")
    };
    assert_eq!(low, (-8.0, 5.0, 1));
    // One half, one half and one.
    assert_eq!((high.0, high.2), (0.0, 3));
    assert!((high.1 - 2.0 / 3.0).abs() < 1e-12);
    assert!(
        table.contains("| -8 | 5.00 (1) |\n| 0 | 0.67 (3) |\n"),
        "{table}"
    );
    assert!(table.contains("\nstored / stored of df-pn: the arithmetic mean"));
    assert!(svg.contains("-8"), "{svg}");
}

#[test]
fn positions_in_the_order_of_the_first_run() {
    let (figure, table, svg) = drawn("kind = \"nodes-by-position\"\nof = \"generated\"");
    assert_eq!(
        (figure.across, figure.up),
        (Scale::Linear, Scale::Logarithmic)
    );
    let first: Vec<f64> = figure.curves[0]
        .points
        .iter()
        .map(|point| point.y)
        .collect();
    assert_eq!(first, [100.0, 200.0, 300.0, 4_000.0]);
    assert_eq!(points(&figure, 1)[1..], [(2.0, 100.0, 1), (3.0, 300.0, 1)]);
    assert!(
        table.contains("| 4: small.txt:2 | 4,000 |  |  |\n"),
        "{table}"
    );
    assert!(
        table.contains("| 1: large.txt:1 | 100 | 50 | 500 |\n"),
        "{table}"
    );
    assert!(svg.contains("generated"), "{svg}");
}

#[test]
fn what_the_other_tables_have_is_not_repeated() {
    let (figure, table, _) = drawn("kind = \"solved-over-nodes\"");
    assert_eq!(table, "");
    assert_eq!(
        points(&figure, 1),
        [(5.0, 1.0, 1), (10.0, 2.0, 2), (30.0, 3.0, 3)]
    );
    assert_eq!(figure.up_title, "positions solved");
}
