//! Hex: the first side connects the upper edge with the lower one, the second side the left edge
//! with the right one. Stones never move, and one side always succeeds. There is no swap rule.

use shomei_game::{Estimate, Key, NotationError, Outcome, Rules, Side, Texts};

use crate::grid::{Grid, to_move};
use crate::tuned::Tips;

mod bridges;

/// A rhombus, given by the number of cells on a side. Each row is half a cell to the right of the
/// row above:
///
/// ```text
/// a1 b1 c1
///   a2 b2 c2      b2 touches b1, c1, a2, c2, a3 and b3
///     a3 b3 c3
/// ```
#[derive(Clone, Debug)]
pub struct Hex {
    edge: u32,
    /// Whether the game ends when its winner is certain by bridges.
    ends_by_bridges: bool,
}

/// What the name of the rules has after the board for games that end by bridges.
const BRIDGES: &str = ",bridges";

/// The stones of both sides: bit `8 * row + column`.
pub(crate) type Stones = [u64; 2];

impl Default for Hex {
    fn default() -> Hex {
        Hex {
            edge: 4,
            ends_by_bridges: false,
        }
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

    fn grid(&self) -> Grid<impl Fn(u32, u32) -> u64> {
        let edge = self.edge;
        Grid {
            columns: edge,
            rows: edge,
            bit: move |column, row| 1_u64 << (8 * (edge - 1 - row) + column),
        }
    }
}

impl Rules for Hex {
    type Position = Stones;
    type Move = u32;

    fn to_move(&self, stones: &Stones) -> Side {
        to_move(stones)
    }

    fn outcome(&self, stones: &Stones) -> Option<Outcome> {
        let has_joined = |side: &Side| self.has_joined(*side, stones[side.index()]);
        let mut winner = Side::BOTH.into_iter().find(has_joined);
        if self.ends_by_bridges {
            winner = winner.or_else(|| self.bridged(stones, self.to_move(stones)));
        }
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
    const RULES_HELP: &'static str = "the board, 2x2 to 7x7; 4x4 is the usual here. 4x4,bridges: the \
        game ends as soon as its winner is certain by bridges";
    const POSITION_HELP: &'static str = "the rows from the top with / between, x first, o second, . \
        empty; whose turn it is follows from the stones";

    fn rules(&self) -> String {
        let ending = if self.ends_by_bridges { BRIDGES } else { "" };
        format!("{0}x{0}{ending}", self.edge)
    }

    fn open(rules: &str) -> Result<Hex, NotationError> {
        let text = rules.trim();
        let mut boards = (2..=7).flat_map(|edge| {
            [false, true].map(|ends_by_bridges| Hex {
                edge,
                ends_by_bridges,
            })
        });
        if text.is_empty() {
            return Ok(Hex::default());
        }
        boards.find(|board| board.rules() == text).ok_or_else(|| {
            NotationError::whole(format!(
                "\"{text}\" is not a board; expected 2x2 to 7x7, as in 4x4 or 4x4,bridges"
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
        let stones = self.grid().parse_turns(text);
        stones.map_err(|what| {
            NotationError::whole(format!("{what}; the board is {0}x{0}", self.edge))
        })
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
    /// Each further stone of a side takes about four times the work, and twice the work if bridges
    /// end the game: after d1 on 6x6 twice takes 365,792 expansions, and four times 3,743,601.
    fn estimate(&self, attacker: Side, stones: &Stones) -> Estimate {
        let mover = self.to_move(stones);
        let doublings = if self.ends_by_bridges { 1 } else { 2 };
        let number = |side: Side| {
            let stones = self.two_distance(side, stones) + u32::from(side != mover);
            1 << (doublings * stones).min(24)
        };
        Estimate {
            proof: number(attacker),
            disproof: number(attacker.opponent()),
        }
    }
}
