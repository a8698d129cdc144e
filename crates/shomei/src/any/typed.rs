//! A game with a known type, together with its type-erased form.

use std::fmt;
use std::sync::Arc;

use shomei_game::{Game, NoRecords, Records, Scored};

use super::game::{self, Opened};
use super::{AnyGame, AnyPosition, Origin};
use shomei_game::Tuning;

/// A game with a known type, for programs that use positions of that type and not only texts.
///
/// ```
/// use shomei::game::{Goal, Simple, Side};
/// # use shomei::game::{Key, NotationError, Outcome, Rules, Texts};
/// # #[derive(Clone)]
/// # struct Sticks;
/// # impl Rules for Sticks {
/// #     type Position = (u32, Side);
/// #     type Move = u32;
/// #     fn to_move(&self, &(_, turn): &(u32, Side)) -> Side { turn }
/// #     fn outcome(&self, &(sticks, turn): &(u32, Side)) -> Option<Outcome> {
/// #         (sticks == 0).then_some(Outcome::Win(turn.opponent()))
/// #     }
/// #     fn moves(&self, &(sticks, _): &(u32, Side), out: &mut Vec<u32>) {
/// #         out.extend(1..=sticks.min(3));
/// #     }
/// #     fn play(&self, &(sticks, turn): &(u32, Side), taken: u32) -> (u32, Side) {
/// #         (sticks - taken, turn.opponent())
/// #     }
/// #     fn key(&self, &(sticks, turn): &(u32, Side)) -> Key {
/// #         Key::of(2 * u64::from(sticks) + turn.index() as u64)
/// #     }
/// # }
/// # impl Texts for Sticks {
/// #     const NAME: &'static str = "sticks";
/// #     fn start(&self) -> (u32, Side) { (21, Side::First) }
/// #     fn format_position(&self, heap: &(u32, Side)) -> String { format!("{}", heap.0) }
/// #     fn parse_position(&self, _: &str) -> Result<(u32, Side), NotationError> {
/// #         Err(NotationError::whole("not read in this example"))
/// #     }
/// #     fn format_move(&self, _: &(u32, Side), taken: u32) -> String { taken.to_string() }
/// # }
/// use shomei::{Question, Session, TypedGame};
///
/// let game = TypedGame::new(Simple::new(Sticks, Goal::win(Side::First)));
/// let root = game.position((6, Side::First));
/// let answered = Session::new(game.any())?.ask(&root, Question::Value)?;
/// assert_eq!(answered.line.moves[0], "2");
/// # Ok::<(), shomei::Error>(())
/// ```
pub struct TypedGame<G> {
    game: Arc<G>,
    any: AnyGame,
}

impl<G: Game + Scored + 'static> TypedGame<G> {
    /// The game. The goal does not matter: each question has its own.
    pub fn new(game: G) -> TypedGame<G> {
        TypedGame::with_records::<NoRecords>(game)
    }

    /// The game whose records `R` reads and writes.
    pub fn with_records<R: Records<G> + 'static>(game: G) -> TypedGame<G> {
        let origin = Origin {
            tuning: Tuning::USUAL,
            hints: Arc::from(""),
            weights: Arc::from(""),
            kind_check: None,
        };
        let game = Arc::new(game);
        TypedGame {
            any: AnyGame(Arc::new(Opened::<G, R>::of(Arc::clone(&game))), origin),
            game,
        }
    }

    /// The game with its type.
    pub fn game(&self) -> &G {
        &self.game
    }

    /// The game without its type.
    pub fn any(&self) -> &AnyGame {
        &self.any
    }

    pub(crate) fn into_any(self) -> AnyGame {
        self.any
    }

    /// Wraps a position of the game.
    pub fn position(&self, position: G::Position) -> AnyPosition {
        game::place(&self.game, &self.any, position)
    }
}

impl<G> fmt::Debug for TypedGame<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("TypedGame").field(&self.any).finish()
    }
}
