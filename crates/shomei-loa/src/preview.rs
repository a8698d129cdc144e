//! All children of a position at once.
//!
//! A move changes two squares, and so seven of the 46 lines. With the
//! configurations of all lines at hand, the mobility after a move is a sum of
//! seven table entries, and nothing has to be read from the boards again:
//!
//! ```text
//! from: 3 lines lose a piece        the same for all moves of the piece
//! to:   3 lines gain it (and lose what it captures)
//! and the line it moves along, where both happen
//! ```
//!
//! A search with mobility initialisation spends most of its time here, so the
//! code is kept free of branches that depend on the board.

use shomei_game::{Game, Key, Preview, Role, Side, Status};

use crate::bitboard::{NEIGHBOURS, is_connected, neighbours, squares};
use crate::lines::{AllLines, Board, mobile};
use crate::{Loa, Move, Position, Square};

impl Loa {
    /// Appends the previews of a position in which a piece can move.
    pub(crate) fn push_previews(&self, position: &Position, out: &mut Vec<Preview<Move>>) {
        let parent = Parent::of(position, self.role(position).opponent());
        out.reserve(position.mobility(position.to_move()));
        for from in squares(parent.own) {
            let origin = Origin::of(&parent, from);
            for to in squares(origin.targets) {
                out.push(self.preview_of(&parent, &origin, to));
            }
        }
    }

    #[inline]
    fn preview_of(&self, parent: &Parent, origin: &Origin, to: Square) -> Preview<Move> {
        let captures = parent.enemy & to.bit() != 0;
        let mobility = parent.mobility_after(origin, to, captures);
        let moves = u32::from(mobility >> parent.opponent_shift & 0xff);
        let connected = parent.connected_after(origin, to, captures);
        let captured = if captures {
            parent.enemy_keys[to.index()]
        } else {
            Key::default()
        };
        let mut preview = Preview {
            mv: Move::new(origin.square, to),
            key: origin.key ^ parent.own_keys[to.index()] ^ captured,
            status: Status::Open,
            role: parent.role_after,
            moves,
        };
        // Nearly always nobody is connected and the opponent can move.
        if connected != [false, false] || moves == 0 {
            let opponent = parent.position.to_move().opponent();
            preview.status = self.status_of(connected, opponent, moves != 0);
            // The pass counts as a move.
            preview.moves = if preview.status == Status::Open {
                moves.max(1)
            } else {
                0
            };
        }
        preview
    }
}

/// What the children of a position have in common.
struct Parent<'p> {
    position: &'p Position,
    board: &'static Board,
    lines: AllLines,
    own: u64,
    enemy: u64,
    /// Pieces that touch none of their own side.
    isolated: u64,
    enemy_isolated: u64,
    own_keys: &'static [Key; 64],
    enemy_keys: &'static [Key; 64],
    /// The ternary digit of an own piece: 1 Black, 2 White.
    digit: u32,
    /// Where the opponent's half of the packed mobility begins.
    opponent_shift: u32,
    role_after: Role,
}

/// What the moves of a piece have in common.
struct Origin {
    square: Square,
    /// Where it can go.
    targets: u64,
    /// The key without the piece, the other side to move.
    key: Key,
    /// For each line through the square, what the piece adds to the line's
    /// configuration.
    digits: [u32; 4],
    /// For each line through the square, the packed mobility when the piece
    /// has left the three others.
    mobility: [u16; 4],
}

