//! The positions of `shomei bench` and the recorded node counts.

/// The bench positions of one game.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BenchSet {
    /// One position per line, after a comment that names it. The easy positions come first.
    positions: &'static str,
    /// Lines such as `df-pn full 123456` (expanded nodes), and `pds limit 100000` (a limit of
    /// generated nodes) for an algorithm that would not finish all positions.
    signatures: &'static str,
    /// The depth of the perft of the starting position.
    pub(crate) perft_depth: u32,
    /// The rules of this perft; empty for the default rules.
    pub(crate) perft_rules: &'static str,
}

/// The bench positions of the game with this name, if it has some.
pub(crate) fn of(game: &str) -> Option<BenchSet> {
    match game {
        "loa" => Some(LOA),
        "othello" => Some(OTHELLO),
        "shogi" => Some(SHOGI),
        "uttt" => Some(UTTT),
        _ => None,
    }
}

/// Lines of Action.
const LOA: BenchSet = BenchSet {
    positions: include_str!("../bench/loa.txt"),
    signatures: include_str!("../bench/loa.signatures"),
    perft_depth: 5,
    perft_rules: "",
};

/// Othello.
const OTHELLO: BenchSet = BenchSet {
    positions: include_str!("../bench/othello.txt"),
    signatures: include_str!("../bench/othello.signatures"),
    perft_depth: 10,
    perft_rules: "",
};

/// Tsume-shogi. No move of the starting position gives check, so perft uses the rules of the whole
/// game.
const SHOGI: BenchSet = BenchSet {
    positions: include_str!("../bench/shogi.txt"),
    signatures: include_str!("../bench/shogi.signatures"),
    perft_depth: 4,
    perft_rules: "full",
};

/// Ultimate tic-tac-toe.
const UTTT: BenchSet = BenchSet {
    positions: include_str!("../bench/uttt.txt"),
    signatures: include_str!("../bench/uttt.signatures"),
    perft_depth: 7,
    perft_rules: "",
};

/// A position of `shomei bench` and its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct BenchPosition {
    /// The comment above the position.
    pub(crate) name: &'static str,
    /// The position.
    pub(crate) position: &'static str,
}

/// The part of the positions that is run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Part {
    /// All of it.
    Full,
    /// The first few positions and a smaller perft, for tests.
    Quick,
}

impl Part {
    const QUICK_CASES: usize = 4;

    /// The name in the file of signatures.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Part::Full => "full",
            Part::Quick => "quick",
        }
    }
}

impl BenchSet {
    /// The positions of a part.
    pub(crate) fn cases(&self, part: Part) -> Vec<BenchPosition> {
        let mut cases = Vec::new();
        let mut name = "";
        for line in self.positions.lines().map(str::trim) {
            if let Some(comment) = line.strip_prefix('#') {
                name = comment.trim();
            } else if !line.is_empty() {
                let position = line;
                cases.push(BenchPosition { name, position });
            }
        }
        if part == Part::Quick {
            cases.truncate(Part::QUICK_CASES);
        }
        cases
    }

    /// The recorded number of nodes that an algorithm expands for all positions of a part.
    pub(crate) fn signature(&self, algorithm: &str, part: Part) -> Option<u64> {
        self.recorded(algorithm, part.name())
    }

    /// The number of generated nodes after which an algorithm abandons a position.
    ///
    /// The limit counts generated nodes because the signature counts expanded nodes: with a limit
    /// on expanded nodes, the signature would always equal the limit.
    pub(crate) fn limit(&self, algorithm: &str) -> Option<u64> {
        self.recorded(algorithm, "limit")
    }

    fn recorded(&self, algorithm: &str, what: &str) -> Option<u64> {
        self.signatures.lines().find_map(|line| {
            let mut words = line.split_whitespace();
            let wanted = words.next() == Some(algorithm) && words.next() == Some(what);
            words.next().filter(|_| wanted)?.parse().ok()
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cases_are_named_by_the_comment_above() {
        let corpus = BenchSet {
            positions: "# all of it\n\n# one\nstart\n# two\nstart moves d1-b3\n",
            signatures: "# nodes\ndf-pn full 12\ndf-pn quick 3\npds limit 9\npds full 7\n",
            perft_depth: 1,
            perft_rules: "",
        };
        let cases = corpus.cases(Part::Full);
        assert_eq!(cases.len(), 2);
        assert_eq!(cases[1].name, "two");
        assert_eq!(cases[1].position, "start moves d1-b3");
        assert_eq!(corpus.signature("df-pn", Part::Quick), Some(3));
        assert_eq!(corpus.signature("pn", Part::Quick), None);
        assert_eq!(corpus.signature("pds", Part::Full), Some(7));
        assert_eq!(corpus.limit("pds"), Some(9));
        assert_eq!(corpus.limit("df-pn"), None);
    }
}
