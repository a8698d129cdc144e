//! Evaluates all children of a position in one pass.
//!
//! A move changes two squares, and so seven of the 46 lines. Given the configurations of all lines,
//! the mobility after a move is a sum of table entries:
//!
//! ```text
//! from: 4 lines lose a piece        once for all moves of the piece, and undone after them
//! to:   4 lines gain it (and lose a captured piece)
//! ```
//!
//! The line of the movement is in both groups. Since the piece has already been removed from it, it
//! needs no special case.
//!
//! A search with mobility initialisation spends most of its time here, so the code avoids branches
//! that depend on the board.

use shomei_game::{Children, Evaluation, Game, Key, Role, Side, Status};

use crate::bitboard::{NEIGHBOURS, is_connected, neighbours, squares};
use crate::evaluation::Standings;
use crate::hints::estimate;
use crate::lines::{AllLines, LineTables, mobile};
use crate::{Loa, Move, Position, Square};

impl Loa {
    /// Appends the children of a position in which a piece can move, evaluated by mobility.
    pub(crate) fn push_by_mobility(&self, position: &Position, out: &mut Children<Move>) {
        out.reserve(position.mobility(position.to_move()));
        self.see_children(position, |child, _| {
            let evaluation = Evaluation::of_mobility(child.status, child.role, child.moves);
            out.push_evaluated(child.mv, child.key, evaluation);
        });
    }

    /// Appends the children of a position in which a piece can move, evaluated by mobility and
    /// static evaluation.
    pub(crate) fn push_estimated(&self, position: &Position, out: &mut Children<Move>) {
        out.reserve(position.mobility(position.to_move()));
        let mut standings = Standings::of(position);
        self.see_children(position, |child, mobility| {
            let standing = standings.after(child.mv, mobility);
            let estimate = || estimate(child.role, child.moves, standing);
            out.push_evaluated(child.mv, child.key, Evaluation::of(child.status, estimate));
        });
    }

    /// Visits the children in the order of their moves, each with the packed mobility after it.
    #[inline]
    fn see_children(&self, position: &Position, mut see: impl FnMut(Seen, u16)) {
        let parent = Parent::of(position, self.role(position).opponent());
        let mut lines = parent.read_lines();
        for from in squares(parent.own) {
            let places = parent.board.places(from);
            let targets = parent.targets(&lines, from);
            let change = lines.lift(places, parent.digit);
            let origin = Origin {
                square: from,
                key: position.key_of_opponent() ^ parent.own_keys[from.index()],
                mobility: position.packed_mobility().wrapping_add(change),
                isolated: parent.isolated & !from.bit(),
            };
            for to in squares(targets) {
                let (child, mobility) = self.child(&parent, &lines, &origin, to);
                see(child, mobility);
            }
            lines.put_back(places, parent.digit);
        }
    }

    /// One child. Inlined into both callers: a call would cost 7 % of a search with mobility.
    #[inline(always)]
    fn child(&self, parent: &Parent, lines: &AllLines, origin: &Origin, to: Square) -> (Seen, u16) {
        let captures = parent.enemy & to.bit() != 0;
        let digit = if captures {
            parent.digit_of_capture
        } else {
            parent.digit
        };
        let change = lines.change(parent.board.places(to), digit);
        let mobility = origin.mobility.wrapping_add(change);
        let moves = u32::from(mobility >> parent.opponent_shift & 0xff);
        let captured = if captures {
            parent.enemy_keys[to.index()]
        } else {
            Key::default()
        };
        let mut child = Seen {
            mv: Move::new(origin.square, to),
            key: origin.key ^ parent.own_keys[to.index()] ^ captured,
            status: Status::Open,
            role: parent.role_after,
            moves,
        };
        // A piece without a neighbour can only be joined by the moving piece. This test excludes
        // nearly all positions.
        let is_reached = origin.isolated & !NEIGHBOURS[to.index()] == 0;
        let may_connect_enemy = captures & parent.enemy_is_near;
        if is_reached | may_connect_enemy | (moves == 0) {
            let connected = parent.connected_after(origin, to, parent.enemy & to.bit());
            let opponent = parent.position.to_move().opponent();
            child.status = self.status_of(connected, opponent, moves as usize);
            // The pass counts as a move.
            child.moves = if child.status == Status::Open {
                moves.max(1)
            } else {
                0
            };
        }
        (child, mobility)
    }
}

