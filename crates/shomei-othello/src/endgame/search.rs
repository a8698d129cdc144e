//! Seven and more empty squares: moves are sorted, and results are stored.

use super::last::pass;
use super::order::{SidedBoard, Try, next_best, rank};
use super::shallow::{Empty, SHALLOW, Shallow, begin};
use super::stable::decided;
use super::table::{Best, Cache};
use crate::bits::{Set, count};
use crate::cpu::{Cpu, Ply};
use crate::evaluation::Evaluation;
use crate::size::Size;

/// Results are stored from this number of empty squares on.
pub(super) const CACHED: u32 = 7;

/// From this number of empty squares on, the table is probed for all moves before one of them is
/// tried.
const PROBED: u32 = 8;

/// From this number of empty squares on, results may have a separate table. They are a few percent
/// of all results but took the most work; the others would replace them. With ten or twelve, the
/// scores of FFO 40 to 49 take the same number of nodes within 1%.
const DEEP: u32 = 11;

/// From this number of empty squares on, moves are also sorted by the evaluation.
const EVALUATED: u32 = 12;

/// The state of a search.
#[derive(Debug)]
pub(super) struct Search {
    cache: Cache,
    /// Results from [`DEEP`] empty squares on, if they have a separate table.
    deep: Cache,
    /// The evaluation by which moves are also sorted, far from the end.
    pub(super) evaluation: Option<Evaluation>,
    /// The number of entered positions.
    pub(super) nodes: u64,
    /// The search gives up after this number of entered positions.
    pub(super) limit: u64,
    /// The moves on the line from the root that remain to be tried.
    tries: Vec<Try>,
}

/// Any number of empty squares.
pub(super) struct Any;

impl Ply for Any {
    type Search = Search;
    type Rest = Empty;
    type Output = i32;

    #[inline(always)]
    fn decide<C: Cpu>(
        cpu: C,
        search: &mut Search,
        own: Set,
        opponent: Set,
        empty: Empty,
        target: i32,
    ) -> i32 {
        search.nodes += 1;
        if count(empty.all) <= SHALLOW {
            begin(cpu, search, own, opponent, empty, target)
        } else {
            cpu.enter::<Sorted>(search, own, opponent, empty, target)
        }
    }
}

/// More empty squares than [`SHALLOW`].
struct Sorted;

impl Ply for Sorted {
    type Search = Search;
    type Rest = Empty;
    type Output = i32;

    #[inline(always)]
    fn decide<C: Cpu>(
        cpu: C,
        search: &mut Search,
        own: Set,
        opponent: Set,
        empty: Empty,
        target: i32,
    ) -> i32 {
        let empties = count(empty.all);
        let moves = cpu.moves(own, opponent);
        if moves == 0 {
            return pass::<C, Sorted>(cpu, search, own, opponent, empty, target);
        }
        let mut first = None;
        let cache = search.cache(empties);
        let place = cache.place(own, opponent);
        if let Some(found) = cache.probe(place, own, opponent) {
            if found.least >= target {
                return found.least;
            }
            if found.most < target {
                return found.most;
            }
            first = found.best;
        }
        if let Some(decided) = decided(own, opponent, target) {
            return decided;
        }
        let begin = search.tries.len();
        let board = SidedBoard { own, opponent };
        list_moves(cpu, search, board, moves, empties);
        let mut best = Best::NONE;
        if empties >= PROBED {
            best = search.known_replies(begin, board, empties, target);
        }
        if best.value < target {
            search.rank(cpu, begin, board, empty, first);
            first_to_reach(cpu, search, begin, board, empty, target, &mut best);
        }
        search.tries.truncate(begin);
        if !search.gave_up() {
            search
                .cache(empties)
                .store(place, own, opponent, target, best);
        }
        best.value
    }
}

impl Search {
    pub(super) fn new(cache: Cache) -> Search {
        Search {
            cache,
            deep: Cache::default(),
            evaluation: None,
            nodes: 0,
            limit: u64::MAX,
            tries: Vec::new(),
        }
    }

    /// Clears the stored results, and drops the separate table for large positions.
    pub(super) fn clear(&mut self) {
        self.cache.clear();
        self.deep = Cache::default();
    }

