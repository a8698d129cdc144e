//! Bad input causes a clear message and exit code 2 before any search.

use std::time::{Duration, Instant};

use crate::support::{HARD, WIN, directory, names, shomei, shomei_reading, text};

/// Asserts that the program fails with this message before any search.
fn refused<'a>(args: impl IntoIterator<Item = &'a str>, message: &str) {
    let started = Instant::now();
    let run = shomei(args);
    assert_eq!(run.err, format!("error: {message}\n"));
    assert_eq!(run.code, 2, "{run:?}");
    assert_eq!(run.out, "");
    assert!(started.elapsed() < Duration::from_secs(20));
}

#[test]
fn positions() {
    let solve = |position: &str, message: &str| refused(["solve", "loa", position], message);
    solve(
        &WIN[1..],
        "position: the board has 63 squares, expected 64: a1 to h1 first, a8 to h8 last",
    );
    solve(
        &WIN.replacen("..o", "..z", 1),
        "position: square c1: 'z' is not a square; expected x or b (Black), o or w (White), or . (empty)",
    );
    solve(
        &WIN[..64],
        "position: column 65: the side to move is missing; expected x or black, o or white",
    );
    solve(
        "start moves b1-b3 a2-h2",
        "position: move 2 (a2-h2): along this line a2 moves 2 squares, one for each piece on it, not 7",
    );
    solve(&WIN.replace('o', "."), "position: White has no pieces");
    solve(
        "",
        "position: the position is empty; expected 64 squares and the side to move, a diagram, \
         \"start\", a game record or SGF",
    );
}

/// Extra text after a position would change the question, so it is an error.
#[test]
fn extra_text_after_a_position_is_refused() {
    let before =
        |column, word| format!("position: column {column}: expected \"moves\" before \"{word}\"");
    for extra in ["GARBAGE", "move", "e4d5"] {
        let text = format!("{WIN} {extra}");
        refused(["solve", "loa", &text], &before(68, extra));
    }
    let two = format!("{WIN}\n{WIN}\n");
    for (game, text, message) in [
        (
            "loa",
            two.as_str(),
            format!("expected \"moves\" before \"{}\"", &WIN[..64]),
        ),
        (
            "othello",
            "f5\nd6\n",
            "a list of moves is one line, and here begins another".into(),
        ),
        (
            "uttt",
            "ee\nea\n",
            "a list of moves is one line, and here begins another".into(),
        ),
        (
            "shogi",
            "startpos moves 7g7f\n3c3d\n",
            "a list of moves is one line, and here begins another".into(),
        ),
    ] {
        let run = shomei_reading(text, ["solve", game, "-"]);
        assert_eq!(run.code, 2, "{run:?}");
        assert_eq!(
            run.err,
            format!("error: position: line 2, column 1: {message}\n")
        );
    }
}

/// A long text without a blank is cut where a message quotes it.
#[test]
fn long_words_are_cut() {
    let word = "Q".repeat(900_000);
    let cut = format!("{}…", "Q".repeat(80));
    for (game, text) in [
        ("othello", word.clone()),
        ("othello", format!("f5 {word}")),
        ("othello", format!("start {word}")),
        ("uttt", word.clone()),
        ("uttt", format!("start {word}")),
        ("uttt", format!("ee {word}")),
        ("loa", format!("start moves {word}")),
        ("loa", format!("{WIN} {word}")),
        ("shogi", format!("startpos moves {word}")),
    ] {
        let run = shomei_reading(&text, ["solve", game, "-"]);
        assert_eq!(run.code, 2, "{game}");
        assert!(run.err.contains(&cut), "{game}: {:.400}", run.err);
        assert!(run.err.len() < 500, "{game}: {:.400}", run.err);
    }
    let run = shomei_reading(&"\0".repeat(300_000), ["solve", "othello", "-"]);
    assert!(run.err.len() < 1_000, "{:.400}", run.err);
}

#[test]
fn names_have_the_nearest_one() {
    refused(
        ["solve", "lao", HARD],
        "there is no game named \"lao\"; did you mean \"loa\"?",
    );
    refused(
        ["solve", "loa", HARD, "--algorithm", "dfpn"],
        "there is no algorithm named \"dfpn\"; did you mean \"df-pn\"?",
    );
    refused(
        ["solve", "loa", HARD, "--attacker", "whtie"],
        "loa has no side named \"whtie\"; did you mean \"white\"?",
    );
    refused(
        ["solve", "loa", HARD, "--rules", "olympic"],
        "rules: column 1: unknown rule \"olympic\"; did you mean \"olympiad\"?",
    );
}

