//! The extension of a path to the end of its line: the main line of a certificate.

use std::collections::HashMap;

use serde::Serialize;
use shomei::Error;
use shomei::certificates::NodeContent;

use super::path::{MOST_PLIES, Path};
use super::tables::Tables;
use super::walk::{Spot, Walk, WalkMove, record_of};

/// An extended path.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PathData {
    /// The path; the given one is its beginning.
    pub path: String,
    /// The ply to which the last move leads back, if the line repeats.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub back: Option<usize>,
}

/// Extends a path to its end: by the moves of `line` as long as the path and the certificate follow
/// them, then by the certificate's move where one move is enough, and by the longest defence where
/// every move is answered. The path stops before a move that leads back to a record of the line.
pub(crate) fn extend(
    walk: &mut Walk,
    tables: Option<&Tables>,
    path: &Path,
    line: &[String],
) -> Result<PathData, Error> {
    walk.go(path)?;
    let mut ends = Ends::default();
    let mut follows = {
        let taken = walk.steps().iter().map(|step| &step.mv);
        taken.len() <= line.len() && taken.zip(line).all(|(taken, mv)| taken == mv)
    };
    while walk.steps().len() < MOST_PLIES {
        let spot = walk.spot()?;
        let branches = walk.branches()?;
        let content = match spot.content() {
            NodeContent::Resolved { .. } if comes_again(walk, &spot) => break,
            NodeContent::Resolved { .. } => walk.kind_of(spot.position()),
            content => content,
        };
        let next = line.get(walk.steps().len()).filter(|_| follows);
        let given = next.and_then(|mv| branches.iter().position(|branch| branch.mv == *mv));
        follows = given.is_some();
        let choice = match (given, content) {
            (Some(choice), _) => choice,
            (None, NodeContent::Choice) => 0,
            (None, NodeContent::All) => longest(walk, &branches, tables, &mut ends)?,
            _ => break,
        };
        let Some(branch) = branches.get(choice) else {
            break;
        };
        let back = record_of(branch).and_then(|to| walk.ply_of(to));
        if back.is_some() {
            return Ok(PathData {
                path: walk.path().to_string(),
                back,
            });
        }
        // There are fewer than 2^32 branches.
        walk.take(u32::try_from(choice).unwrap_or(u32::MAX), branch)?;
    }
    Ok(PathData {
        path: walk.path().to_string(),
        back: None,
    })
}

/// Whether a searched position occurs earlier on the walk: a line without a win can repeat
/// positions.
fn comes_again(walk: &Walk, spot: &Spot) -> bool {
    let text = spot.position().text();
    let before = walk.steps().iter().rev().skip(1);
    let searched = before.take_while(|step| matches!(step.spot, Spot::Searched { .. }));
    searched
        .into_iter()
        .any(|step| step.spot.position().text() == text)
}

/// The index of the branch with the longest line. A branch below which the play can repeat counts
/// as longer than all others, and a finished one as shorter. Among equally long ones, in a composed
/// problem, it is the first of those that leave the attacker the fewest pieces in hand.
fn longest(
    walk: &mut Walk,
    branches: &[WalkMove],
    tables: Option<&Tables>,
    ends: &mut Ends,
) -> Result<usize, Error> {
    let mut longest = longest_of(branches, tables);
    let is_composed = walk.certificate().game().is_composed();
    if longest.len() > 1 && is_composed && tables.is_some() {
        let mut least = usize::MAX;
        let mut best = 0;
        for (at, &place) in longest.iter().enumerate() {
            let left = ends.left_after(walk, (&branches[place], 0), tables)?;
            if left < least {
                (least, best) = (left, at);
            }
        }
        return Ok(longest.swap_remove(best));
    }
    Ok(longest.first().copied().unwrap_or(0))
}

/// The indices of the branches with the longest line.
fn longest_of(branches: &[WalkMove], tables: Option<&Tables>) -> Vec<usize> {
    let length = |branch: &WalkMove| match record_of(branch) {
        None => u64::from(branch.after.outcome().is_none()),
        Some(number) => {
            let size = tables.and_then(|tables| tables.size(number));
            let length = size.map_or(Some(0), |size| size.longest_line);
            length.map_or(u64::MAX, |length| length + 1)
        }
    };
    let lengths: Vec<u64> = branches.iter().map(length).collect();
    let most = lengths.iter().max();
    let places = 0..branches.len();
    places
        .filter(|&place| Some(&lengths[place]) == most)
        .collect()
}

