//! The games of the program: kinds of the library with additional data for the commands.

use shomei::{Kind, Kinds};
use shomei_game::corpus::Fact;
use shomei_game::{Game, Kind as GameKind, Scored};
use shomei_othello::wthor;

use crate::bench_positions::{self, BenchSet};
use crate::failure::Failure;

/// The moves of a game as texts, or the error of the game.
pub(crate) type GameMoves = Result<Vec<String>, String>;

/// A file format with many games, in which each game is a problem.
#[derive(Clone, Copy, Debug)]
pub(crate) struct GamesFormat {
    /// The extension of the files.
    pub(crate) form: &'static str,
    /// Parses a file into the moves of its games, from the start of each game.
    pub(crate) read: fn(&[u8]) -> Result<Vec<GameMoves>, String>,
}

/// The files of the WTHOR database of Othello games.
const WTHOR: GamesFormat = GamesFormat {
    form: "wtb",
    read: |bytes| {
        let games = wthor::games(bytes).map_err(|error| error.to_string())?;
        let moves = |game: wthor::Game| game.moves().iter().map(ToString::to_string).collect();
        let games = games.map(|game| game.map(moves).map_err(|error| error.fault.to_string()));
        Ok(games.collect())
    },
};

/// A game of the program.
#[derive(Clone, Debug)]
pub struct Entry {
    pub(crate) kind: Kind,
    /// The positions of `shomei bench`.
    pub(crate) bench_positions: Option<BenchSet>,
    /// The file format with many games, if the game has one.
    pub(crate) games_format: Option<GamesFormat>,
    /// The facts that a line of a list can state. They include the facts of all other games of the
    /// program, because a corpus can contain lines of several games.
    pub(crate) facts: Vec<Fact>,
}

impl Entry {
    /// The game of this type.
    #[must_use]
    pub fn of<G: Game + Scored + GameKind + 'static>() -> Entry {
        Entry::with_kind(Kind::of::<G>())
    }

    /// The game that this kind describes.
    #[must_use]
    pub fn with_kind(kind: Kind) -> Entry {
        Entry {
            facts: kind.facts.to_vec(),
            kind,
            bench_positions: None,
            games_format: None,
        }
    }

    fn with_bench_positions(self, bench_positions: BenchSet) -> Entry {
        Entry {
            bench_positions: Some(bench_positions),
            ..self
        }
    }

    fn with_games_format(self, games_format: GamesFormat) -> Entry {
        Entry {
            games_format: Some(games_format),
            ..self
        }
    }
}

/// Makes a list of games from their types, for [`run`](crate::run).
///
/// ```
/// use shomei_cli::kinds;
/// use shomei_game::TreeGame;
///
/// let games = kinds![TreeGame];
/// assert_eq!(games.len(), 1);
/// ```
#[macro_export]
macro_rules! kinds {
    ($($game:ty),* $(,)?) => {
        vec![$($crate::Entry::of::<$game>()),*]
    };
}

/// The games of a program, in alphabetical order.
#[derive(Clone, Debug)]
pub(crate) struct Games {
    entries: Vec<Entry>,
    kinds: Kinds,
}

impl Games {
    /// Sorts the games and collects their facts.
    ///
    /// Fails if two games have the same name.
    pub(crate) fn of(mut games: Vec<Entry>) -> Result<Games, Failure> {
        let kinds = Kinds::of(games.iter().map(|entry| entry.kind.clone()))?;
        games.sort_by_key(|entry| entry.kind.name);
        let facts = games.iter().flat_map(|entry| entry.kind.facts);
        let facts: Vec<Fact> = facts.copied().collect();
        for entry in &mut games {
            entry.facts.clone_from(&facts);
        }
        Ok(Games {
            entries: games,
            kinds,
        })
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &Entry> {
        self.entries.iter()
    }

    /// The game with this name, if there is one.
    pub(crate) fn get(&self, name: &str) -> Option<&Entry> {
        self.iter().find(|entry| entry.kind.name == name)
    }

    /// The game with this name, or an error with the most similar name.
    pub(crate) fn find(&self, name: &str) -> Result<&Entry, Failure> {
        self.get(name)
            .ok_or_else(|| self.kinds.unknown(name).into())
    }

    /// The kinds of the library.
    pub(crate) fn kinds(&self) -> &Kinds {
        &self.kinds
    }
}

/// The games of the program `shomei`.
#[must_use]
pub fn builtin() -> Vec<Entry> {
    let kinds = Kinds::builtin();
    let entries = kinds.iter().cloned().map(Entry::with_kind);
    #[cfg(test)]
    let entries = entries.chain(kinds![crate::coins::Coins]);
    entries
        .map(|entry| match entry.kind.name {
            "loa" => entry.with_bench_positions(bench_positions::LOA),
            "othello" => entry
                .with_bench_positions(bench_positions::OTHELLO)
                .with_games_format(WTHOR),
            "shogi" => entry.with_bench_positions(bench_positions::SHOGI),
            "uttt" => entry.with_bench_positions(bench_positions::UTTT),
            _ => entry,
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique() {
        let games = Games::of(builtin()).unwrap();
        assert!(games.iter().map(|entry| entry.kind.name).is_sorted());
        let twice = [builtin(), kinds![shomei_game::TreeGame]].concat();
        let error = Games::of(twice).unwrap_err().to_string();
        assert_eq!(error, "there are two kinds of games named \"tree\"");
    }
}
