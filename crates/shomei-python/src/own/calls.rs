//! Calls the functions of a game in Python, and checks their results.

use std::sync::{Arc, OnceLock};

use pyo3::gc::{PyTraverseError, PyVisit};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyList, PyString, PyTuple};
use shomei::Side;
use shomei::game::{Estimate, Key, Outcome};

use super::canonical::{Classes, NoKey};
use super::memory::Memory;
use super::node::{Expanded, Node, Place};
use super::trouble::Trouble;
use crate::errors::game_error;
use crate::leaving::{Inside, call};

/// A game in Python: its functions, and their cached results.
pub(crate) struct Calls {
    expand: Py<PyAny>,
    look: Py<PyAny>,
    steady: Py<PyAny>,
    key: Option<Py<PyAny>>,
    estimate: Option<Py<PyAny>>,
    pub(super) format: Py<PyAny>,
    pub(super) parse: Py<PyAny>,
    pub(super) format_move: Py<PyAny>,
    pub(super) picture: Option<Py<PyAny>>,
    pub(super) start: Option<Py<PyAny>>,
    pub(super) name: String,
    pub(super) sides: [String; 2],
    pub(super) rules: String,
    pub(super) can_repeat: bool,
    /// The placeholder for the start of a game without one.
    pub(super) nowhere: Place,
    classes: Classes,
    /// None if no result is cached, for the conformance kit.
    memory: Option<Memory>,
    pub(crate) trouble: Arc<Trouble>,
}

impl Calls {
    /// Collects and checks the functions of an object.
    pub(crate) fn of(game: &Bound<'_, PyAny>) -> PyResult<Calls> {
        let py = game.py();
        let own = py.import(intern!(py, "shomei._own"))?;
        let plan = call(&own.getattr(intern!(py, "prepare"))?, (game,))?;
        let get = |name: &str| plan.getattr(name).map(Bound::unbind);
        let optional = |name: &str| -> PyResult<Option<Py<PyAny>>> {
            let value = plan.getattr(name)?;
            Ok((!value.is_none()).then(|| value.unbind()))
        };
        let trouble = Arc::default();
        Ok(Calls {
            expand: get("expand")?,
            look: get("look")?,
            steady: get("steady")?,
            key: optional("key")?,
            estimate: optional("estimate")?,
            format: get("format")?,
            parse: get("parse")?,
            format_move: get("format_move")?,
            picture: optional("picture")?,
            start: optional("start")?,
            name: plan.getattr("name")?.extract()?,
            sides: plan.getattr("sides")?.extract()?,
            rules: plan.getattr("rules")?.extract()?,
            can_repeat: plan.getattr("can_repeat")?.extract()?,
            nowhere: Place::nowhere(py, &trouble),
            classes: Classes::default(),
            memory: Some(Memory::default()),
            trouble,
        })
    }

    /// The same game without a cache.
    pub(crate) fn without_memory(self) -> Calls {
        Calls {
            memory: None,
            ..self
        }
    }

    /// Visits the references for the garbage collector, so that a game that holds its own results
    /// or sessions is freed.
    pub(crate) fn traverse(&self, visit: &PyVisit<'_>) -> Result<(), PyTraverseError> {
        for function in [
            &self.expand,
            &self.look,
            &self.steady,
            &self.format,
            &self.parse,
            &self.format_move,
        ] {
            visit.call(function)?;
        }
        for function in [&self.key, &self.estimate, &self.picture, &self.start] {
            visit.call(function)?;
        }
        self.trouble.traverse(visit)
    }

    /// Whether no result is cached.
    pub(super) fn forgets(&self) -> bool {
        self.memory.is_none()
    }

    /// The position of an object.
    pub(super) fn place(&self, object: &Bound<'_, PyAny>) -> PyResult<Place> {
        let objects = PyList::new(object.py(), [object])?;
        let mut places = self.places(&objects)?;
        places
            .pop()
            .ok_or_else(|| game_error(object.py(), "a position was lost", None))
    }

