//! Whose results folder it is: everything that determines the figures in it.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::Path;

use serde::{Deserialize, Serialize};
use shomei_cli::machine::program_checksum;
use shomei_search::Schedule;
use shomei_search::registry::ALGORITHMS;

use crate::LabError;
use crate::experiment::{Experiment, Run};
use crate::set::{Set, shown};
use crate::trial::{Budget, complete};
use crate::{cluster, family, machine};

/// Everything that determines the figures in a results folder. Titles, the
/// paper's figures, columns and checks do not: they may change.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Identity {
    /// The format of the folder.
    format: u32,
    /// The experiment.
    experiment: String,
    /// The program and its version.
    pub(crate) program: String,
    /// The checksum of the program: a search may change between two versions.
    pub(crate) build: String,
    /// The commit it was built from, if that was said.
    pub(crate) commit: Option<String>,
    /// The game.
    game: String,
    /// The sets.
    sets: Vec<SetIdentity>,
    /// The rows, each with all that determines its runs.
    runs: BTreeSet<String>,
    /// The machines that it ran on.
    pub(crate) machines: Vec<String>,
    /// The day it began.
    pub(crate) begun: String,
}

/// Which set it was.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct SetIdentity {
    file: String,
    positions: usize,
    checksum: String,
}

const FORMAT: u32 = 2;

/// The game of an experiment with several.
const SEVERAL: &str = "several";

/// What to do about a folder that is refused.
const OTHERWISE: &str = "choose another folder with --out";

impl Identity {
    /// An experiment run by this program on this machine.
    #[must_use]
    pub fn of(experiment: &Experiment) -> Identity {
        let runs = experiment.runs.iter().map(line);
        let game = experiment.game.name;
        Identity::new(&experiment.name, game, &experiment.sets, runs)
    }

    /// An experiment with clusters run by this program on this machine.
    #[must_use]
    pub fn of_clusters(experiment: &cluster::ClusterExperiment) -> Identity {
        let sets = experiment.sets.iter().map(|of| &of.set);
        Identity::new(
            &experiment.name,
            SEVERAL,
            sets,
            experiment.lines().into_iter(),
        )
    }

    /// An experiment with the family run by this program on this machine.
    #[must_use]
    pub fn of_family(experiment: &family::FamilyExperiment) -> Identity {
        let sets = &experiment.sets;
        // Hints belong to sets; of the runs they are part all the same.
        let hints = sets
            .iter()
            .map(|of| format!("{}: {}", of.set.file, of.hints));
        let runs = experiment.runs.iter().map(line).chain(hints);
        let runs = runs.chain([experiment.counting()]);
        let sets = sets.iter().map(|of| &of.set);
        Identity::new(&experiment.name, SEVERAL, sets, runs)
    }