/// A child as its parent evaluates it.
struct Seen {
    mv: Move,
    key: Key,
    status: Status,
    role: Role,
    /// The number of moves of the side to move, including the pass; 0 if the game is over.
    moves: u32,
}

/// The data shared by all children of a position.
struct Parent<'p> {
    position: &'p Position,
    board: &'static LineTables,
    own: u64,
    enemy: u64,
    /// Pieces without a neighbour of their own side.
    isolated: u64,
    /// Whether the loss of a piece could connect the enemy.
    enemy_is_near: bool,
    own_keys: &'static [Key; 64],
    enemy_keys: &'static [Key; 64],
    /// The ternary digit of an own piece: 1 Black, 2 White.
    digit: u32,
    /// The change of the digit by a capture, negative if Black captures; sums wrap.
    digit_of_capture: u32,
    /// The first bit of the opponent's half of the packed mobility.
    opponent_shift: u32,
    role_after: Role,
}

/// The data shared by all moves of a piece.
struct Origin {
    square: Square,
    /// The key without the piece and with the other side to move.
    key: Key,
    /// The packed mobility without the piece.
    mobility: u16,
    /// Other pieces without a neighbour of their own side.
    isolated: u64,
}

impl Parent<'_> {
    fn of(position: &Position, role_after: Role) -> Parent<'_> {
        let (own, enemy) = position.own_and_enemy();
        let side = position.to_move();
        let digit = side.index() as u32 + 1;
        // A capture leaves at least one of two isolated pieces, which is connected only if it is
        // the last piece.
        let isolated = enemy & !neighbours(enemy);
        let has_two_isolated = isolated & isolated.wrapping_sub(1) != 0;
        Parent {
            position,
            board: LineTables::of(position.size()),
            own,
            enemy,
            isolated: own & !neighbours(own),
            enemy_is_near: !has_two_isolated || enemy.count_ones() == 2,
            own_keys: Position::keys(side),
            enemy_keys: Position::keys(side.opponent()),
            digit,
            digit_of_capture: digit.wrapping_sub(3 - digit),
            opponent_shift: 8 * side.opponent().index() as u32,
            role_after,
        }
    }

    fn read_lines(&self) -> AllLines {
        let [black, white] = Side::BOTH.map(|side| self.position.pieces(side));
        AllLines::read(self.board, black, white)
    }

    /// The destinations of a piece of the side to move.
    ///
    /// Whether it can move along a line is nearly random: a mispredicted branch would cost more
    /// than all four lines.
    #[inline]
    fn targets(&self, lines: &AllLines, from: Square) -> u64 {
        // The step of the square number along each of the four lines.
        const STEPS: [i32; 4] = [1, 8, 9, -7];
        let square = from.index() as i32;
        let mut targets = 0;
        for (&place, step) in self.board.places(from).iter().zip(STEPS) {
            let mobile = mobile(self.digit as usize - 1, lines.configuration(place));
            let far = mobile.distance() * step;
            // If a bit is 0, the shift may have any value.
            targets |= mobile.up(place).wrapping_shl((square + far) as u32);
            targets |= mobile.down(place).wrapping_shl((square - far) as u32);
        }
        targets
    }

    /// Whether the mover and its opponent are connected.
    #[inline(never)]
    fn connected_after(&self, origin: &Origin, to: Square, captured: u64) -> [bool; 2] {
        let own = is_connected(self.own ^ origin.square.bit() ^ to.bit());
        let enemy = captured != 0 && is_connected(self.enemy ^ captured);
        [own, enemy]
    }
}
