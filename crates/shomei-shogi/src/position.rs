//! The board, the hands and the side to move.

use shomei_game::{Key, KeyStream, Side};

use crate::bits::{BOARD, Bits, FAR, bit, open_files};
use crate::moves::Origin;
use crate::piece::Piece;
use crate::{Fault, Hand, Kind, Move, Square};

/// A position without history.
///
/// Either side may lack a king: in a problem the attacker often has none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    /// Sets of pieces that move alike, by [`group`].
    groups: [Bits; 9],
    sides: [Bits; 2],
    hands: [Hand; 2],
    /// The key of the board, the side to move and the set of pieces, without the hands.
    board_key: Key,
    board: [Piece; 81],
    kings: [Option<Square>; 2],
    to_move: Side,
}

/// Horses and dragons, which also step like a king.
const GREAT: usize = 8;

/// Pieces that move like a gold share a group with golds; a horse counts as a bishop and a dragon
/// as a rook.
#[inline]
const fn group(kind: Kind) -> usize {
    match kind {
        Kind::ProPawn | Kind::ProLance | Kind::ProKnight | Kind::ProSilver => Kind::Gold as usize,
        _ => kind.base() as usize,
    }
}

static PIECE_KEYS: [[Key; 81]; 32] = {
    let mut keys = [[Key(0); 81]; 32];
    let mut stream = KeyStream::new(0x0053_484f_4749);
    let mut piece = 0;
    while piece < 32 {
        let mut square = 0;
        while square < 81 {
            keys[piece][square] = stream.next_key();
            square += 1;
        }
        piece += 1;
    }
    keys
};

const TURN: Key = Key::of(0x7475_726e);

/// Makes the keys of sets of pieces differ from those of hands.
const SET: Key = Key::of(0x0073_6574);

impl Position {
    /// An empty board, which is not a valid position.
    pub(crate) const EMPTY: Position = Position {
        groups: [0; 9],
        sides: [0; 2],
        hands: [Hand::EMPTY; 2],
        board_key: Key(0),
        board: [Piece::NONE; 81],
        kings: [None; 2],
        to_move: Side::First,
    };

    /// The position with these pieces, without checks of the rules. Each side must have at most one
    /// king.
    pub(crate) fn with_pieces(
        pieces: &[(Square, Side, Kind)],
        hands: [Hand; 2],
        to_move: Side,
    ) -> Result<Position, Fault> {
        let mut position = Position::EMPTY;
        for &(square, side, kind) in pieces {
            if kind == Kind::King && position.king(side).is_some() {
                return Err(Fault::SecondKing(square));
            }
            position.put(side, kind, square);
        }
        position.hands = hands;
        position.board_key ^= position.set_key();
        if to_move == Side::Second {
            position.turn();
        }
        Ok(position)
    }

    /// The side to move.
    #[must_use]
    #[inline]
    pub fn to_move(&self) -> Side {
        self.to_move
    }

    /// The hand of a side.
    #[must_use]
    #[inline]
    pub fn hand(&self, side: Side) -> Hand {
        self.hands[side.index()]
    }

    /// The position with other hands.
    #[must_use]
    pub(crate) fn with_hands(&self, hands: [Hand; 2]) -> Position {
        let mut next = Position { hands, ..*self };
        next.board_key ^= self.set_key() ^ next.set_key();
        next
    }

    /// The key of the pieces that are missing from a set; 0 for a whole set. No move changes it.
    ///
    /// The board and the hand of one side determine the other hand only among positions with the
    /// same set. So without this key a table that is used for two problems, one of which lacks
    /// pieces, would confuse their positions.
    fn set_key(&self) -> Key {
        let mut missing = Hand::EMPTY;
        for kind in Kind::IN_HAND {
            let on_board = self.board.iter().filter_map(|piece| piece.split());
            let on_board = on_board.filter(|(_, found)| found.base() == kind).count();
            let in_hands = self.hands.map(|hand| usize::from(hand.count(kind)));
            let present = on_board + in_hands.iter().sum::<usize>();
            let absent = usize::from(kind.total()).saturating_sub(present);
            missing = (0..absent).fold(missing, |missing, _| missing.with(kind));
        }
        match missing.is_empty() {
            true => Key(0),
            false => SET.mix(Key(missing.bits())),
        }
    }

    /// The piece on a square.
    #[must_use]
    pub fn piece(&self, square: Square) -> Option<(Side, Kind)> {
        self.board[square.index()].split()
    }

    /// The square of a side's king.
    #[must_use]
    #[inline]
    pub fn king(&self, side: Side) -> Option<Square> {
        self.kings[side.index()]
    }

    /// Whether the king of a side is attacked.
    #[must_use]
    #[inline]
    pub fn in_check(&self, side: Side) -> bool {
        self.checkers(side) != 0
    }

    /// The key of the board, the side to move and the set of pieces, without the hands.
    #[must_use]
    #[inline]
    pub fn board_key(&self) -> Key {
        self.board_key
    }

    /// The key of the whole position. The board, the set of pieces and the hand of the first side
    /// determine the other hand.
    #[must_use]
    #[inline]
    pub fn key(&self) -> Key {
        whole_key(self.board_key, self.hands[0])
    }

    /// [`Position::key`] after a legal move.
    #[must_use]
    #[inline]
    pub fn key_after(&self, mv: Move) -> Key {
        let (board, hand) = self.board_key_after(mv, Side::First);
        whole_key(board, hand)
    }

