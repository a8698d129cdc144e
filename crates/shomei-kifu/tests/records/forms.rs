//! Random records in the styles of fourteen programs and habits, generated from descriptions of
//! those styles; none is copied. Each is read back as the position, the line and the branches that
//! it was made from. A record with a fault is read, or refused with the place.

use std::collections::BTreeMap;

use encoding_rs::{EUC_JP, Encoding, SHIFT_JIS, UTF_8};
use shomei_game::{Branch, Ending, Game, Line, Notation, NotationError, Place, Record, Side};
use shomei_kifu::{Kifu, Records, move_name};
use shomei_shogi::{Kind, Move, Position, Square};
use shomei_testkit::random::Dice;

use crate::written::lines;
use crate::{ShogiRecord, game, position};

/// The number of records of each style.
const RECORDS: usize = 22;

/// The contents of a record.
struct Source {
    root: Position,
    /// The name of the root if it is a handicap.
    handicap: Option<&'static str>,
    /// The lines, the main line first; each other line branches from the line before it.
    lines: Vec<Vec<Move>>,
    is_problem: bool,
}

/// The style of a program.
struct Form {
    name: &'static str,
    /// Whether its records are problems with a diagram.
    is_problem: bool,
    has_branches: bool,
    encoding: &'static Encoding,
    line_end: &'static str,
    write: fn(&Source, &mut Dice) -> String,
}

const fn kif(
    name: &'static str,
    encoding: &'static Encoding,
    line_end: &'static str,
    write: fn(&Source, &mut Dice) -> String,
) -> Form {
    Form {
        name,
        is_problem: false,
        has_branches: true,
        encoding,
        line_end,
        write,
    }
}

const FORMS: [Form; 14] = [
    kif("Kifu for Windows", SHIFT_JIS, "\r\n", kifu_for_windows),
    kif("ShogiGUI", UTF_8, "\r\n", shogi_gui),
    kif("ShogiHome", UTF_8, "\n", shogi_home),
    Form {
        has_branches: false,
        ..kif("Shogidokoro", SHIFT_JIS, "\r\n", shogidokoro)
    },
    kif("lishogi", UTF_8, "\n", lishogi),
    Form {
        has_branches: false,
        ..kif("81Dojo", UTF_8, "\r\n", dojo)
    },
    Form {
        has_branches: false,
        ..kif("PiyoShogi", UTF_8, "\n", piyo)
    },
    Form {
        has_branches: false,
        ..kif("Shogi Wars", UTF_8, "\n", wars)
    },
    Form {
        has_branches: false,
        ..kif("floodgate", EUC_JP, "\n", floodgate)
    },
    Form {
        has_branches: false,
        is_problem: true,
        ..kif("CSA 3", UTF_8, "\n", csa_three)
    },
    kif("KI2 in a thread", SHIFT_JIS, "\n", thread),
    Form {
        is_problem: true,
        ..kif("KI2 of a program", UTF_8, "\r\n", ki2)
    },
    Form {
        is_problem: true,
        ..kif("a post of a problem", UTF_8, "\n", post)
    },
    Form {
        is_problem: true,
        ..kif("an old program", EUC_JP, "\r", old)
    },
];

