//! The last ply before alpha-beta's horizon, where most of its nodes are: all
//! children of an OR node at once.

use shomei_game::{Key, Role, Solvable};

use super::AlphaBeta;
use super::order::Place;
use super::verdict::{Gather, Verdict};

impl<G: Solvable> AlphaBeta<'_, G> {
    /// Step 4 for an OR node one ply above the horizon, the last position of
    /// the line.
    pub(super) fn look_at_all(&mut self, position: &G::Position, key: Key) -> Verdict {
        let ply = self.ground.path.len() - 1;
        let mut previews = std::mem::take(&mut self.previews);
        previews.clear();
        self.ground.game.preview(position, &mut previews);
        let counters = &mut self.ground.account.counters;
        counters.generated += previews.len() as u64;
        let mut gather = Gather::new(Role::Attacker, ply);
        let mut deciding = None;
        for (place, child) in previews.iter().enumerate() {
            // What comes behind a child that decides is made, not evaluated.
            self.ground.account.counters.evaluated += 1;
            let verdict = self.judge(child.key, child.status);
            if let Some(won) = gather.take(verdict.unwrap_or(Verdict::NotYet)) {
                deciding = Some((place, child.mv, won));
                break;
            }
        }
        self.previews = previews;
        let (verdict, best) = match deciding {
            Some((place, mv, won)) => {
                let at = Place {
                    game: self.ground.game,
                    position,
                    role: Role::Attacker,
                    ply,
                };
                self.order.decided(&at, mv, 1);
                (won, Some(place))
            }
            None => (gather.finish(), None),
        };
        self.store(key, 1, verdict, best, 1);
        self.ground.path.pop();
        verdict
    }
}
