//! The sources of each crate without its tests, which are counted and checked for the rules about
//! names.

use std::collections::BTreeMap;
use std::path::Path;

use super::TextFile;
use super::source::{Source, words};

/// A crate and its files below `src`.
#[derive(Debug)]
pub(crate) struct Crate {
    pub(crate) name: String,
    /// Relative to the repository's root.
    pub(crate) folder: String,
    /// Files that are not tests, in the order of their paths.
    pub(crate) files: Vec<RustFile>,
}

/// A file of a crate.
#[derive(Debug)]
pub(crate) struct RustFile {
    /// Relative to the repository's root, with `/`.
    pub(crate) path: String,
    pub(crate) source: Source,
}

impl Crate {
    /// The lines outside tests, comments and blank lines included.
    pub(crate) fn lines(&self) -> usize {
        let lines = |file: &RustFile| {
            let tests: usize = file.source.test_lines().map(|(a, z)| z - a + 1).sum();
            file.source.line_count() - tests
        };
        self.files.iter().map(lines).sum()
    }
}

/// The crates of the repository in the order of their folders.
///
/// A module declared under `#[cfg(test)]` is a test, with all files below it.
pub(crate) fn crates(files: &[TextFile]) -> Vec<Crate> {
    let mut crates: BTreeMap<&str, Vec<RustFile>> = BTreeMap::new();
    for file in files.iter().filter(|file| file.is_rust()) {
        if let Some((folder, _)) = file.path.split_once("/src/") {
            crates.entry(folder).or_default().push(RustFile {
                path: file.path.clone(),
                source: Source::new(&file.text),
            });
        }
    }
    let is_crate = |folder: &&str| matches!(*folder, "xtask" | "fuzz") || is_in_crates(folder);
    let without_tests = |(folder, files): (&str, Vec<RustFile>)| {
        let tests: Vec<String> = files.iter().flat_map(test_modules).collect();
        let is_test = |path: &str| tests.iter().any(|test| is_below(path, test));
        Crate {
            name: folder.trim_start_matches("crates/").to_owned(),
            folder: folder.to_owned(),
            files: files.into_iter().filter(|f| !is_test(&f.path)).collect(),
        }
    };
    let crates = crates.into_iter().filter(|(folder, _)| is_crate(folder));
    crates.map(without_tests).collect()
}

fn is_in_crates(folder: &str) -> bool {
    Path::new(folder).parent() == Some(Path::new("crates"))
}

/// Whether the file belongs to the module or to one of its submodules. `module` is a path without
/// `.rs`.
fn is_below(path: &str, module: &str) -> bool {
    let rest = path.strip_prefix(module);
    rest.is_some_and(|rest| rest == ".rs" || rest.starts_with('/'))
}

/// The paths, without `.rs`, of the modules that a file declares under `#[cfg(test)]` with `mod
/// x;`.
fn test_modules(file: &RustFile) -> Vec<String> {
    let Some((folder, name)) = file.path.rsplit_once('/') else {
        return Vec::new();
    };
    let stem = name.trim_end_matches(".rs");
    let code = file.source.code();
    let mut modules = Vec::new();
    for item in file.source.tests() {
        let item = &code[item.clone()];
        let declared = item.strip_suffix(';').and_then(|item| {
            let at = words(item, "mod").last()?;
            Some(item[at + "mod".len()..].trim())
        });
        if let Some(module) = declared {
            modules.push(match stem {
                "lib" | "main" | "mod" => format!("{folder}/{module}"),
                _ => format!("{folder}/{stem}/{module}"),
            });
        }
    }
    modules
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tidy::samples::file;

    #[test]
    fn tests_are_left_out_with_the_files_below_them() {
        let code = "fn f() {}\n#[cfg(test)]\nmod tests {\n}\n";
        let files = [
            file(
                "crates/a/src/lib.rs",
                "mod b;\n#[cfg(test)]\nmod helpers;\n",
            ),
            file("crates/a/src/helpers.rs", "fn a() {}\n"),
            file("crates/a/src/helpers/more.rs", "fn a() {}\n"),
            file(
                "crates/a/src/b.rs",
                &format!("#[cfg(all(test, not(loom)))]\nmod t;\n{code}"),
            ),
            file("crates/a/src/b/t.rs", "fn a() {}\n"),
            file("crates/a/src/t.rs", "fn a() {}\n"),
            file("crates/a/tests/c.rs", "fn a() {}\n"),
            file("examples/own/src/lib.rs", "fn a() {}\n"),
            file("xtask/src/main.rs", "fn main() {}\n"),
        ];
        let crates = crates(&files);
        let names: Vec<&str> = crates.iter().map(|c| c.name.as_str()).collect();
        assert_eq!(names, ["a", "xtask"]);
        let paths: Vec<&str> = crates[0].files.iter().map(|f| f.path.as_str()).collect();
        let expected = [
            "crates/a/src/lib.rs",
            "crates/a/src/b.rs",
            "crates/a/src/t.rs",
        ];
        assert_eq!(paths, expected);
        assert_eq!(crates[0].lines(), 1 + 1 + 1);
    }
}
