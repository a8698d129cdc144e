//! SGF and GGF, the file formats in which programs store board games: a tree of nodes with
//! properties.
//!
//! ```text
//! (;GM[9]PB[one]C[a comment]
//! ;B[c8-c6];W[h4-f2]
//! (;B[g8-g6])(;B[d1-b3]C[another way]))
//! ```
//!
//! Sources: A. Hollosi, "SGF FF\[4\]", <https://www.red-bean.com/sgf/>; M. Buro, "Generic Game
//! Format", <https://www.skatgame.net/mburo/ggsa/ggf>. GGF has the same syntax; it has all moves in
//! one node, a final `;` without properties, and the number of games before the first game.
//!
//! Read in this order: [`decode`] turns bytes into text; [`split`] divides a file of several games;
//! [`Tree`] is the syntax of one game, independent of the game; [`Dialect`] interprets the
//! properties for one game, and [`read_record`] uses it to make a [`Record`](crate::Record);
//! [`Writer`] writes one.

mod headers;
mod opening;
mod record;
mod result;
mod split;
mod text;
mod tree;
mod write;

pub use opening::Opening;
pub use record::{Dialect, read_record};
pub use result::{result_in_ggf, result_in_sgf};
pub use split::{Depth, Part, split};
pub use text::decode;
pub use tree::{Mark, Node, Property, PropertyValue, Tree};
pub use write::{Writer, escaped};

pub(crate) use text::shown;

/// Whether a text begins with a game: with `(;`, optionally after blanks and a number of games.
///
/// ```
/// use shomei_game::sgf::begins;
///
/// assert!(begins(" (;GM[9])") && begins("2 (;GM[Othello];)(;GM[Othello];)"));
/// assert!(!begins("(GM[9])") && !begins("1. c8-c6"));
/// ```
#[must_use]
pub fn begins(text: &str) -> bool {
    let text = text.trim_start_matches('\u{feff}').trim_start();
    let game = text
        .trim_start_matches(|c: char| c.is_ascii_digit())
        .trim_start();
    let inside = game.strip_prefix('(').map(str::trim_start);
    inside.is_some_and(|inside| inside.starts_with(';'))
}

/// Whether bytes in any of the encodings of [`decode`] begin with a game.
#[must_use]
pub fn looks_like_game(bytes: &[u8]) -> bool {
    begins(&shown(bytes))
}

/// The records of a file of several games, for [`Records::records_of`](crate::Records::records_of).
/// Empty if it is one record.
#[must_use]
pub fn records_of(bytes: &[u8]) -> Vec<Part> {
    let parts = decode(bytes).map(|text| split(&text)).unwrap_or_default();
    match parts.len() {
        0 | 1 => Vec::new(),
        _ => parts,
    }
}
