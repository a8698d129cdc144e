//! Stores: which entries they keep, which files they reject, and which damage they detect.

#![cfg(feature = "positions")]
#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

use std::fs;
use std::path::{Path, PathBuf};

use redb::{Database, TableDefinition};
use shomei::Aim;
use shomei_game::{Key, Side};
use shomei_search::{Bounds, Knowledge};
use shomei_store::{About, BATCH, Merged, Store, StoreError, export, import};
use tempfile::TempDir;

fn about() -> About {
    About {
        game: "sticks".into(),
        rules: "at most 3".into(),
        sides: ["first".into(), "second".into()],
        keys: Key(0xfedc_ba98),
    }
}

fn solved(i: u64) -> Knowledge {
    Knowledge {
        bounds: match i % 3 {
            0 => Bounds::PROVED,
            _ => Bounds::DISPROVED,
        },
        length: (i % 60_000) as u16,
        best: (i % 7 < 5).then_some((i % 7) as u16),
        work: 1_000 + i * 17 % 90_001,
        ..Knowledge::untouched((Key::of(i).0, Key::of(!i).0))
    }
}

const WIN: Aim = Aim {
    attacker: Side::First,
    least: None,
};

/// A store with this number of entries for each of two aims.
fn filled(entries: u64) -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.store");
    let mut store = Store::open_or_create(&path, &about()).unwrap();
    let other = Aim::score(Side::Second, -3);
    store.put(WIN, (0..entries).map(solved)).unwrap();
    store
        .put(other, (entries..2 * entries).map(solved))
        .unwrap();
    (folder, path)
}

fn refusal(path: &Path, about: &About) -> StoreError {
    Store::open(path, Some(about)).unwrap_err()
}

/// The message without the folder.
fn text(error: &StoreError, path: &Path) -> String {
    let folder = format!("{}/", path.parent().unwrap().display());
    error.to_string().replace(&folder, "")
}

#[test]
fn entries_are_there_after_opening_again() {
    let (_folder, path) = filled(3_000);
    let store = Store::open(&path, Some(&about())).unwrap();
    assert_eq!(store.about(), &about());
    let other = Aim::score(Side::Second, -3);
    assert_eq!(store.aims().unwrap(), [WIN, other]);
    for i in 0..3_000 {
        let id @ (key, check) = solved(i).id();
        assert_eq!(store.get(WIN, id).unwrap(), Some(solved(i)));
        assert_eq!(store.get(WIN, (key, check ^ 1)).unwrap(), None);
        assert_eq!(store.get(other, id).unwrap(), None);
        assert_eq!(store.get(Aim::win(Side::Second), id).unwrap(), None);
    }
    let mut expected: Vec<Knowledge> = (0..3_000).map(solved).collect();
    expected.sort_by_key(Knowledge::id);
    let found: Result<Vec<Knowledge>, _> = store.entries(WIN).unwrap().collect();
    assert_eq!(found.unwrap(), expected);
    let totals = store.totals(WIN).unwrap();
    let largest = expected.iter().map(|solved| solved.work).max().unwrap();
    assert_eq!((totals.proved, totals.disproved), (1_000, 2_000));
    assert_eq!((totals.entries(), totals.largest_work), (3_000, largest));
    assert_eq!(store.totals(Aim::win(Side::Second)).unwrap().entries(), 0);
}

#[test]
fn the_entries_with_the_most_work_are_shown() {
    let (_folder, path) = filled(500);
    let mut store = Store::open(&path, None).unwrap();
    // Many entries have the same work as the smallest one shown.
    let even = (1_000..1_100).map(|i| Knowledge {
        work: 50_000,
        ..solved(i)
    });
    store.put(WIN, even).unwrap();
    let mut works: Vec<u64> = (0..500).map(|i| solved(i).work).collect();
    works.extend([50_000; 100]);
    works.sort_unstable_by(|a, b| b.cmp(a));
    let above = works.iter().filter(|&&work| work > 50_000).count();
    for most in [
        0,
        1,
        10,
        above,
        above + 1,
        above + 99,
        above + 100,
        599,
        600,
        10_000,
    ] {
        let mut shown = Vec::new();
        store
            .largest(WIN, most, |solved| shown.push(solved))
            .unwrap();
        assert!(shown.is_sorted_by_key(Knowledge::id));
        let mut shown: Vec<u64> = shown.iter().map(|solved| solved.work).collect();
        shown.sort_unstable_by(|a, b| b.cmp(a));
        assert_eq!(shown, works[..most.min(600)], "{most}");
    }
}

