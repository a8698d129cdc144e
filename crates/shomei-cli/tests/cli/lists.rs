//! `show`, `perft`, `games`, `algorithms`, `bench`, and the help.

use shomei_search::registry::ALGORITHMS;

use crate::support::{LOOP, WIN, shomei};

/// The output of a successful run.
fn out<'a>(args: impl IntoIterator<Item = &'a str>) -> String {
    let run = shomei(args);
    assert_eq!((run.code, run.err.as_str()), (0, ""), "{run:?}");
    run.out
}

#[test]
fn show_has_the_board_and_the_moves() {
    let text = out(["show", "loa", WIN]);
    assert!(
        text.starts_with("  a b c d e f g h\n8 . x . . o . . . 8\n"),
        "{text}"
    );
    assert!(text.contains(&format!("\nposition: {WIN}\n")), "{text}");
    assert!(
        text.contains("\nBlack to move, 31 moves: d3-d1 d3-f1 d3xh3 "),
        "{text}"
    );
    let text = out(["show", "tree", "a", "--rules", LOOP]);
    assert!(text.ends_with("And to move, 1 move: r\n"), "{text}");
    let text = out(["show", "tree", "Won", "--rules", "r = OR { Won }"]);
    assert!(text.ends_with("the game is over: Or has won\n"), "{text}");
}

/// O can no longer win, but the game is not over: moves can be played, but the search needs no
/// nodes.
#[test]
fn a_hopeless_position_is_shown_and_answered() {
    let position = "O;XOXO#O.X.;.X.XXX.OX/.O..O..O./OO.XXXO.X/OOO.O..../OXXXOOOXX/..OXXOO.O/\
                    .XOXOXXXO/XXX...O../OXOO.XXXO";
    let text = out(["show", "uttt", position]);
    assert!(text.ends_with("O to move, 2 moves: ga ie\n"), "{text}");
    let text = out(["solve", "uttt", position]);
    assert!(
        text.starts_with("disproved: O cannot force a win\n"),
        "{text}"
    );
    assert!(text.contains("\nnodes: 0 expanded, "), "{text}");
    let text = out(["solve", "uttt", position, "--value", "--json"]);
    assert!(text.contains("\"value\":"), "{text}");
}

#[test]
fn perft_counts_paths() {
    let text = out(["perft", "loa", "--depth", "3"]);
    let counts: Vec<&str> = text.lines().filter_map(|l| l.split("   ").next()).collect();
    assert_eq!(counts, ["1 36", "2 1244", "3 44952"]);
    let text = out([
        "perft",
        "loa",
        "start moves b1-b3",
        "--depth",
        "2",
        "--divide",
    ]);
    let below: u64 = text
        .lines()
        .filter(|line| !line.starts_with("total"))
        .filter_map(|line| line.split(' ').nth(1)?.parse::<u64>().ok())
        .sum();
    assert!(text.ends_with(&format!("\ntotal {below}\n")), "{text}");
    let text = out(["perft", "loa", "--depth", "0"]);
    assert!(text.starts_with("0 1 "), "{text}");
}

#[test]
fn games_and_algorithms_are_listed() {
    let text = out(["games"]);
    let names: Vec<&str> = text.lines().filter_map(|l| l.split(' ').next()).collect();
    assert_eq!(names, ["loa", "othello", "shogi", "tree", "uttt"]);
    for name in names {
        let text = out(["games", name]);
        assert!(text.contains("\nrules: "));
        let long = text.lines().find(|line| line.chars().count() > 100);
        assert!(
            long.is_none_or(|line| line.starts_with("start: ")),
            "{text}"
        );
    }
    let text = out(["algorithms"]);
    for info in ALGORITHMS {
        assert!(
            text.contains(&format!("{:12} {}\n", info.name, info.summary)),
            "{text}"
        );
        let text = out(["algorithms", info.name]);
        for option in info.options {
            let set = match option.name {
                "threads" => "--threads ".to_string(),
                name => format!("--set {name}="),
            };
            let line = format!("\n{set}{}   default ", option.values);
            assert!(text.contains(&line), "{text}");
        }
    }
}

