//! The figures of an experiment with the family.

use super::parts::Bin;
use super::{FamilyMeasure, FamilyResults};
use crate::report::{Curve, Figure, Point, Scale, Words, svgs};

/// A figure that rules, memory or epsilon asks for: its name and its picture.
type Named = (String, String);

impl FamilyResults<'_> {
    /// All figures with the names of their files.
    pub(in crate::family) fn figures(&self) -> Vec<Named> {
        if self.rows.is_empty() {
            return Vec::new();
        }
        let all = [
            self.solved_over_nodes(),
            self.rules_over_counts(),
            self.solved_over_memory(),
            self.ratios_over_size(),
        ];
        all.into_iter().flatten().collect()
    }

    fn named(&self, name: &str, (across, figure): (&str, &Figure)) -> Vec<Named> {
        if figure.curves.iter().all(|curve| curve.points.is_empty()) {
            return Vec::new();
        }
        let words = Words {
            title: &format!("{}, {name}", self.experiment.name),
            across,
            up: &figure.up_title,
        };
        let pictures = svgs(&words, figure).into_iter().zip(1..);
        let named = pictures.map(|(svg, place)| match place {
            1 => (name.to_string(), svg),
            _ => (format!("{name}-{place}"), svg),
        });
        named.collect()
    }

    /// The family of a run: its algorithm.
    fn family(&self, run: usize) -> String {
        self.experiment.runs[run].algorithm.name.into()
    }

    fn solved_over_nodes(&self) -> Vec<Named> {
        let curve = |&run: &usize| {
            let solved = self.rows.iter().filter(|row| self.solves(run, row));
            let mut nodes: Vec<f64> = solved
                .map(|row| self.value(run, row, FamilyMeasure::Nodes))
                .collect();
            nodes.sort_by(f64::total_cmp);
            // The easy ones are solved by all.
            let points = nodes.into_iter().zip(1..).filter(|&(x, _)| x >= FROM);
            let point = |(x, positions): (f64, u64)| Point {
                x,
                y: positions as f64,
                positions,
            };
            Curve {
                name: self.label(run).into(),
                family: self.family(run),
                points: points.map(point).collect(),
            }
        };
        let figure = Figure {
            curves: self.experiment.solved.iter().map(curve).collect(),
            across: Scale::Logarithmic,
            up: Scale::Linear,
            up_title: "positions solved".into(),
            top: self.rows.len() as f64,
            marks: false,
            level: None,
        };
        let across = format!(
            "nodes {} (the figure begins at {FROM})",
            self.experiment.count.name()
        );
        self.named("solved", (&across, &figure))
    }

    /// A line of the ratios in ranges.
    fn of_bins(name: String, family: String, bins: &[Bin]) -> Curve {
        let enough = bins.iter().filter(|bin| bin.found.values >= ENOUGH);
        let point = |bin: &Bin| Point {
            x: bin.middle,
            y: bin.found.mean,
            positions: bin.found.values as u64,
        };
        Curve {
            name,
            family,
            points: enough.map(point).collect(),
        }
    }

    fn ratio_figure(curves: Vec<Curve>, up_title: String) -> Figure {
        Figure {
            curves,
            across: Scale::Logarithmic,
            up: Scale::Logarithmic,
            up_title,
            top: 1.0,
            marks: true,
            level: Some(1.0),
        }
    }

    fn rules_over_counts(&self) -> Vec<Named> {
        let curve = |&(run, base): &(usize, usize)| {
            let family = self.label(base).to_string();
            Self::of_bins(
                self.label(run).into(),
                family,
                &self.count_bins((run, base)),
            )
        };
        let curves = self.experiment.rules.iter().map(curve).collect();
        let figure = Self::ratio_figure(curves, "nodes, divided by those with the sum".into());
        self.named("rules", ("how often a leaf is counted", &figure))
    }

    fn solved_over_memory(&self) -> Vec<Named> {
        let curve = |(name, runs): &(String, Vec<usize>)| {
            let point = |&run: &usize| Point {
                x: self.experiment.runs[run].memory as f64 / 1024.0,
                y: self.solved_in(run, None) as f64,
                positions: self.rows.len() as u64,
            };
            Curve {
                name: name.clone(),
                family: name.clone(),
                points: runs.iter().rev().map(point).collect(),
            }
        };
        let figure = Figure {
            curves: self.experiment.memories.iter().map(curve).collect(),
            across: Scale::Logarithmic,
            up: Scale::Linear,
            up_title: "positions solved".into(),
            top: self.rows.len() as f64,
            marks: true,
            level: None,
        };
        self.named("memory", ("KiB of memory", &figure))
    }

    fn ratios_over_size(&self) -> Vec<Named> {
        let (base, runs) = &self.experiment.sizes;
        let curve = |&run: &usize| {
            let name = self.label(run).to_string();
            Self::of_bins(name.clone(), name, &self.size_bins(run, None))
        };
        let up = format!("nodes, divided by those of {}", self.label(*base));
        let figure = Self::ratio_figure(runs.iter().map(curve).collect(), up);
        self.named("epsilon", ("nodes that the position takes", &figure))
    }
}

/// Where the figure of solved positions begins.
const FROM: f64 = 100.0;

/// Fewer positions in a range are no point of a line.
const ENOUGH: usize = 5;
