//! A game and a position without their types: what front ends work with.
//!
//! A game is opened by its name ([`Kinds`](crate::Kinds)) or made from a value
//! ([`AnyGame::of`]). Positions and moves come and go as texts. Both types are shared
//! pointers: cloning is cheap, and they may go to other threads.

mod aim;

/// One list makes the trait behind a type and the methods of the type.
macro_rules! erased {
    ($visible:ident, $behind:ident: $more:ident {
        $( $(#[$meta:meta])* fn $name:ident(&self $(, $arg:ident: $type:ty)* $(,)?) $(-> $result:ty)?; )*
    }) => {
        pub(super) trait $behind: $more + Send + Sync {
            $( fn $name(&self $(, $arg: $type)*) $(-> $result)?; )*
        }

        impl $visible {
            $(
                $(#[$meta])*
                pub fn $name(&self $(, $arg: $type)*) $(-> $result)? {
                    self.0.$name($($arg),*)
                }
            )*
        }
    };
}

mod asked;
mod convert;
mod game;
mod hired;
mod loss;
mod position;
mod record;
mod searches;
mod sides;
mod typed;

use std::sync::Arc;

use crate::error::Error;
use shomei_game::Tuning;

pub use aim::{Aim, Ended};
pub use convert::Converted;
pub use loss::{Loss, LossKind};
pub use record::{AnyRecord, Said, TextRecord};
pub(crate) use sides::side_of;
pub use typed::TypedGame;

/// A game under its rules.
#[derive(Clone)]
pub struct AnyGame(Arc<dyn game::ErasedGame>, Origin);

/// Where a game comes from.
#[derive(Clone, Debug)]
struct Origin {
    /// What the algorithm `auto` means for it.
    tuning: Tuning,
    /// What somebody wanted it to tell a search.
    hints: Arc<str>,
    /// Whether it was opened by its kind: then its name and rules say all about it.
    is_of_kind: bool,
}

/// A position of a game under its rules.
#[derive(Clone)]
pub struct AnyPosition(Arc<dyn position::ErasedPosition>);

/// What is said of a game whose results have no size.
pub(crate) fn no_scores(game: &str) -> Error {
    Error::usage(format!("{game} has no scores"))
}
