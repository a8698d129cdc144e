//! The weights of Othello's evaluation, which the module does not contain.

use shomei::Error;
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};

use crate::thrown;

/// Sets the weights of Othello's evaluation: the content of `othello.weights`. Call it before the
/// first search; without weights a search gives the same answers and needs more nodes.
///
/// # Errors
///
/// An error as JSON: the file is damaged or of another version, or a search uses other weights.
#[wasm_bindgen(js_name = setWeights)]
pub fn set_weights(bytes: &[u8]) -> Result<(), JsValue> {
    let set = shomei_othello::set_default_weights(bytes);
    set.map_err(|reason| thrown(&Error::input(format!("the weights of Othello: {reason}"))))
}
