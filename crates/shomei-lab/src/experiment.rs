//! An experiment: which algorithms run on which positions, within which
//! limits, what the paper says, and what shape the figures should have.
//!
//! Read from a TOML file; every name in it is looked up before anything runs.

mod check;
mod claims;
mod figure;
mod file;
mod find;
mod measure;
pub(crate) mod setups;
mod study;

use std::num::NonZeroU64;
use std::path::{Path, PathBuf};

use shomei_game::corpus::{At, LineFault};
use shomei_search::registry::{Info, Settings};

pub use check::{Bound, Check, Comparison, Mean, Shape};
pub use figure::{Against, Plot, PlotKind};
pub use find::{all, find};
pub use measure::{Counter, Measure};

use crate::cluster::ClusterExperiment;
use crate::family::FamilyExperiment;
use crate::game::LabGame;
use crate::source::{ExperimentText, Source};
use crate::trial::{Budget, complete};
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
    /// What the game tells the search; empty for what it usually does.
    pub hints: String,
    /// The order of the moves, if it is not the game's own: each number makes another one.
    pub move_order: Option<NonZeroU64>,
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
    pub point: Option<(String, i64)>,
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

impl Experiment {
    /// Reads an experiment and its sets, or those that are given in their place.
    ///
    /// # Errors
    ///
    /// With file and line of the first thing that is wrong.
    pub fn load(path: &Path, games: &[LabGame], given: &[PathBuf]) -> Result<Experiment, LabError> {
        let text = ExperimentText::read(path)?;
        let (mut experiment, sets) = parse(text.source(), games)?;
        experiment.sets = if given.is_empty() {
            let root = root_of(path);
            let load = |set| set::load(&root, set, experiment.game);
            sets.iter().map(load).collect::<Result<_, _>>()?
        } else {
            instead(&sets, given, experiment.game)?
        };
        Ok(experiment)
    }

    /// The run with this label.
    #[must_use]
    pub fn run(&self, label: &str) -> Option<usize> {
        self.runs.iter().position(|run| run.label == label)
    }
}

/// An experiment of any kind.
#[derive(Clone, Debug)]
pub enum AnyExperiment {
    /// Algorithms on sets of positions, beside the figures of a paper.
    Plain(Box<Experiment>),
    /// All algorithms on several games.
    Family(Box<FamilyExperiment>),
    /// Clusters in virtual time.
    Clusters(Box<ClusterExperiment>),
}

impl AnyExperiment {
    /// Reads an experiment and its sets; those that are given take the place of an ordinary one's.
    ///
    /// # Errors
    ///
    /// With file and line of the first thing that is wrong.
    pub fn load(
        path: &Path,
        games: &[LabGame],
        given: &[PathBuf],
    ) -> Result<AnyExperiment, LabError> {
        let kind = ExperimentText::read(path)?.kind();
        Ok(match kind.as_deref() {
            Some("family") => AnyExperiment::Family(FamilyExperiment::load(path, games)?.into()),
            Some("cluster") => {
                AnyExperiment::Clusters(ClusterExperiment::load(path, games)?.into())
            }
            _ => AnyExperiment::Plain(Experiment::load(path, games, given)?.into()),
        })
    }
}

/// A set that is still to be read.
#[derive(Clone, Debug)]
pub(crate) struct NamedSet {
    /// The file, from the folder that holds `experiments`.
    pub(crate) file: String,
    /// Where it stands in a plot.
    pub(crate) size: Option<i64>,
    /// The rules that hold for every line.
    pub(crate) rules: Option<String>,
    /// Where it is named.
    pub(crate) at: At,
}

/// Looks up every name in the text of an experiment.
fn parse(source: Source<'_>, games: &[LabGame]) -> Result<(Experiment, Vec<NamedSet>), LineFault> {
    let raw: file::ExperimentFile = source.read()?;
    source.has_name(&raw.name)?;
    let game = source.game(&raw.game, games)?;
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
    let checks = claims::checks(source, &raw, &columns, &sets)?;
    let plot = figure::plot(source, &raw, &sets)?;
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

/// The sets of these files in place of those that are named.
fn instead(
    named: &[NamedSet],
    given: &[PathBuf],
    game: LabGame,
) -> Result<Vec<set::Set>, LabError> {
    if let Some(sized) = named.iter().find(|set| set.size.is_some()) {
        let message = "the sets of this experiment have sizes, and others in their place none";
        return Err(sized.at.fault(message).into());
    }
    let rules = named.first().and_then(|set| set.rules.as_deref());
    let mut sets: Vec<set::Set> = Vec::new();
    for path in given {
        let set = set::load_given(path, rules, game)?;
        if sets.iter().any(|other| other.file == set.file) {
            let message = format!("the set {} is given twice", set.file);
            return Err(LabError::Set(message));
        }
        sets.push(set);
    }
    Ok(sets)
}

/// What paths of sets are relative to: the folder that holds `experiments`,
/// or that of the file where it lies elsewhere.
#[must_use]
pub fn root_of(path: &Path) -> PathBuf {
    let path = path.canonicalize().unwrap_or_else(|_| path.to_path_buf());
    let folder = path.parent().unwrap_or(Path::new("."));
    match folder.parent() {
        Some(root) if folder.file_name().is_some_and(|name| name == find::FOLDER) => root.into(),
        _ => folder.into(),
    }
}

impl Run {
    /// An algorithm with its usual options, a table of this many bytes and no limits.
    #[must_use]
    pub fn new(algorithm: &'static Info, memory: usize) -> Run {
        Run {
            label: String::new(),
            algorithm,
            settings: Settings::default(),
            hints: String::new(),
            move_order: None,
            memory,
            budget: Budget::default(),
            count: Counter::Expanded,
            certify: false,
            paper: Paper::default(),
            point: None,
        }
    }

    /// Whether two rows are the same runs under two names.
    #[must_use]
    pub fn runs_like(&self, other: &Run) -> bool {
        self.algorithm.name == other.algorithm.name
            && complete(self.algorithm, &self.settings)
                == complete(other.algorithm, &other.settings)
            && self.hints == other.hints
            && self.move_order == other.move_order
            && self.memory == other.memory
            && self.budget == other.budget
    }
}

/// An experiment with its sets, all from texts.
#[cfg(test)]
pub(crate) fn parsed(text: &str, positions: &[&str], game: LabGame) -> Experiment {
    let (mut experiment, sets) = parse(Source::tiny(text), &[game]).unwrap();
    for (named, positions) in sets.into_iter().zip(positions) {
        let cases = shomei_game::corpus::parse(&named.file, positions, &[]).unwrap();
        let place = |case: &shomei_game::corpus::Case| game.place(case, &case.rules).unwrap();
        experiment.sets.push(set::Set {
            problems: cases.iter().map(place).collect(),
            file: named.file,
            size: named.size,
        });
    }
    experiment
}

#[cfg(test)]
mod tests;
