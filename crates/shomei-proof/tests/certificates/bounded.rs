//! Claims within a number of plies on random graphs, compared with a search of all lines.

use std::collections::HashMap;

use shomei_game::{Dice, Game, Notation, Status, TreeGame};
use shomei_proof::{Child, Claim, Damage, Header, Reader, Record, Rejection, Verified, check};

use crate::layout::Layout;
use crate::mutants::mutate;
use crate::support::{
    Node, accepted_as_described, children, random_game, truth_within, verify, write,
};
use Claim::{Disproved, Proved};

const ROUNDS: usize = 4000;

/// The claims are about fewer plies.
const PLIES: usize = 8;

/// A certificate in the making: a record for each position with each number of plies. In a disproof,
/// a move can also lead to a record of the same position with more plies.
struct Strategy<'a> {
    game: &'a TreeGame,
    claim: Claim,
    random: &'a mut Dice,
    numbers: HashMap<(Node, u16), u64>,
    /// The positions in the order of their records, which is that of discovery. All namers of a
    /// position have one ply more, so they come earlier.
    order: Vec<(Node, u16)>,
}

impl Strategy<'_> {
    fn child(&mut self, position: Node, left: u16) -> Child {
        if left == 0 || self.game.status(&position) != Status::Open {
            return Child::Terminal;
        }
        if self.claim == Disproved && self.random.below(2) == 0 {
            let mut with_more = (left..=PLIES as u16).rev();
            let known = with_more.find_map(|more| self.numbers.get(&(position, more)));
            if let Some(&number) = known {
                return Child::Record(number);
            }
        }
        let next = self.order.len() as u64;
        let number = *self.numbers.entry((position, left)).or_insert(next);
        if number == next {
            self.order.push((position, left));
        }
        Child::Record(number)
    }

    /// The record of a position with `left` plies. Some are left to plain search.
    fn record(&mut self, position: Node, left: u16) -> Record {
        if self.random.below(8) == 0 {
            return Record::Resolved { nodes: 100_000 };
        }
        let after = children(self.game, position);
        if self.game.role(&position) != self.claim.chooser() {
            let children = after.into_iter().map(|child| self.child(child, left - 1));
            return Record::All {
                children: children.collect(),
            };
        }
        let good = |child: &Node| truth_within(self.game, *child, left - 1) == self.claim;
        let mv = after.iter().position(good).unwrap();
        Record::Choice {
            mv: mv as u32,
            child: self.child(after[mv], left - 1),
        }
    }
}

/// The true claim about the start within these plies, and the records of a certificate.
fn strategy(game: &TreeGame, plies: u16, random: &mut Dice) -> (Claim, Vec<Record>) {
    let claim = truth_within(game, game.start(), plies);
    let mut strategy = Strategy {
        game,
        claim,
        random,
        numbers: HashMap::new(),
        order: Vec::new(),
    };
    strategy.child(game.start(), plies);
    let mut records = Vec::new();
    while let Some(&(position, left)) = strategy.order.get(records.len()) {
        records.push(strategy.record(position, left));
    }
    (claim, records)
}

/// A certificate about the start of a game within a number of plies.
fn file(game: &TreeGame, claim: Claim, plies: u16, records: &[Record]) -> Vec<u8> {
    write(
        &Header::of(game, &game.start(), claim).within(plies),
        records,
    )
}

fn leads_back((number, record): (u64, &Record)) -> bool {
    let is_back = |(_, child)| matches!(child, Child::Record(child) if child <= number);
    record.children().any(is_back)
}

#[test]
fn right_claims_are_accepted_and_wrong_ones_are_not() {
    let mut random = Dice::new(41);
    let (mut proofs, mut disproofs, mut back) = (0, 0, 0);
    for _ in 0..ROUNDS {
        let game = random_game(&mut random);
        let plies = 1 + random.below(PLIES - 1) as u16;
        let (claim, records) = strategy(&game, plies, &mut random);
        let verified = verify(&game, &file(&game, claim, plies, &records)).unwrap();
        assert_eq!((verified.claim, verified.plies), (claim, Some(plies)));
        match claim {
            Proved => proofs += 1,
            Disproved => disproofs += 1,
        }
        back += usize::from((0..).zip(&records).any(leads_back));
        // With other plies the records may be wrong or show a true claim.
        for other in 1..plies + 2 {
            accepted_as_described(&file(&game, claim, other, &records));
        }
        let opposite = if claim == Proved { Disproved } else { Proved };
        verify(&game, &file(&game, opposite, plies, &records)).unwrap_err();
    }
    assert!(proofs > 500 && disproofs > 500, "{proofs} {disproofs}");
    assert!(back > 200, "{back}");
}

