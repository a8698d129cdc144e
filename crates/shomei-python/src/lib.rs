//! The native part of the Python package `shomei`: games, positions, sessions and certificates of
//! the library, and adapters for games in Python. The public part is written in Python, in
//! `python/shomei`.

#![forbid(unsafe_code)]
// PyO3 passes arguments by value.
#![allow(clippy::needless_pass_by_value)]

mod answers;
mod boards;
mod bundles;
mod catalogue;
mod checking;
mod cluster;
mod errors;
mod files;
mod games;
mod kit;
mod leaving;
mod own;
mod positions;
mod records;
mod serving;
mod sessions;
mod waiting;

use pyo3::prelude::*;
use shomei::Kinds;

pub use catalogue::KindsTaken;
/// The version of PyO3 for `module!`.
pub use pyo3;
pub use shomei;

/// Makes the module `_shomei` of a Python package with further games next to the built-in ones:
/// `module!(Simple<Sticks>)`, once in a crate whose library is that module. See
/// `examples/own-wheel`.
#[macro_export]
macro_rules! module {
    ($($game:ty),+ $(,)?) => {
        #[$crate::pyo3::pymodule(crate = "::shomei_python::pyo3")]
        fn _shomei(
            module: &$crate::pyo3::Bound<'_, $crate::pyo3::types::PyModule>,
        ) -> $crate::pyo3::PyResult<()> {
            let games = [$($crate::shomei::Kind::of::<$game>()),+];
            $crate::fill(module, games)
        }
    };
}

/// Adds everything to a native module, with these games next to the built-in ones.
///
/// # Errors
///
/// If two games have the same name, or if another module of this process has other games.
pub fn fill(
    module: &Bound<'_, PyModule>,
    games: impl IntoIterator<Item = shomei::Kind>,
) -> PyResult<()> {
    let mut kinds = Kinds::builtin();
    for kind in games {
        kinds.add(kind).map_err(errors::run_error)?;
    }
    catalogue::set_kinds(kinds).map_err(errors::run_error)?;
    module.add("VERSION", env!("CARGO_PKG_VERSION"))?;
    module.add("AUTO", catalogue::AUTO_NAME)?;
    module.add_class::<checking::Reader>()?;
    module.add_class::<cluster::Coordinator>()?;
    module.add_class::<cluster::CertificateTask>()?;
    module.add_class::<cluster::Machine>()?;
    module.add_class::<files::Purpose>()?;
    module.add_class::<games::Game>()?;
    module.add_class::<positions::Position>()?;
    module.add_class::<serving::Server>()?;
    module.add_class::<sessions::Session>()?;
    module.add_function(wrap_pyfunction!(boards::board_svg, module)?)?;
    module.add_function(wrap_pyfunction!(bundles::check_bundle, module)?)?;
    module.add_function(wrap_pyfunction!(catalogue::algorithms, module)?)?;
    module.add_function(wrap_pyfunction!(catalogue::games, module)?)?;
    module.add_function(wrap_pyfunction!(checking::check, module)?)?;
    module.add_function(wrap_pyfunction!(checking::header, module)?)?;
    module.add_function(wrap_pyfunction!(cluster::ask_machines, module)?)?;
    module.add_function(wrap_pyfunction!(errors::unknown, module)?)?;
    module.add_function(wrap_pyfunction!(files::make_way, module)?)?;
    module.add_function(wrap_pyfunction!(files::writable, module)?)?;
    module.add_function(wrap_pyfunction!(files::write, module)?)?;
    module.add_function(wrap_pyfunction!(kit::check_game, module)?)?;
    module.add_function(wrap_pyfunction!(leaving::leave, module)?)?;
    module.add_function(wrap_pyfunction!(records::losses, module)?)?;
    module.add_function(wrap_pyfunction!(records::read_record, module)?)?;
    module.add_function(wrap_pyfunction!(records::write_record, module)?)
}

/// The native module of the package.
#[cfg(feature = "module")]
#[pymodule]
fn _shomei(module: &Bound<'_, PyModule>) -> PyResult<()> {
    fill(module, [])
}
