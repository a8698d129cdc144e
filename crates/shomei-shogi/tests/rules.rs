//! Cases that random play seldom reaches, and the contracts of `shomei-game` under the rules of
//! mating problems.

#![allow(clippy::unwrap_used, reason = "tests may stop at the first surprise")]

use std::collections::HashSet;

use shomei_game::{
    Children, Estimate, Evaluation, Game, Goal, Init, LeafPolicy, ListedChild, Notation, Role,
    Side, Status,
};
use shomei_shogi::{Move, Position, Rules, Shogi};
use shomei_testkit::corpus;
use shomei_testkit::random::Dice;

fn tsume(attacker: Side) -> Shogi {
    Shogi::new(Rules::Tsume, Goal::win(attacker))
}

fn black() -> Shogi {
    tsume(Side::First)
}

fn moves_of(game: &Shogi, position: &Position) -> Vec<Move> {
    let mut moves = Vec::new();
    game.moves(position, &mut moves);
    moves
}

/// The checks of Black, as texts in alphabetical order.
fn checks(sfen: &str) -> Vec<String> {
    texts(&black(), sfen)
}

fn texts(game: &Shogi, sfen: &str) -> Vec<String> {
    let position = game.parse_position(sfen).unwrap();
    let moves = moves_of(game, &position);
    let mut texts: Vec<String> = moves.iter().map(ToString::to_string).collect();
    texts.sort();
    texts
}

#[test]
fn promotion_is_a_choice_but_for_dead_pieces() {
    // A pawn to the second rank may stay unpromoted, a pawn to the last rank may not.
    assert_eq!(checks("9/9/4k4/3P5/9/9/9/9/9 b -"), ["6d6c+"]);
    assert_eq!(checks("4k4/9/4P4/9/9/9/9/9/9 b -"), ["5c5b", "5c5b+"]);
    assert_eq!(checks("3k5/4P4/9/9/9/9/9/9/9 b -"), ["5b5a+"]);
    assert_eq!(checks("4k4/9/4n4/4L4/9/9/9/9/9 b -"), ["5d5c"]);
    assert_eq!(checks("4k4/4n4/9/4L4/9/9/9/9/9 b -"), ["5d5b", "5d5b+"]);
    // A knight on the last two ranks promotes.
    assert_eq!(checks("4k4/9/9/3N5/9/9/9/9/9 b -"), ["6d5b+"]);
    // A bishop may stay unpromoted.
    assert_eq!(checks("4k4/9/9/9/9/9/9/7B1/9 b -"), ["2h7c", "2h7c+"]);
}

#[test]
fn two_pawns_on_a_file_and_dead_drops() {
    assert_eq!(checks("9/4k4/9/9/9/9/9/9/9 b P"), ["P*5c"]);
    assert_eq!(checks("9/4k4/9/9/9/4P4/9/9/9 b P"), [""; 0]);
    assert_eq!(checks("9/4k4/9/9/9/4+P4/9/9/9 b P"), ["P*5c"]);
    // Black's pieces cannot check from above; White's lance can, since White plays downwards.
    assert_eq!(checks("9/9/9/9/9/9/9/9/4k4 b LN"), [""; 0]);
    assert_eq!(
        texts(&tsume(Side::Second), "9/4K4/9/9/9/9/9/9/9 w l"),
        ["L*5a"]
    );
}