    fn new<'s>(
        experiment: &str,
        game: &str,
        sets: impl IntoIterator<Item = &'s Set>,
        runs: impl Iterator<Item = String>,
    ) -> Identity {
        let sets = sets.into_iter().map(|set| SetIdentity {
            file: shown(&set.file).into(),
            positions: set.problems.len(),
            checksum: format!("{:08x}", set.checksum()),
        });
        Identity {
            format: FORMAT,
            experiment: experiment.into(),
            program: format!("shomei {}", env!("CARGO_PKG_VERSION")),
            build: program_checksum(),
            commit: option_env!("SHOMEI_COMMIT").map(String::from),
            game: game.into(),
            sets: sets.collect(),
            runs: runs.collect(),
            machines: vec![machine::name()],
            begun: machine::today(),
        }
    }

    /// That of a folder with results.
    ///
    /// # Errors
    ///
    /// When there are none, or the file of the folder is damaged.
    pub fn of_results(folder: &Path) -> Result<Identity, LabError> {
        Identity::read(&folder.join(super::IDENTITY))?.ok_or_else(|| LabError::Folder {
            folder: folder.to_path_buf(),
            message: format!("there are no results here: no {}", super::IDENTITY),
        })
    }

    /// The files of its sets, as [`Identity::of`] names them.
    pub fn set_files(&self) -> impl Iterator<Item = &str> {
        self.sets.iter().map(|set| set.file.as_str())
    }

    /// Reads the file of a folder; `None` when there is none.
    pub(super) fn read(path: &Path) -> Result<Option<Identity>, LabError> {
        let unreadable = |source| LabError::Read {
            path: path.to_path_buf(),
            source,
        };
        let bytes = match fs::read(path) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(unreadable(error)),
        };
        serde_json::from_slice(&bytes).map(Some).map_err(|error| {
            let message =
                format!("this is not the mark of a results folder ({error}); {OTHERWISE}");
            LabError::Folder {
                folder: path.to_path_buf(),
                message,
            }
        })
    }

    /// The text of the file.
    pub(super) fn json(&self) -> String {
        // Strings and numbers alone: this cannot fail.
        serde_json::to_string_pretty(self).unwrap_or_default() + "\n"
    }

    /// The program with its commit.
    #[must_use]
    pub fn program(&self) -> String {
        let Identity { program, build, .. } = self;
        match &self.commit {
            Some(commit) => format!("{program}, commit {commit}, build {build}"),
            None => format!("{program}, build {build}"),
        }
    }

    /// The same with the machine of `now`.
    pub(super) fn and_machine(mut self, now: &Identity) -> Identity {
        let new = |machine: &&String| !self.machines.contains(machine);
        let added: Vec<String> = now.machines.iter().filter(new).cloned().collect();
        self.machines.extend(added);
        self
    }

    /// Why runs of this folder are not comparable with those of `now`.
    pub(super) fn other_program(&self, now: &Identity) -> Option<String> {
        let program = |id: &Identity| (id.format, id.program());
        if program(self) == program(now) {
            return None;
        }
        let (theirs, ours) = (self.program(), now.program());
        Some(format!(
            "the results here are those of {theirs} (format {}), this is {ours} (format {}); \
             {OTHERWISE}",
            self.format, now.format
        ))
    }

    /// What keeps `now` from going on in this folder.
    pub(super) fn difference(&self, now: &Identity) -> Option<String> {
        let other = self.other_experiment(now);
        let other = other.map(|other| format!("{other}; {OTHERWISE}"));
        let other = other.or_else(|| self.other_program(now));
        let sets = || Some(format!("{}; {OTHERWISE}", self.other_sets(now)?));
        let other = other.or_else(sets);
        if other.is_some() {
            return other;
        }
        self.other_rows(now)
            .map(|rows| format!("{rows}; {OTHERWISE}, and take what is finished with --reuse"))
    }

    /// Why the questions of this folder are not those of `now`: other positions.
    pub(crate) fn other_questions(&self, now: &Identity) -> Option<String> {
        self.other_experiment(now).or_else(|| self.other_sets(now))
    }

    fn other_experiment(&self, now: &Identity) -> Option<String> {
        if self.experiment == now.experiment && self.game == now.game {
            return None;
        }
        let (theirs, ours) = (&self.experiment, &now.experiment);
        Some(format!(
            "the results here are those of {theirs}, not of {ours}"
        ))
    }

    fn other_sets(&self, now: &Identity) -> Option<String> {
        if let Some((theirs, ours)) = self.sets.iter().zip(&now.sets).find(|(a, b)| a != b) {
            return Some(format!(
                "the results here are those of another set: {theirs}, now {ours}"
            ));
        }
        if self.sets.len() != now.sets.len() {
            let (theirs, ours) = (self.sets.len(), now.sets.len());
            return Some(format!(
                "the results here are those of {theirs} sets, now there are {ours}"
            ));
        }
        None
    }

    /// How the rows differ.
    pub(crate) fn other_rows(&self, now: &Identity) -> Option<String> {
        let recorded = |run: &String| self.runs.iter().any(|theirs| is_same(theirs, run));
        let asked_for = |run: &String| now.runs.iter().any(|ours| is_same(run, ours));
        let new = now.runs.iter().find(|run| !recorded(run));
        let gone = self.runs.iter().find(|run| !asked_for(run));
        let (what, run) = match (gone, new) {
            (_, Some(run)) => ("lack the run", run),
            (Some(run), None) => ("have a run that is no longer asked for,", run),
            (None, None) => return None,
        };
        Some(format!("the results here {what} \"{run}\""))
    }
}

