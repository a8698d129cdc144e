//! Runs and their results: tables, incomplete journals, signals.

use std::fs;
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use super::{EXPERIMENT, Lab, timeless};
use crate::support::{LOSS, WIN, names};

#[test]
fn the_table_holds_the_papers_figures_and_ours() {
    let lab = Lab::usual();
    let run = lab.run(&["small"]);
    assert_eq!(run.code, 0, "{run:?}");
    let folder = lab.path("results/small");
    let files = [
        "experiment.json",
        "plot.svg",
        "rows.csv",
        "runs.csv",
        "runs.journal",
        "table.md",
    ];
    assert_eq!(names(&folder), files);
    let table = fs::read_to_string(folder.join("table.md")).unwrap();
    assert_eq!(run.out, table);
    for line in [
        "# small: two searches",
        "- positions: 4 of 4, sets/small.txt",
        "- rules: loa, olympiad",
        "- limits: 150,000 evaluated leaves, 4.0 MiB of memory",
        "| run | solved: paper | solved of 4: ours | nodes, both (2): paper | nodes, both (1): ours |",
        "| PN | 2 | 1 | 9,000 | 71,395 |",
        "| every answer is certified |  | 2 of 2 | yes |",
    ] {
        assert!(table.lines().any(|l| l == line), "{line}\n{table}");
    }
    assert!(
        table.contains("| df-pn saves nodes | 3.00 (2 positions) | "),
        "{table}"
    );
    assert!(table.contains("None: no two runs"), "{table}");
    let csv = fs::read_to_string(folder.join("runs.csv")).unwrap();
    assert_eq!(csv.lines().count(), 9);
    assert!(csv.starts_with("position,set,line,run,answer,stopped_by,generated,"));
    assert!(
        csv.contains("\n4,sets/small.txt,5,PN,unknown,nodes,"),
        "{csv}"
    );
    let rows = fs::read_to_string(folder.join("rows.csv")).unwrap();
    assert_eq!(rows.lines().count(), 3);
    assert!(
        rows.contains("\nPN,loa,pn,init=unit proved-table=0,,4194304,,,150000,,false\n"),
        "{rows}"
    );
    assert!(
        fs::read_to_string(folder.join("plot.svg"))
            .unwrap()
            .starts_with("<svg")
    );
    // All runs are finished.
    let journal = lab.journal();
    let again = lab.run(&["small"]);
    assert_eq!((again.code, again.out), (0, run.out));
    assert_eq!(lab.journal(), journal);
}

#[test]
fn a_journal_cut_in_the_middle_gives_the_same_table() {
    let lab = Lab::usual();
    let whole = lab.run(&["small", "--threads", "1"]);
    let journal = lab.journal();
    let lines: Vec<&str> = journal.lines().collect();
    // The first two lines are the identity.
    assert_eq!(lines.len(), 10);
    let kept = [lines[0], lines[1], lines[5], lines[2]].join("\n");
    let cut = format!("{kept}\n{}", &lines[7][..40]);
    lab.put("results/small/runs.journal", &cut);
    let run = lab.run(&["small"]);
    assert!(
        run.err.contains("is incomplete and is repeated"),
        "{}",
        run.err
    );
    assert_eq!(run.code, 0);
    assert_eq!(timeless(&run.out), timeless(&whole.out));
    let journal = lab.journal();
    assert!(journal.starts_with(&kept));
    assert_eq!(journal.lines().count(), 10);
}

