//! Names that types, modules and functions of Rust must not have, because they were private words
//! of this project. Each has a plain replacement. As a part of a longer name, or as the name of
//! something else, these words can be plain English; `phrases.rs` rejects the words that are not.
//!
//! Tests are exempt from the list of modules.

use super::source::{Source, identifier, words};
use super::{Finding, TextFile};

/// A name in snake case, and its plain replacement.
type Name = (&'static str, &'static str);

/// Names of types and modules.
const NAMES: [Name; 15] = [
    ("known", "knowledge, or what the type contains"),
    ("kept", "knowledge, or what the type contains"),
    ("changed", "knowledge, or what the type contains"),
    ("says", "knowledge, or content"),
    ("on_line", "path dependence"),
    ("reach", "dominance bound"),
    ("held", "path dominance, or what the type contains"),
    ("shown", "child cache, or what the type contains"),
    ("chain", "move group"),
    ("waits", "deferred moves"),
    ("meet", "evaluation"),
    ("asked", "certificate view, or question"),
    ("facts", "corpus check"),
    ("stated", "author's solution"),
    ("expected", "expected value"),
];

const TYPES: [Name; 1] = [("support", "path dependence")];

const FUNCTIONS: [Name; 2] = [("says", "content"), ("meet", "enter, evaluate or look up")];

/// Reports the declarations with a rejected name.
pub(crate) fn check(file: &TextFile, source: &Source) -> Vec<Finding> {
    let types: Vec<Name> = NAMES.iter().chain(&TYPES).copied().collect();
    let mut findings = Vec::new();
    for keyword in ["struct", "enum", "union", "trait", "type"] {
        findings.extend(declared(file, source, keyword, &types));
    }
    findings.extend(declared(file, source, "mod", &NAMES));
    findings.extend(declared(file, source, "fn", &FUNCTIONS));
    findings
}

fn declared(file: &TextFile, source: &Source, keyword: &str, names: &[Name]) -> Vec<Finding> {
    let code = source.code();
    let rejected = |at: usize| {
        let name = identifier(code[at + keyword.len()..].trim_start());
        let (_, plain) = names.iter().find(|(word, _)| *word == snake_case(name))?;
        let message = format!("`{keyword} {name}` is not plain English: write {plain}");
        Some(Finding::new(&file.path, source.line_of(at), message))
    };
    words(code, keyword).filter_map(rejected).collect()
}

fn snake_case(name: &str) -> String {
    let mut snake = String::new();
    for letter in name.chars() {
        if letter.is_ascii_uppercase() && !snake.is_empty() {
            snake.push('_');
        }
        snake.push(letter.to_ascii_lowercase());
    }
    snake
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tidy::samples::{file, places};

    fn findings(text: &str) -> Vec<String> {
        places(&check(&file("a.rs", text), &Source::new(text)))
    }

    #[test]
    fn declarations_with_a_rejected_name_are_found() {
        for keyword in ["struct", "enum", "trait", "type"] {
            for name in ["Known", "OnLine", "Support"] {
                assert_eq!(findings(&format!("\n{keyword} {name};")), ["a.rs:2"]);
            }
        }
        assert_eq!(
            findings("pub mod known;\nmod on_line {}"),
            ["a.rs:1", "a.rs:2"]
        );
        assert_eq!(findings("fn meet() {}"), ["a.rs:1"]);
    }

    #[test]
    fn other_uses_pass() {
        let text = "struct KnownScore { known: u8 }\nmod support;\nfn known() { type_known(); }\n\
                    // struct Known;\nlet meet = \"fn meet()\";";
        assert_eq!(findings(text), [""; 0]);
    }
}
