//! Answers the question about a position and moves the certificates to their final paths.

use std::path::{Path, PathBuf};

use shomei::bundles::BundleDraft;
use shomei::composers::{Composition, ProblemCheck};
use shomei::files::Purpose;
use shomei::questions::{CertificateKind, Decider};
use shomei::{
    Aim, AnyPosition, Error, ExactLine, Query, QueryResult, Question, SearchSink, Session, Side,
    WinLength,
};

use super::Request;
use super::bundle::{self, Proofs, WrittenBundle};
use super::expected_score::Comparison;
use super::live_rows::LiveRows;
use super::record::Notes;
use super::result_sink::{Ready, ResultSink};
use crate::failure::{Exit, Failure};

/// The result for one position.
#[derive(Debug)]
pub(super) struct Answered {
    /// The answer of the library.
    pub(super) result: QueryResult,
    /// The results of `compose check`.
    pub(super) composition: Composition,
    /// The certificates; the one of the deciding search comes first.
    pub(super) certificates: Vec<StoredCertificate>,
    /// Data about the problem for tables and records.
    pub(super) notes: Notes,
    /// The comparison with the expected values of the list.
    pub(super) comparison: Option<Comparison>,
    /// Failures that do not change the answer.
    pub(super) problems: Vec<Failure>,
}

/// A certificate at its final path.
#[derive(Debug)]
pub(super) struct StoredCertificate {
    /// The claim that the certificate proves.
    pub(super) aim: Aim,
    pub(super) path: PathBuf,
    pub(super) records: u64,
    pub(super) bytes: u64,
    /// The content of a bundle; `None` for a single certificate.
    pub(super) bundled: Option<WrittenBundle>,
}

/// Answers the question of the request.
pub(super) fn answer(
    request: &Request,
    position: &AnyPosition,
    proofs: Proofs<'_>,
    line: ExactLine,
) -> Result<Answered, Failure> {
    answer_with_rows(request, position, proofs, line, LiveRows::none())
}

/// Like [`answer`], and prints each move on the terminal when it is decided.
pub(super) fn answer_with_rows(
    request: &Request,
    position: &AnyPosition,
    proofs: Proofs<'_>,
    line: ExactLine,
    rows: LiveRows,
) -> Result<Answered, Failure> {
    let (mut target, mut bundle) = (None, None);
    match &proofs {
        Proofs::Files(path) => target = Some(check_target(request, position, path)?),
        Proofs::Bundle(path) => {
            bundle = Some((bundle::begin(request, &position.text(), path)?, *path));
        }
        Proofs::Omit | Proofs::Memory(_) => {}
    }
    let path = target.as_ref().map(|(path, _)| *path);
    let mut sink = ResultSink::of(request, target, rows);
    let mut session = sink.session();
    let (checked, draft) = match proofs {
        Proofs::Omit | Proofs::Files(_) => {
            let found = find(request, &mut session, position, &mut sink);
            (sink.failed_or(found)?, None)
        }
        Proofs::Bundle(_) | Proofs::Memory(_) => {
            let found = find_for_bundle(request, &mut session, position, &mut sink);
            let (checked, draft) = sink.failed_or(found)?;
            (checked, Some(draft))
        }
    };
    let ProblemCheck {
        result,
        composition,
    } = checked;
    if request.check || draft.is_some() {
        // The check uses the memory of the search.
        session.forget();
    }
    let mut answered = Answered::of(request, result, composition, &mut sink, path);
    match (draft, bundle, proofs) {
        (Some(draft), Some(file), _) => {
            let (aim, limits) = (answered.result.aim, sink.limits().clone());
            match bundle::finish(request, &limits, file, draft, aim) {
                Ok((stored, problem)) => {
                    answered.certificates.push(stored);
                    answered.problems.extend(problem);
                }
                Err(failure) => answered.problems.push(failure),
            }
        }
        (Some(draft), None, Proofs::Memory(all)) => all.extend(draft.certificates),
        _ => {}
    }
    if line == ExactLine::Search && request.composition.is_none() {
        let line = session.add_line(position, &mut answered.result, &mut sink);
        sink.failed_or(line)?;
    }
    answered.problems.extend(sink.problems());
    if let Some(warm_session) = &request.warm_session {
        warm_session.keep(session);
    }
    Ok(answered)
}

/// The query about one position. Its line is searched after the certificates have their names.
pub(super) fn query_of(request: &Request) -> Query {
    let composition = request.composition.as_ref();
    Query {
        question: request.question,
        length: composition.map_or(request.length, |query| query.length),
        line: ExactLine::Omit,
    }
}

/// Asks the question of the request.
fn find<S: SearchSink>(
    request: &Request,
    session: &mut Session,
    position: &AnyPosition,
    sink: &mut S,
) -> Result<ProblemCheck, Error> {
    if let Some(query) = &request.composition {
        return session.check_problem_with(position, attacker_of(request), query, sink);
    }
    Ok(ProblemCheck {
        result: session.ask_with(position, query_of(request), sink)?,
        composition: Composition::default(),
    })
}

