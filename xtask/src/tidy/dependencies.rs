//! The table of allowed dependencies between crates.
//!
//! A crate without a row is an error, so that a new crate needs a decision. Development
//! dependencies are free, except for the pairs in [`NEVER`].

use cargo_metadata::{DependencyKind, Metadata};

use super::{Finding, TextFile};

/// The allowed dependencies of a crate on crates of the workspace.
struct Rule {
    package: &'static str,
    may_know: &'static [&'static str],
    why: &'static str,
}

const VOCABULARY: &[&str] = &["shomei-game"];
const GAME: &str = "a game knows the vocabulary only";

/// In dependency order. A new game or layer gets its row here first.
const RULES: &[Rule] = &[
    Rule {
        package: "shomei-game",
        may_know: &[],
        why: "every other crate depends on the vocabulary",
    },
    Rule {
        package: "shomei-messages",
        may_know: VOCABULARY,
        why: "messages have a language, and nothing else of a program",
    },
    Rule {
        package: "shomei-proof",
        may_know: VOCABULARY,
        why: "a checker must not share code with what it checks",
    },
    Rule {
        package: "shomei-search",
        may_know: &["shomei-game", "shomei-proof"],
        why: "a search never knows a game",
    },
    Rule {
        package: "shomei-parallel",
        may_know: &["shomei-game", "shomei-search"],
        why: "several searchers of one question work on any game",
    },
    Rule {
        package: "shomei-extract",
        may_know: &["shomei-game", "shomei-proof", "shomei-search"],
        why: "extraction reads the tables of any search, of any game",
    },
    Rule {
        package: "shomei-compose",
        may_know: &["shomei-game", "shomei-search", "shomei-extract"],
        why: "composition is a client of searches and extraction, for any game",
    },
    Rule {
        package: "shomei-store",
        may_know: &["shomei", "shomei-game", "shomei-proof", "shomei-search"],
        why: "stores, checkpoints and journals keep work of any search, of any game; the library writes their files",
    },
    Rule {
        package: "shomei-loa",
        may_know: VOCABULARY,
        why: GAME,
    },
    Rule {
        package: "shomei-othello",
        may_know: VOCABULARY,
        why: GAME,
    },
    Rule {
        package: "shomei-shogi",
        may_know: VOCABULARY,
        why: GAME,
    },
    Rule {
        package: "shomei-kifu",
        may_know: &["shomei-game", "shomei-shogi"],
        why: "records of shogi need its rules, and no search",
    },
    Rule {
        package: "shomei-uttt",
        may_know: VOCABULARY,
        why: GAME,
    },
    Rule {
        package: "shomei-testkit",
        may_know: VOCABULARY,
        why: "the conformance kit must serve every crate",
    },
    Rule {
        package: "shomei-board",
        may_know: &["shomei-game", "shomei-messages"],
        why: "pictures are made of texts, and no rules are known there",
    },
    Rule {
        package: "shomei",
        may_know: &[
            "shomei-game",
            "shomei-proof",
            "shomei-search",
            "shomei-parallel",
            "shomei-extract",
            "shomei-compose",
            "shomei-kifu",
            "shomei-loa",
            "shomei-messages",
            "shomei-othello",
            "shomei-shogi",
            "shomei-uttt",
        ],
        why: "the library knows games, searches and certificates, and no front end",
    },
    Rule {
        package: "shomei-cluster",
        may_know: &["shomei-search", "shomei-parallel", "shomei-store", "shomei"],
        why: "a coordinator knows the library and no front end",
    },
    Rule {
        package: "shomei-protocols",
        may_know: &["shomei", "shomei-messages"],
        why: "protocols are a front end: they know the library and not each other",
    },
    Rule {
        package: "shomei-web",
        may_know: &["shomei", "shomei-board", "shomei-messages"],
        why: "the explorer is a front end: it knows the library and the drawings",
    },
    Rule {
        package: "shomei-wasm",
        may_know: &["shomei", "shomei-othello", "shomei-testkit", "shomei-web"],
        why: "the module is a front end: it knows the library, sets Othello's weights, checks games \
              with the kit, and answers the page without a server",
    },
    Rule {
        package: "shomei-wasm-checker",
        may_know: &[
            "shomei",
            "shomei-loa",
            "shomei-othello",
            "shomei-shogi",
            "shomei-uttt",
        ],
        why: "the checker is a front end: it knows the library and the rules of the games; the linker \
              removes the searches of the library",
    },
    Rule {
        package: "shomei-boards",
        may_know: &["shomei-game", "shomei-uttt", "shomei"],
        why: "a crate of games, as a user writes one; the command line knows it only in its example",
    },
    Rule {
        package: "shomei-cli",
        may_know: &[
            "shomei-game",
            "shomei-messages",
            "shomei-proof",
            "shomei-search",
            "shomei-othello",
            "shomei",
            "shomei-protocols",
            "shomei-store",
            "shomei-board",
            "shomei-web",
        ],
        why: "the command line may start any front end",
    },
    Rule {
        package: "shomei-lab",
        may_know: &[
            "shomei-game",
            "shomei-proof",
            "shomei-search",
            "shomei-parallel",
            "shomei-loa",
            "shomei-othello",
            "shomei-shogi",
            "shomei-uttt",
            "shomei",
            "shomei-store",
            "shomei-cluster",
            "shomei-cli",
        ],
        why: "the laboratory is a program of its own: it takes arguments, failures and signals from the \
              command line, which never knows it",
    },
    Rule {
        package: "shomei-python",
        may_know: &[
            "shomei",
            "shomei-board",
            "shomei-cluster",
            "shomei-testkit",
            "shomei-web",
        ],
        why: "the Python package is a front end: it knows the library, the pictures and the cluster, \
              checks games with the kit, and serves them on the page",
    },
    Rule {
        package: "shomei-fuzz",
        may_know: &[
            "shomei",
            "shomei-game",
            "shomei-kifu",
            "shomei-loa",
            "shomei-othello",
            "shomei-proof",
            "shomei-shogi",
            "shomei-uttt",
        ],
        why: "fuzz targets check the library, the certificates and every parser",
    },
    Rule {
        package: "xtask",
        may_know: &[],
        why: "checks of the repository need no part of it",
    },
];

