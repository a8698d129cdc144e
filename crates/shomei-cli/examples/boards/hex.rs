//! Hex: the first side connects the upper edge with the lower one, the second side the left edge
//! with the right one. Stones never move, and one side always succeeds. There is no swap rule.

use shomei_game::{Estimate, Key, NotationError, Outcome, Rules, Side, Texts};

use crate::tuned::Tips;

/// A rhombus, given by the number of cells on a side. Each row is half a cell to the right of the
/// row above:
///
/// ```text
/// a1 b1 c1
///   a2 b2 c2      b2 touches b1, c1, a2, c2, a3 and b3
///     a3 b3 c3
/// ```
#[derive(Clone, Debug)]
pub(crate) struct Hex {
    edge: u32,
}

/// The stones of both sides: bit `8 * row + column`.
pub(crate) type Stones = [u64; 2];

impl Default for Hex {
    fn default() -> Hex {
        Hex { edge: 4 }
    }
}

const LEFT: u64 = 0x0101_0101_0101_0101;

/// The cells that touch those of a set. Columns end at a bit that no board uses.
fn around(set: u64) -> u64 {
    set << 1 | set >> 1 | set << 8 | set >> 8 | set << 7 | set >> 7
}

impl Hex {
    fn cells(&self) -> u64 {
        let row = (1 << self.edge) - 1;
        (0..self.edge).fold(0, |cells, at| cells | row << (8 * at))
    }

    /// The two edges that a side must connect.
    fn edges(&self, side: Side) -> [u64; 2] {
        let far = self.edge - 1;
        let edges = match side {
            Side::First => [0xff, 0xff << (8 * far)],
            Side::Second => [LEFT, LEFT << far],
        };
        edges.map(|edge| edge & self.cells())
    }

    fn has_joined(&self, side: Side, own: u64) -> bool {
        let [from, to] = self.edges(side);
        let mut reached = own & from;
        loop {
            let more = reached | around(reached) & own;
            if more == reached {
                return reached & to != 0;
            }
            reached = more;
        }
    }

    fn letter(&self, stones: &Stones, cell: u32) -> char {
        match stones.map(|own| own >> cell & 1) {
            [1, _] => 'x',
            [_, 1] => 'o',
            _ => '.',
        }
    }
}

impl Rules for Hex {
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
        let has_joined = |side: &Side| self.has_joined(*side, stones[side.index()]);
        let winner = Side::BOTH.into_iter().find(has_joined);
        winner.map(Outcome::Win)
    }

    fn moves(&self, stones: &Stones, out: &mut Vec<u32>) {
        let free = self.cells() & !(stones[0] | stones[1]);
        out.extend((0..64).filter(|cell| free >> cell & 1 == 1));
    }

    fn play(&self, stones: &Stones, cell: u32) -> Stones {
        let mut after = *stones;
        after[self.to_move(stones).index()] |= 1 << cell;
        after
    }

    fn key(&self, stones: &Stones) -> Key {
        Key::of(stones[0]).mix(Key::of(stones[1]))
    }

    /// Every move fills a cell.
    fn can_repeat(&self) -> bool {
        false
    }
}

impl Texts for Hex {
    const NAME: &'static str = "hex";
    const SUMMARY: &'static str = "Hex on a small board: join your two edges";
    const RULES_HELP: &'static str = "the board, 2x2 to 7x7; 4x4 is the usual here";
    const POSITION_HELP: &'static str = "the rows from the top with / between, x first, o second, . \
        empty; whose turn it is follows from the stones";

    fn rules(&self) -> String {
        format!("{0}x{0}", self.edge)
    }

    fn open(rules: &str) -> Result<Hex, NotationError> {
        let text = rules.trim();
        let mut boards = (2..=7).map(|edge| Hex { edge });
        if text.is_empty() {
            return Ok(Hex::default());
        }
        boards.find(|board| board.rules() == text).ok_or_else(|| {
            NotationError::whole(format!("\"{text}\" is not a board; expected 2x2 to 7x7"))
        })
    }

    fn start(&self) -> Stones {
        [0, 0]
    }

