//! KI2: moves in the notation of players, compared with the legal moves.

use encoding_rs::SHIFT_JIS;
use shogi_kifu_converter::converter::ToKi2;
use shogi_kifu_converter::parser::parse_kif_str;
use shomei_game::{Ending, Game, Notation, Record, Side};
use shomei_kifu::{Kifu, Records, is_kifu, move_name};
use shomei_shogi::{Hand, Kind, Move, Position, Square};
use shomei_testkit::random::Dice;

use crate::written::random_record;
use crate::{ShogiRecord, error, game, position, problem, read, sfen, usi};

fn branches(record: &ShogiRecord) -> Vec<String> {
    let branches = record.branches.iter();
    branches
        .map(|branch| format!("{} {}", branch.at, usi(&branch.moves)))
        .collect()
}

/// A position as a diagram, followed by these moves.
fn with_moves(text: &str, moves: &str) -> String {
    let record = Record::of(position(text));
    let diagram = String::from_utf8(Kifu::write_record(&game(), &record, "kifu").unwrap()).unwrap();
    let diagram = diagram.replace("手数----指手---------消費時間--\n", "");
    format!("{diagram}{moves}\n")
}

fn moves_read(text: &str, moves: &str) -> String {
    usi(&read(&with_moves(text, moves)).main.moves)
}

fn fault_of(text: &str, moves: &str) -> String {
    let error = error(&with_moves(text, moves));
    let (place, message) = error.split_once(": ").unwrap();
    let column = place.rsplit_once(' ').unwrap().1;
    format!("{column}: {message}")
}

#[test]
fn a_game_is_read() {
    let text = "開始日時：2026/11/23\n手合割：平手　　\n先手：甲\n後手：乙\n\n*about all\n\
        ▲７六歩    △３四歩    ▲２二角成  △同　銀\n*a comment\n▲５五角\n△３三角\n\
        まで6手で後手の勝ち\n\n変化：4手\n△同飛 ▲７七桂\n変化：1手\n▲２六歩\n*another\n";
    let record = read(text);
    assert_eq!(usi(&record.main.moves), "7g7f 3c3d 8h2b+ 3a2b B*5e B*3c");
    assert_eq!(branches(&record), ["3 8b2b 8i7g", "0 2g2f"]);
    assert_eq!(record.main.comment, "about all");
    assert_eq!(record.branches[1].comment, "another");
    assert_eq!(record.ending, Ending::over("投了"));
    let header = |name: &str| record.headers.iter().find(|(other, _)| other == name);
    assert_eq!(header("後手").unwrap().1, "乙");
    assert!(is_kifu(text.as_bytes()));
    let (bytes, _, lost) = SHIFT_JIS.encode(text);
    assert!(!lost);
    assert_eq!(Kifu::read_record(&game(), &bytes).as_ref(), Ok(&record));
    // Other signs, without blanks, with redundant words.
    for text in [
        "☗７六歩☖３四歩☗２二角成☖同　銀☗５五角打☖３三角打",
        "▼７六歩▽３四歩▼２二角行成▽同銀上不成▼５五角▽３三角\n",
        "▲76歩 △34歩 ▲22角成 △同銀\n▲５５角 △３３角　\n",
        "▲先手：甲\n▲７六歩直△３四歩上▲２二角成△同銀上生▲５五角△３三角\n投了\n",
    ] {
        assert_eq!(
            usi(&read(text).main.moves),
            usi(&record.main.moves),
            "{text}"
        );
    }
}

#[test]
fn problems_and_their_ends_are_read() {
    let with = |moves: &str| read(&(problem() + moves));
    for (end, ending) in [
        ("まで1手で詰み", Ending::Won),
        ("まで1手詰", Ending::Won),
        ("まで1手で不詰", Ending::Failed),
        ("まで1手で中断", Ending::Open),
        ("詰み", Ending::Won),
        ("", Ending::Open),
    ] {
        for between in ["\n", "  "] {
            let record = with(&format!("▲５二金{between}{end}\n"));
            assert_eq!(sfen(&record), crate::PROBLEM);
            assert_eq!(usi(&record.main.moves), "G*5b");
            assert_eq!(record.ending, ending, "{end}");
        }
    }
    assert_eq!(usi(&with("▲５二金打まで1手で詰").main.moves), "G*5b");
}

