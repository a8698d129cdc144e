//! Lists of many positions: parallel jobs, journals, warm tables, and the three forms of the
//! summary.

use std::fs;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Map, Value};

use crate::support::{DIAGRAM_4, ENGLISH, HARD, LOSS, PROGRAM, Run, WIN, directory, shomei, text};

/// Fields that depend on the run or on the memory.
const RUN_FIELDS: [&str; 2] = ["seconds", "memory"];

/// The objects without the fields that depend on the run.
fn without_run_fields(run: &Run) -> Vec<Map<String, Value>> {
    let mut objects = run.objects();
    for object in &mut objects {
        RUN_FIELDS.iter().for_each(|name| {
            object.remove(*name);
        });
        if let Some(Value::Object(work)) = object.get_mut("work") {
            work.remove("seconds");
        }
    }
    objects
}

fn start(args: &[&str]) -> Child {
    let mut command = Command::new(PROGRAM);
    command.env("LC_ALL", ENGLISH).args(args);
    command.stdin(Stdio::null()).stdout(Stdio::piped());
    command.stderr(Stdio::piped()).spawn().unwrap()
}

/// Waits until the condition holds.
fn wait_until(what: &str, mut has_happened: impl FnMut() -> bool) {
    let began = Instant::now();
    while !has_happened() {
        assert!(began.elapsed() < Duration::from_secs(60), "{what}");
        thread::sleep(Duration::from_millis(5));
    }
}

#[test]
fn parallel_jobs_give_the_same_results_in_the_same_order() {
    let folder = directory();
    let path = folder.path().join("list.txt");
    // The first line takes longest; one line is bad.
    let lines = [DIAGRAM_4, WIN, "nonsense", LOSS, WIN, LOSS, WIN];
    fs::write(&path, lines.join("\n")).unwrap();
    let list = format!("@{}", text(&path));
    let alone = shomei(["solve", "loa", &list, "--json"]);
    assert_eq!(alone.code, 2);
    assert_eq!(alone.objects().len(), 7);
    for jobs in ["2", "5"] {
        let run = shomei(["solve", "loa", &list, "--json", "--jobs", jobs]);
        assert_eq!(run.code, 2, "{run:?}");
        assert_eq!(without_run_fields(&run), without_run_fields(&alone));
        let first_error = |run: &Run| run.err.lines().next().unwrap().to_string();
        assert_eq!(first_error(&run), first_error(&alone));
        assert!(
            run.err
                .contains("7 positions: 4 proved, 2 disproved, 0 unknown, 1 bad line")
        );
    }
    // The jobs share the memory.
    let args = ["--json", "--jobs", "4", "--memory", "64MiB"];
    let run = shomei(["solve", "loa", &list].into_iter().chain(args));
    assert!(run.objects()[0]["memory"] == 16 << 20, "{run:?}");
}

#[test]
fn certificates_of_parallel_jobs_have_their_names() {
    let folder = directory();
    let list = folder.path().join("list.txt");
    fs::write(&list, [WIN, LOSS, WIN, LOSS].join("\n")).unwrap();
    let proofs = folder.path().join("proofs");
    fs::create_dir(&proofs).unwrap();
    let (list, out) = (format!("@{}", text(&list)), text(&proofs));
    let args = ["--jobs", "3", "--check", "--proof", &out];
    let run = shomei(["solve", "loa", &list].into_iter().chain(args));
    assert_eq!(run.code, 0, "{run:?}");
    let names = crate::support::names(&proofs);
    assert_eq!(
        names,
        ["0001.proof", "0002.proof", "0003.proof", "0004.proof"]
    );
    assert!(
        run.out
            .lines()
            .take(4)
            .all(|line| line.contains(" checked; ")),
        "{run:?}"
    );
}

#[cfg(unix)]
#[test]
fn an_interrupt_ends_all_jobs() {
    let folder = directory();
    let path = folder.path().join("list.txt");
    fs::write(&path, [WIN, HARD, HARD, WIN, WIN, WIN].join("\n")).unwrap();
    let (list, journal) = (format!("@{}", text(&path)), folder.path().join("j"));
    let kept = text(&journal);
    let child = start(&["solve", "loa", &list, "--jobs", "2", "--journal", &kept]);
    // At this point both jobs are at the hard lines.
    wait_until("the first is solved", || count_lines(&journal) >= 3);
    let id = child.id().to_string();
    let killed = Command::new("kill").args(["-INT", &id]).status();
    assert!(killed.unwrap().success());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(3));
    let out = String::from_utf8(output.stdout).unwrap();
    let lines: Vec<&str> = out.lines().collect();
    assert!(lines[0].starts_with("1: proved: "), "{out}");
    let last = lines[lines.len() - 1];
    assert!(last.ends_with("; interrupted"), "{out}");
    // Unfinished results are not in the journal.
    let kept = fs::read_to_string(&journal).unwrap();
    assert!(!kept.contains("stopped by an interrupt"), "{kept}");
}

fn count_lines(path: &std::path::Path) -> usize {
    let text = fs::read_to_string(path).unwrap_or_default();
    text.matches('\n').count()
}

