//! shomei in WebAssembly, for browsers and Node.
//!
//! A [`Solver`] answers questions about positions of one game with one table, and collects the
//! certificates of its answers. [`check`] checks a certificate, [`check_bundle`] a bundle. Requests
//! and answers are JSON texts; `docs/reference/json.md` describes the fields of the answers. The
//! feature `own` adds games that users write in JavaScript, and [`conform`], which tests them.
//!
//! A search blocks its thread until it ends: run it in a worker. It reports its progress to a
//! function. A search is not divided into slices, so node counts are those of the native program. To
//! stop a search, terminate the worker. It ends at once, in 0.3 ms, and loses its table.

#[cfg(feature = "own")]
mod own;
#[cfg(feature = "page")]
pub mod page;
mod request;
mod solver;
mod verdicts;
#[cfg(feature = "othello")]
mod weights;

#[cfg(feature = "own")]
pub use own::{OwnRules, OwnSolver, conform};
pub use solver::{Answered, Solver};
pub use verdicts::{check, check_bundle, games, version};
#[cfg(feature = "own")]
pub use verdicts::{check_own, check_own_bundle};
#[cfg(feature = "othello")]
pub use weights::set_weights;

use serde::Serialize;
use shomei::Error;
use shomei::data::ErrorData;
use wasm_bindgen::JsValue;

/// An error as a text in JSON, with its kind and its place.
fn thrown(error: &Error) -> JsValue {
    JsValue::from_str(&json(&ErrorData::from(error)))
}

/// Data as JSON.
fn json(data: &impl Serialize) -> String {
    serde_json::to_string(data).unwrap_or_else(|error| format!("{{\"error\":\"{error}\"}}"))
}
