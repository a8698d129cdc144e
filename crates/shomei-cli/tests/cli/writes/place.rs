//! Commands that write files, and the folders in which they are tested.

use std::collections::BTreeSet;
use std::fs;
use std::os::unix::fs::{FileTypeExt, MetadataExt, symlink};
use std::path::{Path, PathBuf};
use std::process::Command as System;
use std::time::Duration;

use assert_cmd::Command;
use tempfile::TempDir;

use crate::support::{ENGLISH, HARD, PROGRAM, Run, WIN};

const MATE: &str = "7k1/9/6+P2/9/9/9/9/9/9 b RS 1";

const POSITIONS: [(&str, &str); 3] = [("WIN", WIN), ("HARD", HARD), ("MATE", MATE)];

/// A command that writes a file. All paths are relative to its working directory; results are
/// written to `out`.
pub(crate) struct Row {
    /// The command and its option as in the help.
    pub(crate) option: &'static str,
    /// The arguments, separated by blanks. Names of [`POSITIONS`] are replaced by the positions.
    pub(crate) args: &'static str,
    pub(crate) file: &'static str,
    /// The extra arguments of the second run, so that it may replace the file.
    pub(crate) again: &'static str,
    pub(crate) code: i32,
    /// Whether the command refuses to write the file next to earlier results, so that the test must
    /// clear the folder.
    pub(crate) is_alone: bool,
}

pub(crate) const fn row(option: &'static str, args: &'static str, file: &'static str) -> Row {
    Row {
        option,
        args,
        file,
        again: "",
        code: 0,
        is_alone: false,
    }
}

/// The kind of file that is at the path before a command writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Obstacle {
    File,
    Link,
    LinkToNowhere,
    Directory,
    Fifo,
    Device,
}

use Obstacle::{Device, Directory, Fifo, File, Link, LinkToNowhere};

pub(crate) const NOTES: &[u8] = b"my notes, of which there is no copy\n";

impl Obstacle {
    /// Creates the obstacle; `false` if the system does not allow that to this user.
    fn put(self, path: &Path) -> bool {
        let system = |program: &str, more: &[&str]| {
            let made = System::new(program).arg(path).args(more).output();
            made.is_ok_and(|made| made.status.success())
        };
        match self {
            File => fs::write(path, NOTES).unwrap(),
            Link => {
                fs::write(target_of(path), NOTES).unwrap();
                symlink(target_of(path), path).unwrap();
            }
            LinkToNowhere => symlink(target_of(path), path).unwrap(),
            Directory => {
                fs::create_dir(path).unwrap();
                fs::write(path.join("notes"), NOTES).unwrap();
            }
            Fifo => assert!(system("mkfifo", &[])),
            // The device numbers of /dev/null.
            Device => return system("mknod", &["c", "1", "3"]),
        }
        true
    }

    /// Whether the obstacle is unchanged.
    fn is_unchanged(self, path: &Path) -> bool {
        let Ok(found) = fs::symlink_metadata(path) else {
            return false;
        };
        let kind = found.file_type();
        let leads = || fs::read_link(path).is_ok_and(|to| to == target_of(path));
        let holds = |path: &Path| fs::read(path).is_ok_and(|bytes| bytes == NOTES);
        match self {
            File => kind.is_file() && holds(path),
            Link => leads() && holds(&target_of(path)),
            LinkToNowhere => leads() && !target_of(path).exists(),
            Directory => holds(&path.join("notes")) && fs::read_dir(path).unwrap().count() == 1,
            Fifo => kind.is_fifo(),
            Device => {
                kind.is_char_device() && found.rdev() == fs::metadata("/dev/null").unwrap().rdev()
            }
        }
    }

    fn remove(self, path: &Path) {
        match self {
            Directory => fs::remove_dir_all(path).unwrap(),
            _ => fs::remove_file(path).unwrap(),
        }
        let _ = fs::remove_file(target_of(path));
    }
}

/// The target of links: outside of the folder of the results.
fn target_of(path: &Path) -> PathBuf {
    let mut above = path.ancestors();
    let root = above.find(|folder| folder.join("experiments").is_dir());
    root.unwrap().join("target")
}

/// A working directory for commands.
pub(crate) struct Place(TempDir);

