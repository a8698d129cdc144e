//! Records of play.

use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};
use shomei::TextRecord;
use shomei::game::{Branch, Ending, Line};

use crate::games::{Game, notation};
use crate::positions::Position;

/// How many moves of a line are played, and what is said of the last of them.
type Comments = Vec<(usize, String)>;

/// A branch in Python, by the names of its attributes.
#[derive(FromPyObject)]
struct GivenBranch {
    at: usize,
    moves: Vec<String>,
    comment: String,
    comments: Comments,
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
    let ending = match &record.ending {
        Ending::Open => "",
        Ending::Won => WON,
        Ending::Failed => FAILED,
        Ending::Over(word) => word,
    };
    let branches = record.branches.into_iter();
    let branches = branches.map(|one| (one.at, one.moves, one.comment, one.comments));
    let found = PyDict::new(py);
    found.set_item("position", Position::of(game, read.root, None))?;
    found.set_item("moves", record.main.moves)?;
    found.set_item("headers", record.headers)?;
    found.set_item("comment", record.main.comment)?;
    found.set_item("comments", record.main.comments)?;
    found.set_item("ending", ending)?;
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
    let branches = record.branches.into_iter().map(|one| Branch {
        at: one.at,
        moves: one.moves,
        comment: one.comment,
        comments: one.comments,
    });
    let written = TextRecord {
        headers: record.headers,
        main: Line {
            moves: record.moves,
            comment: record.comment,
            comments: record.comments,
        },
        ending: match record.ending.as_str() {
            "" => Ending::Open,
            WON => Ending::Won,
            FAILED => Ending::Failed,
            word => Ending::Over(word.to_owned().into()),
        },
        branches: branches.collect(),
        ..TextRecord::of(position.any.text())
    };
    let attacker = position.attacker(py)?;
    let bytes = position
        .game
        .get()
        .any
        .write_record(attacker, &written, form);
    let bytes = bytes.map_err(|error| notation(py, error))?;
    Ok(PyBytes::new(py, &bytes))
}