#[test]
fn an_entry_that_is_there_keeps_the_larger_work() {
    let (_folder, path) = filled(10);
    let mut store = Store::open(&path, None).unwrap();
    // 0 is proved, 1 disproved.
    let more = Knowledge {
        work: 1_000_000,
        ..solved(1)
    };
    let shorter = Knowledge {
        length: 0,
        work: 1,
        best: None,
        ..solved(3)
    };
    let merged = store
        .put(WIN, [more, solved(0), shorter, solved(77)])
        .unwrap();
    let counts = (merged.added, merged.improved, merged.same);
    assert_eq!(counts, (1, 2, 1));
    assert_eq!(merged.contradictions, []);
    let get = |i: u64| store.get(WIN, solved(i).id()).unwrap();
    assert_eq!(get(1), Some(more));
    assert_eq!(
        get(3),
        Some(Knowledge {
            work: solved(3).work,
            ..shorter
        })
    );
    assert_eq!(get(0), Some(solved(0)));
}

#[test]
fn both_sides_of_a_contradiction_are_removed() {
    let (_folder, path) = filled(10);
    let mut store = Store::open(&path, None).unwrap();
    let wrong = Knowledge {
        bounds: Bounds::DISPROVED,
        ..solved(0)
    };
    let merged = store.put(WIN, [wrong]).unwrap();
    let [found] = merged.contradictions[..] else {
        panic!("{merged:?}");
    };
    assert_eq!((found.aim, found.old, found.new), (WIN, solved(0), wrong));
    assert_eq!(store.get(WIN, wrong.id()).unwrap(), None);
    assert_eq!(store.totals(WIN).unwrap().entries(), 9);
    // Also among entries added together; the other aim is unchanged.
    let wrong = Knowledge {
        bounds: Bounds::PROVED,
        ..solved(40)
    };
    let merged = store.put(WIN, [wrong, solved(41), solved(40)]).unwrap();
    assert_eq!((merged.added, merged.contradictions.len()), (2, 1));
    assert_eq!(store.totals(WIN).unwrap().entries(), 10);
    let other = Aim::score(Side::Second, -3);
    assert_eq!(store.totals(other).unwrap().entries(), 10);
}

#[test]
fn positions_not_solved_on_every_path_are_skipped() {
    let (_folder, path) = filled(10);
    let mut store = Store::open(&path, None).unwrap();
    let unsolved = |i| Knowledge {
        bounds: Bounds::UNIT,
        ..solved(i)
    };
    let on_one_path = |i| Knowledge {
        path_dependence: Some((0, 3)),
        ..solved(i)
    };
    // 1 is in the store and disproved, 40 and 41 are not in it.
    let all = [unsolved(1), unsolved(40), on_one_path(1), on_one_path(41)];
    assert_eq!(store.put(WIN, all).unwrap(), Merged::default());
    assert_eq!(store.totals(WIN).unwrap().entries(), 10);
    assert_eq!(store.get(WIN, solved(1).id()).unwrap(), Some(solved(1)));
}

#[test]
fn batches_of_any_size_arrive_whole() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.store");
    let mut store = Store::open_or_create(&path, &about()).unwrap();
    assert_eq!(store.put(WIN, []).unwrap(), Merged::default());
    let entries = 2 * BATCH as u64 + 7;
    // Each twice, so that batches end between two entries of one position.
    let twice = (0..entries).chain(0..entries).map(solved);
    let merged = store.put(WIN, twice).unwrap();
    assert_eq!((merged.added, merged.same), (entries, entries));
    assert_eq!(store.totals(WIN).unwrap().entries(), entries);
}

