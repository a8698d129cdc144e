//! From a position to an answer, with the certificates in their places.

use std::path::{Path, PathBuf};

use shomei::files::Purpose;
use shomei::questions::{self, CertificateKind, Keep, Kept as Counts, Told};
use shomei::{Aim, AnyPosition, Question};

use super::Request;
use super::delivery::{Delivery, Extra, Ready};
use super::expected::Comparison;
use super::record::Notes;
use crate::failure::{Exit, Failure};

/// The result for one position.
#[derive(Debug)]
pub(super) struct Answered {
    /// What was found.
    pub(super) result: shomei::Answered,
    /// The certificates, that of the question that decided first.
    pub(super) certificates: Vec<Kept>,
    /// What tables and records say of it.
    pub(super) notes: Notes,
    /// What the list says of the position, beside what was found.
    pub(super) comparison: Option<Comparison>,
    /// What went wrong without touching the answer.
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

/// Answers what the request asks about a position. `target` is where the
/// certificate goes.
pub(super) fn answer(
    request: &Request,
    position: &AnyPosition,
    target: Option<&Path>,
) -> Result<Answered, Failure> {
    answer_and(request, position, target, |_, _| Ok(()))
}

/// The same; where no single question has a line of play that keeps the result, one is searched
/// for.
pub(super) fn answer_with_line(
    request: &Request,
    position: &AnyPosition,
    target: Option<&Path>,
) -> Result<Answered, Failure> {
    answer_and(request, position, target, |delivery, result| {
        let line = questions::add_line(delivery, position, result);
        delivery.failed_or(line)
    })
}

fn answer_and(
    request: &Request,
    position: &AnyPosition,
    target: Option<&Path>,
    more: impl FnOnce(&mut Delivery<'_>, &mut questions::Answered) -> Result<(), Failure>,
) -> Result<Answered, Failure> {
    let place = target.map(|target| check_target(request, position, target));
    let mut delivery = Delivery::of(request, place.transpose()?);
    let told = questions::ask(
        &mut delivery,
        position,
        request.question,
        &request.task.wanted,
        Keep::from(target.is_some()),
    );
    let told = delivery.failed_or(told)?;
    let mut answered = Answered::of(request, told, target);
    more(&mut delivery, &mut answered.result)?;
    delivery.finish();
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
    fn of(request: &Request, told: Told<Extra>, target: Option<&Path>) -> Answered {
        let Told {
            answered: mut result,
            kept,
        } = told;
        let problems = std::mem::take(&mut result.problems);
        let mut notes = Notes::default();
        if let Some(others) = &result.others {
            notes.unique = Some(others.verdict().to_string());
            notes.branches = others.branches_in(request.lang);
        }
        let mut answered = Answered {
            result,
            certificates: Vec::new(),
            notes,
            comparison: None,
            problems: Vec::new(),
        };
        for counts in kept {
            answered.take(request, counts, target);
        }
        answered
            .problems
            .extend(problems.into_iter().map(Failure::from));
        answered
    }

    /// Puts the certificate of a question in its place.
    fn take(&mut self, request: &Request, counts: Counts<Extra>, target: Option<&Path>) {
        let Counts { aim, part, extra } = counts;
        self.problems.extend(extra.problems);
        let (Some(Ready { file, summary }), Some(target)) = (extra.certificate, target) else {
            return;
        };
        let target = match part {
            CertificateKind::Whole => target.to_path_buf(),
            CertificateKind::OfSide => {
                with_word(target, request.entry.kind.sides[aim.attacker.index()])
            }
            CertificateKind::AtLeast => with_word(target, AT_LEAST),
            CertificateKind::AtMost => with_word(target, AT_MOST),
        };
        match file.keep_as(&target) {
            Ok(()) => self.certificates.push(Kept {
                aim,
                path: target,
                records: summary.totals.records,
                bytes: summary.bytes,
            }),
            Err(error) => self.problems.push(error.into()),
        }
    }

    /// The certificate of the question that decided.
    pub(super) fn proof(&self) -> Option<&Kept> {
        let decided = |kept: &&Kept| kept.aim == self.result.aim;
        self.certificates.iter().find(decided)
    }

    /// How the command ends for this position.
    pub(super) fn exit(&self) -> Exit {
        let result = match self.result.is_complete() {
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
