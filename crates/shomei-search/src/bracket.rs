//! Bounds on the length of a win.

/// Lower and upper bound on the plies of the shortest win.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bracket {
    /// Every win takes at least this number of plies.
    pub least: u16,
    /// A win with this number of plies is known; `None` if no win is known.
    pub most: Option<u16>,
}

impl Bracket {
    /// No information.
    pub const UNKNOWN: Bracket = Bracket {
        least: 0,
        most: None,
    };

    /// A proven length.
    #[must_use]
    pub fn exactly(plies: u16) -> Bracket {
        Bracket {
            least: plies,
            most: Some(plies),
        }
    }

    /// The bracket of the same win seen from a position this number of plies earlier.
    #[must_use]
    pub fn plus(self, plies: usize) -> Bracket {
        let plies = u16::try_from(plies).unwrap_or(u16::MAX);
        Bracket {
            least: self.least.saturating_add(plies),
            most: self.most.and_then(|most| most.checked_add(plies)),
        }
    }

    /// The length, if both bounds are equal.
    #[must_use]
    pub fn exact(self) -> Option<u16> {
        self.most.filter(|&most| most == self.least)
    }
}
