//! Untrusted files: their content cannot forge a line on the screen or keep the program busy.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use shomei_proof::{Child, Claim, Header, Record, Writer};
use tempfile::TempDir;

use crate::support::{ENGLISH, PROGRAM, Run, directory, shomei, shomei_reading, text};

/// Forges a line, controls the terminal, reverses text and contains an invisible character.
const EVIL: &str = "x\naccepted\u{1b}[8m\r\u{202e}\u{3164}";

/// [`EVIL`] as it is printed.
const SHOWN: &str = "x\\naccepted\\u{1b}[8m\\r\\u{202e}\\u{3164}";

fn written(header: &Header, records: &[Record]) -> (TempDir, PathBuf) {
    let directory = directory();
    let path = directory.path().join("x.proof");
    let mut writer = Writer::new(Vec::new(), header).unwrap();
    for record in records {
        writer.write(record).unwrap();
    }
    fs::write(&path, writer.finish().unwrap().0).unwrap();
    (directory, path)
}

fn header() -> Header {
    Header {
        game: "tree".into(),
        rules: "r = OR { Won }".into(),
        attacker: "or".into(),
        root: "r".into(),
        claim: Claim::Proved,
        plies: None,
    }
}

fn won() -> Record {
    Record::Choice {
        mv: 0,
        child: Child::Terminal,
    }
}

/// Whether all output is printable and no line looks like that of an accepted certificate.
fn is_harmless(run: &Run) -> bool {
    let is_plain = |text: &str| {
        text.chars()
            .all(|letter| letter == '\n' || " ~".contains(letter) || letter.is_ascii_graphic())
    };
    is_plain(&run.out)
        && is_plain(&run.err)
        && run.out.lines().all(|line| !line.starts_with("accepted"))
}

#[test]
fn texts_of_a_header_stay_on_their_lines() {
    let change: [fn(&mut Header); 4] = [
        |header| header.rules += EVIL,
        |header| header.root += EVIL,
        |header| header.attacker += EVIL,
        |header| header.game += EVIL,
    ];
    for change in change {
        let mut header = header();
        change(&mut header);
        let (_directory, path) = written(&header, &[won()]);
        let run = shomei(["verify", &text(&path)]);
        assert!(is_harmless(&run) && run.code > 0, "{run:?}");
        assert!(
            run.out.contains(SHOWN) || run.err.contains("naccepted"),
            "{run:?}"
        );
        let json = shomei(["verify", "--json", &text(&path)]);
        assert!(is_harmless(&json), "{json:?}");
        if run.code == 1 {
            let last = run.out.lines().last().unwrap_or_default();
            assert!(last.starts_with("rejected: "), "{run:?}");
            let object = json.object();
            let texts =
                ["game", "rules", "attacker", "position"].map(|field| object[field].as_str());
            let expected = [&header.game, &header.rules, &header.attacker, &header.root];
            assert_eq!(
                texts,
                expected.map(|text| Some(text.as_str())),
                "as they are"
            );
        }
    }
}

#[test]
fn names_that_look_alike_are_refused_with_their_place() {
    for (name, place) in [
        ("W\u{43e}n", "column 11: '\u{43e}' (U+043E)"),
        ("Won\u{3164}", "column 13: '\\u{3164}' (U+3164)"),
    ] {
        let rules = format!("r = OR {{ {name} }} {name} = AND {{ Won }}");
        let (_directory, path) = written(
            &Header {
                rules: rules.clone(),
                ..header()
            },
            &[won()],
        );
        let run = shomei(["verify", &text(&path)]);
        assert_eq!(run.code, 1);
        assert!(
            run.out
                .contains(&format!("\nrejected: the rules: line 1, {place}")),
            "{run:?}"
        );
        let run = shomei(["solve", "tree", "r", "--rules", &rules]);
        assert_eq!(run.code, 2);
        assert!(run.err.contains(place), "{run:?}");
    }
}

