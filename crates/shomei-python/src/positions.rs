//! Positions of games.

use pyo3::gc::{PyTraverseError, PyVisit};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use shomei::{AnyPosition, Error, Side};

use crate::boards;
use crate::errors::raised;
use crate::games::{Game, notation};
use crate::own::{Place, shown};

/// A position of a game.
#[pyclass(frozen, module = "shomei._shomei")]
pub(crate) struct Position {
    pub(crate) any: AnyPosition,
    pub(crate) game: Py<Game>,
    /// The position in Python, if the game is one in Python.
    pub(crate) place: Option<Place>,
    /// The attacker, if one was named.
    attacker: Option<String>,
}

/// The arguments for pickle: game, value, attacker.
type Parts<'py> = (Py<Game>, Bound<'py, PyAny>, Option<String>);

/// The text of a move of a built-in game.
fn text_of(mv: &Bound<'_, PyAny>) -> PyResult<String> {
    mv.extract().map_err(|_| {
        let message = format!("move: expected a text, not {}", shown(mv));
        raised(mv.py(), &Error::input(message))
    })
}

impl Position {
    pub(crate) fn of(game: &Bound<'_, Game>, any: AnyPosition, place: Option<Place>) -> Position {
        Position {
            any,
            game: game.clone().unbind(),
            place,
            attacker: None,
        }
    }

    /// The position in Python, if the game is one in Python.
    pub(crate) fn place(&self) -> Option<&Place> {
        self.place.as_ref()
    }

    /// The attacker: the named one, or the default of the position.
    pub(crate) fn attacker(&self, py: Python<'_>) -> PyResult<Side> {
        match &self.attacker {
            Some(name) => self.game.get().side(py, name),
            None => Ok(self.any.attacker()),
        }
    }

    /// A position from the library.
    pub(crate) fn found(game: &Bound<'_, Game>, any: AnyPosition) -> PyResult<Position> {
        match game.get().typed() {
            None => Ok(Position::of(game, any, None)),
            Some(typed) => {
                let text = any.text();
                game.get().refuse(game.py())?;
                let place = typed.parse(game.py(), &text)?;
                Ok(game.get().placed(game, place))
            }
        }
    }
}

