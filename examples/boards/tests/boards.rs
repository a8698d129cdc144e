//! The games of `examples/boards` have the right rules, and the certificates in `results/boards`
//! are valid and match the table there.

#![allow(clippy::unwrap_used, reason = "tests may stop at the first surprise")]

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};
use shomei::{CheckLimits, Kinds, Verdict};
use shomei_game::{Game, Goal, Init, Kind, Notation, Role, Side, Status, Texts, perft};
use shomei_testkit::conformance::{self, Sample};
use shomei_uttt::{Position, Uttt, WonBoards};

use shomei_boards::{Breakthrough, ConnectFour, FiveInARow, Hex, Tips, Tuned, UtttWithin};

/// Larger certificates are not in the repository; the documents give the command that makes them.
const MOST_BYTES: usize = 5_000_000;

/// A test without optimization takes minutes for larger files of games that end by bridges.
const MOST_BYTES_WITH_BRIDGES: usize = 10_000;

fn game<T: Tips>(rules: &str) -> Tuned<T> {
    Tuned::new(T::open(rules).unwrap(), Goal::win(Side::First))
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../results/boards")
}

/// The rows of the table: file, game, rules, attacker, position, claim, bytes and digest.
fn rows() -> Vec<[String; 8]> {
    let text = fs::read_to_string(folder().join("README.md")).unwrap();
    let lines = text.lines().filter(|line| line.starts_with("| `"));
    let fields = |line: &str| -> Vec<String> {
        let fields = line.trim_matches('|').split('|');
        fields
            .map(|field| field.trim().trim_matches('`').to_string())
            .collect()
    };
    lines
        .map(|line| fields(line).try_into().unwrap_or_else(|_| panic!("{line}")))
        .collect()
}

#[test]
fn every_certificate_is_in_the_table_and_accepted() {
    let names = |name: &String| name.ends_with(".proof");
    let files: BTreeSet<String> = fs::read_dir(folder())
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .filter(names)
        .collect();
    let rows = rows();
    let listed: BTreeSet<String> = rows.iter().map(|row| row[0].clone()).collect();
    assert!(rows.len() >= 3);
    assert_eq!(listed, files);
    let kinds = Kinds::of(shomei_boards::kinds()).unwrap();
    for [file, name, rules, attacker, position, claim, bytes, sha256] in rows {
        let data = fs::read(folder().join(&file)).unwrap();
        assert!(data.len() <= MOST_BYTES, "{file}: {} bytes", data.len());
        assert_eq!(data.len().to_string(), bytes, "{file}");
        let digest = Sha256::digest(&data);
        let digest: String = digest.iter().map(|byte| format!("{byte:02x}")).collect();
        assert_eq!(digest, sha256, "{file}");
        if rules.ends_with(",bridges") && data.len() > MOST_BYTES_WITH_BRIDGES {
            continue;
        }
        let header = match kinds.check(&data[..], &CheckLimits::default()).unwrap() {
            Verdict::Accepted(checked) => checked.header,
            rejected => panic!("{file}: {rejected:?}"),
        };
        let game = kinds.open(&name, &rules).unwrap();
        let root = game.position(&position).unwrap().text();
        assert_eq!(
            [header.game, header.rules, header.attacker, header.root],
            [name, rules, attacker, root],
            "{file}"
        );
        assert_eq!(
            format!("{:?}", header.claim).to_lowercase(),
            claim,
            "{file}"
        );
    }
}

/// The numbers come from an independent Python program, which stores columns and cells as lists.
/// Games that end earlier are not counted.
#[test]
fn move_paths() {
    for (rules, paths) in [
        ("5x4", [5, 25, 125, 625, 3_120, 15_500, 76_300]),
        ("4x5", [4, 16, 64, 256, 1_024, 4_092, 16_296]),
    ] {
        let game = game::<ConnectFour>(rules);
        for (depth, paths) in (1..).zip(paths) {
            assert_eq!(
                perft(&game, &game.start(), depth),
                paths,
                "{rules}, {depth}"
            );
        }
    }
    for (rules, paths) in [
        ("5x5", &[13, 156, 1_924, 23_084][..]),
        ("6x5", &[16, 240, 3_666]),
        // Some games end earlier.
        ("3x4", &[4, 20, 112, 500, 2_422, 9_526, 40_172]),
        ("2x4", &[2, 6, 20, 50, 128, 220, 398, 578]),
    ] {
        let game = game::<Breakthrough>(rules);
        for (depth, &paths) in (1..).zip(paths) {
            assert_eq!(
                perft(&game, &game.start(), depth),
                paths,
                "{rules}, {depth}"
            );
        }
    }
    // With these rules some games end before the given depth.
    for (rules, depth, paths) in [("5x4", 8, 363_308), ("4x5", 8, 63_420)] {
        let game = game::<ConnectFour>(rules);
        assert_eq!(perft(&game, &game.start(), depth), paths, "{rules}");
    }
    for (rules, depth, paths) in [
        ("2x2", 4, 12),
        ("3x3", 5, 15_120),
        ("3x3", 6, 54_720),
        ("3x3", 7, 146_880),
        ("3x3", 8, 207_360),
        ("4x4", 4, 43_680),
    ] {
        let game = game::<Hex>(rules);
        assert_eq!(
            perft(&game, &game.start(), depth),
            paths,
            "{rules}, {depth}"
        );
    }
}

