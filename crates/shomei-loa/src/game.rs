//! The rules as a [`Game`] for searches.

use shomei_game::{
    Children, Estimate, Game, Goal, Init, Key, LeafPolicy, MoveHints, Outcome, Role, Side, Status,
    play_all,
};

use crate::hints::{class, estimate};

use crate::{Move, NoMove, Position, Rules, Simultaneous, Size};

/// Lines of Action with one set of rules and the side that must win.
///
/// ```
/// use shomei_game::{Game, Goal, Role, Side, Status, perft};
/// use shomei_loa::{Loa, Position, Rules};
///
/// let game = Loa::new(Rules::OLYMPIAD, Goal::win(Side::Second));
/// let start = Position::start();
/// assert_eq!(game.role(&start), Role::Defender);
/// assert_eq!(game.status(&start), Status::Open);
/// assert_eq!(perft(&game, &start, 1), 36);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Loa {
    rules: Rules,
    goal: Goal,
}

impl Loa {
    /// The game with these rules and this goal.
    #[must_use]
    pub fn new(rules: Rules, goal: Goal) -> Loa {
        Loa { rules, goal }
    }

    /// The rule set.
    #[must_use]
    pub fn rule_set(&self) -> Rules {
        self.rules
    }

    /// The starting position on the board of the rules.
    pub(crate) fn first_position(&self) -> Position {
        Position::start_on(self.size())
    }

    /// The size of the board.
    pub(crate) fn size(&self) -> Size {
        self.rules.board
    }

    /// The side that must win.
    #[must_use]
    pub fn attacker(&self) -> Side {
        self.goal.attacker
    }

    /// How the game ended; `None` if it continues.
    ///
    /// Both sides can be connected only after a move that connected them at once, so the side that
    /// is *not* to move made that move.
    #[must_use]
    #[inline]
    pub fn result(&self, position: &Position) -> Option<Outcome> {
        let to_move = position.to_move();
        let connected = [to_move.opponent(), to_move].map(|side| position.is_connected(side));
        self.result_of(connected, to_move, position.mobility(to_move))
    }

    /// The result, given whether the side that moved and the side to move are connected, and the
    /// number of piece moves of the side to move.
    #[inline]
    fn result_of(&self, connected: [bool; 2], to_move: Side, mobility: usize) -> Option<Outcome> {
        let mover = to_move.opponent();
        match connected {
            [false, false] => {
                let lost = self.rules.no_move == NoMove::Loss && mobility == 0;
                lost.then_some(Outcome::Win(mover))
            }
            [true, false] => Some(Outcome::Win(mover)),
            [false, true] => Some(Outcome::Win(to_move)),
            [true, true] => Some(match self.rules.simultaneous {
                Simultaneous::Draw => Outcome::Draw,
                Simultaneous::MoverWins => Outcome::Win(mover),
            }),
        }
    }

    /// The status for the arguments of [`Loa::result_of`].
    #[inline]
    pub(crate) fn status_of(&self, connected: [bool; 2], to_move: Side, mobility: usize) -> Status {
        match self.result_of(connected, to_move, mobility) {
            None => Status::Open,
            Some(Outcome::Win(side)) if side == self.goal.attacker => Status::Won,
            Some(_) => Status::Failed,
        }
    }

    /// Whether a move is legal in an unfinished position.
    pub(crate) fn allows(&self, position: &Position, mv: Move) -> bool {
        if mv.is_pass() {
            !can_move(position)
        } else {
            position.is_legal(mv)
        }
    }
}

/// Whether the side to move can move a piece.
#[inline]
pub(crate) fn can_move(position: &Position) -> bool {
    position.mobility(position.to_move()) != 0
}

impl Loa {
    /// The number of legal moves, including the pass.
    #[inline]
    fn count_moves(&self, position: &Position) -> u32 {
        position.mobility(position.to_move()).max(1) as u32
    }

    /// Appends the children without evaluations.
    fn list(&self, position: &Position, out: &mut Children<Move>) {
        if can_move(position) {
            out.reserve(position.mobility(position.to_move()));
            position.visit_moves(|mv| out.push(mv, position.key_after(mv)));
        } else {
            out.push(Move::PASS, position.key_after(Move::PASS));
        }
    }
}

impl Game for Loa {
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
        let to_move = position.to_move();
        let connected = [to_move.opponent(), to_move].map(|side| position.is_connected(side));
        self.status_of(connected, to_move, position.mobility(to_move))
    }

    /// Sorted by origin, then by destination, both in the order a1 to h1, a2 to h2, up to h8; the
    /// pass if no piece can move.
    fn moves(&self, position: &Position, out: &mut Vec<Move>) {
        if can_move(position) {
            out.reserve(position.mobility(position.to_move()));
            position.visit_moves(|mv| out.push(mv));
        } else {
            out.push(Move::PASS);
        }
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
        match policy.init {
            Init::Unit => self.list(position, out),
            _ if !can_move(position) => play_all(self, position, policy, out),
            Init::Mobility | Init::Learned => self.push_by_mobility(position, out),
            Init::Eval => self.push_estimated(position, out),
        }
    }

    /// For [`Init::Eval`], mobility weighted by the evaluation: see `hints.rs`. The pass counts as
    /// a move.
    #[inline]
    fn estimate(&self, position: &Position, init: Init) -> Estimate {
        let (role, moves) = (self.role(position), self.count_moves(position));
        match init {
            Init::Unit => Estimate::UNIT,
            Init::Mobility | Init::Learned => Estimate::of_mobility(role, moves),
            Init::Eval => estimate(role, moves, position.evaluation()),
        }
    }

    #[inline]
    fn hints(&self, position: &Position, mv: Move) -> MoveHints {
        MoveHints {
            rank: self.rank(position, mv),
            class: Some(class(mv)),
            ..MoveHints::default()
        }
    }
}
