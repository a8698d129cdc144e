//! The words that distinguish a piece from others of its kind that can move to the same square: 右 左
//! 直 for its place, 上 寄 引 for its movement. Names of moves and KI2 use them, and JKF has a letter
//! for each.
//!
//! The convention is that of the Japan Shogi Association for records. Each side sees the board from
//! its own edge, so 左 is a larger file for Black and a smaller one for White.

use std::cmp::Ordering;

use shomei_game::Side;
use shomei_shogi::{Kind, Position, Square};

use crate::scan::Scan;

/// The direction of a movement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Way {
    /// Towards the other side.
    Up,
    /// Within its rank.
    Aside,
    /// Towards its own side.
    Down,
}

/// The place of a piece relative to its destination.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RelativePlace {
    /// To the left of the square; of two horses or dragons the left one.
    Left,
    /// To the right of the square; of two horses or dragons the right one.
    Right,
    /// Straight below the square, and next to it unless it is a lance or rook.
    Straight,
}

/// The distinction of a piece from others of its kind: none, its place, its movement, or both.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Relative {
    pub(crate) place: Option<RelativePlace>,
    pub(crate) way: Option<Way>,
}

/// A word, its meaning, and its letter in JKF.
type Entry<T> = (&'static str, T, char);

/// The words of places, and their letters in JKF.
const PLACES: &[Entry<RelativePlace>] = &[
    ("左", RelativePlace::Left, 'L'),
    ("右", RelativePlace::Right, 'R'),
    ("直", RelativePlace::Straight, 'C'),
];

/// The words of movements, and their letters in JKF. The first word of each movement is written;
/// the others are older words for pieces that move far.
const WAYS: &[Entry<Way>] = &[
    ("上", Way::Up, 'U'),
    ("寄", Way::Aside, 'M'),
    ("引", Way::Down, 'D'),
    ("行", Way::Up, 'U'),
    ("入", Way::Up, 'U'),
];

/// A moving piece.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Mover {
    pub(crate) side: Side,
    pub(crate) kind: Kind,
    pub(crate) from: Square,
    pub(crate) to: Square,
}

impl Mover {
    fn way(self) -> Way {
        way(self.side, self.from, self.to)
    }

    /// Whether it is a horse or a dragon: there are at most two, and one may be straight below the
    /// square, so they are left and right of each other.
    fn is_great(self) -> bool {
        matches!(self.kind, Kind::Horse | Kind::Dragon)
    }

    /// The reference of left and right.
    fn middle(self, others: &[Square]) -> i8 {
        match others {
            [other] if self.is_great() => leftness(self.side, *other),
            _ => leftness(self.side, self.to),
        }
    }

    fn is_straight(self) -> bool {
        self.from.file() == self.to.file() && self.way() == Way::Up
    }
}

impl Relative {
    /// The distinction of a piece from these others of its kind that can move to the same square:
    /// none without others, its movement if no other piece has the same, otherwise its place, with
    /// its movement if the place does not suffice.
    pub(crate) fn of(mover: Mover, others: &[Square]) -> Relative {
        let Mover { side, from, to, .. } = mover;
        let place = |place| Relative {
            place: Some(place),
            way: None,
        };
        if others.is_empty() {
            return Relative::default();
        }
        let movement = mover.way();
        let only = Relative {
            place: None,
            way: Some(movement),
        };
        if others.iter().all(|&other| way(side, other, to) != movement) {
            return only;
        }
        if mover.is_straight() && !mover.is_great() {
            return place(RelativePlace::Straight);
        }
        let middle = mover.middle(others);
        let lies = |square| leftness(side, square).cmp(&middle);
        let at = match lies(from) {
            Ordering::Greater => RelativePlace::Left,
            _ => RelativePlace::Right,
        };
        match others.iter().any(|&other| lies(other) == lies(from)) {
            false => place(at),
            true => Relative {
                place: Some(at),
                ..only
            },
        }
    }

    /// Reads words, place before movement; there may be none.
    pub(crate) fn read(scan: &mut Scan<'_>) -> Relative {
        Relative::find(|word, _| scan.accept(word))
    }

    /// Reads letters of JKF, place before movement; `None` if there are others.
    pub(crate) fn of_letters(letters: &str) -> Option<Relative> {
        let mut left = letters.chars().peekable();
        let found = Relative::find(|_, letter| left.next_if_eq(&letter).is_some());
        left.next().is_none().then_some(found)
    }

    /// The place and the movement whose word or letter is accepted, in this order.
    fn find(mut accept: impl FnMut(&str, char) -> bool) -> Relative {
        let place = PLACES.iter().find(|entry| accept(entry.0, entry.2));
        let way = WAYS.iter().find(|entry| accept(entry.0, entry.2));
        Relative {
            place: place.map(|entry| entry.1),
            way: way.map(|entry| entry.1),
        }
    }

    /// Whether there is no distinction.
    pub(crate) fn is_empty(self) -> bool {
        self == Relative::default()
    }

    /// Whether the words fit a piece, given these others. They may say more than the convention
    /// requires: some programs also count pinned pieces.
    pub(crate) fn fits(self, mover: Mover, others: &[Square]) -> bool {
        let left = || leftness(mover.side, mover.from).cmp(&mover.middle(others));
        let is_there = match self.place {
            None => true,
            Some(RelativePlace::Left) => left() == Ordering::Greater,
            Some(RelativePlace::Right) => left() == Ordering::Less,
            Some(RelativePlace::Straight) => mover.is_straight(),
        };
        is_there && self.way.is_none_or(|way| way == mover.way())
    }

    /// The words.
    pub(crate) fn words(self) -> String {
        self.names().map(|(word, _)| word).collect()
    }

    /// The letters of JKF.
    pub(crate) fn letters(self) -> String {
        self.names().map(|(_, letter)| letter).collect()
    }

    fn names(self) -> impl Iterator<Item = (&'static str, char)> {
        let place = PLACES.iter().find(|entry| Some(entry.1) == self.place);
        let way = WAYS.iter().find(|entry| Some(entry.1) == self.way);
        let place = place.map(|&(word, _, letter)| (word, letter));
        place
            .into_iter()
            .chain(way.map(|&(word, _, letter)| (word, letter)))
    }
}

/// The squares of the pieces of a kind of the side to move that can move to a square.
///
/// They have a legal move under the rules of the whole game: a pinned piece does not count, but in
/// problems a piece whose move would give no check does.
pub(crate) fn origins(position: &Position, kind: Kind, to: Square) -> Vec<Square> {
    let mut found = Vec::new();
    for mv in position.legal_moves() {
        let from = mv
            .from()
            .filter(|from| mv.to() == to && !found.contains(from));
        found.extend(from.filter(|_| position.moved_kind(mv) == Some(kind)));
    }
    found
}

fn way(side: Side, from: Square, to: Square) -> Way {
    match (from.rank().cmp(&to.rank()), side) {
        (Ordering::Equal, _) => Way::Aside,
        (Ordering::Greater, Side::First) | (Ordering::Less, Side::Second) => Way::Up,
        _ => Way::Down,
    }
}

/// The file number from the right, as a side sees it.
fn leftness(side: Side, square: Square) -> i8 {
    let file = square.file() as i8;
    match side {
        Side::First => file,
        Side::Second => -file,
    }
}
