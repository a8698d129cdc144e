//! Searches the moves of a position in turn.
//!
//! ```text
//! 1  every move is searched with N nodes for each of its questions, in legal order
//! 2  while a move is open and no limit is reached: N grows by a factor, and every open move is
//!    searched with N more nodes, the most promising one first
//! ```
//!
//! A move whose value is easy to find is decided early, at any place in the list of moves, and a
//! time limit leaves each open move about the same number of nodes. Each part continues from the
//! table of the parts before it, so no search is repeated as long as the table has room. A prover
//! that cannot continue a search ([`Prover::rounds`]) searches each move to its end.
//!
//! The most promising move is the one with the smallest number: the proof number of the question
//! whether the side to move wins by it, or the disproof number of the question whether its opponent
//! wins. The first round is short and uses the legal order. Ordering it by the game's guess of the
//! score costs Othello endings up to a quarter more nodes, because neighbouring searches then share
//! fewer of the last plies. For the same reason the questions about one move follow each other.

use shomei_game::Side;
use shomei_search::Number;

use super::OpenMove;
use crate::any::Aim;
use crate::error::Error;
use crate::questions::found::MoveValue;
use crate::questions::{Asking, Prover, Rounds, SearchSink};

impl<P: Prover, S: SearchSink> Asking<'_, P, S> {
    /// Searches all moves, within the limits. Reports a move to the sink when it is decided, and
    /// whenever its results improve.
    pub(super) fn in_turn(
        &mut self,
        mover: Side,
        mut moves: Vec<OpenMove>,
    ) -> Result<Vec<OpenMove>, Error> {
        for decided in moves.iter().filter(|mv| !mv.is_open()) {
            self.sink.row(decided.row());
        }
        let mut order: Vec<usize> = (0..moves.len()).filter(|&at| moves[at].is_open()).collect();
        let rounds = self.prover.rounds(self.query.length);
        let mut nodes = rounds.map(|rounds| rounds.first);
        while !order.is_empty() {
            if order.len() == 1 {
                nodes = None;
            }
            for &at in &order {
                let open = &mut moves[at];
                if let Some(stop) = self.prover.reached() {
                    open.stop(stop);
                    continue;
                }
                let before = open.row().clone();
                self.advance_move(mover, open, nodes)?;
                if open.row().adds_to(&before) {
                    self.sink.row(open.row());
                }
            }
            if self.prover.reached().is_some() {
                break;
            }
            order.retain(|&at| moves[at].is_open());
            sort(&mut order, &moves, mover);
            let growth = rounds.map_or(1, |Rounds { growth, .. }| growth);
            nodes = nodes.map(|nodes| nodes.saturating_mul(growth));
        }
        // The limit may have been reached after the last move of a round.
        if let Some(stop) = self.prover.reached() {
            let open = moves.iter_mut().filter(|mv| mv.is_open());
            open.for_each(|mv| mv.stop(stop));
        }
        Ok(moves)
    }
}

/// Puts the most promising move first, followed by the moves with the same question: each question
/// has its own table, and the session keeps several tables only while they are small.
fn sort(order: &mut [usize], moves: &[OpenMove], mover: Side) {
    order.sort_by_key(|&at| moves[at].distance(mover).map(Number::get));
    let aims: Vec<Option<Aim>> = order.iter().map(|&at| moves[at].aim()).collect();
    order.sort_by_cached_key(|&at| aims.iter().position(|aim| *aim == moves[at].aim()));
}

impl MoveValue {
    /// Whether the row contains a result that an earlier row of the same move lacks.
    fn adds_to(&self, earlier: &MoveValue) -> bool {
        let known = |row: &MoveValue| (row.value, row.answer, row.bounds, row.length);
        known(self) != known(earlier)
    }
}
