//! Certificates with a correct form and a wrong content, each with the reason for which it must be
//! rejected.

use shomei_game::{Role, Status, TreeGame};
use shomei_proof::{Child, Claim, Record, Rejection};

use crate::support::{file, verify};

/// The attacker wins by `r-a`; `t`, `u` and `v` transpose.
const WON: &str = "r = OR { Failed, a, r, z } a = AND { t, u } t = OR { v } u = OR { v, Won } \
                   v = AND { Won } z = AND { z }";

/// The defender never leaves `r, a, b`.
const LOST: &str = "r = OR { a, b } a = AND { Won, r } b = AND { Failed, w } w = OR { Won }";

use Claim::{Disproved, Proved};

const END: Child = Child::Terminal;

fn to(record: u64) -> Child {
    Child::Record(record)
}

fn choice(mv: u32, child: Child) -> Record {
    Record::Choice { mv, child }
}

fn all(children: &[Child]) -> Record {
    let children = children.to_vec();
    Record::All { children }
}

fn leaf(nodes: u64) -> Record {
    Record::Resolved { nodes }
}

/// r, a, t, u, v.
fn proof() -> Vec<Record> {
    vec![
        choice(1, to(1)),
        all(&[to(2), to(3)]),
        choice(0, to(4)),
        choice(0, to(4)),
        all(&[END]),
    ]
}

/// r, a, b.
fn disproof() -> Vec<Record> {
    vec![all(&[to(1), to(2)]), choice(1, to(0)), choice(0, END)]
}

#[test]
fn the_certificates_that_the_cases_spoil_are_right() {
    let accepts = |text, claim, records: &[Record]| {
        let game = TreeGame::parse(text).unwrap();
        verify(&game, &file(&game, claim, records)).unwrap();
    };
    accepts(WON, Proved, &proof());
    accepts(LOST, Disproved, &disproof());
    accepts(WON, Proved, &[leaf(1000)]);
    accepts(LOST, Disproved, &[leaf(1000)]);
}

struct Case {
    what: &'static str,
    game: &'static str,
    claim: Claim,
    records: Vec<Record>,
    reason: Rejection,
    /// The reason as text for a user.
    text: &'static str,
}

/// A proof of `WON` in which one record is replaced.
fn spoiled_proof(
    what: &'static str,
    at: usize,
    record: Record,
    reason: Rejection,
    text: &'static str,
) -> Case {
    let mut records = proof();
    records[at] = record;
    Case {
        what,
        game: WON,
        claim: Proved,
        records,
        reason,
        text,
    }
}

/// A disproof of `LOST` in which one record is replaced.
fn spoiled_disproof(
    what: &'static str,
    at: usize,
    record: Record,
    reason: Rejection,
    text: &'static str,
) -> Case {
    let mut records = disproof();
    records[at] = record;
    Case {
        what,
        game: LOST,
        claim: Disproved,
        records,
        reason,
        text,
    }
}

fn whole_file_cases() -> Vec<Case> {
    let mut longer = proof();
    longer.push(leaf(1));
    let mut shorter = proof();
    shorter.pop();
    let mut swapped = proof();
    swapped.swap(0, 1);
    vec![
        Case {
            what: "the other claim",
            game: WON,
            claim: Disproved,
            records: proof(),
            reason: Rejection::WrongKind {
                record: 0,
                role: Role::Attacker,
                claim: Disproved,
            },
            text: "record 0: the attacker is to move, so a position that is disproved needs all moves",
        },
        Case {
            what: "a superfluous record",
            game: WON,
            claim: Proved,
            records: longer,
            reason: Rejection::Unreachable { record: 5 },
            text: "record 5: no record before it names it",
        },
        Case {
            what: "the last record is missing",
            game: WON,
            claim: Proved,
            records: shorter,
            reason: Rejection::MissingRecord {
                record: 2,
                child: 4,
                records: 4,
            },
            text: "record 2 names record 4, but there are 4 records",
        },
        Case {
            what: "two records are swapped",
            game: WON,
            claim: Proved,
            records: swapped,
            reason: Rejection::WrongKind {
                record: 0,
                role: Role::Attacker,
                claim: Proved,
            },
            text: "record 0: the attacker is to move, so a position that is proved needs one move",
        },
        Case {
            what: "no record",
            game: LOST,
            claim: Disproved,
            records: vec![],
            reason: Rejection::RootUnanswered,
            text: "the root position is open by the rules, but there is no record",
        },
    ]
}