#[test]
fn rules_conform() {
    let sample = Sample {
        lines: 20,
        ..Sample::default()
    };
    for rules in ["4x4", "5x4", "7x6", "5x4,plies=13"] {
        let found = conformance::check(&game::<ConnectFour>(rules), &sample);
        found.unwrap_or_else(|breach| panic!("{rules}: {breach}"));
    }
    for rules in ["3x4", "5x5", "6x5", "4x4,races"] {
        let found = conformance::check(&game::<Breakthrough>(rules), &sample);
        found.unwrap_or_else(|breach| panic!("{rules}: {breach}"));
    }
    for rules in ["5x5", "6x6,pairs"] {
        let found = conformance::check(&game::<FiveInARow>(rules), &sample);
        found.unwrap_or_else(|breach| panic!("{rules}: {breach}"));
    }
    for rules in ["3x3", "4x4", "5x5", "5x5,bridges"] {
        let found = conformance::check(&game::<Hex>(rules), &sample);
        found.unwrap_or_else(|breach| panic!("{rules}: {breach}"));
    }
    for rules in ["17", "23", "81"] {
        let found = conformance::check(&game::<UtttWithin>(rules), &sample);
        found.unwrap_or_else(|breach| panic!("{rules}: {breach}"));
    }
}

/// The values are those of BitBully, a solver of Connect Four by others. The second position is the
/// mirror image of the first.
#[test]
fn alpha_beta_finds_the_winner_with_35_moves_to_come() {
    let game = game::<ConnectFour>("7x6").with_hints("known=42").unwrap();
    for (last, wins) in [("c", true), ("e", true), ("b", false)] {
        let mut position = game.start();
        for text in ["d", "d", "d", "d", "d", "d", last] {
            let mv = game.parse_move(&position, text).unwrap();
            position = game.play(&position, mv);
        }
        let numbers = game.estimate(&position, Init::Eval);
        let hopeless = [numbers.proof, numbers.disproof].map(|number| number >= 1 << 24);
        assert_eq!(hopeless, [!wins, wins], "{last}: {numbers:?}");
    }
}

/// Near the end of a game the kit compares the leaf solver with the value of every position.
#[test]
fn alpha_beta_finds_the_winner() {
    for (rules, hints) in [
        ("4x4", "leaf=12,known=16"),
        ("5x4", "leaf=10,known=20,upper=20"),
        ("4x4,plies=11", "leaf=11,known=11,table=16,nodes=1"),
        ("5x4,plies=18", "leaf=10,known=18"),
    ] {
        for attacker in Side::BOTH {
            let rules = ConnectFour::open(rules).unwrap();
            let game = Tuned::new(rules, Goal::win(attacker))
                .with_hints(hints)
                .unwrap();
            let mut position = game.start();
            let mut dice = shomei_game::Key::of(attacker.index() as u64);
            let mut roots = Vec::new();
            while game.status(&position) == Status::Open {
                let mut moves = Vec::new();
                game.moves(&position, &mut moves);
                dice = shomei_game::Key::of(dice.0);
                position = game.play(&position, moves[dice.0 as usize % moves.len()]);
                roots.push(position);
            }
            roots.drain(..roots.len() - 6);
            let found = conformance::check_from(&game, &roots, &Sample::default());
            found.unwrap_or_else(|breach| panic!("{hints}: {breach}"));
        }
    }
}

/// Whether the attacker wins, by the rules alone.
fn is_won<G: Game>(game: &G, position: &G::Position) -> bool {
    match game.status(position) {
        Status::Won => true,
        Status::Failed => false,
        Status::Open => {
            let mut moves = Vec::new();
            game.moves(position, &mut moves);
            let mut children = moves.into_iter().map(|mv| game.play(position, mv));
            match game.role(position) {
                Role::Attacker => children.any(|child| is_won(game, &child)),
                Role::Defender => children.all(|child| is_won(game, &child)),
            }
        }
    }
}

