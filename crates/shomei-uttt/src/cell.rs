//! The places of a three by three board, and tables indexed by sets of them.

use std::fmt;

/// A place of a three by three board, a to i by rows: a cell of a local board,
/// or a local board in the global one.
///
/// ```
/// use shomei_uttt::Cell;
///
/// let middle = Cell::parse('e').unwrap();
/// assert_eq!(middle.index(), 4);
/// assert_eq!(middle.to_string(), "e");
/// assert_eq!(Cell::parse('j'), None);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Cell(u8);

impl Cell {
    /// The place with this number, 0 for a to 8 for i.
    #[must_use]
    pub fn new(index: usize) -> Option<Cell> {
        (index < 9).then_some(Cell(index as u8))
    }

    /// The place with this letter, ignoring case.
    #[must_use]
    pub fn parse(letter: char) -> Option<Cell> {
        ('a'..='i')
            .position(|known| known == letter.to_ascii_lowercase())
            .and_then(Cell::new)
    }

    /// The middle.
    pub(crate) const MIDDLE: Cell = Cell(4);

    /// The place opposite with respect to the middle.
    pub(crate) fn opposite(self) -> Cell {
        Cell(8 - self.0)
    }

    /// All places, a to i.
    pub fn all() -> impl Iterator<Item = Cell> {
        (0..9).map(Cell)
    }

    /// The index, 0 for a to 8 for i.
    #[must_use]
    #[inline]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    /// The set of this place alone.
    #[must_use]
    #[inline]
    pub fn bit(self) -> u16 {
        1 << self.0
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", char::from(b'a' + self.0))
    }
}

impl fmt::Debug for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The places of a set, in order.
#[inline]
pub(crate) fn cells(set: u16) -> impl Iterator<Item = Cell> {
    let mut rest = set & FULL;
    std::iter::from_fn(move || {
        let cell = Cell(rest.trailing_zeros() as u8);
        let some = rest != 0;
        rest &= rest.wrapping_sub(1);
        some.then_some(cell)
    })
}

/// All nine places.
pub(crate) const FULL: u16 = 0o777;

/// The eight lines: rows, columns, diagonals.
pub(crate) const LINES: [u16; 8] = [0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];

/// Whether a set contains a line.
#[inline]
pub(crate) fn has_line(set: u16) -> bool {
    FACTS[usize::from(set & FULL)] & HAS_LINE != 0
}

/// Whether the marks of a side are in every line, so that the other side cannot make a line.
#[inline]
pub(crate) fn blocks(set: u16) -> bool {
    FACTS[usize::from(set & FULL)] & BLOCKS != 0
}

/// Whether a side's marks make a line or block all lines of the other side; otherwise they decide
/// nothing.
#[inline]
pub(crate) fn decides(set: u16) -> bool {
    FACTS[usize::from(set & FULL)] != 0
}

/// The places that complete a line of a set that contains none.
#[inline]
pub(crate) fn completions(set: u16) -> u16 {
    COMPLETIONS[usize::from(set & FULL)]
}

/// The number of places in a set. A table is faster than the dozen instructions needed on
/// processors without an instruction for it.
#[inline]
pub(crate) fn count(set: u16) -> u32 {
    u32::from(COUNTS[usize::from(set & FULL)])
}

const HAS_LINE: u8 = 1;
const BLOCKS: u8 = 2;

static FACTS: [u8; 512] = {
    let mut table = [0; 512];
    let mut set = 0;
    while set < 512 {
        let mut facts = BLOCKS;
        let mut line = 0;
        while line < 8 {
            let marked = LINES[line] & set as u16;
            if marked == LINES[line] {
                facts |= HAS_LINE;
            }
            if marked == 0 {
                facts &= !BLOCKS;
            }
            line += 1;
        }
        table[set] = facts;
        set += 1;
    }
    table
};

static COMPLETIONS: [u16; 512] = {
    let mut table = [0; 512];
    let mut set = 0;
    while set < 512 {
        let mut line = 0;
        while line < 8 {
            let missing = LINES[line] & !(set as u16);
            if missing.count_ones() == 1 {
                table[set] |= missing;
            }
            line += 1;
        }
        set += 1;
    }
    table
};

static COUNTS: [u8; 512] = {
    let mut table = [0; 512];
    let mut set = 0;
    while set < 512 {
        table[set] = (set as u16).count_ones() as u8;
        set += 1;
    }
    table
};

#[cfg(test)]
mod tests {
    use super::*;

    fn set(letters: &str) -> u16 {
        let cells = letters.chars().map(|c| Cell::parse(c).unwrap());
        cells.fold(0, |set, cell| set | cell.bit())
    }

    #[test]
    fn lines_are_rows_columns_and_diagonals() {
        let expected = ["abc", "def", "ghi", "adg", "beh", "cfi", "aei", "ceg"];
        assert_eq!(LINES, expected.map(set));
        for line in expected {
            assert!(has_line(set(line)));
        }
        assert!(!has_line(set("abfgh")));
        assert!(has_line(FULL) && !has_line(0));
    }

    #[test]
    fn marks_in_every_line_block() {
        assert!(blocks(set("cehd")));
        // Without the middle row.
        assert!(!blocks(set("abcghi")) && blocks(set("aei")) && !blocks(set("bdfh")));
        assert!(blocks(FULL) && !blocks(0));
    }

    #[test]
    fn completions_make_a_line() {
        assert_eq!(completions(set("ab")), set("c"));
        assert_eq!(completions(set("aei")), 0);
        assert_eq!(completions(set("acg")), set("bde"));
        for set in 0..=FULL {
            for cell in Cell::all().filter(|cell| set & cell.bit() == 0) {
                let makes = LINES
                    .iter()
                    .any(|line| line & cell.bit() != 0 && line & !(set | cell.bit()) == 0);
                assert_eq!(completions(set) & cell.bit() != 0, makes);
            }
        }
    }

    #[test]
    fn sets_are_listed_in_order_and_counted() {
        let letters: String = cells(set("gach")).map(|c| c.to_string()).collect();
        assert_eq!(letters, "acgh");
        assert_eq!(count(set("gach")), 4);
        assert_eq!(count(FULL), 9);
        assert!(Cell::all().all(|c| Cell::new(c.index()) == Some(c)));
        assert_eq!(Cell::new(9), None);
    }
}
