//! Checks bundles.

use std::io::Cursor;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use pyo3::prelude::*;
use pyo3::types::PyDict;
use serde::Serialize;
use shomei::bundles::{self, Manifest};

use crate::catalogue::kinds;
use crate::checking::GivenLimits;
use crate::errors::{raised, run_error};
use crate::games::Game;
use crate::leaving::Inside;
use crate::waiting::{Watch, away};

/// The verdict on a bundle.
#[derive(Serialize)]
struct BundleData<'a> {
    accepted: bool,
    reason: Option<&'a str>,
    limit: bool,
    certificates: usize,
    records: u64,
    manifest: Option<&'a Manifest>,
}

/// Checks a bundle: the verdict as JSON, and Ctrl-C or None.
#[pyfunction]
#[pyo3(signature = (bundle, game, limits))]
pub(crate) fn check_bundle(
    py: Python<'_>,
    bundle: &[u8],
    game: Option<&Bound<'_, Game>>,
    limits: &Bound<'_, PyDict>,
) -> PyResult<(String, Option<Py<PyAny>>)> {
    let stop = Arc::new(AtomicBool::new(false));
    let given = GivenLimits::of(limits)?;
    let limits = |usual| given.applied(usual, &stop);
    let rulebook = game.map(|game| &game.get().any);
    let judge = || match rulebook {
        Some(rulebook) => bundles::check(rulebook, Cursor::new(bundle), &limits),
        None => bundles::check(kinds(), Cursor::new(bundle), &limits),
    };
    let (verdict, interrupt) = match game.and_then(|game| game.get().own.as_ref()) {
        None => away(py, &stop, &Watch::new(), None, judge)?,
        Some(own) => {
            let _inside = Inside::enter()?;
            own.calls.trouble.set_stop(Some(Arc::clone(&stop)));
            let verdict = judge();
            own.calls.trouble.set_stop(None);
            (verdict, own.calls.trouble.take_interrupt())
        }
    };
    let verdict = verdict.map_err(|error| match game {
        Some(game) => game.get().failure(py, &error),
        None => raised(py, &error),
    })?;
    if let Some(game) = game {
        game.get().refuse(py)?;
    }
    let (checked, rejected) = (verdict.as_ref().ok(), verdict.as_ref().err());
    let data = BundleData {
        accepted: checked.is_some(),
        reason: rejected.map(|rejected| &rejected.reason[..]),
        limit: rejected.is_some_and(|rejected| rejected.is_limit),
        certificates: checked.map_or(0, |checked| checked.certificates),
        records: checked.map_or(0, |checked| checked.records),
        manifest: checked.map(|checked| &checked.manifest),
    };
    Ok((
        serde_json::to_string(&data).map_err(run_error)?,
        interrupt.map(|error| error.into_value(py).into_any()),
    ))
}
