//! The native part of the Python package `shomei`: games, positions, sessions and certificates
//! of the library, and games in Python as games of the library. What users see is written in
//! Python, in `python/shomei`.

#![forbid(unsafe_code)]
// PyO3 hands over the arguments that it has made of Python's.
#![allow(clippy::needless_pass_by_value)]

mod answers;
mod catalogue;
mod checking;
mod cluster;
mod errors;
mod games;
mod kit;
mod own;
mod positions;
mod sessions;
mod waiting;

use pyo3::prelude::*;

/// The native module.
#[pymodule]
mod _shomei {
    #[pymodule_export]
    use crate::catalogue::{algorithms, games};
    #[pymodule_export]
    use crate::checking::{Reader, check, header};
    #[pymodule_export]
    use crate::cluster::{Coordinator, Machine};
    #[pymodule_export]
    use crate::errors::unknown;
    #[pymodule_export]
    use crate::games::Game;
    #[pymodule_export]
    use crate::kit::check_game;
    #[pymodule_export]
    use crate::positions::Position;
    #[pymodule_export]
    use crate::sessions::Session;

    use pyo3::prelude::*;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("VERSION", env!("CARGO_PKG_VERSION"))?;
        module.add("AUTO", crate::catalogue::AUTO_NAME)
    }
}
