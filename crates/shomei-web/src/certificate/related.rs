//! The references to a record, and the path to a record from the root.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use serde::Serialize;
use shomei::Error;
use shomei::proof::Claim;
use web_time::Instant;

use super::Stored;
use super::path::{MOST_PLIES, Path};
use super::tables::{Seen, named, visit_backwards};
use super::walk::{Walk, WalkMove, record_of};
use crate::boards;
use crate::texts::{self, Lang};

/// The references to a record.
#[derive(Clone, Debug, Serialize)]
pub struct ParentsData {
    /// The moves that lead to it, each with a path from the root to the position before the move.
    pub parents: Vec<ParentData>,
    /// Whether further moves are possible, because the search was incomplete.
    pub more: bool,
}

/// A move that leads to a record.
#[derive(Clone, Debug, Serialize)]
pub struct ParentData {
    /// The path of the record that contains the move.
    pub path: String,
    /// The number of that record.
    pub number: u64,
    /// The move in the notation of the game.
    pub mv: String,
    /// The readable name of the move.
    pub name: String,
    /// The number of the move in a path.
    pub child: u32,
}

/// The maximum number of references that are returned.
const MOST: usize = 16;

/// The time limit of the search for references.
const TIME: Duration = Duration::from_secs(10);

/// A path from a record back to the root, as far as it is known.
#[derive(Debug)]
struct Way {
    /// The first record of the known part, whose parent is searched for.
    at: u64,
    /// The records of the known part, last to first.
    records: Vec<u64>,
}

impl Way {
    /// Whether the path does not reach the root within `most` records.
    fn is_full(&self, most: usize) -> bool {
        self.at != 0 && self.records.len() >= most
    }
}

/// The moves that lead to a record, as far as they are found within the time limit.
///
/// Each record except the root is referenced by an earlier one. One pass from the last record to
/// the first therefore finds the records that reference this one, then a record that references
/// each of them, and so on to the root.
pub(crate) fn parents(
    stored: &Stored,
    walk: &mut Walk,
    (number, lang): (u64, Lang),
    stop: &AtomicBool,
) -> Result<ParentsData, Error> {
    let certificate = walk.certificate();
    let before = match certificate.claim() {
        // In a proof, all references to a record come from earlier ones.
        Claim::Proved => number,
        Claim::Disproved => certificate.totals().records,
    };
    // A path has one move fewer than records; the move to the given record follows it.
    let (ways, all) = ways(stored, (number, before), MOST_PLIES, stop)?;
    let mut parents = Vec::new();
    for mut way in ways {
        way.records.reverse();
        parents.push(parent(walk, &way.records, number, lang)?);
    }
    Ok(ParentsData {
        more: !all,
        parents,
    })
}

/// The paths of at most `most` records to the records that reference this one, and whether they are
/// complete.
fn ways(
    stored: &Stored,
    (number, before): (u64, u64),
    most: usize,
    stop: &AtomicBool,
) -> Result<(Vec<Way>, bool), Error> {
    let (began, mut ways, mut all): (_, Vec<Way>, _) = (Instant::now(), Vec::new(), true);
    visit_backwards(stored, before, stop, |record, content| {
        for way in &mut ways {
            if way.at > record
                && !way.is_full(most)
                && named(content).any(|(_, child)| child == way.at)
            {
                way.at = record;
                way.records.push(record);
            }
        }
        if named(content).any(|(_, child)| child == number) {
            if ways.len() < MOST {
                ways.push(Way {
                    at: record,
                    records: vec![record],
                });
            } else {
                all = false;
            }
        }
        if record.is_multiple_of(4096) && began.elapsed() > TIME {
            all = false;
            return Seen::Enough;
        }
        Seen::More
    })?;
    // After the time limit, or if a path is too long, some paths do not reach the root.
    all &= ways.iter().all(|way| way.at == 0);
    ways.retain(|way| way.at == 0);
    // In the order of their records.
    ways.reverse();
    Ok((ways, all))
}

