//! Every message of the catalogues is used: by a Rust source, or by another message.
//!
//! The build of `shomei-messages` finds missing messages; this finds those that no source needs.

use std::collections::BTreeSet;

use super::{Finding, TextFile};

/// The English catalogues, which name the messages of all languages.
const ENGLISH: &str = "crates/shomei-messages/locales/en/";

/// Catalogues with checks of their own: the messages of the web page, and those that are written
/// from the sources.
const CHECKED_ELSEWHERE: [&str; 3] = ["errors.ftl", "help.ftl", "page.ftl"];

pub(super) fn check(files: &[TextFile]) -> Vec<Finding> {
    let is_english = |file: &&TextFile| {
        let name = file.path.strip_prefix(ENGLISH);
        name.is_some_and(|name| name.ends_with(".ftl") && !CHECKED_ELSEWHERE.contains(&name))
    };
    let catalogues: Vec<&TextFile> = files.iter().filter(is_english).collect();
    let used = used(files, &catalogues);
    let mut findings = Vec::new();
    for file in catalogues {
        for (at, line) in file.text.lines().enumerate() {
            let Some(id) = identifier(line) else {
                continue;
            };
            if !used.contains(id) && !used.contains(&type_name(id)[..]) {
                findings.push(Finding::new(
                    &file.path,
                    at + 1,
                    format!("no source uses the message {id}: delete it in every language"),
                ));
            }
        }
    }
    findings
}

/// The words of the sources that use messages, and the references of the messages.
fn used<'a>(files: &'a [TextFile], catalogues: &[&'a TextFile]) -> BTreeSet<&'a str> {
    let is_user = |file: &&TextFile| {
        let is_of_crate = file.path.starts_with("crates/shomei-messages/src/");
        file.is_rust() && (is_of_crate || file.text.contains("shomei_messages"))
    };
    let sources = files.iter().filter(is_user);
    let words = |text: &'a str| {
        let is_of_word = |letter: char| letter.is_alphanumeric() || letter == '_';
        text.split(move |letter| !is_of_word(letter))
    };
    let mut used: BTreeSet<&str> = sources.flat_map(|file| words(&file.text)).collect();
    for file in catalogues {
        let references = file.text.split('{').skip(1);
        used.extend(
            references
                .filter_map(|rest| rest.split('}').next())
                .map(str::trim),
        );
    }
    used
}

/// The identifier of the message that begins in this line.
fn identifier(line: &str) -> Option<&str> {
    let (id, _) = line.split_once('=')?;
    let id = id.trim_end();
    let is_fit = |letter: char| letter.is_ascii_alphanumeric() || letter == '-';
    let begins = id.starts_with(|letter: char| letter.is_ascii_lowercase());
    (begins && id.chars().all(is_fit)).then_some(id)
}

/// The type of a message: `score-between` is `ScoreBetween`.
fn type_name(id: &str) -> String {
    let words = id.split('-').map(|word| {
        let (first, rest) = word.split_at(word.len().min(1));
        first.to_ascii_uppercase() + rest
    });
    words.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tidy::samples::file;

    #[test]
    fn messages_that_no_source_uses_are_found() {
        let catalogue = "used-here = a\nonly-referred = b\n# text = c\nunused = d\n\
                         outer = { only-referred } { $count ->\n    [one] x\n   *[other] y\n}\n";
        let files = [
            file("crates/shomei-messages/locales/en/cli.ftl", catalogue),
            file(
                "crates/shomei-messages/locales/en/page.ftl",
                "of-page = p\n",
            ),
            file(
                "crates/x/src/lib.rs",
                "use shomei_messages as msg; msg::UsedHere; Outer",
            ),
            file("crates/y/src/lib.rs", "Unused"),
        ];
        let findings = check(&files);
        let texts: Vec<String> = findings.iter().map(ToString::to_string).collect();
        assert_eq!(texts.len(), 1, "{texts:?}");
        assert!(
            texts[0].contains("cli.ftl:4") && texts[0].contains("unused"),
            "{texts:?}"
        );
    }
}
