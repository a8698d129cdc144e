//! Records of play: problems out of files and folders, solutions into files.

use std::fs;
use std::path::Path;

use shomei_testkit::shogi_records::{EXAMPLES, FOUR, START};

use crate::support::{directory, names, shomei, shomei_reading, text};

/// Mate in one by a gold, with the rest in the defender's hand.
const PROBLEM: &str = "4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1";

/// The same as a diagram; `row` is the first one.
fn diagram(row: &str) -> String {
    let empty = "| ・ ・ ・ ・ ・ ・ ・ ・ ・|";
    let pawn = "| ・ ・ ・ ・ 歩 ・ ・ ・ ・|";
    let mut text = "後手の持駒：残り全部\n  ９ ８ ７ ６ ５ ４ ３ ２ １\n".to_string();
    text += "+---------------------------+\n";
    for (number, name) in "一二三四五六七八九".chars().enumerate() {
        let row = [row, empty, pawn].get(number).copied().unwrap_or(empty);
        text += &format!("{row}{name}\n");
    }
    text + "+---------------------------+\n先手の持駒：金\n"
}

fn good() -> String {
    diagram("| ・ ・ ・ ・v玉 ・ ・ ・ ・|")
}

const CSA: &str = "V2.2\nP-51OU\nP+53FU00KI\nP-00AL\n+\n+0052KI\n%TSUMI\n";

/// Text as Shift-JIS, for the few characters of these tests.
fn shift_jis(letters: &str) -> Vec<u8> {
    let table: &[(char, [u8; 2])] = &[
        ('後', [0x8c, 0xe3]),
        ('手', [0x8e, 0xe8]),
        ('の', [0x82, 0xcc]),
        ('持', [0x8e, 0x9d]),
        ('駒', [0x8b, 0xee]),
        ('：', [0x81, 0x46]),
        ('残', [0x8e, 0x63]),
        ('り', [0x82, 0xe8]),
        ('全', [0x91, 0x53]),
        ('部', [0x95, 0x94]),
        ('・', [0x81, 0x45]),
        ('玉', [0x8b, 0xca]),
        ('歩', [0x95, 0xe0]),
        ('先', [0x90, 0xe6]),
        ('金', [0x8b, 0xe0]),
        ('一', [0x88, 0xea]),
        ('二', [0x93, 0xf1]),
        ('三', [0x8e, 0x4f]),
        ('四', [0x8e, 0x6c]),
        ('五', [0x8c, 0xdc]),
        ('六', [0x98, 0x5a]),
        ('七', [0x8e, 0xb5]),
        ('八', [0x94, 0xaa]),
        ('九', [0x8b, 0xe3]),
    ];
    let mut bytes = Vec::new();
    for letter in letters.chars() {
        match table.iter().find(|(known, _)| *known == letter) {
            Some((_, pair)) => bytes.extend(pair),
            None if letter.is_ascii() => bytes.push(letter as u8),
            None => bytes.extend([0x82, 0x4f + (letter as u32 - '０' as u32) as u8]),
        }
    }
    bytes
}

fn at(path: &Path) -> String {
    format!("@{}", text(path))
}

#[test]
fn the_first_position_of_a_record_is_the_question() {
    let folder = directory();
    let file = |name: &str| folder.path().join(name);
    fs::write(file("a.kifu"), good()).unwrap();
    fs::write(file("b.KIF"), shift_jis(&good())).unwrap();
    fs::write(file("c.csa"), CSA).unwrap();
    fs::write(file("d.txt"), good()).unwrap();
    for name in ["a.kifu", "b.KIF", "c.csa", "d.txt"] {
        let argument = at(&file(name));
        let run = shomei(["solve", "shogi", &argument, "--json"]);
        assert_eq!(run.code, 0, "{name}: {run:?}");
        let object = run.object();
        assert_eq!(object["position"], PROBLEM, "{name}");
        assert_eq!(object["answer"], "proved", "{name}");
        assert_eq!(object["problem"], text(&file(name)), "{name}");
        let run = shomei(["show", "shogi", &argument]);
        assert_eq!(run.code, 0, "{name}: {run:?}");
        assert!(
            run.out.contains(&format!("\nposition: {PROBLEM}\n")),
            "{run:?}"
        );
    }
    let run = shomei(["show", "shogi", &at(&file("c.csa"))]);
    assert!(run.out.contains("\nrecord (1 ply): G*5b\n"), "{run:?}");
    let run = shomei_reading(&good(), ["solve", "shogi", "-"]);
    assert!(run.out.starts_with("proved: Black wins"), "{run:?}");
}

