//! Where else a record is named, and the way to a record from the root.

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use serde::Serialize;
use shomei::Error;
use shomei::certificates::Branch;
use shomei::proof::Claim;

use super::Stored;
use super::path::{MOST_PLIES, Path};
use super::tables::{Seen, named, visit_backwards};
use super::walk::{Walk, record_of};
use crate::boards;
use crate::words::{Lang, Said};

/// The moves that lead to a record.
#[derive(Clone, Debug, Serialize)]
pub struct ParentsData {
    /// They, each with a path from the root to the position before it.
    pub parents: Vec<ParentData>,
    /// Whether there may be more of them.
    pub more: bool,
}

/// A move that leads to a record.
#[derive(Clone, Debug, Serialize)]
pub struct ParentData {
    /// The path of the record that names it.
    pub path: String,
    /// The number of that record.
    pub number: u64,
    /// The move as the game writes it.
    pub mv: String,
    /// The move for people.
    pub name: String,
    /// The number of the move in a path.
    pub child: u32,
}

/// So many moves are told at most.
const MOST: usize = 16;

/// So long the records are searched for them.
const TIME: Duration = Duration::from_secs(10);

/// A way back from a record to the root, as far as it is known.
#[derive(Debug)]
struct Way {
    /// The record of which the parent is looked for.
    at: u64,
    /// The records from the last one to this.
    records: Vec<u64>,
}

impl Way {
    /// Whether its beginning is not known, and cannot become known within so many records.
    fn is_full(&self, most: usize) -> bool {
        self.at != 0 && self.records.len() >= most
    }
}

/// The moves that lead to a record, as far as they are found within some seconds.
///
/// Each record but the root is named by one before it. So one pass from back to front finds the
/// records that name this one, and for each of them the one that names it, and so on to the
/// root.
pub(crate) fn parents(
    stored: &Stored,
    walk: &mut Walk,
    (number, lang): (u64, Lang),
    stop: &AtomicBool,
) -> Result<ParentsData, Error> {
    let certificate = walk.certificate();
    let before = match certificate.claim() {
        // Those that name it stand before it.
        Claim::Proved => number,
        Claim::Disproved => certificate.totals().records,
    };
    // The path of a way is one move shorter than it has records, and the move to this one follows.
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

/// The ways of at most so many records to those that name this one; whether there are no others.
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
    // Where the time was over, or the way is too long, some have not come to the root.
    all &= ways.iter().all(|way| way.at == 0);
    ways.retain(|way| way.at == 0);
    // In the order of their records.
    ways.reverse();
    Ok((ways, all))
}

/// The records on the way from the root to this one, both included.
///
/// # Errors
///
/// [`Limit`](shomei::ErrorKind::Limit) when the way that is found has more than `most` moves.
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
        return Err(Said::LongWay {
            record: number,
            most,
        }
        .limit());
    }
    if at != 0 {
        let message = format!("record {at}: no record before it names it");
        return Err(Error::input(message));
    }
    records.reverse();
    Ok(records)
}

/// Goes along records that lead on from the root, which is the first of them.
pub(crate) fn follow(walk: &mut Walk, records: &[u64]) -> Result<(), Error> {
    walk.go(&Path::default())?;
    for &record in records.iter().skip(1) {
        let (child, branch) = to(walk, record)?;
        walk.take(child, &branch)?;
    }
    Ok(())
}

/// The move by which the last of these records, which lead on from the root, names `number`.
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

/// The move at the place of a walk that leads to a record.
fn to(walk: &mut Walk, record: u64) -> Result<(u32, Branch), Error> {
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
        parents(&stored, &mut walk, (number, Lang::En), &stop).unwrap()
    }

    #[test]
    fn every_move_to_a_record_is_told_with_its_path() {
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
