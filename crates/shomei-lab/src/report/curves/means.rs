//! The means and totals of each run over positions of a size.

use super::{Curve, Figure, Point, Scale, by_run, places, sizes};
use crate::experiment::{Mean, Measure};
use crate::record::Certified;
use crate::report::{Table, number};
use crate::results::Results;
use crate::shape::digits;
use shomei::messages::grouped;

/// The figure of arithmetic means. A run that solves only some positions of a size solves the easy
/// ones: a point for them would be too low and is not drawn.
pub(super) fn figure(results: &Results<'_>, measure: Measure) -> Figure {
    let mut curves = over_set(results, measure, Mean::Arithmetic);
    for curve in &mut curves {
        curve.points.retain(|point| solves_all(results, point));
    }
    Figure {
        up: Scale::Logarithmic,
        marks: true,
        ..Figure::new(format!("{}, mean", measure.name()), curves)
    }
}

/// The tables of both means and of the total time.
pub(super) fn tables(results: &Results<'_>, measure: Measure, axis: &str) -> String {
    let table = |of, mean| {
        let curves = over_set(results, of, mean);
        let cell = |point: &Point| cell(results, of, point);
        places(&curves, axis, cell)
    };
    let what = measure.name();
    let text = format!(
        "## The figure\n\n{what}: the arithmetic mean over the positions that a run solves. If it \
         does not solve all, their number is in parentheses and the mean is not drawn.\n\n\
         {}\nThe same as geometric means:\n\n{}\nThe total time in seconds on the same positions:\n\n{}\n",
        table(measure, Mean::Arithmetic),
        table(measure, Mean::Geometric),
        table(Measure::Seconds, Mean::Total)
    );
    text + &certificates(results, axis)
}

/// The tables of the size of certificates and of the time to make and check them; empty if none
/// were written.
fn certificates(results: &Results<'_>, axis: &str) -> String {
    let runs = results.experiment.runs.iter().enumerate();
    let tables = runs.filter_map(|(run, setup)| {
        let table = certificate_table(results, run, axis)?;
        let label = &setup.label;
        Some(format!(
            "Certificates of {label}; the seconds are for making and checking one:\n\n{table}\n"
        ))
    });
    tables.collect()
}

fn certificate_table(results: &Results<'_>, run: usize, axis: &str) -> Option<String> {
    let written = |size: i64| -> Vec<&Certified> {
        let places = (0..results.positions.len()).filter(|&at| results.size_of(at) == Some(size));
        let written = places.filter_map(|at| results.record(run, at)?.certificate.as_ref());
        written.collect()
    };
    let sizes = sizes(results).into_iter();
    let mut rows: Vec<_> = sizes.map(|size| (size, written(size))).collect();
    rows.retain(|(_, written)| !written.is_empty());
    if rows.is_empty() {
        return None;
    }
    let mean = |written: &[&Certified], of: fn(&Certified) -> f64| {
        written.iter().map(|one| of(one)).sum::<f64>() / written.len() as f64
    };
    let count = |number: f64| grouped(number.round() as u64);
    let mut table = Table::new(axis, rows, |(size, _)| size.to_string());
    table.column("certificates", |(_, all)| grouped(all.len() as u64));
    table.column("records, mean", |(_, all)| {
        count(mean(all, |one| one.records as f64))
    });
    table.column("bytes, mean", |(_, all)| {
        count(mean(all, |one| one.bytes as f64))
    });
    table.column("bytes, most", |(_, all)| {
        let most = all.iter().map(|one| one.bytes).max();
        most.map_or(String::new(), grouped)
    });
    table.column("seconds, mean", |(_, all)| {
        digits(mean(all, |one| one.seconds))
    });
    Some(table.numbers())
}

/// The mean or the total over the positions that each run solves.
pub(super) fn over_set(results: &Results<'_>, of: Measure, mean: Mean) -> Vec<Curve> {
    by_run(results, |run| {
        let point = |size: i64| {
            let mut solved = results.common(&[run]);
            solved.retain(|&at| results.size_of(at) == Some(size));
            Some(Point {
                x: size as f64,
                y: results.average(run, of, mean, &solved)?,
                positions: solved.len() as u64,
            })
        };
        sizes(results).into_iter().filter_map(point).collect()
    })
}

fn cell(results: &Results<'_>, of: Measure, point: &Point) -> String {
    let text = match of {
        // Small positions need fractions of a second.
        Measure::Seconds => digits(point.y),
        _ => number(Some(point.y.round()), of),
    };
    if solves_all(results, point) {
        text
    } else {
        format!(
            "{text} ({} of {})",
            grouped(point.positions),
            grouped(problem_count(results, point))
        )
    }
}

fn solves_all(results: &Results<'_>, point: &Point) -> bool {
    point.positions == problem_count(results, point)
}

/// The number of positions of the point's size.
fn problem_count(results: &Results<'_>, point: &Point) -> u64 {
    let all = 0..results.positions.len();
    let of_size = all.filter(|&at| {
        results
            .size_of(at)
            .is_some_and(|size| size as f64 == point.x)
    });
    of_size.count() as u64
}
