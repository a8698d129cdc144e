//! Every option that writes a file, against everything that may be there already.

use std::collections::BTreeSet;
use std::fs;
use std::os::unix::fs::{FileTypeExt, MetadataExt, symlink};
use std::path::{Path, PathBuf};
use std::process::Command as System;
use std::time::Duration;

use assert_cmd::Command;
use tempfile::TempDir;

use crate::support::{DIAGRAM_4, ENGLISH, HARD, PROGRAM, Run, WIN};

pub(crate) const MATE: &str = "7k1/9/6+P2/9/9/9/9/9/9 b RS 1";

const POSITIONS: [(&str, &str); 3] = [("WIN", WIN), ("HARD", HARD), ("MATE", MATE)];

/// A command that writes a file. All paths are relative to the folder that it runs in; results go
/// to `out`.
struct Row {
    /// The command and its option, as the help names them.
    option: &'static str,
    /// Apart by blanks, with [`POSITIONS`] by their names.
    args: &'static str,
    file: &'static str,
    code: i32,
    /// Whether the file is refused among others of the same results.
    is_alone: bool,
}

const fn row(option: &'static str, args: &'static str, file: &'static str) -> Row {
    Row {
        option,
        args,
        file,
        code: 0,
        is_alone: false,
    }
}

const REPRODUCE: &str = "reproduce small --out out";
const PAGE: &str = "reproduce small --out done --page";

const WRITING: &[Row] = &[
    row(
        "solve --proof",
        "solve loa WIN --proof out/x.proof",
        "out/x.proof",
    ),
    row(
        "solve --record",
        "solve shogi MATE --record out/x.kifu",
        "out/x.kifu",
    ),
    row(
        "solve --report",
        "solve shogi MATE --report out/x.html",
        "out/x.html",
    ),
    Row {
        code: 3,
        ..row(
            "solve --checkpoint",
            "solve loa HARD --nodes 500 --memory 1MiB --checkpoint out/x.ckpt",
            "out/x.ckpt",
        )
    },
    row(
        "solve --store-file",
        "solve loa WIN --store-file out/x.store",
        "out/x.store",
    ),
    row(
        "solve --journal",
        "solve loa @in/list.txt --journal out/x.journal",
        "out/x.journal",
    ),
    row(
        "review --proof",
        "review shogi @in/mate.kifu --proof out",
        "out/000.proof",
    ),
    row(
        "review --report",
        "review shogi @in/mate.kifu --report out/x.html",
        "out/x.html",
    ),
    row(
        "compose check --proof",
        "compose check shogi MATE --proof out/x.proof",
        "out/x.proof",
    ),
    row(
        "compose check --record",
        "compose check shogi MATE --record out/x.kifu",
        "out/x.kifu",
    ),
    row(
        "compose check --report",
        "compose check shogi MATE --report out/x.html",
        "out/x.html",
    ),
    row(
        "compose check --journal",
        "compose check loa @in/list.txt --no-yozume --journal out/x.journal",
        "out/x.journal",
    ),
    row(
        "review --store-file",
        "review shogi @in/mate.kifu --store-file out/x.store",
        "out/x.store",
    ),
    row(
        "store export <OUT>",
        "store export in/a.store out/x.txt",
        "out/x.txt",
    ),
    row(
        "store import <FILE>",
        "store import out/x.store in/store.txt",
        "out/x.store",
    ),
    row(
        "generate --out",
        "generate loa --count 2 --min-nodes 10 --max-nodes 2k --out out/x.txt",
        "out/x.txt",
    ),
    row(
        "train --out",
        "train othello costs --problems 2 --out out/x.costs",
        "out/x.costs",
    ),
    row(
        "convert <OUTPUT>",
        "convert shogi in/mate.kifu out/x.csa",
        "out/x.csa",
    ),
    row("man --out", "man --out out", "out/shomei-solve.1"),
    Row {
        is_alone: true,
        ..row("reproduce --out", REPRODUCE, "out/experiment.json")
    },
    row("reproduce --out", REPRODUCE, "out/runs.jsonl"),
    row("reproduce --out", REPRODUCE, "out/table.md"),
    row("reproduce --out", REPRODUCE, "out/rows.csv"),
    row("reproduce --out", REPRODUCE, "out/runs.csv"),
    row("reproduce --out", REPRODUCE, "out/plot.svg"),
    row("reproduce --page", PAGE, "docs/results/small.md"),
    row("reproduce --page", PAGE, "docs/results/small.svg"),
    row(
        "reproduce --page",
        PAGE,
        "docs/results/data/small/experiment.json",
    ),
    row("reproduce --page", PAGE, "docs/results/data/small/runs.csv"),
];

