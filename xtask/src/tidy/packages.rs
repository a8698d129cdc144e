//! Checks what a published crate needs: metadata, licences, a README, and no development dependency
//! that would have to be published first.

use std::path::Path;

use cargo_metadata::{DependencyKind, Metadata, Package};

use super::Finding;
use crate::package::is_published;

/// Each crate has copies of these, since a user gets the package only.
const LICENCES: [&str; 2] = ["LICENSE-MIT", "LICENSE-APACHE"];

/// The limit of registries.
const MOST_KEYWORDS: usize = 5;
const KEYWORD_LETTERS: usize = 20;

/// Checks the crates that are published.
pub(crate) fn check(metadata: &Metadata, root: &Path) -> Vec<Finding> {
    let mut findings = Vec::new();
    for package in metadata.workspace_packages() {
        if !is_published(package) {
            continue;
        }
        let manifest = package.manifest_path.as_std_path();
        let folder = manifest.parent().unwrap_or(root);
        let read = |path: &Path| std::fs::read_to_string(path).ok();
        let place = manifest.strip_prefix(root).unwrap_or(manifest);
        let place = place.to_string_lossy().replace('\\', "/");
        let mut faults = incomplete(package);
        faults.extend(versions_in_tests(package));
        for name in LICENCES {
            let (copy, original) = (read(&folder.join(name)), read(&root.join(name)));
            faults.extend(copy_fault(name, copy.as_deref(), original.as_deref()));
        }
        findings.extend(faults.into_iter().map(|f| Finding::new(&place, 1, f)));
    }
    findings
}

/// The missing fields of the manifest.
fn incomplete(package: &Package) -> Vec<String> {
    let page = format!("https://docs.rs/{}", package.name);
    let keywords = &package.keywords;
    let fits = |word: &String| word.len() <= KEYWORD_LETTERS;
    let has_keywords = (1..=MOST_KEYWORDS).contains(&keywords.len()) && keywords.iter().all(fits);
    let rows = [
        (package.description.is_some(), "description"),
        (package.license.is_some(), "license"),
        (package.repository.is_some(), "repository"),
        (package.readme.is_some(), "readme"),
        (
            package.documentation.as_ref() == Some(&page),
            "documentation",
        ),
        (!package.categories.is_empty(), "categories"),
        (has_keywords, "keywords"),
        (
            package.metadata["docs"]["rs"].is_object(),
            "metadata.docs.rs",
        ),
    ];
    let missing = rows.into_iter().filter(|(is_there, _)| !is_there);
    let text = |(_, name)| format!("`{name}` is missing or not as in the other crates");
    missing.map(text).collect()
}

/// Development dependencies on crates of the workspace that have a version.
fn versions_in_tests(package: &Package) -> impl Iterator<Item = String> {
    let is_versioned = |dependency: &&cargo_metadata::Dependency| {
        let is_for_tests = dependency.kind == DependencyKind::Development;
        is_for_tests && dependency.path.is_some() && dependency.req.to_string() != "*"
    };
    let versioned = package.dependencies.iter().filter(is_versioned);
    versioned.map(|dependency| {
        let name = &dependency.name;
        format!(
            "the tests name `{name}` with a version, which must then be published first: \
             write `{name} = {{ path = \"../{name}\" }}`"
        )
    })
}

/// The fault of a copy of a licence.
fn copy_fault(name: &str, copy: Option<&str>, original: Option<&str>) -> Option<String> {
    match copy {
        None => Some(format!(
            "{name} is missing beside it: copy it from the root"
        )),
        copy if copy != original => Some(format!("{name} differs from that in the root")),
        Some(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A package of this repository with a changed manifest.
    fn package(change: impl Fn(&mut Package)) -> Package {
        let metadata = cargo_metadata::MetadataCommand::new().no_deps().exec();
        let metadata = metadata.unwrap();
        let is_meant = |package: &&&Package| package.name == "shomei-loa";
        let members = metadata.workspace_packages();
        let mut package = (**members.iter().find(is_meant).unwrap()).clone();
        change(&mut package);
        package
    }

    #[test]
    fn a_whole_manifest_passes() {
        let package = package(|_| {});
        assert_eq!(incomplete(&package), [""; 0]);
        assert_eq!(versions_in_tests(&package).count(), 0);
    }

    #[test]
    fn what_is_missing_is_named() {
        let faults = incomplete(&package(|package| package.repository = None));
        assert_eq!(faults.len(), 1);
        assert!(faults[0].contains("`repository`"), "{faults:?}");
        let many = |package: &mut Package| package.keywords = vec!["a".to_owned(); 6];
        assert!(incomplete(&package(many))[0].contains("`keywords`"));
    }

    #[test]
    fn a_version_in_tests_is_named() {
        let package = package(|package| {
            for dependency in &mut package.dependencies {
                if dependency.name == "shomei-testkit" {
                    dependency.req = "^0.1.0".parse().unwrap();
                }
            }
        });
        let faults: Vec<String> = versions_in_tests(&package).collect();
        assert_eq!(faults.len(), 1);
        assert!(faults[0].contains("`shomei-testkit`"), "{faults:?}");
    }

    #[test]
    fn licences_are_copies() {
        let text = Some::<&str>;
        assert_eq!(copy_fault("L", text("a"), text("a")), None);
        assert!(
            copy_fault("L", text("b"), text("a"))
                .unwrap()
                .contains("differs")
        );
        assert!(
            copy_fault("L", None, text("a"))
                .unwrap()
                .contains("missing")
        );
    }
}
