//! The failures of a game in JavaScript.

use std::sync::OnceLock;

use send_wrapper::SendWrapper;
use shomei::game::Fault;
use wasm_bindgen::JsValue;

use super::rules::text_of;

/// The first error that a game has thrown. It is permanent.
#[derive(Debug, Default)]
pub(crate) struct Trouble {
    pub(super) fault: Fault,
    thrown: OnceLock<SendWrapper<JsValue>>,
}

impl Trouble {
    /// The error that was thrown.
    pub(crate) fn thrown(&self) -> Option<JsValue> {
        self.thrown.get().map(|thrown| (**thrown).clone())
    }

    /// Calls the game. The first error is kept. From then on `otherwise` is returned, and results
    /// are discarded.
    pub(super) fn ask<T>(
        &self,
        otherwise: impl FnOnce() -> T,
        what: impl FnOnce() -> Result<T, JsValue>,
    ) -> T {
        if self.fault.is_set() {
            return otherwise();
        }
        what().unwrap_or_else(|thrown| {
            self.fail(thrown);
            otherwise()
        })
    }

    /// Keeps an error, unless there is one already.
    pub(super) fn fail(&self, thrown: JsValue) {
        self.fault.report(text_of(&thrown));
        self.thrown.get_or_init(|| SendWrapper::new(thrown));
    }
}