/// Asks the question of the request, and returns the bundle of the answer.
fn find_for_bundle<S: SearchSink>(
    request: &Request,
    session: &mut Session,
    position: &AnyPosition,
    sink: &mut S,
) -> Result<(ProblemCheck, BundleDraft), Error> {
    if let Some(query) = &request.composition {
        return session.check_problem_for_bundle(position, attacker_of(request), query, sink);
    }
    let (result, draft) = session.ask_for_bundle(position, query_of(request), sink)?;
    let composition = Composition::default();
    Ok((
        ProblemCheck {
            result,
            composition,
        },
        draft,
    ))
}

/// The attacker that the request names.
fn attacker_of(request: &Request) -> Option<Side> {
    match request.question {
        Question::Win(attacker) => Some(attacker),
        _ => None,
    }
}

/// Checks before the search that the certificates replace no other files. Returns the path and the
/// purpose of the certificates.
pub(super) fn check_target<'a>(
    request: &Request,
    position: &AnyPosition,
    target: &'a Path,
) -> Result<(&'a Path, Purpose), Failure> {
    let (game, root, rules) = (request.kind.name, position.text(), request.game.rules());
    // A score has its own rules.
    let (suffixes, rules) = match request.question {
        Question::Value => (request.kind.sides, Some(rules.as_str())),
        Question::Score | Question::MoveScores => ([AT_LEAST, AT_MOST], None),
        _ => (["", ""], Some(rules.as_str())),
    };
    let suffixes = suffixes.into_iter().filter(|suffix| !suffix.is_empty());
    let no_shorter = (request.length == WinLength::Shortest).then_some(NO_SHORTER);
    let others = suffixes
        .chain(no_shorter)
        .map(|suffix| with_suffix(target, suffix));
    let purpose = Purpose::certificate(game, rules, &root);
    for path in others.chain([target.to_path_buf()]) {
        request.guard.check(&path, &purpose)?;
    }
    Ok((target, purpose))
}

/// The path of the certificate of a deciding search.
fn path_of(request: &Request, target: &Path, decider: &Decider) -> PathBuf {
    match decider.part {
        CertificateKind::Whole => target.to_path_buf(),
        CertificateKind::OfSide => {
            let attacker = decider.aim.attacker;
            with_suffix(target, request.kind.sides[attacker.index()])
        }
        CertificateKind::AtLeast => with_suffix(target, AT_LEAST),
        CertificateKind::AtMost => with_suffix(target, AT_MOST),
    }
}

/// The words that distinguish the two certificates of a score.
const AT_LEAST: &str = "at-least";
const AT_MOST: &str = "at-most";

/// The word in the name of a certificate that no win is shorter.
const NO_SHORTER: &str = "no-shorter";

/// Changes `x.proof` to `x.black.proof`.
pub(super) fn with_suffix(path: &Path, suffix: &str) -> PathBuf {
    match path.extension() {
        Some(extension) => {
            let mut end = std::ffi::OsString::from(suffix);
            end.push(".");
            end.push(extension);
            path.with_extension(end)
        }
        None => path.with_extension(suffix),
    }
}

impl Answered {
    /// Builds the result and moves the certificates to their paths.
    fn of(
        request: &Request,
        result: QueryResult,
        mut composition: Composition,
        sink: &mut ResultSink<'_>,
        target: Option<&Path>,
    ) -> Answered {
        let mut notes = Notes::default();
        if let Some(others) = &composition.others {
            notes.branches = others.branches_in(request.lang);
        }
        let mut certificates = Vec::new();
        let mut problems = Vec::new();
        for decider in &result.deciders {
            let Some(target) = target else {
                continue;
            };
            let path = path_of(request, target, decider);
            let no_shorter = with_suffix(&path, NO_SHORTER);
            let ready = [
                (sink.certificate(decider.aim), path),
                (sink.no_shorter(decider.aim), no_shorter),
            ];
            for (ready, path) in ready {
                let Some(Ready { file, summary, .. }) = ready else {
                    continue;
                };
                match file.keep_as(&path) {
                    Ok(()) => certificates.push(StoredCertificate {
                        aim: decider.aim,
                        path,
                        records: summary.totals.records,
                        bytes: summary.bytes,
                        bundled: None,
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

    /// The certificate of the deciding question.
    pub(super) fn proof(&self) -> Option<&StoredCertificate> {
        let decided = |certificate: &&StoredCertificate| certificate.aim == self.result.aim;
        self.certificates.iter().find(decided)
    }

    /// The exit code for this position.
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
    fn the_suffix_goes_before_the_extension() {
        let name = |path: &str| with_suffix(Path::new(path), "black");
        assert_eq!(name("a/x.proof"), Path::new("a/x.black.proof"));
        assert_eq!(name("a.b/x"), Path::new("a.b/x.black"));
    }
}
