//! What there is: games and algorithms, as JSON.

use pyo3::prelude::*;
use serde_json::json;
use shomei::search::registry::{ALGORITHMS, AUTO, AUTO_CHOICE};
use shomei::{Kinds, search};

use crate::errors::run_error;

/// The built-in games.
#[pyfunction]
pub(crate) fn games() -> PyResult<String> {
    let kinds = Kinds::builtin();
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
            "is_auto": info.name == AUTO_CHOICE,
        })
    });
    serde_json::to_string(&all.collect::<Vec<_>>()).map_err(run_error)
}

/// The name of the choice that leaves the algorithm to the program.
pub(crate) const AUTO_NAME: &str = AUTO;
