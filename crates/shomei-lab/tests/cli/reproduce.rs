//! Experiments, with a folder for running them.

mod recorded;
mod refused;
mod runs;

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use crate::support::{DIAGRAM_4, ENGLISH, HARD, LOSS, PROGRAM, Run, WIN};
use tempfile::TempDir;

const EXPERIMENT: &str = r#"name = "small"
title = "two searches"
source = "no paper, table 0"
game = "loa"
rules = "olympiad"
sets = ["sets/small.txt"]
memory = "4MiB"
count = "evaluated"
limits = { evaluated = 150_000 }

[[run]]
label = "PN"
algorithm = "pn"
options = { init = "unit" }
paper = { solved = 2, nodes = { both = 9_000 } }

[[run]]
label = "df-pn"
algorithm = "df-pn"
certify = true
paper = { solved = 3, nodes = { both = 3_000 } }

[[column]]
name = "both"
title = "both"
solved-by = ["PN", "df-pn"]
paper-positions = 2

[[check]]
claim = "df-pn saves nodes"
kind = "ratio"
left = "PN"
right = "df-pn"
column = "both"
at-least = 2

[[check]]
claim = "every answer is certified"
kind = "certified"
runs = ["df-pn"]

[plot]
kind = "solved-over-nodes"
axis = "evaluated leaves"
"#;

/// A folder with an experiment and its set.
struct Lab(TempDir);

impl Lab {
    fn new(set: &str) -> Lab {
        let lab = Lab(tempfile::tempdir().unwrap());
        lab.put("experiments/small.toml", EXPERIMENT);
        lab.put("sets/small.txt", set);
        lab
    }

    fn usual() -> Lab {
        Lab::new(&format!(
            "# endings\n{WIN} ; attacker=black ; value=proved ; name=win\n\
             {LOSS} ; attacker=white ; value=disproved ; name=loss\n\
             {DIAGRAM_4} ; attacker=black ; value=proved ; name=diagram\n\
             {HARD} ; attacker=black ; value=unknown ; name=hard\n"
        ))
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn put(&self, name: &str, text: &str) {
        fs::create_dir_all(self.path(name).parent().unwrap()).unwrap();
        fs::write(self.path(name), text).unwrap();
    }

    fn edit(&self, name: &str, from: &str, to: &str) {
        let text = fs::read_to_string(self.path(name)).unwrap();
        assert!(text.contains(from), "{from}");
        self.put(name, &text.replace(from, to));
    }

    fn command(&self, args: &[&str]) -> Command {
        let mut command = Command::new(PROGRAM);
        command.env("LC_ALL", ENGLISH);
        command.arg("reproduce").args(args);
        command.current_dir(self.0.path());
        command
    }

    fn run(&self, args: &[&str]) -> Run {
        let output = self.command(args).output().unwrap();
        Run {
            code: output.status.code().unwrap(),
            out: String::from_utf8(output.stdout).unwrap(),
            err: String::from_utf8(output.stderr).unwrap(),
        }
    }

    /// Checks that the command fails with this message before any search.
    fn refused(&self, args: &[&str], message: &str) {
        let run = self.run(args);
        assert_eq!((run.code, &*run.out), (2, ""), "{run:?}");
        assert!(run.err.contains(message), "{}", run.err);
    }

    fn journal(&self) -> String {
        fs::read_to_string(self.path("results/small/runs.journal")).unwrap_or_default()
    }
}

/// A table without times.
fn timeless(table: &str) -> String {
    let is_time = |cell: &str| cell.trim().parse::<f64>().is_ok() && cell.contains('.');
    let line = |line: &str| -> String {
        let cells: Vec<&str> = line.split('|').filter(|cell| !is_time(cell)).collect();
        cells.join("|") + "\n"
    };
    table.lines().map(line).collect()
}
