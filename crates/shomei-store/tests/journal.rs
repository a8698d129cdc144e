//! Journals: appended records survive the end of the program, and other files are not changed.

#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

use std::fs;
use std::path::{Path, PathBuf};

use shomei::files::{Existing, Guard};
use shomei_store::{FileKind, Identity, Journal, StoreError};
use tempfile::TempDir;

const KIND: FileKind = FileKind::new("a journal of a test", "question");

fn identity(nodes: &str) -> Identity {
    Identity::from_iter([("game", "loa"), ("nodes", nodes)])
}

fn place() -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("j");
    (folder, path)
}

fn open_guarded(
    path: &Path,
    nodes: &str,
    guard: &Guard,
) -> Result<(Journal, Vec<String>), StoreError> {
    let mut records = Vec::new();
    let journal = Journal::open(path, KIND, &identity(nodes), guard, |record| {
        records.push(record.json()?);
        Ok(())
    })?;
    Ok((journal, records))
}

fn open(path: &Path) -> Result<(Journal, Vec<String>), StoreError> {
    open_guarded(path, "10", &Guard::default())
}

fn refused(path: &Path, nodes: &str, existing: Existing) -> String {
    let guard = Guard::new(existing, "--force");
    let error = open_guarded(path, nodes, &guard).unwrap_err().to_string();
    error.replace(&path.display().to_string(), "#")
}

/// A journal with these records.
fn with(path: &Path, records: &[&str]) -> Vec<u8> {
    let (mut journal, _) = open(path).unwrap();
    for record in records {
        journal.append_json(record).unwrap();
    }
    fs::read(path).unwrap()
}

#[test]
fn appended_records_are_read_again() {
    let (folder, path) = place();
    with(&path, &["a", "b"]);
    let (mut journal, records) = open(&path).unwrap();
    assert!(!journal.was_torn());
    assert_eq!(records, ["a", "b"]);
    let records = [b"\"c\"", b"\"d\""].map(|record| Ok(record.to_vec()));
    journal.append(records).unwrap();
    let broken = std::io::Error::other("it could not be made");
    journal.append([Err(broken)]).unwrap_err();
    journal.sync().unwrap();
    // Another program may read it.
    let mut seen = 0;
    let found = Journal::read(&path, KIND, |_| {
        seen += 1;
        Ok(())
    });
    assert_eq!((found.unwrap(), seen), (identity("10"), 4));
    drop(journal);
    let text = fs::read_to_string(&path).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[0], "shomei file 1: a journal of a test");
    let objects: Vec<&str> = lines[1..].iter().map(|line| &line[27..]).collect();
    let identity = r#"[["game","loa"],["nodes","10"]]"#;
    assert_eq!(objects, [identity, "\"a\"", "\"b\"", "\"c\"", "\"d\""]);
    let names = fs::read_dir(folder.path()).unwrap();
    assert_eq!(names.count(), 1, "the lock is gone");
}

#[test]
fn a_summary_replaces_all_records() {
    let (_folder, path) = place();
    with(&path, &["a", "b"]);
    let (mut journal, _) = open(&path).unwrap();
    let large = "x".repeat(3 << 20);
    journal.append_json(&large).unwrap();
    assert!(!journal.is_long());
    journal.append_json(&large).unwrap();
    assert!(journal.is_long());
    journal.replace([Ok(b"\"abc\"".to_vec())]).unwrap();
    assert!(!journal.is_long());
    journal.append_json(&"d").unwrap();
    drop(journal);
    assert_eq!(open(&path).unwrap().1, ["abc", "d"]);
    assert!(fs::metadata(&path).unwrap().len() < 200);
}

#[test]
fn an_incomplete_record_is_dropped_and_overwritten() {
    let (_folder, path) = place();
    let whole = with(&path, &["a", "b"]);
    let last = whole.len() - "\"b\"\n".len() - 27;
    for cut in last + 1..whole.len() {
        fs::write(&path, &whole[..cut]).unwrap();
        let (mut journal, records) = open(&path).unwrap();
        assert!(journal.was_torn(), "{cut}");
        assert_eq!(records, ["a"]);
        assert_eq!(fs::read(&path).unwrap(), whole[..last]);
        journal.append_json(&"b").unwrap();
        assert_eq!(fs::read(&path).unwrap(), whole);
    }
    // The right length with other bytes, as after a failure of the system.
    let mut other = whole.clone();
    other[last + 28] = 0;
    fs::write(&path, &other).unwrap();
    assert_eq!(open(&path).unwrap().1, ["a"]);
}

