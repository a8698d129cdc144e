//! Checks that `CITATION.cff` agrees with the manifest: version, licences, repository.

use cargo_metadata::{Metadata, Package};

use super::{Finding, TextFile};

const FILE: &str = "CITATION.cff";

/// Checks the file against the package of the library.
pub(crate) fn check(files: &[TextFile], workspace: &Metadata) -> Vec<Finding> {
    let members = workspace.workspace_packages();
    let library = members.iter().find(|package| package.name == "shomei");
    let citation = files.iter().find(|file| file.path == FILE);
    match (library, citation) {
        (Some(library), Some(citation)) => differences(&citation.text, library),
        _ => vec![Finding::new(FILE, 1, "the file is missing")],
    }
}

fn differences(citation: &str, library: &Package) -> Vec<Finding> {
    let mut findings = Vec::new();
    let version = library.version.to_string();
    let repository = library.repository.as_deref().unwrap_or_default();
    for (field, expected) in [("version", &version[..]), ("repository-code", repository)] {
        let found = citation.lines().enumerate().find_map(|(at, line)| {
            let value = line.strip_prefix(field)?.strip_prefix(':')?;
            Some((at + 1, value.trim().trim_matches('"')))
        });
        let (line, value) = found.unwrap_or((1, "nothing"));
        if value != expected {
            let message = format!("`{field}` is {value}, in Cargo.toml it is {expected}");
            findings.push(Finding::new(FILE, line, message));
        }
    }
    for licence in library.license.iter().flat_map(|text| text.split(" OR ")) {
        let is_it = |line: &str| line.trim() == format!("- {licence}");
        if !citation.lines().any(is_it) {
            let message = format!("the licence {licence} of Cargo.toml is missing");
            findings.push(Finding::new(FILE, 1, message));
        }
    }
    findings
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tidy::samples::file;

    fn found(files: &[TextFile]) -> Vec<String> {
        let metadata = cargo_metadata::MetadataCommand::new().no_deps().exec();
        let findings = check(files, &metadata.unwrap());
        findings.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn the_citation_follows_the_manifest() {
        assert_eq!(found(&[]), ["CITATION.cff:1: the file is missing"]);
        let text = "version: 1.2.3\nlicense:\n  - Apache-2.0\n\
                    repository-code: \"https://a.example/b\"\n";
        let found = found(&[file(FILE, text)]);
        assert_eq!(found.len(), 3, "{found:?}");
        let begin = "CITATION.cff:1: `version` is 1.2.3, in Cargo.toml it is ";
        assert!(found[0].starts_with(begin), "{found:?}");
        let begin = "CITATION.cff:4: `repository-code` is https://a.example/b, in Cargo.toml";
        assert!(found[1].starts_with(begin), "{found:?}");
        let message = "CITATION.cff:1: the licence MIT of Cargo.toml is missing";
        assert_eq!(found[2], message);
    }
}
