//! An experiment: its runs, positions and limits, the figures of the paper, and the claims.
//!
//! An experiment is a TOML file. Every name in it is looked up before anything runs. There are
//! three kinds: algorithms on sets of one game, compared with the figures of a paper; all
//! algorithms on several games (`family.rs`); and clusters in virtual time (`cluster.rs`). The
//! kinds have different files and tables. All have positions in sets, and rows that run on them.

mod check;
mod claims;
mod figure;
mod file;
mod find;
mod measure;
mod run;
pub(crate) mod setups;

use std::path::{Path, PathBuf};

use shomei_game::corpus::{At, LineFault};

pub(crate) use check::{Bound, Check, CheckKind, Mean};
pub(crate) use claims::{CheckEntry, ClaimReader};
pub(crate) use figure::{Plot, PlotKind};
pub(crate) use find::{all, find};
pub(crate) use measure::Measure;
pub(crate) use run::{Column, Paper, Run};

use crate::LabError;
use crate::cluster::{self, ClusterRun};
use crate::family::{self, Family};
use crate::game::LabGame;
use crate::program::LabEntry;
use crate::set::{self, Set};
use crate::source::Source;
use setups::Reader;

/// An experiment whose names are looked up.
#[derive(Clone, Debug, Default)]
pub struct Experiment {
    /// The name, which is also that of the file.
    pub name: String,
    /// The title of its page.
    pub(crate) title: String,
    /// The paper and its table.
    pub(crate) source: String,
    /// A remark for readers.
    pub(crate) note: Option<String>,
    pub(crate) sets: Vec<Set>,
    /// The number of positions in the paper.
    pub(crate) paper_positions: Option<u64>,
    /// The searches, which are the first rows.
    pub(crate) runs: Vec<Run>,
    /// The clusters, which are the next rows. They are compared with the first search.
    pub(crate) clusters: Vec<ClusterRun>,
    /// Columns with totals.
    pub(crate) columns: Vec<Column>,
    /// The claims.
    pub(crate) checks: Vec<Check>,
    pub(crate) plot: Option<Plot>,
    /// The parameters of an experiment with the family.
    pub(crate) family: Option<Family>,
}

/// A row: a run on every position.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Row<'a> {
    /// A search.
    Search(&'a Run),
    /// A count of meeting paths in a tree with this number of expansions.
    Tree(u64),
    /// A cluster in virtual time.
    Cluster(&'a ClusterRun),
}

impl Experiment {
    /// Reads an experiment and its sets. `given` sets replace those of an experiment with a paper.
    ///
    /// # Errors
    ///
    /// The first fault, with file and line.
    pub fn load(path: &Path, games: &[LabEntry], given: &[PathBuf]) -> Result<Self, LabError> {
        let games: Vec<LabGame> = games.iter().map(LabEntry::lab).collect();
        Experiment::read(path, &games, given)
    }

    pub(crate) fn read(
        path: &Path,
        games: &[LabGame],
        given: &[PathBuf],
    ) -> Result<Experiment, LabError> {
        let source = Source::open(path)?;
        match source.kind().as_deref() {
            Some("family") => return family::file::load(&source, games),
            Some("cluster") => return cluster::file::load(&source, games),
            _ => {}
        }
        let (mut experiment, sets) = parse(&source, games)?;
        let root = root_of(path);
        experiment.sets = match given {
            [] => {
                let load = |named| set::load(&root, named);
                sets.iter().map(load).collect::<Result<_, _>>()?
            }
            given => instead(&sets, given)?,
        };
        Ok(experiment)
    }

    /// The rows in order.
    pub(crate) fn rows(&self) -> impl Iterator<Item = Row<'_>> {
        let searches = self.runs.iter().map(Row::Search);
        let tree = self.family.as_ref().map(|of| Row::Tree(of.expansions));
        let clusters = self.clusters.iter().map(Row::Cluster);
        searches.chain(tree).chain(clusters)
    }

    /// The descriptions of the runs, which determine their results.
    pub(crate) fn lines(&self) -> Vec<String> {
        let mut lines = Vec::new();
        for row in self.rows() {
            match row {
                Row::Search(run) if run.certify => lines.push(run.line() + "; certify"),
                Row::Search(run) => lines.push(run.line()),
                Row::Tree(_) => {
                    // Hints are given by set, but also determine runs.
                    let of_set = |set: &Set| format!("{}: {}", set.file, set.hints);
                    lines.extend(self.sets.iter().map(of_set));
                    lines.extend(self.sets.first().map(|set| row.line(set)));
                }
                Row::Cluster(ClusterRun { from, to, .. }) => {
                    lines.extend(self.sets.iter().map(|set| {
                        let (game, line) = (set.game.name(), row.line(set));
                        format!("{game}, {from} to {to} expansions: {line}")
                    }));
                }
            }
        }
        lines
    }

    /// Whether it has clusters.
    pub(crate) fn has_clusters(&self) -> bool {
        !self.clusters.is_empty()
    }

    /// The name of the game, or "several".
    pub(crate) fn game(&self) -> &'static str {
        match self.sets.first() {
            Some(set) if self.has_paper() => set.game.name(),
            _ => "several",
        }
    }

    /// Whether it compares with a paper.
    pub(crate) fn has_paper(&self) -> bool {
        self.family.is_none() && !self.has_clusters()
    }
}

