//! Keeps the certificates of a query in memory.

use shomei_game::{ErrorText, Side, error_text};
use shomei_search::Event;

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

/// Keeps the certificates of searches in memory, and passes all other events to another sink.
///
/// ```
/// use shomei::{CollectingSink, Kinds, Question, Session, Silent, Watching};
///
/// let game = Kinds::builtin().open("shogi", "")?;
/// let mate = game.position("8k/9/8P/9/9/9/9/9/9 b G 1")?;
/// let mut silent = Silent;
/// let mut watching = Watching(&mut silent);
/// let mut sink = CollectingSink::new(&mut watching, true.into());
/// let result = Session::new(&game)?.ask_with(&mate, Question::MoverWins, &mut sink)?;
/// let (certificates, problems) = sink.finish(&result);
/// assert_eq!((certificates[0].part, problems.len()), ("whole", 0));
/// # Ok::<(), shomei::Error>(())
/// ```
#[derive(Debug)]
pub struct CollectingSink<'a, S> {
    inner: &'a mut S,
    wish: CertificateWish,
    kept: Vec<Collected>,
    is_corrected: bool,
}

/// A certificate, or the reason why it is missing.
#[derive(Debug)]
struct Collected {
    aim: Aim,
    /// `None` if it is about the answer.
    part: Option<&'static str>,
    written: Result<(WrittenCertificate, Vec<u8>), Error>,
}

impl<'a, S> CollectingSink<'a, S> {
    /// Passes events to `inner`. `wish` is the weakest wish for which certificates are kept: with
    /// [`OfMove`](CertificateWish::OfMove) all of them are, with
    /// [`Unwanted`](CertificateWish::Unwanted) none.
    pub fn new(inner: &'a mut S, wish: CertificateWish) -> CollectingSink<'a, S> {
        CollectingSink {
            inner,
            wish,
            kept: Vec::new(),
            is_corrected: false,
        }
    }

    /// All certificates: the last one of each claim, since a search in parts writes better ones with
    /// each part.
    #[must_use]
    pub fn into_certificates(self) -> Vec<Vec<u8>> {
        let written = self.kept.into_iter().filter_map(|kept| kept.written.ok());
        written.map(|(_, bytes)| bytes).collect()
    }

    /// The certificates that prove the result, and problems that did not change it: the reasons why
    /// certificates are missing, and that a certificate has corrected the answer.
    #[must_use]
    pub fn finish(mut self, result: &QueryResult) -> (Vec<CollectedCertificate>, Vec<Error>) {
        let (mut certificates, mut problems) = (Vec::new(), Vec::new());
        for decider in &result.deciders {
            for part in [None, Some(NO_SHORTER)] {
                let mut all = self.kept.iter();
                let Some(place) = all.position(|kept| (kept.aim, kept.part) == (decider.aim, part))
                else {
                    continue;
                };
                match self.kept.swap_remove(place).written {
                    Ok((written, bytes)) => certificates.push(CollectedCertificate {
                        attacker: decider.aim.attacker,
                        part: part.unwrap_or(part_name(decider.part)),
                        records: written.summary.totals.records,
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
        if let Ok(WrittenCertificate { header, .. }) = &written {
            let is_older =
                |kept: &Collected| matches!(&kept.written, Ok((old, _)) if old.header == *header);
            self.kept.retain(|kept| !is_older(kept));
        }
        let written = written.map(|written| (written, bytes));
        self.kept.push(Collected { aim, part, written });
    }
}

impl<S: SearchSink> SearchSink for CollectingSink<'_, S> {
    type Certificate = Vec<u8>;

    fn begin(
        &mut self,
        position: &AnyPosition,
        aim: Aim,
        wish: CertificateWish,
    ) -> Result<Option<Vec<u8>>, Error> {
        self.inner.begin(position, aim, CertificateWish::Unwanted)?;
        let wishes = [CertificateWish::Wanted, self.wish];
        let is_wanted = self.wish != CertificateWish::Unwanted && wishes.contains(&wish);
        Ok(is_wanted.then(Vec::new))
    }

    fn event(&mut self, event: &Event<'_>) {
        self.inner.event(event);
    }

    fn end(
        &mut self,
        position: &AnyPosition,
        aim: Aim,
        solution: &mut Solution,
        certificate: Option<Vec<u8>>,
    ) -> Result<(), Error> {
        self.is_corrected |= solution.corrected;
        if let Some(bytes) = certificate {
            self.keep((aim, None), bytes, solution.certificate.take());
        }
        self.inner.end(position, aim, solution, None)
    }

    fn begin_no_shorter(&mut self, _: &AnyPosition, _: Aim) -> Result<Option<Vec<u8>>, Error> {
        Ok(Some(Vec::new()))
    }

    fn end_no_shorter(
        &mut self,
        aim: Aim,
        solution: &mut Solution,
        certificate: Vec<u8>,
    ) -> Result<(), Error> {
        let part = Some(NO_SHORTER);
        self.keep((aim, part), certificate, solution.no_shorter.take());
        Ok(())
    }

    /// A certificate of a move can be needed for another move with the same aim.
    fn discard(&mut self, aim: Aim) {
        if self.wish == CertificateWish::Wanted {
            self.kept.retain(|kept| kept.aim != aim);
        }
    }

    fn row(&mut self, row: &MoveValue) {
        self.inner.row(row);
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
