//! Compares the rule of wasted interpositions with its definition, applied literally: every drop is
//! played, every capture of it, and the captured piece is returned.

#![allow(clippy::unwrap_used, reason = "tests may stop at the first surprise")]

use std::collections::BTreeSet;

use shomei_extract::shortest::{Shortest, Within};
use shomei_game::{Game, Goal, Notation, Role, Side, Status};
use shomei_search::search::df_pn::DfPnOptions;
use shomei_search::{Limits, Silent};
use shomei_shogi::{Hand, Kind, Move, Position, Rules, Shogi, Square};
use shomei_testkit::corpus;
use shomei_testkit::random::Dice;

fn of(rules: Rules) -> Shogi {
    Shogi::new(rules, Goal::win(Side::First))
}

fn position(text: &str) -> Position {
    of(Rules::Tsume).parse_position(text).unwrap()
}

fn moves_of(rules: Rules, position: &Position) -> Vec<Move> {
    let mut moves = Vec::new();
    of(rules).moves(position, &mut moves);
    moves
}

/// The same board with other hands, and White to move.
fn with(position: &Position, hands: [Hand; 2]) -> Position {
    Position::new(&pieces(position), hands, Side::Second).unwrap()
}

fn pieces(position: &Position) -> Vec<(Square, Side, Kind)> {
    let piece = |square| {
        position
            .piece(square)
            .map(|(side, kind)| (square, side, kind))
    };
    Square::all().filter_map(piece).collect()
}

/// Black's only checker: the piece such that there is no check if it is replaced by one of White's,
/// of any kind that does not attack Black's king.
fn single_checker(position: &Position) -> Option<Square> {
    let kinds = [
        Kind::ProPawn,
        Kind::Knight,
        Kind::Lance,
        Kind::Silver,
        Kind::Rook,
    ];
    let turned = |square, kind| {
        let mut pieces = pieces(position);
        let place = pieces.iter().position(|piece| piece.0 == square)?;
        pieces[place] = (square, Side::Second, kind);
        Position::new(&pieces, [Hand::EMPTY; 2], Side::Second).ok()
    };
    let ends_check = |square| {
        let mut turned = kinds.into_iter().filter_map(|kind| turned(square, kind));
        turned.any(|turned| !turned.in_check(Side::Second))
    };
    let of_black = pieces(position)
        .into_iter()
        .filter(|piece| piece.1 == Side::First);
    of_black
        .map(|piece| piece.0)
        .find(|&square| ends_check(square))
}

/// Whether White is mated if wasted drops are excluded: by the definition, with one gold in hand,
/// which may be dropped on any square.
fn is_mate(position: &Position) -> bool {
    let gold = [Hand::EMPTY, Hand::EMPTY.with(Kind::Gold)];
    let position = with(position, gold);
    let evasions = moves_of(Rules::Full, &position);
    if !position.in_check(Side::Second) || evasions.iter().any(|mv| mv.dropped().is_none()) {
        return false;
    }
    let checker = single_checker(&position);
    evasions.into_iter().all(|drop| {
        let after = position.play(drop);
        let takes = moves_of(Rules::Full, &after).into_iter();
        let mut takes = takes.filter(|take| take.to() == drop.to() && take.from() == checker);
        takes.any(|take| is_mate(&with(&after.play(take), gold)))
    })
}

/// A king at the edge among pieces that leave it few squares, checked by a slider.
fn random_check(dice: &mut Dice) -> Option<Position> {
    let at = |file: usize, rank: usize| Square::at(file as u8 + 1, rank as u8 + 1).unwrap();
    let king = at(dice.below(9), dice.below(2));
    let mut pieces = vec![(king, Side::Second, Kind::King)];
    let free = |pieces: &[(Square, Side, Kind)], square| pieces.iter().all(|p| p.0 != square);
    if dice.chance(20) {
        let own = at(dice.below(9), dice.below(9));
        if free(&pieces, own) {
            pieces.push((own, Side::First, Kind::King));
        }
    }
    for _ in 0..3 + dice.below(9) {
        let file = (king.file() as usize + 5 + dice.below(7)) % 9;
        let square = at(file, dice.below(4));
        let own = [
            Kind::Silver,
            Kind::ProPawn,
            Kind::Knight,
            Kind::Horse,
            Kind::Dragon,
        ];
        let other = [
            Kind::Pawn,
            Kind::Lance,
            Kind::Knight,
            Kind::Silver,
            Kind::Bishop,
        ];
        let (side, kinds) = match dice.chance(50) {
            true => (Side::First, own),
            false => (Side::Second, other),
        };
        if free(&pieces, square) {
            pieces.push((square, side, kinds[dice.below(kinds.len())]));
        }
    }
    for _ in 0..1 + dice.below(2) {
        let sliders = [
            Kind::Lance,
            Kind::Rook,
            Kind::Bishop,
            Kind::Dragon,
            Kind::Horse,
        ];
        let square = at(dice.below(9), dice.below(9));
        if free(&pieces, square) {
            pieces.push((square, Side::First, sliders[dice.below(sliders.len())]));
        }
    }
    let hand = match dice.chance(30) {
        true => Hand::EMPTY,
        false => Hand::EMPTY.with(Kind::IN_HAND[dice.below(7)]),
    };
    let position = Position::new(&pieces, [Hand::EMPTY, hand], Side::Second).ok()?;
    position.in_check(Side::Second).then_some(position)
}

