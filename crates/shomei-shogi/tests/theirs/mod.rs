//! Converts positions and moves to `shogi_core`, for the rules of `shogi_legality_lite`.

#![allow(clippy::unwrap_used, reason = "tests may stop at the first surprise")]

use shogi_core::{Color, Hand as TheirHand, PartialPosition, Piece, PieceKind};
use shomei_game::Side;
use shomei_shogi::{Kind, Position, Square};

/// The kinds of pieces in both crates.
pub(crate) const KINDS: [(Kind, PieceKind); 14] = [
    (Kind::Pawn, PieceKind::Pawn),
    (Kind::Lance, PieceKind::Lance),
    (Kind::Knight, PieceKind::Knight),
    (Kind::Silver, PieceKind::Silver),
    (Kind::Gold, PieceKind::Gold),
    (Kind::Bishop, PieceKind::Bishop),
    (Kind::Rook, PieceKind::Rook),
    (Kind::King, PieceKind::King),
    (Kind::ProPawn, PieceKind::ProPawn),
    (Kind::ProLance, PieceKind::ProLance),
    (Kind::ProKnight, PieceKind::ProKnight),
    (Kind::ProSilver, PieceKind::ProSilver),
    (Kind::Horse, PieceKind::ProBishop),
    (Kind::Dragon, PieceKind::ProRook),
];

fn their_kind(kind: Kind) -> PieceKind {
    KINDS.iter().find(|(ours, _)| *ours == kind).unwrap().1
}

fn color(side: Side) -> Color {
    match side {
        Side::First => Color::Black,
        Side::Second => Color::White,
    }
}

/// The same position.
pub(crate) fn theirs(position: &Position) -> PartialPosition {
    let mut board = PartialPosition::empty();
    for square in Square::all() {
        let there = shogi_core::Square::new(square.file(), square.rank()).unwrap();
        let piece = position.piece(square);
        let piece = piece.map(|(side, kind)| Piece::new(their_kind(kind), color(side)));
        board.piece_set(there, piece);
    }
    for side in Side::BOTH {
        let mut hand = TheirHand::new();
        for kind in Kind::IN_HAND {
            for _ in 0..position.hand(side).count(kind) {
                hand = hand.added(their_kind(kind)).unwrap();
            }
        }
        *board.hand_of_a_player_mut(color(side)) = hand;
    }
    board.side_to_move_set(color(position.to_move()));
    board
}
