//! Rejects marks of unfinished work, paths of one machine, and hosts of package registries.
//!
//! The words are written in two parts, so that this file does not contain them.

use super::source::words;
use super::{Finding, TextFile};

const MARKS: [&str; 2] = [concat!("TO", "DO"), concat!("FIX", "ME")];

/// A mark only at the start of a comment: boards contain the same text.
const CROSSES: &str = concat!("X", "XX");

const MACHINE_PATHS: [&str; 3] = [
    concat!("/wo", "rk/"),
    concat!("/ro", "ot/"),
    concat!("/ho", "me/"),
];

const REGISTRIES: [&str; 7] = [
    concat!("crates", ".io"),
    concat!("pypi", ".org"),
    concat!("pythonhosted", ".org"),
    concat!("npmjs", ".com"),
    concat!("npmjs", ".org"),
    concat!("proxy.golang", ".org"),
    concat!("rubygems", ".org"),
];

/// Checks every text file but the lock files, which Cargo writes.
pub(crate) fn check(files: &[TextFile]) -> Vec<Finding> {
    let mut findings = Vec::new();
    for file in files.iter().filter(|file| !file.path.ends_with(".lock")) {
        for (line, text) in (1..).zip(file.text.lines()) {
            findings.extend(faults(text).map(|message| Finding::new(&file.path, line, message)));
        }
    }
    findings
}

fn faults(text: &str) -> impl Iterator<Item = String> {
    let mark = MARKS
        .into_iter()
        .find(|mark| words(text, mark).next().is_some())
        .or_else(|| crosses_as_mark(text).then_some(CROSSES))
        .map(|mark| format!("`{mark}`: do it, or write down why it is not done"));
    let path = MACHINE_PATHS
        .into_iter()
        .find(|path| is_machine_path(text, path))
        .map(|path| format!("`{path}` exists on one machine only: use a relative path"));
    let host = REGISTRIES
        .into_iter()
        .find(|host| text.contains(host))
        .map(|host| format!("`{host}`: name the package, not the place it is loaded from"));
    [mark, path, host].into_iter().flatten()
}

/// Whether [`CROSSES`] begins a comment or has a colon after it.
fn crosses_as_mark(text: &str) -> bool {
    words(text, CROSSES).any(|at| {
        let before = text[..at].trim_end();
        let opens = ["//", "///", "//!", "#", "/*", "<!--"];
        let comment = opens.iter().any(|open| before.ends_with(open));
        comment || text[at + CROSSES.len()..].starts_with(':')
    })
}

/// Whether the text contains the path as an absolute path, not as part of another.
fn is_machine_path(text: &str, path: &str) -> bool {
    text.match_indices(path).any(|(at, _)| {
        let before = text[..at].chars().next_back();
        !before.is_some_and(|c| c.is_alphanumeric() || "._-}~*".contains(c))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tidy::samples::{file, places};

    fn findings(text: &str) -> Vec<String> {
        places(&check(&[file("a.md", text)]))
    }

    #[test]
    fn plain_text_passes() {
        let text = "a todo list, METODOLOGY\n\"XXX.OO\" and XXX in a row\nsrc/work/x.rs, https://host/home/\n";
        assert_eq!(findings(text), [""; 0]);
    }

    #[test]
    fn marks_of_unfinished_work_are_named() {
        for mark in MARKS {
            assert_eq!(findings(&format!("\n// {mark}(x): later")), ["a.md:2"]);
        }
        assert_eq!(findings(&format!("// {CROSSES} later")), ["a.md:1"]);
        assert_eq!(findings(&format!("so {CROSSES}: later")), ["a.md:1"]);
    }

    #[test]
    fn machine_paths_are_named() {
        for path in MACHINE_PATHS {
            assert_eq!(findings(&format!("see {path}x")), ["a.md:1"]);
            assert_eq!(findings(&format!("cd \"{path}x\"")), ["a.md:1"]);
        }
    }

    #[test]
    fn registries_are_named_but_for_lock_files() {
        for host in REGISTRIES {
            let text = format!("https://{host}/x");
            assert_eq!(findings(&text), ["a.md:1"]);
            assert!(check(&[file("Cargo.lock", &text)]).is_empty());
        }
    }
}
