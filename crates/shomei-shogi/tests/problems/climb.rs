//! How most problems with only one composers' term were made: from a random position that shows the
//! term and other flaws, change by change, to one that shows no other flaw.
//!
//! ```text
//! random positions ... until one shows the term with few other flaws
//! changes ... kept if the term stays and the flaws do not increase, until there are none
//! superfluous pieces go into the defender's hand
//! the search and every line must agree on the terms
//! ```
//!
//! Problems whose lines look alike from the king's square count as one, so that no problem is a
//! shifted or mirrored copy of another.
//!
//! `cargo test --release -p shomei-shogi --test problems -- --ignored --nocapture climb_` makes
//! them anew.

use std::collections::HashSet;

use shomei_compose::{OtherWinKind, OtherWins, Resistance, Solutions};
use shomei_extract::shortest::{Shortest, Within};
use shomei_game::{ComposingRules, Game, Notation, Side, Status};
use shomei_search::search::df_pn::DfPnOptions;
use shomei_search::{Limits, Silent};
use shomei_shogi::{Kind as Piece, Move, Position, Shogi, Square};
use shomei_testkit::corpus::load;
use shomei_testkit::random::Dice;

use crate::brute::moves;
use crate::compose::{Luck, NEAR, attackers_hand, board_of, changed, position, text_of, with_less};
use crate::composers::words_by_force;
use crate::solved::{is_small, line, named, shogi};

/// The memory of a search, and the nodes for each alternative move.
const MEMORY: usize = 1 << 18;
const NODES: u64 = 500;

/// The most positions that the plain search visits.
const POSITIONS: u64 = 30_000;

/// The largest cost of a position that is changed into a problem, and the number of changes without
/// progress before giving up.
const BEGIN: usize = 24;
const PATIENCE: usize = 400;

/// The largest cost of a problem while it is changed into another one, and the number of changes.
const SHAKEN: usize = 8;
const KEPT: usize = 10;

/// The number of changes tried to obtain any mate, for pieces that must not promote.
const CHANGES: usize = 30;

/// More pieces than this count as flaws.
const PIECES: usize = 8;

/// The property that a problem must show.
#[derive(Clone, Copy, Debug)]
enum Sought {
    /// A move of this piece that mates as fast with promotion as without.
    EitherWay(Piece),
    /// A move of a bishop that mates only without promotion: with promotion, a later pawn drop
    /// would mate at once, which the rules forbid.
    PlainBishop,
    /// A defence after which the attacker has another way.
    AnotherWay,
}

/// The kind of problem to find.
struct Aim {
    sought: Sought,
    length: usize,
    /// Other terms that are allowed.
    others: &'static [&'static str],
    luck: Luck,
    /// The number of further problems sought near one that was found.
    shakes: usize,
}

/// A problem with its alternative moves.
struct Seen {
    places: Vec<Position>,
    line: Vec<Move>,
    found: OtherWins<Move>,
}

impl Seen {
    /// The piece on the board that a move moves at this ply.
    fn piece(&self, ply: usize, mv: Move) -> Option<Piece> {
        Some(self.places[ply].piece(mv.from()?)?.1)
    }

    /// Whether a piece of this kind may promote or not, with the same result.
    fn is_either_way(&self, piece: Piece) -> bool {
        self.found.others.iter().any(|other| {
            other.kind == OtherWinKind::Variant
                && self.piece(other.ply, other.line[0]) == Some(piece)
        })
    }

    /// Whether a bishop must not promote, before the last move.
    fn stays_plain(&self) -> bool {
        plain_moves(&self.places, &self.line).any(|ply| {
            let mv = self.line[ply];
            let mut others = self.found.others.iter().filter(|other| other.ply == ply);
            !others.any(|other| (other.line[0].from(), other.line[0].to()) == (mv.from(), mv.to()))
        })
    }
}

/// The plies of a line, except the last, at which a bishop could promote and does not.
fn plain_moves<'a>(places: &'a [Position], line: &'a [Move]) -> impl Iterator<Item = usize> + 'a {
    let attacks = (0..line.len() - 1).step_by(2);
    attacks.filter(move |&ply| is_plain(&places[ply], line[ply]))
}