/// With all squares as a leaf, the leaf solver answers the whole game. 4x4 is a draw.
#[test]
fn alpha_beta_agrees_with_the_rules() {
    use shomei_game::{Series, Visit};
    for attacker in Side::BOTH {
        let rules = ConnectFour::open("4x4").unwrap();
        let rules = rules.with_hints("leaf=16").unwrap();
        let game = Tuned::new(
            rules.for_series(&Series::begin()).unwrap(),
            Goal::win(attacker),
        );
        let start = game.start();
        let status = game.solve_leaf(&start, Visit::Made, &mut 0);
        assert_eq!(status, Status::Failed, "{attacker:?}");
        let mut compared = 0;
        for seed in 0..300_u64 {
            let mut position = start;
            let mut dice = shomei_game::Key::of(seed);
            for _ in 0..6 + seed % 8 {
                if game.status(&position) != Status::Open {
                    break;
                }
                let mut moves = Vec::new();
                game.moves(&position, &mut moves);
                dice = shomei_game::Key::of(dice.0);
                position = game.play(&position, moves[dice.0 as usize % moves.len()]);
            }
            if game.status(&position) == Status::Open {
                let is_won = is_won(&game, &position);
                let found = game.solve_leaf(&position, Visit::Made, &mut 0);
                assert_eq!(found == Status::Won, is_won, "{position:?}");
                assert_ne!(found, Status::Open);
                compared += 1;
            }
        }
        assert!(compared > 200, "{compared}");
    }
}

#[test]
fn texts_that_are_not_a_board_are_refused() {
    let error = |rules: &str, text: &str| {
        let game = game::<ConnectFour>(rules);
        game.parse_position(text).unwrap_err().to_string()
    };
    let falls = error("4x4", "..../x.../..../....");
    assert!(falls.contains("there is no stone below a stone"), "{falls}");
    let rows = error("4x4", "..../....");
    assert!(rows.contains("expected rows from the top"), "{rows}");
    let turn = error("4x4", "..../..../..../oo..");
    assert!(turn.contains("x has as many stones as o"), "{turn}");
    for rules in ["3x4", "9x9", "4", "axb"] {
        assert!(ConnectFour::open(rules).is_err(), "{rules}");
    }
    for rules in ["4x4", "9x9", "7x6", "7x7,bridges"] {
        assert!(FiveInARow::open(rules).is_err(), "{rules}");
    }
    for rules in ["1x1", "8x8", "3x4", "4x4,pairs"] {
        assert!(Hex::open(rules).is_err(), "{rules}");
    }
    for hints in ["leaf=17", "leaf", "known=x", "growth=1"] {
        assert!(
            game::<ConnectFour>("4x4").with_hints(hints).is_err(),
            "{hints}"
        );
    }
    for rules in ["0", "82", "019", "x"] {
        assert!(UtttWithin::open(rules).is_err(), "{rules}");
    }
    assert!(game::<UtttWithin>("19").with_hints("symmetry").is_err());
    for rules in ["1x4", "5x3", "9x5", "5", "5x5,race"] {
        assert!(Breakthrough::open(rules).is_err(), "{rules}");
    }
    let error = |text: &str| {
        let game = game::<Breakthrough>("2x4");
        game.parse_position(text).unwrap_err().to_string()
    };
    assert!(error("oo/../../xx").contains("expected x or o, who moves"));
    assert!(error("xo/../../.x x").contains("the game was over"));
    let hex = game::<Hex>("3x3").parse_position(".../.../..");
    let hex = hex.unwrap_err().to_string();
    assert!(hex.contains("a row has another number of squares"), "{hex}");
}

/// In Hex exactly one side joins its edges.
#[test]
fn hex_is_never_drawn() {
    use shomei_game::Rules;
    let hex = Hex::open("4x4").unwrap();
    for seed in 0..200_u64 {
        let mut stones = hex.start();
        let mut dice = shomei_game::Key::of(seed);
        while hex.outcome(&stones).is_none() {
            let mut moves = Vec::new();
            hex.moves(&stones, &mut moves);
            assert!(!moves.is_empty(), "{stones:?}");
            dice = shomei_game::Key::of(dice.0);
            stones = hex.play(&stones, moves[dice.0 as usize % moves.len()]);
        }
    }
}

