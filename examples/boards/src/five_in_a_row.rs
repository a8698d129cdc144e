//! Five in a row as a game of Maker and Breaker: the first side makes a line of five stones, and
//! the second side prevents it. A line of the second side does not count.

use std::cmp::Reverse;

use shomei_game::{Estimate, Key, NotationError, Outcome, Rules, Side, Texts};

use crate::grid::{Grid, to_move};
use crate::tuned::Tips;

/// A square board.
#[derive(Clone, Debug)]
pub struct FiveInARow {
    edge: u32,
    /// Whether the game ends when Breaker can prevent all lines by pairs of squares.
    ends_by_pairs: bool,
    /// The squares of each line of five.
    lines: Vec<u64>,
}

/// The stones of both sides: bit `8 * row + column`, row 0 at the bottom.
pub(crate) type Stones = [u64; 2];

const LENGTH: u32 = 5;

impl FiveInARow {
    #[expect(clippy::fn_params_excessive_bools, reason = "the value of a field")]
    fn new(edge: u32, ends_by_pairs: bool) -> FiveInARow {
        let mut lines = Vec::new();
        let on_board = |at: &i32| (0..edge as i32).contains(at);
        for start in 0..64 {
            for (across, up) in [(1, 0), (0, 1), (1, 1), (-1, 1)] {
                let squares =
                    (0..LENGTH as i32).map(|n| (start % 8 + n * across, start / 8 + n * up));
                if squares
                    .clone()
                    .all(|(column, row)| on_board(&column) && on_board(&row))
                {
                    lines.push(
                        squares.fold(0, |line, (column, row)| line | 1 << (8 * row + column)),
                    );
                }
            }
        }
        FiveInARow {
            edge,
            ends_by_pairs,
            lines,
        }
    }

    fn grid(&self) -> Grid<impl Fn(u32, u32) -> u64> {
        Grid {
            columns: self.edge,
            rows: self.edge,
            bit: |column, row| 1_u64 << (8 * row + column),
        }
    }

    fn squares(&self) -> u64 {
        let row = (1 << self.edge) - 1;
        (0..self.edge).fold(0, |squares, at| squares | row << (8 * at))
    }

    /// Whether this method finds pairs of free squares such that every line without a stone of
    /// Breaker has a pair. If Maker takes a square of a pair, Breaker takes the other. Each pair is
    /// the one that is in the most lines, among the squares of the line with the fewest. No choice
    /// is taken back, so the method can miss pairs. With all choices 7x7 took 3,845 expansions
    /// instead of 73,457 in a trial with symmetric keys, and 20 times as long.
    fn has_pairs(&self, [maker, breaker]: &Stones) -> bool {
        let open = self.lines.iter().filter(|line| *line & breaker == 0);
        // The free squares of these lines which are in no pair.
        let mut open: Vec<u64> = open.map(|line| line & !maker).collect();
        while let Some(line) = open.iter().min_by_key(|line| line.count_ones()) {
            let number = |pair: &u64| open.iter().filter(|line| *line & pair == *pair).count();
            let Some(pair) = pairs(*line).min_by_key(|pair| Reverse(number(pair))) else {
                return false;
            };
            open.retain(|line| line & pair != pair);
            open.iter_mut().for_each(|line| *line &= !pair);
        }
        true
    }
}

/// Two squares of a set, in order.
fn pairs(set: u64) -> impl Iterator<Item = u64> {
    squares(set).flat_map(move |first| {
        let later = set & !(first | (first - 1));
        squares(later).map(move |second| first | second)
    })
}

/// The squares of a set, one by one.
fn squares(set: u64) -> impl Iterator<Item = u64> {
    let some = |rest: u64| (rest != 0).then_some(rest);
    let rests = std::iter::successors(some(set), move |rest| some(rest & (rest - 1)));
    rests.map(|rest| rest & rest.wrapping_neg())
}

impl Default for FiveInARow {
    fn default() -> FiveInARow {
        FiveInARow::new(5, false)
    }
}

impl Rules for FiveInARow {
    type Position = Stones;
    type Move = u32;

    fn to_move(&self, stones: &Stones) -> Side {
        to_move(stones)
    }

