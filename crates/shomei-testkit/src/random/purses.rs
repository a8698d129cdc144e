//! Random games that give all kinds of hints, all of them true.
//!
//! ```text
//! First moves on even boards and pays for its moves from two purses; a move can also fill
//! them. Second moves on odd boards and takes coins out of the purses, as far as there are
//! any. First wins on a goal board, and on some odd boards, if the purses contain what the
//! board requires.
//! ```
//!
//! With more coins First has at least the same moves, and more coins after each, so positions
//! dominate each other. Dominance bounds are as exact as the rules allow, leaf solvers decide some
//! positions when they are created or chosen, some children are deferred, and numbers and costs are
//! random.

mod hints;
mod notation;

use shomei_game::{
    Children, Decided, Estimate, Game, Init, Key, LeafPolicy, LeafSolver, MoveHints, Notation,
    Outcome, Resource, Role, Side, Status, Visit, play_all,
};

use super::{Dice, Shape};

/// The largest number of coins in a purse.
const MOST: u8 = 3;
/// The number of different contents of both purses.
const FILLINGS: usize = (MOST as usize + 1) * (MOST as usize + 1);

/// Coins by purse.
type Coins = [u8; 2];

/// A game of boards and purses. If `TOGETHER` is true, children are evaluated when they are listed.
#[derive(Clone, Debug)]
pub struct Purses<const TOGETHER: bool> {
    seed: u64,
    shape: Shape,
    size: usize,
    attacker: Side,
    boards: Vec<Board>,
    /// The number of boards with moves, which come first.
    moving: usize,
    /// Whether First wins, by board and purses.
    won: Vec<bool>,
}

/// A position: a board and the purses of First.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Stand {
    /// The number of the board; First moves on even ones.
    pub board: usize,
    /// The coins of First.
    pub coins: [u8; 2],
}

#[derive(Clone, Debug)]
struct Board {
    /// The board is won with at least these coins.
    goal: Option<Coins>,
    /// The moves, used where the board is not won.
    edges: Vec<Edge>,
}

impl Board {
    fn is_won(&self, coins: Coins) -> bool {
        self.lacking(coins) == Some(None)
    }

    /// If the board can be won: a purse with too few coins, or `None` if there is none.
    fn lacking(&self, coins: Coins) -> Option<Option<usize>> {
        let goal = self.goal?;
        Some((0..2).find(|&i| coins[i] < goal[i]))
    }

    /// The largest purses, at most `most`, with which the board is not won, given that it is not
    /// won with `coins`.
    fn without_win(&self, coins: Coins, mut most: Coins) -> Coins {
        if let (Some(goal), Some(Some(purse))) = (self.goal, self.lacking(coins)) {
            most[purse] = most[purse].min(goal[purse] - 1);
        }
        most
    }
}

#[derive(Clone, Copy, Debug)]
struct Edge {
    to: usize,
    pays: Coins,
    gains: Coins,
}

impl Edge {
    /// The purses after a move, given those before.
    fn after(self, coins: Coins) -> Coins {
        each(|i| (coins[i].saturating_sub(self.pays[i]) + self.gains[i]).min(MOST))
    }

    /// The least coins that a payer needs before the move to have `least` after it.
    fn least_before(self, least: Coins) -> Coins {
        each(|i| (least[i].saturating_sub(self.gains[i]) + self.pays[i]).min(MOST))
    }

    /// The most coins before the move that give at most `most` after it; such purses must exist.
    fn most_before(self, most: Coins) -> Coins {
        each(|i| match most[i] {
            MOST.. => MOST,
            most => (most.saturating_sub(self.gains[i]) + self.pays[i]).min(MOST),
        })
    }

    /// A purse with too few coins for this move of First.
    fn lacks(self, coins: Coins) -> Option<usize> {
        (0..2).find(|&i| coins[i] < self.pays[i])
    }
}

fn each(of: impl Fn(usize) -> u8) -> Coins {
    [of(0), of(1)]
}

fn resource(coins: Coins) -> Resource {
    Resource::new([coins[0], coins[1], 0, 0, 0, 0, 0, 0])
}

