//! A game made of plain rules and a goal.

use super::{Rules, Texts};
use crate::{
    Fault, Game, Goal, Key, Kind, Notation, NotationError, Outcome, Picture, Place, Role, Scored,
    Side, Status, error_text,
};

/// Plain [`Rules`] with a goal: a [`Game`] without hints, which every search accepts.
///
/// With [`Texts`] it also is a [`Notation`], and with [`Default`] a [`Kind`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Simple<R> {
    /// The rules.
    pub rules: R,
    /// The side that must win.
    pub goal: Goal,
}

impl<R> Simple<R> {
    /// The game with these rules and this goal.
    #[must_use]
    pub fn new(rules: R, goal: Goal) -> Simple<R> {
        Simple { rules, goal }
    }
}

impl<R: Rules> Game for Simple<R> {
    type Position = R::Position;
    type Move = R::Move;

    fn role(&self, position: &R::Position) -> Role {
        if self.rules.to_move(position) == self.goal.attacker {
            Role::Attacker
        } else {
            Role::Defender
        }
    }

    fn status(&self, position: &R::Position) -> Status {
        match self.rules.outcome(position) {
            None => Status::Open,
            Some(Outcome::Win(side)) if side == self.goal.attacker => Status::Won,
            Some(_) => Status::Failed,
        }
    }

    fn moves(&self, position: &R::Position, out: &mut Vec<R::Move>) {
        self.rules.moves(position, out);
    }

    fn play(&self, position: &R::Position, mv: R::Move) -> R::Position {
        self.rules.play(position, mv)
    }

    fn key(&self, position: &R::Position) -> Key {
        self.rules.key(position)
    }

    fn can_repeat(&self) -> bool {
        self.rules.can_repeat()
    }

    fn heap_bytes(&self, position: &R::Position) -> usize {
        self.rules.heap_bytes(position)
    }

    fn fault(&self) -> Option<&Fault> {
        self.rules.fault()
    }
}

impl<R: Texts> Notation for Simple<R> {
    fn name(&self) -> &str {
        self.rules.name()
    }

    fn sides(&self) -> [&str; 2] {
        self.rules.sides()
    }

    fn rules(&self) -> String {
        self.rules.rules()
    }

    fn goal(&self) -> Goal {
        self.goal
    }

    fn with_goal(&self, goal: Goal) -> Simple<R> {
        Simple::new(self.rules.clone(), goal)
    }

    fn start(&self) -> R::Position {
        self.rules.start()
    }

    fn to_move(&self, position: &R::Position) -> Side {
        self.rules.to_move(position)
    }

    fn outcome(&self, position: &R::Position) -> Option<Outcome> {
        self.rules.outcome(position)
    }

    /// Reads a position that the rules can read, or `start`; either may have ` moves ` and moves
    /// after it.
    fn parse_position(&self, text: &str) -> Result<R::Position, NotationError> {
        let alone = self.parse_alone(text);
        let (Err(_), Some((root, moves))) = (&alone, text.split_once(" moves ")) else {
            return alone;
        };
        let mut position = self.parse_alone(root)?;
        for (i, word) in moves.split(' ').filter(|word| !word.is_empty()).enumerate() {
            let mv = self.parse_move(&position, word);
            let mv = mv.map_err(|error| NotationError::in_move(i + 1, word, error.message))?;
            position = self.play(&position, mv);
        }
        Ok(position)
    }

    fn format_position(&self, position: &R::Position) -> String {
        self.rules.format_position(position)
    }

    fn parse_move(&self, position: &R::Position, text: &str) -> Result<R::Move, NotationError> {
        if self.is_over(position) {
            return Err(NotationError::whole(error_text!(
                "game-has-ended",
                "the game is over"
            )));
        }
        self.rules.parse_move(position, text)
    }

    fn format_move(&self, position: &R::Position, mv: R::Move) -> String {
        self.rules.format_move(position, mv)
    }

    fn diagram(&self, position: &R::Position) -> String {
        self.rules.diagram(position)
    }

    fn picture(&self, position: &R::Position) -> Option<Picture> {
        self.rules.picture(position)
    }
}

impl<R: Texts> Simple<R> {
    /// Reads a position without moves after it. An error without a place is about the text from its
    /// first column on.
    fn parse_alone(&self, text: &str) -> Result<R::Position, NotationError> {
        self.rules.parse_position(text).or_else(|error| {
            if text.trim() == "start" {
                return Ok(self.rules.start());
            }
            let place = match error.place {
                Place::Whole => Place::Column(1),
                place => place,
            };
            Err(NotationError::new(place, error.message))
        })
    }
}

impl<R: Texts> Scored for Simple<R> {}

impl<R: Texts + Default> Kind for Simple<R> {
    const NAME: &'static str = R::NAME;
    const SIDES: [&'static str; 2] = R::SIDES;
    const SUMMARY: &'static str = R::SUMMARY;
    const RULES_HELP: &'static str = R::RULES_HELP;
    const POSITION_HELP: &'static str = R::POSITION_HELP;

    fn open(rules: &str, goal: Goal) -> Result<Simple<R>, NotationError> {
        R::open(rules).map(|rules| Simple::new(rules, goal))
    }
}