#[test]
fn every_option_of_every_algorithm_can_be_set() {
    for command in [
        &["solve"][..],
        &["review"],
        &["compose", "check"],
        &["bench"],
    ] {
        let text = out(command.iter().copied().chain(["--help"]));
        assert!(text.contains("--set <NAME=VALUE>"), "{text}");
    }
    // As printed by `shomei algorithms`, with the default.
    for info in ALGORITHMS {
        for option in info.options {
            let set = match option.name {
                "threads" => format!("--threads={}", option.default),
                "schedule" => "--set=schedule=sum".to_string(),
                // The default depends on the memory.
                name if option.default.starts_with('(') => format!("--set={name}=1000"),
                name => format!("--set={name}={}", option.default),
            };
            let args = [
                "solve",
                "loa",
                WIN,
                "--algorithm",
                info.name,
                &set,
                "--nodes=1",
            ];
            let run = shomei(args);
            assert!([0, 3].contains(&run.code), "{run:?}");
        }
    }
    assert!(out(["--version"]).starts_with("shomei "));
    assert_eq!(shomei(["prove"]).code, 2);
    assert_eq!(shomei([]).code, 2);
}

#[test]
fn the_quick_bench_has_the_node_counts_on_record() {
    let text = out(["bench", "--quick"]);
    let signatures: Vec<&str> = text
        .lines()
        .filter(|line| line.trim_start().starts_with("signature: "))
        .collect();
    assert_eq!(signatures.len(), ALGORITHMS.len());
    for signature in signatures {
        assert!(signature.ends_with("   as recorded"), "{text}");
    }
    assert!(text.contains("\nperft 3: 44,952 paths, "), "{text}");
}

#[test]
fn the_quick_bench_of_ultimate_tic_tac_toe_has_them_too() {
    let text = out(["bench", "uttt", "--quick"]);
    let as_recorded = text.lines().filter(|line| line.ends_with("   as recorded"));
    assert_eq!(as_recorded.count(), ALGORITHMS.len(), "{text}");
    assert!(text.contains("\nperft 3: 6,336 paths, "), "{text}");
}

#[test]
fn the_quick_bench_of_othello_has_them_too() {
    let text = out(["bench", "othello", "--quick"]);
    let as_recorded = text.lines().filter(|line| line.ends_with("   as recorded"));
    assert_eq!(as_recorded.count(), ALGORITHMS.len(), "{text}");
    assert!(text.contains("\nperft 3: 56 paths, "), "{text}");
}

/// The records have different formats and end in the same position.
#[test]
fn othello_positions_are_shown_and_answered() {
    let record = "(;GM[Othello]TY[8]B[f5]W[d6//0.5]B[c3];)";
    let shown = out(["show", "othello", record]);
    assert!(
        shown.contains("\nWhite to move: + marks its moves\n"),
        "{shown}"
    );
    assert_eq!(out(["show", "othello", "F5D6C3"]), shown);
    // Eight empty squares, the score of a move, and a comment.
    let line =
        "OOXXXXXXOXOXXOXOOXXOOXOO-XOOXXOOXOXXOOOOO-XOOOOO---OOXOO---OOOOO X; A4:-16; % a comment";
    let text = out(["solve", "othello", line, "--value"]);
    assert!(text.starts_with("loss: White wins\n"), "{text}");
    let run = shomei(["show", "othello", &line.replace("A4", "A5")]);
    assert_eq!(run.code, 2);
    let message = "error: position: column 69: A5 holds a disc of Black; legal are A4 B6 A7 C7\n";
    assert_eq!(run.err, message);
}

#[test]
fn a_bench_with_other_options_is_not_compared() {
    let text = out(["bench", "--quick", "--set", "rule=weak"]);
    assert!(text.starts_with("df-pn\n"), "{text}");
    assert!(
        text.contains("not compared: other options, hints or memory"),
        "{text}"
    );
    assert_eq!(shomei(["bench", "tree"]).code, 2);
}

/// The attacker must give check; the other side need not.
#[test]
fn shogi_is_answered_for_either_attacker() {
    let mate = "4k4/9/4P4/9/9/9/9/9/9 b G 1";
    let text = out(["solve", "shogi", mate]);
    assert!(text.starts_with("mate: Black mates White"), "{text}");
    // Black has no check, but White attacks, so Black may play any move.
    let quiet = "4k4/9/9/9/9/9/4p4/9/4K4 b 2g 1";
    let text = out(["solve", "shogi", quiet, "--attacker", "white"]);
    assert!(
        text.starts_with("no mate: White cannot mate Black"),
        "{text}"
    );
}