impl Place {
    /// A directory with these files and the files that these runs write.
    pub(crate) fn of(files: &[(&str, &str)], runs: &[&str]) -> Place {
        let place = Place(tempfile::tempdir().unwrap());
        for folder in ["in", "out", "experiments", "docs/results"] {
            fs::create_dir_all(place.path(folder)).unwrap();
        }
        for (name, text) in files {
            place.put(name, text);
        }
        for args in runs {
            let run = place.run(args);
            assert_eq!(run.code, 0, "{args:?}: {run:?}");
        }
        place
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    pub(crate) fn put(&self, name: &str, text: &str) {
        fs::write(self.path(name), text).unwrap();
    }

    /// Runs the program. If it waits for a pipe it is killed, so every assertion fails.
    pub(crate) fn run(&self, args: &str) -> Run {
        self.run_in(".", args, "")
    }

    /// Runs the program in this folder with this standard input.
    pub(crate) fn run_in(&self, folder: &str, args: &str, input: &str) -> Run {
        let word = |word: &str| -> String {
            let position = POSITIONS.iter().find(|(name, _)| *name == word);
            position.map_or(word, |(_, text)| text).to_string()
        };
        let mut command = Command::new(PROGRAM);
        command
            .env("LC_ALL", ENGLISH)
            .args(args.split_whitespace().map(word));
        command
            .current_dir(self.path(folder))
            .write_stdin(input)
            .timeout(Duration::from_secs(120));
        let output = command.output().unwrap();
        Run {
            code: output.status.code().unwrap_or(-1),
            out: String::from_utf8(output.stdout).unwrap(),
            err: String::from_utf8(output.stderr).unwrap(),
        }
    }

    /// Tests the rows one after another.
    pub(crate) fn try_rows(&self, rows: &[Row]) {
        for row in rows {
            self.try_row(row);
            // The next row begins with an empty folder.
            fs::remove_dir_all(self.path("out")).unwrap();
            fs::create_dir(self.path("out")).unwrap();
        }
    }

    /// Removes the results, so that the command of this row writes the first file.
    fn clear(&self, row: &Row) {
        let file = self.path(row.file);
        if row.is_alone {
            let folder = file.parent().unwrap();
            fs::remove_dir_all(folder).unwrap();
            fs::create_dir(folder).unwrap();
        } else {
            fs::remove_file(file).unwrap();
        }
    }

    #[allow(clippy::print_stderr, reason = "skipped obstacles are reported")]
    fn try_row(&self, row: &Row) {
        let file = self.path(row.file);
        let context =
            |what: &str, run: &Run| format!("{} {}: {what}: {run:?}", row.option, row.file);
        let again = format!("{} {}", row.args, row.again);
        let forced = format!("{} --force", row.args);
        // The command may replace its own file.
        for args in [row.args, &again] {
            let run = self.run(args);
            assert_eq!(run.code, row.code, "{}", context("again", &run));
            assert!(fs::symlink_metadata(&file).unwrap().is_file());
        }
        self.clear(row);
        for obstacle in [File, Link, LinkToNowhere, Directory, Fifo, Device] {
            if !obstacle.put(&file) {
                eprintln!("{}: skipped: no device can be made here", row.option);
                continue;
            }
            let run = self.run(row.args);
            let context = context(&format!("{obstacle:?}"), &run);
            assert_eq!(run.code, 2, "{context}");
            // Several records are written to a folder.
            if obstacle != Directory || row.option != "convert <OUTPUT>" {
                assert!(run.err.contains(row.file), "{context}");
                assert!(run.err.contains("--force"), "{context}");
            }
            assert!(obstacle.is_unchanged(&file), "{context}");
            if obstacle == Directory {
                assert_eq!(self.run(&forced).code, 2, "{context}");
                assert!(obstacle.is_unchanged(&file), "{context}");
            }
            obstacle.remove(&file);
        }
        // The target of a link is unchanged.
        for obstacle in [File, Link, LinkToNowhere, Fifo, Device] {
            if !obstacle.put(&file) {
                continue;
            }
            let run = self.run(&forced);
            assert_eq!(run.code, row.code, "{}", context("forced", &run));
            assert!(fs::symlink_metadata(&file).unwrap().is_file());
            assert_ne!(fs::read(&file).unwrap(), NOTES);
            if obstacle == LinkToNowhere {
                assert!(!target_of(&file).exists());
            }
            if obstacle == Link {
                assert_eq!(fs::read(target_of(&file)).unwrap(), NOTES);
                fs::remove_file(target_of(&file)).unwrap();
            }
            self.clear(row);
        }
    }
}

/// The subcommands in the help of a command.
fn commands_below(help: &str) -> Vec<String> {
    let lines = help.lines().skip_while(|line| *line != "Commands:");
    let lines = lines.skip(1).take_while(|line| !line.is_empty());
    let names = lines.filter(|line| line.starts_with("  ") && !line.starts_with("   "));
    let names = names.filter_map(|line| line.split_whitespace().next());
    names
        .filter(|name| *name != "help")
        .map(String::from)
        .collect()
}

/// The arguments of all commands with files or folders, such as `solve --proof` or `verify <FILE>`.
fn files_of(place: &Place, command: &[String], found: &mut BTreeSet<String>) {
    let help = place.run(&format!("{} --help", command.join(" "))).out;
    for below in commands_below(&help) {
        files_of(place, &[command, &[below]].concat(), found);
    }
    let is_file = |value: &&str| {
        ["FILE", "FOLDER", "DIR", "OUT", "IN", "OUTPUT", "INPUT"]
            .contains(&value.trim_matches(&['<', '>', '[', ']', '.'][..]))
    };
    for line in help.lines().map(str::trim_start) {
        let mut words = line.split_whitespace();
        let (first, second) = (words.next().unwrap_or_default(), words.next());
        let name = match second.filter(is_file) {
            Some(_) if first.starts_with("--") => first.to_string(),
            _ if is_file(&first) && first.starts_with(['<', '[']) => first
                .trim_end_matches("...")
                .replace('[', "<")
                .replace(']', ">"),
            _ => continue,
        };
        found.insert(format!("{} {name}", command.join(" ")));
    }
}

/// Asserts that the known arguments are exactly the arguments with files or folders.
pub(crate) fn all_files_are_known(
    writing: &[Row],
    reading: &[&str],
    is_other: impl Fn(&str) -> bool,
) {
    let place = Place(tempfile::tempdir().unwrap());
    let mut found = BTreeSet::new();
    files_of(&place, &[], &mut found);
    let writing = writing.iter().map(|row| row.option);
    let known: BTreeSet<&str> = writing.chain(reading.iter().copied()).collect();
    let is_known = |option: &String| {
        known.contains(option.as_str()) || option.ends_with(" --weights") || is_other(option)
    };
    let unknown: Vec<&String> = found.iter().filter(|option| !is_known(option)).collect();
    assert!(unknown.is_empty(), "{unknown:?}");
    // Checks that the help was parsed. `--page` takes no value.
    let missing: Vec<&&str> = known
        .iter()
        .filter(|option| **option != "reproduce --page" && !found.contains(**option))
        .collect();
    assert!(missing.is_empty(), "{missing:?}");
}