#[test]
fn changed_records_are_rejected_or_right() {
    let mut random = Dice::new(42);
    let (mut accepted, mut rejected) = (0, 0);
    for _ in 0..ROUNDS {
        let game = random_game(&mut random);
        let plies = 1 + random.below(PLIES - 1) as u16;
        let (_, records) = strategy(&game, plies, &mut random);
        for _ in 0..4 {
            let mut mutant = records.clone();
            for _ in 0..random.below(3) {
                if !mutant.is_empty() {
                    mutate(&mut mutant, &mut random);
                }
            }
            let claim = [Proved, Disproved][random.below(2)];
            let plies = (plies + random.below(3) as u16).max(2) - 1;
            match accepted_as_described(&file(&game, claim, plies, &mutant)) {
                true => accepted += 1,
                false => rejected += 1,
            }
        }
    }
    assert!(accepted > 500 && rejected > 5000, "{accepted} {rejected}");
}

/// The attacker wins in five plies by `a`, `b` and `c`.
const FIVE: &str = "r = OR { a, Failed } a = AND { b } b = OR { c } c = AND { d } d = OR { Won }";

const END: Child = Child::Terminal;

fn to(record: u64) -> Child {
    Child::Record(record)
}

fn all(children: &[Child]) -> Record {
    let children = children.to_vec();
    Record::All { children }
}

fn choice(child: Child) -> Record {
    Record::Choice { mv: 0, child }
}

fn five() -> TreeGame {
    TreeGame::parse(FIVE).unwrap()
}

fn result(claim: Claim, plies: u16, records: &[Record]) -> Result<Verified, Rejection> {
    verify(&five(), &file(&five(), claim, plies, records))
}

#[test]
fn a_disproof_ends_exactly_when_no_plies_remain() {
    let records = [all(&[to(1), END]), choice(to(2)), all(&[END])];
    result(Disproved, 3, &records).unwrap();
    // One ply fewer: the child of record 1 has none left.
    let reason = result(Disproved, 2, &records).unwrap_err();
    assert_eq!(reason, Rejection::OutOfPlies { record: 1, mv: 0 });
    assert!(reason.to_string().contains("too few plies remain"));
    // One ply more: the child of record 2 has one left.
    let reason = result(Disproved, 4, &records).unwrap_err();
    let status = Status::Open;
    let (record, mv, claim) = (2, 0, Disproved);
    assert_eq!(
        reason,
        Rejection::WrongTerminal {
            record,
            mv,
            status,
            claim
        }
    );
}

#[test]
fn a_proof_needs_its_plies() {
    let records = [
        choice(to(1)),
        all(&[to(2)]),
        choice(to(3)),
        all(&[to(4)]),
        choice(END),
    ];
    for plies in 5..9 {
        result(Proved, plies, &records).unwrap();
    }
    let reason = result(Proved, 4, &records).unwrap_err();
    assert_eq!(reason, Rejection::OutOfPlies { record: 3, mv: 0 });
}

/// `s` is named with 1 and with 3 remaining plies.
const TWICE: &str = "r = KIND { s, a } a = OTHER { b } b = KIND { s } s = OTHER { t } t = KIND { u } \
                     u = OTHER { Won }";

/// A disproof shows the largest number of plies.
#[test]
fn the_namer_with_the_most_plies_counts_in_a_disproof() {
    let game = TreeGame::parse(&TWICE.replace("KIND", "OR").replace("OTHER", "AND")).unwrap();
    let rejected = |last: &[Record]| {
        // r: 4 plies, a: 3, b: 2, s: 3 from r and 1 from b.
        let mut records = vec![all(&[to(3), to(1)]), choice(to(2)), all(&[to(3)])];
        records.extend(last.iter().cloned());
        verify(&game, &file(&game, Disproved, 4, &records)).unwrap_err()
    };
    // s: 3, t: 2, u: 1. The attacker wins from u within 1.
    let reason = rejected(&[choice(to(4)), all(&[to(5)]), choice(END)]);
    assert!(matches!(
        reason,
        Rejection::WrongTerminal {
            record: 5,
            status: Status::Won,
            ..
        }
    ));
    // With the plies of b alone, the record of s would end here.
    let reason = rejected(&[choice(END)]);
    assert!(matches!(
        reason,
        Rejection::WrongTerminal {
            record: 3,
            status: Status::Open,
            ..
        }
    ));
    // Plain search has the same plies.
    let reason = rejected(&[Record::Resolved { nodes: 99 }]);
    let (record, found, nodes) = (3, Proved, 4);
    assert_eq!(
        reason,
        Rejection::LeafValue {
            record,
            found,
            nodes
        }
    );
}

/// The attacker never wins from `x` and `z`, which repeat.
const BACK: &str =
    "r = OR { a, y } a = AND { b } b = OR { x } x = AND { z } z = OR { x } y = AND { x }";

