//! The verdict on a problem in the terms of composers of tsume-shogi.
//!
//! `docs/reference/composition.md` defines each term and lists differences in usage, which
//! [`Tolerance`] makes configurable.

use std::fmt;
use std::str::FromStr;

use crate::{Defences, Deviation, Given, OtherWinKind, OtherWins, Resistance};

/// A term for a flaw of a problem, or for a property that its author may tolerate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Word {
    /// There is no mate, or a defence exists against which there is none.
    NoMate,
    /// The attacker mates sooner than by the line.
    Sooner,
    /// A defence holds out longer than the line, by more than two plies or without leftovers.
    LongerDefence,
    /// A defence holds out two plies longer, with leftovers for the attacker.
    TwoLonger,
    /// The attacker mates by another move on the line.
    Another,
    /// The same moves mate in another order.
    Order,
    /// A piece can promote or not, with the same result.
    Promotion,
    /// Something is left in the attacker's hand.
    Surplus,
    /// The last move has alternatives.
    LastMove,
    /// A detour mates, too.
    Detour,
    /// Another defence is as long, without leftovers.
    SameLength,
    /// After another defence, a longer line of the attacker looks like a solution.
    HenkaBetsu,
}

impl Word {
    /// All terms, the most serious first.
    pub const ALL: [Word; 12] = [
        Word::NoMate,
        Word::Sooner,
        Word::LongerDefence,
        Word::TwoLonger,
        Word::Another,
        Word::Order,
        Word::Promotion,
        Word::Surplus,
        Word::LastMove,
        Word::Detour,
        Word::SameLength,
        Word::HenkaBetsu,
    ];

    /// The Japanese term.
    #[must_use]
    pub fn japanese(self) -> &'static str {
        self.texts()[0]
    }

    /// The term in Latin letters.
    #[must_use]
    pub fn romaji(self) -> &'static str {
        self.texts()[1]
    }

    /// The name of the term in lists of options.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.texts()[2]
    }

    fn bit(self) -> u16 {
        1 << (self as u16)
    }

    /// Whether an author may tolerate it.
    #[must_use]
    pub fn can_be_tolerated(self) -> bool {
        !matches!(self, Word::NoMate | Word::Sooner | Word::Another)
    }

    fn texts(self) -> [&'static str; 3] {
        match self {
            Word::NoMate => ["不詰", "fuzume", "no-mate"],
            Word::Sooner => ["早詰", "hayazume", "sooner"],
            Word::LongerDefence => ["変長", "henchō", "longer-defence"],
            Word::TwoLonger => ["二手変長", "nite-henchō", "two-longer"],
            Word::Another => ["余詰", "yozume", "another"],
            Word::Order => ["手順前後", "tejun-zengo", "order"],
            Word::Promotion => ["成生非限定", "nari-narazu hi-gentei", "promotion"],
            Word::Surplus => ["駒余り", "koma-amari", "surplus"],
            Word::LastMove => ["最終手余詰", "saishūte-yozume", "last-move"],
            Word::Detour => ["迂回手順", "ukai-tejun", "detour"],
            Word::SameLength => ["変同", "hendō", "same-length"],
            Word::HenkaBetsu => ["変別", "henka-betsu", "henka-betsu"],
        }
    }

    /// The term for another move that wins.
    #[must_use]
    pub fn of_move(kind: OtherWinKind) -> Word {
        match kind {
            OtherWinKind::Shorter => Word::Sooner,
            OtherWinKind::Equal | OtherWinKind::Longer | OtherWinKind::Unmeasured => Word::Another,
            OtherWinKind::Variant => Word::Promotion,
            OtherWinKind::Order => Word::Order,
            OtherWinKind::LastMove => Word::LastMove,
            OtherWinKind::Detour => Word::Detour,
        }
    }

    /// The term for another defence.
    #[must_use]
    pub fn of_defence(kind: Resistance) -> Word {
        match kind {
            Resistance::Holds => Word::NoMate,
            Resistance::Longer { .. } => Word::LongerDefence,
            Resistance::Same => Word::SameLength,
            Resistance::AnotherWay => Word::HenkaBetsu,
        }
    }
}

