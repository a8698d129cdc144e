//! The positions that differ from a problem by one change.
//!
//! The set of pieces never changes: what leaves the board or the attacker's hand goes to the
//! defender's hand, and what is added comes from there. (The attacker's king can leave the board; no
//! hand has it.) So a table of searches can be shared by all variants: the board and one hand
//! determine the other hand.

use std::collections::{HashMap, HashSet};

use shomei_game::{Change, Side, Variant};

use crate::notation::piece_text;
use crate::{Hand, Kind, Position, Square};

/// The content of a position, which may be illegal while it is changed.
#[derive(Clone)]
pub(crate) struct Draft {
    pub(crate) pieces: Vec<(Square, Side, Kind)>,
    pub(crate) hands: [Hand; 2],
    pub(crate) to_move: Side,
}

impl Draft {
    pub(crate) fn of(position: &Position) -> Draft {
        let piece = |square| {
            let (side, kind) = position.piece(square)?;
            Some((square, side, kind))
        };
        Draft {
            pieces: Square::all().filter_map(piece).collect(),
            hands: Side::BOTH.map(|side| position.hand(side)),
            to_move: position.to_move(),
        }
    }

    /// The position, if it is legal.
    pub(crate) fn position(&self) -> Option<Position> {
        let squares: HashSet<Square> = self.pieces.iter().map(|piece| piece.0).collect();
        if squares.len() < self.pieces.len() {
            return None;
        }
        Position::new(&self.pieces, self.hands, self.to_move).ok()
    }

    /// Takes a piece out of a hand; `None` if it is not there.
    pub(crate) fn take(&mut self, side: Side, kind: Kind) -> Option<()> {
        let hand = &mut self.hands[side.index()];
        *hand = hand.has(kind.base()).then(|| hand.without(kind.base()))?;
        Some(())
    }

    /// Puts a piece into a hand; kings are in no hand.
    pub(crate) fn give(&mut self, side: Side, kind: Kind) {
        if kind != Kind::King {
            let hand = &mut self.hands[side.index()];
            *hand = hand.with(kind.base());
        }
    }
}

/// Collects the legal variants, each once.
struct Variants {
    seen: HashSet<(u64, [Hand; 2])>,
    found: Vec<Variant<Position>>,
}

impl Variants {
    fn add(&mut self, change: Change, what: String, draft: &Draft) {
        if let Some(position) = draft.position()
            && self.seen.insert((position.board_key().0, draft.hands))
        {
            self.found.push(Variant {
                change,
                what,
                position,
            });
        }
    }
}

/// The legal positions that differ from this one by one of these changes.
pub(crate) fn variants(
    position: &Position,
    attacker: Side,
    changes: &[Change],
) -> Vec<Variant<Position>> {
    let draft = Draft::of(position);
    let mut all = Variants {
        seen: HashSet::from([(position.board_key().0, draft.hands)]),
        found: Vec::new(),
    };
    for &change in changes {
        match change {
            Change::Move => moved(&draft, &mut all),
            Change::Add => added(&draft, attacker.opponent(), &mut all),
            Change::Remove => removed(&draft, attacker.opponent(), &mut all),
            Change::Exchange => exchanged(&draft, attacker.opponent(), &mut all),
            Change::Hand => other_hands(&draft, attacker, &mut all),
            Change::Shift => shifted(&draft, &mut all),
            Change::Mirror => mirrored(&draft, &mut all),
        }
    }
    all.found
}

/// The pieces of the set, on the board and in both hands, with a promoted piece as its base. Kings do
/// not count, since the board determines them.
pub(crate) fn set(position: &Position) -> HashMap<Kind, u8> {
    let mut set = HashMap::new();
    let on_board = Square::all().filter_map(|square| position.piece(square));
    for (_, kind) in on_board.filter(|(_, kind)| *kind != Kind::King) {
        *set.entry(kind.base()).or_default() += 1;
    }
    for kind in Kind::IN_HAND {
        let count: u8 = Side::BOTH
            .map(|side| position.hand(side).count(kind))
            .iter()
            .sum();
        if count > 0 {
            *set.entry(kind).or_default() += count;
        }
    }
    set
}

/// The square at a distance in files and ranks.
fn next(square: Square, files: i8, ranks: i8) -> Option<Square> {
    Square::at(
        square.file().checked_add_signed(files)?,
        square.rank().checked_add_signed(ranks)?,
    )
}

