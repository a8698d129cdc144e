//! The rules that a bundle is checked with.

use std::io::Read;

use shomei_proof::{CheckLimits, Reader};

use super::manifest::Manifest;
use crate::any::AnyGame;
use crate::checking::Verdict;
use crate::error::{Error, ErrorKind};
use crate::kinds::{Hints, Kind, Kinds};

/// The rules that a bundle is checked with: those of several kinds of games, of one kind, or of one
/// game that was made at run time.
pub trait Rulebook {
    /// Opens the game of a manifest under its rules. The inner error is a fault of the manifest.
    ///
    /// # Errors
    ///
    /// The game is not known here.
    fn open(&self, manifest: &Manifest) -> Result<Result<AnyGame, Error>, Error>;

    /// Checks a certificate about the game of the manifest.
    ///
    /// # Errors
    ///
    /// The source cannot be read, or the game fails. A damaged or wrong certificate is not an error
    /// but a verdict.
    fn check(
        &self,
        game: &AnyGame,
        reader: Reader<Box<dyn Read + '_>>,
        limits: &CheckLimits,
    ) -> Result<Verdict, Error>;
}

impl Rulebook for Kinds {
    fn open(&self, manifest: &Manifest) -> Result<Result<AnyGame, Error>, Error> {
        let kind = self.find(&manifest.game);
        let kind = kind.map_err(|error| error.into_kind(ErrorKind::Input))?;
        Rulebook::open(kind, manifest)
    }

    fn check(
        &self,
        game: &AnyGame,
        reader: Reader<Box<dyn Read + '_>>,
        limits: &CheckLimits,
    ) -> Result<Verdict, Error> {
        self.find(&game.name())?.check(reader, limits)
    }
}

impl Rulebook for Kind {
    fn open(&self, manifest: &Manifest) -> Result<Result<AnyGame, Error>, Error> {
        Ok(Kind::open(self, &manifest.rules, &Hints::default()))
    }

    fn check(
        &self,
        _: &AnyGame,
        reader: Reader<Box<dyn Read + '_>>,
        limits: &CheckLimits,
    ) -> Result<Verdict, Error> {
        Kind::check(self, reader, limits)
    }
}

/// Bundles about this game, under its rules. Certificates of scores need a [`Kind`].
impl Rulebook for AnyGame {
    fn open(&self, _: &Manifest) -> Result<Result<AnyGame, Error>, Error> {
        Ok(Ok(self.clone()))
    }

    fn check(
        &self,
        _: &AnyGame,
        reader: Reader<Box<dyn Read + '_>>,
        limits: &CheckLimits,
    ) -> Result<Verdict, Error> {
        self.check_opened(reader, limits)
    }
}
