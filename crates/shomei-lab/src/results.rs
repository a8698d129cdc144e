//! The runs of an experiment as a matrix, and the sums and ratios of it.

use shomei_game::corpus::Value;

use crate::experiment::{Comparison, Experiment, Mean, Measure, Run};
use crate::pipeline::known;
use crate::set::Problem;
use crate::shape::{Figures, Ratio};
use crate::trial::{Record, Trial};

/// What every run found on every position.
#[derive(Debug)]
pub(crate) struct Results<'a> {
    /// The experiment.
    pub(crate) experiment: &'a Experiment,
    /// The positions.
    pub(crate) problems: Vec<&'a Problem>,
    /// One list for each run, one record for each position.
    cells: Vec<Vec<&'a Record>>,
    /// How many positions were asked for.
    pub(crate) asked: usize,
}

impl<'a> Results<'a> {
    /// The results on those of the problems that every run has finished.
    pub(crate) fn of(
        experiment: &'a Experiment,
        asked: &[&'a Problem],
        records: &'a [Record],
    ) -> Results<'a> {
        let known = known::<Experiment>(records);
        let mut problems = Vec::new();
        let mut cells = vec![Vec::new(); experiment.runs.len()];
        for &problem in asked {
            let found = |run: &Run| {
                let trial = Trial::of(experiment.game.name, run, problem);
                let record = known.get(&trial).copied();
                record.filter(|record| !run.certify || record.is_certified())
            };
            let row: Option<Vec<&Record>> = experiment.runs.iter().map(found).collect();
            if let Some(row) = row {
                problems.push(problem);
                let places = cells.iter_mut().zip(row);
                places.for_each(|(cells, record)| cells.push(record));
            }
        }
        Results {
            experiment,
            problems,
            cells,
            asked: asked.len(),
        }
    }

    /// The records of a run, one for each position.
    pub(crate) fn of_run(&self, run: usize) -> &[&'a Record] {
        &self.cells[run]
    }

    /// Whether a run has an answer for a position, and not one that the set
    /// knows to be wrong.
    pub(crate) fn solves(&self, run: usize, position: usize) -> bool {
        let answer = &self.cells[run][position].answer;
        match self.problems[position].value {
            Value::Proved => answer == "proved",
            Value::Disproved => answer == "disproved",
            Value::Unknown => self.cells[run][position].is_known(),
        }
    }

    /// The positions that all of these runs solve.
    pub(crate) fn common(&self, runs: &[usize]) -> Vec<usize> {
        let all = |&position: &usize| runs.iter().all(|&run| self.solves(run, position));
        (0..self.problems.len()).filter(all).collect()
    }

    /// The sum of a measure of a run over positions.
    pub(crate) fn total(&self, run: usize, measure: Measure, positions: &[usize]) -> f64 {
        positions
            .iter()
            .map(|&at| self.value(run, measure, at))
            .sum()
    }

    /// The mean or the total of a measure of a run over positions; of none
    /// there is none.
    pub(crate) fn average(
        &self,
        run: usize,
        of: Measure,
        kind: Mean,
        positions: &[usize],
    ) -> Option<f64> {
        let values = positions.iter().map(|&at| self.value(run, of, at));
        let found = match kind {
            Mean::Arithmetic => mean(&values.collect::<Vec<_>>()),
            Mean::Geometric => geometric_mean(values.map(|value| value.max(of.least()))),
            Mean::Total => {
                return (!positions.is_empty()).then(|| self.total(run, of, positions));
            }
        };
        found.map(|mean| mean.value)
    }

    /// What a run needs on a position.
    pub(crate) fn value(&self, run: usize, measure: Measure, position: usize) -> f64 {
        measure.of(&self.experiment.runs[run], self.cells[run][position])
    }

    /// The size of the set that a position is in.
    pub(crate) fn size_of(&self, position: usize) -> Option<i64> {
        let file = &self.problems[position].at.file;
        let mut sets = self.experiment.sets.iter();
        sets.find(|set| set.file == *file)?.size
    }

    /// What one run needs divided by what another does, on each of these
    /// positions.
    fn ratios(
        &self,
        left: usize,
        right: usize,
        of: Measure,
        positions: &[usize],
    ) -> impl Iterator<Item = f64> {
        let value = move |run, at| self.value(run, of, at).max(of.least());
        let ratio = move |&at: &usize| value(left, at) / value(right, at);
        positions.iter().map(ratio)
    }

    /// A mean of these ratios on the positions that both runs solve and that are
    /// asked for.
    pub(crate) fn average_ratio(
        &self,
        [left, right]: [usize; 2],
        of: Measure,
        kind: Mean,
        asked: impl Fn(usize) -> bool,
    ) -> Option<Ratio> {
        let mut ground = self.common(&[left, right]);
        ground.retain(|&at| asked(at));
        let ratios = self.ratios(left, right, of, &ground);
        match kind {
            Mean::Arithmetic => mean(&ratios.collect::<Vec<_>>()),
            Mean::Geometric => geometric_mean(ratios),
            Mean::Total => self.ratio_of_totals([left, right], of, &ground),
        }
    }