/// A winner by bridges is the winner of the game: the positions of 3,000 random games each on 3x3,
/// and on 4x4 with at most ten free cells.
#[test]
fn bridges_end_won_games() {
    use shomei_game::Rules;
    for (rules, most) in [("3x3", 9), ("4x4", 10)] {
        let plain = Hex::open(rules).unwrap();
        let bridges = Hex::open(&format!("{rules},bridges")).unwrap();
        let cells = rules[..1].parse::<u32>().unwrap().pow(2);
        let mut values = std::collections::HashMap::new();
        let mut ended = 0;
        for seed in 0..3_000_u64 {
            let mut stones = plain.start();
            let mut dice = shomei_game::Key::of(seed);
            while plain.outcome(&stones).is_none() {
                let left = cells - stones[0].count_ones() - stones[1].count_ones();
                let winner = bridges.outcome(&stones);
                if left <= most && winner.is_some() {
                    let value = value(&plain, &stones, &mut values);
                    assert_eq!(winner, Some(value), "{}", plain.format_position(&stones));
                    ended += 1;
                }
                let mut moves = Vec::new();
                plain.moves(&stones, &mut moves);
                dice = shomei_game::Key::of(dice.0);
                stones = plain.play(&stones, moves[dice.0 as usize % moves.len()]);
            }
            assert_eq!(bridges.outcome(&stones), plain.outcome(&stones));
        }
        assert!(ended > 1_000, "{ended}");
    }
}

/// If pairs end the game, the first side does not make a line: the positions of 3,000 random games
/// on 5x5 with at most eleven free squares.
#[test]
fn pairs_end_lost_games() {
    use shomei_game::{Outcome, Rules};
    let plain = FiveInARow::open("5x5").unwrap();
    let pairs = FiveInARow::open("5x5,pairs").unwrap();
    let mut values = std::collections::HashMap::new();
    let (mut ended, mut open) = (0, 0);
    for seed in 0..3_000_u64 {
        let mut stones = plain.start();
        let mut dice = shomei_game::Key::of(seed);
        while plain.outcome(&stones).is_none() {
            let left = 25 - stones[0].count_ones() - stones[1].count_ones();
            match pairs.outcome(&stones) {
                None => open += 1,
                Some(winner) if left <= 11 => {
                    assert_eq!(winner, Outcome::Win(Side::Second));
                    assert_eq!(winner, value(&plain, &stones, &mut values), "{stones:?}");
                    ended += 1;
                }
                Some(_) => {}
            }
            let mut moves = Vec::new();
            plain.moves(&stones, &mut moves);
            dice = shomei_game::Key::of(dice.0);
            stones = plain.play(&stones, moves[dice.0 as usize % moves.len()]);
        }
    }
    assert!(ended > 1_000 && open > 100, "{ended}, {open}");
}

/// If a race ends the game, its winner is the winner of the game: the positions of 2,000 random games
/// on each board. And races are found where a pawn has a free path and enough time.
#[test]
fn races_end_won_games() {
    use shomei_game::{Outcome, Rules};
    for rules in ["2x6", "3x4", "3x5", "4x4"] {
        let plain = Breakthrough::open(rules).unwrap();
        let races = Breakthrough::open(&format!("{rules},races")).unwrap();
        let mut values = std::collections::HashMap::new();
        let (mut ended, mut open) = ([0; 2], 0);
        for seed in 0..2_000_u64 {
            let mut pawns = plain.start();
            let mut dice = shomei_game::Key::of(seed);
            while plain.outcome(&pawns).is_none() {
                match races.outcome(&pawns) {
                    None => open += 1,
                    Some(winner) => {
                        let text = plain.format_position(&pawns);
                        assert_eq!(winner, value(&plain, &pawns, &mut values), "{text}");
                        ended[usize::from(winner == Outcome::Win(plain.to_move(&pawns)))] += 1;
                    }
                }
                let mut moves = Vec::new();
                plain.moves(&pawns, &mut moves);
                dice = shomei_game::Key::of(dice.0);
                pawns = plain.play(&pawns, moves[dice.0 as usize % moves.len()]);
            }
            assert_eq!(races.outcome(&pawns), plain.outcome(&pawns));
        }
        assert!(
            ended.iter().all(|ended| *ended > 200) && open > 1_000,
            "{rules}: {ended:?}, {open}"
        );
    }
    let races = Breakthrough::open("5x6,races").unwrap();
    for (text, winner) in [
        // Four steps each: the side to move is first.
        ("...../o..../...../...../....x/..... x", Some(Side::First)),
        ("...../o..../...../...../....x/..... o", Some(Side::Second)),
        // The pawn on c6 covers b5 and d5, and later c5; the runner goes by e5.
        ("..o../....o/...../...../....x/..... x", None),
        ("..o../o..../....x/...../...../..... x", Some(Side::First)),
        ("..o../o..../...x./...../...../..... x", Some(Side::First)),
        ("..o../o..../..x../...../...../..... o", None),
        // One step each.
        ("...../x..../...../...../o..../..... o", Some(Side::Second)),
    ] {
        let pawns = races.parse_position(text).unwrap();
        assert_eq!(races.outcome(&pawns), winner.map(Outcome::Win), "{text}");
    }
}

