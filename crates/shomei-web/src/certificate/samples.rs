//! Certificates for tests.

use std::io::Write;
use std::sync::Arc;

use shomei::certificates::Certificate;
use shomei::{Aim, Kinds, Session};

use super::walk::Walk;
use super::{Explored, Stored, Wanted, WorkQueue};

/// A proof of three records.
pub(crate) const SMALL: &str =
    "r = OR { a, b }  a = AND { Won, c }  b = OR { Failed }  c = OR { Won }";

/// A loop that the defender never leaves: the attacker cannot win.
pub(crate) const LOOP: &str = "r = OR { a, b }  a = AND { r, Won }  b = AND { r }";

/// A certificate for a game of this text: whether the side to move wins.
pub(crate) fn proof(text: &str) -> Vec<u8> {
    certificate("tree", text, None)
}

/// A certificate for a position, by default the starting position.
pub(crate) fn certificate(game: &str, rules: &str, position: Option<&str>) -> Vec<u8> {
    let game = Kinds::builtin().open(game, rules).unwrap();
    let root = position.map_or_else(|| game.start(), |text| game.position(text).unwrap());
    let mut bytes = Vec::new();
    let mut session = Session::new(&game).unwrap();
    let aim = Aim::win(root.to_move());
    session.certify(&root, aim, &mut bytes).unwrap();
    bytes
}

/// A proof of this number of records in a row.
pub(crate) fn long_proof(records: usize) -> Vec<u8> {
    proof(&long_tree(records))
}

/// A game with one forced win in this number of plies.
pub(crate) fn long_tree(plies: usize) -> String {
    let node = |place: usize| {
        let kind = if place.is_multiple_of(2) { "OR" } else { "AND" };
        match place + 1 == plies {
            true => format!("n{place} = {kind} {{ Won }}\n"),
            false => format!("n{place} = {kind} {{ n{} }}\n", place + 1),
        }
    };
    (0..plies).map(node).collect()
}

/// These bytes as a file.
pub(crate) fn stored(bytes: &[u8]) -> Stored {
    let mut file = tempfile::tempfile().unwrap();
    file.write_all(bytes).unwrap();
    Stored::new(file).unwrap()
}

/// An opened certificate of this file, whose check has not begun.
pub(crate) fn explored(stored: Stored, queue: &Arc<WorkQueue>, wanted: Wanted) -> Arc<Explored> {
    let kinds = Arc::new(Kinds::builtin());
    Arc::new(Explored::open("x.proof", kinds, stored, queue, wanted).unwrap())
}

/// A walk through the certificate of a game of this text.
pub(crate) fn walk(text: &str) -> Walk {
    let stored = stored(&proof(text));
    let certificate = Certificate::open(&Kinds::builtin(), stored.reader()).unwrap();
    Walk::new(certificate)
}
