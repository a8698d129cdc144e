//! Tsume-shogi questions: the legal moves depend on the attacker.

use std::fs;

use crate::support::{directory, shomei, shomei_reading, text};

/// Neither side has a check.
const QUIET: &str = "4k4/9/9/9/9/9/9/9/4K4 b - 1";

/// White to move is mated; there is no black king.
const MATED: &str = "4k4/4G4/4P4/9/9/9/9/9/9 w - 1";

/// A root without moves has an answer with its reason and a certificate.
#[test]
fn no_check_is_a_disproof_and_no_error() {
    let folder = directory();
    let file = text(&folder.path().join("x.proof"));
    let run = shomei(["solve", "shogi", QUIET, "--proof", &file, "--check"]);
    assert_eq!(run.code, 0, "{}", run.err);
    let lines: Vec<&str> = run.out.lines().collect();
    assert_eq!(lines[0], "no mate: Black cannot mate White");
    assert_eq!(lines[1], "Black has no check");
    assert!(run.out.contains("checked: accepted"), "{}", run.out);

    let run = shomei(["solve", "shogi", QUIET, "--json"]);
    let object = run.object();
    assert_eq!(object["answer"], "disproved");
    assert_eq!(object["over"], "Black has no check");

    let run = shomei(["solve", "shogi", MATED, "--attacker", "black"]);
    assert_eq!(run.code, 0, "{}", run.err);
    assert!(run.out.contains("White is mated"), "{}", run.out);
    // Under the rules of the whole game the position is over, as in other games.
    let run = shomei([
        "solve",
        "shogi",
        MATED,
        "--rules",
        "full",
        "--attacker",
        "black",
    ]);
    assert_eq!(run.code, 0, "{}", run.err);
    assert!(
        run.out.contains("\nthe game is over: Black has won\n"),
        "{}",
        run.out
    );
}

#[test]
fn values_ask_for_both_sides() {
    let value = |position: &str, option: &str| {
        let run = shomei(["solve", "shogi", position, option, "--json"]);
        assert_eq!(run.code, 0, "{}", run.err);
        run.object()["value"].clone()
    };
    for option in ["--value", "--moves"] {
        assert_eq!(value(QUIET, option), "draw", "{option}");
        assert_eq!(value(MATED, option), "loss", "{option}");
    }
    // White attacks, so its moves are its checks.
    let white = "9/9/9/9/9/9/4p4/9/4K4 w gs 1";
    assert_eq!(value(white, "--moves"), "win");
    let run = shomei(["solve", "shogi", white, "--moves", "--json"]);
    let object = run.object();
    let moves = object["moves"].as_array().unwrap();
    let names: Vec<&str> = moves
        .iter()
        .map(|mv| mv["move"].as_str().unwrap())
        .collect();
    assert_eq!(names[0], "G*5h");
    assert!(
        names
            .iter()
            .all(|mv| mv.contains("*") || *mv == "5g5h" || *mv == "5g5h+"),
        "{names:?}"
    );
}

#[test]
fn a_defender_without_a_king_is_refused() {
    let run = shomei(["solve", "shogi", MATED, "--attacker", "white"]);
    assert_eq!(run.code, 2);
    let error = "error: position: Black has no king for White to mate\n";
    assert_eq!(run.err, error);
    let run = shomei(["solve", "shogi", QUIET, "--attacker", "white"]);
    assert_eq!(run.code, 0, "{}", run.err);
}

/// If only one side has a king, the other side attacks.
#[test]
fn a_mated_position_is_an_answer() {
    let run = shomei(["solve", "shogi", MATED]);
    assert_eq!((run.code, run.err.as_str()), (0, ""), "{run:?}");
    assert!(
        run.out
            .starts_with("mate: Black mates White\nWhite is mated\n"),
        "{run:?}"
    );
    for option in ["--value", "--moves"] {
        let run = shomei(["solve", "shogi", MATED, option]);
        assert_eq!(run.code, 0, "{run:?}");
        assert!(run.out.contains("\nWhite is mated\n"), "{run:?}");
        let object = shomei(["solve", "shogi", MATED, option, "--json"]).object();
        assert_eq!(
            (&object["value"], &object["over"]),
            (&"loss".into(), &"White is mated".into())
        );
    }
    let list = shomei_reading(&format!("{MATED}\n"), ["solve", "shogi", "@-"]);
    assert_eq!(list.code, 0, "{list:?}");
    assert!(
        list.out.contains("mate: Black mates White; White is mated"),
        "{list:?}"
    );
    let folder = directory();
    let page = text(&folder.path().join("x.html"));
    assert_eq!(shomei(["solve", "shogi", MATED, "--report", &page]).code, 0);
    assert!(
        fs::read_to_string(&page)
            .unwrap()
            .contains("White is mated")
    );
    // The same before the mate.
    let defends = shomei(["solve", "shogi", "8k/9/8P/9/9/9/9/9/9 w 2G 1", "--json"]).object();
    assert_eq!(defends["attacker"], "black", "{defends:?}");
}

#[test]
fn positions_are_shown_for_the_side_that_can_attack() {
    let shown = |position: &str| shomei(["show", "shogi", position]).out;
    assert!(shown(QUIET).ends_with("\nBlack has no check\n"));
    assert!(shown(MATED).ends_with("\nWhite is mated\n"));
    let white = shown("9/9/9/9/9/9/4p4/9/4K4 w gs 1");
    assert!(white.contains("White to move"), "{white}");
    assert!(!white.contains("G*1a"), "no check: {white}");
    // Only White's king can be mated, so Black attacks and White may play any move.
    let defender = shown("4k4/9/3PPP3/9/9/9/9/9/9 w 2Gp 1");
    assert!(defender.contains("P*1b"), "{defender}");
}

#[test]
fn errors_name_rows_squares_and_columns() {
    let error = |position: &str| {
        let run = shomei(["solve", "shogi", position]);
        assert_eq!(run.code, 2, "{position}");
        run.err
    };
    assert_eq!(
        error("4k4/9/8/9/9/9/9/9/9 b G 1"),
        "error: position: column 7: row 3 (rank c) has 8 squares, expected 9\n"
    );
    assert_eq!(
        error("4k4/9/9/9/9/9/9/9/9 b GX 1"),
        "error: position: column 24: 'X' cannot be in hand\n"
    );
    assert_eq!(
        error("9/9/9/9/9/9/9/9/9 b G 1"),
        "error: position: there is no king: the defender must have one\n"
    );
}

/// Only moves without promotion mate here, because a mate by a dropped pawn is illegal. These moves
/// must not be deferred until the promotion is refuted; that took 2.3 million nodes. Shogi Muso
/// (1734), problem 21.
#[test]
fn moves_without_promotion_do_not_wait() {
    let position = "s2k3r1/1B2p+R3/1n7/2Pg5/p1S+b5/2p6/1+p7/9/9 b S3gs3n4l13p 1";
    let run = shomei(["solve", "shogi", position, "--nodes", "100000", "--json"]);
    assert_eq!(run.code, 0, "{}{}", run.out, run.err);
    let object = run.object();
    assert_eq!(object["answer"], "proved");
    assert!(object["expanded"].as_u64().unwrap() < 100_000, "{object:?}");
}
