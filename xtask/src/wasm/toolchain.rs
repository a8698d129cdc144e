//! The compiler for the target of the modules: that of rustup, or else that of Debian.
//!
//! `rustup target add` needs the servers of rustup. Where only Debian's packages can be loaded, those
//! of its compiler for browsers are unpacked into a folder of their own: installed, they would replace
//! the compiler of the system. They have the source of the standard library, which is built for the
//! target with the module. `SHOMEI_WASM_TOOLCHAIN=debian` selects them.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use anyhow::{Context, Result, bail};

use super::{TARGET, TOOLS};
use crate::commands::quietly;
use crate::system::{download, runs};

/// The compiler, its libraries, the source of the standard library, and the linker. The numbers are
/// the versions of Rust and of LLVM.
const PACKAGES: [&str; 6] = [
    "rustc-web",
    "libstd-rust-web-dev",
    "libstd-rust-web-1.96",
    "rust-web-src",
    "lld-22",
    "libllvm22",
];
const LINKER: &str = "usr/bin/wasm-ld-22";
const LLVM: &str = "usr/lib/llvm-22/lib";
/// The time for the download of 140 MB.
const DOWNLOAD: Duration = Duration::from_secs(300);
/// The variable that selects the compiler.
const CHOICE: &str = "SHOMEI_WASM_TOOLCHAIN";

/// A compiler for the target.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Toolchain {
    /// The compiler that Cargo uses for everything else.
    Rustup,
    /// The packages of Debian, unpacked into this folder.
    Debian(PathBuf),
}

impl Toolchain {
    /// Finds a compiler, and installs it if necessary. Returns the reason if there is none.
    pub(super) fn find(root: &Path) -> Result<Result<Toolchain, String>> {
        let missing = match std::env::var_os(CHOICE) {
            None => missing_target(),
            Some(choice) if choice == "debian" => Some(format!("{CHOICE} is debian")),
            Some(choice) => bail!("{CHOICE} is {choice:?}; it may be `debian`"),
        };
        let Some(missing) = missing else {
            return Ok(Ok(Toolchain::Rustup));
        };
        let tools = std::path::absolute(root.join(TOOLS))?;
        Ok(match debian(&tools)? {
            Ok(folder) => Ok(Toolchain::Debian(folder)),
            Err(reason) => Err(format!("{missing}; {reason}")),
        })
    }

    /// Makes Cargo build with this compiler.
    pub(super) fn set(&self, build: &mut Command) {
        let Toolchain::Debian(folder) = self else {
            return;
        };
        build.args(["-Z", "build-std=std,panic_abort"]);
        // Debian's compiler is a stable one, which builds the standard library with this variable only.
        build.env("RUSTC_BOOTSTRAP", "1");
        build.env("RUSTC", compiler(folder));
        build.env("LD_LIBRARY_PATH", libraries(folder));
        let linker = "CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER";
        build.env(linker, folder.join(LINKER));
    }
}

/// The reason why the standard library for the target is missing. Installs it with rustup.
fn missing_target() -> Option<String> {
    let is_installed = || {
        let mut rustc = Command::new("rustc");
        rustc.args(["--print", "target-libdir", "--target", TARGET]);
        let output = rustc.output().ok()?;
        let folder = String::from_utf8(output.stdout).ok()?;
        Path::new(folder.trim()).is_dir().then_some(())
    };
    if is_installed().is_some() {
        return None;
    }
    let _ = quietly(Command::new("rustup").args(["target", "add", TARGET]));
    match is_installed() {
        Some(()) => None,
        None => Some(format!("`rustup target add {TARGET}` fails")),
    }
}

/// The folder of Debian's compiler, or the reason why there is none.
fn debian(tools: &Path) -> Result<Result<PathBuf, String>> {
    let folder = tools.join("debian");
    if works(&folder) {
        return Ok(Ok(folder));
    }
    let failed = |reason| Err(format!("Debian's {} {reason}", PACKAGES.join(", ")));
    if !runs("apt-get", &["--version"]) || !runs("dpkg", &["--version"]) {
        return Ok(failed("need apt-get and dpkg".to_owned()));
    }
    let (packages, unpacked) = (tools.join("packages"), tools.join("unpacked"));
    for place in [&packages, &unpacked, &folder] {
        if place.is_dir() {
            std::fs::remove_dir_all(place).with_context(|| place.display().to_string())?;
        }
    }
    std::fs::create_dir_all(&packages)?;
    if let Err(reason) = download(&PACKAGES, &packages, DOWNLOAD) {
        return Ok(failed(format!("cannot be loaded: {reason}")));
    }
    for entry in std::fs::read_dir(&packages)? {
        let mut unpack = Command::new("dpkg");
        unpack.arg("-x").arg(entry?.path()).arg(&unpacked);
        if let Err(reason) = quietly(&mut unpack)? {
            return Ok(failed(format!("cannot be unpacked: {reason}")));
        }
    }
    std::fs::remove_dir_all(&packages)?;
    // The folder is complete as soon as it has its name.
    std::fs::rename(&unpacked, &folder)?;
    Ok(match works(&folder) {
        true => Ok(folder),
        false => failed(format!("do not run in {}", folder.display())),
    })
}

/// Whether the compiler and the linker run.
fn works(folder: &Path) -> bool {
    let programs = [compiler(folder), folder.join(LINKER)];
    programs.iter().all(|program| {
        let mut version = Command::new(program);
        version.arg("--version");
        version.env("LD_LIBRARY_PATH", libraries(folder));
        version.output().is_ok_and(|output| output.status.success())
    })
}

fn compiler(folder: &Path) -> PathBuf {
    folder.join("usr/bin/rustc")
}

/// The folders of the shared libraries of the compiler and the linker.
fn libraries(folder: &Path) -> String {
    let architecture = format!("usr/lib/{}-linux-gnu", std::env::consts::ARCH);
    let folders = [&architecture, LLVM].map(|name| folder.join(name).display().to_string());
    folders.join(":")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn debian_s_compiler_builds_the_standard_library() {
        let mut build = Command::new("cargo");
        Toolchain::Debian(PathBuf::from("/d")).set(&mut build);
        let args: Vec<_> = build.get_args().collect();
        assert_eq!(args, ["-Z", "build-std=std,panic_abort"]);
        let rustc = build.get_envs().find(|(name, _)| *name == "RUSTC");
        assert_eq!(rustc.unwrap().1.unwrap(), "/d/usr/bin/rustc");
    }

    #[test]
    fn an_empty_folder_is_not_a_compiler() {
        let folder = tempfile::tempdir().unwrap();
        assert!(!works(folder.path()));
    }
}