/// Whether X wins within some plies, by the usual rules alone.
fn wins_within(usual: &Uttt, position: &Position, plies: u32) -> bool {
    if let Some(outcome) = position.outcome() {
        return outcome == shomei_game::Outcome::Win(Side::First);
    }
    let mut moves = Vec::new();
    usual.moves(position, &mut moves);
    let mut wins = moves
        .iter()
        .map(|mv| plies > 0 && wins_within(usual, &position.play(*mv), plies - 1));
    match position.to_move() {
        Side::First => wins.any(|wins| wins),
        Side::Second => wins.all(|wins| wins),
    }
}

/// X wins in time exactly if it wins within the plies that are left: the last positions of random
/// games with one to five plies to come. The answer of the leaf solver is the same.
#[test]
fn x_wins_in_time_or_not() {
    use shomei_game::{Key, Outcome, Rules, Visit};
    let usual = <Uttt as Kind>::open("open", Goal::win(Side::First)).unwrap();
    let (mut won, mut lost, mut leaves) = (0, 0, 0);
    for seed in 0..300_u64 {
        let mut dice = Key::of(seed);
        let mut position = Position::start(WonBoards::Open);
        let mut line = Vec::new();
        while position.outcome().is_none() {
            line.push(position);
            let mut moves = Vec::new();
            usual.moves(&position, &mut moves);
            dice = Key::of(dice.0);
            position = position.play(moves[dice.0 as usize % moves.len()]);
        }
        for (played, position) in line.iter().enumerate().rev().take(5) {
            for left in 1..=5 {
                let Ok(rules) = UtttWithin::open(&(played + left).to_string()) else {
                    continue;
                };
                let is_won = wins_within(&usual, position, left as u32);
                let mut values = std::collections::HashMap::new();
                let found = value(&rules, position, &mut values) == Outcome::Win(Side::First);
                assert_eq!(found, is_won, "{left}: {}", rules.format_position(position));
                let leaf = match rules.outcome(position) {
                    None => rules.solve_leaf(Side::First, position, Visit::Made, &mut 0),
                    Some(_) => None,
                };
                assert_eq!(leaf.unwrap_or(is_won), is_won, "{left}: {position:?}");
                leaves += usize::from(leaf.is_some());
                won += usize::from(is_won);
                lost += usize::from(!is_won);
            }
        }
    }
    assert!(
        won > 200 && lost > 1_000 && leaves > 100,
        "{won}, {lost}, {leaves}"
    );
}

/// With the hint the eight images of a position have one key, and otherwise each has its own. The
/// ninth line leads to another position.
#[test]
fn images_have_one_key() {
    let exact = game::<UtttWithin>("19");
    let symmetric = exact.with_hints("symmetric").unwrap();
    let lines = [
        "ac ca", "ca ac", "ag ga", "ga ag", "ci ic", "ic ci", "gi ig", "ig gi", "ai ia",
    ];
    let keys = |game: &Tuned<UtttWithin>| -> BTreeSet<_> {
        let position = |line| game.parse_position(line).unwrap();
        lines.iter().map(|line| game.key(&position(line))).collect()
    };
    assert_eq!(keys(&exact).len(), lines.len());
    assert_eq!(keys(&symmetric).len(), 2);
}

/// The outcome of a game without draws, by the rules alone.
fn value<R: Texts<Position: Eq + std::hash::Hash>>(
    game: &R,
    stones: &R::Position,
    values: &mut std::collections::HashMap<R::Position, shomei_game::Outcome>,
) -> shomei_game::Outcome {
    if let Some(outcome) = game.outcome(stones).or_else(|| values.get(stones).copied()) {
        return outcome;
    }
    let mut moves = Vec::new();
    game.moves(stones, &mut moves);
    let mover = shomei_game::Outcome::Win(game.to_move(stones));
    let other = shomei_game::Outcome::Win(game.to_move(stones).opponent());
    let wins = moves
        .into_iter()
        .any(|mv| value(game, &game.play(stones, mv), values) == mover);
    let found = if wins { mover } else { other };
    values.insert(stones.clone(), found);
    found
}
