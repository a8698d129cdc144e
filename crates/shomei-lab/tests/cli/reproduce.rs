//! Experiments: tables, journals that are cut, folders that are refused.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use crate::support::{DIAGRAM_4, ENGLISH, HARD, LOSS, PROGRAM, Run, WIN, names};
use tempfile::TempDir;

const EXPERIMENT: &str = r#"name = "small"
title = "two searches"
source = "nobody, table 0"
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

/// A place with an experiment and its set.
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

    /// Fails like this before any search.
    fn refused(&self, args: &[&str], message: &str) {
        let run = self.run(args);
        assert_eq!((run.code, &*run.out), (2, ""), "{run:?}");
        assert!(run.err.contains(message), "{}", run.err);
    }

    fn journal(&self) -> String {
        fs::read_to_string(self.path("results/small/runs.jsonl")).unwrap_or_default()
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
        "runs.jsonl",
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
    // Nothing is left to do.
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
    assert_eq!(lines.len(), 8);
    let cut = format!("{}\n{}\n{}", lines[3], lines[0], &lines[5][..40]);
    lab.put("results/small/runs.jsonl", &cut);
    let run = lab.run(&["small"]);
    assert!(run.err.contains("recorded half"), "{}", run.err);
    assert_eq!(run.code, 0);
    assert_eq!(timeless(&run.out), timeless(&whole.out));
    let journal = lab.journal();
    assert!(journal.starts_with(lines[3]));
    assert_eq!(journal.lines().count(), 8);
}

