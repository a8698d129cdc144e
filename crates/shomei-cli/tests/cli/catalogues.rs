//! Message catalogues in a folder: a translator can test a new language without building.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::support::{PROGRAM, WIN};

/// Catalogues with a language `eo`, in which one English message is replaced.
fn with_third_language(file: &str, from: &str, to: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let locales = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shomei-messages/locales");
    for (from, to) in [("en", "en"), ("ja", "ja"), ("en", "eo")] {
        fs::create_dir(folder.path().join(to)).unwrap();
        for entry in fs::read_dir(locales.join(from)).unwrap() {
            let entry = entry.unwrap();
            let target = folder.path().join(to).join(entry.file_name());
            fs::copy(entry.path(), target).unwrap();
        }
    }
    let path = folder.path().join("eo").join(file);
    let english = fs::read_to_string(&path).unwrap();
    assert!(english.contains(from), "{from}");
    fs::write(path, english.replacen(from, to, 1)).unwrap();
    folder
}

fn solve(folder: &Path, lang: &str) -> (i32, String, String) {
    let mut command = Command::new(PROGRAM);
    command.env("SHOMEI_LOCALES", folder);
    command.args(["solve", "loa", WIN, "--lang", lang]);
    let output = command.output().unwrap();
    let code = output.status.code().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (code, text(output.stdout), text(output.stderr))
}

#[test]
fn a_third_language_is_a_directory() {
    let english = "headline-proved = proved: { $side } wins";
    let folder = with_third_language("cli.ftl", english, "headline-proved = pruvita: { $side }");
    let (code, out, err) = solve(folder.path(), "eo");
    assert_eq!((code, &*err), (0, ""), "{out}");
    assert!(out.starts_with("pruvita: Black\n"), "{out}");
    let (_, out, _) = solve(folder.path(), "ja");
    assert!(out.starts_with("証明：黒の必勝\n"), "{out}");
    let (code, _, err) = solve(folder.path(), "de");
    assert_eq!(code, 2);
    assert!(err.contains("known are en, eo, ja"), "{err}");
}

#[test]
fn a_faulty_catalogue_is_refused_with_its_place() {
    let english = "headline-proved = proved: { $side } wins\n";
    let folder = with_third_language("cli.ftl", english, "");
    let (code, out, err) = solve(folder.path(), "eo");
    assert_eq!((code, &*out), (2, ""));
    let expected =
        "error: SHOMEI_LOCALES: eo: the message headline-proved is missing; en has it at ";
    assert!(err.starts_with(expected), "{err}");
}
