//! Calls the functions of a game in JavaScript, and caches their results.

use std::fmt;
use std::sync::Arc;

use send_wrapper::SendWrapper;
use shomei::game::{Estimate, Key};
use shomei::slots::Slots;
use wasm_bindgen::JsValue;

use super::place::{Node, Place};
use super::rules::OwnRules;
use super::trouble::Trouble;

/// A game in JavaScript: its functions, and their cached results.
pub(crate) struct Calls {
    rules: SendWrapper<OwnRules>,
    pub(super) name: String,
    pub(super) sides: [String; 2],
    pub(super) variant: String,
    pub(super) can_repeat: bool,
    /// The placeholder for the start of a game without one.
    pub(super) nowhere: Place,
    /// None if no result is cached, for the conformance kit.
    memory: Option<Memory>,
    pub(crate) trouble: Trouble,
}

/// The cached positions, and the children of positions.
#[derive(Default)]
struct Memory {
    positions: Slots<Place>,
    children: Slots<(Place, Arc<[Place]>)>,
}

/// The estimated bytes of a position with the objects of the game.
const BYTES: usize = 1 << 9;

impl Calls {
    pub(crate) fn of(rules: OwnRules) -> Calls {
        let [first, second] = <[String; 2]>::try_from(rules.sides())
            .unwrap_or_else(|_| ["first", "second"].map(String::from));
        Calls {
            name: rules.name(),
            sides: [first, second],
            variant: rules.variant(),
            can_repeat: rules.can_repeat(),
            nowhere: Place(Arc::new(Node::new(None, "", Key(0), -3.0))),
            memory: Some(Memory::default()),
            trouble: Trouble::default(),
            rules: SendWrapper::new(rules),
        }
    }

    /// The same game without a cache.
    pub(crate) fn without_memory(self) -> Calls {
        Calls {
            memory: None,
            ..self
        }
    }

    /// Whether no result is cached.
    pub(super) fn forgets(&self) -> bool {
        self.memory.is_none()
    }

    /// Resizes the cache for a search with a table of this number of bytes.
    pub(crate) fn grow(&self, bytes: usize) {
        if let Some(memory) = &self.memory {
            memory.positions.allow(bytes / BYTES);
            memory.children.allow(bytes / BYTES / 2);
        }
    }

    /// The position of an object.
    pub(crate) fn place(&self, object: &JsValue) -> Result<Place, JsValue> {
        let identity = self.rules.identity(object)?;
        self.identified(&identity, || object.clone())
    }

    /// The position of an object with this identity.
    fn identified(
        &self,
        identity: &str,
        object: impl FnOnce() -> JsValue,
    ) -> Result<Place, JsValue> {
        let key = Key(0).with_bytes(identity.as_bytes());
        let known = self
            .memory
            .as_ref()
            .and_then(|kept| kept.positions.get(key));
        if let Some(known) = known {
            if known.identity() == identity {
                return Ok(known);
            }
            // Searches distinguish positions by their keys alone.
            let what = format!("the position {known:?} has the same key and is not equal to it");
            return Err(self.rules.wrong(&what, identity));
        }
        let object = object();
        let look = self.rules.look(&object)?;
        let kept = self.rules.has_key().then_some(object);
        let place = Place(Arc::new(Node::new(kept, identity, key, look)));
        if let Some(memory) = &self.memory {
            memory.positions.set(key, place.clone());
        }
        Ok(place)
    }

    /// The object of a position.
    fn object(&self, place: &Place) -> Result<JsValue, JsValue> {
        match &place.0.object {
            Some(object) => Ok((**object).clone()),
            None => self.rules.identified(place.identity()),
        }
    }

    /// The positions after the moves of a position.
    pub(super) fn children(&self, place: &Place) -> Result<Arc<[Place]>, JsValue> {
        let known = self.memory.as_ref();
        let known = known.and_then(|kept| kept.children.get(place.key()));
        if let Some((known, children)) = known
            && known == *place
        {
            return Ok(children);
        }
        let object = self.object(place)?;
        let found = self.rules.expand(&object, place.identity(), place.0.look)?;
        let objects = found.positions();
        let identities = found.identities();
        let children = (0..).zip(identities.lines());
        let children = children
            .map(|(number, identity)| self.identified(identity, || objects.get(number)))
            .collect::<Result<Arc<[Place]>, _>>()?;
        if let Some(memory) = &self.memory {
            let entry = (place.clone(), Arc::clone(&children));
            memory.children.set(place.key(), entry);
        }
        Ok(children)
    }

    /// The initial proof and disproof numbers of an open position.
    pub(super) fn estimate(&self, place: &Place) -> Estimate {
        if !self.rules.has_estimate() {
            return Estimate::UNIT;
        }
        *place.0.estimate.get_or_init(|| {
            self.trouble.ask(
                || Estimate::UNIT,
                || match self.rules.estimate(&self.object(place)?)?[..] {
                    [proof, disproof] => Ok(Estimate { proof, disproof }),
                    _ => Ok(Estimate::UNIT),
                },
            )
        })
    }

    /// The game's start.
    pub(super) fn start(&self) -> Result<Place, JsValue> {
        self.place(&self.rules.start()?)
    }

    pub(super) fn parse(&self, text: &str) -> Result<JsValue, JsValue> {
        self.rules.parse(text)
    }

    pub(super) fn format(&self, place: &Place) -> Result<String, JsValue> {
        self.rules.format(&self.object(place)?)
    }

    pub(super) fn format_move(&self, place: &Place, mv: u32) -> Result<String, JsValue> {
        self.rules.format_move(&self.object(place)?, mv)
    }

    /// The error of a game that breaks a rule in this position.
    pub(super) fn wrong(&self, what: &str, place: &Place) -> JsValue {
        self.rules.wrong(what, place.identity())
    }
}

impl fmt::Debug for Calls {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Calls")
            .field("name", &self.name)
            .finish_non_exhaustive()
    }
}
