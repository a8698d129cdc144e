//! Questions about one side and about both sides of tsume-shogi agree.

use std::fmt::Write;

use serde_json::{Map, Value};

use crate::support::{Run, shomei, shomei_reading};

/// A lone king without attacking pieces.
const ALONE: &str = "4k4/9/9/9/9/9/9/9/9";

#[test]
fn a_side_without_a_king_cannot_lose() {
    for mover in ["b", "w"] {
        let position = format!("{ALONE} {mover} - 1");
        for option in ["--value", "--moves"] {
            let run = shomei(["solve", "shogi", &position, option]);
            assert_eq!(run.code, 0, "{run:?}");
            assert!(
                run.out.contains("no mate: neither side can force mate"),
                "{run:?}"
            );
        }
        let run = shomei(["solve", "shogi", &position, "--attacker", "white"]);
        assert_eq!(run.code, 2, "{run:?}");
        let run = shomei([
            "solve",
            "shogi",
            &position,
            "--attacker",
            "white",
            "--moves",
        ]);
        assert_eq!(run.code, 2, "{run:?}");
        let run = shomei(["solve", "shogi", &position, "--attacker", "black"]);
        assert!(
            run.out.starts_with("no mate: Black cannot mate White"),
            "{run:?}"
        );
    }
    let run = shomei(["solve", "shogi", "9/9/9/9/9/9/9/9/9 b 2r 1", "--value"]);
    assert_eq!(run.code, 2, "{run:?}");
    assert!(run.err.contains("there is no king"), "{run:?}");
}

/// A gold drop threatens mate. Some moves of White prevent it.
#[test]
fn which_defence_holds() {
    let position = "3gk4/9/4P4/9/9/9/9/9/9 w G 1";
    let args = ["solve", "shogi", position, "--moves", "--attacker", "black"];
    let object = shomei(args.into_iter().chain(["--json"])).object();
    assert_eq!(object["answer"], "disproved");
    let moves = object["moves"].as_array().unwrap();
    assert_eq!(moves.len(), 7, "{object:?}");
    assert!(moves.iter().all(|mv| mv.get("value").is_none()));
    let text = shomei(args).out;
    assert!(text.starts_with("move  result "), "{text}");
    assert!(
        text.contains("\nno mate: Black cannot mate White\n"),
        "{text}"
    );
    // The moves that prevent it come first.
    let order: Vec<&str> = moves
        .iter()
        .map(|mv| mv["answer"].as_str().unwrap())
        .collect();
    let held = order
        .iter()
        .take_while(|answer| **answer == "disproved")
        .count();
    assert!(
        held == 5 && order[held..].iter().all(|answer| *answer == "proved"),
        "{order:?}"
    );
    // The best defence decides the position, also by the other commands.
    for mv in moves {
        let next = format!("{position} moves {}", mv["move"].as_str().unwrap());
        let run = shomei(["solve", "shogi", &next, "--attacker", "black", "--json"]);
        assert_eq!(run.object()["answer"], mv["answer"], "{next}");
    }
}

/// Deterministic random numbers.
struct Dice(u64);

impl Dice {
    fn below(&mut self, end: u64) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % end
    }

    fn one_of<'a>(&mut self, of: &[&'a str]) -> &'a str {
        of[self.below(of.len() as u64) as usize]
    }
}

/// A few pieces in a corner, with both kings or one of them. Some positions are illegal.
fn position(dice: &mut Dice) -> String {
    let mut board = vec![vec![None; 9]; 9];
    let mut put = |dice: &mut Dice, piece: &'static str| {
        let (row, column) = (dice.below(4) as usize, 5 + dice.below(4) as usize);
        board[row][column] = Some(piece);
    };
    for _ in 0..2 + dice.below(4) {
        let piece = dice.one_of(&["G", "S", "R", "B", "+P", "+R", "g", "s", "r", "b", "+p"]);
        put(dice, piece);
    }
    match dice.below(8) {
        0 => put(dice, "K"),
        1 | 2 => put(dice, "k"),
        _ => {
            put(dice, "K");
            put(dice, "k");
        }
    }
    let rows: Vec<String> = board.iter().map(|row| row_text(row)).collect();
    let mover = dice.one_of(&["b", "w"]);
    let hand = dice.one_of(&["-", "-", "-", "G", "g", "P"]);
    format!("{} {mover} {hand} 1", rows.join("/"))
}

fn row_text(row: &[Option<&str>]) -> String {
    let (mut text, mut empty) = (String::new(), 0);
    for square in row.iter().chain([&Some("")]) {
        match square {
            None => empty += 1,
            Some(piece) => {
                if empty > 0 {
                    write!(text, "{empty}").unwrap();
                }
                empty = 0;
                text += piece;
            }
        }
    }
    text
}

/// The answer of a line; `None` if the question was refused or not answered.
fn answer<'a>(object: &'a Map<String, Value>, field: &str) -> Option<&'a str> {
    match object.get("error").and_then(Value::as_str) {
        Some(error) => error.contains("has no king").then_some("cannot"),
        None => object[field].as_str().filter(|answer| *answer != "unknown"),
    }
}

#[test]
fn values_moves_and_attackers_agree() {
    let mut dice = Dice(20_261_122);
    let list: String = (0..900).map(|_| position(&mut dice) + "\n").collect();
    let run = |rules: &str, options: &[&str]| -> Run {
        let limits = [
            "--nodes", "2k", "--memory", "1MiB", "--json", "--rules", rules,
        ];
        let args = ["solve", "shogi", "@-"]
            .iter()
            .chain(options)
            .chain(&limits);
        shomei_reading(&list, args.copied())
    };
    for rules in ["tsume", "tsume-mudaai"] {
        let questions: [&[&str]; 6] = [
            &["--attacker", "black"],
            &["--attacker", "white"],
            &["--value"],
            &["--moves"],
            &["--moves", "--attacker", "black"],
            &["--moves", "--attacker", "white"],
        ];
        let objects = questions.map(|options| run(rules, options).objects());
        let (mut compared, mut wins, mut draws, mut kingless) = (0, 0, 0, 0);
        for place in 0..objects[0].len() {
            let at = |question: usize| objects[question].get(place).unwrap();
            let input = at(0)["input"].as_str().unwrap();
            assert!((1..6).all(|question| at(question)["input"] == input));
            let [black, white] = [0, 1].map(|question| answer(at(question), "answer"));
            for (side, moves) in [(black, 4), (white, 5)] {
                let by_moves = answer(at(moves), "answer");
                if let (Some(side), Some(by_moves)) = (side, by_moves) {
                    assert_eq!(side, by_moves, "{rules}: {input}");
                }
            }
            let [value, by_moves] = [2, 3].map(|question| answer(at(question), "value"));
            let (Some(black), Some(white), Some(value), Some(by_moves)) =
                (black, white, value, by_moves)
            else {
                continue;
            };
            let [own, other] = match input.contains(" b ") {
                true => [black, white],
                false => [white, black],
            };
            let expected = match (own, other) {
                ("cannot", "cannot") => "cannot",
                ("proved", _) => "win",
                (_, "proved") => "loss",
                _ => "draw",
            };
            assert_eq!((value, by_moves), (expected, expected), "{rules}: {input}");
            compared += 1;
            wins += u32::from(expected != "draw");
            draws += u32::from(expected == "draw");
            kingless += u32::from(own == "cannot" || other == "cannot");
        }
        assert!(compared >= 300, "{rules}: {compared}");
        assert!(
            wins >= 20 && draws >= 20 && kingless >= 20,
            "{rules}: {wins} {draws} {kingless}"
        );
    }
}
