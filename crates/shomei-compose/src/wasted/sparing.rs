//! The game with a limit of plies in which some defences may be wasted: wasted defences do not make
//! a win longer.
//!
//! In a position n of the defender some moves d *may* be wasted. For each of them the game returns
//! positions n', which replace n if d and the attacker's answer to it are left out. In tsume-shogi
//! d is an interposed piece, and n' is n with the checking slider on the square of d.
//!
//! ```text
//! genuine   a defence without n', or one whose n' all take more than L plies
//! wasted    a defence with an n' won within L plies, if some genuine defence lasts L plies
//! n is won within L plies if after each defence that is not wasted it is won within L - 1
//! ```
//!
//! A defence lasts L plies if it does not lose within fewer, which means L - 2 if sides take turns.
//! That is the negation of "is won", so both are questions in one graph, with exchanged roles in
//! the negated ones:
//!
//! ```text
//! n, L          every defence                               the defender moves
//!   d, L          d played: L - 1   or   some n'                the attacker chooses
//!     n', L         n' is won within L                          and
//!     n, L - 2      not: every genuine defence within L - 2     with exchanged roles
//! ```
//!
//! In each step the plies decrease, or n' replaces n. The game must ensure that such replacements
//! end, as they do if each n' brings a slider nearer. Then no position repeats.
//!
//! These lengths are not monotonic: if another defence lasts fewer plies, a drop that was wasted
//! may count. So there is no dominance here, and a win within L plies need not be a win within
//! more: a drop that is wasted for L may count for a larger L that no genuine defence lasts. The
//! length of a win is the least L.

use shomei_extract::shortest::{Shortest, cut, key_of_plies};
use shomei_game::{Estimate, Fault, Game, Init, Key, MoveHints, Role, Status};

/// Returns, for a position of the defender and a move there that may be wasted, the positions that
/// the attacker reaches if the move is left out; empty for any other move.
pub type Instead<'a, G> =
    &'a (dyn Fn(&<G as Game>::Position, <G as Game>::Move) -> Vec<<G as Game>::Position> + Sync);

/// A game that must be won within a number of plies, in which wasted defences do not count.
pub(super) struct Sparing<'g, G: Game> {
    game: &'g G,
    instead: Instead<'g, G>,
}

/// A question about a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Question<P, M> {
    pub(super) position: P,
    /// The remaining plies.
    pub(super) plies: u16,
    what: What<P, M>,
    /// Whether the question is negated, so that the roles are exchanged.
    contrary: bool,
}

/// The kind of a question.
#[derive(Clone, Debug, PartialEq, Eq)]
enum What<P, M> {
    /// Whether the position is won within the plies.
    Win,
    /// The same after this defence, which may be wasted.
    After(M),
    /// Whether a defence is wasted that this position replaces.
    Wasted(P),
    /// Whether every genuine defence loses within two plies less.
    Genuine,
    /// Whether this defence is not genuine, or loses within two plies less.
    Other(M),
}

/// A step from one question to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step<M> {
    /// A move of the game.
    Move(M),
    /// The defence is played.
    Play,
    /// One of the positions that replace it.
    Instead(usize),
    /// The question about genuine defences.
    Genuine,
}

impl<P, M> Question<P, M> {
    /// Whether a position is won within this number of plies.
    pub(super) fn win(position: P, plies: u16) -> Question<P, M> {
        Question {
            position,
            plies,
            what: What::Win,
            contrary: false,
        }
    }
}

impl<'g, G: Game> Sparing<'g, G> {
    pub(super) fn new(game: &'g G, instead: Instead<'g, G>) -> Sparing<'g, G> {
        Sparing { game, instead }
    }

    /// The game in which all defences count.
    pub(super) fn game(&self) -> &'g G {
        self.game
    }

    /// The positions that replace a move.
    pub(super) fn instead(&self, position: &G::Position, mv: G::Move) -> Vec<G::Position> {
        (self.instead)(position, mv)
    }

    /// The side that chooses, if the roles are not exchanged.
    fn chooses(&self, at: &Question<G::Position, G::Move>) -> Role {
        match at.what {
            What::Win => self.game.role(&at.position),
            What::After(_) | What::Other(_) => Role::Attacker,
            What::Wasted(_) | What::Genuine => Role::Defender,
        }
    }

    /// A key for a position and a move there: moves of two positions may lead to the same position.
    fn key_after(&self, position: &G::Position, mv: G::Move) -> Key {
        let before = self.game.key(position);
        before.mix(self.game.key(&self.game.play(position, mv)))
    }

    /// The question whether another position is won.
    fn follow(
        at: &Question<G::Position, G::Move>,
        position: G::Position,
        plies: u16,
    ) -> Question<G::Position, G::Move> {
        Question {
            position,
            plies,
            what: What::Win,
            contrary: at.contrary,
        }
    }

    /// The question after a move of the game.
    fn after(
        &self,
        at: &Question<G::Position, G::Move>,
        mv: G::Move,
    ) -> Question<G::Position, G::Move> {
        let defends = self.game.role(&at.position) == Role::Defender;
        let may_be_wasted = defends && !self.instead(&at.position, mv).is_empty();
        match (&at.what, may_be_wasted) {
            (What::Genuine, true) => Question {
                what: What::Other(mv),
                ..at.clone()
            },
            (_, true) => Question {
                what: What::After(mv),
                ..at.clone()
            },
            _ => self.played(at, mv),
        }
    }

    /// The question after a move that is actually played.
    fn played(
        &self,
        at: &Question<G::Position, G::Move>,
        mv: G::Move,
    ) -> Question<G::Position, G::Move> {
        let less = match at.what {
            What::Genuine | What::Other(_) => 1 + Shortest::<G>::STEP,
            _ => 1,
        };
        let child = self.game.play(&at.position, mv);
        Self::follow(at, child, at.plies.saturating_sub(less))
    }
}

