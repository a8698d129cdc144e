//! The features of a new position that determine its initial numbers. They form groups: a position
//! has one feature of each group of the side to move.

use shomei_game::{Role, Side};

use crate::bits::{Bits, between, bit, steps};
use crate::game::Freedom;
use crate::moves::Origin;
use crate::position::promotion;
use crate::{Hand, Kind, Move, Position, Shogi, Square};

/// A group of features.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Group {
    /// Its name in the file of weights.
    pub(crate) name: &'static str,
    /// The number of features.
    pub(crate) size: usize,
}

macro_rules! groups {
    ($($place:ident $name:literal $size:expr,)*) => {
        #[derive(Clone, Copy)]
        enum FeatureGroup { $($place),* }
        /// All groups, in the order of the file.
        pub(crate) const GROUPS: &[Group] = &[$(Group { name: $name, size: $size },)*];
    };
}

groups! {
    Check "check" 1,
    CheckFreedom "check-freedom-hand" 18 * HANDS,
    Checker "check-kind" 32,
    CheckPlace "check-place" PLACES,
    CheckBearing "check-bearing" 32,
    CheckTaken "check-taken" 16,
    CheckBetween "check-between" 5 * 8,
    CheckKing "check-king" 12,
    CheckWalls "check-walls" 9,
    CheckForce "check-force" 9,
    CheckPawn "check-pawns" 3,
    CheckLance "check-lances" 3,
    CheckKnight "check-knights" 3,
    CheckSilver "check-silvers" 3,
    CheckGold "check-golds" 3,
    CheckBishop "check-bishops" 3,
    CheckRook "check-rooks" 3,
    Reply "reply" 1,
    ReplyFreedom "reply-freedom-hand" 9 * HANDS,
    ReplyKind "reply-kind" 80,
    ReplyPlace "reply-place" PLACES,
    ReplyBearing "reply-bearing" 32,
    ReplyTaken "reply-taken" 16,
    ReplyKing "reply-king" 12,
    ReplyWalls "reply-walls" 9,
    ReplyForce "reply-force" 9,
    ReplyPawn "reply-pawns" 3,
    ReplyLance "reply-lances" 3,
    ReplyKnight "reply-knights" 3,
    ReplySilver "reply-silvers" 3,
    ReplyGold "reply-golds" 3,
    ReplyBishop "reply-bishops" 3,
    ReplyRook "reply-rooks" 3,
}

/// The number of sizes of hands that are distinguished.
const HANDS: usize = 8;

/// The number of distinguished squares relative to a king.
const PLACES: usize = 45;

/// The first feature of each group.
const BEGINS: [usize; GROUPS.len()] = {
    let mut begins = [0; GROUPS.len()];
    let mut i = 1;
    while i < GROUPS.len() {
        begins[i] = begins[i - 1] + GROUPS[i - 1].size;
        i += 1;
    }
    begins
};

/// The number of features.
pub(crate) const FEATURES: usize = BEGINS[GROUPS.len() - 1] + GROUPS[GROUPS.len() - 1].size;

/// The side to move in a position with this feature.
pub(crate) fn role_of(feature: u16) -> Role {
    match usize::from(feature) < BEGINS[FeatureGroup::Reply as usize] {
        true => Role::Defender,
        false => Role::Attacker,
    }
}

/// The side to move if this is the constant feature, which all positions with that side to move
/// have; otherwise `None`.
pub(crate) fn constant(feature: usize) -> Option<Role> {
    match () {
        () if feature == BEGINS[FeatureGroup::Check as usize] => Some(Role::Defender),
        () if feature == BEGINS[FeatureGroup::Reply as usize] => Some(Role::Attacker),
        () => None,
    }
}

/// Visits the features of the position after a move, given the mobility of the defender.
#[inline]
pub(crate) fn visit(
    game: &Shogi,
    before: &Position,
    mv: Move,
    child: &Position,
    freedom: Freedom,
    each: &mut impl FnMut(usize),
) {
    let attacker = game.attacker();
    let Some(king) = child.king(attacker.opponent()) else {
        return;
    };
    let scene = Scene {
        attacker,
        king,
        before,
        mv,
        child,
    };
    if child.to_move() == attacker {
        scene.visit_reply(each);
    } else {
        scene.visit_check(freedom, each);
    }
}

/// A position, the move before it and the defender's king.
struct Scene<'p> {
    attacker: Side,
    king: Square,
    before: &'p Position,
    mv: Move,
    child: &'p Position,
}