/// The terms that a problem may have and still count as 完全 (kanzen), sound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tolerance(u16);

impl Tolerance {
    /// The usual tolerance: other moves at the end, detours, other defences of the same length, and
    /// henka-betsu.
    pub const USUAL: &'static str = "last-move,detour,same-length,henka-betsu";

    /// Tolerates these terms.
    fn of_words(words: impl IntoIterator<Item = Word>) -> Tolerance {
        Tolerance(words.into_iter().fold(0, |bits, word| bits | word.bit()))
    }

    /// Whether it tolerates this term.
    #[must_use]
    pub fn of(self, word: Word) -> bool {
        self.0 & word.bit() != 0
    }

    /// Whether other defences must be analysed to decide that a problem is sound.
    #[must_use]
    pub fn needs_defences(self) -> bool {
        !(self.of(Word::SameLength) && self.of(Word::HenkaBetsu))
    }

    /// The names of the tolerated terms.
    #[must_use]
    pub fn names(self) -> Vec<&'static str> {
        let words = Word::ALL.into_iter().filter(|&word| self.of(word));
        words.map(Word::name).collect()
    }
}

impl Default for Tolerance {
    fn default() -> Tolerance {
        use Word::{Detour, HenkaBetsu, LastMove, SameLength};
        Tolerance::of_words([LastMove, Detour, SameLength, HenkaBetsu])
    }
}

/// A name that is not a term, or a term that cannot be tolerated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownWord {
    /// The name.
    pub name: String,
}

impl UnknownWord {
    /// The names that can be tolerated.
    pub fn known() -> impl Iterator<Item = &'static str> {
        let words = Word::ALL.into_iter();
        words.filter(|word| word.can_be_tolerated()).map(Word::name)
    }
}

impl fmt::Display for UnknownWord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let known: Vec<&str> = UnknownWord::known().collect();
        let (name, known) = (&self.name, known.join(", "));
        write!(
            f,
            "a verdict cannot tolerate \"{name}\": none, all, or a list of {known}"
        )
    }
}

impl std::error::Error for UnknownWord {}

/// Reads a comma-separated list of names, or `none`, or `all` for all that can be tolerated.
impl FromStr for Tolerance {
    type Err = UnknownWord;

    fn from_str(text: &str) -> Result<Tolerance, UnknownWord> {
        let able = || Word::ALL.into_iter().filter(|word| word.can_be_tolerated());
        let word = |name: &str| {
            let found = able().find(|word| word.name() == name.trim());
            found.ok_or_else(|| UnknownWord {
                name: name.trim().to_string(),
            })
        };
        match text.trim() {
            "none" => Ok(Tolerance(0)),
            "all" => Ok(Tolerance::of_words(able())),
            names => {
                let words: Result<Vec<Word>, UnknownWord> = names.split(',').map(word).collect();
                Ok(Tolerance::of_words(words?))
            }
        }
    }
}

/// The verdict on a problem.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judgement {
    /// The flaws, the most serious first.
    pub flaws: Vec<Word>,
    /// The tolerated terms, in the same order.
    pub tolerated: Vec<Word>,
    /// Whether the verdict is complete: no limit was reached, and other defences were analysed if
    /// that is necessary.
    pub is_decided: bool,
    /// Whether other defences were analysed.
    pub with_defences: bool,
}

impl Judgement {
    /// The verdict on a position without a mate.
    #[must_use]
    pub fn no_mate() -> Judgement {
        Judgement {
            flaws: vec![Word::NoMate],
            tolerated: Vec::new(),
            is_decided: true,
            with_defences: false,
        }
    }