    fn outcome(&self, stones: &Stones) -> Option<Outcome> {
        if self.lines.iter().any(|line| stones[0] & line == *line) {
            return Some(Outcome::Win(Side::First));
        }
        let is_over = match self.ends_by_pairs {
            true => self.has_pairs(stones),
            false => self.lines.iter().all(|line| stones[1] & line != 0),
        };
        is_over.then_some(Outcome::Win(Side::Second))
    }

    fn moves(&self, stones: &Stones, out: &mut Vec<u32>) {
        let free = self.squares() & !(stones[0] | stones[1]);
        out.extend((0..64).filter(|square| free >> square & 1 == 1));
    }

    fn play(&self, stones: &Stones, square: u32) -> Stones {
        let mut after = *stones;
        after[self.to_move(stones).index()] |= 1 << square;
        after
    }

    fn key(&self, stones: &Stones) -> Key {
        Key::of(stones[0]).mix(Key::of(stones[1]))
    }

    /// Every move fills a square.
    fn can_repeat(&self) -> bool {
        false
    }
}

impl Texts for FiveInARow {
    const NAME: &'static str = "five-in-a-row";
    const SUMMARY: &'static str =
        "Five in a row: the first side makes a line, the second prevents it";
    const RULES_HELP: &'static str = "the board, 5x5 to 8x8; 5x5 is the usual here. 7x7,pairs: the \
        game ends when the second side can prevent all lines by pairs of squares";
    const POSITION_HELP: &'static str = "the rows from the top with / between, x first, o second, . \
        empty; whose turn it is follows from the stones";

    fn rules(&self) -> String {
        let ending = if self.ends_by_pairs { ",pairs" } else { "" };
        format!("{0}x{0}{ending}", self.edge)
    }

    fn open(rules: &str) -> Result<FiveInARow, NotationError> {
        let text = rules.trim();
        if text.is_empty() {
            return Ok(FiveInARow::default());
        }
        let mut boards =
            (5..=8).flat_map(|edge| [false, true].map(|ends| FiveInARow::new(edge, ends)));
        boards.find(|board| board.rules() == text).ok_or_else(|| {
            NotationError::whole(format!(
                "\"{text}\" is not a board; expected 5x5 to 8x8, as in 7x7 or 7x7,pairs"
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

    fn format_move(&self, _: &Stones, square: u32) -> String {
        let column: String = "abcdefgh"
            .chars()
            .skip(square as usize % 8)
            .take(1)
            .collect();
        format!("{column}{}", square / 8 + 1)
    }

    fn diagram(&self, stones: &Stones) -> String {
        self.format_position(stones).replace('/', "\n")
    }
}

impl Tips for FiveInARow {
    /// Powers of a sum over the lines without a stone of Breaker: 1 for a line without stones, twice
    /// as much for each stone of Maker. If it is below 16 and Maker is to move, Breaker can prevent
    /// all lines (Erdős and Selfridge, `docs/references.md [61]`).
    fn estimate(&self, attacker: Side, stones: &Stones) -> Estimate {
        let open = self.lines.iter().filter(|line| *line & stones[1] == 0);
        let sum: u32 = open.map(|line| 1 << (line & stones[0]).count_ones()).sum();
        let safe = match self.to_move(stones) {
            Side::First => 16.0,
            Side::Second => 32.0,
        };
        let lead = (sum as f32 / safe).log2();
        let number = |exponent: f32| exponent.clamp(0.0, 23.0).exp2() as u32;
        let (maker, breaker) = (number(10.0 - lead), number(6.0 * lead));
        let (proof, disproof) = match attacker {
            Side::First => (maker, breaker),
            Side::Second => (breaker, maker),
        };
        Estimate { proof, disproof }
    }

    /// Squares of lines with many stones of Maker come first.
    fn rank(&self, stones: &Stones, square: u32) -> i32 {
        let open = self.lines.iter().filter(|line| *line & stones[1] == 0);
        let open = open.filter(|line| *line >> square & 1 == 1);
        open.map(|line| 1 << (line & stones[0]).count_ones()).sum()
    }
}
