//! Checks citations and the list of references.
//!
//! `docs/references.md` defines a reference by a line that begins with a number in brackets,
//! `- **[7]** `. Sources and documents cite it by the name of the list followed by the numbers, as
//! CONTRIBUTING.md shows. Other brackets are not citations, since code contains many.

use std::collections::BTreeMap;

use super::source::words;
use super::{Finding, TextFile};

const LIST: &str = "docs/references.md";
const NAME: &str = "references.md";
const ENTRY: &str = "- **[";

/// Checks all sources and documents against the list.
pub(crate) fn check(files: &[TextFile]) -> Vec<Finding> {
    let Some(list) = files.iter().find(|file| file.path == LIST) else {
        return vec![Finding::new(LIST, 1, "is missing: the sources cite it")];
    };
    let (entries, mut findings) = entries(list);
    for file in files.iter().filter(|file| may_cite(file)) {
        for (line, number) in citations(&file.text) {
            if !entries.contains_key(&number) {
                let message = format!("[{number}] is not in {LIST}: add it or correct the number");
                findings.push(Finding::new(&file.path, line, message));
            }
        }
        for (line, wrong) in misspelt(&file.text) {
            let message = format!("`{wrong}` is not a citation: write `{LIST}` followed by [N]");
            findings.push(Finding::new(&file.path, line, message));
        }
    }
    findings
}

/// Whether citations in this file are checked. The list and the tests of this check are exempt.
fn may_cite(file: &TextFile) -> bool {
    (file.is_rust() || file.is_markdown() || file.path.ends_with(".toml"))
        && file.path != LIST
        && !file.path.ends_with("tidy/references.rs")
}

/// The numbers of the list with their lines, and the faults of the list.
fn entries(list: &TextFile) -> (BTreeMap<u32, usize>, Vec<Finding>) {
    let mut entries = BTreeMap::new();
    let mut findings = Vec::new();
    for (line, text) in (1..).zip(list.text.lines()) {
        let Some(rest) = text.strip_prefix(ENTRY) else {
            continue;
        };
        match rest.split_once("]** ").map(|(number, _)| number.parse()) {
            Some(Ok(number)) => {
                if let Some(first) = entries.insert(number, line) {
                    let message = format!("[{number}] is also line {first}: take a free number");
                    findings.push(Finding::new(LIST, line, message));
                }
            }
            _ => findings.push(Finding::new(
                LIST,
                line,
                "an entry begins with a number, `- **[N]** `",
            )),
        }
    }
    (entries, findings)
}

/// The numbers in brackets that follow the name of the list, with their lines.
///
/// Only spaces, commas, "and", closing brackets, quotes, line ends and comment marks may be between
/// them.
fn citations(text: &str) -> Vec<(usize, u32)> {
    let mut found = Vec::new();
    for (at, name) in text.match_indices(NAME) {
        let mut at = at + name.len();
        while let Some((number, after)) = number_after(text, at) {
            found.push((line_of(text, after), number));
            at = after;
        }
    }
    found
}

/// The next number in brackets, and the offset after it.
fn number_after(text: &str, from: usize) -> Option<(u32, usize)> {
    let mut rest = &text[from..];
    loop {
        let trimmed =
            rest.trim_start_matches(|c: char| c.is_whitespace() || "`,)/!#*>".contains(c));
        let trimmed = trimmed.strip_prefix("and").unwrap_or(trimmed);
        if trimmed.len() == rest.len() {
            break;
        }
        rest = trimmed;
    }
    let (number, rest) = rest.strip_prefix('[')?.split_once(']')?;
    Some((number.parse().ok()?, text.len() - rest.len()))
}

/// Other forms, which [`citations`] does not find: `ref 7`, `refs. 7`.
fn misspelt(text: &str) -> Vec<(usize, &str)> {
    let spellings = ["ref", "refs", "Ref", "Refs"];
    let all = spellings.into_iter().flat_map(|word| {
        words(text, word).filter_map(move |at| {
            let rest = &text[at + word.len()..];
            let digits = rest.trim_start_matches('.').strip_prefix(' ')?;
            let count = digits.bytes().take_while(u8::is_ascii_digit).count();
            let end = text.len() - digits.len() + count;
            (count > 0).then(|| (line_of(text, at), &text[at..end]))
        })
    });
    all.collect()
}

fn line_of(text: &str, offset: usize) -> usize {
    text[..offset].matches('\n').count() + 1
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tidy::samples::{file, places};

    const GOOD: &str = "# References\n\n- **[1]** Allis 1994.\n- **[12]** Nagai 2002.\n";

    fn findings(list: &str, source: &str) -> Vec<String> {
        places(&check(&[file(LIST, list), file("a.rs", source)]))
    }

    #[test]
    fn citations_of_entries_are_fine() {
        let source = "//! Allis (`docs/references.md` [1], [12]).\nlet x = y[5]; // href 5\n";
        assert_eq!(findings(GOOD, source), [""; 0]);
    }

    #[test]
    fn every_number_after_the_name_is_a_citation() {
        let text = "docs/references.md [1] and\n/// [2], [3]; [4] references.md\n\
                    [list](references.md) [5]";
        assert_eq!(citations(text), [(1, 1), (2, 2), (2, 3), (3, 5)]);
    }

    #[test]
    fn a_citation_without_an_entry_is_named() {
        assert_eq!(findings(GOOD, "\n// docs/references.md [2]\n"), ["a.rs:2"]);
        let second = "// `docs/references.md` [1],\n// [121]\n";
        assert_eq!(findings(GOOD, second), ["a.rs:2"]);
    }

    #[test]
    fn other_spellings_are_named() {
        for wrong in ["// [ref 1]", "// (refs 1, 12)", "// ref. 1", "// Ref 1"] {
            assert_eq!(findings(GOOD, wrong), ["a.rs:1"], "{wrong}");
        }
        assert_eq!(findings(GOOD, "let ref x = 1;"), [""; 0]);
    }

    #[test]
    fn the_list_numbers_each_reference_once() {
        let twice = format!("{GOOD}- **[1]** again\n- **[x]** ?\n");
        assert_eq!(
            findings(&twice, ""),
            ["docs/references.md:5", "docs/references.md:6"]
        );
        assert_eq!(places(&check(&[])), ["docs/references.md:1"]);
    }
}