    /// The verdict if nothing is known.
    #[must_use]
    pub fn unknown() -> Judgement {
        Judgement {
            flaws: Vec::new(),
            tolerated: Vec::new(),
            is_decided: false,
            with_defences: false,
        }
    }

    /// The verdict by the results along the line of a shortest win, and the term `known`, if any.
    #[must_use]
    pub fn of<M>(
        found: &OtherWins<M>,
        defences: Option<&Defences<M>>,
        known: Option<Word>,
        tolerance: Tolerance,
    ) -> Judgement {
        let moves = found.others.iter().map(|other| Word::of_move(other.kind));
        let mut words: Vec<Word> = moves.collect();
        words.extend(known);
        let all = defences.iter().flat_map(|defences| &defences.found);
        words.extend(all.map(|defence| Word::of_defence(defence.kind)));
        let open = defences.map_or(tolerance.needs_defences(), |defences| {
            !defences.open.is_empty()
        });
        let is_decided = found.open.is_empty() && found.is_shortest && !open;
        Judgement {
            is_decided,
            with_defences: defences.is_some(),
            ..Judgement::sorted(words, tolerance)
        }
    }

    /// The verdict on a given line, including the term `known`, if any; `None` if the line does not
    /// end with a win.
    #[must_use]
    pub fn of_given<M>(
        given: &Given<M>,
        known: Option<Word>,
        tolerance: Tolerance,
    ) -> Option<Judgement> {
        let (plies, found) = (given.line.len(), &given.found);
        if !given.wins {
            return None;
        }
        let sooner = |other: &Deviation<M, OtherWinKind>| {
            let least = plies.saturating_sub(other.ply);
            let most = other.length.most.map(usize::from);
            most.is_some_and(|most| most < least)
        };
        let moves = found.others.iter().map(|other| match sooner(other) {
            true => Word::Sooner,
            false => Word::of_move(other.kind),
        });
        let mut words: Vec<Word> = moves.collect();
        words.extend(known);
        let defences = given.defences.found.iter();
        words.extend(defences.map(|defence| match defence.kind {
            Resistance::Longer { leaves: true }
                if defence.length.exact().map(usize::from) == Some(plies - defence.ply + 2) =>
            {
                Word::TwoLonger
            }
            kind => Word::of_defence(kind),
        }));
        let is_decided = found.open.is_empty() && given.defences.open.is_empty();
        Some(Judgement {
            is_decided,
            with_defences: true,
            ..Judgement::sorted(words, tolerance)
        })
    }

    fn sorted(mut words: Vec<Word>, tolerance: Tolerance) -> Judgement {
        words.sort_unstable();
        words.dedup();
        let (tolerated, flaws) = words.into_iter().partition(|&word| tolerance.of(word));
        Judgement {
            flaws,
            tolerated,
            ..Judgement::unknown()
        }
    }

