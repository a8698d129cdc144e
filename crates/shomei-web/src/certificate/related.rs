//! Where else a record is named, and the way to a record from the root.

use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use serde::Serialize;
use shomei::Error;

use super::Stored;
use super::path::Path;
use super::tables::{Seen, Tables, named, visit};
use super::walk::{Walk, record_of};
use crate::boards;
use crate::words::Lang;

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
const TIME: Duration = Duration::from_secs(5);

/// The moves that lead to a record, as far as they are found in a few seconds.
pub(crate) fn parents(
    stored: &Stored,
    walk: &mut Walk,
    tables: Option<&Tables>,
    (number, lang): (u64, Lang),
    stop: &AtomicBool,
) -> Result<ParentsData, Error> {
    let Some((tables, size)) = tables.and_then(|t| Some((t, t.size(number)?))) else {
        return Ok(ParentsData {
            parents: Vec::new(),
            more: true,
        });
    };
    let all = size.parents;
    let wanted = usize::try_from(all).unwrap_or(MOST).min(MOST);
    let (found, ended) = names(stored, number, wanted, stop)?;
    let mut parents = Vec::new();
    for &(record, child) in &found {
        let path = path_to(walk, tables, record)?;
        walk.go(&path)?;
        let branches = walk.branches()?;
        let Some(branch) = branches.get(child as usize) else {
            continue;
        };
        let last = walk.steps().last().map(|step| step.mv.as_str());
        let position = walk.position_before(walk.steps().len());
        parents.push(ParentData {
            path: path.to_string(),
            number: record,
            name: boards::move_name(position, &branch.mv, last, lang),
            mv: branch.mv.clone(),
            child,
        });
    }
    Ok(ParentsData {
        more: (parents.len() as u64) < all && (!ended || wanted == MOST),
        parents,
    })
}

/// The records that name this one, with the place of the move; whether all were looked at.
fn names(
    stored: &Stored,
    number: u64,
    wanted: usize,
    stop: &AtomicBool,
) -> Result<(Vec<(u64, u32)>, bool), Error> {
    let (began, mut found, mut ended) = (Instant::now(), Vec::new(), true);
    visit(stored, stop, |record, content| {
        for (place, (_, child)) in places(content) {
            if child == number {
                found.push((record, place));
            }
        }
        if found.len() >= wanted {
            return Ok(Seen::Enough);
        }
        if record % 4096 == 0 && began.elapsed() > TIME {
            ended = false;
            return Ok(Seen::Enough);
        }
        Ok(Seen::More)
    })?;
    found.truncate(wanted);
    Ok((found, ended))
}

/// The records that a record names, each with the number of its move in a path.
fn places(record: &shomei::proof::Record) -> impl Iterator<Item = (u32, (u32, u64))> + '_ {
    let is_choice = matches!(record, shomei::proof::Record::Choice { .. });
    named(record).map(move |(mv, child)| (if is_choice { 0 } else { mv }, (mv, child)))
}

/// The way from the root to a record: by the first record that names it, and so on back.
pub(crate) fn path_to(walk: &mut Walk, tables: &Tables, number: u64) -> Result<Path, Error> {
    let mut chain = BTreeMap::new();
    let mut at = number;
    while let Some(parent) = tables.first_parent(at) {
        chain.insert(parent, at);
        at = parent;
    }
    if at != 0 {
        let message = format!("record {number}: no line from the root leads to it");
        return Err(Error::input(message));
    }
    walk.go(&Path::default())?;
    // Numbers rise along the way, so the map has its order.
    for child in chain.into_values() {
        let branches = walk.branches()?;
        let place = branches
            .iter()
            .position(|branch| record_of(branch) == Some(child));
        let Some(place) = place else {
            let message = format!("record {child}: the record before it does not name it");
            return Err(Error::input(message));
        };
        walk.take(u32::try_from(place).unwrap_or(u32::MAX), &branches[place])?;
    }
    Ok(walk.path())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::certificate::samples;
    use shomei::Kinds;

    const DIAMOND: &str =
        "r = OR { a }  a = AND { b, c }  b = OR { d }  c = OR { d }  d = AND { Won }";

    fn related(text: &str, number: u64) -> ParentsData {
        let stored = samples::stored(&samples::proof(text));
        let stop = AtomicBool::new(false);
        let tables = Tables::make(&Kinds::builtin(), &stored, 1 << 20, &stop).unwrap();
        let mut walk = samples::walk(text);
        parents(&stored, &mut walk, Some(&tables), (number, Lang::En), &stop).unwrap()
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
    fn before_the_tables_are_made_nothing_is_told() {
        let stored = samples::stored(&samples::proof(DIAMOND));
        let mut walk = samples::walk(DIAMOND);
        let stop = AtomicBool::new(false);
        let found = parents(&stored, &mut walk, None, (4, Lang::En), &stop).unwrap();
        assert!(found.parents.is_empty() && found.more);
    }
}
