//! The short way to a game: five functions are its rules, four texts make it speak.
//!
//! [`Game`](crate::Game) asks for rules together with a goal and offers many shortcuts, and
//! the hints are further traits. A game for two players that needs none of that implements
//! [`Rules`], and [`Texts`] for certificates and the command line; [`Simple`] makes a game
//! with every trait of them.
//!
//! This is a whole game, with everything that the command line needs:
//!
//! ```
//! use shomei_game::{Key, NotationError, Outcome, Rules, Side, Texts};
//!
//! /// Two players take one to three sticks in turn. The player who takes the last one wins.
//! #[derive(Clone, Default)]
//! struct Sticks;
//!
//! /// How many sticks are left, and whose turn it is.
//! type Heap = (u32, Side);
//!
//! impl Rules for Sticks {
//!     type Position = Heap;
//!     type Move = u32;
//!
//!     fn to_move(&self, &(_, turn): &Heap) -> Side {
//!         turn
//!     }
//!     fn outcome(&self, &(sticks, turn): &Heap) -> Option<Outcome> {
//!         (sticks == 0).then_some(Outcome::Win(turn.opponent()))
//!     }
//!     fn moves(&self, &(sticks, _): &Heap, out: &mut Vec<u32>) {
//!         out.extend(1..=sticks.min(3));
//!     }
//!     fn play(&self, &(sticks, turn): &Heap, taken: u32) -> Heap {
//!         (sticks - taken, turn.opponent())
//!     }
//!     fn key(&self, &(sticks, turn): &Heap) -> Key {
//!         Key::of(2 * u64::from(sticks) + turn.index() as u64)
//!     }
//! }
//!
//! impl Texts for Sticks {
//!     const NAME: &'static str = "sticks";
//!
//!     fn start(&self) -> Heap {
//!         (21, Side::First)
//!     }
//!     fn format_position(&self, &(sticks, turn): &Heap) -> String {
//!         format!("{sticks} {}", Self::SIDES[turn.index()])
//!     }
//!     fn parse_position(&self, text: &str) -> Result<Heap, NotationError> {
//!         let expected = || NotationError::whole("expected sticks and a side, as in 21 first");
//!         let (sticks, side) = text.split_once(' ').ok_or_else(expected)?;
//!         let turn = Side::named(side, Self::SIDES).ok_or_else(expected)?;
//!         Ok((sticks.parse().map_err(|_| expected())?, turn))
//!     }
//!     fn format_move(&self, _: &Heap, taken: u32) -> String {
//!         taken.to_string()
//!     }
//! }
//!
//! // With a goal it is a game that every search takes, and a kind that opens by text.
//! use shomei_game::{Game, Goal, Kind, Notation, Role, Simple};
//!
//! let game = Simple::new(Sticks, Goal::win(Side::Second));
//! let heap = game.parse_position("start moves 3 2").unwrap();
//! assert_eq!(game.format_position(&heap), "16 first");
//! assert_eq!(game.role(&heap), Role::Defender);
//! assert_eq!(Simple::<Sticks>::open("", game.goal()).unwrap().name(), "sticks");
//! ```

mod simple;

use std::fmt::Debug;

use crate::{Fault, Key, NotationError, Outcome, Side};

pub use simple::Simple;

/// The rules of a game for two players, without a goal: five functions.
///
/// A position is all that decides the rest of the game, side to move included, without
/// history; play that never ends is a win for nobody. Sides need not take turns.
/// [`Simple`] adds the goal and makes a [`Game`](crate::Game) of the rules; the
/// [module](crate::rules) shows a whole example.
pub trait Rules: Clone + Send + Sync {
    /// A position, side to move included, without history.
    type Position: Clone + Eq + Debug + Send + Sync;
    /// A move, meaningful together with the position it is played in.
    type Move: Copy + Eq + Debug + Send + Sync;

    /// The side to move.
    fn to_move(&self, position: &Self::Position) -> Side;

    /// How the game has ended, `None` while it goes on.
    fn outcome(&self, position: &Self::Position) -> Option<Outcome>;

    /// Appends every legal move of a position in which the game goes on to `out`: at least
    /// one, each once, and always in the same order, since certificates name moves by their
    /// place in it. Where a side cannot move and the game goes on, there is a pass.
    fn moves(&self, position: &Self::Position, out: &mut Vec<Self::Move>);

