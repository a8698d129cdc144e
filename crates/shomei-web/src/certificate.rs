//! A certificate that is explored: the file, its check, its tables, and the walk of its reader.
//!
//! Nothing is loaded that is not shown. A record is fetched when it is asked for, and its
//! position comes from playing the moves of its path. Beside that stand the check, which
//! holds the positions that are named and not yet read, and after it a table of 16 bytes a
//! record. Both run in one thread, one after the other, within the memory of
//! [`CheckBudget`].

mod check;
mod export;
mod find;
mod line;
mod path;
mod related;
#[cfg(test)]
pub(crate) mod samples;
mod stored;
mod tables;
mod view;
mod walk;

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread;

use serde::Serialize;
use shomei::certificates::Certificate;
use shomei::{Error, Kinds};

use crate::words::{self, Lang};
use check::Checking;
use find::Findings;
use tables::Tables;
use view::Wish;
use walk::Walk;

pub use check::{CheckBudget, CheckData, CheckState};
pub use export::Exported;
pub(crate) use export::FORMS;
pub use find::FindData;
pub use line::PathData;
pub use path::Path;
pub use related::{ParentData, ParentsData};
pub use stored::{Part, Stored};
pub use view::{AnswerData, LineData, MoveData, NodeData, SizeData};

/// A certificate that is explored.
#[derive(Debug)]
pub struct Explored {
    /// What it is called: the name of its file, or the question that it answers.
    name: String,
    kinds: Arc<Kinds>,
    /// What it claims, as a sentence in each language.
    claims: [(Lang, String); 2],
    stored: Stored,
    walk: Mutex<Walk>,
    /// The searches for positions.
    findings: Findings,
    checking: Checking,
    /// Nothing while they are made.
    tables: OnceLock<Option<Tables>>,
    stop: Arc<AtomicBool>,
}

/// Lets one certificate after another be checked, so that their memory does not add up.
#[derive(Debug, Default)]
pub struct Turn(Mutex<()>);

/// A certificate as data.
#[derive(Clone, Debug, Serialize)]
pub struct CertificateData {
    /// Its name among those of the server.
    pub id: String,
    /// What it is called.
    pub name: String,
    /// The game.
    pub game: String,
    /// The rules as the game writes them.
    pub rules: String,
    /// What is claimed, as a sentence of the library: "black can force a win".
    pub goal: String,
    /// The side that must reach the goal.
    pub attacker: String,
    /// `proved` or `disproved`.
    pub claim: String,
    /// What is claimed, as a sentence.
    pub words: String,
    /// The root position.
    pub position: String,
    /// How many records there are, as the file says.
    pub records: u64,
    /// How many moves they speak of.
    pub moves: u64,
    /// How many of these lead to finished positions.
    pub terminals: u64,
    /// How many records leave their position to plain search.
    pub resolved: u64,
    /// The length of the file.
    pub bytes: u64,
    /// How its check stands.
    pub check: CheckData,
    /// `making`, `ready` or `failed`.
    pub sizes: &'static str,
}

impl Explored {
    /// Opens a certificate, which does not check it: see [`Explored::begin`].
    ///
    /// # Errors
    ///
    /// Those of [`Certificate::open`].
    pub fn open(name: &str, kinds: Arc<Kinds>, stored: Stored) -> Result<Explored, Error> {
        let certificate = Certificate::open(&kinds, stored.reader())?;
        let records = certificate.totals().records;
        let (game, header) = (certificate.game(), certificate.header());
        let claims = [Lang::En, Lang::Ja].map(|lang| {
            (
                lang,
                words::claim(game, header, certificate.attacker(), lang),
            )
        });
        let stop = Arc::new(AtomicBool::new(false));
        Ok(Explored {
            name: name.to_string(),
            kinds,
            claims,
            checking: Checking::new(stored.bytes(), records, Arc::clone(&stop)),
            stored,
            walk: Mutex::new(Walk::new(certificate)),
            findings: Findings::default(),
            tables: OnceLock::new(),
            stop,
        })
    }

    /// Begins the check, and after it the tables, in a thread of their own that ends with
    /// [`Explored::end`].
    ///
    /// # Errors
    ///
    /// When there can be no further thread.
    pub fn begin(self: &Arc<Self>, turn: &Arc<Turn>, budget: CheckBudget) -> Result<(), Error> {
        let (explored, turn) = (Arc::clone(self), Arc::clone(turn));
        let work = move || {
            let work = AssertUnwindSafe(|| explored.work(&turn, budget));
            if catch_unwind(work).is_err() {
                // A game of somebody else, for example; standard error has it.
                explored.checking.fail("the check has failed");
                explored.tables.get_or_init(|| None);
            }
        };
        let builder = thread::Builder::new().name("check".to_string());
        builder.spawn(work).map(drop).map_err(Error::run)
    }

