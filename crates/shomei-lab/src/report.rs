//! The table: the paper's figures beside ours, in Markdown.
//!
//! It is made from the experiment and the finished runs alone, in the order
//! of the experiment, so that equal runs give equal tables, times apart.

mod curves;
pub(crate) mod plot;

use std::fmt::Write;

pub(crate) use curves::{Curve, Figure, Point, Scale};
pub(crate) use plot::{MOST_LINES, Words, svgs};

use crate::experiment::{Column, Counter, Experiment, Measure, Run};
use crate::journal::Identity;
use crate::results::Results;
use crate::set::shown;
use crate::shape::{Figures, InPaper, look};
use shomei::words::grouped;

/// The whole text.
pub(crate) fn table(results: &Results<'_>, identity: &Identity) -> String {
    let mut text = head(results, identity);
    text += &figures(results);
    text += &curves::table(results);
    text += &ends(results);
    text += &checks(results);
    text += &contradictions(results);
    text
}

/// What an experiment is about, and where the idea is from.
pub(crate) fn opening([name, title, source]: [&str; 3], note: Option<&str>) -> String {
    let note = note.map_or(String::new(), |note| format!("{}\n\n", note.trim()));
    format!("# {name}: {title}\n\nSource: {source}\n\n{note}")
}

/// What was run, on what, by whom.
fn head(results: &Results<'_>, identity: &Identity) -> String {
    let experiment = results.experiment;
    let note = experiment.note.as_deref();
    let mut text = opening(
        [&experiment.name, &experiment.title, &experiment.source],
        note,
    );
    let all: usize = experiment.sets.iter().map(|set| set.problems.len()).sum();
    let files: Vec<&str> = experiment.sets.iter().map(|set| shown(&set.file)).collect();
    text += &format!(
        "- positions: {} of {all}, {}",
        results.asked,
        files.join(", ")
    );
    if let Some(paper) = experiment.paper_positions {
        text += &format!("; the paper has {paper}");
    }
    text += "\n";
    if results.problems.len() < results.asked {
        let done = results.problems.len();
        text += &format!("- **not finished**: the figures are those of {done} positions\n");
    }
    text += &format!("- rules: {}\n", rules(results));
    text += &format!("- limits: {}\n", limits(experiment));
    text += &format!("- {}, begun {}\n", identity.program(), identity.begun);
    text += &format!("- {}\n", identity.machines.join("; "));
    if identity.machines.len() > 1 {
        text += "- times are from several machines and cannot be compared\n";
    }
    let reused = reused(results);
    if reused > 0 {
        text += &format!(
            "- runs taken from other results folders: {}\n",
            grouped(reused)
        );
    }
    text + "\n"
}

fn rules(results: &Results<'_>) -> String {
    let sets = results.experiment.sets.iter();
    let mut rules: Vec<&str> = sets
        .flat_map(|set| &set.problems)
        .map(|problem| problem.rules.as_str())
        .collect();
    rules.sort_unstable();
    rules.dedup();
    format!("{}, {}", results.experiment.game.name, rules.join(" and "))
}

/// The limits, once where they are the same for all rows.
fn limits(experiment: &Experiment) -> String {
    let mut texts: Vec<(String, Vec<&str>)> = Vec::new();
    for run in &experiment.runs {
        let budget = &run.budget;
        let mut parts = Vec::new();
        let limits = [
            (budget.nodes, nodes_of(run)),
            (budget.generated, "generated nodes"),
            (budget.evaluated, "evaluated leaves"),
            (budget.milliseconds, "ms"),
        ];
        for (limit, what) in limits {
            parts.extend(limit.map(|limit| format!("{} {what}", grouped(limit))));
        }
        if parts.is_empty() {
            parts.push("none".into());
        }
        let memory = bytesize::ByteSize(run.memory as u64).display().iec();
        parts.push(format!("{memory} of memory"));
        let text = parts.join(", ");
        match texts.iter_mut().find(|(other, _)| *other == text) {
            Some((_, labels)) => labels.push(&run.label),
            None => texts.push((text, vec![&run.label])),
        }
    }
    match &texts[..] {
        [(text, _)] => text.clone(),
        _ => {
            let text =
                |(text, labels): &(String, Vec<&str>)| format!("{text} ({})", labels.join(", "));
            let texts: Vec<String> = texts.iter().map(text).collect();
            texts.join("; ")
        }
    }
}

/// What a limit on nodes counts, in the words of the row.
fn nodes_of(run: &Run) -> &'static str {
    match run.count {
        Counter::All => "nodes",
        _ => "expanded nodes",
    }
}

fn reused(results: &Results<'_>) -> u64 {
    let runs = 0..results.experiment.runs.len();
    let records = runs.flat_map(|run| results.of_run(run));
    records.filter(|record| record.reused.is_some()).count() as u64
}

/// A column of the printed table.
pub(crate) struct Printed {
    pub(crate) head: String,
    pub(crate) cells: Vec<String>,
}

