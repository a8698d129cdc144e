//! `--small-proof` makes certificates with fewer records of the same claims.

use std::fs;
use std::path::Path;

use shomei_proof::{Claim, Header, Reader};
use tempfile::TempDir;

use crate::support::{directory, names, shomei};

/// The header and the number of records of a certificate.
fn read(file: &Path) -> (Header, u64) {
    let bytes = fs::read(file).unwrap();
    let mut reader = Reader::open(&bytes[..]).unwrap();
    let header = reader.header().clone();
    while reader.next_record().unwrap().is_some() {}
    (header, reader.totals().records)
}

/// Writes the certificates of a list of the corpora, and returns their folder.
fn solve(game: &str, list: &str, options: &[&str]) -> TempDir {
    let folder = directory();
    let corpora = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus");
    let list = format!("@{}", corpora.join(list).display());
    let proofs = folder.path().to_str().unwrap();
    let usual = ["solve", game, &list, "--check", "--proof", proofs];
    let run = shomei(usual.into_iter().chain(options.iter().copied()));
    assert_eq!(run.code, 0, "{}{}", run.out, run.err);
    folder
}

/// Compares the certificates of a list with the usual ones. Returns the records of both.
fn compare(game: &str, list: &str) -> (u64, u64) {
    let usual = solve(game, list, &[]);
    let small = solve(game, list, &["--small-proof"]);
    assert_eq!(names(usual.path()), names(small.path()));
    let mut sum = (0, 0);
    for name in names(usual.path()) {
        let (header, records) = read(&usual.path().join(&name));
        let (small_header, small_records) = read(&small.path().join(&name));
        assert_eq!(header, small_header, "{list} {name}");
        assert!(small_records <= records, "{list} {name}");
        sum = (sum.0 + records, sum.1 + small_records);
    }
    sum
}

#[test]
fn random_positions_of_every_game_get_smaller_certificates() {
    for (game, list) in [
        ("loa", "loa-small.txt"),
        ("loa", "loa-cycles.txt"),
        ("shogi", "shogi-mudaai.txt"),
    ] {
        let (usual, small) = compare(game, list);
        assert!(small < usual, "{list}: {small} of {usual}");
    }
    // The game's own search decides these positions, so each has one record.
    compare("othello", "othello-small.txt");
    let (usual, small) = compare("uttt", "uttt-open.txt");
    assert!(small * 10 < usual * 7, "{small} of {usual}");
}

/// Solves 5x5 Lines of Action with these options; returns the claim and the number of records.
fn solve_5x5(options: &[&str]) -> (Claim, u64) {
    let folder = directory();
    let file = folder.path().join("x.proof");
    let usual = "solve loa start --rules olympiad,board=5 --attacker white --set init=eval --check";
    let usual = usual.split(' ').chain(["--proof", file.to_str().unwrap()]);
    let run = shomei(usual.chain(options.iter().copied()));
    assert_eq!(run.code, 0, "{}{}", run.out, run.err);
    let (header, records) = read(&file);
    (header.claim, records)
}

#[test]
fn limits_end_the_additional_searches() {
    let (claim, usual) = solve_5x5(&[]);
    let (small_claim, small) = solve_5x5(&["--small-proof"]);
    assert_eq!((claim, small_claim), (Claim::Disproved, Claim::Disproved));
    assert!(small < usual, "{small} of {usual}");
    // The search takes 28,927 nodes, and a part of the limit is for the certificate.
    let (_, limited) = solve_5x5(&["--small-proof", "--nodes", "60000"]);
    assert!((small..=usual).contains(&limited), "{limited}");
}

#[test]
fn the_option_needs_a_certificate_and_no_shortest_win() {
    let run = shomei(["solve", "loa", "start", "--small-proof"]);
    assert_eq!(run.code, 2);
    assert!(run.err.contains("--proof"), "{}", run.err);
    let both = "solve loa start --small-proof --shortest --proof x.proof";
    let run = shomei(both.split(' '));
    assert_eq!(run.code, 2);
    assert!(run.err.contains("--shortest"), "{}", run.err);
}
