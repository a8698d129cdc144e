//! Bundles: `--proof x.zip` and `verify x.zip`.

use std::fs;
use std::io::Cursor;
use std::path::Path;

use sha2::{Digest, Sha256};
use shomei::bundles;

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
    let limited = shomei(["verify", &text(&path), "--edges", "1", "--lang", "ja"]);
    assert!(limited.out.contains(".proof: 0番目の局面："), "{limited:?}");
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

/// Asks with a bundle and a report, and compares the two. Returns the page.
fn reported(arguments: &[&str], folder: &Path) -> String {
    let (path, report) = (folder.join("x.zip"), folder.join("x.html"));
    let (file, page) = (text(&path), text(&report));
    let all = arguments.iter().copied();
    let run = shomei(all.chain(["--proof", &file, "--report", &page]));
    assert!(run.out.contains("bundle: "), "{run:?}");
    let html = fs::read_to_string(&report).unwrap();
    let options = roxmltree::ParsingOptions {
        allow_dtd: true,
        ..Default::default()
    };
    roxmltree::Document::parse_with_options(&html, options).unwrap();
    let bytes = fs::read(&path).unwrap();
    let digest = |bytes: &[u8]| -> String {
        let digest = Sha256::digest(bytes);
        digest.iter().map(|byte| format!("{byte:02x}")).collect()
    };
    assert!(html.contains(&digest(&bytes)) && html.contains("x.zip"));
    let files = bundles::certificates(Cursor::new(&bytes)).unwrap();
    assert!(!files.is_empty());
    for (name, certificate) in files {
        let row = format!("<td>{name}</td>");
        assert!(html.contains(&row), "{row}");
        let sum = format!("<code>{}</code>", digest(&certificate));
        assert!(html.contains(&sum), "{name}");
    }
    html
}

/// The rows of the table of results: the cells of each.
fn certified(html: &str) -> Vec<Vec<String>> {
    let start = html.find("<table class=\"certified\">").unwrap();
    let table = &html[start..start + html[start..].find("</table>").unwrap()];
    let rows = table.split("<tr>").skip(2);
    let cell = |cell: &str| cell[cell.find('>').unwrap() + 1..].to_string();
    let cells = |row: &str| -> Vec<String> {
        let cells = row.split("</td>").filter(|text| text.contains("<td"));
        cells.map(|text| cell(text.trim_start())).collect()
    };
    rows.map(cells).collect()
}

#[test]
fn a_report_names_the_certificate_of_each_result() {
    let folder = directory();
    let question = ["solve", "othello", OTHELLO, "--moves", "--score"];
    let html = reported(&question, folder.path());
    let rows = certified(&html);
    assert_eq!(rows.len(), 7, "{rows:?}");
    assert!(html.contains("All results are certified."));
    for row in &rows[1..] {
        assert!(
            row[4].contains(".proof") || row[4] == "by the rules alone",
            "{row:?}"
        );
    }
    // A limit leaves results without a certificate.
    let folder = directory();
    let question = [
        "solve",
        "shogi",
        MATE,
        "--moves",
        "--attacker",
        "black",
        "--nodes",
        "5",
    ];
    let html = reported(&question, folder.path());
    let rows = certified(&html);
    let missing = rows.iter().filter(|row| row[4] == "none: not certified");
    let count = missing.count();
    assert!(0 < count && count < rows.len(), "{rows:?}");
    let sum = format!("{count} results are not certified completely.");
    assert!(html.contains(&sum), "{sum}");
}

#[test]
fn a_report_on_a_solution_names_the_certificate_of_each_other_move() {
    let folder = directory();
    let html = reported(&["compose", "check", "shogi", MATE], folder.path());
    let rows = certified(&html);
    let first = rows.iter().find(|row| row[1].is_empty()).unwrap();
    assert!(
        first[2].contains("3 plies") && first[4].contains(".proof"),
        "{first:?}"
    );
    assert!(
        rows.iter()
            .any(|row| row[3] == "other last move" || !row[3].is_empty())
    );
    assert!(
        html.contains("solution: unique but for the last move"),
        "{html}"
    );
}

#[test]
fn a_report_on_a_review_names_the_certificates_of_each_position() {
    let folder = directory();
    let game = format!("{OTHELLO} moves G7 H8");
    let html = reported(&["review", "othello", &game, "--at", "0"], folder.path());
    let rows = certified(&html);
    assert_eq!(rows.len(), 3, "{rows:?}");
    assert!(
        rows[0][1].is_empty() && rows[1][1] == "G7" && rows[2][1] == "H8",
        "{rows:?}"
    );
    assert!(rows.iter().all(|row| row[4].contains(".proof")), "{rows:?}");
}

#[test]
fn a_report_on_a_list_has_the_bundle_of_each_position() {
    let folder = directory();
    let list = folder.path().join("list.txt");
    fs::write(&list, format!("{OTHELLO}\n{OTHELLO}\n")).unwrap();
    let proofs = folder.path().join("proofs");
    fs::create_dir(&proofs).unwrap();
    let report = folder.path().join("x.html");
    let list = format!("@{}", text(&list));
    let run = shomei([
        "solve",
        "othello",
        &list,
        "--moves",
        "--proof",
        &text(&proofs),
        "--report",
        &text(&report),
    ]);
    assert_eq!(run.code, 0, "{run:?}");
    let html = fs::read_to_string(&report).unwrap();
    for name in ["0001.zip", "0002.zip"] {
        let digest = Sha256::digest(fs::read(proofs.join(name)).unwrap());
        let digest: String = digest.iter().map(|byte| format!("{byte:02x}")).collect();
        assert!(
            html.contains(&format!("Bundle {name}: ")) && html.contains(&digest),
            "{name}"
        );
    }
}
