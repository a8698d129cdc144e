//! Values of a JSON text as what JKF expects of them, or the error that they are something else.

use std::ops::RangeInclusive;

use shomei_game::{NotationError, Place, Side};

use super::json::{Json, Value};
use crate::record::names::CSA_PIECES;
use crate::record::scan::{Spot, shown};
use crate::{Kind, Square};

/// A value.
#[derive(Clone, Copy)]
pub(super) struct Node<'j> {
    json: &'j Json,
    number: usize,
}

/// An object.
pub(super) struct Object<'j> {
    json: &'j Json,
    members: &'j [(String, usize)],
    spot: Spot,
}

impl<'j> Node<'j> {
    pub(super) fn whole(json: &'j Json) -> Node<'j> {
        Node { json, number: 0 }
    }

    fn value(self) -> &'j Value {
        self.json.at(self.number).0
    }

    /// Where it begins.
    pub(super) fn spot(self) -> Spot {
        self.json.at(self.number).1
    }

    pub(super) fn is_null(self) -> bool {
        *self.value() == Value::Null
    }

    /// The error that something else is expected here.
    fn expected(self, what: &str) -> NotationError {
        let found = match self.value() {
            Value::Null => "null".to_string(),
            Value::Bool(value) => value.to_string(),
            Value::Number(text) => shown(text),
            Value::Text(text) => format!("\"{}\"", shown(text)),
            Value::List(values) => format!("a list of {}", values.len()),
            Value::Object(_) => "an object".to_string(),
        };
        self.spot().error(format!("expected {what}, found {found}"))
    }

    pub(super) fn object(self, what: &str) -> Result<Object<'j>, NotationError> {
        match self.value() {
            Value::Object(members) => Ok(Object {
                json: self.json,
                members,
                spot: self.spot(),
            }),
            _ => Err(self.expected(what)),
        }
    }

    pub(super) fn list(
        self,
        what: &str,
    ) -> Result<impl ExactSizeIterator<Item = Node<'j>> + use<'j>, NotationError> {
        let json = self.json;
        match self.value() {
            Value::List(values) => Ok(values.iter().map(move |&number| Node { json, number })),
            _ => Err(self.expected(what)),
        }
    }

    /// A list of so many values.
    pub(super) fn list_of(
        self,
        length: usize,
        what: &str,
    ) -> Result<impl ExactSizeIterator<Item = Node<'j>> + use<'j>, NotationError> {
        let list = self.list(what)?;
        match list.len() == length {
            true => Ok(list),
            false => Err(self.expected(what)),
        }
    }

    pub(super) fn text(self, what: &str) -> Result<&'j str, NotationError> {
        match self.value() {
            Value::Text(text) => Ok(text),
            _ => Err(self.expected(what)),
        }
    }

    pub(super) fn flag(self) -> Result<bool, NotationError> {
        match self.value() {
            Value::Bool(value) => Ok(*value),
            _ => Err(self.expected("true or false")),
        }
    }

    /// A whole number.
    pub(super) fn whole_number(
        self,
        range: RangeInclusive<u8>,
        what: &str,
    ) -> Result<u8, NotationError> {
        let number = match self.value() {
            Value::Number(text) => text.parse().ok(),
            _ => None,
        };
        let number = number.filter(|number| range.contains(number));
        number.ok_or_else(|| self.expected(what))
    }

    /// A side.
    pub(super) fn side(self) -> Result<Side, NotationError> {
        let number = self.whole_number(0..=1, "a side, 0 for Black or 1 for White")?;
        Ok(Side::BOTH[usize::from(number)])
    }

    /// A piece by its name in CSA.
    pub(super) fn kind(self) -> Result<Kind, NotationError> {
        const WHAT: &str = "a piece, such as \"FU\"";
        let name = self.text(WHAT)?;
        let known = CSA_PIECES.iter().find(|(known, _)| *known == name);
        known
            .map(|(_, kind)| *kind)
            .ok_or_else(|| self.expected(WHAT))
    }

    /// A square.
    pub(super) fn square(self) -> Result<Square, NotationError> {
        let object = self.object("a square, an object with x and y")?;
        object.only(&["x", "y"])?;
        let number = |name: &str| match object.get(name) {
            Some(number) => number.whole_number(1..=9, "a number from 1 to 9"),
            None => Err(object.spot.error(format!("this square has no \"{name}\""))),
        };
        let square = Square::at(number("x")?, number("y")?);
        square.ok_or_else(|| self.expected("a square"))
    }
}

impl<'j> Object<'j> {
    /// Where it begins.
    pub(super) fn spot(&self) -> Spot {
        self.spot
    }

    /// The names of its members, with their values.
    pub(super) fn members(&self) -> impl Iterator<Item = (&'j str, Node<'j>)> + use<'j> {
        let json = self.json;
        let members = self.members.iter();
        members.map(move |(name, number)| {
            (
                name.as_str(),
                Node {
                    json,
                    number: *number,
                },
            )
        })
    }

    /// A member; null is as good as none.
    pub(super) fn get(&self, name: &str) -> Option<Node<'j>> {
        let (_, node) = self.members().find(|(other, _)| *other == name)?;
        (!node.is_null()).then_some(node)
    }

    /// Refuses other members than these: they might say something else about the position.
    pub(super) fn only(&self, known: &[&str]) -> Result<(), NotationError> {
        match self.members().find(|(name, _)| !known.contains(name)) {
            None => Ok(()),
            Some((name, node)) => {
                let (name, known) = (shown(name), known.join(", "));
                Err(node
                    .spot()
                    .error(format!("unknown \"{name}\"; known are {known}")))
            }
        }
    }

    /// An error that has no place of its own, at the beginning of the object.
    pub(super) fn placed(&self, error: NotationError) -> NotationError {
        match error.place {
            Place::Whole => self.spot.error(error.message),
            _ => error,
        }
    }
}
