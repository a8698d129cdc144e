//! Files that a command keeps despite `--force`, and two results with the same path.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use crate::support::{HARD, PROGRAM, Run, WIN};
use crate::writes::place::{NOTES, Place};
use crate::writes::prepared;

/// Creates a folder with a checkpoint of [`HARD`].
fn with_checkpoint() -> Place {
    let place = prepared();
    let run = place.run(&format!("{SEARCH} --checkpoint out/c"));
    assert_eq!(run.code, 3, "{run:?}");
    place
}

const SEARCH: &str = "solve loa HARD --nodes 100 --memory 1MiB";

fn refused(run: &Run, why: &str) {
    assert_eq!(run.code, 2, "{run:?}");
    assert!(run.err.contains(why), "{run:?}");
    assert_eq!(run.out, "");
}

#[test]
fn a_checkpoint_that_is_read_is_not_replaced_by_another_result() {
    let place = with_checkpoint();
    let kept = fs::read(place.path("out/c")).unwrap();
    fs::hard_link(place.path("out/c"), place.path("out/link")).unwrap();
    for file in ["out/c", "./out/c", "out/link"] {
        for option in ["--store-file", "--proof", "--report"] {
            let run = place.run(&format!(
                "{SEARCH} --checkpoint out/c {option} {file} --force"
            ));
            refused(&run, "this command reads it");
            assert_eq!(fs::read(place.path("out/c")).unwrap(), kept, "{option}");
        }
    }
}

#[test]
fn a_search_continues_from_a_link() {
    let place = with_checkpoint();
    fs::hard_link(place.path("out/c"), place.path("out/link")).unwrap();
    // The link comes first: writing a checkpoint replaces the file, so the link is a different file
    // afterwards.
    for file in ["out/link", "./out/c"] {
        let run = place.run(&format!("{SEARCH} --checkpoint {file}"));
        assert_eq!(run.code, 3, "{run:?}");
    }
}

#[test]
fn two_results_are_not_one_file() {
    let place = prepared();
    let claimed = "this command writes another result there";
    for force in ["", "--force"] {
        for args in [
            "solve loa WIN --proof out/x --report ./out/x",
            "solve loa WIN --value --proof out/w.proof --report out/w.black.proof",
            "solve loa WIN --proof out/x --store-file out/../out/x",
            "solve loa HARD --nodes 100 --memory 1MiB --store-file out/s --checkpoint ./out/s",
        ] {
            refused(&place.run(&format!("{args} {force}")), claimed);
        }
    }
    assert!(!place.path("out/s").exists());
}

#[test]
fn read_only_files_are_not_continued() {
    let place = prepared();
    for (args, file) in [
        ("solve loa @in/list.txt --journal out/j", "out/j"),
        ("solve loa WIN --store-file out/s", "out/s"),
        ("store import out/i in/store.txt", "out/i"),
    ] {
        assert_eq!(place.run(args).code, 0, "{args}");
        let path = place.path(file);
        let kept = fs::read(&path).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o444)).unwrap();
        for force in ["", "--force"] {
            refused(&place.run(&format!("{args} {force}")), "it is read-only");
            assert_eq!(fs::read(&path).unwrap(), kept, "{args}");
        }
    }
}

#[test]
fn an_empty_file_becomes_a_store() {
    let place = prepared();
    for args in [
        "solve loa WIN --store-file out/s",
        "store import out/i in/store.txt",
    ] {
        place.put("out/s", "");
        place.put("out/i", "");
        let run = place.run(args);
        assert_eq!(run.code, 0, "{run:?}");
    }
}

/// `--force` replaces a file only if the command has something to write.
#[test]
fn a_command_that_cannot_work_replaces_nothing() {
    let place = prepared();
    fs::create_dir(place.path("in/empty")).unwrap();
    for args in [
        "solve loa @in/empty --journal out/keep",
        "solve loa @in/empty --store-file out/keep",
        "solve loa nonsense --store-file out/keep",
        "solve loa @in/none --store-file out/keep",
        "review loa @in/none --store-file out/keep",
    ] {
        fs::write(place.path("out/keep"), NOTES).unwrap();
        let run = place.run(&format!("{args} --force"));
        assert_eq!(run.code, 2, "{run:?}");
        let kept = fs::read(place.path("out/keep")).unwrap();
        assert_eq!(kept, NOTES, "{args}");
    }
}

