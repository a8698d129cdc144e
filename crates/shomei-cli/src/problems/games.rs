//! Files of games, of which each is a problem.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use shomei::files::form_of;

use super::{Content, Name, Problem};
use crate::failure::Failure;
use crate::games::{Entry, MovesOf};
use crate::input::unreadable;

/// The largest file of games that is read: four million games.
pub(super) const LARGEST: u64 = 1 << 28;

/// Whether a file holds games of which each is a problem, by its name.
pub(super) fn is_of_games(path: &Path, entry: &Entry) -> bool {
    let games = entry.games.as_ref();
    games.is_some_and(|games| games.form == form_of(path))
}

/// The games of such a file; `name` is what it is called.
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
            let message = format!("{shown}: a file of games of more than 256 MiB");
            return Err(Failure::Input(message));
        }
        Ok(_) => {}
    }
    let read = entry.games.as_ref().map(|games| (games.read)(&bytes));
    let games = read
        .transpose()
        .map_err(|why| Failure::Input(format!("{shown}: {why}")))?;
    let name = name.to_string();
    let problem = move |(number, game): (usize, MovesOf)| Problem {
        name: Name::LineOf(name.clone(), number),
        input: game.as_ref().ok().map(|moves| moves.join(" ")),
        content: game.map(Content::Moves).map_err(Failure::Input),
    };
    Ok((1..).zip(games.unwrap_or_default()).map(problem))
}
