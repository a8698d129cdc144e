//! What is known of a game before it is opened.

use crate::corpus::Fact;
use crate::{Goal, Notation, NotationError};

/// How the algorithm `auto` searches a game. It changes no answer.
#[derive(Clone, Copy, Debug, Default)]
pub struct Tuning {
    /// Options of the algorithm, with their values.
    pub options: &'static [(&'static str, &'static str)],
    /// Further options where several threads search.
    pub with_threads: &'static [(&'static str, &'static str)],
    /// Hints, as [`Notation::with_hints`] reads them.
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

/// A kind of game that is known when the program is built: its names, its help, and how to
/// open it from a text.
///
/// The command line, certificates that are opened by their own header, and lists of positions
/// ask for this. A game whose rules are known only while the program runs has no kind; it
/// answers [`Notation`] alone.
///
/// # Contract
///
/// `open` accepts what [`Notation::rules`] returns and makes the same game of it.
/// [`Notation::name`] and [`Notation::sides`] return `NAME` and `SIDES`.
pub trait Kind: Notation {
    /// The name on the command line, in certificates and checkpoints.
    const NAME: &'static str;
    /// The names of the two sides, lower case, the first side first.
    const SIDES: [&'static str; 2];
    /// One line for a list of games.
    const SUMMARY: &'static str = "";
    /// The rule texts that `open` accepts, for a help page; empty where there is nothing to
    /// choose.
    const RULES_HELP: &'static str = "";
    /// Rules as [`Notation::rules`] writes them, the usual ones first, so that every option, and
    /// every two of them that can be set together, are in one of them. Of numbers a few stand for
    /// all. Empty where there is nothing to choose, or the rules describe the whole game.
    const RULE_SETS: &'static [&'static str] = &[];
    /// The forms of positions that `parse_position` reads, for a help page.
    const POSITION_HELP: &'static str = "";
    /// The hints that `with_hints` accepts, for a help page; empty when there
    /// are none.
    const HINTS_HELP: &'static str = "";
    /// What a line of a [set](crate::corpus) may state about a position of this game, beside
    /// what it may state about a position of any game.
    const FACTS: &'static [Fact] = &[];
    /// How the algorithm `auto` searches the game.
    const TUNING: Tuning = Tuning::USUAL;

    /// The game under the given rules and goal; an empty text means the usual
    /// rules.
    ///
    /// # Errors
    ///
    /// When the rules are unknown or contradict each other.
    fn open(rules: &str, goal: Goal) -> Result<Self, NotationError>;
}
