use std::io::{Cursor, Write};

use serde_json::json;
use shomei::bundles::Manifest;
use shomei::search::Silent;
use shomei::{CertificateWish, CollectingSink, Question, Session, Side, Watching};

use super::*;

/// A mate in one ply.
const MATE: &str = "8k/9/8P/9/9/9/9/9/9 b G 1";

fn kinds() -> Arc<Kinds> {
    Arc::new(Kinds::builtin())
}

/// A bundle with the results of all moves.
fn archive() -> Vec<u8> {
    let kinds = kinds();
    let position = kinds.open("shogi", "").unwrap().position(MATE).unwrap();
    let mut silent = Silent;
    let mut watching = Watching(&mut silent);
    let mut collecting = CollectingSink::new(&mut watching, CertificateWish::OfMove);
    let query = Question::MovesFor(position.attacker()).into();
    let mut session = Session::new(position.game()).unwrap();
    session.ask_with(&position, query, &mut collecting).unwrap();
    let manifest = Manifest::of_position(&position, query);
    let mut file = Cursor::new(Vec::new());
    let kind = kinds.find("shogi").unwrap();
    let certificates = collecting.into_certificates();
    bundles::write(kind, &manifest, certificates, &mut file, &|usual| usual).unwrap();
    file.into_inner()
}

fn bundle(bytes: &[u8], budget: CheckBudget) -> Arc<Bundle> {
    let mut file = tempfile::tempfile().unwrap();
    file.write_all(bytes).unwrap();
    let stored = Stored::new(file).unwrap();
    let queue = Arc::new(WorkQueue::new(budget));
    Arc::new(Bundle::of_file("x.zip".into(), stored, kinds(), queue))
}

/// The data after the check has ended.
fn checked(bundle: &Arc<Bundle>, lang: Lang) -> BundleData {
    let patience = Instant::now() + Duration::from_secs(60);
    loop {
        let data = bundle.data(7, lang).unwrap();
        if !matches!(data.state, CheckState::Waiting | CheckState::Running) {
            return data;
        }
        assert!(Instant::now() < patience);
        thread::sleep(Duration::from_millis(5));
    }
}

#[test]
fn an_accepted_bundle_has_rows_in_both_languages_and_its_certificates_open() {
    let bundle = bundle(&archive(), CheckBudget::default());
    let data = serde_json::to_value(checked(&bundle, Lang::EN)).unwrap();
    assert_eq!(data["state"], "accepted");
    assert_eq!(
        data["results"]["question"],
        "After each move, can Black force a win"
    );
    let rows = data["results"]["rows"].as_array().unwrap();
    let mate = rows.iter().find(|row| row["name"] == "G*1b");
    let mate = mate.unwrap_or_else(|| panic!("{rows:?}"));
    assert_eq!(mate["result"], "mate");
    let japanese = serde_json::to_value(checked(&bundle, Lang::JA)).unwrap();
    let names = japanese["results"]["rows"].as_array().unwrap();
    let mut names = names.iter().filter_map(|row| row["name"].as_str());
    assert!(names.all(|name| name.starts_with('▲')));
    let named = rows
        .iter()
        .flat_map(|row| row["certificates"].as_array().unwrap());
    let mut count = 0;
    for name in named {
        count += 1;
        let certificate = bundle.certificate(name.as_str().unwrap()).unwrap().unwrap();
        assert!(shomei::certificates::Certificate::open(&kinds(), certificate.reader()).is_ok());
    }
    assert!(count > 0);
    assert!(bundle.certificate("999.proof").unwrap().is_none());
    assert!(bundle.certificate("manifest.json").unwrap().is_none());
    assert_eq!(bundle.file().unwrap().bytes(), archive().len() as u64);
}

/// Two kings: the side to move would attack, but the question is about the other side.
#[test]
fn the_moves_of_a_bundle_are_named_under_its_goal() {
    let kinds = kinds();
    let tsume = kinds.open("shogi", "").unwrap();
    let root = tsume.position("4k4/9/9/9/9/9/9/9/4K4 b R2Gr2g 1").unwrap();
    let line = ["5i5h", "R*5d", "5h4h"].map(String::from).to_vec();
    let manifest = Manifest::of_position(&root, Question::Win(Side::Second).into());
    let manifest = manifest.along(line, 0);
    let mut file = Cursor::new(Vec::new());
    let kind = kinds.find("shogi").unwrap();
    bundles::write(kind, &manifest, Vec::new(), &mut file, &|usual| usual).unwrap();
    let bundle = bundle(&file.into_inner(), CheckBudget::default());
    let data = serde_json::to_value(checked(&bundle, Lang::JA)).unwrap();
    let names = &data["results"]["line"];
    assert_eq!(*names, json!(["▲５八玉", "△５四飛", "▲４八玉"]), "{data}");
    assert_eq!(data["results"]["rows"][2]["name"], "△５四飛");
}

#[test]
fn a_changed_bundle_is_rejected_with_the_place() {
    let bytes = archive();
    let text = String::from_utf8_lossy(&bytes);
    let at = text.find("disproved").unwrap();
    // The checksum of the archive protects the manifest, so the header of an entry is changed.
    let mut changed = bytes.clone();
    changed[at] = b'D';
    for (bytes, reason) in [
        (&changed[..], "manifest.json"),
        (&bytes[..bytes.len() - 1], "archive"),
    ] {
        let bundle = bundle(bytes, CheckBudget::default());
        let data = checked(&bundle, Lang::EN);
        assert_eq!(data.state, CheckState::Rejected);
        assert!(data.reason.as_ref().unwrap().contains(reason), "{data:?}");
        assert!(data.results.is_none() && bundle.file().is_none());
        assert!(bundle.certificate("001.proof").unwrap().is_none());
    }
}

#[test]
fn a_check_beyond_its_limits_is_unfinished() {
    let budget = CheckBudget {
        time: Some(Duration::ZERO),
        ..CheckBudget::default()
    };
    let data = checked(&bundle(&archive(), budget), Lang::JA);
    assert_eq!(data.state, CheckState::Unfinished);
    assert!(data.results.is_none() && data.reason.is_some());
}
