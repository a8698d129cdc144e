//! Positions and lists of moves in the forms in which people paste them.

#![allow(clippy::unwrap_used, reason = "tests may stop at the first surprise")]

use shomei_game::{Goal, Kind, Notation, Side};
use shomei_othello::Othello;

/// After f5 d6 c3, White to move.
const THREE: &str = "------------------X--------XX------OXX-----O-------------------- O";
/// The same on the board of 6 by 6 squares after b3.
const SMALL: &str = "-------------XXX----XO-------------- O";

fn opened(rules: &str) -> Othello {
    Othello::open(rules, Goal::win(Side::First)).unwrap()
}

fn read(rules: &str, text: &str) -> String {
    let game = opened(rules);
    let position = game.parse_position(text);
    game.format_position(&position.unwrap_or_else(|error| panic!("{text}: {error}")))
}

fn error(rules: &str, text: &str) -> String {
    opened(rules).parse_position(text).unwrap_err().to_string()
}

/// Boards in all layouts, with and without labels and sides.
fn layouts(line: &str, edge: usize) -> Vec<(String, char)> {
    let (squares, _) = line.split_once(' ').unwrap();
    let squares: Vec<char> = squares.chars().collect();
    let rows: Vec<String> = squares
        .chunks(edge)
        .map(|row| row.iter().collect())
        .collect();
    let spaced = |row: &String| row.chars().map(|c| format!("{c} ")).collect::<String>();
    let numbered = |f: &dyn Fn(&String) -> String, ends: bool| -> String {
        let row = |(number, row): (usize, &String)| {
            let end = if ends {
                format!(" {number}")
            } else {
                String::new()
            };
            format!("{number} {}{end}\n", f(row).trim())
        };
        (1..).zip(&rows).map(row).collect()
    };
    let files: String = "abcdefgh"
        .chars()
        .take(edge)
        .flat_map(|c| [c, ' '])
        .collect();
    let run = rows.concat();
    let mut layouts = vec![
        run.clone(),
        rows.join(" "),
        rows.join("\n"),
        rows.join("\r\n"),
        rows.iter().map(|row| spaced(row) + "\n").collect(),
        numbered(&|row| row.clone(), false),
        numbered(&|row| row.clone(), true),
        numbered(&spaced, false),
        numbered(&spaced, true),
        format!("  {files}\n{}", numbered(&spaced, true)),
        format!("  {files}\n{}  {files}\n", numbered(&spaced, false)),
        format!(
            "{}\n{}",
            files.replace(' ', "").to_uppercase(),
            rows.join("\n")
        ),
    ];
    let starred: Vec<String> = layouts
        .iter()
        .map(|text| text.replace('X', "*").replace('O', "o"))
        .collect();
    layouts.extend(starred);
    let mut all: Vec<(String, char)> = layouts.iter().map(|text| (text.clone(), 'X')).collect();
    for (name, side) in [
        ("X", 'X'),
        ("O", 'O'),
        ("*", 'X'),
        ("Black", 'X'),
        ("White", 'O'),
        ("black", 'X'),
        ("WHITE", 'O'),
        ("w", 'O'),
        ("White to move", 'O'),
    ] {
        for text in &layouts {
            let text = text.trim_end();
            if !text.ends_with(['f', 'h']) {
                all.push((format!("{text} {name}"), side));
            }
            all.push((format!("{text}\n{name}\n"), side));
        }
    }
    // The side is attached to the last square.
    for (name, side) in [('X', 'X'), ('o', 'O')] {
        all.push((format!("{run}{name}"), side));
        all.push((format!("{}{name}", rows.join(" ")), side));
        all.push((format!("{}{name}\n", rows.join("\n")), side));
        all.push((format!("[{edge} {} {name}]", rows.join(" ")), side));
        all.push((format!("[{edge}{run}{name}]"), side));
    }
    all
}

#[test]
fn boards_in_all_layouts() {
    let mut read_so_far = 0;
    for (rules, line, edge) in [("", THREE, 8), ("board=6", SMALL, 6)] {
        for (text, side) in layouts(line, edge) {
            // A side in the middle of a line of squares is read as a square.
            let expected = format!("{} {side}", line.split_once(' ').unwrap().0);
            assert_eq!(read(rules, &text), expected, "{text:?}");
            read_so_far += 1;
            if !text.ends_with(']') {
                let moved = format!("{text} moves");
                assert_eq!(read(rules, &moved), expected, "{moved:?}");
            }
        }
    }
    assert!(read_so_far > 850, "{read_so_far}");
}

