//! How the problems of `corpus/shogi/` were made: a king near the corner, a few random pieces
//! around it, the rest in the defender's hand. The search and the plain searches together decide
//! which list a position belongs to.
//!
//! `cargo test -p shomei-shogi --test problems -- --ignored --nocapture compose`
//! prints the lists anew.

use std::collections::HashSet;

use shomei_compose::{OtherWinKind, Uniqueness};
use shomei_game::{ComposingRules, Game, Notation, Side, Status};
use shomei_search::Answer;
use shomei_shogi::{Kind as Piece, Move, Position, Shogi};
use shomei_testkit::random::Dice;

use crate::brute::{left_over, mates};
use crate::solved::{self, Solved, answer, duals, is_small, line, shogi, solve};

/// The nodes for each alternative move.
const NODES: u64 = 2_000;

/// The pieces of a set, except the kings.
const SET: [(char, usize); 7] = [
    ('r', 2),
    ('b', 2),
    ('g', 4),
    ('s', 4),
    ('n', 4),
    ('l', 4),
    ('p', 18),
];

/// The random pieces around the king.
pub(crate) struct Luck {
    pub(crate) attackers: &'static [&'static str],
    pub(crate) defenders: &'static [&'static str],
    pub(crate) hands: &'static [&'static str],
    /// The numbers of both, at least and at most.
    pub(crate) counts: [(usize, usize); 2],
    /// The percentage of pieces placed on any square.
    pub(crate) far: usize,
    /// The percentage of positions in which the defender has nothing in hand.
    pub(crate) bare: usize,
}

/// A random position as SFEN; it may break the rules.
pub(crate) fn position(dice: &mut Dice, luck: &Luck) -> Option<String> {
    let mut board = vec![vec![""; 9]; 9];
    let (row, column) = (dice.below(3), 8 - dice.below(4));
    board[row][column] = "k";
    let sides = [
        (luck.attackers, luck.counts[0]),
        (luck.defenders, luck.counts[1]),
    ];
    for (pieces, (least, most)) in sides {
        for _ in 0..least + dice.below(most + 1 - least) {
            let far = dice.chance(luck.far);
            let (row, column) = match far {
                true => (dice.below(9), dice.below(9)),
                false => (
                    (row + dice.below(5)).saturating_sub(2),
                    column + dice.below(5),
                ),
            };
            let column = if far {
                column
            } else {
                column.saturating_sub(2)
            };
            let square = board.get_mut(row).and_then(|row| row.get_mut(column));
            match square {
                Some(square) if square.is_empty() => *square = pieces[dice.below(pieces.len())],
                _ => {}
            }
        }
    }
    let hand = luck.hands[dice.below(luck.hands.len())];
    let is_bare = dice.chance(luck.bare);
    text_of(&board, hand, is_bare)
}

/// The squares of an SFEN position by rows, and the hands.
pub(crate) fn board_of(text: &str) -> Option<(Vec<Vec<&str>>, &str)> {
    let mut words = text.split(' ');
    let (rows, hands) = (words.next()?, words.nth(1)?);
    let mut board = Vec::new();
    for row in rows.split('/') {
        let (mut pieces, mut promoted) = (Vec::new(), "");
        for (at, letter) in row.char_indices() {
            match letter {
                '+' => promoted = "+",
                '0'..='9' => {
                    let empty = letter.to_digit(10)? as usize;
                    pieces.extend(std::iter::repeat_n("", empty));
                }
                _ => {
                    pieces.push(&row[at - promoted.len()..=at]);
                    promoted = "";
                }
            }
        }
        board.push(pieces);
    }
    Some((board, hands))
}

/// The attacker's hand.
pub(crate) fn attackers_hand(hands: &str) -> String {
    let (mut own, mut number) = (String::new(), String::new());
    for letter in hands.chars() {
        match letter {
            '0'..='9' => number.push(letter),
            _ => {
                if letter.is_ascii_uppercase() {
                    own += &format!("{number}{letter}");
                }
                number.clear();
            }
        }
    }
    own
}

