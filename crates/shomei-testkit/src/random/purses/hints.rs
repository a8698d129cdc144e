//! The hints of the game of purses, exact where they claim truths.

use shomei_game::{
    Dominance, EdgeCost, Estimate, Heuristic, Key, LeafSolver, Ordering, Resource, Role, Side,
    Status,
};

use super::{MOST, Purses, Stand, coins, each, resource};

impl<const TOGETHER: bool> Heuristic for Purses<TOGETHER> {
    fn estimate(&self, stand: &Stand) -> Estimate {
        let lot = self.lot(stand, 1);
        Estimate {
            proof: 1 + (lot % 5) as u32,
            disproof: 1 + (lot / 5 % 5) as u32,
        }
    }

    fn edge_cost(&self, stand: &Stand, mv: usize) -> EdgeCost {
        let lot = self.lot_of_move(stand, mv, 2);
        EdgeCost {
            phi: (lot % 5) as i32 - 1,
            delta: (lot / 5 % 5) as i32 - 1,
        }
    }
}

impl<const TOGETHER: bool> Ordering for Purses<TOGETHER> {
    const CLASSES: usize = 4;
    const CHAINS: bool = true;

    fn chain(&self, stand: &Stand, mv: usize) -> u32 {
        (self.lot_of_move(stand, mv, 3) % 3) as u32
    }

    fn rank(&self, stand: &Stand, mv: usize) -> i32 {
        (self.lot_of_move(stand, mv, 4) % 10) as i32
    }

    fn class(&self, _stand: &Stand, mv: usize) -> usize {
        mv % Self::CLASSES
    }
}

impl<const TOGETHER: bool> Dominance for Purses<TOGETHER> {
    const DOMINATES: bool = true;

    fn resource(&self, stand: &Stand) -> Option<(Key, Resource)> {
        let board = Key::of(stand.board as u64);
        (self.attacker == Side::First).then(|| (board, resource(stand.coins)))
    }

    fn bound_at_end(&self, stand: &Stand) -> Resource {
        let board = &self.boards[stand.board];
        resource(match board.goal {
            Some(goal) if board.is_won(stand.coins) => goal,
            _ => {
                let most = board.without_win(stand.coins, [MOST; 2]);
                self.without_further_moves(stand, most)
            }
        })
    }

    fn bound_unfinished(&self, stand: &Stand) -> Resource {
        resource(self.boards[stand.board].without_win(stand.coins, [MOST; 2]))
    }

    fn bound_by_one(&self, stand: &Stand, winner: Role, mv: usize, bound: Resource) -> Resource {
        let edge = self.all_edges(stand.board)[mv];
        resource(match winner {
            Role::Attacker => edge.least_before(coins(bound)),
            Role::Defender => {
                let most = edge.most_before(coins(bound));
                self.boards[stand.board].without_win(stand.coins, most)
            }
        })
    }

    fn bound_by_all(&self, stand: &Stand, winner: Role, bounds: &[(usize, Resource)]) -> Resource {
        let edges = self.all_edges(stand.board);
        let behind = bounds.iter().map(|&(mv, bound)| (edges[mv], coins(bound)));
        resource(match winner {
            Role::Attacker => behind.fold([0; 2], |all, (edge, least)| {
                // What nobody must have before a move nobody pays for it.
                let before = edge.least_before(least);
                let paid = each(|i| match least[i] <= edge.gains[i] {
                    true => 0,
                    false => before[i],
                });
                each(|i| all[i].max(paid[i]))
            }),
            Role::Defender => {
                let most = behind.fold([MOST; 2], |all, (edge, most)| {
                    let before = edge.most_before(most);
                    each(|i| all[i].min(before[i]))
                });
                self.without_further_moves(stand, most)
            }
        })
    }
}

impl<const TOGETHER: bool> LeafSolver for Purses<TOGETHER> {
    const DECIDES: bool = true;
    const IN_PREVIEW: bool = TOGETHER;
    const DECIDES_ON_VISIT: bool = true;

    fn solve_leaf(&self, stand: &Stand, nodes: &mut u64) -> Status {
        match self.lot(stand, 5).is_multiple_of(12) {
            true => self.value(stand, nodes),
            false => Status::Open,
        }
    }

    fn decide(&self, stand: &Stand, most: u64, nodes: &mut u64) -> Status {
        let is_known = most > 0 && self.lot(stand, 6).is_multiple_of(4);
        match is_known {
            true => self.value(stand, nodes),
            false => Status::Open,
        }
    }
}
