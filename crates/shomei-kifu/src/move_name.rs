//! The Japanese names of moves: `▲７六歩`, `△同銀右引不成`.
//!
//! Implements the convention of the Japan Shogi Association for records: the square, file before
//! rank; the piece as it was before the move; if several pieces of its kind can move there, the
//! distinction, movement preferred to place; the promotion, if there is a choice; 打 for a drop if a
//! piece on the board could move there, too.
//!
//! A piece can move there if it has a legal move under the rules of the whole game. A pinned piece
//! does not count, but in problems a piece whose move would give no check does. White sees the
//! board from its own side.

use shomei_game::Side;
use shomei_shogi::{Move, Position, Square};

use crate::names::{PIECES, file_name, moved_name, rank_name};
use crate::relative::{Mover, Relative, origins};

/// The name of a legal move. `last` is the destination of the move before, if it is known.
pub fn move_name(position: &Position, mv: Move, last: Option<Square>) -> String {
    let (side, to) = (position.to_move(), mv.to());
    let mut name = String::from(mark(side));
    if last == Some(to) && position.piece(to).is_some() {
        name.push('同');
    } else {
        name.push(file_name(to.file()));
        name.push(rank_name(to.rank()));
    }
    name.push_str(moved_name(position, mv, PIECES));
    match mv.from() {
        None if names_drop(position, mv) => name.push('打'),
        None => {}
        Some(from) => {
            name.push_str(&relative(position, from, to).words());
            if mv.promotes() {
                name.push('成');
            } else if position.may_promote(from, to) {
                name.push_str("不成");
            }
        }
    }
    name
}

/// Whether the name of a drop needs 打, because a piece on the board could move there, too.
pub(crate) fn names_drop(position: &Position, mv: Move) -> bool {
    let kind = mv.dropped();
    kind.is_some_and(|kind| !origins(position, kind, mv.to()).is_empty())
}

/// The sign of a side before its move.
pub(crate) fn mark(side: Side) -> char {
    match side {
        Side::First => '▲',
        Side::Second => '△',
    }
}

/// The distinction of the moving piece from others of its kind.
pub(crate) fn relative(position: &Position, from: Square, to: Square) -> Relative {
    let Some((side, kind)) = position.piece(from) else {
        return Relative::default();
    };
    let mut others = origins(position, kind, to);
    others.retain(|&at| at != from);
    let mover = Mover {
        side,
        kind,
        from,
        to,
    };
    Relative::of(mover, &others)
}

#[cfg(test)]
mod tests {
    use shomei_game::{Goal, Lang, Notation, Records};
    use shomei_shogi::{Kind, Rules, Shogi};

    use super::*;
    use crate::Kifu;

    /// The name of a move in a position, given the move before.
    fn name_after(sfen: &str, mv: &str, last: Option<&str>) -> String {
        let position: Position = sfen.parse().unwrap();
        position.check_legal(mv.parse().unwrap()).unwrap();
        Kifu::move_name(sfen, mv, last, Lang::JA).unwrap()
    }

    fn name(sfen: &str, mv: &str) -> String {
        name_after(sfen, mv, None)
    }

    /// The same board seen from the other side.
    fn turned(sfen: &str) -> String {
        let position: Position = sfen.parse().unwrap();
        let around = |square: Square| Square::at(10 - square.file(), 10 - square.rank()).unwrap();
        let pieces: Vec<(Square, Side, Kind)> = Square::all()
            .filter_map(|square| {
                let (side, kind) = position.piece(square)?;
                Some((around(square), side.opponent(), kind))
            })
            .collect();
        let hands = [position.hand(Side::Second), position.hand(Side::First)];
        let position = Position::new(&pieces, hands, position.to_move().opponent());
        position.unwrap().to_string()
    }

    fn turned_move(mv: &str) -> String {
        let turn = |letter: char| match letter {
            '1'..='9' => char::from(b'1' + b'9' - letter as u8),
            'a'..='i' => char::from(b'a' + b'i' - letter as u8),
            other => other,
        };
        mv.chars().map(turn).collect()
    }

    /// Asserts the distinctions of moves, and those of the same moves by White.
    fn check(sfen: &str, expected: &[(&str, &str)]) {
        for &(mv, tail) in expected {
            let black = name(sfen, mv);
            let bare: String = black.chars().skip(3).collect();
            assert_eq!(bare, tail, "{mv} in {sfen}");
            assert!(black.starts_with('▲'));
            let white = name(&turned(sfen), &turned_move(mv));
            let bare: String = white.chars().skip(3).collect();
            assert_eq!(bare, tail, "{mv} in {sfen}, turned");
            assert!(white.starts_with('△'));
        }
    }

    #[test]
    fn squares_pieces_and_sides_have_their_names() {
        const START: &str = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";
        assert_eq!(name(START, "7g7f"), "▲７六歩");
        assert_eq!(name(START, "5i6h"), "▲６八玉");
        assert_eq!(name(&START.replace(" b ", " w "), "3c3d"), "△３四歩");
        assert_eq!(Kifu::move_name(START, "7g7f", None, Lang::EN), None);
    }

