//! A user's game in JavaScript as a game for every search.
//!
//! `package/own.js` calls the methods of the user's object, checks their results, and throws errors
//! that name the function and the position. Here its results are cached, and become positions.

mod calls;
mod kit;
mod place;
mod rules;
mod solver;
mod trouble;

use std::sync::Arc;

use shomei::Side;
use shomei::game::{
    Children, Estimate, Evaluation, Fault, Game, Goal, Init, Key, LeafPolicy, Notation,
    NotationError, Outcome, Role, Scored, Status,
};
use wasm_bindgen::JsValue;

pub(crate) use calls::Calls;
pub use kit::conform;
pub(crate) use place::Place;
pub use rules::OwnRules;
pub use solver::OwnSolver;

/// A game in JavaScript with a goal. Clones call the same functions.
#[derive(Clone, Debug)]
pub(crate) struct OwnGame {
    pub(crate) calls: Arc<Calls>,
    goal: Goal,
    /// The start, if it differs from the game's.
    start: Option<Place>,
}

impl OwnGame {
    pub(crate) fn new(calls: Calls) -> OwnGame {
        OwnGame {
            calls: Arc::new(calls),
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

    /// The children of an open position. After a failure each child is the position itself: results
    /// from then on are discarded.
    fn places_after(&self, position: &Place) -> Arc<[Place]> {
        self.calls.trouble.ask(
            || std::iter::repeat_n(position.clone(), position.count() as usize).collect(),
            || self.calls.children(position),
        )
    }
}

impl Game for OwnGame {
    type Position = Place;
    type Move = u32;

    fn role(&self, position: &Place) -> Role {
        if position.mover() == self.goal.attacker {
            Role::Attacker
        } else {
            Role::Defender
        }
    }

    fn status(&self, position: &Place) -> Status {
        match position.outcome() {
            None => Status::Open,
            Some(Outcome::Win(side)) if side == self.goal.attacker => Status::Won,
            Some(_) => Status::Failed,
        }
    }

    fn moves(&self, position: &Place, out: &mut Vec<u32>) {
        if self.calls.forgets() {
            // The kit compares the moves of two calls.
            self.places_after(position);
        }
        out.extend(0..position.count());
    }

    fn play(&self, position: &Place, mv: u32) -> Place {
        let children = self.places_after(position);
        children.get(mv as usize).unwrap_or(position).clone()
    }

    fn key(&self, position: &Place) -> Key {
        position.key()
    }

    /// All children are made at once and kept with the position.
    fn children(&self, position: &Place, policy: LeafPolicy, out: &mut Children<u32>) {
        let children = self.places_after(position);
        for (mv, child) in (0..).zip(children.iter()) {
            let estimate = || self.estimate(child, policy.init);
            out.push_evaluated(
                mv,
                child.key(),
                Evaluation::of(self.status(child), estimate),
            );
        }
    }

    fn estimate(&self, position: &Place, init: Init) -> Estimate {
        match init {
            Init::Unit => Estimate::UNIT,
            Init::Mobility | Init::Learned => {
                Estimate::of_mobility(self.role(position), position.count())
            }
            Init::Eval => self.calls.estimate(position),
        }
    }

    fn can_repeat(&self) -> bool {
        self.calls.can_repeat
    }

    /// The text of the position, an object of about that size, and its moves.
    fn heap_bytes(&self, position: &Place) -> usize {
        300 + 2 * position.identity().len() + 40 * position.count() as usize
    }

    fn fault(&self) -> Option<&Fault> {
        Some(&self.calls.trouble.fault)
    }
}

impl Scored for OwnGame {}

impl Notation for OwnGame {
    fn name(&self) -> &str {
        &self.calls.name
    }

    fn sides(&self) -> [&str; 2] {
        [&self.calls.sides[0], &self.calls.sides[1]]
    }

    fn rules(&self) -> String {
        self.calls.variant.clone()
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

    /// The game's `start`. Without one, the call is a failure of the game.
    fn start(&self) -> Place {
        if let Some(start) = &self.start {
            return start.clone();
        }
        self.calls
            .trouble
            .ask(|| self.calls.nowhere.clone(), || self.calls.start())
    }

    fn to_move(&self, position: &Place) -> Side {
        position.mover()
    }

    fn outcome(&self, position: &Place) -> Option<Outcome> {
        position.outcome()
    }

    fn parse_position(&self, text: &str) -> Result<Place, NotationError> {
        if self.calls.trouble.fault.is_set() {
            return Err(NotationError::whole("the game has failed"));
        }
        let place = match self.calls.parse(text) {
            Ok(object) => self.calls.place(&object),
            Err(thrown) => return Err(rules::unread(&thrown)),
        };
        place.map_err(|thrown| {
            // The kit passes texts of no position, so `parse` may return an object that is not a
            // position.
            if !self.calls.forgets() {
                self.calls.trouble.fail(thrown.clone());
            }
            rules::unread(&thrown)
        })
    }

    fn format_position(&self, position: &Place) -> String {
        self.text(|| self.calls.format(position))
    }

    fn parse_move(&self, position: &Place, text: &str) -> Result<u32, NotationError> {
        if position.outcome().is_some() {
            return Err(NotationError::whole("the game is over"));
        }
        let text = text.trim();
        let mut named = (0..position.count()).filter(|&mv| self.format_move(position, mv) == text);
        match (named.next(), named.next()) {
            (Some(mv), None) => Ok(mv),
            (None, _) => Err(NotationError::whole(format!(
                "\"{text}\" is not a legal move here"
            ))),
            (Some(_), Some(_)) => {
                let what = format!("formatMove() returned \"{text}\" for two moves");
                let trouble = &self.calls.trouble;
                trouble.ask(|| (), || Err(self.calls.wrong(&what, position)));
                Err(NotationError::whole(what))
            }
        }
    }

    fn format_move(&self, position: &Place, mv: u32) -> String {
        self.text(|| self.calls.format_move(position, mv))
    }
}

impl OwnGame {
    /// The text that a function of the game returns.
    fn text(&self, ask: impl Fn() -> Result<String, JsValue>) -> String {
        self.calls.trouble.ask(|| String::from("?"), ask)
    }
}
