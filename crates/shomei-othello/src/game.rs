//! The rules as a [`Game`] for searches.

use shomei_game::{
    Children, Estimate, Evaluation, Game, Goal, Init, Key, LeafPolicy, LeafSolver, MoveHints, Role,
    Side, Status, Visit,
};

use crate::bits::{count, squares};
use crate::cpu::{Cpu, Processor, Task};
use crate::evaluation;
use crate::hints::{Hints, Initial};
use crate::{Move, Position, Rules, Size};

/// Othello with the side that must win and the definition of a win.
#[derive(Clone, Debug, PartialEq)]
pub struct Othello {
    rules: Rules,
    size: Size,
    goal: Goal,
    /// The least score with which the attacker reaches its goal.
    target: i32,
    pub(crate) hints: Hints,
    pub(crate) evaluation: evaluation::Evaluation,
}

impl Othello {
    /// The game with these rules and this goal.
    #[must_use]
    pub fn new(rules: Rules, goal: Goal) -> Othello {
        Othello {
            rules,
            size: Size::default(),
            goal,
            target: rules.target(goal.attacker),
            hints: Hints::default(),
            evaluation: evaluation::Evaluation::default(),
        }
    }

    /// The game on a board of this size.
    #[must_use]
    pub fn on(self, size: Size) -> Othello {
        Othello { size, ..self }
    }

    /// The size of the board.
    #[must_use]
    #[inline]
    pub fn size(&self) -> Size {
        self.size
    }

    /// The game with other rules and another goal, with the same hints and weights.
    pub(crate) fn asking(&self, rules: Rules, goal: Goal) -> Othello {
        Othello {
            rules,
            goal,
            target: rules.target(goal.attacker),
            ..self.clone()
        }
    }

    /// The definition of a win.
    #[must_use]
    pub fn rule_set(&self) -> Rules {
        self.rules
    }

    /// The side that must win.
    #[must_use]
    #[inline]
    pub fn attacker(&self) -> Side {
        self.goal.attacker
    }

    /// The least score with which the side to move reaches its target: the goal, or preventing the
    /// attacker's goal.
    #[inline]
    pub(crate) fn target_of_mover(&self, position: &Position) -> i32 {
        if position.to_move() == self.goal.attacker {
            self.target
        } else {
            2 - self.target
        }
    }

    /// The status if this side reaches its target: the attacker the goal, the defender its
    /// prevention.
    #[inline]
    pub(crate) fn status_if_wins(&self, winner: Side) -> Status {
        if winner == self.goal.attacker {
            Status::Won
        } else {
            Status::Failed
        }
    }

    /// The status of a finished game.
    #[inline]
    fn result(&self, position: &Position) -> Status {
        let mover = position.to_move();
        match position.score(mover) >= self.target_of_mover(position) {
            true => self.status_if_wins(mover),
            false => self.status_if_wins(mover.opponent()),
        }
    }
}

/// The expansion of a position, compiled as a whole for each kind of processor. Win, draw and loss
/// with 20 empty squares took 0.97 of the time of separate calls, together with an exponential
/// function that is deleted now and saved 0.7 % alone.
struct Expansion<'a> {
    game: &'a Othello,
    position: &'a Position,
    policy: LeafPolicy,
    out: &'a mut Children<Move>,
}

impl Task for Expansion<'_> {
    type Output = ();

    #[inline(always)]
    fn run<C: Cpu>(mut self, cpu: C) {
        let (own, opponent) = (self.position.own(), self.position.opponent());
        let mobility = cpu.moves(own, opponent) & self.game.size.mask();
        if mobility == 0 {
            self.push(cpu, Move::PASS, self.position.after(0, 0));
        }
        for square in squares(mobility) {
            let flipped = cpu.flips(own, opponent, square);
            let child = self.position.after(1 << square, flipped);
            self.push(cpu, Move::to(square), child);
        }
    }
}

