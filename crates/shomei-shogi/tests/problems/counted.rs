//! Lengths in which wasted drops do not count, also in the middle of a line, compared with the
//! literal rule.

use std::collections::{HashMap, HashSet};

use shomei_compose::{Counted, count};
use shomei_extract::shortest::{Shortest, Within};
use shomei_game::{ComposingRules, Game, Goal, Key, Notation, Role, Side, Status};
use shomei_search::search::df_pn::DfPnOptions;
use shomei_search::{Limits, Silent};
use shomei_shogi::{Hand, Kind, Move, Position, Rules, Shogi, Square};
use shomei_testkit::random::Dice;

use crate::brute::moves;
use crate::compose::{Luck, changed, facts, position};
use crate::corpus::{judge, problems};
use crate::solved::solve;

fn of(rules: Rules) -> Shogi {
    Shogi::new(rules, Goal::win(Side::First))
}

/// The length by the rule `tsume-mudaai`, if it is found in a few nodes.
fn length(game: &Shogi, root: &Position) -> Option<u16> {
    let (within, limits) = (Within::new(game), Limits::nodes(3_000));
    let options = DfPnOptions::default();
    let mut shortest = Shortest::new(&within, root, &options, 1 << 20, &limits).unwrap();
    shortest.try_short(&mut Silent);
    shortest.bracket().exact()
}

fn counted(game: &Shogi, root: &Position, most: u16, nodes: u64) -> Counted<Move> {
    let instead = |position: &Position, mv| game.instead(position, mv);
    let (options, limits) = (DfPnOptions::default(), Limits::nodes(nodes));
    let root = (root, most);
    count(
        game,
        &instead,
        root,
        &options,
        4 << 20,
        &limits,
        &mut Silent,
    )
    .unwrap()
}

/// The literal rule: every line is tried.
struct ByForce<'g> {
    game: &'g Shogi,
    known: HashMap<(Key, u16), bool>,
}

