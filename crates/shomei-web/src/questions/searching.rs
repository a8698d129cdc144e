//! The search for one question: a session that writes its certificates into temporary files.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use serde_json::json;
use shomei::composers::{Composition, ProblemCheck};
use shomei::data::{MoveData, ProblemData};
use shomei::messages::why_over_in;
use shomei::{
    Aim, Answer, AnyPosition, CertificateWish, Error, ErrorKind, Event, MoveValue, SearchSink,
    Session, Solution,
};

use super::Request;
use super::live::{Live, QuestionAnswer, ShownAnswer};
use crate::boards::unless_failed;
use crate::certificate::Stored;
use crate::names;
use crate::opened::Opened;
use crate::state::{InEachLang, MOST_CERTIFICATE};
use crate::texts::{self, ServerMessage};

/// Answers one question.
pub(super) struct Searching {
    session: Session,
    live: Arc<Live>,
}

/// The certificates of the searches, each with its aim.
struct CertificateFiles<'a> {
    live: &'a Live,
    position: &'a AnyPosition,
    files: Vec<(Aim, Result<File, Error>)>,
}

impl Searching {
    pub(super) fn new(mut session: Session, live: Arc<Live>) -> Searching {
        session.set_time(Some(live.share().time));
        Searching { session, live }
    }

    /// Searches and reports the result.
    pub(super) fn run(mut self, position: AnyPosition, request: &Request, opened: &Opened) {
        let live = Arc::clone(&self.live);
        let done = catch_unwind(AssertUnwindSafe(|| self.answer(&position, request, opened)));
        // A panic; its message is on standard error.
        let failed = |_| Err(ServerMessage::SearchFault.of_kind(ErrorKind::Run));
        // An answered question has no table, and no positions that a game of the user caches.
        drop((self, position));
        live.end(done.unwrap_or_else(failed));
    }

    fn answer(
        &mut self,
        position: &AnyPosition,
        request: &Request,
        opened: &Opened,
    ) -> Result<QuestionAnswer, Error> {
        let mut sink = CertificateFiles {
            live: &self.live,
            position,
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
        let mut problems = Vec::new();
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
        let shown = self.shown(position, &answered);
        problems.splice(..0, answered.composition.problems);
        let answer = QuestionAnswer {
            shown,
            certificates,
            problems,
        };
        unless_failed(position.game(), Ok(answer))
    }

    /// The answer for the page. It is made here because its names of moves may need calls of a
    /// game of the user, which can take long.
    fn shown(&self, position: &AnyPosition, answered: &ProblemCheck) -> InEachLang<ShownAnswer> {
        let result = &answered.result;
        let data = ProblemData::of(self.session.data(result), &answered.composition);
        let data = json!(data);
        let asked = position.for_attacker(result.aim.attacker);
        InEachLang::of(|lang| {
            let mut data = data.clone();
            if let Some(why) = &result.why_over {
                data["over"] = json!(why_over_in(why, lang));
            }
            names::put(&mut data, &asked, lang);
            let words = texts::answer(position, answered, lang);
            ShownAnswer { data, words }
        })
    }
}

impl SearchSink for CertificateFiles<'_> {
    type Certificate = Bounded;

    fn begin(
        &mut self,
        _: &AnyPosition,
        _: Aim,
        wish: CertificateWish,
    ) -> Result<Option<Bounded>, Error> {
        match wish {
            CertificateWish::Wanted => Bounded::new().map(Some).map_err(Error::run),
            CertificateWish::Unwanted => Ok(None),
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
        let data = json!(MoveData::of(row));
        self.live.add_row(InEachLang::of(|lang| {
            let mut row = data.clone();
            names::put_move(&mut row, self.position, lang);
            row
        }));
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
