//! What composers of tsume-shogi call what is found of a problem: the usual words of its verdict.
//!
//! `docs/yozume.md` defines each and says where usage differs; what differs is a matter of
//! [`Tolerance`].

use std::fmt;
use std::str::FromStr;

use shomei_compose::{Defences, Deviation, Found, Given, Kind, Resistance};
use shomei_game::Lang;

use crate::nearest::nearest;
use crate::words::InLang;

/// A word for what a problem should not have, or what its author may leave.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Word {
    /// There is no mate, or none against some defence that the author has overlooked.
    NoMate,
    /// The attacker mates sooner than by the line.
    Sooner,
    /// A defence holds out longer than the line, by more than two plies or leaving nothing.
    LongerDefence,
    /// A defence holds out two plies longer, and leaves the attacker something.
    TwoLonger,
    /// The attacker mates by another move on the line.
    Another,
    /// The same moves mate in another order.
    Order,
    /// It does not matter whether a piece promotes.
    Promotion,
    /// Something is left in the attacker's hand.
    Surplus,
    /// The last move has others beside it.
    LastMove,
    /// A detour mates, too.
    Detour,
    /// Another defence is as long, and leaves nothing.
    SameLength,
    /// Behind another defence, a longer way of the attacker looks like a solution.
    HenkaBetsu,
}

impl Word {
    /// All of them, the gravest first.
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

    /// The word of composers.
    #[must_use]
    pub fn japanese(self) -> &'static str {
        self.texts()[0]
    }

    /// The word in Latin letters.
    #[must_use]
    pub fn romaji(self) -> &'static str {
        self.texts()[1]
    }

    /// Its name in lists of options.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.texts()[2]
    }

    fn bit(self) -> u16 {
        1 << (self as u16)
    }

    /// Whether an author can be of the opinion that it does no harm.
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

    /// The word for another move that wins.
    #[must_use]
    pub fn of_move(kind: Kind) -> Word {
        match kind {
            Kind::Shorter => Word::Sooner,
            Kind::Equal | Kind::Longer | Kind::Unmeasured => Word::Another,
            Kind::Variant => Word::Promotion,
            Kind::Order => Word::Order,
            Kind::LastMove => Word::LastMove,
            Kind::Detour => Word::Detour,
        }
    }
}

impl fmt::Display for Word {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.japanese(), self.romaji())
    }
}

/// What does not keep a problem from being 完全 (kanzen), sound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tolerance(u16);

impl Tolerance {
    /// What most tolerate: other moves at the end, detours, other defences of the same length, and
    /// henka-betsu.
    pub const USUAL: &'static str = "last-move,detour,same-length,henka-betsu";

    /// Tolerates these words.
    fn of_words(words: impl IntoIterator<Item = Word>) -> Tolerance {
        Tolerance(words.into_iter().fold(0, |bits, word| bits | word.bit()))
    }

    /// Whether it tolerates this.
    #[must_use]
    pub fn of(self, word: Word) -> bool {
        self.0 & word.bit() != 0
    }

    /// Whether it cannot be told without a look at other defences that a problem is sound.
    #[must_use]
    pub fn needs_defences(self) -> bool {
        !(self.of(Word::SameLength) && self.of(Word::HenkaBetsu))
    }

    /// The names of what it tolerates.
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

/// Reads names apart by commas; `none`, or `all` that can be tolerated.
impl FromStr for Tolerance {
    type Err = String;