/// Each word, compared with the legal moves.
#[test]
fn words_choose_among_the_pieces() {
    let golds = "4k4/9/9/9/9/3G1G3/4G4/9/4K4 b - 1";
    assert_eq!(moves_read(golds, "▲５六金左"), "6f5f");
    assert_eq!(moves_read(golds, "▲５六金右"), "4f5f");
    assert_eq!(moves_read(golds, "▲５六金上"), "5g5f");
    assert_eq!(moves_read(golds, "▲５六金直"), "5g5f");
    assert_eq!(moves_read(golds, "▲５六金左寄"), "6f5f");
    assert_eq!(moves_read(golds, "▲６五金"), "6f6e");
    let silvers = "4k4/9/9/3S1S3/9/3S1S3/9/9/4K4 b - 1";
    assert_eq!(moves_read(silvers, "▲５五銀左上"), "6f5e");
    assert_eq!(moves_read(silvers, "▲５五銀右引"), "4d5e");
    let white = "4k4/9/9/3s1s3/9/3s1s3/9/9/4K4 w - 1";
    assert_eq!(moves_read(white, "△５五銀右上"), "6d5e");
    assert_eq!(moves_read(white, "△５五銀左引"), "4f5e");
    let dragons = "8k/9/9/9/9/4+R+R3/9/9/K8 b - 1";
    assert_eq!(moves_read(dragons, "▲５五龍左"), "5f5e");
    assert_eq!(moves_read(dragons, "▲５五竜右"), "4f5e");
    let rooks = "8k/9/9/9/4R4/9/9/1R7/K8 b - 1";
    assert_eq!(moves_read(rooks, "▲５八飛引"), "5e5h");
    assert_eq!(moves_read(rooks, "▲５八飛寄"), "8h5h");
    assert_eq!(moves_read(rooks, "▲８五飛行"), "8h8e");
    // A drop where a piece on the board could move, too, and one where none could.
    let drops = "8k/9/9/9/9/9/9/3G5/K8 b GS 1";
    assert_eq!(moves_read(drops, "▲６七金"), "6h6g");
    assert_eq!(moves_read(drops, "▲６七金打"), "G*6g");
    assert_eq!(moves_read(drops, "▲１七金"), "G*1g");
    // The gold on 5e is pinned: it is not meant, and programs that count it add a word.
    let pinned = "4r3k/9/9/9/4G1G2/9/9/9/4K4 b - 1";
    assert_eq!(moves_read(pinned, "▲４四金"), "3e4d");
    assert_eq!(moves_read(pinned, "▲４四金右"), "3e4d");
    // So a gold in hand may be dropped there without 打.
    let pinned = "4r3k/9/9/9/4G4/9/9/9/4K4 b G 1";
    assert_eq!(moves_read(pinned, "▲４五金"), "G*4e");
    assert_eq!(moves_read(pinned, "▲５四金打"), "G*5d");
    // Only the piece that moves out of the promotion zone may promote.
    let choice = "8k/9/3S5/9/3S5/9/9/9/K8 b - 1";
    assert_eq!(moves_read(choice, "▲５四銀成"), "6c5d+");
    assert_eq!(moves_read(choice, "▲５四銀不成"), "6c5d");
    assert_eq!(moves_read(choice, "▲５四銀上"), "6e5d");
}