/// The positions with one piece fewer on the board, which goes into the defender's hand.
pub(crate) fn with_less(text: &str) -> Vec<String> {
    let Some((board, hands)) = board_of(text) else {
        return Vec::new();
    };
    let own = attackers_hand(hands);
    let squares = (0..9).flat_map(|row| (0..9).map(move |column| (row, column)));
    let less = squares.filter_map(|(row, column)| {
        let piece = board[row][column];
        if piece.is_empty() || piece == "k" {
            return None;
        }
        let mut board = board.clone();
        board[row][column] = "";
        text_of(&board, &own, false)
    });
    less.collect()
}

/// A similar position: one or two pieces are changed, moved, removed or added.
pub(crate) fn changed(dice: &mut Dice, luck: &Luck, text: &str) -> Option<String> {
    let (mut board, hands) = board_of(text)?;
    for _ in 0..1 + dice.below(2) {
        let at = |board: &[Vec<&str>], wanted: bool, dice: &mut Dice| {
            let (row, column) = (dice.below(5), 3 + dice.below(6));
            let is_king = board[row][column].eq_ignore_ascii_case("k");
            (board[row][column].is_empty() != wanted && !is_king).then_some((row, column))
        };
        let side = [luck.attackers, luck.defenders][dice.below(2)];
        let piece = side[dice.below(side.len())];
        match dice.below(3) {
            0 => {
                let (row, column) = at(&board, false, dice)?;
                board[row][column] = piece;
            }
            1 => {
                let (row, column) = at(&board, true, dice)?;
                let (to, file) = at(&board, false, dice)?;
                board[to][file] = std::mem::take(&mut board[row][column]);
            }
            _ => {
                let (row, column) = at(&board, true, dice)?;
                board[row][column] = if dice.chance(50) { "" } else { piece };
            }
        }
    }
    let own: String = hands
        .chars()
        .filter(|c| c.is_ascii_digit() || c.is_ascii_uppercase())
        .collect();
    let own: Vec<&str> = luck
        .hands
        .iter()
        .copied()
        .filter(|hand| own.starts_with(hand))
        .collect();
    let hand = match own.last().filter(|_| dice.chance(70)) {
        Some(own) => own,
        None => luck.hands[dice.below(luck.hands.len())],
    };
    text_of(&board, hand, false)
}

/// A position as SFEN, with the rest or nothing in the defender's hand; `None` with more pieces
/// than a set has.
#[expect(clippy::fn_params_excessive_bools, reason = "a switch of a test")]
pub(crate) fn text_of(board: &[Vec<&str>], hand: &str, is_bare: bool) -> Option<String> {
    let rows: Vec<String> = board.iter().map(|row| row_text(row)).collect();
    let used = format!("{}{hand}", rows.join("/"));
    let mut rest = String::new();
    for (kind, all) in SET {
        let on_board = used
            .chars()
            .filter(|c| c.to_ascii_lowercase() == kind)
            .count();
        match all.checked_sub(on_board)? {
            0 => {}
            1 => rest.push(kind),
            left => rest.push_str(&format!("{left}{kind}")),
        }
    }
    let rest = if is_bare { "" } else { &rest };
    let hands = format!("{hand}{rest}");
    let hands = if hands.is_empty() { "-" } else { &hands };
    Some(format!("{} b {hands} 1", rows.join("/")))
}

fn row_text(row: &[&str]) -> String {
    let (mut text, mut empty) = (String::new(), 0);
    for piece in row.iter().chain(&["end"]) {
        match (*piece, empty) {
            ("", _) => {
                empty += 1;
                continue;
            }
            (_, 0) => {}
            _ => text.push_str(&empty.to_string()),
        }
        empty = 0;
        if *piece != "end" {
            text.push_str(piece);
        }
    }
    text
}

pub(crate) const NEAR: Luck = Luck {
    attackers: &["P", "+P", "S", "G", "N", "L", "B", "R", "+B", "+R", "P"],
    defenders: &["p", "p", "l", "n", "s", "g", "b", "r"],
    hands: &[
        "G", "S", "GS", "R", "B", "N", "RG", "BG", "BS", "2G", "L", "GP", "RS", "SN", "GN", "P",
    ],
    counts: [(1, 4), (1, 4)],
    far: 15,
    bare: 0,
};

