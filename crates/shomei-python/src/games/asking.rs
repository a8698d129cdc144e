//! Asking a position for what takes long or may fail.

use pyo3::prelude::*;

use super::Position;

impl Position {
    /// Does something long. A game in Python is asked here, a built-in one while others run.
    pub(super) fn work<T: Send>(
        &self,
        py: Python<'_>,
        work: impl FnOnce() -> T + Send,
    ) -> PyResult<T> {
        if self.place.is_some() {
            Ok(work())
        } else {
            Ok(py.detach(work))
        }
    }

    pub(super) fn unless_failed<T>(&self, py: Python<'_>, found: T) -> PyResult<T> {
        match self.any.game().failure() {
            Some(error) => Err(self.game.get().failure(py, &error)),
            None => Ok(found),
        }
    }
}