#[expect(clippy::too_many_lines, reason = "a table of cases")]
fn proof_cases() -> Vec<Case> {
    vec![
        spoiled_proof(
            "a move index out of range",
            0,
            choice(4, to(1)),
            Rejection::NoSuchMove {
                record: 0,
                mv: 4,
                moves: 4,
            },
            "record 0: the rules give 4 moves, there is no move 4",
        ),
        spoiled_proof(
            "another move, which leads back",
            0,
            choice(2, to(1)),
            Rejection::WrongKind {
                record: 1,
                role: Role::Attacker,
                claim: Proved,
            },
            "record 1: the attacker is to move, so a position that is proved needs one move",
        ),
        spoiled_proof(
            "a child is dropped",
            1,
            all(&[to(2)]),
            Rejection::WrongCount {
                record: 1,
                moves: 2,
                listed: 1,
            },
            "record 1: the rules give 2 moves, the record lists 1",
        ),
        spoiled_proof(
            "a child is added",
            1,
            all(&[to(2), to(3), END]),
            Rejection::WrongCount {
                record: 1,
                moves: 2,
                listed: 3,
            },
            "record 1: the rules give 2 moves, the record lists 3",
        ),
        spoiled_proof(
            "two different positions with one number",
            1,
            all(&[to(2), to(2)]),
            Rejection::PositionDiffers {
                record: 1,
                mv: 1,
                child: 2,
            },
            "record 1, move 1: the position after it is not that of record 2",
        ),
        spoiled_proof(
            "a child that leads back",
            2,
            choice(0, to(1)),
            Rejection::BackwardChild {
                record: 2,
                mv: 0,
                child: 1,
            },
            "record 2, move 0: leads back to record 1, which only a disproof may",
        ),
        spoiled_proof(
            "a child that is the record itself",
            0,
            choice(2, to(0)),
            Rejection::BackwardChild {
                record: 0,
                mv: 2,
                child: 0,
            },
            "record 0, move 2: leads back to record 0, which only a disproof may",
        ),
        spoiled_proof(
            "a terminal that is open",
            0,
            choice(1, END),
            Rejection::WrongTerminal {
                record: 0,
                mv: 1,
                status: Status::Open,
                claim: Proved,
            },
            "record 0, move 1: the position after it is open, not won as the record says",
        ),
        spoiled_proof(
            "a terminal that is failed",
            0,
            choice(0, END),
            Rejection::WrongTerminal {
                record: 0,
                mv: 0,
                status: Status::Failed,
                claim: Proved,
            },
            "record 0, move 0: the position after it is failed, not won as the record says",
        ),
        spoiled_proof(
            "a record for a finished position",
            3,
            choice(1, to(4)),
            Rejection::ChildIsOver {
                record: 3,
                mv: 1,
                status: Status::Won,
            },
            "record 3, move 1: the position after it is won, so it has no record",
        ),
        spoiled_proof(
            "a record for a position that is lost by the rules",
            0,
            choice(0, to(1)),
            Rejection::ChildIsOver {
                record: 0,
                mv: 0,
                status: Status::Failed,
            },
            "record 0, move 0: the position after it is failed, so it has no record",
        ),
        spoiled_proof(
            "a child beyond the end",
            3,
            choice(0, to(900)),
            Rejection::MissingRecord {
                record: 3,
                child: 900,
                records: 5,
            },
            "record 3 names record 900, but there are 5 records",
        ),
        spoiled_proof(
            "no node to search",
            4,
            leaf(0),
            Rejection::LeafUnsettled {
                record: 4,
                nodes: 0,
            },
            "record 4: plain search does not decide the position within 0 nodes",
        ),
        spoiled_proof(
            "too few nodes to search",
            4,
            leaf(1),
            Rejection::LeafUnsettled {
                record: 4,
                nodes: 1,
            },
            "record 4: plain search does not decide the position within 1 nodes",
        ),
        spoiled_proof(
            "more nodes than a checker allows",
            4,
            leaf(10_000_001),
            Rejection::LeafLimit {
                record: 4,
                nodes: 10_000_001,
                limit: 10_000_000,
            },
            "record 4: asks for a search of 10000001 nodes, this checker allows 10000000",
        ),
        Case {
            what: "a leaf with the other value",
            game: WON,
            claim: Proved,
            records: vec![choice(3, to(1)), leaf(100)],
            reason: Rejection::LeafValue {
                record: 1,
                found: Disproved,
                nodes: 2,
            },
            text: "record 1: plain search finds that the position is disproved after 2 nodes",
        },
    ]
}

