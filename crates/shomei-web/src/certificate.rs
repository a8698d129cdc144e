//! A certificate that is explored: the file, its check, its tables, and the walk of its reader.
//!
//! Nothing is loaded that is not shown. A record is fetched when it is asked for, and its
//! position comes from playing the moves of its path. Beside that stand the check, which
//! holds the positions that are named and not yet read, and after it a table of 16 bytes a
//! record. Those of all certificates are made at one [`Desk`], one after the other, within the
//! memory of [`CheckBudget`].

mod check;
mod desk;
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
mod work;

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use serde::Serialize;
use shomei::certificates::Certificate;
use shomei::{Error, Kinds};

use crate::words::{self, Lang, Said};
use check::Checking;
use walk::Walk;
use work::Shelf;

pub use check::{CheckBudget, CheckData, CheckState};
pub use desk::Desk;
pub use export::Exported;
pub(crate) use export::{Form, Holds, forms};
pub use find::FindData;
pub use line::PathData;
pub use path::Path;
pub use related::{ParentData, ParentsData};
pub use stored::{Part, Stored};
pub use view::{AnswerData, LineData, MoveData, NodeData, SizeData, Wish};
pub use work::Wanted;

/// What no page has asked after for so long is not gone on with. Browsers let pages that are not
/// in sight ask once a minute.
const PATIENCE: Duration = Duration::from_secs(150);

/// A certificate that is explored.
#[derive(Debug)]
pub struct Explored {
    /// What it is called: the name of its file, or the question that it answers.
    name: String,
    kinds: Arc<Kinds>,
    /// What it claims, as a sentence in each language.
    claims: [(Lang, String); 2],
    stored: Stored,
    /// How many records there are, as the file says.
    records: u64,
    walk: Mutex<Walk>,
    checking: Checking,
    shelf: Mutex<Shelf>,
    desk: Arc<Desk>,
    wanted: Wanted,
    /// When somebody has asked after it.
    asked: Mutex<Instant>,
    /// Set when nothing of it shall go on.
    stop: AtomicBool,
}

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
    /// Opens a certificate, which does not check it: see [`Explored::begin`]. Its check and its
    /// tables belong to `desk`.
    ///
    /// # Errors
    ///
    /// Those of [`Certificate::open`].
    pub fn open(
        name: &str,
        kinds: Arc<Kinds>,
        stored: Stored,
        desk: &Arc<Desk>,
        wanted: Wanted,
    ) -> Result<Explored, Error> {
        let certificate = Certificate::open(&kinds, stored.reader())?;
        let records = certificate.totals().records;
        let (game, header) = (certificate.game(), certificate.header());
        let claims = [Lang::En, Lang::Ja].map(|lang| {
            (
                lang,
                words::claim(game, header, certificate.attacker(), lang),
            )
        });
        Ok(Explored {
            name: name.to_string(),
            kinds,
            claims,
            checking: Checking::new(stored.bytes(), records),
            stored,
            records,
            walk: Mutex::new(Walk::new(certificate)),
            shelf: Mutex::new(Shelf::Empty),
            desk: Arc::clone(desk),
            wanted,
            asked: Mutex::new(Instant::now()),
            stop: AtomicBool::new(false),
        })
    }

    /// Ends the check and whatever else is on its way.
    pub fn end(&self) {
        self.stop.store(true, Ordering::Relaxed);
        self.desk.findings().stop(&self.stored);
    }

    /// What it is called.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The length of its file.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.stored.bytes()
    }

    /// How its check stands; it goes on for somebody who asks.
    #[must_use]
    pub fn check(self: &Arc<Self>, lang: Lang) -> CheckData {
        self.ask();
        let found = self.checking.look(lang);
        match self.stored.has_changed() {
            true => CheckData {
                state: CheckState::Unfinished,
                reason: Some(Said::Changed.text(lang)),
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
    pub fn data(self: &Arc<Self>, id: u64, lang: Lang) -> CertificateData {
        let check = self.check(lang);
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
            check,
            sizes: self.sizes(),
        }
    }

    /// The node at the end of a path.
    ///
    /// # Errors
    ///
    /// When the path leads nowhere, or a record cannot be read.
    pub fn node(self: &Arc<Self>, path: &Path, wish: Wish) -> Result<NodeData, Error> {
        self.ask();
        if self.stored.has_changed() {
            return Err(Said::Changed.input());
        }
        let mut walk = self.walk();
        walk.go(path)?;
        view::look(&mut walk, self.tables().as_deref(), wish)
    }

    /// The path extended to its end.
    ///
    /// # Errors
    ///
    /// Those of [`Explored::node`].
    pub fn line(self: &Arc<Self>, path: &Path) -> Result<PathData, Error> {
        self.ask();
        line::extend(&mut self.walk(), self.tables().as_deref(), path)
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
    pub fn find(self: &Arc<Self>, text: &str, lang: Lang) -> Result<FindData, Error> {
        self.ask();
        let wanted = {
            let walk = self.walk();
            let read = walk.certificate().game().position(text)?;
            // What stands on a line of its own is compared.
            walk.certificate()
                .position()
                .game()
                .position(&read.text())?
        };
        let findings = self.desk.findings();
        let (finding, is_new) = findings.about(&self.stored, &wanted, self.records)?;
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

    fn walk(&self) -> MutexGuard<'_, Walk> {
        self.walk.lock().unwrap_or_else(PoisonError::into_inner)
    }
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
        let desk = Arc::default();
        let stored = samples::stored(&samples::proof(samples::SMALL));
        let explored = samples::explored(stored, &desk, Wanted::Always);
        assert_eq!(explored.checking.look(Lang::En).state, CheckState::Waiting);
        assert_eq!(explored.sizes(), "making");
        let root = view::look(
            &mut explored.walk(),
            explored.tables().as_deref(),
            Wish {
                lang: Lang::En,
                line: true,
            },
        );
        assert!(root.unwrap().size.is_none());
        explored.work(&desk);
        let data = explored.data(7, Lang::En);
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
                    lang: Lang::En,
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
        let desk = Arc::default();
        let explored = samples::explored(stored, &desk, Wanted::Always);
        explored.work(&desk);
        assert_eq!(explored.check(Lang::En).state, CheckState::Accepted);
        file.write_all(b"more").unwrap();
        let found = explored.check(Lang::En);
        assert_eq!(found.state, CheckState::Unfinished);
        assert!(found.reason.unwrap().contains("has changed"));
        assert!(explored.check(Lang::Ja).reason.unwrap().contains("変更"));
        let error = explored
            .node(
                &Path::default(),
                Wish {
                    lang: Lang::En,
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
        explored.work(&Desk::default());
        let data = explored.data(0, Lang::En);
        assert_eq!(
            (data.check.state, data.sizes),
            (CheckState::Waiting, "failed")
        );
    }
}