/// A random game, or a problem with its solution, and other lines.
fn source(form: &Form, dice: &mut Dice) -> Source {
    let game = game();
    let handicaps = [
        (
            "平手",
            "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1",
        ),
        (
            "香落ち",
            "lnsgkgsn1/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1",
        ),
        (
            "二枚落ち",
            "lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1",
        ),
        (
            "八枚落ち",
            "3gkg3/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1",
        ),
    ];
    let (handicap, root, plies) = match form.is_problem {
        false => {
            let (name, sfen) = handicaps[dice.below(2) * dice.below(4)];
            (Some(name), position(sfen), 30)
        }
        true => {
            let mut root = position(handicaps[0].1);
            for mv in random_line(&root, dice, 120) {
                root = root.play(mv);
            }
            // In most styles the first side to move is Black.
            if root.to_move() == Side::Second {
                let last = random_line(&root, dice, 1);
                root = last.iter().fold(root, |root, &mv| root.play(mv));
            }
            (None, root, 9)
        }
    };
    let plies = 1 + dice.below(plies);
    let mut lines = vec![random_line(&root, dice, plies)];
    let most = if form.has_branches { dice.below(4) } else { 0 };
    let mut at = lines[0].len();
    for _ in 0..most {
        // From the end to the beginning; some lines branch from a branch.
        let before = &lines[lines.len() - 1];
        let from = match dice.chance(30) && before.len() > at {
            true => at + dice.below(before.len() - at),
            false => dice.below(at.max(1)),
        };
        let mut line = before[..from.min(before.len())].to_vec();
        let shared = line.len();
        let mut here = root;
        for &mv in &line {
            here = here.play(mv);
        }
        line.extend(random_line(&here, dice, 5));
        if line.len() > shared && lines.iter().all(|other| !other.starts_with(&line)) {
            // The next line may branch from this one, or from the main line before it.
            at = common(&line, &lines[0]).min(at);
            lines.push(line);
        }
    }
    assert!(game.format_position(&root).len() > 9);
    Source {
        root,
        handicap,
        lines,
        is_problem: form.is_problem,
    }
}

fn random_line(root: &Position, dice: &mut Dice, plies: usize) -> Vec<Move> {
    let (game, mut position, mut line) = (game(), *root, Vec::new());
    for _ in 0..plies {
        let mut moves = Vec::new();
        game.moves(&position, &mut moves);
        if moves.is_empty() {
            break;
        }
        let mv = moves[dice.below(moves.len())];
        line.push(mv);
        position = position.play(mv);
    }
    line
}

/// The number of moves that two lines share at their beginning.
fn common(a: &[Move], b: &[Move]) -> usize {
    a.iter().zip(b).take_while(|(a, b)| a == b).count()
}

impl Source {
    /// The expected result of reading.
    fn record(&self) -> ShogiRecord {
        let main = &self.lines[0];
        let branch = |line: &Vec<Move>| {
            let at = common(line, main);
            Branch {
                at,
                moves: line[at..].to_vec(),
                comment: String::new(),
                comments: Vec::new(),
                ending: Ending::Open,
            }
        };
        Record {
            main: Line {
                moves: main.clone(),
                comment: String::new(),
                comments: Vec::new(),
            },
            branches: self.lines[1..].iter().map(branch).collect(),
            ..Record::of(self.root)
        }
    }

    /// Calls `write` with each line and the number of moves that it shares with the line before.
    fn each(&self, mut write: impl FnMut(&[Move], Option<usize>)) {
        let mut before: &[Move] = &[];
        for (number, line) in self.lines.iter().enumerate() {
            let shared = (number > 0).then(|| common(line, before));
            write(line, shared);
            before = line;
        }
    }

    /// The position after N moves of a line.
    fn at(&self, line: &[Move], plies: usize) -> Position {
        let moves = line[..plies].iter();
        moves.fold(self.root, |position, &mv| position.play(mv))
    }

    /// The handicap or the diagram.
    fn setup(&self, names: &[&str; 14]) -> String {
        match self.handicap {
            Some(name) => format!("手合割：{name}　　\n"),
            None => diagram(&self.root, names),
        }
    }
}

/// Names of pieces: pawn to king, then promoted pawn to silver, horse, dragon.
const NAMES: [&str; 14] = [
    "歩", "香", "桂", "銀", "金", "角", "飛", "玉", "と", "成香", "成桂", "成銀", "馬", "龍",
];
const SHORT: [&str; 14] = [
    "歩", "香", "桂", "銀", "金", "角", "飛", "玉", "と", "杏", "圭", "全", "馬", "龍",
];
const OTHER: [&str; 14] = [
    "歩", "香", "桂", "銀", "金", "角", "飛", "王", "と", "成香", "成桂", "成銀", "馬", "竜",
];
const CSA: [&str; 14] = [
    "FU", "KY", "KE", "GI", "KI", "KA", "HI", "OU", "TO", "NY", "NK", "NG", "UM", "RY",
];