#[test]
fn a_dropped_pawn_may_check_but_not_mate() {
    // The drop is the only possible move, and it would mate.
    let mates = "7gk/7gP/9/9/9/9/9/9/9 b P";
    assert!(black().parse_position(mates).is_err()); // the pawn on 1b checks already
    let corner = "7nk/9/7G1/9/9/9/9/9/9 b P";
    let list = checks(corner);
    assert!(!list.contains(&"P*1b".to_string()), "{list:?}");
    // With a square for the king, or a piece that captures the pawn, it is legal.
    assert!(checks("8k/9/6G2/9/9/9/9/9/9 b P").contains(&"P*1b".into()));
    assert!(checks("6bnk/9/9/8N/9/9/9/9/9 b P").contains(&"P*1b".into()));
    assert!(checks("7nk/6r2/7G1/9/9/9/9/9/9 b P").contains(&"P*1b".into()));
    // The capturing piece is pinned by a bishop, so the pawn would mate.
    let pinned = checks("7nk/7g1/7G1/5S3/4B4/9/9/9/9 b P");
    assert!(
        pinned.contains(&"P*1b".into()),
        "the bishop's way is blocked: {pinned:?}"
    );
    let pinned = checks("7nk/7g1/7G1/9/4B4/9/9/9/9 b P");
    assert!(!pinned.contains(&"P*1b".into()), "{pinned:?}");
    // A pawn move may mate.
    let game = black();
    let position = game.parse_position("7nk/9/7GP/9/9/9/9/9/9 b -").unwrap();
    let mv = game.parse_move(&position, "1c1b+").unwrap();
    assert_eq!(game.status(&position.play(mv)), Status::Won);
}

#[test]
fn the_defender_may_not_mate_with_a_pawn_either() {
    // White is in check by a bishop that is pinned and so cannot capture the pawn.
    let evasions = texts(&black(), "3l5/9/9/9/9/2k6/4g4/9/4KB2r w p");
    assert!(evasions.contains(&"P*6g".into()), "{evasions:?}");
    assert!(!evasions.contains(&"P*5h".into()), "{evasions:?}");
    // Without the lance Black's king goes to 6i.
    let evasions = texts(&black(), "9/9/9/9/9/2k6/4g4/9/4KB2r w p");
    assert!(evasions.contains(&"P*5h".into()), "{evasions:?}");
}

#[test]
fn the_attackers_king() {
    // The king opens the rook's line, unless it steps along it.
    assert_eq!(
        checks("4k4/9/4K4/4R4/9/9/9/9/9 b -"),
        ["5c4c", "5c4d", "5c6c", "5c6d"]
    );
    // In check the attacker has to answer with a check.
    assert_eq!(checks("4k4/9/9/9/9/9/4r4/9/4K3R b -"), [""; 0]);
    assert_eq!(checks("4k4/9/9/9/4r4/9/9/9/4K4 b LG"), [""; 0]);
    assert_eq!(checks("9/9/9/9/4r4/9/3k5/9/4K4 b G"), ["G*5g", "G*5h"]);
    // Capturing the checker with check.
    assert_eq!(checks("4k4/9/9/4r4/5G3/9/9/9/4K4 b -"), [""; 0]);
    assert_eq!(checks("4k4/4r4/5G3/9/9/9/9/9/4K4 b -"), ["4c5b"]);
    // A pinned piece may not leave its line.
    assert_eq!(checks("3k5/9/4r4/4G4/9/9/9/9/4K4 b -"), [""; 0]);
    assert_eq!(checks("3k5/4r4/4G4/9/9/9/9/9/4K4 b -"), ["5c5b"]);
}

#[test]
fn the_end_and_the_roles() {
    let game = black();
    let mated = game
        .parse_position("4k4/4G4/4P4/9/9/9/9/9/9 w - 1")
        .unwrap();
    assert_eq!(game.status(&mated), Status::Won);
    assert!(game.is_over(&mated));
    // A king that is not in check and cannot move has lost, too.
    let stuck = game.parse_position("8k/9/6GG1/9/9/9/9/9/9 w - 1").unwrap();
    assert!(!stuck.in_check(Side::Second));
    assert_eq!(game.status(&stuck), Status::Open);
    let stuck = game.parse_position("8k/6G2/7G1/9/9/9/9/9/9 w - 1").unwrap();
    assert_eq!(game.status(&stuck), Status::Won);
    // Without a check the attacker has failed, although White could continue.
    let quiet = game.parse_position("4k4/9/9/9/9/9/9/9/4K4 b - 1").unwrap();
    assert_eq!(game.status(&quiet), Status::Failed);
    assert_eq!(game.role(&quiet), Role::Attacker);
    assert_eq!(tsume(Side::Second).role(&quiet), Role::Defender);
    assert_eq!(tsume(Side::Second).status(&quiet), Status::Open);
}

