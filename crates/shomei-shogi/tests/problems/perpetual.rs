//! Checks that can be repeated for ever.

use shomei_game::{Game, Key, Role, Status};
use shomei_shogi::{Position, Shogi};

use crate::brute::moves;

/// The most plies of a line.
const PLIES: usize = 8;

/// The most positions that are visited.
const POSITIONS: usize = 2_000;

/// Whether the attacker can answer every defence so that each line ends with mate or returns to an
/// earlier position: then it can check for ever.
pub(crate) fn checks_for_ever(game: &Shogi, root: &Position, child: &Position) -> bool {
    let mut walk = Walk {
        game,
        line: vec![root.key()],
        left: POSITIONS,
    };
    walk.goes_on(child)
}

struct Walk<'g> {
    game: &'g Shogi,
    line: Vec<Key>,
    left: usize,
}

impl Walk<'_> {
    fn goes_on(&mut self, position: &Position) -> bool {
        match self.game.status(position) {
            Status::Won => return true,
            Status::Failed => return false,
            Status::Open => {}
        }
        if self.line.contains(&position.key()) {
            return true;
        }
        if self.line.len() > PLIES || self.left == 0 {
            return false;
        }
        self.left -= 1;
        self.line.push(position.key());
        let mut after = moves(self.game, position)
            .into_iter()
            .map(|mv| position.play(mv));
        let goes_on = match self.game.role(position) {
            Role::Attacker => after.any(|child| self.goes_on(&child)),
            Role::Defender => after.all(|child| self.goes_on(&child)),
        };
        self.line.pop();
        goes_on
    }
}