#[test]
fn errors_quote_on_their_lines() {
    let mut quoted = 0;
    for game in ["loa", "othello", "shogi", "uttt", "tree"] {
        for run in [
            shomei(["solve", game, EVIL]),
            shomei(["show", game, EVIL]),
            shomei(["solve", game, "start", "--rules", EVIL]),
            shomei(["solve", game, "start", "--attacker", EVIL]),
            shomei(["solve", game, &format!("@{EVIL}")]),
            shomei(["solve", game, "start", "--at", EVIL]),
            shomei(["solve", game, "start", "--set", EVIL]),
            shomei(["solve", game, "start", "--set", &format!("init={EVIL}")]),
            shomei(["solve", game, "start", "--checkpoint", &format!("{EVIL}/x")]),
            shomei_reading(
                "start moves \u{1b}[2J\u{202e}\n\u{1b}\u{202e}",
                ["solve", game, "@-"],
            ),
        ] {
            assert!(is_harmless(&run) && run.code > 0, "{game}: {run:?}");
            quoted += usize::from(run.err.contains("\\u{1b}"));
        }
    }
    // Not all commands quote the text.
    assert!(quoted > 15, "{quoted}");
    let run = shomei_reading(&format!("position sfen {EVIL}\nquit\n"), ["usi"]);
    assert!(is_harmless(&run), "{run:?}");
}

#[cfg(unix)]
#[test]
fn names_of_files_stay_on_their_lines() {
    let directory = directory();
    fs::write(
        directory.path().join(format!("good{EVIL}.txt")),
        "start moves d1-b3\n",
    )
    .unwrap();
    fs::write(directory.path().join(format!("bad{EVIL}.txt")), "nothing\n").unwrap();
    let folder = format!("@{}", text(directory.path()));
    let run = shomei(["solve", "loa", &folder, "--nodes", "10", "--summary"]);
    assert!(is_harmless(&run), "{run:?}");
    assert_eq!(
        run.out.matches(&format!("good{SHOWN}.txt")).count(),
        2,
        "{run:?}"
    );
    assert!(
        run.err.contains(&format!("error: bad{SHOWN}.txt: ")),
        "{run:?}"
    );
    let run = shomei(["solve", "loa", &folder, "--nodes", "10", "--json"]);
    assert!(is_harmless(&run), "{run:?}");
    let problems: Vec<_> = run.objects().iter().map(|o| o["problem"].clone()).collect();
    let expected = [format!("bad{EVIL}.txt"), format!("good{EVIL}.txt#1")];
    assert_eq!(problems, expected);
}

/// A game with one position and `moves` moves back to it.
fn cyclic_header(moves: usize) -> Header {
    Header {
        rules: format!("r = OR {{ {} }}", vec!["r"; moves].join(", ")),
        claim: Claim::Disproved,
        plies: None,
        ..header()
    }
}

/// 64 million edges in about 130 kB.
#[test]
fn a_small_file_with_many_edges_is_refused() {
    let (moves, records) = (16_000, 4_000);
    let all = |number: u64| Record::All {
        children: vec![Child::Record(number); moves],
    };
    let records: Vec<Record> = (1..=records).map(|number| all(number % records)).collect();
    let (_directory, path) = written(&cyclic_header(moves), &records);
    let run = shomei(["verify", &text(&path)]);
    assert_eq!(run.code, 1, "{}", run.err);
    let last = run.out.lines().last().unwrap_or_default();
    let length = fs::metadata(&path).unwrap().len();
    let limit = 10_000_000 + 24 * length;
    assert!(limit < 64_000_000, "{length}");
    assert!(
        last.ends_with(&format!(
            "more than the {limit} edges that this checker allows (a limit of this check: the \
         certificate may be right)"
        )),
        "{last}"
    );
    let run = shomei(["verify", &text(&path), "--edges", "64M"]);
    assert!(
        run.code == 0 && run.out.ends_with("\naccepted\n"),
        "{}",
        run.out.len()
    );
}