    fn format_position(&self, stones: &Stones) -> String {
        let row = |row: u32| -> String {
            let letter = |column| self.letter(stones, 8 * row + column);
            (0..self.edge).map(letter).collect()
        };
        let rows: Vec<String> = (0..self.edge).map(row).collect();
        rows.join("/")
    }

    fn parse_position(&self, text: &str) -> Result<Stones, NotationError> {
        let size = self.rules();
        let fault = |what: &str| NotationError::whole(format!("{what}; the board is {size}"));
        // The rows of a diagram have blanks between the cells.
        let rows = text.trim().split(['/', '\n']);
        let rows: Vec<String> = rows.map(|row| row.replace(' ', "")).collect();
        if rows.len() != self.edge as usize {
            return Err(fault("expected rows from the top with / between"));
        }
        let mut stones = [0, 0];
        for (row, line) in (0..self.edge).zip(rows) {
            if line.chars().count() != self.edge as usize {
                return Err(fault("a row has another number of cells"));
            }
            for (column, letter) in (0..self.edge).zip(line.chars()) {
                match letter {
                    'x' => stones[0] |= 1 << (8 * row + column),
                    'o' => stones[1] |= 1 << (8 * row + column),
                    '.' => {}
                    _ => return Err(fault("expected x, o or .")),
                }
            }
        }
        let [first, second] = stones.map(u64::count_ones);
        if first != second && first != second + 1 {
            return Err(fault("x has as many stones as o, or one more"));
        }
        Ok(stones)
    }

    fn format_move(&self, _: &Stones, cell: u32) -> String {
        let column: String = "abcdefg".chars().skip(cell as usize % 8).take(1).collect();
        format!("{column}{}", cell / 8 + 1)
    }

    fn diagram(&self, stones: &Stones) -> String {
        let rows = self.format_position(stones);
        let lines = rows.split('/').enumerate().map(|(row, cells)| {
            let cells: Vec<String> = cells.chars().map(String::from).collect();
            format!("{}{}", " ".repeat(row), cells.join(" "))
        });
        lines.collect::<Vec<String>>().join("\n")
    }
}

/// The largest distance: a side that cannot join its edges any more.
const NEVER: u32 = 12;

impl Hex {
    /// About how many more stones a side needs against a good defence (the two-distance of van
    /// Rijswijck): the opponent may block the nearest way to a cell, so a free cell is one stone
    /// further away than its second nearest neighbour. Stones of the side pass the distance on.
    fn two_distance(&self, side: Side, stones: &Stones) -> u32 {
        let own = stones[side.index()];
        let free = self.cells() & !(stones[0] | stones[1]);
        let [from, to] = self.edges(side);
        let joined = |mut set: u64| loop {
            let more = set | around(set) & own;
            if more == set {
                return set;
            }
            set = more;
        };
        // The stones within the distance, and the free cells within it. The edge is near on all
        // its cells.
        let mut group = joined(own & from);
        let mut cells = 0;
        for distance in 0..NEVER {
            if (group | cells) & to != 0 {
                return distance;
            }
            // By a stone once, by free cells twice.
            let near = from | around(group) | touched_twice(cells);
            let next = cells | near & free;
            let stones = own & !group & around(next);
            if next == cells && stones == 0 {
                break;
            }
            cells = next;
            group = joined(group | stones);
        }
        NEVER
    }
}

/// The cells that touch at least two cells of a set.
fn touched_twice(set: u64) -> u64 {
    let (mut once, mut twice) = (0, 0);
    for shifted in [set << 1, set >> 1, set << 8, set >> 8, set << 7, set >> 7] {
        twice |= once & shifted;
        once |= shifted;
    }
    twice
}

impl Tips for Hex {
    /// Each further stone of a side takes about four times the work.
    fn estimate(&self, attacker: Side, stones: &Stones) -> Estimate {
        let mover = self.to_move(stones);
        let number = |side: Side| {
            let moves = if side == mover { 0 } else { 2 };
            1 << (2 * self.two_distance(side, stones) + moves).min(24)
        };
        Estimate {
            proof: number(attacker),
            disproof: number(attacker.opponent()),
        }
    }
}
