//! The tables and the plot of clusters.

use std::collections::HashSet;

use shomei::messages::{counted, grouped};

use crate::record::{Count, Record};
use crate::report::{Curve, Figure, Point, Scale, Table, by_name, svgs};
use crate::results::Results;
use crate::shape::Ratio;

/// The results of clusters.
pub(crate) struct ClusterReport<'a>(pub(crate) &'a Results<'a>);

impl ClusterReport<'_> {
    /// The lines about the problems and the speed of each game.
    pub(crate) fn about(&self) -> Vec<String> {
        let Results {
            positions, asked, ..
        } = self.0;
        let mut lines = vec![format!("problems: {} of {asked}", positions.len())];
        lines.extend(self.0.experiment.sets.iter().map(|set| {
            let speed = grouped(set.per_millisecond);
            format!("{}: one ms is {speed} expansions of one thread", set.file)
        }));
        lines
    }

    pub(crate) fn tables(&self) -> String {
        self.clusters() + &self.games() + &self.problems()
    }

    /// The rows of the clusters. The first row is that of one thread.
    fn rows(&self) -> std::ops::RangeInclusive<usize> {
        1..=self.0.experiment.clusters.len()
    }

    /// The runs of a cluster, each with that of one thread.
    fn of_row(&self, row: usize) -> impl Iterator<Item = [&Record; 2]> {
        let positions = 0..self.0.positions.len();
        positions.filter_map(move |at| Some([self.0.record(0, at)?, self.0.record(row, at)?]))
    }

    fn sum(&self, row: usize, count: Count) -> f64 {
        let counts = self.of_row(row).map(|[_, found]| found.count(count));
        counts.sum::<u64>() as f64
    }

    fn mean(&self, row: usize) -> Option<Ratio> {
        self.0.mean_speed_up(row, |_| true)
    }

    /// An empty table with a row for each cluster.
    fn of_clusters(&self) -> Table<usize> {
        Table::new("cluster", self.rows(), |&row| self.0.label(row).into())
    }

    /// Means over the problems of each cluster.
    fn clusters(&self) -> String {
        let ratio = |over: f64, under: f64| match under > 0.0 {
            true => format!("{:.2}", over / under),
            false => String::new(),
        };
        let work = |row| self.sum(row, Count::Work);
        let part_of_work = |count| move |&row: &usize| ratio(self.sum(row, count), work(row));
        let mut table = self.of_clusters();
        table.column("problems", |&row| {
            let problems = self.mean(row).and_then(|mean| mean.positions);
            problems.unwrap_or(0).to_string()
        });
        table.column("speed-up", |&row| {
            let mean = self.mean(row);
            mean.map_or(String::new(), |mean| format!("{:.1}", mean.value))
        });
        table.column("work of one thread", |&row| {
            let base = self.of_row(row).map(|[base, _]| base.count(Count::Work));
            ratio(work(row), base.sum::<u64>() as f64)
        });
        table.column("busy", |&row| {
            let threads = self.0.experiment.clusters[row - 1].threads();
            let time = threads * self.sum(row, Count::Time);
            ratio(self.sum(row, Count::Busy), time)
        });
        table.column("wasted", part_of_work(Count::Wasted));
        table.column("expansions per job", |&row| {
            grouped((work(row) / self.sum(row, Count::Jobs).max(1.0)) as u64)
        });
        table.column("entries out", part_of_work(Count::EntriesOut));
        table.column("entries back", part_of_work(Count::EntriesBack));
        format!(
            "Speed-up: geometric mean of the work of one thread over the virtual time. Work: that \
             of all threads, in units of the work of one thread. Busy: the part of the time in which \
             threads search. Wasted: the part of the work at leaves that were solved or removed \
             meanwhile. Entries: sent to machines and by them, for each expansion.\n\n{}\n",
            table.numbers()
        )
    }

    /// The speed-ups by game.
    fn games(&self) -> String {
        let mut table = self.of_clusters();
        let games = self.0.experiment.sets.iter().map(|set| set.game.name());
        let mut seen = HashSet::new();
        for game in games.filter(|&game| seen.insert(game)) {
            let of_game = |at: usize| self.0.positions[at].set.game.name() == game;
            table.column(game, |&row| {
                let mean = self.0.mean_speed_up(row, of_game);
                mean.map_or(String::new(), |mean| {
                    let problems = counted(mean.positions.unwrap_or(0), "problem");
                    format!("{:.1} ({problems})", mean.value)
                })
            });
        }
        format!("## By game\n\nSpeed-ups.\n\n{}\n", table.numbers())
    }

    /// The speed-ups by problem.
    fn problems(&self) -> String {
        let alone = |at: usize, cell: fn(&Record) -> String| {
            self.0.record(0, at).map_or(String::new(), cell)
        };
        let mut table = Table::new("problem", 0..self.0.positions.len(), |&at| {
            let asked = self.0.positions[at];
            format!("{}, {}", asked.set.game.name(), asked.problem.case.name)
        });
        table.column("answer", |&at| alone(at, |base| base.answer.clone()));
        table.column("one thread", |&at| {
            alone(at, |base| grouped(base.count(Count::Work)))
        });
        for row in self.rows() {
            table.column(self.0.label(row), |&at| {
                let speed_up = self.0.speed_up_at(row, at);
                let answer = self.0.record(row, at).map(|found| found.answer.clone());
                let speed_up = speed_up.map(|speed_up| format!("{speed_up:.1}"));
                speed_up.or(answer).unwrap_or_default()
            });
        }
        format!("## By problem\n\nSpeed-ups.\n\n{}\n", table.numbers())
    }

    /// Speed-ups over threads, a line for each group of clusters.
    pub(crate) fn draw(&self) -> Option<String> {
        let clusters = self.0.experiment.clusters.iter();
        let points = self.rows().zip(clusters).filter_map(|(row, cluster)| {
            let mean = self.mean(row)?;
            let point = Point {
                x: cluster.threads(),
                y: mean.value,
                positions: mean.positions.unwrap_or(0),
            };
            Some((&**cluster.group.as_ref()?, point))
        });
        let curves: Vec<Curve> = by_name(points);
        if curves.is_empty() {
            return None;
        }
        let figure = Figure {
            title: self.0.title(),
            across_title: "threads".into(),
            curves,
            across: Scale::Logarithmic,
            up: Scale::Logarithmic,
            up_title: "speed-up over one thread of df-pn".into(),
            top: 10.0,
            marks: true,
            level: None,
        };
        svgs(&figure).into_iter().next()
    }
}