fn name_of(kind: Kind, names: &[&'static str; 14]) -> &'static str {
    let kinds = [
        Kind::Pawn,
        Kind::Lance,
        Kind::Knight,
        Kind::Silver,
        Kind::Gold,
        Kind::Bishop,
        Kind::Rook,
        Kind::King,
        Kind::ProPawn,
        Kind::ProLance,
        Kind::ProKnight,
        Kind::ProSilver,
        Kind::Horse,
        Kind::Dragon,
    ];
    names[kinds.iter().position(|&other| other == kind).unwrap()]
}

fn wide(file: u8) -> char {
    "１２３４５６７８９"
        .chars()
        .nth(usize::from(file) - 1)
        .unwrap()
}

fn kanji(rank: u8) -> char {
    "一二三四五六七八九"
        .chars()
        .nth(usize::from(rank) - 1)
        .unwrap()
}

/// A diagram with hands above and below it.
fn diagram(root: &Position, names: &[&str; 14]) -> String {
    let names = if names[9] == "杏" { &SHORT } else { &OTHER };
    let hand = |side| {
        let hand = root.hand(side);
        let held = Kind::IN_HAND.iter().rev().filter(|&&kind| hand.has(kind));
        let count = |count: u8| match count {
            1 => String::new(),
            2..=9 => kanji(count).to_string(),
            10 => "十".to_string(),
            _ => format!("十{}", kanji(count - 10)),
        };
        let text = |&kind: &Kind| format!("{}{}　", name_of(kind, &SHORT), count(hand.count(kind)));
        let held: String = held.map(text).collect();
        if held.is_empty() {
            "なし".to_string()
        } else {
            held
        }
    };
    let mut text = format!("後手の持駒：{}\n", hand(Side::Second));
    text += "  ９ ８ ７ ６ ５ ４ ３ ２ １\n+---------------------------+\n";
    for rank in 1..=9 {
        text.push('|');
        for file in (1..=9).rev() {
            match root.piece(Square::at(file, rank).unwrap()) {
                None => text += " ・",
                Some((side, kind)) => {
                    text.push(if side == Side::First { ' ' } else { 'v' });
                    let name = name_of(kind, &SHORT);
                    text += if name == "玉" { names[7] } else { name };
                }
            }
        }
        text += &format!("|{}\n", kanji(rank));
    }
    text += &format!(
        "+---------------------------+\n先手の持駒：{}\n",
        hand(Side::First)
    );
    if root.to_move() == Side::Second {
        text += "後手番\n";
    }
    text
}

/// A move of KIF.
fn kif_move(at: &Position, mv: Move, last: Option<Square>, names: &[&'static str; 14]) -> String {
    let to = mv.to();
    let mut text = match last == Some(to) {
        true => "同　".to_string(),
        false => format!("{}{}", wide(to.file()), kanji(to.rank())),
    };
    match mv.from() {
        None => text + name_of(mv.dropped().unwrap(), names) + "打",
        Some(from) => {
            text += name_of(at.piece(from).unwrap().1, names);
            if mv.promotes() {
                text += "成";
            }
            text + &format!("({}{})", from.file(), from.rank())
        }
    }
}

/// The style of moves in KIF.
struct Numbered {
    /// The text around a number, and between move and time.
    number: fn(usize) -> String,
    time: fn(&mut Dice) -> String,
    names: &'static [&'static str; 14],
    /// Lines that may follow a move.
    notes: &'static [&'static str],
    /// Whether a move with alternatives is marked.
    has_plus: bool,
    /// The word after the main line and the sentence about it, repeated by frequency.
    ends: &'static [(&'static str, &'static str)],
}

fn numbered(source: &Source, dice: &mut Dice, form: &Numbered) -> String {
    let mut text = String::new();
    source.each(|line, shared| {
        if let Some(shared) = shared {
            text += &format!("\n変化：{}手\n", shared + 1);
        }
        let from = shared.unwrap_or(0);
        for ply in from..line.len() {
            let last = ply.checked_sub(1).map(|before| line[before].to());
            let mv = kif_move(&source.at(line, ply), line[ply], last, form.names);
            let plus = if form.has_plus && dice.chance(10) {
                "+"
            } else {
                ""
            };
            text += &format!(
                "{}{mv}{}{plus}\n",
                (form.number)(ply + 1),
                (form.time)(dice)
            );
            if !form.notes.is_empty() && dice.chance(25) {
                text += form.notes[dice.below(form.notes.len())];
            }
        }
        let (word, sentence) = form.ends[dice.below(form.ends.len())];
        if shared.is_none() && !word.is_empty() {
            let plies = line.len();
            text += &format!("{}{word}{}\n", (form.number)(plies + 1), (form.time)(dice));
            text += &sentence.replace("{}", &plies.to_string());
        }
    });
    text
}

const GAMES: &[(&str, &str)] = &[
    ("投了", "まで{}手で先手の勝ち\n"),
    ("中断", "まで{}手で中断\n"),
    ("千日手", "まで{}手で千日手\n"),
    ("切れ負け", "まで{}手で時間切れにより後手の勝ち\n"),
    ("反則勝ち", "まで{}手で先手の反則負け\n"),
    ("", ""),
];

fn kifu_for_windows(source: &Source, dice: &mut Dice) -> String {
    let head = "# ----  Kifu for Windows V7 棋譜ファイル  ----\n# ファイル名：D:\\棋譜\\a.kif\n\
        開始日時：2026/11/23 9:00\n終了日時：2026/11/23 17:30\n表題：第三局\n持ち時間：各３時間\n消費時間：112▲180△172\n";
    let sides = match source.handicap {
        Some("平手") => "先手：甲野　一郎\n後手：乙川　二郎\n",
        _ => "下手：甲野　一郎\n上手：乙川　二郎\n",
    };
    let form = Numbered {
        number: |number| format!("{number:>4} "),
        time: |dice| {
            format!(
                "   ({:>2}:{:02}/00:12:{:02})",
                dice.below(60),
                dice.below(60),
                dice.below(60)
            )
        },
        names: &NAMES,
        notes: &["*次の一手は意外だった。\n*評価は互角\n", "*\n", "&しおり\n"],
        has_plus: true,
        ends: GAMES,
    };
    let heading = "手数----指手---------消費時間--\n*対局前のコメント：天気は晴れ\n";
    format!(
        "{head}{}{sides}{heading}{}",
        source.setup(&SHORT),
        numbered(source, dice, &form)
    )
}

fn shogi_gui(source: &Source, dice: &mut Dice) -> String {
    let form = Numbered {
        number: |number| format!("{number:>4} "),
        time: |_| "        ( 0:00/00:00:00)".to_string(),
        names: &NAMES,
        notes: &[
            "**解析 0 ▲  *候補1 時間 00:01.3 深さ 12/19 ノード数 160353 評価値 134 読み筋 ▲２六歩(27)\n",
            "**Engines 0 engine\n",
        ],
        has_plus: true,
        ends: GAMES,
    };
    format!(
        "\u{feff}#KIF version=2.0 encoding=UTF-8\n開始日時：2026/11/23 10:11:12\n終了日時：2026/11/23 10:20:30\n{}先手：engine A\n後手：engine B\n手数----指手---------消費時間--\n{}",
        source.setup(&SHORT),
        numbered(source, dice, &form)
    )
}

fn shogi_home(source: &Source, dice: &mut Dice) -> String {
    let form = Numbered {
        number: |number| format!("{number:>4} "),
        time: |dice| {
            format!(
                "   ({:>2}:{:02}/00:{:02}:00)",
                dice.below(9),
                dice.below(60),
                dice.below(60)
            )
        },
        names: &OTHER,
        notes: &[
            "*#評価値=120\n*#読み筋=△３四歩\n",
            "*互角\n",
            "&bookmark 1\n",
        ],
        has_plus: true,
        ends: GAMES,
    };
    format!(
        "# KIF形式棋譜ファイル\n# Generated by a program\n{}先手：A\n後手：B\n備考：a: b\n手数----指手---------消費時間--\n{}",
        source.setup(&SHORT),
        numbered(source, dice, &form)
    )
}

fn shogidokoro(source: &Source, dice: &mut Dice) -> String {
    let form = Numbered {
        number: |number| format!("{number:>4} "),
        time: |dice| {
            format!(
                "   ({:02}:{:02} / 00:00:{:02})",
                dice.below(60),
                dice.below(60),
                dice.below(60)
            )
        },
        names: &NAMES,
        notes: &["**対局 時間 00:05.0 深さ 9/12 ノード数 12345 評価値 -45 読み筋 △３四歩(33)\n"],
        has_plus: false,
        ends: GAMES,
    };
    format!(
        "開始日時：2026/11/23 10:11:12\n終了日時：2026/11/23 10:20:30\n{}先手：A\n後手：B\n手数----指手---------消費時間--\n{}",
        source.setup(&SHORT),
        numbered(source, dice, &form)
    )
}

fn lishogi(source: &Source, dice: &mut Dice) -> String {
    let form = Numbered {
        number: |number| format!("{number:>4}   "),
        time: |dice| {
            format!(
                "   ({}:{}/0:{}:{})",
                dice.below(9),
                dice.below(60),
                dice.below(60),
                dice.below(60)
            )
        },
        names: &OTHER,
        notes: &["*interesting\n*[%eval 12]\n"],
        has_plus: true,
        ends: &[("投了", ""), ("詰み", ""), ("", "")],
    };
    format!(
        "開始日時：2026/11/23 10:11:12\n棋戦：早指し\n場所：https://example.org/aBcD1234\n持ち時間：5分+10秒\n{}先手：player\n後手：else\n手数----指手---------消費時間--\n{}",
        source.setup(&SHORT),
        numbered(source, dice, &form)
    )
}

fn dojo(source: &Source, dice: &mut Dice) -> String {
    let form = Numbered {
        number: |number| format!("{number}   "),
        time: |dice| {
            format!(
                "   ({}:{}/0:0:{})",
                dice.below(9),
                dice.below(60),
                dice.below(60)
            )
        },
        names: &NAMES,
        notes: &[],
        has_plus: false,
        ends: &[("投了", ""), ("中断", ""), ("入玉勝ち", "")],
    };
    format!(
        "#KIF version=2.0 encoding=UTF-8\n開始日時：2026/11/23\n場所：a club\n持ち時間：15分+60秒\n{}先手：player\n後手：else\n手数----指手---------消費時間--\n{}",
        source.setup(&SHORT),
        numbered(source, dice, &form)
    )
}

fn piyo(source: &Source, dice: &mut Dice) -> String {
    let form = Numbered {
        number: |number| format!("{number} "),
        time: |dice| format!(" ( 0:{:02}/00:00:{:02})", dice.below(60), dice.below(60)),
        names: &NAMES,
        notes: &["*悪手\n"],
        has_plus: false,
        ends: GAMES,
    };
    format!(
        "#KIF version=2.0 encoding=UTF-8\n# ---- 棋譜ファイル ----\n{}先手：あなた\n後手：ひよこ(Lv12)\n先手省略名：あなた\n手数----指手---------消費時間--\n{}",
        source.setup(&SHORT),
        numbered(source, dice, &form)
    )
}

/// A move of CSA.
fn csa_move(at: &Position, mv: Move) -> String {
    let sign = if at.to_move() == Side::First {
        '+'
    } else {
        '-'
    };
    let to = format!("{}{}", mv.to().file(), mv.to().rank());
    match mv.from() {
        None => format!("{sign}00{to}{}", name_of(mv.dropped().unwrap(), &CSA)),
        Some(from) => {
            let moved_kind = at.play(mv).piece(mv.to()).unwrap().1;
            format!(
                "{sign}{}{}{to}{}",
                from.file(),
                from.rank(),
                name_of(moved_kind, &CSA)
            )
        }
    }
}

fn csa_board(root: &Position) -> String {
    let sign = |side| if side == Side::First { '+' } else { '-' };
    let mut text = String::new();
    for rank in 1..=9 {
        text += &format!("P{rank}");
        for file in (1..=9).rev() {
            match root.piece(Square::at(file, rank).unwrap()) {
                None => text += " * ",
                Some((side, kind)) => text += &format!("{}{}", sign(side), name_of(kind, &CSA)),
            }
        }
        text.push('\n');
    }
    for side in Side::BOTH {
        let held: String = Kind::IN_HAND
            .iter()
            .map(|&kind| {
                format!("00{}", name_of(kind, &CSA)).repeat(root.hand(side).count(kind).into())
            })
            .collect();
        if !held.is_empty() {
            text += &format!("P{}{held}\n", sign(side));
        }
    }
    text + &format!("{}\n", sign(root.to_move()))
}

fn csa_moves(source: &Source, mut each: impl FnMut(usize, String) -> String) -> String {
    let line = &source.lines[0];
    let text = |ply| each(ply, csa_move(&source.at(line, ply), line[ply]));
    (0..line.len()).map(text).collect()
}

fn wars(source: &Source, dice: &mut Dice) -> String {
    let start = match source.handicap {
        Some("平手") => "PI\n+\n".to_string(),
        _ => csa_board(&source.root),
    };
    let moves = csa_moves(source, |_, mv| format!("{mv},T{}\n", dice.below(30)));
    let end = [
        "%TORYO\n",
        "%TIME_UP\n",
        "%TSUMI\n",
        "%KACHI,'* 27 points\n",
        "",
    ][source.lines[0].len() % 5];
    format!(
        "V2.2\nN+some, body 三段\nN-else 初段\n$EVENT:10分切れ負け\n$START_TIME:2026/11/23 10:11:12\n{start}{moves}{end}"
    )
}

fn floodgate(source: &Source, dice: &mut Dice) -> String {
    let moves = csa_moves(source, |ply, mv| {
        let note = match dice.chance(50) {
            true => "'** 30 -3334FU +2726FU\n".to_string(),
            false => String::new(),
        };
        format!("{mv}\n{note}T{}\n", ply % 9)
    });
    format!(
        "V2\nN+engine_a\nN-engine_b\n'Max_Moves:256\n'Least_Time_Per_Move:0\n$EVENT:wdoor+300-10F+a+b\n\
         $START_TIME:2026/11/23 10:00:01\n{}'rating:engine_a+1:engine_b+2\n'black_rate:engine_a+1:3000.0\n{moves}%TORYO\n\
         'summary:toryo:a lose:b win\n'$END_TIME:2026/11/23 10:10:10\n'先手の負け、投了\n",
        csa_board(&source.root)
    )
}

fn csa_three(source: &Source, dice: &mut Dice) -> String {
    let moves = csa_moves(source, |_, mv| {
        format!(
            "{mv}\n'*comment, with a comma\nT{}.{:03}\n",
            dice.below(30),
            dice.below(999)
        )
    });
    format!(
        "'CSA encoding=UTF-8\nV3.0\nN+A\nN-B\n$EVENT:problem\n$TIME+:900+0+10\n$TIME-:900+0+10\n{}{moves}%TSUMI\n",
        csa_board(&source.root)
    )
}

/// The lines of KI2; `signs` are the signs of the sides.
fn ki2_lines(
    source: &Source,
    per_line: usize,
    signs: [char; 2],
    between: &str,
    note: &str,
) -> String {
    let mut text = String::new();
    source.each(|line, shared| {
        if let Some(shared) = shared {
            text += &format!("\n変化：{}手\n", shared + 1);
        }
        let from = shared.unwrap_or(0);
        for ply in from..line.len() {
            let at = source.at(line, ply);
            let last = ply.checked_sub(1).map(|before| line[before].to());
            let name = move_name(&at, line[ply], last);
            let name = name
                .replace('同', "同　")
                .replace('▲', &signs[0].to_string());
            text += &name.replace('△', &signs[1].to_string());
            let is_last = ply + 1 == line.len() || (ply + 1 - from) % per_line == 0;
            text += if is_last { "\n" } else { between };
            if is_last {
                text += note;
            }
        }
        if shared.is_none() {
            let word = if source.is_problem {
                "詰み"
            } else {
                "先手の勝ち"
            };
            text += &format!("まで{}手で{word}\n", line.len());
        }
    });
    text
}

fn thread(source: &Source, dice: &mut Dice) -> String {
    let head = [
        "",
        "先手：名無し\n後手：名無し\n",
        "棋戦：ネット対局\n戦型：相掛かり\n",
    ][dice.below(3)];
    let setup = match source.handicap {
        Some("平手") if dice.chance(50) => String::new(),
        _ => source.setup(&SHORT),
    };
    let between = [" ", "", "　", "    "][dice.below(4)];
    let note = ["", "*ここまで定跡\n"][dice.below(2)];
    format!(
        "{head}{setup}\n{}",
        ki2_lines(source, 1 + dice.below(9), ['▲', '△'], between, note)
    )
}

fn ki2(source: &Source, dice: &mut Dice) -> String {
    let signs = [['▲', '△'], ['☗', '☖'], ['▼', '▽']][dice.below(3)];
    format!(
        "#KI2 version=2.0 encoding=UTF-8\n作者：誰か\n{}\n{}",
        source.setup(&SHORT),
        ki2_lines(source, 6, signs, "  ", "")
    )
}

fn post(source: &Source, dice: &mut Dice) -> String {
    let moves = match dice.chance(50) {
        true => ki2_lines(source, 40, ['▲', '△'], "", ""),
        false => {
            let form = Numbered {
                number: |number| format!("{number} "),
                time: |_| String::new(),
                names: &NAMES,
                notes: &["*変化は本譜と同手数\n"],
                has_plus: false,
                ends: &[("詰み", "まで{}手で詰\n"), ("詰", "")],
            };
            numbered(source, dice, &form)
        }
    };
    format!(
        "作者：誰か\n作品名：無題\n発表誌：手製\n手数：{}手\n完全性：検討済\n手合割：詰将棋\n{}*解説：好作\n\n{moves}",
        source.lines[0].len(),
        source.setup(&OTHER)
    )
}

fn old(source: &Source, dice: &mut Dice) -> String {
    let form = Numbered {
        number: |number| format!("{number:>4} "),
        time: |_| "   ( 0:00/00:00:00)".to_string(),
        names: &NAMES,
        notes: &["*妙手\n"],
        has_plus: true,
        ends: &[("詰み", "まで{}手で詰\n"), ("不詰", "まで{}手で不詰\n")],
    };
    format!(
        "# ---- 棋譜ファイル ----\n手合割：その他　　\n{}先手：\n後手：\n手数----指手---------消費時間--\n{}",
        source.setup(&OTHER),
        numbered(source, dice, &form)
    )
}

impl Form {
    fn bytes(&self, text: &str) -> Vec<u8> {
        let text = text.replace('\n', self.line_end);
        let (bytes, _, lost) = self.encoding.encode(&text);
        // Old encodings lack some signs of sides, which are written in UTF-8 then.
        if lost {
            text.into_bytes()
        } else {
            bytes.into_owned()
        }
    }
}

#[test]
fn records_of_fourteen_forms_are_read() {
    let (mut dice, mut branches, mut plies, mut count) = (Dice::new(22), 0, 0, 0);
    let mut handicaps = BTreeMap::new();
    for form in &FORMS {
        for round in 0..RECORDS {
            let source = source(form, &mut dice);
            let text = (form.write)(&source, &mut dice);
            let read = Kifu::read_record(&game(), &form.bytes(&text));
            let read =
                read.unwrap_or_else(|error| panic!("{} {round}: {error}\n{text}", form.name));
            let expected = source.record();
            assert_eq!(read.root, expected.root, "{} {round}\n{text}", form.name);
            assert_eq!(
                read.main.moves, expected.main.moves,
                "{} {round}\n{text}",
                form.name
            );
            assert_eq!(
                lines(&read),
                lines(&expected),
                "{} {round}\n{text}",
                form.name
            );
            let says_mate = text.contains("詰み") || text.contains("%TSUMI");
            let is_mate = read.ending == Ending::Won;
            assert!(!says_mate || is_mate, "{} {round}\n{text}", form.name);
            count += 1;
            branches += expected.branches.len();
            plies += expected.main.moves.len();
            *handicaps.entry(source.handicap).or_insert(0) += 1;
        }
    }
    assert!(
        count >= 300 && branches > 150,
        "{count} records, {branches} branches"
    );
    assert!(
        plies > 3_000 && handicaps.len() == 5,
        "{plies} {handicaps:?}"
    );
}

/// Whether an error has a place in the text, or concerns something missing, which has no place.
fn has_place(error: &NotationError, text: &str) -> bool {
    const MISSING: &[&str] = &[
        "there is no board",
        "the record ends after",
        "the board has no row",
        "there is no side to move",
        "king",
    ];
    match error.place {
        // Lines of a Mac end with CR.
        Place::LineColumn(line, column) => line <= text.lines().count().max(1) + 1 && column > 0,
        Place::Whole => {
            let message = error.to_string();
            MISSING.iter().any(|what| message.contains(what))
        }
        _ => false,
    }
}

/// Each record has one fault: a character or a line is added, removed, moved or changed.
#[test]
fn records_with_a_fault_are_read_or_refused_with_the_place() {
    let (mut dice, mut read, mut refused) = (Dice::new(2_211), 0, 0);
    for form in &FORMS {
        for _ in 0..RECORDS {
            let source = source(form, &mut dice);
            let text = (form.write)(&source, &mut dice);
            for _ in 0..8 {
                let changed = changed(&text, &mut dice);
                match Kifu::read_record(&game(), &form.bytes(&changed)) {
                    Ok(_) => read += 1,
                    Err(error) => {
                        let is_placed = has_place(&error, &changed);
                        assert!(is_placed, "{}: {error}\n{changed}", form.name);
                        refused += 1;
                    }
                }
            }
        }
    }
    assert!(
        read > 400 && refused > 400,
        "{read} read, {refused} refused"
    );
}

fn changed(text: &str, dice: &mut Dice) -> String {
    let mut letters: Vec<char> = text.chars().collect();
    let at = dice.below(letters.len());
    match dice.below(6) {
        0 => {
            letters.remove(at);
        }
        1 => letters.insert(at, letters[dice.below(letters.len())]),
        2 => letters[at] = ['1', '９', '歩', '同', '+', '|', '　', '%', '\n'][dice.below(9)],
        3 => letters.swap(at, (at + 1) % text.chars().count()),
        _ => {
            let mut lines: Vec<&str> = text.lines().collect();
            let (at, to) = (dice.below(lines.len()), dice.below(lines.len()));
            match dice.below(3) {
                0 => {
                    lines.remove(at);
                }
                1 => lines.insert(at, lines[to]),
                _ => lines.swap(at, to),
            }
            return lines.join("\n") + "\n";
        }
    }
    letters.into_iter().collect()
}
