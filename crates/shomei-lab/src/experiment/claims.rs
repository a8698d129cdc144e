//! The checks of an experiment: which fields each kind takes, and the names in
//! them.

use shomei_game::corpus::LineFault;
use shomei_search::Stop;

use super::file::{self, ExperimentFile};
use super::setups::{column, label, measure};
use super::{Bound, Check, Column, Comparison, Mean, Measure, NamedSet, Shape};
use crate::source::{Source, Word};

/// The kinds, and the fields that each takes beside `claim` and `paper`.
const KINDS: [(&str, &[&str]); 10] = [
    ("ratio", COMPARISON),
    ("mean-ratio", COMPARISON),
    (
        "mean-ratio-at",
        &[
            "set-size", "mean", "left", "right", "of", "at-least", "at-most",
        ],
    ),
    ("wins", COMPARISON),
    ("difference", &["left", "right", "at-least", "at-most"]),
    ("fewest", &["runs", "others"]),
    ("most", &["runs", "others"]),
    ("level", &["runs", "within"]),
    ("stopped-by", &["left", "limit", "at-least", "at-most"]),
    ("certified", &["runs"]),
];

const COMPARISON: &[&str] = &["left", "right", "of", "column", "at-least", "at-most"];

const LIMITS: [(&str, Stop); 3] = [
    ("nodes", Stop::Nodes),
    ("time", Stop::Time),
    ("memory", Stop::Memory),
];

/// One check with the file around it.
struct Reader<'a> {
    source: Source<'a>,
    raw: &'a ExperimentFile,
    check: &'a file::CheckEntry,
    sets: &'a [NamedSet],
}

/// All checks.
pub(super) fn checks(
    source: Source<'_>,
    raw: &ExperimentFile,
    columns: &[Column],
    sets: &[NamedSet],
) -> Result<Vec<Check>, LineFault> {
    raw.check
        .iter()
        .map(|check| {
            let reader = Reader {
                source,
                raw,
                check,
                sets,
            };
            Ok(Check {
                claim: check.claim.clone(),
                paper: check.paper.clone(),
                shape: reader.shape(columns)?,
            })
        })
        .collect()
}

