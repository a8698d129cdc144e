//! `solve --proof` and `verify`.

use std::fs;
use std::path::PathBuf;

use serde_json::Value;
use shomei_proof::{Child, Claim, Header, Record, Writer};
use tempfile::TempDir;

use crate::support::{DIAGRAM_4, HARD, LOSS, Run, WIN, directory, names, shomei, text};

/// A certificate of a win, in a temporary directory.
fn certificate(position: &str, algorithm: &str) -> (TempDir, PathBuf, Run) {
    let directory = directory();
    let path = directory.path().join("x.proof");
    let proof = text(&path);
    let args = ["solve", "loa", position, "--algorithm", algorithm];
    let run = shomei(args.into_iter().chain(["--check", "--proof", &proof]));
    (directory, path, run)
}

#[test]
fn a_fresh_process_accepts_what_was_written() {
    for algorithm in ["df-pn", "pn"] {
        for (position, claim) in [
            (WIN, "claim: proved: Black wins\n"),
            (LOSS, "claim: disproved: White cannot force a win\n"),
        ] {
            let (directory, path, run) = certificate(position, algorithm);
            assert_eq!(run.code, 0, "{run:?}");
            let line = format!("\ncertificate: {} (", path.display());
            assert!(run.out.contains(&line), "{run:?}");
            assert!(run.out.ends_with("), checked: accepted\n"), "{run:?}");
            assert_eq!(names(directory.path()), ["x.proof"]);

            let run = shomei(["verify", &text(&path)]);
            assert_eq!((run.code, run.err.as_str()), (0, ""), "{run:?}");
            assert!(run.out.starts_with(claim), "{run:?}");
            assert!(run.out.contains("\ngame: loa, olympiad\n"), "{run:?}");
            assert!(
                run.out.contains(&format!("\nposition: {position}\n")),
                "{run:?}"
            );
            assert!(run.out.contains("\nchecked: "), "{run:?}");
            assert!(run.out.ends_with("\naccepted\n"), "{run:?}");
        }
    }
}

#[test]
fn verify_speaks_json() {
    let (_directory, path, _) = certificate(WIN, "df-pn");
    let run = shomei(["verify", &text(&path), "--json"]);
    let object = run.object();
    assert_eq!((run.code, &object["accepted"]), (0, &Value::Bool(true)));
    assert_eq!(object["claim"], "proved");
    assert_eq!(object["longest_line"], 9);
    fs::write(&path, &fs::read(&path).unwrap()[..100]).unwrap();
    let run = shomei(["verify", &text(&path), "--json"]);
    let object = run.object();
    assert_eq!((run.code, &object["accepted"]), (1, &Value::Bool(false)));
    assert!(object["reason"].is_string());
}

/// Asserts that `verify` rejects a certificate after `change`, for this reason.
fn rejected(change: impl FnOnce(&mut Vec<u8>), reason: &str) {
    let (_directory, path, _) = certificate(WIN, "df-pn");
    let mut bytes = fs::read(&path).unwrap();
    change(&mut bytes);
    fs::write(&path, bytes).unwrap();
    let run = shomei(["verify", &text(&path)]);
    let verdict = run.out.lines().last().unwrap_or_default();
    assert_eq!(verdict, format!("rejected: {reason}"));
    assert_eq!(run.code, 1);
}

#[test]
fn damaged_certificates_are_rejected_with_the_part() {
    rejected(
        |bytes| bytes.truncate(bytes.len() / 2),
        "the file is cut off in block 0 (from record 0 on)",
    );
    rejected(
        |bytes| bytes[8] = 9,
        "format version 9 is not supported; this program reads versions up to 2",
    );
    rejected(
        |bytes| {
            let at = bytes.windows(5).position(|word| word == b"black").unwrap();
            bytes[at..at + 5].copy_from_slice(b"white");
        },
        "altered: the checksum of the header does not agree",
    );
    rejected(
        |bytes| {
            let middle = bytes.len() / 2;
            bytes[middle] ^= 0x10;
        },
        "altered: the checksum of block 0 (from record 0 on) does not agree",
    );
    rejected(Vec::clear, "the file is cut off in the header");
}

/// A handmade certificate.
fn forged(game: &str, records: &[Record]) -> (TempDir, String) {
    let directory = directory();
    let path = directory.path().join("forged.proof");
    let header = Header {
        game: game.into(),
        rules: "r = OR { Failed, a } a = AND { Won, Won }".into(),
        attacker: "or".into(),
        root: "r".into(),
        claim: Claim::Proved,
        plies: None,
    };
    let mut writer = Writer::new(Vec::new(), &header).unwrap();
    for record in records {
        writer.write(record).unwrap();
    }
    let (bytes, _) = writer.finish().unwrap();
    fs::write(&path, bytes).unwrap();
    let path = text(&path);
    (directory, path)
}