#[test]
fn a_bad_record_names_its_place() {
    let folder = directory();
    let file = folder.path().join("bad.kif");
    let argument = at(&file);
    let error = |bytes: &[u8]| {
        fs::write(&file, bytes).unwrap();
        let run = shomei(["solve", "shogi", &argument]);
        assert_eq!(run.code, 2, "{run:?}");
        run.err
    };
    let name = text(&file);
    assert_eq!(
        error(diagram("| ・ ・ ・ ・v玉 ・ ・ ・|").as_bytes()),
        format!("error: {name}: line 4, column 2: row 1 (一) has 8 squares, expected 9\n")
    );
    assert_eq!(
        error(b"\x8c\xe3\xff\xff"),
        format!(
            "error: {name}: line 1, column 1: unknown encoding, neither UTF-8, Shift-JIS nor EUC-JP: \
             byte 1 of the line begins no character of UTF-8\n"
        )
    );
    // Once, and not for every line of it.
    assert_eq!(
        error("▲７六歩    △３四歩\n▲２二角成  △同　金\n".as_bytes()),
        format!("error: {name}: line 2, column 9: no gold can move to 2b\n")
    );
    let branch = good() + "1 ５二金打\n変化：5手\n";
    let fits = "does not fit: the line before it ends with move 1";
    assert_eq!(
        error(branch.as_bytes()),
        format!("error: {name}: line 16, column 4: a branch at move 5 {fits}\n")
    );
    assert_eq!(error(b""), format!("error: {name}: the record is empty\n"));
    let run = shomei(["show", "shogi", &argument]);
    assert_eq!(run.code, 2);
    let run = shomei(["solve", "loa", &argument]);
    assert_eq!(
        run.code, 2,
        "an empty list in a game without records: {run:?}"
    );
}

/// Good and bad files together: each bad one is named, the rest is done.
#[test]
fn a_folder_is_a_list_of_problems() {
    let folder = directory();
    let file = |name: &str| folder.path().join(name);
    fs::create_dir(file("more")).unwrap();
    fs::write(file("a.kif"), shift_jis(&good())).unwrap();
    fs::write(file("b.kifu"), diagram("| ・ ・ ・ ・ ・ ・ ・ ・ ・|")).unwrap();
    fs::write(file("c.csa"), CSA).unwrap();
    let list = format!("# two\n{PROBLEM}\nnonsense\n4k4/9/9/9/9/9/9/9/9 b P 1\n");
    fs::write(file("d.txt"), list).unwrap();
    fs::write(file("e.png"), b"\x89PNG\r\n\x1a\n\0\0").unwrap();
    fs::write(file("f.md"), "# Notes\n\nwords\n").unwrap();
    fs::write(file("more/g.kif"), good()).unwrap();
    fs::write(file(".hidden.kif"), "nonsense").unwrap();
    let argument = at(folder.path());
    let run = shomei(["solve", "shogi", &argument, "--summary", "--shortest"]);
    assert_eq!(run.code, 2, "{run:?}");
    let errors: Vec<&str> = run.err.lines().collect();
    assert_eq!(errors.len(), 4, "{run:?}");
    assert_eq!(
        errors[0],
        "error: b.kifu: there is no king: the defender must have one"
    );
    assert!(errors[1].starts_with("error: d.txt#3: column "), "{run:?}");
    let neither = "neither a record nor a list of positions; line";
    assert!(
        errors[2].starts_with(&format!("error: e.png: {neither} 1: ")),
        "{run:?}"
    );
    assert!(
        errors[3].starts_with(&format!("error: f.md: {neither} 3: ")),
        "{run:?}"
    );
    let lines: Vec<&str> = run.out.lines().collect();
    for (line, begin) in [
        (
            0,
            "a.kif: proved: Black wins; shortest win: 1 ply, proven; ",
        ),
        (1, "c.csa: proved: "),
        (2, "d.txt#2: proved: "),
        (3, "d.txt#4: disproved: "),
        (4, "more/g.kif: proved: "),
        (
            5,
            "9 positions: 4 proved, 1 disproved, 0 unknown, 4 bad problems, 0 errors; ",
        ),
        (6, "problem     answer     plies  shortest     time"),
        (7, "a.kif       proved         1       yes  "),
        (8, "b.kifu      bad            -         -        -"),
        (11, "d.txt#3     bad            -         -        -"),
        (12, "d.txt#4     disproved      -         -  "),
        (15, "more/g.kif  proved         1       yes  "),
    ] {
        assert!(lines[line].starts_with(begin), "{line}: {run:?}");
    }
    assert_eq!(lines.len(), 16, "{run:?}");

    let run = shomei(["solve", "shogi", &argument, "--summary", "--json"]);
    let objects = run.objects();
    assert_eq!(objects.len(), 9, "{run:?}");
    let (bad, good): (Vec<_>, Vec<_>) = objects
        .iter()
        .partition(|object| object.contains_key("error"));
    let names = |objects: &[&serde_json::Map<String, serde_json::Value>]| -> Vec<String> {
        let mut names = Vec::new();
        for object in objects {
            names.push(object["problem"].as_str().unwrap().to_string());
        }
        names
    };
    let answered = ["a.kif", "c.csa", "d.txt#2", "d.txt#4", "more/g.kif"];
    assert_eq!(names(&good), answered);
    assert_eq!(names(&bad), ["b.kifu", "d.txt#3", "e.png", "f.md"]);
    assert!(run.err.contains("\nproblem     answer "), "{run:?}");
}

