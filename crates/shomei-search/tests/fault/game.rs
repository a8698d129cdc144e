//! A game on a random graph that fails at one of its calls and returns arbitrary values from then
//! on.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use shomei_game::{
    Board, Children, EdgeCost, Estimate, Fault, Game, Init, Key, LeafPolicy, LeafSolver, MoveHints,
    Resource, Role, Status, Visit, play_all,
};
use shomei_testkit::random::Dice;

/// The values that a game returns after it has failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Garbage {
    /// All positions are open and have no moves.
    Empty,
    /// All positions have failed.
    Failed,
    /// All positions are won.
    Won,
    /// Each position has one move, to a new one.
    Endless,
    /// Random values.
    Random,
}

impl Garbage {
    pub(crate) const ALL: [Garbage; 5] = [
        Garbage::Empty,
        Garbage::Failed,
        Garbage::Won,
        Garbage::Endless,
        Garbage::Random,
    ];
}

#[derive(Debug)]
struct Node {
    role: Role,
    status: Status,
    children: Vec<u32>,
}

/// The bits of `HINTS` select the hints: 1 a leaf solver, 2 the evaluation of children that uses
/// it, 4 groups, 8 dominance.
#[derive(Debug)]
pub(crate) struct Failing<const HINTS: u8> {
    nodes: Vec<Node>,
    calls: AtomicU64,
    fails_at: u64,
    garbage: Garbage,
    fault: Fault,
}

impl<const HINTS: u8> Failing<HINTS> {
    /// The graph of a seed, and a game on it that fails at the call with this number.
    pub(crate) fn new(seed: u64, fails_at: u64, garbage: Garbage) -> Failing<HINTS> {
        let mut dice = Dice::new(seed);
        let count = 4 + dice.below(36);
        let mut node = |id: usize| Node {
            role: match dice.chance(50) {
                true => Role::Attacker,
                false => Role::Defender,
            },
            status: match dice.below(10) {
                _ if id == 0 => Status::Open,
                0 | 1 => Status::Won,
                2 => Status::Failed,
                _ => Status::Open,
            },
            children: (0..1 + dice.below(3))
                .map(|_| 1 + dice.below(count - 1) as u32)
                .collect(),
        };
        Failing {
            nodes: (0..count).map(&mut node).collect(),
            calls: AtomicU64::new(0),
            fails_at,
            garbage,
            fault: Fault::default(),
        }
    }

    pub(crate) fn calls(&self) -> u64 {
        self.calls.load(Relaxed)
    }

    pub(crate) fn has_failed(&self) -> bool {
        self.fault.is_set()
    }

    /// Counts a call. If the game has failed, returns a number from which the answer is derived.
    fn failed(&self) -> Option<u64> {
        let call = self.calls.fetch_add(1, Relaxed);
        if call >= self.fails_at {
            self.fault.report("the game has failed");
        }
        self.fault.is_set().then(|| Key::of(call).0)
    }

    fn node(&self, position: u32) -> &Node {
        &self.nodes[position as usize % self.nodes.len()]
    }

    fn garbled_status(&self, number: u64) -> Status {
        match (self.garbage, number % 3) {
            (Garbage::Empty | Garbage::Endless, _) | (Garbage::Random, 0) => Status::Open,
            (Garbage::Failed, _) | (Garbage::Random, 1) => Status::Failed,
            (Garbage::Won | Garbage::Random, _) => Status::Won,
        }
    }

    /// The status that follows from one ply.
    fn decided(&self, position: u32) -> Status {
        let node = self.node(position);
        let mut ends = node.children.iter().map(|&child| self.node(child).status);
        match node.role {
            Role::Attacker if ends.any(|end| end == Status::Won) => Status::Won,
            Role::Defender if ends.any(|end| end == Status::Failed) => Status::Failed,
            _ => Status::Open,
        }
    }
}

impl<const HINTS: u8> Game for Failing<HINTS> {
    type Position = u32;
    type Move = u32;