#[cfg(unix)]
#[test]
fn a_killed_program_loses_only_what_it_was_at() {
    let lab = Lab::usual();
    let whole = lab.run(&["small", "--out", "whole"]);
    let mut child = lab.command(&["small", "--threads", "1"]);
    let mut child = child.stdout(Stdio::null()).spawn().unwrap();
    while lab.journal().lines().count() < 5 {
        thread::sleep(Duration::from_millis(1));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    let left = lab.journal();
    let run = lab.run(&["small"]);
    assert_eq!(timeless(&run.out), timeless(&whole.out));
    let kept = left.rfind('\n').unwrap() + 1;
    assert!(lab.journal().starts_with(&left[..kept]));
}

#[cfg(unix)]
#[test]
fn ctrl_c_keeps_what_is_finished() {
    let lab = Lab::usual();
    lab.edit(
        "experiments/small.toml",
        "limits = { evaluated = 150_000 }\n",
        "",
    );
    let mut child = lab.command(&["small", "--threads", "1"]);
    child.stdout(Stdio::piped()).stderr(Stdio::piped());
    let child = child.spawn().unwrap();
    // Seven runs end, the last of them by its memory; the eighth does not end.
    while lab.journal().lines().count() < 9 {
        thread::sleep(Duration::from_millis(10));
    }
    let id = child.id().to_string();
    assert!(
        Command::new("kill")
            .args(["-INT", &id])
            .status()
            .unwrap()
            .success()
    );
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(3));
    let table = String::from_utf8(output.stdout).unwrap();
    assert!(
        table.contains("**not finished**: the figures are those of 3 positions"),
        "{table}"
    );
    let errors = String::from_utf8(output.stderr).unwrap();
    assert!(
        errors.contains("interrupted: 1 of 8 runs are left"),
        "{errors}"
    );
    assert!(!lab.path("results/small/table.md").exists());
    assert_eq!(lab.journal().lines().count(), 9);
    // The finished runs are enough for three positions.
    assert_eq!(lab.run(&["small", "--positions", "3"]).code, 0);
    assert_eq!(lab.journal().lines().count(), 9);
}

#[test]
fn a_quick_look_may_grow() {
    let lab = Lab::usual();
    let few = lab.run(&["small", "--positions", "2"]);
    assert!(few.out.contains("- positions: 2 of 4, "), "{}", few.out);
    let journal = lab.journal();
    assert_eq!(journal.lines().count(), 6);
    let all = lab.run(&["small"]);
    assert!(all.out.contains("- positions: 4 of 4, "), "{}", all.out);
    assert!(lab.journal().starts_with(&journal));
    assert_eq!(lab.journal().lines().count(), 10);
    // The number of positions can shrink.
    assert_eq!(lab.run(&["small", "--positions", "2"]).out, few.out);
}

#[test]
fn finished_runs_are_taken_from_other_folders() {
    let lab = Lab::usual();
    let first = lab.run(&["small"]);
    let other = EXPERIMENT.replace("\"small\"", "\"other\"");
    let other = other
        .replace("epsilon", "")
        .replace("init = \"unit\"", "init = \"mobility\"");
    lab.put("experiments/other.toml", &other);
    let run = lab.run(&["other", "--reuse", "results/small"]);
    assert_eq!(run.code, 0, "{run:?}");
    assert_eq!(
        run.err,
        "4 finished runs taken from other results folders\n"
    );
    assert!(
        run.out
            .contains("- runs taken from other results folders: 4\n"),
        "{}",
        run.out
    );
    let row = |table: &str| {
        let row = table.lines().filter(|line| line.starts_with("| df-pn | 4"));
        row.map(String::from).next()
    };
    assert_eq!(row(&run.out), row(&first.out));
    lab.refused(
        &["other", "--reuse", "sets"],
        "sets: there are no results here",
    );
}

#[test]
fn a_win_that_is_none_is_named_with_its_line() {
    let lab = Lab::new(&format!(
        "# endings\n{WIN} ; attacker=black ; value=proved\n{LOSS} ; attacker=white ; value=proved\n"
    ));
    let run = lab.run(&["small"]);
    assert_eq!(run.code, 1, "{run:?}");
    let line = "sets/small.txt:3: the set says proved, PN, df-pn say disproved";
    assert!(run.out.contains(&format!("- {line}\n")), "{}", run.out);
    assert!(
        run.err.contains(&format!("contradiction: {line}\n")),
        "{}",
        run.err
    );
}