#[test]
fn a_disproof_leads_back_to_records_with_enough_plies() {
    let game = TreeGame::parse(BACK).unwrap();
    // x is read with 3 plies, before y, which has 5.
    let with = |y| {
        let (r, a, b) = (all(&[to(1), to(4)]), choice(to(2)), all(&[to(3)]));
        let (x, z) = (choice(to(5)), all(&[to(3)]));
        let records = [r, a, b, x, y, z];
        verify(&game, &file(&game, Disproved, 6, &records))
    };
    let (record, mv, child) = (4, 0, 3);
    let reason = with(choice(to(3))).unwrap_err();
    assert_eq!(reason, Rejection::FewerPlies { record, mv, child });
    assert!(reason.to_string().contains("record 3 has fewer plies"));
    with(Record::Resolved { nodes: 99 }).unwrap();
    // In the order of the distance, x has 4 plies.
    let records = [
        all(&[to(1), to(2)]),
        choice(to(3)),
        choice(to(4)),
        all(&[to(4)]),
        choice(to(5)),
        all(&[to(4)]),
    ];
    let verified = verify(&game, &file(&game, Disproved, 6, &records)).unwrap();
    assert_eq!((verified.totals.records, verified.peak_positions), (6, 6));
    for plies in [5, 7, 300] {
        verify(&game, &file(&game, Disproved, plies, &records)).unwrap();
    }
}

#[test]
fn a_proof_within_plies_never_leads_back() {
    let game = TreeGame::parse("r = OR { a, Won } a = AND { r }").unwrap();
    let records = [choice(to(1)), all(&[to(0)])];
    let reason = verify(&game, &file(&game, Proved, 9, &records)).unwrap_err();
    let (record, mv, child) = (1, 0, 0);
    assert_eq!(reason, Rejection::BackwardChild { record, mv, child });
}

/// A proof shows the smallest number of plies.
#[test]
fn the_namer_with_the_fewest_plies_counts_in_a_proof() {
    let game = TreeGame::parse(&TWICE.replace("KIND", "AND").replace("OTHER", "OR")).unwrap();
    let result = |plies, last: &[Record]| {
        let mut records = vec![all(&[to(3), to(1)]), choice(to(2)), all(&[to(3)])];
        records.extend(last.iter().cloned());
        verify(&game, &file(&game, Proved, plies, &records))
    };
    // The longest line is r, a, b, s, t, u.
    let whole = [choice(to(4)), all(&[to(5)]), choice(END)];
    result(6, &whole).unwrap();
    let reason = result(5, &whole).unwrap_err();
    assert_eq!(reason, Rejection::OutOfPlies { record: 4, mv: 0 });
    let leaf = [Record::Resolved { nodes: 99 }];
    result(6, &leaf).unwrap();
    let reason = result(5, &leaf).unwrap_err();
    let (record, found, nodes) = (3, Disproved, 3);
    assert_eq!(
        reason,
        Rejection::LeafValue {
            record,
            found,
            nodes
        }
    );
}

#[test]
fn impossible_numbers_of_plies_are_rejected() {
    let reason = result(Disproved, 0, &[]).unwrap_err();
    assert_eq!(reason, Rejection::TooFewPlies { plies: 0, least: 1 });
    // A number of plies above the limit.
    let mut bytes = file(&five(), Disproved, 3, &[]);
    bytes[13] = 1;
    Layout::reseal(&mut bytes).unwrap();
    let reason = verify(&five(), &bytes).unwrap_err();
    assert_eq!(reason, Rejection::Damaged(Damage::TooManyPlies(0x1_0003)));
}

#[test]
fn a_number_of_plies_is_version_2() {
    let header = Header::of(&five(), &five().start(), Proved);
    assert_eq!(write(&header, &[])[8..11], [1, 0, 1]);
    let bytes = write(&header.within(3), &[]);
    assert_eq!(bytes[8..15], [2, 0, 1, 3, 0, 0, 0]);
    for claim in [0, 3] {
        let mut bytes = bytes.clone();
        bytes[10] = claim;
        Layout::reseal(&mut bytes).unwrap();
        let reason = verify(&five(), &bytes).unwrap_err();
        assert_eq!(reason, Rejection::Damaged(Damage::UnknownClaim(claim)));
    }
}

#[test]
fn a_finished_root_needs_no_record() {
    let game = five();
    for (root, right) in [("Failed", Disproved), ("Won", Proved)] {
        let root = game.parse_position(root).unwrap();
        for claim in [Proved, Disproved] {
            let bytes = write(&Header::of(&game, &root, claim).within(3), &[]);
            let reader = Reader::open(&bytes[..]).unwrap();
            assert_eq!(check(&game, &root, reader).is_ok(), claim == right);
        }
    }
}
