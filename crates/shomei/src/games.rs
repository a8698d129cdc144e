//! The games by name. A new game is one line of [`GAMES`].

use std::fs::File;
use std::io::BufReader;
use std::rc::Rc;

use shomei_game::corpus::Fact;
use shomei_game::{Goal, Kind, ScoreRange, Scored, Side, Solvable, TreeGame};
use shomei_lab::game::{LabGame, lab_game};
use shomei_loa::Loa;
use shomei_othello::Othello;
use shomei_proof::{CheckLimits, Reader};
use shomei_shogi::Shogi;
use shomei_uttt::Uttt;

use crate::checking::{self, Verdict};
use crate::corpus::{self, Corpus};
use crate::erased::{AnyGame, Opened};
use crate::failure::Failure;
use crate::nearest::hint;
use crate::training::{self, Trainable};

/// Every game, in alphabetical order.
pub(crate) static GAMES: &[Entry] = &[
    #[cfg(test)]
    entry::<crate::coins::Coins>(),
    entry::<Loa>().with_corpus(corpus::LOA),
    entry::<Othello>()
        .with_corpus(corpus::OTHELLO)
        .with_training(training::OTHELLO)
        .with_auto(Auto {
            options: &[("init", "eval")],
            // Leaves take long, and who waits for one waits long: 1.7 times as fast with two
            // threads, with the usual share 1.4 times.
            with_threads: &[("share", "64")],
            hints: "split=auto,h=costs",
        }),
    // No rule is best for all. Long works want the weak rule: Zuko 100 takes 0.7 million
    // nodes in place of 2.5. What it has not solved by 2 million is tried by the sum, with
    // what is known by then: Muso 5 takes 3.9 million nodes, and is not solved in 6 without.
    entry::<Shogi>().with_corpus(corpus::SHOGI).with_auto(Auto {
        options: &[
            ("dn-rule", "weak"),
            ("dn-rule-nodes", "2097152"),
            ("ties", "larger-dn"),
        ],
        with_threads: &[],
        hints: "",
    }),
    entry::<TreeGame>(),
    entry::<Uttt>().with_corpus(corpus::UTTT),
];

/// Opens a game under these rules with these hints.
type Open = fn(&str, &Hints) -> Result<Box<dyn AnyGame>, Failure>;

/// What a game wants where the choice of the algorithm is left to it.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Auto {
    /// Options of the algorithm, with their values.
    pub(crate) options: &'static [(&'static str, &'static str)],
    /// More of them where several threads search.
    pub(crate) with_threads: &'static [(&'static str, &'static str)],
    /// Hints, as [`Notation::with_hints`](shomei_game::Notation::with_hints)
    /// reads them.
    pub(crate) hints: &'static str,
}

impl Auto {
    /// Nothing beside the usual.
    pub(crate) const USUAL: Auto = Auto {
        options: &[],
        with_threads: &[],
        hints: "",
    };
}

/// What the lines of a list may state about positions of some game.
pub(crate) fn facts() -> Vec<Fact> {
    let facts = GAMES.iter().flat_map(|entry| entry.facts);
    facts.copied().collect()
}

/// What the command line knows about a game.
#[derive(Debug)]
pub(crate) struct Entry {
    /// [`Kind::NAME`](shomei_game::Kind::NAME).
    pub(crate) name: &'static str,
    /// [`Kind::SUMMARY`](shomei_game::Kind::SUMMARY).
    pub(crate) summary: &'static str,
    /// [`Kind::SIDES`](shomei_game::Kind::SIDES).
    pub(crate) sides: [&'static str; 2],
    /// [`Kind::RULES_HELP`](shomei_game::Kind::RULES_HELP).
    pub(crate) rules_help: &'static str,
    /// [`Kind::POSITION_HELP`](shomei_game::Kind::POSITION_HELP).
    pub(crate) position_help: &'static str,
    /// [`Kind::HINTS_HELP`](shomei_game::Kind::HINTS_HELP); empty where there are none.
    pub(crate) hints_help: &'static str,
    /// [`Kind::FACTS`](shomei_game::Kind::FACTS).
    facts: &'static [Fact],
    /// [`Kind::RECORD_FORMS`](shomei_game::Kind::RECORD_FORMS).
    pub(crate) record_forms: &'static [&'static str],
    /// [`Scored::RANGE`].
    pub(crate) range: Option<ScoreRange>,
    /// [`Scored::REMAINING`].
    pub(crate) remaining: &'static str,
    /// The positions of `shomei bench`.
    pub(crate) corpus: Option<Corpus>,
    /// What experiments ask of it.
    pub(crate) lab: LabGame,
    /// What of it can be trained, the usual first.
    pub(crate) trainable: &'static [Trainable],
    /// What `--algorithm auto` means beside the usual.
    pub(crate) auto: Auto,
    open: Open,
    check: fn(Reader<BufReader<File>>, &CheckLimits) -> Result<Verdict, Failure>,
}

const fn entry<G: Solvable + Scored + Kind + 'static>() -> Entry {
    Entry {
        name: G::NAME,
        summary: G::SUMMARY,
        sides: G::SIDES,
        rules_help: G::RULES_HELP,
        position_help: G::POSITION_HELP,
        hints_help: G::HINTS_HELP,
        facts: G::FACTS,
        record_forms: G::RECORD_FORMS,
        range: G::RANGE,
        remaining: G::REMAINING,
        corpus: None,
        lab: lab_game::<G>(),
        trainable: &[],
        auto: Auto::USUAL,
        open: open::<G>,
        check: checking::check::<G>,
    }
}

