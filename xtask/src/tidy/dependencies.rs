//! The dependencies between crates: the table of ARCHITECTURE.md must agree with the manifests.
//!
//! A new dependency therefore needs a change of the document, beside the reason for the others.
//! Development dependencies are free, except for the pairs in [`NEVER`].

use cargo_metadata::{DependencyKind, Metadata};

use super::{Finding, TextFile};

const FILE: &str = "ARCHITECTURE.md";

/// The first line of the table: a crate, its dependencies in the workspace, and the reason.
const HEAD: &str = "| crate | depends on | because |";

/// The list of a crate without dependencies in the workspace.
const NONE: &str = "nothing here";

/// Pairs of crates. The first must not depend on the second, directly or indirectly, not even by
/// its own development dependencies.
const NEVER: &[(&str, &str)] = &[("shomei-proof", "shomei-search")];

/// A crate of the workspace and its dependencies in the workspace.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Package {
    name: String,
    /// Ordinary and build dependencies.
    normal: Vec<String>,
    dev: Vec<String>,
}

/// The crates of the workspace.
pub(crate) fn packages(metadata: &Metadata) -> Vec<Package> {
    let members = metadata.workspace_packages();
    let is_member = |name: &str| members.iter().any(|member| member.name == name);
    members
        .iter()
        .map(|member| {
            let (dev, normal) = member
                .dependencies
                .iter()
                .filter(|dependency| is_member(&dependency.name))
                .partition::<Vec<_>, _>(|dependency| {
                    dependency.kind == DependencyKind::Development
                });
            let names = |dependencies: Vec<&cargo_metadata::Dependency>| {
                dependencies.into_iter().map(|d| d.name.clone()).collect()
            };
            Package {
                name: member.name.to_string(),
                normal: names(normal),
                dev: names(dev),
            }
        })
        .collect()
}

/// Compares the crates with the table and with [`NEVER`].
pub(crate) fn check(packages: &[Package], files: &[TextFile]) -> Vec<Finding> {
    let document = files.iter().find(|file| file.path == FILE);
    let rows = rows(document.map_or("", |file| &file.text));
    let mut findings = Vec::new();
    for package in packages {
        let mut listed: Vec<&str> = package.normal.iter().map(String::as_str).collect();
        listed.sort_unstable();
        listed.dedup();
        let fault = match rows.iter().find(|row| row.package == package.name) {
            None => (1, format!("add a row for it below `{HEAD}`")),
            Some(row) if row.names == listed => continue,
            Some(row) => (row.line, format!("this row lists {}", row.names.join(", "))),
        };
        let (line, fault) = fault;
        let manifest = format!("`{}` depends on {}", package.name, listed.join(", "));
        findings.push(Finding::new(FILE, line, format!("{manifest}; {fault}")));
    }
    for row in &rows {
        if !packages.iter().any(|package| package.name == row.package) {
            let message = format!("there is no crate `{}`: remove the row", row.package);
            findings.push(Finding::new(FILE, row.line, message));
        }
    }
    for &(from, to) in NEVER {
        if let Some(path) = way(packages, from, to) {
            let path = path.join(" -> ");
            let message = format!("`{from}` must never reach `{to}`, in tests neither: {path}");
            findings.push(Finding::new(FILE, 1, message));
        }
    }
    findings
}

/// A row of the table.
struct Row<'a> {
    /// From 1.
    line: usize,
    package: &'a str,
    /// In alphabetical order.
    names: Vec<&'a str>,
}

/// The rows of the table of a document.
fn rows<'d>(document: &'d str) -> Vec<Row<'d>> {
    let lines = (1..).zip(document.lines());
    let below = lines.skip_while(|(_, line)| *line != HEAD).skip(2);
    let row = |(line, text): (usize, &'d str)| {
        let mut cells = text.split('|').map(str::trim).skip(1);
        let package = cells.next()?;
        let names = cells.next()?.split(", ").filter(|name| *name != NONE);
        let mut names: Vec<&str> = names.collect();
        names.sort_unstable();
        Some(Row {
            line,
            package,
            names,
        })
    };
    below.map_while(row).collect()
}