    /// [`Position::board_key`] and the hand of a side after a legal move.
    #[must_use]
    #[inline]
    pub(crate) fn board_key_after(&self, mv: Move, of: Side) -> (Key, Hand) {
        let (side, to) = (self.to_move, mv.to());
        let mut hand = self.hands[of.index()];
        let mut key = self.board_key ^ TURN;
        match mv.origin() {
            Origin::Hand(kind) => {
                key ^= piece_key(Piece::new(side, kind), to);
                if side == of {
                    hand = hand.without(kind);
                }
            }
            Origin::Board(from) => {
                let kind = self.kind_at(from);
                let after = if mv.promotes() { promotion(kind) } else { kind };
                key ^= piece_key(Piece::new(side, kind), from);
                key ^= piece_key(Piece::new(side, after), to);
                let taken = self.board[to.index()];
                if taken != Piece::NONE {
                    key ^= piece_key(taken, to);
                    if side == of {
                        hand = hand.with(taken.kind().base());
                    }
                }
            }
        }
        (key, hand)
    }

    /// The position after a legal move.
    #[must_use]
    #[inline]
    pub fn play(&self, mv: Move) -> Position {
        let mut next = *self;
        next.make(mv);
        next
    }

    /// Plays a legal move in place.
    pub(crate) fn make(&mut self, mv: Move) {
        let (side, to) = (self.to_move, mv.to());
        match mv.origin() {
            Origin::Hand(kind) => {
                let hand = &mut self.hands[side.index()];
                *hand = hand.without(kind);
                self.put(side, kind, to);
            }
            Origin::Board(from) => {
                if let Some((other, taken)) = self.piece(to) {
                    self.take(other, taken, to);
                    let hand = &mut self.hands[side.index()];
                    *hand = hand.with(taken.base());
                }
                let kind = self.kind_at(from);
                self.take(side, kind, from);
                self.put(side, if mv.promotes() { promotion(kind) } else { kind }, to);
            }
        }
        self.turn();
    }

    /// The position with the piece moved from one square to another, empty one and changed to this
    /// kind; the side to move is the same.
    #[must_use]
    pub(crate) fn with_moved(&self, from: Square, to: Square, kind: Kind) -> Position {
        let mut next = *self;
        if let Some((side, before)) = self.piece(from) {
            next.take(side, before, from);
            next.put(side, kind, to);
        }
        next
    }

    #[inline]
    fn turn(&mut self) {
        self.to_move = self.to_move.opponent();
        self.board_key ^= TURN;
    }

    #[inline]
    fn put(&mut self, side: Side, kind: Kind, square: Square) {
        self.board[square.index()] = Piece::new(side, kind);
        if kind == Kind::King {
            self.kings[side.index()] = Some(square);
        }
        self.toggle(side, kind, square);
    }

    #[inline]
    fn take(&mut self, side: Side, kind: Kind, square: Square) {
        self.board[square.index()] = Piece::NONE;
        self.toggle(side, kind, square);
    }

    #[inline]
    fn toggle(&mut self, side: Side, kind: Kind, square: Square) {
        let bit = bit(square);
        self.sides[side.index()] ^= bit;
        self.groups[group(kind)] ^= bit;
        if matches!(kind, Kind::Horse | Kind::Dragon) {
            self.groups[GREAT] ^= bit;
        }
        self.board_key ^= piece_key(Piece::new(side, kind), square);
    }

    /// The kind of the piece on a square.
    #[inline]
    pub(crate) fn kind_at(&self, square: Square) -> Kind {
        self.board[square.index()].kind()
    }

    #[inline]
    pub(crate) fn occupied(&self) -> Bits {
        self.sides[0] | self.sides[1]
    }

    #[inline]
    pub(crate) fn empty(&self) -> Bits {
        BOARD & !self.occupied()
    }

    #[inline]
    pub(crate) fn side(&self, side: Side) -> Bits {
        self.sides[side.index()]
    }

    /// The pieces of both sides that move like an unpromoted kind; bishops and rooks include horses
    /// and dragons.
    #[inline]
    pub(crate) fn like(&self, kind: Kind) -> Bits {
        self.groups[kind as usize & 7]
    }

    /// Horses and dragons of both sides.
    #[inline]
    pub(crate) fn great(&self) -> Bits {
        self.groups[GREAT]
    }

    /// The pieces of a side that move like an unpromoted kind.
    #[inline]
    pub(crate) fn of(&self, side: Side, kind: Kind) -> Bits {
        self.like(kind) & self.side(side)
    }

    /// The empty squares onto which a side may drop a kind, including pawn drops that mate.
    #[inline]
    pub(crate) fn droppable(&self, side: Side, kind: Kind) -> Bits {
        let free = self.empty() & alive(side, kind);
        if kind == Kind::Pawn {
            free & open_files(self.of(side, Kind::Pawn))
        } else {
            free
        }
    }
}

/// The promoted form of a kind that can promote.
#[inline]
pub(crate) const fn promotion(kind: Kind) -> Kind {
    Kind::from_number(kind as usize | 8)
}

/// The squares on which an unpromoted piece can still move.
#[inline]
pub(crate) fn alive(side: Side, kind: Kind) -> Bits {
    let ranks = match kind {
        Kind::Pawn | Kind::Lance => 1,
        Kind::Knight => 2,
        _ => 0,
    };
    BOARD & !FAR[side.index()][ranks]
}

#[inline]
fn piece_key(piece: Piece, square: Square) -> Key {
    PIECE_KEYS[piece.number()][square.index()]
}

#[inline]
pub(crate) fn whole_key(board: Key, hand: Hand) -> Key {
    board.mix(Key(hand.bits()))
}
