//! Converts records through every pair of forms of their game. The losses must be exactly those of
//! the tables in `docs/reference/records.md`, which the test reads from the document.

#![allow(clippy::unwrap_used, reason = "tests may stop at the first surprise")]

use std::collections::{BTreeMap, BTreeSet};

use shomei::game::{Branch, Ending, Lang, Line, RecordTree};
use shomei::messages::InLang;
use shomei::{AnyGame, AnyPosition, Kinds, LossKind, TextRecord};
use shomei_testkit::random::Dice;

const DOCUMENT: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/../../docs/reference/records.md"
);

/// The rows of the table whose head begins with this cell.
fn rows(document: &str, head: &str) -> Vec<Vec<String>> {
    let begin = format!("| {head} |");
    let lines = document
        .lines()
        .skip_while(|line| !line.starts_with(&begin));
    let cells = |line: &str| -> Vec<String> {
        let line = line.trim().trim_matches('|');
        line.split('|')
            .map(|cell| cell.trim().replace('`', ""))
            .collect()
    };
    lines
        .take_while(|line| line.starts_with('|'))
        .filter(|line| !line.starts_with("|---"))
        .map(cells)
        .collect()
}

/// The tables of the document.
struct Tables {
    /// The losses of each kind in each form.
    lost: BTreeMap<(LossKind, String), String>,
    /// The KIF words for ends, and whether CSA has them.
    ends: Vec<(String, bool)>,
}

impl Tables {
    fn read() -> Tables {
        let document = std::fs::read_to_string(DOCUMENT).unwrap();
        let mut table = rows(&document, "lost").into_iter();
        let forms = table.next().unwrap();
        let mut lost = BTreeMap::new();
        for row in table {
            let kind = LossKind::ALL.into_iter().find(|kind| kind.name() == row[0]);
            let kind = kind.unwrap_or_else(|| panic!("unknown {}", row[0]));
            for (form, cell) in forms.iter().zip(&row).skip(1) {
                lost.insert((kind, form.clone()), cell.clone());
            }
        }
        let ends = rows(&document, "KIF, KI2").into_iter().skip(1);
        let ends = ends.map(|row| (row[0].clone(), row[2] != "lost")).collect();
        Tables { lost, ends }
    }

    fn cell(&self, kind: LossKind, form: &str) -> &str {
        self.lost
            .get(&(kind, form.to_string()))
            .unwrap_or_else(|| panic!("no {kind:?} of {form}"))
    }

    /// The record without the parts that a form omits as a whole.
    fn surviving(&self, record: &TextRecord, form: &str) -> TextRecord {
        let mut record = record.clone();
        if self.cell(LossKind::Branches, form) == "all" {
            record.branches.clear();
        }
        if self.cell(LossKind::Moves, form) == "all" && !record.main.moves.is_empty() {
            record.main.moves.clear();
            record.main.comments.clear();
            record.ending = Ending::Open;
        }
        record
    }

    /// The kinds of losses of a record in a form.
    fn expected(&self, record: &TextRecord, form: &str) -> BTreeSet<LossKind> {
        let left = self.surviving(record, form);
        let is_lost = |kind: &LossKind| {
            let record = match kind {
                LossKind::Moves | LossKind::Branches => record,
                _ => &left,
            };
            self.is_lost(*kind, self.cell(*kind, form), record)
        };
        LossKind::ALL.into_iter().filter(is_lost).collect()
    }