/// Distinguish the questions about one position.
const AFTER: Key = Key::of(0x6166_7465_7200);
const GENUINE: Key = Key::of(0x6765_6e75_0000);
const OTHER: Key = Key::of(0x6f74_6865_7200);
const CONTRARY: Key = Key::of(0x636f_6e74_7200);

impl<G: Game> Game for Sparing<'_, G> {
    type Position = Question<G::Position, G::Move>;
    type Move = Step<G::Move>;

    fn role(&self, at: &Self::Position) -> Role {
        let role = self.chooses(at);
        if at.contrary { role.opponent() } else { role }
    }

    fn status(&self, at: &Self::Position) -> Status {
        if !matches!(at.what, What::Win) {
            return Status::Open;
        }
        let (status, role) = (self.game.status(&at.position), self.game.role(&at.position));
        match (cut::<G>(status, role, at.plies), at.contrary) {
            (Status::Won, true) => Status::Failed,
            (Status::Failed, true) => Status::Won,
            (status, _) => status,
        }
    }

    fn moves(&self, at: &Self::Position, out: &mut Vec<Step<G::Move>>) {
        match at.what {
            What::Win | What::Genuine => {
                let mut moves = Vec::new();
                self.game.moves(&at.position, &mut moves);
                out.extend(moves.into_iter().map(Step::Move));
            }
            What::After(mv) | What::Other(mv) => {
                out.push(Step::Play);
                let count = self.instead(&at.position, mv).len();
                out.extend((0..count).map(Step::Instead));
            }
            What::Wasted(_) => out.extend([Step::Instead(0), Step::Genuine]),
        }
    }

    fn play(&self, at: &Self::Position, step: Step<G::Move>) -> Self::Position {
        match (step, &at.what) {
            (Step::Move(mv), _) => self.after(at, mv),
            (Step::Play, &(What::After(mv) | What::Other(mv))) => self.played(at, mv),
            (Step::Instead(place), &What::After(mv)) => Question {
                what: What::Wasted(self.instead(&at.position, mv).swap_remove(place)),
                ..at.clone()
            },
            (Step::Instead(place), &What::Other(mv)) => {
                let instead = self.instead(&at.position, mv).swap_remove(place);
                Self::follow(at, instead, at.plies)
            }
            (Step::Instead(_), What::Wasted(instead)) => {
                Self::follow(at, instead.clone(), at.plies)
            }
            (Step::Genuine, _) => Question {
                what: What::Genuine,
                contrary: !at.contrary,
                ..at.clone()
            },
            // No other question has such a step.
            _ => at.clone(),
        }
    }

    fn key(&self, at: &Self::Position) -> Key {
        let (game, position) = (self.game, &at.position);
        let key = match &at.what {
            What::Win => game.key(position),
            What::After(mv) => self.key_after(position, *mv).mix(AFTER),
            What::Wasted(instead) => game.key(position).mix(game.key(instead)),
            What::Genuine => game.key(position).mix(GENUINE),
            What::Other(mv) => self.key_after(position, *mv).mix(OTHER),
        };
        let key = key ^ key_of_plies(at.plies);
        if at.contrary { key.mix(CONTRARY) } else { key }
    }

    fn estimate(&self, at: &Self::Position, init: Init) -> Estimate {
        let inner = match at.what {
            What::Win => self.game.estimate(&at.position, init),
            _ if init == Init::Mobility || init == Init::Learned => {
                let mut moves = Vec::new();
                self.moves(at, &mut moves);
                Estimate::of_mobility(self.chooses(at), moves.len() as u32)
            }
            _ => Estimate::UNIT,
        };
        match at.contrary {
            true => Estimate {
                proof: inner.disproof,
                disproof: inner.proof,
            },
            false => inner,
        }
    }

    const GROUPS: bool = G::GROUPS;

    fn hints(&self, at: &Self::Position, step: Step<G::Move>) -> MoveHints {
        let Step::Move(mv) = step else {
            return MoveHints::default();
        };
        let hints = self.game.hints(&at.position, mv);
        let unless_contrary = |group| if at.contrary { 0 } else { group };
        MoveHints {
            rank: hints.rank,
            group: unless_contrary(hints.group),
            part_of_group: unless_contrary(hints.part_of_group),
            ..MoveHints::default()
        }
    }

    fn can_repeat(&self) -> bool {
        false
    }

    fn fault(&self) -> Option<&Fault> {
        self.game.fault()
    }
}