#[test]
fn solutions_become_records() {
    let folder = directory();
    let file = |name: &str| text(&folder.path().join(name));
    let root = "4k4/9/3PPP3/9/9/9/9/9/9 b 2G 1";
    for name in ["x.kif", "x.kifu", "x.csa"] {
        let run = shomei([
            "solve",
            "shogi",
            root,
            "--shortest",
            "--record",
            &file(name),
        ]);
        assert_eq!(run.code, 0, "{run:?}");
        assert!(
            run.out.ends_with(&format!("record: {}\n", file(name))),
            "{run:?}"
        );
        let shown = shomei(["show", "shogi", &format!("@{}", file(name))]);
        assert!(
            shown
                .out
                .contains(&format!("\nposition: {root}\nrecord (1 ply): ")),
            "{shown:?}"
        );
        let again = shomei(["solve", "shogi", &format!("@{}", file(name)), "--json"]);
        assert_eq!(again.object()["answer"], "proved");
    }
    let kifu = fs::read_to_string(file("x.kifu")).unwrap();
    assert!(
        kifu.contains("\n*proved: Black wins\n*shortest win: 1 ply, proven\n"),
        "{kifu}"
    );
    assert!(kifu.contains("詰み"), "{kifu}");
    assert!(
        fs::read_to_string(file("x.kif")).is_err(),
        "it is Shift-JIS"
    );

    // There is no mate, and no check.
    let run = shomei([
        "solve",
        "shogi",
        "4k4/9/9/9/9/9/9/9/9 b - 1",
        "--record",
        &file("y.csa"),
        "--json",
    ]);
    assert_eq!(run.object()["record"], file("y.csa"));
    let csa = fs::read_to_string(file("y.csa")).unwrap();
    assert!(csa.ends_with("\n+\n%FUZUMI\n"), "{csa}");
    assert!(csa.contains("\n'*Black has no check\n"), "{csa}");

    let hard = "startpos";
    let run = shomei([
        "solve",
        "shogi",
        hard,
        "--rules",
        "full",
        "--nodes",
        "10",
        "--record",
        &file("z.kifu"),
    ]);
    assert_eq!(run.code, 3, "{run:?}");
    assert!(
        run.out.ends_with("\nrecord: none, the answer is unknown\n"),
        "{run:?}"
    );
    assert_eq!(names(folder.path()), ["x.csa", "x.kif", "x.kifu", "y.csa"]);
}

#[test]
fn records_that_cannot_be_written_are_refused() {
    let folder = directory();
    let file = |name: &str| text(&folder.path().join(name));
    let error = |args: &[&str]| {
        let run = shomei(["solve"].iter().chain(args).copied());
        assert_eq!(run.code, 2, "{run:?}");
        run.err
    };
    let (txt, bod, kif) = (file("x.txt"), file("x.bod"), file("x.kif"));
    assert_eq!(
        error(&["shogi", PROBLEM, "--record", &txt]),
        format!(
            "error: --record {txt}: there is no form of records named \"txt\"; known are kifu, kif, ki2u, ki2, csa, jkf and bod\n"
        )
    );
    assert_eq!(
        error(&["shogi", PROBLEM, "--record", &bod]),
        format!(
            "error: --record {bod}: a diagram (bod) has no place for moves; known are kifu, kif, ki2u, ki2, csa, jkf\n"
        )
    );
    assert_eq!(
        error(&["loa", "start", "--record", &kif]),
        format!("error: --record {kif}: there is no form of records named \"kif\"; known is sgf\n")
    );
    for question in ["--value", "--moves", "--score"] {
        let message = error(&["shogi", PROBLEM, question, "--record", &kif]);
        assert!(message.contains("cannot be used with"), "{message}");
    }
    fs::write(file("a.csa"), CSA).unwrap();
    let here = at(folder.path());
    assert_eq!(
        error(&["shogi", &here, "--record", &kif]),
        format!(
            "error: for a list of positions or a folder --record must be a directory; {kif} is none\n"
        )
    );
    let inside = text(folder.path());
    assert_eq!(
        error(&["shogi", &here, "--record", &inside]),
        format!("error: --record must be outside the folder that is read: {inside}\n")
    );
    assert_eq!(names(folder.path()), ["a.csa"]);
}

