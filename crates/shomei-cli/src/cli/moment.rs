//! Which position of moves that are played is meant.

use clap::Args;

use super::whole;
use crate::problems::Moment;

const AT: &str = "Ask about the position after so many moves of the record, or of those that stand behind \
    the position in its text. N.B is the position after N moves, counted from the first, of the line of \
    branch B, whose number `shomei show` tells";

const EMPTIES: &str = "Ask about the first position of the record, of a list of moves or of each game of a file of \
    them with so many squares left, in games that count them";

const LAST: &str = "Ask about the position behind all moves of the record";

const BEFORE_MOVES: &str = "Ask about the position before the moves that stand behind it in its text: \
    files of problems often have the solution there";

/// A place in a record: so many moves of its main line or of a branch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct At {
    moves: u32,
    branch: Option<u32>,
}

/// Reads a place: `5`, or `5.2` in the second branch.
fn at(text: &str) -> Result<At, String> {
    let number = |text: &str| {
        let is_whole = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        text.parse().ok().filter(|_| is_whole)
    };
    let (moves, branch) = match text.split_once('.') {
        None => (text, None),
        Some((moves, branch)) => (moves, Some(branch)),
    };
    let branch = branch.map(|branch| number(branch).filter(|&branch| branch > 0));
    match (number(moves), branch) {
        (Some(moves), None) => Ok(At {
            moves,
            branch: None,
        }),
        (Some(moves), Some(Some(branch))) => Ok(At {
            moves,
            branch: Some(branch),
        }),
        _ => Err("expected a number of moves such as 5, or 5.2 for the branch 2".to_string()),
    }
}

/// The arguments; one of them at most.
#[derive(Clone, Copy, Debug, Args)]
#[group(multiple = false)]
pub(crate) struct MomentArgs {
    /// Ask about the position after N moves of the record; N.B in its branch B
    #[arg(long, value_name = "N[.B]", value_parser = at, long_help = AT, visible_alias = "ply")]
    at: Option<At>,
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
            (Some(At { moves, branch }), ..) => Moment::After {
                moves: moves as usize,
                branch: branch.map(|branch| branch as usize),
            },
            (None, Some(left), ..) => Moment::Left(left),
            (None, None, true, _) => Moment::Last,
            (None, None, false, true) => Moment::First,
            (None, None, false, false) => Moment::Usual,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_numbers_of_moves_and_branches() {
        let place = |moves, branch| Ok(At { moves, branch });
        assert_eq!(at("5"), place(5, None));
        assert_eq!(at("0"), place(0, None));
        assert_eq!(at("5.2"), place(5, Some(2)));
        for wrong in [
            "",
            "+5-",
            "-1",
            "5.",
            ".2",
            "5.0",
            "5.2.1",
            "x",
            "5.x",
            "99999999999",
        ] {
            assert!(
                at(wrong).unwrap_err().starts_with("expected a number"),
                "{wrong}"
            );
        }
    }
}
