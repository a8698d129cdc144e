//! The options of the protocol.

use std::fmt::Display;
use std::num::NonZeroUsize;
use std::ops::RangeInclusive;

use shomei::game::Lang;
use shomei::{Side, WinLength};
use shomei_messages::languages;

use super::MUDAAI;

/// The options; a change takes effect at the next search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct UsiOptions {
    /// `USI_Hash`, in MiB.
    hash: usize,
    /// The number of search threads.
    pub(super) threads: NonZeroUsize,
    /// The kind of mate to search for.
    pub(super) mate: WinLength,
    /// Whether wasted interpositions are ignored.
    mudaai: bool,
    /// The option `Attacker`.
    attacker: Attacker,
    /// The language of remarks.
    pub(super) lang: Lang,
}

/// The choices for the attacker.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Attacker {
    /// The side that `attacker.rs` determines.
    Auto,
    /// The side to move.
    Mover,
    /// A fixed side.
    Always(Side),
}

const MODE: &str = "MateMode";
const MODES: [(&str, WinLength); 2] =
    [("first", WinLength::Any), ("shortest", WinLength::Shortest)];

const ATTACKER: &str = "Attacker";
const ATTACKERS: [(&str, Attacker); 4] = [
    ("auto", Attacker::Auto),
    ("mover", Attacker::Mover),
    (SIDES[0], Attacker::Always(Side::First)),
    (SIDES[1], Attacker::Always(Side::Second)),
];
const SIDES: [&str; 2] = ["black", "white"];

const LEAVE_OUT: &str = "Mudaai";

const LANGUAGE: &str = "Language";

const HASH: &str = "USI_Hash";
const THREADS: &str = "Threads";
/// Graphical programs set this option whether the engine offers it or not.
const PONDER: &str = "USI_Ponder";

const MOST_HASH: usize = 65_536;
const MOST_THREADS: usize = 1_024;

impl Default for UsiOptions {
    fn default() -> UsiOptions {
        UsiOptions {
            hash: 256,
            threads: NonZeroUsize::MIN,
            mate: WinLength::Any,
            mudaai: false,
            attacker: Attacker::Auto,
            lang: Lang::EN,
        }
    }
}

impl UsiOptions {
    /// The default options, with remarks in a language.
    pub(super) fn in_lang(lang: Lang) -> UsiOptions {
        UsiOptions {
            lang,
            ..UsiOptions::default()
        }
    }

    /// The `option` lines.
    pub(super) fn offers(lang: Lang) -> [String; 6] {
        let usual = UsiOptions::default();
        [
            offer(HASH, usual.hash, MOST_HASH),
            offer(THREADS, usual.threads, MOST_THREADS),
            format!("option name {MODE} type combo default first var first var shortest"),
            format!("option name {LEAVE_OUT} type check default false"),
            format!(
                "option name {ATTACKER} type combo default auto var auto var mover var black \
                 var white"
            ),
            offer_languages(lang),
        ]
    }

    /// The memory of the tables, in bytes.
    pub(super) fn memory(&self) -> usize {
        // The table refuses a size that cannot be addressed.
        self.hash.saturating_mul(1 << 20)
    }

    /// The rules of the game.
    pub(super) fn rules(&self) -> &'static str {
        if self.mudaai { MUDAAI } else { "" }
    }

    /// The attacker, given the side to move and the side that `attacker.rs` determines.
    pub(super) fn attacker(&self, to_move: Side, meant: Side) -> Side {
        match self.attacker {
            Attacker::Auto => meant,
            Attacker::Mover => to_move,
            Attacker::Always(side) => side,
        }
    }

    /// Sets an option, or returns the reason why it cannot be set.
    pub(super) fn set(&mut self, name: &str, value: Option<&str>) -> Result<(), String> {
        match name {
            HASH => self.hash = spin(name, value, 1..=MOST_HASH)?,
            THREADS => {
                let threads = spin(name, value, 1..=MOST_THREADS)?;
                self.threads = NonZeroUsize::new(threads).unwrap_or(self.threads);
            }
            MODE => self.mate = one_of(name, value, &MODES)?,
            ATTACKER => {
                let side = value.and_then(|value| Side::called(value, SIDES));
                self.attacker = match side {
                    Some(side) => Attacker::Always(side),
                    None => one_of(name, value, &ATTACKERS)?,
                };
            }
            LANGUAGE => {
                let known: Vec<(&str, Lang)> = languages()
                    .iter()
                    .map(|&lang| (lang.code(), lang))
                    .collect();
                self.lang = one_of(name, value, &known)?;
            }
            LEAVE_OUT => self.mudaai = check(name, value)?,
            PONDER => {}
            _ => {
                return Err(format!(
                    "there is no option \"{name}\", only {HASH}, {THREADS}, {MODE}, \
                     {LEAVE_OUT}, {ATTACKER} and {LANGUAGE}"
                ));
            }
        }
        Ok(())
    }
}