    /// The positions of some objects. Unknown ones are evaluated together, in one call.
    fn places(&self, objects: &Bound<'_, PyList>) -> PyResult<Vec<Place>> {
        let py = objects.py();
        // Keys and comparisons may run code of the game, too.
        let _inside = Inside::enter()?;
        let mut places: Vec<Option<Place>> = Vec::with_capacity(objects.len());
        let mut unknown: Vec<Unknown<'_>> = Vec::new();
        for object in objects.iter() {
            let (key, is_fixed, identity) = self.key_of(&object)?;
            let known = match &self.memory {
                Some(memory) => memory.position(key, &object, identity.as_ref())?,
                None => None,
            };
            if known.is_none() {
                unknown.push(Unknown {
                    object,
                    key,
                    is_fixed,
                    identity,
                });
            }
            places.push(known);
        }
        if !unknown.is_empty() {
            let asked = match unknown.len() == objects.len() {
                true => objects.clone(),
                false => PyList::new(py, unknown.iter().map(|one| &one.object))?,
            };
            let returned = call(self.look.bind(py), (asked,))?;
            let returned = returned.cast::<PyList>()?;
            let mut made = unknown.into_iter().zip(returned.iter());
            for place in places.iter_mut().filter(|place| place.is_none()) {
                if let Some((one, returned)) = made.next() {
                    *place = Some(self.make(one, &returned)?);
                }
            }
        }
        Ok(places.into_iter().flatten().collect())
    }

    /// The result of `look` for a position: a tuple with the end of the game, or 2 * number of
    /// moves + side to move.
    fn make(&self, one: Unknown<'_>, returned: &Bound<'_, PyAny>) -> PyResult<Place> {
        let (outcome, mover, count) = match returned.cast_exact::<PyTuple>() {
            Ok(end) => (
                Some(outcome(&end.get_item(0)?, &one.object)?),
                Side::First,
                0,
            ),
            Err(_) => {
                let code: u64 = returned.extract()?;
                let mover = Side::BOTH[(code & 1) as usize];
                (None, mover, u32::try_from(code / 2).unwrap_or(u32::MAX))
            }
        };
        let place = Place(Arc::new(Node {
            object: one.object.unbind(),
            identity: one.identity.map(Bound::unbind),
            key: one.key,
            is_fixed: one.is_fixed,
            outcome,
            mover,
            count,
            estimate: OnceLock::new(),
            trouble: Arc::clone(&self.trouble),
        }));
        if let Some(memory) = &self.memory {
            memory.keep_position(&place);
        }
        Ok(place)
    }

