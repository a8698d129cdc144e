//! The conformance kit for games in JavaScript.

use js_sys::Array;
use serde::{Deserialize, Serialize};
use shomei_testkit::conformance::{Breach, Sample, check_value};
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};

use super::{Calls, OwnGame, OwnRules};
use crate::request::read;
use crate::{json, thrown};

/// The extent of a test.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct SampleRequest {
    seed: u64,
    lines: usize,
    plies: usize,
}

impl Default for SampleRequest {
    fn default() -> SampleRequest {
        let Sample {
            seed, lines, plies, ..
        } = Sample::default();
        SampleRequest { seed, lines, plies }
    }
}

/// The extent of a finished test.
#[derive(Serialize)]
struct CoverageData {
    positions: usize,
    finished: usize,
    moves: usize,
}

/// A broken rule.
#[derive(Serialize)]
struct BreachData {
    error: String,
    error_type: &'static str,
    error_place: BreachPlace,
}

#[derive(Serialize)]
struct BreachPlace {
    position: String,
    law: String,
}

impl BreachData {
    fn of(breach: &Breach) -> BreachData {
        let law = format!("{:?}", breach.law);
        BreachData {
            error: format!(
                "{law}: {} (in the position {})",
                breach.detail, breach.position
            ),
            error_type: "game",
            error_place: BreachPlace {
                position: breach.position.clone(),
                law,
            },
        }
    }
}

/// Tests a game for everything that the searches rely on, by random play from these positions, or
/// from its start if there are none. The request is JSON: optionally `seed`, `lines` and `plies`.
/// Returns the numbers of positions, finished positions and moves as JSON. No result is cached, so
/// every call reaches the game.
///
/// # Errors
///
/// The first broken rule as JSON, with the position, or the error of a function of the game.
#[wasm_bindgen]
pub fn conform(rules: OwnRules, positions: &Array, request: &str) -> Result<String, JsValue> {
    let request: SampleRequest = read(request).map_err(|error| thrown(&error))?;
    let own = OwnGame::new(Calls::of(rules).without_memory());
    let mut roots = Vec::new();
    for position in positions.iter() {
        roots.push(own.calls.place(&position)?);
    }
    if roots.is_empty() {
        roots.push(own.calls.start()?);
    }
    let sample = Sample {
        seed: request.seed,
        lines: request.lines,
        plies: request.plies,
        ..Sample::default()
    };
    let own = own.with_start(roots[0].clone());
    let found = check_value(&own, &roots, &sample);
    if let Some(error) = own.calls.trouble.thrown() {
        return Err(error);
    }
    match found {
        Ok(coverage) => Ok(json(&CoverageData {
            positions: coverage.positions,
            finished: coverage.finished,
            moves: coverage.moves,
        })),
        Err(breach) => Err(JsValue::from_str(&json(&BreachData::of(&breach)))),
    }
}