#[test]
fn a_store_of_another_game_is_refused_with_the_difference() {
    let (_folder, path) = filled(1);
    let ours = about();
    let cases = [
        (
            About {
                game: "loa".into(),
                ..about()
            },
            "game is sticks, not loa",
        ),
        (
            About {
                rules: String::new(),
                ..about()
            },
            "rule set is at most 3, not empty",
        ),
        (
            About {
                sides: ["black".into(), "white".into()],
                ..about()
            },
            "pair of sides is first and second, not black and white",
        ),
        (
            About {
                keys: Key(1),
                ..about()
            },
            "version of keys is 00000000fedcba98, not 0000000000000001",
        ),
    ];
    for (expected, why) in cases {
        let error = refusal(&path, &expected);
        let message = format!("a.store: it is a store of another game: its {why}");
        assert_eq!(text(&error, &path), message);
        assert!(!error.is_accident());
        let error = Store::open_or_create(&path, &expected).unwrap_err();
        assert_eq!(text(&error, &path), message);
    }
    assert!(Store::open(&path, Some(&ours)).is_ok());
}

#[test]
fn an_empty_file_becomes_a_store() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.store");
    fs::write(&path, "").unwrap();
    drop(Store::open_or_create(&path, &about()).unwrap());
    assert!(Store::open(&path, None).is_ok());
}

#[test]
fn other_files_are_refused_and_not_changed() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.store");
    assert_eq!(
        text(&refusal(&path, &about()), &path),
        "a.store: there is no such file"
    );
    fs::write(&path, "").unwrap();
    assert_eq!(
        text(&refusal(&path, &about()), &path),
        "a.store: it is not a store: it is empty"
    );
    let cases: [(&[u8], &str); 2] = [
        (b"shomeick and more", "it has another format"),
        (b"redb", "it has another format"),
    ];
    for (bytes, why) in cases {
        fs::write(&path, bytes).unwrap();
        for error in [
            refusal(&path, &about()),
            Store::open_or_create(&path, &about()).unwrap_err(),
        ] {
            assert_eq!(
                text(&error, &path),
                format!("a.store: it is not a store: {why}")
            );
            assert!(!error.is_accident());
        }
        assert_eq!(fs::read(&path).unwrap(), bytes);
    }
    fs::remove_file(&path).unwrap();
    fs::create_dir(&path).unwrap();
    let error = refusal(&path, &about());
    assert_eq!(
        text(&error, &path),
        "a.store: it is not a store: it is a directory"
    );
    // A store is not created in a missing folder.
    let nowhere = folder.path().join("no/a.store");
    let error = Store::open_or_create(&nowhere, &about()).unwrap_err();
    assert!(
        error.to_string().contains("there is no directory"),
        "{error}"
    );
    assert!(!error.is_accident());
}

type Rows = TableDefinition<'static, &'static str, &'static str>;
const ABOUT: Rows = TableDefinition::new("about");
const ENTRIES: TableDefinition<'static, u128, &[u8; 12]> = TableDefinition::new("first wins");

/// A database made by hand.
fn made(path: &Path, rows: &[(&str, &str)], entry: Option<[u8; 12]>) {
    let _ = fs::remove_file(path);
    let database = Database::create(path).unwrap();
    let write = database.begin_write().unwrap();
    for (name, text) in rows {
        let mut table = write.open_table(ABOUT).unwrap();
        table.insert(name, text).unwrap();
    }
    if let Some(entry) = entry {
        write
            .open_table(ENTRIES)
            .unwrap()
            .insert(5, &entry)
            .unwrap();
    }
    write.commit().unwrap();
}