/// Options that were removed, each with the value at which a search does what it does now.
const REMOVED: [&str; 2] = ["probe-new=off", "shuffle=off"];

/// The words of a row of df-pn, with one schedule for all options about rules: `rule`, and three
/// that were removed.
fn with_schedule(words: &str) -> BTreeSet<String> {
    let (mut rule, mut dn_rule, mut nodes, mut ties) = ("sum", "as-rule", "all", "");
    let mut schedule = None;
    let mut others = BTreeSet::new();
    for word in words.split(' ').filter(|word| !REMOVED.contains(word)) {
        match word.split_once('=') {
            Some(("rule", value)) => rule = value,
            Some(("dn-rule", value)) => dn_rule = value,
            Some(("dn-rule-nodes", value)) => nodes = value,
            Some(("ties", "larger-dn")) => ties = "+larger-dn",
            Some(("ties", _)) => {}
            Some(("schedule", value)) => schedule = Some(value.to_string()),
            _ => {
                others.insert(word.to_string());
            }
        }
    }
    let text = schedule.unwrap_or_else(|| match (dn_rule, nodes) {
        ("as-rule", _) => format!("{rule}{ties}"),
        (_, "all") => format!("{rule}/{dn_rule}{ties}"),
        _ => format!("{rule}/{dn_rule}{ties},{nodes}:{rule}{ties}"),
    });
    // One that cannot be read is another one than all that can.
    let schedule = text.parse::<Schedule>();
    let schedule = schedule.map_or(text, |schedule| schedule.to_string());
    others.insert(format!("schedule={schedule}"));
    others
}

/// Whether a recorded row is the one that is asked for now. An option that it does not name was
/// added later: its default is what was done before. One that no longer exists must have had the
/// value that is in force now.
fn is_same(recorded: &str, now: &str) -> bool {
    let name = now.split(' ').next();
    let Some(algorithm) = ALGORITHMS.iter().find(|info| name == Some(info.name)) else {
        return recorded == now;
    };
    let parts = |run| str::split_once(run, "; ").unwrap_or((run, ""));
    let ((then, then_else), (now, now_else)) = (parts(recorded), parts(now));
    let words = match algorithm.name {
        "df-pn" => with_schedule,
        _ => |words: &str| words.split(' ').map(String::from).collect(),
    };
    let (then, now) = (words(then), words(now));
    let is_default = |word: &str| {
        let mut options = algorithm.options.iter();
        options.any(|option| word.split_once('=') == Some((option.name, option.default)))
    };
    let mut later = now.difference(&then);
    then_else == now_else && then.is_subset(&now) && later.all(|word| is_default(word))
}

impl std::fmt::Display for SetIdentity {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let SetIdentity {
            file,
            positions,
            checksum,
        } = self;
        write!(f, "{file} with {positions} positions, checksum {checksum}")
    }
}

impl Run {
    /// All that determines the runs of a row, on a line.
    pub(crate) fn line(&self) -> String {
        line(self)
    }
}

fn line(run: &Run) -> String {
    let mut line = run.algorithm.name.to_string();
    for (name, value) in complete(run.algorithm, &run.settings) {
        line += &format!(" {name}={value}");
    }
    if !run.hints.is_empty() {
        line += &format!("; hints {}", run.hints);
    }
    if let Some(order) = run.move_order {
        line += &format!("; move order {order}");
    }
    line += &format!("; memory {}", run.memory);
    let Budget {
        nodes,
        generated,
        evaluated,
        milliseconds,
    } = run.budget;
    let limits = [
        ("nodes", nodes),
        ("generated", generated),
        ("evaluated", evaluated),
        ("milliseconds", milliseconds),
    ];
    for (name, limit) in limits {
        if let Some(limit) = limit {
            line += &format!("; {name} {limit}");
        }
    }
    if run.certify {
        line += "; certify";
    }
    line
}
