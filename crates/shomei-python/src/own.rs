//! A game of one's own in Python, as a game that every search takes.

mod calls;
mod canonical;
mod memory;
mod node;

use std::sync::Arc;

use pyo3::prelude::*;
use pyo3::types::{PyString, PyTuple};
use shomei::game::{
    Dominance, Estimate, Fault, Game, Goal, Heuristic, Key, LeafSolver, Notation, NotationError,
    Ordering, Outcome, Preview, Role, Scored, Status,
};
use shomei::{Error, Side};

use crate::errors::{game_error, raised, usage_error};

pub(crate) use calls::{Calls, shown};
use node::Expanded;
pub(crate) use node::Place;

/// A game in Python with a goal. Clones ask the same functions.
#[derive(Clone)]
pub(crate) struct OwnGame {
    calls: Arc<Calls>,
    goal: Goal,
    /// The start, where it is another one than the game's.
    start: Option<Place>,
}

impl OwnGame {
    pub(crate) fn new(calls: Arc<Calls>) -> OwnGame {
        OwnGame {
            calls,
            goal: Goal::win(Side::First),
            start: None,
        }
    }

    /// The game that begins with this position.
    pub(crate) fn with_start(self, start: Place) -> OwnGame {
        OwnGame {
            start: Some(start),
            ..self
        }
    }

    /// The position of an object.
    pub(crate) fn place(&self, object: &Bound<'_, PyAny>) -> PyResult<Place> {
        self.calls.place(object)
    }

    /// The start of the game.
    ///
    /// # Errors
    ///
    /// When the game has none, or one that is no position.
    pub(crate) fn first(&self, py: Python<'_>) -> PyResult<Place> {
        match &self.calls.start {
            Some(start) => self.place(&start.bind(py).call0()?),
            None => {
                let message = format!("position: the game {} has no start", self.calls.name);
                Err(usage_error(py, &message))
            }
        }
    }

    /// The position of a text.
    ///
    /// # Errors
    ///
    /// When `parse` does not take it; its exception is the cause.
    pub(crate) fn parse(&self, py: Python<'_>, text: &str) -> PyResult<Place> {
        let object = self.calls.parse.bind(py).call1((text,));
        let object = object.map_err(|cause| {
            let error = raised(py, &Error::from(unread(py, &cause)));
            error.set_cause(py, Some(cause));
            error
        })?;
        self.place(&object)
    }

    /// The position after a move, which is one of the game's own or its text.
    ///
    /// # Errors
    ///
    /// When it is no legal move.
    pub(crate) fn play_object(&self, position: &Place, mv: &Bound<'_, PyAny>) -> PyResult<Place> {
        Ok(self.play(position, self.number_of(position, mv)?))
    }

    /// The text of a move, which is one of the game's own or its text.
    ///
    /// # Errors
    ///
    /// When it is no legal move.
    pub(crate) fn text_of_move(
        &self,
        position: &Place,
        mv: &Bound<'_, PyAny>,
    ) -> PyResult<String> {
        Ok(self.format_move(position, self.number_of(position, mv)?))
    }

    /// The moves of a position.
    pub(crate) fn move_objects<'py>(
        &self,
        py: Python<'py>,
        position: &Place,
    ) -> PyResult<Bound<'py, PyTuple>> {
        match position.0.outcome {
            Some(_) => Ok(PyTuple::empty(py)),
            None => Ok(self.calls.expanded(py, position)?.moves.bind(py).clone()),
        }
    }

    fn number_of(&self, position: &Place, mv: &Bound<'_, PyAny>) -> PyResult<u32> {
        let py = mv.py();
        if let Ok(number) = self.move_objects(py, position)?.index(mv) {
            return Ok(number as u32);
        }
        let text = mv.extract::<String>().unwrap_or_else(|_| shown(mv));
        let legal = self.parse_move(position, &text);
        legal.map_err(|error| raised(py, &Error::from(error)))
    }

    /// The children of an open position. After a failure they are the position itself, as
    /// often as it has moves: nobody believes what is found there.
    fn expanded(&self, position: &Place) -> Arc<Expanded> {
        self.calls.ask(
            || {
                let copies = std::iter::repeat_n(position, position.0.count as usize);
                Arc::new(Expanded {
                    moves: Python::attach(|py| PyTuple::empty(py).unbind()),
                    children: copies.cloned().collect(),
                })
            },
            |py| self.calls.expanded(py, position),
        )
    }

    /// A text that a function of the game returns.
    fn text(&self, ask: impl Fn(Python<'_>) -> PyResult<String>) -> String {
        self.calls.ask(|| String::from("?"), ask)
    }

    /// The move with this number.
    fn move_object<'py>(
        &self,
        py: Python<'py>,
        position: &Place,
        mv: u32,
    ) -> PyResult<Bound<'py, PyAny>> {
        let expanded = self.calls.expanded(py, position)?;
        expanded.moves.bind(py).get_item(mv as usize)
    }

    /// The objects of the moves with these texts, one after another.
    pub(crate) fn replay<'py>(
        &self,
        py: Python<'py>,
        root: &Place,
        texts: &[String],
    ) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let mut position = root.clone();
        let mut moves = Vec::with_capacity(texts.len());
        for text in texts {
            let Ok(mv) = self.parse_move(&position, text) else {
                break;
            };
            moves.push(self.move_object(py, &position, mv)?);
            position = self.play(&position, mv);
        }
        Ok(moves)
    }
}

