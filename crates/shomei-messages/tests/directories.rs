//! Catalogues of a folder: a third language is one more directory, and faults are found.

#![allow(clippy::unwrap_used, reason = "tests may stop at the first surprise")]

use std::fs;
use std::path::Path;

use shomei_game::Lang;
use shomei_messages::{Message, Plies, ValueWin, language, languages, use_directory};
use tempfile::TempDir;

/// A copy of the catalogues in which another language has the texts of English.
fn with_third_language() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let locales = Path::new(env!("CARGO_MANIFEST_DIR")).join("locales");
    for (from, to) in [("en", "en"), ("ja", "ja"), ("en", "eo")] {
        fs::create_dir(folder.path().join(to)).unwrap();
        for entry in fs::read_dir(locales.join(from)).unwrap() {
            let entry = entry.unwrap();
            let name = entry.file_name();
            fs::copy(entry.path(), folder.path().join(to).join(name)).unwrap();
        }
    }
    folder
}

fn edit(folder: &TempDir, file: &str, from: &str, to: &str) {
    let path = folder.path().join(file);
    let text = fs::read_to_string(&path).unwrap();
    assert!(text.contains(from), "{from}");
    fs::write(path, text.replacen(from, to, 1)).unwrap();
}

#[test]
fn a_third_language_is_one_more_directory() {
    let folder = with_third_language();
    edit(
        &folder,
        "eo/results.ftl",
        "value-win = win",
        "value-win = venko",
    );
    use_directory(folder.path()).unwrap();
    let codes: Vec<&str> = languages().iter().map(|lang| lang.code()).collect();
    assert_eq!(codes, ["en", "eo", "ja"]);
    let lang = language("eo_FR.UTF-8").unwrap();
    assert_eq!(ValueWin.text(lang), "venko");
    assert_eq!(ValueWin.text(Lang::JA), "勝ち");
    assert_eq!(Plies { count: 2 }.text(lang), "2 plies");
    // A language without a catalogue has English texts.
    assert_eq!(ValueWin.text(Lang::new("tlh")), "win");
}

#[test]
fn faults_are_found_with_their_place() {
    let refused = |file: &str, from: &str, to: &str, expected: &str| {
        let folder = with_third_language();
        edit(&folder, file, from, to);
        let error = use_directory(folder.path()).unwrap_err().to_string();
        assert!(error.contains(expected), "{error}");
    };
    let win = "value-win = win\n";
    refused(
        "eo/results.ftl",
        win,
        "",
        "eo: the message value-win is missing; en has it at ",
    );
    refused(
        "eo/results.ftl",
        win,
        "value-win = win\nvenko = win\n",
        "message venko: en does not have it",
    );
    refused(
        "eo/results.ftl",
        win,
        "value-win = { $count }\n",
        "message value-win: en has no variable count",
    );
    refused(
        "eo/results.ftl",
        win,
        "value-win = win\nvalue-win = won\n",
        "message value-win: it is there twice",
    );
    refused(
        "eo/results.ftl",
        win,
        "value-win = { venko }\n",
        "message value-win: it refers to venko, which does not exist",
    );
    refused("eo/results.ftl", win, "value-win = { $\n", "results.ftl:");
    let folder = with_third_language();
    fs::remove_dir_all(folder.path().join("en")).unwrap();
    let error = use_directory(folder.path()).unwrap_err().to_string();
    assert!(error.contains("there is no directory en"), "{error}");
    let error = use_directory(&folder.path().join("none")).unwrap_err();
    assert!(error.to_string().contains("none: "), "{error}");
}
