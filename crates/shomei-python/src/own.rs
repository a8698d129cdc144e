//! A user's game in Python as a game for every search.

mod calls;
mod canonical;
mod memory;
mod node;
mod notation;
mod trouble;

use std::sync::Arc;

use pyo3::exceptions::PyException;
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use shomei::game::{
    Children, Estimate, Evaluation, Fault, Game, Goal, Init, Key, LeafPolicy, Notation, Outcome,
    Role, Scored, Status,
};
use shomei::{Error, Side};

use crate::errors::{raised, usage_error};
use crate::leaving::{Inside, call};

pub(crate) use calls::{Calls, shown};
pub(crate) use node::Place;
use notation::unread;

/// A game in Python with a goal. Clones call the same functions.
#[derive(Clone)]
pub(crate) struct OwnGame {
    calls: Arc<Calls>,
    goal: Goal,
    /// The start, if it differs from the game's.
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
    /// If the game has no start, or an invalid one.
    pub(crate) fn first(&self, py: Python<'_>) -> PyResult<Place> {
        match &self.calls.start {
            Some(start) => self.place(&call(start.bind(py), ())?),
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
    /// If `parse` refuses the text; its exception is the cause. An exception that is not an
    /// `Exception`, such as Ctrl-C, is passed on unchanged.
    pub(crate) fn parse(&self, py: Python<'_>, text: &str) -> PyResult<Place> {
        let object = call(self.calls.parse.bind(py), (text,));
        let object = object.map_err(|cause| {
            if !cause.is_instance_of::<PyException>(py) {
                return cause;
            }
            let error = raised(py, &Error::from(unread(py, &cause)));
            error.set_cause(py, Some(cause));
            error
        })?;
        self.place(&object)
    }

    /// The position after a move, given as an object of the game or as its text.
    ///
    /// # Errors
    ///
    /// If the move is not legal.
    pub(crate) fn play_object(&self, position: &Place, mv: &Bound<'_, PyAny>) -> PyResult<Place> {
        let child = self.play(position, self.number_of(position, mv)?);
        self.calls.trouble.refuse(mv.py())?;
        Ok(child)
    }

    /// The text of a move, given as an object of the game or as its text.
    ///
    /// # Errors
    ///
    /// If the move is not legal.
    pub(crate) fn text_of_move(&self, position: &Place, mv: &Bound<'_, PyAny>) -> PyResult<String> {
        let text = self.format_move(position, self.number_of(position, mv)?);
        self.calls.trouble.refuse(mv.py())?;
        Ok(text)
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
        for (number, own) in (0..).zip(self.move_objects(py, position)?.iter()) {
            let _inside = Inside::enter()?;
            if own.is(mv) || own.eq(mv)? {
                return Ok(number);
            }
        }
        let text = mv.extract::<String>().unwrap_or_else(|_| shown(mv));
        let legal = self.parse_move(position, &text);
        self.calls.trouble.refuse(py)?;
        legal.map_err(|error| raised(py, &Error::from(error)))
    }

    /// The children of an open position. After a failure each child is the position itself: results
    /// from then on are discarded.
    fn places_after(&self, position: &Place) -> Arc<[Place]> {
        self.calls.trouble.ask(
            || {
                let copies = std::iter::repeat_n(position, position.0.count as usize);
                copies.cloned().collect()
            },
            |py| Ok(Arc::clone(&self.calls.expanded(py, position)?.children)),
        )
    }

    /// The text that a function of the game returns.
    fn text(&self, ask: impl Fn(Python<'_>) -> PyResult<String>) -> String {
        self.calls.trouble.ask(|| String::from("?"), ask)
    }

    /// The move with this index.
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
            let mv = self.parse_move(&position, text);
            self.calls.trouble.refuse(py)?;
            let Ok(mv) = mv else {
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
                .trouble
                .ask(|| (), |py| self.calls.look_again(py, position));
        }
        out.extend(0..position.0.count);
    }

    fn play(&self, position: &Place, mv: u32) -> Place {
        let children = self.places_after(position);
        children.get(mv as usize).unwrap_or(position).clone()
    }

    fn key(&self, position: &Place) -> Key {
        position.0.key
    }

    /// All children are made at once and kept with the position.
    fn children(&self, position: &Place, policy: LeafPolicy, out: &mut Children<u32>) {
        let children = self.places_after(position);
        for (mv, child) in (0..).zip(children.iter()) {
            let estimate = || self.estimate(child, policy.init);
            out.push_evaluated(
                mv,
                child.0.key,
                Evaluation::of(self.status(child), estimate),
            );
        }
    }

    fn estimate(&self, position: &Place, init: Init) -> Estimate {
        match init {
            Init::Unit => Estimate::UNIT,
            Init::Mobility | Init::Learned => {
                Estimate::of_mobility(self.role(position), position.0.count)
            }
            Init::Eval => self.calls.estimate(position),
        }
    }

    fn can_repeat(&self) -> bool {
        self.calls.can_repeat
    }

    /// An object of known size, its node, and its moves.
    fn heap_bytes(&self, position: &Place) -> usize {
        400 + 40 * position.0.count as usize
    }

    fn fault(&self) -> Option<&Fault> {
        Some(&self.calls.trouble.fault)
    }
}

impl Scored for OwnGame {}

impl Place {
    /// The object of the position.
    pub(crate) fn object<'py>(&self, py: Python<'py>) -> Bound<'py, PyAny> {
        self.0.object.bind(py).clone()
    }
}
