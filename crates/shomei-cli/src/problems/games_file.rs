//! Files of games in which each game is a problem: the WTHOR files of Othello.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use shomei::Kind;
use shomei::files::form_of;
use shomei_othello::wthor;

use super::{Content, Name, Problem, too_large};
use crate::failure::Failure;
use crate::input::unreadable;

/// The size limit of a file of games, in bytes: four million games.
pub(super) const LARGEST: u64 = 1 << 28;

/// Whether a file contains games as problems, judged by its extension.
pub(super) fn is_games_file(path: &Path, kind: &Kind) -> bool {
    kind.name == "othello" && form_of(path) == "wtb"
}

/// The games of such a file. Problems are named after `name`.
pub(super) fn problems_of_games(
    path: &Path,
    name: &str,
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
    let games = wthor::games(&bytes).map(Vec::from_iter);
    let games = games.map_err(|error| Failure::input(error.to_string()).context(shown))?;
    let name = name.to_string();
    let problem = move |(number, game): (usize, Result<wthor::Game, wthor::GameError>)| {
        let texts = |game: wthor::Game| game.moves().iter().map(ToString::to_string).collect();
        let moves: Result<Vec<String>, _> = game.map(texts);
        Problem {
            name: Name::LineOfFile(name.clone(), number),
            input: moves.as_ref().ok().map(|moves| moves.join(" ")),
            content: moves
                .map(Content::Moves)
                .map_err(|error| Failure::input(error.fault.to_string())),
        }
    };
    Ok((1..).zip(games).map(problem))
}
