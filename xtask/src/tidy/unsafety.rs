//! Limits `unsafe` to the transposition table and to Othello's processor instructions. Every other
//! crate forbids it in its root file.

use std::collections::BTreeSet;
use std::path::Path;

use cargo_metadata::{Metadata, TargetKind};

use super::Finding;
use super::source::Source;

/// The crates that may not forbid it.
const EXCEPTED_CRATES: [&str; 2] = ["crates/shomei-search/", "crates/shomei-othello/"];
/// Files and folders of modules that may contain `unsafe` blocks.
const ALLOWED: [&str; 3] = [
    "crates/shomei-search/src/table.rs",
    "crates/shomei-search/src/table/",
    "crates/shomei-othello/src/cpu/x86.rs",
];

/// The root files of all libraries and programs, relative to `root`.
pub(crate) fn crate_roots(workspace: &Metadata, root: &Path) -> BTreeSet<String> {
    let is_root = |kind: &TargetKind| {
        matches!(
            kind,
            TargetKind::Lib | TargetKind::Bin | TargetKind::ProcMacro | TargetKind::CustomBuild
        )
    };
    workspace
        .workspace_packages()
        .into_iter()
        .flat_map(|package| &package.targets)
        .filter(|target| target.kind.iter().any(is_root))
        .filter_map(|target| target.src_path.as_std_path().strip_prefix(root).ok())
        .filter_map(|path| path.to_str())
        .map(|path| path.replace('\\', "/"))
        .collect()
}

/// Checks one Rust file.
pub(crate) fn check(path: &str, source: &Source, roots: &BTreeSet<String>) -> Vec<Finding> {
    let mut findings = Vec::new();
    let is_excepted = EXCEPTED_CRATES
        .iter()
        .any(|folder| path.starts_with(folder));
    if roots.contains(path) && !is_excepted && !forbids(source) {
        findings.push(Finding::new(
            path,
            1,
            "a crate root without `#![forbid(unsafe_code)]`: add it below the head comment",
        ));
    }
    if !ALLOWED.iter().any(|allowed| path.starts_with(allowed)) {
        findings.extend(source.words("unsafe").map(|offset| {
            Finding::new(
                path,
                source.line_of(offset),
                format!("`unsafe` outside {}: write it safely", ALLOWED.join(", ")),
            )
        }));
    }
    findings
}

fn forbids(source: &Source) -> bool {
    let code: String = source.code().split_whitespace().collect();
    code.contains("#![forbid(unsafe_code)]")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tidy::samples::places;

    fn findings(path: &str, text: &str) -> Vec<String> {
        let roots = [
            "crates/a/src/lib.rs".to_owned(),
            "crates/shomei-search/src/lib.rs".to_owned(),
        ];
        places(&check(path, &Source::new(text), &roots.into()))
    }

    #[test]
    fn a_root_must_forbid() {
        let root = "crates/a/src/lib.rs";
        assert_eq!(
            findings(root, "//! A.\n\n#![forbid(unsafe_code)]\n"),
            [""; 0]
        );
        assert_eq!(
            findings(root, "// #![forbid(unsafe_code)]\n"),
            ["crates/a/src/lib.rs:1"]
        );
        assert_eq!(findings("crates/a/src/b.rs", ""), [""; 0]);
        assert_eq!(findings("crates/shomei-search/src/lib.rs", ""), [""; 0]);
    }

    #[test]
    fn the_word_is_found_outside_the_allowed_places() {
        let text = "// unsafe\nfn f() {\n    unsafe { g() }\n}\n";
        assert_eq!(
            findings("crates/shomei-search/src/search/pn.rs", text),
            ["crates/shomei-search/src/search/pn.rs:3"]
        );
        for path in [
            "crates/shomei-search/src/table.rs",
            "crates/shomei-search/src/table/bucket.rs",
            "crates/shomei-othello/src/cpu/x86.rs",
        ] {
            assert_eq!(findings(path, text), [""; 0]);
        }
        assert_eq!(
            findings("crates/shomei-search/src/table_size.rs", text).len(),
            1
        );
    }
}
