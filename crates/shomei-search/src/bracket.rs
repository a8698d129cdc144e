//! What is known of a length.

/// What is known of the plies of the shortest win.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bracket {
    /// There is no win in fewer plies than this.
    pub least: u16,
    /// There is a win in this many plies; `None` if none is known.
    pub most: Option<u16>,
}

impl Bracket {
    /// Nothing is known.
    pub const UNKNOWN: Bracket = Bracket {
        least: 0,
        most: None,
    };

    /// A length that is proven.
    #[must_use]
    pub fn exactly(plies: u16) -> Bracket {
        Bracket {
            least: plies,
            most: Some(plies),
        }
    }

    /// The length of a win that begins this number of plies earlier.
    #[must_use]
    pub fn plus(self, plies: usize) -> Bracket {
        let plies = u16::try_from(plies).unwrap_or(u16::MAX);
        Bracket {
            least: self.least.saturating_add(plies),
            most: self.most.and_then(|most| most.checked_add(plies)),
        }
    }

    /// The length, if it is proven.
    #[must_use]
    pub fn exact(self) -> Option<u16> {
        self.most.filter(|&most| most == self.least)
    }
}
