//! The claims in the file of an experiment: the fields of each kind, and the names in them.

use serde::Deserialize;
use shomei_game::corpus::LineFault;
use toml::Spanned;

use super::setups::measure;
use super::{Bound, Check, CheckKind, Column, Mean};
use crate::source::{Source, Word};

/// A claim in the file.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(crate) struct CheckEntry {
    claim: Word,
    /// Left out if the experiment has only one kind of claims.
    kind: Option<Word>,
    /// The paper's statement, if its figures do not contain it.
    paper: Option<String>,
    left: Option<Word>,
    right: Option<Word>,
    run: Option<Word>,
    runs: Option<Vec<Word>>,
    others: Option<Vec<Word>>,
    of: Option<Word>,
    column: Option<Word>,
    group: Option<Word>,
    set_size: Option<Spanned<i64>>,
    mean: Option<Word>,
    limit: Option<Word>,
    at_least: Option<f64>,
    at_most: Option<f64>,
    within: Option<f64>,
    problems: Option<u64>,
}

/// A kind of claims with its name, and its fields besides `claim` and `paper`. Those with a
/// question mark are optional.
pub(crate) type ClaimKind = (&'static str, CheckKind, &'static str);

const COMPARISON: &str = "left right of? column? at-least? at-most?";

/// The kinds of an experiment with a paper.
const KINDS: [ClaimKind; 10] = [
    ("ratio", CheckKind::Ratio, COMPARISON),
    ("mean-ratio", CheckKind::MeanRatio, COMPARISON),
    (
        "mean-ratio-at",
        CheckKind::MeanRatioAt,
        "set-size mean? left right of? at-least? at-most?",
    ),
    ("wins", CheckKind::Wins, COMPARISON),
    (
        "difference",
        CheckKind::Difference,
        "left right at-least? at-most?",
    ),
    ("fewest", CheckKind::Fewest, "runs others"),
    ("most", CheckKind::Most, "runs others"),
    ("level", CheckKind::Level, "runs within"),
    (
        "stopped-by",
        CheckKind::StoppedBy,
        "left limit at-least? at-most?",
    ),
    ("certified", CheckKind::Certified, "runs"),
];

/// The limits that end a search without an answer.
const LIMITS: [&str; 3] = ["nodes", "time", "memory"];

/// The names that claims can use.
#[derive(Clone, Copy)]
pub(crate) struct ClaimReader<'a> {
    pub(crate) source: &'a Source,
    /// The labels of the rows.
    pub(crate) labels: &'a [&'a str],
    pub(crate) kinds: &'static [ClaimKind],
    pub(crate) columns: &'a [Column],
    /// The sizes of the sets.
    pub(crate) sizes: &'a [i64],
    /// The groups of the positions.
    pub(crate) groups: &'a [String],
}

