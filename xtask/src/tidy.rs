//! Checks that no other tool does. Each has its own file, with small good and bad inputs as tests.
//! Every finding names the place and the remedy.

pub(crate) mod architecture;
mod citation;
mod crates;
mod dependencies;
pub(crate) mod errors;
mod licences;
mod links;
mod messages;
mod names;
mod packages;
mod phrases;
mod prose;
mod questions;
mod references;
mod sizes;
mod source;
mod words;

use std::fmt;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, ensure};
use cargo_metadata::{Metadata, MetadataCommand};

/// A fault.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Finding {
    /// Relative to the repository's root, with `/`.
    file: String,
    /// From 1.
    line: usize,
    /// The fault and its remedy.
    message: String,
}

impl Finding {
    fn new(file: &str, line: usize, message: impl Into<String>) -> Finding {
        Finding {
            file: file.to_owned(),
            line,
            message: message.into(),
        }
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.file, self.line, self.message)
    }
}

/// A text file of the repository.
#[derive(Clone, Debug)]
pub(crate) struct TextFile {
    /// Relative to the repository's root, with `/`.
    pub(crate) path: String,
    pub(crate) text: String,
}

impl TextFile {
    fn is_rust(&self) -> bool {
        self.path.ends_with(".rs")
    }

    pub(crate) fn is_markdown(&self) -> bool {
        self.path.ends_with(".md")
    }
}

/// Runs every check and prints the findings.
pub(crate) fn run(root: &Path) -> Result<bool> {
    let files = text_files(root)?;
    let workspace = metadata(root)?;

    let mut findings = dependencies::check(&dependencies::packages(&workspace), &files);
    findings.extend(licences::check(&workspace));
    findings.extend(packages::check(&workspace, root));
    findings.extend(citation::check(&files, &workspace));
    for file in files.iter().filter(|file| file.is_rust()) {
        let source = source::Source::new(&file.text);
        findings.extend(sizes::check(&file.path, &source));
    }
    let crates = crates::crates(&files);
    findings.extend(crates.iter().flat_map(names::check));
    findings.extend(architecture::check(&files, &crates));
    findings.extend(references::check(&files));
    findings.extend(messages::check(&files));
    findings.extend(errors::check(&files));
    findings.extend(words::check(&files));
    findings.extend(prose::check(&files));
    findings.extend(phrases::check(&files, root)?);
    findings.extend(links::check(&files, |path| root.join(path).exists()));

    findings.sort_by(|a, b| (&a.file, a.line).cmp(&(&b.file, b.line)));
    for finding in &findings {
        println!("{finding}");
    }
    let count = findings.len();
    println!("tidy: {} files, {count} findings", files.len());
    Ok(findings.is_empty())
}

fn metadata(root: &Path) -> Result<Metadata> {
    let mut command = MetadataCommand::new();
    command.manifest_path(root.join("Cargo.toml"));
    command.exec().context("cargo metadata")
}

/// Every text file that Git tracks or does not ignore.
pub(crate) fn text_files(root: &Path) -> Result<Vec<TextFile>> {
    let output = Command::new("git")
        .args(["ls-files", "-z", "--cached", "--others"])
        .arg("--exclude-standard")
        .current_dir(root)
        .output()
        .context("git ls-files")?;
    ensure!(
        output.status.success(),
        "git ls-files: {}",
        String::from_utf8_lossy(&output.stderr)
    );
    let names = String::from_utf8(output.stdout).context("a file name is not UTF-8")?;
    let mut paths: Vec<&str> = names.split('\0').filter(|name| !name.is_empty()).collect();
    paths.sort_unstable();
    paths.dedup();
    let read = |path: &str| {
        let bytes = std::fs::read(root.join(path)).ok()?;
        let text = String::from_utf8(bytes).ok()?;
        Some(TextFile {
            path: path.to_owned(),
            text,
        })
    };
    Ok(paths.into_iter().filter_map(read).collect())
}

/// Helpers of the tests of the checks.
#[cfg(test)]
mod samples {
    use super::{Finding, TextFile};

    pub(super) fn file(path: &str, text: &str) -> TextFile {
        TextFile {
            path: path.to_owned(),
            text: text.to_owned(),
        }
    }

    /// The findings without their messages: `file:line`.
    pub(super) fn places(findings: &[Finding]) -> Vec<String> {
        findings
            .iter()
            .map(|finding| format!("{}:{}", finding.file, finding.line))
            .collect()
    }
}
