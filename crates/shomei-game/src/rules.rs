//! The short way to a game: five functions for the rules, four for the texts.
//!
//! [`Game`](crate::Game) combines rules with a goal and offers many shortcuts, and the hints are
//! further traits. A game for two players without shortcuts implements [`Rules`], and [`Texts`] for
//! certificates and the command line. [`Simple`] makes a game with all these traits from them.
//!
//! The following is a whole game with everything that the command line needs:
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

use crate::notation::move_of;
use crate::{Fault, Key, NotationError, Outcome, Picture, Side, error_text};

pub use simple::Simple;

/// The rules of a game for two players, without a goal: five functions.
///
/// A position contains everything that decides the rest of the game, including the side to move but
/// no history. Endless play is a win for neither side. Sides need not take turns. [`Simple`] adds
/// the goal and makes a [`Game`](crate::Game) of the rules; the [module](crate::rules) has a
/// complete example.
pub trait Rules: Clone + Send + Sync {
    /// A position, side to move included, without history.
    type Position: Clone + Eq + Debug + Send + Sync;
    /// A move, meaningful together with the position it is played in.
    type Move: Copy + Eq + Debug + Send + Sync;

    /// The side to move.
    fn to_move(&self, position: &Self::Position) -> Side;

    /// How the game has ended; `None` if it continues.
    fn outcome(&self, position: &Self::Position) -> Option<Outcome>;

    /// Appends every legal move of an unfinished position to `out`: at least one, each once, and
    /// always in the same order, because certificates store the index of a move. If a side cannot
    /// move but the game continues, there must be a pass.
    fn moves(&self, position: &Self::Position, out: &mut Vec<Self::Move>);

    /// The position after a legal move.
    #[must_use]
    fn play(&self, position: &Self::Position, mv: Self::Move) -> Self::Position;

    /// 64 well-mixed bits for the position, including the side to move: [`Key::of`] a number that
    /// identifies the position, [`Key::mix`] of several, or a table from
    /// [`KeyStream`](crate::KeyStream).
    fn key(&self, position: &Self::Position) -> Key;

    /// Whether play can return to an earlier position. `true` is always right. If play never
    /// returns, `false` saves the searches the bookkeeping of repetitions.
    fn can_repeat(&self) -> bool {
        true
    }

    /// The number of bytes that a position holds outside of itself, such as in a vector. The
    /// default, 0, is right for plain data.
    fn heap_bytes(&self, _position: &Self::Position) -> usize {
        0
    }

    /// The fault to which the rules report that they cannot answer, for rules that may fail.
    fn fault(&self) -> Option<&Fault> {
        None
    }
}

/// Names and texts for a game that is written as [`Rules`]: a name and four functions.
///
/// With them [`Simple`] is a [`Notation`](crate::Notation), so answers have lines and certificates.
/// If the type also implements [`Default`], it is a [`Kind`](crate::Kind), which the command line
/// can open by name.
///
/// # Contract
///
/// `parse_position` reads the output of `format_position` and `diagram` as the same position, and
/// refuses a text that it does not use completely. Different moves of a position have different
/// texts. Names, rules and the text of a position are one line.
pub trait Texts: Rules {
    /// The name of the game, in lower case, in certificates and on the command line.
    ///
    /// If names are known only while the program runs, this is a common name of all such games, and
    /// [`name`](Texts::name) returns the name of the value.
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

    /// The rules as text, with every option that affects legal moves and results. The default is
    /// for a game without options.
    fn rules(&self) -> String {
        String::new()
    }

    /// The rules for a text: an output of `rules`, or an empty text for the usual ones. The default
    /// is for a game without options.
    ///
    /// # Errors
    ///
    /// If there are no such rules.
    fn open(rules: &str) -> Result<Self, NotationError>
    where
        Self: Default,
    {
        if rules.trim().is_empty() {
            return Ok(Self::default());
        }
        Err(NotationError::whole(error_text!(
            "game-without-rules",
            "{game} has no rules to choose",
            game = Self::NAME
        )))
    }

    /// The usual starting position.
    fn start(&self) -> Self::Position;

    /// The position on one line.
    fn format_position(&self, position: &Self::Position) -> String;

    /// Reads a position. [`Simple`] reads `start` and the moves after a position, as in `start
    /// moves a1 b2`.
    ///
    /// # Errors
    ///
    /// If the text is not a position, or has something after it.
    fn parse_position(&self, text: &str) -> Result<Self::Position, NotationError>;

    /// The text of a move, without spaces.
    fn format_move(&self, position: &Self::Position, mv: Self::Move) -> String;

    /// Reads a move that is legal in `position`, in which the game is not over. The default accepts
    /// the texts that `format_move` writes.
    ///
    /// # Errors
    ///
    /// When the text is not a move, or the move is not legal here.
    fn parse_move(
        &self,
        position: &Self::Position,
        text: &str,
    ) -> Result<Self::Move, NotationError> {
        let mut moves = Vec::new();
        self.moves(position, &mut moves);
        move_of(text, &moves, |mv| self.format_move(position, mv))
    }

    /// The position on several lines for display. The default is the position on one line.
    fn diagram(&self, position: &Self::Position) -> String {
        self.format_position(position)
    }

    /// A picture of the position. Without one, which is the default, pages and notebooks show
    /// the [diagram](Texts::diagram).
    fn picture(&self, _position: &Self::Position) -> Option<Picture> {
        None
    }
}
