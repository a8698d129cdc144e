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

    /// The side that a person calls like this: by its name among `sides`, in either case, or by a
    /// name that it has in every game: `sente` and 先手 for the first side, `gote` and 後手 for the
    /// second. As in records of tsume-shogi, 攻方 is the first side and 玉方 the second.
    ///
    /// ```
    /// use shomei_game::Side;
    ///
    /// let sides = ["black", "white"];
    /// assert_eq!(Side::called("White", sides), Some(Side::Second));
    /// assert_eq!(Side::called("先手", sides), Some(Side::First));
    /// assert_eq!(Side::called("gote", sides), Some(Side::Second));
    /// assert_eq!(Side::called("b", sides), None);
    /// ```
    #[must_use]
    pub fn called(name: &str, sides: [&str; 2]) -> Option<Side> {
        let name = name.to_lowercase();
        Side::named(&name, sides).or_else(|| {
            let of_every_game = |side: &Side| Side::NAMES[side.index()].contains(&name.as_str());
            Side::BOTH.into_iter().find(of_every_game)
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

    /// The names of the sides in every game.
    const NAMES: [[&'static str; 3]; 2] = [["sente", "先手", "攻方"], ["gote", "後手", "玉方"]];

    /// 0 for the first side, 1 for the second: an index into per-side arrays.
    #[must_use]
    pub fn index(self) -> usize {
        self as usize
    }
}

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
