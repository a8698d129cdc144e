//! The game of purses as text.

use shomei_game::{Game, Goal, Kind, Notation, NotationError, Outcome, Place, Scored, Side};

use super::{MOST, Purses, Stand};
use crate::random::Shape;

impl<const TOGETHER: bool> Scored for Purses<TOGETHER> {}

impl<const TOGETHER: bool> Notation for Purses<TOGETHER> {
    fn name(&self) -> &str {
        Self::NAME
    }

    fn sides(&self) -> [&str; 2] {
        Self::SIDES
    }

    fn rules(&self) -> String {
        format!("{} {:?} {}", self.seed, self.shape, self.size)
    }

    fn goal(&self) -> Goal {
        Goal::win(self.attacker)
    }

    fn with_goal(&self, goal: Goal) -> Self {
        Purses {
            attacker: goal.attacker,
            ..self.clone()
        }
    }

    fn start(&self) -> Stand {
        Stand {
            board: 0,
            coins: [2; 2],
        }
    }

    fn to_move(&self, stand: &Stand) -> Side {
        Side::BOTH[stand.board % 2]
    }

    fn outcome(&self, stand: &Stand) -> Option<Outcome> {
        match self.edges(stand).next() {
            _ if self.boards[stand.board].is_won(stand.coins) => Some(Outcome::Win(Side::First)),
            Some(_) => None,
            None => Some(Outcome::Draw),
        }
    }

    fn parse_position(&self, text: &str) -> Result<Stand, NotationError> {
        let mut column = 1;
        let mut numbers = [0; 3];
        for (place, word) in text.split(' ').enumerate() {
            let most = match place {
                0 => self.boards.len() - 1,
                _ => usize::from(MOST),
            };
            match (numbers.get_mut(place), word.parse()) {
                (Some(number), Ok(read)) if read <= most => *number = read,
                _ => {
                    let wanted = "a board and the coins in both purses";
                    return Err(NotationError::new(Place::Column(column), wanted));
                }
            }
            column += word.chars().count() + 1;
        }
        if text.split(' ').count() < numbers.len() {
            return Err(NotationError::whole("a purse is missing"));
        }
        let [board, first, second] = numbers;
        Ok(Stand {
            board,
            coins: [first as u8, second as u8],
        })
    }

    fn format_position(&self, stand: &Stand) -> String {
        let [first, second] = stand.coins;
        format!("{} {first} {second}", stand.board)
    }

    fn parse_move(&self, stand: &Stand, text: &str) -> Result<usize, NotationError> {
        let mut moves = Vec::new();
        self.moves(stand, &mut moves);
        let mv = text.parse().ok().filter(|mv| moves.contains(mv));
        mv.ok_or_else(|| NotationError::whole("no such move"))
    }

    fn format_move(&self, _stand: &Stand, mv: usize) -> String {
        mv.to_string()
    }

    fn diagram(&self, stand: &Stand) -> String {
        self.format_position(stand)
    }
}

impl<const TOGETHER: bool> Kind for Purses<TOGETHER> {
    const NAME: &'static str = "purses";
    const SUMMARY: &'static str = "a random game with every hint, for tests";
    const SIDES: [&'static str; 2] = ["first", "second"];
    const RULES_HELP: &'static str = "seed, shape and size";
    const POSITION_HELP: &'static str = "the board and the coins in both purses";

    fn open(rules: &str, goal: Goal) -> Result<Self, NotationError> {
        let unknown = || NotationError::whole("seed, shape and size");
        let [seed, shape, size] = words(rules).ok_or_else(unknown)?;
        let named = |of: &Shape| format!("{of:?}") == shape;
        let shape = Shape::ALL.into_iter().find(named).ok_or_else(unknown)?;
        match (seed.parse(), size.parse()) {
            (Ok(seed), Ok(size @ 2..)) => Ok(Purses::new(seed, shape, size).with_goal(goal)),
            _ => Err(unknown()),
        }
    }
}

/// Three words and nothing more.
fn words(text: &str) -> Option<[&str; 3]> {
    let words: Vec<&str> = text.split(' ').collect();
    words.try_into().ok()
}