#[test]
fn a_list_continues_after_its_program_was_killed() {
    let folder = directory();
    let path = folder.path().join("list.txt");
    fs::write(&path, [WIN, HARD, LOSS].join("\n")).unwrap();
    let (list, journal) = (format!("@{}", text(&path)), folder.path().join("j"));
    let kept = text(&journal);
    let args = ["solve", "loa", &list, "--journal", &kept];
    let mut child = start(&args);
    wait_until("the first is solved", || count_lines(&journal) >= 3);
    child.kill().unwrap();
    child.wait().unwrap();
    // The number of the line has changed.
    fs::write(&path, [WIN, LOSS, LOSS].join("\n")).unwrap();
    let first = shomei(args);
    assert_eq!(first.code, 0, "{first:?}");
    assert!(first.out.contains("; 1 from the journal\n"), "{first:?}");
    let again = shomei(args);
    assert!(again.out.contains("; 3 from the journal\n"), "{again:?}");
    let results = |run: &Run| -> Vec<String> {
        let lines = run.out.lines().take(3);
        lines.map(String::from).collect()
    };
    assert_eq!(results(&first), results(&again));
    // The order has changed, and then a limit, so the lines are solved again.
    fs::write(&path, [LOSS, LOSS, WIN].join("\n")).unwrap();
    let moved = shomei(args);
    assert!(moved.out.contains("; 1 from the journal\n"), "{moved:?}");
    let other = shomei(args.into_iter().chain(["--nodes", "5k"]));
    assert_eq!(other.code, 2);
    let expected = "it is a journal of a list of another question: its --nodes is none, not 5000; ";
    assert!(other.err.contains(expected), "{other:?}");
}

#[test]
fn results_of_a_node_limit_are_kept_and_those_of_the_total_time_are_not() {
    let folder = directory();
    let path = folder.path().join("list.txt");
    fs::write(&path, [HARD, WIN].join("\n")).unwrap();
    let list = format!("@{}", text(&path));
    let run = |name: &str, options: &[&str]| {
        let journal = text(&folder.path().join(name));
        let args = ["solve", "loa", &list, "--journal", &journal];
        shomei(args.into_iter().chain(options.iter().copied()))
    };
    assert!(run("nodes", &["--nodes", "100k"]).out.contains("1 proved"));
    let again = run("nodes", &["--nodes", "100k"]);
    assert_eq!(again.code, 3);
    assert!(again.out.contains("; 2 from the journal"), "{again:?}");
    let late = run("time", &["--time", "0"]);
    assert_eq!(late.code, 3);
    assert!(late.out.contains("2 unknown"), "{late:?}");
    let again = run("time", &["--time", "0"]);
    assert!(!again.out.contains("from the journal"), "{again:?}");
}

/// The message shows the difference as options.
#[test]
fn a_journal_of_other_questions_of_composers_names_the_option() {
    let folder = directory();
    let path = folder.path().join("list.txt");
    // A win in one ply: the search for other solutions is short.
    let win = "xx.........x.................................o..........o......o x";
    fs::write(&path, win).unwrap();
    let list = format!("@{}", text(&path));
    let journal = text(&folder.path().join("j"));
    let check = ["compose", "check", "loa", &list, "--journal", &journal];
    let usual = shomei(check);
    assert_eq!(usual.code, 0, "{usual:?}");
    let refused = |args: &[&str], why: &str| {
        let run = shomei(args.iter().copied());
        assert_eq!(run.code, 2, "{run:?}");
        let why = format!("of another question: {why}; remove it to begin anew");
        assert!(run.err.contains(&why), "{run:?}");
    };
    let usual = "last-move,detour,same-length,henka-betsu";
    for (options, why) in [
        (
            &["--yozume-nodes", "5k"][..],
            "its --yozume-nodes is 100000, not 5000",
        ),
        (&["--henka"], "its --henka is none, not given"),
        (&["--tolerate", "detour"], "its --henka is none, not given"),
        (
            &["--tolerate", "all"],
            &format!(
                "its --tolerate is {usual}, not longer-defence,two-longer,order,promotion,surplus,{usual}"
            ),
        ),
        (&["--refutation", "3"], "its --refutation is none, not 3"),
        (&["--missing"], "its --missing is none, not given"),
        (
            &["--no-yozume", "--shortest"],
            "its --shortest is none, not given",
        ),
        (&["--at", "empties=12"], "its --at is none, not empties=12"),
        (
            &["--attacker", "white"],
            "its --attacker is none, not white",
        ),
    ] {
        refused(&[&check[..], options].concat(), why);
    }
    let solve = ["solve", "loa", &list, "--journal", &journal];
    refused(&solve, "its command is compose check, not solve");
}

#[test]
fn a_deleted_certificate_is_made_again() {
    let folder = directory();
    let path = folder.path().join("list.txt");
    fs::write(&path, WIN).unwrap();
    let proofs = folder.path().join("proofs");
    fs::create_dir(&proofs).unwrap();
    let (list, out) = (format!("@{}", text(&path)), text(&proofs));
    let journal = text(&folder.path().join("j"));
    let args = [
        "solve",
        "loa",
        &list,
        "--proof",
        &out,
        "--journal",
        &journal,
    ];
    assert_eq!(shomei(args).code, 0);
    let again = shomei(args);
    assert!(again.out.contains("; 1 from the journal"), "{again:?}");
    fs::remove_file(proofs.join("0001.proof")).unwrap();
    let again = shomei(args);
    assert!(!again.out.contains("from the journal"), "{again:?}");
    assert!(proofs.join("0001.proof").exists());
}

