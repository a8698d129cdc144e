//! A kind of game: what is fixed before a game is opened.

use crate::corpus::Fact;
use crate::{Goal, Notation, NotationError};

/// The settings of the algorithm `auto` for a game. They change no answer.
#[derive(Clone, Copy, Debug, Default)]
pub struct Tuning {
    /// Options of the algorithm, with their values.
    pub options: &'static [(&'static str, &'static str)],
    /// Further options for searches with several threads.
    pub with_threads: &'static [(&'static str, &'static str)],
    /// Hints in the form that [`Notation::with_hints`] reads.
    pub hints: &'static str,
}

impl Tuning {
    /// The usual options and hints.
    pub const USUAL: Tuning = Tuning {
        options: &[],
        with_threads: &[],
        hints: "",
    };
}

/// A kind of game that is known when the program is built: its names, its help, and how to open it
/// from a text.
///
/// The command line, certificates that are opened by their own header, and lists of positions use
/// this trait. A game whose rules are known only while the program runs has no kind; it implements
/// only [`Notation`].
///
/// # Contract
///
/// `open` accepts the text that [`Notation::rules`] returns and makes the same game from it.
/// [`Notation::name`] and [`Notation::sides`] return `NAME` and `SIDES`.
pub trait Kind: Notation {
    /// The name on the command line, in certificates and checkpoints.
    const NAME: &'static str;
    /// The names of the two sides, lower case, the first side first.
    const SIDES: [&'static str; 2];
    /// One line for a list of games.
    const SUMMARY: &'static str = "";
    /// The rule texts that `open` accepts, for a help page; empty if there is no choice.
    const RULES_HELP: &'static str = "";
    /// Rules as [`Notation::rules`] writes them, the usual ones first, such that each option, and
    /// each pair of options that can be set together, occurs in one of them. A few numbers
    /// represent all. Empty if there is no choice, or if the rules describe the whole game.
    const RULE_SETS: &'static [&'static str] = &[];
    /// The forms of positions that `parse_position` reads, for a help page.
    const POSITION_HELP: &'static str = "";
    /// The hints that `with_hints` accepts, for a help page; empty if there are none.
    const HINTS_HELP: &'static str = "";
    /// The additional facts that a line of a [set](crate::corpus) may state about a position of
    /// this game.
    const FACTS: &'static [Fact] = &[];
    /// The settings of the algorithm `auto` for the game.
    const TUNING: Tuning = Tuning::USUAL;

    /// The game with the given rules and goal; an empty text means the usual rules.
    ///
    /// # Errors
    ///
    /// When the rules are unknown or contradict each other.
    fn open(rules: &str, goal: Goal) -> Result<Self, NotationError>;
}
