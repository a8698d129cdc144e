//! Typed access to the values of a JSON text, with errors for unexpected values.
//!
//! `serde_json` splits a list or an object into its values and leaves each as a part of the text,
//! so its place is known. Nothing here is recursive.

use std::collections::HashSet;
use std::fmt;
use std::ops::RangeInclusive;

use serde::de::{Deserialize, Deserializer as _, MapAccess, Visitor};
use serde_json::value::RawValue;
use shomei_game::{ErrorText, Side, error_text};
use shomei_shogi::{Kind, Square};

use crate::names::CSA_PIECES;
use crate::scan::{What, shown};
use crate::{Error, Spot};

/// What the object of a move is, for errors.
pub(super) fn step_text() -> ErrorText {
    error_text!("jkf-move", "a move, an object")
}

/// A value of a text.
#[derive(Clone, Copy)]
pub(super) struct Node<'t> {
    text: &'t str,
    /// The part of the text that is the value.
    value: &'t str,
}

/// The members of an object in their order; names are unique.
pub(super) struct Object<'t> {
    pub(super) node: Node<'t>,
    pub(super) members: Vec<(String, Node<'t>)>,
}

impl<'t> Node<'t> {
    /// The value of a whole text.
    ///
    /// # Errors
    ///
    /// If it is not JSON; the error has the line and column.
    pub(super) fn whole(text: &'t str) -> Result<Node<'t>, Error> {
        let node = Node { text, value: text };
        Ok(node.inner(node.read(|| error_text!("jkf-value", "a value"))?))
    }

    fn inner(self, value: &'t RawValue) -> Node<'t> {
        Node {
            text: self.text,
            value: value.get(),
        }
    }

    /// The place of its beginning.
    pub(super) fn spot(self) -> Spot {
        self.spot_at(0)
    }

    /// The place N bytes after the beginning. Takes time proportional to the text before it.
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
    pub(super) fn error(self, message: impl Into<ErrorText>) -> Error {
        self.spot().error(message)
    }

    /// An error that something else was expected here.
    fn expected(self, what: What) -> Error {
        self.error(error_text!(
            "expected-value",
            "expected {what}, found {found}",
            what = what(),
            found = shown(self.value)
        ))
    }

    /// An error of the library: a wrong type, or, at its own place, invalid JSON.
    fn fault(self, error: &serde_json::Error, what: What) -> Error {
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

    fn read<T: Deserialize<'t>>(self, what: What) -> Result<T, Error> {
        serde_json::from_str(self.value).map_err(|error| self.fault(&error, what))
    }

    pub(super) fn is_null(self) -> bool {
        self.value == "null"
    }

    pub(super) fn object(self, what: What) -> Result<Object<'t>, Error> {
        let members = serde_json::Deserializer::from_str(self.value).deserialize_map(Members);
        let members = members
            .map_err(|error| self.fault(&error, what))?
            .into_iter();
        let members: Vec<_> = members
            .map(|(name, value)| (name, self.inner(value)))
            .collect();
        let mut names = HashSet::new();
        match members.iter().find(|(name, _)| !names.insert(name)) {
            Some((name, node)) => Err(node.error(error_text!(
                "jkf-second-member",
                "there is a second \"{name}\"",
                name = shown(name)
            ))),
            None => Ok(Object {
                node: self,
                members,
            }),
        }
    }

    pub(super) fn list(self, what: What) -> Result<Vec<Node<'t>>, Error> {
        let values: Vec<&RawValue> = self.read(what)?;
        Ok(values.into_iter().map(|value| self.inner(value)).collect())
    }

    /// A list of N values.
    pub(super) fn list_of<const N: usize>(self, what: What) -> Result<[Node<'t>; N], Error> {
        let list = self.list(what)?;
        list.try_into().map_err(|_| self.expected(what))
    }

    pub(super) fn text(self, what: What) -> Result<String, Error> {
        self.read(what)
    }

    pub(super) fn flag(self) -> Result<bool, Error> {
        self.read(|| error_text!("jkf-flag", "true or false"))
    }

    /// An integer in a range.
    pub(super) fn number(self, range: RangeInclusive<u8>, what: What) -> Result<u8, Error> {
        let number = self.read(what)?;
        match range.contains(&number) {
            true => Ok(number),
            false => Err(self.expected(what)),
        }
    }

    /// A side.
    pub(super) fn side(self) -> Result<Side, Error> {
        let number = self.number(0..=1, || {
            error_text!("jkf-side", "a side, 0 for Black or 1 for White")
        })?;
        Ok(Side::BOTH[usize::from(number)])
    }

    /// A kind of piece by its CSA name.
    pub(super) fn kind(self) -> Result<Kind, Error> {
        const WHAT: What = || error_text!("jkf-piece", "a piece, such as \"FU\"");
        let name = self.text(WHAT)?;
        let known = CSA_PIECES.iter().find(|(known, _)| *known == name);
        known
            .map(|(_, kind)| *kind)
            .ok_or_else(|| self.expected(WHAT))
    }

    /// A square.
    pub(super) fn square(self) -> Result<Square, Error> {
        let object =
            self.object(|| error_text!("jkf-square", "a square, an object with x and y"))?;
        object.only(&["x", "y"])?;
        let number = |name: &str| match object.get(name) {
            Some(number) => number.number(1..=9, || {
                error_text!("jkf-coordinate", "a number from 1 to 9")
            }),
            None => Err(self.error(error_text!(
                "jkf-no-coordinate",
                "this square has no \"{name}\"",
                name = name
            ))),
        };
        let square = Square::at(number("x")?, number("y")?);
        square.ok_or_else(|| self.expected(|| error_text!("a-square", "a square")))
    }
}

impl<'t> Object<'t> {
    /// A member; null counts as missing.
    pub(super) fn get(&self, name: &str) -> Option<Node<'t>> {
        let (_, node) = self.members.iter().find(|(other, _)| *other == name)?;
        (!node.is_null()).then_some(*node)
    }

    /// Reads a member, if it is there.
    pub(super) fn read<T>(
        &self,
        name: &str,
        read: impl FnOnce(Node<'t>) -> Result<T, Error>,
    ) -> Result<Option<T>, Error> {
        self.get(name).map(read).transpose()
    }

    /// The place of a member, or of the object if it lacks the member.
    pub(super) fn spot(&self, name: &str) -> Spot {
        self.get(name).unwrap_or(self.node).spot()
    }

    /// Refuses unknown members, because they might change the meaning of the position.
    pub(super) fn only(&self, known: &[&str]) -> Result<(), Error> {
        let unknown = |(name, _): &&(String, Node<'t>)| !known.contains(&name.as_str());
        self.members
            .iter()
            .find(unknown)
            .map_or(Ok(()), |(name, node)| {
                Err(node.error(error_text!(
                    "jkf-unknown-member",
                    "unknown \"{name}\"; known are {known}",
                    name = shown(name),
                    known = known.join(", ")
                )))
            })
    }
}

/// Collects the members of an object.
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