#[test]
fn the_rule_is_its_definition() {
    let (mut dice, mut wasted, mut valid, mut promoting) = (Dice::new(5), 0, 0, 0);
    for _ in 0..1_500_000 {
        let Some(position) = random_check(&mut dice) else {
            continue;
        };
        let evasions = moves_of(Rules::Full, &position);
        let text = of(Rules::Tsume).format_position(&position);
        let mate = is_mate(&position);
        let expected = match evasions.is_empty() || mate {
            true => Status::Won,
            false => Status::Open,
        };
        assert_eq!(of(Rules::Mudaai).status(&position), expected, "{text}");
        if !evasions.is_empty() && evasions.iter().all(|mv| mv.dropped().is_some()) {
            wasted += usize::from(mate);
            valid += usize::from(!mate);
            let checker = single_checker(&position).and_then(|square| position.piece(square));
            let may_promote = checker.is_some_and(|(_, kind)| kind.promoted().is_some());
            promoting += usize::from(mate && may_promote);
        }
    }
    assert!(
        wasted > 100 && valid > 100 && promoting > 20,
        "{wasted} {valid} {promoting}"
    );
}

/// The length of the shortest mate under these rules, proven, and its line.
fn shortest(rules: Rules, text: &str) -> (u16, Vec<Move>) {
    let game = of(rules);
    let (within, limits) = (Within::new(&game), Limits::nodes(100_000));
    let options = DfPnOptions::default();
    let root = position(text);
    let mut shortest = Shortest::new(&within, &root, &options, 8 << 20, &limits).unwrap();
    shortest.try_short(&mut Silent);
    let length = shortest.bracket().exact().unwrap();
    (length, shortest.line(&limits).unwrap())
}

/// Positions in which other programs count, or did not count, interpositions.
#[test]
fn problems_of_others() {
    // After 1e2d the lance checks, and no interposing drop counts.
    let lance = "7l1/7pk/9/9/8+P/9/9/9/8L b 2r2b4g4s4n2l16p 1";
    let (length, line) = shortest(Rules::Mudaai, lance);
    assert_eq!((length, line[0].to_string().as_str()), (1, "1e2d"));
    assert_eq!(shortest(Rules::Tsume, lance).0, 13);
    // Issue 162 of YaneuraOu. The bishop captures the rook that has checked.
    let issue = "5pk2/7P1/4+R1+P1+b/8b/6R2/9/9/9/9 b 4g4s4n4l15p 1";
    let (length, line) = shortest(Rules::Mudaai, issue);
    let line: Vec<_> = line.iter().map(Move::to_string).collect();
    assert_eq!((length, line[..2].join(" ").as_str()), (3, "3c2c 1c3e"));
    assert_eq!(shortest(Rules::Tsume, issue).0, 5);
}

/// The lance could capture a drop on 5c, but the bishop would no longer attack 4b.
#[test]
fn a_drop_that_shuts_a_line_counts() {
    let root = position("4k4/3P5/3+B5/3B5/9/9/9/9/9 b L2r4g4s3n3l17p 1");
    let checks = moves_of(Rules::Mudaai, &root).into_iter();
    let far = checks.filter(|mv| mv.dropped() == Some(Kind::Lance) && mv.to().rank() > 3);
    let far: Vec<Position> = far.map(|mv| root.play(mv)).collect();
    assert_eq!(far.len(), 6);
    for after in far {
        assert_eq!(of(Rules::Mudaai).status(&after), Status::Open);
        assert!(
            moves_of(Rules::Mudaai, &after)
                .iter()
                .any(|mv| mv.to().rank() == 3)
        );
    }
}

/// A mate by the rule is also a mate without it, after more plies: no answer changes.
#[test]
fn mates_by_the_rule_are_mates_without_it() {
    fn mates(position: &Position, plies: u16) -> bool {
        let moves = moves_of(Rules::Tsume, position);
        let mut after = moves.into_iter().map(|mv| position.play(mv));
        match of(Rules::Tsume).role(position) {
            Role::Attacker => plies > 0 && after.any(|child| mates(&child, plies - 1)),
            Role::Defender => after.all(|child| plies > 0 && mates(&child, plies - 1)),
        }
    }
    let (mut dice, mut compared) = (Dice::new(6), 0);
    while compared < 60 {
        let Some(position) = random_check(&mut dice) else {
            continue;
        };
        let drops = moves_of(Rules::Full, &position);
        let squares: BTreeSet<_> = drops.iter().map(|mv| mv.to()).collect();
        let is_mate = of(Rules::Mudaai).status(&position) == Status::Won;
        if is_mate && !squares.is_empty() && squares.len() < 3 {
            // One drop and one capture for each square.
            let text = of(Rules::Tsume).format_position(&position);
            assert!(mates(&position, 2 * squares.len() as u16), "{text}");
            compared += 1;
        }
    }
}

/// The names in the file contain both lengths; compares those that can be found quickly.
#[test]
fn lengths_with_and_without() {
    let mut compared = 0;
    for case in corpus::load::<Shogi>("shogi-mudaai.txt").unwrap() {
        let mut words = case.name.split(&[' ', ',']);
        let (left_out, and, all) = (words.next(), words.next(), words.next());
        if let (Some(left_out), Some("and"), Some(all)) = (left_out, and, all) {
            for (rules, length) in [(Rules::Mudaai, left_out), (Rules::Tsume, all)] {
                let found = shortest(rules, &case.position).0;
                assert_eq!(found.to_string(), length, "{}", case.position);
            }
            compared += 1;
        }
    }
    assert!(compared > 8, "{compared}");
}