/// Compares all hints and shortcuts for a position with the results of playing the moves.
fn assert_consistent(game: &Shogi, position: &Position) {
    let text = game.format_position(position);
    assert_eq!(game.parse_position(&text), Ok(*position), "{text}");
    // If wasted drops are excluded, there are moves although the game is over.
    let ends_early = game.rule_set() == Rules::Mudaai && game.is_over(position);
    let moves = moves_of(game, position);
    assert_eq!(
        game.status(position) == Status::Open,
        !moves.is_empty() && !ends_early,
        "{text}"
    );
    if ends_early || moves.is_empty() {
        return;
    }
    let Estimate { proof, disproof } = game.estimate(position, Init::Mobility);
    let mobility = proof.max(disproof) as usize;
    let king = position.king(position.to_move());
    let (steps, others): (Vec<Move>, Vec<Move>) = moves
        .iter()
        .partition(|mv| mv.from().is_some() && mv.from() == king);
    let only_checks = game.rule_set() != Rules::Full && game.role(position) == Role::Attacker;
    let expected = match only_checks {
        true => 1,
        false => steps.len() + others.len().min(1),
    };
    assert_eq!(mobility, expected, "{text}");
    let policy = LeafPolicy::new(Init::Mobility);
    let mut children = Children::new();
    game.children(position, policy, &mut children);
    for (i, &mv) in moves.iter().enumerate() {
        let child = game.play(position, mv);
        game.evaluate(position, policy, i..i + 1, &mut children);
        let evaluation = Evaluation::of(game.status(&child), || {
            game.estimate(&child, Init::Mobility)
        });
        let expected = ListedChild {
            mv,
            key: game.key(&child),
            evaluation,
        };
        assert_eq!(children.listed()[i], expected, "{mv} in {text}");
        assert_eq!(children.board(i), game.resource(&child), "{mv} in {text}");
        // The keys after parsing the text equal those after playing the moves.
        let again = game.parse_position(&game.format_position(&child)).unwrap();
        assert_eq!(again, child, "{mv} in {text}");
        assert_eq!(game.resource(&again), game.resource(&child));
        assert_eq!(game.parse_move(position, &mv.to_string()), Ok(mv), "{text}");
    }
}

#[test]
fn shortcuts_agree_with_play() {
    let mut dice = Dice::new(3);
    let mut positions = 0;
    let mut cases = corpus::load::<Shogi>("shogi.txt").unwrap();
    cases.extend(corpus::load::<Shogi>("shogi-mudaai.txt").unwrap());
    for case in cases {
        let (game, root) = case.open::<Shogi>().unwrap_or_else(|e| panic!("{e}"));
        for _ in 0..20 {
            let mut position = root;
            for _ in 0..12 {
                assert_consistent(&game, &position);
                positions += 1;
                if game.is_over(&position) {
                    break;
                }
                let moves = moves_of(&game, &position);
                position = position.play(moves[dice.below(moves.len())]);
            }
        }
    }
    assert!(positions > 2_000, "{positions}");
}

/// Positions that differ only in the hand of the defender have different keys: one session can
/// search them with the same table.
#[test]
fn keys_depend_on_the_set_of_pieces() {
    let game = black();
    let parse = |hands: &str| {
        let text = format!("7lk/7p1/9/9/9/9/9/9/9 b {hands} 1");
        game.parse_position(&text).unwrap()
    };
    let hands = [
        "R",
        "Rp",
        "R2p",
        "Rl",
        "Rg",
        "R2b4g4s4n3l17p",
        "R2b4g4s4n3l16p",
        "2R",
    ];
    let positions = hands.map(parse);
    let keys: HashSet<_> = positions
        .iter()
        .map(|position| game.key(position))
        .collect();
    assert_eq!(keys.len(), hands.len());
    let boards = positions
        .iter()
        .map(|position| game.resource(position).unwrap().0);
    assert_eq!(boards.collect::<HashSet<_>>().len(), hands.len());
}
