//! The conformance kit for games in Python.

use std::sync::Arc;

use pyo3::prelude::*;
use pyo3::types::PyDict;
use shomei_testkit::conformance::{Sample, check_value};

use crate::leaving::Inside;
use crate::own::{Calls, OwnGame};

/// The result of the kit: the numbers of positions, finished positions and moves, or the broken law
/// with the position and the details, and the exception of the game or None.
type KitFindings = (
    Option<(usize, usize, usize)>,
    Option<(String, String, String)>,
    Option<Py<PyAny>>,
);

/// Tests a game in Python for everything that the searches rely on. No result is cached, so every
/// call reaches the game.
#[pyfunction]
pub(crate) fn check_game(
    game: &Bound<'_, PyAny>,
    positions: Vec<Bound<'_, PyAny>>,
    sample: &Bound<'_, PyDict>,
) -> PyResult<KitFindings> {
    let py = game.py();
    let _inside = Inside::enter()?;
    let calls = Arc::new(Calls::of(game)?.without_memory());
    let own = OwnGame::new(Arc::clone(&calls));
    let number = |name: &str, usual: usize| match sample.get_item(name)? {
        Some(value) => value.extract::<usize>(),
        None => Ok(usual),
    };
    let usual = Sample::default();
    let sample = Sample {
        seed: number("seed", usual.seed as usize)? as u64,
        lines: number("lines", usual.lines)?,
        plies: number("plies", usual.plies)?,
        ..usual
    };
    let roots = match positions.is_empty() {
        true => vec![own.first(py)?],
        false => {
            let roots = positions.iter().map(|position| own.place(position));
            roots.collect::<PyResult<Vec<_>>>()?
        }
    };
    let own = match roots.first() {
        Some(root) => own.with_start(root.clone()),
        None => own,
    };
    Ok(match check_value(&own, &roots, &sample) {
        Ok(coverage) => {
            calls.trouble.refuse(py)?;
            let seen = (coverage.positions, coverage.finished, coverage.moves);
            (Some(seen), None, None)
        }
        Err(breach) => {
            let raised = calls
                .trouble
                .raised(py)
                .map(|error| error.into_value(py).into_any());
            let law = format!("{:?}", breach.law);
            (None, Some((law, breach.position, breach.detail)), raised)
        }
    })
}
