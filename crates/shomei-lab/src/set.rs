//! The position sets of an experiment.

mod plain;

use std::fs;
use std::path::{Component, Path};

use shomei_game::Kind;
use shomei_game::corpus::{self, At, Case, LineFault, Value};

use crate::LabError;
use crate::experiment::NamedSet;
use crate::game::LabGame;

/// The positions of a file.
#[derive(Clone, Debug)]
pub struct Set {
    /// The file, as the experiment names it.
    pub file: String,
    /// How large its positions are, in the plot.
    pub size: Option<i64>,
    /// The positions in the order of the file.
    pub problems: Vec<Problem>,
}

/// A position and what is asked about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// Where it stands.
    pub at: At,
    /// What it is called.
    pub name: String,
    /// The rules, as the game prints them.
    pub rules: String,
    /// The side that must win.
    pub attacker: String,
    /// The position, as the game prints it.
    pub position: String,
    /// What is known about it.
    pub value: Value,
}

impl Problem {
    /// The game and the position.
    ///
    /// # Errors
    ///
    /// When the game does not accept what it has printed.
    pub(crate) fn open<G: Kind>(&self) -> Result<(G, G::Position), LineFault> {
        let case = Case {
            at: self.at.clone(),
            name: self.name.clone(),
            position: self.position.clone(),
            attacker: self.attacker.clone(),
            rules: self.rules.clone(),
            value: self.value,
            skips: Vec::new(),
            facts: Vec::new(),
        };
        case.open::<G>()
    }
}

impl Set {
    /// A number that changes with the questions and their order, and not with
    /// comments or names.
    #[must_use]
    pub fn checksum(&self) -> u32 {
        let mut hasher = crc32fast::Hasher::new();
        for problem in &self.problems {
            let value = match problem.value {
                Value::Proved => "proved",
                Value::Disproved => "disproved",
                Value::Unknown => "unknown",
            };
            let parts = [&problem.rules, &problem.attacker, &problem.position, value];
            for part in parts {
                hasher.update(part.as_bytes());
                hasher.update(b"\n");
            }
        }
        hasher.finalize()
    }
}

/// How results name the file of a set: as the experiment does, and without its folders where that
/// leads out of where the experiment is, since those are of one machine.
pub(crate) fn shown(file: &str) -> &str {
    let path = Path::new(file);
    let inside = |part| matches!(part, Component::Normal(_) | Component::CurDir);
    if path.components().all(inside) {
        return file;
    }
    path.file_name()
        .and_then(|name| name.to_str())
        .unwrap_or(file)
}

/// Reads a set of an experiment. Rules that the experiment gives hold for every
/// line, and no line may say otherwise.
pub(crate) fn load(root: &Path, named: &NamedSet, game: LabGame) -> Result<Set, LabError> {
    let NamedSet {
        file,
        size,
        rules,
        at,
    } = named;
    let path = root.join(file);
    let text = fs::read_to_string(&path)
        .map_err(|error| at.fault(format!("cannot read the set {}: {error}", path.display())))?;
    let problems = problems(file, &text, rules.as_deref(), game)?;
    if problems.is_empty() {
        return Err(at.fault(format!("the set {file} has no positions")).into());
    }
    Ok(Set {
        file: file.clone(),
        size: *size,
        problems,
    })
}

/// Reads a set that takes the place of those of an experiment.
pub(crate) fn load_given(path: &Path, rules: Option<&str>, game: LabGame) -> Result<Set, LabError> {
    let text = fs::read_to_string(path).map_err(|source| LabError::Read {
        path: path.to_path_buf(),
        source,
    })?;
    let file = path.display().to_string();
    let problems = problems(&file, &text, rules, game)?;
    if problems.is_empty() {
        return Err(LabError::Set(format!("the set {file} has no positions")));
    }
    Ok(Set {
        file,
        size: None,
        problems,
    })
}

/// The problems of a text: a corpus, or a plain list where no line has parts.
fn problems(
    file: &str,
    text: &str,
    rules: Option<&str>,
    game: LabGame,
) -> Result<Vec<Problem>, LineFault> {
    let is_corpus = corpus::lines(file, text).any(|(_, line)| line.contains(corpus::SEPARATOR));
    let cases = if is_corpus {
        corpus::parse(file, text, game.facts)?
    } else {
        plain::cases(file, text, rules.unwrap_or_default(), game)?
    };
    let place = |case: &Case| {
        let Some(rules) = rules else {
            return game.place(case, &case.rules);
        };
        let same = case.rules.is_empty() || {
            let own = game.rules(&case.rules);
            own.map_err(|error| case.at.notation("rules", &error))? == rules
        };
        if !same {
            let own = &case.rules;
            let message = format!("rules {own}, but the experiment has {rules}");
            return Err(case.at.fault(message));
        }
        game.place(case, rules)
    };
    cases.iter().map(place).collect()
}

#[cfg(test)]
mod tests;
