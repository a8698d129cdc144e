//! Sides and goals.

/// One of the two players, named by the game (Black and White, X and O, ...).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Side {
    /// The player who moves first from the usual starting position.
    First,
    /// The other player.
    Second,
}

impl Side {
    /// Both sides, the first one first.
    pub const BOTH: [Side; 2] = [Side::First, Side::Second];

    /// The other side.
    #[must_use]
    pub fn opponent(self) -> Side {
        match self {
            Side::First => Side::Second,
            Side::Second => Side::First,
        }
    }

    /// The side of this name among `sides`, the names of the first side and the second.
    ///
    /// ```
    /// use shomei_game::Side;
    ///
    /// assert_eq!(Side::named("white", ["black", "white"]), Some(Side::Second));
    /// assert_eq!(Side::named("x", ["black", "white"]), None);
    /// ```
    #[must_use]
    pub fn named(name: &str, sides: [&str; 2]) -> Option<Side> {
        Side::BOTH
            .into_iter()
            .find(|side| sides[side.index()] == name)
    }

    /// The side that a person calls like this: by its name among `sides`, in either case, by one of
    /// the [names](Side::NAMES) that it has in every game, or by its color or mark (黒, ▲ and ☗ for
    /// the first side, 白, △ and ☖ for the second).
    ///
    /// ```
    /// use shomei_game::Side;
    ///
    /// let sides = ["black", "white"];
    /// assert_eq!(Side::called("White", sides), Some(Side::Second));
    /// assert_eq!(Side::called("先手", sides), Some(Side::First));
    /// assert_eq!(Side::called("gote", sides), Some(Side::Second));
    /// assert_eq!(Side::called("受方", sides), Some(Side::Second));
    /// assert_eq!(Side::called("白", sides), Some(Side::Second));
    /// assert_eq!(Side::called("b", sides), None);
    /// ```
    #[must_use]
    pub fn called(name: &str, sides: [&str; 2]) -> Option<Side> {
        let name = name.to_lowercase();
        Side::named(&name, sides).or_else(|| {
            let mut known = Side::NAMES.iter().chain(&MARKS);
            let known = known.find(|(known, _)| *known == name);
            known.map(|&(_, side)| side)
        })
    }

    /// The side that a person [calls](Side::called) like this, or by one of the letters for it, in
    /// either case: those of the first side and those of the second.
    ///
    /// ```
    /// use shomei_game::Side;
    ///
    /// let side = |name| Side::called_or(name, ["black", "white"], ["xb", "ow"]);
    /// assert_eq!(side("B"), Some(Side::First));
    /// assert_eq!(side("後手"), Some(Side::Second));
    /// assert_eq!((side("bx"), side("")), (None, None));
    /// ```
    #[must_use]
    pub fn called_or(name: &str, sides: [&str; 2], letters: [&str; 2]) -> Option<Side> {
        let mut characters = name.chars().map(|letter| letter.to_ascii_lowercase());
        match (characters.next(), characters.next()) {
            (Some(letter), None) => {
                let has_letter = |side: &Side| letters[side.index()].contains(letter);
                Side::BOTH.into_iter().find(has_letter)
            }
            _ => Side::called(name, sides),
        }
    }

    /// The names of the sides in every game, which are those of records of shogi. With a handicap the
    /// stronger side is the upper one, 上手. In problems the attacker, 攻方, is the first side.
    pub const NAMES: [(&'static str, Side); 13] = [
        ("先手", Side::First),
        ("後手", Side::Second),
        ("下手", Side::First),
        ("上手", Side::Second),
        ("攻方", Side::First),
        ("攻め方", Side::First),
        ("詰方", Side::First),
        ("詰め方", Side::First),
        ("玉方", Side::Second),
        ("受方", Side::Second),
        ("受け方", Side::Second),
        ("sente", Side::First),
        ("gote", Side::Second),
    ];

    /// 0 for the first side, 1 for the second: an index into per-side arrays.
    #[must_use]
    pub fn index(self) -> usize {
        self as usize
    }
}

/// What sides are called beside their names: their colors, and their marks in records of shogi.
const MARKS: [(&str, Side); 6] = [
    ("黒", Side::First),
    ("白", Side::Second),
    ("▲", Side::First),
    ("△", Side::Second),
    ("☗", Side::First),
    ("☖", Side::Second),
];

/// What is asked: can this side force a win of the game?
///
/// "Can X avoid losing?" is answered by this question about the opponent of X: X can if the
/// opponent cannot force a win. Games with finer results, such as a difference in discs, put
/// the rest of the question in their rule options.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Goal {
    /// The side that must win.
    pub attacker: Side,
}

impl Goal {
    /// The goal that `attacker` wins.
    #[must_use]
    pub fn win(attacker: Side) -> Goal {
        Goal { attacker }
    }

    /// The goal that the other side wins.
    #[must_use]
    pub fn swapped(self) -> Goal {
        Goal::win(self.attacker.opponent())
    }
}
