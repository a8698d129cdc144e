//! Folders that are refused, and journals that were cut.

use std::num::NonZeroU64;

use super::*;
use crate::experiment::Experiment;
use crate::testing::{experiment, record};

fn open(folder: &Path, experiment: &Experiment) -> Result<Journal, LabError> {
    Journal::open(folder, &Identity::of(experiment), &Guard::default())
}

fn refused(folder: &Path, experiment: &Experiment) -> String {
    let error = open(folder, experiment).unwrap_err();
    assert!(error.is_input());
    let text = error.to_string();
    let place = format!("{}: ", folder.display());
    text.strip_prefix(&place).map_or(text.clone(), String::from)
}

#[test]
fn what_is_appended_is_there_again() {
    let root = tempfile::tempdir().unwrap();
    let folder = root.path().join("a/b");
    let experiment = experiment();
    let mut journal = open(&folder, &experiment).unwrap();
    journal
        .append(record(&experiment, 0, 0, "proved", 7))
        .unwrap();
    journal
        .append(record(&experiment, 1, 0, "unknown", 9))
        .unwrap();
    let records = journal.records().to_vec();
    drop(journal);
    let journal = open(&folder, &experiment).unwrap();
    assert!(!journal.was_torn());
    assert_eq!(journal.records(), records);
}

#[test]
fn a_torn_last_line_is_dropped_and_written_over() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let experiment = experiment();
    let mut journal = open(folder, &experiment).unwrap();
    journal
        .append(record(&experiment, 0, 0, "proved", 7))
        .unwrap();
    journal
        .append(record(&experiment, 1, 0, "proved", 9))
        .unwrap();
    let whole = fs::read(folder.join(RUNS)).unwrap();
    drop(journal);
    // After the mark, the identity and the first run.
    let mut ends = whole.iter().enumerate().filter(|(_, byte)| **byte == b'\n');
    let first = ends.nth(2).unwrap().0 + 1;
    for cut in [first + 1, whole.len() - 1] {
        fs::write(folder.join(RUNS), &whole[..cut]).unwrap();
        let mut journal = open(folder, &experiment).unwrap();
        assert!(journal.was_torn(), "{cut}");
        assert_eq!(journal.records().len(), 1);
        journal
            .append(record(&experiment, 1, 0, "proved", 9))
            .unwrap();
        assert_eq!(fs::read(folder.join(RUNS)).unwrap(), whole);
    }
}

#[test]
fn a_damaged_line_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let experiment = experiment();
    let mut journal = open(folder.path(), &experiment).unwrap();
    for row in [0, 1] {
        journal
            .append(record(&experiment, row, 0, "proved", 7))
            .unwrap();
    }
    drop(journal);
    let runs = folder.path().join(RUNS);
    let text = fs::read_to_string(&runs).unwrap();
    fs::write(
        &runs,
        text.replacen("\"answer\":\"proved\"", "\"answer\":\"Proved\"", 1),
    )
    .unwrap();
    let message = refused(folder.path(), &experiment);
    assert!(
        message.contains("runs.journal: it is damaged: record 2, at byte "),
        "{message}"
    );
}

#[test]
fn a_folder_of_something_else_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let mine = experiment();
    drop(open(folder, &mine).unwrap());

    let mut other = mine.clone();
    other.name = "other".into();
    assert_eq!(
        refused(folder, &other),
        "these are results of another experiment: its experiment is tiny, not other; choose \
         another folder with --out"
    );
    let mut other = mine.clone();
    other.sets[0].problems.pop();
    let message = refused(folder, &other);
    assert!(
        message.contains("its set 1 is tiny.txt with 4 positions, checksum "),
        "{message}"
    );
    assert!(
        message.contains(", not tiny.txt with 3 positions, checksum "),
        "{message}"
    );
    let mut other = mine.clone();
    other.runs[0].budget.nodes = Some(5);
    let message = refused(folder, &other);
    assert!(
        message.contains("its run 2 is pn init=") && message.contains("; nodes 5"),
        "{message}"
    );
    let mut other = mine.clone();
    other.runs.pop();
    let message = refused(folder, &other);
    assert!(
        message.contains("its run 1 is df-pn ") && message.ends_with(" with --reuse"),
        "{message}"
    );

    let mut identity = Identity::of(&mine);
    identity.program = "shomei 99".into();
    let error = Journal::<Record>::open(folder, &identity, &Guard::default())
        .unwrap_err()
        .to_string();
    assert!(error.contains("its program is shomei "), "{error}");
    assert!(error.contains(", not shomei 99, build "), "{error}");
    assert!(Journal::<Record>::look_into(folder, &identity).is_err());
    let mut identity = Identity::of(&mine);
    identity.build = "01234567".into();
    let error = Journal::<Record>::open(folder, &identity, &Guard::default())
        .unwrap_err()
        .to_string();
    assert!(error.contains("build 01234567, "), "{error}");
    assert!(Journal::<Record>::look_into(folder, &Identity::of(&mine)).is_ok());

    // The presentation of results can change.
    let mut same = mine;
    same.title = "other".into();
    same.runs[0].label = "other".into();
    same.columns.clear();
    assert!(open(folder, &same).is_ok());
}