impl<'g> ByForce<'g> {
    fn new(game: &'g Shogi) -> ByForce<'g> {
        ByForce {
            game,
            known: HashMap::new(),
        }
    }

    fn length(&mut self, position: &Position, most: u16) -> Option<u16> {
        (0..=most).find(|&plies| self.is_won(position, plies))
    }

    fn is_won(&mut self, position: &Position, plies: u16) -> bool {
        match self.game.status(position) {
            Status::Won => return true,
            Status::Failed => return false,
            Status::Open if plies == 0 => return false,
            Status::Open => {}
        }
        let key = (position.key(), plies);
        if let Some(&known) = self.known.get(&key) {
            return known;
        }
        let all = moves(self.game, position);
        let is_won = match self.game.role(position) {
            Role::Attacker => all
                .iter()
                .any(|&mv| self.is_won(&position.play(mv), plies - 1)),
            Role::Defender => plies > 1 && self.is_mated(position, plies, &all),
        };
        self.known.insert(key, is_won);
        is_won
    }

    fn is_mated(&mut self, position: &Position, plies: u16, all: &[Move]) -> bool {
        let (mut wasted, mut genuine) = (Vec::new(), Vec::new());
        for &mv in all {
            let after = instead(self.game, position, mv);
            match after.iter().any(|after| self.is_won(after, plies)) {
                true => wasted.push(mv),
                false => genuine.push(mv),
            }
        }
        let mut is_lost = |mv: &Move, plies| self.is_won(&position.play(*mv), plies);
        if !genuine.iter().all(|mv| is_lost(mv, plies - 1)) {
            return false;
        }
        // With no plies left, only a finished game is lost.
        let fewer = plies.saturating_sub(3);
        let holds_out = genuine.iter().any(|mv| !is_lost(mv, fewer));
        holds_out || wasted.iter().all(|mv| is_lost(mv, plies - 1))
    }
}

/// The positions in which the checking slider has captured a drop that was then returned.
fn instead(game: &Shogi, position: &Position, drop: Move) -> Vec<Position> {
    let Some(checker) = slider(position).filter(|_| drop.dropped().is_some()) else {
        return Vec::new();
    };
    let full = of(Rules::Full);
    let after = position.play(drop);
    let mut takes = moves(&full, &after);
    takes.retain(|take| take.from() == Some(checker) && take.to() == drop.to());
    let hands = [Side::First, Side::Second].map(|side| position.hand(side));
    let given_back = takes.into_iter().map(|take| {
        let pieces: Vec<(Square, Side, Kind)> = pieces(&after.play(take)).collect();
        Position::new(&pieces, hands, Side::Second).unwrap()
    });
    let checks = |next: &Position| next.in_check(Side::Second) && game.role(next) == Role::Defender;
    given_back.filter(checks).collect()
}

fn pieces(position: &Position) -> impl Iterator<Item = (Square, Side, Kind)> {
    Square::all().filter_map(|square| {
        let (side, kind) = position.piece(square)?;
        Some((square, side, kind))
    })
}

/// The only piece of Black that checks White: there is no check if it becomes one of White's.
fn slider(position: &Position) -> Option<Square> {
    let turned = |gone: Square| {
        let turn = |piece: (Square, Side, Kind)| match piece.0 == gone {
            true => (gone, Side::Second, Kind::ProPawn),
            false => piece,
        };
        let turned: Vec<_> = pieces(position).map(turn).collect();
        Position::new(&turned, [Hand::EMPTY; 2], Side::Second).unwrap()
    };
    let own = pieces(position).filter(|piece| piece.1 == Side::First && piece.2 != Kind::King);
    let own: Vec<Square> = own.map(|piece| piece.0).collect();
    let mut all = own
        .into_iter()
        .filter(|&gone| !turned(gone).in_check(Side::Second));
    all.next()
}

/// Sliders far away, and other pieces near the king.
pub(crate) const FAR: Luck = Luck {
    attackers: &["R", "B", "L", "+R", "+B", "+P", "G", "S", "N", "P"],
    defenders: &["p", "p", "l", "n", "s", "g", "b", "r"],
    hands: &["G", "S", "GS", "R", "B", "N", "L", "P", "2G", ""],
    counts: [(2, 4), (1, 4)],
    far: 40,
    bare: 0,
};

/// Asserts that each ply of a line brings the end nearer by one, and that no drop of it is wasted.
fn keeps_its_plies(game: &Shogi, root: &Position, line: &[Move], plies: u16) {
    let text = game.format_position(root);
    assert_eq!(line.len(), usize::from(plies), "{text}");
    let (mut rule, mut at) = (ByForce::new(game), *root);
    for (&mv, left) in line.iter().zip((1..=plies).rev()) {
        assert_eq!(rule.length(&at, left), Some(left), "{text}: {mv}");
        let after = instead(game, &at, mv);
        if after.iter().any(|after| rule.is_won(after, left)) {
            // It counts, since no genuine defence lasts as long.
            for mv in moves(game, &at) {
                let all = instead(game, &at, mv);
                let is_genuine = !all.iter().any(|after| rule.is_won(after, left));
                let plies_after = rule.length(&at.play(mv), left);
                assert!(!is_genuine || plies_after < Some(left - 1), "{text}: {mv}");
            }
        }
        at = at.play(mv);
    }
    assert_eq!(game.status(&at), Status::Won, "{text}");
}

/// Random positions, and changes of those that have shown something.
struct Finds {
    luck: Luck,
    dice: Dice,
    near: Vec<String>,
    seen: HashSet<Key>,
}

impl Finds {
    fn next(&mut self, game: &Shogi) -> Option<Position> {
        let text = match self.near.is_empty() || self.dice.chance(60) {
            true => position(&mut self.dice, &self.luck)?,
            false => {
                let from = &self.near[self.dice.below(self.near.len())];
                changed(&mut self.dice, &self.luck, from)?
            }
        };
        let root = game.parse_position(&text).ok()?;
        let is_open = game.status(&root) == Status::Open && !root.in_check(Side::Second);
        (is_open && self.seen.insert(root.key())).then_some(root)
    }
}

#[test]
fn wasted_drops_in_mid_line_do_not_count() {
    let game = of(Rules::Mudaai);
    let mut finds = Finds {
        // Some defenders have little to drop.
        luck: Luck { bare: 25, ..FAR },
        dice: Dice::new(31),
        near: Vec::new(),
        seen: HashSet::new(),
    };
    let (mut compared, mut shorter) = (0, 0);
    while shorter < 40 && compared < 4_000 {
        let Some(root) = finds.next(&game) else {
            continue;
        };
        let Some(most) = length(&game, &root).filter(|&most| (3..=9).contains(&most)) else {
            continue;
        };
        let text = game.format_position(&root);
        let found = counted(&game, &root, most, 50_000);
        let by_force = ByForce::new(&game).length(&root, most);
        assert_eq!(found.length.exact(), by_force, "{text}: {most}");
        compared += 1;
        if by_force < Some(most) {
            println!("{text}: {most}, {}", by_force.unwrap());
            shorter += 1;
            finds.near.push(text);
        }
        keeps_its_plies(&game, &root, &found.line, by_force.unwrap());
    }
    println!("{compared} compared, {shorter} shorter");
    assert!(shorter >= 40, "{shorter} of {compared}");
}

#[test]
fn the_list_of_wasted_drops_in_mid_line_is_right() {
    let game = of(Rules::Mudaai);
    let mut classes = HashMap::new();
    for (case, plain, root) in problems("middle") {
        judge(&case, &plain, &root);
        let plies = |key: &str| case.fact(key).unwrap().parse::<u16>().unwrap();
        let (most, expected) = (plies("mudaai"), plies("counted"));
        let name = &case.name;
        assert_eq!(length(&game, &root), Some(most), "{name}");
        let found = counted(&game, &root, most, 50_000);
        assert_eq!(found.length.exact(), Some(expected), "{name}");
        let by_force = ByForce::new(&game).length(&root, most);
        assert_eq!(by_force, Some(expected), "{name}");
        keeps_its_plies(&game, &root, &found.line, expected);
        let by_rule = line(&game, &root).unwrap();
        assert_eq!(case.fact("class"), class(&game, &root, &by_rule), "{name}");
        *classes
            .entry(case.fact("class").unwrap().to_string())
            .or_insert(0) += 1;
    }
    assert!(
        classes.len() >= 3 && classes.values().sum::<usize>() >= 10,
        "{classes:?}"
    );
}

/// A drop that blocks another slider's line counts in full, and so does one that lures the slider
/// on.
#[test]
fn drops_with_a_purpose_count() {
    let game = of(Rules::Mudaai);
    let root = game
        .parse_position("3lkl3/9/2G6/5N3/2B6/9/9/4G4/4L4 b p 1")
        .unwrap();
    let found = counted(&game, &root, 7, 50_000);
    assert_eq!(found.length.exact(), Some(7));
    let drop = found.line[1];
    assert_eq!(drop.dropped(), Some(Kind::Pawn));
    let by_force = ByForce::new(&game).length(&root, 7);
    assert_eq!(by_force, Some(7));
}

/// The slider that first captures a drop on a line at once.
fn class(game: &Shogi, root: &Position, line: &[Move]) -> Option<&'static str> {
    let mut at = *root;
    for pair in line.windows(2) {
        let &[drop, taken] = pair else {
            return None;
        };
        let by_slider = taken.to() == drop.to() && slider(&at) == taken.from();
        if by_slider && !instead(game, &at, drop).is_empty() {
            return match at.piece(taken.from()?)?.1 {
                Kind::Rook | Kind::Dragon => Some("rook"),
                Kind::Bishop | Kind::Horse => Some("bishop"),
                Kind::Lance => Some("lance"),
                _ => None,
            };
        }
        at = at.play(drop);
    }
    None
}

