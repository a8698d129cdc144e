//! Answers a question and makes the bundle of the answer.
//!
//! The command line, the page and the Python package write bundles in the same two steps: a session
//! answers the question and returns a [`BundleDraft`], and the draft checks its certificates and
//! becomes the bytes of the file. Between the two steps, a program can free the memory of the search
//! for the check.

use std::io::Cursor;

use shomei_game::{Side, error_text};
use shomei_proof::CheckLimits;

use super::check::{CheckedBundle, write};
use super::manifest::Manifest;
use super::rulebook::Rulebook;
use crate::any::AnyPosition;
use crate::collected::CollectingSink;
use crate::composers::{CompositionQuery, ProblemCheck};
use crate::error::Error;
use crate::questions::{ExactLine, Query, QueryResult, Question};
use crate::session::Session;
use crate::sink::{CertificateWish, SearchSink};

/// A bundle before its check: the question, and the certificates of the searches.
#[derive(Clone, Debug)]
pub struct BundleDraft {
    /// The question, without results.
    pub manifest: Manifest,
    /// The certificates, in any order.
    pub certificates: Vec<Vec<u8>>,
    /// Whether the searches have found all results, so that the bundle must prove them.
    pub is_known: bool,
}

/// A bundle as the bytes of a file.
#[derive(Debug)]
pub struct FinishedBundle {
    /// The content of the file.
    pub bytes: Vec<u8>,
    /// The bundle as a check returns it.
    pub checked: CheckedBundle,
    /// A message about known results that have no certificate: they are unknown in the bundle.
    pub missing: Option<Error>,
}

impl BundleDraft {
    /// Checks the certificates with the rules alone, and makes the bundle. `limits` changes the
    /// default limits of each certificate.
    ///
    /// # Errors
    ///
    /// The errors of [`write`](super::write).
    pub fn finish(
        self,
        rulebook: &dyn Rulebook,
        limits: &dyn Fn(CheckLimits) -> CheckLimits,
    ) -> Result<FinishedBundle, Error> {
        let mut bytes = Cursor::new(Vec::new());
        let checked = write(
            rulebook,
            &self.manifest,
            self.certificates,
            &mut bytes,
            limits,
        )?;
        let open = checked.manifest.open_results();
        let missing = (self.is_known && open > 0).then(|| {
            Error::limit(error_text!(
                "results-without-certificate",
                "results without a certificate: {count}; they are unknown in the bundle",
                count = open
            ))
        });
        Ok(FinishedBundle {
            bytes: bytes.into_inner(),
            checked,
            missing,
        })
    }
}

impl Session {
    /// Like [`Session::ask_with`], and returns the bundle of the answer. `sink` receives the events
    /// of the searches, but no certificates.
    ///
    /// # Errors
    ///
    /// The errors of [`Session::ask_with`].
    pub fn ask_for_bundle<S: SearchSink>(
        &mut self,
        position: &AnyPosition,
        query: impl Into<Query>,
        sink: &mut S,
    ) -> Result<(QueryResult, BundleDraft), Error> {
        let query = query.into();
        let mut collecting = CollectingSink::new(sink, CertificateWish::OfMove);
        let result = self.ask_with(position, query, &mut collecting)?;
        let draft = BundleDraft {
            manifest: Manifest::of_position(position, query),
            certificates: collecting.into_certificates(),
            is_known: result.is_complete(),
        };
        Ok((result, draft))
    }

    /// Like [`Session::check_problem_with`], and returns the bundle of the answer. If the query asks
    /// for other solutions, the bundle is about the only solution of the problem, and this function
    /// also [searches for its certificates](Session::certify_solution).
    ///
    /// # Errors
    ///
    /// The errors of [`Session::check_problem_with`].
    pub fn check_problem_for_bundle<S: SearchSink>(
        &mut self,
        position: &AnyPosition,
        attacker: Option<Side>,
        query: &CompositionQuery,
        sink: &mut S,
    ) -> Result<(ProblemCheck, BundleDraft), Error> {
        let mut collecting = CollectingSink::new(sink, CertificateWish::OfMove);
        let checked = self.check_problem_with(position, attacker, query, &mut collecting)?;
        let manifest = match query.others {
            Some(_) => self.certify_solution(position, &checked, &mut collecting)?,
            None => Manifest::of_position(
                position,
                Query {
                    question: attacker.map_or(Question::MoverWins, Question::Win),
                    length: query.length,
                    line: ExactLine::Omit,
                },
            ),
        };
        let draft = BundleDraft {
            manifest,
            certificates: collecting.into_certificates(),
            is_known: checked.result.is_complete(),
        };
        Ok((checked, draft))
    }
}
