//! The identity of a results folder: everything that determines its figures.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::Path;

use serde::{Deserialize, Serialize};
use shomei_cli::machine::program_checksum;
use shomei_search::registry::ALGORITHMS;
use shomei_store::Identity as Fields;

use crate::LabError;
use crate::experiment::Experiment;
use crate::machine;
use crate::set::shown;

/// Everything that determines the figures in a results folder. Titles, the paper's figures, columns
/// and claims can change.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Identity {
    /// The format of the folder.
    format: u32,
    /// The experiment.
    experiment: String,
    /// The program and its version.
    pub(crate) program: String,
    /// The checksum of the program, since a search can change without a new version.
    pub(crate) build: String,
    /// The commit of the program, if it was given at build time.
    pub(crate) commit: Option<String>,
    /// The game.
    game: String,
    /// The sets.
    sets: Vec<SetIdentity>,
    /// The descriptions of the rows, which determine their runs.
    runs: BTreeSet<String>,
    /// The machines of the runs.
    pub(crate) machines: Vec<String>,
    /// The date of the first run.
    pub(crate) begun: String,
}

/// The identity of a set.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct SetIdentity {
    file: String,
    positions: usize,
    checksum: String,
}

const FORMAT: u32 = 2;

impl Identity {
    /// The identity of an experiment with this program on this machine.
    pub(crate) fn of(experiment: &Experiment) -> Identity {
        let sets = experiment.sets.iter().map(|set| SetIdentity {
            file: shown(&set.file).into(),
            positions: set.problems.len(),
            checksum: format!("{:08x}", set.checksum()),
        });
        Identity {
            format: FORMAT,
            experiment: experiment.name.clone(),
            program: format!("shomei {}", env!("CARGO_PKG_VERSION")),
            build: program_checksum(),
            commit: option_env!("SHOMEI_COMMIT").map(String::from),
            game: experiment.game().into(),
            sets: sets.collect(),
            runs: experiment.lines().into_iter().collect(),
            machines: vec![machine::name()],
            begun: machine::today(),
        }
    }

    /// The identity of a folder with results.
    pub(crate) fn of_results(folder: &Path) -> Result<Identity, LabError> {
        Identity::read(&folder.join(super::IDENTITY))?.ok_or_else(|| LabError::Folder {
            folder: folder.to_path_buf(),
            message: format!("there are no results here: no {}", super::IDENTITY),
        })
    }

    /// The files of the sets, as [`Identity::of`] names them.
    pub(crate) fn set_files(&self) -> impl Iterator<Item = &str> {
        self.sets.iter().map(|set| set.file.as_str())
    }

    /// Reads the file of a folder; `None` if there is none.
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
            let message = format!("this is not the mark of a results folder ({error})");
            LabError::Folder {
                folder: path.to_path_buf(),
                message,
            }
        })
    }

    /// The contents of the file.
    pub(super) fn json(&self) -> String {
        // Serialising strings and numbers cannot fail.
        serde_json::to_string_pretty(self).unwrap_or_default() + "\n"
    }

    /// The program with its commit and build, for readers.
    pub(crate) fn program(&self) -> String {
        let Identity { program, build, .. } = self;
        match &self.commit {
            Some(commit) => format!("{program}, commit {commit}, build {build}"),
            None => format!("{program}, build {build}"),
        }
    }

    /// Adds the machine of `now`.
    pub(super) fn and_machine(mut self, now: &Identity) -> Identity {
        let new = |machine: &&String| !self.machines.contains(machine);
        let added: Vec<String> = now.machines.iter().filter(new).cloned().collect();
        self.machines.extend(added);
        self
    }

    /// The program and the format of its results.
    pub(super) fn build(&self) -> String {
        format!("{}, format {}", self.program(), self.format)
    }

    /// The identity as named texts for the journal.
    pub(super) fn fields(&self) -> Fields {
        let program = [("program".to_string(), self.build())];
        let fields = self.questions().into_iter().chain(program);
        fields.chain(numbered("run", &self.runs)).collect()
    }

    /// The experiment, the game and the sets as named texts.
    fn questions(&self) -> Vec<(String, String)> {
        let named = [("experiment", &self.experiment), ("game", &self.game)];
        let named = named.map(|(name, text)| (name.to_string(), text.clone()));
        named
            .into_iter()
            .chain(numbered("set", &self.sets))
            .collect()
    }

    /// The difference between the positions of this folder and those of `now`.
    pub(crate) fn other_questions(&self, now: &Identity) -> Option<String> {
        let questions = |id: &Identity| Fields::from_iter(id.questions());
        let difference = questions(self).difference(&questions(now))?;
        Some(format!(
            "these are results of another experiment: {difference}"
        ))
    }

    /// The first difference between the rows.
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

/// Texts, named by `name` and their number from 1.
fn numbered<T: ToString>(name: &str, texts: impl IntoIterator<Item = T>) -> Vec<(String, String)> {
    let texts = (1..).zip(texts);
    texts
        .map(|(number, text)| (format!("{name} {number}"), text.to_string()))
        .collect()
}

/// Whether a recorded row equals a current one. An option that is missing in the recorded row was
/// added later, and its default is the earlier behaviour.
fn is_same(recorded: &str, now: &str) -> bool {
    let name = now.split(' ').next();
    let Some(algorithm) = ALGORITHMS.iter().find(|info| name == Some(info.name)) else {
        return recorded == now;
    };
    let parts = |run| str::split_once(run, "; ").unwrap_or((run, ""));
    let ((then, then_else), (now, now_else)) = (parts(recorded), parts(now));
    let [then, now] = [then, now].map(|words| BTreeSet::from_iter(words.split(' ')));
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
