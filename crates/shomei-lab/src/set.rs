//! The position sets of an experiment.

use std::fs;
use std::path::Path;

use shomei_game::Notation;
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
    pub(crate) fn open<G: Notation>(&self) -> Result<(G, G::Position), LineFault> {
        let case = Case {
            at: self.at.clone(),
            name: self.name.clone(),
            position: self.position.clone(),
            attacker: self.attacker.clone(),
            rules: self.rules.clone(),
            value: self.value,
            skips: Vec::new(),
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

/// Reads a set. Rules that the experiment gives hold for every line, and no
/// line may say otherwise.
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
    let cases = corpus::parse(file, &text)?;
    if cases.is_empty() {
        return Err(at.fault(format!("the set {file} has no positions")).into());
    }
    let problems: Result<Vec<Problem>, LineFault> = cases
        .iter()
        .map(|case| {
            let Some(rules) = rules.as_deref() else {
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
        })
        .collect();
    Ok(Set {
        file: file.clone(),
        size: *size,
        problems: problems?,
    })
}
