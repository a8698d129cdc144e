//! The rules that a bundle is checked with.

use super::manifest::Manifest;
use crate::any::AnyGame;
use crate::error::{Error, ErrorKind};
use crate::kinds::{Hints, Kind, Kinds};

/// The rules that a bundle is checked with: those of several kinds of games, of one kind, or of one
/// game.
pub trait Rulebook {
    /// Opens the game of a manifest under its rules. The inner error is a fault of the manifest.
    ///
    /// # Errors
    ///
    /// The game is not known here.
    fn open(&self, manifest: &Manifest) -> Result<Result<AnyGame, Error>, Error>;
}

impl Rulebook for Kinds {
    fn open(&self, manifest: &Manifest) -> Result<Result<AnyGame, Error>, Error> {
        let kind = self.find(&manifest.game);
        let kind = kind.map_err(|error| error.into_kind(ErrorKind::Input))?;
        Rulebook::open(kind, manifest)
    }
}

impl Rulebook for Kind {
    fn open(&self, manifest: &Manifest) -> Result<Result<AnyGame, Error>, Error> {
        Ok(Kind::open(self, &manifest.rules, &Hints::default()))
    }
}

/// Bundles about this game, under its rules.
impl Rulebook for AnyGame {
    fn open(&self, _: &Manifest) -> Result<Result<AnyGame, Error>, Error> {
        Ok(Ok(self.clone()))
    }
}
