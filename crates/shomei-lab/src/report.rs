//! The tables of an experiment, in Markdown, and its figures, with the numbers of the paper and
//! ours.
//!
//! They depend only on the experiment and the finished runs, in the order of the experiment, so
//! equal runs give equal tables, except for times.

mod curves;
pub(crate) mod plot;
mod table;

use shomei::messages::grouped;
use shomei_cli::units::size_text;

pub(crate) use curves::{Curve, Figure, Point, Scale, by_name};
pub(crate) use plot::{MOST_LINES, svgs};
pub(crate) use table::Table;

use crate::LabError;
use crate::cluster::ClusterReport;
use crate::data;
use crate::experiment::{Experiment, Measure, Run};
use crate::family::FamilyReport;
use crate::journal::Identity;
use crate::page::on_page;
use crate::pipeline::Report;
use crate::record::{Count, Record};
use crate::results::Results;
use crate::set::{SetProblem, shown};
use crate::shape::{in_paper, look};

/// Makes the tables, figures and data from recorded runs.
pub(crate) fn report(
    experiment: &Experiment,
    asked: &[SetProblem<'_>],
    records: &[Record],
    identity: &Identity,
) -> Result<Report, LabError> {
    let results = Results::of(experiment, asked, records);
    let end = ends(&results) + &checks(&results) + &contradictions(&results);
    let mut report = Report {
        data: data::tables(&results)?,
        contradictions: results.contradictions(),
        whole: results.whole,
        ..Report::default()
    };
    if let Some(family) = &experiment.family {
        let tables = FamilyReport::of(&results, family);
        let above = head(&results, &tables.about(), identity);
        let below = tables.tables() + &end;
        report.table = format!("{above}{below}");
        report.page = (above, Some(below));
        report.figures = tables.figures();
        return Ok(report);
    }
    let (about, tables, before, alternative) = if experiment.has_clusters() {
        let tables = ClusterReport(&results);
        let svgs = tables.draw().map(|svg| ("plot.svg".to_string(), svg));
        report.figures = svgs.into_iter().collect();
        let alternative = "speed-up over the number of threads".to_string();
        (
            tables.about(),
            tables.tables(),
            "## By game\n\n",
            alternative,
        )
    } else {
        let svgs = plot::draw(&results).into_iter().enumerate();
        report.figures = svgs
            .map(|(place, svg)| (plot::file_name(place), svg))
            .collect();
        let tables = figures(&results) + &curves::table(&results);
        (about(&results), tables, "", plot::alternative(&results))
    };
    report.table = head(&results, &about, identity) + &tables + &end;
    let pictures = report.figures.iter();
    let pictures: String = pictures
        .map(|(file, _)| format!("![{alternative}]({})\n\n", on_page(file, &experiment.name)))
        .collect();
    report.page = (with_pictures(&report.table, &pictures, before), None);
    Ok(report)
}

/// Inserts the pictures before the heading `before`; if it is empty, before the numbers that they
/// show, or else before the part about the ends of the runs.
fn with_pictures(table: &str, pictures: &str, before: &str) -> String {
    let numbers = "## The figure\n\n";
    let at = match table.find(numbers) {
        _ if !before.is_empty() => table.find(before),
        Some(at) => Some(at + numbers.len()),
        None => table.find(ENDS),
    };
    let (above, below) = table.split_at(at.unwrap_or(table.len()));
    format!("{above}{pictures}{below}")
}

/// The head of the page: title, source, positions, limits, program and machines.
fn head(results: &Results<'_>, about: &[String], identity: &Identity) -> String {
    let Experiment {
        name,
        title,
        source,
        note,
        ..
    } = results.experiment;
    let note = note.as_deref();
    let note = note.map_or(String::new(), |note| format!("{}\n\n", note.trim()));
    let mut lines = about.to_vec();
    lines.push(format!("{}, begun {}", identity.program(), identity.begun));
    lines.push(identity.machines.join("; "));
    if identity.machines.len() > 1 {
        lines.push("times are from several machines and cannot be compared".into());
    }
    let rows = 0..results.experiment.rows().count();
    let records = rows.flat_map(|row| results.of_row(row));
    let reused = records.filter(|record| record.reused.is_some()).count() as u64;
    if reused > 0 {
        let reused = grouped(reused);
        lines.push(format!("runs taken from other results folders: {reused}"));
    }
    let lines = lines.join("\n- ");
    format!("# {name}: {title}\n\nSource: {source}\n\n{note}- {lines}\n\n")
}

/// The lines about positions, rules and limits.
fn about(results: &Results<'_>) -> Vec<String> {
    let experiment = results.experiment;
    let all: usize = experiment.sets.iter().map(|set| set.problems.len()).sum();
    let files: Vec<&str> = experiment.sets.iter().map(|set| shown(&set.file)).collect();
    let paper = experiment.paper_positions;
    let paper = paper.map_or(String::new(), |paper| format!("; the paper has {paper}"));
    let files = files.join(", ");
    let mut lines = vec![format!(
        "positions: {} of {all}, {files}{paper}",
        results.asked
    )];
    let done = results.positions.len();
    if done < results.asked {
        lines.push(format!(
            "**not finished**: the figures are those of {done} positions"
        ));
    }
    lines.push(format!("rules: {}", rules(experiment)));
    let runs: Vec<&Run> = experiment.runs.iter().collect();
    lines.push(format!("limits: {}", limits(&runs)));
    lines
}

fn rules(experiment: &Experiment) -> String {
    let problems = experiment.sets.iter().flat_map(|set| &set.problems);
    let mut rules: Vec<&str> = problems.map(|problem| &*problem.case.rules).collect();
    rules.sort_unstable();
    rules.dedup();
    format!("{}, {}", experiment.game(), rules.join(" and "))
}

/// The limits; equal limits of several rows are given once.
pub(crate) fn limits(runs: &[&Run]) -> String {
    let mut texts: Vec<(String, Vec<&str>)> = Vec::new();
    for run in runs {
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
        parts.push(format!("{} of memory", size_text(run.memory as u64)));
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

/// The nodes that a limit counts, as the row names them.
fn nodes_of(run: &Run) -> &'static str {
    match run.count {
        Measure::All => "nodes",
        _ => "expanded nodes",
    }
}

/// The table of solved positions and totals.
fn figures(results: &Results<'_>) -> String {
    let experiment = results.experiment;
    let paper = |run: usize| &experiment.runs[run].paper;
    let runs = || 0..experiment.runs.len();
    let mut table = Table::new("run", runs(), |&run| results.label(run).into());
    if runs().any(|run| paper(run).solved.is_some()) {
        let of = experiment.paper_positions;
        let of = of.map_or(String::new(), |paper| format!(" of {paper}"));
        table.column(format!("solved{of}: paper"), |&run| {
            paper(run).solved.map_or(String::new(), grouped)
        });
    }
    let head = format!("solved of {}: ours", results.positions.len());
    table.column(head, |&run| grouped(results.common(&[run]).len() as u64));
    for (place, column) in experiment.columns.iter().enumerate() {
        let common = results.common(&column.solved_by);
        for &measure in &column.show {
            let head = format!("{}, {}", measure.name(), column.title);
            let in_paper = |run| paper(run).total(place, measure);
            if runs().any(|run| in_paper(run).is_some()) {
                let size = column.paper_positions;
                let size = size.map_or(String::new(), |size| format!(" ({size})"));
                let head = format!("{head}{size}: paper");
                table.column(head, |&run| number(in_paper(run), measure));
            }
            table.column(format!("{head} ({}): ours", common.len()), |run| {
                let takes_part = column.solved_by.contains(run) && !common.is_empty();
                let total = takes_part.then(|| results.total(*run, measure, &common));
                number(total, measure)
            });
        }
    }
    table.numbers() + "\n"
}

fn number(value: Option<f64>, measure: Measure) -> String {
    match value {
        None => String::new(),
        Some(seconds) if measure == Measure::Seconds => format!("{seconds:.1}"),
        Some(count) => grouped(count as u64),
    }
}

/// The heading of the part about the ends of the runs.
const ENDS: &str = "## How the runs ended";

/// The table of the ends of the runs; empty for clusters, which all end with an answer.
fn ends(results: &Results<'_>) -> String {
    let experiment = results.experiment;
    if experiment.has_clusters() {
        return String::new();
    }
    let runs = 0..experiment.runs.len();
    let mut table = Table::new("run", runs, |&run| results.label(run).into());
    let many = |run: usize, wanted: &dyn Fn(&Record) -> bool| {
        let records = results.of_row(run).filter(|&record| wanted(record));
        records.count().to_string()
    };
    for answer in ["proved", "disproved"] {
        table.column(answer, |&run| many(run, &|record| record.answer == answer));
    }
    for stop in ["nodes", "time", "memory"] {
        table.column(stop, |&run| {
            let stopped = |record: &Record| record.stopped_by.as_deref() == Some(stop);
            many(run, &|record| !record.is_known() && stopped(record))
        });
    }
    for (name, count) in [
        ("generated", Count::Generated),
        ("expanded", Count::Expanded),
        ("evaluated", Count::Evaluated),
    ] {
        table.column(name, |&run| {
            grouped(results.of_row(run).map(|record| record.count(count)).sum())
        });
    }
    table.column("seconds", |&run| {
        let seconds: f64 = results.of_row(run).map(|record| record.seconds).sum();
        format!("{seconds:.1}")
    });
    if experiment.has_paper() {
        table.column("certificates", |&run| {
            let (sound, known) = results.certified(&[run]);
            match experiment.runs[run].certify {
                true => format!("{sound} of {known}"),
                false => String::new(),
            }
        });
    }
    format!(
        "{ENDS}\n\nUnsolved positions by the limit that was reached; counters and time of all runs, \
         solved or not.\n\n{}\n",
        table.numbers()
    )
}

/// The table of claims.
fn checks(results: &Results<'_>) -> String {
    let experiment = results.experiment;
    if experiment.checks.is_empty() {
        return String::new();
    }
    let mut table = Table::new("claim", &experiment.checks, |check| check.claim.clone());
    if experiment.has_paper() {
        table.column("paper", |check| {
            let found = in_paper(check, experiment).map(|finding| finding.text);
            check.paper.clone().or(found).unwrap_or_default()
        });
    }
    table.column("ours", |check| {
        look(check, results).map_or("no positions".into(), |finding| finding.text)
    });
    table.column("holds", |check| match look(check, results) {
        Some(finding) if finding.holds => "yes".into(),
        Some(_) => "**no**".into(),
        None => "unknown".into(),
    });
    format!("## Does the shape hold?\n\n{}\n", table.words())
}

fn contradictions(results: &Results<'_>) -> String {
    let found = results.contradictions();
    let text = match found.is_empty() {
        true => "None: no two runs, no set and no certificate contradict each other.".into(),
        false => format!("- {}", found.join("\n- ")),
    };
    format!("## Contradictions\n\n{text}\n")
}
