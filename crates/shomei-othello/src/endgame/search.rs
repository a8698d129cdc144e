//! Seven and more empty squares: moves are sorted, and results kept.

use super::last::pass;
use super::order::{SidedBoard, Try, next_best, rank};
use super::shallow::{Empty, SHALLOW, Shallow, begin};
use super::stable::told;
use super::table::Cache;
use crate::bits::{Set, count};
use crate::cpu::{Cpu, Ply};
use crate::evaluation::Evaluation;
use crate::size::Size;

/// From so many empty squares on results are kept.
pub(super) const CACHED: u32 = 7;

/// From so many empty squares on the table is asked about the moves before one
/// of them is tried.
const PROBED: u32 = 8;

/// From so many empty squares on results may have a table of their own. They are a few
/// percent of all and took the most work; the others would drive them out. From ten on, or
/// from twelve on, scores of FFO 40 to 49 take within 1% as many nodes.
const DEEP: u32 = 11;

/// From so many empty squares on moves are sorted by the evaluation, too.
const EVALUATED: u32 = 12;

/// What a search carries along.
#[derive(Debug)]
pub(super) struct Search {
    cache: Cache,
    /// Results from [`DEEP`] empty squares on, if they have a table of their own.
    deep: Cache,
    /// What moves are sorted by, too, far from the end.
    pub(super) evaluation: Option<Evaluation>,
    /// Positions that were entered.
    pub(super) nodes: u64,
    /// Once more than so many positions were entered the search gives up.
    pub(super) limit: u64,
    /// The moves on the line from the root that are still to be tried.
    tries: Vec<Try>,
}

/// Any number of empty squares.
pub(super) struct Any;

impl Ply for Any {
    type Search = Search;
    type Rest = Empty;
    type Output = bool;

    #[inline(always)]
    fn decide<C: Cpu>(
        cpu: C,
        search: &mut Search,
        own: Set,
        opponent: Set,
        empty: Empty,
        target: i32,
    ) -> bool {
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
    type Output = bool;

    #[inline(always)]
    fn decide<C: Cpu>(
        cpu: C,
        search: &mut Search,
        own: Set,
        opponent: Set,
        empty: Empty,
        target: i32,
    ) -> bool {
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
                return true;
            }
            if found.most < target {
                return false;
            }
            first = found.best;
        }
        if let Some(told) = told(own, opponent, target) {
            return told;
        }
        let begin = search.tries.len();
        let board = SidedBoard { own, opponent };
        list_moves(cpu, search, board, moves, empties);
        let best = if empties >= PROBED
            && let Some(best) = search.known_reply(begin, board, empties, target)
        {
            Some(best)
        } else {
            search.rank(cpu, begin, board, empty, first);
            first_to_reach(cpu, search, begin, board, empty, target)
        };
        search.tries.truncate(begin);
        if search.gave_up() {
            return false;
        }
        search
            .cache(empties)
            .store(place, own, opponent, target, best);
        best.is_some()
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

    /// Forgets what it has found, and the table of its own for large positions.
    pub(super) fn clear(&mut self) {
        self.cache.clear();
        self.deep = Cache::default();
    }

    /// Keeps what is found of large positions in a table of its own from now on.
    pub(super) fn deepen(&mut self, bits: u32) {
        if self.deep.is_empty() {
            self.deep = Cache::new(bits);
        }
    }

    /// Where results of positions with so many empty squares are kept.
    #[inline(always)]
    fn cache(&mut self, empties: u32) -> &mut Cache {
        if empties >= DEEP && !self.deep.is_empty() {
            &mut self.deep
        } else {
            &mut self.cache
        }
    }

    /// Whether answers are void, since the search is on its way out. Positions
    /// are only ever added, so every caller sees it, too.
    #[inline(always)]
    pub(super) fn gave_up(&self) -> bool {
        self.nodes > self.limit
    }

    /// A move of which the table knows that it reaches the target. Moves of which
    /// it knows that they do not are taken from the list.
    #[inline(always)]
    fn known_reply(
        &mut self,
        begin: usize,
        board: SidedBoard,
        empties: u32,
        target: i32,
    ) -> Option<u8> {
        let mut kept = begin;
        for i in begin..self.tries.len() {
            let mv = self.tries[i];
            let child = board.after(mv);
            let cache = self.cache(empties - 1);
            let place = cache.place(child.own, child.opponent);
            match cache.probe(place, child.own, child.opponent) {
                Some(found) if found.most < 2 - target => return Some(mv.square),
                Some(found) if found.least >= 2 - target => {}
                _ => {
                    self.tries[kept] = mv;
                    kept += 1;
                }
            }
        }
        self.tries.truncate(kept);
        None
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

/// Lists all moves, and has what the table knows of them fetched.
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

/// The first of the moves from `begin` on to reach the target.
#[inline(always)]
fn first_to_reach<C: Cpu>(
    cpu: C,
    search: &mut Search,
    begin: usize,
    board: SidedBoard,
    empty: Empty,
    target: i32,
) -> Option<u8> {
    let few = count(empty.all) == SHALLOW + 1;
    let mut at = begin;
    while let Some(mv) = next_best(&mut search.tries[at..]) {
        at += 1;
        search.nodes += 1;
        let child = board.after(mv);
        let (rest, most) = (empty.without(C::SIZE, mv.square), 2 - target);
        let is_refuted = if few {
            cpu.enter::<Shallow>(search, child.own, child.opponent, rest, most)
        } else {
            cpu.enter::<Sorted>(search, child.own, child.opponent, rest, most)
        };
        if search.gave_up() {
            return None;
        }
        if !is_refuted {
            return Some(mv.square);
        }
    }
    None
}
