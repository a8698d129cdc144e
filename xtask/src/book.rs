//! The book: pages generated from the output of the programs, commands whose output is compared,
//! and the build with mdBook.
//!
//! `cargo xtask book` writes the generated pages, the copies of files and the recorded outputs;
//! `cargo xtask book --check` compares them, as `cargo xtask ci` does. Both build the programs
//! first. With `SHOMEI_PROGRAMS=FOLDER` they use the programs in that folder.

mod blocks;
mod help;
mod html;
mod outputs;
mod reference;
mod summary;

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail, ensure};

use crate::ci::Verdict;
use crate::commands::{succeeds, target};
use crate::system::runs;
use crate::tidy::{TextFile, text_files};

/// The folder of the book's pages.
const SOURCE: &str = "docs";

/// What to do with a page that differs from the generated text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mode {
    /// Report it.
    Check,
    /// Write it.
    Write,
}

/// Reads the arguments of `book`.
pub(crate) fn parse(args: &[&str]) -> Result<Mode> {
    match args {
        [] => Ok(Mode::Write),
        ["--check"] => Ok(Mode::Check),
        other => bail!("expected `--check` or nothing, found `{}`", other.join(" ")),
    }
}

/// A page and the text that it should have.
struct Page {
    /// From the root of the repository.
    path: String,
    text: String,
}

/// The folder with `shomei` and `shomei-lab`.
struct Programs {
    folder: PathBuf,
}

impl Programs {
    /// The programs in `$SHOMEI_PROGRAMS`, or else those that Cargo builds.
    fn find(root: &Path) -> Result<Programs> {
        if let Some(folder) = std::env::var_os("SHOMEI_PROGRAMS") {
            let folder = std::path::absolute(folder)?;
            return Ok(Programs { folder });
        }
        let mut build = Command::new("cargo");
        // `cargo build` would select other features than the tests and rebuild many crates.
        build.current_dir(root);
        build.args(["test", "--no-run", "--workspace", "--test", "cli"]);
        ensure!(succeeds(&mut build)?, "the programs cannot be built");
        let folder = target(root)?.join("debug");
        Ok(Programs { folder })
    }

    /// The English output of a program for these arguments.
    fn print(&self, program: &str, args: &[&str]) -> Result<String> {
        let mut command = Command::new(self.folder.join(program));
        command.args(args).env("LC_ALL", "C").env_remove("COLUMNS");
        let output = command.output().with_context(|| program.to_owned())?;
        let words = args.join(" ");
        ensure!(output.status.success(), "{program} {words} fails");
        Ok(String::from_utf8(output.stdout)?)
    }
}

/// Runs `cargo xtask book`. Returns whether the book has no faults.
pub(crate) fn run(root: &Path, mode: Mode) -> Result<bool> {
    verdict(root, mode)?.conclude()
}

/// The step of `ci`.
pub(crate) fn check(root: &Path) -> Result<Verdict> {
    if cfg!(not(unix)) {
        let reason = "the commands of the book are run on Unix only";
        return Ok(Verdict::Skipped(reason.to_owned()));
    }
    verdict(root, Mode::Check)
}

fn verdict(root: &Path, mode: Mode) -> Result<Verdict> {
    let programs = Programs::find(root)?;
    let mut faults = 0;
    for page in reference::pages(&programs)? {
        faults += settle(root, &page, mode)?;
    }
    let documents = documents(root)?;
    faults += summary::check(root, &documents)?;
    for TextFile { path, text } in documents {
        let text = blocks::with_copies(root, &text)?;
        let outcome = outputs::run(root, &programs, &path, &text)?;
        faults += outcome.faults;
        let text = outcome.text;
        faults += settle(root, &Page { path, text }, mode)?;
    }
    if faults > 0 {
        return Ok(Verdict::Failed(format!("{faults} faults of the book")));
    }
    build(root)
}

/// The Markdown files of the book, and the README of the repository.
fn documents(root: &Path) -> Result<Vec<TextFile>> {
    let folder = format!("{SOURCE}/");
    let mut files = text_files(root)?;
    let is_of_book = |path: &str| path == "README.md" || path.starts_with(&folder);
    files.retain(|file| file.is_markdown() && is_of_book(&file.path));
    Ok(files)
}

/// Compares or writes a page. Returns the number of remaining faults.
fn settle(root: &Path, page: &Page, mode: Mode) -> Result<usize> {
    let path = root.join(&page.path);
    let found = std::fs::read_to_string(&path).unwrap_or_default();
    if found == page.text {
        return Ok(0);
    }
    match mode {
        Mode::Check => {
            println!("{}: out of date: run `cargo xtask book`", page.path);
            Ok(1)
        }
        Mode::Write => {
            std::fs::create_dir_all(path.parent().context("a page has a folder")?)?;
            std::fs::write(&path, &page.text)?;
            println!("{}: written", page.path);
            Ok(0)
        }
    }
}

/// Builds the book with mdBook, which also tests its code, and checks the links of its pages.
fn build(root: &Path) -> Result<Verdict> {
    let Some(mdbook) = mdbook(root)? else {
        let note = "mdBook is not installed, so the book was not built; \
                    `cargo install mdbook --version 0.5.4 --locked --root target/tools` installs it";
        return Ok(Verdict::Noted(note.to_owned()));
    };
    let book = target(root)?.join("book");
    for step in ["build", "test"] {
        let mut command = Command::new(&mdbook);
        command.arg(step).arg(root);
        if step == "build" {
            command.arg("--dest-dir").arg(&book);
        }
        if !succeeds(&mut command)? {
            return Ok(Verdict::Failed(format!("mdbook {step}")));
        }
    }
    Ok(match html::finish(root, &book)? {
        0 => Verdict::Passed,
        faults => Verdict::Failed(format!("{faults} links of the book lead nowhere")),
    })
}

/// The mdBook program in `target/tools` or on the path.
fn mdbook(root: &Path) -> Result<Option<PathBuf>> {
    let own = target(root)?.join("tools/bin/mdbook");
    let candidates = [own, PathBuf::from("mdbook")];
    let works = |program: &PathBuf| runs(program, &["--version"]);
    Ok(candidates.into_iter().find(works))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_only_option_is_check() {
        assert_eq!(parse(&[]).unwrap(), Mode::Write);
        assert_eq!(parse(&["--check"]).unwrap(), Mode::Check);
        assert!(parse(&["--chekc"]).is_err());
    }
}
