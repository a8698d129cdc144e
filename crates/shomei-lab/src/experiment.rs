//! An experiment: which algorithms run on which positions, within which
//! limits, what the paper says, and what shape the figures should have.
//!
//! Read from a TOML file; every name in it is looked up before anything runs.

mod claims;
mod file;
mod find;
mod setups;

use std::path::{Path, PathBuf};

use shomei_game::corpus::LineFault;
use shomei_search::registry::{Info, Settings};
use shomei_search::{Counters, Stop};

pub use find::find;

use crate::game::LabGame;
use crate::trial::{Budget, Record, complete};
use crate::{LabError, set};

/// An experiment that can be run.
#[derive(Clone, Debug)]
pub struct Experiment {
    /// The name, which is also that of the file.
    pub name: String,
    /// What it is about.
    pub title: String,
    /// The paper and its table.
    pub source: String,
    /// What a reader should know beside the figures.
    pub note: Option<String>,
    /// The game.
    pub game: LabGame,
    /// The sets, in order.
    pub sets: Vec<set::Set>,
    /// How many positions the paper has.
    pub paper_positions: Option<u64>,
    /// The rows.
    pub runs: Vec<Run>,
    /// The columns.
    pub columns: Vec<Column>,
    /// What should hold.
    pub checks: Vec<Check>,
    /// The figure.
    pub plot: Option<Plot>,
}

/// A row of the table: an algorithm with all that determines its runs.
#[derive(Clone, Debug)]
pub struct Run {
    /// The name of the row.
    pub label: String,
    /// The algorithm.
    pub algorithm: &'static Info,
    /// The options that are set.
    pub settings: Settings,
    /// Bytes for its table.
    pub memory: usize,
    /// When it gives up.
    pub budget: Budget,
    /// What counts as a node.
    pub count: Counter,
    /// Whether each answer must have a certificate.
    pub certify: bool,
    /// What the paper says.
    pub paper: Paper,
    /// Line and place in the plot.
    pub point: Option<(String, u64)>,
}

/// The paper's figures of a row; one of each per column.
#[derive(Clone, Debug, Default)]
pub struct Paper {
    /// Positions solved.
    pub solved: Option<u64>,
    /// Totals of nodes.
    pub nodes: Vec<Option<u64>>,
    /// Totals of time.
    pub seconds: Vec<Option<f64>>,
}

/// A column: totals over the positions that some runs all solve.
#[derive(Clone, Debug)]
pub struct Column {
    /// The name, for checks and figures.
    pub name: String,
    /// The head.
    pub title: String,
    /// Who solves them: places in the list of runs.
    pub solved_by: Vec<usize>,
    /// How many positions that are in the paper.
    pub paper_positions: Option<u64>,
    /// What is added up.
    pub show: Vec<Measure>,
}

/// The counter that is called nodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Counter {
    /// Positions created as children.
    Generated,
    /// Positions whose children were created.
    Expanded,
    /// Positions evaluated as leaves.
    Evaluated,
}

/// What can be added up over positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Measure {
    /// What the row calls nodes.
    Nodes,
    /// One counter for all rows.
    Counter(Counter),
    /// Time.
    Seconds,
}

/// A claim about the figures.
#[derive(Clone, Debug)]
pub struct Check {
    /// In words.
    pub claim: String,
    /// What the paper has, where its figures do not say.
    pub paper: Option<String>,
    /// What must hold.
    pub shape: Shape,
}

/// What can be claimed. Runs are places in the list of runs.
#[derive(Clone, Debug)]
pub enum Shape {
    /// The total of one run divided by that of another.
    Ratio(Comparison),
    /// The geometric mean of the ratios, position by position.
    MeanRatio(Comparison),
    /// Positions that one run solves less those that another solves.
    Difference {
        /// The one.
        left: usize,
        /// The other.
        right: usize,
        /// What the difference is to be.
        bound: Bound,
    },
    /// Each of `runs` solves fewer than each of `others`.
    Fewest {
        /// The weak.
        runs: Vec<usize>,
        /// The strong.
        others: Vec<usize>,
    },
    /// Each of `runs` solves more than each of `others`.
    Most {
        /// The strong.
        runs: Vec<usize>,
        /// The weak.
        others: Vec<usize>,
    },
    /// Between the run that solves most and the one that solves fewest lie at
    /// most so many positions.
    Level {
        /// The runs.
        runs: Vec<usize>,
        /// So many.
        within: u64,
    },
    /// The part of the unsolved positions at which a run hit this limit.
    StoppedBy {
        /// The run.
        run: usize,
        /// The limit.
        limit: Stop,
        /// What the part is to be, 0 to 1.
        bound: Bound,
    },
    /// Every answer has a certificate that was accepted.
    Certified {
        /// The runs.
        runs: Vec<usize>,
    },
}

/// Two runs on common ground.
#[derive(Clone, Debug)]
pub struct Comparison {
    /// Above the line.
    pub left: usize,
    /// Below.
    pub right: usize,
    /// What is compared.
    pub of: Measure,
    /// On the positions of this column; else on those that both solve.
    pub column: Option<usize>,
    /// What the ratio is to be.
    pub bound: Bound,
}

/// An interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bound {
    /// Its lower end.
    pub at_least: Option<f64>,
    /// Its upper end.
    pub at_most: Option<f64>,
}

/// A figure.
#[derive(Clone, Debug)]
pub struct Plot {
    /// What it shows.
    pub kind: PlotKind,
    /// What stands below the horizontal axis.
    pub axis: String,
}