    /// Checks the certificate and makes its tables.
    fn work(&self, turn: &Turn, budget: CheckBudget) {
        let _turn = turn.0.lock().unwrap_or_else(PoisonError::into_inner);
        let few = self.table_bytes() <= FEW;
        if few {
            self.make_tables(budget.memory);
        }
        // In a thread of its own: when it ends, what it has held goes back to the system, which
        // it may not while the thread keeps small pieces for later. The table comes after it.
        let check = || self.checking.run(&self.kinds, &self.stored, budget);
        let state = thread::scope(|scope| scope.spawn(check).join());
        let state = state.unwrap_or_else(|panic| resume_unwind(panic));
        if !few && state != CheckState::Rejected {
            self.make_tables(budget.memory);
        }
        // Nothing more will come.
        self.tables.get_or_init(|| None);
    }

    fn make_tables(&self, memory: u64) {
        let made = Tables::make(&self.kinds, &self.stored, memory, &self.stop);
        // A table that cannot be made leaves a walk without lengths; the check tells what is
        // wrong with the file.
        self.tables.get_or_init(|| made.ok());
    }

    /// Ends the check and whatever else is on its way.
    pub fn end(&self) {
        self.stop.store(true, Ordering::Relaxed);
        self.findings.stop();
    }

    /// What it is called.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// What the table of lengths takes, in bytes.
    #[must_use]
    pub fn table_bytes(&self) -> u64 {
        self.records().saturating_mul(tables::BYTES_PER_RECORD)
    }

    /// How its check stands.
    #[must_use]
    pub fn check(&self) -> CheckData {
        let found = self.checking.look();
        match self.stored.has_changed() {
            true => CheckData {
                state: CheckState::Unfinished,
                reason: Some(CHANGED.to_string()),
                ..found
            },
            false => found,
        }
    }

    /// What it claims, as a sentence.
    #[must_use]
    pub fn claim(&self, lang: Lang) -> &str {
        let claim = self.claims.iter().find(|(of, _)| *of == lang);
        claim.map_or("", |(_, claim)| claim)
    }

    /// What it is about and how it stands.
    #[must_use]
    pub fn data(&self, id: u64, lang: Lang) -> CertificateData {
        let walk = self.walk();
        let certificate = walk.certificate();
        let (game, header) = (certificate.game(), certificate.header());
        let (totals, attacker) = (certificate.totals(), certificate.attacker());
        CertificateData {
            id: id.to_string(),
            name: self.name.clone(),
            game: game.name(),
            rules: header.rules.clone(),
            goal: self.claim(Lang::En).to_string(),
            attacker: game.side_name(attacker),
            claim: header.claim.to_string(),
            words: self.claim(lang).to_string(),
            position: header.root.clone(),
            records: totals.records,
            moves: totals.edges,
            terminals: totals.terminals,
            resolved: totals.resolved,
            bytes: self.stored.bytes(),
            check: self.check(),
            sizes: match self.tables.get() {
                None => "making",
                Some(Some(_)) => "ready",
                Some(None) => "failed",
            },
        }
    }

    /// The node at the end of a path.
    ///
    /// # Errors
    ///
    /// When the path leads nowhere, or a record cannot be read.
    pub fn node(&self, path: &Path, lang: Lang, line: bool) -> Result<NodeData, Error> {
        if self.stored.has_changed() {
            return Err(Error::input(CHANGED));
        }
        let mut walk = self.walk();
        walk.go(path)?;
        view::look(&mut walk, self.tables(), Wish { lang, line })
    }

    /// The path extended to its end.
    ///
    /// # Errors
    ///
    /// Those of [`Explored::node`].
    pub fn line(&self, path: &Path) -> Result<PathData, Error> {
        line::extend(&mut self.walk(), self.tables(), path)
    }

