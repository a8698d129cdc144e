//! Items that the program `shomei-lab` shares with this one: arguments, failures, signals and
//! printing. They are not a stable interface for other programs.

pub use crate::cli::{ForceArgs, GameArgs, HintArgs};
#[cfg(feature = "shell")]
pub use crate::commands::shell;
pub use crate::failure::{Exit, Failure};
pub use crate::interrupt::Interrupt;
pub use crate::output::{print, print_stderr, warn};
