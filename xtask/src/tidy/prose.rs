//! Checks that prose in Markdown files is wrapped, so that differences are short and lines fit into
//! a window.

use super::{Finding, TextFile};

/// Documents are wrapped at 100 characters; one more word is accepted.
const LIMIT: usize = 120;

/// Pages that `shomei-lab reproduce` writes.
const GENERATED: &str = "docs/results/";

/// Checks every Markdown file.
pub(crate) fn check(files: &[TextFile]) -> Vec<Finding> {
    let is_checked = |file: &&TextFile| {
        let is_generated = file.path.starts_with(GENERATED) && !file.path.ends_with("README.md");
        file.is_markdown() && !is_generated
    };
    files.iter().filter(is_checked).flat_map(faults).collect()
}

fn faults(file: &TextFile) -> Vec<Finding> {
    let mut findings = Vec::new();
    let mut is_code = false;
    for (number, line) in (1..).zip(file.text.lines()) {
        let start = line.trim_start();
        if start.starts_with("```") || start.starts_with("~~~") {
            is_code = !is_code;
        }
        let letters = without_targets(line).chars().count();
        if is_code || start.starts_with('|') || !can_be_wrapped(start) || letters <= LIMIT {
            continue;
        }
        let message =
            format!("{letters} characters of prose, the limit is {LIMIT}: wrap it at 100");
        findings.push(Finding::new(&file.path, number, message));
    }
    findings
}

/// A line without the targets of its links, which cannot be wrapped.
fn without_targets(line: &str) -> String {
    let mut text = String::with_capacity(line.len());
    let mut rest = line;
    while let Some((before, after)) = rest.split_once("](") {
        text += before;
        text.push(']');
        rest = after.split_once(')').map_or("", |(_, after)| after);
    }
    text + rest
}

/// Whether there is a blank after the first word.
fn can_be_wrapped(line: &str) -> bool {
    line.trim_end().split_once(' ').is_some()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tidy::samples::{file, places};

    fn findings(path: &str, text: &str) -> Vec<String> {
        places(&check(&[file(path, text)]))
    }

    fn words(letters: usize) -> String {
        "word ".repeat(letters / 5)
    }

    #[test]
    fn long_lines_are_named() {
        let text = format!("{}\n{}\n", words(100), words(200));
        assert_eq!(findings("docs/a.md", &text), ["docs/a.md:2"]);
        let item = format!("- {}", words(200));
        assert_eq!(findings("docs/a.md", &item), ["docs/a.md:1"]);
        assert_eq!(findings("docs/results/README.md", &item).len(), 1);
    }

    #[test]
    fn what_cannot_be_wrapped_passes() {
        let long = words(200);
        let page = "x".repeat(200);
        let text = format!("| {long} |\n\n```text\n{long}\n```\n\n[a]({page}) b\n<{page}>\n");
        assert_eq!(findings("docs/a.md", &text), [""; 0]);
        assert_eq!(findings("docs/results/a.md", &long), [""; 0]);
        assert_eq!(findings("docs/a.rs", &long), [""; 0]);
    }

    #[test]
    fn characters_count_and_not_bytes() {
        let text = "証明 ".repeat(30);
        assert_eq!(findings("docs/a.md", &text), [""; 0]);
    }
}
