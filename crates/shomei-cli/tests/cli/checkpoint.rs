//! Long searches: what was found is kept and gone on from, whatever ends the
//! program.

use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Duration;

use crate::support::{
    DIAGRAM_4, ENGLISH, HARD, LONG, LOSS, PROGRAM, Run, WIN, directory, names, shomei, text,
};

/// A checkpoint of a search that was given up.
fn given_up(file: &str, position: &str, more: &[&str]) -> Run {
    let usual = ["solve", "loa", position, "--nodes", "2000"];
    let kept = ["--memory", "1MiB", "--checkpoint", file];
    let args = usual.iter().chain(&kept).chain(more).copied();
    let run = shomei(args);
    assert_eq!(run.code, 3, "{run:?}");
    assert!(
        run.err.contains("; the same command continues from "),
        "{run:?}"
    );
    run
}

#[test]
fn a_search_goes_on_where_it_was_given_up() {
    let directory = directory();
    let file = text(&directory.path().join("x.ckpt"));
    let whole = shomei(["solve", "loa", DIAGRAM_4, "--json"]);
    let all = whole.object()["expanded"].as_u64().unwrap();
    let give_up_at = (all * 3 / 4).to_string();
    let first = ["solve", "loa", DIAGRAM_4, "--nodes", &give_up_at];
    let kept = ["--checkpoint", &file];
    let first = shomei(first.into_iter().chain(kept));
    assert_eq!(first.code, 3, "{first:?}");
    // Memory is that of the checkpoint.
    let rest = shomei(["solve", "loa", DIAGRAM_4, "--json", "--checkpoint", &file]);
    assert_eq!(rest.code, 0, "{rest:?}");
    let object = rest.object();
    assert_eq!(object["answer"], "proved");
    assert!(object["expanded"].as_u64().unwrap() < all / 2, "{object:?}");
    assert_eq!(object["memory"], 64 << 20);
    // Nothing but the checkpoint stays.
    assert_eq!(names(directory.path()), ["x.ckpt"]);
}

/// Copying the table leaves it as it is, so one thread searches the same nodes.
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

/// Each time it is paused, the same command continues, and in the end it has the answer.
#[test]
fn the_same_command_continues_until_it_has_the_answer() {
    let directory = directory();
    let file = text(&directory.path().join("x.ckpt"));
    let ask = ["solve", "loa", DIAGRAM_4, "--nodes", "2000"];
    let kept = ["--memory", "4MiB", "--checkpoint", &file];
    let mut pauses = 0;
    loop {
        let run = shomei(ask.into_iter().chain(kept));
        if run.code == 0 {
            assert!(run.out.starts_with("proved: Black wins"), "{run:?}");
            assert!(!run.err.contains("checkpoint: "), "{run:?}");
            break;
        }
        assert_eq!(run.code, 3, "{run:?}");
        let says = format!("; the same command continues from {file}\n");
        assert!(run.err.starts_with("checkpoint: "), "{run:?}");
        assert!(run.err.ends_with(&says), "{run:?}");
        pauses += 1;
        assert!(pauses < 100, "{run:?}");
    }
    assert!(pauses > 1, "{pauses}");
    // The last checkpoint stays, and so does the answer.
    assert_eq!(names(directory.path()), ["x.ckpt"]);
    assert_eq!(shomei(ask.into_iter().chain(kept)).code, 0);
}

#[test]
fn a_file_that_is_no_checkpoint_is_not_replaced_by_mistake() {
    let directory = directory();
    let path = directory.path().join("x.ckpt");
    let file = text(&path);
    for notes in ["x", "something else that is long enough"] {
        fs::write(&path, notes).unwrap();
        let run = shomei(["solve", "loa", HARD, "--nodes=2000", "--checkpoint", &file]);
        assert_eq!(run.code, 2, "{run:?}");
        let expected = format!(
            "error: cannot write {file}: a file is there that is not a checkpoint; --force replaces it\n"
        );
        assert_eq!(run.err, expected);
        assert_eq!(fs::read_to_string(&path).unwrap(), notes);
    }
    given_up(&file, HARD, &["--force"]);
    // Now it is one.
    given_up(&file, HARD, &[]);
    // An empty file is nothing that could be lost.
    fs::write(&path, "").unwrap();
    given_up(&file, HARD, &[]);
}

