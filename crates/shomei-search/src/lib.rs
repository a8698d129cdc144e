//! The proof-number search family over any game that answers the questions of
//! [`shomei_game`].

mod number;

pub use number::{Bounds, Number};