/// The `option` line of the languages.
fn offer_languages(usual: Lang) -> String {
    let known = languages().iter();
    let known: String = known.map(|lang| format!(" var {lang}")).collect();
    format!("option name {LANGUAGE} type combo default {usual}{known}")
}

fn offer(name: &str, usual: impl Display, most: usize) -> String {
    format!("option name {name} type spin default {usual} min 1 max {most}")
}

fn spin(name: &str, value: Option<&str>, range: RangeInclusive<usize>) -> Result<usize, String> {
    let (least, most) = (range.start(), range.end());
    let text = value.unwrap_or("");
    let number = text.parse().ok().filter(|number| range.contains(number));
    number.ok_or_else(|| {
        format!("option {name}: expected a number from {least} to {most}, found \"{text}\"")
    })
}

/// The value of a word in a list of choices.
fn one_of<T: Copy>(name: &str, value: Option<&str>, choice: &[(&str, T)]) -> Result<T, String> {
    let meant = choice.iter().find(|(word, _)| Some(*word) == value);
    meant.map(|&(_, meaning)| meaning).ok_or_else(|| {
        let words: Vec<&str> = choice.iter().map(|&(word, _)| word).collect();
        let (last, others) = words.split_last().unwrap_or((&"", &[]));
        let (others, found) = (others.join(", "), value.unwrap_or(""));
        format!("option {name}: expected {others} or {last}, found \"{found}\"")
    })
}

fn check(name: &str, value: Option<&str>) -> Result<bool, String> {
    let text = value.unwrap_or("");
    let value = text.parse();
    value.map_err(|_| format!("option {name}: expected true or false, found \"{text}\""))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_be_set_stays() {
        let mut options = UsiOptions::default();
        assert_eq!(options.set("USI_Hash", Some("16")), Ok(()));
        assert_eq!(options.set("Threads", Some("2")), Ok(()));
        let set = options;
        assert_eq!((set.memory(), set.threads.get()), (16 << 20, 2));
        let mut refused = |name, value, message: &str| {
            assert_eq!(options.set(name, value), Err(message.into()));
            assert_eq!(options, set);
        };
        let message = "option Threads: expected a number from 1 to 1024, found \"0\"";
        refused("Threads", Some("0"), message);
        let message = "option USI_Hash: expected a number from 1 to 65536, found \"\"";
        refused("USI_Hash", None, message);
        let message = "option MateMode: expected first or shortest, found \"best\"";
        refused("MateMode", Some("best"), message);
        let message = "there is no option \"Style\", only USI_Hash, Threads, MateMode, Mudaai, \
            Attacker and Language";
        refused("Style", Some("x"), message);
        let message = "option Mudaai: expected true or false, found \"\"";
        refused("Mudaai", None, message);
        let message = "option Attacker: expected auto, mover, black or white, found \"red\"";
        refused("Attacker", Some("red"), message);
        let message = "option Language: expected en or ja, found \"de\"";
        refused("Language", Some("de"), message);
        assert_eq!(options.set("USI_Ponder", Some("true")), Ok(()));
        assert_eq!(options.set("MateMode", Some("shortest")), Ok(()));
        assert_eq!(options.mate, WinLength::Shortest);
        assert_eq!(options.rules(), "");
        assert_eq!(options.set("Mudaai", Some("true")), Ok(()));
        assert_eq!(options.rules(), "tsume-mudaai");
        let (white, black) = (Side::Second, Side::First);
        assert_eq!(options.attacker(white, black), black);
        assert_eq!(options.set("Attacker", Some("mover")), Ok(()));
        assert_eq!(options.attacker(white, black), white);
        assert_eq!(options.set("Attacker", Some("black")), Ok(()));
        assert_eq!(options.attacker(white, white), black);
        for (name, side) in [
            ("後手", white),
            ("sente", black),
            ("玉方", white),
            ("Black", black),
        ] {
            assert_eq!(options.set("Attacker", Some(name)), Ok(()));
            assert_eq!(options.attacker(side.opponent(), side.opponent()), side);
        }
        assert_eq!(options.set("Language", Some("ja")), Ok(()));
        assert_eq!(options.lang, Lang::JA);
    }
}
