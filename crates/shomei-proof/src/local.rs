//! What can be checked of a record when its position is known: everything but which position
//! each record answers.

use shomei_game::{Game, Status};

use crate::guard::Guard;
use crate::plain::guarded_search;
use crate::{CheckLimits, Child, Claim, PlainResult, Record, Rejection};

/// Checks records whose positions are known.
pub(crate) struct Local<'a, G: Game> {
    pub(crate) game: &'a G,
    pub(crate) claim: Claim,
    pub(crate) limits: &'a CheckLimits,
    guard: Guard<'a>,
    /// The legal moves of the record at hand; kept for its allocation.
    moves: Vec<G::Move>,
    /// The children of all records so far.
    pub(crate) edges: u64,
    pub(crate) search_nodes: u64,
}

impl<'a, G: Game> Local<'a, G> {
    pub(crate) fn new(game: &'a G, claim: Claim, limits: &'a CheckLimits) -> Local<'a, G> {
        Local {
            game,
            claim,
            limits,
            guard: Guard::new(limits),
            moves: Vec::new(),
            edges: 0,
            search_nodes: 0,
        }
    }

    /// Looks now and then whether there is time for this record, while so many bytes are held.
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

    /// One more child of a record.
    pub(crate) fn count_edge(&mut self, record: u64) -> Result<(), Rejection> {
        self.edges += 1;
        let limit = self.limits.edges;
        if self.edges > limit {
            return Err(Rejection::EdgeLimit { record, limit });
        }
        Ok(())
    }

    /// Whether the record has the moves that its position asks for: one legal
    /// move or all. Leaves the legal moves in `self.moves`.
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

    /// Whether a move leads where the record says: the position that a further record must
    /// answer, if it says that. The moves are those of the record whose shape was looked at last.
    pub(crate) fn child(
        &mut self,
        (record, position): (u64, &G::Position),
        mv: u32,
        child: Child,
    ) -> Result<Option<(u64, G::Position)>, Rejection> {
        let position = self.game.play(position, self.moves[mv as usize]);
        let (status, claim) = (self.game.status(&position), self.claim);
        match child {
            Child::Terminal if status == claim.end() => Ok(None),
            Child::Terminal => Err(Rejection::WrongTerminal {
                record,
                mv,
                status,
                claim,
            }),
            Child::Record(_) if status != Status::Open => {
                Err(Rejection::ChildIsOver { record, mv, status })
            }
            Child::Record(child) if claim == Claim::Proved && child <= record => {
                Err(Rejection::BackwardChild { record, mv, child })
            }
            Child::Record(child) => Ok(Some((child, position))),
        }
    }

    /// Whether plain search confirms the claim within `nodes`.
    pub(crate) fn resolve(
        &mut self,
        record: u64,
        position: &G::Position,
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
        let left = self.limits.search_nodes - self.search_nodes;
        let result = guarded_search(self.game, position, nodes.min(left), held, &mut self.guard);
        let (found, used) = match result.map_err(|halt| halt.at(record, self.limits))? {
            PlainResult::Won { nodes } => (Claim::Proved, nodes),
            PlainResult::Failed { nodes } => (Claim::Disproved, nodes),
            PlainResult::Limit if left < nodes => {
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