    fn from_str(text: &str) -> Result<Tolerance, String> {
        let able = || Word::ALL.into_iter().filter(|word| word.can_be_tolerated());
        match text.trim() {
            "none" => return Ok(Tolerance(0)),
            "all" => return Ok(Tolerance::of_words(able())),
            _ => {}
        }
        let mut words = Vec::new();
        for name in text.split(',').map(str::trim) {
            let Some(word) = able().find(|word| word.name() == name) else {
                let names: Vec<&str> = able().map(Word::name).collect();
                let hint = nearest(name, names.iter().copied());
                let hint = hint.map_or(String::new(), |hint| format!("; did you mean {hint}?"));
                let names = names.join(", ");
                return Err(format!(
                    "\"{name}\" is nothing that can be tolerated{hint} (none, all, or of {names})"
                ));
            };
            words.push(word);
        }
        Ok(Tolerance::of_words(words))
    }
}

/// What composers call a problem.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judgement {
    /// What counts against it, the gravest first.
    pub flaws: Vec<Word>,
    /// What is tolerated, likewise.
    pub tolerated: Vec<Word>,
    /// Whether that is all: no limit was reached, and other defences were looked at where that is
    /// needed.
    pub is_decided: bool,
    /// Whether other defences were looked at.
    pub with_defences: bool,
}

impl Judgement {
    /// The word for a problem without any flaw.
    pub const SOUND: &'static str = "完全 (kanzen)";

    /// A position in which there is no mate.
    #[must_use]
    pub fn no_mate() -> Judgement {
        Judgement {
            flaws: vec![Word::NoMate],
            tolerated: Vec::new(),
            is_decided: true,
            with_defences: false,
        }
    }

    /// Nothing is known.
    #[must_use]
    pub fn unknown() -> Judgement {
        Judgement {
            flaws: Vec::new(),
            tolerated: Vec::new(),
            is_decided: false,
            with_defences: false,
        }
    }