/// Whether this move is one of a bishop that could promote and does not.
fn is_plain(place: &Position, mv: Move) -> bool {
    let Some(from) = mv.from() else {
        return false;
    };
    let is_bishop = place
        .piece(from)
        .is_some_and(|(_, kind)| kind == Piece::Bishop);
    is_bishop && !mv.promotes() && (from.rank() <= 3 || mv.to().rank() <= 3)
}

impl Aim {
    fn name(&self) -> &'static str {
        match self.sought {
            Sought::EitherWay(_) => "promotion",
            Sought::PlainBishop => "non-promotion",
            Sought::AnotherWay => "henka-betsu",
        }
    }

    /// The term that the problem must show.
    fn word(&self) -> Option<&'static str> {
        match self.sought {
            Sought::EitherWay(_) | Sought::AnotherWay => Some(self.name()),
            Sought::PlainBishop => None,
        }
    }

    /// Whether another move of this kind is allowed.
    fn tolerates(&self, kind: OtherWinKind) -> bool {
        match kind {
            OtherWinKind::LastMove => self.others.contains(&"last-move"),
            OtherWinKind::Variant => matches!(self.sought, Sought::EitherWay(_)),
            _ => false,
        }
    }

    /// Whether the moves of the attacker have the required property.
    fn fits(&self, seen: &Seen) -> bool {
        match self.sought {
            Sought::AnotherWay => true,
            Sought::EitherWay(piece) => seen.is_either_way(piece),
            Sought::PlainBishop => seen.stays_plain(),
        }
    }

    /// A random position to begin with.
    fn begun(&self, game: &Shogi, dice: &mut Dice) -> Option<String> {
        let text = position(dice, &self.luck)?;
        match self.sought {
            Sought::PlainBishop => {}
            Sought::EitherWay(Piece::Pawn) => return below_king(dice, &text),
            Sought::EitherWay(_) | Sought::AnotherWay => return Some(text),
        }
        let befores = before_plain(game, &text);
        let shows = |text: &str| {
            let root = opened(game, text);
            root.is_some_and(|root| self.cost(game, &root, BEGIN).is_some())
        };
        for before in befores {
            if shows(&before) {
                return Some(before);
            }
            for _ in 0..CHANGES {
                match changed(dice, &self.luck, &before) {
                    Some(text) if shows(&text) => return Some(text),
                    _ => {}
                }
            }
        }
        None
    }

    /// The cost of a position and its line; `None` if the cost exceeds `most`, or the position does
    /// not have the required property.
    fn cost(&self, game: &Shogi, root: &Position, most: usize) -> Option<(usize, Vec<Move>)> {
        let pieces = Square::all().filter(|&square| root.piece(square).is_some());
        let pieces = pieces.count().saturating_sub(PIECES + 1);
        if pieces > most || !is_small(game, root) {
            return None;
        }
        let within = Within::new(game);
        let (options, limits) = (DfPnOptions::default(), Limits::default());
        let mut shortest = Shortest::new(&within, root, &options, MEMORY, &limits).unwrap();
        if !shortest.try_short(&mut Silent) {
            return None;
        }
        let line = shortest.line(&Limits::nodes(50_000))?;
        let mut cost = pieces + 2 * line.len().abs_diff(self.length);
        if line.len() < 3 || cost > most {
            return None;
        }
        let mut solutions = Solutions::new(shortest, &line, &options, MEMORY, NODES).unwrap();
        let places = solutions.positions();
        if matches!(self.sought, Sought::PlainBishop) && plain_moves(places, &line).next().is_none()
        {
            return None;
        }
        let has_left = |end: &Position| game.surplus(end).is_some();
        if has_left(solutions.positions().last()?) {
            cost += 3;
        }
        let same_move = |position: &Position, a, b| game.is_same_solution(position, a, b);
        let found = solutions.find(&same_move, &mut Silent);
        let others = found.others.iter();
        let wrong = others.filter(|other| !self.tolerates(other.kind));
        cost += 2 * (wrong.count() + found.open.len());
        if cost > most {
            return None;
        }
        let seen = Seen {
            places: solutions.positions().to_vec(),
            line,
            found,
        };
        if !self.fits(&seen) {
            return None;
        }
        if matches!(self.sought, Sought::AnotherWay) {
            let defences = solutions.find_defences(&has_left, &mut Silent);
            let mut kinds = defences.found.iter().map(|defence| defence.kind);
            if !kinds.any(|kind| kind == Resistance::AnotherWay) {
                return None;
            }
            cost += defences.open.len();
        }
        if solutions.leaves_something(&has_left, &mut Silent) != Some(false) {
            cost += 3;
        }
        (cost <= most).then_some((cost, seen.line))
    }

    /// The terms of a problem without flaws, if all searches agree on them.
    fn words(&self, game: &Shogi, root: &Position) -> Option<Vec<&'static str>> {
        let found = named(game, root, 2_000, |kind| self.tolerates(kind))?;
        let is_missing = |word| !found.words.contains(word);
        let may_be = |word: &&str| self.word() == Some(*word) || self.others.contains(word);
        if self.word().is_some_and(is_missing) || !found.words.iter().all(may_be) {
            return None;
        }
        let by_force = words_by_force(game, root, POSITIONS)?;
        assert_eq!(by_force, found.words, "{}", game.format_position(root));
        Some(found.words.into_iter().collect())
    }

    /// The problem in a text with its line and terms, if it has the required property.
    fn problem(&self, game: &Shogi, text: &str) -> Option<Problem> {
        let root = opened(game, text)?;
        let (_, line) = self.cost(game, &root, 0)?;
        let words = self.words(game, &root)?;
        Some(Problem { root, line, words })
    }

    /// Changes a position until it has no flaws; gives up after too many changes without progress.
    fn improved(&self, game: &Shogi, dice: &mut Dice, text: String) -> Option<String> {
        let (mut cost, _) = self.cost(game, &opened(game, &text)?, BEGIN)?;
        let (mut text, mut idle, mut seen) = (text, 0, HashSet::new());
        while cost > 0 && idle < PATIENCE {
            idle += 1;
            let Some(next) = changed(dice, &self.luck, &text) else {
                continue;
            };
            let root = opened(game, &next).filter(|root| seen.insert(root.key()));
            let Some((less, _)) = root.and_then(|root| self.cost(game, &root, cost)) else {
                continue;
            };
            if less < cost {
                idle = 0;
            }
            (text, cost) = (next, less);
        }
        (cost == 0).then_some(text)
    }

    /// Removes the pieces that a problem does not need.
    fn bared(&self, game: &Shogi, text: String) -> String {
        let mut text = text;
        loop {
            let mut less = with_less(&text).into_iter();
            match less.find(|less| self.problem(game, less).is_some()) {
                Some(less) => text = less,
                None => return text,
            }
        }
    }

    /// Changes a problem so that the required property stays and some flaws appear.
    fn shaken(&self, game: &Shogi, dice: &mut Dice, text: String) -> String {
        let (mut text, mut kept) = (text, 0);
        for _ in 0..PATIENCE {
            let next = changed(dice, &self.luck, &text);
            let is_near = |next: &String| {
                let root = opened(game, next);
                root.is_some_and(|root| self.cost(game, &root, SHAKEN).is_some())
            };
            if let Some(next) = next.filter(is_near) {
                text = next;
                kept += 1;
            }
            if kept == KEPT {
                break;
            }
        }
        text
    }

    /// Makes `count` problems.
    fn list(&self, seed: u64, count: usize) {
        let mut dice = Dice::new(seed);
        let game = shogi(Side::First);
        let (mut shapes, mut number) = (old_shapes(&game), 0);
        let (mut last, mut shakes) = (None, 0);
        println!("# {:?}, {} plies, seed {seed}", self.sought, self.length);
        while number < count {
            let text = match last.take() {
                Some(last) if shakes > 0 => Some(self.shaken(&game, &mut dice, last)),
                _ => {
                    shakes = self.shakes + 1;
                    self.begun(&game, &mut dice)
                }
            };
            let text = text.and_then(|text| self.improved(&game, &mut dice, text));
            let Some(text) = text.filter(|text| self.problem(&game, text).is_some()) else {
                continue;
            };
            last = Some(text.clone());
            shakes -= 1;
            let Some(problem) = self.problem(&game, &self.bared(&game, text)) else {
                continue;
            };
            if shapes.insert(shape(&problem.root, &problem.line)) {
                number += 1;
                self.print(&game, &problem, number);
            }
        }
    }

    fn print(&self, game: &Shogi, problem: &Problem, number: usize) {
        let Problem { root, line, words } = problem;
        let words = match words.is_empty() {
            true => String::new(),
            false => format!(" ; words={}", words.join(", ")),
        };
        println!(
            "{} ; attacker=black ; value=proved ; length={}{words} ; name={} in {} plies, {number}",
            game.format_position(root),
            line.len(),
            self.name(),
            line.len()
        );
        let line: Vec<String> = line.iter().map(Move::to_string).collect();
        println!("#   {}", line.join(" "));
    }
}

