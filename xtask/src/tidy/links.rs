//! Checks that relative links of Markdown files point to existing files and headings.
//!
//! Links to the web are not followed, so that the check works offline.

use std::collections::{BTreeMap, BTreeSet};

use super::{Finding, TextFile};

/// The names of the headings of each document, by its path.
type Headings<'a> = BTreeMap<&'a str, BTreeSet<String>>;

/// Checks every Markdown file. `exists` takes paths from the root.
pub(crate) fn check(files: &[TextFile], exists: impl Fn(&str) -> bool) -> Vec<Finding> {
    let documents = files.iter().filter(|file| file.is_markdown());
    let headings: Headings<'_> = documents
        .clone()
        .map(|file| (&*file.path, headings(&file.text)))
        .collect();
    let mut findings = Vec::new();
    for file in documents {
        for (line, target) in links(&file.text) {
            let path = target.split(['#', '?']).next().unwrap_or("");
            if is_elsewhere(path) {
                continue;
            }
            let resolved = match path {
                "" => Some(file.path.clone()),
                _ => resolve(&file.path, path).filter(|path| exists(path)),
            };
            let fragment = target.split_once('#').map(|(_, fragment)| fragment);
            let found = resolved.is_some_and(|path| has_heading(&headings, &path, fragment));
            if !found {
                let message = format!("the link to `{target}` leads nowhere: correct or remove it");
                findings.push(Finding::new(&file.path, line, message));
            }
        }
    }
    findings
}

/// Whether a document has the heading that a link names; true for files that are not documents.
fn has_heading(headings: &Headings<'_>, path: &str, fragment: Option<&str>) -> bool {
    match (headings.get(path), fragment) {
        (Some(names), Some(fragment)) => names.contains(fragment),
        _ => true,
    }
}

/// The names of the headings of a text, as GitHub and mdBook make them.
fn headings(text: &str) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    let mut is_code = false;
    for line in text.lines() {
        is_code ^= line.starts_with("```");
        let Some(heading) = line.strip_prefix('#').filter(|_| !is_code) else {
            continue;
        };
        let name = name(heading.trim_start_matches('#').trim());
        let mut again = (1..).map(|number| format!("{name}-{number}"));
        let is_new = names.insert(name.clone());
        if !is_new {
            again.find(|name| names.insert(name.clone()));
        }
    }
    names
}

/// The anchor of a heading: its letters, digits and hyphens, with a hyphen for each blank.
fn name(heading: &str) -> String {
    let lower = heading.to_lowercase();
    let letters = lower.chars().filter_map(|c| match c {
        ' ' => Some('-'),
        _ if c.is_alphanumeric() || c == '-' || c == '_' => Some(c),
        _ => None,
    });
    letters.collect()
}

/// Whether the link has a scheme such as `https:` or `mailto:`.
fn is_elsewhere(path: &str) -> bool {
    path.split_once(':').is_some_and(|(scheme, _)| {
        scheme.len() > 1 && scheme.bytes().all(|b| b.is_ascii_alphanumeric())
    })
}

/// The target of a link in `file` as a path from the root; `None` outside the root.
fn resolve(file: &str, link: &str) -> Option<String> {
    // An absolute path would depend on the machine.
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

/// The links of a text outside code, with their lines.
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

/// The line without code between backticks.
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
                    [d](https://example.org/x.md) [f](mailto:a@b.c) [g](../docs/)\n\
                    [h]: ../README.md\n";
        assert_eq!(findings(text), [""; 0]);
    }

    #[test]
    fn headings_are_found_by_their_names() {
        let text = "# A `b` c: d's\n[a](#a-b-c-ds)\n[b](#a-b)\n# E\n# E\n[c](#e-1) [d](#e-2)\n\
                    ```sh\n# F\n```\n[e](#f) [f](b.md#e)\n";
        let files = [file("docs/b.md", text)];
        let found = places(&check(&files, |path| path == "docs/b.md"));
        assert_eq!(found, ["docs/b.md:3", "docs/b.md:6", "docs/b.md:10"]);
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
