//! Boards as sets of squares: 64 bits, a1 the lowest, then b1 to h1, a2, ... h8.

use crate::size::Size;

/// A set of squares.
pub(crate) type Set = u64;

/// The board without the a- and h-files, so that lines do not wrap around.
pub(crate) const INNER: Set = 0x7e7e_7e7e_7e7e_7e7e;

/// The four corners.
pub(crate) const CORNERS: Set = 0x8100_0000_0000_0081;

/// The number of squares.
#[inline]
pub(crate) fn count(set: Set) -> u32 {
    set.count_ones()
}

/// The squares of a set, lowest first.
#[inline]
pub(crate) fn squares(mut set: Set) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        (set != 0).then(|| {
            let square = set.trailing_zeros() as u8;
            set &= set - 1;
            square
        })
    })
}

/// The squares to which the side with `own` discs may move, by the rule of flipping alone.
#[inline]
pub(crate) fn moves(own: Set, opponent: Set) -> Set {
    let inner = opponent & INNER;
    let found = along::<1>(own, inner)
        | along::<8>(own, opponent)
        | along::<7>(own, inner)
        | along::<9>(own, inner);
    found & !(own | opponent)
}

/// The squares at the ends of lines of `through` that begin next to `from`, in both directions with
/// neighbours `STEP` bits apart. The length of the examined lines doubles with each step.
#[inline]
fn along<const STEP: u32>(from: Set, through: Set) -> Set {
    let mut up = through & (from << STEP);
    let mut down = through & (from >> STEP);
    up |= through & (up << STEP);
    down |= through & (down >> STEP);
    let pairs_up = through & (through << STEP);
    let pairs_down = through & (through >> STEP);
    up |= pairs_up & (up << (2 * STEP));
    down |= pairs_down & (down >> (2 * STEP));
    up |= pairs_up & (up << (2 * STEP));
    down |= pairs_down & (down >> (2 * STEP));
    (up << STEP) | (down >> STEP)
}

/// The discs of the opponent that a disc of `own` on the empty `square` flips.
#[inline]
pub(crate) fn flips(own: Set, opponent: Set, square: u8) -> Set {
    if near(square) & opponent == 0 {
        return 0;
    }
    let rays = &RAYS[usize::from(square)];
    let mut flipped = 0;
    for ray in rays.up {
        // The first square of the ray without an opponent's disc ends the line.
        let ends = ray & !opponent;
        let end = ends & ends.wrapping_neg() & own;
        flipped |= ray & end.wrapping_sub(u64::from(end != 0));
    }
    for ray in rays.down {
        let ends = ray & !opponent;
        let end = (1 << (63 - (ends | 1).leading_zeros())) & ends & own;
        flipped |= ray & (end.wrapping_neg() << 1);
    }
    flipped
}

/// The squares around a square.
#[inline]
pub(crate) fn near(square: u8) -> Set {
    NEAR[usize::from(square)]
}

/// The squares of a set and their neighbours.
#[inline]
pub(crate) const fn around(set: Set) -> Set {
    let across = set | (set & !H_FILE) << 1 | (set & !A_FILE) >> 1;
    across | (across << 8) | (across >> 8)
}

/// The a-file.
pub(crate) const A_FILE: Set = 0x0101_0101_0101_0101;
const H_FILE: Set = 0x8080_8080_8080_8080;

/// Discs in corners, and own discs next to them on the edges.
#[inline]
pub(crate) fn safe_at_corners(size: Size, own: Set) -> Set {
    let corners = size.corners();
    let (left, top) = (corners & A_FILE, corners & 0xff);
    let beside = (own & left) << 1
        | (own & corners & !left) >> 1
        | (own & top) << 8
        | (own & corners & !top) >> 8;
    own & (beside | corners)
}

/// The rays from a square: in the directions with numbers 1, 7, 8 and 9 higher, and in the opposite
/// directions.
#[repr(align(64))]
pub(crate) struct Rays {
    pub(crate) up: [Set; 4],
    pub(crate) down: [Set; 4],
}

pub(crate) static RAYS: [Rays; 64] = {
    const NONE: Rays = Rays {
        up: [0; 4],
        down: [0; 4],
    };
    let mut rays = [NONE; 64];
    let mut square = 0;
    while square < 64 {
        let mut i = 0;
        while i < 4 {
            let (x, y) = [(1, 0), (-1, 1), (0, 1), (1, 1)][i];
            rays[square].up[i] = ray(square as i32, x, y);
            rays[square].down[i] = ray(square as i32, -x, -y);
            i += 1;
        }
        square += 1;
    }
    rays
};

/// The squares around each square.
static NEAR: [Set; 64] = {
    let mut near = [0; 64];
    let mut square = 0;
    while square < 64 {
        let set = around(1 << square);
        near[square] = set ^ (1 << square);
        square += 1;
    }
    near
};

/// The squares from `square` to the edge.
const fn ray(square: i32, x: i32, y: i32) -> Set {
    let (mut column, mut row) = (square % 8 + x, square / 8 + y);
    let mut all = 0;
    while column >= 0 && column < 8 && row >= 0 && row < 8 {
        all |= 1 << (8 * row + column);
        column += x;
        row += y;
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The opening position: Black on e4 and d5, White on d4 and e5.
    const BLACK: Set = 1 << 28 | 1 << 35;
    const WHITE: Set = 1 << 27 | 1 << 36;

    #[test]
    fn the_opening_moves() {
        let found: Vec<u8> = squares(moves(BLACK, WHITE)).collect();
        // d3, c4, f5, e6
        assert_eq!(found, [19, 26, 37, 44]);
        assert_eq!(flips(BLACK, WHITE, 37), 1 << 36);
    }

    #[test]
    fn a_move_is_where_something_flips() {
        let mut state = 1_u64;
        for _ in 0..20_000 {
            let mut next = || {
                state = shomei_game::Key::of(state).0;
                state
            };
            let (a, b, c) = (next(), next(), next());
            let own = a & (b | c);
            let opponent = !own & (b ^ c);
            let empty = !(own | opponent);
            let all = moves(own, opponent);
            for square in squares(empty) {
                let is_move = all >> square & 1 == 1;
                assert_eq!(flips(own, opponent, square) != 0, is_move);
            }
        }
    }

    #[test]
    fn lines_do_not_wrap_around() {
        // White on h1 and a2, Black on b2; g1 and b2 are not connected by a line.
        assert_eq!(flips(1 << 9, 1 << 7 | 1 << 8, 6), 0);
        // A whole row.
        assert_eq!(flips(1 << 63, 0x7e << 56, 56), 0x7e << 56);
        assert_eq!(flips(1 << 56, 0x7e << 56, 63), 0x7e << 56);
    }
}