impl<'a> ClaimReader<'a> {
    /// The names of an experiment without columns, sizes and groups.
    pub(crate) fn new(source: &'a Source, labels: &'a [&'a str]) -> ClaimReader<'a> {
        ClaimReader {
            source,
            labels,
            kinds: &KINDS,
            columns: &[],
            sizes: &[],
            groups: &[],
        }
    }

    /// Reads all claims.
    pub(crate) fn checks(self, entries: &[CheckEntry]) -> Result<Vec<Check>, LineFault> {
        entries.iter().map(|entry| self.check(entry)).collect()
    }

    fn check(&self, entry: &CheckEntry) -> Result<Check, LineFault> {
        let kind = self.kind(entry)?;
        let left = entry.left.iter().chain(&entry.run);
        let left = self.rows(left.chain(entry.runs.iter().flatten()))?;
        let right = entry.right.iter();
        let right = self.rows(right.chain(entry.others.iter().flatten()))?;
        let bound = Bound {
            at_least: entry.at_least,
            at_most: entry.at_most.or(entry.within),
        };
        let of_kind = match kind {
            CheckKind::Fewest | CheckKind::Most => Bound {
                at_least: Some(1.0),
                ..bound
            },
            CheckKind::Certified => Bound {
                at_most: Some(0.0),
                ..bound
            },
            _ => bound,
        };
        let groups = self.groups.iter().map(String::as_str);
        let group = |word| self.source.place("group", word, groups);
        let mean = |word| self.source.one_of("mean", word, &Mean::NAMES);
        let limit = |word| {
            let place = self.source.place("limit", word, LIMITS.iter().copied())?;
            Ok(LIMITS[place].to_string())
        };
        Ok(Check {
            claim: entry.claim.get_ref().clone(),
            paper: entry.paper.clone(),
            kind,
            of: measure(self.source, entry.of.as_ref())?,
            column: self.column(entry.column.as_ref(), [&left, &right])?,
            size: self.set_size(entry.set_size.as_ref())?,
            mean: entry.mean.as_ref().map_or(Ok(Mean::default()), mean)?,
            group: entry.group.as_ref().map(group).transpose()?,
            limit: entry.limit.as_ref().map_or(Ok(String::new()), limit)?,
            problems: entry.problems.unwrap_or_default(),
            left,
            right,
            bound: of_kind,
        })
    }

    /// The kind of a claim. Unknown and missing fields are errors, so that none is ignored
    /// silently.
    fn kind(&self, entry: &CheckEntry) -> Result<CheckKind, LineFault> {
        let place = entry.kind.as_ref().unwrap_or(&entry.claim).span();
        let fault = |message: String| self.source.fault(place.clone(), message);
        let names = self.kinds.iter().map(|(name, ..)| *name);
        let at = match &entry.kind {
            Some(kind) => self.source.place("kind of check", kind, names)?,
            None if self.kinds.len() == 1 => 0,
            None => return Err(fault("kind is missing".into())),
        };
        let (name, kind, takes) = self.kinds[at];
        let has_bound = entry.at_least.is_some() || entry.at_most.is_some();
        let given = [
            ("left", entry.left.is_some()),
            ("right", entry.right.is_some()),
            ("run", entry.run.is_some()),
            ("runs", entry.runs.is_some()),
            ("others", entry.others.is_some()),
            ("of", entry.of.is_some()),
            ("column", entry.column.is_some()),
            ("group", entry.group.is_some()),
            ("set-size", entry.set_size.is_some()),
            ("mean", entry.mean.is_some()),
            ("limit", entry.limit.is_some()),
            ("at-least", entry.at_least.is_some()),
            ("at-most", entry.at_most.is_some()),
            ("within", entry.within.is_some()),
            ("problems", entry.problems.is_some()),
        ];
        let takes_it = |field: &str| takes.split([' ', '?']).any(|taken| taken == field);
        for (field, is_given) in given {
            if is_given && !takes_it(field) {
                let known = takes.replace('?', "").replace(' ', ", ");
                return Err(fault(format!("{name} takes no {field}; it takes {known}")));
            }
            if !is_given && takes.split(' ').any(|needed| needed == field) {
                return Err(fault(format!("{field} is missing")));
            }
        }
        if takes_it("at-least") && !has_bound {
            return Err(fault("at-least or at-most is missing".into()));
        }
        for (field, words) in [("runs", &entry.runs), ("others", &entry.others)] {
            if words.as_ref().is_some_and(Vec::is_empty) {
                return Err(fault(format!("{field} names no run")));
            }
        }
        Ok(kind)
    }

    fn rows<'w>(&self, words: impl Iterator<Item = &'w Word>) -> Result<Vec<usize>, LineFault> {
        let place = |word| {
            let labels = self.labels.iter().copied();
            self.source.place("run", word, labels)
        };
        words.map(place).collect()
    }

    /// The index of a column. All of these runs must be among those that solve it.
    fn column(
        &self,
        word: Option<&Word>,
        rows: [&Vec<usize>; 2],
    ) -> Result<Option<usize>, LineFault> {
        let Some(word) = word else {
            return Ok(None);
        };
        let names = self.columns.iter().map(|column| &*column.name);
        let place = self.source.place("column", word, names)?;
        let runs = &self.columns[place].solved_by;
        let mut rows = rows.into_iter().flatten();
        if let Some(&stranger) = rows.find(|run| !runs.contains(run)) {
            let label = self.labels[stranger];
            let message = format!("\"{label}\" is not one of those that solve the column");
            return Err(self.source.fault(word.span(), message));
        }
        Ok(Some(place))
    }

    /// A size, which some set must have.
    fn set_size(&self, size: Option<&Spanned<i64>>) -> Result<i64, LineFault> {
        let Some(size) = size else {
            return Ok(0);
        };
        let mut sizes = self.sizes.to_vec();
        if sizes.contains(size.get_ref()) {
            return Ok(*size.get_ref());
        }
        sizes.sort_unstable();
        let known: Vec<String> = sizes.iter().map(i64::to_string).collect();
        let known = match known.join(", ") {
            known if known.is_empty() => "none has one".into(),
            known => format!("known are {known}"),
        };
        let message = format!("no set has the size {}; {known}", size.get_ref());
        Err(self.source.fault(size.span(), message))
    }
}
