//! Selects a position of a record or of moves in a text, and compares solutions.

use std::fs;

use super::{CSA, PROBLEM, at, branched, problem_diagram};
use crate::support::{directory, shomei, shomei_reading};

/// Lists of problems often give the solution after the position.
#[test]
fn moves_after_a_position_may_be_left_out() {
    let solved = "4k4/9/4P4/9/9/9/9/9/4K4 b G 1 moves G*5b";
    let run = shomei(["solve", "shogi", solved]);
    assert_eq!(run.code, 0, "{run:?}");
    let hint = "this is the position after the moves in the text; --at start asks about the one before them";
    assert_eq!(run.err, format!("warning: position: {hint}\n"));
    assert!(run.out.starts_with("no mate: White cannot"), "{run:?}");
    let run = shomei(["solve", "shogi", solved, "--at", "start"]);
    assert_eq!((run.code, run.err.as_str()), (0, ""), "{run:?}");
    assert!(run.out.starts_with("mate: Black mates White"), "{run:?}");

    let kingless = "4k4/9/4P4/9/9/9/9/9/9 b G 1 moves G*5b";
    let list = format!("{solved}\n{kingless}\n{PROBLEM}\n");
    let run = shomei_reading(&list, ["solve", "shogi", "@-"]);
    assert_eq!(run.code, 0, "{run:?}");
    let warnings: Vec<&str> = run.err.lines().collect();
    let expected = [1, 2].map(|line| format!("warning: line {line}: {hint}"));
    assert_eq!(warnings, expected, "{run:?}");
    let run = shomei_reading(&list, ["solve", "shogi", "@-", "--at", "start"]);
    assert_eq!((run.code, run.err.as_str()), (0, ""), "{run:?}");
    assert!(run.out.contains("\n3 positions: 3 mate, "), "{run:?}");
    // The moves after the position must be legal anyway.
    let run = shomei([
        "solve",
        "shogi",
        "4k4/9/9/9/9/9/9/9/9 b G 1 moves 1a1b",
        "--at",
        "start",
    ]);
    assert_eq!(run.code, 2, "{run:?}");
    // Every game accepts moves after a position.
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

/// `--at` selects the position of a record, or of a text with moves, by the number of moves.
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

/// Moves that are illegal in a problem are allowed on the way to a position of a game.
#[test]
fn a_position_of_a_whole_game_is_chosen() {
    let folder = directory();
    let path = folder.path().join("game.ki2");
    fs::write(&path, "▲７六歩 △３四歩 ▲２二角成 △同銀\n").unwrap();
    let run = shomei(["show", "shogi", &at(&path), "--at", "3"]);
    assert_eq!((run.code, run.err.as_str()), (0, ""), "{run:?}");
    assert!(run.out.contains("position: lnsgkgsnl/1r5+B1/"), "{run:?}");
}

/// The solution in the file is compared with the result.
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
    let check = |text: &str| {
        let path = folder.path().join("a.kifu");
        fs::write(&path, text).unwrap();
        let run = shomei(["compose", "check", "shogi", &at(&path)]);
        assert!(run.err.is_empty(), "{run:?}");
        run.out
    };
    let with = |moves: &str| {
        let pawns = "| ・ ・ ・ 歩 歩 歩 ・ ・ ・|三";
        let problem = problem_diagram().replace("| ・ ・ ・ ・ 歩 ・ ・ ・ ・|三", pawns);
        problem.replace("先手の持駒：金", "先手の持駒：金二") + moves
    };
    let line = |out: &str| {
        let found = out.lines().find(|line| line.starts_with("the file's"));
        found.map(str::to_string)
    };
    let longer = with("1 ４二金打\n2 ６一玉(51)\n3 ６二金打\n4 詰み\n");
    let solution_line = |args: &[&str]| line(&solve(&longer, args)).unwrap();
    assert_eq!(solution_line(&[]), "the file's solution: 3 plies");
    assert_eq!(
        solution_line(&["--shortest"]),
        "the file's solution: 3 plies; the shortest: 1 ply"
    );
    // `compose check` already reports on the solution, so it is printed once.
    let judged = check(&longer);
    assert_eq!(line(&judged), None);
    assert!(
        judged.contains("\nshortest win: 1 ply, proven\n"),
        "{judged}"
    );
    assert!(
        judged.contains("\ngiven line (3 plies): G*4b 5a6a G*6b\n"),
        "{judged}"
    );
    // A fault that `compose check` does not report is printed.
    let illegal = check(&with("1 １二金打\n"));
    let fault = "the file's moves are not a solution: move 1: G*1b does not give check; ";
    assert!(line(&illegal).unwrap().starts_with(fault), "{illegal}");
    // There is no line to show, and the verdict is about another solution.
    assert!(!illegal.contains("given line"), "{illegal}");
    let verdict = "\nverdict on the shortest solution: ";
    assert!(illegal.contains(verdict), "{illegal}");
    // A line without a mate is shown, and the fault is printed.
    let no_mate = check(&with("1 ４二金打\n2 ６一玉(51)\n"));
    assert!(
        no_mate.contains("\ngiven line (2 plies, no win"),
        "{no_mate}"
    );
    let fault = "the file's moves are not a solution: it does not end in mate; ";
    assert!(line(&no_mate).unwrap().starts_with(fault), "{no_mate}");
    // With a later position, or in a branch, the rest of the solution is compared.
    assert_eq!(solution_line(&["--at", "2"]), "the file's solution: 1 ply");
    let branch = longer.clone() + "変化：1手\n1 ５二金打\n";
    let at_branch = solve(&branch, &["--at", "0.1"]);
    assert_eq!(line(&at_branch).unwrap(), "the file's solution: 1 ply");
    for (moves, fault) in [
        ("1 ４二金打\n2 ６一玉(51)\n", "it does not end in mate"),
        ("1 １二金打\n", "move 1: G*1b does not give check"),
    ] {
        let solution_line = line(&solve(&with(moves), &["--shortest"])).unwrap();
        let expected = format!("the file's moves are not a solution: {fault}; the shortest: 1 ply");
        assert_eq!(solution_line, expected, "{moves}");
    }
    // No solution, or another question, prints nothing.
    assert_eq!(line(&solve(&with(""), &[])), None);
    assert_eq!(
        line(&solve(&longer, &["--at", "last", "--attacker", "black"])),
        None
    );
    assert_eq!(line(&solve(&longer, &["--moves"])), None);

    let out = solve(&longer, &["--json", "--shortest"]);
    let solution = "\"file_solution\":{\"line\":[\"G*4b\",\"5a6a\",\"G*6b\"],\"length\":3,\"wins\":true,\"fault\":null}";
    assert!(out.contains(solution), "{out}");
    // The same in a list, and for moves after a position in a text.
    let list = folder.path().join("list.txt");
    fs::write(&list, format!("{PROBLEM} moves G*5b\n")).unwrap();
    let run = shomei(["solve", "shogi", &at(&list), "--at", "start", "--shortest"]);
    assert!(
        run.out
            .contains("; the given solution: 1 ply; the shortest: 1 ply; "),
        "{run:?}"
    );
}