    /// Whether the problem is known to be sound.
    #[must_use]
    pub fn is_sound(&self) -> bool {
        self.is_decided && self.flaws.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use shomei_search::Bracket;

    use super::*;

    fn other(kind: OtherWinKind) -> Deviation<u32, OtherWinKind> {
        Deviation {
            ply: 0,
            kind,
            length: Bracket {
                least: 3,
                most: Some(3),
            },
            line: vec![1],
        }
    }

    fn found(kinds: &[OtherWinKind]) -> OtherWins<u32> {
        OtherWins {
            others: kinds.iter().map(|&kind| other(kind)).collect(),
            open: Vec::new(),
            is_shortest: true,
        }
    }

    fn defences(kinds: &[(usize, Resistance)]) -> Defences<u32> {
        let length = Bracket {
            least: 3,
            most: Some(3),
        };
        let one = |&(ply, kind): &(usize, Resistance)| Deviation {
            ply,
            kind,
            length,
            line: vec![1],
        };
        Defences {
            found: kinds.iter().map(one).collect(),
            open: Vec::new(),
        }
    }

    #[test]
    fn tolerated_terms_are_not_flaws() {
        let usual = Tolerance::default();
        assert_eq!(Tolerance::USUAL.parse(), Ok(usual));
        let all = found(&[OtherWinKind::LastMove, OtherWinKind::Detour]);
        let judged = Judgement::of(&all, None, None, usual);
        assert!(judged.is_sound());
        assert_eq!(judged.tolerated, [Word::LastMove, Word::Detour]);
        let strict: Tolerance = "none".parse().unwrap();
        let judged = Judgement::of(&all, None, None, strict);
        assert!(!judged.is_sound() && !judged.is_decided);
        assert_eq!(judged.flaws, [Word::LastMove, Word::Detour]);
        let judged = Judgement::of(
            &found(&[OtherWinKind::Variant]),
            None,
            Some(Word::Surplus),
            usual,
        );
        assert_eq!(judged.flaws, [Word::Promotion, Word::Surplus]);
        let lenient = "promotion, surplus".parse().unwrap();
        let judged = Judgement::of(
            &found(&[OtherWinKind::Variant]),
            None,
            Some(Word::Surplus),
            lenient,
        );
        assert_eq!(judged.tolerated, [Word::Promotion, Word::Surplus]);
        // Other defences count with this tolerance, but they were not analysed.
        assert!(!judged.is_decided);
    }

    #[test]
    fn defences_have_terms() {
        let usual = Tolerance::default();
        let of = |kinds: &[(usize, Resistance)]| {
            let defences = defences(kinds);
            Judgement::of(&found(&[]), Some(&defences), None, usual).tolerated
        };
        assert_eq!(of(&[(1, Resistance::Same)]), [Word::SameLength]);
        let both = [(3, Resistance::AnotherWay), (1, Resistance::Same)];
        assert_eq!(of(&both), [Word::SameLength, Word::HenkaBetsu]);
    }

    #[test]
    fn a_given_line_may_be_beaten_by_either_side() {
        let usual = Tolerance::default();
        let given = |kinds: &[(usize, Resistance)], others: &[OtherWinKind]| Given {
            line: vec![1, 2, 3, 4, 5],
            wins: true,
            found: found(others),
            defences: defences(kinds),
        };
        let of = |given: &Given<u32>| Judgement::of_given(given, None, usual).unwrap().flaws;
        // Three plies instead of five.
        assert_eq!(of(&given(&[], &[OtherWinKind::LastMove])), [Word::Sooner]);
        let longer = |leaves| [(1, Resistance::Longer { leaves })];
        assert_eq!(of(&given(&longer(false), &[])), [Word::LongerDefence]);
        let mut two = given(&longer(true), &[]);
        two.defences.found[0].length = Bracket {
            least: 6,
            most: Some(6),
        };
        assert_eq!(of(&two), [Word::TwoLonger]);
        assert_eq!(of(&given(&[(1, Resistance::Holds)], &[])), [Word::NoMate]);
        let no_end = Given {
            wins: false,
            ..given(&[], &[])
        };
        assert_eq!(Judgement::of_given(&no_end, None, usual), None);
    }

    #[test]
    fn names_are_read_back_and_others_refused() {
        for word in Word::ALL.into_iter().filter(|word| word.can_be_tolerated()) {
            let tolerance: Tolerance = word.name().parse().unwrap();
            assert_eq!(tolerance.names(), [word.name()]);
        }
        let error = "last-mov".parse::<Tolerance>().unwrap_err();
        assert_eq!(error.name, "last-mov");
        assert!(error.to_string().contains("last-move"), "{error}");
        assert!("another".parse::<Tolerance>().is_err());
        assert!("".parse::<Tolerance>().is_err());
        let all: Tolerance = "all".parse().unwrap();
        assert!(!all.of(Word::Another) && all.of(Word::Surplus));
    }
}