impl Expansion<'_> {
    /// Appends a child. The child was created for its key, so it is evaluated at once, unless
    /// alpha-beta may decide it: that takes work, and is done when the child is visited.
    #[inline(always)]
    fn push<C: Cpu>(&mut self, cpu: C, mv: Move, child: Position) {
        let game = self.game;
        if self.policy.solve && child.empties() <= game.leaf_size() {
            self.out.push(mv, child.key());
            return;
        }
        let (own, opponent) = (child.own(), child.opponent());
        let moves = [(own, opponent), (opponent, own)]
            .map(|(own, opponent)| count(cpu.moves(own, opponent) & game.size.mask()));
        if moves == [0, 0] {
            let evaluation = Evaluation::of(game.result(&child), || Estimate::UNIT);
            self.out.push_evaluated(mv, child.key(), evaluation);
            return;
        }
        let init = self.policy.init;
        // No closure: it would not be compiled for the processor.
        let estimate = match game.hints.initial {
            Initial::Costs if init == Init::Eval && game.size == Size::Eight => {
                let factors = game.hints.factors;
                game.evaluation
                    .leaf_costs_by(cpu, game, &child, moves, factors)
            }
            _ => game.estimate(&child, init),
        };
        let evaluation = Evaluation::open(estimate);
        self.out.push_evaluated(mv, child.key(), evaluation);
    }
}

impl Game for Othello {
    type Position = Position;
    type Move = Move;

    #[inline]
    fn role(&self, position: &Position) -> Role {
        if position.to_move() == self.goal.attacker {
            Role::Attacker
        } else {
            Role::Defender
        }
    }

    #[inline]
    fn status(&self, position: &Position) -> Status {
        if position.is_over() {
            self.result(position)
        } else {
            Status::Open
        }
    }

    /// In the order a1, b1, ... to h8; a pass if there is no other move.
    fn moves(&self, position: &Position, out: &mut Vec<Move>) {
        let mobility = position.mobility();
        if mobility == 0 {
            out.push(Move::PASS);
        }
        out.extend(squares(mobility).map(Move::to));
    }

    #[inline]
    fn play(&self, position: &Position, mv: Move) -> Position {
        position.play(mv)
    }

    #[inline]
    fn key(&self, position: &Position) -> Key {
        position.key()
    }

    fn children(&self, position: &Position, policy: LeafPolicy, out: &mut Children<Move>) {
        Processor::best().run(Expansion {
            game: self,
            position,
            policy,
            out,
        });
    }

    /// For [`Init::Eval`], sigmoids of the evaluation, fitted to the work of df-pn on positions
    /// with the same number of discs: `evaluation/sigmoid.rs`. Or the predicted nodes of
    /// alpha-beta.
    #[inline]
    fn estimate(&self, position: &Position, init: Init) -> Estimate {
        match init {
            Init::Unit => Estimate::UNIT,
            Init::Mobility | Init::Learned => {
                let moves = count(position.mobility()).max(1);
                Estimate::of_mobility(self.role(position), moves)
            }
            Init::Eval => self.evaluate_by_hints(position),
        }
    }

    /// The order of moves, and one cost for every move (Nagai and Imai 1999).
    #[inline]
    fn hints(&self, position: &Position, mv: Move) -> MoveHints {
        MoveHints {
            rank: self.rank(position, mv),
            class: Some(mv.index() as u32),
            cost: self.edge_cost(),
            ..MoveHints::default()
        }
    }

    const LEAF_SOLVER: LeafSolver = LeafSolver::WhenVisited;

    /// Decides positions with few empty squares when they are created, and larger ones when they
    /// are visited: see `endgame.rs`.
    #[inline]
    fn solve_leaf(&self, position: &Position, visit: Visit, nodes: &mut u64) -> Status {
        self.decide_leaf(position, visit, nodes)
    }

    /// Every move but a pass fills a square, and two passes end the game.
    fn can_repeat(&self) -> bool {
        false
    }
}