/// The shapes of the lines of the older problems.
fn old_shapes(game: &Shogi) -> HashSet<Vec<String>> {
    let cases = load::<Shogi>("shogi/words.txt").unwrap();
    let old = cases.iter().filter(|case| !case.name.contains("plies"));
    let shapes = old.map(|case| {
        let root = game.parse_position(&case.position).unwrap();
        shape(&root, &line(game, &root).unwrap())
    });
    shapes.collect()
}

struct Problem {
    root: Position,
    line: Vec<Move>,
    words: Vec<&'static str>,
}

/// The position in a text, if the attacker may begin there.
fn opened(game: &Shogi, text: &str) -> Option<Position> {
    let root = game.parse_position(text).ok()?;
    let is_fit = game.status(&root) == Status::Open && !root.in_check(Side::Second);
    is_fit.then_some(root)
}

/// The same position with a pawn below the king, one square apart from it.
fn below_king(dice: &mut Dice, text: &str) -> Option<String> {
    let (mut board, hands) = board_of(text)?;
    let mut squares = (0..9).flat_map(|row| (0..9).map(move |column| (row, column)));
    let (row, column) = squares.find(|&(row, column)| board[row][column] == "k")?;
    // Two pawns on a file are illegal.
    for line in &mut board {
        if line[column] == "P" {
            line[column] = "";
        }
    }
    board[row + 1][column] = "";
    board[row + 2][column] = "P";
    // A piece that guards the pawn's destination.
    let support = ["G", "S", "+P", "N", "L"][dice.below(5)];
    let side = (column + dice.below(3)).checked_sub(1)?;
    let place = board[row + 2].get_mut(side)?;
    if place.is_empty() {
        *place = support;
    }
    text_of(&board, &attackers_hand(hands), false)
}

