//! The problems of `corpus/shogi/` that each show one composers' term: the terms in the list, those
//! of the search and those from trying every line are the same.
//!
//! `cargo test -p shomei-shogi --test problems -- --ignored --nocapture compose_words` makes the
//! first of them anew, in processor hours; those with plies in their names are from `climb.rs`.

use std::collections::{BTreeSet, HashMap, HashSet};

use shomei_compose::OtherWinKind;
use shomei_game::{Game, Notation, Role, Side, Status};
use shomei_shogi::{Kind as Piece, Move, Position, Shogi};
use shomei_testkit::corpus::{Case, Value, load};
use shomei_testkit::random::Dice;

use crate::brute::moves;
use crate::climb::shape;
use crate::complete::Complete;
use crate::compose::{NEAR, changed, position};
use crate::solved::{is_small, line, named, shogi};

/// The nodes for each alternative move and each alternative defence.
const NODES: u64 = 20_000;

/// The most positions that the plain search visits.
const POSITIONS: u64 = 100_000;

fn is_any(_: OtherWinKind) -> bool {
    true
}

/// The terms of a problem by trying every line, given the line of the search.
pub(crate) fn words_by_force(
    game: &Shogi,
    root: &Position,
    most: u64,
) -> Option<BTreeSet<&'static str>> {
    let line = line(game, root)?;
    Complete::new(game, most).words(root, &line)
}

/// The terms in a list.
fn judgement(case: &Case) -> BTreeSet<&str> {
    let words = case.fact("words").unwrap_or_default();
    words.split(", ").filter(|word| !word.is_empty()).collect()
}

#[test]
fn lists_searches_and_all_lines_agree_on_the_words() {
    let (mut counts, mut seen) = (HashMap::new(), HashSet::new());
    let mut shapes = HashMap::new();
    for case in load::<Shogi>("shogi/words.txt").unwrap() {
        let (game, root) = case.open::<Shogi>().unwrap();
        let (name, judgement) = (&case.name, judgement(&case));
        assert!(seen.insert(root.key()), "{name}");
        assert_eq!(
            (case.value, game.attacker()),
            (Value::Proved, Side::First),
            "{name}"
        );
        let found = named(&game, &root, NODES, is_any).unwrap();
        let length = found.line.len().to_string();
        assert_eq!(case.fact("length"), Some(length.as_str()), "{name}");
        assert_eq!(judgement, found.words, "{name}: by the search");
        let by_force = words_by_force(&game, &root, POSITIONS).unwrap();
        assert_eq!(judgement, by_force, "{name}: by every line");
        let other = shapes.insert(shape(&root, &found.line), name.clone());
        // The first lists were only required to have different lines.
        if name.contains("plies") {
            assert_eq!(other, None, "{name}: seen from the king the same line");
        }
        for word in ["same-length", "henka-betsu", "promotion"] {
            *counts.entry(word).or_insert(0) += usize::from(judgement.contains(word));
        }
    }
    assert!(seen.len() >= 54, "{}", seen.len());
    for (word, least) in [("same-length", 17), ("henka-betsu", 26), ("promotion", 16)] {
        assert!(counts[word] >= least, "{counts:?}");
    }
}

/// In problems whose name says that a pawn, bishop or rook must not promote, the same move with
/// promotion does not mate in any line.
#[test]
fn where_a_piece_must_not_promote_no_line_mates_with_promotion() {
    let mut count = 0;
    for case in load::<Shogi>("shogi/words.txt").unwrap() {
        if !case.name.starts_with("non-promotion") {
            continue;
        }
        let (game, mut place) = case.open::<Shogi>().unwrap();
        let mut must_not = 0;
        for mv in line(&game, &place).unwrap() {
            let from = mv.from().filter(|&from| {
                let kind = place.piece(from).map(|(_, kind)| kind);
                let attacks = game.role(&place) == Role::Attacker;
                attacks && matches!(kind, Some(Piece::Pawn | Piece::Bishop | Piece::Rook))
            });
            let other = from.map(|from| Move::promoting(from, mv.to()));
            let other = other.filter(|&other| other != mv && moves(&game, &place).contains(&other));
            if let Some(other) = other {
                let mut every_line = Complete::new(&game, POSITIONS);
                let mates = every_line.has_mate(&place.play(other));
                must_not += usize::from(mates == Some(false));
            }
            place = place.play(mv);
        }
        assert!(must_not > 0, "{}", case.name);
        count += 1;
    }
    assert!(count >= 2, "{count}");
}

