//! A certificate in the explorer: its file, check, tables and the walk of its reader.
//!
//! Records are loaded on demand. The position of a record is computed by playing the moves of its
//! path. The check keeps the positions of records that are referenced and not yet read; after it, a
//! table takes 16 bytes per record. One [`WorkQueue`] makes the checks and tables of all
//! certificates one after the other, within the memory of [`CheckBudget`].

mod check;
mod export;
mod find;
mod here;
mod line;
mod path;
mod related;
#[cfg(test)]
pub(crate) mod samples;
mod stored;
mod tables;
mod view;
mod walk;
mod work;
mod work_queue;

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use serde::Serialize;
use shomei::certificates::Certificate;
use shomei::game::error_text;
use shomei::proof::{Header, Totals};
use shomei::{Error, Kinds};
use web_time::Instant;

use crate::texts::{self, InEachLang, Lang};
use check::Checking;
use walk::Walk;
use work::TableState;

pub use check::{CheckBudget, CheckData, CheckState};
pub use export::Exported;
pub(crate) use export::{Form, Holds, forms};
pub use find::FindData;
pub use line::PathData;
pub use path::Path;
pub use related::{ParentData, ParentsData};
pub(crate) use stored::Scratch;
pub use stored::{Part, Stored};
pub use view::{AnswerData, LineData, MoveData, NodeData, SizeData, Wish};
pub use work::Wanted;
pub(crate) use work_queue::Work;
pub use work_queue::WorkQueue;

/// Work on a certificate stops if no page has requested it for this time. Browsers allow hidden
/// pages one request a minute.
pub(crate) const PATIENCE: Duration = Duration::from_secs(150);

/// A certificate in the explorer.
#[derive(Debug)]
pub struct Explored {
    /// The name of its file, or the question that it answers.
    name: String,
    kinds: Arc<Kinds>,
    /// The moves of the answer's line; empty if there is none.
    line: Vec<String>,
    /// The claim as a sentence.
    claims: InEachLang,
    header: Header,
    /// The numbers of records and moves, as stated in the file.
    totals: Totals,
    stored: Stored,
    /// The walk of the reader. It is dropped after some time without a request, since a game of the
    /// user caches its positions.
    walk: Mutex<Option<Walk>>,
    checking: Checking,
    table_state: Mutex<TableState>,
    queue: Arc<WorkQueue>,
    wanted: Wanted,
    /// The time of the last request for this certificate.
    asked: Mutex<Instant>,
    /// Set to stop all work on this certificate.
    stop: AtomicBool,
}

/// A certificate as JSON data.
#[derive(Clone, Debug, Serialize)]
pub struct CertificateData {
    /// The number of the certificate in the server.
    pub id: String,
    /// The name of the certificate.
    pub name: String,
    /// The game.
    pub game: String,
    /// The rules in the notation of the game.
    pub rules: String,
    /// The claim as an English sentence, such as "Black can force a win".
    pub goal: String,
    /// The side that must reach the goal.
    pub attacker: String,
    /// `proved` or `disproved`.
    pub claim: String,
    /// The number of plies of the claim; null for any number.
    pub plies: Option<u16>,
    /// The claim as a sentence.
    pub words: String,
    /// The root position.
    pub position: String,
    /// The number of records, as stated in the file.
    pub records: u64,
    /// The number of moves in all records.
    pub moves: u64,
    /// The number of moves that lead to finished positions.
    pub terminals: u64,
    /// The number of re-solved leaves: records whose position the checker solves by search.
    pub resolved: u64,
    /// The length of the file in bytes.
    pub bytes: u64,
    /// The state of the check.
    pub check: CheckData,
    /// `making`, `ready` or `failed`.
    pub sizes: &'static str,
}

impl Explored {
    /// Opens a certificate without checking it: see [`Explored::begin`]. `queue` makes its check
    /// and its tables. An empty name means the claim.
    ///
    /// # Errors
    ///
    /// Those of [`Certificate::open`].
    pub fn open(
        name: &str,
        kinds: Arc<Kinds>,
        stored: Stored,
        queue: &Arc<WorkQueue>,
        wanted: Wanted,
    ) -> Result<Explored, Error> {
        let certificate = Certificate::open(&kinds, stored.reader())?;
        let (game, header) = (certificate.game(), certificate.header());
        let attacker = certificate.attacker();
        let claims = InEachLang::of(|lang| texts::claim(game, header, attacker, lang));
        let name = match (name, claims.get(Lang::EN)) {
            ("", Some(claim)) => claim,
            _ => name,
        };
        let totals = certificate.totals();
        Ok(Explored {
            name: name.to_string(),
            kinds,
            line: Vec::new(),
            header: header.clone(),
            claims,
            checking: Checking::new(stored.bytes(), totals.records),
            stored,
            totals,
            walk: Mutex::default(),
            table_state: Mutex::new(TableState::Empty),
            queue: Arc::clone(queue),
            wanted,
            asked: Mutex::new(Instant::now()),
            stop: AtomicBool::new(false),
        })
    }

