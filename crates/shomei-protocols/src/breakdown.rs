//! Searches that break down, which is an error of shomei and must not end a conversation.

use std::panic::{self, AssertUnwindSafe};

use shomei::Error;

/// Does something; where it breaks down, that is an error like any other. What it leaves behind
/// must not be looked at again.
pub(crate) fn survive<T>(what: impl FnOnce() -> Result<T, Error>) -> Result<T, Error> {
    panic::catch_unwind(AssertUnwindSafe(what)).unwrap_or_else(|thrown| {
        let text = thrown.downcast_ref::<String>().map(String::as_str);
        let text = text.or_else(|| thrown.downcast_ref::<&str>().copied());
        let text = text.unwrap_or("no reason is known");
        let message = format!("the search broke down, which is an error of shomei: {text}");
        Err(Error::run(message))
    })
}