fn moved(draft: &Draft, all: &mut Variants) {
    for (at, &(from, side, kind)) in draft.pieces.iter().enumerate() {
        for (files, ranks) in (-1..=1).flat_map(|files| (-1..=1).map(move |ranks| (files, ranks))) {
            let Some(to) = next(from, files, ranks) else {
                continue;
            };
            let mut changed = draft.clone();
            changed.pieces[at].0 = to;
            let what = format!("{}{from}-{to}", piece_text(side, kind));
            all.add(Change::Move, what, &changed);
        }
    }
}

/// The kinds of pieces on the board other than kings.
pub(crate) fn on_board() -> impl Iterator<Item = Kind> {
    let promoted = Kind::IN_HAND.into_iter().filter_map(Kind::promoted);
    Kind::IN_HAND.into_iter().chain(promoted)
}

fn added(draft: &Draft, defender: Side, all: &mut Variants) {
    let taken: HashSet<Square> = draft.pieces.iter().map(|piece| piece.0).collect();
    for square in Square::all().filter(|square| !taken.contains(square)) {
        for (side, kind) in Side::BOTH
            .into_iter()
            .flat_map(|side| on_board().map(move |kind| (side, kind)))
        {
            let mut changed = draft.clone();
            if changed.take(defender, kind).is_some() {
                changed.pieces.push((square, side, kind));
                let what = format!("{}{square}", piece_text(side, kind));
                all.add(Change::Add, what, &changed);
            }
        }
    }
}

fn removed(draft: &Draft, defender: Side, all: &mut Variants) {
    for (at, &(square, side, kind)) in draft.pieces.iter().enumerate() {
        if (side, kind) == (defender, Kind::King) {
            continue;
        }
        let mut changed = draft.clone();
        changed.pieces.remove(at);
        changed.give(defender, kind);
        let what = format!("{}{square}", piece_text(side, kind));
        all.add(Change::Remove, what, &changed);
    }
}

fn exchanged(draft: &Draft, defender: Side, all: &mut Variants) {
    let pieces = draft.pieces.iter().enumerate();
    for (at, &(square, side, kind)) in pieces.filter(|(_, piece)| piece.2 != Kind::King) {
        for other in on_board().filter(|&other| other != kind) {
            let mut changed = draft.clone();
            changed.give(defender, kind);
            if changed.take(defender, other).is_some() {
                changed.pieces[at].2 = other;
                let [before, after] = [kind, other].map(|kind| piece_text(side, kind));
                all.add(
                    Change::Exchange,
                    format!("{before}{square}={after}"),
                    &changed,
                );
            }
        }
    }
}

fn other_hands(draft: &Draft, attacker: Side, all: &mut Variants) {
    let defender = attacker.opponent();
    // No piece, or one of each kind, goes each way.
    let kinds = || std::iter::once(None).chain(Kind::IN_HAND.into_iter().map(Some));
    for (less, more) in kinds().flat_map(|less| kinds().map(move |more| (less, more))) {
        let mut changed = draft.clone();
        let mut go = |kind: Option<Kind>, from, to| match kind {
            Some(kind) => {
                changed.take(from, kind)?;
                changed.give(to, kind);
                Some(())
            }
            None => Some(()),
        };
        if go(less, attacker, defender).is_some() && go(more, defender, attacker).is_some() {
            let text = |sign: &str, kind: Option<Kind>| {
                kind.map_or(String::new(), |kind| format!("{sign}{}", kind.letter()))
            };
            let what = text("-", less) + &text("+", more);
            all.add(Change::Hand, what, &changed);
        }
    }
}

fn shifted(draft: &Draft, all: &mut Variants) {
    for (files, ranks, what) in [
        (1, 0, "left"),
        (-1, 0, "right"),
        (0, -1, "up"),
        (0, 1, "down"),
    ] {
        let go = |&(square, side, kind): &(Square, Side, Kind)| {
            next(square, files, ranks).map(|square| (square, side, kind))
        };
        if let Some(pieces) = draft.pieces.iter().map(go).collect() {
            let changed = Draft {
                pieces,
                ..draft.clone()
            };
            all.add(Change::Shift, what.to_string(), &changed);
        }
    }
}

fn mirrored(draft: &Draft, all: &mut Variants) {
    let mut changed = draft.clone();
    for (square, ..) in &mut changed.pieces {
        if let Some(other) = Square::at(10 - square.file(), square.rank()) {
            *square = other;
        }
    }
    all.add(Change::Mirror, String::new(), &changed);
}
