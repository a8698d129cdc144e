//! Positions that another program has solved, from the data of the papers.

use shomei_game::{Game, Goal, Notation, Side, Status};
use shomei_lab::assertions::{by, certify, solve};
use shomei_search::{Answer, Limits};
use shomei_testkit::data::text;
use shomei_uttt::{Position, Rules, Uttt};

fn game(attacker: Side) -> Uttt {
    Uttt::new(Rules::default(), Goal::win(attacker))
}

fn read(text: &str) -> Position {
    let game = game(Side::First);
    let position = game
        .parse_position(text)
        .unwrap_or_else(|e| panic!("{text}: {e}"));
    assert_eq!(game.format_position(&position), text);
    position
}

#[test]
#[ignore = "needs the data of the papers: SHOMEI_DATA"]
fn results_are_those_stated() {
    let text = text("uttt/positions.tsv");
    let mut found = 0;
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let fields: Vec<&str> = line.split('\t').collect();
        let [id, result, _, _, position] = fields[..] else {
            panic!("five fields: {line}");
        };
        let position = read(position);
        let game = game(position.to_move());
        let solved = solve(&game, &position, &by("df-pn", Limits::nodes(20_000_000)));
        let expected = match result {
            "win" => Answer::Proved,
            "not-win" => Answer::Disproved,
            _ => panic!("a result: {line}"),
        };
        assert_eq!(solved.report.answer, expected, "{id}");
        certify(&solved, &game, &position, id);
        found += 1;
    }
    assert_eq!(found, 6);
}

/// The last positions of random games: three algorithms, one answer. The first positions would take
/// too long for a test.
#[test]
#[ignore = "needs the data of the papers: SHOMEI_DATA"]
fn algorithms_agree_on_the_ends_of_games() {
    let (mut compared, mut answered) = (0, 0);
    for name in ["random1", "random2", "random3"] {
        let text = text(&format!("uttt/{name}-positions.txt"));
        let positions: Vec<Position> = text.lines().map(read).collect();
        for position in positions.iter().rev().take(20) {
            for game in Side::BOTH.map(game) {
                if game.is_over(position) {
                    continue;
                }
                let line = game.format_position(position);
                let df_pn = solve(&game, position, &by("df-pn", Limits::nodes(200_000)));
                let answer = df_pn.report.answer;
                if answer == Answer::Unknown {
                    continue;
                }
                answered += 1;
                if game.status(position) == Status::Failed {
                    assert_eq!(answer, Answer::Disproved, "{line}");
                }
                for other in ["pn", "alpha-beta"] {
                    let other = solve(&game, position, &by(other, Limits::nodes(200_000)));
                    if other.report.answer == Answer::Unknown {
                        continue;
                    }
                    assert_eq!(other.report.answer, answer, "{line}");
                    compared += 1;
                }
                certify(&df_pn, &game, position, &line);
            }
        }
    }
    assert!(answered >= 80 && compared >= 120, "{answered}, {compared}");
}