    fn is_lost(&self, kind: LossKind, cell: &str, record: &TextRecord) -> bool {
        let texts = texts(record);
        let has_control = || {
            let mut letters = texts.iter().flat_map(|text| text.chars());
            letters.any(|letter| letter.is_control() && letter != '\n')
        };
        let lacks = || texts.iter().any(|text| text.contains(NOT_IN_SHIFT_JIS));
        match (kind, cell) {
            (_, "–") => false,
            (LossKind::Moves, "all") => !record.main.moves.is_empty(),
            (LossKind::Branches, "all") => !record.branches.is_empty(),
            (LossKind::Ending, "all") => record.ending != Ending::Open,
            (LossKind::Ending, "words that CSA lacks") => self.csa_lacks(&record.ending),
            (LossKind::Ending, "not won") => record.ending == Ending::Failed,
            (LossKind::Ending, "not won, the size of a resignation") => match &record.ending {
                Ending::Over(word) => word.contains(':'),
                ending => *ending == Ending::Failed,
            },
            (LossKind::BranchEndings, "words that CSA lacks") => record
                .branches
                .iter()
                .any(|branch| self.csa_lacks(&branch.ending)),
            (LossKind::BranchEndings, "all but resignations") => {
                let is_other = |ending: &Ending| match ending {
                    Ending::Open => false,
                    Ending::Over(word) => !word.ends_with("+Resign"),
                    _ => true,
                };
                record
                    .branches
                    .iter()
                    .any(|branch| is_other(&branch.ending))
            }
            (LossKind::Comments | LossKind::MovedComments, "on an end without moves") => {
                let mut comments = record.main.comments.iter();
                let is_remark =
                    |text: &str| text.contains(|c: char| !c.is_whitespace() && !c.is_control());
                record.main.moves.is_empty() && comments.any(|(_, text)| is_remark(text))
            }
            (LossKind::HeadersAsComments, "names that mean something else") => {
                let mut sides = BTreeSet::new();
                let mut headers = record.headers.iter();
                headers.any(|(name, _)| match name.as_str() {
                    "手番" | "|" => true,
                    "先手" | "後手" => !sides.insert(name),
                    _ => false,
                })
            }
            (LossKind::HeadersAsComments, "names that CSA lacks") => {
                let known = [
                    "先手",
                    "後手",
                    "棋戦",
                    "場所",
                    "開始日時",
                    "終了日時",
                    "Rating",
                ];
                record
                    .headers
                    .iter()
                    .any(|(name, _)| !known.contains(&name.as_str()))
            }
            (LossKind::HeadersAsComments, "names that are not properties") => record
                .headers
                .iter()
                .any(|(name, _)| !["PB", "PW", "EV"].contains(&name.as_str())),
            (LossKind::Characters, "control characters") => has_control(),
            (LossKind::Characters, "control characters, what Shift_JIS lacks") => {
                has_control() || lacks()
            }
            other => panic!("the test does not know {other:?}"),
        }
    }

    fn csa_lacks(&self, ending: &Ending) -> bool {
        match ending {
            Ending::Over(word) => !self
                .ends
                .iter()
                .any(|(known, in_csa)| known == word && *in_csa),
            _ => false,
        }
    }
}

/// The content of a record.
fn texts(record: &TextRecord) -> Vec<&str> {
    let lines = record
        .branches
        .iter()
        .map(|branch| (&branch.comment, &branch.comments));
    let lines = lines.chain([(&record.main.comment, &record.main.comments)]);
    let comments = lines.flat_map(|(about, comments)| {
        [about]
            .into_iter()
            .chain(comments.iter().map(|(_, text)| text))
    });
    let headers = record
        .headers
        .iter()
        .flat_map(|(name, value)| [name, value]);
    comments.chain(headers).map(String::as_str).collect()
}

/// The comments at each node, by the moves that lead to it; the next moves in their order; and
/// whether the main line ends there. The order of branches of different nodes is not significant.
type Shape = BTreeMap<Vec<String>, (String, Option<(Ending, String)>, Vec<String>, bool)>;

fn shape(record: &TextRecord) -> Shape {
    let tree = RecordTree::of(record);
    let mut paths: Vec<Vec<String>> = vec![Vec::new(); tree.nodes().count()];
    let mut shape = Shape::new();
    for (number, node) in tree.nodes().enumerate() {
        let path = paths[number].clone();
        let mut next = Vec::new();
        for &child in &node.children {
            let mv = tree.node(child).mv.clone().unwrap();
            paths[child] = [&path[..], std::slice::from_ref(&mv)].concat();
            next.push(mv);
        }
        let end = node.end.as_ref();
        let end = end.map(|end| (end.ending.clone(), end.comment.trim_end().to_string()));
        let is_end = number == tree.main_end();
        let comment = node.comment.trim_end().to_string();
        shape.insert(path, (comment, end, next, is_end));
    }
    shape
}

/// Converts a record, compares the losses with the document, and returns the written bytes.
fn check(game: &AnyGame, record: &TextRecord, form: &str, tables: &Tables) -> TextRecord {
    let converted = game
        .convert(record, form)
        .unwrap_or_else(|error| panic!("{form}: {error}\n{record:#?}"));
    let again = game.read_record(&converted.bytes).unwrap().text;
    let found: BTreeSet<LossKind> = converted.losses.iter().map(|loss| loss.kind).collect();
    let expected = tables.expected(record, form);
    let shown = || {
        format!(
            "{form}: {:?}\n{}\n{record:#?}",
            converted.losses,
            String::from_utf8_lossy(&converted.bytes)
        )
    };
    assert_eq!(found, expected, "{}", shown());
    // Everything that is not reported as lost is equal, and nothing is added.
    let whole = [LossKind::Moves, LossKind::Branches];
    if found.iter().all(|kind| whole.contains(kind)) {
        let left = tables.surviving(record, form);
        assert_eq!(shape(&again), shape(&left), "{}", shown());
        let sorted = |record: &TextRecord| record.headers.iter().cloned().collect::<BTreeSet<_>>();
        assert_eq!(sorted(&again), sorted(record), "{}", shown());
    }
    again
}