#[test]
fn a_database_that_no_store_writes_is_refused_with_the_place() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.store");
    let rows = [
        ("format", "2"),
        ("game", "sticks"),
        ("rules", "at most 3"),
        ("first", "first"),
        ("second", "second"),
        ("keys", "00000000fedcba98"),
    ];
    let message = |path: &Path| text(&refusal(path, &about()), path);
    made(&path, &[], None);
    let expected = "a.store: it is not a store: it is another kind of database";
    assert_eq!(message(&path), expected);
    made(&path, &[("format", "1")], None);
    let expected = "a.store: it is a store of version 1; this program reads version 2";
    assert_eq!(message(&path), expected);
    for (missing, (name, _)) in rows.iter().enumerate() {
        let mut others = rows.to_vec();
        others.remove(missing);
        made(&path, &others, None);
        let place = format!("table \"about\": row \"{name}\" is missing or wrong");
        assert_eq!(message(&path), format!("a.store: it is damaged: {place}"));
    }
    let mut odd = rows;
    odd[5].1 = "fedcba98";
    made(&path, &odd, None);
    let place = "table \"about\": row \"keys\" is missing or wrong";
    assert_eq!(message(&path), format!("a.store: it is damaged: {place}"));
    // An entry that is neither a proof nor a disproof.
    made(&path, &rows, Some([9; 12]));
    let mut store = Store::open(&path, Some(&about())).unwrap();
    let place = "table \"first wins\", entry 00000000000000000000000000000005: it is neither proof \
                 nor disproof";
    let expected = format!("a.store: it is damaged: {place}");
    let is_reported = |error: StoreError| {
        assert_eq!(text(&error, &path), expected);
        assert!(error.is_accident());
    };
    is_reported(store.totals(WIN).unwrap_err());
    is_reported(store.get(WIN, (0, 5)).unwrap_err());
    is_reported(store.largest(WIN, 5, |_| ()).unwrap_err());
    let same = Knowledge {
        key: 0,
        check: 5,
        ..solved(1)
    };
    is_reported(store.put(WIN, [same]).unwrap_err());
    drop(store);
    // An unknown table.
    let database = Database::create(&path).unwrap();
    let write = database.begin_write().unwrap();
    let other: Rows = TableDefinition::new("third wins");
    write.open_table(other).unwrap();
    write.commit().unwrap();
    drop(database);
    let expected = "a.store: it is damaged: it has a table \"third wins\"";
    assert_eq!(message(&path), expected);
}

/// Opens a damaged file and reads all entries.
fn read_all(path: &Path) -> Result<Vec<(Aim, Knowledge)>, StoreError> {
    let store = Store::open(path, Some(&about()))?;
    let mut found = Vec::new();
    for aim in store.aims()? {
        for solved in store.entries(aim)? {
            found.push((aim, solved?));
        }
    }
    Ok(found)
}

/// Checks that the entries of a damaged file are correct, and returns their number; `None` if it
/// cannot be read.
fn is_right(path: &Path, entries: u64) -> Option<usize> {
    let found = read_all(path).ok()?;
    let other = Aim::score(Side::Second, -3);
    let known: std::collections::HashMap<(u64, u64), (Aim, Knowledge)> = (0..2 * entries)
        .map(|i| {
            (
                solved(i).id(),
                (if i < entries { WIN } else { other }, solved(i)),
            )
        })
        .collect();
    for (aim, solved) in &found {
        assert_eq!(known.get(&solved.id()), Some(&(*aim, *solved)));
    }
    Some(found.len())
}

#[test]
fn a_flipped_byte_is_refused_or_does_not_matter() {
    let entries = 400;
    let (_folder, path) = filled(entries);
    let bytes = fs::read(&path).unwrap();
    let mut refused = 0;
    let mut state = Key(1);
    let tries = 600;
    for i in 0..tries {
        state = Key::of(state.0);
        // In the head of the file and everywhere else.
        let at = match i % 3 {
            0 => state.0 as usize % 512,
            _ => state.0 as usize % bytes.len(),
        };
        let mut damaged = bytes.clone();
        damaged[at] ^= 1 << (state.0 >> 60 & 7);
        fs::write(&path, &damaged).unwrap();
        refused += u32::from(is_right(&path, entries).is_none());
    }
    // Most pages are unused, and damage there has no effect.
    assert!(refused > 50 && refused < tries, "{refused}");
}

#[test]
fn pages_of_nothing_or_of_noise_are_refused_or_do_not_matter() {
    let entries = 400;
    let (_folder, path) = filled(entries);
    let bytes = fs::read(&path).unwrap();
    let mut refused = 0;
    for page in 0..bytes.len() / 4_096 {
        for noise in [0, 0x55] {
            let mut damaged = bytes.clone();
            damaged[4_096 * page..][..4_096].fill(noise);
            fs::write(&path, &damaged).unwrap();
            refused += u32::from(is_right(&path, entries).is_none());
        }
    }
    assert!(refused > 5, "{refused}");
}