/// The options for limits reach the checker.
#[test]
fn limits_can_be_set() {
    let child = |number| Child::Record(number);
    let records = [
        Record::All {
            children: vec![child(1), child(2)],
        },
        Record::Choice {
            mv: 0,
            child: child(0),
        },
        Record::Resolved { nodes: 5 },
    ];
    let header = Header {
        rules: "r = OR { a, b } a = AND { r } b = AND { c } c = OR { d } d = AND { b }".into(),
        claim: Claim::Disproved,
        plies: None,
        ..header()
    };
    let (_directory, path) = written(&header, &records);
    let path = text(&path);
    assert_eq!(shomei(["verify", &path]).code, 0);
    for (option, value, reason) in [
        (
            "--edges",
            "2",
            "record 1: more than the 2 edges that this checker allows",
        ),
        (
            "--positions",
            "2",
            "record 0: more than 2 positions would have to be held",
        ),
        (
            "--held",
            "1KiB",
            "record 0: the positions to be held take more than 1024 bytes",
        ),
        (
            "--leaf-nodes",
            "4",
            "record 2: asks for a search of 5 nodes, this checker allows 4",
        ),
        (
            "--search-nodes",
            "3",
            "record 2: the 3 nodes that this checker allows for all searches are spent",
        ),
    ] {
        let run = shomei(["verify", &path, option, value]);
        assert_eq!(run.code, 1, "{option}: {run:?}");
        assert!(
            run.out.contains(&format!("\nrejected: {reason} (a limit")),
            "{option}: {run:?}"
        );
    }
}

/// A certificate whose check never ends by itself: a limit or a signal must stop it.
fn endless() -> (TempDir, PathBuf) {
    let header = Header {
        game: "loa".into(),
        rules: "olympiad".into(),
        attacker: "black".into(),
        root: ".xxxxxx.o......oo......oo......oo......oo......oo......o.xxxxxx. x".into(),
        claim: Claim::Proved,
        plies: None,
    };
    written(&header, &[Record::Resolved { nodes: 1 << 40 }])
}

#[test]
fn a_check_can_be_given_a_time() {
    let (_directory, path) = endless();
    let more = ["--leaf-nodes", "2000000M", "--search-nodes", "2000000M"];
    let usual = ["verify", &text(&path), "--time", "0.2"].map(String::from);
    let run = shomei(usual.iter().map(String::as_str).chain(more));
    assert_eq!(run.code, 1, "{run:?}");
    assert!(
        run.out
            .contains("\nrejected: record 0: the time limit of 0.2 s is reached (a limit"),
        "{run:?}"
    );
}

#[cfg(unix)]
#[test]
fn a_check_ends_with_an_interrupt() {
    let (_directory, path) = endless();
    let more = ["--leaf-nodes", "2000000M", "--search-nodes", "2000000M"];
    let mut command = Command::new(PROGRAM);
    command.env("LC_ALL", ENGLISH);
    command.args(["verify", &text(&path)]).args(more);
    let mut child = command.stdout(Stdio::piped()).spawn().unwrap();
    // Before the signal handler is installed, a signal would kill the program without output. The
    // signal is sent repeatedly until the program prints something.
    std::thread::sleep(std::time::Duration::from_millis(500));
    let id = child.id().to_string();
    assert!(
        Command::new("kill")
            .args(["-INT", &id])
            .status()
            .unwrap()
            .success()
    );
    let status = child.wait().unwrap();
    let mut out = String::new();
    std::io::Read::read_to_string(&mut child.stdout.take().unwrap(), &mut out).unwrap();
    assert_eq!(status.code(), Some(3), "{out}");
    assert!(out.ends_with("\ninterrupted: record 0: the check was stopped (a limit of this check: the certificate may be right)\n"), "{out}");
}
