//! Checks that the names of structs, enums, unions, traits and aliases are unique in a crate, also
//! inside functions. A reader of `Line` does not have to ask which one.
//!
//! Tests and associated types (`type Item = ...`) are exempt.

use std::collections::BTreeMap;

use super::Finding;
use super::crates::Crate;
use super::source::{Source, identifier, words};

const KEYWORDS: [&str; 5] = ["struct", "enum", "union", "trait", "type"];

/// Reports each type of a crate with the name of an earlier type.
pub(crate) fn check(of: &Crate) -> Vec<Finding> {
    let mut first: BTreeMap<&str, (&str, usize)> = BTreeMap::new();
    let mut findings = Vec::new();
    for file in &of.files {
        for (name, line) in types(&file.source) {
            if let Some((other, at)) = first.get(name) {
                let message = format!(
                    "`{name}` is also a type in {other}:{at}: rename one, so that the name has one \
                     meaning in {}",
                    of.name
                );
                findings.push(Finding::new(&file.path, line, message));
            } else {
                first.insert(name, (&file.path, line));
            }
        }
    }
    findings
}

/// The number of types of a crate.
pub(crate) fn count(of: &Crate) -> usize {
    let files = of.files.iter();
    files.map(|file| types(&file.source).len()).sum()
}

/// The types that a file declares outside tests, in order, with their lines.
fn types(source: &Source) -> Vec<(&str, usize)> {
    let code = source.code();
    let inside = of_traits(code);
    let declared = |keyword: &str, at: usize| {
        let name = identifier(code[at + keyword.len()..].trim_start());
        let is_type = !name.is_empty() && !name.starts_with(|c: char| c.is_ascii_digit());
        let is_associated = keyword == "type" && inside.contains(&block_around(code, at));
        (is_type && !is_associated && !source.in_tests(at)).then_some((at, name))
    };
    let mut types: Vec<(usize, &str)> = Vec::new();
    for keyword in KEYWORDS {
        types.extend(words(code, keyword).filter_map(|at| declared(keyword, at)));
    }
    types.sort_unstable();
    types
        .into_iter()
        .map(|(at, name)| (name, source.line_of(at)))
        .collect()
}

/// The offsets of the opening braces of traits and `impl` blocks.
fn of_traits(code: &str) -> Vec<Option<usize>> {
    let mut braces = Vec::new();
    for keyword in ["impl", "trait"] {
        for at in words(code, keyword) {
            let before = code[..at].trim_end();
            let before = before.strip_suffix("unsafe").unwrap_or(before).trim_end();
            // Elsewhere `impl` is a type: `-> impl Iterator`.
            let is_item =
                keyword == "trait" || before.is_empty() || before.ends_with([';', '{', '}', ']']);
            if is_item {
                braces.push(code[at..].find('{').map(|brace| at + brace));
            }
        }
    }
    braces
}

/// The offset of the opening brace of the innermost block around an offset.
fn block_around(code: &str, at: usize) -> Option<usize> {
    let mut depth = 0_usize;
    for (i, byte) in code.as_bytes()[..at].iter().enumerate().rev() {
        match byte {
            b'}' => depth += 1,
            b'{' if depth == 0 => return Some(i),
            b'{' => depth -= 1,
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tidy::crates::crates;
    use crate::tidy::samples::{file, places};

    fn found(a: &str, b: &str) -> Vec<String> {
        let files = [file("crates/x/src/a.rs", a), file("crates/x/src/b.rs", b)];
        places(&crates(&files).iter().flat_map(check).collect::<Vec<_>>())
    }

    #[test]
    fn different_names_pass() {
        let a = "struct Line;\nimpl Iterator for Line { type Item = u8; }\n\
            trait Shape { type Item; }\n#[cfg(test)]\nmod tests { struct Row; }\n";
        let b = "struct Row;\nunsafe impl Shape for Row { type Item = u8; }\n\
            fn f(r#type: u8) -> impl Shape { /* struct Line; */ }\nunion Bits { a: u8 }\n";
        assert_eq!(found(a, b), [""; 0]);
    }

    #[test]
    fn a_name_with_two_meanings_is_found() {
        let a = "struct Line;\n";
        assert_eq!(
            found(a, "\npub(crate) enum Line { A }\n"),
            ["crates/x/src/b.rs:2"]
        );
        assert_eq!(
            found(a, "fn f() {\n    type Line = u8;\n}\n"),
            ["crates/x/src/b.rs:2"]
        );
        assert_eq!(found(a, "pub trait Line<T> {}\n"), ["crates/x/src/b.rs:1"]);
        assert_eq!(
            found(a, "impl X {\n fn f() { struct Line; } }\n"),
            ["crates/x/src/b.rs:2"]
        );
    }

    #[test]
    fn types_are_counted() {
        let files = [file(
            "crates/x/src/a.rs",
            "struct A;\nenum B {}\nimpl C for A { type D = u8; }\n",
        )];
        assert_eq!(count(&crates(&files)[0]), 2);
    }
}
