//! The rules as the searches ask for them.

use shomei_game::{Game, Goal, Key, Outcome, Preview, Role, Side, Status};

use crate::{Move, NoMove, Position, Rules, Simultaneous, Size};

/// Lines of Action under one set of rules, with the side that must win.
///
/// ```
/// use shomei_game::{Game, Goal, Role, Side, Status};
/// use shomei_loa::{Loa, Position, Rules};
///
/// let game = Loa::new(Rules::OLYMPIAD, Goal::win(Side::Second));
/// let start = Position::start();
/// assert_eq!(game.role(&start), Role::Defender);
/// assert_eq!(game.status(&start), Status::Open);
/// assert_eq!(game.count_moves(&start), 36);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Loa {
    rules: Rules,
    goal: Goal,
}

impl Loa {
    /// The game under these rules with this goal.
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

    /// How the game ended, `None` while it goes on.
    ///
    /// Both sides can only be connected after a move that connected them at
    /// once, so the side that is *not* to move is the one that made it.
    #[must_use]
    #[inline]
    pub fn result(&self, position: &Position) -> Option<Outcome> {
        let to_move = position.to_move();
        let connected = [to_move.opponent(), to_move].map(|side| position.is_connected(side));
        self.result_of(connected, to_move, can_move(position))
    }

    /// The result when the side that moved and the side to move are connected
    /// or not, and the side to move can move a piece or not.
    #[inline]
    fn result_of(&self, connected: [bool; 2], to_move: Side, can_move: bool) -> Option<Outcome> {
        let mover = to_move.opponent();
        match connected {
            [false, false] => {
                let lost = self.rules.no_move == NoMove::Loss && !can_move;
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

    /// The status of what [`Loa::result_of`] describes.
    #[inline]
    pub(crate) fn status_of(&self, connected: [bool; 2], to_move: Side, can_move: bool) -> Status {
        match self.result_of(connected, to_move, can_move) {
            None => Status::Open,
            Some(Outcome::Win(side)) if side == self.goal.attacker => Status::Won,
            Some(_) => Status::Failed,
        }
    }

    /// Whether a move is legal in a position whose game goes on.
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
        self.status_of(connected, to_move, can_move(position))
    }

    /// By origin, then by destination, both in the order a1 to h1, a2 to h2,
    /// up to h8; the pass when no piece can move.
    fn moves(&self, position: &Position, out: &mut Vec<Move>) {
        if can_move(position) {
            position.push_moves(out);
        } else {
            out.push(Move::PASS);
        }
    }

    #[inline]
    fn play(&self, position: &Position, mv: Move) -> Position {
        position.play(mv)
    }

    fn preview(&self, position: &Position, out: &mut Vec<Preview<Move>>) {
        if can_move(position) {
            self.push_previews(position, out);
            return;
        }
        let child = position.play(Move::PASS);
        out.push(Preview {
            mv: Move::PASS,
            key: child.key(),
            status: self.status(&child),
            role: self.role(&child),
            moves: self.count_moves(&child) as u32,
        });
    }

    #[inline]
    fn key(&self, position: &Position) -> Key {
        position.key()
    }

    #[inline]
    fn key_after(&self, position: &Position, mv: Move) -> Key {
        position.key_after(mv)
    }

    /// The pass counts as a move.
    #[inline]
    fn count_moves(&self, position: &Position) -> usize {
        position.mobility(position.to_move()).max(1)
    }
}