/// The conditions of a list. Each step is tested only if those before it agree, because each takes
/// longer.
struct Sieve {
    /// Tests the position.
    may_be: fn(&Shogi, &Position) -> bool,
    /// Tests the line.
    fits: fn(&Shogi, &Position, &[Move]) -> bool,
    /// Tests the other solutions, and returns the end of the line in the list.
    facts: fn(&Shogi, &Position, &Solved) -> Option<String>,
}

impl Sieve {
    /// Accepts any mate that does not end with an interposition.
    fn usual(facts: fn(&Shogi, &Position, &Solved) -> Option<String>) -> Sieve {
        Sieve {
            may_be: |_, _| true,
            fits: |_, _, line| !ends_with_drop(line),
            facts,
        }
    }
}

/// Makes a list with the given numbers of problems of each length.
fn list(name: &str, seed: u64, luck: &Luck, lengths: &[(usize, usize)], sieve: &Sieve) {
    let Sieve {
        may_be,
        fits,
        facts,
    } = sieve;
    let mut dice = Dice::new(seed);
    let mut wanted: Vec<(usize, usize)> = lengths.to_vec();
    let (mut seen, mut lines) = (HashSet::new(), HashSet::new());
    println!("# {name}");
    for _ in 0..20_000_000 {
        if wanted.iter().all(|&(_, count)| count == 0) {
            break;
        }
        let game = shogi(Side::First);
        let root = position(&mut dice, luck).and_then(|text| game.parse_position(&text).ok());
        let Some(root) = root.filter(|root| game.status(root) == Status::Open) else {
            continue;
        };
        if root.in_check(Side::Second) || !seen.insert(root.key()) {
            continue;
        }
        if !may_be(&game, &root) || !is_small(&game, &root) {
            continue;
        }
        let Some(line) = line(&game, &root) else {
            continue;
        };
        let length = line.len();
        let mut places = wanted.iter_mut();
        let place = places.find(|(l, count)| *l == length && *count > 0);
        let Some(place) = place.filter(|_| fits(&game, &root, &line)) else {
            continue;
        };
        let Some(solved) = solve(&game, &root, NODES) else {
            continue;
        };
        if let Some(end) = facts(&game, &root, &solved) {
            if !lines.insert(line) {
                continue;
            }
            place.1 -= 1;
            let verdict = solved.found.verdict();
            let text = game.format_position(&root);
            println!(
                "{text} ; attacker=black ; value=proved ; length={length} ; verdict={verdict}{end} \
                 ; name={name}"
            );
        }
    }
}

/// The facts of a list beyond the verdict.
pub(crate) fn facts(game: &Shogi, solved: &Solved) -> String {
    let mut text = String::new();
    let duals = duals(&solved.found);
    if !duals.is_empty() {
        text += &format!(" ; dual={duals}");
    }
    if let Some(left) = game.surplus(&solved.end) {
        text += &format!(" ; surplus={left}");
    }
    text
}

/// Whether the last defence of the line is an interposing drop.
fn ends_with_drop(line: &[Move]) -> bool {
    let defence = line.len().checked_sub(2).map(|ply| line[ply]);
    defence.is_some_and(|mv| mv.dropped().is_some())
}

/// Whether nothing can be left over, and whether something must be.
fn leaves(game: &Shogi, root: &Position, solved: &Solved) -> (bool, bool) {
    let (fewest, most) = left_over(game, root, solved.line.len() as u16);
    (most == 0, fewest > 0)
}

fn unique(game: &Shogi, root: &Position, solved: &Solved) -> Option<String> {
    let is_it = solved.found.verdict() == Uniqueness::Unique;
    (is_it && leaves(game, root, solved).0).then(|| facts(game, solved))
}

