//! A game with another order of moves, for experiments.
//!
//! Chance decides which of several equal children is searched first, and a search that begins with
//! the right one is much shorter. So a change of a search is measured with several orders of moves.
//! Certificates refer to moves by their index in the game's own order, so they are written with the
//! game itself and the table of the search.

use std::num::NonZeroU64;
use std::ops::Range;

use shomei_game::{
    Board, Children, Decided, Dice, Estimate, Fault, Game, Init, Key, LeafPolicy, LeafSolver,
    MoveHints, Resource, Role, Status, Visit,
};

/// See the [module text](self).
#[derive(Clone, Copy, Debug)]
pub(crate) struct Reordered<'g, G> {
    pub(crate) game: &'g G,
    /// The seed of the order.
    pub(crate) seed: NonZeroU64,
}

impl<G: Game> Reordered<'_, G> {
    /// The order of the moves of a position, as indices in the game's own order. Moves of a group
    /// keep their places, since their order is part of the game.
    fn order(&self, position: &G::Position, moves: impl Iterator<Item = G::Move>) -> Vec<usize> {
        let mut free = Vec::new();
        let mut order = Vec::new();
        for (place, mv) in moves.enumerate() {
            order.push(place);
            if !G::GROUPS || self.game.hints(position, mv).group == 0 {
                free.push(place);
            }
        }
        let key = self.game.key(position).mix(Key::of(self.seed.get()));
        let mut dice = Dice::new(key.0);
        for last in (1..free.len()).rev() {
            order.swap(free[last], free[dice.scaled(last + 1)]);
        }
        order
    }
}

impl<G: Game> Game for Reordered<'_, G> {
    type Position = G::Position;
    type Move = G::Move;

    const WINS_BY_OWN_MOVE: bool = G::WINS_BY_OWN_MOVE;
    const GROUPS: bool = G::GROUPS;
    const DOMINATES: bool = G::DOMINATES;
    const LEAF_SOLVER: LeafSolver = G::LEAF_SOLVER;

    fn moves(&self, position: &G::Position, out: &mut Vec<G::Move>) {
        let mut moves = Vec::new();
        self.game.moves(position, &mut moves);
        let order = self.order(position, moves.iter().copied());
        out.extend(order.into_iter().map(|place| moves[place]));
    }

    fn children(&self, position: &G::Position, policy: LeafPolicy, out: &mut Children<G::Move>) {
        let mut own = Children::new();
        self.game.children(position, policy, &mut own);
        out.leaf_nodes += own.leaf_nodes;
        for place in self.order(position, own.listed().iter().map(|child| child.mv)) {
            let child = own.listed()[place];
            out.push_evaluated(child.mv, child.key, child.evaluation);
            if let Some(board) = own.board(place) {
                out.push_board(board);
            }
        }
    }

    fn role(&self, position: &G::Position) -> Role {
        self.game.role(position)
    }

    fn status(&self, position: &G::Position) -> Status {
        self.game.status(position)
    }

    fn is_over(&self, position: &G::Position) -> bool {
        self.game.is_over(position)
    }

    fn play(&self, position: &G::Position, mv: G::Move) -> G::Position {
        self.game.play(position, mv)
    }

    fn key(&self, position: &G::Position) -> Key {
        self.game.key(position)
    }

    fn evaluate(
        &self,
        position: &G::Position,
        policy: LeafPolicy,
        range: Range<usize>,
        children: &mut Children<G::Move>,
    ) {
        self.game.evaluate(position, policy, range, children);
    }

    fn estimate(&self, position: &G::Position, init: Init) -> Estimate {
        self.game.estimate(position, init)
    }

    fn hints(&self, position: &G::Position, mv: G::Move) -> MoveHints {
        self.game.hints(position, mv)
    }

    fn resource(&self, position: &G::Position) -> Option<Board> {
        self.game.resource(position)
    }

    fn dominance_bound(&self, position: &G::Position, decided: Decided<'_, G::Move>) -> Resource {
        self.game.dominance_bound(position, decided)
    }

    fn solve_leaf(&self, position: &G::Position, visit: Visit, nodes: &mut u64) -> Status {
        self.game.solve_leaf(position, visit, nodes)
    }

    fn can_repeat(&self) -> bool {
        self.game.can_repeat()
    }

    fn heap_bytes(&self, position: &G::Position) -> usize {
        self.game.heap_bytes(position)
    }

    fn fault(&self) -> Option<&Fault> {
        self.game.fault()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use shomei_game::{Goal, Kind, Side};
    use shomei_othello::Othello;
    use shomei_shogi::Shogi;

    /// The defender's king is in check from a distance: interpositions are a group.
    const CHECKED: &str = "4k4/9/9/9/9/9/9/9/4R4 w rb4g4s4n4l18p 1";

    fn check<G: Game + Kind>(position: &str, init: Init) {
        let game = G::open("", Goal::win(Side::First)).unwrap();
        let root = game.parse_position(position).unwrap();
        let mut own = Vec::new();
        game.moves(&root, &mut own);
        let is_in_group = |mv: &G::Move| game.hints(&root, *mv).group > 0;
        assert_eq!(own.iter().any(is_in_group), G::GROUPS);
        let mut orders = HashSet::new();
        for seed in 1..20 {
            let seed = NonZeroU64::new(seed).unwrap();
            let reordered = Reordered { game: &game, seed };
            let mut moves = Vec::new();
            reordered.moves(&root, &mut moves);
            let mut children = Children::new();
            let policy = LeafPolicy::new(init);
            reordered.children(&root, policy, &mut children);
            let listed: Vec<G::Move> = children.listed().iter().map(|child| child.mv).collect();
            assert_eq!(listed, moves);
            for (place, &mv) in moves.iter().enumerate() {
                let child = game.play(&root, mv);
                if children.listed()[place].evaluation.is_unknown() {
                    reordered.evaluate(&root, policy, place..place + 1, &mut children);
                }
                let listed = children.listed()[place];
                assert_eq!(listed.key, game.key(&child));
                assert_eq!(children.board(place), game.resource(&child));
                let mut alone = Children::new();
                alone.push(mv, listed.key);
                game.evaluate(&root, policy, 0..1, &mut alone);
                assert_eq!(listed.evaluation, alone.listed()[0].evaluation);
            }
            let kept = |mv: &G::Move| moves.iter().position(|there| there == mv);
            for (place, mv) in own.iter().enumerate().filter(|(_, mv)| is_in_group(mv)) {
                assert_eq!(kept(mv), Some(place));
            }
            assert!(own.iter().all(|mv| moves.contains(mv)) && moves.len() == own.len());
            orders.insert(moves.iter().map(|mv| format!("{mv:?}")).collect::<Vec<_>>());
        }
        assert!(orders.len() > 5, "{} orders", orders.len());
    }

    #[test]
    fn moves_and_children_have_the_same_order() {
        check::<Othello>("start", Init::Eval);
        check::<Shogi>(CHECKED, Init::Mobility);
    }
}