    /// The key of an object, whether the object can never change, and the result of the game's
    /// `key`.
    fn key_of<'py>(
        &self,
        object: &Bound<'py, PyAny>,
    ) -> PyResult<(Key, bool, Option<Bound<'py, PyAny>>)> {
        let py = object.py();
        let identity = match &self.key {
            Some(key) => Some(call(key.bind(py), (object,))?),
            None => None,
        };
        let value = identity.as_ref().unwrap_or(object);
        match self.classes.key(value) {
            // The result of `key` may be any object.
            Ok((key, is_fixed)) => Ok((key, is_fixed && identity.is_none(), identity)),
            Err(NoKey::Raised(error)) => Err(error),
            Err(NoKey::Deep) => {
                let what = "a position or its key has values in values too deep: make it flat";
                Err(game_error(py, what, Some(object)))
            }
            Err(NoKey::Namesakes(class)) => {
                let what = format!(
                    "positions are made of two classes named {class}, whose values could not be \
                     distinguished: use one, and define it once"
                );
                Err(game_error(py, &what, Some(object)))
            }
            Err(NoKey::Type(class)) => {
                let what = match identity {
                    Some(_) => format!(
                        "key() returned a value with {class} in it: it must be made of None, \
                         int, float, str, bytes, tuples, frozensets, enums and frozen \
                         dataclasses"
                    ),
                    None => format!(
                        "a position has {class} in it, which does not distinguish positions: use \
                         hashable positions made of None, int, float, str, bytes, tuples, frozensets, \
                         enums and frozen dataclasses, or give the game a method key(position) \
                         that returns such a value"
                    ),
                };
                Err(game_error(py, &what, Some(object)))
            }
        }
    }

    /// The moves of a position and the positions after them.
    pub(super) fn expanded(&self, py: Python<'_>, place: &Place) -> PyResult<Arc<Expanded>> {
        if let Some(known) = self.memory.as_ref().and_then(|kept| kept.expanded(place)) {
            return Ok(known);
        }
        let node = &*place.0;
        let object = node.object.bind(py);
        let arguments = (object, node.count, node.mover.index());
        let returned = call(self.expand.bind(py), arguments)?;
        let returned = returned.cast::<PyTuple>()?;
        let moves = returned.get_item(0)?.cast_into::<PyTuple>()?.unbind();
        let children = self.places(returned.get_item(1)?.cast::<PyList>()?)?.into();
        if !node.is_fixed && self.key_of(object)?.0 != node.key {
            let what = "play() or another function has changed the position it was given: it must \
                        return a new one";
            return Err(game_error(py, what, Some(object)));
        }
        let expanded = Arc::new(Expanded { moves, children });
        if let Some(memory) = &self.memory {
            memory.keep_expanded(place, &expanded);
        }
        Ok(expanded)
    }

    /// Whether the game returns the same result again.
    pub(super) fn look_again(&self, py: Python<'_>, place: &Place) -> PyResult<()> {
        let node = &*place.0;
        let object = node.object.bind(py);
        let arguments = (object, py.None(), node.count, node.mover.index());
        call(self.steady.bind(py), arguments)?;
        Ok(())
    }

    /// Resizes the cache for a search with a table of this number of bytes.
    pub(crate) fn grow(&self, bytes: usize) {
        if let Some(memory) = &self.memory {
            memory.grow(bytes);
        }
    }

    /// The initial proof and disproof numbers of an open position.
    pub(super) fn estimate(&self, place: &Place) -> Estimate {
        let Some(estimate) = &self.estimate else {
            return Estimate::UNIT;
        };
        if let Some(known) = place.0.estimate.get() {
            return *known;
        }
        let found = self.trouble.ask(
            || Estimate::UNIT,
            |py| {
                let object = place.0.object.bind(py);
                let returned = call(estimate.bind(py), (object,))?;
                let numbers = returned.extract::<(i64, i64)>().ok();
                let most = i64::from(u32::MAX / 4);
                match numbers {
                    Some((proof, disproof))
                        if (1..=most).contains(&proof) && (1..=most).contains(&disproof) =>
                    {
                        Ok(Estimate {
                            proof: proof as u32,
                            disproof: disproof as u32,
                        })
                    }
                    _ => {
                        let what = format!(
                            "estimate() returned {}: expected two numbers from 1 to {most}",
                            shown(&returned)
                        );
                        Err(game_error(py, &what, Some(object)))
                    }
                }
            },
        );
        *place.0.estimate.get_or_init(|| found)
    }
}

/// A position that must be evaluated.
struct Unknown<'py> {
    object: Bound<'py, PyAny>,
    key: Key,
    is_fixed: bool,
    identity: Option<Bound<'py, PyAny>>,
}

/// 0 or 1. A bool is refused: it comes from a function that answers another question.
fn side_number(returned: &Bound<'_, PyAny>) -> Option<Side> {
    if returned.is_instance_of::<PyBool>() {
        return None;
    }
    match returned.extract::<i64>() {
        Ok(0) => Some(Side::First),
        Ok(1) => Some(Side::Second),
        _ => None,
    }
}

fn outcome(returned: &Bound<'_, PyAny>, position: &Bound<'_, PyAny>) -> PyResult<Outcome> {
    if let Some(side) = side_number(returned) {
        return Ok(Outcome::Win(side));
    }
    if let Ok(text) = returned.cast::<PyString>()
        && text.to_str().is_ok_and(|text| text == "draw")
    {
        return Ok(Outcome::Draw);
    }
    let what = format!(
        "winner() returned {}: expected 0 or 1 for the side that has won, shomei.DRAW, or None \
         while the game goes on",
        shown(returned)
    );
    Err(game_error(returned.py(), &what, Some(position)))
}

/// A value in the form for a message.
pub(crate) fn shown(value: &Bound<'_, PyAny>) -> String {
    const MOST: usize = 200;
    let text = match Inside::enter().and_then(|_inside| value.repr()) {
        Ok(text) => text.to_string_lossy().into_owned(),
        Err(_) => format!("a value of {}", value.get_type()),
    };
    match text.char_indices().nth(MOST) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text,
    }
}
