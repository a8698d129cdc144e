//! Positions from games and test suites with known scores, from the data of the papers: correct
//! answers by every algorithm, accepted certificates, exact scores.

#![allow(clippy::unwrap_used, reason = "tests may stop at the first surprise")]

use shomei_game::{Goal, Notation, Scored, Side};
use shomei_lab::assertions::{by, certify, solve};
use shomei_othello::{Othello, Position, Rules};
use shomei_search::registry::{ALGORITHMS, Settings};
use shomei_search::{Answer, Limits, Silent};

/// A position, and the score of the side to move.
struct ScoredPosition {
    line: String,
    position: Position,
    score: i32,
}

impl ScoredPosition {
    /// Whether the side to move scores at least `least`, as a problem.
    fn at_least(&self, least: i32) -> Othello {
        let mover = self.position.to_move();
        Othello::new(Rules::AtLeast(mover, least), Goal::win(mover))
    }

    fn wins(&self) -> Othello {
        Othello::new(Rules::Standard, Goal::win(self.position.to_move()))
    }

    fn loses(&self) -> Othello {
        Othello::new(
            Rules::Standard,
            Goal::win(self.position.to_move().opponent()),
        )
    }
}

/// The positions of a file of test data.
fn scored_positions(file: &str) -> Vec<ScoredPosition> {
    let text = shomei_testkit::data::text(&format!("othello/{file}"));
    let game = Othello::new(Rules::Standard, Goal::win(Side::First));
    let lines = text.lines().filter(|line| !line.trim().is_empty());
    lines
        .map(|line| {
            let scores = game.known_scores(line).unwrap();
            ScoredPosition {
                line: line.to_string(),
                position: game.parse_position(line).unwrap(),
                score: scores.iter().map(|known| known.score).max().unwrap(),
            }
        })
        .collect()
}

#[expect(clippy::fn_params_excessive_bools, reason = "a switch of a test")]
fn expected(holds: bool) -> Answer {
    if holds {
        Answer::Proved
    } else {
        Answer::Disproved
    }
}

/// Both questions about the value, each with its certificate.
fn signs_are_right_and_certified(file: &str) {
    for known in scored_positions(file) {
        for (game, answer) in [
            (known.wins(), expected(known.score > 0)),
            (known.loses(), expected(known.score < 0)),
        ] {
            let solved = solve(&game, &known.position, &by("df-pn", Limits::default()));
            assert_eq!(solved.report.answer, answer, "{}", known.line);
            certify(&solved, &game, &known.position, &known.line);
        }
    }
}

fn scores_are_right(file: &str) {
    for known in scored_positions(file) {
        for (least, holds) in [(known.score, true), (known.score + 2, false)] {
            if least > 64 {
                continue;
            }
            let game = known.at_least(least);
            let solved = solve(&game, &known.position, &by("df-pn", Limits::default()));
            assert_eq!(
                solved.report.answer,
                expected(holds),
                "{} {least}",
                known.line
            );
        }
    }
}

#[test]
#[ignore = "minutes without optimisation: run in release, with SHOMEI_DATA"]
fn sixteen_to_twenty_empty_squares() {
    scores_are_right("game-positions-16-empties.obf");
    for n in [16, 18, 20] {
        signs_are_right_and_certified(&format!("game-positions-{n}-empties.obf"));
    }
}

#[test]
#[ignore = "minutes without optimisation: run in release, with SHOMEI_DATA"]
fn hard_positions_of_twenty_empty_squares() {
    for known in scored_positions("hard-20.obf") {
        for (game, holds) in [
            (known.wins(), known.score > 0),
            (known.loses(), known.score < 0),
        ] {
            let solved = solve(&game, &known.position, &by("df-pn", Limits::default()));
            assert_eq!(solved.report.answer, expected(holds), "{}", known.line);
        }
    }
}

/// `--algorithm auto` in Othello with and without instructions that only some processors have, with
/// two threads, and with a table of one mebibyte.
#[test]
#[ignore = "minutes without optimisation: run in release, with SHOMEI_DATA"]
fn auto_is_right_however_it_runs() {
    let ways: [(&str, usize, &str); 4] = [
        ("on", 64 << 20, "1"),
        ("off", 64 << 20, "1"),
        ("on", 64 << 20, "2"),
        ("on", 1 << 20, "1"),
    ];
    for file in SETS {
        for known in scored_positions(file) {
            // FFO 40 to 49 are the first ten of this file; the others take hours.
            if file.starts_with("fforum") && known.position.empties() > 26 {
                continue;
            }
            for (game, holds) in [
                (known.wins(), known.score > 0),
                (known.loses(), known.score < 0),
            ] {
                for (simd, memory, threads) in ways {
                    let hints = format!("split=auto,h=costs,simd={simd}");
                    let game = game.with_hints(&hints).unwrap();
                    let game = game.for_root(&known.position, None).unwrap();
                    let mut settings = Settings::default();
                    settings.set("init", "eval");
                    settings.set("threads", threads);
                    let mut search =
                        shomei_parallel::open("df-pn", &game, &settings, memory).unwrap();
                    let report = search.search(&known.position, &Limits::default(), &mut Silent);
                    let way = format!("simd {simd}, {memory} bytes, {threads} threads");
                    assert_eq!(report.answer, expected(holds), "{}: {way}", known.line);
                }
            }
        }
    }
}

/// Every file of test data, the hardest last.
const SETS: [&str; 9] = [
    "fforum-1-19.obf",
    "fforum-20-39.obf",
    "game-positions-12-empties.obf",
    "game-positions-14-empties.obf",
    "game-positions-16-empties.obf",
    "game-positions-18-empties.obf",
    "game-positions-20-empties.obf",
    "hard-20.obf",
    "fforum-40-59.obf",
];

mod data {
    use super::*;

    #[test]
    #[ignore = "needs the data of the papers: SHOMEI_DATA"]
    fn every_algorithm_solves_twelve_empty_squares() {
        for known in scored_positions("game-positions-12-empties.obf") {
            for info in ALGORITHMS {
                // Also solves the last squares by the search itself.
                let hints = if info.name == "df-pn" {
                    "leaf=0"
                } else {
                    "leaf=6"
                };
                let game = known.wins().with_hints(hints).unwrap();
                let solved = solve(&game, &known.position, &by(info.name, Limits::default()));
                let answer = expected(known.score > 0);
                assert_eq!(
                    solved.report.answer, answer,
                    "{}: {}",
                    info.name, known.line
                );
            }
        }
    }

    #[test]
    #[ignore = "needs the data of the papers: SHOMEI_DATA"]
    fn twelve_and_fourteen_empty_squares() {
        for n in [12, 14] {
            let file = format!("game-positions-{n}-empties.obf");
            signs_are_right_and_certified(&file);
            scores_are_right(&file);
        }
    }
}