#[test]
fn options_and_limits() {
    refused(
        ["solve", "loa", HARD, "--set", "rule=max"],
        "\"max\" is not a value of rule; it takes sum|weak|branch|partition",
    );
    refused(
        [
            "solve",
            "loa",
            HARD,
            "--algorithm",
            "pn",
            "--set",
            "rule=sum",
        ],
        "pn has no option named \"rule\"; known are init, store, proved-table",
    );
    refused(
        ["solve", "loa", HARD, "--threads", "2", "--algorithm", "pn"],
        "threads 2: pn searches with one thread",
    );
    for (option, expected) in [
        (
            "--nodes",
            "expected a number such as 1000000, 1_000_000, 500k or 5M",
        ),
        (
            "--time",
            "expected a time such as 60s, 5m, 500ms or a number of seconds",
        ),
        (
            "--memory",
            "expected a size such as 256MiB, 1GiB or a number of bytes",
        ),
        ("--threads", "expected a whole number, at least 1"),
    ] {
        let run = shomei(["solve", "loa", HARD, option, "lots"]);
        assert_eq!(run.code, 2);
        assert!(run.err.contains(expected), "{run:?}");
        assert!(run.err.contains(&format!("'{option} <")), "{run:?}");
    }
}

#[test]
fn too_little_is_refused_with_the_name_of_the_option() {
    let threads = "expected a whole number, at least 1";
    let memory = "tables need at least 64 bytes; a usual size is 64MiB";
    let no_unit = "64 has no unit; write 64MiB, or 64B for bytes";
    for (args, option, value, why) in [
        (&["solve", "loa", HARD][..], "--threads", "0", threads),
        (&["solve", "loa", HARD], "--memory", "0", memory),
        (&["solve", "loa", HARD], "--memory", "63B", memory),
        (&["solve", "loa", HARD], "--memory", "64", no_unit),
        (&["bench"], "--threads", "0", threads),
        (&["bench"], "--memory", "0", memory),
    ] {
        let run = shomei(args.iter().copied().chain([option, value]));
        let start = format!("error: invalid value '{value}' for '{option} <");
        assert_eq!(run.code, 2, "{run:?}");
        assert!(run.err.starts_with(&start), "{run:?}");
        assert!(run.err.contains(why), "{run:?}");
    }
    let run = shomei(["solve", "loa", HARD, "--checkpoint", "no such folder/file"]);
    assert_eq!(run.code, 2, "{run:?}");
    let message = "error: cannot write no such folder/file: there is no directory no such folder\n";
    assert_eq!(run.err, message);
}

#[test]
fn options_of_algorithms_are_refused_with_their_place() {
    let solve = &["solve", "loa", HARD][..];
    for (command, option, value) in [
        (solve, "init", "eval"),
        (solve, "pn-nodes", "9"),
        (&["bench"], "rule", "weak"),
    ] {
        let given = format!("--{option}");
        let why =
            format!("error: {given} is an option of algorithms: write --set {option}=VALUE\n");
        for arguments in [vec![&*given, value], vec![&*format!("{given}=x")]] {
            let run = shomei(command.iter().copied().chain(arguments));
            assert_eq!((run.code, run.out.as_str()), (2, ""), "{run:?}");
            assert_eq!(run.err, why);
        }
    }
}

/// Settings that `--set` refuses while the arguments are parsed. The test above has the settings
/// that algorithms refuse.
#[test]
fn settings_are_refused_with_a_reason() {
    for (setting, why) in [
        ("epsilon", "expected NAME=VALUE, such as epsilon=1"),
        ("threads=2", "the number of threads is --threads"),
        (
            "epsilom=1",
            "no algorithm has an option named \"epsilom\"; did you mean \"epsilon\"?",
        ),
        ("=1", "no algorithm has an option named \"\""),
        ("", "expected NAME=VALUE, such as epsilon=1"),
    ] {
        let run = shomei(["solve", "loa", HARD, "--set", setting]);
        assert_eq!((run.code, run.out.as_str()), (2, ""), "{run:?}");
        let start = format!("error: invalid value '{setting}' for '--set <NAME=VALUE>': {why}");
        assert!(run.err.starts_with(&start), "{run:?}");
    }
}