/// The line of a shortest mate by the rules of the game, if it is found in a few nodes.
fn line(game: &Shogi, root: &Position) -> Option<Vec<Move>> {
    let (within, limits) = (Within::new(game), Limits::nodes(3_000));
    let options = DfPnOptions::default();
    let mut shortest = Shortest::new(&within, root, &options, 1 << 20, &limits).unwrap();
    shortest.try_short(&mut Silent);
    shortest.line(&limits)
}

#[test]
#[ignore = "makes the corpus anew"]
fn compose_middle() {
    let (game, plain) = (of(Rules::Mudaai), of(Rules::Tsume));
    for class in ["rook", "bishop", "lance"] {
        let mut finds = Finds {
            luck: FAR,
            dice: Dice::new(32),
            near: Vec::new(),
            seen: HashSet::new(),
        };
        let mut wanted = HashMap::from([(3, 2), (5, 2)]);
        let mut number = 0;
        while wanted.values().any(|&count| count > 0) {
            let Some(root) = finds.next(&game) else {
                continue;
            };
            let Some(most) = length(&game, &root).filter(|&most| (5..=9).contains(&most)) else {
                continue;
            };
            let found = counted(&game, &root, most, 50_000);
            let Some(plies) = found.length.exact().filter(|&plies| plies < most) else {
                continue;
            };
            let text = game.format_position(&root);
            finds.near.push(text.clone());
            let by_rule = line(&game, &root).unwrap_or_default();
            let is_wanted = wanted.get(&plies).is_some_and(|&count| count > 0);
            if !is_wanted || self::class(&game, &root, &by_rule) != Some(class) {
                continue;
            }
            let Some(solved) = solve(&plain, &root, 2_000) else {
                continue;
            };
            let flaws = solved.found.others.iter();
            let flaws = flaws.filter(|other| other.kind.is_flaw()).count();
            let by_force = ByForce::new(&game).length(&root, most);
            if flaws > 8 || !solved.found.open.is_empty() || by_force != Some(plies) {
                continue;
            }
            *wanted.get_mut(&plies).unwrap() -= 1;
            number += 1;
            let (all, verdict) = (solved.line.len(), solved.found.verdict());
            let facts = facts(&plain, &solved);
            println!(
                "{text} ; attacker=black ; value=proved ; length={all} ; mudaai={most} \
                 ; counted={plies} ; verdict={verdict}{facts} ; class={class} \
                 ; name={class} in mid-line {number}"
            );
        }
    }
}
