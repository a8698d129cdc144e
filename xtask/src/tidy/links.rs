//! Relative links of Markdown files point to files that exist.
//!
//! Links to the web are not followed: a check must not need the internet.

use super::{Finding, TextFile};

/// Checks every Markdown file; `exists` is asked about paths from the root.
pub(crate) fn check(files: &[TextFile], exists: impl Fn(&str) -> bool) -> Vec<Finding> {
    let mut findings = Vec::new();
    for file in files.iter().filter(|file| file.is_markdown()) {
        for (line, target) in links(&file.text) {
            let path = target.split(['#', '?']).next().unwrap_or("");
            if path.is_empty() || is_elsewhere(path) {
                continue;
            }
            let found = resolve(&file.path, path).is_some_and(|path| exists(&path));
            if !found {
                let message = format!("the link to `{target}` leads nowhere: correct or remove it");
                findings.push(Finding::new(&file.path, line, message));
            }
        }
    }
    findings
}

/// `https:`, `mailto:` and the like.
fn is_elsewhere(path: &str) -> bool {
    path.split_once(':').is_some_and(|(scheme, _)| {
        scheme.len() > 1 && scheme.bytes().all(|b| b.is_ascii_alphanumeric())
    })
}

/// The path from the root that a link in `file` means; `None` outside the root.
fn resolve(file: &str, link: &str) -> Option<String> {
    // An absolute path would be the machine's.
    (!link.starts_with('/')).then_some(())?;
    let mut parts: Vec<&str> = file.split('/').collect();
    parts.pop();
    for part in link.split('/') {
        match part {
            "." | "" => {}
            ".." => {
                parts.pop()?;
            }
            _ => parts.push(part),
        }
    }
    Some(parts.join("/"))
}

/// The links of a text with their lines; code is not looked at.
fn links(text: &str) -> Vec<(usize, String)> {
    let mut links = Vec::new();
    let mut fence: Option<&str> = None;
    for (number, line) in (1..).zip(text.lines()) {
        let start = line.trim_start();
        let mark = ["```", "~~~"].into_iter().find(|m| start.starts_with(m));
        match (fence, mark) {
            (None, Some(mark)) => fence = Some(mark),
            (Some(open), Some(mark)) if open == mark => fence = None,
            (Some(_), _) => {}
            (None, None) => {
                let line = without_code(line);
                links.extend(inline_links(&line).map(|link| (number, link.to_owned())));
                links.extend(definition(&line).map(|link| (number, link.to_owned())));
            }
        }
    }
    links
}

/// The line without what stands between backticks.
fn without_code(line: &str) -> String {
    line.split('`').step_by(2).collect::<Vec<_>>().join("``")
}

/// The targets of `[text](target)` and `[text](target "title")`.
fn inline_links(line: &str) -> impl Iterator<Item = &str> {
    line.match_indices("](").filter_map(|(at, _)| {
        let rest = &line[at + 2..];
        target(&rest[..rest.find(')')?])
    })
}

/// The target of a line `[name]: target`.
fn definition(line: &str) -> Option<&str> {
    let (name, rest) = line.strip_prefix('[')?.split_once("]:")?;
    (!name.contains(']')).then_some(())?;
    target(rest)
}

fn target(text: &str) -> Option<&str> {
    let word = text.split_whitespace().next()?;
    Some(word.trim_start_matches('<').trim_end_matches('>'))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tidy::samples::{file, places};

    fn findings(text: &str) -> Vec<String> {
        let exists = |path: &str| matches!(path, "README.md" | "docs/a.md" | "docs");
        places(&check(&[file("docs/b.md", text)], exists))
    }

    #[test]
    fn links_that_lead_somewhere_pass() {
        let text = "[a](a.md), [b](./a.md#top \"A\") and [c](../README.md)\n\
                    [d](https://example.org/x.md) [e](#top) [f](mailto:a@b.c) [g](../docs/)\n\
                    [h]: ../README.md\n";
        assert_eq!(findings(text), [""; 0]);
    }

    #[test]
    fn links_that_lead_nowhere_are_named() {
        let text = "[a](b.md)\n[b](../../README.md) [c](/docs/a.md)\n\n[d]: c.md\n";
        assert_eq!(
            findings(text),
            ["docs/b.md:1", "docs/b.md:2", "docs/b.md:2", "docs/b.md:4"]
        );
    }

    #[test]
    fn code_contains_no_links() {
        let text = "`[a](b.md)` and `x`\n```text\n[a](b.md)\n```\n[a](b.md)\n";
        assert_eq!(findings(text), ["docs/b.md:5"]);
    }
}
