//! Texts of positions and moves of a game in Python.

use pyo3::exceptions::PyException;
use pyo3::prelude::*;
use pyo3::types::PyString;
use shomei::Side;
use shomei::game::{Goal, Notation, NotationError, Outcome};

use super::calls::shown;
use super::{OwnGame, Place};
use crate::errors::game_error;
use crate::leaving::call;

impl OwnGame {
    /// The text of a position.
    ///
    /// # Errors
    ///
    /// What `format` raises, or when it returns no line of text.
    pub(crate) fn format(&self, py: Python<'_>, position: &Place) -> PyResult<String> {
        let object = position.0.object.bind(py);
        let said = call(self.calls.format.bind(py), (object,))?;
        text_of(&said, "format", object)
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

    /// The game's `start`. Where it has none, asking for it is a failure of the game.
    fn start(&self) -> Place {
        if let Some(start) = &self.start {
            return start.clone();
        }
        let found = self
            .calls
            .trouble
            .ask(|| None, |py| self.first(py).map(Some));
        found.unwrap_or_else(|| Python::attach(|py| Place::nowhere(py, &self.calls.trouble)))
    }

    fn to_move(&self, position: &Place) -> Side {
        position.0.mover
    }

    fn outcome(&self, position: &Place) -> Option<Outcome> {
        position.0.outcome
    }

    /// An exception of `parse` is a text that is refused, but for what is no `Exception`, such as
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
                // The kit gives texts of no position, and what is made of one may be no position.
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
                "\"{text}\" is no legal move here"
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

    fn format_move(&self, position: &Place, mv: u32) -> String {
        self.text(|py| {
            let object = position.0.object.bind(py);
            let mv = self.move_object(py, position, mv)?;
            let said = call(self.calls.format_move.bind(py), (object, mv))?;
            let text = text_of(&said, "format_move", object)?;
            if text.is_empty() || text.contains(char::is_whitespace) {
                let what = format!(
                    "format_move() returned {}: expected a text without spaces",
                    shown(&said)
                );
                return Err(game_error(py, &what, Some(object)));
            }
            Ok(text)
        })
    }
}

/// What is wrong with a text that the game does not read.
pub(super) fn unread(py: Python<'_>, error: &PyErr) -> NotationError {
    let class = error.get_type(py).name();
    let class = class.map_or_else(|_| String::from("an exception"), |name| name.to_string());
    // What is wrong where in the text is known to the function alone.
    let message = format!("parse() raised {class}: {}", error.value(py));
    NotationError::new(shomei::game::Place::Column(1), message)
}

/// A text on one line.
fn text_of(
    said: &Bound<'_, PyAny>,
    function: &str,
    position: &Bound<'_, PyAny>,
) -> PyResult<String> {
    let text = said
        .cast::<PyString>()
        .ok()
        .map(|text| text.to_string_lossy());
    match text {
        Some(text) if !text.contains(['\n', '\r']) => Ok(text.into_owned()),
        _ => {
            let what = format!(
                "{function}() returned {}: expected a str on one line",
                shown(said)
            );
            Err(game_error(said.py(), &what, Some(position)))
        }
    }
}
