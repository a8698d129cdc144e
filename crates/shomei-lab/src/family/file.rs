//! The text of an experiment with the family; `docs/experiments.md` describes the format.

mod runs;

use serde::Deserialize;
use shomei_game::corpus::{Case, LineFault, Value};
use toml::Spanned;

use super::{FamilyExperiment, GroupSet, RatioCheck};
use crate::LabError;
use crate::experiment::Run;
use crate::experiment::setups::counter;
use crate::game::LabGame;
use crate::graphs::Recipe;
use crate::set::{Problem, Set};
use crate::source::{Source, Word};
use runs::{FamilyRunEntry, memories, runs};

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct FamilyFile {
    name: Word,
    /// Looked at before.
    #[serde(rename = "kind")]
    _kind: String,
    title: String,
    source: String,
    note: Option<String>,
    memory: Word,
    count: Word,
    limits: FamilyLimits,
    expansions: u64,
    base: Word,
    solved: Spanned<Vec<Word>>,
    #[serde(default)]
    set: Vec<GroupSetEntry>,
    #[serde(default)]
    graphs: Vec<Graphs>,
    run: Vec<FamilyRunEntry>,
    #[serde(default)]
    rule: Vec<Rule>,
    sizes: Option<Sizes>,
    #[serde(default)]
    check: Vec<RatioEntry>,
}

