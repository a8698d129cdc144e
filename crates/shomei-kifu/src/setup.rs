//! A board and hands as a record gives them, before they are a position.

use shomei_game::Side;
use shomei_shogi::{Fault, Hand, Kind, Position, Square};

use crate::{Error, Spot};

/// Pieces with the places where the record names them.
#[derive(Clone, Debug)]
pub(crate) struct Setup {
    pieces: [Option<(Side, Kind, Spot)>; 81],
    hands: [Hand; 2],
    /// What is put into hands, and where that is said.
    held: Vec<(Kind, Spot)>,
    /// Who holds all that is nowhere else, and where that is said.
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
    /// When a piece is there already.
    pub(crate) fn put(
        &mut self,
        square: Square,
        side: Side,
        kind: Kind,
        spot: Spot,
    ) -> Result<(), Error> {
        if self.piece(square).is_some() {
            return Err(spot.error(format!("there is a piece on {square} already")));
        }
        self.pieces[square.index()] = Some((side, kind, spot));
        Ok(())
    }

    /// Puts the pieces of the usual start on the empty board.
    ///
    /// # Errors
    ///
    /// When a piece is there already.
    pub(crate) fn put_start(&mut self, spot: Spot) -> Result<(), Error> {
        let start = Position::start();
        for square in Square::all() {
            if let Some((side, kind)) = start.piece(square) {
                self.put(square, side, kind, spot)?;
            }
        }
        Ok(())
    }

    /// Puts the pieces of the usual start without these on the empty board; the side that gives
    /// pieces away begins, and is returned.
    ///
    /// # Errors
    ///
    /// When there is a piece already.
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

    /// Takes a piece away.
    pub(crate) fn remove(&mut self, square: Square) {
        self.pieces[square.index()] = None;
    }

    /// Gives a side this number of pieces of a kind into its hand.
    ///
    /// # Errors
    ///
    /// When it cannot be in a hand, or a set has fewer.
    pub(crate) fn hold(
        &mut self,
        side: Side,
        kind: Kind,
        count: usize,
        spot: Spot,
    ) -> Result<(), Error> {
        if kind == Kind::King || kind.is_promoted() {
            return Err(spot.error(format!("a {} cannot be in hand", kind.name())));
        }
        let hand = &mut self.hands[side.index()];
        let total = kind.total();
        if count > usize::from(total - hand.count(kind)) {
            let name = kind.name();
            return Err(spot.error(format!("more than {total} {name}s in hand")));
        }
        for _ in 0..count {
            *hand = hand.with(kind);
        }
        self.held.push((kind, spot));
        Ok(())
    }

    /// Gives a side all that is nowhere else.
    ///
    /// # Errors
    ///
    /// When that has been given away.
    pub(crate) fn hold_rest(&mut self, side: Side, spot: Spot) -> Result<(), Error> {
        if self.rest.is_some() {
            return Err(spot.error("the rest of the pieces is in a hand already"));
        }
        self.rest = Some((side, spot));
        Ok(())
    }

    /// The position with this side to move.
    ///
    /// # Errors
    ///
    /// When the rules do not allow it, with the place of the piece.
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
                (Some(square), Some((_, _, spot))) => spot.error(format!("{square}: {fault}")),
                _ => match self.last_of(&fault) {
                    Some(spot) => spot.error(fault.to_string()),
                    None => Error::whole(fault.to_string()),
                },
            }
        })
    }

    /// Where the last piece of a kind is named of which there are too many.
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

    /// How many of a kind are on the board or in a hand.
    fn seen(&self, kind: Kind) -> usize {
        let on_board = self.pieces.iter().flatten();
        let on_board = on_board.filter(|(_, other, _)| other.base() == kind);
        let in_hands = self.hands.map(|hand| usize::from(hand.count(kind)));
        on_board.count() + in_hands[0] + in_hands[1]
    }
}
