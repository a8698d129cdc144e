//! Connect Four: a stone falls to the lowest free square of its column, and four of a side in a
//! line win. A full board without four in a line is a draw.
//!
//! ```text
//! mod      the rules, and positions and moves as texts
//! board    sets of squares: lines of four, where stones land
//! solver   alpha-beta: can a side win?
//! hints    which positions alpha-beta decides, and first numbers
//! ```

mod board;
mod hints;
mod solver;

use shomei_game::{GridCell, Key, NotationError, Outcome, Picture, Rules, Side, Texts};

use board::Board;
pub(crate) use board::Stones;
use hints::Hints;

use crate::grid::{Grid, to_move};

/// The board, and the hints for searches. The usual game has 7 columns and 6 rows; the default here
/// has 5 columns and 4 rows.
#[derive(Clone, Debug)]
pub struct ConnectFour {
    board: Board,
    hints: Hints,
    /// The series of the search, 0 for none.
    series: u64,
}

impl Default for ConnectFour {
    fn default() -> ConnectFour {
        ConnectFour::on(Board::usual())
    }
}

impl ConnectFour {
    fn on(board: Board) -> ConnectFour {
        ConnectFour {
            board,
            hints: Hints::default(),
            series: 0,
        }
    }

    fn grid(&self) -> Grid<impl Fn(u32, u32) -> u64> {
        let board = self.board;
        Grid {
            columns: board.columns(),
            rows: board.rows(),
            bit: move |column, row| board.bit(column, row),
        }
    }
}

/// The board of a text such as `5x4` or `5x4,plies=13`.
fn board_of(text: &str) -> Option<Board> {
    let (size, plies) = match text.split_once(",plies=") {
        Some((size, plies)) => (size, Some(plies.parse().ok()?)),
        None => (text, None),
    };
    let (columns, rows) = size.split_once('x')?;
    let board = Board::new(columns.parse().ok()?, rows.parse().ok()?)?;
    match plies {
        Some(plies) => board.ending_after(plies),
        None => Some(board),
    }
}

impl Rules for ConnectFour {
    type Position = Stones;
    /// A column.
    type Move = u32;

    fn to_move(&self, stones: &Stones) -> Side {
        to_move(stones)
    }

    fn outcome(&self, stones: &Stones) -> Option<Outcome> {
        let has_four = |side: &Side| self.board.has_four(stones[side.index()]);
        match Side::BOTH.into_iter().find(has_four) {
            Some(winner) => Some(Outcome::Win(winner)),
            None => (self.board.left(stones[0] | stones[1]) == 0).then_some(Outcome::Draw),
        }
    }

    fn moves(&self, stones: &Stones, out: &mut Vec<u32>) {
        let landing = self.board.landing(stones[0] | stones[1]);
        let has_room = |&column: &u32| landing & self.board.column(column) != 0;
        out.extend((0..self.board.columns()).filter(has_room));
    }

    fn play(&self, stones: &Stones, column: u32) -> Stones {
        let mut after = *stones;
        let landing = self.board.landing(stones[0] | stones[1]);
        after[to_move(stones).index()] |= landing & self.board.column(column);
        after
    }

    fn key(&self, stones: &Stones) -> Key {
        Key::of(self.board.number(stones[0], stones[0] | stones[1]))
    }

    /// Every move fills a square.
    fn can_repeat(&self) -> bool {
        false
    }
}

impl Texts for ConnectFour {
    const NAME: &'static str = "connect-four";
    const SUMMARY: &'static str = "Connect Four on a board of any size: four in a line win";
    const RULES_HELP: &'static str = "columns and rows, as in 5x4 (the usual here); 4 to 9 each, \
        with at most 56 squares. 7x6,plies=39: the game ends in a draw after 39 moves";
    const POSITION_HELP: &'static str = "the rows from the top with / between, x first, o second, . \
        empty; whose turn it is follows from the stones";

    fn rules(&self) -> String {
        let size = format!("{}x{}", self.board.columns(), self.board.rows());
        match self.board.end() {
            Some(plies) => format!("{size},plies={plies}"),
            None => size,
        }
    }

    fn open(rules: &str) -> Result<ConnectFour, NotationError> {
        let text = rules.trim();
        if text.is_empty() {
            return Ok(ConnectFour::default());
        }
        board_of(text).map(ConnectFour::on).ok_or_else(|| {
            NotationError::whole(format!(
                "\"{text}\" is not a board; expected columns and rows, as in 5x4, and perhaps fewer \
                 moves, as in 5x4,plies=13"
            ))
        })
    }

    fn start(&self) -> Stones {
        [0, 0]
    }

    fn format_position(&self, stones: &Stones) -> String {
        self.grid().format(stones)
    }

    fn parse_position(&self, text: &str) -> Result<Stones, NotationError> {
        let size = self.rules();
        let fault = |what: &str| NotationError::whole(format!("{what}; the board is {size}"));
        let stones = self.grid().parse_turns(text).map_err(fault)?;
        let all = stones[0] | stones[1];
        let lies = |column: u32, row: u32| all & self.board.bit(column, row) != 0;
        let hovers = |column: u32| {
            let mut rows = 1..self.board.rows();
            rows.any(|row| lies(column, row) && !lies(column, row - 1))
        };
        if (0..self.board.columns()).any(hovers) {
            return Err(fault("there is no stone below a stone"));
        }
        if self.board.has_four(stones[0]) && self.board.has_four(stones[1]) {
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
