//! Positions of a game in JavaScript.

use std::fmt;
use std::sync::{Arc, OnceLock};

use send_wrapper::SendWrapper;
use shomei::Side;
use shomei::game::{Estimate, Key, Outcome};
use wasm_bindgen::JsValue;

/// A position with the results of the game's functions.
pub(super) struct Node {
    /// The object of the game. A game without `key` has none: many objects that live long would slow
    /// down the garbage collection, so the object is made from the identity again.
    pub(super) object: Option<SendWrapper<JsValue>>,
    /// The text that identifies the position.
    pub(super) identity: Box<str>,
    pub(super) key: Key,
    /// The result of `look`.
    pub(super) look: f64,
    pub(super) outcome: Option<Outcome>,
    /// The side to move; the first side if the game is over.
    pub(super) mover: Side,
    /// The number of moves; none if the game is over.
    pub(super) count: u32,
    pub(super) estimate: OnceLock<Estimate>,
}

impl Node {
    /// The position of an object of which `look` has returned this number.
    pub(super) fn new(object: Option<JsValue>, identity: &str, key: Key, look: f64) -> Node {
        let outcome = match look {
            -1.0 => Some(Outcome::Win(Side::First)),
            -2.0 => Some(Outcome::Win(Side::Second)),
            -3.0 => Some(Outcome::Draw),
            _ => None,
        };
        // Negative numbers become 0.
        let number = look as u64;
        Node {
            object: object.map(SendWrapper::new),
            identity: identity.into(),
            key,
            look,
            outcome,
            mover: Side::BOTH[(number & 1) as usize],
            count: u32::try_from(number / 2).unwrap_or(u32::MAX),
            estimate: OnceLock::new(),
        }
    }
}

/// A position of a game in JavaScript. Clones share it.
#[derive(Clone)]
pub(crate) struct Place(pub(super) Arc<Node>);

impl Place {
    pub(super) fn identity(&self) -> &str {
        &self.0.identity
    }

    pub(super) fn key(&self) -> Key {
        self.0.key
    }

    pub(super) fn outcome(&self) -> Option<Outcome> {
        self.0.outcome
    }

    pub(super) fn mover(&self) -> Side {
        self.0.mover
    }

    pub(super) fn count(&self) -> u32 {
        self.0.count
    }
}

impl PartialEq for Place {
    fn eq(&self, other: &Place) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
            || (self.key() == other.key() && self.identity() == other.identity())
    }
}

impl Eq for Place {}

impl fmt::Debug for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.identity())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_number_of_a_look_is_read() {
        let node = |look| Node::new(None, "[]", Key(0), look);
        let open = node(7.0);
        assert_eq!(
            (open.outcome, open.mover, open.count),
            (None, Side::Second, 3)
        );
        let over = node(-2.0);
        let second = Some(Outcome::Win(Side::Second));
        assert_eq!(
            (over.outcome, over.mover, over.count),
            (second, Side::First, 0)
        );
        assert_eq!(node(-3.0).outcome, Some(Outcome::Draw));
    }
}