#[test]
fn a_file_that_was_cut_is_refused_or_right() {
    let entries = 400;
    let (_folder, path) = filled(entries);
    let bytes = fs::read(&path).unwrap();
    let steps = (0..600).chain((600..bytes.len()).step_by(bytes.len() / 97 + 1));
    let mut refused = 0;
    for length in steps.filter(|length| length % 7 < 2) {
        fs::write(&path, &bytes[..length]).unwrap();
        let is_refused = is_right(&path, entries).is_none();
        assert!(is_refused || length > 4_096, "{length}");
        refused += u32::from(is_refused);
    }
    assert!(refused > 100, "{refused}");
}

#[test]
fn damage_is_called_an_accident() {
    let (_folder, path) = filled(400);
    let mut bytes = fs::read(&path).unwrap();
    bytes[64..].fill(0xaa);
    fs::write(&path, &bytes).unwrap();
    let error = refusal(&path, &about());
    assert!(error.is_accident(), "{error:?}");
    assert!(
        text(&error, &path).starts_with("a.store: it is damaged: "),
        "{error}"
    );
}

#[test]
fn two_cannot_have_it_open() {
    let (_folder, path) = filled(1);
    let store = Store::open(&path, None).unwrap();
    for error in [
        refusal(&path, &about()),
        Store::open_or_create(&path, &about()).unwrap_err(),
    ] {
        assert_eq!(text(&error, &path), "a.store: another program has it open");
        assert!(error.is_accident());
    }
    drop(store);
    assert!(Store::open(&path, None).is_ok());
}

#[test]
fn the_text_of_a_store_makes_the_same_store() {
    let (folder, path) = filled(300);
    let mut store = Store::open(&path, None).unwrap();
    let mut first = Vec::new();
    assert_eq!(export(&store, &mut first).unwrap(), 600);
    let again = import(&mut store, &first[..]).unwrap();
    assert_eq!((again.added, again.improved, again.same), (0, 0, 600));
    let copy = folder.path().join("b.store");
    let mut copy = Store::open_or_create(&copy, &about()).unwrap();
    let merged = import(&mut copy, &first[..]).unwrap();
    assert_eq!((merged.added, merged.same), (600, 0));
    let mut second = Vec::new();
    export(&copy, &mut second).unwrap();
    assert!(first == second);
    let lines = String::from_utf8(first).unwrap();
    let head = r#"{"store":2,"game":"sticks","rules":"at most 3","sides":["first","second"],"keys":"00000000fedcba98"}"#;
    assert_eq!(lines.lines().next(), Some(head));
}

#[test]
fn a_wrong_line_is_named() {
    let (_folder, path) = filled(1);
    let mut store = Store::open(&path, None).unwrap();
    let mut bytes = Vec::new();
    export(&store, &mut bytes).unwrap();
    let right = String::from_utf8(bytes).unwrap();
    let mut error = |from: &str, to: &str| {
        assert!(right.contains(from), "{from}");
        let wrong = right.replacen(from, to, 1);
        import(&mut store, wrong.as_bytes())
            .unwrap_err()
            .to_string()
    };
    let cases = [
        (right.as_str(), "", "line 1: the text is empty"),
        ("{\"store\":2", "x", "line 1: column 1: expected value"),
        (
            "\"store\":2",
            "\"shop\":2",
            "line 1: it is not the first line of a store as text",
        ),
        (
            "\"store\":2",
            "\"store\":1",
            "line 1: it is of version 1; this program reads version 2",
        ),
        (
            "\"game\":\"sticks\"",
            "\"game\":\"loa\"",
            "line 1: it is of another game: its game is loa, not sticks",
        ),
        (
            "\"keys\":\"0",
            "\"keys\":\"",
            "line 1: keys is not a number of 16 hexadecimal digits, 0 to 9 and a to f",
        ),
        (
            "first wins",
            "first draws",
            "line 2: the aim \"first draws\" is neither a win of first or second nor a score",
        ),
        ("\"best\":0", "\"best\":255", "line 2: best is at most 254"),
        (
            "\"claim\":\"proved\"",
            "\"claim\":\"maybe\"",
            "line 2: column 87: unknown variant `maybe`, expected `proved` or `disproved`",
        ),
        ("\"work\":1017}\n", "\"work\":1017\n", "line 3: column"),
    ];
    for (from, to, expected) in cases {
        let found = error(from, to);
        assert!(found.starts_with(expected), "{found}\n{expected}");
    }
}
