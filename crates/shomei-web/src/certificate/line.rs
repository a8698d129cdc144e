//! A line to its end: what a reader sees first of a certificate.

use serde::Serialize;
use shomei::Error;
use shomei::certificates::{Branch, Says};

use super::path::{MOST_PLIES, Path};
use super::tables::Tables;
use super::walk::{Walk, record_of};

/// A path that was extended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PathData {
    /// The path, with the given one at its beginning.
    pub path: String,
    /// The ply to which the last move leads back, where the play goes round.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub back: Option<usize>,
}

/// Extends a path to its end: by the one move where one is enough, by the move with the longest
/// line where all are answered. It stops before a move that leads back to a record of the line.
pub(crate) fn extend(
    walk: &mut Walk,
    tables: Option<&Tables>,
    path: &Path,
) -> Result<PathData, Error> {
    walk.go(path)?;
    while walk.steps().len() < MOST_PLIES {
        let says = walk.node()?.says();
        let branches = walk.branches()?;
        let choice = match says {
            Says::Choice => 0,
            Says::All => longest(&branches, tables),
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
        // There are fewer branches than 2^32.
        walk.take(u32::try_from(choice).unwrap_or(u32::MAX), branch)?;
    }
    Ok(PathData {
        path: walk.path().to_string(),
        back: None,
    })
}

/// The place of the branch with the longest line, the first of several; one below which the
/// play may go round counts as longer than all others, and a finished one as shorter.
fn longest(branches: &[Branch], tables: Option<&Tables>) -> usize {
    let length = |branch: &Branch| match record_of(branch) {
        None => 0,
        Some(number) => {
            let size = tables.and_then(|tables| tables.size(number));
            let length = size.map_or(Some(0), |size| size.longest_line);
            length.map_or(u64::MAX, |length| length + 1)
        }
    };
    let lengths = branches.iter().map(length).enumerate();
    let best = lengths.reduce(|best, next| if next.1 > best.1 { next } else { best });
    best.map_or(0, |(place, _)| place)
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
        extend(&mut samples::walk(text), tables, &Path::default()).unwrap()
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
    fn a_disproof_stops_where_it_goes_round() {
        let data = extended(samples::LOOP, Some(&tables(samples::LOOP)));
        assert_eq!((data.path.as_str(), data.back), ("0", Some(0)));
    }
}
