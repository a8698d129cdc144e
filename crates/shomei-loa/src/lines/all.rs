//! The configurations of all lines of a board: the change by a move is a sum over the lines through
//! two squares, so the boards need not be read again.

use super::{Configuration, LINE_COUNT, LineTables, Place, moves_along};
use crate::bitboard::squares;

/// The configurations of all lines of a board.
pub(crate) struct AllLines([u16; LINE_PLACES]);

/// The range of a six-bit mask; the last places are unused.
const LINE_PLACES: usize = 64;

impl AllLines {
    /// Adds the contributions of the pieces, instead of collecting the squares of each line: one
    /// vector of 48 numbers per piece, which is six additions of eight numbers each.
    pub(crate) fn read(board: &LineTables, black: u64, white: u64) -> AllLines {
        let mut sums = [0; LINE_COUNT];
        add_digits(&mut sums, board, white);
        // A white piece counts twice as much as a black one.
        for (sum, empty) in sums.iter_mut().zip(&board.empty) {
            *sum = 2 * *sum + empty;
        }
        add_digits(&mut sums, board, black);
        let mut all = AllLines([0; LINE_PLACES]);
        all.0[..LINE_COUNT].copy_from_slice(&sums);
        all
    }

    #[inline]
    pub(crate) fn configuration(&self, place: Place) -> Configuration {
        Configuration::from(self.0[usize::from(place.line & 63)])
    }

    /// Removes a piece with this digit from the four lines through its square. Returns the change
    /// of packed mobility, which wraps if it is negative.
    #[inline]
    pub(crate) fn lift(&mut self, places: &[Place; 4], digit: u32) -> u16 {
        let mut change = 0u16;
        for &place in places {
            let before = self.configuration(place);
            let after = before - digit * place.weight();
            self.0[usize::from(place.line & 63)] = after as u16;
            let moves = moves_along(after).wrapping_sub(moves_along(before));
            change = change.wrapping_add(moves);
        }
        change
    }

    /// Puts the piece back.
    #[inline]
    pub(crate) fn put_back(&mut self, places: &[Place; 4], digit: u32) {
        for &place in places {
            self.0[usize::from(place.line & 63)] += (digit * place.weight()) as u16;
        }
    }

    /// The change of packed mobility when the ternary digit of the square with these places grows
    /// by `digit`; wraps if `digit` or the change is negative.
    #[inline]
    pub(crate) fn change(&self, places: &[Place; 4], digit: u32) -> u16 {
        let mut change = 0u16;
        for &place in places {
            let before = self.configuration(place);
            let after = before.wrapping_add(digit.wrapping_mul(place.weight()));
            let moves = moves_along(after).wrapping_sub(moves_along(before));
            change = change.wrapping_add(moves);
        }
        change
    }
}

#[inline]
fn add_digits(sums: &mut [u16; LINE_COUNT], board: &LineTables, pieces: u64) {
    for square in squares(pieces) {
        for (sum, digit) in sums.iter_mut().zip(&board.digits[square.index()]) {
            *sum += digit;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Size;
    use shomei_game::KeyStream;

    /// Boards of all sizes with random pieces.
    fn boards() -> impl Iterator<Item = (&'static LineTables, u64, u64)> {
        let mut key = KeyStream::new(3);
        let sizes = Size::ALL.into_iter().flat_map(|size| [size; 500]);
        sizes.map(move |size| {
            let black = key.next_key().0 & key.next_key().0 & size.mask();
            let white = key.next_key().0 & !black & size.mask();
            (LineTables::of(size), black, white)
        })
    }

    #[test]
    fn all_lines_are_read_as_each_alone() {
        for (board, black, white) in boards() {
            let all = AllLines::read(board, black, white);
            for (line, &found) in board.lines.iter().zip(&all.0) {
                assert_eq!(Configuration::from(found), line.read(black, white));
            }
        }
    }

    #[test]
    fn lifted_pieces_are_read_at_their_new_square() {
        for (board, black, white) in boards() {
            let Some(from) = squares(black).next() else {
                continue;
            };
            let mut all = AllLines::read(board, black, white);
            let before = board.mobility(black, white);
            let lifted = all.lift(board.places(from), 1);
            let rest = black & !from.bit();
            let expected = board.mobility(rest, white);
            assert_eq!(before.wrapping_add(lifted), expected);
            // To an empty square, and onto a white piece, whose digit is reduced by one.
            for to in squares(!(rest | white) & MASK_OF_SMALLEST).chain(squares(white)) {
                let digit = if white & to.bit() == 0 { 1 } else { u32::MAX };
                let change = all.change(board.places(to), digit);
                let after = board.mobility(rest | to.bit(), white & !to.bit());
                assert_eq!(expected.wrapping_add(change), after, "{from} {to}");
            }
            all.put_back(board.places(from), 1);
            assert_eq!(all.0, AllLines::read(board, black, white).0);
        }
    }

    /// The squares that exist on all boards.
    const MASK_OF_SMALLEST: u64 = Size::ALL[0].mask();
}