/// No time: nodes would not repeat.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct FamilyLimits {
    nodes: Option<u64>,
    generated: Option<u64>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct GroupSetEntry {
    group: String,
    game: Word,
    file: Word,
    /// The first so many.
    positions: Option<usize>,
    #[serde(default)]
    hints: Option<Word>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct Graphs {
    group: String,
    name: Word,
    seed: u64,
    count: u64,
    recipe: Recipe,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct Rule {
    run: Word,
    base: Word,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct Sizes {
    base: Word,
    runs: Vec<Word>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct RatioEntry {
    claim: String,
    left: Word,
    right: Word,
    group: Option<Word>,
    at_least: Option<f64>,
    at_most: Option<f64>,
}

/// Reads an experiment and its sets.
pub(super) fn load(source: Source<'_>, games: &[LabGame]) -> Result<FamilyExperiment, LabError> {
    let raw: FamilyFile = source.read()?;
    source.has_name(&raw.name)?;
    let mut groups = Vec::new();
    let mut sets = Vec::new();
    for of in &raw.set {
        sets.push(read_set(source, of, games, &mut groups)?);
    }
    for of in &raw.graphs {
        sets.push(made(source, of, games, &mut groups)?);
    }
    if sets.is_empty() {
        return Err(source
            .fault(raw.name.span(), "an experiment needs positions")
            .into());
    }
    let count = counter(source, &raw.count)?;
    let runs = runs(source, &raw, count, &sets)?;
    if raw.solved.get_ref().len() > crate::report::MOST_LINES {
        let most = crate::report::MOST_LINES;
        let message = format!("a figure has at most {most} lines");
        return Err(source.fault(raw.solved.span(), message).into());
    }
    let base = label(source, &runs, &raw.base)?;
    let pair = |rule: &Rule| {
        let run = label(source, &runs, &rule.run)?;
        Ok((run, label(source, &runs, &rule.base)?))
    };
    Ok(FamilyExperiment {
        count,
        expansions: raw.expansions,
        base,
        solved: labels(source, &runs, raw.solved.get_ref())?,
        rules: raw
            .rule
            .iter()
            .map(pair)
            .collect::<Result<_, LineFault>>()?,
        sizes: match &raw.sizes {
            Some(sizes) => (
                label(source, &runs, &sizes.base)?,
                labels(source, &runs, &sizes.runs)?,
            ),
            None => (base, Vec::new()),
        },
        memories: memories(&raw.run, &runs, base),
        checks: checks(source, &raw, &runs, &groups)?,
        name: raw.name.into_inner(),
        title: raw.title,
        source: raw.source,
        note: raw.note,
        groups,
        sets,
        runs,
    })
}

/// The place of a run.
fn label(source: Source<'_>, runs: &[Run], word: &Word) -> Result<usize, LineFault> {
    source.place("run", word, runs.iter().map(|run| &*run.label))
}

fn labels(source: Source<'_>, runs: &[Run], words: &[Word]) -> Result<Vec<usize>, LineFault> {
    let place = |word| label(source, runs, word);
    words.iter().map(place).collect()
}

/// The place of a group, which may be new.
fn group(name: &str, groups: &mut Vec<String>) -> usize {
    let known = groups.iter().position(|group| group == name);
    known.unwrap_or_else(|| {
        groups.push(name.into());
        groups.len() - 1
    })
}

fn read_set(
    source: Source<'_>,
    of: &GroupSetEntry,
    games: &[LabGame],
    groups: &mut Vec<String>,
) -> Result<GroupSet, LabError> {
    let game = source.game(&of.game, games)?;
    let mut set = source.set(&of.file, game)?;
    set.problems.truncate(of.positions.unwrap_or(usize::MAX));
    Ok(GroupSet {
        group: group(&of.group, groups),
        game,
        hints: of
            .hints
            .as_ref()
            .map_or_else(String::new, |hints| hints.get_ref().clone()),
        keys: set.problems.iter().map(key).collect(),
        set,
        graphs: false,
    })
}

/// How a position is called in the journal.
fn key(problem: &Problem) -> String {
    let Problem {
        rules,
        attacker,
        position,
        ..
    } = problem;
    format!("{position}; {attacker}; {rules}")
}

/// The game that graphs are positions of.
const GRAPH: &str = "tree";

/// Graphs by luck, each a position of its own rules.
fn made(
    source: Source<'_>,
    of: &Graphs,
    games: &[LabGame],
    groups: &mut Vec<String>,
) -> Result<GroupSet, LineFault> {
    let name = of.name.get_ref();
    let fault = |message: String| source.fault(of.name.span(), message);
    of.recipe
        .check()
        .map_err(|why| fault(format!("graphs {name}: {why}")))?;
    let game = games.iter().find(|game| game.name == GRAPH);
    let game = *game.ok_or_else(|| fault(format!("there is no game named \"{GRAPH}\"")))?;
    let problem = |seed: u64| {
        let case = Case {
            at: source.at(of.name.span()),
            name: format!("{name}, seed {seed}"),
            position: "n0".into(),
            attacker: "or".into(),
            rules: of.recipe.text(seed),
            value: Value::Unknown,
            skips: Vec::new(),
            facts: Vec::new(),
        };
        game.place(&case, &case.rules)
    };
    let seeds = of.seed..of.seed.saturating_add(of.count);
    let key = |seed: u64| format!("{:?}, seed {seed}", of.recipe);
    Ok(GroupSet {
        group: group(&of.group, groups),
        game,
        hints: String::new(),
        keys: seeds.clone().map(key).collect(),
        graphs: true,
        set: Set {
            file: format!("graphs: {name}"),
            size: None,
            problems: seeds.map(problem).collect::<Result<_, _>>()?,
        },
    })
}

fn checks(
    source: Source<'_>,
    raw: &FamilyFile,
    runs: &[Run],
    groups: &[String],
) -> Result<Vec<RatioCheck>, LineFault> {
    let group = |word: &Word| {
        let found = groups.iter().position(|group| group == word.get_ref());
        let known = groups.iter().map(String::as_str);
        found.ok_or_else(|| source.unknown("group", word, known))
    };
    let check = |check: &RatioEntry| {
        if check.at_least.is_none() && check.at_most.is_none() {
            let message = "at-least or at-most is missing";
            return Err(source.fault(check.left.span(), message));
        }
        Ok(RatioCheck {
            claim: check.claim.clone(),
            left: label(source, runs, &check.left)?,
            right: label(source, runs, &check.right)?,
            group: check.group.as_ref().map(group).transpose()?,
            at_least: check.at_least.unwrap_or(0.0),
            at_most: check.at_most.unwrap_or(f64::INFINITY),
        })
    };
    raw.check.iter().map(check).collect()
}