/// Solved positions and totals.
fn figures(results: &Results<'_>) -> String {
    let experiment = results.experiment;
    let paper = InPaper(experiment);
    let rows = || 0..experiment.runs.len();
    let mut printed = vec![Printed {
        head: "run".into(),
        cells: experiment
            .runs
            .iter()
            .map(|run| run.label.clone())
            .collect(),
    }];
    let solved = |figures: &dyn Figures, head: String| Printed {
        head,
        cells: rows()
            .map(|run| figures.solved(run).map_or(String::new(), grouped))
            .collect(),
    };
    if rows().any(|run| paper.solved(run).is_some()) {
        let of = experiment
            .paper_positions
            .map_or(String::new(), |paper| format!(" of {paper}"));
        printed.push(solved(&paper, format!("solved{of}: paper")));
    }
    let of = results.problems.len();
    printed.push(solved(results, format!("solved of {of}: ours")));
    for (place, column) in experiment.columns.iter().enumerate() {
        let common = results.common(&column.solved_by);
        for &measure in &column.show {
            let cells: Vec<Option<f64>> =
                rows().map(|run| paper.total(run, place, measure)).collect();
            if cells.iter().any(Option::is_some) {
                let size = column.paper_positions;
                let size = size.map_or(String::new(), |size| format!(" ({size})"));
                printed.push(Printed {
                    head: format!("{}{size}: paper", head_of(column, measure)),
                    cells: cells.iter().map(|cell| number(*cell, measure)).collect(),
                });
            }
            let total = |run| {
                let takes_part = column.solved_by.contains(&run) && !common.is_empty();
                takes_part.then(|| results.total(run, measure, &common))
            };
            printed.push(Printed {
                head: format!("{} ({}): ours", head_of(column, measure), common.len()),
                cells: rows().map(|run| number(total(run), measure)).collect(),
            });
        }
    }
    markdown(&printed) + "\n"
}

fn head_of(column: &Column, measure: Measure) -> String {
    format!("{}, {}", measure.name(), column.title)
}

fn number(value: Option<f64>, measure: Measure) -> String {
    match value {
        None => String::new(),
        Some(seconds) if measure == Measure::Seconds => format!("{seconds:.1}"),
        Some(count) => grouped(count as u64),
    }
}

/// A table; the first column holds words, the others numbers.
pub(crate) fn markdown(columns: &[Printed]) -> String {
    let mut text = String::new();
    let rows = columns.first().map_or(0, |column| column.cells.len());
    let line = |cells: Vec<&str>| format!("| {} |\n", cells.join(" | "));
    text += &line(columns.iter().map(|column| &*column.head).collect());
    let rule = |place| if place == 0 { "---" } else { "---:" };
    text += &line((0..columns.len()).map(rule).collect());
    for row in 0..rows {
        text += &line(columns.iter().map(|column| &*column.cells[row]).collect());
    }
    text
}

/// How the runs ended.
fn ends(results: &Results<'_>) -> String {
    let mut text = String::from(
        "## How the runs ended\n\nUnsolved positions by the limit that was reached; counters and \
         time of all runs, solved or not.\n\n\
         | run | proved | disproved | nodes | time | memory | generated | expanded | evaluated \
         | seconds | certificates |\n\
         | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |\n",
    );
    for (run, setup) in results.experiment.runs.iter().enumerate() {
        let records = results.of_run(run);
        let answers = |answer: &str| records.iter().filter(|r| r.answer == answer).count();
        let stops = |stop: &str| {
            let unknown = records.iter().filter(|record| !record.is_known());
            unknown
                .filter(|record| record.stopped_by.as_deref() == Some(stop))
                .count()
        };
        let certificates = match (setup.certify, results.certified(&[run])) {
            (true, Some((sound, known))) => format!("{sound} of {known}"),
            _ => String::new(),
        };
        let (mut generated, mut expanded, mut evaluated, mut seconds) = (0, 0, 0, 0.0);
        for record in records {
            generated += record.generated;
            expanded += record.expanded;
            evaluated += record.evaluated;
            seconds += record.seconds;
        }
        let _ = writeln!(
            text,
            "| {} | {} | {} | {} | {} | {} | {} | {} | {} | {seconds:.1} | {certificates} |",
            setup.label,
            answers("proved"),
            answers("disproved"),
            stops("nodes"),
            stops("time"),
            stops("memory"),
            grouped(generated),
            grouped(expanded),
            grouped(evaluated),
        );
    }
    text + "\n"
}

/// The shape that is claimed, line by line.
fn checks(results: &Results<'_>) -> String {
    let experiment = results.experiment;
    if experiment.checks.is_empty() {
        return String::new();
    }
    let mut text = String::from(
        "## Does the shape hold?\n\n| claim | paper | ours | holds |\n| --- | --- | --- | --- |\n",
    );
    for check in &experiment.checks {
        let paper = look(&check.shape, &InPaper(experiment)).map(|finding| finding.text);
        let paper = check.paper.clone().or(paper).unwrap_or_default();
        let (ours, holds) = match look(&check.shape, results) {
            Some(finding) => (finding.text, if finding.holds { "yes" } else { "**no**" }),
            None => ("no position to tell".into(), "unknown"),
        };
        let _ = writeln!(text, "| {} | {paper} | {ours} | {holds} |", check.claim);
    }
    text + "\n"
}

fn contradictions(results: &Results<'_>) -> String {
    let found = results.contradictions();
    let mut text = String::from("## Contradictions\n\n");
    if found.is_empty() {
        text += "None: no two runs, no set and no certificate contradict each other.\n";
    }
    for line in found {
        let _ = writeln!(text, "- {line}");
    }
    text
}