    fn ratio_of_totals(
        &self,
        [left, right]: [usize; 2],
        of: Measure,
        ground: &[usize],
    ) -> Option<Ratio> {
        let value = self.total(left, of, ground) / self.total(right, of, ground);
        let positions = Some(ground.len() as u64);
        value.is_finite().then_some(Ratio { value, positions })
    }

    /// Where two runs are compared.
    fn ground(&self, comparison: &Comparison) -> Vec<usize> {
        match comparison.column {
            Some(column) => self.common(&self.experiment.columns[column].solved_by),
            None => self.common(&[comparison.left, comparison.right]),
        }
    }

    /// What cannot be true: answers that the set, another run or a certificate
    /// contradicts.
    pub(crate) fn contradictions(&self) -> Vec<String> {
        let mut found = Vec::new();
        for (position, problem) in self.problems.iter().enumerate() {
            let says = |answer: &str| {
                let runs = self.experiment.runs.iter().zip(&self.cells);
                let runs = runs.filter(|(_, cells)| cells[position].answer == answer);
                let labels: Vec<&str> = runs.map(|(run, _)| &*run.label).collect();
                let s = if labels.len() == 1 { "says" } else { "say" };
                (!labels.is_empty()).then(|| format!("{} {s} {answer}", labels.join(", ")))
            };
            let at = match problem.at.to_string() {
                place if place == problem.name => place,
                place => format!("{place} ({})", problem.name),
            };
            let (proved, disproved) = (says("proved"), says("disproved"));
            match (problem.value, &proved, &disproved) {
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
            for (run, cells) in self.experiment.runs.iter().zip(&self.cells) {
                let Some(certificate) = &cells[position].certificate else {
                    continue;
                };
                if !cells[position].has_sound_certificate() {
                    let answer = &cells[position].answer;
                    let claim = certificate.claim.as_deref().unwrap_or("nothing");
                    found.push(format!(
                        "{at}: {} says {answer}, its certificate {claim}: {}",
                        run.label, certificate.verdict
                    ));
                }
            }
        }
        found
    }
}

/// The geometric mean; of nothing there is none.
fn geometric_mean(values: impl Iterator<Item = f64>) -> Option<Ratio> {
    let mean = mean(&values.map(f64::ln).collect::<Vec<_>>())?;
    Some(Ratio {
        value: mean.value.exp(),
        ..mean
    })
}

/// The arithmetic mean; of nothing there is none.
fn mean(values: &[f64]) -> Option<Ratio> {
    let sum: f64 = values.iter().sum();
    (!values.is_empty()).then(|| Ratio {
        value: sum / values.len() as f64,
        positions: Some(values.len() as u64),
    })
}

impl Figures for Results<'_> {
    fn part(&self) -> f64 {
        let sets = self.experiment.sets.iter();
        let all: usize = sets.map(|set| set.problems.len()).sum();
        self.problems.len() as f64 / all.max(1) as f64
    }

    fn solved(&self, run: usize) -> Option<u64> {
        Some(self.common(&[run]).len() as u64)
    }

    fn ratio(&self, comparison: &Comparison) -> Option<Ratio> {
        let ground = self.ground(comparison);
        let Comparison {
            left, right, of, ..
        } = *comparison;
        self.ratio_of_totals([left, right], of, &ground)
    }

    fn mean_ratio(&self, comparison: &Comparison) -> Option<Ratio> {
        let ground = self.ground(comparison);
        geometric_mean(self.ratios(comparison.left, comparison.right, comparison.of, &ground))
    }

    fn mean_ratio_at(&self, size: i64, mean: Mean, comparison: &Comparison) -> Option<Ratio> {
        let of_size = |at| self.size_of(at) == Some(size);
        let Comparison {
            left, right, of, ..
        } = *comparison;
        self.average_ratio([left, right], of, mean, of_size)
    }

    fn wins(&self, comparison: &Comparison) -> Option<(u64, u64)> {
        let Comparison {
            left, right, of, ..
        } = *comparison;
        let ground = match comparison.column {
            Some(_) => self.ground(comparison),
            None => (0..self.problems.len())
                .filter(|&at| self.solves(left, at) || self.solves(right, at))
                .collect(),
        };
        let wins = ground.iter().filter(|&&at| {
            match (self.solves(left, at), self.solves(right, at)) {
                (true, true) => self.value(left, of, at) < self.value(right, of, at),
                // The other one did not solve it within its limits.
                (left, _) => left,
            }
        });
        let wins = wins.count() as u64;
        (!ground.is_empty()).then_some((wins, ground.len() as u64))
    }

    fn stopped_by(&self, run: usize, limit: &str) -> Option<f64> {
        let stops = self.cells[run].iter().filter(|record| !record.is_known());
        let stops: Vec<&str> = stops
            .filter_map(|record| record.stopped_by.as_deref())
            .collect();
        let hits = stops.iter().filter(|stop| **stop == limit).count();
        (!stops.is_empty()).then(|| hits as f64 / stops.len() as f64)
    }

    fn certified(&self, runs: &[usize]) -> Option<(u64, u64)> {
        let records = runs.iter().flat_map(|&run| &self.cells[run]);
        let known: Vec<_> = records.filter(|record| record.is_known()).collect();
        let sound = known.iter().filter(|record| record.has_sound_certificate());
        Some((sound.count() as u64, known.len() as u64))
    }
}

#[cfg(test)]
mod tests;