/// After a power failure a file may have its new length, with zeros in place of its new content.
#[test]
fn zeros_at_the_end_are_dropped() {
    let (_folder, path) = place();
    let whole = with(&path, &["a", "b", "c"]);
    let one = {
        let (_folder, path) = place();
        with(&path, &["a"]).len()
    };
    for kept in one..whole.len() {
        for more in [0, 1, 30, 5_000] {
            let mut bytes = whole[..kept].to_vec();
            bytes.resize(whole.len() + more, 0);
            fs::write(&path, &bytes).unwrap();
            let (_, records) = open(&path).unwrap();
            assert!(
                ["a", "b", "c"]
                    .starts_with(&records.iter().map(String::as_str).collect::<Vec<_>>())
            );
            assert!(!records.is_empty(), "{kept} {more}");
        }
    }
    // With other bytes after the zeros, it is damage and not a lost end.
    let mut bytes = whole.clone();
    bytes.extend([0; 100]);
    bytes.push(1);
    fs::write(&path, &bytes).unwrap();
    let error = refused(&path, "10", Existing::Refuse);
    assert!(error.contains("its head is wrong"), "{error}");
    // Other bytes before the zeros are damage too.
    for (more, why) in [
        (&b"xyz\0"[..], "not a record"),
        (&[b"xyz", &[0; 100][..]].concat(), "its head is wrong"),
    ] {
        fs::write(&path, [&whole, more].concat()).unwrap();
        let error = refused(&path, "10", Existing::Refuse);
        assert!(error.contains(why), "{error}");
    }
}

#[test]
fn damage_is_an_error_with_its_place() {
    let (_folder, path) = place();
    let whole = with(&path, &["a", "b"]);
    let last = whole.len() - "\"b\"\n".len() - 27;
    let first = last - (whole.len() - last);
    let begin = whole.iter().position(|&byte| byte == b'\n').unwrap() + 1;
    for at in begin..last {
        let mut other = whole.clone();
        other[at] ^= 1;
        fs::write(&path, &other).unwrap();
        let text = refused(&path, "10", Existing::Replace);
        let expected = match at < first {
            true => format!("#: it is damaged: record 1, at byte {begin}: its "),
            false => format!("#: it is damaged: record 2, at byte {first}: its "),
        };
        assert!(text.starts_with(&expected), "byte {at}: {text}");
        assert_eq!(fs::read(&path).unwrap(), other);
    }
    for (more, why) in [
        ("nonsense", "not a record"),
        (&"x".repeat(40), "its head is wrong"),
    ] {
        fs::write(&path, [&whole[..], more.as_bytes()].concat()).unwrap();
        let place = format!("record 4, at byte {}: {why}", whole.len());
        let text = refused(&path, "10", Existing::Refuse);
        assert_eq!(text, format!("#: it is damaged: {place}"));
    }
    fs::write(&path, &whole[..begin + 40]).unwrap();
    let text = refused(&path, "10", Existing::Refuse);
    assert_eq!(text, "#: it is damaged: it ends before its first record");
}

#[test]
fn a_journal_of_something_else_is_refused() {
    let (_folder, path) = place();
    let whole = with(&path, &["a"]);
    let other = "#: it is a journal of a test of another question: its nodes is 10, not ";
    for existing in [Existing::Refuse, Existing::Replace] {
        assert_eq!(refused(&path, "20", existing), format!("{other}20"));
        assert_eq!(refused(&path, "", existing), format!("{other}empty"));
        assert_eq!(fs::read(&path).unwrap(), whole);
    }
    for (begin, why) in [
        (
            "2: a journal of a test",
            "it is a journal of a test of version 2; this program reads version 1",
        ),
        (
            "1: a checkpoint",
            "it is not a journal of a test: it is a checkpoint",
        ),
    ] {
        let text = format!("shomei file {begin}\nmore\n");
        fs::write(&path, &text).unwrap();
        assert_eq!(refused(&path, "10", Existing::Replace), format!("#: {why}"));
        assert_eq!(fs::read_to_string(&path).unwrap(), text);
    }
}

/// Also journals from before version 1.
#[test]
fn other_files_are_left_as_they_are() {
    let (folder, path) = place();
    let texts = [
        "a list\n",
        "no end",
        "{\"journal\":\"shomei solve 1\",\"asked\":{}}\n",
        "shomei-journal-4\0\0\0\0",
    ];
    for text in texts {
        fs::write(&path, text).unwrap();
        let expected = "cannot write #: the file there is not a journal of a test";
        let text_of_error = refused(&path, "10", Existing::Refuse);
        assert_eq!(text_of_error, format!("{expected}; --force replaces it"));
        assert_eq!(fs::read_to_string(&path).unwrap(), text);
    }
    let guard = Guard::new(Existing::Replace, "--force");
    assert!(open_guarded(&path, "10", &guard).unwrap().1.is_empty());
    let refused = refused(folder.path(), "10", Existing::Refuse);
    assert!(
        refused.starts_with("cannot write #: it is a directory"),
        "{refused}"
    );
    fs::write(&path, "").unwrap();
    assert!(open(&path).unwrap().1.is_empty());
}

#[test]
fn two_programs_do_not_write_one_journal() {
    let (_folder, path) = place();
    let (mut journal, _) = open(&path).unwrap();
    let text = "cannot write #: another program is writing it now";
    assert_eq!(refused(&path, "10", Existing::Replace), text);
    journal.append_json(&"a").unwrap();
    drop(journal);
    assert_eq!(open(&path).unwrap().1, ["a"]);
}