    /// Stores results of large positions in a separate table of at least this size from now on.
    pub(super) fn deepen(&mut self, bits: u32) {
        if self.deep.len() < 1 << bits {
            self.deep = Cache::new(bits);
        }
    }

    /// The table for results of positions with this number of empty squares.
    #[inline(always)]
    fn cache(&mut self, empties: u32) -> &mut Cache {
        if empties >= DEEP && !self.deep.is_empty() {
            &mut self.deep
        } else {
            &mut self.cache
        }
    }

    /// Whether the search has given up, so that answers are invalid. The count only grows, so every
    /// caller notices it, too.
    #[inline(always)]
    pub(super) fn gave_up(&self) -> bool {
        self.nodes > self.limit
    }

    /// A move that reaches the target by the table, or the best of those that do not; the latter are
    /// removed from the list.
    #[inline(always)]
    fn known_replies(
        &mut self,
        begin: usize,
        board: SidedBoard,
        empties: u32,
        target: i32,
    ) -> Best {
        let mut best = Best::NONE;
        let mut kept = begin;
        for i in begin..self.tries.len() {
            let mv = self.tries[i];
            let child = board.after(mv);
            let cache = self.cache(empties - 1);
            let place = cache.place(child.own, child.opponent);
            match cache.probe(place, child.own, child.opponent) {
                Some(found) if found.most < 2 - target => {
                    return Best {
                        value: -found.most,
                        square: mv.square,
                    };
                }
                Some(found) if found.least >= 2 - target => best.take(-found.least, mv.square),
                _ => {
                    self.tries[kept] = mv;
                    kept += 1;
                }
            }
        }
        self.tries.truncate(kept);
        best
    }

    /// Ranks the moves from `begin` on.
    #[inline(always)]
    fn rank<C: Cpu>(
        &mut self,
        cpu: C,
        begin: usize,
        board: SidedBoard,
        empty: Empty,
        first: Option<u8>,
    ) {
        let tries = &mut self.tries[begin..];
        if tries.len() < 2 {
            return;
        }
        let evaluation = self.evaluation.as_ref();
        let is_known = C::SIZE == Size::Eight && count(empty.all) >= EVALUATED;
        let evaluation = evaluation.filter(|_| is_known);
        match evaluation.map(Evaluation::weights) {
            Some(weights) => rank(cpu, tries, board, empty, first, Some(weights)),
            None => rank(cpu, tries, board, empty, first, None),
        }
    }
}

/// Lists all moves, and prefetches their entries of the table.
#[inline(always)]
fn list_moves<C: Cpu>(cpu: C, search: &mut Search, board: SidedBoard, moves: Set, empties: u32) {
    let mut left = moves;
    while left != 0 {
        let square = left.trailing_zeros() as u8;
        left &= left - 1;
        let mv = Try {
            square,
            rank: 0,
            flipped: cpu.flips(board.own, board.opponent, square),
        };
        search.tries.push(mv);
        if empties >= PROBED {
            let child = board.after(mv);
            let cache = search.cache(empties - 1);
            cache.prefetch(cpu, cache.place(child.own, child.opponent));
        }
    }
}

/// Tries the moves from `begin` on until one reaches the target.
#[inline(always)]
fn first_to_reach<C: Cpu>(
    cpu: C,
    search: &mut Search,
    begin: usize,
    board: SidedBoard,
    empty: Empty,
    target: i32,
    best: &mut Best,
) {
    let few = count(empty.all) == SHALLOW + 1;
    let mut at = begin;
    while let Some(mv) = next_best(&mut search.tries[at..]) {
        at += 1;
        search.nodes += 1;
        let child = board.after(mv);
        let (rest, most) = (empty.without(C::SIZE, mv.square), 2 - target);
        let value = -if few {
            cpu.enter::<Shallow>(search, child.own, child.opponent, rest, most)
        } else {
            cpu.enter::<Sorted>(search, child.own, child.opponent, rest, most)
        };
        best.take(value, mv.square);
        if value >= target || search.gave_up() {
            break;
        }
    }
}
