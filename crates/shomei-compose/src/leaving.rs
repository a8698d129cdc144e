//! Decides whether the attacker can have something left at the end of a win whose number of plies
//! both sides keep.

use std::collections::HashMap;

use shomei_extract::shortest::{Bounded, Shortest};
use shomei_extract::{deep, moves_of};
use shomei_game::{Game, Key, Role, Status};
use shomei_search::Observer;

use crate::{HasLeft, OutOfNodes, Solutions};

/// The state of the search for leftovers.
struct Leaving<'a, G: Game> {
    seen: HashMap<Key, bool>,
    has_left: HasLeft<'a, G>,
    observer: &'a mut dyn Observer,
}

impl<G: Game> Solutions<'_, G> {
    /// Whether the attacker can have something left at the end of a win in exactly these plies,
    /// which must be the length of the position. Both sides choose among the moves that keep this
    /// length.
    pub(crate) fn can_leave(
        &mut self,
        at: &Bounded<G::Position>,
        has_left: HasLeft<G>,
        observer: &mut dyn Observer,
    ) -> Result<bool, OutOfNodes> {
        let mut walk = Leaving {
            seen: HashMap::new(),
            has_left,
            observer,
        };
        self.leaving(at, &mut walk)
    }

    fn leaving(
        &mut self,
        at: &Bounded<G::Position>,
        walk: &mut Leaving<'_, G>,
    ) -> Result<bool, OutOfNodes> {
        match self.game.status(&at.position) {
            Status::Won => return Ok((walk.has_left)(&at.position)),
            Status::Failed => return Err(OutOfNodes),
            Status::Open => {}
        }
        let key = self.game.key(&at.position);
        if let Some(&known) = walk.seen.get(&key) {
            return Ok(known);
        }
        if walk.seen.len() as u64 > self.nodes {
            return Err(OutOfNodes);
        }
        let role = self.game.role(&at.position);
        // A child with this result decides the position at once.
        let decisive = role == Role::Attacker;
        let mut found = !decisive;
        for mv in moves_of(self.game, &at.position) {
            let child = at.after(self.game, mv);
            if !self.keeps(role, &child, walk.observer)? {
                continue;
            }
            if deep(|| self.leaving(&child, walk))? == decisive {
                found = decisive;
                break;
            }
        }
        walk.seen.insert(key, found);
        Ok(found)
    }

    /// Whether a move by this side keeps the length: `child` is won in exactly its plies, and the
    /// position before it in one more.
    pub(crate) fn keeps(
        &mut self,
        role: Role,
        child: &Bounded<G::Position>,
        observer: &mut dyn Observer,
    ) -> Result<bool, OutOfNodes> {
        match (role, child.plies.checked_sub(Shortest::<G>::STEP)) {
            (Role::Attacker, _) => self.wins_within(&child.position, child.plies, observer),
            (Role::Defender, Some(less)) => {
                Ok(!self.wins_within(&child.position, less, observer)?)
            }
            (Role::Defender, None) => Ok(true),
        }
    }
}
