//! Checkpoints: a long search continues after any kind of end.

use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Duration;

use crate::support::{
    DIAGRAM_4, ENGLISH, HARD, LONG, LOSS, PROGRAM, Run, WIN, directory, names, shomei, text,
};

/// Starts a search that stops at a limit and leaves a checkpoint.
fn pause(file: &str, position: &str, more: &[&str]) -> Run {
    let usual = ["solve", "loa", position, "--nodes", "2000"];
    let checkpoint = ["--memory", "1MiB", "--checkpoint", file];
    let args = usual.iter().chain(&checkpoint).chain(more).copied();
    let run = shomei(args);
    assert_eq!(run.code, 3, "{run:?}");
    assert!(
        run.err.contains("; the same command continues from "),
        "{run:?}"
    );
    run
}

#[test]
fn a_search_continues_from_its_checkpoint() {
    let directory = directory();
    let file = text(&directory.path().join("x.ckpt"));
    let whole = shomei(["solve", "loa", DIAGRAM_4, "--json"]);
    let all = whole.object()["expanded"].as_u64().unwrap();
    let limit = (all * 3 / 4).to_string();
    let first = ["solve", "loa", DIAGRAM_4, "--nodes", &limit];
    let checkpoint = ["--checkpoint", &file];
    let first = shomei(first.into_iter().chain(checkpoint));
    assert_eq!(first.code, 3, "{first:?}");
    // The memory comes from the checkpoint.
    let rest = shomei(["solve", "loa", DIAGRAM_4, "--json", "--checkpoint", &file]);
    assert_eq!(rest.code, 0, "{rest:?}");
    let object = rest.object();
    assert_eq!(object["answer"], "proved");
    assert!(object["expanded"].as_u64().unwrap() < all / 2, "{object:?}");
    assert_eq!(object["memory"], 64 << 20);
    // Only the checkpoint remains.
    assert_eq!(names(directory.path()), ["x.ckpt"]);
}

/// Writing a checkpoint does not modify the table, so a single thread searches the same nodes.
#[test]
fn checkpoints_do_not_change_the_search() {
    let solve = ["solve", "loa", DIAGRAM_4, "--json"];
    let nodes = |more: &[&str]| {
        let run = shomei(solve.iter().chain(more).copied());
        assert_eq!(run.code, 0, "{run:?}");
        run.object()["expanded"].as_u64().unwrap()
    };
    let alone = nodes(&[]);
    for _ in 0..3 {
        let directory = directory();
        let file = text(&directory.path().join("x.ckpt"));
        assert_eq!(nodes(&["--checkpoint", &file, "--every", "1ms"]), alone);
    }
}

/// The command is interrupted repeatedly and continues each time until it has the answer.
#[test]
fn the_same_command_continues_until_it_has_the_answer() {
    let directory = directory();
    let file = text(&directory.path().join("x.ckpt"));
    let ask = ["solve", "loa", DIAGRAM_4, "--nodes", "2000"];
    let checkpoint = ["--memory", "4MiB", "--checkpoint", &file];
    let mut pauses = 0;
    loop {
        let run = shomei(ask.into_iter().chain(checkpoint));
        if run.code == 0 {
            assert!(run.out.starts_with("proved: Black wins"), "{run:?}");
            assert!(!run.err.contains("checkpoint: "), "{run:?}");
            break;
        }
        assert_eq!(run.code, 3, "{run:?}");
        let last_line = format!("; the same command continues from {file}\n");
        assert!(run.err.starts_with("checkpoint: "), "{run:?}");
        assert!(run.err.ends_with(&last_line), "{run:?}");
        pauses += 1;
        assert!(pauses < 100, "{run:?}");
    }
    assert!(pauses > 1, "{pauses}");
    // The last checkpoint remains, with the answer.
    assert_eq!(names(directory.path()), ["x.ckpt"]);
    assert_eq!(shomei(ask.into_iter().chain(checkpoint)).code, 0);
}

