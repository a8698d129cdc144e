//! A game and a position with erased types, for front ends.
//!
//! A game is opened by its name ([`Kinds`](crate::Kinds)) or made from a value
//! ([`AnyGame::of`]). Positions and moves are passed as texts. Both types are shared pointers: they
//! are cheap to clone and can be sent to other threads.

mod aim;

/// Generates the trait of an erased type, its implementation, and the public methods of the type
/// from one list of methods.
macro_rules! erased {
    (
        $public:ident,
        $more:ident,
        impl<G: Game + Scored + 'static $(, $records:ident: Records<G> + 'static)?>
            $erased:ident for $typed:ident<G $(, $again:ident)?>
        { $(
            $(#[$meta:meta])*
            $vis:vis fn $name:ident(&$self:ident $(, $arg:ident: $type:ty)* $(,)?) $(-> $result:ty)?
            $body:block
        )* }
    ) => {
        pub(super) trait $erased: $more {
            $( fn $name(&self $(, $arg: $type)*) $(-> $result)?; )*
        }

        impl<G: Game + Scored + 'static $(, $records: Records<G> + 'static)?>
            $erased for $typed<G $(, $again)?>
        {
            $( fn $name(&$self $(, $arg: $type)*) $(-> $result)? $body )*
        }

        impl $public {
            $(
                $(#[$meta])*
                $vis fn $name(&self $(, $arg: $type)*) $(-> $result)? {
                    self.0.$name($($arg),*)
                }
            )*
        }
    };
}

mod convert;
mod game;
mod goal_view;
mod job_factory;
mod loss;
mod position;
mod record;
mod searches;
mod sides;
mod typed;

use std::sync::Arc;

use crate::error::Error;
use crate::kinds::Check;
use shomei_game::{Tuning, error_text};

pub use aim::{Aim, Ended};
pub use convert::Converted;
pub use loss::{Loss, LossKind};
pub use record::{Annotations, AnyRecord, TextRecord};
pub(crate) use sides::side_of;
pub use typed::TypedGame;

/// A game under its rules.
#[derive(Clone)]
pub struct AnyGame(Arc<dyn game::ErasedGame>, Origin);

/// The origin of a game.
#[derive(Clone)]
struct Origin {
    /// The options that the algorithm `auto` adds for the game.
    tuning: Tuning,
    /// The hints that the game was opened with.
    hints: Arc<str>,
    /// The checksum of the weights that the game was opened with; empty without weights.
    weights: Arc<str>,
    /// The check of the [`Kind`](crate::Kind) that opened the game, if one did: then its name and
    /// its rules identify it.
    kind_check: Option<Arc<Check>>,
}

/// A position of a game under its rules.
#[derive(Clone)]
pub struct AnyPosition(Arc<dyn position::ErasedPosition>);

/// The error text for a game whose results have no scores.
pub(crate) fn no_scores(game: &str) -> Error {
    Error::usage(error_text!(
        "game-without-scores",
        "{game} has no scores",
        game = game
    ))
}
