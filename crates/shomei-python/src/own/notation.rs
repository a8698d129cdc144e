//! Texts of positions and moves of a game in Python.

use pyo3::exceptions::PyException;
use pyo3::prelude::*;
use pyo3::types::PyString;
use shomei::Side;
use shomei::game::{Goal, GridCell, Notation, NotationError, Outcome, Picture};

use super::calls::shown;
use super::{OwnGame, Place};
use crate::errors::game_error;
use crate::leaving::call;

impl OwnGame {
    /// The text of a position.
    ///
    /// # Errors
    ///
    /// The exception of `format`, or an error if it returns no text on one line.
    pub(crate) fn format(&self, py: Python<'_>, position: &Place) -> PyResult<String> {
        let object = position.0.object.bind(py);
        let returned = call(self.calls.format.bind(py), (object,))?;
        text_of(&returned, "format", object)
    }
}

impl Notation for OwnGame {
    fn name(&self) -> &str {
        &self.calls.name
    }

    fn sides(&self) -> [&str; 2] {
        [&self.calls.sides[0], &self.calls.sides[1]]
    }

    fn rules(&self) -> String {
        self.calls.rules.clone()
    }

    fn goal(&self) -> Goal {
        self.goal
    }

    fn with_goal(&self, goal: Goal) -> OwnGame {
        OwnGame {
            goal,
            ..self.clone()
        }
    }

    /// The game's `start`. Without one, the call is a failure of the game.
    fn start(&self) -> Place {
        if let Some(start) = &self.start {
            return start.clone();
        }
        let found = self
            .calls
            .trouble
            .ask(|| None, |py| self.first(py).map(Some));
        found.unwrap_or_else(|| self.calls.nowhere.clone())
    }

    fn to_move(&self, position: &Place) -> Side {
        position.0.mover
    }

    fn outcome(&self, position: &Place) -> Option<Outcome> {
        position.0.outcome
    }

    /// An exception of `parse` refuses the text, except one that is not an `Exception`, such as
    /// Ctrl-C.
    fn parse_position(&self, text: &str) -> Result<Place, NotationError> {
        let failed = || Err(NotationError::whole("the game has failed"));
        self.calls.trouble.ask(failed, |py| {
            let refused = |error: PyErr| match error.is_instance_of::<PyException>(py) {
                true => Ok(Err(unread(py, &error))),
                false => Err(error),
            };
            let object = match call(self.calls.parse.bind(py), (text,)) {
                Ok(object) => object,
                Err(error) => return refused(error),
            };
            match self.place(&object) {
                Ok(place) => Ok(Ok(place)),
                // The kit passes texts of no position, so `parse` may return an object that is not a
                // position.
                Err(error) if self.calls.forgets() => refused(error),
                Err(error) => Err(error),
            }
        })
    }

    fn format_position(&self, position: &Place) -> String {
        self.text(|py| self.format(py, position))
    }

    fn parse_move(&self, position: &Place, text: &str) -> Result<u32, NotationError> {
        if position.0.outcome.is_some() {
            return Err(NotationError::whole("the game is over"));
        }
        let text = text.trim();
        let mut named = (0..position.0.count).filter(|&mv| self.format_move(position, mv) == text);
        match (named.next(), named.next()) {
            (Some(mv), None) => Ok(mv),
            (None, _) => Err(NotationError::whole(format!(
                "\"{text}\" is not a legal move here"
            ))),
            (Some(_), Some(_)) => {
                let what = format!("format_move() returned '{text}' for two moves");
                self.calls.trouble.ask(
                    || (),
                    |py| {
                        let object = position.0.object.bind(py);
                        Err(game_error(py, &what, Some(object)))
                    },
                );
                Err(NotationError::whole(what))
            }
        }
    }

    fn picture(&self, position: &Place) -> Option<Picture> {
        let picture = self.calls.picture.as_ref()?;
        let ask = |py: Python<'_>| {
            let drawn = call(picture.bind(py), (position.0.object.bind(py),))?;
            if drawn.is_none() {
                return Ok(None);
            }
            if let Ok(svg) = drawn.extract() {
                return Ok(Some(Picture::Svg(svg)));
            }
            let rows: Vec<Vec<(String, Option<[u8; 3]>)>> = drawn.extract()?;
            let cell = |(text, colour)| GridCell { text, colour };
            let row = |row: Vec<_>| row.into_iter().map(cell).collect();
            Ok(Some(Picture::Grid(rows.into_iter().map(row).collect())))
        };
        self.calls.trouble.ask(|| None, ask)
    }

    fn format_move(&self, position: &Place, mv: u32) -> String {
        self.text(|py| {
            let object = position.0.object.bind(py);
            let mv = self.move_object(py, position, mv)?;
            let returned = call(self.calls.format_move.bind(py), (object, mv))?;
            let text = text_of(&returned, "format_move", object)?;
            if text.is_empty() || text.contains(char::is_whitespace) {
                let what = format!(
                    "format_move() returned {}: expected a text without spaces",
                    shown(&returned)
                );
                return Err(game_error(py, &what, Some(object)));
            }
            Ok(text)
        })
    }
}

/// The error of a text that the game does not read.
pub(super) fn unread(py: Python<'_>, error: &PyErr) -> NotationError {
    let class = error.get_type(py).name();
    let class = class.map_or_else(|_| String::from("an exception"), |name| name.to_string());
    // Only the function knows the place of the error.
    let message = format!("parse() raised {class}: {}", error.value(py));
    NotationError::new(shomei::game::Place::Column(1), message)
}

/// A text on one line.
fn text_of(
    returned: &Bound<'_, PyAny>,
    function: &str,
    position: &Bound<'_, PyAny>,
) -> PyResult<String> {
    let text = returned
        .cast::<PyString>()
        .ok()
        .map(|text| text.to_string_lossy());
    match text {
        Some(text) if !text.contains(['\n', '\r']) => Ok(text.into_owned()),
        _ => {
            let what = format!(
                "{function}() returned {}: expected a str on one line",
                shown(returned)
            );
            Err(game_error(returned.py(), &what, Some(position)))
        }
    }
}
