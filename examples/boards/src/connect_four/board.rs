//! Boards of Connect Four as sets of squares.
//!
//! A square is bit `column * (rows + 1) + row`, row 0 at the bottom. The bit above each column is
//! never in a set of stones, so lines end there.

/// The stones of both sides, the first side's first.
pub(crate) type Stones = [u64; 2];

/// The size of a board, with the sets that follow from it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Board {
    columns: u32,
    rows: u32,
    /// The game ends after this number of moves.
    plies: u32,
    /// The lowest square of each column.
    floor: u64,
    squares: u64,
}

impl Board {
    /// A board of 4 to 9 columns and rows, with at most 56 squares; `None` for other sizes.
    pub(crate) fn new(columns: u32, rows: u32) -> Option<Board> {
        let allowed = 4..=9;
        if !allowed.contains(&columns) || !allowed.contains(&rows) || columns * rows > 56 {
            return None;
        }
        Some(Board::of(columns, rows))
    }

    fn of(columns: u32, rows: u32) -> Board {
        let column = (1 << rows) - 1;
        let all = |set: u64| (0..columns).fold(0, |sets, at| sets | set << (at * (rows + 1)));
        Board {
            columns,
            rows,
            plies: columns * rows,
            floor: all(1),
            squares: all(column),
        }
    }

    /// 5 columns and 4 rows.
    pub(crate) fn usual() -> Board {
        Board::of(5, 4)
    }

    /// The board on which the game ends in a draw after this number of moves, fewer than its
    /// squares; `None` for other numbers.
    pub(crate) fn ending_after(self, plies: u32) -> Option<Board> {
        let allowed = 1..self.columns * self.rows;
        allowed.contains(&plies).then_some(Board { plies, ..self })
    }

    /// The number of moves after which the game ends, if it is less than that of the squares.
    pub(crate) fn end(&self) -> Option<u32> {
        (self.plies < self.columns * self.rows).then_some(self.plies)
    }

    /// The most moves that can follow.
    pub(crate) fn left(&self, all: u64) -> u32 {
        self.plies.saturating_sub(all.count_ones())
    }

    pub(crate) fn columns(&self) -> u32 {
        self.columns
    }

    pub(crate) fn rows(&self) -> u32 {
        self.rows
    }

    pub(crate) fn bit(&self, column: u32, row: u32) -> u64 {
        1 << (column * (self.rows + 1) + row)
    }

    /// The squares of a column.
    pub(crate) fn column(&self, column: u32) -> u64 {
        ((1 << self.rows) - 1) << (column * (self.rows + 1))
    }

    /// The squares of the first row, the third, and so on.
    pub(crate) fn odd_rows(&self) -> u64 {
        (0..self.rows)
            .step_by(2)
            .fold(0, |rows, row| rows | self.floor << row)
    }

    /// The mirror image, left and right exchanged.
    pub(crate) fn mirrored(&self, set: u64) -> u64 {
        let height = self.rows + 1;
        let column = (1 << height) - 1;
        let from = |at: u32| set >> (at * height) & column;
        let last = self.columns - 1;
        (0..self.columns).fold(0, |image, at| image | from(at) << ((last - at) * height))
    }

    /// The free squares.
    pub(crate) fn free(&self, all: u64) -> u64 {
        self.squares & !all
    }

    /// The lowest free square of each column: adding 1 to the stones of a column carries to it.
    pub(crate) fn landing(&self, all: u64) -> u64 {
        (all + self.floor) & self.squares
    }

    /// The distances between neighbours in a row and in both diagonals.
    fn slopes(&self) -> [u32; 3] {
        [self.rows, self.rows + 1, self.rows + 2]
    }

    pub(crate) fn has_four(&self, stones: u64) -> bool {
        let along = |step: u32| {
            let pairs = stones & stones >> step;
            pairs & pairs >> (2 * step) != 0
        };
        along(1) || self.slopes().into_iter().any(along)
    }

    /// A number above 0 that differs for different positions. In each column `all` and the lowest
    /// square add up to the lowest free square, which shows the height; the stones of `own` are
    /// bits below it.
    pub(crate) fn number(&self, own: u64, all: u64) -> u64 {
        own + all + self.floor
    }

    /// The free squares in which one more stone makes four in a line.
    pub(crate) fn fours(&self, own: u64, all: u64) -> u64 {
        // Three in a column, and the square above them.
        let mut found = own << 1 & own << 2 & own << 3;
        for step in self.slopes() {
            // The second of two neighbours, seen from the side of the square in question.
            let (below, above) = (own << step, own >> step);
            let (two_below, two_above) = (below & own << (2 * step), above & own >> (2 * step));
            found |= two_below & (own << (3 * step) | above);
            found |= two_above & (own >> (3 * step) | below);
        }
        found & self.free(all)
    }

    /// The moves after which the opponent, whose stones are `theirs`, has no four at once; all of
    /// them together with the squares that complete four for the opponent.
    pub(crate) fn safe(&self, theirs: u64, all: u64) -> u64 {
        let danger = self.fours(theirs, all);
        let landing = self.landing(all);
        let forced = landing & danger;
        let moves = match forced.count_ones() {
            0 => landing,
            1 => forced,
            _ => 0,
        };
        moves & !(danger >> 1)
    }
}
