//! The key of a position: an exclusive or of numbers for its parts.
//!
//! | board | part of the key |
//! |---|---|
//! | without an owner, with an empty cell | each mark with its side |
//! | full without a line | that it is drawn |
//! | won and closed | its owner |
//! | won, under the rules that leave it open | its owner and its occupied cells |

use shomei_game::{Key, KeyStream};

use crate::cell::{Cell, cells};
use crate::moves::Move;

/// One key per side, board and cell.
pub(super) static MARKS: [[Key; 81]; 2] = marks();

const fn marks() -> [[Key; 81]; 2] {
    [
        KeyStream::new(0x0777_0001).table(),
        KeyStream::new(0x0777_0002).table(),
    ]
}

/// One key per board to which a side is sent.
static TARGETS: [Key; 9] = KeyStream::new(0x0777_0003).table();

/// One key per board won by X, won by O, and drawn.
pub(super) static CLOSED: [[Key; 9]; 3] = [
    KeyStream::new(0x0777_0005).table(),
    KeyStream::new(0x0777_0006).table(),
    KeyStream::new(0x0777_0007).table(),
];

/// One key per board and occupied cell, in won boards that are open.
pub(super) static TAKEN: [Key; 81] = KeyStream::new(0x0777_0008).table();

/// Marks O as the side to move.
pub(super) const O_TO_MOVE: Key = Key::of(0x0777_0004);

#[inline]
pub(super) fn key_of_target(target: Option<Cell>) -> Key {
    target.map_or(Key::default(), |board| TARGETS[board.index()])
}

/// The key of the marks in a board. It is read in parts of five and four cells, because moves that
/// close a board need it, a third of all moves late in a game. A table for all nine cells would
/// take 74 KB.
pub(super) fn contents(board: Cell, marks: &[[u16; 9]; 2]) -> Key {
    let mut key = Key::default();
    for (side, marks) in marks.iter().enumerate() {
        let set = usize::from(marks[board.index()]);
        key ^= FIRST_CELLS[side][board.index()][set & 31];
        key ^= LAST_CELLS[side][board.index()][set >> 5 & 15];
    }
    key
}

/// By side and board, the keys of all sets of its cells a to e.
static FIRST_CELLS: [[[Key; 32]; 9]; 2] = sets(0);

/// By side and board, the keys of all sets of its cells f to i.
static LAST_CELLS: [[[Key; 16]; 9]; 2] = sets(5);

/// The keys of all sets of `SETS.ilog2()` cells from cell `first` on.
const fn sets<const SETS: usize>(first: usize) -> [[[Key; SETS]; 9]; 2] {
    const MARKS: [[Key; 81]; 2] = marks();
    let mut table = [[[Key(0); SETS]; 9]; 2];
    let mut i = 0;
    while i < 2 * 9 * SETS {
        let (side, board, set) = (i / (9 * SETS), i / SETS % 9, i % SETS);
        if set != 0 {
            let rest = set & (set - 1);
            let cell = first + set.trailing_zeros() as usize;
            let key = table[side][board][rest].0 ^ MARKS[side][9 * board + cell].0;
            table[side][board][set] = Key(key);
        }
        i += 1;
    }
    table
}

/// The key of the occupied cells of a board.
pub(super) fn taken(board: Cell, set: u16) -> Key {
    cells(set).fold(Key::default(), |mut key, cell| {
        key ^= TAKEN[Move::new(board, cell).index()];
        key
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn contents_are_the_keys_of_all_marks() {
        let mut stream = KeyStream::new(7);
        for board in Cell::all() {
            for _ in 0..500 {
                let mut marks = [[0; 9]; 2];
                let bits = stream.next_key().0;
                marks[0][board.index()] = bits as u16 & 0o777;
                marks[1][board.index()] = (bits >> 9) as u16 & 0o777 & !marks[0][board.index()];
                let mut expected = Key::default();
                for (keys, marks) in MARKS.iter().zip(&marks) {
                    for cell in cells(marks[board.index()]) {
                        expected ^= keys[Move::new(board, cell).index()];
                    }
                }
                assert_eq!(contents(board, &marks), expected);
            }
        }
    }
}