#[test]
fn a_file_without_its_mark_is_recognised() {
    let directory = directory();
    let file = text(&directory.path().join("a.kif"));
    let hint = format!("; there is a file of this name: did you mean @{file}?\n");
    for command in ["solve", "show", "perft"] {
        let depth = ["--depth", "1"];
        let args = [command, "shogi", &file];
        let args = args
            .into_iter()
            .chain(depth.into_iter().filter(|_| command == "perft"));
        let args: Vec<&str> = args.collect();
        let _ = std::fs::remove_file(&file);
        let run = shomei(args.iter().copied());
        assert_eq!(run.code, 2, "{run:?}");
        assert!(!run.err.contains("did you mean"), "{run:?}");
        std::fs::write(&file, "").unwrap();
        let run = shomei(args);
        assert_eq!(run.code, 2, "{run:?}");
        assert!(
            run.err.starts_with("error: position: ") && run.err.ends_with(&hint),
            "{run:?}"
        );
    }
}

#[test]
fn no_position_is_an_error() {
    let directory = directory();
    let empty = directory.path().join("empty.txt");
    std::fs::write(&empty, "# nothing\n\n").unwrap();
    let empty = format!("@{}", text(&empty));
    refused(
        ["solve", "loa", &empty],
        &format!("{empty}: there is no position in it"),
    );
    refused(
        ["review", "othello", &empty],
        &format!("{empty}: there is no position in it"),
    );
    let folder = directory.path().join("folder");
    std::fs::create_dir(&folder).unwrap();
    let folder = format!("@{}", text(&folder));
    refused(
        ["solve", "loa", &folder, "--json"],
        &format!("{folder}: there is no position in it"),
    );
    refused(["solve", "loa", "@-"], "@-: there is no position in it");
}

#[test]
fn hints_and_weights_that_a_game_does_not_have() {
    refused(
        ["solve", "loa", HARD, "--hints", "depth=3"],
        "hints: loa has no hints",
    );
    refused(
        ["show", "uttt", "start", "--hints", "x"],
        "hints: uttt has no hints",
    );
    refused(["bench", "--hints", "x"], "hints: loa has no hints");
    let directory = directory();
    let file = text(&directory.path().join("weights"));
    let run = shomei(["solve", "loa", HARD, "--weights", &file]);
    assert_eq!(run.code, 2);
    let message = format!("error: cannot read {file}: ");
    assert!(run.err.starts_with(&message), "{run:?}");
    std::fs::write(&file, "none").unwrap();
    refused(
        ["solve", "loa", HARD, "--weights", &file],
        &format!("weights {file}: loa has no weights"),
    );
    let run = shomei(["show", "loa", HARD, "--hints", " "]);
    assert_eq!(run.code, 0, "{run:?}");
}

#[test]
fn a_place_that_cannot_be_written_to_is_noticed_before_the_search() {
    let directory = directory();
    let place = text(directory.path());
    let proof = |path: &str, message: &str| {
        refused(["solve", "loa", HARD, "--proof", path], message);
    };
    proof(
        &place,
        &format!("cannot write {place}: it is a directory; --force does not replace it"),
    );
    proof(
        &format!("{place}/none/x.proof"),
        &format!("cannot write {place}/none/x.proof: there is no directory {place}/none"),
    );
    let list = directory.path().join("list.txt");
    std::fs::write(&list, HARD).unwrap();
    let list = text(&list);
    refused(
        ["solve", "loa", &format!("@{list}"), "--proof", &list],
        &format!("for a list of positions --proof must be a directory; {list} is none"),
    );
    assert_eq!(names(directory.path()), ["list.txt"]);
}

#[test]
fn a_read_only_file_is_not_replaced() {
    let directory = directory();
    let path = directory.path().join("x.proof");
    std::fs::write(&path, "mine").unwrap();
    let mut permissions = std::fs::metadata(&path).unwrap().permissions();
    permissions.set_readonly(true);
    std::fs::set_permissions(&path, permissions).unwrap();
    let path = text(&path);
    refused(
        ["solve", "loa", HARD, "--force", "--proof", &path],
        &format!("cannot write {path}: it is read-only; --force does not replace it"),
    );
}

#[test]
fn files_that_cannot_be_read() {
    let run = shomei(["solve", "loa", "@no such file"]);
    assert_eq!(run.code, 2);
    assert!(
        run.err.starts_with("error: cannot read no such file: "),
        "{run:?}"
    );
    refused(
        ["show", "uttt", "@list"],
        "this command takes one position, not a list (@list)",
    );
}
