//! The option `--at`, which selects a position of a record of play.

use clap::Args;

use shomei_game::error_text;

use crate::language::translated;
use crate::problems::Moment;

const AT: &str = "Select another position of a record of play, or of a text with moves after its \
    position. N is the position after N moves of the main line. N.B is the position after N moves \
    in branch B; `shomei show` prints the numbers of the branches. start is the position before \
    all moves; files of problems often contain the solution after the position. last is the \
    position after all moves. empties=N is the first position with N empty squares, in games that \
    count them";

/// Parses the value of `--at`: `5`, `5.2` in the second branch, `start`, `last`, or `empties=12`.
fn moment(text: &str) -> Result<Moment, String> {
    let number = |text: &str| {
        let is_whole = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        text.parse::<u32>().ok().filter(|_| is_whole)
    };
    let wrong = || {
        translated(&error_text!(
            "expected-moment",
            "expected a number of moves such as 5, 5.2 for branch 2, start, last or empties=N"
        ))
    };
    match text {
        "start" => return Ok(Moment::First),
        "last" => return Ok(Moment::Last),
        _ => {}
    }
    if let Some(left) = text.strip_prefix("empties=") {
        return number(left).map(Moment::Remaining).ok_or_else(wrong);
    }
    let (moves, branch) = match text.split_once('.') {
        None => (text, None),
        Some((moves, branch)) => (moves, Some(number(branch).filter(|&branch| branch > 0))),
    };
    let branch = branch.map(|branch| branch.ok_or_else(wrong)).transpose()?;
    Ok(Moment::After {
        moves: number(moves).ok_or_else(wrong)? as usize,
        branch: branch.map(|branch| branch as usize),
    })
}

/// The option `--at`.
#[derive(Clone, Copy, Debug, Args)]
pub(crate) struct MomentArgs {
    /// Ask about another position of the record: after N moves, N.B, start, last or empties=N
    #[arg(long, value_name = "PLACE", value_parser = moment, long_help = AT)]
    at: Option<Moment>,
}

impl MomentArgs {
    /// The selected position.
    pub(crate) fn moment(&self) -> Moment {
        self.at.unwrap_or(Moment::Default)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_numbers_of_moves_and_words() {
        let after = |moves, branch| Ok(Moment::After { moves, branch });
        assert_eq!(moment("5"), after(5, None));
        assert_eq!(moment("0"), after(0, None));
        assert_eq!(moment("5.2"), after(5, Some(2)));
        assert_eq!(moment("start"), Ok(Moment::First));
        assert_eq!(moment("last"), Ok(Moment::Last));
        assert_eq!(moment("empties=12"), Ok(Moment::Remaining(12)));
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
            "empties",
            "empties=",
            "empties=x",
        ] {
            assert!(
                moment(wrong).unwrap_err().starts_with("expected a number"),
                "{wrong}"
            );
        }
    }
}
