//! The results of a list in a file, one line of JSON each, so that an interrupted run can go on.
//!
//! A line is written in one piece as soon as its result is there. The first line says what was
//! asked; a journal of another question is refused. What was written half, at the end of a program
//! that was killed, is dropped and done again. Problems are known by their names and texts, so a
//! line that was changed or moved is done again, too.

use std::collections::{BTreeMap, HashMap};
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use crate::machine;
use anyhow::Context;
use serde::{Deserialize, Serialize};
use shomei::files::{Guard, Purpose};

use super::super::Request;
use super::told::Told;
use crate::commands::solve::summary::Form;
use crate::failure::Failure;
use crate::problems::{Content, Problem};

/// What the first line of every journal begins with.
const MARK: &str = "{\"journal\":\"shomei solve 1\"";

/// Whose a journal is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct About {
    journal: String,
    /// What was asked, by the names of the options.
    asked: BTreeMap<String, String>,
}

/// A result with what it is known by.
#[derive(Debug, Serialize, Deserialize)]
struct JournalEntry<T> {
    key: String,
    told: T,
}

/// A journal that is open, and no other program's.
#[derive(Debug)]
pub(in super::super) struct Journal {
    path: PathBuf,
    /// Locked while it is open.
    file: File,
}

/// What a journal held when it was opened.
pub(in super::super) type Known = HashMap<String, Told>;

impl Journal {
    /// Opens a journal of this question, or begins one.
    pub(in super::super) fn open(
        path: &Path,
        request: &Request,
    ) -> Result<(Journal, Known), Failure> {
        Journal::open_about(path, &About::of(request), &request.guard)
    }

    fn open_about(path: &Path, about: &About, guard: &Guard) -> Result<(Journal, Known), Failure> {
        let name = path.display();
        let refuse = |why: String| Err(Failure::Input(format!("--journal {name}: {why}")));
        guard.make_way(path, &Purpose::new("a journal of a list", is_journal))?;
        let opened = OpenOptions::new()
            .read(true)
            .append(true)
            .create(true)
            .open(path);
        let mut file = match opened {
            Ok(file) => file,
            Err(error) => return refuse(format!("cannot open it: {error}")),
        };
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return refuse("another program writes it".into()),
            Err(TryLockError::Error(error)) => return refuse(format!("cannot lock it: {error}")),
        }
        let mut bytes = Vec::new();
        if let Err(error) = file.read_to_end(&mut bytes) {
            return refuse(format!("cannot read it: {error}"));
        }
        let whole = bytes.iter().rposition(|&byte| byte == b'\n');
        let whole = whole.map_or(0, |end| end + 1);
        let mut known = Known::new();
        let mut lines = bytes[..whole].split(|&byte| byte == b'\n');
        match lines.next().filter(|line| !line.is_empty()) {
            None => {}
            Some(first) => {
                let Ok(found) = serde_json::from_slice::<About>(first) else {
                    return refuse("line 1 is damaged".into());
                };
                if let Some(difference) = found.difference(about) {
                    return refuse(format!("it is about another question: {difference}"));
                }
                for (number, line) in (2..).zip(lines).filter(|(_, line)| !line.is_empty()) {
                    let Ok(JournalEntry { key, told }) = serde_json::from_slice(line) else {
                        return refuse(format!("line {number} is damaged"));
                    };
                    known.insert(key, told);
                }
            }
        }
        let mut journal = Journal {
            path: path.to_path_buf(),
            file,
        };
        if whole < bytes.len() {
            let cut = journal.file.set_len(whole as u64);
            cut.with_context(|| journal.cannot_write())?;
        }
        if whole == 0 {
            journal.append(about)?;
        }
        Ok((journal, known))
    }

    /// Adds a result.
    pub(in super::super) fn add(&mut self, key: &str, told: &Told) -> Result<(), Failure> {
        self.append(&JournalEntry {
            key: key.to_string(),
            told,
        })
    }

    fn append(&mut self, line: &impl Serialize) -> Result<(), Failure> {
        let text = serde_json::to_vec(line).map_err(io::Error::from);
        let written = text.and_then(|mut text| {
            text.push(b'\n');
            self.file.write_all(&text)
        });
        Ok(written.with_context(|| self.cannot_write())?)
    }

    fn cannot_write(&self) -> String {
        format!("cannot write {}", self.path.display())
    }
}

