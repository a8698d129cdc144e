//! A board and hands as a record describes them, before they are a valid position.

use shomei_game::{Side, error_text};
use shomei_shogi::{Fault, Hand, Kind, Position, Square};

use crate::names::HANDICAPS;
use crate::{Error, Spot};

/// Pieces with their places in the record.
#[derive(Clone, Debug)]
pub(crate) struct Setup {
    pieces: [Option<(Side, Kind, Spot)>; 81],
    hands: [Hand; 2],
    /// The pieces in hand, with their places in the record.
    held: Vec<(Kind, Spot)>,
    /// The side that holds all remaining pieces, and the place in the record.
    rest: Option<(Side, Spot)>,
}

/// An empty board and empty hands.
impl Default for Setup {
    fn default() -> Setup {
        Setup {
            pieces: [None; 81],
            hands: [Hand::EMPTY; 2],
            held: Vec::new(),
            rest: None,
        }
    }
}

impl Setup {
    /// The piece on a square.
    pub(crate) fn piece(&self, square: Square) -> Option<Kind> {
        self.pieces[square.index()].map(|(_, kind, _)| kind)
    }

    /// Puts a piece on a square.
    ///
    /// # Errors
    ///
    /// If there is a piece already.
    pub(crate) fn put(
        &mut self,
        square: Square,
        side: Side,
        kind: Kind,
        spot: Spot,
    ) -> Result<(), Error> {
        if self.piece(square).is_some() {
            return Err(spot.error(error_text!(
                "kifu-second-piece",
                "there is a piece on {square} already",
                square = square.text()
            )));
        }
        self.pieces[square.index()] = Some((side, kind, spot));
        Ok(())
    }

    /// Puts the pieces of the usual start on the empty board.
    ///
    /// # Errors
    ///
    /// If there is a piece already.
    pub(crate) fn put_start(&mut self, spot: Spot) -> Result<(), Error> {
        let start = Position::start();
        for square in Square::all() {
            if let Some((side, kind)) = start.piece(square) {
                self.put(square, side, kind, spot)?;
            }
        }
        Ok(())
    }

    /// Puts the pieces of the usual start without the given ones on the empty board. Returns the
    /// side that gives the handicap, which moves first.
    ///
    /// # Errors
    ///
    /// If there is a piece already.
    pub(crate) fn put_handicap(&mut self, given: &str, spot: Spot) -> Result<Side, Error> {
        self.put_start(spot)?;
        for square in given.split(' ').filter_map(Square::parse) {
            self.remove(square);
        }
        Ok(match given.is_empty() {
            true => Side::First,
            false => Side::Second,
        })
    }

    /// Removes a piece.
    pub(crate) fn remove(&mut self, square: Square) {
        self.pieces[square.index()] = None;
    }

    /// Adds this number of pieces of a kind to the hand of a side.
    ///
    /// # Errors
    ///
    /// If the kind cannot be in a hand, or a set has fewer pieces.
    pub(crate) fn hold(
        &mut self,
        side: Side,
        kind: Kind,
        count: usize,
        spot: Spot,
    ) -> Result<(), Error> {
        if kind == Kind::King || kind.is_promoted() {
            return Err(spot.error(error_text!(
                "shogi-hand-piece",
                "a {piece} cannot be in hand",
                piece = kind.text()
            )));
        }
        let hand = &mut self.hands[side.index()];
        let total = kind.total();
        if count > usize::from(total - hand.count(kind)) {
            return Err(spot.error(error_text!(
                "shogi-hand-too-many",
                "more than {total} {piece}s in hand",
                total = total,
                piece = kind.text()
            )));
        }
        for _ in 0..count {
            *hand = hand.with(kind);
        }
        self.held.push((kind, spot));
        Ok(())
    }

    /// Gives a side all remaining pieces.
    ///
    /// # Errors
    ///
    /// If a side has them already.
    pub(crate) fn hold_rest(&mut self, side: Side, spot: Spot) -> Result<(), Error> {
        if self.rest.is_some() {
            return Err(spot.error(error_text!(
                "kifu-second-rest",
                "a hand has the remaining pieces already"
            )));
        }
        self.rest = Some((side, spot));
        Ok(())
    }

    /// The position with this side to move.
    ///
    /// # Errors
    ///
    /// If the rules do not allow it; the error has the place of the piece.
    pub(crate) fn position(&self, to_move: Side) -> Result<Position, Error> {
        let pieces: Vec<_> = Square::all()
            .filter_map(|square| {
                let (side, kind, _) = self.pieces[square.index()]?;
                Some((square, side, kind))
            })
            .collect();
        let mut hands = self.hands;
        if let Some((side, _)) = self.rest {
            for kind in Kind::IN_HAND {
                for _ in self.seen(kind)..usize::from(kind.total()) {
                    hands[side.index()] = hands[side.index()].with(kind);
                }
            }
        }
        Position::new(&pieces, hands, to_move).map_err(|fault| {
            let square = fault.square();
            let piece = square.and_then(|square| self.pieces[square.index()]);
            match (square, piece) {
                (Some(square), Some((_, _, spot))) => spot.error(error_text!(
                    "shogi-error-on-square",
                    "{square}: {error}",
                    square = square.text(),
                    error = fault.text()
                )),
                _ => match self.last_of(&fault) {
                    Some(spot) => spot.error(fault),
                    None => Error::whole(fault),
                },
            }
        })
    }

    /// The place of the last piece of a kind of which there are too many.
    fn last_of(&self, fault: &Fault) -> Option<Spot> {
        let Fault::TooMany(kind, ..) = *fault else {
            return None;
        };
        let on_board = self.pieces.iter().flatten();
        let on_board = on_board.map(|&(_, other, spot)| (other.base(), spot));
        let all = on_board.chain(self.held.iter().copied());
        let of_kind = all.filter(|&(other, _)| other == kind);
        of_kind.map(|(_, spot)| spot).max()
    }

    /// The number of pieces of a kind on the board and in hands.
    fn seen(&self, kind: Kind) -> usize {
        let on_board = self.pieces.iter().flatten();
        let on_board = on_board.filter(|(_, other, _)| other.base() == kind);
        let in_hands = self.hands.map(|hand| usize::from(hand.count(kind)));
        on_board.count() + in_hands[0] + in_hands[1]
    }
}

/// The usual start without these pieces.
///
/// # Errors
///
/// Never: the usual start without any pieces other than the kings is a valid position.
pub(crate) fn start_without(given: &str, spot: Spot) -> Result<Position, Error> {
    let mut setup = Setup::default();
    let turn = setup.put_handicap(given, spot)?;
    setup.position(turn)
}

/// The name of the usual start in KIF.
pub(crate) const EVEN: &str = "平手";

/// The KIF name of a position that is the usual start or the start of a handicap.
pub(crate) fn start_name(position: &Position) -> Option<&'static str> {
    let spot = Spot { line: 1, column: 1 };
    let is_start = |given| start_without(given, spot).is_ok_and(|start| start == *position);
    let mut named = HANDICAPS.iter();
    named.find_map(|&(name, given)| is_start(given).then_some(name))
}
