//! Who searches.
//!
//! Every question comes down to one: may this side force that? The loops that make a value,
//! a score or a table of moves of many such answers stand on the trait [`Prover`], so that
//! a fresh search, a [session](crate::Session), a program that writes files on the way or
//! many machines can stand below them.

use std::io::Write;

use shomei_search::Stop;

use crate::any::{Aim, AnyPosition};
use crate::error::Error;
use crate::solving::Solution;

/// What is kept of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keep {
    /// The answer alone.
    Answer,
    /// A certificate too, if the prover makes any.
    Certificate,
}

impl Keep {
    /// Whether a certificate is wanted.
    #[must_use]
    pub fn wants_certificate(self) -> bool {
        self == Keep::Certificate
    }
}

/// Whether a certificate is wanted.
impl From<bool> for Keep {
    fn from(is_wanted: bool) -> Keep {
        match is_wanted {
            true => Keep::Certificate,
            false => Keep::Answer,
        }
    }
}

/// Answers whether an attacker can force what it has to reach.
pub trait Prover {
    /// What comes with an answer beside the solution, such as a certificate in its place.
    type Extra;

    /// Asks one question.
    ///
    /// A question for which nothing of the limits is left is answered by
    /// [`Solution::unknown`], without a search.
    ///
    /// # Errors
    ///
    /// When the search cannot be opened, or the game fails.
    fn prove(
        &mut self,
        position: &AnyPosition,
        aim: Aim,
        keep: Keep,
    ) -> Result<Proof<Self::Extra>, Error>;

    /// The limit that has been reached, so that no further question should be asked.
    fn reached(&self) -> Option<Stop>;
}

/// The answer to one question.
#[derive(Debug)]
pub struct Proof<E> {
    /// What was found.
    pub solution: Solution,
    /// What comes with it.
    pub extra: E,
}

/// A prover of somebody else.
impl<P: Prover + ?Sized> Prover for &mut P {
    type Extra = P::Extra;

    fn prove(
        &mut self,
        position: &AnyPosition,
        aim: Aim,
        keep: Keep,
    ) -> Result<Proof<Self::Extra>, Error> {
        (**self).prove(position, aim, keep)
    }

    fn reached(&self) -> Option<Stop> {
        (**self).reached()
    }
}

/// Where the certificate of one question goes.
pub(crate) type Out<'a> = Option<&'a mut dyn Write>;
