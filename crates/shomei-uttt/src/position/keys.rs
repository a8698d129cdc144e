//! The key of a position: an exclusive or of numbers for its parts.
//!
//! | board | what goes into the key |
//! |---|---|
//! | nobody's, with an empty cell | each mark with its side |
//! | full without a line | that it is so |
//! | won and closed | its owner |
//! | won, under the rules that leave it open | its owner, and which cells are taken, whoever marked them |

use shomei_game::{Key, KeyStream, Side};

use crate::cell::{Cell, cells};
use crate::moves::Move;

/// One key per side, board and cell.
pub(super) static MARKS: [[Key; 81]; 2] = [
    KeyStream::new(0x0777_0001).table(),
    KeyStream::new(0x0777_0002).table(),
];

/// One key per board to be sent to.
static TARGETS: [Key; 9] = KeyStream::new(0x0777_0003).table();

/// One key per board won by X, won by O, and drawn.
pub(super) static CLOSED: [[Key; 9]; 3] = [
    KeyStream::new(0x0777_0005).table(),
    KeyStream::new(0x0777_0006).table(),
    KeyStream::new(0x0777_0007).table(),
];

/// One key per board and cell that is taken, in boards that are won and open.
pub(super) static TAKEN: [Key; 81] = KeyStream::new(0x0777_0008).table();

/// Marks O as the side to move.
pub(super) const O_TO_MOVE: Key = Key::of(0x0777_0004);

#[inline]
pub(super) fn key_of_target(target: Option<Cell>) -> Key {
    target.map_or(Key::default(), |board| TARGETS[board.index()])
}

/// The key of the marks in a board.
pub(super) fn contents(board: Cell, marks: &[[u16; 9]; 2]) -> Key {
    let mut key = Key::default();
    for side in Side::BOTH {
        for cell in cells(marks[side.index()][board.index()]) {
            key ^= MARKS[side.index()][Move::new(board, cell).index()];
        }
    }
    key
}

/// The key of the cells that are taken in a board.
pub(super) fn taken(board: Cell, set: u16) -> Key {
    cells(set).fold(Key::default(), |mut key, cell| {
        key ^= TAKEN[Move::new(board, cell).index()];
        key
    })
}
