//! The work of a tab that takes long: checks, searches for positions, bundles and questions.

use std::collections::BTreeMap;
use std::sync::Arc;

use shomei::{Error, Kinds};

use super::reports::{QuestionReporter, ReportTimer};
use super::{CHECK, LIMITS, TabFailure, opened, queue, text};
use crate::bundle::Bundle;
use crate::certificate::Stored;
use crate::opened::{Opened, short};
use crate::questions::{QuestionRequest, Questions};
use crate::texts::{self, InEachLang};

/// A file of an answer.
#[derive(Clone, Debug)]
pub struct AnswerFile {
    /// The claim of the certificate.
    pub name: String,
    /// The moves of the answer's line.
    pub line: Vec<String>,
    /// The content.
    pub bytes: Vec<u8>,
}

/// An answer to a question.
#[derive(Debug)]
pub struct TabAnswer {
    data: String,
    files: Vec<AnswerFile>,
    bundle: Option<Arc<Bundle>>,
}

/// A checked bundle.
#[derive(Clone, Debug)]
pub struct TabBundle {
    /// Its data in each language, as JSON.
    pub data: String,
    /// The file, if it is accepted.
    pub bytes: Option<Vec<u8>>,
}

/// Checks a certificate. Returns the state of the check in each language, as JSON.
///
/// # Errors
///
/// When it is not a certificate, or its game is not known.
pub fn check(
    bytes: Vec<u8>,
    report: impl Fn(&str) + Send + Sync + 'static,
) -> Result<String, TabFailure> {
    let explored = opened(&Arc::new(Kinds::builtin()), &queue(), "", Vec::new(), bytes)?;
    let timer = ReportTimer::new();
    let checked = explored.check_here(move |state| timer.report(&report, state));
    Ok(text(&checked))
}

/// Searches for a position in a certificate. Returns the state of the search in each language, as
/// JSON.
///
/// # Errors
///
/// When it is not a certificate, or the text is not a position of its game.
pub fn find(
    bytes: Vec<u8>,
    position: &str,
    report: impl Fn(&str) + Send + Sync + 'static,
) -> Result<String, TabFailure> {
    let explored = opened(&Arc::new(Kinds::builtin()), &queue(), "", Vec::new(), bytes)?;
    let timer = ReportTimer::new();
    let found = explored.find_here(position, move |state| timer.report(&report, state))?;
    Ok(text(&found))
}

/// Checks a bundle.
///
/// # Errors
///
/// When the results of an accepted bundle cannot be shown.
pub fn check_bundle(name: &str, bytes: Vec<u8>) -> Result<TabBundle, TabFailure> {
    let kinds = Arc::new(Kinds::builtin());
    let stored = Stored::in_memory(bytes);
    let bundle = Bundle::of_file(short(name), stored, kinds, queue());
    checked_bundle(&Arc::new(bundle))
}

/// The certificate of a bundle with this name, which is not checked.
///
/// # Errors
///
/// When it is not a bundle, or has no such certificate.
pub fn certificate_of(bundle: &[u8], name: &str) -> Result<Vec<u8>, TabFailure> {
    let found = shomei::bundles::certificate(std::io::Cursor::new(bundle), name)?;
    found.ok_or_else(TabFailure::missing)
}

/// Answers a question, whose JSON is that of the route. `report` receives events as JSON:
/// `progress` with the numbers, and `row` with a decided move in each language.
///
/// # Errors
///
/// When the question is invalid.
pub fn ask(
    question: &str,
    report: impl Fn(&str) + Send + Sync + 'static,
) -> Result<TabAnswer, TabFailure> {
    let asked = QuestionRequest::read(question.as_bytes())?;
    let kinds = Arc::new(Kinds::builtin());
    let opened = Arc::new(Opened::without_threads(Arc::clone(&kinds), CHECK));
    let questions = Questions::new(kinds, LIMITS, Arc::clone(&opened));
    let reporter = QuestionReporter::new();
    let live = questions.answer_here(&asked, move |live| reporter.report(live, &report))?;
    let answer = match live.ended() {
        Some(Ok(answer)) => answer,
        Some(Err(error)) => return Err(TabFailure::new(error)),
        None => return Err(texts::search_fault().into()),
    };
    let mut files = Vec::new();
    for explored in answer.certificates.iter().filter_map(|id| opened.get(*id)) {
        files.push(AnswerFile {
            name: explored.name().to_string(),
            line: explored.answer_line().to_vec(),
            bytes: explored.stored().content().map_err(Error::run)?,
        });
    }
    Ok(TabAnswer {
        data: text(&InEachLang::of(|lang| answer.data(&opened, lang))),
        files,
        bundle: answer.bundle.and_then(|id| opened.bundle(id).ok()),
    })
}

impl TabAnswer {
    /// The answer in each language, as JSON.
    #[must_use]
    pub fn data(&self) -> &str {
        &self.data
    }

    /// The certificates, in the order of the answer.
    #[must_use]
    pub fn files(&self) -> &[AnswerFile] {
        &self.files
    }

    /// Makes and checks the bundle of all certificates; `None` if there are none.
    ///
    /// # Errors
    ///
    /// When the results of the bundle cannot be shown.
    pub fn bundle(&self) -> Result<Option<TabBundle>, TabFailure> {
        self.bundle.as_ref().map(checked_bundle).transpose()
    }
}

fn checked_bundle(bundle: &Arc<Bundle>) -> Result<TabBundle, TabFailure> {
    bundle.check_here();
    let mut data = BTreeMap::new();
    for &lang in shomei_messages::languages() {
        data.insert(lang.code(), bundle.data(0, lang)?);
    }
    let bytes = bundle.file().map(|stored| stored.content());
    Ok(TabBundle {
        data: text(&data),
        bytes: bytes.transpose().map_err(Error::run)?,
    })
}
