//! Connect Four: a stone falls to the lowest free square of its column, and four of a side in a
//! line win. A full board without four in a line is a draw.

use shomei_game::{GridCell, Key, NotationError, Outcome, Picture, Rules, Side, Texts};

/// The board. The usual game has 7 columns and 6 rows; the default here has 5 columns and 4 rows.
#[derive(Clone, Debug)]
pub(crate) struct ConnectFour {
    columns: u32,
    rows: u32,
}

/// The stones of both sides. Bit `column * (rows + 1) + row`, row 0 at the bottom; the bit above each
/// column stays empty, so that lines end there.
pub(crate) type Stones = [u64; 2];

impl Default for ConnectFour {
    fn default() -> ConnectFour {
        ConnectFour {
            columns: 5,
            rows: 4,
        }
    }
}

impl ConnectFour {
    fn bit(&self, column: u32, row: u32) -> u64 {
        1 << (column * (self.rows + 1) + row)
    }

    /// The number of stones in a column.
    fn height(&self, stones: &Stones, column: u32) -> u32 {
        let all = stones[0] | stones[1];
        let is_free = |&row: &u32| all & self.bit(column, row) == 0;
        (0..self.rows).find(is_free).unwrap_or(self.rows)
    }

    fn has_four(&self, stones: u64) -> bool {
        let along = |step: u32| {
            let pairs = stones & stones >> step;
            pairs & pairs >> (2 * step) != 0
        };
        [1, self.rows, self.rows + 1, self.rows + 2]
            .into_iter()
            .any(along)
    }

    fn is_full(&self, stones: &Stones) -> bool {
        (stones[0] | stones[1]).count_ones() == self.columns * self.rows
    }

    fn letter(&self, stones: &Stones, column: u32, row: u32) -> char {
        let bit = self.bit(column, row);
        match stones.map(|own| own & bit != 0) {
            [true, _] => 'x',
            [_, true] => 'o',
            _ => '.',
        }
    }
}

impl Rules for ConnectFour {
    type Position = Stones;
    type Move = u32;

    fn to_move(&self, stones: &Stones) -> Side {
        let [first, second] = stones.map(u64::count_ones);
        if first == second {
            Side::First
        } else {
            Side::Second
        }
    }

    fn outcome(&self, stones: &Stones) -> Option<Outcome> {
        let has_four = |side: &Side| self.has_four(stones[side.index()]);
        match Side::BOTH.into_iter().find(has_four) {
            Some(winner) => Some(Outcome::Win(winner)),
            None => self.is_full(stones).then_some(Outcome::Draw),
        }
    }

    fn moves(&self, stones: &Stones, out: &mut Vec<u32>) {
        out.extend((0..self.columns).filter(|&column| self.height(stones, column) < self.rows));
    }

    fn play(&self, stones: &Stones, column: u32) -> Stones {
        let mut after = *stones;
        after[self.to_move(stones).index()] |= self.bit(column, self.height(stones, column));
        after
    }

    fn key(&self, stones: &Stones) -> Key {
        Key::of(stones[0]).mix(Key::of(stones[1]))
    }
}

impl Texts for ConnectFour {
    const NAME: &'static str = "connect-four";
    const SUMMARY: &'static str = "Connect Four on a board of any size: four in a line win";
    const RULES_HELP: &'static str = "columns and rows, as in 5x4 (the usual here); 4 to 9 each, \
        with at most 56 squares";
    const POSITION_HELP: &'static str = "the rows from the top with / between, x first, o second, . \
        empty; whose turn it is follows from the stones";

    fn rules(&self) -> String {
        format!("{}x{}", self.columns, self.rows)
    }

    fn open(rules: &str) -> Result<ConnectFour, NotationError> {
        let text = rules.trim();
        if text.is_empty() {
            return Ok(ConnectFour::default());
        }
        let sizes = text.split_once('x');
        let size = |text: &str| text.parse().ok().filter(|size| (4..=9).contains(size));
        let sizes = sizes.and_then(|(columns, rows)| Some((size(columns)?, size(rows)?)));
        match sizes {
            Some((columns, rows)) if columns * rows <= 56 => Ok(ConnectFour { columns, rows }),
            _ => Err(NotationError::whole(format!(
                "\"{text}\" is not a board; expected columns and rows, as in 5x4"
            ))),
        }
    }

    fn start(&self) -> Stones {
        [0, 0]
    }

    fn format_position(&self, stones: &Stones) -> String {
        let row = |row: u32| -> String {
            let letter = |column| self.letter(stones, column, row);
            (0..self.columns).map(letter).collect()
        };
        let rows: Vec<String> = (0..self.rows).rev().map(row).collect();
        rows.join("/")
    }

    fn parse_position(&self, text: &str) -> Result<Stones, NotationError> {
        let size = self.rules();
        let fault = |what: &str| NotationError::whole(format!("{what}; the board is {size}"));
        let rows: Vec<&str> = text.trim().split(['/', '\n']).map(str::trim).collect();
        if rows.len() != self.rows as usize {
            return Err(fault("expected rows from the top with / between"));
        }
        let mut stones = [0, 0];
        for (row, line) in (0..self.rows).rev().zip(rows) {
            if line.chars().count() != self.columns as usize {
                return Err(fault("a row has another number of squares"));
            }
            for (column, letter) in (0..self.columns).zip(line.chars()) {
                match letter {
                    'x' => stones[0] |= self.bit(column, row),
                    'o' => stones[1] |= self.bit(column, row),
                    '.' => {}
                    _ => return Err(fault("expected x, o or .")),
                }
            }
        }
        let [first, second] = stones.map(u64::count_ones);
        let falls = |column: u32| {
            let above = |row: u32| (stones[0] | stones[1]) & self.bit(column, row) != 0;
            (self.height(&stones, column)..self.rows).any(above)
        };
        if (0..self.columns).any(falls) {
            return Err(fault("there is no stone below a stone"));
        }
        if first != second && first != second + 1 {
            return Err(fault("x has as many stones as o, or one more"));
        }
        if self.has_four(stones[0]) && self.has_four(stones[1]) {
            return Err(fault("both sides have four in a line"));
        }
        Ok(stones)
    }

    /// The letter of the column.
    fn format_move(&self, _: &Stones, column: u32) -> String {
        "abcdefghi".chars().skip(column as usize).take(1).collect()
    }

    fn diagram(&self, stones: &Stones) -> String {
        self.format_position(stones).replace('/', "\n")
    }

    /// The board in the colours of the usual stones.
    fn picture(&self, stones: &Stones) -> Option<Picture> {
        let cell = |letter: char| match letter {
            'x' => GridCell::new("x").coloured([0xf2, 0xc8, 0x3a]),
            'o' => GridCell::new("o").coloured([0xb3, 0x26, 0x1e]),
            _ => GridCell::new(""),
        };
        let text = self.format_position(stones);
        let rows = text.split('/').map(|row| row.chars().map(cell).collect());
        Some(Picture::Grid(rows.collect()))
    }
}
