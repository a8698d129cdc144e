//! `--yozume`: other solutions along the line of the shortest win.

use std::collections::BTreeSet;

use serde::Serialize;
use shomei_game::Branch;
use shomei_search::Answer;
use shomei_search::solutions::{Other, Variation, Verdict};

use super::asking::Asked;
use crate::output::{counted, grouped, length_text};
use crate::solving::Others;

/// What is known of other solutions of a problem that has one.
#[derive(Clone, Debug)]
pub(super) struct Yozume {
    /// The line that they leave.
    line: Vec<String>,
    /// The most nodes for a move.
    nodes: u64,
    /// Whether a limit on everything was reached.
    is_stopped: bool,
    /// What was found; nothing where no line was known to look along.
    others: Option<Others>,
}

/// Moves that are not decided are told up to so many.
const MOST_OPEN: usize = 10;

impl Yozume {
    /// What a question has found, if it was asked for and there is a win.
    pub(super) fn of(asked: &Asked) -> Option<Yozume> {
        let nodes = asked.wanted.others?;
        (asked.answer() == Answer::Proved).then(|| Yozume {
            line: asked.solution.line.clone(),
            nodes,
            is_stopped: asked.solution.report.stopped_by.is_some(),
            others: asked.solution.others.clone(),
        })
    }

    /// Whether the problem has one solution.
    pub(super) fn verdict(&self) -> Verdict {
        let others = self.others.as_ref();
        others.map_or(Verdict::NotDecided, |others| others.found.verdict())
    }

    /// Whether that is known.
    pub(super) fn is_decided(&self) -> bool {
        self.verdict() != Verdict::NotDecided
    }

    /// The kinds of the other moves that win, each once, in alphabetical order.
    pub(super) fn kinds(&self) -> String {
        let others = self.others.iter().flat_map(|others| &others.found.others);
        let kinds: BTreeSet<String> = others.map(|other| other.kind.to_string()).collect();
        kinds.into_iter().collect::<Vec<_>>().join(", ")
    }

    /// The same as [`left_over`](Yozume::left_over), empty for nothing; `None` where that is
    /// not known.
    pub(super) fn left_over_if_known(&self) -> Option<String> {
        let others = self.others.as_ref()?;
        Some(others.left_over.clone().unwrap_or_default())
    }

    /// What the attacker has left at the end.
    fn left_over(&self) -> Option<&str> {
        self.others.as_ref()?.left_over.as_deref()
    }

    /// The other defences and solutions, for a record.
    pub(super) fn branches(&self) -> Vec<Branch<String>> {
        let variations = self.others.iter().flat_map(|others| &others.variations);
        let branch = |variation: &Variation<String>| Branch {
            at: variation.ply,
            moves: variation.moves.clone(),
            comment: variation.comment(),
        };
        variations.map(branch).collect()
    }

    /// The verdict and what is left over, for a list.
    pub(super) fn one_line(&self) -> String {
        let left_over = self.left_over();
        let surplus = left_over.map_or(String::new(), |left| format!("; surplus: {left}"));
        format!("yozume: {}{surplus}", self.verdict())
    }

    /// The verdict, each move that wins, those that are not decided, what is left over.
    pub(super) fn lines(&self) -> Vec<String> {
        let mut lines = vec![format!("yozume: {}", self.verdict())];
        if let Some(Others { found, .. }) = &self.others {
            lines.extend(found.others.iter().map(|other| self.other(other)));
            let within = match self.is_stopped {
                true => String::new(),
                false => format!(" within {}", counted(self.nodes, "node")),
            };
            let shown = found.open.iter().take(MOST_OPEN);
            lines.extend(shown.map(|(ply, mv)| {
                let place = self.place(*ply, mv);
                format!("  {place}: not decided{within}")
            }));
            if let Some(more @ 1..) = found.open.len().checked_sub(MOST_OPEN) {
                let more = counted(more as u64, "more move");
                lines.push(format!("  {more}: not decided"));
            }
        }
        let left_over = self.left_over().into_iter();
        lines.extend(left_over.map(|left| format!("surplus: {left}")));
        lines
    }

    fn other(&self, other: &Other<String>) -> String {
        let place = self.place(other.ply, &other.mv);
        let (length, kind) = (length_text(other.length), other.kind);
        let line = match other.line.len() {
            0 | 1 => String::new(),
            _ => format!(": {}", other.line.join(" ")),
        };
        format!("  {place}: {length}, {kind}{line}")
    }

    /// Which move is meant, in place of which.
    fn place(&self, ply: usize, mv: &str) -> String {
        let main = self.line.get(ply).map_or("-", String::as_str);
        let number = grouped(ply as u64 + 1);
        format!("move {number}, {mv} for {main}")
    }
}

/// The same as an object.
#[derive(Debug, Serialize)]
pub(super) struct Json<'a> {
    verdict: String,
    /// The most nodes for a move.
    nodes: u64,
    others: Vec<JsonOther<'a>>,
    /// Moves that were not decided.
    open: Vec<JsonMove<'a>>,
    surplus: Option<&'a str>,
}

/// A move that wins, too.
#[derive(Debug, Serialize)]
struct JsonOther<'a> {
    #[serde(flatten)]
    place: JsonMove<'a>,
    kind: String,
    /// The plies of its shortest win with the move itself, if that is known.
    length: Option<u16>,
    length_at_least: u16,
    /// Its line; the move alone where the length is not known.
    line: &'a [String],
}

/// A move in place of one of the line.
#[derive(Debug, Serialize)]
struct JsonMove<'a> {
    /// From 1 on.
    number: usize,
    #[serde(rename = "move")]
    mv: &'a str,
}

impl<'a> Json<'a> {
    pub(super) fn of(yozume: &'a Yozume) -> Json<'a> {
        let found = yozume.others.as_ref().map(|others| &others.found);
        let place = |ply: usize, mv: &'a String| JsonMove {
            number: ply + 1,
            mv,
        };
        let other = |other: &'a Other<String>| JsonOther {
            place: place(other.ply, &other.mv),
            kind: other.kind.to_string(),
            length: other.length.exact(),
            length_at_least: other.length.least,
            line: &other.line,
        };
        let others = found.map(|found| found.others.iter().map(other).collect());
        let open = found.map(|found| found.open.iter().map(|(ply, mv)| place(*ply, mv)));
        Json {
            verdict: yozume.verdict().to_string(),
            nodes: yozume.nodes,
            others: others.unwrap_or_default(),
            open: open.map(Iterator::collect).unwrap_or_default(),
            surplus: yozume.left_over(),
        }
    }
}
