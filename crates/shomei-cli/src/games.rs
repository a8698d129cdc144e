//! The games that this program knows: each a kind of the library, with what only the
//! commands need.

use shomei::{Error, Kind, Kinds};
use shomei_game::corpus::Fact;
use shomei_game::{Game, Kind as GameKind, Scored};
use shomei_othello::wthor;

use crate::corpus::{self, Corpus};
use crate::failure::Failure;

/// The texts of the moves of a game, or what is wrong with it.
pub(crate) type MovesOf = Result<Vec<String>, String>;

/// Files of which each game is a problem.
#[derive(Clone, Copy, Debug)]
pub(crate) struct GamesOf {
    /// How their names end.
    pub(crate) form: &'static str,
    /// The texts of the moves of each game from the start, or what is wrong with it.
    pub(crate) read: fn(&[u8]) -> Result<Vec<MovesOf>, String>,
}

/// The files of the base WTHOR.
const WTHOR: GamesOf = GamesOf {
    form: "wtb",
    read: |bytes| {
        let games = wthor::games(bytes).map_err(|error| error.to_string())?;
        let moves = |game: wthor::Game| game.moves().iter().map(ToString::to_string).collect();
        let games = games.map(|game| game.map(moves).map_err(|error| error.fault.to_string()));
        Ok(games.collect())
    },
};

/// A game that the commands know.
#[derive(Clone, Debug)]
pub struct Entry {
    pub(crate) kind: Kind,
    /// The positions of `shomei bench`.
    pub(crate) corpus: Option<Corpus>,
    /// Files of which each game is a problem.
    pub(crate) games: Option<GamesOf>,
    /// What the lines of a list may state about positions of any of the games: lists of one
    /// are read beside those of another.
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
            corpus: None,
            games: None,
        }
    }

    fn with_corpus(self, corpus: Corpus) -> Entry {
        Entry {
            corpus: Some(corpus),
            ..self
        }
    }

    fn with_games(self, games: GamesOf) -> Entry {
        Entry {
            games: Some(games),
            ..self
        }
    }
}

/// Lists games by their types, for [`run`](crate::run).
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
pub(crate) struct Games(Vec<Entry>);

impl Games {
    /// These games.
    ///
    /// Fails when two have one name.
    pub(crate) fn of(mut games: Vec<Entry>) -> Result<Games, Failure> {
        Kinds::of(games.iter().map(|entry| entry.kind.clone()))?;
        games.sort_by_key(|entry| entry.kind.name);
        let facts = games.iter().flat_map(|entry| entry.kind.facts);
        let facts: Vec<Fact> = facts.copied().collect();
        for entry in &mut games {
            entry.facts.clone_from(&facts);
        }
        Ok(Games(games))
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &Entry> {
        self.0.iter()
    }

    /// The names, in alphabetical order.
    pub(crate) fn names(&self) -> impl Iterator<Item = &'static str> {
        self.0.iter().map(|entry| entry.kind.name)
    }

    /// The game with this name, if there is one.
    pub(crate) fn get(&self, name: &str) -> Option<&Entry> {
        self.0.iter().find(|entry| entry.kind.name == name)
    }

    /// The game with this name.
    pub(crate) fn find(&self, name: &str) -> Result<&Entry, Failure> {
        self.get(name).ok_or_else(|| {
            let message = format_args!("there is no game named \"{name}\"");
            Error::unknown(message, name, self.names()).into()
        })
    }

    /// Their kinds, as the library knows them.
    #[cfg(feature = "web")]
    pub(crate) fn kinds(&self) -> Result<Kinds, Failure> {
        let kinds = self.0.iter().map(|entry| entry.kind.clone());
        Ok(Kinds::of(kinds)?)
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
            "loa" => entry.with_corpus(corpus::LOA),
            "othello" => entry.with_corpus(corpus::OTHELLO).with_games(WTHOR),
            "shogi" => entry.with_corpus(corpus::SHOGI),
            "uttt" => entry.with_corpus(corpus::UTTT),
            _ => entry,
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_stands_for_one_game() {
        let games = Games::of(builtin()).unwrap();
        assert!(games.names().is_sorted());
        let twice = [builtin(), kinds![shomei_game::TreeGame]].concat();
        let error = Games::of(twice).unwrap_err().to_string();
        assert_eq!(error, "there are two kinds of games named \"tree\"");
    }
}