#[test]
fn records_and_certificates_of_a_folder_are_named_like_its_files() {
    let (folder, out) = (directory(), directory());
    let file = |name: &str| folder.path().join(name);
    fs::create_dir(file("more")).unwrap();
    fs::write(file("a.csa"), CSA).unwrap();
    fs::write(file("more/b.txt"), format!("{PROBLEM}\n")).unwrap();
    let place = text(out.path());
    let args = [
        "solve",
        "shogi",
        &at(folder.path()),
        "--record",
        &place,
        "--proof",
        &place,
        "--check",
    ];
    let run = shomei(args);
    assert_eq!(run.code, 0, "{run:?}");
    assert_eq!(names(out.path()), ["a.csa.kifu", "a.csa.proof", "more"]);
    let more = out.path().join("more");
    assert_eq!(names(&more), ["b.txt.0001.kifu", "b.txt.0001.proof"]);
    let written = fs::read_to_string(more.join("b.txt.0001.kifu")).unwrap();
    assert!(written.contains("５二金打"), "{written}");
}

/// Lists of problems often have the solution behind the position.
#[test]
fn moves_behind_a_position_may_be_left_out() {
    let solved = "4k4/9/4P4/9/9/9/9/9/4K4 b G 1 moves G*5b";
    let run = shomei(["solve", "shogi", solved]);
    assert_eq!(run.code, 0, "{run:?}");
    let hint = "this is the position after the moves in the text; --at start asks about the one before them";
    assert_eq!(run.err, format!("warning: position: {hint}\n"));
    assert!(run.out.starts_with("disproved: White cannot"), "{run:?}");
    let run = shomei(["solve", "shogi", solved, "--at", "start"]);
    assert_eq!((run.code, run.err.as_str()), (0, ""), "{run:?}");
    assert!(run.out.starts_with("proved: Black wins"), "{run:?}");

    let kingless = "4k4/9/4P4/9/9/9/9/9/9 b G 1 moves G*5b";
    let list = format!("{solved}\n{kingless}\n{PROBLEM}\n");
    let run = shomei_reading(&list, ["solve", "shogi", "@-"]);
    assert_eq!(run.code, 0, "{run:?}");
    let warnings: Vec<&str> = run.err.lines().collect();
    let expected = [1, 2].map(|line| format!("warning: line {line}: {hint}"));
    assert_eq!(warnings, expected, "{run:?}");
    let run = shomei_reading(&list, ["solve", "shogi", "@-", "--at", "start"]);
    assert_eq!((run.code, run.err.as_str()), (0, ""), "{run:?}");
    assert!(run.out.contains("\n3 positions: 3 proved, "), "{run:?}");
    // What stands behind must be legal all the same.
    let run = shomei([
        "solve",
        "shogi",
        "4k4/9/9/9/9/9/9/9/9 b G 1 moves 1a1b",
        "--at",
        "start",
    ]);
    assert_eq!(run.code, 2, "{run:?}");
    // Every game has such texts.
    let run = shomei([
        "solve",
        "loa",
        "start moves b1-b3",
        "--at",
        "start",
        "--nodes",
        "1",
    ]);
    assert!(run.out.contains("unknown whether Black wins"), "{run:?}");
}