/// The other arguments that are files or folders, which are read.
const READING: &[&str] = &[
    "convert <INPUT>",
    "explore <FILE>",
    "store export <FILE>",
    "store import <IN>",
    "store info <FILE>",
    "store verify <FILE>",
    "train --records",
    "reproduce --set",
    "reproduce --reuse",
    "verify <FILE>",
];

const EXPERIMENT: &str = r#"name = "small"
title = "a search"
source = "our own"
game = "loa"
rules = "olympiad"
sets = ["in/set.txt"]
memory = "1MiB"
count = "expanded"
limits = { nodes = 100_000 }

[[run]]
label = "df-pn"
algorithm = "df-pn"

[[column]]
name = "all"
title = "all"
solved-by = ["df-pn"]

[plot]
kind = "solved-over-nodes"
axis = "nodes"
"#;

/// What is there before a command writes.
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

pub(crate) const NOTES: &[u8] = b"my notes, which nobody else has\n";

impl Obstacle {
    /// Makes it; `false` where the system does not let this user.
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
            // The numbers of /dev/null.
            Device => return system("mknod", &["c", "1", "3"]),
        }
        true
    }

    /// Whether it is as it was.
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

/// Where links lead: out of the folder of the results.
fn target_of(path: &Path) -> PathBuf {
    let mut above = path.ancestors();
    let root = above.find(|folder| folder.join("experiments").is_dir());
    root.unwrap().join("target")
}

/// A folder to run commands in.
pub(crate) struct Place(TempDir);

impl Place {
    pub(crate) fn new() -> Place {
        let place = Place(tempfile::tempdir().unwrap());
        for folder in ["in", "out", "experiments", "docs/results"] {
            fs::create_dir_all(place.path(folder)).unwrap();
        }
        place.put("in/list.txt", &format!("{WIN}\n{DIAGRAM_4}\n"));
        place.put("experiments/small.toml", EXPERIMENT);
        place.put(
            "in/set.txt",
            &format!("{WIN} ; attacker=black ; value=proved\n"),
        );
        for args in [
            "solve shogi MATE --record in/mate.kifu",
            "solve loa WIN --store-file in/a.store",
            "store export in/a.store in/store.txt",
            "reproduce small --out done",
        ] {
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

    /// Runs the program; one that waits for a pipe is killed, which no assertion accepts.
    pub(crate) fn run(&self, args: &str) -> Run {
        self.run_in(".", args, "")
    }

    /// The same in a folder, with this standard input.
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

    /// Removes the results, so that the file of this row is to be the first.
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

    #[allow(clippy::print_stderr, reason = "what was not tried is said")]
    fn try_row(&self, row: &Row) {
        let file = self.path(row.file);
        let context =
            |what: &str, run: &Run| format!("{} {}: {what}: {run:?}", row.option, row.file);
        let forced = format!("{} --force", row.args);
        // Its own file may be replaced.
        for _ in 0..2 {
            let run = self.run(row.args);
            assert_eq!(run.code, row.code, "{}", context("again", &run));
            assert!(fs::symlink_metadata(&file).unwrap().is_file());
        }
        self.clear(row);
        for obstacle in [File, Link, LinkToNowhere, Directory, Fifo, Device] {
            if !obstacle.put(&file) {
                eprintln!("{}: passed over: no device can be made here", row.option);
                continue;
            }
            let run = self.run(row.args);
            let context = context(&format!("{obstacle:?}"), &run);
            assert_eq!(run.code, 2, "{context}");
            // Several records go into a folder.
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
        // What a link leads to stays.
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

#[test]
fn no_option_replaces_what_another_program_has_made() {
    let place = Place::new();
    for row in WRITING {
        place.try_row(row);
        // The next one begins anew.
        fs::remove_dir_all(place.path("out")).unwrap();
        fs::create_dir(place.path("out")).unwrap();
    }
}

/// The commands that the help of a command names.
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

/// The arguments of all commands that are files or folders, as `solve --proof` or `verify <FILE>`.
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

/// A new option has to be listed here, with how it is tried out if it writes.
#[test]
fn all_options_with_files_are_known_here() {
    let place = Place(tempfile::tempdir().unwrap());
    let mut found = BTreeSet::new();
    files_of(&place, &[], &mut found);
    let writing = WRITING.iter().map(|row| row.option);
    let known: BTreeSet<&str> = writing.chain(READING.iter().copied()).collect();
    let is_known =
        |option: &String| known.contains(option.as_str()) || option.ends_with(" --weights");
    let unknown: Vec<&String> = found.iter().filter(|option| !is_known(option)).collect();
    assert!(unknown.is_empty(), "{unknown:?}");
    // The help is read as it should be. `--page` takes no value.
    let missing: Vec<&&str> = known
        .iter()
        .filter(|option| **option != "reproduce --page" && !found.contains(**option))
        .collect();
    assert!(
        cfg!(not(feature = "web")) || missing.is_empty(),
        "{missing:?}"
    );
}
