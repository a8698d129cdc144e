//! Games and positions.

use std::sync::Arc;

use pyo3::gc::{PyTraverseError, PyVisit};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use shomei::game::NotationError;
use shomei::{AnyGame, Error, Hints, Side, TypedGame, Weights};

use crate::catalogue::kinds;
use crate::errors::{raised, usage_error};
use crate::own::{Calls, OwnGame, Place};
use crate::positions::Position;

/// A game under its rules: a built-in one, or one in Python.
#[pyclass(frozen, module = "shomei._shomei")]
pub(crate) struct Game {
    pub(crate) any: AnyGame,
    /// The game in Python, if this is one.
    pub(crate) own: Option<Own>,
}

/// A game in Python.
pub(crate) struct Own {
    /// The user's object.
    pub(crate) object: Py<PyAny>,
    pub(crate) calls: Arc<Calls>,
    typed: TypedGame<OwnGame>,
}

/// The exception for an invalid text.
pub(crate) fn notation(py: Python<'_>, error: NotationError) -> PyErr {
    raised(py, &Error::from(error))
}

#[pymethods]
impl Game {
    /// Opens a built-in game.
    #[staticmethod]
    #[pyo3(signature = (name, rules="", hints="", weights=None))]
    fn open(
        py: Python<'_>,
        name: &str,
        rules: &str,
        hints: &str,
        weights: Option<(String, Vec<u8>)>,
    ) -> PyResult<Game> {
        let kinds = kinds();
        let hints = Hints {
            auto: "",
            text: hints.to_string(),
            weights: weights.map(|(name, bytes)| Weights { name, bytes }),
        };
        let kind = kinds.find(name).map_err(|error| raised(py, &error))?;
        let any = kind
            .open(rules, &hints)
            .map_err(|error| raised(py, &error))?;
        Ok(Game { any, own: None })
    }

    /// A game in Python.
    #[staticmethod]
    fn of(game: &Bound<'_, PyAny>) -> PyResult<Game> {
        let calls = Arc::new(Calls::of(game)?);
        let typed = TypedGame::new(OwnGame::new(Arc::clone(&calls)));
        Ok(Game {
            any: typed.any().clone(),
            own: Some(Own {
                object: game.clone().unbind(),
                calls,
                typed,
            }),
        })
    }

    #[getter]
    fn name(&self) -> String {
        self.any.name()
    }

    #[getter]
    fn sides(&self) -> (String, String) {
        let [first, second] = self.any.sides();
        (first, second)
    }

    #[getter]
    fn rules(&self) -> String {
        self.any.rules()
    }

    /// Whether this is a game in Python.
    #[getter]
    fn is_own(&self) -> bool {
        self.own.is_some()
    }

    /// Why searches are slower on this machine than on others, or None.
    #[getter]
    fn why_slow(&self) -> Option<String> {
        self.any.why_slow()
    }

    /// The greatest score, the step between scores, and the counted unit.
    #[getter]
    fn scores(&self) -> Option<(i32, i32, &'static str)> {
        let range = self.any.range()?;
        Some((range.greatest, range.step, range.unit))
    }

    /// The usual starting position.
    fn start(slf: &Bound<'_, Game>) -> PyResult<Position> {
        let py = slf.py();
        match &slf.get().own {
            None => Ok(Position::of(slf, slf.get().any.start(), None)),
            Some(own) => {
                let place = own.typed.game().first(py)?;
                Ok(slf.get().placed(slf, place))
            }
        }
    }

    /// Reads a position.
    fn position(slf: &Bound<'_, Game>, text: &str) -> PyResult<Position> {
        let py = slf.py();
        let game = slf.get();
        if let Some(own) = &game.own {
            let place = own.typed.game().parse(py, text)?;
            return Ok(game.placed(slf, place));
        }
        let position = game
            .any
            .position(text)
            .map_err(|error| notation(py, error))?;
        Ok(Position::of(slf, position, None))
    }

    /// The position of an object of a game in Python.
    fn place(slf: &Bound<'_, Game>, object: &Bound<'_, PyAny>) -> PyResult<Position> {
        let game = slf.get();
        let Some(own) = &game.own else {
            let message = "a position of a built-in game is a text";
            return Err(usage_error(slf.py(), message));
        };
        let place = own.typed.game().place(object)?;
        Ok(game.placed(slf, place))
    }

    /// The objects of the moves with these texts, played one after another.
    fn replay<'py>(
        &self,
        py: Python<'py>,
        root: &Position,
        texts: Vec<String>,
    ) -> PyResult<Bound<'py, PyTuple>> {
        match (&root.place, self.typed()) {
            (Some(place), Some(typed)) => PyTuple::new(py, typed.replay(py, place, &texts)?),
            _ => PyTuple::new(py, texts),
        }
    }

    fn __repr__(&self) -> String {
        match self.any.rules() {
            rules if rules.is_empty() => format!("<Game {}>", self.any.name()),
            rules => format!("<Game {}, {rules}>", self.any.name()),
        }
    }

    /// Whether ``parse`` reads the text of a position as the same position; always true for a
    /// built-in game.
    fn reads_back(&self, py: Python<'_>, position: &Position) -> PyResult<bool> {
        match (self.typed(), position.place()) {
            (Some(typed), Some(place)) => {
                let text = typed.format(py, place)?;
                Ok(typed.parse(py, &text)? == *place)
            }
            _ => Ok(true),
        }
    }

    /// The arguments for pickle: a built-in game by its name and rules, without hints.
    fn __reduce__<'py>(
        slf: &Bound<'py, Game>,
    ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let py = slf.py();
        let class = slf.get_type();
        match &slf.get().own {
            Some(own) => {
                let arguments = PyTuple::new(py, [own.object.bind(py)])?;
                Ok((class.getattr(intern!(py, "of"))?, arguments))
            }
            None => {
                let game = &slf.get().any;
                let arguments = PyTuple::new(py, [game.name(), game.rules()])?;
                Ok((class.getattr(intern!(py, "open"))?, arguments))
            }
        }
    }

    /// Visits the references for the garbage collector.
    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        match &self.own {
            Some(own) => {
                visit.call(&own.object)?;
                own.calls.traverse(&visit)
            }
            None => Ok(()),
        }
    }
}

impl Game {
    pub(crate) fn placed(&self, slf: &Bound<'_, Game>, place: Place) -> Position {
        let any = match &self.own {
            Some(own) => own.typed.position(place.clone()),
            None => self.any.start(),
        };
        Position::of(slf, any, Some(place))
    }

    /// The side with this name or number.
    pub(crate) fn side(&self, py: Python<'_>, name: &str) -> PyResult<Side> {
        self.any.side(name).map_err(|error| raised(py, &error))
    }

    /// The exception of a game in Python that has failed, else that of the library.
    pub(crate) fn failure(&self, py: Python<'_>, error: &Error) -> PyErr {
        let own = self.own.as_ref();
        let cause = own.filter(|_| error.kind() == shomei::ErrorKind::Game);
        let cause = cause.and_then(|own| own.calls.trouble.report(py));
        cause.unwrap_or_else(|| raised(py, error))
    }

    /// Returns the exception of a game in Python that has failed: the results of such a game are
    /// not used.
    pub(crate) fn refuse(&self, py: Python<'_>) -> PyResult<()> {
        match &self.own {
            Some(own) => own.calls.trouble.refuse(py),
            None => Ok(()),
        }
    }

    /// The game in Python with its type.
    pub(crate) fn typed(&self) -> Option<&OwnGame> {
        self.own.as_ref().map(|own| own.typed.game())
    }
}
