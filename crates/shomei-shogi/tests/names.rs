//! Japanese names of moves against `shogi_official_kifu`, which follows the same convention.

#![allow(clippy::unwrap_used, reason = "tests may stop at the first surprise")]

use shogi_core::{PartialPosition, Piece};
use shogi_legality_lite::prelegality::all_valid_moves;
use shogi_official_kifu::display_single_move_kansuji;
use shomei_game::{Game, Goal, Lang, Notation, Side};
use shomei_shogi::{Move, Position, Rules, Shogi, Square};
use shomei_testkit::random::Dice;

mod scattered;
mod theirs;

use scattered::scattered;
use theirs::{KINDS, theirs};

fn there(square: Square) -> shogi_core::Square {
    shogi_core::Square::new(square.file(), square.rank()).unwrap()
}

/// The same move; the board tells whose a dropped piece is.
fn their_move(board: &PartialPosition, mv: Move) -> shogi_core::Move {
    let to = there(mv.to());
    match (mv.from(), mv.dropped()) {
        (Some(from), _) => shogi_core::Move::Normal {
            from: there(from),
            to,
            promote: mv.promotes(),
        },
        (None, kind) => {
            let kind = kind.unwrap();
            let kind = KINDS.iter().find(|(ours, _)| *ours == kind).unwrap().1;
            let piece = Piece::new(kind, board.side_to_move());
            shogi_core::Move::Drop { piece, to }
        }
    }
}

fn legal(game: &Shogi, position: &Position) -> Vec<Move> {
    let mut moves = Vec::new();
    game.moves(position, &mut moves);
    moves
}

/// How many pieces like the one that moves can reach its square, by their rules, which let a
/// king be left in check, and by ours.
fn reaching(
    board: &PartialPosition,
    position: &Position,
    moves: &[Move],
    mv: Move,
) -> (usize, usize) {
    let piece = match their_move(board, mv) {
        shogi_core::Move::Normal { from, .. } => board.piece_at(from).unwrap(),
        shogi_core::Move::Drop { piece, .. } => piece,
    };
    let mut theirs: Vec<u8> = Vec::new();
    for other in all_valid_moves(board) {
        if let shogi_core::Move::Normal { from, to, .. } = other
            && to == there(mv.to())
            && board.piece_at(from) == Some(piece)
        {
            theirs.push(from.index());
        }
    }
    let kind = |mv: Move| match mv.from() {
        Some(from) => position.piece(from).unwrap().1,
        None => mv.dropped().unwrap(),
    };
    let mut ours: Vec<Square> = moves
        .iter()
        .filter(|other| other.to() == mv.to() && kind(**other) == kind(mv))
        .filter_map(|other| other.from())
        .collect();
    for list in [&mut theirs.len(), &mut ours.len()] {
        assert!(*list < 40);
    }
    theirs.sort_unstable();
    theirs.dedup();
    ours.sort_unstable();
    ours.dedup();
    (theirs.len(), ours.len())
}

/// Ten thousand positions, some moves of each: the names are the same but where a piece is
/// counted there that may not move, since it would leave its king in check.
#[test]
fn names_agree_with_those_of_others() {
    let game = Shogi::new(Rules::Full, Goal::win(Side::First));
    let mut dice = Dice::new(21);
    let (mut positions, mut names, mut told_apart, mut same, mut dropped, mut pinned) =
        (0, 0, 0, 0, 0, 0);
    while positions < 10_000 {
        let Some(before) = scattered(&mut dice) else {
            continue;
        };
        let moves = legal(&game, &before);
        if moves.is_empty() {
            continue;
        }
        let last = moves[dice.below(moves.len())];
        let mut board = theirs(&before);
        board.make_move(their_move(&board, last)).unwrap();
        let position = before.play(last);
        let moves = legal(&game, &position);
        positions += 1;
        for _ in 0..moves.len().min(4) {
            let mv = moves[dice.below(moves.len())];
            let name = game.move_name(&position, mv, Some(&last.to_string()), Lang::Ja);
            let other = display_single_move_kansuji(&board, their_move(&board, mv));
            // 竜 and 龍 are one word.
            let other = other.map(|name| name.replace('竜', "龍"));
            names += 1;
            told_apart += usize::from(name.contains(['上', '寄', '引', '左', '右', '直']));
            same += usize::from(name.contains('同'));
            dropped += usize::from(name.contains('打'));
            if other.as_deref() == Some(name.as_str()) {
                continue;
            }
            let (with_pinned, without) = reaching(&board, &position, &moves, mv);
            let sfen = game.format_position(&position);
            assert!(
                with_pinned > without,
                "{mv} in {sfen}: {name}, not {other:?}"
            );
            pinned += 1;
        }
    }
    println!("{names} names, {told_apart} told apart, {same} 同, {dropped} 打, {pinned} pinned");
    assert!(names > 30_000 && told_apart > 2_000 && same > 300 && dropped > 1_000);
    assert!(pinned > 0 && pinned < names / 50);
}