/// The number of pieces that the attacker has left at the end of longest lines, by record number.
#[derive(Debug, Default)]
struct Ends {
    left: HashMap<u64, usize>,
    /// The number of visited records.
    visited: usize,
}

/// The maximum number of records visited to break the ties of one line.
const MOST_VISITED: usize = 1_000;

/// The maximum length of a line that is followed to break a tie, in plies.
const DEEPEST: usize = 200;

impl Ends {
    /// The fewest pieces left at the end of a longest line after a move; [`usize::MAX`] if that
    /// would visit too many records.
    fn left_after(
        &mut self,
        walk: &mut Walk,
        (branch, depth): (&WalkMove, usize),
        tables: Option<&Tables>,
    ) -> Result<usize, Error> {
        let Some(number) = record_of(branch) else {
            return Ok(branch.after.surplus().map_or(0, |left| pieces_in(&left)));
        };
        if let Some(&known) = self.left.get(&number) {
            return Ok(known);
        }
        self.visited += 1;
        if self.visited > MOST_VISITED || depth > DEEPEST {
            return Ok(usize::MAX);
        }
        // A line that returns to this record has no end.
        self.left.insert(number, usize::MAX);
        let spot = walk.after(branch)?;
        let branches = walk.children(&spot)?;
        let mut least = usize::MAX;
        for place in longest_of(&branches, tables) {
            least = least.min(self.left_after(walk, (&branches[place], depth + 1), tables)?);
        }
        self.left.insert(number, least);
        Ok(least)
    }
}

/// The number of pieces in a hand such as `G2P`.
fn pieces_in(hand: &str) -> usize {
    let (mut pieces, mut number) = (0, 0);
    for letter in hand.chars() {
        match letter.to_digit(10) {
            Some(digit) => number = 10 * number + digit as usize,
            None => {
                pieces += number.max(1);
                number = 0;
            }
        }
    }
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::certificate::samples;
    use shomei::Kinds;
    use std::sync::atomic::AtomicBool;

    const TREE: &str = "r = OR { a }  a = AND { Won, b, c }  b = OR { Won }  \
        c = OR { d }  d = AND { Won }";

    fn tables(text: &str) -> Tables {
        let stored = samples::stored(&samples::proof(text));
        let stop = AtomicBool::new(false);
        Tables::make(&Kinds::builtin(), &stored, 1 << 20, &stop).unwrap()
    }

    fn extended(text: &str, tables: Option<&Tables>) -> PathData {
        extend(&mut samples::walk(text), tables, &Path::default(), &[]).unwrap()
    }

    #[test]
    fn the_longest_line_is_followed() {
        let data = extended(TREE, Some(&tables(TREE)));
        assert_eq!((data.path.as_str(), data.back), ("0.2.0.0", None));
    }

    #[test]
    fn without_lengths_the_first_line_is_followed() {
        assert_eq!(extended(TREE, None).path, "0.1.0");
    }

    #[test]
    fn the_line_of_the_answer_comes_first() {
        let line = |moves: &[&str], path: &str| {
            let moves: Vec<String> = moves.iter().map(ToString::to_string).collect();
            let path = path.parse().unwrap();
            let tables = tables(TREE);
            let data = extend(&mut samples::walk(TREE), Some(&tables), &path, &moves);
            data.unwrap().path
        };
        assert_eq!(line(&["a", "b", "Won"], ""), "0.1.0");
        // After the end of the given line, and if the path or the certificate deviates from it, the
        // longest line is followed.
        assert_eq!(line(&["a"], ""), "0.2.0.0");
        assert_eq!(line(&["x", "b"], ""), "0.2.0.0");
        assert_eq!(line(&["a", "b", "Won"], "0.2"), "0.2.0.0");
    }

    #[test]
    fn hands_are_counted() {
        for (hand, pieces) in [("G", 1), ("G2P", 3), ("2G10P", 12), ("", 0)] {
            assert_eq!(pieces_in(hand), pieces, "{hand}");
        }
    }

    #[test]
    fn a_disproof_stops_where_it_goes_round() {
        let data = extended(samples::LOOP, Some(&tables(samples::LOOP)));
        assert_eq!((data.path.as_str(), data.back), ("0", Some(0)));
    }
}
