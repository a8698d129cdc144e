//! The text of a position: its rows from the top with `/` between, `x` for the first side, `o` for
//! the second, `.` for an empty square.

use shomei_game::Side;

/// The side to move where the sides place stones in turn: it follows from their numbers.
pub(crate) fn to_move(stones: &[u64; 2]) -> Side {
    let [first, second] = stones.map(u64::count_ones);
    if first == second {
        Side::First
    } else {
        Side::Second
    }
}

/// A board. `bit` gives the bit of a column and a row, the lowest row being 0.
pub(crate) struct Grid<F> {
    pub(crate) columns: u32,
    pub(crate) rows: u32,
    pub(crate) bit: F,
}

impl<F: Fn(u32, u32) -> u64> Grid<F> {
    pub(crate) fn format(&self, stones: &[u64; 2]) -> String {
        let letter = |column, row| match stones.map(|own| own & (self.bit)(column, row) != 0) {
            [true, _] => 'x',
            [_, true] => 'o',
            _ => '.',
        };
        let row = |row| -> String { (0..self.columns).map(|at| letter(at, row)).collect() };
        let rows: Vec<String> = (0..self.rows).rev().map(row).collect();
        rows.join("/")
    }

    /// The stones of both sides, or what is wrong with the text. Lines may end rows, too, and
    /// blanks may be anywhere.
    pub(crate) fn parse(&self, text: &str) -> Result<[u64; 2], &'static str> {
        let rows: Vec<&str> = text.trim().split(['/', '\n']).collect();
        if rows.len() != self.rows as usize {
            return Err("expected rows from the top with / between");
        }
        let mut stones = [0, 0];
        for (row, line) in (0..self.rows).rev().zip(rows) {
            let letters = line.chars().filter(|letter| !letter.is_whitespace());
            if letters.clone().count() != self.columns as usize {
                return Err("a row has another number of squares");
            }
            for (column, letter) in (0..self.columns).zip(letters) {
                let bit = (self.bit)(column, row);
                match letter {
                    'x' => stones[0] |= bit,
                    'o' => stones[1] |= bit,
                    '.' => {}
                    _ => return Err("expected x, o or ."),
                }
            }
        }
        Ok(stones)
    }

    /// As [`Grid::parse`], if the sides place stones in turn and the first begins.
    pub(crate) fn parse_turns(&self, text: &str) -> Result<[u64; 2], &'static str> {
        let stones = self.parse(text)?;
        let [first, second] = stones.map(u64::count_ones);
        match first == second || first == second + 1 {
            true => Ok(stones),
            false => Err("x has as many stones as o, or one more"),
        }
    }
}