/// A chain of dependencies from one crate to another, both included.
///
/// Development dependencies count for the first crate only: Cargo does not build those of
/// dependencies.
fn way(packages: &[Package], from: &str, to: &str) -> Option<Vec<String>> {
    let find = |name: &str| packages.iter().find(|package| package.name == name);
    let first = find(from)?;
    let mut seen = vec![from.to_owned()];
    let mut open: Vec<Vec<String>> = first
        .normal
        .iter()
        .chain(&first.dev)
        .map(|next| vec![from.to_owned(), next.clone()])
        .collect();
    while let Some(path) = open.pop() {
        let last = path.last()?.clone();
        if last == to {
            return Some(path);
        }
        if seen.contains(&last) {
            continue;
        }
        for next in find(&last).map_or(&[][..], |package| &package.normal) {
            open.push(path.iter().chain([next]).cloned().collect());
        }
        seen.push(last);
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tidy::samples::file;

    fn package(name: &str, normal: &[&str], dev: &[&str]) -> Package {
        let owned = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect();
        Package {
            name: name.to_owned(),
            normal: owned(normal),
            dev: owned(dev),
        }
    }

    const TABLE: &str = "\
        # A\n\n| crate | depends on | because |\n| --- | --- | --- |\n\
        | shomei-game | nothing here | a |\n\
        | shomei-search | shomei-game, shomei-proof | b |\n\
        | shomei-proof | shomei-game | c |\n\n| shomei-x | shomei-y | another table |\n";

    fn house() -> [Package; 3] {
        [
            package("shomei-game", &[], &["shomei-loa"]),
            package("shomei-proof", &["shomei-game"], &[]),
            package("shomei-search", &["shomei-proof", "shomei-game"], &[]),
        ]
    }

    fn found(packages: &[Package]) -> Vec<(usize, String)> {
        let findings = check(packages, &[file(FILE, TABLE)]);
        findings.into_iter().map(|f| (f.line, f.message)).collect()
    }

    #[test]
    fn the_table_and_the_manifests_agree() {
        assert_eq!(found(&house()), []);
    }

    #[test]
    fn a_row_that_differs_from_the_manifest_is_named() {
        let mut house = house();
        house[1].normal.push("shomei-loa".to_owned());
        let message = "`shomei-proof` depends on shomei-game, shomei-loa; \
                       this row lists shomei-game";
        assert_eq!(found(&house), [(7, message.to_owned())]);
        house[1].normal.clear();
        assert_eq!(found(&house)[0].0, 7);
    }

    #[test]
    fn crates_without_a_row_and_rows_without_a_crate_are_named() {
        let mut house = house();
        house[0].name = "shomei-chess".to_owned();
        let lines: Vec<usize> = found(&house).into_iter().map(|(line, _)| line).collect();
        assert_eq!(lines, [1, 5]);
    }

    #[test]
    fn the_checker_never_reaches_the_searches() {
        let house = |proof: Package, testkit: &[&str]| {
            let testkit = package("shomei-testkit", testkit, &["shomei-search"]);
            [proof, testkit, package("shomei-search", &[], &[])]
        };
        let proof = package("shomei-proof", &["shomei-game"], &["shomei-testkit"]);
        let path = |packages: &[Package]| way(packages, "shomei-proof", "shomei-search");
        assert_eq!(path(&house(proof.clone(), &["shomei-game"])), None);
        let far = ["shomei-proof", "shomei-testkit", "shomei-search"].map(str::to_owned);
        assert_eq!(path(&house(proof, &["shomei-search"])), Some(far.into()));
        let near = package("shomei-proof", &[], &["shomei-search"]);
        assert!(path(&house(near.clone(), &[])).is_some());
        let last = found(&house(near, &[])).pop().unwrap();
        assert!(last.1.contains("shomei-proof -> shomei-search"), "{last:?}");
    }
}
