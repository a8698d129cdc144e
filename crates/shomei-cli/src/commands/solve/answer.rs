//! From a position to an answer, with the certificates in their places.

use std::path::{Path, PathBuf};

use shomei::composers::Composition;
use shomei::files::Purpose;
use shomei::questions::{CertificateKind, Decider};
use shomei::{Aim, AnyPosition, ExactLine, Query, QueryResult, Question};

use super::Request;
use super::delivery::{Delivery, Ready};
use super::expected::Comparison;
use super::record::Notes;
use crate::failure::{Exit, Failure};

/// The result for one position.
#[derive(Debug)]
pub(super) struct Answered {
    /// What was found.
    pub(super) result: QueryResult,
    /// What was found for the composer of a problem.
    pub(super) composition: Composition,
    /// The certificates, that of the search that decides first.
    pub(super) certificates: Vec<Kept>,
    /// What tables and records say of it.
    pub(super) notes: Notes,
    /// What the list says of the position, beside what was found.
    pub(super) comparison: Option<Comparison>,
    /// What failed without touching the answer.
    pub(super) problems: Vec<Failure>,
}

/// A certificate that is in its place.
#[derive(Debug)]
pub(super) struct Kept {
    /// What the certificate is about.
    pub(super) aim: Aim,
    pub(super) path: PathBuf,
    pub(super) records: u64,
    pub(super) bytes: u64,
}

/// Answers what the request asks about a position. `target` is where the certificate goes.
pub(super) fn answer(
    request: &Request,
    position: &AnyPosition,
    target: Option<&Path>,
    line: ExactLine,
) -> Result<Answered, Failure> {
    let place = target.map(|target| check_target(request, position, target));
    let mut delivery = Delivery::of(request, place.transpose()?);
    let mut session = delivery.session();
    let found = match &request.composition {
        Some(query) => {
            let attacker = match request.question {
                Question::Win(attacker) => Some(attacker),
                _ => None,
            };
            let checked = session.check_problem_with(position, attacker, query, &mut delivery);
            checked.map(|checked| (checked.result, checked.composition))
        }
        None => {
            let query = Query {
                question: request.question,
                length: request.length,
                // It comes when the certificates have their names.
                line: ExactLine::Omit,
            };
            let result = session.ask_with(position, query, &mut delivery);
            result.map(|result| (result, Composition::default()))
        }
    };
    let (result, composition) = delivery.failed_or(found)?;
    if request.check {
        // The check has the memory of the search.
        session.forget();
    }
    let mut answered = Answered::of(request, result, composition, &mut delivery, target);
    if line == ExactLine::Search && request.composition.is_none() {
        let line = session.add_line(position, &mut answered.result, &mut delivery);
        delivery.failed_or(line)?;
    }
    answered.problems.extend(delivery.problems());
    if let Some(warmth) = &request.warmth {
        warmth.keep(session);
    }
    Ok(answered)
}

/// Refuses to write certificates over what is none of this position, before the
/// search. The place of the certificates, and what they are.
pub(super) fn check_target<'a>(
    request: &Request,
    position: &AnyPosition,
    target: &'a Path,
) -> Result<(&'a Path, Purpose), Failure> {
    let (game, root, rules) = (
        request.entry.kind.name,
        position.text(),
        request.game.rules(),
    );
    // A score asks under rules of its own.
    let (words, rules) = match request.question {
        Question::Value => (request.entry.kind.sides, Some(rules.as_str())),
        Question::Score | Question::MoveScores => ([AT_LEAST, AT_MOST], None),
        _ => (["", ""], Some(rules.as_str())),
    };
    let words = words.into_iter().filter(|word| !word.is_empty());
    let others = words.map(|word| with_word(target, word));
    let purpose = Purpose::certificate(game, rules, &root);
    for path in others.chain([target.to_path_buf()]) {
        request.guard.check(&path, &purpose)?;
    }
    Ok((target, purpose))
}

/// The place of the certificate of a search that decides.
fn path_of(request: &Request, target: &Path, decider: &Decider) -> PathBuf {
    match decider.part {
        CertificateKind::Whole => target.to_path_buf(),
        CertificateKind::OfSide => {
            let attacker = decider.aim.attacker;
            with_word(target, request.entry.kind.sides[attacker.index()])
        }
        CertificateKind::AtLeast => with_word(target, AT_LEAST),
        CertificateKind::AtMost => with_word(target, AT_MOST),
    }
}

/// What the names of the certificates of a score have in them.
const AT_LEAST: &str = "at-least";
const AT_MOST: &str = "at-most";

/// `x.proof` becomes `x.black.proof`.
pub(super) fn with_word(path: &Path, word: &str) -> PathBuf {
    match path.extension() {
        Some(extension) => {
            let mut end = std::ffi::OsString::from(word);
            end.push(".");
            end.push(extension);
            path.with_extension(end)
        }
        None => path.with_extension(word),
    }
}

impl Answered {
    /// An answer, with its certificates put in their places.
    fn of(
        request: &Request,
        result: QueryResult,
        mut composition: Composition,
        delivery: &mut Delivery<'_>,
        target: Option<&Path>,
    ) -> Answered {
        let mut notes = Notes::default();
        if let Some(others) = &composition.others {
            notes.unique = Some(others.verdict().to_string());
            notes.branches = others.branches_in(request.lang);
        }
        let mut certificates = Vec::new();
        let mut problems = Vec::new();
        for decider in &result.deciders {
            let ready = delivery.certificate(decider.aim);
            if let (Some(Ready { file, summary, .. }), Some(target)) = (ready, target) {
                let path = path_of(request, target, decider);
                match file.keep_as(&path) {
                    Ok(()) => certificates.push(Kept {
                        aim: decider.aim,
                        path,
                        records: summary.totals.records,
                        bytes: summary.bytes,
                    }),
                    Err(error) => problems.push(error.into()),
                }
            }
        }
        let more = std::mem::take(&mut composition.problems);
        problems.extend(more.into_iter().map(Failure::from));
        Answered {
            result,
            composition,
            certificates,
            notes,
            comparison: None,
            problems,
        }
    }

    /// The certificate of the question that decided.
    pub(super) fn proof(&self) -> Option<&Kept> {
        let decided = |kept: &&Kept| kept.aim == self.result.aim;
        self.certificates.iter().find(decided)
    }

    /// How the command ends for this position.
    pub(super) fn exit(&self) -> Exit {
        let is_complete = self.result.is_complete() && self.composition.is_complete();
        let result = match is_complete {
            true => Exit::Done,
            false => Exit::Unknown,
        };
        let problems = self.problems.iter().map(Failure::exit);
        Exit::of(&problems.chain([result]).collect::<Vec<_>>())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_word_goes_before_the_extension() {
        let name = |path: &str| with_word(Path::new(path), "black");
        assert_eq!(name("a/x.proof"), Path::new("a/x.black.proof"));
        assert_eq!(name("a.b/x"), Path::new("a.b/x.black"));
    }
}
