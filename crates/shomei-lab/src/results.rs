//! The runs of an experiment as a matrix, with its sums and ratios.

use shomei_game::corpus::Value;

use crate::bootstrap::{Sample, geometric};
use crate::experiment::{Check, Experiment, Mean, Measure};
use crate::pipeline::finished_runs;
use crate::record::{Count, Record};
use crate::set::{Problem, SetProblem};
use crate::shape::Ratio;

/// The results of every row on every position.
#[derive(Debug)]
pub(crate) struct Results<'a> {
    pub(crate) experiment: &'a Experiment,
    /// The positions on which every row is finished; with clusters, those that one thread has
    /// finished.
    pub(crate) positions: Vec<SetProblem<'a>>,
    /// One list for each row, one cell for each position.
    cells: Vec<Vec<Option<&'a Record>>>,
    /// The number of requested positions.
    pub(crate) asked: usize,
    /// The number of positions whose runs are all finished.
    pub(crate) whole: usize,
}

impl<'a> Results<'a> {
    /// The results on these positions.
    pub(crate) fn of(
        experiment: &'a Experiment,
        asked: &[SetProblem<'a>],
        records: &'a [Record],
    ) -> Results<'a> {
        let known = finished_runs(records);
        let mut results = Results {
            experiment,
            positions: Vec::new(),
            cells: experiment.rows().map(|_| Vec::new()).collect(),
            asked: asked.len(),
            whole: 0,
        };
        for &position in asked {
            let mut is_whole = true;
            let mut found = Vec::new();
            for row in experiment.rows() {
                let job = experiment.job(row, position, &known);
                let record = job.as_ref().and_then(|job| known.get(&job.question));
                let record = record.filter(|found| !row.certifies() || found.is_certified());
                // The required clusters are unknown until one thread has finished.
                is_whole &= record.is_some() || (job.is_none() && !found.is_empty());
                found.push(record.copied());
            }
            let is_shown = match experiment.has_clusters() {
                true => found[0].is_some(),
                false => is_whole,
            };
            results.whole += usize::from(is_whole && is_shown);
            if is_shown {
                results.positions.push(position);
                let places = results.cells.iter_mut().zip(found);
                places.for_each(|(cells, record)| cells.push(record));
            }
        }
        results
    }