/// The position of a record, or of a text with moves, is chosen by the number of moves.
#[test]
fn a_position_is_chosen_by_its_number() {
    let folder = directory();
    let path = folder.path().join("a.csa");
    fs::write(&path, CSA).unwrap();
    let record = at(&path);
    let shown = |args: &[&str]| {
        let run = shomei([&["show", "shogi", &record], args].concat());
        assert_eq!((run.code, run.err.as_str()), (0, ""), "{run:?}");
        let position = run
            .out
            .lines()
            .find_map(|line| line.strip_prefix("position: "));
        position.unwrap().to_string()
    };
    let first = shown(&[]);
    assert_eq!(shown(&["--at", "0"]), first);
    let last = shown(&["--at", "last"]);
    assert_ne!(last, first);
    assert_eq!(shown(&["--at", "1"]), last);
    let over = shomei(["show", "shogi", &record, "--at", "2"]);
    assert_eq!(over.code, 2, "{over:?}");
    let message = "there is no position after 2 moves: the line has 1 move";
    assert!(over.err.contains(message), "{over:?}");

    let text = "start moves b1-b3 a2-c2 b3-b5";
    let one = |args: &[&str]| {
        let run = shomei([&["show", "loa", text], args].concat());
        assert_eq!((run.code, run.err.as_str()), (0, ""), "{run:?}");
        run.out
    };
    assert_eq!(one(&["--at", "3"]), one(&["--at", "last"]));
    assert_eq!(one(&["--at", "3"]), one(&[]));
    assert_eq!(one(&["--at", "0"]), one(&["--at", "start"]));
    let after = shomei(["show", "loa", "start moves b1-b3"]).out;
    assert_eq!(one(&["--at", "1"]), after);
    let run = shomei(["show", "loa", text, "--at", "1", "--at", "last"]);
    assert_eq!(run.code, 2);
    assert!(run.err.contains("cannot be used multiple times"), "{run:?}");
    for wrong in ["", "-1", "first", "5.0", "5.2.1", "empties", "empties=x"] {
        let run = shomei(["show", "loa", text, &format!("--at={wrong}")]);
        assert_eq!(run.code, 2);
        let why =
            "expected a number of moves such as 5, 5.2 for branch 2, start, last or empties=N";
        assert!(run.err.contains(why), "{run:?}");
    }
}

/// A limit of zero is a limit. Nodes are counted one by one; the clock is looked at now and
/// then, so that a small problem may have its answer before.
#[test]
fn limits_of_zero_are_limits() {
    let folder = directory();
    fs::write(folder.path().join("a.csa"), CSA).unwrap();
    let argument = at(folder.path());
    for extra in [&[][..], &["--shortest"]] {
        let args = ["solve", "shogi", PROBLEM, "--nodes", "0"];
        let run = shomei(args.iter().chain(extra).copied());
        assert_eq!(run.code, 3, "{run:?}");
        let unknown = "unknown whether Black wins: stopped by the node limit";
        assert!(run.out.starts_with(unknown), "{run:?}");
        let args = ["solve", "shogi", &argument, "--nodes", "0", "--summary"];
        let run = shomei(args.iter().chain(extra).copied());
        assert_eq!(run.code, 3, "{run:?}");
        assert!(run.out.contains(" 1 unknown, 0 bad problems, "), "{run:?}");
        assert!(run.out.contains("\na.csa    unknown "), "{run:?}");
        let args = [
            "solve", "shogi", "startpos", "--rules", "full", "--time", "0",
        ];
        let run = shomei(args.iter().chain(extra).copied());
        assert_eq!(run.code, 3, "{run:?}");
        let unknown = "unknown whether Black wins: stopped by the time limit";
        assert!(run.out.starts_with(unknown), "{run:?}");
    }
}

/// Old archives have names in other encodings, and a pipe would be waited for.
#[cfg(unix)]
#[test]
fn odd_names_are_read_and_odd_files_named() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    use std::os::unix::net::UnixListener;

    let folder = directory();
    let name = OsStr::from_bytes(b"\x8bl.kif");
    fs::write(folder.path().join(name), good()).unwrap();
    let _socket = UnixListener::bind(folder.path().join("socket")).unwrap();
    let run = shomei(["solve", "shogi", &at(folder.path())]);
    assert_eq!(run.code, 2, "{run:?}");
    assert_eq!(run.err, "error: socket: not an ordinary file\n");
    assert!(run.out.starts_with("\u{fffd}l.kif: proved: "), "{run:?}");
}

/// A problem with two golds, whose record has a branch, in KI2.
fn branched() -> String {
    good().replace("先手の持駒：金", "先手の持駒：金二")
        + "*a note\n▲４二金 △６一玉 ▲６二金\nまで3手で詰み\n変化：1手\n▲５二金\n"
}