/// What a figure shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlotKind {
    /// Solved positions over the size of each run, a line a group.
    SolvedOverSize,
    /// Solved positions over the nodes that each takes at most, a line a run.
    SolvedOverNodes,
}

impl Experiment {
    /// Reads an experiment and its sets.
    ///
    /// # Errors
    ///
    /// With file and line of the first thing that is wrong.
    pub fn load(path: &Path, games: &[LabGame]) -> Result<Experiment, LabError> {
        let text = std::fs::read_to_string(path).map_err(|source| LabError::Read {
            path: path.to_path_buf(),
            source,
        })?;
        let stem = path.file_stem().unwrap_or_default().to_string_lossy();
        let (mut experiment, sets) = parse(&path.display().to_string(), &stem, &text, games)?;
        let root = root_of(path);
        for (file, rules, at) in sets {
            let set = set::load(&root, &file, rules.as_deref(), experiment.game, &at)?;
            experiment.sets.push(set);
        }
        Ok(experiment)
    }

    /// The run with this label.
    #[must_use]
    pub fn run(&self, label: &str) -> Option<usize> {
        self.runs.iter().position(|run| run.label == label)
    }
}

/// A set that is still to be read: the file, the rules, and where it is named.
type NamedSet = (String, Option<String>, shomei_game::corpus::At);

/// Looks up every name in the text of an experiment.
fn parse(
    file: &str,
    stem: &str,
    text: &str,
    games: &[LabGame],
) -> Result<(Experiment, Vec<NamedSet>), LineFault> {
    let source = file::Source { file, text };
    let raw = source.read()?;
    if raw.name.get_ref() != stem {
        let message = format!("the name must be that of the file, \"{stem}\"");
        return Err(source.fault(raw.name.span(), message));
    }
    let game = *games
        .iter()
        .find(|game| game.name == raw.game.get_ref())
        .ok_or_else(|| source.unknown("game", &raw.game, games.iter().map(|game| game.name)))?;
    let rules = match &raw.rules {
        Some(rules) => Some(
            game.rules(rules.get_ref())
                .map_err(|error| source.fault(rules.span(), format!("rules: {error}")))?,
        ),
        None => None,
    };
    let sets = setups::sets(source, &raw, rules.as_deref())?;
    let runs = setups::runs(source, &raw, game, rules.as_deref().unwrap_or_default())?;
    let columns = setups::columns(source, &raw)?;
    let checks = claims::checks(source, &raw, &columns)?;
    let plot = setups::plot(source, &raw)?;
    let experiment = Experiment {
        name: raw.name.into_inner(),
        title: raw.title,
        source: raw.source,
        note: raw.note,
        game,
        sets: Vec::new(),
        paper_positions: raw.paper_positions,
        runs,
        columns,
        checks,
        plot,
    };
    Ok((experiment, sets))
}

/// What paths of sets are relative to: the folder that holds `experiments`,
/// or that of the file where it lies elsewhere.
fn root_of(path: &Path) -> PathBuf {
    let path = path.canonicalize().unwrap_or_else(|_| path.to_path_buf());
    let folder = path.parent().unwrap_or(Path::new("."));
    match folder.parent() {
        Some(root) if folder.file_name().is_some_and(|name| name == find::FOLDER) => root.into(),
        _ => folder.into(),
    }
}

impl Run {
    /// Whether two rows are the same runs under two names.
    #[must_use]
    pub fn runs_like(&self, other: &Run) -> bool {
        self.algorithm.name == other.algorithm.name
            && complete(self.algorithm, &self.settings)
                == complete(other.algorithm, &other.settings)
            && self.memory == other.memory
            && self.budget == other.budget
    }
}

impl Counter {
    /// All, with their names.
    pub(crate) const NAMES: [(&'static str, Counter); 3] = [
        ("generated", Counter::Generated),
        ("expanded", Counter::Expanded),
        ("evaluated", Counter::Evaluated),
    ];

    /// The name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Counter::Generated => "generated",
            Counter::Expanded => "expanded",
            Counter::Evaluated => "evaluated",
        }
    }

    fn of(self, counters: &Counters) -> u64 {
        match self {
            Counter::Generated => counters.generated,
            Counter::Expanded => counters.expanded,
            Counter::Evaluated => counters.evaluated,
        }
    }
}

impl Measure {
    /// What a run of this row comes to.
    #[must_use]
    pub fn of(self, run: &Run, record: &Record) -> f64 {
        let count = |counter: Counter| counter.of(&record.counters()) as f64;
        match self {
            Measure::Nodes => count(run.count),
            Measure::Counter(counter) => count(counter),
            Measure::Seconds => record.seconds,
        }
    }

    /// The name in tables.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Measure::Nodes => "nodes",
            Measure::Counter(counter) => counter.name(),
            Measure::Seconds => "seconds",
        }
    }
}

impl Bound {
    /// Whether a value lies within.
    #[must_use]
    pub fn holds(self, value: f64) -> bool {
        self.at_least.is_none_or(|least| value >= least)
            && self.at_most.is_none_or(|most| value <= most)
    }
}

/// An experiment with one set, both from texts.
#[cfg(test)]
pub(crate) fn parsed(text: &str, set: &str, positions: &str, game: LabGame) -> Experiment {
    let (mut experiment, _) = parse("tiny.toml", "tiny", text, &[game]).unwrap();
    let cases = shomei_game::corpus::parse(set, positions).unwrap();
    let place = |case: &shomei_game::corpus::Case| game.place(case, &case.rules).unwrap();
    experiment.sets.push(set::Set {
        file: set.into(),
        problems: cases.iter().map(place).collect(),
    });
    experiment
}

#[cfg(test)]
mod tests;