#[test]
fn anything_but_one_legal_move_is_refused_with_its_place() {
    let golds = "4k4/9/9/9/9/3G1G3/4G4/9/4K4 b - 1";
    for (moves, message) in [
        (
            "▲５六金",
            "5: the gold may come from 4f or 5g or 6f: expected which, by 右, 左, 直, 上, 寄 or 引",
        ),
        (
            "▲５六金寄",
            "5: the gold may come from 4f or 6f: expected which, by 右, 左, 直, 上, 寄 or 引",
        ),
        ("▲５六金引", "2: no gold can move to 5f by 引"),
        ("▲５六金右引", "2: no gold can move to 5f by 右引"),
        ("▲１一金", "2: no gold can move to 1a"),
        ("▲１一銀", "2: no silver can move to 1a"),
        (
            "▲１一銀打",
            "2: S*1a is not legal here: there is no silver in hand",
        ),
        ("▲６五金成", "2: 6f6e+ is not legal here"),
        ("▲６五成銀打", "6: only an unpromoted piece can be dropped"),
        ("▲６五金打成", "5: only an unpromoted piece can be dropped"),
        ("▲６五金右打", "5: a dropped piece has no square of origin"),
        ("△６五金", "1: it is the turn of Black (▲)"),
        ("▲６五金▲６四金", "5: it is the turn of White (△)"),
        (
            "▲６五金打打",
            "6: expected 成, 不成, 打 or the end of the move, found '打'",
        ),
        (
            "▲６五金x",
            "5: expected 成, 不成, 打 or the end of the move, found 'x'",
        ),
        (
            "▲６五金(66)",
            "5: expected 成, 不成, 打 or the end of the move, found '('",
        ),
        (
            "▲６五金 ６四歩",
            "6: expected a move such as ▲７六歩, or まで, found '６'",
        ),
        (
            "▲６五金 △",
            "7: expected a square such as ７六, 同, or a word such as 詰み, found the end of the line",
        ),
        ("▲６五金 △５０玉", "7: there is no such square"),
        ("▲同金", "2: there is no move before this 同"),
        ("▲６五", "4: expected a piece, found the end of the line"),
        (
            "▲６五金 まで1手で中断\n△４一玉",
            "1: there is a move after the end of the line",
        ),
        (
            "▲６五金\n変化：3手\n△４一玉",
            "4: a branch at move 3 does not fit: the line before it ends with move 1",
        ),
    ] {
        assert_eq!(fault_of(golds, moves), message, "{moves}");
    }
    let line = with_moves(golds, "▲６五金").lines().count();
    assert!(
        error(&with_moves(golds, "▲６五金\n△５八と"))
            .starts_with(&format!("line {}, column 2: ", line + 1))
    );
    // Lines of KIF and of KI2 in one file: it is read as KIF.
    assert_eq!(
        error("手合割：平手\n▲７六歩\n2 ３四歩(33)\n"),
        "line 2, column 1: expected a heading such as 手合割：, a board, a move, or a comment after *, found '▲'"
    );
}

#[test]
fn a_game_may_end_with_a_move_that_is_not_legal() {
    let start = "▲７六歩 △３四歩 ▲２一角成\n";
    for end in [
        "まで3手で後手の反則勝ち",
        "*a comment\nまで3手で先手の反則負け\n変化：2手\n△８四歩",
    ] {
        assert_eq!(
            usi(&read(&format!("{start}{end}\n")).main.moves),
            "7g7f 3c3d",
            "{end}"
        );
    }
    for end in ["", "△同桂", "まで3手で中断", "投了", "変化：2手\n△８四歩"] {
        let error = error(&format!("{start}{end}\n"));
        assert_eq!(
            error, "line 1, column 12: no bishop can move to 2a",
            "{end}"
        );
    }
}

/// Positions in which several pieces of a kind can reach a square: each name of a move is read as
/// that move.
#[test]
fn every_name_is_read_as_its_move() {
    let game = game();
    let (mut dice, mut names, mut distinguished) = (Dice::new(5), 0, 0);
    for _ in 0..20_000 {
        if names > 8_000 {
            break;
        }
        let Some(root) = crowded(&mut dice) else {
            continue;
        };
        let mut moves = Vec::new();
        game.moves(&root, &mut moves);
        let mut head = None;
        for mv in moves {
            let name = move_name(&root, mv, None);
            let is_distinguished = name.contains(['右', '左', '直', '上', '寄', '引', '打']);
            if !is_distinguished && !dice.chance(10) {
                continue;
            }
            let head = head.get_or_insert_with(|| with_moves(&game.format_position(&root), ""));
            let text = format!("{head}{name}\n");
            assert_eq!(read(&text).main.moves, [mv], "{text}");
            names += 1;
            distinguished += usize::from(is_distinguished);
        }
    }
    assert!(
        names > 8_000 && distinguished > 3_000,
        "{distinguished} of {names}"
    );
}