#[test]
fn a_file_that_is_not_a_checkpoint_is_not_replaced_by_mistake() {
    let directory = directory();
    let path = directory.path().join("x.ckpt");
    let file = text(&path);
    for notes in ["x", "something else that is long enough"] {
        fs::write(&path, notes).unwrap();
        let run = shomei(["solve", "loa", HARD, "--nodes=2000", "--checkpoint", &file]);
        assert_eq!(run.code, 2, "{run:?}");
        let expected = format!(
            "error: cannot write {file}: the file there is not a checkpoint; --force replaces it\n"
        );
        assert_eq!(run.err, expected);
        assert_eq!(fs::read_to_string(&path).unwrap(), notes);
    }
    pause(&file, HARD, &["--force"]);
    // The file becomes a checkpoint.
    pause(&file, HARD, &[]);
    // An empty file contains nothing to lose, so it may be replaced.
    fs::write(&path, "").unwrap();
    pause(&file, HARD, &[]);
}

#[test]
fn several_threads_continue_too() {
    let directory = directory();
    let file = text(&directory.path().join("x.ckpt"));
    pause(&file, DIAGRAM_4, &["--threads", "2"]);
    let proof = text(&directory.path().join("x.proof"));
    let run = shomei([
        "solve",
        "loa",
        DIAGRAM_4,
        "--checkpoint",
        &file,
        "--threads",
        "2",
        "--proof",
        &proof,
        "--check",
    ]);
    assert_eq!(run.code, 0, "{run:?}");
}

#[test]
fn a_checkpoint_of_another_question_is_refused() {
    let directory = directory();
    let file = text(&directory.path().join("x.ckpt"));
    pause(&file, DIAGRAM_4, &["--rules", "sackson"]);
    let checkpoint = fs::read(&file).unwrap();
    // Other results do not replace a checkpoint, although they could replace other files.
    let refused = |args: &[&str], why: &str| {
        for force in [&[][..], &["--force"]] {
            let usual = ["solve", "loa"].iter().chain(args).chain(force);
            let run = shomei(usual.chain(&["--checkpoint", &file]).copied());
            assert_eq!(run.code, 2, "{run:?}");
            let expected = format!(
                "error: {file}: it is a checkpoint of another question: {why}; remove it to begin \
                 anew, or name another file\n"
            );
            assert!(run.err.contains(&expected), "{}\n{}", run.err, expected);
            assert_eq!(fs::read(&file).unwrap(), checkpoint);
        }
    };
    let sackson = ["--rules", "sackson"];
    refused(&[DIAGRAM_4], "its rule set is sackson, not olympiad");
    let position = format!("its position is {DIAGRAM_4}, not {WIN}");
    refused(&[&[WIN], &sackson[..]].concat(), &position);
    refused(
        &[&[DIAGRAM_4, "--attacker", "white"], &sackson[..]].concat(),
        "its attacker is black, not white",
    );
    refused(
        &[&[DIAGRAM_4, "--set", "rule=weak"], &sackson[..]].concat(),
        "its list of options is init=eval, not init=eval rule=weak",
    );
    refused(
        &[&[DIAGRAM_4, "--memory", "2MiB"], &sackson[..]].concat(),
        "its memory is 1,048,576 bytes, not 2,097,152 bytes",
    );
    let tree = [
        "solve",
        "tree",
        "r",
        "--rules",
        "r = OR { Won }",
        "--checkpoint",
        &file,
    ];
    let run = shomei(tree);
    assert_eq!(run.code, 2, "{run:?}");
    assert!(run.err.contains("its game is loa, not tree"), "{run:?}");
}

