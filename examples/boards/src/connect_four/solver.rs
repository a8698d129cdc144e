//! Alpha-beta for positions with few moves to come: can the attacker win?
//!
//! Each position has one of two values, so a search needs no bounds but what the side to move must
//! reach. Moves after which the opponent completes four at once are left out. Of the others, those
//! are tried first that make the most squares in which a stone would complete four, then those
//! closest to the middle. A table keeps values.

use std::cell::RefCell;
use std::collections::HashMap;

use shomei_game::Side;

use super::board::{Board, Stones};
use crate::grid::to_move;

/// What the side to move must reach.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Aim {
    /// The attacker: four in a line.
    Win,
    /// The defender: no four of the attacker.
    Draw,
}

impl Aim {
    fn of_opponent(self) -> Aim {
        match self {
            Aim::Win => Aim::Draw,
            Aim::Draw => Aim::Win,
        }
    }
}

/// The searches that may use the values that a thread has found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Question {
    pub(crate) board: Board,
    pub(crate) attacker: Side,
    /// The series of the search, 0 for none, so that node counts do not depend on other searches.
    pub(crate) series: u64,
    pub(crate) table: TableSize,
}

thread_local! {
    static KEPT: RefCell<Option<Solver>> = const { RefCell::new(None) };
}

impl Question {
    /// Whether the attacker wins an open position; `None` if that takes more than `most` nodes.
    /// Adds the nodes to `nodes`.
    pub(crate) fn decide(self, stones: &Stones, most: u64, nodes: &mut u64) -> Option<bool> {
        KEPT.with_borrow_mut(|kept| {
            if kept
                .as_ref()
                .is_some_and(|solver| solver.question.table != self.table)
            {
                // Before the new table is made: two could take too much memory.
                *kept = None;
            }
            let solver = kept.get_or_insert_with(|| Solver::new(self));
            if solver.question != self {
                solver.begin(self);
            }
            let answer = solver.decide(stones, most);
            *nodes += solver.nodes;
            answer
        })
    }
}

/// The memory for the values of alpha-beta.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TableSize {
    /// Each of the two large parts has two to this power values of 8 bytes.
    bits: u32,
}

impl TableSize {
    /// The largest table within this number of megabytes, at least 16.
    pub(crate) fn within(megabytes: u32) -> TableSize {
        TableSize {
            bits: megabytes.max(16).ilog2() + 16,
        }
    }

    /// The parts of the table: (positions with fewer moves to come than this, bits, first index).
    fn parts(self) -> [(u32, u32, usize); 4] {
        let sizes = [(12, 14), (18, 18), (24, self.bits), (UPPER, self.bits)];
        let mut begin = 0;
        sizes.map(|(most, bits)| {
            let part = (most, bits, begin);
            begin += 1 << bits;
            part
        })
    }
}

/// The value of a position in which at least this number of moves can follow is never replaced.
const UPPER: u32 = 30;

/// From this number of moves on, a search looks for a good move in the table first.
const MIDDLE: u32 = 24;

/// Odd, so that a multiplication by it maps different positions to different numbers.
const SPREAD: u64 = 0x9e37_79b9_7f4a_7c15;

/// Where the value of a position is kept.
#[derive(Clone, Copy, Debug)]
enum Place {
    /// By the number of the position, or that of its mirror image.
    Upper(u64),
    /// At an index that other positions share; the tag distinguishes them.
    Lower { index: usize, tag: u64 },
}

struct Solver {
    question: Question,
    /// The parts of the table. Positions in different parts do not replace each other, so those with
    /// many moves to come, which take much work, stay. Most positions have few; their parts are
    /// small enough for the caches of the processor. With one part for all of them, the search takes
    /// 2.3 times as long (20 million positions of the usual board).
    parts: [(u32, u32, usize); 4],
    /// Positions as spread numbers without their first bit, which their place implies, and a bit for
    /// the value of the side to move. 0 is a free place: every position has a number above 0.
    table: Vec<u64>,
    /// The values of the positions with the most moves to come, which took the most work and are
    /// few. No other position replaces them. A position and its mirror image are one.
    upper: HashMap<u64, bool>,
    nodes: u64,
    most: u64,
}

impl Solver {
    fn new(question: Question) -> Solver {
        let parts = question.table.parts();
        let [.., (_, bits, begin)] = parts;
        Solver {
            question,
            parts,
            table: vec![0; begin + (1 << bits)],
            upper: HashMap::new(),
            nodes: 0,
            most: 0,
        }
    }

    fn begin(&mut self, question: Question) {
        self.question = question;
        self.table.fill(0);
        self.upper.clear();
    }