#[test]
fn branches_are_numbered_and_chosen() {
    let folder = directory();
    let path = folder.path().join("a.ki2u");
    fs::write(&path, branched()).unwrap();
    let record = at(&path);
    let run = shomei(["show", "shogi", &record]);
    assert_eq!((run.code, run.err.as_str()), (0, ""), "{run:?}");
    let lines =
        "record (3 plies, 1 branch): G*4b 5a6a G*6b\nbranch 1 (1 ply from move 1 on): G*5b\n";
    assert!(run.out.contains(lines), "{run:?}");
    let position = |place: &str| {
        let run = shomei(["show", "shogi", &record, "--at", place]);
        assert_eq!((run.code, run.err.as_str()), (0, ""), "{run:?}");
        let found = run
            .out
            .lines()
            .find_map(|line| line.strip_prefix("position: "));
        found.unwrap().to_string()
    };
    assert_eq!(position("0.1"), position("0"));
    assert!(position("1").starts_with("4k4/5G3/"), "{}", position("1"));
    assert!(
        position("1.1").starts_with("4k4/4G4/"),
        "{}",
        position("1.1")
    );
    for (place, message) in [
        (
            "2.1",
            "there is no position after 2 moves: the line has 1 move",
        ),
        ("1.2", "there is no branch 2: the line has 1 branch"),
        (
            "4",
            "there is no position after 4 moves: the line has 3 moves",
        ),
        (
            "+5-",
            "expected a number of moves such as 5, 5.2 for branch 2, start, last or empties=N",
        ),
        (
            "1.0",
            "expected a number of moves such as 5, 5.2 for branch 2, start, last or empties=N",
        ),
    ] {
        let run = shomei(["show", "shogi", &record, "--at", place]);
        assert_eq!(run.code, 2, "{run:?}");
        assert!(run.err.contains(message), "{run:?}");
    }
    let run = shomei(["show", "loa", "start moves b1-b3", "--at", "1.1"]);
    assert!(
        run.err
            .contains("there is no branch 1: the line has no branches"),
        "{run:?}"
    );
}

/// Moves that are none of a problem are played all the same on the way to a position.
#[test]
fn a_position_of_a_whole_game_is_chosen() {
    let folder = directory();
    let path = folder.path().join("game.ki2");
    fs::write(&path, "▲７六歩 △３四歩 ▲２二角成 △同銀\n").unwrap();
    let run = shomei(["show", "shogi", &at(&path), "--at", "3"]);
    assert_eq!((run.code, run.err.as_str()), (0, ""), "{run:?}");
    assert!(run.out.contains("position: lnsgkgsnl/1r5+B1/"), "{run:?}");
}

