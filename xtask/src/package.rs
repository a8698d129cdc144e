//! Packs every crate that is published, and builds each from its package alone.
//!
//! Cargo packs the crates in dependency order and puts each into a temporary local registry, where
//! the later crates find it. The build is that of a user, and no crate has to be published before.
//! Only packages in the lock file are downloaded.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

use anyhow::{Context, Result, ensure};
use cargo_metadata::{MetadataCommand, Package};

/// Separate from the other builds, since packages are built with a user's settings. The step
/// `own-game` builds there too.
pub(crate) const TARGET: &str = "target/packages";

/// A larger package contains files that do not belong in it.
const MOST_BYTES: u64 = 512 << 10;

/// Required files of a package besides its sources.
const FILES: [&str; 3] = ["README.md", "LICENSE-MIT", "LICENSE-APACHE"];

/// Whether the manifest of a crate allows publishing.
pub(crate) fn is_published(package: &Package) -> bool {
    package.publish.as_ref().is_none_or(|to| !to.is_empty())
}

/// Packs, builds and checks the packages, and leaves nothing of them in the user's folder of Cargo.
pub(crate) fn run(root: &Path) -> Result<bool> {
    let metadata = MetadataCommand::new()
        .manifest_path(root.join("Cargo.toml"))
        .no_deps()
        .exec()
        .context("cargo metadata")?;
    let members = metadata.workspace_packages().into_iter();
    let (published, others): (Vec<_>, Vec<_>) = members.partition(|package| is_published(package));
    let target = root.join(TARGET);
    forget(entries(&target.join("debug/.fingerprint")), &published)?;
    forget(unpacked(), &published)?;
    let is_fine = build(root, &target, &published, &others)?;
    forget(unpacked(), &published)?;
    Ok(is_fine)
}

/// Packs, builds and checks the packages.
fn build(root: &Path, target: &Path, published: &[&Package], others: &[&Package]) -> Result<bool> {
    let kept = ["fetch", "--locked", "--quiet"].map(str::to_owned);
    if !cargo(root, &kept)? {
        return Ok(false);
    }
    let mut args: Vec<String> = ["package", "--workspace", "--offline", "--locked"]
        .map(str::to_owned)
        .into();
    // Changes that are not committed are packed too.
    args.extend(["--allow-dirty", "--quiet", "--target-dir", TARGET].map(str::to_owned));
    for package in others {
        args.extend(["--exclude".to_owned(), package.name.to_string()]);
    }
    if !cargo(root, &args)? {
        return Ok(false);
    }
    let mut is_fine = true;
    for package in published {
        let name = format!("{}-{}", package.name, package.version);
        let folder = target.join("package");
        let file = folder.join(format!("{name}.crate"));
        let bytes = std::fs::metadata(&file).with_context(|| file.display().to_string())?;
        let faults = faults(&folder.join(&name), bytes.len());
        println!(
            "{name:<24} {:>6} kB  {}",
            bytes.len() / 1000,
            faults.join("; ")
        );
        is_fine &= faults.is_empty();
    }
    Ok(is_fine)
}

/// Removes the entries of these packages. Cargo would use those of an earlier run again, since a
/// package of one version never changes.
fn forget(entries: Vec<PathBuf>, packages: &[&Package]) -> Result<()> {
    for entry in entries {
        let name = entry.file_name().unwrap_or_default().to_string_lossy();
        let built = name.rsplit_once('-').map_or(&*name, |(name, _)| name);
        if packages.iter().any(|package| package.name == built) {
            fs::remove_dir_all(&entry).with_context(|| entry.display().to_string())?;
        }
    }
    Ok(())
}

/// The unpacked packages of registries without a host, such as the temporary one. They are in the
/// user's folder of Cargo, in folders whose names begin with a hyphen.
fn unpacked() -> Vec<PathBuf> {
    let home = env::var_os("CARGO_HOME").map(PathBuf::from);
    let home = home.or_else(|| Some(env::home_dir()?.join(".cargo")));
    let registries = home.map_or(Vec::new(), |home| entries(&home.join("registry/src")));
    let is_hostless = |folder: &&PathBuf| {
        let name = folder.file_name().unwrap_or_default();
        name.to_string_lossy().starts_with('-')
    };
    let hostless = registries.iter().filter(is_hostless);
    hostless.flat_map(|folder| entries(folder)).collect()
}

/// The entries of a folder; none if the folder does not exist.
fn entries(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    entries.map(|entry| entry.path()).collect()
}

/// The faults of a package with this unpacked folder and size.
fn faults(folder: &Path, bytes: u64) -> Vec<String> {
    let missing = FILES.iter().filter(|name| !folder.join(name).is_file());
    let mut faults: Vec<String> = missing.map(|name| format!("{name} is missing")).collect();
    if bytes > MOST_BYTES {
        faults.push(format!("more than {MOST_BYTES} bytes: see `include`"));
    }
    faults
}

fn cargo(root: &Path, args: &[String]) -> Result<bool> {
    ensure!(!args.is_empty(), "no command");
    let mut command = Command::new("cargo");
    // Only success counts, so debug information is left out.
    command.env("CARGO_PROFILE_DEV_DEBUG", "false");
    let status = command.args(args).current_dir(root).status();
    let status = status.with_context(|| format!("cargo {}", args.join(" ")))?;
    Ok(status.success())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_package_without_its_licences_is_named() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let faults = faults(&root.join("crates"), 1000);
        assert_eq!(faults.len(), FILES.len(), "{faults:?}");
        assert!(faults[0].starts_with("README.md"), "{faults:?}");
    }

    #[test]
    fn a_large_package_is_named() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        assert_eq!(faults(&root, MOST_BYTES), [""; 0]);
        assert_eq!(faults(&root, MOST_BYTES + 1).len(), 1);
    }
}
