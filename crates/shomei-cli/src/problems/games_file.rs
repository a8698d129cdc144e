//! Files of games in which each game is a problem, such as WTHOR files of Othello.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use shomei::files::form_of;

use super::{Content, Name, Problem, too_large};
use crate::failure::Failure;
use crate::games::{Entry, GameMoves};
use crate::input::unreadable;

/// The size limit of a file of games, in bytes: four million games.
pub(super) const LARGEST: u64 = 1 << 28;

/// Whether a file contains games as problems, judged by its extension.
pub(super) fn is_games_file(path: &Path, entry: &Entry) -> bool {
    let games = entry.games_format.as_ref();
    games.is_some_and(|games| games.form == form_of(path))
}

/// The games of such a file. Problems are named after `name`.
pub(super) fn games(
    path: &Path,
    name: &str,
    entry: &Entry,
) -> Result<impl Iterator<Item = Problem> + use<>, Failure> {
    let shown = path.display().to_string();
    let file = File::open(path).map_err(|error| unreadable(&shown, &error))?;
    let mut bytes = Vec::new();
    match file.take(LARGEST + 1).read_to_end(&mut bytes) {
        Err(error) => return Err(unreadable(&shown, &error)),
        Ok(read) if read as u64 > LARGEST => {
            return Err(Failure::input(too_large(LARGEST)).context(shown));
        }
        Ok(_) => {}
    }
    let read = entry
        .games_format
        .as_ref()
        .map(|games| (games.read)(&bytes));
    let games = read
        .transpose()
        .map_err(|why| Failure::input(why).context(shown))?;
    let name = name.to_string();
    let problem = move |(number, game): (usize, GameMoves)| Problem {
        name: Name::LineOfFile(name.clone(), number),
        input: game.as_ref().ok().map(|moves| moves.join(" ")),
        content: game.map(Content::Moves).map_err(Failure::input),
    };
    Ok((1..).zip(games.unwrap_or_default()).map(problem))
}
