//! Small games with cycles, made from bytes, with their true values and correct certificates.
//!
//! The values are computed from the definition and not by a search of the project. The checker is
//! compared with them.

use std::fmt::Write;

use shomei_game::{Game, Notation, Role, Status, TreeGame};
use shomei_proof::{Child, Claim, Header, Record, Writer};

use crate::choices::Choices;

const MOST_NODES: usize = 7;
const MOST_MOVES: usize = 3;

type Position = <TreeGame as Game>::Position;

/// A game of up to seven open positions with up to three moves each.
pub(crate) fn game(choices: &mut Choices<'_>) -> TreeGame {
    let nodes = 1 + choices.below(MOST_NODES);
    let mut text = String::new();
    for node in 0..nodes {
        let kind = if choices.byte().is_multiple_of(2) {
            "OR"
        } else {
            "AND"
        };
        let _ = write!(text, "n{node} = {kind} {{ ");
        for _ in 0..=choices.below(MOST_MOVES) {
            let _ = match choices.below(nodes + 2) {
                0 => write!(text, "Won, "),
                1 => write!(text, "Failed, "),
                child => write!(text, "n{}, ", child - 2),
            };
        }
        text.truncate(text.len() - 2);
        text.push_str(" } ");
    }
    TreeGame::parse(&text).expect("the text describes a game")
}

/// The positions of a game, with the number of plies in which each is won.
pub(crate) struct Solution<'a> {
    game: &'a TreeGame,
    positions: Vec<Position>,
    /// The plies of each position; `None` if the attacker cannot win.
    plies: Vec<Option<usize>>,
}

impl<'a> Solution<'a> {
    /// Computes the least fixpoint, ply by ply.
    pub(crate) fn of(game: &'a TreeGame) -> Solution<'a> {
        let positions: Vec<Position> = game.positions().collect();
        let won = |position| (game.status(position) == Status::Won).then_some(0);
        let plies = positions.iter().map(won).collect();
        let mut solution = Solution {
            game,
            positions,
            plies,
        };
        for ply in 1..=solution.positions.len() {
            let won_before = solution.plies.clone();
            for (at, position) in solution.positions.iter().enumerate() {
                let is_won = |&child: &usize| won_before[child].is_some();
                let children = solution.children(position);
                let newly = match game.role(position) {
                    _ if children.is_empty() || won_before[at].is_some() => false,
                    Role::Attacker => children.iter().any(is_won),
                    Role::Defender => children.iter().all(is_won),
                };
                if newly {
                    solution.plies[at] = Some(ply);
                }
            }
        }
        solution
    }

    /// The true claim about the root, which is the first position.
    pub(crate) fn claim(&self) -> Claim {
        match self.plies[0] {
            Some(_) => Claim::Proved,
            None => Claim::Disproved,
        }
    }

    /// A certificate of the true claim.
    pub(crate) fn certificate(&self) -> Vec<u8> {
        write(self.game, self.claim(), &self.records())
    }

    /// The records of a certificate of the true claim. The root must be open.
    pub(crate) fn records(&self) -> Vec<Record> {
        let claim = self.claim();
        // Every record is named by an earlier one. In a proof no later record names it, since
        // children are won in fewer plies than their parents.
        let mut order = self.reachable(claim);
        order.sort_by_key(|&at| std::cmp::Reverse(self.plies[at]));
        order
            .iter()
            .map(|&at| self.record(claim, at, &order))
            .collect()
    }

    /// The open positions that the strategy reaches, each after a predecessor, the root first.
    fn reachable(&self, claim: Claim) -> Vec<usize> {
        let mut reached = vec![0];
        let mut next = 0;
        while let Some(&at) = reached.get(next) {
            for (_, child) in self.strategy(claim, at) {
                let open = self.game.status(&self.positions[child]) == Status::Open;
                if open && !reached.contains(&child) {
                    reached.push(child);
                }
            }
            next += 1;
        }
        reached
    }

    /// The moves that a certificate must contain: their index and their child.
    fn strategy(&self, claim: Claim, at: usize) -> Vec<(usize, usize)> {
        let children = self.children(&self.positions[at]);
        let mut moves: Vec<(usize, usize)> = children.into_iter().enumerate().collect();
        if self.game.role(&self.positions[at]) == claim.chooser() {
            moves.retain(|&(_, child)| self.plies[child].is_some() == (claim == Claim::Proved));
            moves.sort_by_key(|&(_, child)| self.plies[child]);
            moves.truncate(1);
        }
        moves
    }

    fn record(&self, claim: Claim, at: usize, order: &[usize]) -> Record {
        let lead = |child: usize| match order.iter().position(|&other| other == child) {
            Some(number) => Child::Record(number as u64),
            None => Child::Terminal,
        };
        let moves = self.strategy(claim, at);
        match moves.as_slice() {
            &[(mv, child)] if self.game.role(&self.positions[at]) == claim.chooser() => {
                Record::Choice {
                    mv: mv as u32,
                    child: lead(child),
                }
            }
            all => Record::All {
                children: all.iter().map(|&(_, child)| lead(child)).collect(),
            },
        }
    }

    fn children(&self, position: &Position) -> Vec<usize> {
        let mut moves = Vec::new();
        if self.game.status(position) == Status::Open {
            self.game.moves(position, &mut moves);
        }
        let index = |child| self.positions.iter().position(|other| *other == child);
        moves
            .into_iter()
            .filter_map(|mv| index(self.game.play(position, mv)))
            .collect()
    }
}

/// A certificate file about the first position of a game.
pub(crate) fn write(game: &TreeGame, claim: Claim, records: &[Record]) -> Vec<u8> {
    let header = Header::of(game, &game.start(), claim);
    let mut writer = Writer::new(Vec::new(), &header).expect("the texts are short");
    for record in records {
        // Records that the format cannot express are left out.
        let _ = writer.write(record);
    }
    writer.finish().expect("memory does not fail").0
}
