//! The checks of a single record with a known position: everything except which position each
//! record answers.

use shomei_game::{Game, Status};

use crate::guard::Guard;
use crate::plain::guarded_search;
use crate::plies::status_within;
use crate::{CheckLimits, Child, Claim, PlainResult, Record, Rejection};

/// Checks records with known positions.
pub(crate) struct Local<'a, G: Game> {
    pub(crate) game: &'a G,
    pub(crate) claim: Claim,
    /// The number of plies of the claim.
    pub(crate) plies: Option<u16>,
    pub(crate) limits: &'a CheckLimits,
    guard: Guard<'a>,
    /// The legal moves of the current record; stored to reuse the allocation.
    moves: Vec<G::Move>,
    /// The children of all records so far.
    pub(crate) edges: u64,
    pub(crate) search_nodes: u64,
}

impl<'a, G: Game> Local<'a, G> {
    pub(crate) fn new(
        game: &'a G,
        (claim, plies): (Claim, Option<u16>),
        limits: &'a CheckLimits,
    ) -> Local<'a, G> {
        Local {
            game,
            claim,
            plies,
            limits,
            guard: Guard::new(limits),
            moves: Vec::new(),
            edges: 0,
            search_nodes: 0,
        }
    }

    /// Whether the number of a record can be smaller than that of a record that names it.
    pub(crate) fn may_lead_back(&self) -> bool {
        self.claim == Claim::Disproved
    }

    /// Checks the limits at intervals, for this record and with `held` bytes in use.
    pub(crate) fn step(
        &mut self,
        record: u64,
        held: impl FnOnce() -> u64,
    ) -> Result<(), Rejection> {
        if !self.guard.is_due() {
            return Ok(());
        }
        let looked = self.guard.look(held());
        looked.map_err(|halt| halt.at(record, self.limits))
    }

    /// Counts a child of a record.
    pub(crate) fn count_edge(&mut self, record: u64) -> Result<(), Rejection> {
        self.edges += 1;
        let limit = self.limits.edges;
        if self.edges > limit {
            return Err(Rejection::EdgeLimit { record, limit });
        }
        Ok(())
    }

    /// Checks that the record has the moves that its position requires: one legal move or all.
    /// Leaves the legal moves in `self.moves`.
    pub(crate) fn shape(
        &mut self,
        number: u64,
        record: &Record,
        position: &G::Position,
    ) -> Result<(), Rejection> {
        self.moves.clear();
        self.game.moves(position, &mut self.moves);
        let (moves, claim) = (self.moves.len(), self.claim);
        if moves == 0 {
            return Err(Rejection::NoMoves { record: number });
        }
        let role = self.game.role(position);
        match record {
            Record::Choice { mv, .. } if role == claim.chooser() => {
                if *mv as usize >= moves {
                    let (record, mv) = (number, *mv);
                    return Err(Rejection::NoSuchMove { record, mv, moves });
                }
            }
            Record::All { children } if role != claim.chooser() => {
                let listed = children.len();
                if listed != moves {
                    return Err(Rejection::WrongCount {
                        record: number,
                        moves,
                        listed,
                    });
                }
            }
            _ => {
                let record = number;
                return Err(Rejection::WrongKind {
                    record,
                    role,
                    claim,
                });
            }
        }
        Ok(())
    }

    /// Checks that a move leads where the record states. Returns the position that another record
    /// must answer, if the child is a record. The moves are those of the last record passed to
    /// `shape`; `left` is the number of plies that remain after the move, if the claim limits it.
    pub(crate) fn child(
        &mut self,
        (record, position): (u64, &G::Position),
        (mv, child): (u32, Child),
        left: Option<u16>,
    ) -> Result<Option<(u64, G::Position)>, Rejection> {
        let position = self.game.play(position, self.moves[mv as usize]);
        let (status, claim) = (status_within(self.game, &position, left), self.claim);
        match child {
            Child::Terminal if status == claim.end() => Ok(None),
            Child::Terminal => Err(Rejection::WrongTerminal {
                record,
                mv,
                status,
                claim,
            }),
            Child::Record(_) if status != Status::Open => match self.game.status(&position) {
                Status::Open => Err(Rejection::OutOfPlies { record, mv }),
                _ => Err(Rejection::ChildIsOver { record, mv, status }),
            },
            Child::Record(child) if child <= record && !self.may_lead_back() => {
                Err(Rejection::BackwardChild { record, mv, child })
            }
            Child::Record(child) => Ok(Some((child, position))),
        }
    }

    /// Checks that plain search confirms the claim within `nodes`, with `left` remaining plies if
    /// the claim limits them.
    pub(crate) fn resolve(
        &mut self,
        (record, position): (u64, &G::Position),
        left: Option<u16>,
        nodes: u64,
        held: u64,
    ) -> Result<(), Rejection> {
        let limit = self.limits.leaf_nodes;
        if nodes > limit {
            return Err(Rejection::LeafLimit {
                record,
                nodes,
                limit,
            });
        }
        let unused = self.limits.search_nodes - self.search_nodes;
        let start = (position, left);
        let result = guarded_search(self.game, start, nodes.min(unused), held, &mut self.guard);
        let (found, used) = match result.map_err(|halt| halt.at(record, self.limits))? {
            PlainResult::Won { nodes } => (Claim::Proved, nodes),
            PlainResult::Failed { nodes } => (Claim::Disproved, nodes),
            PlainResult::Limit if unused < nodes => {
                let limit = self.limits.search_nodes;
                return Err(Rejection::SearchLimit { record, limit });
            }
            PlainResult::Limit => return Err(Rejection::LeafUnsettled { record, nodes }),
        };
        self.search_nodes += used;
        if found != self.claim {
            return Err(Rejection::LeafValue {
                record,
                found,
                nodes: used,
            });
        }
        Ok(())
    }
}
