//! The variations of problems, as records contain them: every other defence with a shortest mate
//! against it, and other solutions.

use shomei::composers::{CompositionQuery, OtherSolutionsQuery, Others, search_problem};
use shomei::solving::ShortestOutputs;
use shomei::{SearchConfig, Task};
use shomei_compose::{Deviation, Reason};
use shomei_game::{Game, Notation, Role, Status};
use shomei_search::Silent;
use shomei_search::registry::{self, Settings};
use shomei_shogi::{Position, Shogi};
use shomei_testkit::corpus::load;

use crate::brute::{mates, moves};

/// The line of a problem and its other solutions and variations.
fn solve(game: &Shogi, root: &Position, least: u16) -> (Vec<String>, Others) {
    let algorithm = registry::find("df-pn").unwrap();
    let task = Task::from(SearchConfig {
        memory: 4 << 20,
        ..SearchConfig::new(algorithm, Settings::default())
    });
    let query = CompositionQuery {
        others: Some(OtherSolutionsQuery {
            nodes: 20_000,
            variations: Some(least),
            ..OtherSolutionsQuery::default()
        }),
        ..CompositionQuery::default()
    };
    let found = search_problem(
        game,
        root,
        &task,
        &query,
        &mut Silent,
        ShortestOutputs::default(),
    );
    let (solution, composition) = found.unwrap();
    let others = composition.others.and_then(|all| all.others);
    (solution.line.moves, others.unwrap())
}

/// The position after some moves, each of which must be legal.
fn follow(game: &Shogi, from: &Position, texts: &[String]) -> Position {
    let mut position = *from;
    for text in texts {
        let mv = game.parse_move(&position, text).unwrap();
        assert!(moves(game, &position).contains(&mv), "{text}");
        position = position.play(mv);
    }
    position
}

#[test]
fn every_defence_is_followed_by_a_shortest_mate() {
    let mut compared = 0;
    for name in ["unique", "last-move", "yozume", "surplus", "interpositions"] {
        for case in load::<Shogi>(&format!("shogi/{name}.txt")).unwrap() {
            if case.fact("length").is_none_or(|length| length == "7") {
                continue;
            }
            let (game, root) = case.open::<Shogi>().unwrap();
            let (line, others) = solve(&game, &root, 0);
            let solutions = others.found.others.len();
            let mut defences = 0;
            for variation in &others.variations {
                let at = follow(&game, &root, &line[..variation.ply]);
                let end = follow(&game, &at, &variation.line);
                assert_eq!(game.status(&end), Status::Won, "{}", case.name);
                let plies = variation.length.exact().unwrap();
                assert_eq!(usize::from(plies), variation.line.len());
                let is_defence = variation.kind == Reason::Defence;
                assert_eq!(game.role(&at) == Role::Defender, is_defence);
                if is_defence {
                    let child = follow(&game, &at, &variation.line[..1]);
                    assert!(mates(&game, &child, plies - 1), "{}", case.name);
                    assert!(
                        plies < 3 || !mates(&game, &child, plies - 3),
                        "{}",
                        case.name
                    );
                    assert!(variation.ply + usize::from(plies) <= line.len());
                    defences += 1;
                }
            }
            assert_eq!(others.variations.len(), solutions + defences);
            compared += defences;
            // Only the long ones: no mate at once.
            let (_, long) = solve(&game, &root, 4);
            let short =
                |v: &&Deviation<String, Reason>| v.kind == Reason::Defence && v.length.least < 4;
            let dropped = others.variations.iter().filter(short).count();
            assert_eq!(long.variations.len() + dropped, others.variations.len());
        }
    }
    assert!(compared > 50, "{compared}");
}