    #[test]
    fn a_capture_on_the_square_of_the_last_move_is_the_same() {
        let sfen = "4k4/9/9/4p4/4P4/9/9/9/4K4 b - 1";
        assert_eq!(name_after(sfen, "5e5d", Some("5c5d")), "▲同歩");
        assert_eq!(name_after(sfen, "5e5d", Some("P*5d")), "▲同歩");
        assert_eq!(name_after(sfen, "5e5d", Some("5c5d+")), "▲同歩");
        assert_eq!(name_after(sfen, "5e5d", Some("5a4a")), "▲５四歩");
        assert_eq!(name_after(sfen, "5e5d", None), "▲５四歩");
        for nonsense in ["", "5d", "同歩", "xxxx", "5c5d++"] {
            assert_eq!(name_after(sfen, "5e5d", Some(nonsense)), "▲５四歩");
        }
        // The square is empty, so the move before was a different one.
        assert_eq!(name_after(sfen, "5i5h", Some("5g5h")), "▲５八玉");
    }

    #[test]
    fn promotion_is_named_if_it_is_possible() {
        let sfen = "9/4S4/2P6/9/1P3N3/9/9/4R4/K8 b - 1";
        check(
            sfen,
            &[
                ("7c7b+", "歩成"),
                ("7c7b", "歩不成"),
                ("8e8d", "歩"),
                ("4e5c+", "桂成"),
                ("4e5c", "桂不成"),
                ("5b4c+", "銀成"),
                ("5b4c", "銀不成"),
                ("5h5c+", "飛成"),
                ("5h5d", "飛"),
            ],
        );
        check("8k/P8/9/9/9/9/9/9/K8 b - 1", &[("9b9a+", "歩成")]);
        check("8k/G8/9/9/9/9/9/9/K8 b - 1", &[("9b8b", "金")]);
        check(
            "9/+S8/9/9/9/9/9/1+B7/K8 b - 1",
            &[("9b8b", "成銀"), ("8h8g", "馬")],
        );
    }

    #[test]
    fn a_drop_is_named_only_if_another_piece_could_move() {
        let sfen = "8k/9/9/9/9/9/9/3G5/K8 b GS 1";
        check(
            sfen,
            &[
                ("G*6g", "金打"),
                ("G*5h", "金打"),
                ("G*5i", "金"),
                ("S*6g", "銀"),
                ("6h6g", "金"),
            ],
        );
        // A promoted pawn moves like a gold but is a different piece.
        check("8k/9/9/9/9/9/9/3+P5/K8 b G 1", &[("G*6g", "金")]);
        // The gold is pinned.
        check(
            "4r3k/9/9/9/4G4/9/9/9/4K4 b G 1",
            &[("G*4e", "金"), ("G*5d", "金打")],
        );
    }

    #[test]
    fn movements_distinguish_two_pieces() {
        let sfen = "8k/9/9/9/4G4/3G5/9/9/K8 b - 1";
        check(
            sfen,
            &[
                ("5e6e", "金寄"),
                ("6f6e", "金上"),
                ("6f5f", "金寄"),
                ("5e5f", "金引"),
            ],
        );
        let sfen = "8k/9/9/4S4/9/3S5/9/9/K8 b - 1";
        check(sfen, &[("5d6e", "銀引"), ("6f6e", "銀上"), ("6f5e", "銀")]);
        // The piece straight below is also distinguished by its movement if no other piece moves
        // up.
        check(
            "8k/9/9/9/4G4/5G3/9/9/K8 b - 1",
            &[("4f4e", "金上"), ("5e4e", "金寄")],
        );
        check(
            "8k/9/9/9/7R1/9/9/4R4/K8 b - 1",
            &[("5h5e", "飛上"), ("2e5e", "飛寄")],
        );
        check(
            "9/9/9/9/1B7/9/1B7/9/K8 b - 1",
            &[("8e7f", "角引"), ("8g7f", "角上")],
        );
    }

    #[test]
    fn places_distinguish_pieces_that_move_alike() {
        let golds = "8k/9/9/9/9/3G1G3/9/9/K8 b - 1";
        check(
            golds,
            &[
                ("6f5e", "金左"),
                ("4f5e", "金右"),
                ("6f5f", "金左"),
                ("4f5f", "金右"),
            ],
        );
        let beside = "8k/9/9/9/9/3GG4/9/9/K8 b - 1";
        check(
            beside,
            &[
                ("6f5e", "金左"),
                ("5f5e", "金直"),
                ("6f6e", "金直"),
                ("5f6e", "金右"),
            ],
        );
        let silvers = "8k/9/9/3S1S3/9/9/9/9/K8 b - 1";
        check(
            silvers,
            &[
                ("6d5e", "銀左"),
                ("4d5e", "銀右"),
                ("6d5c+", "銀左成"),
                ("4d5c", "銀右不成"),
            ],
        );
        let knights = "8k/9/9/9/9/9/3N1N3/9/K8 b - 1";
        check(knights, &[("6g5e", "桂左"), ("4g5e", "桂右")]);
        let rooks = "8k/9/9/9/1R5R1/9/9/9/K8 b - 1";
        check(rooks, &[("8e5e", "飛左"), ("2e5e", "飛右")]);
        let bishops = "9/9/9/9/9/9/2B3B2/9/K8 b - 1";
        check(bishops, &[("7g5e", "角左"), ("3g5e", "角右")]);
    }

