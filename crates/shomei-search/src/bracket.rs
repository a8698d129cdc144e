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

    /// The length, if it is proven.
    #[must_use]
    pub fn exact(self) -> Option<u16> {
        self.most.filter(|&most| most == self.least)
    }
}