fn last_move(game: &Shogi, root: &Position, solved: &Solved) -> Option<String> {
    let is_it = solved.found.verdict() == Uniqueness::UniqueButLast;
    (is_it && leaves(game, root, solved).0).then(|| facts(game, solved))
}

fn surplus(game: &Shogi, root: &Position, solved: &Solved) -> Option<String> {
    let verdict = solved.found.verdict();
    let is_it = matches!(verdict, Uniqueness::Unique | Uniqueness::UniqueButLast);
    (is_it && leaves(game, root, solved).1).then(|| facts(game, solved))
}

fn few_flaws(solved: &Solved) -> bool {
    let flaws = solved
        .found
        .others
        .iter()
        .filter(|other| other.kind.is_flaw());
    let has = |kind: OtherWinKind| solved.found.others.iter().any(|other| other.kind == kind);
    (1..=2).contains(&flaws.count())
        && solved.found.open.is_empty()
        && !has(OtherWinKind::Unmeasured)
}

fn of_kind(game: &Shogi, root: &Position, solved: &Solved, kind: OtherWinKind) -> Option<String> {
    let has = solved.found.others.iter().any(|other| other.kind == kind);
    let is_it = has && few_flaws(solved);
    (is_it && leaves(game, root, solved).0).then(|| facts(game, solved))
}

fn equal(game: &Shogi, root: &Position, solved: &Solved) -> Option<String> {
    of_kind(game, root, solved, OtherWinKind::Equal)
}

fn longer(game: &Shogi, root: &Position, solved: &Solved) -> Option<String> {
    of_kind(game, root, solved, OtherWinKind::Longer)
}

fn promotion(game: &Shogi, root: &Position, solved: &Solved) -> Option<String> {
    of_kind(game, root, solved, OtherWinKind::Variant)
}

/// The position with nothing in the defender's hand.
fn bare(game: &Shogi, position: &Position) -> Option<Position> {
    let text = game.format_position(position);
    let mut words = text.split(' ');
    let (board, side, hands) = (words.next()?, words.next()?, words.next()?);
    let own = attackers_hand(hands);
    let own = if own.is_empty() { "-" } else { own.as_str() };
    game.parse_position(&format!("{board} {side} {own} 1")).ok()
}

/// Whether it would be a short mate without interpositions.
fn is_bare_mate(game: &Shogi, root: &Position) -> bool {
    bare(game, root).is_some_and(|bare| mates(game, &bare, 3))
}

/// The class of a line that ends with an interposition captured by the checker from afar, if it
/// would have been mate without interpositions.
fn interposed(game: &Shogi, root: &Position, line: &[Move]) -> Option<&'static str> {
    let (&[drop, taken], before) = line.split_last_chunk::<2>().map(|(l, r)| (r, l))?;
    let at = before.iter().fold(*root, |at, &mv| at.play(mv));
    drop.dropped()?;
    let checker = taken.from().filter(|_| taken.to() == drop.to())?;
    let bare = bare(game, &at)?;
    if game.status(&bare) != Status::Won {
        return None;
    }
    match at.piece(checker)?.1 {
        Piece::Rook | Piece::Dragon => Some("rook"),
        Piece::Bishop | Piece::Horse => Some("bishop"),
        Piece::Lance => Some("lance"),
        _ => None,
    }
}

fn with_class(game: &Shogi, root: &Position, solved: &Solved) -> Option<String> {
    let class = interposed(game, root, &solved.line)?;
    let flaws = solved
        .found
        .others
        .iter()
        .filter(|other| other.kind.is_flaw());
    let is_it = solved.found.open.is_empty() && flaws.count() <= 12;
    is_it.then(|| format!("{} ; class={class}", facts(game, solved)))
}

/// Accepts a mate from afar by this class of pieces.
fn by(fits: fn(&Shogi, &Position, &[Move]) -> bool) -> Sieve {
    Sieve {
        may_be: is_bare_mate,
        fits,
        facts: with_class,
    }
}

#[test]
#[ignore = "makes the corpus anew"]
fn compose_unique() {
    list(
        "unique",
        1,
        &NEAR,
        &[(3, 5), (5, 5), (7, 2)],
        &Sieve::usual(unique),
    );
}

