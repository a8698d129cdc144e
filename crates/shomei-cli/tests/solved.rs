//! The certificates in `results` and two of its folders are valid and match the tables there.

#![allow(clippy::unwrap_used, reason = "tests may stop at the first surprise")]

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use assert_cmd::Command;
use serde_json::Value;
use sha2::{Digest, Sha256};
use shomei::Kinds;

/// Larger certificates are not in the repository; the documents give the command that makes them.
const MOST_BYTES: usize = 5_000_000;

/// The columns of the table.
const COLUMNS: [&str; 8] = [
    "file", "game", "rules", "attacker", "position", "claim", "bytes", "SHA-256",
];

/// The folders with their own tables.
fn folders() -> [PathBuf; 3] {
    let results = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../results");
    [results.join("loa-6x6"), results.join("othello"), results]
}

/// The rows of a folder's table, each with the fields of [`COLUMNS`].
fn rows(folder: &Path) -> Vec<[String; 8]> {
    let text = fs::read_to_string(folder.join("README.md")).unwrap();
    let mut lines = text.lines().skip_while(|line| !line.starts_with("| file "));
    assert_eq!(fields(lines.next().unwrap()), COLUMNS);
    let rows = lines.skip(1).take_while(|line| line.starts_with('|'));
    rows.map(fields).collect()
}

fn fields(line: &str) -> [String; 8] {
    let fields: Vec<String> = line
        .trim_matches('|')
        .split('|')
        .map(|field| field.trim().trim_matches('`').to_string())
        .collect();
    fields.try_into().unwrap_or_else(|_| panic!("{line}"))
}

#[test]
fn every_certificate_is_in_the_table_and_every_row_has_one() {
    let names = |name: &String| name.ends_with(".proof");
    for folder in folders() {
        let files: BTreeSet<String> = fs::read_dir(&folder)
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .filter(names)
            .collect();
        let rows = rows(&folder);
        let listed: BTreeSet<String> = rows.iter().map(|row| row[0].clone()).collect();
        assert!(!rows.is_empty());
        assert_eq!(listed.len(), rows.len(), "a file is in two rows");
        assert_eq!(listed, files);
    }
}

#[test]
fn every_certificate_is_the_one_of_the_table() {
    for folder in folders() {
        for [file, .., bytes, sha256] in rows(&folder) {
            let data = fs::read(folder.join(&file)).unwrap();
            assert!(data.len() <= MOST_BYTES, "{file}: {} bytes", data.len());
            assert_eq!(data.len().to_string(), bytes, "{file}");
            let digest = Sha256::digest(&data);
            let digest: String = digest.iter().map(|byte| format!("{byte:02x}")).collect();
            assert_eq!(digest, sha256, "{file}");
        }
    }
}

#[test]
fn every_certificate_is_accepted_for_what_the_table_claims() {
    for folder in folders() {
        for [file, game, rules, attacker, position, claim, ..] in rows(&folder) {
            let mut command = Command::new(env!("CARGO_BIN_EXE_shomei"));
            let output = command
                .args(["verify", "--json"])
                .arg(folder.join(&file))
                .output();
            let output = output.unwrap();
            let report: Value = serde_json::from_slice(&output.stdout).unwrap();
            assert_eq!(report["accepted"], true, "{file}: {report}");
            assert_eq!(output.status.code(), Some(0), "{file}");
            let played = Kinds::builtin().open(&game, &rules).unwrap();
            let root = played.position(&position).unwrap().text();
            let expected = [&game, &rules, &attacker, &claim, &root];
            let found =
                ["game", "rules", "attacker", "claim", "position"].map(|name| &report[name]);
            assert_eq!(
                found.map(|value| value.as_str().unwrap()),
                expected,
                "{file}"
            );
        }
    }
}