/// Whether a file is a journal, maybe one of which not even the first line was finished.
fn is_journal(file: impl Read) -> bool {
    let mut bytes = Vec::new();
    let read = file.take(MARK.len() as u64).read_to_end(&mut bytes);
    read.is_ok() && MARK.as_bytes().starts_with(&bytes)
}

/// By what a problem is known: its name, and its text or a checksum of its record. One that cannot
/// be read is not known.
pub(in super::super) fn key_of(problem: &Problem) -> Option<String> {
    let name = problem.name.place();
    match (&problem.input, &problem.content) {
        (_, Err(_)) => None,
        (_, Ok(Content::Game(game, _))) => {
            Some(format!("{name} {:016x}", checksum(game.text.as_bytes())))
        }
        (_, Ok(Content::Record(bytes, _))) => Some(format!("{name} {:016x}", checksum(bytes))),
        (Some(input), _) => Some(format!("{name} {input}")),
        (None, Ok(_)) => None,
    }
}

/// FNV-1a, 64 bits: it tells a changed file from the one that was solved, and guards nothing.
pub(in super::super) fn checksum(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

impl About {
    /// What a request asks, but for what changes no result: threads, the time of the whole list.
    fn of(request: &Request) -> About {
        let (config, clock) = (&request.config, &request.clock);
        let mut asked = BTreeMap::new();
        let mut add = |name: &str, value: String| asked.insert(name.to_string(), value);
        let (version, program) = (env!("CARGO_PKG_VERSION"), machine::program_checksum());
        add("program", format!("{version} {program}"));
        add("game", request.entry.kind.name.to_string());
        add("rules", request.game.rules());
        add("question", format!("{:?}", request.question));
        add("algorithm", config.algorithm.name.to_string());
        let options = config.options.iter();
        let options = options.filter(|(name, _)| !["threads", "share"].contains(name));
        let options: Vec<String> = options
            .map(|(name, value)| format!("{name}={value}"))
            .collect();
        add("options", options.join(" "));
        let marks = request.marks.iter();
        let marks: Vec<String> = marks.map(|(name, text)| format!("{name}={text}")).collect();
        add("hints", marks.join(" "));
        add("length", format!("{:?}", request.length));
        add("composition", format!("{:?}", request.composition));
        // Each has its part.
        let jobs = request.lists.jobs.get();
        add("memory of each", (request.memory / jobs).to_string());
        add("nodes", format!("{:?}", config.limits.nodes));
        add("time-each", format!("{:?}", clock.each()));
        add("moment", format!("{:?}", request.moment));
        let file = |path: &Option<PathBuf>| path.as_ref().map(|path| path.display().to_string());
        add("proof", file(&request.proof).unwrap_or_default());
        add("check", request.check.to_string());
        add("record", file(&request.record).unwrap_or_default());
        add("json", request.json.to_string());
        // Objects are the same in all languages, and so is the table for other programs.
        let summary = request.lists.summary;
        let is_tsv = summary == Some(Form::Tsv);
        add("summary", if is_tsv { "tsv" } else { "" }.to_string());
        if !request.json || summary.is_some() && !is_tsv {
            add("lang", request.lang.to_string());
        }
        About {
            journal: "shomei solve 1".to_string(),
            asked,
        }
    }

    /// What differs first, in words.
    fn difference(&self, wanted: &About) -> Option<String> {
        let names = self.asked.keys().chain(wanted.asked.keys());
        let value =
            |about: &About, name: &String| about.asked.get(name).cloned().unwrap_or_default();
        let mut differing = names.filter(|name| value(self, name) != value(wanted, name));
        let name = differing.next()?;
        let (was, is) = (value(self, name), value(wanted, name));
        Some(format!("{name} was \"{was}\" and is \"{is}\""))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problems::{Memo, Name};

    fn about(nodes: &str) -> About {
        let asked = [("game", "loa"), ("nodes", nodes)];
        let asked = asked.map(|(name, value)| (name.to_string(), value.to_string()));
        About {
            journal: "shomei solve 1".to_string(),
            asked: asked.into_iter().collect(),
        }
    }

    fn open(path: &Path, about: &About) -> Result<(Journal, Known), Failure> {
        Journal::open_about(path, about, &Guard::default())
    }

    fn refused(path: &Path, about: &About) -> String {
        let error = open(path, about).unwrap_err().to_string();
        error.replace(&path.display().to_string(), "#")
    }

    #[test]
    fn the_first_line_is_the_mark() {
        let line = serde_json::to_string(&about("1")).unwrap();
        assert!(line.starts_with(MARK), "{line}");
    }

    #[test]
    fn a_journal_of_another_question_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("j");
        let (journal, known) = open(&path, &about("10")).unwrap();
        assert!(known.is_empty());
        let twice = refused(&path, &about("10"));
        assert_eq!(twice, "--journal #: another program writes it");
        drop(journal);
        let other = refused(&path, &about("20"));
        let expected = "it is about another question: nodes was \"10\" and is \"20\"";
        assert_eq!(other, format!("--journal #: {expected}"));
        assert!(open(&path, &about("10")).is_ok());
    }

    #[test]
    fn other_files_are_left_as_they_are() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("j");
        for text in ["a list\n", "no end", "{\"journal\":\"another\"}\n"] {
            std::fs::write(&path, text).unwrap();
            let expected = "cannot write #: a file is there that is not a journal of a list";
            assert_eq!(refused(&path, &about("10")), expected);
            assert_eq!(std::fs::read_to_string(&path).unwrap(), text);
        }
        let refused = refused(folder.path(), &about("10"));
        assert_eq!(refused, "cannot write #: it is a directory");
    }

    #[test]
    fn what_was_written_half_is_dropped() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("j");
        drop(open(&path, &about("10")).unwrap());
        let begun = std::fs::read_to_string(&path).unwrap();
        // Not even the first line was finished, and one behind it.
        for torn in [&begun[..20], &format!("{begun}{{\"key\":")] {
            std::fs::write(&path, torn).unwrap();
            let (_, known) = open(&path, &about("10")).unwrap();
            assert!(known.is_empty());
            assert_eq!(std::fs::read_to_string(&path).unwrap(), begun);
        }
        std::fs::write(&path, format!("{begun}nonsense\n")).unwrap();
        let damaged = refused(&path, &about("10"));
        assert_eq!(damaged, "--journal #: line 2 is damaged");
    }

    #[test]
    fn problems_are_known_by_name_and_text() {
        let problem = |name, input: &str, content| Problem {
            name,
            input: Some(input.to_string()),
            content,
        };
        let text = |text: &str| Ok(Content::Text(text.to_string()));
        let key = |number, input| key_of(&problem(Name::Line(number), input, text(input)));
        assert_eq!(key(3, "start").as_deref(), Some("line 3 start"));
        assert_ne!(key(3, "start"), key(4, "start"));
        assert_ne!(key(3, "start"), key(3, "end"));
        let bad = Err(Failure::Input("bad".into()));
        assert_eq!(key_of(&problem(Name::Line(1), "x", bad)), None);
        let record = |bytes: &[u8]| Problem {
            name: Name::File("a.kif".into()),
            input: None,
            content: Ok(Content::Record(bytes.to_vec(), Memo::new())),
        };
        assert_ne!(key_of(&record(b"a")), key_of(&record(b"b")));
        assert_eq!(key_of(&record(b"a")), key_of(&record(b"a")));
    }
}