/// The records on a path from the root to this record, both included.
///
/// # Errors
///
/// [`Limit`](shomei::ErrorKind::Limit) when the path that is found has more than `most` moves.
pub(crate) fn way_to(
    stored: &Stored,
    number: u64,
    most: usize,
    stop: &AtomicBool,
) -> Result<Vec<u64>, Error> {
    let mut way = Way {
        at: number,
        records: vec![number],
    };
    visit_backwards(stored, number, stop, |record, content| {
        if named(content).any(|(_, child)| child == way.at) {
            way.at = record;
            way.records.push(record);
        }
        match way.is_full(most.saturating_add(1)) {
            true => Seen::Enough,
            false => Seen::More,
        }
    })?;
    let Way { at, mut records } = way;
    if at != 0 && records.len() > most {
        return Err(texts::way_too_long(number, most));
    }
    if at != 0 {
        let message = format!("record {at}: no record before it names it");
        return Err(Error::input(message));
    }
    records.reverse();
    Ok(records)
}

/// Plays the moves along these records; the first one is the root.
pub(crate) fn follow(walk: &mut Walk, records: &[u64]) -> Result<(), Error> {
    walk.go(&Path::default())?;
    for &record in records.iter().skip(1) {
        let (child, branch) = to(walk, record)?;
        walk.take(child, &branch)?;
    }
    Ok(())
}

/// The move from the last of these records to `number`. The records are a path from the root.
fn parent(walk: &mut Walk, records: &[u64], number: u64, lang: Lang) -> Result<ParentData, Error> {
    follow(walk, records)?;
    let (child, branch) = to(walk, number)?;
    let last = walk.steps().last().map(|step| step.mv.as_str());
    let position = walk.position_before(walk.steps().len());
    Ok(ParentData {
        path: walk.path().to_string(),
        number: records.last().copied().unwrap_or_default(),
        name: boards::move_name(position, &branch.mv, last, lang),
        mv: branch.mv,
        child,
    })
}

/// The move from the current position of a walk to a record.
fn to(walk: &mut Walk, record: u64) -> Result<(u32, WalkMove), Error> {
    let branches = walk.branches()?;
    let mut numbered = (0..).zip(branches);
    let found = numbered.find(|(_, branch)| record_of(branch) == Some(record));
    found.ok_or_else(|| {
        let message = format!("record {record}: the record before it does not name it");
        Error::input(message)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::certificate::samples;

    const DIAMOND: &str =
        "r = OR { a }  a = AND { b, c }  b = OR { d }  c = OR { d }  d = AND { Won }";

    fn related(text: &str, number: u64) -> ParentsData {
        let stored = samples::stored(&samples::proof(text));
        let mut walk = samples::walk(text);
        let stop = AtomicBool::new(false);
        parents(&stored, &mut walk, (number, Lang::EN), &stop).unwrap()
    }

    #[test]
    fn every_move_to_a_record_has_its_path() {
        let found = related(DIAMOND, 4);
        let mut paths: Vec<&str> = found.parents.iter().map(|p| &p.path[..]).collect();
        paths.sort_unstable();
        assert_eq!(paths, ["0.0", "0.1"]);
        assert!(!found.more && found.parents.iter().all(|parent| parent.mv == "d"));
        assert!(related(DIAMOND, 0).parents.is_empty());
    }

    #[test]
    fn the_root_of_a_disproof_can_be_reached_again() {
        let found = related(samples::LOOP, 0);
        assert!(!found.parents.is_empty());
    }
    #[test]
    fn ways_are_followed_up_to_a_bound() {
        let stored = samples::stored(&samples::long_proof(20));
        let stop = AtomicBool::new(false);
        assert_eq!(way_to(&stored, 7, 7, &stop).unwrap().len(), 8);
        let error = way_to(&stored, 8, 7, &stop).unwrap_err();
        assert_eq!(error.kind(), shomei::ErrorKind::Limit);
        let found = |most| ways(&stored, (8, 8), most, &stop).unwrap();
        let (ways, all) = found(8);
        assert_eq!((ways.len(), ways[0].records.len(), all), (1, 8, true));
        let (ways, all) = found(7);
        assert!(ways.is_empty() && !all);
    }
}
