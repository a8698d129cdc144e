//! The position sets of an experiment.

mod plain;

use std::fs;
use std::path::{Component, Path};

use shomei_game::corpus::{self, Case, LineFault, Value};

use crate::LabError;
use crate::experiment::NamedSet;
use crate::game::LabGame;

/// Positions of a game.
#[derive(Clone, Debug)]
pub(crate) struct Set {
    /// The file, as the experiment names it; for random graphs their recipe.
    pub(crate) file: String,
    pub(crate) game: LabGame,
    /// The size of its positions in a plot.
    pub(crate) size: Option<i64>,
    /// The index of its group. Groups have equal weights in a mean.
    pub(crate) group: usize,
    /// The hints for runs without their own.
    pub(crate) hints: String,
    /// The measured number of expansions of one thread per millisecond.
    pub(crate) per_millisecond: u64,
    /// The positions in the order of the file.
    pub(crate) problems: Vec<Problem>,
}

/// A position and the question about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Problem {
    /// The line of the set, with rules and position as the game prints them.
    pub(crate) case: Case,
    /// Its text in the journal, including the question.
    pub(crate) key: String,
    /// The part of the text that all questions about one board share.
    pub(crate) board: String,
}

/// A position with its set.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SetProblem<'a> {
    pub(crate) set: &'a Set,
    pub(crate) problem: &'a Problem,
}

impl Set {
    /// A set without further parameters.
    pub(crate) fn new(file: &str, game: LabGame, problems: Vec<Problem>) -> Set {
        Set {
            file: file.into(),
            game,
            size: None,
            group: 0,
            hints: String::new(),
            per_millisecond: 0,
            problems,
        }
    }

    /// Its positions.
    pub(crate) fn each_problem(&self) -> impl Iterator<Item = SetProblem<'_>> {
        let problems = self.problems.iter();
        problems.map(move |problem| SetProblem { set: self, problem })
    }

    /// A checksum of the questions and their order, without comments and names.
    pub(crate) fn checksum(&self) -> u32 {
        let mut hasher = crc32fast::Hasher::new();
        for problem in &self.problems {
            let value = match problem.case.value {
                Value::Proved => "proved",
                Value::Disproved => "disproved",
                Value::Unknown => "unknown",
            };
            let Case {
                rules,
                attacker,
                position,
                ..
            } = &problem.case;
            let parts = [rules, attacker, position, value];
            for part in parts {
                hasher.update(part.as_bytes());
                hasher.update(b"\n");
            }
        }
        hasher.finalize()
    }
}

/// The name of a set's file in results: as in the experiment, but without folders if it is outside
/// the repository, since those are of one machine.
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

/// Reads a set of an experiment. Rules of the experiment apply to every line, and no line may have
/// different ones.
pub(crate) fn load(root: &Path, named: &NamedSet) -> Result<Set, LabError> {
    let NamedSet { file, at, .. } = named;
    let path = root.join(file);
    let text = fs::read_to_string(&path)
        .map_err(|error| at.fault(format!("cannot read the set {}: {error}", path.display())))?;
    let problems = problems(file, &text, named.rules.as_deref(), named.game)?;
    if problems.is_empty() {
        return Err(at.fault(format!("the set {file} has no positions")).into());
    }
    Ok(Set {
        size: named.size,
        ..Set::new(file, named.game, problems)
    })
}

/// Reads a set that replaces those of an experiment.
pub(crate) fn load_given(path: &Path, rules: Option<&str>, game: LabGame) -> Result<Set, LabError> {
    let text = fs::read_to_string(path).map_err(|source| LabError::Read {
        path: path.to_path_buf(),
        source,
    })?;
    let file = path.display().to_string();
    let problems = problems(&file, &text, rules, game)?;
    if problems.is_empty() {
        return Err(LabError::Input(format!("the set {file} has no positions")));
    }
    Ok(Set::new(&file, game, problems))
}

/// The problems of a text: a corpus, or a plain list if no line has fields.
fn problems(
    file: &str,
    text: &str,
    rules: Option<&str>,
    game: LabGame,
) -> Result<Vec<Problem>, LineFault> {
    let is_corpus = corpus::lines(file, text).any(|(_, line)| line.contains(corpus::SEPARATOR));
    let cases = if is_corpus {
        corpus::parse(file, text, game.facts())?
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
