//! The file of an experiment with the family; `docs/reference/experiments.md` describes the format.

use std::collections::BTreeMap;

use serde::Deserialize;
use shomei_game::corpus::{Case, LineFault, Value};
use toml::Spanned;

use super::Family;
use crate::LabError;
use crate::experiment::setups::{counter, named_run};
use crate::experiment::{CheckEntry, CheckKind, ClaimReader, Experiment, Measure, Run};
use crate::game::LabGame;
use crate::graphs::Recipe;
use crate::record::Budget;
use crate::report::MOST_LINES;
use crate::set::{Problem, Set};
use crate::source::{self, Source, Word};

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct FamilyFile {
    name: Word,
    /// Read earlier.
    #[serde(rename = "kind")]
    _kind: String,
    title: String,
    source: String,
    note: Option<String>,
    #[serde(deserialize_with = "source::memory")]
    memory: usize,
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
    check: Vec<CheckEntry>,
}

/// The limits. A time is not an option, since its counts would not repeat.
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
    /// The number of positions, from the first.
    positions: Option<usize>,
    #[serde(default)]
    hints: String,
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
struct FamilyRunEntry {
    label: Word,
    algorithm: Word,
    #[serde(default)]
    options: BTreeMap<Word, Spanned<toml::Value>>,
    #[serde(default, deserialize_with = "source::some_memory")]
    memory: Option<usize>,
    /// Its line in the figure of memories.
    line: Option<String>,
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

/// Reads an experiment and its sets.
pub(crate) fn load(source: &Source, games: &[LabGame]) -> Result<Experiment, LabError> {
    let raw: FamilyFile = source.read()?;
    source.has_name(&raw.name)?;
    let (groups, sets) = sets(source, &raw, games)?;
    let runs = runs(source, &raw, &sets)?;
    if raw.solved.get_ref().len() > MOST_LINES {
        let message = format!("a figure has at most {MOST_LINES} lines");
        return Err(source.fault(raw.solved.span(), message).into());
    }
    let labels: Vec<&str> = runs.iter().map(|run| &*run.label).collect();
    let reader = ClaimReader {
        kinds: &[(
            "group-ratio",
            CheckKind::GroupRatio,
            "left right group? at-least? at-most?",
        )],
        groups: &groups,
        ..ClaimReader::new(source, &labels)
    };
    let checks = reader.checks(&raw.check)?;
    let family = family(source, &raw, &runs, groups)?;
    Ok(Experiment {
        name: raw.name.into_inner(),
        title: raw.title,
        source: raw.source,
        note: raw.note,
        sets,
        runs,
        checks,
        family: Some(family),
        ..Experiment::default()
    })
}

fn family(
    source: &Source,
    raw: &FamilyFile,
    runs: &[Run],
    groups: Vec<String>,
) -> Result<Family, LineFault> {
    let label = |word: &Word| source.place("run", word, runs.iter().map(|run| &*run.label));
    let labels = |words: &[Word]| words.iter().map(label).collect::<Result<Vec<_>, _>>();
    let base = label(&raw.base)?;
    let pair = |rule: &Rule| Ok([label(&rule.run)?, label(&rule.base)?]);
    Ok(Family {
        expansions: raw.expansions,
        groups,
        base,
        solved: labels(raw.solved.get_ref())?,
        rules: raw.rule.iter().map(pair).collect::<Result<_, _>>()?,
        sizes: match &raw.sizes {
            Some(sizes) => (label(&sizes.base)?, labels(&sizes.runs)?),
            None => (base, Vec::new()),
        },
        memories: memories(&raw.run, runs, base),
    })
}

/// Reads the sets and their groups. A position in two sets is searched once.
fn sets(
    source: &Source,
    raw: &FamilyFile,
    games: &[LabGame],
) -> Result<(Vec<String>, Vec<Set>), LabError> {
    let mut groups: Vec<String> = Vec::new();
    let mut group = |name: &String| {
        let known = groups.iter().position(|group| group == name);
        known.unwrap_or_else(|| {
            groups.push(name.clone());
            groups.len() - 1
        })
    };
    let mut sets: Vec<Set> = Vec::new();
    for of in &raw.set {
        let game = source.game(&of.game, games)?;
        let mut set = source.set(&of.file, game)?;
        set.problems.truncate(of.positions.unwrap_or(usize::MAX));
        sets.push(Set {
            group: group(&of.group),
            hints: of.hints.clone(),
            ..set
        });
    }
    for of in &raw.graphs {
        sets.push(Set {
            group: group(&of.group),
            ..made(source, of, games)?
        });
    }
    if sets.is_empty() {
        let message = "an experiment needs positions";
        return Err(source.fault(raw.name.span(), message).into());
    }
    Ok((groups, sets))
}

/// The game of the random graphs.
const GRAPH: &str = "tree";

/// A set of random graphs. Each graph is a position with its own rules.
fn made(source: &Source, of: &Graphs, games: &[LabGame]) -> Result<Set, LineFault> {
    let name = of.name.get_ref();
    let fault = |message: String| source.fault(of.name.span(), message);
    let checked = of.recipe.check();
    checked.map_err(|why| fault(format!("graphs {name}: {why}")))?;
    let game = games.iter().find(|game| game.name() == GRAPH);
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
        // The graph is generated, so its recipe is its name.
        let key = format!("{:?}, seed {seed}", of.recipe);
        Ok(Problem {
            board: key.clone(),
            key,
            ..game.place(&case, &case.rules)?
        })
    };
    let seeds = of.seed..of.seed.saturating_add(of.count);
    let problems = seeds.map(problem).collect::<Result<_, LineFault>>()?;
    Ok(Set::new(&format!("graphs: {name}"), game, problems))
}

/// Reads the rows, and tests each with every game.
fn runs(source: &Source, raw: &FamilyFile, sets: &[Set]) -> Result<Vec<Run>, LineFault> {
    let count: Measure = counter(source, &raw.count)?;
    let mut runs: Vec<Run> = Vec::new();
    for row in &raw.run {
        let names = [&row.label, &row.algorithm];
        let memory = row.memory.unwrap_or(raw.memory);
        let run = Run {
            budget: Budget {
                nodes: raw.limits.nodes,
                generated: raw.limits.generated,
                ..Budget::default()
            },
            count,
            ..named_run(source, names, &row.options, memory)?
        };
        source.is_new("runs", &row.label, runs.iter().map(|run| &*run.label))?;
        for set in sets {
            set.game.try_out("", &run.on(set)).map_err(|error| {
                let message = format!("in {}: {error}", set.game.name());
                source.fault(row.label.span(), message)
            })?;
        }
        runs.push(run);
    }
    Ok(runs)
}

/// The runs of each line of memories in descending order of memory. The line of the base is first.
fn memories(rows: &[FamilyRunEntry], runs: &[Run], base: usize) -> Vec<(String, Vec<usize>)> {
    let mut lines: Vec<(String, Vec<usize>)> = Vec::new();
    for (place, row) in rows.iter().enumerate() {
        let Some(name) = &row.line else {
            continue;
        };
        match lines.iter_mut().find(|(line, _)| line == name) {
            Some((_, places)) => places.push(place),
            None => lines.push((name.clone(), vec![place])),
        }
    }
    for (_, places) in &mut lines {
        places.sort_by_key(|&place| std::cmp::Reverse(runs[place].memory));
    }
    lines.sort_by_key(|(_, places)| !places.contains(&base));
    lines
}
