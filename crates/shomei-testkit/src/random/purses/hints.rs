//! The hints of the game of purses, which are exact if they claim truths.

use shomei_game::{
    Board, Decided, EdgeCost, Estimate, Game, Init, Key, MoveHints, Resource, Role, Side, Status,
    Visit,
};

use super::{MOST, Purses, Stand, coins, each, resource};

impl<const TOGETHER: bool> Purses<TOGETHER> {
    pub(super) fn estimate_by_lot(&self, stand: &Stand, init: Init) -> Estimate {
        match init {
            Init::Unit => Estimate::UNIT,
            Init::Mobility | Init::Learned => {
                let mut moves = Vec::new();
                self.moves(stand, &mut moves);
                Estimate::of_mobility(self.role(stand), moves.len() as u32)
            }
            Init::Eval => {
                let lot = self.lot(stand, 1);
                Estimate {
                    proof: 1 + (lot % 5) as u32,
                    disproof: 1 + (lot / 5 % 5) as u32,
                }
            }
        }
    }

    pub(super) fn hints_by_lot(&self, stand: &Stand, mv: usize) -> MoveHints {
        let lot = self.lot_of_move(stand, mv, 2);
        MoveHints {
            rank: (self.lot_of_move(stand, mv, 4) % 10) as i32,
            class: Some((mv % 4) as u32),
            group: (self.lot_of_move(stand, mv, 3) % 3) as u32,
            part_of_group: (self.lot_of_move(stand, mv, 3) % 7) as u32,
            cost: EdgeCost {
                phi: (lot % 5) as i32 - 1,
                delta: (lot / 5 % 5) as i32 - 1,
            },
        }
    }

    pub(super) fn board(&self, stand: &Stand) -> Option<Board> {
        let board = Key::of(stand.board as u64);
        (self.attacker == Side::First).then(|| (board, resource(stand.coins)))
    }

    pub(super) fn bound(&self, stand: &Stand, decided: Decided<'_, usize>) -> Resource {
        match decided {
            Decided::AtEnd => self.bound_at_end(stand),
            Decided::OutOfPlies => {
                resource(self.boards[stand.board].without_win(stand.coins, [MOST; 2]))
            }
            Decided::ByOne { winner, mv, bound } => self.bound_by_one(stand, winner, mv, bound),
            Decided::ByAll { winner, bounds } => self.bound_by_all(stand, winner, bounds),
        }
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
        let children = bounds.iter().map(|&(mv, bound)| (edges[mv], coins(bound)));
        resource(match winner {
            Role::Attacker => children.fold([0; 2], |all, (edge, least)| {
                // A purse whose required coins all come from the gains needs none before the move.
                let before = edge.least_before(least);
                let paid = each(|i| match least[i] <= edge.gains[i] {
                    true => 0,
                    false => before[i],
                });
                each(|i| all[i].max(paid[i]))
            }),
            Role::Defender => {
                let most = children.fold([MOST; 2], |all, (edge, most)| {
                    let before = edge.most_before(most);
                    each(|i| all[i].min(before[i]))
                });
                self.without_further_moves(stand, most)
            }
        })
    }

    pub(super) fn solve(&self, stand: &Stand, visit: Visit, nodes: &mut u64) -> Status {
        let is_known = match visit {
            Visit::Made => self.lot(stand, 5).is_multiple_of(12),
            Visit::Chosen(most) => most > 0 && self.lot(stand, 6).is_multiple_of(4),
        };
        match is_known {
            true => self.value(stand, nodes),
            false => Status::Open,
        }
    }
}