/// Letters for comments.
const COMMENTS: [&str; 12] = [
    "one line",
    "two\nlines 詰 ７六歩",
    "an empty\n\nline between",
    "marks ]\\:;,*'([{\"",
    "a tab\there",
    "a face 😀",
    "blanks at the end\n of lines \u{3000}\n\u{3000} ",
    "a minus − of mathematics",
    "a yen ¥ and an overline ‾",
    "a control character \u{7f}",
    "\u{7f}",
    "two\n\u{1b}",
];

/// The characters among these that Shift-JIS lacks. Its encoder maps some of them to the bytes of
/// others.
const NOT_IN_SHIFT_JIS: [char; 4] = ['😀', '−', '¥', '‾'];

/// A line of random moves.
fn line(at: &AnyPosition, dice: &mut Dice, most: usize) -> Vec<String> {
    let mut position = at.clone();
    let mut line = Vec::new();
    for _ in 0..dice.below(most + 1) {
        let moves = position.moves();
        if moves.is_empty() {
            break;
        }
        let mv = moves[dice.below(moves.len())].clone();
        position = position.play(&mv).unwrap();
        line.push(mv);
    }
    line
}

fn after(root: &AnyPosition, moves: &[String]) -> AnyPosition {
    moves
        .iter()
        .fold(root.clone(), |position, mv| position.play(mv).unwrap())
}

/// Comments on moves, and on the end.
fn comments(plies: usize, dice: &mut Dice) -> Vec<(usize, String)> {
    let places = 1..=plies + 1;
    let mut comments = Vec::new();
    for place in places {
        if dice.chance(30) {
            comments.push((place, COMMENTS[dice.below(COMMENTS.len())].to_string()));
        }
    }
    comments
}

/// A random record from a position, with branches of the main line and of branches.
fn random(
    root: &AnyPosition,
    ends: &[Ending],
    headers: &[(&str, &str)],
    dice: &mut Dice,
) -> TextRecord {
    let main = line(root, dice, 10);
    let mut raw = TextRecord::of(root.text());
    let mut lines = vec![main.clone()];
    for _ in 0..dice.below(5) {
        let other = lines[dice.below(lines.len())].clone();
        let shared = dice.below(other.len() + 1);
        let own = line(&after(root, &other[..shared]), dice, 5);
        let whole = [&other[..shared], &own].concat();
        let at = main.iter().zip(&whole).take_while(|(a, b)| a == b).count();
        if own.is_empty() || at == whole.len() {
            continue;
        }
        raw.branches.push(Branch {
            at,
            moves: whole[at..].to_vec(),
            comment: String::new(),
            comments: comments(whole.len() - at, dice),
            ending: ends[dice.below(ends.len())].clone(),
        });
        lines.push(whole);
    }
    raw.main = Line {
        comments: comments(main.len(), dice),
        moves: main,
        comment: ["", "about all", "more 😀\n about all"][dice.below(3)].to_string(),
    };
    let headers = headers.iter().filter(|_| dice.chance(40));
    let headers = headers
        .map(|(name, value)| (name.to_string(), value.to_string()))
        .collect();
    // Each comment in one place, and the comments of shared moves once.
    RecordTree::of(&raw).record(raw.root, headers)
}

/// Counts of the features of the records.
#[derive(Debug, Default)]
struct Seen {
    records: usize,
    pairs: usize,
    branches: usize,
    comments: usize,
    ends: BTreeSet<String>,
}

impl Seen {
    /// Converts records through every pair of forms of a game.
    fn through(&mut self, game: &AnyGame, record: &TextRecord, forms: &[&str], tables: &Tables) {
        self.records += 1;
        self.branches += record.branches.len();
        self.comments += texts(record).len();
        self.ends.insert(format!("{:?}", record.ending));
        for first in forms {
            let written = check(game, record, first, tables);
            for second in forms {
                check(game, &written, second, tables);
                self.pairs += 1;
            }
        }
    }
}

const HEADERS_OF_SHOGI: [(&str, &str); 9] = [
    ("先手", "甲"),
    ("後手", "乙 😀"),
    ("作者", "誰か"),
    ("備考", "one"),
    ("備考", "two"),
    ("Rating", "1500"),
    ("手番", "no side"),
    ("先手", "another name"),
    ("棋戦", "名人戦"),
];

const ROOTS_OF_SHOGI: [&str; 5] = [
    "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1",
    "lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1",
    "lnsgkgsn1/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1",
    "4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1",
    "9/4k4/3+P5/9/9/9/9/9/4K4 w RBrb4g4s4n4l17p 1",
];