/// Positions two plies before this one, in which a pawn drop here begins a mate, and would mate at
/// once if the bishop were promoted: bishop and king have moved.
fn before_plain(game: &Shogi, text: &str) -> Vec<String> {
    let (Some((board, hands)), Some(root)) = (board_of(text), opened(game, text)) else {
        return Vec::new();
    };
    let squares = || (0..9_usize).flat_map(|row| (0..9_usize).map(move |column| (row, column)));
    let at = |piece: &str| squares().find(|&(row, column)| board[row][column] == piece);
    let hand = attackers_hand(hands);
    let (Some(king), Some(bishop)) = (at("k"), at("B")) else {
        return Vec::new();
    };
    if bishop.0 > 2 || !hand.contains('P') {
        return Vec::new();
    }
    let mut other = board.clone();
    other[bishop.0][bishop.1] = "+B";
    let other = text_of(&other, &hand, false).and_then(|text| opened(game, &text));
    let drop = moves(game, &root)
        .into_iter()
        .find(|mv| mv.dropped() == Some(Piece::Pawn));
    let (Some(other), Some(drop)) = (other, drop) else {
        return Vec::new();
    };
    let mates = || is_small(game, &root) && line(game, &root).is_some_and(|line| line[0] == drop);
    if moves(game, &other).contains(&drop) || !mates() || is_small(game, &other) {
        return Vec::new();
    }
    let is_way = |from: (usize, usize)| from.0.abs_diff(bishop.0) == from.1.abs_diff(bishop.1);
    let is_near = |to: (usize, usize)| king.0.abs_diff(to.0).max(king.1.abs_diff(to.1)) == 1;
    let mut befores = Vec::new();
    for from in squares().filter(|&from| board[from.0][from.1].is_empty() && is_way(from)) {
        for to in squares().filter(|&to| board[to.0][to.1].is_empty() && is_near(to) && to != from)
        {
            let mut board = board.clone();
            (board[bishop.0][bishop.1], board[king.0][king.1]) = ("", "");
            (board[from.0][from.1], board[to.0][to.1]) = ("B", "k");
            befores.extend(text_of(&board, &hand, false));
        }
    }
    befores
}

