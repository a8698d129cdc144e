//! Checks the dependencies: licences that are compatible with the project's own, no pre-releases,
//! and no version that is known to be unusable.

use cargo_metadata::{Metadata, Package};
use spdx::{Expression, ParseMode};

use super::Finding;

/// Licences whose only condition on works that use the software is a notice.
const ALLOWED: &[&str] = &[
    "0BSD",
    "Apache-2.0",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "CC0-1.0",
    "ISC",
    "MIT",
    "MIT-0",
    "Unicode-3.0",
    "Unlicense",
    "Zlib",
];

/// A package that may also have this licence: libFuzzer, since the fuzz targets are never shipped.
const EXEMPT: (&str, &str) = ("libfuzzer-sys", "NCSA");

/// Exceptions that only add permissions.
const EXCEPTIONS: &[&str] = &["LLVM-exception"];

/// Banned major versions, each with the reason.
const BANNED: &[(&str, u64, &str)] = &[(
    "bincode",
    3,
    "that release contains no working library; write the format by hand",
)];

/// Checks every package that is used on any platform.
pub(crate) fn check(metadata: &Metadata) -> Vec<Finding> {
    let lock = std::fs::read_to_string(metadata.workspace_root.join("Cargo.lock"));
    let lock = lock.unwrap_or_default();
    let problems = |package: &Package| {
        let name = package.name.as_str();
        let version = &package.version;
        let line = line_in_lock(&lock, name, &version.to_string());
        faults(name, version.major, version.pre.as_str())
            .chain(licence_fault(name, package.license.as_deref()))
            .map(|fault| Finding::new("Cargo.lock", line, format!("{name} {version}: {fault}")))
            .collect::<Vec<_>>()
    };
    metadata.packages.iter().flat_map(problems).collect()
}

fn line_in_lock(lock: &str, name: &str, version: &str) -> usize {
    let entry = format!("name = \"{name}\"\nversion = \"{version}\"");
    lock.find(&entry)
        .map_or(1, |at| lock[..at].matches('\n').count() + 1)
}

/// The faults of a version.
fn faults(name: &str, major: u64, pre: &str) -> impl Iterator<Item = String> {
    let banned = BANNED
        .iter()
        .filter(move |&&(banned, version, _)| banned == name && version == major)
        .map(|(_, _, why)| format!("is not to be used: {why}"));
    let early =
        (!pre.is_empty()).then(|| "is a pre-release: depend on a released version".to_owned());
    banned.chain(early).collect::<Vec<_>>().into_iter()
}

/// The fault of the licence of a package.
fn licence_fault(name: &str, licence: Option<&str>) -> Option<String> {
    let Some(text) = licence else {
        return Some("names no SPDX licence: use another crate".to_owned());
    };
    // Lax mode accepts the `MIT/Apache-2.0` of older crates.
    let Ok(expression) = Expression::parse_mode(text, ParseMode::LAX) else {
        return Some(format!(
            "`{text}` is not an SPDX licence: use another crate"
        ));
    };
    let allowed = expression.evaluate(|requirement| {
        let licence = requirement.license.id();
        let licence_allowed =
            licence.is_some_and(|id| ALLOWED.contains(&id.name) || (name, id.name) == EXEMPT);
        let addition_allowed = requirement
            .addition
            .as_ref()
            .is_none_or(|addition| EXCEPTIONS.contains(&addition.to_string().as_str()));
        licence_allowed && addition_allowed
    });
    (!allowed).then(|| {
        format!(
            "`{text}` is not on the list of licences in xtask/src/tidy/licences.rs: \
             use another crate, or argue for the licence there"
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn allowed(name: &str, text: &str) -> bool {
        licence_fault(name, Some(text)).is_none()
    }

    #[test]
    fn one_of_the_choices_must_be_allowed_and_all_of_the_conditions() {
        for good in [
            "MIT OR Apache-2.0",
            "MIT/Apache-2.0",
            "Unlicense OR MIT",
            "GPL-3.0-only OR MIT",
            "(MIT OR Apache-2.0) AND Unicode-3.0",
            "Apache-2.0 WITH LLVM-exception",
            "MIT OR Apache-2.0 OR LGPL-2.1-or-later",
        ] {
            assert!(allowed("a", good), "{good}");
        }
        for bad in [
            "GPL-3.0-only",
            "MIT AND GPL-3.0-only",
            "(MIT OR Apache-2.0) AND NCSA",
            "Apache-2.0 WITH Classpath-exception-2.0",
            "LicenseRef-own",
            "no licence",
        ] {
            assert!(!allowed("a", bad), "{bad}");
        }
        assert!(licence_fault("a", None).is_some());
    }

    #[test]
    fn the_fuzz_targets_may_link_libfuzzer() {
        let (name, licence) = EXEMPT;
        assert!(allowed(name, &format!("(MIT OR Apache-2.0) AND {licence}")));
        assert!(!allowed(name, "GPL-2.0-only"));
    }

    #[test]
    fn early_and_banned_versions_are_named() {
        assert_eq!(faults("serde", 1, "").count(), 0);
        assert_eq!(faults("serde", 2, "rc.1").count(), 1);
        assert_eq!(faults("bincode", 2, "").count(), 0);
        assert_eq!(faults("bincode", 3, "").count(), 1);
    }

    #[test]
    fn the_line_in_the_lock_file_is_found() {
        let lock = "version = 4\n\n[[package]]\nname = \"a\"\nversion = \"1.0.0\"\n";
        assert_eq!(line_in_lock(lock, "a", "1.0.0"), 4);
        assert_eq!(line_in_lock(lock, "b", "1.0.0"), 1);
    }
}