/// What the file says of the solution stands beside what was found.
#[test]
fn the_solution_in_the_file_is_compared() {
    let folder = directory();
    let solve = |text: &str, args: &[&str]| {
        let path = folder.path().join("a.kifu");
        fs::write(&path, text).unwrap();
        let run = shomei([&["solve", "shogi", &at(&path)], args].concat());
        assert!(run.err.is_empty(), "{run:?}");
        run.out
    };
    let judge = |text: &str| {
        let path = folder.path().join("a.kifu");
        fs::write(&path, text).unwrap();
        let run = shomei(["compose", "check", "shogi", &at(&path)]);
        assert!(run.err.is_empty(), "{run:?}");
        run.out
    };
    let with = |moves: &str| {
        let pawns = "| ・ ・ ・ 歩 歩 歩 ・ ・ ・|三";
        let problem = good().replace("| ・ ・ ・ ・ 歩 ・ ・ ・ ・|三", pawns);
        problem.replace("先手の持駒：金", "先手の持駒：金二") + moves
    };
    let line = |out: &str| {
        let found = out.lines().find(|line| line.starts_with("the file's"));
        found.map(str::to_string)
    };
    let longer = with("1 ４二金打\n2 ６一玉(51)\n3 ６二金打\n4 詰み\n");
    let said = |args: &[&str]| line(&solve(&longer, args)).unwrap();
    assert_eq!(said(&[]), "the file's solution: 3 plies");
    assert_eq!(
        said(&["--shortest"]),
        "the file's solution: 3 plies; the shortest: 1 ply"
    );
    // Where it is judged it is told once.
    let judged = judge(&longer);
    assert_eq!(line(&judged), None);
    assert!(
        judged.contains("\nshortest win: 1 ply, proven\n"),
        "{judged}"
    );
    assert!(
        judged.contains("\ngiven line (3 plies): G*4b 5a6a G*6b\n"),
        "{judged}"
    );
    // But for what the judgement does not say.
    let illegal = judge(&with("1 １二金打\n"));
    let fault = "the file's moves are no solution: move 1: G*1b is no check; ";
    assert!(line(&illegal).unwrap().starts_with(fault), "{illegal}");
    // From a later position its rest, and in a branch that.
    assert_eq!(said(&["--at", "2"]), "the file's solution: 1 ply");
    let branch = longer.clone() + "変化：1手\n1 ５二金打\n";
    let at_branch = solve(&branch, &["--at", "0.1"]);
    assert_eq!(line(&at_branch).unwrap(), "the file's solution: 1 ply");
    for (moves, fault) in [
        ("1 ４二金打\n2 ６一玉(51)\n", "it is no mate at its end"),
        ("1 １二金打\n", "move 1: G*1b is no check"),
    ] {
        let said = line(&solve(&with(moves), &["--shortest"])).unwrap();
        let expected = format!("the file's moves are no solution: {fault}; the shortest: 1 ply");
        assert_eq!(said, expected, "{moves}");
    }
    // Nothing is said where there is none, or of another question.
    assert_eq!(line(&solve(&with(""), &[])), None);
    assert_eq!(
        line(&solve(&longer, &["--at", "last", "--attacker", "black"])),
        None
    );
    assert_eq!(line(&solve(&longer, &["--moves"])), None);

    let out = solve(&longer, &["--json", "--shortest"]);
    let solution = "\"file_solution\":{\"line\":[\"G*4b\",\"5a6a\",\"G*6b\"],\"length\":3,\"wins\":true,\"fault\":null}";
    assert!(out.contains(solution), "{out}");
    // In a list, and of moves behind a position in a text.
    let list = folder.path().join("list.txt");
    fs::write(&list, format!("{PROBLEM} moves G*5b\n")).unwrap();
    let run = shomei(["solve", "shogi", &at(&list), "--at", "start", "--shortest"]);
    assert!(
        run.out
            .contains("; the given solution: 1 ply; the shortest: 1 ply; "),
        "{run:?}"
    );
}

/// JKF is written, and read again.
#[test]
fn jkf_is_written_and_read() {
    let folder = directory();
    let source = folder.path().join("a.ki2u");
    fs::write(&source, branched()).unwrap();
    for name in ["x.jkf", "x.json"] {
        let path = folder.path().join(name);
        let target = path.display().to_string();
        let run = shomei([
            "solve",
            "shogi",
            &at(&source),
            "--shortest",
            "--record",
            &target,
        ]);
        assert_eq!((run.code, run.err.as_str()), (0, ""), "{run:?}");
        let json: serde_json::Value = serde_json::from_slice(&fs::read(&path).unwrap()).unwrap();
        assert_eq!(json["initial"]["data"]["board"][4][0]["kind"], "OU");
        assert_eq!(json["moves"][1]["move"]["piece"], "KI");
        assert_eq!(
            json["moves"].as_array().unwrap().last().unwrap()["special"],
            "TSUMI"
        );
    }
    for name in ["x.jkf", "x.json"] {
        let run = shomei(["show", "shogi", &at(&folder.path().join(name))]);
        assert_eq!((run.code, run.err.as_str()), (0, ""), "{run:?}");
        assert!(run.out.contains("\nrecord (1 ply, 1 branch): "), "{run:?}");
    }
}