#[test]
fn damaged_checkpoints_are_refused() {
    let directory = directory();
    let path = directory.path().join("x.ckpt");
    let file = text(&path);
    let refused = |why: &str| {
        let before = fs::read(&path).unwrap();
        let run = shomei(["solve", "loa", DIAGRAM_4, "--checkpoint", &file]);
        assert_eq!(run.code, 2, "{run:?}");
        let advice = "remove it to begin anew, or name another file";
        let expected = format!("error: {file}: it is damaged: {why}; {advice}\n");
        assert!(run.err.contains(&expected), "{}", run.err);
        assert_eq!(fs::read(&path).unwrap(), before);
    };
    pause(&file, DIAGRAM_4, &[]);
    let whole = fs::read(&path).unwrap();
    let mut bytes = whole.clone();
    bytes[whole.len() / 2] ^= 1;
    fs::write(&path, bytes).unwrap();
    refused("part 1 of 1 of its table is cut off or damaged");
    fs::write(&path, &whole[..100]).unwrap();
    refused("it ends before its first record");
    // Formats before version 1 are refused like any other file.
    fs::write(&path, "shomeick\u{1}\0\0\0").unwrap();
    let run = shomei(["solve", "loa", DIAGRAM_4, "--checkpoint", &file]);
    assert_eq!(run.code, 2, "{run:?}");
    assert!(
        run.err.contains("the file there is not a checkpoint"),
        "{run:?}"
    );
}

#[test]
fn questions_and_algorithms_without_checkpoints_are_refused() {
    let refused = |args: &[&str], why: &str| {
        let run = shomei(["solve", "loa"].iter().chain(args).copied());
        assert_eq!(run.code, 2, "{run:?}");
        assert!(run.err.contains(why), "{}", run.err);
    };
    let to = ["--checkpoint", "x.ckpt"];
    refused(
        &[&[HARD, "--algorithm", "pn"], &to[..]].concat(),
        "pn cannot continue from a checkpoint; df-pn can",
    );
    refused(
        &[&[HARD, "--value"], &to[..]].concat(),
        "a checkpoint is of one question: give --attacker, not --value",
    );
    refused(&[HARD, "--every", "5s"], "--checkpoint <FILE>");
    refused(
        &[HARD, "--checkpoint", "no/such/folder/x.ckpt"],
        "there is no directory no/such/folder",
    );
}

#[test]
fn an_answer_needs_no_last_checkpoint() {
    let directory = directory();
    let file = text(&directory.path().join("x.ckpt"));
    for position in [WIN, LOSS] {
        let run = shomei(["solve", "loa", position, "--checkpoint", &file]);
        assert_eq!(run.code, 0, "{run:?}");
    }
    assert!(names(directory.path()).is_empty());
}

fn start(file: &Path, more: &[&str]) -> Child {
    let mut command = Command::new(PROGRAM);
    command.env("LC_ALL", ENGLISH);
    let name = text(file);
    command.args([
        "solve",
        "loa",
        LONG,
        "--set",
        "init=mobility",
        "--checkpoint",
        &name,
        "--every",
        "20ms",
        "--memory",
        "16MiB",
    ]);
    command.args(more);
    command.stdout(Stdio::null()).stderr(Stdio::null());
    command.spawn().unwrap()
}

/// SIGKILL prevents any cleanup by the program.
#[cfg(unix)]
#[test]
fn a_search_that_is_killed_twenty_times_ends() {
    let directory = directory();
    let file = directory.path().join("x.ckpt");
    let mut dice = 12345_u64;
    let mut killed = 0;
    for _ in 0..20 {
        dice = dice.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        let mut child = start(&file, &[]);
        thread::sleep(Duration::from_millis(30 + (dice >> 33) % 120));
        if child.try_wait().unwrap().is_none() {
            killed += 1;
        }
        child.kill().unwrap();
        child.wait().unwrap();
    }
    // The checkpoint, its lock and one unfinished file may remain: each start removes the files of
    // the killed run.
    let left = names(directory.path());
    assert!(left.len() <= 3, "{left:?}");
    // On a fast machine the last runs may finish.
    assert!(killed >= 10, "{killed}");
    let proof = text(&directory.path().join("x.proof"));
    let status = start(&file, &["--proof", &proof, "--check"])
        .wait()
        .unwrap();
    assert_eq!(status.code(), Some(0));
    let verified = shomei(["verify", &proof]);
    assert_eq!(verified.code, 0, "{verified:?}");
    assert!(verified.out.contains("proved"), "{verified:?}");
    assert_eq!(names(directory.path()), ["x.ckpt", "x.proof"]);
}

