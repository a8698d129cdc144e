//! The last ply before alpha-beta's horizon, where most of its nodes are: it evaluates all children
//! of an OR node in one call. If they are evaluated one by one as in other nodes, with unit numbers
//! in both cases, ten positions of Lines of Action and four of tsume-shogi take 1.07 times the
//! instructions, and four of ultimate tic-tac-toe 1.01 times.

use shomei_game::{Game, Key, LeafPolicy, Role, Status};

use super::AlphaBeta;
use super::order::Place;
use super::verdict::{Gather, Verdict};
use crate::search::evaluate::{Init, evaluate};

impl<G: Game> AlphaBeta<'_, G> {
    /// Step 4 for an OR node one ply above the horizon, which is the last position of the path.
    pub(super) fn look_at_all(&mut self, position: &G::Position, key: Key) -> Verdict {
        let ply = self.context.path.len() - 1;
        // Some games evaluate all children at once by mobility. With unit numbers, Lines of Action
        // takes 1.30 times the instructions, ultimate tic-tac-toe 1.15 times, and tsume-shogi 0.85
        // times.
        let policy = LeafPolicy::new(Init::Mobility);
        let mut children = std::mem::take(&mut self.children);
        children.clear();
        let game = self.context.game;
        game.children(position, policy, &mut children);
        self.context.budget.counters.generated += children.len() as u64;
        let mut gather = Gather::new(Role::Attacker, ply);
        let mut deciding = None;
        for child in 0..children.len() {
            // Only the children used here are counted; the game may have evaluated more.
            let range = child..children.len();
            let evaluation = evaluate((game, position), policy, range, &mut children);
            let counters = &mut self.context.budget.counters;
            counters.evaluated += 1;
            counters.leaf_nodes += std::mem::take(&mut children.leaf_nodes);
            let status = evaluation.status().unwrap_or(Status::Open);
            let verdict = self.judge(children.listed()[child].key, status);
            if let Some(won) = gather.take(verdict.unwrap_or(Verdict::NotYet)) {
                deciding = Some((child, children.listed()[child].mv, won));
                break;
            }
        }
        self.children = children;
        let (verdict, best) = match deciding {
            Some((place, mv, won)) => {
                let at = Place {
                    game: self.context.game,
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
        self.context.path.pop();
        verdict
    }
}