/// Records as other programs write them, all in one folder: the positions before and after their
/// moves, the errors, and the warnings.
#[test]
fn records_of_other_programs_are_solved_and_refused() {
    let folder = directory();
    for example in EXAMPLES {
        fs::write(folder.path().join(example.file), example.text()).unwrap();
    }
    let argument = at(folder.path());
    let shogi = shomei::Kinds::builtin().open("shogi", "").unwrap();
    let errors = EXAMPLES.iter().filter(|example| example.meaning.is_err());
    for last in [false, true] {
        let mut args = vec!["solve", "shogi", &*argument, "--nodes", "0", "--json"];
        args.extend(["--attacker", "black"]);
        args.extend(last.then_some(["--at", "last"]).into_iter().flatten());
        let run = shomei(args);
        assert_eq!(run.code, 2, "{run:?}");
        let objects = run.objects();
        for example in EXAMPLES {
            let found = objects
                .iter()
                .find(|object| object["problem"] == example.file);
            match example.meaning {
                Ok(meaning) => {
                    let position = match last {
                        true => shogi.position(&meaning.with_moves()).unwrap().text(),
                        false => meaning.position.to_string(),
                    };
                    let found = found.and_then(|found| found.get("position"));
                    let found = found.and_then(|position| position.as_str());
                    assert_eq!(found, Some(&*position), "{}", example.text());
                    let warning = format!("warning: {}: {}", example.file, meaning.warning);
                    let is_warned = run.err.contains(&format!("warning: {}: ", example.file));
                    assert_eq!(is_warned, !meaning.warning.is_empty(), "{}", run.err);
                    assert!(!is_warned || run.err.contains(&warning), "{}", run.err);
                }
                Err(error) => {
                    let said = format!("{}: {error}", example.file);
                    let shown = run.err.contains(&said) || run.out.contains(&said);
                    assert!(
                        shown
                            || found.is_some_and(|found| {
                                serde_json::to_string(found).unwrap().contains(error)
                            }),
                        "{said}: {found:?} {}",
                        run.err
                    );
                }
            }
        }
    }
    assert!(errors.count() >= 18);
    let one = folder.path().join("one.kifu");
    fs::write(&one, "1 ７六歩(77)\n2 ３四歩(33)\nまで9手詰\n").unwrap();
    for command in ["show", "review"] {
        let mut args = vec![command, "shogi", "--rules", "full"];
        let argument = at(&one);
        args.push(&argument);
        if command == "review" {
            args.extend(["--nodes", "1"]);
        }
        let run = shomei(args);
        let warning = ": line 3, column 1: まで says 9 moves, and the line has 2\n";
        assert!(run.err.contains(warning), "{run:?}");
    }
}

/// UTF-16 with a mark and without, and ISO-2022-JP, whatever the file is called.
#[test]
fn encodings_do_not_depend_on_the_name_of_the_file() {
    let folder = directory();
    let units: Vec<u16> = good().encode_utf16().collect();
    let little: Vec<u8> = units.iter().flat_map(|unit| unit.to_le_bytes()).collect();
    let big: Vec<u8> = units.iter().flat_map(|unit| unit.to_be_bytes()).collect();
    // 手合割：平手
    let jis = b"\x1b$B<j9g3d!'J?<j\x1b(B\n";
    let files = [
        ("a.kif", [&b"\xff\xfe"[..], &little].concat(), PROBLEM),
        ("b.kifu", little.clone(), PROBLEM),
        ("c.txt", big.clone(), PROBLEM),
        ("d.csa", [&b"\xfe\xff"[..], &big].concat(), PROBLEM),
        ("e.txt", jis.to_vec(), START),
    ];
    for (name, bytes, _) in &files {
        fs::write(folder.path().join(name), bytes).unwrap();
    }
    let argument = at(folder.path());
    let run = shomei(["solve", "shogi", &argument, "--nodes", "0", "--json"]);
    let objects = run.objects();
    assert_eq!(objects.len(), files.len(), "{run:?}");
    for (object, (name, _, position)) in objects.iter().zip(files) {
        assert_eq!(object["problem"], name, "{run:?}");
        assert_eq!(object["position"], position, "{run:?}");
    }
}

/// A list of positions as other programs show them: with an end after their moves, and in addresses.
#[test]
fn positions_are_read_as_they_are_pasted() {
    let folder = directory();
    let list = folder.path().join("list.txt");
    let bars = PROBLEM.replace(' ', "_");
    let lines = [
        format!("startpos moves {FOUR} resign"),
        bars.clone(),
        PROBLEM.replace(' ', "%20"),
        format!("https://lishogi.org/analysis/standard/{bars}?color=sente"),
    ];
    fs::write(&list, lines.join("\n") + "\n").unwrap();
    let run = shomei(["solve", "shogi", &at(&list), "--nodes", "0", "--json"]);
    let objects = run.objects();
    let positions = objects.iter().map(|object| object["position"].as_str());
    let positions: Vec<&str> = positions.map(Option::unwrap).collect();
    let shogi = shomei::Kinds::builtin().open("shogi", "").unwrap();
    let four = shogi.position(&format!("{START} moves {FOUR}")).unwrap();
    assert_eq!(positions, [&*four.text(), PROBLEM, PROBLEM, PROBLEM]);
    let text = &*lines[0];
    let run = shomei([
        "solve", "shogi", text, "--at", "start", "--nodes", "0", "--json",
    ]);
    assert_eq!(run.object()["position"], START, "{run:?}");
    assert!(!run.out.contains("\"resign"), "{run:?}");
}