fn coins(resource: Resource) -> Coins {
    let [first, second, ..] = resource.counters();
    [first, second]
}

impl<const TOGETHER: bool> Purses<TOGETHER> {
    /// The game of this seed with up to `size` boards that have moves.
    ///
    /// # Panics
    ///
    /// If `size` is below 2.
    #[must_use]
    pub fn new(seed: u64, shape: Shape, size: usize) -> Purses<TOGETHER> {
        let mut dice = Dice::new(seed);
        let moving = 2 + dice.below(size - 1);
        let goals = 3;
        let mut boards: Vec<Board> = (0..moving)
            .map(|from| {
                let least = usize::from(from % 2 == 1);
                let count = least + dice.below(4);
                let edges = (0..count).map(|_| edge(&mut dice, shape, from, moving, goals));
                let edges = edges.collect();
                let has_goal = from % 2 == 1 && dice.chance(20);
                let goal = has_goal.then(|| each_of(&mut dice, MOST));
                Board { goal, edges }
            })
            .collect();
        boards.extend((0..=goals).map(|i| Board {
            goal: (i < goals).then(|| each_of(&mut dice, MOST - 1)),
            edges: Vec::new(),
        }));
        let mut game = Purses {
            seed,
            shape,
            size,
            attacker: Side::First,
            won: vec![false; boards.len() * FILLINGS],
            boards,
            moving,
        };
        while game.pass() {}
        game
    }

    /// All positions on boards with moves.
    pub fn positions(&self) -> impl Iterator<Item = Stand> + use<TOGETHER> {
        (0..self.moving).flat_map(|board| {
            let fillings = (0..=MOST).flat_map(|a| (0..=MOST).map(move |b| [a, b]));
            fillings.map(move |coins| Stand { board, coins })
        })
    }

    /// Marks positions that are won because of others. Returns whether there were any.
    fn pass(&mut self) -> bool {
        let mut changed = false;
        for at in 0..self.won.len() {
            let stand = Stand {
                board: at / FILLINGS,
                coins: [(at % FILLINGS / 4) as u8, (at % 4) as u8],
            };
            let won = |edge: Edge| self.won[self.place(&after_move(edge, &stand))];
            let wins = self.boards[stand.board].is_won(stand.coins)
                || stand.board < self.moving
                    && match stand.board % 2 {
                        0 => self.edges(&stand).any(won),
                        _ => self.edges(&stand).all(won),
                    };
            changed |= wins && !self.won[at];
            self.won[at] |= wins;
        }
        changed
    }

    fn place(&self, stand: &Stand) -> usize {
        let [first, second] = stand.coins.map(usize::from);
        stand.board * FILLINGS + 4 * first + second
    }

    fn all_edges(&self, board: usize) -> &[Edge] {
        &self.boards[board].edges
    }

    /// The moves that can be played.
    fn edges(&self, stand: &Stand) -> impl Iterator<Item = Edge> {
        let (pays, coins) = (stand.board.is_multiple_of(2), stand.coins);
        let edges = self.all_edges(stand.board).iter().copied();
        edges.filter(move |edge| !pays || edge.lacks(coins).is_none())
    }

    /// Random bits for a position and a purpose.
    fn lot(&self, stand: &Stand, purpose: u64) -> u64 {
        let of_game = Key::of(self.seed).mix(Key::of(purpose));
        of_game.mix(Key::of(self.place(stand) as u64)).0
    }

    fn lot_of_move(&self, stand: &Stand, mv: usize, purpose: u64) -> u64 {
        Key::of(self.lot(stand, purpose)).mix(Key::of(mv as u64)).0
    }

    /// The value of a position if First attacks.
    fn value(&self, stand: &Stand, nodes: &mut u64) -> Status {
        if self.attacker != Side::First {
            return Status::Open;
        }
        *nodes += 1;
        match self.won[self.place(stand)] {
            true => Status::Won,
            false => Status::Failed,
        }
    }

