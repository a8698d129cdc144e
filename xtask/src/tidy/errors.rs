//! The English catalogue of errors is written from the sources, which hold their texts in
//! `error_text!`: this module writes it and compares it.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result};

use super::{Finding, TextFile};

/// The catalogue.
const CATALOGUE: &str = "crates/shomei-messages/locales/en/errors.ftl";

/// How the unit tests of a source begin; those in a file of their own do not end the source.
const UNIT_TESTS: &str = "#[cfg(test)]\nmod tests {";

/// How a text begins in a source.
const MACRO: &str = "error_text!(";

/// Writes the catalogue.
pub(crate) fn run(root: &Path) -> Result<bool> {
    let files = super::text_files(root)?;
    let (texts, findings) = texts(&files);
    for finding in &findings {
        println!("{finding}");
    }
    let path = root.join(CATALOGUE);
    fs::write(&path, catalogue(&texts)).with_context(|| format!("{}", path.display()))?;
    println!("{CATALOGUE}: {} messages", texts.len());
    Ok(findings.is_empty())
}

pub(super) fn check(files: &[TextFile]) -> Vec<Finding> {
    let (texts, mut findings) = texts(files);
    let old = files.iter().find(|file| file.path == CATALOGUE);
    let old = old.map_or("", |file| &file.text);
    let new = catalogue(&texts);
    if old != new {
        let same = old
            .lines()
            .zip(new.lines())
            .take_while(|(old, new)| old == new);
        let message = "the texts of the sources differ: run `cargo xtask messages`";
        findings.push(Finding::new(CATALOGUE, same.count() + 1, message));
    }
    findings
}

/// The texts of the sources by their identifiers, and identifiers with several texts.
fn texts(files: &[TextFile]) -> (BTreeMap<String, String>, Vec<Finding>) {
    let (mut texts, mut findings) = (BTreeMap::<String, String>::new(), Vec::new());
    let is_source = |file: &&TextFile| {
        file.is_rust() && file.path.starts_with("crates/") && !file.path.contains("/tests/")
    };
    for file in files.iter().filter(is_source) {
        // The documentation of the macro and unit tests have examples.
        let end = file.text.find(UNIT_TESTS).unwrap_or(file.text.len());
        for (at, _) in file.text[..end].match_indices(MACRO) {
            let line = 1 + file.text[..at].matches('\n').count();
            if file
                .text
                .lines()
                .nth(line - 1)
                .is_some_and(|line| line.trim_start().starts_with("//"))
            {
                continue;
            }
            let rest = &file.text[at + MACRO.len()..];
            let Some((id, rest)) = literal(rest) else {
                continue;
            };
            let Some((text, _)) = literal(rest.trim_start_matches([',', ' ', '\n'])) else {
                findings.push(Finding::new(
                    &file.path,
                    line,
                    "error_text! takes two strings",
                ));
                continue;
            };
            match texts.get(&id) {
                Some(other) if *other != text => {
                    let message = format!("the error {id} has another text elsewhere: {other}");
                    findings.push(Finding::new(&file.path, line, message));
                }
                _ => {
                    texts.insert(id, text);
                }
            }
        }
    }
    (texts, findings)
}

/// The string literal at the beginning of a source, and the source after it.
fn literal(source: &str) -> Option<(String, &str)> {
    let source = source.trim_start().strip_prefix('"')?;
    let (mut text, mut letters) = (String::new(), source.char_indices().peekable());
    while let Some((at, letter)) = letters.next() {
        match letter {
            '"' => return Some((text, &source[at + 1..])),
            '\\' => match letters.next()?.1 {
                'n' => text.push('\n'),
                // The line goes on after the blanks of the next one.
                '\n' => {
                    while letters
                        .next_if(|(_, letter)| letter.is_whitespace())
                        .is_some()
                    {}
                }
                other => text.push(other),
            },
            other => text.push(other),
        }
    }
    None
}

fn catalogue(texts: &BTreeMap<String, String>) -> String {
    let mut catalogue =
        String::from("### Errors. `cargo xtask messages` writes this file from the sources.\n\n");
    for (id, text) in texts {
        let _ = writeln!(catalogue, "{id} = {}", fluent(text));
    }
    catalogue
}

/// A text of the formatting macros as Fluent: `{name}` becomes `{ $name }`.
fn fluent(text: &str) -> String {
    let mut fluent = String::new();
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        match letter {
            '{' if letters.next_if_eq(&'{').is_some() => fluent.push_str("{ \"{\" }"),
            '}' if letters.next_if_eq(&'}').is_some() => fluent.push_str("{ \"}\" }"),
            '{' => {
                let mut name = String::new();
                while let Some(letter) = letters.next_if(|letter| *letter != '}') {
                    name.push(letter);
                }
                letters.next();
                let _ = write!(fluent, "{{ ${} }}", name.replace('_', "-"));
            }
            other => fluent.push(other),
        }
    }
    // Blanks at the ends, and signs that begin something else, are quoted.
    let is_special = |text: &str| text.starts_with(['[', '*', '.', ' ']);
    match is_special(&fluent) {
        true => {
            let (first, rest) = fluent.split_at(1);
            format!("{{ \"{first}\" }}{rest}")
        }
        false => fluent,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tidy::samples::file;

    #[test]
    fn texts_of_sources_become_messages() {
        let source = "let a = error_text!(\"b-text\", \"a \\\"{name}\\\" \\\n        and {{}}\", name = 1);\n\
                      // error_text!(\"comment\", \"c\")\n\
                      error_text!(\n    \"a-text\",\n    \"[x] {of_two}\",\n)\n\
                      #[cfg(test)]\nmod other;\n\
                      #[cfg(test)]\nmod tests { error_text!(\"test\", \"t\") }";
        let (texts, findings) = texts(&[file("crates/x/src/lib.rs", source)]);
        assert_eq!(findings, []);
        let expected = "a-text = { \"[\" }x] { $of-two }\n\
                        b-text = a \"{ $name }\" and { \"{\" }{ \"}\" }\n";
        assert!(
            catalogue(&texts).ends_with(expected),
            "{}",
            catalogue(&texts)
        );
    }

    #[test]
    fn an_identifier_has_one_text() {
        let source = "error_text!(\"id\", \"one\"); error_text!(\"id\", \"two\")";
        let files = [file("crates/x/src/lib.rs", source)];
        let texts: Vec<String> = check(&files).iter().map(ToString::to_string).collect();
        assert!(
            texts[0].contains("the error id has another text elsewhere: one"),
            "{texts:?}"
        );
        assert!(texts[1].contains("run `cargo xtask messages`"), "{texts:?}");
    }
}