#[test]
fn a_file_that_appears_meanwhile_is_a_refusal() {
    let place = prepared();
    let child = Command::new(PROGRAM)
        .args(["solve", "loa", HARD, "--nodes", "20000", "--proof"])
        .args(["out/x.proof", "--report", "out/x.html"])
        .current_dir(place.path("."))
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // Unfinished files are written next to their final paths.
    while fs::read_dir(place.path("out")).unwrap().count() < 2 {
        thread::sleep(Duration::from_millis(5));
    }
    fs::write(place.path("out/x.html"), NOTES).unwrap();
    let output = child.wait_with_output().unwrap();
    let err = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{err}");
    assert!(err.contains("the file there is not a report"), "{err}");
    assert_eq!(fs::read(place.path("out/x.html")).unwrap(), NOTES);
}

#[test]
fn the_rules_that_a_conversion_reads_stay() {
    let place = prepared();
    let run = place.run("solve loa WIN --record in/a.sgf");
    assert_eq!(run.code, 0, "{run:?}");
    place.put("in/rules.sgf", "olympiad");
    let args = "convert loa in/a.sgf in/rules.sgf --rules @in/rules.sgf --force";
    refused(&place.run(args), "this command reads it");
    assert_eq!(fs::read(place.path("in/rules.sgf")).unwrap(), b"olympiad");
}

#[test]
fn results_in_the_folder_that_is_read_are_refused_by_name() {
    let place = prepared();
    for option in ["--store-file", "--journal", "--report"] {
        let run = place.run_in("in", &format!("solve loa @. {option} new"), "");
        let why = format!("error: {option} must be outside the folder that is read: new\n");
        refused(&run, &why);
        assert!(!place.path("in/new").exists());
    }
    for option in ["--store-file", "--proof", "--report"] {
        fs::create_dir_all(place.path("in/sub")).unwrap();
        let run = place.run_in("in", &format!("review shogi @. {option} sub"), "");
        refused(&run, &format!("{option} must be outside"));
    }
}

#[test]
fn what_is_refused_leaves_no_new_file() {
    let place = prepared();
    let list = "solve loa @in/list.txt --journal out/j --store-file out/s";
    assert_eq!(place.run(list).code, 0);
    let run = place.run("solve loa @in/list.txt --value --journal out/j --store-file out/new");
    refused(&run, "out/j");
    let run =
        place.run("solve loa @in/list.txt --rules sackson --journal out/new --store-file out/s");
    refused(&run, "out/s");
    assert!(!place.path("out/new").exists());
}

#[test]
fn a_report_replaces_one_on_the_same_question_alone() {
    let place = prepared();
    fs::create_dir(place.path("more")).unwrap();
    place.put("more/list.txt", &format!("{WIN}\n"));
    let report = "--report ../out/r.html";
    let other = "the file there is not a report on the same question";
    let first = |args: &str, folder: &str, input: &str| {
        let _ = fs::remove_file(place.path("out/r.html"));
        let run = place.run_in(folder, &format!("{args} {report}"), input);
        assert_eq!(run.code, 0, "{run:?}");
    };
    let again = |args: &str, folder: &str, input: &str| {
        place.run_in(folder, &format!("{args} {report}"), input)
    };
    first("solve loa WIN", "in", "");
    assert_eq!(again("solve loa WIN", "in", "").code, 0);
    for options in ["--moves", "--attacker white", "--rules sackson"] {
        refused(&again(&format!("solve loa WIN {options}"), "in", ""), other);
    }
    first("solve loa @list.txt", "in", "");
    assert_eq!(again("solve loa @./list.txt", "in", "").code, 0);
    assert_eq!(again("solve loa @../in/list.txt", "more", "").code, 0);
    refused(&again("solve loa @list.txt", "more", ""), other);
    refused(
        &again("solve loa @list.txt --rules sackson", "in", ""),
        other,
    );
    let list = format!("{WIN}\n");
    first("solve loa @-", "in", &list);
    refused(&again("solve loa @-", "in", &list), other);
    assert_eq!(again("solve loa @- --force", "in", &list).code, 0);
}
