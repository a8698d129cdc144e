//! Values of a JSON text as what JKF expects of them, or the error that they are something else.
//!
//! `serde_json` splits a list or an object into its values and leaves these as they are written.
//! A value is a part of the text, and so its place is known. Nothing here is recursive.

use std::collections::HashSet;
use std::fmt;
use std::ops::RangeInclusive;

use serde::de::{Deserialize, Deserializer as _, MapAccess, Visitor};
use serde_json::value::RawValue;
use shomei_game::Side;
use shomei_shogi::{Kind, Square};

use crate::names::CSA_PIECES;
use crate::scan::shown;
use crate::{Error, Spot};

/// A value of a text.
#[derive(Clone, Copy)]
pub(super) struct Node<'t> {
    text: &'t str,
    /// The part of the text.
    value: &'t str,
}

/// The members of an object in their order, each name once.
pub(super) struct Object<'t> {
    pub(super) node: Node<'t>,
    pub(super) members: Vec<(String, Node<'t>)>,
}

impl<'t> Node<'t> {
    /// The value that a text is.
    ///
    /// # Errors
    ///
    /// With the line and column, when it is not JSON.
    pub(super) fn whole(text: &'t str) -> Result<Node<'t>, Error> {
        let node = Node { text, value: text };
        Ok(node.inner(node.read("a value")?))
    }

    fn inner(self, value: &'t RawValue) -> Node<'t> {
        Node {
            text: self.text,
            value: value.get(),
        }
    }

    /// Where it begins.
    pub(super) fn spot(self) -> Spot {
        self.spot_at(0)
    }

    /// The place N bytes after the beginning. It takes time to find it.
    fn spot_at(self, bytes: usize) -> Spot {
        let begin = self.value.as_ptr().addr() - self.text.as_ptr().addr();
        let before = &self.text[..self.text.floor_char_boundary(begin + bytes)];
        let line = before.rsplit('\n').next().unwrap_or_default();
        Spot {
            line: before.matches('\n').count() + 1,
            column: line.chars().count() + 1,
        }
    }

    /// An error at the beginning.
    pub(super) fn error(self, message: impl Into<String>) -> Error {
        self.spot().error(message)
    }

    /// The error that something else is expected here.
    fn expected(self, what: &str) -> Error {
        self.error(format!("expected {what}, found {}", shown(self.value)))
    }

    /// An error of the library: a wrong type, or at its own place that this is not JSON.
    fn fault(self, error: &serde_json::Error, what: &str) -> Error {
        if error.is_data() {
            return self.expected(what);
        }
        let lines = self
            .value
            .split_inclusive('\n')
            .take(error.line().saturating_sub(1));
        let bytes = lines.map(str::len).sum::<usize>() + error.column();
        let message = error.to_string();
        let message = message.split(" at line ").next().unwrap_or_default();
        self.spot_at(bytes.saturating_sub(1)).error(message)
    }

    fn read<T: Deserialize<'t>>(self, what: &str) -> Result<T, Error> {
        serde_json::from_str(self.value).map_err(|error| self.fault(&error, what))
    }

    pub(super) fn is_null(self) -> bool {
        self.value == "null"
    }

    pub(super) fn object(self, what: &str) -> Result<Object<'t>, Error> {
        let members = serde_json::Deserializer::from_str(self.value).deserialize_map(Members);
        let members = members
            .map_err(|error| self.fault(&error, what))?
            .into_iter();
        let members: Vec<_> = members
            .map(|(name, value)| (name, self.inner(value)))
            .collect();
        let mut names = HashSet::new();
        match members.iter().find(|(name, _)| !names.insert(name)) {
            Some((name, node)) => Err(node.error(format!("a second \"{}\"", shown(name)))),
            None => Ok(Object {
                node: self,
                members,
            }),
        }
    }

    pub(super) fn list(self, what: &str) -> Result<Vec<Node<'t>>, Error> {
        let values: Vec<&RawValue> = self.read(what)?;
        Ok(values.into_iter().map(|value| self.inner(value)).collect())
    }

    /// A list of N values.
    pub(super) fn list_of<const N: usize>(self, what: &str) -> Result<[Node<'t>; N], Error> {
        let list = self.list(what)?;
        list.try_into().map_err(|_| self.expected(what))
    }

    pub(super) fn text(self, what: &str) -> Result<String, Error> {
        self.read(what)
    }

    pub(super) fn flag(self) -> Result<bool, Error> {
        self.read("true or false")
    }

    /// A whole number.
    pub(super) fn number(self, range: RangeInclusive<u8>, what: &str) -> Result<u8, Error> {
        let number = self.read(what)?;
        match range.contains(&number) {
            true => Ok(number),
            false => Err(self.expected(what)),
        }
    }

    /// A side.
    pub(super) fn side(self) -> Result<Side, Error> {
        let number = self.number(0..=1, "a side, 0 for Black or 1 for White")?;
        Ok(Side::BOTH[usize::from(number)])
    }

    /// A piece by its name in CSA.
    pub(super) fn kind(self) -> Result<Kind, Error> {
        const WHAT: &str = "a piece, such as \"FU\"";
        let name = self.text(WHAT)?;
        let known = CSA_PIECES.iter().find(|(known, _)| *known == name);
        known
            .map(|(_, kind)| *kind)
            .ok_or_else(|| self.expected(WHAT))
    }

    /// A square.
    pub(super) fn square(self) -> Result<Square, Error> {
        let object = self.object("a square, an object with x and y")?;
        object.only(&["x", "y"])?;
        let number = |name: &str| match object.get(name) {
            Some(number) => number.number(1..=9, "a number from 1 to 9"),
            None => Err(self.error(format!("this square has no \"{name}\""))),
        };
        let square = Square::at(number("x")?, number("y")?);
        square.ok_or_else(|| self.expected("a square"))
    }
}

impl<'t> Object<'t> {
    /// A member; null is as good as none.
    pub(super) fn get(&self, name: &str) -> Option<Node<'t>> {
        let (_, node) = self.members.iter().find(|(other, _)| *other == name)?;
        (!node.is_null()).then_some(*node)
    }

    /// What a member is, if it is there.
    pub(super) fn read<T>(
        &self,
        name: &str,
        read: impl FnOnce(Node<'t>) -> Result<T, Error>,
    ) -> Result<Option<T>, Error> {
        self.get(name).map(read).transpose()
    }

    /// Where a member is, or the object where it has no such member.
    pub(super) fn spot(&self, name: &str) -> Spot {
        self.get(name).unwrap_or(self.node).spot()
    }

    /// Refuses other members than these: they might say something else about the position.
    pub(super) fn only(&self, known: &[&str]) -> Result<(), Error> {
        let unknown = |(name, _): &&(String, Node<'t>)| !known.contains(&name.as_str());
        self.members
            .iter()
            .find(unknown)
            .map_or(Ok(()), |(name, node)| {
                let (name, known) = (shown(name), known.join(", "));
                Err(node.error(format!("unknown \"{name}\"; known are {known}")))
            })
    }
}

/// Takes the members of an object.
struct Members;

impl<'t> Visitor<'t> for Members {
    type Value = Vec<(String, &'t RawValue)>;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("an object")
    }

    fn visit_map<A: MapAccess<'t>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut members = Vec::new();
        while let Some(member) = map.next_entry()? {
            members.push(member);
        }
        Ok(members)
    }
}