impl Scene<'_> {
    #[inline]
    fn visit_check(&self, freedom: Freedom, each: &mut impl FnMut(usize)) {
        use FeatureGroup::*;
        let mut show = |place: FeatureGroup, feature: usize| each(BEGINS[place as usize] + feature);
        let (child, to) = (self.child, self.mv.to());
        let hand = child.hand(self.attacker);
        show(Check, 0);
        let steps = freedom.steps.count_ones() as usize;
        let ways = 2 * steps + usize::from(freedom.others);
        show(CheckFreedom, ways * HANDS + held(hand));
        let dropped = usize::from(self.mv.dropped().is_some());
        show(Checker, 2 * (child.kind_at(to) as usize & 15) + dropped);
        show(CheckPlace, self.place(to));
        let by_king = usize::from(freedom.steps & bit(to) != 0);
        show(CheckBearing, 2 * self.bearing(to) + by_king);
        show(CheckTaken, self.taken());
        let line = between(self.king, to).count_ones().min(4) as usize;
        let theirs = child.hand(self.attacker.opponent());
        show(CheckBetween, 8 * line + kinds(theirs));
        show(CheckKing, self.king_place());
        show(CheckWalls, self.walls());
        show(CheckForce, self.force());
        show(CheckPawn, few(hand, Kind::Pawn));
        show(CheckLance, few(hand, Kind::Lance));
        show(CheckKnight, few(hand, Kind::Knight));
        show(CheckSilver, few(hand, Kind::Silver));
        show(CheckGold, few(hand, Kind::Gold));
        show(CheckBishop, few(hand, Kind::Bishop));
        show(CheckRook, few(hand, Kind::Rook));
    }

    #[inline]
    fn visit_reply(&self, each: &mut impl FnMut(usize)) {
        use FeatureGroup::*;
        let mut show = |place: FeatureGroup, feature: usize| each(BEGINS[place as usize] + feature);
        let (child, to) = (self.child, self.mv.to());
        let hand = child.hand(self.attacker);
        show(Reply, 0);
        let steps = child.safe_steps(self.attacker.opponent(), self.king);
        show(
            ReplyFreedom,
            steps.count_ones() as usize * HANDS + held(hand),
        );
        show(ReplyKind, self.reply());
        show(ReplyPlace, self.place(to));
        let by_king = usize::from(to == self.king);
        show(ReplyBearing, 2 * self.bearing(to) + by_king);
        show(ReplyTaken, self.taken());
        show(ReplyKing, self.king_place());
        show(ReplyWalls, self.walls());
        show(ReplyForce, self.force());
        show(ReplyPawn, few(hand, Kind::Pawn));
        show(ReplyLance, few(hand, Kind::Lance));
        show(ReplyKnight, few(hand, Kind::Knight));
        show(ReplySilver, few(hand, Kind::Silver));
        show(ReplyGold, few(hand, Kind::Gold));
        show(ReplyBishop, few(hand, Kind::Bishop));
        show(ReplyRook, few(hand, Kind::Rook));
    }

    /// A square relative to the king: files to the side, up to 4, and ranks seen from the king's
    /// own edge.
    #[inline]
    fn place(&self, square: Square) -> usize {
        let places = &PLACES_SEEN[self.attacker.index()][self.king.index()];
        usize::from(places[square.index()])
    }

    /// The attackers of a square: up to 3 of the attacker, and up to 3 of the defender other than
    /// the king.
    #[inline]
    fn bearing(&self, square: Square) -> usize {
        let [attackers, defenders] = self.child.bearing(square, self.attacker);
        let by_king = steps(self.attacker, Kind::King, self.king) & bit(square) != 0;
        let few = |count: u32| count.min(3) as usize;
        4 * few(attackers) + few(defenders - u32::from(by_king))
    }

    /// The captured kind; 15 for none.
    #[inline]
    fn taken(&self) -> usize {
        let taken = self.before.piece(self.mv.to());
        taken.map_or(15, |(_, kind)| kind as usize)
    }

    /// The type of a reply, and the kind of the moved piece.
    #[inline]
    fn reply(&self) -> usize {
        let takes = self.taken() != 15;
        let (way, kind) = match self.mv.origin() {
            Origin::Hand(kind) => (4, kind),
            Origin::Board(from) => {
                let kind = self.before.kind_at(from);
                let way = 2 * usize::from(kind != Kind::King) + usize::from(takes);
                let promoted = if self.mv.promotes() {
                    promotion(kind)
                } else {
                    kind
                };
                (way, promoted)
            }
        };
        16 * way + (kind as usize & 15)
    }

    /// The distances of the king from its own edge and from the sides.
    #[inline]
    fn king_place(&self) -> usize {
        usize::from(KINGS[self.attacker.index()][self.king.index()])
    }

    /// The number of the defender's pieces next to the king.
    #[inline]
    fn walls(&self) -> usize {
        let defender = self.attacker.opponent();
        let around = steps(defender, Kind::King, self.king);
        (around & self.child.side(defender)).count_ones() as usize
    }

    /// The number of the attacker's pieces at most two steps from the king, up to 8.
    #[inline]
    fn force(&self) -> usize {
        let near = NEAR[self.king.index()] & self.child.side(self.attacker);
        near.count_ones().min(8) as usize
    }
}