impl Origin {
    /// Whether a piece can move along a line is close to random: a branch that
    /// is guessed wrong would cost more than all four lines.
    #[inline]
    fn of(parent: &Parent, from: Square) -> Origin {
        // How square numbers grow along the four lines.
        const STEPS: [i32; 4] = [1, 8, 9, -7];
        let square = from.index() as i32;
        let mut origin = Origin {
            square: from,
            targets: 0,
            key: parent.position.key_of_opponent() ^ parent.own_keys[from.index()],
            digits: [0; 4],
            mobility: [0; 4],
        };
        let mut all = parent.position.packed_mobility();
        for (i, &place) in parent.board.places(from).iter().enumerate() {
            let before = parent.lines.configuration(place);
            let mobile = mobile(parent.digit as usize - 1, before);
            let far = mobile.distance() * STEPS[i];
            // Where a bit is 0 the shift may be anything.
            origin.targets |= mobile.up(place).wrapping_shl((square + far) as u32);
            origin.targets |= mobile.down(place).wrapping_shl((square - far) as u32);
            origin.digits[i] = parent.digit * place.weight();
            let change = parent.lines.change(place, before - origin.digits[i]);
            all = all.wrapping_add(change);
            origin.mobility[i] = change;
        }
        origin.mobility = origin.mobility.map(|change| all.wrapping_sub(change));
        origin
    }
}

impl Parent<'_> {
    fn of(position: &Position, role_after: Role) -> Parent<'_> {
        let (own, enemy) = position.own_and_enemy();
        let side = position.to_move();
        let board = Board::of(position.size());
        let [black, white] = Side::BOTH.map(|side| position.pieces(side));
        Parent {
            position,
            board,
            lines: AllLines::read(board, black, white),
            own,
            enemy,
            isolated: own & !neighbours(own),
            enemy_isolated: enemy & !neighbours(enemy),
            own_keys: Position::keys(side),
            enemy_keys: Position::keys(side.opponent()),
            digit: side.index() as u32 + 1,
            opponent_shift: 8 * side.opponent().index() as u32,
            role_after,
        }
    }

    #[inline]
    fn mobility_after(&self, origin: &Origin, to: Square, captures: bool) -> u16 {
        let captured = if captures { 3 - self.digit } else { 0 };
        // Less than nothing where Black takes a white piece: the sum wraps back.
        let gained = self.digit.wrapping_sub(captured);
        let along = direction(origin.square, to);
        let mut lost = [0; 4];
        lost[along] = origin.digits[along];
        let mut mobility = origin.mobility[along];
        for (&place, lost) in self.board.places(to).iter().zip(&lost) {
            let before = self.lines.configuration(place);
            let gained = gained.wrapping_mul(place.weight());
            let after = before.wrapping_add(gained).wrapping_sub(*lost);
            mobility = mobility.wrapping_add(self.lines.change(place, after));
        }
        mobility
    }

    /// Whether the mover and its opponent are connected.
    #[inline]
    fn connected_after(&self, origin: &Origin, to: Square, captures: bool) -> [bool; 2] {
        let (from, to_bit) = (origin.square.bit(), to.bit());
        // A piece that touched nothing can only be reached by the one that
        // moves. That rules out nearly all positions.
        let unreached = self.isolated & !from & !NEIGHBOURS[to.index()];
        let own = unreached == 0 && is_connected(self.own ^ from ^ to_bit);
        let enemy = captures && {
            let rest = self.enemy & !to_bit;
            let alone = rest & rest.wrapping_sub(1) == 0;
            (alone || self.enemy_isolated & !to_bit == 0) && is_connected(rest)
        };
        [own, enemy]
    }
}

/// Which of the four lines through `from` leads to `to`.
#[inline]
fn direction(from: Square, to: Square) -> usize {
    usize::from(DIRECTIONS[from.index()][to.index()] & 3)
}

static DIRECTIONS: [[u8; 64]; 64] = {
    let mut table = [[0; 64]; 64];
    let mut i = 0;
    while i < 64 * 64 {
        let (from, to) = (i / 64, i % 64);
        let (same_file, same_rank) = (from % 8 == to % 8, from / 8 == to / 8);
        let rising = from % 8 + to / 8 == to % 8 + from / 8;
        table[from][to] = match (same_rank, same_file, rising) {
            (true, _, _) => 0,
            (_, true, _) => 1,
            (_, _, true) => 2,
            _ => 3,
        };
        i += 1;
    }
    table
};
