//! What the program of the laboratory, `shomei-lab`, shares with this one: arguments, failures,
//! signals, and how things are printed. Nothing here is promised to other programs.

pub use crate::cli::{ForceArgs, GameArgs, HintArgs};
pub use crate::failure::{Exit, Failure};
pub use crate::interrupt::Interrupt;
pub use crate::output::{complain, print, warn};