impl Game for OwnGame {
    type Position = Place;
    type Move = u32;

    fn role(&self, position: &Place) -> Role {
        if position.0.mover == self.goal.attacker {
            Role::Attacker
        } else {
            Role::Defender
        }
    }

    fn status(&self, position: &Place) -> Status {
        match position.0.outcome {
            None => Status::Open,
            Some(Outcome::Win(side)) if side == self.goal.attacker => Status::Won,
            Some(_) => Status::Failed,
        }
    }

    fn moves(&self, position: &Place, out: &mut Vec<u32>) {
        if self.calls.forgets() {
            self.calls
                .ask(|| (), |py| self.calls.look_again(py, position));
        }
        out.extend(0..position.0.count);
    }

    fn play(&self, position: &Place, mv: u32) -> Place {
        let expanded = self.expanded(position);
        expanded.children.get(mv as usize).unwrap_or(position).clone()
    }

    fn key(&self, position: &Place) -> Key {
        position.0.key
    }

    fn count_moves(&self, position: &Place) -> usize {
        position.0.count as usize
    }

    fn preview(&self, position: &Place, out: &mut Vec<Preview<u32>>) {
        let expanded = self.expanded(position);
        let children = (0..).zip(expanded.children.iter());
        out.extend(children.map(|(mv, child)| self.seen(mv, child)));
    }

    fn preview_move(&self, position: &Place, mv: u32) -> Preview<u32> {
        self.seen(mv, &self.play(position, mv))
    }

    fn can_repeat(&self) -> bool {
        self.calls.can_repeat
    }

    /// An object of some size, its node, and its moves.
    fn heap_bytes(&self, position: &Place) -> usize {
        400 + 40 * position.0.count as usize
    }

    fn fault(&self) -> Option<&Fault> {
        Some(&self.calls.fault)
    }
}

impl OwnGame {
    fn seen(&self, mv: u32, child: &Place) -> Preview<u32> {
        Preview {
            mv,
            key: child.0.key,
            status: self.status(child),
            role: self.role(child),
            moves: child.0.count,
        }
    }
}

impl Heuristic for OwnGame {
    fn estimate(&self, position: &Place) -> Estimate {
        self.calls.estimate(position)
    }
}

impl Ordering for OwnGame {}
impl Dominance for OwnGame {}
impl LeafSolver for OwnGame {}
impl Scored for OwnGame {}

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
        let found = self.calls.ask(|| None, |py| self.first(py).map(Some));
        found.unwrap_or_else(|| Python::attach(Place::nowhere))
    }

    fn to_move(&self, position: &Place) -> Side {
        position.0.mover
    }

    fn outcome(&self, position: &Place) -> Option<Outcome> {
        position.0.outcome
    }

    fn parse_position(&self, text: &str) -> Result<Place, NotationError> {
        Python::attach(|py| {
            let object = self.calls.parse.bind(py).call1((text,));
            let place = object.and_then(|object| self.place(&object));
            place.map_err(|error| unread(py, &error))
        })
    }

    fn format_position(&self, position: &Place) -> String {
        self.text(|py| {
            let object = position.0.object.bind(py);
            text_of(&self.calls.format.bind(py).call1((object,))?, "format", object)
        })
    }

    fn parse_move(&self, position: &Place, text: &str) -> Result<u32, NotationError> {
        if position.0.outcome.is_some() {
            return Err(NotationError::whole("the game is over"));
        }
        let text = text.trim();
        (0..position.0.count)
            .find(|&mv| self.format_move(position, mv) == text)
            .ok_or_else(|| NotationError::whole(format!("\"{text}\" is no legal move here")))
    }

    fn format_move(&self, position: &Place, mv: u32) -> String {
        self.text(|py| {
            let object = position.0.object.bind(py);
            let mv = self.move_object(py, position, mv)?;
            let text = self.calls.format_move.bind(py).call1((object, mv))?;
            text_of(&text, "format_move", object)
        })
    }
}

/// What is wrong with a text that the game does not read.
fn unread(py: Python<'_>, error: &PyErr) -> NotationError {
    let class = error.get_type(py).name();
    let class = class.map_or_else(|_| String::from("an exception"), |name| name.to_string());
    // What is wrong where in the text is known to the function alone.
    let message = format!("parse() raised {class}: {}", error.value(py));
    NotationError::new(shomei::game::Place::Column(1), message)
}

/// A text on one line.
fn text_of(said: &Bound<'_, PyAny>, function: &str, position: &Bound<'_, PyAny>) -> PyResult<String> {
    let text = said.cast::<PyString>().ok().map(|text| text.to_string_lossy());
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

impl Place {
    /// The object of the position.
    pub(crate) fn object<'py>(&self, py: Python<'py>) -> Bound<'py, PyAny> {
        self.0.object.bind(py).clone()
    }
}
