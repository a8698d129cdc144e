//! Games that break their contract must not cause a wrong certificate to be accepted.

use shomei_game::{Game, Key, Role, Status};
use shomei_proof::{
    CheckError, Child, Claim, Header, PlainResult, Reader, Record, Rejection, check, plain_search,
};

use crate::support::write;

/// A position that is open but has no move.
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
fn neither_side_wins_an_open_position_without_moves() {
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
        plies: None,
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
