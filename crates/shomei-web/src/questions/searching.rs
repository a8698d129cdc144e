//! The search for one question: a session that writes its certificates into temporary files.

use std::io::{self, BufWriter, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use serde_json::json;
use shomei::bundles::Manifest;
use shomei::composers::{Composition, ProblemCheck};
use shomei::data::{MoveData, ProblemData};
use shomei::game::error_text;
use shomei::messages::why_over_in;
use shomei::{
    Aim, Answer, AnyPosition, CertificateWish, Error, Event, ExactLine, MoveValue, Query, Question,
    SearchSink, Session, Solution, WinLength, corrected_text,
};
use web_time::Instant;

use super::Request;
use super::live::{Live, QuestionAnswer, ShownAnswer};
use crate::about::MOST_CERTIFICATE;
use crate::bundle::PartWriter;
use crate::certificate::{Scratch, Stored};
use crate::names;
use crate::opened::Opened;
use crate::texts::{self, InEachLang};

/// Answers one question.
pub(super) struct Searching {
    session: Session,
    live: Arc<Live>,
}

/// The certificates of the searches, each with its aim.
struct CertificateFiles<'a> {
    live: &'a Live,
    position: &'a AnyPosition,
    files: Vec<(Aim, Result<Stored, Error>)>,
    /// All certificates, for a bundle.
    parts: PartWriter,
    /// Whether a certificate has shown that the search was wrong.
    is_corrected: bool,
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
        let failed = |_| Err(texts::search_fault());
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
            parts: PartWriter::default(),
            is_corrected: false,
        };
        let began = Instant::now();
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
        let shown = shown(session, position, &answered);
        let left = self.live.share().time.saturating_sub(began.elapsed());
        session.set_time(Some(left));
        // Without its bundle the answer is still an answer.
        let manifest = manifest(session, position, request, &answered, &mut sink);
        let CertificateFiles {
            mut files,
            parts,
            is_corrected,
            ..
        } = sink;
        let ProblemCheck {
            result,
            composition,
        } = answered;
        let mut problems = composition.problems;
        problems.extend(is_corrected.then(|| Error::run(corrected_text())));
        let mut certificates = Vec::new();
        for decider in &result.deciders {
            let Some(place) = files.iter().position(|(aim, _)| *aim == decider.aim) else {
                continue;
            };
            let (_, file) = files.swap_remove(place);
            // Without its certificate the answer is still an answer.
            match file.and_then(|file| keep(file, &result.line.moves, opened)) {
                Ok(id) => certificates.push(id),
                Err(error) => problems.push(error),
            }
        }
        let bundle = manifest
            .and_then(|manifest| parts.finish(manifest))
            .map(|parts| parts.map(|parts| opened.add_parts(parts)));
        let bundle = bundle.unwrap_or_else(|error| {
            problems.push(not_kept(error));
            None
        });
        let answer = QuestionAnswer {
            shown,
            certificates,
            bundle,
            problems,
        };
        position.game().unless_failed(Ok(answer))
    }
}

