//! Turns a panic of a search into an error, so that a conversation continues.

use std::panic::{self, AssertUnwindSafe};

use shomei::Error;

/// Calls `what` and returns a panic as an error. After a panic the caller must not use the data
/// that `what` changed.
pub(crate) fn survive<T>(what: impl FnOnce() -> Result<T, Error>) -> Result<T, Error> {
    panic::catch_unwind(AssertUnwindSafe(what)).unwrap_or_else(|thrown| {
        let text = thrown.downcast_ref::<String>().map(String::as_str);
        let text = text.or_else(|| thrown.downcast_ref::<&str>().copied());
        let text = text.unwrap_or("no reason is known");
        let message = format!("the search broke down, which is an error of shomei: {text}");
        Err(Error::run(message))
    })
}