#[pymethods]
impl Position {
    #[getter]
    fn game<'py>(&self, py: Python<'py>) -> Bound<'py, Game> {
        self.game.bind(py).clone()
    }

    /// The position on one line.
    #[getter]
    fn text(&self, py: Python<'_>) -> PyResult<String> {
        let text = self.any.text();
        self.unless_failed(py, text)
    }

    /// The board as text, on several lines.
    #[getter]
    fn diagram(&self, py: Python<'_>) -> PyResult<String> {
        let text = self.any.diagram();
        self.unless_failed(py, text)
    }

    /// The object of a game in Python; the text for a built-in game.
    #[getter]
    fn value<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        match &self.place {
            Some(place) => Ok(place.object(py)),
            None => Ok(self.any.text().into_pyobject(py)?.into_any()),
        }
    }

    /// The name of the side to move; None if the game is over.
    #[getter]
    fn to_move(&self) -> Option<String> {
        let game = self.any.game();
        let over = self.any.outcome().is_some();
        (!over).then(|| game.side_name(self.any.to_move()))
    }

    /// The name of the side that must win if a question names no attacker.
    #[getter(attacker)]
    fn attacker_name(&self, py: Python<'_>) -> PyResult<String> {
        let side = self.attacker(py)?;
        let name = self.any.game().side_name(side);
        self.unless_failed(py, name)
    }

    /// The name of the side that has won, "draw", or None while the game is not over.
    #[getter]
    fn outcome(&self) -> Option<String> {
        let outcome = self.any.outcome()?;
        Some(self.any.game().outcome_name(outcome))
    }

    /// The remaining part of the game, in units of the game, such as empty squares.
    #[getter]
    fn remaining(&self) -> Option<u32> {
        self.any.remaining()
    }

    /// The legal moves: texts, and objects of a game in Python.
    #[getter]
    fn moves<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        match (&self.place, self.game.get().typed()) {
            (Some(place), Some(typed)) => typed.move_objects(py, place),
            _ => PyTuple::new(py, self.any.moves()),
        }
    }

    /// The same position with this side as the attacker. In some games, such as tsume-shogi, the
    /// legal moves depend on the attacker.
    fn for_attacker(&self, py: Python<'_>, attacker: &str) -> PyResult<Position> {
        let game = self.game.bind(py);
        let side = game.get().side(py, attacker)?;
        let any = self.any.for_attacker(side);
        Ok(Position {
            any,
            game: game.clone().unbind(),
            place: self.place.clone(),
            attacker: Some(game.get().any.side_name(side)),
        })
    }

    /// The position after a move, given as text or as the object of a game in Python.
    fn play(&self, py: Python<'_>, mv: &Bound<'_, PyAny>) -> PyResult<Position> {
        let game = self.game.bind(py);
        if let (Some(place), Some(typed)) = (&self.place, game.get().typed()) {
            let child = typed.play_object(place, mv)?;
            return Ok(game.get().placed(game, child));
        }
        let text = text_of(mv)?;
        let next = self.any.play(&text).map_err(|error| notation(py, error))?;
        Ok(Position {
            attacker: self.attacker.clone(),
            ..Position::of(game, next, None)
        })
    }

    /// The arguments for pickle.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Parts<'py>)> {
        let games = py.import(intern!(py, "shomei._games"))?;
        let parts = (
            self.game.clone_ref(py),
            self.value(py)?,
            self.attacker.clone(),
        );
        Ok((games.getattr(intern!(py, "position_again"))?, parts))
    }

    /// The text of a move, given as text or as the object of a game in Python.
    fn move_text(&self, py: Python<'_>, mv: &Bound<'_, PyAny>) -> PyResult<String> {
        let game = self.game.get();
        if let (Some(place), Some(typed)) = (&self.place, game.typed()) {
            return typed.text_of_move(place, mv);
        }
        let text = text_of(mv)?;
        self.any
            .move_text(&text)
            .map_err(|error| notation(py, error))
    }

    /// A drawing of the board, for games that have one.
    fn _repr_svg_(&self, py: Python<'_>) -> PyResult<Option<String>> {
        match self.place {
            Some(_) => self.unless_failed(py, boards::own_svg(&self.any)),
            None => Ok(boards::svg_of(&self.any)),
        }
    }

    /// The number of move paths of this length.
    fn perft(&self, py: Python<'_>, depth: u32) -> PyResult<u64> {
        let count = self.work(py, || self.any.perft(depth))?;
        self.unless_failed(py, count)
    }

    /// For each move its text and the number of move paths of this length that begin with it.
    fn divide(&self, py: Python<'_>, depth: u32) -> PyResult<Vec<(String, u64)>> {
        let counts = self.work(py, || self.any.divide(depth))?;
        self.unless_failed(py, counts)
    }

    fn __repr__(&self) -> String {
        format!("<Position {}>", self.any.text())
    }

    fn __str__(&self) -> String {
        self.any.diagram()
    }

    fn __eq__(&self, other: &Position) -> bool {
        self.any == other.any
    }

    fn __hash__(&self) -> u64 {
        use std::hash::{DefaultHasher, Hash, Hasher};
        let mut hasher = DefaultHasher::new();
        self.any.hash(&mut hasher);
        hasher.finish()
    }

    /// Visits the references for the garbage collector.
    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        visit.call(&self.game)
    }
}

impl Position {
    /// Runs a long task: with Python's lock for a game in Python, else without.
    fn work<T: Send>(&self, py: Python<'_>, work: impl FnOnce() -> T + Send) -> PyResult<T> {
        if self.place.is_some() {
            Ok(work())
        } else {
            Ok(py.detach(work))
        }
    }

    fn unless_failed<T>(&self, py: Python<'_>, found: T) -> PyResult<T> {
        match self.any.game().failure() {
            Some(error) => Err(self.game.get().failure(py, &error)),
            None => Ok(found),
        }
    }
}
