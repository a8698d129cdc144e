//! The search for one question: a session that writes its certificates into temporary files.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use shomei::questions::{self, Keep, Proof, Prover};
use shomei::solving::Solution;
use shomei::{
    Aim, Answer, AnyPosition, Error, ErrorKind, Event, Limits, Question, Session, Stop, Wanted,
};

use super::live::{Heard, Live};
use crate::certificate::Stored;
use crate::opened::Opened;
use crate::words::Said;

/// The largest certificate that is kept, in bytes: some hundred million records.
const MOST_BYTES: u64 = 256 << 20;

/// Answers one question.
pub(super) struct Searching {
    session: Session,
    live: Arc<Live>,
    wanted: Wanted,
    limits: Limits,
}

/// What comes with an answer.
#[derive(Debug, Default)]
pub(super) struct Extra {
    certificate: Option<File>,
    problem: Option<Error>,
}

impl Searching {
    pub(super) fn new(session: Session, live: Arc<Live>, wanted: Wanted) -> Searching {
        let limits = Limits {
            time: Some(live.share().time),
            stop: Some(session.stopper().flag()),
            ..Limits::default()
        };
        Searching {
            session,
            limits: limits.started(),
            live,
            wanted,
        }
    }

    /// Searches, and tells what has come of it.
    pub(super) fn run(mut self, position: &AnyPosition, question: Question, opened: &Opened) {
        let live = Arc::clone(&self.live);
        let done = catch_unwind(AssertUnwindSafe(|| self.answer(position, question, opened)));
        // A fault of the program; standard error has it.
        let failed = |_| Err(Said::SearchFault.of_kind(ErrorKind::Run));
        live.end(done.unwrap_or_else(failed));
    }

    fn answer(
        &mut self,
        position: &AnyPosition,
        question: Question,
        opened: &Opened,
    ) -> Result<Heard, Error> {
        let wanted = self.wanted;
        let told = questions::ask(self, position, question, &wanted, Keep::Certificate)?;
        let mut answered = told.answered;
        questions::add_line(self, position, &mut answered)?;
        let mut problems: Vec<Error> = Vec::new();
        let mut certificates = Vec::new();
        for kept in told.kept {
            problems.extend(kept.extra.problem);
            if let Some(file) = kept.extra.certificate {
                let stored = Stored::new(file).map_err(Error::run)?;
                certificates.push(opened.add_answer(stored)?);
            }
        }
        Ok(Heard {
            data: Box::new(self.session.data(&answered)),
            answered,
            certificates,
            problems,
        })
    }
}

impl Prover for Searching {
    type Extra = Extra;

    fn prove(
        &mut self,
        position: &AnyPosition,
        aim: Aim,
        keep: Keep,
    ) -> Result<Proof<Extra>, Error> {
        if let Some(stop) = self.reached() {
            return Ok(Proof {
                solution: Solution::unknown(stop),
                extra: Extra::default(),
            });
        }
        let mut out = keep
            .wants_certificate()
            .then(Bounded::new)
            .transpose()
            .map_err(Error::run)?;
        let live = Arc::clone(&self.live);
        let mut watcher = |event: &Event<'_>| live.see(event);
        self.session.set_limits(self.limits.clone());
        let file = out.as_mut().map(|out| out as &mut dyn Write);
        let mut solution = self.session.solve_with(position, aim, &mut watcher, file)?;
        live.next(solution.report.counters.nodes());
        let mut extra = Extra::default();
        if solution.report.answer != Answer::Unknown {
            match (out, solution.certificate.take()) {
                (Some(out), Some(Ok(_))) => extra.certificate = Some(out.finish()?),
                (_, Some(Err(error))) => extra.problem = Some(error.into()),
                _ => {}
            }
        }
        Ok(Proof { solution, extra })
    }

    fn reached(&self) -> Option<Stop> {
        self.limits.reached()
    }
}

/// A temporary file without a name, of a bounded length.
struct Bounded {
    file: BufWriter<File>,
    left: u64,
}

impl Bounded {
    fn new() -> io::Result<Bounded> {
        Ok(Bounded {
            file: BufWriter::new(tempfile::tempfile()?),
            left: MOST_BYTES,
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
            let said = Said::LongCertificate;
            return Err(io::Error::new(io::ErrorKind::FileTooLarge, said));
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