#[test]
fn a_false_certificate_is_rejected_with_the_record() {
    let choice = |mv, child| Record::Choice { mv, child };
    let all = |children| Record::All { children };
    let (_directory, path) = forged(
        "tree",
        &[
            choice(1, Child::Record(1)),
            all(vec![Child::Terminal, Child::Terminal]),
        ],
    );
    assert_eq!(shomei(["verify", &path]).code, 0);
    let (_directory, path) = forged("tree", &[choice(0, Child::Terminal)]);
    let run = shomei(["verify", &path]);
    assert_eq!(run.code, 1);
    let reason = "\nrejected: record 0, move 0: the position after it is failed, not won as the \
                  record says\n";
    assert!(run.out.ends_with(reason), "{run:?}");
    let (_directory, path) = forged(
        "tree",
        &[choice(1, Child::Record(1)), all(vec![Child::Terminal])],
    );
    let run = shomei(["verify", &path]);
    let reason = "\nrejected: record 1: the rules give 2 moves, the record lists 1\n";
    assert!(run.out.ends_with(reason), "{run:?}");
}

#[test]
fn an_uncheckable_certificate_is_an_input_error() {
    let (directory, path) = forged("chess", &[]);
    let run = shomei(["verify", &path]);
    assert_eq!(run.code, 2);
    let message = format!(
        "error: {path}: it is about the game \"chess\", which is not known here; known are loa, othello, shogi, tree, uttt\n"
    );
    assert_eq!(run.err, message);
    let place = text(directory.path());
    let run = shomei(["verify", &place]);
    assert_eq!(run.code, 2);
    assert_eq!(
        run.err,
        format!("error: cannot read {place}: it is a directory\n")
    );
    let run = shomei(["verify", "no such file"]);
    assert_eq!(run.code, 2);
    assert!(
        run.err.starts_with("error: cannot read no such file: "),
        "{run:?}"
    );
}

#[test]
fn a_limit_of_the_check_is_reported() {
    let (_directory, path, _) = certificate(WIN, "df-pn");
    let run = shomei(["verify", &text(&path), "--positions", "2"]);
    assert_eq!(run.code, 1);
    let end = "(a limit of this check: the certificate may be right)\n";
    assert!(run.out.ends_with(end), "{run:?}");
}

#[test]
fn an_unknown_answer_leaves_no_file_and_no_older_one_is_lost() {
    let directory = directory();
    let path = directory.path().join("x.proof");
    fs::write(&path, "an older one").unwrap();
    let proof = text(&path);
    let args = ["solve", "loa", HARD, "--nodes", "500", "--force"];
    let run = shomei(args.into_iter().chain(["--proof", &proof]));
    assert_eq!(run.code, 3);
    assert!(
        run.out
            .ends_with("certificate: none, the answer is unknown\n"),
        "{run:?}"
    );
    assert_eq!(names(directory.path()), ["x.proof"]);
    assert_eq!(fs::read(&path).unwrap(), b"an older one");
}

/// A table with one bucket loses almost all results, and the node limit is too small to repeat the
/// search.
#[test]
fn an_answer_is_valid_without_its_certificate() {
    let directory = directory();
    let proof = text(&directory.path().join("x.proof"));
    let pn = [
        "--algorithm",
        "pn",
        "--set",
        "store=1000000",
        "--memory",
        "64B",
    ];
    let args = ["solve", "loa", DIAGRAM_4, "--json"].into_iter().chain(pn);
    let expanded = shomei(args.clone()).object()["expanded"].to_string();
    let run = shomei(args.chain(["--nodes", &expanded, "--proof", &proof]));
    // A limit was reached, but nothing failed.
    assert_eq!(run.code, 3, "{run:?}");
    assert_eq!(run.object()["answer"], "proved");
    assert_eq!(run.object()["proof"], Value::Null);
    let message = "error: no certificate: the certificate is not complete: stopped by the limit \
                   on nodes\n";
    assert_eq!(run.err, message);
    assert!(names(directory.path()).is_empty());
}

#[test]
fn json_names_the_file() {
    let directory = directory();
    let proof = text(&directory.path().join("x.proof"));
    let run = shomei(["solve", "loa", WIN, "--json", "--proof", &proof]);
    assert_eq!(run.object()["proof"], proof);
}