#[test]
fn lists_of_moves() {
    for text in [
        "ｆ５ｄ６ｃ３",
        "ｆ５　ｄ６　ｃ３",
        "1.f5 2.d6 3.c3",
        "1. f5 2. d6 3. c3",
        "1.f5\n2.d6\n3.c3",
        "1. f5 d6\n2. c3",
        "１．ｆ５　２．ｄ６　３．ｃ３",
        "start moves 1.F5 2.D6 3.C3",
        "1... f5 d6 c3",
        "01.f5 02.d6 03.c3",
    ] {
        assert_eq!(read("", text), THREE, "{text}");
    }
    assert_eq!(read("board=6", "1.b3"), SMALL);
    // Passes may be numbered or not.
    let board = "*O------------------------------------------------------*O------ X moves";
    let end = read("", &format!("{board} c1 -- c8"));
    for moves in [
        "1.c1 2.-- 3.c8",
        "1.c1 2.c8",
        "1.c1 -- 2.c8",
        "1. c1 -- 2. c8",
    ] {
        assert_eq!(read("", &format!("{board} {moves}")), end, "{moves}");
    }
    for (text, message) in [
        ("1.f5 3.d6", "column 6: this is move 3, expected 2"),
        ("2.f5", "column 1: this is move 2, expected 1"),
        (
            "1.f5\n2.d6\n1.c3",
            "line 3, column 1: this is move 1, expected 3",
        ),
        (
            "1. f5 d6 3. c3 4.",
            "column 16: there is no move after this number",
        ),
        ("1. f5 1. d6 1. c3", "column 13: this is move 1, expected 3"),
        (
            "1. f5 2. 2. d6",
            "column 10: there is a second number before a move",
        ),
        (
            "99999999999999999999999.f5",
            "column 1: this is move 99999999999999999999999, expected 1",
        ),
        (
            "f5 d6\nc3",
            "line 2, column 1: a list of moves is one line, and here begins another",
        ),
        (
            "1.f5 2.a1",
            "move 2 (a1): a disc of White on A1 flips nothing; legal are F4 D6 F6",
        ),
    ] {
        assert_eq!(error("", text), message, "{text}");
    }
}

#[test]
fn errors_have_their_place() {
    let squares = &THREE[..64];
    let rows: Vec<&str> = (0..8).map(|row| &squares[8 * row..8 * row + 8]).collect();
    let lines = rows.join("\n");
    for (text, message) in [
        (
            squares[..63].to_string(),
            "column 64: the number of squares is 63, expected 64",
        ),
        (
            format!("{} O", &squares[..63]),
            "column 64: the number of squares is 63, expected 64",
        ),
        // It is ambiguous which of the two letters is the side.
        (
            format!("{squares}O X"),
            "column 66: the number of squares is 65, expected 64",
        ),
        (
            format!("{squares}-"),
            "column 66: the number of squares is 65, expected 64",
        ),
        (
            format!("{squares} Red"),
            "column 66: \"Red\" is not a side to move; expected X or O",
        ),
        (
            rows[..7].join("\n"),
            "line 7, column 9: square A8 is missing; expected X, O, - or +",
        ),
        (
            lines.replacen("--X-----", "--X----", 1),
            "line 3, column 8: square H3 is missing; expected X, O, - or +",
        ),
        (
            format!("{} X", lines[..70].trim_end()),
            "line 8, column 8: row 8 has 7 squares, expected 8",
        ),
        (
            lines.replacen("--X-----", "--X------", 1),
            "line 3, column 9: row 3 has more than 8 squares",
        ),
        (
            lines.replacen("--X-----", "--X- ----", 1),
            "line 3, column 5: row 3 has 4 squares, expected 8",
        ),
        (
            lines.replacen("--X-----", "-- X-----", 1),
            "line 3, column 3: row 3 has 2 squares, expected 8",
        ),
        (
            lines.replacen("--X-----", "2 --X-----", 1),
            "line 3, column 1: expected 3, the number of the row",
        ),
        (
            lines.replacen("--X-----", "--Q-----", 1),
            "line 3, column 3: square C3 is missing; expected X, O, - or +",
        ),
        (
            format!("{lines}\nO\nx"),
            "line 10, column 1: expected \"moves\" before \"x\"",
        ),
        (
            format!("[8 {lines}]"),
            "line 8, column 9: the board has no side to move; expected * or O after its 64 squares",
        ),
        (
            format!("[8 {} *]", rows[..7].join(" ")),
            "column 68: square B8 is missing; expected X, O, - or +",
        ),
        (format!("[8 {squares}"), "column 1: this [ is never closed"),
        (
            format!("[6 {squares} *]"),
            "column 2: the size of the board is \"6\", expected 8",
        ),
        (
            format!("[8 {squares} * *]"),
            "column 71: expected nothing after the side to move",
        ),
    ] {
        assert_eq!(error("", &text), message, "{text}");
    }
    assert_eq!(
        error("board=6", &format!("{squares} X")),
        "column 65: the number of squares is 64, expected 36 (a board of 8x8 squares is played under the rule board=8)"
    );
}

#[test]
fn every_game_has_these_names_of_the_sides() {
    let board = format!("{}OX------XO{}", "-".repeat(27), "-".repeat(27));
    let position = |side: &str| read("", &format!("{board} {side}"));
    for (name, side) in [
        ("先手", "X"),
        ("Sente", "X"),
        ("*", "X"),
        ("後手", "O"),
        ("gote to move", "O"),
    ] {
        assert_eq!(position(name), position(side), "{name}");
    }
}
