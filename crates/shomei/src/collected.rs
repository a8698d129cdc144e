//! Keeps the certificates of a query in memory.

use std::fmt;

use shomei_game::{ErrorText, Side, error_text};
use shomei_search::{Event, Observer};

use crate::any::{Aim, AnyPosition};
use crate::error::Error;
use crate::questions::{CertificateKind, MoveValue, QueryResult};
use crate::sink::{CertificateWish, SearchSink};
use crate::solving::{Solution, WrittenCertificate};

/// The part of a certificate that no win is shorter.
const NO_SHORTER: &str = "no-shorter";

/// A certificate of a result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CollectedCertificate {
    /// The attacker of its search.
    pub attacker: Side,
    /// What it shows of the result: `whole`, `side`, `at-least`, `at-most` or `no-shorter`.
    pub part: &'static str,
    /// The number of its records.
    pub records: u64,
    /// The file.
    pub bytes: Vec<u8>,
}

/// Bytes with their number of records.
type Written = Result<(Vec<u8>, u64), Error>;

/// Keeps the certificates of a query in memory, and passes its events to an observer.
///
/// ```
/// use shomei::{CollectingSink, Kinds, Question, Session, Silent};
///
/// let game = Kinds::builtin().open("shogi", "")?;
/// let mate = game.position("8k/9/8P/9/9/9/9/9/9 b G 1")?;
/// let mut silent = Silent;
/// let mut sink = CollectingSink::new(&mut silent, true.into());
/// let result = Session::new(&game)?.ask_with(&mate, Question::MoverWins, &mut sink)?;
/// let (certificates, problems) = sink.finish(&result);
/// assert_eq!((certificates[0].part, problems.len()), ("whole", 0));
/// # Ok::<(), shomei::Error>(())
/// ```
pub struct CollectingSink<'a> {
    observer: &'a mut dyn Observer,
    rows: Box<dyn FnMut(&MoveValue) + 'a>,
    wish: CertificateWish,
    /// Each with its aim; those without a part are about the answer.
    certificates: Vec<(Aim, Option<&'static str>, Written)>,
    is_corrected: bool,
}

impl<'a> CollectingSink<'a> {
    /// `wish` is whether certificates are wanted at all.
    pub fn new(observer: &'a mut dyn Observer, wish: CertificateWish) -> CollectingSink<'a> {
        CollectingSink {
            observer,
            rows: Box::new(|_| ()),
            wish,
            certificates: Vec::new(),
            is_corrected: false,
        }
    }

    /// Adds a receiver for the moves that are decided.
    #[must_use]
    pub fn with_rows(self, rows: impl FnMut(&MoveValue) + 'a) -> CollectingSink<'a> {
        CollectingSink {
            rows: Box::new(rows),
            ..self
        }
    }

    /// The certificates that prove the result, and problems that did not change it: the reasons why
    /// certificates are missing, and that a certificate has corrected the answer.
    #[must_use]
    pub fn finish(mut self, result: &QueryResult) -> (Vec<CollectedCertificate>, Vec<Error>) {
        let (mut certificates, mut problems) = (Vec::new(), Vec::new());
        for decider in &result.deciders {
            for part in [None, Some(NO_SHORTER)] {
                let mut all = self.certificates.iter();
                let wanted = (decider.aim, part);
                let Some(place) = all.position(|(aim, part, _)| (*aim, *part) == wanted) else {
                    continue;
                };
                match self.certificates.swap_remove(place).2 {
                    Ok((bytes, records)) => certificates.push(CollectedCertificate {
                        attacker: decider.aim.attacker,
                        part: part.unwrap_or(part_name(decider.part)),
                        records,
                        bytes,
                    }),
                    Err(error) => problems.push(error),
                }
            }
        }
        if self.is_corrected {
            problems.push(Error::run(corrected_text()));
        }
        (certificates, problems)
    }

    fn keep(
        &mut self,
        (aim, part): (Aim, Option<&'static str>),
        bytes: Vec<u8>,
        written: Option<Result<WrittenCertificate, Error>>,
    ) {
        let Some(written) = written else { return };
        let written = written.map(|written| (bytes, written.summary.totals.records));
        self.certificates.push((aim, part, written));
    }
}

impl fmt::Debug for CollectingSink<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("CollectingSink").finish_non_exhaustive()
    }
}

impl SearchSink for CollectingSink<'_> {
    type Certificate = Vec<u8>;

    fn begin(
        &mut self,
        _: &AnyPosition,
        _: Aim,
        wish: CertificateWish,
    ) -> Result<Option<Vec<u8>>, Error> {
        let is_wanted = [self.wish, wish] == [CertificateWish::Wanted; 2];
        Ok(is_wanted.then(Vec::new))
    }

    fn event(&mut self, event: &Event<'_>) {
        self.observer.event(event);
    }

    fn end(
        &mut self,
        _: &AnyPosition,
        aim: Aim,
        solution: &mut Solution,
        certificate: Option<Vec<u8>>,
    ) -> Result<(), Error> {
        self.is_corrected |= solution.corrected;
        if let Some(bytes) = certificate {
            self.keep((aim, None), bytes, solution.certificate.take());
        }
        Ok(())
    }

    fn begin_no_shorter(&mut self, _: &AnyPosition, _: Aim) -> Result<Option<Vec<u8>>, Error> {
        Ok((self.wish == CertificateWish::Wanted).then(Vec::new))
    }

    fn end_no_shorter(
        &mut self,
        aim: Aim,
        solution: &mut Solution,
        certificate: Vec<u8>,
    ) -> Result<(), Error> {
        self.keep(
            (aim, Some(NO_SHORTER)),
            certificate,
            solution.no_shorter.take(),
        );
        Ok(())
    }

    fn discard(&mut self, aim: Aim) {
        self.certificates.retain(|(of, ..)| *of != aim);
    }

    fn row(&mut self, row: &MoveValue) {
        (self.rows)(row);
    }
}

/// The remark on an answer that a certificate has corrected: see [`Solution::corrected`].
#[must_use]
pub fn corrected_text() -> ErrorText {
    error_text!(
        "answer-corrected",
        "the search's disproof was wrong: closing it proved the position; the answer is corrected"
    )
}

fn part_name(part: CertificateKind) -> &'static str {
    match part {
        CertificateKind::Whole => "whole",
        CertificateKind::OfSide => "side",
        CertificateKind::AtLeast => "at-least",
        CertificateKind::AtMost => "at-most",
    }
}