    /// The moves that lead to the record with this number, as far as they are found in some
    /// seconds.
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
        // A walk of its own, so that the one of the reader stays where it is.
        let mut walk = Walk::new(certificate);
        related::parents(&self.stored, &mut walk, (number, lang), stop)
    }

    /// Looks for a position, in any form that the game reads, or tells how that stands.
    ///
    /// # Errors
    ///
    /// When the text is no position of the game, or too many others are looked for.
    pub fn find(&self, text: &str) -> Result<FindData, Error> {
        let wanted = {
            let walk = self.walk();
            let read = walk.certificate().game().position(text)?;
            // What stands on a line of its own is compared.
            walk.certificate()
                .position()
                .game()
                .position(&read.text())?
        };
        let (finding, is_new) = self.findings.about(&wanted, self.records())?;
        if !is_new {
            return Ok(finding.look());
        }
        let (kinds, stored) = (Arc::clone(&self.kinds), self.stored.clone());
        let searching = Arc::clone(&finding);
        let builder = thread::Builder::new().name("find".to_string());
        let begun = builder.spawn(move || {
            searching.run(&stored, &|| Certificate::open(&kinds, stored.reader()));
        });
        if let Err(error) = begun {
            finding.fail(&error);
        }
        Ok(finding.look())
    }

    /// The line to the end of a path, or the board there, in a form: see
    /// [`Exported`].
    ///
    /// # Errors
    ///
    /// Those of [`Explored::node`]; when there is no such form.
    pub fn export(&self, path: &Path, form: &str, lang: Lang) -> Result<Exported, Error> {
        let mut walk = self.walk();
        walk.go(path)?;
        export::export(&walk, form, lang)
    }

    /// The file itself.
    #[must_use]
    pub fn stored(&self) -> &Stored {
        &self.stored
    }

    fn records(&self) -> u64 {
        self.walk().certificate().totals().records
    }

    fn tables(&self) -> Option<&Tables> {
        self.tables.get().and_then(Option::as_ref)
    }

    fn walk(&self) -> MutexGuard<'_, Walk> {
        self.walk.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What is said of a file to which somebody has written: nothing of it is believed.
const CHANGED: &str = "the file has changed since it was opened: open it again";

/// Tables of so many bytes are made before the check, since they take less than a second.
const FEW: u64 = 16 << 20;

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;

    fn explored(bytes: &[u8]) -> Arc<Explored> {
        let kinds = Arc::new(Kinds::builtin());
        let explored = Explored::open("x.proof", kinds, samples::stored(bytes)).unwrap();
        Arc::new(explored)
    }

    #[test]
    fn a_certificate_is_there_before_its_check() {
        let explored = explored(&samples::proof(samples::SMALL));
        let data = explored.data(7, Lang::En);
        assert_eq!((&data.id[..], data.records, data.sizes), ("7", 3, "making"));
        assert_eq!(data.words, "OR can force a win.");
        assert_eq!(data.check.state, CheckState::Waiting);
        assert!(
            explored
                .node(&Path::default(), Lang::En, true)
                .unwrap()
                .size
                .is_none()
        );
        explored.work(&Turn::default(), CheckBudget::default());
        let data = explored.data(7, Lang::En);
        assert_eq!(
            (data.check.state, data.sizes),
            (CheckState::Accepted, "ready")
        );
        let root = explored.node(&Path::default(), Lang::En, true).unwrap();
        assert_eq!(root.size.unwrap().longest_line, Some(3));
        assert_eq!(explored.line(&Path::default()).unwrap().path, "0.1.0");
    }

    #[test]
    fn a_file_that_changes_is_not_accepted_any_more() {
        let mut file = tempfile::tempfile().unwrap();
        file.write_all(&samples::proof(samples::SMALL)).unwrap();
        let stored = Stored::new(file.try_clone().unwrap()).unwrap();
        let explored = Explored::open("x.proof", Arc::new(Kinds::builtin()), stored).unwrap();
        explored.work(&Turn::default(), CheckBudget::default());
        assert_eq!(explored.check().state, CheckState::Accepted);
        file.write_all(b"more").unwrap();
        let found = explored.check();
        assert_eq!(found.state, CheckState::Unfinished);
        assert!(found.reason.unwrap().contains("has changed"));
        let error = explored
            .node(&Path::default(), Lang::En, false)
            .unwrap_err();
        assert!(error.to_string().contains("has changed"), "{error}");
    }

    #[test]
    fn what_is_ended_has_no_verdict_and_no_tables() {
        let explored = explored(&samples::long_proof(5_000));
        explored.end();
        explored.work(&Turn::default(), CheckBudget::default());
        let data = explored.data(0, Lang::En);
        assert_eq!(
            (data.check.state, data.sizes),
            (CheckState::Unfinished, "failed")
        );
        assert!(data.check.reason.unwrap().contains("stopped"));
    }
}
