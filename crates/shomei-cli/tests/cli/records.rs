//! Game records: problems from files and folders, solutions to files.

mod formats;
mod positions;
mod written;

use std::fs;
use std::path::Path;

use crate::support::{directory, names, shomei, shomei_reading, text};

/// A mate in one with a gold. The defender holds the rest.
const PROBLEM: &str = "4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1";

/// The same problem as a diagram with this first row.
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

fn problem_diagram() -> String {
    diagram("| ・ ・ ・ ・v玉 ・ ・ ・ ・|")
}

const CSA: &str = "V2.2\nP-51OU\nP+53FU00KI\nP-00AL\n+\n+0052KI\n%TSUMI\n";

/// Encodes the few characters of these tests as Shift-JIS.
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
    fs::write(file("a.kifu"), problem_diagram()).unwrap();
    fs::write(file("b.KIF"), shift_jis(&problem_diagram())).unwrap();
    fs::write(file("c.csa"), CSA).unwrap();
    fs::write(file("d.txt"), problem_diagram()).unwrap();
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
    let run = shomei_reading(&problem_diagram(), ["solve", "shogi", "-"]);
    assert!(run.out.starts_with("mate: Black mates White"), "{run:?}");
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
    // The message is printed once, not for each line of the file.
    assert_eq!(
        error("▲７六歩    △３四歩\n▲２二角成  △同　金\n".as_bytes()),
        format!("error: {name}: line 2, column 9: no gold can move to 2b\n")
    );
    let branch = problem_diagram() + "1 ５二金打\n変化：5手\n";
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

/// Bad files of a folder are reported, and the good ones are solved.
#[test]
fn a_folder_is_a_list_of_problems() {
    let folder = directory();
    let file = |name: &str| folder.path().join(name);
    fs::create_dir(file("more")).unwrap();
    fs::write(file("a.kif"), shift_jis(&problem_diagram())).unwrap();
    fs::write(file("b.kifu"), diagram("| ・ ・ ・ ・ ・ ・ ・ ・ ・|")).unwrap();
    fs::write(file("c.csa"), CSA).unwrap();
    let list = format!("# two\n{PROBLEM}\nnonsense\n4k4/9/9/9/9/9/9/9/9 b P 1\n");
    fs::write(file("d.txt"), list).unwrap();
    fs::write(file("e.png"), b"\x89PNG\r\n\x1a\n\0\0").unwrap();
    fs::write(file("f.md"), "# Notes\n\nwords\n").unwrap();
    fs::write(file("more/g.kif"), problem_diagram()).unwrap();
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
            "a.kif: mate: Black mates White; shortest win: 1 ply, proven; ",
        ),
        (1, "c.csa: mate: "),
        (2, "d.txt#2: mate: "),
        (3, "d.txt#4: no mate: "),
        (4, "more/g.kif: mate: "),
        (
            5,
            "9 positions: 4 mate, 1 no mate, 0 unknown, 4 bad problems, 0 errors; ",
        ),
        (6, "problem     answer   plies  shortest     time"),
        (7, "a.kif       mate         1       yes  "),
        (8, "b.kifu      bad          -         -        -"),
        (11, "d.txt#3     bad          -         -        -"),
        (12, "d.txt#4     no mate      -         -  "),
        (15, "more/g.kif  mate         1       yes  "),
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

/// A limit of zero stops the search. Nodes are counted one by one. The clock is checked only now
/// and then, so a small problem may be solved first.
#[test]
fn limits_of_zero_are_limits() {
    let folder = directory();
    fs::write(folder.path().join("a.csa"), CSA).unwrap();
    let argument = at(folder.path());
    for extra in [&[][..], &["--shortest"]] {
        let args = ["solve", "shogi", PROBLEM, "--nodes", "0"];
        let run = shomei(args.iter().chain(extra).copied());
        assert_eq!(run.code, 3, "{run:?}");
        let unknown = "unknown whether Black mates White: stopped by the node limit";
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

/// Old archives have names in other encodings. Reading a pipe would block.
#[cfg(unix)]
#[test]
fn odd_names_are_read_and_odd_files_named() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    use std::os::unix::net::UnixListener;

    let folder = directory();
    let name = OsStr::from_bytes(b"\x8bl.kif");
    fs::write(folder.path().join(name), problem_diagram()).unwrap();
    let _socket = UnixListener::bind(folder.path().join("socket")).unwrap();
    let run = shomei(["solve", "shogi", &at(folder.path())]);
    assert_eq!(run.code, 2, "{run:?}");
    assert_eq!(run.err, "error: socket: it is not an ordinary file\n");
    assert!(run.out.starts_with("\u{fffd}l.kif: mate: "), "{run:?}");
}

/// A problem with two golds as a KI2 record with a branch.
fn branched() -> String {
    problem_diagram().replace("先手の持駒：金", "先手の持駒：金二")
        + "*a note\n▲４二金 △６一玉 ▲６二金\nまで3手で詰み\n変化：1手\n▲５二金\n"
}