/// Waits until the condition holds, with a long timeout for busy machines.
#[cfg(unix)]
fn becomes_true(mut what: impl FnMut() -> bool) -> bool {
    (0..6_000).any(|_| {
        let is_true = what();
        thread::sleep(Duration::from_millis(10));
        is_true
    })
}

/// The programs are killed while they write certificates. The file of a running search is kept.
#[cfg(unix)]
#[test]
fn files_of_killed_programs_are_removed_by_the_next() {
    let directory = directory();
    let proof = text(&directory.path().join("x.proof"));
    // Starts a search and waits for its unfinished file.
    let begin = || {
        let before = names(directory.path());
        let args = ["solve", "loa", HARD, "--proof", &proof];
        let mut command = Command::new(PROGRAM);
        command.env("LC_ALL", ENGLISH);
        let child = command.args(args).stdout(Stdio::null()).spawn().unwrap();
        let is_new = || {
            names(directory.path())
                .iter()
                .any(|name| !before.contains(name))
        };
        assert!(becomes_true(is_new));
        child
    };
    let mut running = begin();
    for _ in 0..3 {
        let mut killed = begin();
        killed.kill().unwrap();
        killed.wait().unwrap();
        assert_eq!(names(directory.path()).len(), 2);
    }
    // The run removes the file of the killed run before it creates its own.
    let run = shomei(["solve", "loa", WIN, "--proof", &proof]);
    assert_eq!(run.code, 0, "{run:?}");
    let left = names(directory.path());
    assert_eq!(left.len(), 2, "{left:?}");
    running.kill().unwrap();
    running.wait().unwrap();
    let run = shomei(["solve", "loa", WIN, "--proof", &proof]);
    assert_eq!(run.code, 0, "{run:?}");
    assert_eq!(names(directory.path()), ["x.proof"]);
}

/// The first program continues, and its checkpoint is valid.
#[cfg(unix)]
#[test]
fn two_programs_do_not_write_one_checkpoint() {
    let directory = directory();
    let file = directory.path().join("x.ckpt");
    let name = text(&file);
    let mut first = start(&file, &["--nodes", "100000000"]);
    assert!(becomes_true(|| file.exists()));
    for more in [&["--force"][..], &[]] {
        let args = [
            "solve",
            "loa",
            LONG,
            "--set",
            "init=mobility",
            "--checkpoint",
            &name,
        ];
        let second = shomei(args.iter().chain(more).copied());
        assert_eq!(second.code, 2, "{second:?}");
        let why = format!("error: cannot write {name}: another program is writing it now\n");
        assert_eq!(second.err, why);
    }
    first.kill().unwrap();
    first.wait().unwrap();
    let args = ["solve", "loa", LONG, "--set", "init=mobility"];
    let resumed = shomei(
        args.iter()
            .chain(&["--nodes", "1", "--checkpoint", &name])
            .copied(),
    );
    assert_eq!(resumed.code, 3, "{resumed:?}");
}

#[cfg(unix)]
#[test]
fn sigterm_writes_one() {
    let directory = directory();
    let file = directory.path().join("x.ckpt");
    let name = text(&file);
    let args = ["solve", "loa", HARD, "--checkpoint", &name, "--every", "1h"];
    let mut command = Command::new(PROGRAM);
    command.env("LC_ALL", ENGLISH);
    let mut child = command
        .args(args)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    // Waits until the signal handler is installed and the search has begun.
    thread::sleep(Duration::from_millis(700));
    let id = child.id().to_string();
    let sent = Command::new("kill").args(["-TERM", &id]).status().unwrap();
    assert!(sent.success());
    assert_eq!(child.wait().unwrap().code(), Some(3));
    assert_eq!(names(directory.path()), ["x.ckpt"]);
}