    fn decide(&mut self, stones: &Stones, most: u64) -> Option<bool> {
        (self.nodes, self.most) = (0, most);
        let all = stones[0] | stones[1];
        let mover = to_move(stones);
        let own = stones[mover.index()];
        let is_attacker = mover == self.question.attacker;
        let aim = if is_attacker { Aim::Win } else { Aim::Draw };
        let board = self.question.board;
        let wins_at_once = board.fours(own, all) & board.landing(all) != 0;
        let reaches = if wins_at_once {
            self.nodes += 1;
            true
        } else {
            self.reaches(own, all, aim)?
        };
        Some(reaches == is_attacker)
    }

    /// Whether the side to move, with the stones `own`, reaches its aim; `None` if the nodes are
    /// used up. It cannot complete four at once.
    fn reaches(&mut self, own: u64, all: u64, aim: Aim) -> Option<bool> {
        self.nodes += 1;
        if self.nodes > self.most {
            return None;
        }
        let board = self.question.board;
        let theirs = all ^ own;
        let (moves, left) = (board.safe(theirs, all), board.left(all));
        if moves == 0 && left > 1 {
            return Some(false);
        }
        // Neither this move nor the next one completes four.
        if left <= 2 {
            return Some(aim == Aim::Draw);
        }
        let free = board.free(all);
        match aim {
            Aim::Win if !board.has_four(own | free) => return Some(false),
            Aim::Draw if !board.has_four(theirs | free) => return Some(true),
            _ => {}
        }
        let place = self.place(own, all);
        if let Some(known) = self.known(place) {
            return Some(known);
        }
        let moves = self.ordered(own, all, moves);
        let moves = || moves.into_iter().filter(|&mv| mv != 0);
        let refutes = |mv: u64| self.known(self.place(theirs, all | mv)) == Some(false);
        // A move that the table knows to be good saves a search of the others.
        let mut reaches = left >= MIDDLE && moves().any(refutes);
        if !reaches {
            for mv in moves() {
                if !self.reaches(theirs, all | mv, aim.of_opponent())? {
                    reaches = true;
                    break;
                }
            }
        }
        self.keep(place, reaches);
        Some(reaches)
    }

    /// Where the value of a position is kept.
    fn place(&self, own: u64, all: u64) -> Place {
        let board = self.question.board;
        let number = board.number(own, all);
        let left = board.left(all);
        if left >= UPPER {
            let image = board.number(board.mirrored(own), board.mirrored(all));
            return Place::Upper(number.min(image));
        }
        let spread = number.wrapping_mul(SPREAD);
        let [.., last] = self.parts;
        let mut parts = self.parts.into_iter();
        let (_, bits, begin) = parts.find(|(most, ..)| left < *most).unwrap_or(last);
        Place::Lower {
            index: begin + (spread >> (64 - bits)) as usize,
            tag: spread & (u64::MAX >> 1),
        }
    }

    fn known(&self, place: Place) -> Option<bool> {
        match place {
            Place::Upper(number) => self.upper.get(&number).copied(),
            Place::Lower { index, tag } => {
                let known = self.table[index];
                (known >> 1 == tag).then_some(known & 1 == 1)
            }
        }
    }

    #[expect(clippy::fn_params_excessive_bools, reason = "the value of an entry")]
    fn keep(&mut self, place: Place, reaches: bool) {
        match place {
            Place::Upper(number) => {
                self.upper.insert(number, reaches);
            }
            Place::Lower { index, tag } => self.table[index] = tag << 1 | u64::from(reaches),
        }
    }

    /// The moves, the most promising first; 0 after the last one.
    fn ordered(&self, own: u64, all: u64, moves: u64) -> [u64; 9] {
        let board = self.question.board;
        let (mut ordered, mut scores) = ([0; 9], [0; 9]);
        let mut count = 0;
        // From the middle outwards; a move is inserted after those of the same score.
        for nth in 0..board.columns() {
            let middle = (board.columns() - 1) / 2;
            let column = match nth % 2 {
                0 => middle - nth / 2,
                _ => middle + nth.div_ceil(2),
            };
            let mv = moves & board.column(column);
            if mv == 0 {
                continue;
            }
            let score = board.fours(own | mv, all | mv).count_ones();
            let mut place = count;
            while place > 0 && scores[place - 1] < score {
                (ordered[place], scores[place]) = (ordered[place - 1], scores[place - 1]);
                place -= 1;
            }
            (ordered[place], scores[place]) = (mv, score);
            count += 1;
        }
        ordered
    }
}
