//! The lists of games and algorithms, as JSON.

use std::fmt;
use std::sync::OnceLock;

use pyo3::prelude::*;
use serde_json::json;
use shomei::search::registry::{self, ALGORITHMS, AUTO};
use shomei::{Kinds, search};

use crate::errors::run_error;

/// The games of this module.
static KINDS: OnceLock<Kinds> = OnceLock::new();

/// Two modules in one process must have the same games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KindsTaken;

impl fmt::Display for KindsTaken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a module of shomei with other games is loaded already")
    }
}

impl std::error::Error for KindsTaken {}

/// Sets the games of this module, once in a process.
pub(crate) fn set_kinds(kinds: Kinds) -> Result<(), KindsTaken> {
    let names: Vec<&str> = kinds.names().collect();
    let set = KINDS.get_or_init(|| kinds.clone());
    match set.names().eq(names) {
        true => Ok(()),
        false => Err(KindsTaken),
    }
}

/// The games that can be opened by name.
pub(crate) fn kinds() -> &'static Kinds {
    KINDS.get_or_init(Kinds::builtin)
}

/// The games of this module: the built-in ones, and those that its crate adds.
#[pyfunction]
pub(crate) fn games() -> PyResult<String> {
    let kinds = kinds();
    let all = kinds.iter().map(|kind| {
        json!({
            "name": kind.name,
            "summary": kind.summary,
            "sides": kind.sides,
            "rules": kind.usual_rules(),
            "rules_help": kind.rules_help,
            "position_help": kind.position_help,
            "hints_help": kind.hints_help,
            "record_forms": kind.record_forms,
            "scores": kind.range.map(|range| (range.greatest, range.step, range.unit)),
            "remaining": kind.remaining,
        })
    });
    serde_json::to_string(&all.collect::<Vec<_>>()).map_err(run_error)
}

/// The algorithms, the simplest first.
#[pyfunction]
pub(crate) fn algorithms() -> PyResult<String> {
    let all = ALGORITHMS.iter().map(|info: &search::registry::Info| {
        let options = info.options.iter().map(|option| {
            json!({
                "name": option.name,
                "values": option.values,
                "default": option.default,
                "help": option.help,
            })
        });
        json!({
            "name": info.name,
            "summary": info.summary,
            "source": info.source,
            "options": options.collect::<Vec<_>>(),
            "is_auto": info.name == registry::auto().name,
        })
    });
    serde_json::to_string(&all.collect::<Vec<_>>()).map_err(run_error)
}

/// The name of the automatic choice of the algorithm.
pub(crate) const AUTO_NAME: &str = AUTO;