/// 40 records of shogi.
#[test]
fn records_of_shogi_lose_what_the_document_says() {
    let tables = Tables::read();
    let kinds = Kinds::builtin();
    let forms = kinds.find("shogi").unwrap().record_forms;
    let game = kinds.open("shogi", "full").unwrap();
    // An unknown word is kept.
    let words = tables
        .ends
        .iter()
        .map(|(word, _)| word.as_str())
        .chain(["没収試合"]);
    let mut ends: Vec<Ending> = words.filter_map(end_of_shogi).collect();
    ends.extend([Ending::Won, Ending::Failed, Ending::Open]);
    let (mut dice, mut seen) = (Dice::new(5), Seen::default());
    for number in 0..40 {
        let root = game
            .position(ROOTS_OF_SHOGI[number % ROOTS_OF_SHOGI.len()])
            .unwrap();
        let root = after(&root, &line(&root, &mut dice, 30));
        let mut record = random(&root, &ends, &HEADERS_OF_SHOGI, &mut dice);
        record.ending = ends[number % ends.len()].clone();
        seen.through(&game, &record, forms, &tables);
    }
    assert_eq!((seen.records, seen.pairs), (40, 40 * 49));
    assert_eq!(seen.ends.len(), ends.len());
    assert!(seen.branches > 40 && seen.comments > 200, "{seen:?}");
}

/// The end for a word of the table, if it is one.
fn end_of_shogi(word: &str) -> Option<Ending> {
    match word {
        "詰み" | "不詰" | "中断" | "any other word" => None,
        word => Some(Ending::Over(word.to_string().into())),
    }
}

/// 20 records of the games of SGF and GGF.
#[test]
fn records_of_the_other_games_lose_what_the_document_says() {
    let tables = Tables::read();
    let kinds = Kinds::builtin();
    let words = [
        "B+", "W+", "B+12", "W+3", "B+12:r", "W+3:t", "B+Resign", "W+Resign", "B+Time", "W+Time",
        "Draw",
    ];
    let mut ends: Vec<Ending> = words.map(Ending::over).to_vec();
    ends.extend([Ending::Won, Ending::Failed, Ending::Open]);
    let headers = [
        ("PB", "a"),
        ("PW", "b 😀"),
        ("EV", "the cup"),
        ("作者", "someone"),
    ];
    let (mut dice, mut seen) = (Dice::new(6), Seen::default());
    for (name, rules, forms) in [
        ("loa", "", &["sgf"][..]),
        ("othello", "", &["ggf", "sgf"]),
        ("othello", "board=6", &["ggf", "sgf"]),
    ] {
        assert_eq!(kinds.find(name).unwrap().record_forms, forms);
        let game = kinds.open(name, rules).unwrap();
        for number in 0..if rules.is_empty() { 8 } else { 4 } {
            let root = game.start();
            let root = after(&root, &line(&root, &mut dice, 20));
            let mut record = random(&root, &ends, &headers, &mut dice);
            record.ending = ends[(number + seen.records) % ends.len()].clone();
            seen.through(&game, &record, forms, &tables);
        }
    }
    assert_eq!(seen.records, 20);
    assert!(seen.branches > 20 && seen.comments > 100, "{seen:?}");
}

/// The text of a loss, and the errors.
#[test]
fn losses_are_named() {
    let game = Kinds::builtin().open("shogi", "").unwrap();
    let text = "手合割：平手\n作者：誰か\n1 ７六歩(77)\n2 ３四歩(33)\n変化：2手\n2 ８四歩(83)\n変化：1手\n1 ２六歩(27)\n";
    let record = game.read_record(text.as_bytes()).unwrap().text;
    let csa = game.convert(&record, "csa").unwrap();
    let words: Vec<String> = csa
        .losses
        .iter()
        .map(|loss| loss.in_lang(Lang::EN))
        .collect();
    assert_eq!(
        words,
        [
            "2 branches are left out, the first of them: 8c8d",
            "1 header is kept as a comment: 作者"
        ]
    );
    assert!(game.convert(&record, "kifu").unwrap().losses.is_empty());
    let error = game.convert(&record, "pgn").unwrap_err().to_string();
    assert!(
        error.starts_with("there is no form of records named \"pgn\""),
        "{error}"
    );
    let tree = Kinds::builtin()
        .open("tree", "r = OR { a } a = AND { Won }")
        .unwrap();
    let error = tree
        .convert(&TextRecord::of("r".into()), "csa")
        .unwrap_err()
        .to_string();
    assert_eq!(error, "tree has no records of play");
    // A move that gives no check is illegal in a problem, and is written all the same.
    assert_eq!(game.rules(), "tsume");
}
