//! What each run needs on positions of a size, on the whole.

use super::{Curve, Figure, Point, Scale, by_run, columns, sizes};
use crate::experiment::{Mean, Measure};
use crate::report::{Printed, markdown, number};
use crate::results::Results;
use crate::shape::digits;
use crate::trial::Certified;
use shomei::words::grouped;

/// Arithmetic means. A run that solves only some positions of a size solves the
/// easy ones: a point for them would lie too low, and is not drawn.
pub(super) fn figure(results: &Results<'_>, measure: Measure) -> Figure {
    let mut curves = over_set(results, measure, Mean::Arithmetic);
    for curve in &mut curves {
        curve.points.retain(|point| solves_all(results, point));
    }
    Figure {
        curves,
        across: Scale::Linear,
        up: Scale::Logarithmic,
        up_title: format!("{}, mean", measure.name()),
        top: 1.0,
        marks: true,
        level: None,
    }
}

/// Both means, and the total of the time.
pub(super) fn tables(results: &Results<'_>, measure: Measure, axis: &str) -> String {
    let table = |of, mean| {
        let curves = over_set(results, of, mean);
        let cell = |point: &Point| cell(results, of, point);
        markdown(&columns(&curves, axis, cell))
    };
    let what = measure.name();
    let text = format!(
        "## The figure\n\n{what}: the arithmetic mean over the positions that a run solves; how \
         many stands in parentheses where it does not solve all, and such means are not drawn.\n\n\
         {}\nThe same as geometric means:\n\n{}\nseconds, in all, of the same positions:\n\n{}\n",
        table(measure, Mean::Arithmetic),
        table(measure, Mean::Geometric),
        table(Measure::Seconds, Mean::Total)
    );
    text + &certificates(results, axis)
}

/// How large the certificates are, and how long they take beside the search;
/// nothing where none are written.
fn certificates(results: &Results<'_>, axis: &str) -> String {
    let runs = results.experiment.runs.iter().enumerate();
    let tables = runs.filter_map(|(run, setup)| {
        let table = markdown(&certificate_columns(results, run, axis)?);
        let label = &setup.label;
        Some(format!(
            "Certificates of {label}; the seconds make and check one:\n\n{table}\n"
        ))
    });
    tables.collect()
}

fn certificate_columns(results: &Results<'_>, run: usize, axis: &str) -> Option<[Printed; 6]> {
    let records = results.of_run(run);
    let written = |size: i64| -> Vec<&Certified> {
        let places = (0..records.len()).filter(|&at| results.size_of(at) == Some(size));
        let written = places.filter_map(|at| records[at].certificate.as_ref());
        written.collect()
    };
    let sizes = sizes(results).into_iter();
    let mut rows: Vec<_> = sizes.map(|size| (size, written(size))).collect();
    rows.retain(|(_, written)| !written.is_empty());
    let column = |head: &str, cell: &dyn Fn(&[&Certified]) -> String| Printed {
        head: head.into(),
        cells: rows.iter().map(|(_, written)| cell(written)).collect(),
    };
    let mean = |written: &[&Certified], of: fn(&Certified) -> f64| {
        written.iter().map(|one| of(one)).sum::<f64>() / written.len() as f64
    };
    let count = |number: f64| grouped(number.round() as u64);
    let most = |written: &[&Certified]| written.iter().map(|one| one.bytes).max();
    let columns = [
        Printed {
            head: axis.into(),
            cells: rows.iter().map(|(size, _)| size.to_string()).collect(),
        },
        column("certificates", &|all| grouped(all.len() as u64)),
        column("records, mean", &|all| {
            count(mean(all, |one| one.records as f64))
        }),
        column("bytes, mean", &|all| {
            count(mean(all, |one| one.bytes as f64))
        }),
        column("bytes, most", &|all| {
            most(all).map_or(String::new(), grouped)
        }),
        column("seconds, mean", &|all| digits(mean(all, |one| one.seconds))),
    ];
    (!rows.is_empty()).then_some(columns)
}

/// The mean, or the total, over the positions that a run solves.
fn over_set(results: &Results<'_>, of: Measure, mean: Mean) -> Vec<Curve> {
    let sizes = sizes(results);
    by_run(results, |run| {
        let point = |&size: &i64| {
            let mut solved = results.common(&[run]);
            solved.retain(|&at| results.size_of(at) == Some(size));
            Some(Point {
                x: size as f64,
                y: results.average(run, of, mean, &solved)?,
                positions: solved.len() as u64,
            })
        };
        sizes.iter().filter_map(point).collect()
    })
}

fn cell(results: &Results<'_>, of: Measure, point: &Point) -> String {
    let text = match of {
        // A second is long for a small position.
        Measure::Seconds => digits(point.y),
        _ => number(Some(point.y.round()), of),
    };
    if solves_all(results, point) {
        text
    } else {
        format!(
            "{text} ({} of {})",
            grouped(point.positions),
            grouped(asked(results, point))
        )
    }
}

fn solves_all(results: &Results<'_>, point: &Point) -> bool {
    point.positions == asked(results, point)
}

/// How many positions of the size there are.
fn asked(results: &Results<'_>, point: &Point) -> u64 {
    let all = 0..results.problems.len();
    let of_size = all.filter(|&at| {
        results
            .size_of(at)
            .is_some_and(|size| size as f64 == point.x)
    });
    of_size.count() as u64
}
