//! Alpha-beta for positions with few free squares: can the attacker win?
//!
//! Each position has one of two values, so a search needs no bounds but what the side to move must
//! reach. Moves after which the opponent completes four at once are left out. Of the others, those
//! are tried first that make the most squares in which a stone would complete four, then those
//! closest to the middle. A table keeps values.

use std::cell::RefCell;

use shomei_game::Side;

use super::board::{Board, Stones};

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
}

thread_local! {
    static KEPT: RefCell<Option<Solver>> = const { RefCell::new(None) };
}

impl Question {
    /// Whether the attacker wins an open position; `None` if that takes more than `most` nodes.
    /// Adds the nodes to `nodes`.
    pub(crate) fn decide(self, stones: &Stones, most: u64, nodes: &mut u64) -> Option<bool> {
        KEPT.with_borrow_mut(|kept| {
            match kept {
                Some(solver) if solver.question == self => {}
                Some(solver) => solver.begin(self),
                None => *kept = Some(Solver::new(self)),
            }
            let solver = kept.get_or_insert_with(|| Solver::new(self));
            let answer = solver.decide(stones, most);
            *nodes += solver.nodes;
            answer
        })
    }
}

/// 2^24 values of 8 bytes.
const TABLE_BITS: u32 = 24;

/// 2^22 values of 8 bytes for the positions with at least [`UPPER`] free squares.
const UPPER_BITS: u32 = 22;
const UPPER: u32 = 25;

/// Odd, so that a multiplication by it maps different positions to different numbers.
const SPREAD: u64 = 0x9e37_79b9_7f4a_7c15;

struct Solver {
    question: Question,
    /// Positions as spread numbers without their first bit, which their place implies, and a bit for
    /// the value of the side to move. 0 is no position, since no position has the number 0.
    table: Vec<u64>,
    /// The same for positions with many free squares, which took the most work. A position and its
    /// mirror image share a place.
    upper: Vec<u64>,
    nodes: u64,
    most: u64,
}

impl Solver {
    fn new(question: Question) -> Solver {
        Solver {
            question,
            table: vec![0; 1 << TABLE_BITS],
            upper: vec![0; 1 << UPPER_BITS],
            nodes: 0,
            most: 0,
        }
    }

    fn begin(&mut self, question: Question) {
        self.question = question;
        self.table.fill(0);
        self.upper.fill(0);
    }

    fn decide(&mut self, stones: &Stones, most: u64) -> Option<bool> {
        (self.nodes, self.most) = (0, most);
        let all = stones[0] | stones[1];
        let mover = super::to_move(stones);
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
        let moves = board.safe(theirs, all);
        if moves == 0 {
            return Some(false);
        }
        let free = board.free(all);
        // Neither this move nor the next one completes four.
        if free.count_ones() <= 2 {
            return Some(aim == Aim::Draw);
        }
        match aim {
            Aim::Win if !board.has_four(own | free) => return Some(false),
            Aim::Draw if !board.has_four(theirs | free) => return Some(true),
            _ => {}
        }
        let is_upper = free.count_ones() >= UPPER;
        let mut number = board.number(own, all);
        if is_upper {
            number = number.min(board.number(board.mirrored(own), board.mirrored(all)));
        }
        let spread = number.wrapping_mul(SPREAD);
        let bits = if is_upper { UPPER_BITS } else { TABLE_BITS };
        let place = (spread >> (64 - bits)) as usize;
        let table = if is_upper { &self.upper } else { &self.table };
        let known = table[place];
        if known >> 1 == spread & (u64::MAX >> 1) {
            return Some(known & 1 == 1);
        }
        let mut reaches = false;
        for mv in self
            .ordered(own, all, moves)
            .into_iter()
            .filter(|&mv| mv != 0)
        {
            if !self.reaches(theirs, all | mv, aim.of_opponent())? {
                reaches = true;
                break;
            }
        }
        let table = if is_upper {
            &mut self.upper
        } else {
            &mut self.table
        };
        table[place] = spread << 1 | u64::from(reaches);
        Some(reaches)
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
