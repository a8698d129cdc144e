//! The table and the plot of an experiment with clusters.

use shomei::words::grouped;
use shomei_game::corpus::Value;

use super::data::line_of;
use super::{ClusterExperiment, ClusterRecord, ClusterRun, GameSet, found, run};
use crate::journal::Identity;
use crate::report::{Curve, Figure, Point, Printed, Scale, Words, markdown, opening, svgs};
use crate::set::Problem;

/// A problem with what one thread and the clusters made of it, by run.
struct ProblemRuns<'a> {
    game: &'static str,
    problem: &'a Problem,
    base: &'a ClusterRecord,
    runs: Vec<Option<&'a ClusterRecord>>,
}

/// What was found.
pub(super) struct ClusterResults<'a> {
    experiment: &'a ClusterExperiment,
    asked: usize,
    rows: Vec<ProblemRuns<'a>>,
}

/// How much faster a cluster was; nothing if it found no answer.
fn speed_up(base: &ClusterRecord, record: &ClusterRecord) -> Option<f64> {
    (record.answer == base.answer).then(|| base.work as f64 / record.time.max(1) as f64)
}

impl<'a> ClusterResults<'a> {
    pub(super) fn of(
        experiment: &'a ClusterExperiment,
        problems: &[(&'a GameSet, &'a Problem)],
        records: &'a [ClusterRecord],
    ) -> ClusterResults<'a> {
        let line = run::one_thread(experiment);
        let row = |&(set, problem): &(&'a GameSet, &'a Problem)| {
            let base = found(records, problem, set, &line)?;
            // Two clusters may be the same that ask for problems of different size.
            let of_run = |run: &ClusterRun| match run.fits(base.work) {
                true => found(records, problem, set, &line_of(experiment, Some(run), set)),
                false => None,
            };
            Some(ProblemRuns {
                game: set.game.name,
                problem,
                base,
                runs: experiment.runs.iter().map(of_run).collect(),
            })
        };
        ClusterResults {
            experiment,
            asked: problems.len(),
            rows: problems.iter().filter_map(row).collect(),
        }
    }

    /// How many problems have all their runs.
    pub(super) fn whole(&self) -> usize {
        let is_whole = |row: &&ProblemRuns<'_>| {
            let mut runs = self.experiment.runs.iter().zip(&row.runs);
            runs.all(|(run, found)| found.is_some() || !run.fits(row.base.work))
        };
        self.rows.iter().filter(is_whole).count()
    }

    /// The runs of a cluster, each with that of one thread.
    fn of_run(&self, run: usize) -> impl Iterator<Item = (&ClusterRecord, &ClusterRecord)> {
        let rows = self.rows.iter();
        rows.filter_map(move |row| Some((row.base, row.runs[run]?)))
    }

    /// The geometric mean of a cluster's speed-ups, and on how many problems.
    fn mean(&self, run: usize) -> (f64, usize) {
        self.mean_of(run, |_| true)
    }

    /// The same on some of the problems.
    fn mean_of(&self, run: usize, is_of: impl Fn(&ClusterRecord) -> bool) -> (f64, usize) {
        let all: Vec<f64> = self
            .of_run(run)
            .filter(|(base, _)| is_of(base))
            .filter_map(|(base, record)| speed_up(base, record))
            .collect();
        let sum: f64 = all.iter().map(|one| one.ln()).sum();
        ((sum / all.len().max(1) as f64).exp(), all.len())
    }

    /// What cannot be true.
    pub(super) fn contradictions(&self) -> Vec<String> {
        let mut all = Vec::new();
        for row in &self.rows {
            let expected = match row.problem.value {
                Value::Proved => "proved",
                Value::Disproved => "disproved",
                Value::Unknown => &row.base.answer,
            };
            let records = row.runs.iter().flatten().copied();
            for record in records.chain([row.base]) {
                if record.answer != expected && record.answer != "unknown" {
                    let (answer, run) = (&record.answer, &record.run);
                    all.push(format!(
                        "{}: {answer} by {run}, not {expected}",
                        row.problem.at
                    ));
                }
            }
        }
        all
    }

    pub(super) fn table(&self, identity: &Identity) -> String {
        let experiment = self.experiment;
        let note = experiment.note.as_deref();
        let about = [&experiment.name, &experiment.title, &experiment.source];
        let mut text = opening(about.map(String::as_str), note);
        text += &format!("- problems: {} of {}\n", self.rows.len(), self.asked);
        for of in &experiment.sets {
            let speed = grouped(of.per_millisecond);
            text += &format!(
                "- {}: one ms is {speed} expansions of one thread\n",
                of.set.file
            );
        }
        text += &format!("- {}, begun {}\n\n", identity.program(), identity.begun);
        text += &self.clusters();
        text += &self.games();
        text += &self.problems();
        text += &self.checks();
        match &self.contradictions()[..] {
            [] => text + "## Contradictions\n\nNone.\n",
            some => text + "## Contradictions\n\n- " + &some.join("\n- ") + "\n",
        }
    }

    /// Means over the problems of each cluster.
    fn clusters(&self) -> String {
        let mut columns: Vec<Printed> = Vec::new();
        let mut add = |head: &str, cell: &dyn Fn(usize) -> String| {
            let cells = (0..self.experiment.runs.len()).map(cell).collect();
            columns.push(Printed {
                head: head.into(),
                cells,
            });
        };
        let sum = |run: usize, of: fn(&ClusterRecord) -> u64| -> f64 {
            self.of_run(run).map(|(_, record)| of(record)).sum::<u64>() as f64
        };
        let ratio = |over: f64, under: f64| match under > 0.0 {
            true => format!("{:.2}", over / under),
            false => String::new(),
        };
        add("cluster", &|run| self.experiment.runs[run].label.clone());
        add("problems", &|run| self.mean(run).1.to_string());
        add("speed-up", &|run| match self.mean(run) {
            (_, 0) => String::new(),
            (mean, _) => format!("{mean:.1}"),
        });
        add("work of one thread", &|run| {
            let base: u64 = self.of_run(run).map(|(base, _)| base.work).sum();
            ratio(sum(run, |record| record.work), base as f64)
        });
        add("busy", &|run| {
            let ClusterRun { cluster, .. } = &self.experiment.runs[run];
            let threads = f64::from(cluster.machines * cluster.threads);
            ratio(
                sum(run, |record| record.busy),
                threads * sum(run, |record| record.time),
            )
        });
        add("wasted", &|run| {
            ratio(
                sum(run, |record| record.wasted),
                sum(run, |record| record.work),
            )
        });
        add("expansions a job", &|run| {
            let jobs = sum(run, |record| record.jobs);
            grouped((sum(run, |record| record.work) / jobs.max(1.0)) as u64)
        });
        add("entries out", &|run| {
            ratio(
                sum(run, |record| record.entries_out),
                sum(run, |record| record.work),
            )
        });
        add("entries back", &|run| {
            ratio(
                sum(run, |record| record.entries_back),
                sum(run, |record| record.work),
            )
        });
        format!(
            "Speed-up: geometric mean of the work of one thread over the virtual time. Work: that \
             of all threads, in units of the one thread's. Busy: the part of the time in which \
             threads search. Wasted: the part of the work at leaves that were solved or gone when \
             it came back. Entries: to machines and from them, an expansion.\n\n{}\n",
            markdown(&columns)
        )
    }

    /// The speed-ups by game.
    fn games(&self) -> String {
        let runs = &self.experiment.runs;
        let mut columns = vec![Printed {
            head: "cluster".into(),
            cells: runs.iter().map(|run| run.label.clone()).collect(),
        }];
        for of in &self.experiment.sets {
            let game = of.game.name;
            let head = match columns.iter().any(|column| column.head == game) {
                true => continue,
                false => game.to_owned(),
            };
            let cell = |run| match self.mean_of(run, |base| base.game == game) {
                (_, 0) => String::new(),
                (mean, 1) => format!("{mean:.1} (1 problem)"),
                (mean, problems) => format!("{mean:.1} ({problems} problems)"),
            };
            let cells = (0..runs.len()).map(cell).collect();
            columns.push(Printed { head, cells });
        }
        format!("## By game\n\nSpeed-ups.\n\n{}\n", markdown(&columns))
    }

    /// The speed-ups by problem.
    fn problems(&self) -> String {
        let column = |head: &str, cells: Vec<String>| Printed {
            head: head.into(),
            cells,
        };
        let cells =
            |cell: &dyn Fn(&ProblemRuns<'_>) -> String| self.rows.iter().map(cell).collect();
        let mut columns = vec![
            column(
                "problem",
                cells(&|row| format!("{}, {}", row.game, row.problem.name)),
            ),
            column("answer", cells(&|row| row.base.answer.clone())),
            column("one thread", cells(&|row| grouped(row.base.work))),
        ];
        for (place, run) in self.experiment.runs.iter().enumerate() {
            let cell = |row: &ProblemRuns<'_>| match row.runs[place] {
                None => String::new(),
                Some(record) => speed_up(row.base, record)
                    .map_or(record.answer.clone(), |speed_up| format!("{speed_up:.1}")),
            };
            columns.push(column(&run.label, cells(&cell)));
        }
        format!("## By problem\n\nSpeed-ups.\n\n{}\n", markdown(&columns))
    }

    fn checks(&self) -> String {
        let mut text =
            String::from("## Does it hold?\n\n| claim | found | holds |\n| --- | --- | --- |\n");
        for check in &self.experiment.checks {
            let (mean, problems) = self.mean(check.run);
            let holds = match problems >= check.problems {
                false => "not enough problems",
                true if mean >= check.at_least => "yes",
                true => "**no**",
            };
            let found = match problems {
                0 => "nothing was run".to_owned(),
                _ => format!("{mean:.1} ({problems} problems)"),
            };
            text += &format!("| {} | {found} | {holds} |\n", check.claim);
        }
        text + "\n"
    }

    /// Speed-ups over threads, a line for each group of clusters.
    pub(super) fn draw(&self) -> Option<String> {
        let mut curves: Vec<Curve> = Vec::new();
        for (place, run) in self.experiment.runs.iter().enumerate() {
            let Some(group) = &run.group else {
                continue;
            };
            let (y, problems) = self.mean(place);
            if problems == 0 {
                continue;
            }
            let point = Point {
                x: f64::from(run.cluster.machines * run.cluster.threads),
                y,
                positions: problems as u64,
            };
            match curves.iter_mut().find(|curve| curve.name == *group) {
                Some(curve) => curve.points.push(point),
                None => curves.push(Curve {
                    name: group.clone(),
                    family: group.clone(),
                    points: vec![point],
                }),
            }
        }
        if curves.is_empty() {
            return None;
        }
        let figure = Figure {
            curves,
            across: Scale::Logarithmic,
            up: Scale::Logarithmic,
            up_title: "speed-up over one thread of df-pn".into(),
            top: 10.0,
            marks: true,
            level: None,
        };
        let title = format!("{}: {}", self.experiment.name, self.experiment.title);
        let words = Words {
            title: &title,
            across: "threads",
            up: &figure.up_title,
        };
        svgs(&words, &figure).into_iter().next()
    }
}
