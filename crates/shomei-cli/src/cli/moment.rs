//! Which position of moves that are played is meant.

use clap::Args;

use super::whole;
use crate::problems::Moment;

const AT: &str = "Ask about the position after so many moves of the record, or of those that stand behind \
    the position in its text";

const EMPTIES: &str = "Ask about the first position of the record, of a list of moves or of each game of a file of \
    them with so many squares left, in games that count them";

const LAST: &str = "Ask about the position behind all moves of the record";

const BEFORE_MOVES: &str = "Ask about the position before the moves that stand behind it in its text: \
    files of problems often have the solution there";

/// The arguments; one of them at most.
#[derive(Clone, Copy, Debug, Args)]
#[group(multiple = false)]
pub(crate) struct MomentArgs {
    /// Ask about the position after N moves of the record
    #[arg(long, value_name = "N", value_parser = whole::<u32>, long_help = AT, visible_alias = "ply")]
    at: Option<u32>,
    /// Ask about the first position of the record with N squares left
    #[arg(long, value_name = "N", value_parser = whole::<u32>, long_help = EMPTIES,
        hide_short_help = true)]
    empties: Option<u32>,
    /// Ask about the position behind all moves of the record
    #[arg(long, long_help = LAST)]
    last: bool,
    /// Ask about the position before the moves that stand behind it in its text
    #[arg(long, long_help = BEFORE_MOVES)]
    before_moves: bool,
}

impl MomentArgs {
    /// Which position it is.
    pub(crate) fn moment(&self) -> Moment {
        match (self.at, self.empties, self.last, self.before_moves) {
            (Some(moves), ..) => Moment::After(moves as usize),
            (None, Some(left), ..) => Moment::Left(left),
            (None, None, true, _) => Moment::Last,
            (None, None, false, true) => Moment::First,
            (None, None, false, false) => Moment::Usual,
        }
    }
}