#[test]
fn a_folder_with_foreign_files_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let experiment = experiment();
    fs::write(folder.path().join(".shomei-half"), "").unwrap();
    fs::write(folder.path().join("letters.txt"), "dear").unwrap();
    let message = refused(folder.path(), &experiment);
    assert!(
        message.starts_with("there are other files here, letters.txt for one"),
        "{message}"
    );
    fs::write(folder.path().join(IDENTITY), "[]").unwrap();
    assert!(refused(folder.path(), &experiment).contains("not the mark of a results folder"));
    fs::remove_file(folder.path().join(IDENTITY)).unwrap();
    fs::remove_file(folder.path().join("letters.txt")).unwrap();
    assert!(open(folder.path(), &experiment).is_ok());
    let elsewhere = tempfile::tempdir().unwrap();
    let error = Journal::<Record>::look_into(elsewhere.path(), &Identity::of(&experiment));
    assert!(
        error
            .unwrap_err()
            .to_string()
            .contains("there are no results here")
    );
}

#[test]
fn two_programs_do_not_share_a_folder() {
    let folder = tempfile::tempdir().unwrap();
    let experiment = experiment();
    let first = open(folder.path(), &experiment).unwrap();
    let message = refused(folder.path(), &experiment);
    assert!(
        message.ends_with("runs.journal: another program is writing it now"),
        "{message}"
    );
    drop(first);
    assert!(open(folder.path(), &experiment).is_ok());
}

#[test]
fn hints_and_the_order_of_moves_belong_to_a_run() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let plain = experiment();
    let mut journal = open(folder, &plain).unwrap();
    journal.append(record(&plain, 0, 0, "proved", 7)).unwrap();
    drop(journal);
    // Older records without hints had none.
    let text = fs::read_to_string(folder.join(RUNS)).unwrap();
    assert!(!text.contains("hints"), "{text}");

    let mut hinted = plain.clone();
    hinted.runs[0].hints = "plain".into();
    let message = refused(folder, &hinted);
    assert!(message.contains("; hints plain; memory "), "{message}");
    let question = |experiment: &Experiment| record(experiment, 0, 0, "proved", 7).question;
    assert_ne!(question(&plain), question(&hinted));
    let mut ordered = plain.clone();
    ordered.runs[0].move_order = NonZeroU64::new(7);
    let message = refused(folder, &ordered);
    assert!(message.contains("; move order 7; memory "), "{message}");
    assert_ne!(question(&plain), question(&ordered));
    let elsewhere = tempfile::tempdir().unwrap();
    let mut journal = open(elsewhere.path(), &hinted).unwrap();
    let hinted = record(&hinted, 0, 0, "proved", 7);
    journal.append(hinted.clone()).unwrap();
    drop(journal);
    let text = fs::read_to_string(elsewhere.path().join(RUNS)).unwrap();
    let (_, run) = text.trim_end().rsplit_once('\n').unwrap();
    let read: Record = serde_json::from_str(&run[27..]).unwrap();
    assert_eq!(read, hinted);
}

/// As `from` in a folder's mark, with this in place of that.
fn recorded(from: &Identity, this: &str, that: &str) -> Identity {
    let text = from.json();
    assert!(text.contains(this), "{text}");
    serde_json::from_str(&text.replace(this, that)).unwrap()
}

#[test]
fn an_option_that_was_added_had_its_default() {
    let now = Identity::of(&experiment());
    let before = recorded(&now, " gc=off", "");
    assert_eq!(before.other_rows(&now), None);
    // A named option must have the named value, and the current row must be the same.
    let other = recorded(&now, " gc=off", " gc=sibling");
    assert!(other.other_rows(&now).is_some());
    assert!(before.other_rows(&other).is_some());
    // A record with an additional option differs.
    assert!(now.other_rows(&before).is_some());
}