    /// The largest purses, at most `most`, with which First can play no move that it cannot play
    /// here.
    fn without_further_moves(&self, stand: &Stand, mut most: Coins) -> Coins {
        for edge in self.all_edges(stand.board) {
            if let Some(purse) = edge.lacks(stand.coins) {
                most[purse] = most[purse].min(edge.pays[purse] - 1);
            }
        }
        most
    }
}

fn after_move(edge: Edge, before: &Stand) -> Stand {
    Stand {
        board: edge.to,
        coins: edge.after(before.coins),
    }
}

fn each_of(dice: &mut Dice, most: u8) -> Coins {
    std::array::from_fn(|_| dice.below(usize::from(most) + 1) as u8)
}

/// A random move of a board. Only First moves to a goal.
fn edge(dice: &mut Dice, shape: Shape, from: usize, moving: usize, goals: usize) -> Edge {
    let first = match shape {
        Shape::Cyclic => 0,
        Shape::Tree | Shape::Dag => from + 1,
    };
    let others: Vec<usize> = (first..moving).filter(|to| (to + from) % 2 == 1).collect();
    // First gets more moves to an end, because otherwise it would seldom win.
    let ends = dice.chance([45, 4][from % 2]) || others.is_empty();
    let to = match (ends, from % 2) {
        (false, _) => others[dice.below(others.len())],
        (true, 0) => moving + dice.below(goals + 1),
        (true, _) => moving + goals,
    };
    Edge {
        to,
        pays: each_of(dice, 1),
        gains: each_of(dice, 1),
    }
}

impl<const TOGETHER: bool> Game for Purses<TOGETHER> {
    type Position = Stand;
    type Move = usize;

    const WINS_BY_OWN_MOVE: bool = true;

    fn role(&self, stand: &Stand) -> Role {
        match self.to_move(stand) == self.attacker {
            true => Role::Attacker,
            false => Role::Defender,
        }
    }

    fn status(&self, stand: &Stand) -> Status {
        match self.outcome(stand) {
            None => Status::Open,
            Some(Outcome::Win(side)) if side == self.attacker => Status::Won,
            Some(_) => Status::Failed,
        }
    }

    fn moves(&self, stand: &Stand, out: &mut Vec<usize>) {
        let pays = stand.board.is_multiple_of(2);
        let edges = self.all_edges(stand.board).iter().enumerate();
        let playable = edges.filter(|(_, edge)| !pays || edge.lacks(stand.coins).is_none());
        out.extend(playable.map(|(mv, _)| mv));
    }

    fn play(&self, stand: &Stand, mv: usize) -> Stand {
        after_move(self.all_edges(stand.board)[mv], stand)
    }

    fn key(&self, stand: &Stand) -> Key {
        Key::of(self.place(stand) as u64)
    }

    /// Evaluates all children at once, or none.
    fn children(&self, stand: &Stand, policy: LeafPolicy, out: &mut Children<usize>) {
        if TOGETHER {
            return play_all(self, stand, policy, out);
        }
        let mut moves = Vec::new();
        self.moves(stand, &mut moves);
        for mv in moves {
            let child = self.play(stand, mv);
            out.push(mv, self.key(&child));
            if let Some(board) = self.resource(&child) {
                out.push_board(board);
            }
        }
    }

    fn estimate(&self, stand: &Stand, init: Init) -> Estimate {
        self.estimate_by_lot(stand, init)
    }

    const GROUPS: bool = true;

    fn hints(&self, stand: &Stand, mv: usize) -> MoveHints {
        self.hints_by_lot(stand, mv)
    }

    const DOMINATES: bool = true;

    fn resource(&self, stand: &Stand) -> Option<shomei_game::Board> {
        self.board(stand)
    }

    fn dominance_bound(&self, stand: &Stand, decided: Decided<'_, usize>) -> Resource {
        self.bound(stand, decided)
    }

    const LEAF_SOLVER: LeafSolver = LeafSolver::WhenVisited;

    fn solve_leaf(&self, stand: &Stand, visit: Visit, nodes: &mut u64) -> Status {
        self.solve(stand, visit, nodes)
    }

    fn can_repeat(&self) -> bool {
        self.shape == Shape::Cyclic
    }
}