/// The answer for the page. It is made here because its names of moves may need calls of a
/// game of the user, which can take long.
fn shown(
    session: &Session,
    position: &AnyPosition,
    answered: &ProblemCheck,
) -> InEachLang<ShownAnswer> {
    let result = &answered.result;
    let data = ProblemData::of(session.data(result), &answered.composition);
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

/// The question of the bundle of an answer. If it is whether a solution is the only one, the
/// certificates of the other moves are searched.
fn manifest(
    session: &mut Session,
    position: &AnyPosition,
    request: &Request,
    answered: &ProblemCheck,
    sink: &mut CertificateFiles<'_>,
) -> Result<Manifest, Error> {
    let (question, length) = match request {
        Request::Query(question) => (*question, WinLength::Any),
        Request::Problem(_, query) if query.others.is_some() => {
            return session.certify_solution(position, answered, sink);
        }
        Request::Problem(attacker, _) => {
            let side = attacker.unwrap_or_else(|| position.attacker());
            (Question::Win(side), WinLength::Shortest)
        }
    };
    let query = Query {
        question,
        length,
        line: ExactLine::Omit,
    };
    Ok(Manifest::of_position(position, query))
}

/// Opens the certificate of an answer with this line, and returns its number.
fn keep(stored: Stored, line: &[String], opened: &Opened) -> Result<u64, Error> {
    opened.add_answer(stored, line).map_err(not_kept)
}

/// The error of a certificate that cannot be written or opened.
fn not_kept(why: Error) -> Error {
    why.context(error_text!(
        "certificate-unkept",
        "the certificate of the answer cannot be kept"
    ))
}

impl SearchSink for CertificateFiles<'_> {
    type Certificate = Bounded;

    fn begin(
        &mut self,
        _: &AnyPosition,
        aim: Aim,
        wish: CertificateWish,
    ) -> Result<Option<Bounded>, Error> {
        if wish == CertificateWish::Unwanted {
            return Ok(None);
        }
        match Bounded::new(wish) {
            Ok(file) => Ok(Some(file)),
            Err(_) if wish == CertificateWish::OfMove => Ok(None),
            Err(error) => {
                let folder = std::env::temp_dir();
                let error = Error::run(error).context(folder.display().to_string());
                self.files.push((aim, Err(not_kept(error))));
                Ok(None)
            }
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
        self.is_corrected |= solution.corrected;
        if solution.report.answer == Answer::Unknown {
            return Ok(());
        }
        let Some(certificate) = certificate else {
            return Ok(());
        };
        let wish = certificate.wish;
        let file = match solution.certificate.take() {
            Some(Ok(written)) => certificate.finish().inspect(|file| {
                self.parts.add(written.header, file);
            }),
            Some(Err(_)) if certificate.is_full => Err(Error::input(texts::certificate_too_long())),
            Some(Err(error)) => Err(error),
            None => return Ok(()),
        };
        if wish == CertificateWish::Wanted {
            self.files.push((aim, file));
        }
        Ok(())
    }

    fn begin_no_shorter(&mut self, _: &AnyPosition, _: Aim) -> Result<Option<Bounded>, Error> {
        // Without it the bundle lacks a certificate, and the answer is the same.
        Ok(Bounded::new(CertificateWish::OfMove).ok())
    }

    fn end_no_shorter(
        &mut self,
        _: Aim,
        solution: &mut Solution,
        certificate: Bounded,
    ) -> Result<(), Error> {
        if let Some(Ok(written)) = solution.no_shorter.take()
            && let Ok(file) = certificate.finish()
        {
            self.parts.add(written.header, &file);
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
    file: BufWriter<Scratch>,
    left: u64,
    /// Whether a certificate was longer.
    is_full: bool,
    wish: CertificateWish,
}

impl Bounded {
    fn new(wish: CertificateWish) -> io::Result<Bounded> {
        Ok(Bounded {
            wish,
            file: BufWriter::new(Scratch::new()?),
            left: MOST_CERTIFICATE,
            is_full: false,
        })
    }

    fn finish(self) -> Result<Stored, Error> {
        let file = self.file.into_inner();
        let stored = file
            .map_err(io::IntoInnerError::into_error)
            .and_then(Scratch::store);
        stored.map_err(|error| not_kept(Error::run(error)))
    }
}

impl Write for Bounded {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let Some(left) = self.left.checked_sub(bytes.len() as u64) else {
            self.is_full = true;
            return Err(io::ErrorKind::FileTooLarge.into());
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
    use crate::certificate::CheckBudget;
    use crate::texts::Lang;
    use shomei::{ErrorKind, Kinds};

    #[test]
    fn a_certificate_that_does_not_open_names_the_reason() {
        let opened = Opened::new(Arc::new(Kinds::builtin()), CheckBudget::default());
        let error = keep(Stored::in_memory(Vec::new()), &[], &opened).unwrap_err();
        let [en, ja] = [Lang::EN, Lang::JA].map(|lang| texts::error_text(&error, lang));
        let begins = "the certificate of the answer cannot be kept: ";
        assert!(en.starts_with(begins) && en.len() > begins.len(), "{en}");
        assert_ne!(en, ja);
        assert_eq!(error.kind(), ErrorKind::Input);
    }

    #[test]
    fn a_file_takes_no_more_than_it_may() {
        let mut file = Bounded::new(CertificateWish::Wanted).unwrap();
        file.left = 5;
        assert_eq!(file.write(b"abc").unwrap(), 3);
        let error = file.write(b"def").unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::FileTooLarge);
        assert_eq!(file.write(b"de").unwrap(), 2);
        assert_eq!(file.finish().unwrap().bytes(), 5);
    }
}