    #[test]
    fn three_golds_on_one_square() {
        let row = "8k/9/9/9/9/3GGG3/9/9/K8 b - 1";
        check(row, &[("6f5e", "金左"), ("5f5e", "金直"), ("4f5e", "金右")]);
        let corner = "8k/9/9/9/3G5/3GG4/9/9/K8 b - 1";
        check(
            corner,
            &[("6e5e", "金寄"), ("6f5e", "金左上"), ("5f5e", "金直")],
        );
        let around = "8k/9/9/9/3G1G3/3G5/9/9/K8 b - 1";
        check(
            around,
            &[("6e5e", "金左寄"), ("4e5e", "金右"), ("6f5e", "金上")],
        );
        let four = "8k/9/9/9/3G1G3/3G1G3/9/9/K8 b - 1";
        check(
            four,
            &[
                ("6e5e", "金左寄"),
                ("4e5e", "金右寄"),
                ("6f5e", "金左上"),
                ("4f5e", "金右上"),
            ],
        );
        let above = "8k/9/9/4G4/3G5/3GG4/9/9/K8 b - 1";
        check(
            above,
            &[
                ("5d5e", "金引"),
                ("6e5e", "金寄"),
                ("6f5e", "金左上"),
                ("5f5e", "金直"),
            ],
        );
        let silvers = "8k/9/9/3S1S3/9/3S1S3/9/9/K8 b - 1";
        check(
            silvers,
            &[
                ("6d5e", "銀左引"),
                ("4d5e", "銀右引"),
                ("6f5e", "銀左上"),
                ("4f5e", "銀右上"),
            ],
        );
    }

    #[test]
    fn promoted_pieces_that_move_like_golds_have_the_same_words() {
        for piece in ["+P", "+L", "+N", "+S"] {
            let name = match piece {
                "+P" => "と",
                "+L" => "成香",
                "+N" => "成桂",
                _ => "成銀",
            };
            let sfen = format!("8k/9/9/9/9/3{piece}{piece}{piece}3/9/9/K8 b - 1");
            let with = |word: &str| format!("{name}{word}");
            let expected = [
                ("6f5e", with("左")),
                ("5f5e", with("直")),
                ("4f5e", with("右")),
            ];
            for (mv, tail) in expected {
                check(&sfen, &[(mv, &tail)]);
            }
        }
        // Each kind is counted separately: a gold and a promoted pawn are not confused.
        check(
            "8k/9/9/9/9/3G+P4/9/9/K8 b - 1",
            &[("6f5e", "金"), ("5f5e", "と")],
        );
    }

    #[test]
    fn horses_and_dragons_are_left_and_right_of_each_other_and_never_straight() {
        let dragons = "8k/9/9/9/9/4+R+R3/9/9/K8 b - 1";
        check(
            dragons,
            &[
                ("5f5e", "龍左"),
                ("4f5e", "龍右"),
                ("5f4e", "龍左"),
                ("4f4e", "龍右"),
            ],
        );
        let horses = "8k/9/9/9/9/4+B+B3/9/9/K8 b - 1";
        check(horses, &[("5f5e", "馬左"), ("4f5e", "馬右")]);
        let apart = "8k/9/9/4+R4/9/5+R3/9/9/K8 b - 1";
        check(apart, &[("5d5e", "龍引"), ("4f5e", "龍上")]);
        let aside = "8k/9/9/9/2+R3+R2/9/9/9/K8 b - 1";
        check(aside, &[("7e5e", "龍左"), ("3e5e", "龍右")]);
    }

    #[test]
    fn pieces_whose_move_gives_no_check_are_counted_in_problems() {
        let game = Shogi::new(Rules::Tsume, Goal::win(Side::First));
        let name = |sfen: &str, mv: &str| {
            let position = game.parse_position(sfen).unwrap();
            let mv = game.parse_move(&position, mv).unwrap();
            move_name(&position, mv, None)
        };
        assert_eq!(name("4k4/9/3GG4/9/9/9/9/9/9 b - 1", "5c5b"), "▲５二金直");
        // The gold on 5e opens the rook's file; the one on 3e gives no check.
        let opened = "4k4/9/9/9/4G1G2/9/9/4R4/9 b - 1";
        assert_eq!(name(opened, "5e4e"), "▲４五金左");
        let position = game.parse_position(opened).unwrap();
        assert!(game.parse_move(&position, "3e4e").is_err());
    }
}