    /// The label of a row.
    pub(crate) fn label(&self, row: usize) -> &'a str {
        self.experiment
            .rows()
            .nth(row)
            .map_or("", |row| row.label())
    }

    /// The record of a row on a position.
    pub(crate) fn record(&self, row: usize, position: usize) -> Option<&'a Record> {
        self.cells[row][position]
    }

    /// The records of a row.
    pub(crate) fn of_row(&self, row: usize) -> impl Iterator<Item = &'a Record> {
        self.cells[row].iter().copied().flatten()
    }

    /// The problem of a position.
    pub(crate) fn problem(&self, position: usize) -> &'a Problem {
        self.positions[position].problem
    }

    /// Whether a row has an answer for a position that does not contradict the set.
    pub(crate) fn solves(&self, row: usize, position: usize) -> bool {
        let Some(record) = self.record(row, position) else {
            return false;
        };
        match self.problem(position).case.value {
            Value::Proved => record.answer == "proved",
            Value::Disproved => record.answer == "disproved",
            Value::Unknown => record.is_known(),
        }
    }

    /// The positions that all of these rows solve.
    pub(crate) fn common(&self, rows: &[usize]) -> Vec<usize> {
        let all = |&position: &usize| rows.iter().all(|&row| self.solves(row, position));
        (0..self.positions.len()).filter(all).collect()
    }

    /// The sum of a measure of a run over positions.
    pub(crate) fn total(&self, run: usize, measure: Measure, positions: &[usize]) -> f64 {
        let values = positions.iter().map(|&at| self.value(run, measure, at));
        values.sum()
    }

    /// The mean or the total of a measure of a run over positions; `None` without positions.
    pub(crate) fn average(
        &self,
        run: usize,
        of: Measure,
        kind: Mean,
        positions: &[usize],
    ) -> Option<f64> {
        if kind == Mean::Total {
            return (!positions.is_empty()).then(|| self.total(run, of, positions));
        }
        let least = if kind == Mean::Geometric {
            of.least()
        } else {
            0.0
        };
        let values = positions
            .iter()
            .map(|&at| self.value(run, of, at).max(least));
        mean(kind, values).map(|mean| mean.value)
    }

    /// The measure of a run on a position.
    pub(crate) fn value(&self, run: usize, measure: Measure, position: usize) -> f64 {
        let record = self.record(run, position);
        record.map_or(0.0, |record| measure.of(&self.experiment.runs[run], record))
    }

    /// The ratio of the measures of two runs on a position.
    pub(crate) fn ratio_at(&self, [run, base]: [usize; 2], of: Measure, position: usize) -> f64 {
        let value = |run| self.value(run, of, position).max(of.least());
        value(run) / value(base)
    }

    /// The ratios of the measures of two runs by group, on the chosen positions that both solve.
    pub(crate) fn ratios_of(
        &self,
        pair: [usize; 2],
        of: Measure,
        wanted: impl Fn(usize) -> bool,
    ) -> Vec<Sample> {
        let both = self.common(&pair);
        let family = self.experiment.family.as_ref();
        let groups = family.map_or(1, |family| family.groups.len());
        let ratios = |group| {
            let of_group = |&&at: &&usize| self.positions[at].set.group == group && wanted(at);
            let ratio = |&at: &usize| (self.board(at), self.ratio_at(pair, of, at));
            Sample::tied(both.iter().filter(of_group).map(ratio))
        };
        (0..groups).map(ratios).collect()
    }

    /// The board of a position. Several questions can be about one board.
    pub(crate) fn board(&self, position: usize) -> (&'a str, &'a str) {
        let SetProblem { set, problem } = self.positions[position];
        (set.game.name(), &problem.board)
    }

    /// The speed-up of a cluster over one thread; `None` without an answer.
    pub(crate) fn speed_up_at(&self, row: usize, position: usize) -> Option<f64> {
        let (base, found) = (self.record(0, position)?, self.record(row, position)?);
        let time = found.count(Count::Time).max(1) as f64;
        (found.answer == base.answer).then(|| base.count(Count::Work) as f64 / time)
    }

    /// The geometric mean of the speed-ups of a cluster on the chosen positions.
    pub(crate) fn mean_speed_up(
        &self,
        row: usize,
        wanted: impl Fn(usize) -> bool,
    ) -> Option<Ratio> {
        let positions = (0..self.positions.len()).filter(|&at| wanted(at));
        mean(
            Mean::Geometric,
            positions.filter_map(|at| self.speed_up_at(row, at)),
        )
    }

    /// The size of the set of a position.
    pub(crate) fn size_of(&self, position: usize) -> Option<i64> {
        self.positions[position].set.size
    }

    /// A mean of the ratios on the chosen positions that both runs solve.
    pub(crate) fn average_ratio(
        &self,
        pair: [usize; 2],
        of: Measure,
        kind: Mean,
        wanted: impl Fn(usize) -> bool,
    ) -> Option<Ratio> {
        let mut compared = self.common(&pair);
        compared.retain(|&at| wanted(at));
        let ratios = compared.iter().map(|&at| self.ratio_at(pair, of, at));
        match kind {
            Mean::Total => self.ratio_of_totals(pair, of, &compared),
            _ => mean(kind, ratios),
        }
    }

    fn ratio_of_totals(
        &self,
        [left, right]: [usize; 2],
        of: Measure,
        compared: &[usize],
    ) -> Option<Ratio> {
        let value = self.total(left, of, compared) / self.total(right, of, compared);
        let positions = Some(compared.len() as u64);
        value.is_finite().then_some(Ratio { value, positions })
    }

    /// The part of the sets' positions that is included, 0 to 1.
    pub(crate) fn part(&self) -> f64 {
        let sets = self.experiment.sets.iter();
        let all: usize = sets.map(|set| set.problems.len()).sum();
        self.positions.len() as f64 / all.max(1) as f64
    }

    /// The positions on which a claim compares two runs.
    fn compared(&self, check: &Check) -> Vec<usize> {
        match check.column {
            Some(column) => self.common(&self.experiment.columns[column].solved_by),
            None => self.common(&check.pair()),
        }
    }

    /// The ratio of two totals.
    pub(crate) fn ratio(&self, check: &Check) -> Option<Ratio> {
        self.ratio_of_totals(check.pair(), check.of, &self.compared(check))
    }

    /// The geometric mean of ratios.
    pub(crate) fn mean_ratio(&self, check: &Check) -> Option<Ratio> {
        let ratio = |&at: &usize| self.ratio_at(check.pair(), check.of, at);
        mean(Mean::Geometric, self.compared(check).iter().map(ratio))
    }

    /// A mean of ratios on the sets of a size.
    pub(crate) fn mean_ratio_at(&self, check: &Check) -> Option<Ratio> {
        let of_size = |at| self.size_of(at) == Some(check.size);
        self.average_ratio(check.pair(), check.of, check.mean, of_size)
    }

    /// The geometric mean of ratios on a group, or on all groups with equal weights.
    pub(crate) fn group_ratio(&self, check: &Check) -> Option<Ratio> {
        let group_of = |at: usize| self.positions[at].set.group;
        let wanted = |at| check.group.is_none_or(|group| group_of(at) == group);
        let found = geometric(&self.ratios_of(check.pair(), check.of, wanted))?;
        Some(Ratio {
            value: found.mean,
            positions: Some(found.values as u64),
        })
    }

    /// The number of positions on which the left run needs less or which only it solves, and the
    /// number of compared positions.
    pub(crate) fn wins(&self, check: &Check) -> Option<(u64, u64)> {
        let ([left, right], of) = (check.pair(), check.of);
        let compared = match check.column {
            Some(_) => self.compared(check),
            None => (0..self.positions.len())
                .filter(|&at| self.solves(left, at) || self.solves(right, at))
                .collect(),
        };
        let wins = compared.iter().filter(|&&at| {
            match (self.solves(left, at), self.solves(right, at)) {
                (true, true) => self.value(left, of, at) < self.value(right, of, at),
                // The other run did not solve the position within its limits.
                (left, _) => left,
            }
        });
        let wins = wins.count() as u64;
        (!compared.is_empty()).then_some((wins, compared.len() as u64))
    }

    /// The part of a run's unsolved positions on which it reached this limit.
    pub(crate) fn stopped_by(&self, run: usize, limit: &str) -> Option<f64> {
        let stops = self.of_row(run).filter(|record| !record.is_known());
        let stops: Vec<&str> = stops
            .filter_map(|record| record.stopped_by.as_deref())
            .collect();
        let hits = stops.iter().filter(|stop| **stop == limit).count();
        (!stops.is_empty()).then(|| hits as f64 / stops.len() as f64)
    }

    /// The number of answers with a sound certificate, and the number of answers.
    pub(crate) fn certified(&self, runs: &[usize]) -> (u64, u64) {
        let records = runs.iter().flat_map(|&run| self.of_row(run));
        let known: Vec<_> = records.filter(|record| record.is_known()).collect();
        let sound = known.iter().filter(|record| record.has_sound_certificate());
        (sound.count() as u64, known.len() as u64)
    }

    /// Answers that the set, another row or a certificate contradicts.
    pub(crate) fn contradictions(&self) -> Vec<String> {
        let positions = 0..self.positions.len();
        positions
            .flat_map(|at| self.contradictions_at(at))
            .collect()
    }

    fn contradictions_at(&self, position: usize) -> Vec<String> {
        let mut found = Vec::new();
        let problem = self.problem(position);
        let rows = || {
            let rows = self.experiment.rows().zip(&self.cells);
            rows.filter_map(|(row, cells)| Some((row.label(), cells[position]?)))
        };
        let says = |answer: &str| {
            let labels = rows().filter(|(_, record)| record.answer == answer);
            let labels: Vec<&str> = labels.map(|(label, _)| label).collect();
            let s = if labels.len() == 1 { "says" } else { "say" };
            (!labels.is_empty()).then(|| format!("{} {s} {answer}", labels.join(", ")))
        };
        let at = match problem.case.at.to_string() {
            place if place == problem.case.name => place,
            place => format!("{place} ({})", problem.case.name),
        };
        let (proved, disproved) = (says("proved"), says("disproved"));
        match (problem.case.value, &proved, &disproved) {
            (Value::Proved, _, Some(wrong)) => {
                found.push(format!("{at}: the set says proved, {wrong}"));
            }
            (Value::Disproved, Some(wrong), _) => {
                found.push(format!("{at}: the set says disproved, {wrong}"));
            }
            _ => {}
        }
        if let (Some(some), Some(others)) = (proved, disproved) {
            found.push(format!("{at}: {some}, {others}"));
        }
        for (label, record) in rows() {
            if let Some(certificate) = &record.certificate
                && !record.has_sound_certificate()
            {
                let claim = certificate.claim.as_deref().unwrap_or("nothing");
                found.push(format!(
                    "{at}: {label} says {}, its certificate {claim}: {}",
                    record.answer, certificate.verdict
                ));
            }
        }
        found
    }
}

/// The mean of this kind; `None` without values.
fn mean(kind: Mean, values: impl Iterator<Item = f64>) -> Option<Ratio> {
    let is_geometric = kind == Mean::Geometric;
    let values = values.map(|value| if is_geometric { value.ln() } else { value });
    let values: Vec<f64> = values.collect();
    let sum: f64 = values.iter().sum();
    let mean = sum / values.len() as f64;
    (!values.is_empty()).then(|| Ratio {
        value: if is_geometric { mean.exp() } else { mean },
        positions: Some(values.len() as u64),
    })
}

#[cfg(test)]
mod tests;
