//! The positions two plies before a problem: takes back an answer of the defender and the check
//! before it.
//!
//! A move is taken back without regard to the rules of its piece; the candidate counts if it is a
//! legal position in which that move is legal and leads to the given position. So the rules of moves
//! are those of the game itself.

use std::collections::HashSet;

use shomei_game::{Game, Status};

use crate::bits::{BOARD, Squares, bit};
use crate::variants::{Draft, on_board};
use crate::{Hand, Kind, Move, Position, Shogi, Square};

/// Identifies a position within one set of pieces.
type Seen = HashSet<(u64, [Hand; 2])>;

impl Shogi {
    /// The positions with the attacker to move from which two plies lead here, at most `most`.
    pub(crate) fn two_plies_before(&self, position: &Position, most: usize) -> Vec<Position> {
        let (mut seen, mut found) = (Seen::new(), Vec::new());
        let answers: Vec<Position> = self.before_one(position, usize::MAX);
        for answer in answers {
            let checks = self.before_one(&answer, most - found.len());
            found.extend(checks.into_iter().filter(|before| {
                let hands = shomei_game::Side::BOTH.map(|side| before.hand(side));
                seen.insert((before.board_key().0, hands))
            }));
            if found.len() >= most {
                break;
            }
        }
        found
    }

    /// The positions from which one legal move of the other side leads here, at most `most`. Before
    /// an answer of the defender, its king is in check.
    fn before_one(&self, position: &Position, most: usize) -> Vec<Position> {
        let us = position.to_move().opponent();
        let mut found = Vec::new();
        // Without a capture first, then with each captured kind.
        for taken in std::iter::once(None).chain(on_board().map(Some)) {
            if taken.is_some_and(|kind| !position.hand(us).has(kind.base())) {
                continue;
            }
            for to in Squares(position.side(us)) {
                for (before, mv) in taken_back(position, to, taken) {
                    if found.len() >= most {
                        return found;
                    }
                    if self.leads(&before, mv, position) {
                        found.push(before);
                    }
                }
            }
        }
        found
    }

    /// Whether the move is legal and leads from one position to the other.
    fn leads(&self, before: &Position, mv: Move, after: &Position) -> bool {
        let mover = before.to_move();
        if mover != self.attacker() && !before.in_check(mover) {
            return false;
        }
        let mut moves = Vec::new();
        if self.status(before) == Status::Open {
            self.moves(before, &mut moves);
        }
        moves.contains(&mv) && before.play(mv) == *after
    }
}

/// The legal positions before a move of the piece that is now on `to`, with these moves. The piece
/// captured one of kind `taken`, or none.
fn taken_back(position: &Position, to: Square, taken: Option<Kind>) -> Vec<(Position, Move)> {
    let us = position.to_move().opponent();
    let kind = position.kind_at(to);
    let mut start = Draft::of(position);
    start.to_move = us;
    start.pieces.retain(|piece| piece.0 != to);
    if let Some(taken) = taken {
        if start.take(us, taken).is_none() {
            return Vec::new();
        }
        start.pieces.push((to, us.opponent(), taken));
    }
    let mut drafts = Vec::new();
    if taken.is_none() && !kind.is_promoted() && kind != Kind::King {
        let mut draft = start.clone();
        draft.give(us, kind);
        drafts.push((draft, Move::drop(kind, to)));
    }
    let free = BOARD & !position.occupied() & !bit(to);
    for from in Squares(free) {
        let mut from_board = |kind, mv| {
            let mut draft = start.clone();
            draft.pieces.push((from, us, kind));
            drafts.push((draft, mv));
        };
        from_board(kind, Move::new(from, to));
        if kind.is_promoted() {
            from_board(kind.base(), Move::promoting(from, to));
        }
    }
    let legal = |(draft, mv): (Draft, Move)| Some((draft.position()?, mv));
    drafts.into_iter().filter_map(legal).collect()
}
