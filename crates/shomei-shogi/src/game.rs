//! The rules as a [`Game`] for searches.

use std::ops::ControlFlow::Continue;
use std::ops::Range;

use shomei_game::{
    Board, Children, Decided, Estimate, Game, Goal, Init, Key, LeafPolicy, MoveHints, Outcome,
    Resource, Role, Side, Status,
};

use crate::bits::Bits;
use crate::legal::Flow;
use crate::position::whole_key;
use crate::{Move, Numbers, Position, Rules};

/// Shogi under one set of rules, with the side that must mate.
///
/// Under the rules of mating problems, the legal moves depend on the attacker: the attacker may
/// only give check, and the defender may play any legal move, which is an evasion unless the
/// problem begins without a check.
///
/// ```
/// use shomei_game::{Game, Goal, Notation, Role, Side, Status};
/// use shomei_shogi::{Rules, Shogi};
///
/// let game = Shogi::new(Rules::Tsume, Goal::win(Side::First));
/// let position = game.parse_position("7nl/7k1/9/7P1/9/9/9/9/9 b GS").unwrap();
/// assert_eq!(game.role(&position), Role::Attacker);
/// assert_eq!(game.status(&position), Status::Open);
/// assert_eq!(game.status(&game.start()), Status::Failed); // no check at all
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shogi {
    rules: Rules,
    goal: Goal,
    numbers: &'static Numbers,
}

/// The mobility of the defender.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Freedom {
    /// The squares to which its king may step.
    pub(crate) steps: Bits,
    /// Whether there is another legal move.
    pub(crate) others: bool,
}

impl Shogi {
    /// The game with these rules and this goal.
    #[must_use]
    pub fn new(rules: Rules, goal: Goal) -> Shogi {
        Shogi {
            rules,
            goal,
            numbers: Numbers::shipped(),
        }
    }

    /// The same game with other initial numbers.
    #[must_use]
    pub fn with_numbers(self, numbers: &'static Numbers) -> Shogi {
        Shogi { numbers, ..self }
    }

    /// The initial numbers of new positions.
    #[inline]
    pub(crate) fn numbers(&self) -> &'static Numbers {
        self.numbers
    }

    /// The same game with another goal.
    pub(crate) fn asking(self, goal: Goal) -> Shogi {
        Shogi { goal, ..self }
    }

    /// The rule set.
    #[must_use]
    pub fn rule_set(&self) -> Rules {
        self.rules
    }

    /// The side that must mate.
    #[must_use]
    pub fn attacker(&self) -> Side {
        self.goal.attacker
    }

    /// Whether the side to move may only check.
    #[inline]
    fn must_check(&self, position: &Position) -> bool {
        self.rules.only_checks() && self.attacks(position)
    }

    #[inline]
    fn attacks(&self, position: &Position) -> bool {
        position.to_move() == self.goal.attacker
    }

    /// Visits every move that these rules allow.
    #[inline]
    fn visit(&self, position: &Position, visit: &mut impl FnMut(Move) -> Flow) -> Flow {
        if self.must_check(position) {
            position.visit_checks(visit)
        } else {
            position.visit_legal(visit)
        }
    }

    #[inline]
    fn for_each(&self, position: &Position, mut each: impl FnMut(Move)) {
        let _ = self.visit(position, &mut |mv| {
            each(mv);
            Continue(())
        });
    }

    /// The number of moves to refute, 0 if there is no move; at most the number of moves.
    ///
    /// For the defender, the number of king moves plus 1 for all other moves together; for the
    /// attacker at most 1, which is cheap to compute.
    #[inline]
    pub(crate) fn resistance(&self, position: &Position) -> u32 {
        if self.must_check(position) {
            return u32::from(position.has_check());
        }
        match position.resistance() {
            1 if self.has_only_wasted_drops(position) => 0,
            resistance => resistance,
        }
    }

    /// The status of a position and, if the defender is to move, its mobility.
    #[inline]
    pub(crate) fn freedom(&self, position: &Position) -> (Status, Freedom) {
        if self.attacks(position) {
            let moves = self.resistance(position);
            return (self.status_of(position, moves), Freedom::default());
        }
        let freedom = position.freedom();
        let mut moves = freedom.steps.count_ones() + u32::from(freedom.others);
        if moves == 1 && self.has_only_wasted_drops(position) {
            moves = 0;
        }
        (self.status_of(position, moves), freedom)
    }

    /// Whether these rules exclude wasted drops and no other move is legal.
    #[inline]
    pub(crate) fn has_only_wasted_drops(&self, position: &Position) -> bool {
        self.rules == Rules::Mudaai && !self.attacks(position) && position.has_only_wasted_drops()
    }

    /// The status of a position with this number of moves to refute.
    #[inline]
    pub(crate) fn status_of(&self, position: &Position, resistance: u32) -> Status {
        if resistance > 0 {
            Status::Open
        } else if self.attacks(position) {
            Status::Failed
        } else {
            Status::Won
        }
    }

    /// How the game ended; `None` if it continues. A side that cannot move has lost.
    #[must_use]
    pub fn result(&self, position: &Position) -> Option<Outcome> {
        let over = self.is_over(position);
        over.then(|| Outcome::Win(position.to_move().opponent()))
    }
}