impl Reader<'_> {
    fn shape(&self, columns: &[Column]) -> Result<Shape, LineFault> {
        let kind = &self.check.kind;
        let Some((name, fields)) = KINDS.iter().find(|(name, _)| name == kind.get_ref()) else {
            let known = KINDS.iter().map(|(name, _)| *name);
            return Err(self.source.unknown("kind of check", kind, known));
        };
        self.no_others(fields)?;
        let check = self.check;
        match *name {
            "ratio" => self.comparison(columns).map(Shape::Ratio),
            "mean-ratio" => self.comparison(columns).map(Shape::MeanRatio),
            "mean-ratio-at" => Ok(Shape::MeanRatioAt {
                size: self.set_size()?,
                mean: self.mean()?,
                comparison: self.comparison(columns)?,
            }),
            "wins" => self.comparison(columns).map(Shape::Wins),
            "difference" => Ok(Shape::Difference {
                left: self.run("left", check.left.as_ref())?,
                right: self.run("right", check.right.as_ref())?,
                bound: self.bound()?,
            }),
            "fewest" => Ok(Shape::Fewest {
                runs: self.runs("runs", check.runs.as_ref())?,
                others: self.runs("others", check.others.as_ref())?,
            }),
            "most" => Ok(Shape::Most {
                runs: self.runs("runs", check.runs.as_ref())?,
                others: self.runs("others", check.others.as_ref())?,
            }),
            "level" => Ok(Shape::Level {
                runs: self.runs("runs", check.runs.as_ref())?,
                within: self.need("within", check.within)?,
            }),
            "stopped-by" => Ok(Shape::StoppedBy {
                run: self.run("left", check.left.as_ref())?,
                limit: self.limit()?,
                bound: self.bound()?,
            }),
            _ => Ok(Shape::Certified {
                runs: self.runs("runs", check.runs.as_ref())?,
            }),
        }
    }

    /// A field that the kind does not take would be ignored in silence.
    fn no_others(&self, fields: &[&str]) -> Result<(), LineFault> {
        let check = self.check;
        let given = [
            ("left", check.left.is_some()),
            ("right", check.right.is_some()),
            ("runs", check.runs.is_some()),
            ("others", check.others.is_some()),
            ("of", check.of.is_some()),
            ("column", check.column.is_some()),
            ("set-size", check.set_size.is_some()),
            ("mean", check.mean.is_some()),
            ("limit", check.limit.is_some()),
            ("at-least", check.at_least.is_some()),
            ("at-most", check.at_most.is_some()),
            ("within", check.within.is_some()),
        ];
        match given
            .iter()
            .find(|(name, is)| *is && !fields.contains(name))
        {
            None => Ok(()),
            Some((name, _)) => {
                let (kind, known) = (check.kind.get_ref(), fields.join(", "));
                Err(self.fault(format!("{kind} takes no {name}; it takes {known}")))
            }
        }
    }

    fn comparison(&self, columns: &[Column]) -> Result<Comparison, LineFault> {
        let check = self.check;
        let left = self.run("left", check.left.as_ref())?;
        let right = self.run("right", check.right.as_ref())?;
        let place = match &check.column {
            None => None,
            Some(word) => {
                let place = column(self.source, self.raw, word)?;
                let runs = &columns[place].solved_by;
                if let Some(stranger) = [left, right].iter().find(|run| !runs.contains(run)) {
                    let label = self.raw.run.get_ref()[*stranger].label.get_ref();
                    let message = format!("\"{label}\" is not one of those that solve the column");
                    return Err(self.source.fault(word.span(), message));
                }
                Some(place)
            }
        };
        Ok(Comparison {
            left,
            right,
            of: match &check.of {
                Some(word) => measure(self.source, word)?,
                None => Measure::Nodes,
            },
            column: place,
            bound: self.bound()?,
        })
    }

    /// Which mean; left out, that of the papers.
    fn mean(&self) -> Result<Mean, LineFault> {
        let Some(word) = &self.check.mean else {
            return Ok(Mean::default());
        };
        self.source.one_of("mean", word, &Mean::NAMES)
    }

    /// The size of some set.
    fn set_size(&self) -> Result<i64, LineFault> {
        let size = self.need("set-size", self.check.set_size.as_ref())?;
        let mut sizes: Vec<i64> = self.sets.iter().filter_map(|set| set.size).collect();
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

    fn bound(&self) -> Result<Bound, LineFault> {
        let file::CheckEntry {
            at_least, at_most, ..
        } = *self.check;
        if at_least.is_none() && at_most.is_none() {
            return Err(self.fault("at-least or at-most is missing"));
        }
        Ok(Bound { at_least, at_most })
    }

    fn limit(&self) -> Result<Stop, LineFault> {
        let word = self.need("limit", self.check.limit.as_ref())?;
        self.source.one_of("limit", word, &LIMITS)
    }

    fn run(&self, field: &str, word: Option<&Word>) -> Result<usize, LineFault> {
        label(self.source, self.raw, self.need(field, word)?)
    }

    fn runs(&self, field: &str, words: Option<&Vec<Word>>) -> Result<Vec<usize>, LineFault> {
        let words = self.need(field, words)?;
        if words.is_empty() {
            return Err(self.fault(format!("{field} names no run")));
        }
        let run = |word: &Word| label(self.source, self.raw, word);
        words.iter().map(run).collect()
    }

    fn need<T>(&self, field: &str, value: Option<T>) -> Result<T, LineFault> {
        value.ok_or_else(|| self.fault(format!("{field} is missing")))
    }

    fn fault(&self, message: impl Into<String>) -> LineFault {
        self.source.fault(self.check.kind.span(), message)
    }
}
