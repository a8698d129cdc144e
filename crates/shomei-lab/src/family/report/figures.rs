//! The figures of the family.

use super::FamilyReport;
use super::parts::Bin;
use crate::report::{Curve, Figure, Point, Scale, svgs};

/// The name of a file and its SVG.
type Named = (String, String);

/// The smallest number of nodes in the figure of solved positions: all runs solve the easy ones.
const FROM: f64 = 100.0;

/// The minimum number of positions for a point of a line.
const ENOUGH: usize = 5;

impl FamilyReport<'_> {
    /// All figures with the names of their files.
    pub(crate) fn figures(&self) -> Vec<Named> {
        if self.results.positions.is_empty() {
            return Vec::new();
        }
        let all = [
            ("solved", self.solved_over_nodes()),
            ("rules", self.rules_over_counts()),
            ("memory", self.solved_over_memory()),
            ("epsilon", self.ratios_over_size()),
        ];
        let named = all
            .into_iter()
            .map(|(name, figure)| self.named(name, figure));
        named.flatten().collect()
    }

    fn named(&self, name: &str, figure: Figure) -> Vec<Named> {
        if figure.curves.iter().all(|curve| curve.points.is_empty()) {
            return Vec::new();
        }
        let figure = Figure {
            title: format!("{}, {name}", self.results.experiment.name),
            ..figure
        };
        let pictures = svgs(&figure).into_iter().zip(1..);
        let named = pictures.map(|(svg, place)| match place {
            1 => (format!("{name}.svg"), svg),
            _ => (format!("{name}-{place}.svg"), svg),
        });
        named.collect()
    }

    fn solved_over_nodes(&self) -> Figure {
        let curve = |&run: &usize| {
            let mut points = self.results.solved_over_nodes(run);
            points.retain(|point| point.x >= FROM);
            self.results.curve(run, points)
        };
        let curves = self.family.solved.iter().map(curve).collect();
        let run = &self.results.experiment.runs[self.family.base];
        let what = run.count.name();
        Figure {
            across_title: format!("nodes {what} (the figure begins at {FROM})"),
            ..Figure::solved(self.results.positions.len(), curves)
        }
    }

    /// A line of mean ratios over ranges.
    fn of_bins(name: &str, family: &str, bins: &[Option<Bin>]) -> Curve {
        let enough = bins
            .iter()
            .flatten()
            .filter(|bin| bin.found.values >= ENOUGH);
        let point = |bin: &Bin| Point {
            x: bin.middle,
            y: bin.found.mean,
            positions: bin.found.values as u64,
        };
        Curve {
            name: name.into(),
            family: family.into(),
            points: enough.map(point).collect(),
        }
    }

    fn ratio_figure(up_title: String, across_title: &str, curves: Vec<Curve>) -> Figure {
        Figure {
            across: Scale::Logarithmic,
            across_title: across_title.into(),
            up: Scale::Logarithmic,
            marks: true,
            level: Some(1.0),
            ..Figure::new(up_title, curves)
        }
    }

    fn rules_over_counts(&self) -> Figure {
        let curve = |&[run, base]: &[usize; 2]| {
            let bins = self.count_bins([run, base]);
            Self::of_bins(self.label(run), self.label(base), &bins)
        };
        let curves = self.family.rules.iter().map(curve).collect();
        let up = "nodes, divided by those with the sum".into();
        Self::ratio_figure(up, "how often a leaf is counted", curves)
    }

    fn solved_over_memory(&self) -> Figure {
        let positions = self.results.positions.len();
        let curve = |(name, runs): &(String, Vec<usize>)| {
            let point = |&run: &usize| Point {
                x: self.results.experiment.runs[run].memory as f64 / 1024.0,
                y: self.solved_in(run, None) as f64,
                positions: positions as u64,
            };
            Curve {
                name: name.clone(),
                family: name.clone(),
                points: runs.iter().rev().map(point).collect(),
            }
        };
        let curves = self.family.memories.iter().map(curve).collect();
        Figure {
            across_title: "KiB of memory".into(),
            marks: true,
            ..Figure::solved(positions, curves)
        }
    }

    fn ratios_over_size(&self) -> Figure {
        let (base, runs) = &self.family.sizes;
        let curve = |&run: &usize| {
            let name = self.label(run);
            Self::of_bins(name, name, &self.size_bins(run, None))
        };
        let up = format!("nodes, divided by those of {}", self.label(*base));
        let curves = runs.iter().map(curve).collect();
        Self::ratio_figure(up, "nodes that the position takes", curves)
    }
}