#[test]
fn other_files_are_not_journals() {
    let folder = directory();
    let path = folder.path().join("list.txt");
    fs::write(&path, WIN).unwrap();
    let file = text(&path);
    let list = format!("@{file}");
    let run = shomei(["solve", "loa", &list, "--journal", &file]);
    assert_eq!(run.code, 2);
    assert!(run.err.contains("this command reads it"), "{run:?}");
    assert_eq!(fs::read_to_string(&path).unwrap(), WIN);
    let run = shomei(["solve", "loa", WIN, "--journal", &file]);
    assert_eq!(run.code, 2);
    assert!(run.err.contains("--journal"), "{run:?}");
}

#[test]
fn options_of_lists_are_refused_for_one_position() {
    let directory = directory();
    let journal = text(&directory.path().join("journal"));
    for options in [&["--jobs", "2"][..], &["--warm"], &["--journal", &journal]] {
        let run = shomei([&["solve", "loa", WIN], options].concat());
        let why = format!(
            "error: {} is for a list, not for one position\n",
            options[0]
        );
        assert_eq!((run.code, run.err), (2, why));
    }
    assert_eq!(shomei(["solve", "loa", WIN, "--jobs", "1"]).code, 0);
}

#[test]
fn warm_tables_answer_again_without_work() {
    let folder = directory();
    let path = folder.path().join("list.txt");
    fs::write(&path, [DIAGRAM_4, WIN, DIAGRAM_4].join("\n")).unwrap();
    let list = format!("@{}", text(&path));
    let nodes = |run: &Run| -> Vec<u64> {
        let objects = run.objects();
        objects
            .iter()
            .map(|object| object["expanded"].as_u64().unwrap())
            .collect()
    };
    let answers = |run: &Run| -> Vec<Value> {
        let objects = run.objects();
        objects
            .iter()
            .map(|object| object["answer"].clone())
            .collect()
    };
    let cold = shomei(["solve", "loa", &list, "--json"]);
    let warm = shomei(["solve", "loa", &list, "--json", "--warm"]);
    assert_eq!(answers(&cold), answers(&warm));
    let (cold, warm) = (nodes(&cold), nodes(&warm));
    assert_eq!(cold[0], cold[2]);
    assert_eq!(cold[0], warm[0]);
    assert!(warm[2] < cold[2] / 10, "{warm:?}");
    for (options, why) in [
        (
            &["--algorithm", "pn"][..],
            "cannot continue from earlier results",
        ),
        (&["--shortest"], "cannot be used with"),
    ] {
        let args = ["solve", "loa", &list, "--warm"];
        let run = shomei(args.into_iter().chain(options.iter().copied()));
        assert_eq!(run.code, 2);
        assert!(run.err.contains(why), "{run:?}");
    }
}

#[test]
fn the_table_has_three_forms() {
    let folder = directory();
    let path = folder.path().join("a|b\tc.txt");
    fs::write(&path, format!("{WIN}\nnonsense\n")).unwrap();
    let folder_of = format!("@{}", text(folder.path()));
    let summary = |form: &str| {
        let run = shomei(["solve", "loa", &folder_of, form]);
        let lines: Vec<String> = run.out.lines().map(String::from).collect();
        lines[lines.len() - 4..].to_vec()
    };
    let table = summary("--summary=table");
    assert_eq!(table, {
        let bare = summary("--summary");
        let time = |line: &str| line.rsplit_once("  ").map(|(start, _)| start.to_string());
        assert_eq!(
            table.iter().map(|l| time(l)).collect::<Vec<_>>(),
            bare.iter().map(|l| time(l)).collect::<Vec<_>>()
        );
        table.clone()
    });
    let tsv = summary("--summary=tsv");
    assert_eq!(tsv[1], "problem\tanswer\tplies\tshortest\tunique\tseconds");
    let cells: Vec<&str> = tsv[2].split('\t').collect();
    assert_eq!(cells[..5], ["a|b\\tc.txt#1", "proved", "9", "no", "-"]);
    assert!(cells[5].parse::<f64>().is_ok(), "{tsv:?}");
    assert_eq!(tsv[3], "a|b\\tc.txt#2\tbad\t-\t-\t-\t-");
    let markdown = summary("--summary=markdown");
    assert_eq!(markdown[1], "| --- | --- | ---: | ---: | ---: |");
    assert!(
        markdown[2].starts_with("| a\\|b\\\\tc.txt#1 | proved | 9 | no | "),
        "{markdown:?}"
    );
    let run = shomei(["solve", "loa", &folder_of, "--summary=csv"]);
    assert_eq!(run.code, 2);
    assert!(
        run.err.contains("[possible values: table, tsv, markdown]"),
        "{run:?}"
    );
}