    /// Sets the line of the answer, with which the main line of the certificate begins.
    pub(crate) fn with_line(self, line: Vec<String>) -> Explored {
        Explored { line, ..self }
    }

    /// Stops the check and all other work.
    pub fn end(&self) {
        self.stop.store(true, Ordering::Relaxed);
        self.queue.findings().stop(&self.stored);
    }

    /// The name of the certificate.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The length of the file in bytes.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.stored.bytes()
    }

    /// The state of the check. The call counts as a request, so the check continues.
    #[must_use]
    pub fn check(self: &Arc<Self>, lang: Lang) -> CheckData {
        self.ask();
        let found = self.checking.look(lang);
        match self.stored.has_changed() {
            true => CheckData {
                state: CheckState::Unfinished,
                reason: Some(changed().text_in(lang)),
                can_repeat: false,
                ..found
            },
            false => found,
        }
    }

    /// Begins an unfinished check again, for example after an error in a game of the user was
    /// corrected. Has no effect on other checks. Returns the state of the check.
    #[must_use]
    pub fn check_again(self: &Arc<Self>, lang: Lang) -> CheckData {
        if self.checking.begin_again() {
            self.try_tables_again();
        }
        self.check(lang)
    }

    /// The claim as a sentence.
    #[must_use]
    pub fn claim(&self, lang: Lang) -> &str {
        self.claims.get(lang).map_or("", String::as_str)
    }

    /// The header of the certificate and the state of its check.
    #[must_use]
    pub fn data(self: &Arc<Self>, id: u64, lang: Lang) -> CertificateData {
        let check = self.check(lang);
        let (header, totals) = (&self.header, self.totals);
        CertificateData {
            id: id.to_string(),
            name: self.name.clone(),
            game: header.game.clone(),
            rules: header.rules.clone(),
            goal: self.claim(Lang::EN).to_string(),
            attacker: header.attacker.clone(),
            claim: header.claim.to_string(),
            plies: header.plies,
            words: self.claim(lang).to_string(),
            position: header.root.clone(),
            records: totals.records,
            moves: totals.edges,
            terminals: totals.terminals,
            resolved: totals.resolved,
            bytes: self.stored.bytes(),
            check,
            sizes: self.sizes(),
        }
    }

    /// The node at the end of a path.
    ///
    /// # Errors
    ///
    /// When the path does not exist in the certificate, or a record cannot be read.
    pub fn node(self: &Arc<Self>, path: &Path, wish: Wish) -> Result<NodeData, Error> {
        self.ask();
        if self.stored.has_changed() {
            return Err(changed());
        }
        self.with_walk(|walk| {
            walk.go(path)?;
            view::look(walk, self.tables().as_deref(), wish)
        })
    }

    /// Extends the path to the end of its line.
    ///
    /// # Errors
    ///
    /// Those of [`Explored::node`].
    pub fn line(self: &Arc<Self>, path: &Path) -> Result<PathData, Error> {
        self.ask();
        self.with_walk(|walk| line::extend(walk, self.tables().as_deref(), path, &self.line))
    }

    /// The moves that lead to the record with this number, as far as they are found within a time
    /// limit of some seconds.
    ///
    /// # Errors
    ///
    /// When a record cannot be read, or `stop` is set.
    pub fn parents(
        &self,
        number: u64,
        lang: Lang,
        stop: &AtomicBool,
    ) -> Result<ParentsData, Error> {
        let certificate = Certificate::open(&self.kinds, self.stored.reader())?;
        // A separate walk, so that the walk of the reader keeps its position.
        let mut walk = Walk::new(certificate);
        let found = related::parents(&self.stored, &mut walk, (number, lang), stop);
        walk.certificate().game().unless_failed(found)
    }

    /// Starts a search for a position in any notation of the game, or returns the state of a
    /// running one.
    ///
    /// # Errors
    ///
    /// When the text is not a position of the game, or too many searches are running.
    pub fn find(self: &Arc<Self>, text: &str, lang: Lang) -> Result<FindData, Error> {
        self.ask();
        let wanted = self.wanted_position(text)?;
        let findings = self.queue.findings();
        let (finding, is_new) = findings.about(&self.stored, &wanted, self.totals.records)?;
        if !is_new {
            return Ok(finding.look(lang));
        }
        let (kinds, stored) = (Arc::clone(&self.kinds), self.stored.clone());
        let searching = Arc::clone(&finding);
        let builder = thread::Builder::new().name("find".to_string());
        let begun = builder.spawn(move || {
            searching.run(&stored, &|| Certificate::open(&kinds, stored.reader()));
        });
        if let Err(error) = begun {
            finding.fail(Error::run(error));
        }
        Ok(finding.look(lang))
    }

    /// A position of the game as it is compared: without its history.
    fn wanted_position(&self, text: &str) -> Result<String, Error> {
        self.with_walk(|walk| {
            let game = walk.certificate().game();
            Ok(game.position(&game.position(text)?.text())?.text())
        })
    }

    /// The line to the end of a path, or the board at its end, as a file: see [`Exported`].
    ///
    /// # Errors
    ///
    /// Those of [`Explored::node`]; when the game has no such form.
    pub fn export(&self, path: &Path, form: &str, lang: Lang) -> Result<Exported, Error> {
        self.with_walk(|walk| {
            walk.go(path)?;
            export::export(walk, form, lang)
        })
    }

    /// The file.
    #[must_use]
    pub fn stored(&self) -> &Stored {
        &self.stored
    }

    /// The result of a query to the walk, which begins at the root if there is none. A walk whose
    /// game has failed is dropped: the next query has a game that has not failed.
    fn with_walk<T>(&self, query: impl FnOnce(&mut Walk) -> Result<T, Error>) -> Result<T, Error> {
        let mut kept = self.walk();
        let mut walk = match kept.take() {
            Some(walk) => walk,
            None => Walk::new(Certificate::open(&self.kinds, self.stored.reader())?),
        };
        let found = query(&mut walk);
        match walk.certificate().game().failure() {
            Some(failure) => Err(failure),
            None => {
                *kept = Some(walk);
                found
            }
        }
    }

    fn walk(&self) -> MutexGuard<'_, Option<Walk>> {
        self.walk.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn changed() -> Error {
    Error::input(error_text!(
        "file-changed",
        "the file has changed since it was opened: open it again"
    ))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;

    fn explored(bytes: &[u8]) -> Arc<Explored> {
        samples::explored(samples::stored(bytes), &Arc::default(), Wanted::Always)
    }

    #[test]
    fn a_certificate_is_there_before_its_check() {
        let queue = Arc::default();
        let stored = samples::stored(&samples::proof(samples::SMALL));
        let explored = samples::explored(stored, &queue, Wanted::Always);
        assert_eq!(explored.checking.look(Lang::EN).state, CheckState::Waiting);
        assert_eq!(explored.sizes(), "making");
        assert!(explored.walk().is_none());
        let wish = Wish {
            lang: Lang::EN,
            line: true,
        };
        let look = |walk: &mut Walk| view::look(walk, explored.tables().as_deref(), wish);
        assert!(explored.with_walk(look).unwrap().size.is_none());
        explored.work(&queue);
        let data = explored.data(7, Lang::EN);
        assert_eq!((&data.id[..], data.records), ("7", 3));
        assert_eq!(data.words, "OR can force a win.");
        assert_eq!(
            (data.check.state, data.sizes),
            (CheckState::Accepted, "ready")
        );
        let root = explored
            .node(
                &Path::default(),
                Wish {
                    lang: Lang::EN,
                    line: true,
                },
            )
            .unwrap();
        assert_eq!(root.size.unwrap().longest_line, Some(3));
        assert_eq!(explored.line(&Path::default()).unwrap().path, "0.1.0");
    }

    #[test]
    fn a_file_that_changes_is_not_accepted_any_more() {
        let mut file = tempfile::tempfile().unwrap();
        file.write_all(&samples::proof(samples::SMALL)).unwrap();
        let stored = Stored::new(file.try_clone().unwrap()).unwrap();
        let queue = Arc::default();
        let explored = samples::explored(stored, &queue, Wanted::Always);
        explored.work(&queue);
        assert_eq!(explored.check(Lang::EN).state, CheckState::Accepted);
        file.write_all(b"more").unwrap();
        let found = explored.check(Lang::EN);
        assert_eq!(found.state, CheckState::Unfinished);
        assert!(found.reason.unwrap().contains("has changed"));
        assert!(explored.check(Lang::JA).reason.unwrap().contains("変更"));
        let error = explored
            .node(
                &Path::default(),
                Wish {
                    lang: Lang::EN,
                    line: false,
                },
            )
            .unwrap_err();
        assert!(error.to_string().contains("has changed"), "{error}");
    }

    #[test]
    fn what_is_ended_has_no_verdict_and_no_tables() {
        let explored = explored(&samples::long_proof(5_000));
        explored.end();
        explored.work(&WorkQueue::default());
        let data = explored.data(0, Lang::EN);
        assert_eq!(
            (data.check.state, data.sizes),
            (CheckState::Waiting, "failed")
        );
    }
}