/// For problems with other flaws, the search agrees with trying every line.
#[test]
fn the_words_of_older_lists_are_those_of_all_lines() {
    let mut compared = 0;
    for name in ["unique", "last-move", "surplus", "yozume", "perpetual"] {
        for case in load::<Shogi>(&format!("shogi/{name}.txt")).unwrap() {
            let (game, root) = case.open::<Shogi>().unwrap();
            if case.value != Value::Proved {
                continue;
            }
            let Some(by_force) = words_by_force(&game, &root, 100_000) else {
                println!("{}: not decided", case.name);
                continue;
            };
            if let Some(found) = named(&game, &root, NODES, is_any) {
                assert_eq!(found.words, by_force, "{}", case.name);
                compared += 1;
            }
        }
    }
    println!("{compared} compared");
    assert!(compared >= 12, "{compared}");
}

/// Makes problems with these terms, and possibly other allowed ones: the given number for each
/// length.
fn list(
    name: &str,
    seed: u64,
    lengths: &[(usize, usize)],
    is_wanted: fn(OtherWinKind) -> bool,
    others: &[&str],
) {
    let mut dice = Dice::new(seed);
    let mut wanted = lengths.to_vec();
    let (mut seen, mut lines) = (HashSet::new(), HashSet::new());
    let mut number = 0;
    // Near misses are changed here and there.
    let mut near: Vec<String> = Vec::new();
    for name in ["unique", "last-move", "yozume", "surplus"] {
        let cases = load::<Shogi>(&format!("shogi/{name}.txt")).unwrap();
        near.extend(cases.into_iter().map(|case| case.position));
    }
    let word = name.trim_end_matches(", too");
    println!("# {name}");
    while wanted.iter().any(|&(_, count)| count > 0) {
        let game = shogi(Side::First);
        let text = match dice.chance(5) {
            true => position(&mut dice, &NEAR),
            false => {
                let from = &near[dice.below(near.len())];
                changed(&mut dice, &NEAR, from)
            }
        };
        let root = text.and_then(|text| game.parse_position(&text).ok());
        let Some(root) = root.filter(|root| game.status(root) == Status::Open) else {
            continue;
        };
        if root.in_check(Side::Second) || !seen.insert(root.key()) || !is_small(&game, &root) {
            continue;
        }
        let length = line(&game, &root).map_or(0, |line| line.len());
        let mut places = wanted.iter_mut();
        let Some(place) = places.find(|(l, count)| *l == length && *count > 0) else {
            continue;
        };
        let Some(found) = named(&game, &root, 2_000, is_wanted) else {
            continue;
        };
        let fits = |found: &&str| *found == word || others.contains(found);
        if !found.words.contains(word) || !found.words.iter().all(fits) {
            continue;
        }
        if lines.contains(&found.line) {
            continue;
        }
        let Some(by_force) = words_by_force(&game, &root, POSITIONS) else {
            continue;
        };
        assert_eq!(by_force, found.words, "{}", game.format_position(&root));
        lines.insert(found.line);
        near.push(game.format_position(&root));
        place.1 -= 1;
        number += 1;
        let words: Vec<&str> = found.words.into_iter().collect();
        let (text, words) = (game.format_position(&root), words.join(", "));
        println!(
            "{text} ; attacker=black ; value=proved ; length={length} ; words={words} \
             ; name={name} {number}"
        );
    }
}

#[test]
#[ignore = "makes the corpus anew"]
fn compose_words_same_length() {
    let wanted = |kind| matches!(kind, OtherWinKind::LastMove);
    let others = ["last-move", "henka-betsu"];
    list("same-length", 21, &[(5, 7)], wanted, &others);
}

#[test]
#[ignore = "makes the corpus anew"]
fn compose_words_same_length_too() {
    let wanted = |kind| matches!(kind, OtherWinKind::LastMove);
    let others = ["last-move", "henka-betsu"];
    list("same-length, too", 24, &[(5, 7)], wanted, &others);
}

#[test]
#[ignore = "makes the corpus anew"]
fn compose_words_henka_betsu() {
    let wanted = |kind| matches!(kind, OtherWinKind::LastMove);
    list("henka-betsu", 22, &[(3, 8), (5, 6)], wanted, &["last-move"]);
}

#[test]
#[ignore = "makes the corpus anew"]
fn compose_words_promotion() {
    let wanted = |kind| matches!(kind, OtherWinKind::LastMove | OtherWinKind::Variant);
    let others = ["last-move", "henka-betsu"];
    list("promotion", 23, &[(3, 8), (5, 6)], wanted, &others);
}