impl<'a> Row<'a> {
    /// The label of the row.
    pub(crate) fn label(self) -> &'a str {
        match self {
            Row::Search(run) => &run.label,
            Row::Tree(_) => "meeting lines",
            Row::Cluster(cluster) => &cluster.label,
        }
    }

    /// The description of the run on positions of a set, on one line. It determines the results.
    pub(crate) fn line(self, set: &Set) -> String {
        match self {
            Row::Search(run) => run.on(set).line(),
            Row::Tree(expansions) => format!("meeting lines; expansions {expansions}"),
            Row::Cluster(cluster) => cluster.line(set),
        }
    }

    /// Whether each answer must have a certificate.
    pub(crate) fn certifies(self) -> bool {
        matches!(self, Row::Search(run) if run.certify)
    }
}

/// A set that is not read yet.
#[derive(Clone, Debug)]
pub(crate) struct NamedSet {
    /// The file, relative to the parent folder of `experiments`.
    pub(crate) file: String,
    pub(crate) game: LabGame,
    /// Its size in a plot.
    pub(crate) size: Option<i64>,
    /// The rules of every line.
    pub(crate) rules: Option<String>,
    /// The place of its name.
    pub(crate) at: At,
}

/// Looks up every name in the text of an experiment.
fn parse(source: &Source, games: &[LabGame]) -> Result<(Experiment, Vec<NamedSet>), LineFault> {
    let raw: file::ExperimentFile = source.read()?;
    source.has_name(&raw.name)?;
    let game = source.game(&raw.game, games)?;
    let rules = raw.rules.as_ref().map(|rules| {
        let read = game.rules(rules.get_ref());
        read.map_err(|error| source.fault(rules.span(), format!("rules: {error}")))
    });
    let rules = rules.transpose()?;
    let reader = Reader { source, raw: &raw };
    let sets = reader.sets(game, rules.as_deref())?;
    let runs = reader.runs(game, rules.as_deref().unwrap_or_default())?;
    let columns = reader.columns()?;
    let plot = reader.plot(&sets)?;
    let sizes: Vec<i64> = sets.iter().filter_map(|set| set.size).collect();
    let labels: Vec<&str> = runs.iter().map(|run| &*run.label).collect();
    let claims = ClaimReader {
        columns: &columns,
        sizes: &sizes,
        ..ClaimReader::new(source, &labels)
    };
    let experiment = Experiment {
        checks: claims.checks(&raw.check)?,
        plot,
        name: raw.name.into_inner(),
        title: raw.title,
        source: raw.source,
        note: raw.note,
        paper_positions: raw.paper_positions,
        runs,
        columns,
        ..Experiment::default()
    };
    Ok((experiment, sets))
}

/// The sets of the given files, which replace the named ones.
fn instead(named: &[NamedSet], given: &[PathBuf]) -> Result<Vec<Set>, LabError> {
    if let Some(sized) = named.iter().find(|set| set.size.is_some()) {
        let message = "the sets of this experiment have sizes, which other sets do not have";
        return Err(sized.at.fault(message).into());
    }
    let mut sets: Vec<Set> = Vec::new();
    let Some(NamedSet { rules, game, .. }) = named.first() else {
        return Ok(sets);
    };
    for path in given {
        let set = set::load_given(path, rules.as_deref(), *game)?;
        if sets.iter().any(|other| other.file == set.file) {
            let message = format!("the set {} is given twice", set.file);
            return Err(LabError::Input(message));
        }
        sets.push(set);
    }
    Ok(sets)
}

/// The folder to which paths of sets are relative: the parent of `experiments`, or the folder of an
/// experiment outside `experiments`.
pub(crate) fn root_of(path: &Path) -> PathBuf {
    let path = path.canonicalize().unwrap_or_else(|_| path.to_path_buf());
    let folder = path.parent().unwrap_or(Path::new("."));
    match folder.parent() {
        Some(root) if folder.file_name().is_some_and(|name| name == find::FOLDER) => root.into(),
        _ => folder.into(),
    }
}

/// An experiment with its sets from texts.
#[cfg(test)]
pub(crate) fn parsed(text: &str, positions: &[&str], game: LabGame) -> Experiment {
    let (mut experiment, sets) = parse(&Source::tiny(text), &[game]).unwrap();
    for (named, positions) in sets.into_iter().zip(positions) {
        let cases = shomei_game::corpus::parse(&named.file, positions, &[]).unwrap();
        let place = |case: &shomei_game::corpus::Case| game.place(case, &case.rules).unwrap();
        experiment.sets.push(Set {
            size: named.size,
            ..Set::new(&named.file, game, cases.iter().map(place).collect())
        });
    }
    experiment
}

#[cfg(test)]
mod tests;
