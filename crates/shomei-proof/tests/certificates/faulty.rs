//! Rules that break their contract must not make a wrong certificate right.

use shomei_game::{Game, Key, Role, Status};
use shomei_proof::{
    CheckError, Child, Claim, Header, PlainResult, Reader, Record, Rejection, check, plain_search,
};

use crate::support::write;

/// One position that is called open and has no move.
struct Stuck(Role);

impl Game for Stuck {
    type Position = ();
    type Move = ();

    fn role(&self, (): &()) -> Role {
        self.0
    }

    fn status(&self, (): &()) -> Status {
        Status::Open
    }

    fn moves(&self, (): &(), _: &mut Vec<()>) {}

    fn play(&self, (): &(), (): ()) {}

    fn key(&self, (): &()) -> Key {
        Key(0)
    }
}

#[test]
fn an_open_position_without_moves_is_won_by_nobody() {
    for role in [Role::Attacker, Role::Defender] {
        let result = plain_search(&Stuck(role), &(), 10);
        assert_eq!(result, PlainResult::Failed { nodes: 1 });
    }
}

#[test]
fn an_open_position_without_moves_cannot_be_answered() {
    let header = Header {
        game: "stuck".into(),
        rules: String::new(),
        attacker: "x".into(),
        root: String::new(),
        claim: Claim::Proved,
    };
    let children = vec![Child::Record(1)];
    let file = write(&header, &[Record::All { children }]);
    let reader = Reader::open(&file[..]).unwrap();
    match check(&Stuck(Role::Defender), &(), reader) {
        Err(CheckError::Rejected(reason)) => {
            assert_eq!(reason, Rejection::NoMoves { record: 0 });
        }
        other => panic!("{other:?}"),
    }
}
