//! The fixed positions of `shomei bench`, and the node counts on record.

/// Positions of one game.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Corpus {
    /// One position a line, below a comment that names it; the easy ones
    /// first.
    positions: &'static str,
    /// Lines such as `df-pn full 123456`, and `pds limit 100000` for an
    /// algorithm that would not finish all positions.
    signatures: &'static str,
    /// The depth of the perft of the starting position.
    pub(crate) perft_depth: u32,
    /// The rules of that perft; empty: the usual ones.
    pub(crate) perft_rules: &'static str,
}

/// Lines of Action.
pub(crate) const LOA: Corpus = Corpus {
    positions: include_str!("../bench/loa.txt"),
    signatures: include_str!("../bench/loa.signatures"),
    perft_depth: 5,
    perft_rules: "",
};

/// Othello.
pub(crate) const OTHELLO: Corpus = Corpus {
    positions: include_str!("../bench/othello.txt"),
    signatures: include_str!("../bench/othello.signatures"),
    perft_depth: 10,
    perft_rules: "",
};

/// Tsume-shogi; the starting position has no check, so its moves are counted under
/// the rules of the whole game.
pub(crate) const SHOGI: Corpus = Corpus {
    positions: include_str!("../bench/shogi.txt"),
    signatures: include_str!("../bench/shogi.signatures"),
    perft_depth: 4,
    perft_rules: "full",
};

/// Ultimate tic-tac-toe.
pub(crate) const UTTT: Corpus = Corpus {
    positions: include_str!("../bench/uttt.txt"),
    signatures: include_str!("../bench/uttt.signatures"),
    perft_depth: 7,
    perft_rules: "",
};

/// A position and what it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Case {
    /// The comment above the position.
    pub(crate) name: &'static str,
    /// The position.
    pub(crate) position: &'static str,
}

/// How much of a corpus is run.
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

impl Corpus {
    /// The positions of a part.
    pub(crate) fn cases(&self, part: Part) -> Vec<Case> {
        let mut cases = Vec::new();
        let mut name = "";
        for line in self.positions.lines().map(str::trim) {
            if let Some(comment) = line.strip_prefix('#') {
                name = comment.trim();
            } else if !line.is_empty() {
                let position = line;
                cases.push(Case { name, position });
            }
        }
        if part == Part::Quick {
            cases.truncate(Part::QUICK_CASES);
        }
        cases
    }

    /// The expanded nodes that an algorithm needed for all positions of a part
    /// when they were last recorded.
    pub(crate) fn signature(&self, algorithm: &str, part: Part) -> Option<u64> {
        self.recorded(algorithm, part.name())
    }

    /// The generated nodes after which an algorithm gives a position up.
    ///
    /// Generated, because the signature is what it has expanded by then: with
    /// a limit on that it would say nothing.
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
        let corpus = Corpus {
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