#[cfg(unix)]
#[test]
fn a_killed_program_loses_only_what_it_was_at() {
    let lab = Lab::usual();
    let whole = lab.run(&["small", "--out", "whole"]);
    let mut child = lab.command(&["small", "--threads", "1"]);
    let mut child = child.stdout(Stdio::null()).spawn().unwrap();
    while lab.journal().lines().count() < 3 {
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
    // Seven runs end, the last of them by its memory; the eighth will not.
    while lab.journal().lines().count() < 7 {
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
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.contains("interrupted: 1 of 8 runs are left"), "{said}");
    assert!(!lab.path("results/small/table.md").exists());
    assert_eq!(lab.journal().lines().count(), 7);
    // What is there is enough for three positions.
    assert_eq!(lab.run(&["small", "--positions", "3"]).code, 0);
    assert_eq!(lab.journal().lines().count(), 7);
}

#[test]
fn a_quick_look_may_grow() {
    let lab = Lab::usual();
    let few = lab.run(&["small", "--positions", "2"]);
    assert!(few.out.contains("- positions: 2 of 4, "), "{}", few.out);
    let journal = lab.journal();
    assert_eq!(journal.lines().count(), 4);
    let all = lab.run(&["small"]);
    assert!(all.out.contains("- positions: 4 of 4, "), "{}", all.out);
    assert!(lab.journal().starts_with(&journal));
    assert_eq!(lab.journal().lines().count(), 8);
    // And shrink: the first positions alone.
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

#[test]
fn bad_input_is_refused_before_anything_runs() {
    let lab = Lab::usual();
    lab.refused(&["smal"], "there is no experiment named \"smal\" in ");
    lab.refused(&["smal"], "experiments; did you mean \"small\"?");
    lab.refused(
        &["experiments/none.toml"],
        "cannot read experiments/none.toml: ",
    );
    for (from, to, message) in [
        (
            "algorithm = \"pn\"",
            "algorithm = \"np\"",
            "small.toml:13: unknown algorithm \"np\"; did you mean \"pn\"?",
        ),
        (
            "certify",
            "certfy",
            "small.toml:20: unknown key \"certfy\"; did you mean \"certify\"?",
        ),
        (
            "count = \"evaluated\"",
            "count = \"evalated\"",
            "small.toml:8: unknown counter \"evalated\"; did you mean \"evaluated\"?",
        ),
        (
            "sets/small.txt",
            "sets/smal.txt",
            "small.toml:6: cannot read the set ",
        ),
        (
            "rules = \"olympiad\"",
            "rules = \"olympic\"",
            "small.toml:5: rules: column 1: unknown rule \"olympic\"; did you mean \"olympiad\"?",
        ),
    ] {
        lab.edit("experiments/small.toml", from, to);
        lab.refused(&["small"], message);
        lab.put("experiments/small.toml", EXPERIMENT);
    }
    lab.edit("sets/small.txt", "name=loss", "nmae=loss");
    lab.refused(&["small"], "sets/small.txt:3: unknown key \"nmae\"");
    assert!(!lab.path("results").exists());
}

#[test]
fn other_sets_can_be_given() {
    let lab = Lab::usual();
    lab.put("list.txt", &format!("# endings\n{WIN}\n"));
    lab.put("table.tsv", &format!("# id\tposition\nsecond\t{LOSS}\n"));
    let given = ["small", "--set", "list.txt", "--set", "table.tsv"];
    let run = lab.run(&given);
    assert_eq!(run.code, 0, "{run:?}");
    let line = "- positions: 2 of 2, list.txt, table.tsv";
    assert!(run.out.contains(line), "{}", run.out);
    let csv = fs::read_to_string(lab.path("results/small/runs.csv")).unwrap();
    assert!(
        csv.contains("1,list.txt,2,PN,") && csv.contains("2,table.tsv,2,PN,"),
        "{csv}"
    );
    lab.refused(
        &["small"],
        "those of another set: list.txt with 1 positions, ",
    );
    lab.refused(&given[..3], "those of 2 sets, now there are 1");
}

/// The same program makes the same nodes; a count, a row, a page or a set that is another is told.
#[test]
fn recorded_results_are_compared_with_the_program() {
    let lab = Lab::usual();
    assert_eq!(lab.run(&["small"]).code, 0);
    let data = "docs/results/data/small";
    assert_eq!(
        lab.run(&["small", "--page", "--out", "results/small"]).code,
        0
    );
    for name in ["experiment.json", "rows.csv", "runs.csv"] {
        let text =
            |folder: &str| fs::read_to_string(lab.path(&format!("{folder}/{name}"))).unwrap();
        assert_eq!(text(data), text("results/small"), "{name}");
    }
    let check = |args: &[&str]| lab.run(&[&["--check"], args].concat());
    let same = check(&["small"]);
    assert_eq!((same.code, &*same.err), (0, ""), "{same:?}");
    let told = "small: 4 of 4 positions, 6 of 8 runs made again: the same nodes (";
    assert!(same.out.starts_with(told), "{}", same.out);
    let all = check(&["--positions", "4"]);
    assert_eq!(all.code, 0, "{all:?}");
    assert!(all.out.contains("8 of 8 runs made again"), "{}", all.out);
    let told = "1 experiment compared, none older than this program\n";
    assert!(all.out.ends_with(told), "{}", all.out);

    let older = |name: &str, from: &str, to: &str, told: &str| {
        let text = fs::read_to_string(lab.path(name)).unwrap();
        lab.edit(name, from, to);
        let run = check(&["small"]);
        assert_eq!(run.code, 1, "{run:?}");
        assert!(
            run.out.contains("OLDER, ") && run.out.contains(told),
            "{}",
            run.out
        );
        lab.put(name, &text);
    };
    let runs = format!("{data}/runs.csv");
    let csv = fs::read_to_string(lab.path(&runs)).unwrap();
    let proved = |line: &&str| line.contains(",df-pn,proved,");
    let first = csv.lines().find(proved).unwrap();
    let fields: Vec<&str> = first.split(',').collect();
    let at = format!("df-pn on sets/small.txt:{}", fields[2]);
    let other = first.replacen(&format!(",{},", fields[6]), ",12345,", 1);
    let told = format!("{at}: nodes generated: 12345 was recorded, now ");
    older(&runs, first, &other, &told);
    let other = first.replacen("proved", "disproved", 1);
    let told = format!("{at}: answer: disproved was recorded, now proved");
    older(&runs, first, &other, &told);
    let page = "docs/results/small.md";
    older(
        page,
        "| PN | ",
        "| PM | ",
        "is not as its data make it: | PN | ",
    );
    older(
        page,
        "\n## How",
        "\n| PX |\n## How",
        "is not as its data make it: ## How",
    );
    older(
        page,
        "None: no two",
        "Several: two",
        "is not as its data make it: None: no two",
    );
    older(
        "docs/results/small.svg",
        "</svg>",
        "<g/></svg>",
        "the figure small.svg is not as",
    );
    // A record that lacks a run says less than its page, and does not pass without one.
    let cut = format!("{first}\n");
    older(&runs, &cut, "", "runs of 1 of 4 positions are missing");
    // A hit in the table and the size of a certificate count, too.
    let certified = csv
        .lines()
        .find(|line| line.contains(",accepted,"))
        .unwrap();
    let fields: Vec<&str> = certified.split(',').collect();
    let hits = certified.replacen(&format!(",{},{},", fields[10], fields[11]), ",7,7,", 1);
    older(
        &runs,
        certified,
        &hits,
        "nodes stored: 7 was recorded, now ",
    );
    let bytes = certified.replacen(&format!(",{},", fields[17]), ",99999,", 1);
    older(&runs, certified, &bytes, "bytes: 99999 was recorded, now ");
    let told = "the results here lack the run ";
    older("experiments/small.toml", "150_000", "150_001", told);

    let refused = |name: &str, from: &str, to: &str, told: &str| {
        let text = fs::read_to_string(lab.path(name)).unwrap();
        lab.edit(name, from, to);
        lab.refused(&["small", "--check"], told);
        lab.put(name, &text);
    };
    refused(
        &runs,
        "\n2,sets/small.txt,3,",
        "\n2,sets/small.txt,4,",
        "runs.csv:3: position 2 stands in",
    );
    refused(
        &runs,
        "\n2,sets",
        "\n9,sets",
        "runs.csv:3: there is no position 9 in the sets",
    );
    refused(
        &runs,
        "\n2,sets/small.txt,3,PN,",
        "\n2,sets/small.txt,3,PM,",
        "runs.csv:3: the experiment has no row",
    );
    refused(
        &runs,
        &cut,
        &format!("{cut}{cut}"),
        &format!("df-pn on position {} stands here again", fields[0]),
    );
    refused(&runs, ",df-pn,proved,", ",df-pn,", "runs.csv");
    refused(
        "sets/small.txt",
        "value=unknown",
        "value=proved",
        "are those of another set",
    );
    lab.refused(&["--check", "--reuse", "x"], "cannot be used with");
    lab.refused(&["--check", "--out", "x"], "belongs to one experiment");
    fs::remove_dir_all(lab.path("docs")).unwrap();
    lab.refused(&["small", "--check"], "there are no results here");
    let none = check(&[]);
    assert_eq!(none.code, 1, "{none:?}");
    let told = [
        "small: not compared: ",
        "there are no results here",
        "not compared, 1: small",
    ];
    assert!(
        told.iter().all(|told| none.out.contains(told)),
        "{}",
        none.out
    );
}

/// A page has the tables and the figure, and keeps what is written below them.
#[test]
fn a_page_is_made_of_finished_results() {
    let lab = Lab::usual();
    let page = ["small", "--page"];
    lab.refused(&page, "there are no results here");
    let finished = lab.run(&["small", "--positions", "3"]);
    assert_eq!(finished.code, 0, "{finished:?}");
    let made = lab.run(&["small", "--page", "--out", "results/small"]);
    assert_eq!(made.code, 0, "{made:?}");
    assert!(
        made.out.ends_with("docs/results/small.md\n"),
        "{}",
        made.out
    );
    let read = || fs::read_to_string(lab.path("docs/results/small.md")).unwrap();
    let text = read();
    for line in finished.out.lines() {
        assert!(
            text.lines().any(|of_page| of_page == line),
            "{line}\n{text}"
        );
    }
    assert!(text.contains("](small.svg)\n"), "{text}");
    assert!(lab.path("docs/results/small.svg").is_file());
    let written = format!("{text}\n## What it says\n\nA word.\n");
    lab.put(
        "docs/results/small.md",
        &written.replace("df-pn saves", "df-pn SAVES"),
    );
    assert_eq!(lab.run(&page).code, 0);
    assert_eq!(read(), written);
    lab.edit("experiments/small.toml", "150_000", "150_001");
    lab.refused(&page, "the results here lack the run ");
    lab.edit("experiments/small.toml", "150_001", "150_000");
    assert_eq!(read(), written);
    // Without the mark, the text of somebody would be lost.
    let unmarked = written.replace("<!-- ", "<!- ");
    lab.put("docs/results/small.md", &unmarked);
    lab.refused(&page, "the page has no line \"<!-- ");
    assert_eq!(read(), unmarked);
    lab.refused(&["--page"], "<NAME>");
    lab.refused(&["small", "--page", "--check"], "cannot be used with");
}

/// Clusters in virtual time have pages and data, and are compared, as all others.
#[test]
fn clusters_have_pages_and_are_compared() {
    let lab = Lab::usual();
    lab.put(
        "experiments/machines.toml",
        r#"name = "machines"
kind = "cluster"
title = "two machines"
source = "nobody"
memory = "4MiB"
table = "1MiB"

[[set]]
game = "loa"
file = "corpus/machines.txt"
per-millisecond = 500

[[run]]
label = "2"
machines = 2
group = "some"
config = { queued = 0, ways = { least = 64 } }

[[check]]
claim = "two are not slower than one"
run = "2"
at-least = 1
problems = 1
"#,
    );
    let position = "...x....o.................oxx....o..ooo....ox................... x";
    lab.put(
        "corpus/machines.txt",
        &format!("{position} ; attacker=black ; value=proved\n"),
    );
    let run = lab.run(&["machines", "--out", "done"]);
    assert_eq!(run.code, 0, "{run:?}");
    let missing = lab.run(&["machines", "--check"]);
    assert_eq!(missing.code, 2, "{missing:?}");
    let page = lab.run(&["machines", "--page", "--out", "done"]);
    assert_eq!(page.code, 0, "{page:?}");
    for made in ["machines.md", "machines.svg", "data/machines/rows.csv"] {
        assert!(lab.path(&format!("docs/results/{made}")).exists(), "{made}");
    }
    let same = lab.run(&["machines", "--check"]);
    assert_eq!((same.code, &*same.err), (0, ""), "{same:?}");
    let told = "machines: 1 of 1 positions, 2 of 2 runs made again: the same nodes (";
    assert!(same.out.starts_with(told), "{}", same.out);
    for how in ["--page", "--check"] {
        let sets = lab.run(&["machines", how, "--set", "corpus/machines.txt"]);
        let told = "an experiment with clusters takes no --set";
        assert!(sets.code == 2 && sets.err.contains(told), "{sets:?}");
    }
    lab.edit("docs/results/machines.md", "two machines", "three machines");
    let older = lab.run(&["machines", "--check"]);
    assert_eq!(older.code, 1, "{older:?}");
    assert!(older.out.contains("OLDER, 1 difference"), "{}", older.out);
}

#[test]
fn bad_sets_are_refused_with_their_place() {
    let lab = Lab::usual();
    let refused = |text: &str, message: &str| {
        lab.put("list.txt", text);
        lab.refused(&["small", "--set", "list.txt"], message);
    };
    refused(&format!("{WIN}\nnonsense\n"), "list.txt:2: position: ");
    refused(
        "a\tb c\n",
        "list.txt:1: no position in any column; column 2: ",
    );
    refused("# nothing\n", "the set list.txt has no positions");
    lab.refused(&["small", "--set", "none.txt"], "cannot read none.txt: ");
    lab.put("list.txt", WIN);
    lab.refused(
        &["small", "--set", "list.txt", "--set", "list.txt"],
        "the set list.txt is given twice",
    );
    assert!(!lab.path("results").exists());
}

#[test]
fn folders_of_others_are_refused() {
    let lab = Lab::usual();
    lab.put("mine/letter.txt", "dear");
    lab.refused(
        &["small", "--out", "mine"],
        "mine: there are other files here, letter.txt",
    );
    assert_eq!(names(&lab.path("mine")), ["letter.txt"]);
    assert_eq!(lab.run(&["small"]).code, 0);
    let before = lab.journal();
    lab.edit(
        "sets/small.txt",
        "name=hard",
        "name=hard\nstart moves d1-b3 ; attacker=white ; value=unknown",
    );
    lab.refused(
        &["small"],
        "those of another set: sets/small.txt with 4 positions, ",
    );
    assert_eq!(lab.journal(), before);
    assert!(Path::new(&lab.path("results/small/table.md")).exists());
}