/// For each square, the squares at most two king steps away.
static NEAR: [Bits; 81] = {
    let (mut near, mut king) = ([0; 81], 0);
    while king < 81 {
        let mut square = 0;
        while square < 81 {
            if (king / 9_usize).abs_diff(square / 9) <= 2
                && (king % 9_usize).abs_diff(square % 9) <= 2
            {
                near[king] |= 1 << square;
            }
            square += 1;
        }
        king += 1;
    }
    near
};

/// [`Scene::place`], by attacker, king and square.
static PLACES_SEEN: [[[u8; 81]; 81]; 2] = {
    let (mut places, mut king) = ([[[0; 81]; 81]; 2], 0);
    while king < 81 {
        let mut square = 0;
        while square < 81 {
            let files = (king / 9_usize).abs_diff(square / 9);
            let files = if files < 4 { files } else { 4 };
            let ranks = (square % 9) as i32 - (king % 9) as i32;
            let ranks = if ranks > 4 {
                4
            } else if ranks < -4 {
                -4
            } else {
                ranks
            };
            places[0][king][square] = (9 * files) as u8 + (4 + ranks) as u8;
            places[1][king][square] = (9 * files) as u8 + (4 - ranks) as u8;
            square += 1;
        }
        king += 1;
    }
    places
};

/// [`Scene::king_place`], by attacker and king.
static KINGS: [[u8; 81]; 2] = {
    let (mut kings, mut king) = ([[0; 81]; 2], 0);
    while king < 81 {
        let (file, rank) = (king / 9_u8, king % 9);
        let file = if file < 8 - file { file } else { 8 - file };
        let file = if file < 2 { file } else { 2 };
        let ranks = [rank, 8 - rank];
        let mut attacker = 0;
        while attacker < 2 {
            let rank = if ranks[attacker] < 3 {
                ranks[attacker]
            } else {
                3
            };
            kings[attacker][king as usize] = 3 * rank + file;
            attacker += 1;
        }
        king += 1;
    }
    kings
};

/// The number of pieces in a hand, up to 7.
#[inline]
fn held(hand: Hand) -> usize {
    // The multiplication puts the sum of all bytes into the highest byte.
    let sum = hand.bits().wrapping_mul(0x0101_0101_0101_0101) >> 56;
    (sum as usize).min(HANDS - 1)
}

/// The number of kinds in a hand.
#[inline]
fn kinds(hand: Hand) -> usize {
    let some = (hand.bits() + 0x7f7f_7f7f_7f7f_7f7f) & 0x8080_8080_8080_8080;
    (some.count_ones() as usize).min(7)
}

/// The number of pieces of a kind in a hand, up to 2.
#[inline]
fn few(hand: Hand, kind: Kind) -> usize {
    usize::from(hand.count(kind).min(2))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bits::Squares;

    /// Compares the tables by square with their definitions.
    #[test]
    fn tables_say_where_a_square_lies_from_a_king() {
        for king in Square::all() {
            let near = |square: &Square| {
                let [files, ranks] = [Square::file, Square::rank]
                    .map(|line| i32::from(line(*square)).abs_diff(i32::from(line(king))));
                files.max(ranks) <= 2
            };
            let expected: Vec<Square> = Square::all().filter(near).collect();
            let found: Vec<Square> = Squares(NEAR[king.index()]).collect();
            assert_eq!(found, expected, "{king}");
            for attacker in Side::BOTH {
                // The defender's own edge is on the far side of its king from the attacker, who
                // plays towards it.
                let edge = |square: Square| match attacker {
                    Side::First => i32::from(square.rank()) - 1,
                    Side::Second => 9 - i32::from(square.rank()),
                };
                let side = king.file().min(10 - king.file()) - 1;
                let expected = 3 * edge(king).min(3) + i32::from(side.min(2));
                let found = KINGS[attacker.index()][king.index()];
                assert_eq!(i32::from(found), expected, "{king}");
                for square in Square::all() {
                    let files = i32::from(king.file().abs_diff(square.file()).min(4));
                    let ranks = (edge(square) - edge(king)).clamp(-4, 4) + 4;
                    let found = PLACES_SEEN[attacker.index()][king.index()][square.index()];
                    assert_eq!(i32::from(found), 9 * files + ranks, "{king} {square}");
                    assert!(usize::from(found) < PLACES);
                }
            }
        }
    }
}