/// Pairs of crates. The first must not depend on the second, directly or indirectly, not even by
/// its own development dependencies.
const NEVER: &[(&str, &str)] = &[("shomei-proof", "shomei-search")];

/// The rules for the document: a crate, its allowed dependencies, and the reason.
pub(crate) fn rows() -> impl Iterator<Item = (&'static str, &'static [&'static str], &'static str)>
{
    RULES
        .iter()
        .map(|rule| (rule.package, rule.may_know, rule.why))
}

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

/// Checks the crates against the rules. The findings refer to lines of the manifests in `files`.
pub(crate) fn check(packages: &[Package], files: &[TextFile]) -> Vec<Finding> {
    let mut findings = Vec::new();
    for package in packages {
        match RULES.iter().find(|rule| rule.package == package.name) {
            Some(rule) => findings.extend(broken(rule, package, files)),
            None => findings.push(in_manifest(
                files,
                &package.name,
                &package.name,
                format!(
                    "no rule says what `{}` may know: add a row to xtask/src/tidy/dependencies.rs",
                    package.name
                ),
            )),
        }
    }
    for &(from, to) in NEVER {
        if let Some(path) = way(packages, from, to) {
            findings.push(in_manifest(
                files,
                from,
                &path[1],
                format!(
                    "`{from}` must never reach `{to}`, in tests neither, but does: {}",
                    path.join(" -> ")
                ),
            ));
        }
    }
    findings
}

fn broken<'a>(
    rule: &'a Rule,
    package: &'a Package,
    files: &'a [TextFile],
) -> impl Iterator<Item = Finding> + 'a {
    package
        .normal
        .iter()
        .filter(|name| !rule.may_know.contains(&name.as_str()))
        .map(|name| {
            in_manifest(
                files,
                &package.name,
                name,
                format!(
                    "`{}` must not know `{name}`: {}; remove the dependency",
                    package.name, rule.why
                ),
            )
        })
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

