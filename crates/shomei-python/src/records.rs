//! Records of play.

use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};
use shomei::TextRecord;
use shomei::data::LossData;
use shomei::game::{Branch, Ending, Line};

use crate::errors::run_error;
use crate::games::{Game, notation};
use crate::positions::Position;

/// A comment: the number of played moves, and the text.
type Comments = Vec<(usize, String)>;

/// A branch in Python, by the names of its attributes.
#[derive(FromPyObject)]
struct GivenBranch {
    at: usize,
    moves: Vec<String>,
    comment: String,
    comments: Comments,
    ending: String,
}

/// A record in Python, by the names of its attributes.
#[derive(FromPyObject)]
pub(crate) struct GivenRecord {
    headers: Vec<(String, String)>,
    moves: Vec<String>,
    comment: String,
    comments: Comments,
    ending: String,
    branches: Vec<GivenBranch>,
}

const WON: &str = "won";
const FAILED: &str = "failed";

fn word_of(ending: &Ending) -> &str {
    match ending {
        Ending::Open => "",
        Ending::Won => WON,
        Ending::Failed => FAILED,
        Ending::Over(word) => word,
    }
}

fn ending_of(word: String) -> Ending {
    match word.as_str() {
        "" => Ending::Open,
        WON => Ending::Won,
        FAILED => Ending::Failed,
        _ => Ending::Over(word.into()),
    }
}

impl GivenRecord {
    /// The record in Rust, which begins with this position.
    fn from(self, position: &Position) -> TextRecord {
        let branches = self.branches.into_iter().map(|one| Branch {
            at: one.at,
            moves: one.moves,
            comment: one.comment,
            comments: one.comments,
            ending: ending_of(one.ending),
        });
        TextRecord {
            headers: self.headers,
            main: Line {
                moves: self.moves,
                comment: self.comment,
                comments: self.comments,
            },
            ending: ending_of(self.ending),
            branches: branches.collect(),
            ..TextRecord::of(position.any.text())
        }
    }
}

/// Reads a record of play: its fields by their names.
#[pyfunction]
pub(crate) fn read_record<'py>(
    game: &Bound<'py, Game>,
    bytes: &[u8],
) -> PyResult<Bound<'py, PyDict>> {
    let py = game.py();
    let read = game.get().any.read_record(bytes);
    let read = read.map_err(|error| notation(py, error))?;
    let record = read.text;
    let ending = word_of(&record.ending);
    let warnings: Vec<String> = record.warnings.iter().map(ToString::to_string).collect();
    let branches = record.branches.into_iter().map(|one| {
        let ending = word_of(&one.ending).to_owned();
        (one.at, one.moves, one.comment, one.comments, ending)
    });
    let found = PyDict::new(py);
    found.set_item("position", Position::of(game, read.root, None))?;
    found.set_item("moves", record.main.moves)?;
    found.set_item("headers", record.headers)?;
    found.set_item("comment", record.main.comment)?;
    found.set_item("comments", record.main.comments)?;
    found.set_item("ending", ending)?;
    found.set_item("warnings", warnings)?;
    found.set_item("branches", branches.collect::<Vec<_>>())?;
    Ok(found)
}

/// A record of play as a file of this form.
#[pyfunction]
pub(crate) fn write_record<'py>(
    position: &Bound<'py, Position>,
    record: GivenRecord,
    form: &str,
) -> PyResult<Bound<'py, PyBytes>> {
    let py = position.py();
    let position = position.get();
    let record = record.from(position);
    let attacker = position.attacker(py)?;
    let bytes = position
        .game
        .get()
        .any
        .write_record(attacker, &record, form);
    let bytes = bytes.map_err(|error| notation(py, error))?;
    Ok(PyBytes::new(py, &bytes))
}

/// The parts of a record that a form cannot express, as JSON.
#[pyfunction]
pub(crate) fn losses(
    position: &Bound<'_, Position>,
    record: GivenRecord,
    form: &str,
) -> PyResult<String> {
    let py = position.py();
    let position = position.get();
    let game = &position.game.get().any;
    let converted = game.convert(&record.from(position), form);
    let converted = converted.map_err(|error| notation(py, error))?;
    let losses: Vec<LossData> = converted.losses.iter().map(LossData::from).collect();
    serde_json::to_string(&losses).map_err(run_error)
}
