//! Bundles: `--proof x.zip` and `verify x.zip`.

use std::fs;
use std::path::Path;

use crate::support::{directory, shomei, text};

/// A mate in 3 with one solution but for the last move.
const MATE: &str = "8k/9/8G/9/9/9/9/9/9 b Rr2b3g4s4n4l18p 1";
/// Othello with seven empty squares.
const OTHELLO: &str = "XXXXXXXXXOOOOOOXXOOXXOXXXOXOXXOXXXOXOXXXXXXOXX---XXXX---XXXXX-O- O";

/// Asks, writes a bundle, and verifies it.
fn bundle(arguments: &[&str], path: &Path) -> serde_json::Value {
    let path = text(path);
    let run = shomei(arguments.iter().copied().chain(["--proof", &path]));
    assert_eq!((run.code, &run.err[..]), (0, ""), "{run:?}");
    assert!(run.out.contains("bundle: "), "{run:?}");
    let run = shomei(["verify", "--json", &path]);
    assert_eq!(run.code, 0, "{run:?}");
    let verdict = run.object();
    assert_eq!(verdict["accepted"], true, "{verdict:?}");
    verdict["bundle"].clone()
}

#[test]
fn the_results_of_every_move_are_certified() {
    let folder = directory();
    let path = folder.path().join("x.zip");
    let made = bundle(&["solve", "othello", OTHELLO, "--moves", "--score"], &path);
    let best = &made["results"][0];
    assert_eq!(best["score"], serde_json::json!([-8, -8]));
    assert_eq!(best["moves"].as_array().unwrap().len(), 6);
    // It replaces its own file, and prints the results.
    bundle(&["solve", "othello", OTHELLO, "--moves"], &path);
    let run = shomei(["verify", &text(&path)]);
    assert!(run.out.contains("accepted: "), "{run:?}");
    assert!(run.out.contains("loss"), "{run:?}");
    // A question about another position does not replace it.
    let other = [
        "solve",
        "othello",
        "F5",
        "--value",
        "--proof",
        &text(&path),
        "--nodes",
        "10",
    ];
    let run = shomei(other);
    assert_eq!(run.code, 2, "{run:?}");
    assert!(run.err.contains("bundle for this position"), "{run:?}");
}

#[test]
fn a_shortest_win_and_a_solution_are_certified() {
    let folder = directory();
    let path = folder.path().join("x.zip");
    let made = bundle(&["solve", "shogi", MATE, "--shortest"], &path);
    assert_eq!(made["results"][0]["length"], serde_json::json!([3, 3]));
    let path = folder.path().join("y.zip");
    let made = bundle(&["compose", "check", "shogi", MATE], &path);
    assert_eq!(made["verdict"], "unique but for the last move");
    assert_eq!(made["line"].as_array().unwrap().len(), 3);
    let run = shomei(["verify", &text(&path)]);
    assert!(run.out.contains("最終手余詰"), "{run:?}");
    let run = shomei(["verify", &text(&path), "--lang", "ja"]);
    assert!(run.out.contains("手順：▲１二飛 △２一玉"), "{run:?}");
    let both = [&text(&folder.path().join("x.zip"))[..], &text(&path)];
    let run = shomei(["verify"].into_iter().chain(both));
    assert!(
        run.out
            .ends_with("2 files: 2 accepted, 0 rejected, 0 not checked\n"),
        "{run:?}"
    );
}

#[test]
fn a_review_certifies_the_losses() {
    let folder = directory();
    let path = folder.path().join("x.zip");
    let game = format!("{OTHELLO} moves G6 H6");
    let run = shomei(["review", "othello", &game, "--at", "start"]);
    let lines = run.out.lines().count();
    assert!(lines > 3, "{run:?}");
    let made = bundle(&["review", "othello", &game, "--at", "start"], &path);
    let results = made["results"].as_array().unwrap();
    assert_eq!(results.len(), 3);
    assert_eq!(results[1]["lost"], serde_json::json!([14, 14]));
    let several = folder.path().join("games.txt");
    fs::write(&several, format!("{game}\n{game}\n")).unwrap();
    let list = format!("@{}", text(&several));
    let run = shomei(["review", "othello", &list, "--proof", &text(&path)]);
    assert_eq!(run.code, 2, "{run:?}");
    assert!(run.err.contains("a bundle is of one game"), "{run:?}");
}

#[test]
fn a_list_with_moves_gets_a_bundle_for_each_position() {
    let folder = directory();
    let list = folder.path().join("list.txt");
    fs::write(&list, format!("{OTHELLO}\n")).unwrap();
    let proofs = folder.path().join("proofs");
    fs::create_dir(&proofs).unwrap();
    let list = format!("@{}", text(&list));
    let run = shomei([
        "solve",
        "othello",
        &list,
        "--moves",
        "--proof",
        &text(&proofs),
    ]);
    assert_eq!(run.code, 0, "{run:?}");
    let made: Vec<_> = fs::read_dir(&proofs).unwrap().collect();
    assert_eq!(made.len(), 1);
    let path = made[0].as_ref().unwrap().path();
    assert_eq!(shomei(["verify", &text(&path)]).code, 0);
}

#[test]
fn open_results_are_unknown_in_the_bundle() {
    let folder = directory();
    let path = text(&folder.path().join("x.zip"));
    let run = shomei([
        "solve", "othello", "f5", "--moves", "--nodes", "50", "--proof", &path,
    ]);
    assert_eq!(run.code, 3, "{run:?}");
    let verdict = shomei(["verify", "--json", &path]).object();
    assert_eq!(verdict["bundle"]["results"][0]["value"], "unknown");
    assert_eq!(verdict["certificates"], 0);
}

#[test]
fn a_damaged_bundle_is_rejected_with_the_place() {
    let folder = directory();
    let path = folder.path().join("x.zip");
    bundle(&["solve", "othello", OTHELLO, "--moves"], &path);
    let mut bytes = fs::read(&path).unwrap();
    let place = bytes.windows(4).rposition(|four| four == b"loss").unwrap();
    bytes[place..place + 4].copy_from_slice(b"draw");
    fs::write(&path, &bytes).unwrap();
    let run = shomei(["verify", &text(&path)]);
    assert_eq!(run.code, 1, "{run:?}");
    assert!(run.out.contains("rejected: "), "{run:?}");
    assert!(run.out.contains("manifest.json"), "{run:?}");
    fs::write(&path, &bytes[..100]).unwrap();
    assert_eq!(shomei(["verify", &text(&path)]).code, 1);
}