/// A finding at the line of the package's manifest that contains `word`.
fn in_manifest(files: &[TextFile], package: &str, word: &str, message: String) -> Finding {
    let is_manifest_of = |file: &&TextFile| {
        file.path.ends_with("Cargo.toml") && file.text.contains(&format!("name = \"{package}\""))
    };
    let Some(manifest) = files.iter().find(is_manifest_of) else {
        return Finding::new("Cargo.toml", 1, message);
    };
    let names_it = |line: &str| line.starts_with(word) || line.ends_with(&format!("\"{word}\""));
    let line = manifest.text.lines().position(names_it).unwrap_or(0);
    Finding::new(&manifest.path, line + 1, message)
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

    fn messages(packages: &[Package]) -> Vec<String> {
        let findings = check(packages, &[]);
        findings.into_iter().map(|f| f.message).collect()
    }

    #[test]
    fn the_house_as_designed_is_in_order() {
        let house = [
            package("shomei-game", &[], &["shomei-testkit"]),
            package("shomei-proof", &["shomei-game"], &["shomei-testkit"]),
            package(
                "shomei-search",
                &["shomei-game", "shomei-proof"],
                &["shomei-loa"],
            ),
            package("shomei-loa", &["shomei-game"], &["shomei-testkit"]),
            package("shomei-testkit", &["shomei-game"], &[]),
            package("shomei", &["shomei-search", "shomei-loa"], &[]),
        ];
        assert_eq!(messages(&house), [""; 0]);
    }

    #[test]
    fn a_game_that_knows_a_search_is_named() {
        let bad = [package(
            "shomei-loa",
            &["shomei-game", "shomei-search"],
            &[],
        )];
        let messages = messages(&bad);
        assert_eq!(messages.len(), 1);
        assert!(messages[0].contains("`shomei-loa` must not know `shomei-search`"));
    }

    #[test]
    fn a_crate_without_a_rule_is_named() {
        let messages = messages(&[package("shomei-chess", &["shomei-game"], &[])]);
        assert!(messages[0].contains("no rule says what `shomei-chess` may know"));
    }

    #[test]
    fn the_checker_never_reaches_the_searches() {
        let house = |proof: Package, testkit: &[&str]| {
            [
                proof,
                package("shomei-testkit", testkit, &["shomei-search"]),
                package("shomei-search", &["shomei-game", "shomei-proof"], &[]),
            ]
        };
        let proof = package("shomei-proof", &["shomei-game"], &["shomei-testkit"]);
        assert_eq!(messages(&house(proof.clone(), &["shomei-game"])), [""; 0]);

        let far = messages(&house(proof, &["shomei-search"]));
        assert!(
            far.iter()
                .any(|m| m.contains("shomei-proof -> shomei-testkit -> shomei-search"))
        );
        let near = package("shomei-proof", &[], &["shomei-search"]);
        assert_eq!(messages(&house(near, &[])).len(), 1);
    }

    #[test]
    fn a_finding_points_into_the_manifest() {
        let manifest =
            "[package]\nname = \"shomei-loa\"\n\n[dependencies]\nshomei-proof.workspace = true\n";
        let files = [file("crates/shomei-loa/Cargo.toml", manifest)];
        let findings = check(&[package("shomei-loa", &["shomei-proof"], &[])], &files);
        assert_eq!(findings[0].file, "crates/shomei-loa/Cargo.toml");
        assert_eq!(findings[0].line, 5);
    }
}
