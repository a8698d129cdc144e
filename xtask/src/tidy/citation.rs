//! Checks that `CITATION.cff` agrees with the manifest: version, licences, repository.

use super::{Finding, TextFile};

const FILE: &str = "CITATION.cff";
const MANIFEST: &str = "Cargo.toml";

/// Checks the file against the manifest of the workspace.
pub(crate) fn check(files: &[TextFile]) -> Vec<Finding> {
    let text = |name: &str| {
        let file = files.iter().find(|file| file.path == name);
        file.map(|file| file.text.as_str())
    };
    let Some(manifest) = text(MANIFEST) else {
        return Vec::new();
    };
    let Some(citation) = text(FILE) else {
        return vec![Finding::new(FILE, 1, "the file is missing")];
    };
    let mut findings = Vec::new();
    for (field, key) in [("version", "version"), ("repository-code", "repository")] {
        let expected = in_manifest(manifest, key);
        let found = citation.lines().enumerate().find_map(|(at, line)| {
            let value = line.strip_prefix(field)?.strip_prefix(':')?;
            Some((at + 1, value.trim().trim_matches('"')))
        });
        let (line, value) = found.unwrap_or((1, "nothing"));
        if value != expected {
            let message = format!("`{field}` is {value}, in {MANIFEST} it is {expected}");
            findings.push(Finding::new(FILE, line, message));
        }
    }
    for licence in in_manifest(manifest, "license").split(" OR ") {
        if !citation
            .lines()
            .any(|line| line.trim() == format!("- {licence}"))
        {
            let message = format!("the licence {licence} of {MANIFEST} is missing");
            findings.push(Finding::new(FILE, 1, message));
        }
    }
    findings
}

/// The value of a key of `[workspace.package]`.
fn in_manifest<'a>(manifest: &'a str, key: &str) -> &'a str {
    let mut lines = manifest.lines();
    lines.find(|line| *line == "[workspace.package]");
    let mut fields = lines.take_while(|line| !line.starts_with('['));
    let value = fields.find_map(|line| line.strip_prefix(key)?.trim_start().strip_prefix('='));
    value.unwrap_or_default().trim().trim_matches('"')
}

#[cfg(test)]
mod tests {
    use super::*;

    const TOML: &str = "[workspace]\nversion = \"9\"\n\n[workspace.package]\nversion = \"1.2.3\"\n\
        license = \"MIT OR Apache-2.0\"\nrepository = \"https://a.example/b\"\n\n[workspace.dependencies]\n";

    const CFF: &str = "version: 1.2.3\nlicense:\n  - MIT\n  - Apache-2.0\n\
        repository-code: \"https://a.example/b\"\n";

    fn found(cff: Option<&str>) -> Vec<String> {
        let file = |path: &str, text: &str| TextFile {
            path: path.into(),
            text: text.into(),
        };
        let mut files = vec![file(MANIFEST, TOML)];
        files.extend(cff.map(|text| file(FILE, text)));
        check(&files).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn the_citation_follows_the_manifest() {
        assert_eq!(found(Some(CFF)), [""; 0]);
        assert_eq!(found(None), ["CITATION.cff:1: the file is missing"]);
        let old = CFF.replace("1.2.3", "1.2.2");
        let message = "CITATION.cff:1: `version` is 1.2.2, in Cargo.toml it is 1.2.3";
        assert_eq!(found(Some(&old)), [message]);
        let other = CFF
            .replace("a.example", "c.example")
            .replace("  - MIT\n", "");
        let message = [
            "CITATION.cff:4: `repository-code` is https://c.example/b, in Cargo.toml it is \
             https://a.example/b",
            "CITATION.cff:1: the licence MIT of Cargo.toml is missing",
        ];
        assert_eq!(found(Some(&other)), message);
    }
}