    /// The position after a legal move.
    #[must_use]
    fn play(&self, position: &Self::Position, mv: Self::Move) -> Self::Position;

    /// 64 well-mixed bits for the position, side to move included: [`Key::of`] a number
    /// that tells positions apart, [`Key::mix`] of several, or a table from
    /// [`KeyStream`](crate::KeyStream).
    fn key(&self, position: &Self::Position) -> Key;

    /// Whether play can return to an earlier position. `true` is always right. Where play
    /// never returns, `false` saves the searches the bookkeeping of repetitions.
    fn can_repeat(&self) -> bool {
        true
    }

    /// How many bytes a position holds outside of itself, such as in a vector. The default,
    /// nothing, is right for plain data.
    fn heap_bytes(&self, _position: &Self::Position) -> usize {
        0
    }

    /// Where the rules report that they cannot answer, for rules that may fail.
    fn fault(&self) -> Option<&Fault> {
        None
    }
}

/// Names and texts for a game that is written as [`Rules`]: a name and four functions.
///
/// With them [`Simple`] is a [`Notation`](crate::Notation), so answers have lines and
/// certificates; with [`Default`] beside them it is a [`Kind`](crate::Kind), which the command
/// line can open by name.
///
/// # Contract
///
/// `parse_position` reads what `format_position` and `diagram` write as the same position, and
/// refuses a text of which it uses only a part. Different moves of a position have different
/// texts. Names, rules and the text of a position are one line.
pub trait Texts: Rules {
    /// The name of the game, in lower case, as certificates and the command line know it.
    ///
    /// Where names are known only while the program runs, this is a name for all such games,
    /// and [`name`](Texts::name) returns the one of the value.
    const NAME: &'static str;
    /// The names of the two sides, lower case, the first side first.
    const SIDES: [&'static str; 2] = ["first", "second"];
    /// One line for a list of games.
    const SUMMARY: &'static str = "";
    /// The rule texts that `open` accepts, for a help page.
    const RULES_HELP: &'static str = "";
    /// The forms of positions that `parse_position` reads, for a help page.
    const POSITION_HELP: &'static str = "";

    /// The name of this game.
    fn name(&self) -> &str {
        Self::NAME
    }

    /// The names of the two sides of this game.
    fn sides(&self) -> [&str; 2] {
        Self::SIDES
    }

    /// The rules as text, with every option that decides what may be played and who wins.
    /// The default is for a game without options.
    fn rules(&self) -> String {
        String::new()
    }

    /// The rules that a text describes: what `rules` returns, or an empty text for the usual
    /// ones. The default is for a game without options.
    ///
    /// # Errors
    ///
    /// When there are no such rules.
    fn open(rules: &str) -> Result<Self, NotationError>
    where
        Self: Default,
    {
        if rules.trim().is_empty() {
            return Ok(Self::default());
        }
        let name = Self::NAME;
        Err(NotationError::whole(format!(
            "{name} has no rules to choose"
        )))
    }

    /// The usual starting position.
    fn start(&self) -> Self::Position;

    /// The position on one line.
    fn format_position(&self, position: &Self::Position) -> String;

    /// Reads a position. `start`, and moves behind a position as in `start moves a1 b2`, are
    /// read by [`Simple`].
    ///
    /// # Errors
    ///
    /// When the text is no position, or something stands behind it.
    fn parse_position(&self, text: &str) -> Result<Self::Position, NotationError>;

    /// The text of a move, without spaces.
    fn format_move(&self, position: &Self::Position, mv: Self::Move) -> String;

    /// Reads a move that is legal in `position`, in which the game goes on. The default knows
    /// the texts that `format_move` writes.
    ///
    /// # Errors
    ///
    /// When the text is no move, or the move is not legal here.
    fn parse_move(
        &self,
        position: &Self::Position,
        text: &str,
    ) -> Result<Self::Move, NotationError> {
        let mut moves = Vec::new();
        self.moves(position, &mut moves);
        let text = text.trim();
        moves
            .into_iter()
            .find(|&mv| self.format_move(position, mv) == text)
            .ok_or_else(|| NotationError::whole(format!("\"{text}\" is no legal move here")))
    }

    /// The position as several lines to look at. The default is the position on one line.
    fn diagram(&self, position: &Self::Position) -> String {
        self.format_position(position)
    }
}