    fn role(&self, &at: &u32) -> Role {
        match self.failed() {
            None => self.node(at).role,
            Some(number) if number % 2 == 0 => Role::Attacker,
            Some(_) => Role::Defender,
        }
    }

    fn status(&self, &at: &u32) -> Status {
        match self.failed() {
            None => self.node(at).status,
            Some(number) => self.garbled_status(number),
        }
    }

    fn moves(&self, &at: &u32, out: &mut Vec<u32>) {
        let count = match (self.failed(), self.garbage) {
            (None, _) => self.node(at).children.len() as u32,
            (Some(_), Garbage::Empty) => 0,
            (Some(number), Garbage::Random) => number as u32 % 5,
            (Some(_), _) => 1,
        };
        out.extend(0..count);
    }

    fn play(&self, &at: &u32, mv: u32) -> u32 {
        match self.failed() {
            None => self.node(at).children[mv as usize],
            Some(number) => number as u32,
        }
    }

    fn key(&self, &at: &u32) -> Key {
        match self.failed() {
            None => Key::of(u64::from(at)),
            Some(number) if self.garbage == Garbage::Random => Key::of(number % 64),
            Some(number) => Key(number),
        }
    }

    /// Evaluates all children at once, or none.
    fn children(&self, at: &u32, policy: LeafPolicy, out: &mut Children<u32>) {
        if HINTS & 2 != 0 {
            return play_all(self, at, policy, out);
        }
        let mut moves = Vec::new();
        self.moves(at, &mut moves);
        for mv in moves {
            let child = self.play(at, mv);
            out.push(mv, self.key(&child));
            if let Some(board) = self.resource(&child) {
                out.push_board(board);
            }
        }
    }

    fn estimate(&self, &at: &u32, init: Init) -> Estimate {
        if init == Init::Mobility {
            let moves = match self.failed() {
                None => self.node(at).children.len() as u32,
                Some(number) => number as u32 >> (number % 33).min(31),
            };
            return Estimate::of_mobility(self.role(&at), moves);
        }
        let number = self.failed().unwrap_or(u64::from(at) % 5 + 1);
        Estimate {
            proof: number as u32,
            disproof: (number >> 32) as u32,
        }
    }

    const GROUPS: bool = HINTS & 4 != 0;

    fn hints(&self, _at: &u32, mv: u32) -> MoveHints {
        let number = self.failed().unwrap_or(u64::from(mv));
        MoveHints {
            rank: number as i32,
            class: Some(number as u32 % 5),
            group: number as u32 % 3,
            part_of_group: number as u32 % 4,
            cost: EdgeCost {
                phi: number as i32,
                delta: (number >> 32) as i32,
            },
        }
    }

    const DOMINATES: bool = HINTS & 8 != 0;

    fn resource(&self, &at: &u32) -> Option<Board> {
        if !Self::DOMINATES {
            return None;
        }
        match self.failed() {
            None => Some((Key::of(u64::from(at) + 1_000_000), Resource::default())),
            Some(number) if number % 3 == 0 => None,
            Some(number) => {
                let counters = number.to_le_bytes().map(|counter| counter & 127);
                Some((Key::of(number % 64), Resource::new(counters)))
            }
        }
    }

    const LEAF_SOLVER: LeafSolver = match HINTS & 1 {
        0 => LeafSolver::None,
        _ => LeafSolver::WhenVisited,
    };

    fn solve_leaf(&self, &at: &u32, visit: Visit, nodes: &mut u64) -> Status {
        if Self::LEAF_SOLVER == LeafSolver::None {
            return Status::Open;
        }
        let most = match visit {
            Visit::Made => 0,
            Visit::Chosen(most) => most,
        };
        match self.failed() {
            None => {
                *nodes += 1;
                self.decided(at)
            }
            Some(number) => {
                *nodes += number % (most + 2);
                self.garbled_status(number)
            }
        }
    }

    fn fault(&self) -> Option<&Fault> {
        Some(&self.fault)
    }
}