/// Most pieces on the board, many of them promoted and of one side.
fn crowded(dice: &mut Dice) -> Option<Position> {
    let owner = Side::BOTH[dice.below(2)];
    let mut pieces: Vec<(Square, Side, Kind)> = Vec::new();
    let mut hands = [Hand::EMPTY; 2];
    for kind in Kind::IN_HAND.into_iter().chain([Kind::King]) {
        for number in 0..kind.total() {
            let side = match kind {
                Kind::King => Side::BOTH[usize::from(number)],
                _ if dice.chance(75) => owner,
                _ => owner.opponent(),
            };
            let promotes = kind == Kind::Pawn || dice.chance(60);
            let promoted = kind.promoted().filter(|_| promotes).unwrap_or(kind);
            let square = Square::at(3 + dice.below(5) as u8, 2 + dice.below(7) as u8)?;
            if dice.chance(80) && pieces.iter().all(|(taken, ..)| *taken != square) {
                pieces.push((square, side, promoted));
            } else if kind != Kind::King {
                hands[side.index()] = hands[side.index()].with(kind);
            }
        }
    }
    // The side with few pieces may be in check, and moves next.
    let position = Position::new(&pieces, hands, owner.opponent()).ok()?;
    let mut moves = Vec::new();
    game().moves(&position, &mut moves);
    (!moves.is_empty()).then(|| position.play(moves[dice.below(moves.len())]))
}

/// Reads the files of another crate, which writes only main lines. If a piece promotes, or could
/// promote, that crate omits which piece is meant, and the record is refused.
#[test]
fn ki2_of_another_crate_is_read() {
    let game = game();
    let (mut dice, mut compared, mut plies, mut refused) = (Dice::new(29), 0, 0, 0);
    while compared < 200 {
        let mut record = random_record(&mut dice);
        if record.root.to_move() != Side::First || record.main.moves.is_empty() {
            continue;
        }
        record.branches.clear();
        record.ending = Ending::Open;
        let kif = String::from_utf8(Kifu::write_record(&game, &record, "kifu").unwrap()).unwrap();
        let text = parse_kif_str(&kif).unwrap().to_ki2_owned();
        let again = match Kifu::read_record(&game, text.as_bytes()) {
            Ok(again) => again,
            Err(error) => {
                let message = error.to_string();
                assert!(
                    message.contains("may come from") && text.contains('成'),
                    "{message}: {text}"
                );
                refused += 1;
                continue;
            }
        };
        assert_eq!(again.root, record.root, "{text}");
        assert_eq!(again.main.moves, record.main.moves, "{text}");
        compared += 1;
        plies += record.main.moves.len();
    }
    assert!(plies > 800 && refused < 20, "{plies}, {refused} refused");
}

#[test]
fn solutions_look_as_they_should() {
    let game = game();
    let text = with_moves(
        "4k4/9/3PPP3/9/9/9/9/9/9 b 2G 1",
        "*proved\n▲５二金 まで1手で詰\n変化：1手\n▲４二金\n*longer\n△６一玉 ▲６二金",
    );
    let record = read(&text);
    let written = |form: &str| Kifu::write_record(&game, &record, form).unwrap();
    let text = String::from_utf8(written("ki2u")).unwrap();
    let head = "#KI2 version=2.0 encoding=UTF-8\n# shomei\n手合割：その他\n後手の持駒：なし\n";
    assert!(text.starts_with(head), "{text}");
    let tail = "先手の持駒：金二　\n先手：\n後手：\n*proved\n▲５二金\nまで1手で詰\n\n変化：1手\n▲４二金\n*longer\n\
        △６一玉      ▲６二金\nまで3手で詰\n";
    assert!(text.ends_with(tail), "{text}");
    let shift_jis = SHIFT_JIS.decode(&written("ki2")).0.into_owned();
    assert_eq!(shift_jis, text.replace("UTF-8", "Shift_JIS"));
    let moves: Vec<Move> = read(&text).main.moves;
    assert_eq!(moves, record.main.moves);
}
