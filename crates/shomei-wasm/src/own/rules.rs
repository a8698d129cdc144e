//! The functions of `package/own.js`.

use js_sys::Array;
use shomei::game::{NotationError, Place};
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};

#[wasm_bindgen]
extern "C" {
    /// A user's game: the class `OwnRules` of `own.js`. Its functions throw an error with the kind
    /// and the place.
    #[derive(Clone, Debug)]
    pub type OwnRules;

    #[wasm_bindgen(method, getter)]
    pub(crate) fn name(this: &OwnRules) -> String;

    #[wasm_bindgen(method, getter)]
    pub(crate) fn sides(this: &OwnRules) -> Vec<String>;

    /// The text that distinguishes variants.
    #[wasm_bindgen(method, getter)]
    pub(crate) fn variant(this: &OwnRules) -> String;

    #[wasm_bindgen(method, getter, js_name = canRepeat)]
    pub(crate) fn can_repeat(this: &OwnRules) -> bool;

    #[wasm_bindgen(method, getter, js_name = hasKey)]
    pub(crate) fn has_key(this: &OwnRules) -> bool;

    #[wasm_bindgen(method, getter, js_name = hasEstimate)]
    pub(crate) fn has_estimate(this: &OwnRules) -> bool;

    #[wasm_bindgen(method, catch)]
    pub(crate) fn start(this: &OwnRules) -> Result<JsValue, JsValue>;

    /// The text that identifies a position.
    #[wasm_bindgen(method, catch)]
    pub(crate) fn identity(this: &OwnRules, position: &JsValue) -> Result<String, JsValue>;

    /// The position of such a text, in a game without `key`.
    #[wasm_bindgen(method, catch)]
    pub(crate) fn identified(this: &OwnRules, identity: &str) -> Result<JsValue, JsValue>;

    /// 2 * number of moves + side to move; -1, -2 or -3 if the first side has won, the second side
    /// has won, or neither.
    #[wasm_bindgen(method, catch)]
    pub(crate) fn look(this: &OwnRules, position: &JsValue) -> Result<f64, JsValue>;

    /// The children of a position with this identity, of which `look` has returned this number.
    #[wasm_bindgen(method, catch)]
    pub(crate) fn expand(
        this: &OwnRules,
        position: &JsValue,
        identity: &str,
        look: f64,
    ) -> Result<Expansion, JsValue>;

    /// The proof number and the disproof number.
    #[wasm_bindgen(method, catch)]
    pub(crate) fn estimate(this: &OwnRules, position: &JsValue) -> Result<Vec<u32>, JsValue>;

    #[wasm_bindgen(method, catch)]
    pub(crate) fn format(this: &OwnRules, position: &JsValue) -> Result<String, JsValue>;

    #[wasm_bindgen(method, catch)]
    pub(crate) fn parse(this: &OwnRules, text: &str) -> Result<JsValue, JsValue>;

    #[wasm_bindgen(method, catch, js_name = formatMoveAt)]
    pub(crate) fn format_move(
        this: &OwnRules,
        position: &JsValue,
        mv: u32,
    ) -> Result<String, JsValue>;

    /// The error of a game that breaks a rule in the position with this identity.
    #[wasm_bindgen(method)]
    pub(crate) fn wrong(this: &OwnRules, what: &str, identity: &str) -> JsValue;

    /// The positions after the moves of a position, in their order.
    pub(crate) type Expansion;

    #[wasm_bindgen(method, getter)]
    pub(crate) fn positions(this: &Expansion) -> Array;

    /// The texts that identify these positions, one a line.
    #[wasm_bindgen(method, getter)]
    pub(crate) fn identities(this: &Expansion) -> String;
}

/// The text of a thrown error.
pub(super) fn text_of(thrown: &JsValue) -> String {
    let message = js_sys::Reflect::get(thrown, &JsValue::from_str("message"));
    let message = message.ok().and_then(|message| message.as_string());
    message.unwrap_or_else(|| format!("{thrown:?}"))
}

/// The error of a text that the game does not read.
pub(crate) fn unread(thrown: &JsValue) -> NotationError {
    // Only the function knows the place of the error.
    NotationError::new(Place::Column(1), text_of(thrown))
}
