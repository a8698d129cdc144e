//! Lengths of mates by independent rules: every check and every evasion is tried, without a table,
//! without move ordering and without our code, except for the text of the position.

#![allow(clippy::unwrap_used, reason = "tests may stop at the first surprise")]

use shogi_core::{Move as TheirMove, PartialPosition};
use shogi_legality_lite::{all_checks_partial, all_legal_moves_partial};
use shomei_game::{Goal, Notation, Side};
use shomei_shogi::{Rules, Shogi};

mod theirs;

use theirs::theirs;

fn after(position: &PartialPosition, mv: TheirMove) -> PartialPosition {
    let mut next = position.clone();
    next.make_move(mv).unwrap();
    next
}

/// Whether the side to move mates within N plies.
fn attack(position: &PartialPosition, plies: u16) -> bool {
    let checks = all_checks_partial(position);
    plies > 0
        && checks
            .into_iter()
            .any(|mv| defend(&after(position, mv), plies - 1))
}

/// Whether the side to move, in check, is mated within N plies.
fn defend(position: &PartialPosition, plies: u16) -> bool {
    let evasions = all_legal_moves_partial(position);
    evasions
        .into_iter()
        .all(|mv| plies > 0 && attack(&after(position, mv), plies - 1))
}

/// Issue 162 of YaneuraOu, for which other programs give a line of 13 plies.
#[test]
fn five_plies_against_every_defence() {
    let game = Shogi::new(Rules::Tsume, Goal::win(Side::First));
    let text = "5pk2/7P1/4+R1+P1+b/8b/6R2/9/9/9/9 b 4g4s4n4l15p 1";
    let root = theirs(&game.parse_position(text).unwrap());
    assert!(!attack(&root, 1));
    assert!(!attack(&root, 3));
    assert!(attack(&root, 5));
}