#[test]
fn several_threads_go_on_too() {
    let directory = directory();
    let file = text(&directory.path().join("x.ckpt"));
    given_up(&file, DIAGRAM_4, &["--threads", "2"]);
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
    given_up(&file, DIAGRAM_4, &["--rules", "sackson"]);
    let kept = fs::read(&file).unwrap();
    // Nor is it replaced, even where it could be any other file.
    let refused = |args: &[&str], why: &str| {
        for force in [&[][..], &["--force"]] {
            let usual = ["solve", "loa"].iter().chain(args).chain(force);
            let run = shomei(usual.chain(&["--checkpoint", &file]).copied());
            assert_eq!(run.code, 2, "{run:?}");
            let expected = format!("error: cannot continue from {file}: {why}");
            assert!(run.err.contains(&expected), "{}\n{}", run.err, expected);
            assert_eq!(fs::read(&file).unwrap(), kept);
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
        "its memory is 1.0 MiB, not 2.0 MiB",
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
        let expected = format!("cannot continue from {file}: {why}");
        assert!(run.err.contains(&expected), "{}", run.err);
        assert_eq!(fs::read(&path).unwrap(), before);
    };
    given_up(&file, DIAGRAM_4, &[]);
    let whole = fs::read(&path).unwrap();
    let mut bytes = whole.clone();
    bytes[whole.len() / 2] ^= 1;
    fs::write(&path, bytes).unwrap();
    refused("it is damaged in chunk 1 of 1");
    fs::write(&path, &whole[..10]).unwrap();
    refused("its header is damaged");
}

#[test]
fn what_has_no_checkpoint_says_so() {
    let refused = |args: &[&str], why: &str| {
        let run = shomei(["solve", "loa"].iter().chain(args).copied());
        assert_eq!(run.code, 2, "{run:?}");
        assert!(run.err.contains(why), "{}", run.err);
    };
    let to = ["--checkpoint", "x.ckpt"];
    refused(
        &[&[HARD, "--algorithm", "pn"], &to[..]].concat(),
        "pn cannot go on from a checkpoint; df-pn can",
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

/// SIGKILL gives a program no chance to tidy up.
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
    // The checkpoint, its lock, and what the last one was writing: each start
    // removes what the one before has left.
    let left = names(directory.path());
    assert!(left.len() <= 3, "{left:?}");
    // On a fast machine the last ones may have come to the answer.
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

/// Waits for it, if need be for long on a busy machine.
#[cfg(unix)]
fn comes_true(mut what: impl FnMut() -> bool) -> bool {
    (0..6_000).any(|_| {
        let is_true = what();
        thread::sleep(Duration::from_millis(10));
        is_true
    })
}

/// Killed while they write certificates; a search that lives keeps its file.
#[cfg(unix)]
#[test]
fn what_killed_programs_leave_is_removed_by_the_next() {
    let directory = directory();
    let proof = text(&directory.path().join("x.proof"));
    // A search whose file is there.
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
        assert!(comes_true(is_new));
        child
    };
    let mut living = begin();
    for _ in 0..3 {
        let mut dead = begin();
        dead.kill().unwrap();
        dead.wait().unwrap();
        assert_eq!(names(directory.path()).len(), 2);
    }
    // It removes that of the last one before its own is there.
    let run = shomei(["solve", "loa", WIN, "--proof", &proof]);
    assert_eq!(run.code, 0, "{run:?}");
    let left = names(directory.path());
    assert_eq!(left.len(), 2, "{left:?}");
    living.kill().unwrap();
    living.wait().unwrap();
    let run = shomei(["solve", "loa", WIN, "--proof", &proof]);
    assert_eq!(run.code, 0, "{run:?}");
    assert_eq!(names(directory.path()), ["x.proof"]);
}

/// The first one goes on, and what it leaves is whole.
#[cfg(unix)]
#[test]
fn two_programs_do_not_write_one_checkpoint() {
    let directory = directory();
    let file = directory.path().join("x.ckpt");
    let name = text(&file);
    let mut first = start(&file, &["--nodes", "100000000"]);
    assert!(comes_true(|| file.exists()));
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
    // Until signals are caught and the search has begun.
    thread::sleep(Duration::from_millis(700));
    let id = child.id().to_string();
    let sent = Command::new("kill").args(["-TERM", &id]).status().unwrap();
    assert!(sent.success());
    assert_eq!(child.wait().unwrap().code(), Some(3));
    assert_eq!(names(directory.path()), ["x.ckpt"]);
}
