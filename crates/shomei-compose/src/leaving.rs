//! What the attacker can have left at the end of a win whose plies are kept by both sides.

use std::collections::HashMap;

use shomei_game::{Game, Key, Role, Solvable, Status};

use crate::{HasLeft, Solutions, moves};
use shomei_extract::shortest::{Bounded, Shortest};
use shomei_search::{Answer, Observer};

/// The stack that is to be left, and what is taken where it is not.
const STACK: (usize, usize) = (64 << 10, 1 << 20);

/// The share of nodes for a question is used up, or a limit is reached.
pub(crate) struct OutOfNodes;

/// What is known within a share of nodes.
pub(crate) type Known<T> = Result<T, OutOfNodes>;

/// A comparison of what is left.
struct Leaving<'a, G: Game> {
    seen: HashMap<Key, bool>,
    /// The count of nodes at which the share is used up.
    end: u64,
    has_left: HasLeft<'a, G>,
    observer: &'a mut dyn Observer,
}

impl<G: Solvable> Solutions<'_, G> {
    /// Whether the attacker can have something left at the end of a win in exactly these plies,
    /// which the position must have: it chooses among the moves that keep them, and so does the
    /// defender.
    pub(crate) fn can_leave(
        &mut self,
        at: &Bounded<G::Position>,
        end: u64,
        has_left: HasLeft<G>,
        observer: &mut dyn Observer,
    ) -> Known<bool> {
        let mut walk = Leaving {
            seen: HashMap::new(),
            end,
            has_left,
            observer,
        };
        self.leaving(at, &mut walk)
    }

    fn leaving(&mut self, at: &Bounded<G::Position>, walk: &mut Leaving<'_, G>) -> Known<bool> {
        match self.game.status(&at.position) {
            Status::Won => return Ok((walk.has_left)(&at.position)),
            Status::Failed => return Err(OutOfNodes),
            Status::Open => {}
        }
        let key = self.game.key(&at.position);
        if let Some(&known) = walk.seen.get(&key) {
            return Ok(known);
        }
        if u64::try_from(walk.seen.len()).unwrap_or(u64::MAX) > self.nodes {
            return Err(OutOfNodes);
        }
        let role = self.game.role(&at.position);
        // What ends the comparison at once.
        let decisive = role == Role::Attacker;
        let mut found = !decisive;
        for mv in moves(self.game, &at.position) {
            let child = Bounded {
                position: self.game.play(&at.position, mv),
                plies: at.plies.saturating_sub(1),
            };
            let keeps = self.keeps(role, &child, walk.end, walk.observer)?;
            if !keeps {
                continue;
            }
            let (red, size) = STACK;
            let leaves = stacker::maybe_grow(red, size, || self.leaving(&child, walk))?;
            if leaves == decisive {
                found = decisive;
                break;
            }
        }
        walk.seen.insert(key, found);
        Ok(found)
    }

    /// Whether a move by this side leads to a position that is won in exactly its plies, where the
    /// position before it is in one more.
    pub(crate) fn keeps(
        &mut self,
        role: Role,
        child: &Bounded<G::Position>,
        end: u64,
        observer: &mut dyn Observer,
    ) -> Known<bool> {
        match (role, child.plies.checked_sub(Shortest::<G>::STEP)) {
            (Role::Attacker, _) => self.wins_within(&child.position, child.plies, end, observer),
            (Role::Defender, Some(less)) => {
                Ok(!self.wins_within(&child.position, less, end, observer)?)
            }
            (Role::Defender, None) => Ok(true),
        }
    }

    /// Whether a position is won within so many plies.
    pub(crate) fn wins_within(
        &mut self,
        position: &G::Position,
        plies: u16,
        end: u64,
        observer: &mut dyn Observer,
    ) -> Known<bool> {
        match self.game.status(position) {
            Status::Won => return Ok(true),
            Status::Failed => return Ok(false),
            Status::Open if plies == 0 => return Ok(false),
            Status::Open => {}
        }
        let at = Bounded {
            position: position.clone(),
            plies,
        };
        let left = end.saturating_sub(self.count());
        if left == 0 || self.shortest.is_stopped() {
            return Err(OutOfNodes);
        }
        match self.shortest.ask(&at, left, observer).report.answer {
            Answer::Proved => Ok(true),
            Answer::Disproved => Ok(false),
            Answer::Unknown => Err(OutOfNodes),
        }
    }
}