    /// Judges by what was found along the line of a shortest win. `known` counts, too.
    #[must_use]
    pub fn of<M>(
        found: &Found<M>,
        defences: Option<&Defences<M>>,
        plies: usize,
        known: Option<Word>,
        tolerance: Tolerance,
    ) -> Judgement {
        let moves = found.others.iter().map(|other| Word::of_move(other.kind));
        let mut words: Vec<Word> = moves.collect();
        words.extend(known);
        let all = defences.iter().flat_map(|defences| &defences.found);
        words.extend(all.filter_map(|defence| of_defence(defence.kind, defence.ply, plies)));
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

    /// Judges a line that was given; `None` where it does not end with a win. `known` counts, too.
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
        let sooner = |other: &Deviation<M, Kind>| {
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
        words.extend(defences.filter_map(|defence| match defence.kind {
            Resistance::Longer { leaves: true }
                if defence.length.exact().map(usize::from) == Some(plies - defence.ply + 2) =>
            {
                Some(Word::TwoLonger)
            }
            kind => of_defence(kind, defence.ply, plies),
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

    /// The verdict in a line.
    #[must_use]
    pub fn text(&self) -> String {
        let list = |words: &[Word]| {
            let texts: Vec<String> = words.iter().map(Word::to_string).collect();
            texts.join(", ")
        };
        let mut text = match (self.flaws.is_empty(), self.is_decided) {
            (true, true) => Judgement::SOUND.to_string(),
            (true, false) => "not decided".to_string(),
            (false, true) => list(&self.flaws),
            (false, false) => format!("{}; not all is decided", list(&self.flaws)),
        };
        if !self.tolerated.is_empty() {
            text = format!("{text}; tolerated: {}", list(&self.tolerated));
        }
        text
    }
}

/// The verdict in a line.
impl InLang for Judgement {
    fn in_lang(&self, lang: Lang) -> String {
        if lang == Lang::En {
            return self.text();
        }
        let list = |words: &[Word]| {
            let words: Vec<&str> = words.iter().map(|word| word.japanese()).collect();
            words.join("、")
        };
        let flaws = match (self.flaws.is_empty(), self.is_decided) {
            (true, true) => "完全".to_string(),
            (true, false) => "未確定".to_string(),
            (false, true) => list(&self.flaws),
            (false, false) => format!("{}（未確定あり）", list(&self.flaws)),
        };
        match self.tolerated.is_empty() {
            true => flaws,
            false => format!("{flaws}（許容：{}）", list(&self.tolerated)),
        }
    }
}

/// The word for another defence. At the last two plies one that is as long is not spoken of.
fn of_defence(kind: Resistance, ply: usize, plies: usize) -> Option<Word> {
    match kind {
        Resistance::Holds => Some(Word::NoMate),
        Resistance::Longer { .. } => Some(Word::LongerDefence),
        Resistance::Same => (ply + 2 < plies).then_some(Word::SameLength),
        Resistance::AnotherWay => Some(Word::HenkaBetsu),
    }
}

#[cfg(test)]
mod tests {
    use shomei_search::Bracket;

    use super::*;

    fn other(kind: Kind) -> Deviation<u32, Kind> {
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

    fn found(kinds: &[Kind]) -> Found<u32> {
        Found {
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
    fn what_is_tolerated_makes_no_flaw() {
        let usual = Tolerance::default();
        assert_eq!(Tolerance::USUAL.parse(), Ok(usual));
        let all = found(&[Kind::LastMove, Kind::Detour]);
        let judged = Judgement::of(&all, None, 5, None, usual);
        assert!(judged.is_sound());
        assert_eq!(
            judged.text(),
            "完全 (kanzen); tolerated: 最終手余詰 (saishūte-yozume), 迂回手順 (ukai-tejun)"
        );
        let strict: Tolerance = "none".parse().unwrap();
        let judged = Judgement::of(&all, None, 5, None, strict);
        assert!(!judged.is_sound() && !judged.is_decided);
        assert_eq!(judged.flaws, [Word::LastMove, Word::Detour]);
        let judged = Judgement::of(
            &found(&[Kind::Variant]),
            None,
            5,
            Some(Word::Surplus),
            usual,
        );
        assert_eq!(judged.flaws, [Word::Promotion, Word::Surplus]);
        let lenient = "promotion, surplus".parse().unwrap();
        let judged = Judgement::of(
            &found(&[Kind::Variant]),
            None,
            5,
            Some(Word::Surplus),
            lenient,
        );
        assert_eq!(judged.tolerated, [Word::Promotion, Word::Surplus]);
        // Other defences count by this tolerance, and nobody looked at them.
        assert_eq!(
            judged.text(),
            "not decided; tolerated: 成生非限定 (nari-narazu hi-gentei), 駒余り (koma-amari)"
        );
    }

    #[test]
    fn defences_of_the_last_two_plies_are_not_spoken_of() {
        let usual = Tolerance::default();
        let of = |kinds: &[(usize, Resistance)]| {
            let defences = defences(kinds);
            Judgement::of(&found(&[]), Some(&defences), 5, None, usual).tolerated
        };
        assert_eq!(of(&[(3, Resistance::Same)]), []);
        assert_eq!(of(&[(1, Resistance::Same)]), [Word::SameLength]);
        let both = [(3, Resistance::AnotherWay), (1, Resistance::Same)];
        assert_eq!(of(&both), [Word::SameLength, Word::HenkaBetsu]);
    }

    #[test]
    fn a_given_line_may_be_beaten_by_either_side() {
        let usual = Tolerance::default();
        let given = |kinds: &[(usize, Resistance)], others: &[Kind]| Given {
            line: vec![1, 2, 3, 4, 5],
            wins: true,
            found: found(others),
            defences: defences(kinds),
        };
        let of = |given: &Given<u32>| Judgement::of_given(given, None, usual).unwrap().flaws;
        // Three plies in place of five.
        assert_eq!(of(&given(&[], &[Kind::LastMove])), [Word::Sooner]);
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
        assert!(error.contains("did you mean last-move?"), "{error}");
        assert!("another".parse::<Tolerance>().is_err());
        assert!("".parse::<Tolerance>().is_err());
        let all: Tolerance = "all".parse().unwrap();
        assert!(!all.of(Word::Another) && all.of(Word::Surplus));
    }
}