fn open<G>(rules: &str, hints: &Hints) -> Result<Box<dyn AnyGame>, Failure>
where
    G: Solvable + Scored + Kind + 'static,
{
    let wrong = |place: &str, error| Failure::Usage(format!("{place}: {error}"));
    // The goal is chosen anew for every question.
    let mut game = G::open(rules, Goal::win(Side::First)).map_err(|e| wrong("rules", e))?;
    if let Some(Weights { name, bytes }) = &hints.weights {
        let place = format!("--weights {name}");
        game = game.with_weights(bytes).map_err(|e| wrong(&place, e))?;
    }
    for (place, text) in [("auto", hints.auto), ("--hints", hints.text.as_str())] {
        if !text.is_empty() {
            game = game.with_hints(text).map_err(|e| wrong(place, e))?;
        }
    }
    Ok(Box::new(Opened(Rc::new(game))))
}

/// What a game is to tell a search in place of the usual.
#[derive(Debug, Default)]
pub(crate) struct Hints {
    /// Those of `--algorithm auto`, where they count.
    pub(crate) auto: &'static str,
    /// As [`Notation::with_hints`](shomei_game::Notation::with_hints) reads them;
    /// they come after the others.
    pub(crate) text: String,
    /// As [`Notation::with_weights`](shomei_game::Notation::with_weights) reads them.
    pub(crate) weights: Option<Weights>,
}

/// The weights of an evaluation.
#[derive(Debug)]
pub(crate) struct Weights {
    /// The name of their file.
    pub(crate) name: String,
    /// What it holds.
    pub(crate) bytes: Vec<u8>,
}

impl Hints {
    /// Whether the game tells what it usually tells.
    pub(crate) fn are_usual(&self) -> bool {
        self.auto.is_empty() && self.text.is_empty() && self.weights.is_none()
    }

    /// What tells them from others: names and values.
    pub(crate) fn marks(&self) -> Vec<(String, String)> {
        let texts = [("auto", self.auto), ("hints", &self.text)];
        let texts = texts.into_iter().filter(|(_, text)| !text.is_empty());
        let texts = texts.map(|(name, text)| (name.to_string(), text.to_string()));
        let sum = |weights: &Weights| format!("{:08x}", crc32fast::hash(&weights.bytes));
        let weights = self.weights.as_ref();
        let weights = weights.map(|weights| ("weights".to_string(), sum(weights)));
        texts.chain(weights).collect()
    }
}

impl Entry {
    const fn with_corpus(self, corpus: Corpus) -> Entry {
        Entry {
            corpus: Some(corpus),
            ..self
        }
    }

    const fn with_auto(self, auto: Auto) -> Entry {
        Entry { auto, ..self }
    }

    const fn with_training(self, trainable: &'static [Trainable]) -> Entry {
        Entry { trainable, ..self }
    }

    /// The game under these rules, which tells a search what these hints say.
    pub(crate) fn open(&self, rules: &str, hints: &Hints) -> Result<Box<dyn AnyGame>, Failure> {
        (self.open)(rules, hints)
    }

    /// The usual rules, as the game prints them; empty where it has none.
    pub(crate) fn usual_rules(&self) -> String {
        let usual = self.open("", &Hints::default());
        usual.map(|game| game.rules()).unwrap_or_default()
    }

    /// Checks a certificate about this game.
    pub(crate) fn check(
        &self,
        reader: Reader<BufReader<File>>,
        limits: &CheckLimits,
    ) -> Result<Verdict, Failure> {
        (self.check)(reader, limits)
    }

    /// The side with this name, or with a name that begins like this and is
    /// the only one.
    pub(crate) fn side(&self, name: &str) -> Result<Side, Failure> {
        let lower = name.to_lowercase();
        let begins = |side: &Side| self.sides[side.index()].starts_with(&lower);
        let mut fitting = Side::BOTH.into_iter().filter(begins);
        match (fitting.next(), fitting.next()) {
            (Some(side), None) => Ok(side),
            _ => Err(Failure::Usage(format!(
                "{} has no side named \"{name}\"{}",
                self.name,
                hint(name, self.sides)
            ))),
        }
    }
}

/// The game with this name.
pub(crate) fn find(name: &str) -> Result<&'static Entry, Failure> {
    get(name).ok_or_else(|| {
        let known = hint(name, GAMES.iter().map(|entry| entry.name));
        Failure::Usage(format!("there is no game named \"{name}\"{known}"))
    })
}

/// The game with this name, if there is one.
pub(crate) fn get(name: &str) -> Option<&'static Entry> {
    GAMES.iter().find(|entry| entry.name == name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_sorted_and_different() {
        assert!(GAMES.is_sorted_by(|a, b| a.name < b.name));
    }

    #[test]
    fn sides_are_found_by_unique_beginnings() {
        let loa = find("loa").unwrap();
        assert_eq!(loa.side("B").unwrap(), Side::First);
        assert_eq!(loa.side("white").unwrap(), Side::Second);
        assert_eq!(
            loa.side("blakc").unwrap_err().to_string(),
            "loa has no side named \"blakc\"; did you mean \"black\"?"
        );
        assert!(loa.side("").is_err());
    }
}
