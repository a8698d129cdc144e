//! The search for one question: a session that writes its certificates into temporary files.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use shomei::composers::{Composition, ProblemCheck};
use shomei::data::ProblemData;
use shomei::{
    Aim, Answer, AnyPosition, CertificateWish, Error, ErrorKind, Event, MoveValue, SearchSink,
    Session, Solution,
};

use super::Request;
use super::live::{Live, QuestionAnswer};
use crate::certificate::Stored;
use crate::opened::Opened;
use crate::state::MOST_CERTIFICATE;
use crate::texts::ServerMessage;

/// Answers one question.
pub(super) struct Searching {
    session: Session,
    live: Arc<Live>,
}

/// The certificates of the searches, each with its aim.
struct CertificateFiles {
    live: Arc<Live>,
    files: Vec<(Aim, Result<File, Error>)>,
}

impl Searching {
    pub(super) fn new(mut session: Session, live: Arc<Live>) -> Searching {
        session.set_time(Some(live.share().time));
        Searching { session, live }
    }

    /// Searches and reports the result.
    pub(super) fn run(mut self, position: &AnyPosition, request: &Request, opened: &Opened) {
        let live = Arc::clone(&self.live);
        let done = catch_unwind(AssertUnwindSafe(|| self.answer(position, request, opened)));
        // A panic; its message is on standard error.
        let failed = |_| Err(ServerMessage::SearchFault.of_kind(ErrorKind::Run));
        live.end(done.unwrap_or_else(failed));
    }

    fn answer(
        &mut self,
        position: &AnyPosition,
        request: &Request,
        opened: &Opened,
    ) -> Result<QuestionAnswer, Error> {
        let mut sink = CertificateFiles {
            live: Arc::clone(&self.live),
            files: Vec::new(),
        };
        let session = &mut self.session;
        let answered = match request {
            Request::Query(question) => ProblemCheck {
                result: session.ask_with(position, *question, &mut sink)?,
                composition: Composition::default(),
            },
            Request::Problem(attacker, query) => {
                session.check_problem_with(position, *attacker, query, &mut sink)?
            }
        };
        let mut problems: Vec<Error> = Vec::new();
        let mut certificates = Vec::new();
        for decider in &answered.result.deciders {
            let mut files = sink.files.iter();
            let Some(place) = files.position(|(aim, _)| *aim == decider.aim) else {
                continue;
            };
            match sink.files.swap_remove(place).1 {
                Ok(file) => {
                    let stored = Stored::new(file).map_err(Error::run)?;
                    certificates.push(opened.add_answer(stored, &answered.result.line.moves)?);
                }
                Err(error) => problems.push(error),
            }
        }
        let data = self.session.data(&answered.result);
        Ok(QuestionAnswer {
            data: Box::new(ProblemData::of(data, &answered.composition)),
            answered,
            certificates,
            problems,
        })
    }
}

impl SearchSink for CertificateFiles {
    type Certificate = Bounded;

    fn begin(
        &mut self,
        _: &AnyPosition,
        _: Aim,
        wish: CertificateWish,
    ) -> Result<Option<Bounded>, Error> {
        match wish {
            CertificateWish::Wanted => Bounded::new().map(Some).map_err(Error::run),
            CertificateWish::OfMove | CertificateWish::Unwanted => Ok(None),
        }
    }

    fn event(&mut self, event: &Event<'_>) {
        self.live.see(event);
    }

    fn end(
        &mut self,
        _: &AnyPosition,
        aim: Aim,
        solution: &mut Solution,
        certificate: Option<Bounded>,
    ) -> Result<(), Error> {
        self.live.next(solution.report.counters.nodes());
        if solution.report.answer == Answer::Unknown {
            return Ok(());
        }
        match (certificate, solution.certificate.take()) {
            (Some(file), Some(Ok(_))) => self.files.push((aim, Ok(file.finish()?))),
            (_, Some(Err(error))) => self.files.push((aim, Err(error.into()))),
            _ => {}
        }
        Ok(())
    }

    fn discard(&mut self, aim: Aim) {
        self.files.retain(|(of, _)| *of != aim);
    }

    fn row(&mut self, row: &MoveValue) {
        self.live.add_row(row);
    }
}

/// A temporary file without a name and with a maximum length.
struct Bounded {
    file: BufWriter<File>,
    left: u64,
}

impl Bounded {
    fn new() -> io::Result<Bounded> {
        Ok(Bounded {
            file: BufWriter::new(tempfile::tempfile()?),
            left: MOST_CERTIFICATE,
        })
    }

    fn finish(self) -> Result<File, Error> {
        self.file
            .into_inner()
            .map_err(|error| Error::run(error.into_error()))
    }
}

impl Write for Bounded {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let Some(left) = self.left.checked_sub(bytes.len() as u64) else {
            let message = ServerMessage::LongCertificate;
            return Err(io::Error::new(io::ErrorKind::FileTooLarge, message));
        };
        self.left = left;
        self.file.write_all(bytes)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_takes_no_more_than_it_may() {
        let mut file = Bounded::new().unwrap();
        file.left = 5;
        assert_eq!(file.write(b"abc").unwrap(), 3);
        let error = file.write(b"def").unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::FileTooLarge);
        assert_eq!(file.write(b"de").unwrap(), 2);
        assert_eq!(file.finish().unwrap().metadata().unwrap().len(), 5);
    }
}