/// The moves of a line relative to the first square of the king, the same for mirrored lines.
pub(crate) fn shape(root: &Position, line: &[Move]) -> Vec<String> {
    let king = root.king(Side::Second).unwrap();
    let seen_from = |sign: i16| -> Vec<String> {
        let place = |square: Square| {
            let files = i16::from(square.file()) - i16::from(king.file());
            (
                sign * files,
                i16::from(square.rank()) - i16::from(king.rank()),
            )
        };
        let mut at = *root;
        let mut texts = Vec::new();
        for &mv in line {
            let from = mv.from();
            let kind = mv.dropped().or_else(|| Some(at.piece(from?)?.1));
            let (from, to) = (from.map(place), place(mv.to()));
            texts.push(format!("{kind:?} {from:?} {to:?} {}", mv.promotes()));
            at = at.play(mv);
        }
        texts
    };
    seen_from(1).min(seen_from(-1))
}

/// Pieces that may or may not promote, and few in hand.
const PROMOTING: Luck = Luck {
    attackers: &["S", "N", "L", "S", "+P", "P", "G", "+B", "B", "R", "N", "L"],
    hands: &["G", "S", "N", "GS", "P", "L", "B", "R", "GN", "SN", ""],
    ..NEAR
};

/// The same without a silver in hand.
const SILVERS: Luck = Luck {
    hands: &["G", "N", "P", "L", "B", "R", "GN", "GP", "", "G"],
    ..PROMOTING
};

/// The same with more pawns.
const SMALL: Luck = Luck {
    attackers: &["P", "P", "P", "L", "G", "S", "+P", "N", "L", "+B", "R"],
    hands: &["G", "S", "N", "L", "B", "R", "GN", "GS", "", "G"],
    ..PROMOTING
};

/// Bishops, and a pawn in hand, so that promotion can be a mistake.
const PAWNS: Luck = Luck {
    attackers: &["B", "R", "P", "B", "R", "P", "G", "S", "N", "+P", "L"],
    hands: &["P", "P", "GP", "SP", "NP", "P", "LP"],
    ..NEAR
};

/// Terms that are allowed in addition to the required one.
const TOLERATED: &[&str] = &["last-move", "henka-betsu", "same-length"];

/// Problems whose only property is a silver that may promote or not.
#[test]
#[ignore = "makes the corpus anew"]
fn climb_promotion_silver() {
    let aim = Aim {
        sought: Sought::EitherWay(Piece::Silver),
        length: 3,
        others: &[],
        luck: PROMOTING,
        shakes: 0,
    };
    aim.list(31, 2);
}

#[test]
#[ignore = "makes the corpus anew"]
fn climb_promotion_silver_too() {
    for (length, count) in [(5, 4), (3, 4), (7, 1)] {
        let aim = Aim {
            sought: Sought::EitherWay(Piece::Silver),
            length,
            others: TOLERATED,
            luck: SILVERS,
            shakes: 3,
        };
        aim.list(32, count);
    }
}

#[test]
#[ignore = "makes the corpus anew"]
fn climb_promotion_pawn() {
    for (length, count) in [(3, 2), (5, 1)] {
        let aim = Aim {
            sought: Sought::EitherWay(Piece::Pawn),
            length,
            others: TOLERATED,
            luck: SMALL,
            shakes: 1,
        };
        aim.list(39, count);
    }
}

#[test]
#[ignore = "makes the corpus anew"]
fn climb_henka_betsu() {
    for (length, count) in [(3, 4), (5, 2), (7, 2)] {
        let aim = Aim {
            sought: Sought::AnotherWay,
            length,
            others: &[],
            luck: NEAR,
            shakes: 0,
        };
        aim.list(34, count);
    }
}

#[test]
#[ignore = "makes the corpus anew"]
fn climb_henka_betsu_too() {
    for (length, count) in [(7, 3), (5, 2)] {
        let aim = Aim {
            sought: Sought::AnotherWay,
            length,
            others: TOLERATED,
            luck: NEAR,
            shakes: 1,
        };
        aim.list(38, count);
    }
}

#[test]
#[ignore = "makes the corpus anew"]
fn climb_non_promotion() {
    let aim = Aim {
        sought: Sought::PlainBishop,
        length: 5,
        others: TOLERATED,
        luck: PAWNS,
        shakes: 3,
    };
    aim.list(35, 2);
}