impl Game for Shogi {
    type Position = Position;
    type Move = Move;

    const WINS_BY_OWN_MOVE: bool = true;

    #[inline]
    fn role(&self, position: &Position) -> Role {
        if self.attacks(position) {
            Role::Attacker
        } else {
            Role::Defender
        }
    }

    #[inline]
    fn status(&self, position: &Position) -> Status {
        let has_move = if self.must_check(position) {
            position.has_check()
        } else {
            position.has_legal() && !self.has_only_wasted_drops(position)
        };
        self.status_of(position, u32::from(has_move))
    }

    fn moves(&self, position: &Position, out: &mut Vec<Move>) {
        self.for_each(position, |mv| out.push(mv));
    }

    #[inline]
    fn play(&self, position: &Position, mv: Move) -> Position {
        position.play(mv)
    }

    #[inline]
    fn key(&self, position: &Position) -> Key {
        position.key()
    }

    fn children(&self, position: &Position, _policy: LeafPolicy, out: &mut Children<Move>) {
        let (attacker, has_boards) = (self.attacker(), self.rules.only_checks());
        self.for_each(position, |mv| {
            let (board, hand) = position.board_key_after(mv, Side::First);
            out.push(mv, whole_key(board, hand));
            let hand = match attacker {
                Side::First => hand,
                Side::Second => position.board_key_after(mv, Side::Second).1,
            };
            if has_boards {
                out.push_board((board, hand.resource()));
            }
        });
    }

    /// Evaluates only the first child of the range: deciding whether a move mates takes longer than
    /// finding the move.
    #[inline]
    fn evaluate(
        &self,
        position: &Position,
        policy: LeafPolicy,
        range: Range<usize>,
        children: &mut Children<Move>,
    ) {
        let mv = children.listed()[range.start].mv;
        children.set(
            range.start,
            self.evaluation_after(position, mv, policy.init),
        );
    }

    /// 1 and 1 before a move of the attacker. Before a move of the defender, the number of king
    /// moves plus one for all other moves together.
    #[inline]
    fn estimate(&self, position: &Position, init: Init) -> Estimate {
        let role = self.role(position);
        match (init, role) {
            (Init::Unit, _) | (Init::Eval, Role::Attacker) => Estimate::UNIT,
            _ => Estimate::of_mobility(role, self.resistance(position).max(1)),
        }
    }

    const GROUPS: bool = true;

    /// Inlined, because each caller needs only one of the hints.
    #[inline(always)]
    fn hints(&self, position: &Position, mv: Move) -> MoveHints {
        MoveHints {
            rank: self.rank(position, mv),
            class: Some(mv.class() as u32),
            group: self.group(position, mv),
            part_of_group: self.part_of_group(position, mv),
            ..MoveHints::default()
        }
    }

    const DOMINATES: bool = true;

    #[inline]
    fn resource(&self, position: &Position) -> Option<Board> {
        let hand = position.hand(self.attacker());
        self.rules
            .only_checks()
            .then(|| (position.board_key(), hand.resource()))
    }

    fn dominance_bound(&self, position: &Position, decided: Decided<'_, Move>) -> Resource {
        self.hand_bound(position, decided)
    }
}