#[test]
#[ignore = "makes the corpus anew"]
fn compose_last_move() {
    list(
        "last move",
        3,
        &NEAR,
        &[(1, 3), (3, 4), (5, 4), (7, 1)],
        &Sieve::usual(last_move),
    );
}

#[test]
#[ignore = "makes the corpus anew"]
fn compose_surplus() {
    list(
        "surplus",
        4,
        &NEAR,
        &[(1, 2), (3, 5), (5, 4), (7, 1)],
        &Sieve::usual(surplus),
    );
}

#[test]
#[ignore = "makes the corpus anew"]
fn compose_yozume() {
    list("equal", 5, &NEAR, &[(3, 3), (5, 2)], &Sieve::usual(equal));
    list("longer", 6, &NEAR, &[(3, 3), (5, 2)], &Sieve::usual(longer));
    list("promotion", 7, &NEAR, &[(5, 1)], &Sieve::usual(promotion));
}

#[test]
#[ignore = "makes the corpus anew"]
fn compose_interpositions() {
    let from_afar = Luck {
        attackers: &["R", "L", "B", "+R", "+B", "G", "S", "+P", "P", "N"],
        hands: &["G", "S", "N", "P", "GS", "L", "B"],
        far: 35,
        ..NEAR
    };
    let rook = by(|game, root, line| interposed(game, root, line) == Some("rook"));
    let lance = by(|game, root, line| interposed(game, root, line) == Some("lance"));
    let bishop = by(|game, root, line| interposed(game, root, line) == Some("bishop"));
    let lengths = [(3, 3), (5, 3)];
    list("rook from afar", 9, &from_afar, &lengths, &rook);
    list("lance from afar", 10, &from_afar, &lengths, &lance);
    list("bishop from afar", 11, &from_afar, &lengths, &bishop);
}

/// Makes `count` problems in which a check can be repeated for ever, either with a mate or without
/// one.
#[expect(clippy::fn_params_excessive_bools, reason = "a switch of a test")]
fn traps(seed: u64, luck: &Luck, are_won: bool, count: usize) {
    let mut dice = Dice::new(seed);
    let game = shogi(Side::First);
    let (mut left, mut seen) = (count, HashSet::new());
    while left > 0 {
        let root = position(&mut dice, luck).and_then(|text| game.parse_position(&text).ok());
        let Some(root) = root.filter(|root| game.status(root) == Status::Open) else {
            continue;
        };
        let text = game.format_position(&root);
        let pieces = text.split(' ').next().unwrap_or_default();
        let pieces = pieces.chars().filter(char::is_ascii_alphabetic).count();
        if pieces < 4 || root.in_check(Side::Second) {
            continue;
        }
        let expected = if are_won {
            Answer::Proved
        } else {
            Answer::Disproved
        };
        if answer(&game, &root, 1_000) != expected || solved::traps(&game, &root).is_empty() {
            continue;
        }
        if !seen.insert(root.key()) {
            continue;
        }
        let end = match are_won.then(|| solve(&game, &root, NODES)).flatten() {
            None if !are_won => "value=disproved".to_string(),
            Some(solved) if are_won && solved.line.len() >= 3 && solved.found.open.is_empty() => {
                let (verdict, length) = (solved.found.verdict(), solved.line.len());
                let facts = facts(&game, &solved);
                format!("value=proved ; length={length} ; verdict={verdict}{facts}")
            }
            _ => continue,
        };
        left -= 1;
        println!("{text} ; attacker=black ; {end} ; name=perpetual check");
    }
}

#[test]
#[ignore = "makes the corpus anew"]
fn compose_perpetual() {
    let walls = Luck {
        attackers: &["+R", "+B", "R", "G", "S", "+P"],
        hands: &["", "", "P", "G"],
        counts: [(1, 2), (1, 4)],
        bare: 85,
        ..NEAR
    };
    println!("# perpetual check");
    traps(12, &walls, false, 6);
    println!("# perpetual check, and a mate");
    traps(13, &walls, true, 6);
}