#[expect(clippy::too_many_lines, reason = "a table of cases")]
fn disproof_cases() -> Vec<Case> {
    vec![
        spoiled_disproof(
            "one move where all must be answered",
            0,
            choice(0, to(1)),
            Rejection::WrongKind {
                record: 0,
                role: Role::Attacker,
                claim: Disproved,
            },
            "record 0: the attacker is to move, so a position that is disproved needs all moves",
        ),
        spoiled_disproof(
            "all moves where one is enough",
            1,
            all(&[END, to(0)]),
            Rejection::WrongKind {
                record: 1,
                role: Role::Defender,
                claim: Disproved,
            },
            "record 1: the defender is to move, so a position that is disproved needs one move",
        ),
        spoiled_disproof(
            "a child is dropped",
            0,
            all(&[to(1)]),
            Rejection::WrongCount {
                record: 0,
                moves: 2,
                listed: 1,
            },
            "record 0: the rules give 2 moves, the record lists 1",
        ),
        spoiled_disproof(
            "a terminal that is won",
            1,
            choice(0, END),
            Rejection::WrongTerminal {
                record: 1,
                mv: 0,
                status: Status::Won,
                claim: Disproved,
            },
            "record 1, move 0: the position after it is won, not failed as the record says",
        ),
        spoiled_disproof(
            "a way back to another position",
            1,
            choice(1, to(1)),
            Rejection::PositionDiffers {
                record: 1,
                mv: 1,
                child: 1,
            },
            "record 1, move 1: the position after it is not that of record 1",
        ),
        spoiled_disproof(
            "a way on to another position",
            1,
            choice(1, to(2)),
            Rejection::PositionDiffers {
                record: 1,
                mv: 1,
                child: 2,
            },
            "record 1, move 1: the position after it is not that of record 2",
        ),
        spoiled_disproof(
            "a record for a finished position",
            2,
            choice(0, to(0)),
            Rejection::ChildIsOver {
                record: 2,
                mv: 0,
                status: Status::Failed,
            },
            "record 2, move 0: the position after it is failed, so it has no record",
        ),
        spoiled_disproof(
            "a record for a position that is won by the rules",
            1,
            choice(0, to(2)),
            Rejection::ChildIsOver {
                record: 1,
                mv: 0,
                status: Status::Won,
            },
            "record 1, move 0: the position after it is won, so it has no record",
        ),
        spoiled_disproof(
            "a child beyond the end",
            2,
            choice(1, to(3)),
            Rejection::MissingRecord {
                record: 2,
                child: 3,
                records: 3,
            },
            "record 2 names record 3, but there are 3 records",
        ),
        Case {
            what: "a leaf with the other value",
            game: LOST,
            claim: Disproved,
            records: vec![all(&[to(1), to(2)]), leaf(9), choice(1, to(3)), leaf(9)],
            reason: Rejection::LeafValue {
                record: 3,
                found: Proved,
                nodes: 2,
            },
            text: "record 3: plain search finds that the position is proved after 2 nodes",
        },
    ]
}

#[test]
fn each_case_is_rejected_for_its_reason() {
    let cases = [whole_file_cases(), proof_cases(), disproof_cases()];
    for case in cases.into_iter().flatten() {
        let game = TreeGame::parse(case.game).unwrap();
        let file = file(&game, case.claim, &case.records);
        let rejection = verify(&game, &file).expect_err(case.what);
        assert_eq!(rejection, case.reason, "{}", case.what);
        assert_eq!(rejection.to_string(), case.text, "{}", case.what);
    }
}
