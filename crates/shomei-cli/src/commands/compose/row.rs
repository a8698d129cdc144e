//! An examined problem as a row of a table and as a JSON object.

use std::time::Instant;

use serde::{Deserialize, Serialize};
use shomei::AnyPosition;
use shomei::composers::{Examination, ExaminationKind, Variant};
use shomei::data::ExaminationData;
use shomei::messages::{examined_flaw_in, examined_length_in, variant_in};
use shomei_game::Lang;
use shomei_messages::{self as msg, Message};

use super::bench::View;
use crate::columns::aligned;
use crate::failure::{Exit, Failure};
use crate::language::MoveNames;
use crate::output::{json_text, print, print_as_is, print_stderr};
use crate::units::time_text;

/// The verdict on a problem, for the sums.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum RowKind {
    Sound,
    Flawed,
    NoWin,
    /// The length is not a wanted one.
    OtherLength,
    Open,
}

/// An examined problem.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Row {
    /// The cells of the table: the changes, the length, the first flaw, the position.
    pub(super) cells: Vec<String>,
    /// The JSON object, if it is wanted.
    object: Option<String>,
    pub(super) kind: RowKind,
    pub(super) plies: Option<u16>,
    nodes: u64,
}

/// The object of a row.
#[derive(Serialize)]
struct RowJson {
    game: &'static str,
    /// Whether no further piece can be removed, for `compose trim`.
    #[serde(skip_serializing_if = "Option::is_none")]
    minimal: Option<bool>,
    #[serde(flatten)]
    data: ExaminationData,
}

impl Row {
    /// The row of the problem after these changes.
    pub(super) fn of(
        view: &View,
        examined: &Examination,
        changes: &[Variant<AnyPosition>],
    ) -> Result<Row, Failure> {
        Row::of_trimmed(view, examined, changes, None)
    }

    /// The row of a problem of which it is known whether a further piece can be removed.
    pub(super) fn of_trimmed(
        view: &View,
        examined: &Examination,
        changes: &[Variant<AnyPosition>],
        minimal: Option<bool>,
    ) -> Result<Row, Failure> {
        let mut cells = cells(view, examined, changes);
        if minimal == Some(true) {
            cells[1] = msg::TrimMinimal { length: &cells[1] }.text(view.lang);
        }
        let object = || {
            json_text(&RowJson {
                game: view.game,
                minimal,
                data: ExaminationData::of(examined, changes),
            })
        };
        let object = view.json.then(object).transpose()?;
        let is_other = examined.length.is_some_and(|length| match length.exact() {
            Some(plies) => !view.lengths.contains(&plies),
            None => length.least > *view.lengths.end(),
        });
        Ok(Row {
            cells,
            object,
            kind: match examined.kind() {
                ExaminationKind::NoWin => RowKind::NoWin,
                _ if is_other => RowKind::OtherLength,
                ExaminationKind::Sound => RowKind::Sound,
                ExaminationKind::Flawed => RowKind::Flawed,
                ExaminationKind::Open => RowKind::Open,
            },
            plies: examined.plies(),
            nodes: examined.nodes,
        })
    }
}

/// The cells: the changes, the length, the first flaw, the position.
fn cells(view: &View, examined: &Examination, changes: &[Variant<AnyPosition>]) -> Vec<String> {
    let lang = view.lang;
    let game = view.root.game();
    let change = |one: &Variant<AnyPosition>| variant_in(one.change, &one.what, game, lang);
    let mut changes: Vec<String> = changes.iter().map(change).collect();
    if changes.is_empty() {
        changes.push(match examined.position == view.root.text() {
            true => msg::VaryItself.text(lang),
            false => moves(
                view,
                examined,
                0,
                &examined.line[..examined.line.len().min(2)],
            ),
        });
    }
    let name = |ply, mv: &str| moves(view, examined, ply, &[mv.to_string()]);
    vec![
        changes.join(&msg::ListSeparator.text(lang)),
        examined_length_in(examined, lang),
        examined_flaw_in(examined, name, lang),
        examined.position.clone(),
    ]
}

/// The names of moves after this number of plies of the line.
fn moves(view: &View, examined: &Examination, ply: usize, moves: &[String]) -> String {
    let Ok(there) = view.root.game().position(&examined.position) else {
        return moves.join(" ");
    };
    let mut names = MoveNames::of(there.for_attacker(view.attacker), view.lang);
    let before = examined.line.get(..ply).unwrap_or_default();
    names.after(before, moves).join(" ")
}

/// What is known about the problems beyond the examined ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Completeness {
    /// There are no others.
    Complete,
    /// There can be others, because a limit was reached.
    Truncated,
    /// This number of variants was not reached.
    Missing(usize),
}

impl From<bool> for Completeness {
    /// Whether a limit truncated the list.
    fn from(is_truncated: bool) -> Completeness {
        match is_truncated {
            true => Completeness::Truncated,
            false => Completeness::Complete,
        }
    }
}

/// Collects rows: prints objects at once, and a table at the end.
pub(super) struct Rows {
    lang: Lang,
    json: bool,
    table: Vec<Vec<String>>,
    /// The number of examined problems of each kind.
    counts: [u64; 5],
    nodes: u64,
    started: Instant,
}

impl Rows {
    pub(super) fn of(view: &View) -> Rows {
        Rows {
            lang: view.lang,
            json: view.json,
            table: Vec::new(),
            counts: [0; 5],
            nodes: 0,
            started: Instant::now(),
        }
    }

    /// Counts an examined problem.
    pub(super) fn count(&mut self, row: &Row) {
        self.counts[row.kind as usize] += 1;
        self.nodes += row.nodes;
    }

    /// Prints a problem, or adds it to the table.
    pub(super) fn show(&mut self, row: &Row) -> Result<(), Failure> {
        if let Some(object) = &row.object {
            return print_as_is(object);
        }
        self.table.push(row.cells.clone());
        Ok(())
    }

    /// The sums as a sentence.
    pub(super) fn summary(&self, extent: Completeness) -> String {
        let lang = self.lang;
        let [sound, flawed, none, other, open] = self.counts;
        let summary = msg::VarySummary {
            count: self.counts.iter().sum::<u64>(),
            sound,
            flawed,
            none,
            other,
            open,
            nodes: msg::CountNodes { count: self.nodes }.text(lang),
            time: time_text(self.started.elapsed()),
        };
        let mut summary = summary.text(lang);
        summary += &match extent {
            Completeness::Complete => String::new(),
            Completeness::Truncated => msg::VaryTruncated.text(lang),
            Completeness::Missing(count) => msg::VaryMissing { count }.text(lang),
        };
        summary
    }

    /// Prints the table and the sums.
    pub(super) fn finish(self, extent: Completeness) -> Result<Exit, Failure> {
        let summary = self.summary(extent);
        let [.., open] = self.counts;
        if self.json {
            print_stderr(summary);
        } else {
            if !self.table.is_empty() {
                print(aligned(&self.table, self.table[0].len()))?;
            }
            print(summary)?;
        }
        Ok(match open > 0 || extent != Completeness::Complete {
            true => Exit::Unknown,
            false => Exit::Done,
        })
    }
}
