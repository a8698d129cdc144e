//! Wrong positions and lines: the engine reports them and continues.

use std::io::Write;

use super::engine::UsiEngine;
use super::{HARD, ask};

/// The error names the fault of a position; a correct position is accepted afterwards.
#[test]
fn bad_positions_are_named_by_their_place() {
    let mut engine = UsiEngine::begin();
    for (sfen, message) in [
        (
            "9/9/9/9/9/9/9/9/9 b G 1",
            "there is no king: the defender must have one",
        ),
        (
            "4k3P/9/9/9/9/9/9/9/9 b - 1",
            "square 1a: a pawn here could never move",
        ),
        (
            "4k4/9/4P4/9/4P4/9/9/9/9 b - 1",
            "square 5e: a second unpromoted pawn of the same side on the file",
        ),
        (
            "4k4/9/9/9/4R4/9/9/9/9 b - 1",
            "square 5a: the side to move could take this king",
        ),
        (
            "4k4/9/3r5/9/9/9/9/9/9 b 2R 1",
            "there are 3 rooks, promoted ones and hands included; a set has 2",
        ),
        (
            "4k4/9/8/9/9/9/9/9/9 b G 1",
            "column 21: row 3 (rank c) has 8 squares, expected 9",
        ),
    ] {
        engine.send(&format!("position sfen {sfen}"));
        assert_eq!(
            engine.read_line(),
            format!("info string position: {message}")
        );
        engine.send("go mate infinite");
        assert_eq!(engine.read_answers(), "checkmate timeout");
        // Hands in any order, and no move number.
        let answer = ask(&mut engine, "4k4/9/4P4/9/9/9/9/9/9 b 2pGs2n", "go mate");
        assert_eq!(answer, "checkmate G*5b");
    }
    engine.quit();
}

#[test]
fn bad_lines_are_named_and_survived() {
    let mut engine = UsiEngine::begin();
    let mut assert_answer = |line: &str, answer: &str| {
        engine.send(line);
        assert_eq!(engine.read_line(), format!("info string {answer}"));
    };
    assert_answer("hello", "unknown command \"hello\"");
    assert_answer(
        "setoption name Style value x",
        "there is no option \"Style\", only USI_Hash, Threads, MateMode, Mudaai, Attacker and Language",
    );
    assert_answer(
        "setoption name Threads value many",
        "option Threads: expected a number from 1 to 1024, found \"many\"",
    );
    assert_answer(
        "position startpos moves 7g7f 3c3e",
        "position: move 2 (3c3e): 3c3e is not legal here",
    );
    assert_answer("go mate", "there is no valid position to search");
    assert_eq!(engine.read_line(), "checkmate timeout");
    engine.send("position startpos");
    engine.send("position sfen 4k4/9/9 b G 1");
    let line = engine.read_line();
    assert!(
        line.starts_with("info string position: column 15: "),
        "{line}"
    );
    engine.send("go mate 10");
    assert_eq!(engine.read_answers(), "checkmate timeout");
    // No check means no mate; the side to move may also be mated itself.
    for (sfen, why) in [
        ("4k4/9/9/9/9/9/9/9/4K4 b - 1", "Black has no check"),
        (
            "4k4/4G4/4P4/9/9/9/9/9/4K4 w - 1",
            "White is in check and has no evasion that checks",
        ),
    ] {
        engine.send(&format!("position sfen {sfen}"));
        engine.send("go mate");
        assert!(engine.read_line().starts_with("info time "));
        assert_eq!(engine.read_line(), format!("info string {why}"));
        assert_eq!(engine.read_answers(), "checkmate nomate");
    }
    assert_eq!(
        ask(&mut engine, HARD, "go mate soon"),
        "checkmate notimplemented"
    );
    for go in ["go", "go btime 0 wtime 0 byoyomi 1000"] {
        assert_eq!(ask(&mut engine, HARD, go), "bestmove resign");
    }
    // Bytes that are not valid text.
    engine.input.write_all(b"\xff\xfe\0\n").unwrap();
    assert!(
        engine
            .read_line()
            .starts_with("info string unknown command ")
    );
    engine.quit();
}

/// A line of three megabytes is reported and skipped; a position in it is not used.
#[test]
fn an_overlong_line_is_refused() {
    let long = "x".repeat(3 << 20);
    let input = format!("usi {long}\nposition sfen {HARD} {long}\ngo mate 1000\nisready\nquit\n");
    let run = crate::support::shomei_reading(&input, ["usi"]);
    assert_eq!((run.code, run.err.as_str()), (0, ""));
    let too_long = "info string the line is longer than 1 MiB";
    let expected = [
        too_long,
        too_long,
        "info string there is no valid position to search",
        "checkmate timeout",
        "readyok",
    ];
    assert_eq!(run.out.lines().collect::<Vec<_>>(), expected);
}
