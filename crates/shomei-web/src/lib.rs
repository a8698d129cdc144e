//! A local server that shows certificates of the solver shomei in a browser and solves positions
//! entered there.
//!
//! ```no_run
//! use std::fs::File;
//! use std::sync::Arc;
//! use std::sync::atomic::AtomicBool;
//!
//! use shomei::Kinds;
//! use shomei_web::{Options, Server};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let server = Server::bind(Kinds::builtin(), &Options::default())?;
//! server.show("diagram-4.proof", File::open("diagram-4.proof")?)?;
//! println!("{}", server.address());
//! server.run(&Arc::new(AtomicBool::new(false)))?;
//! # Ok(())
//! # }
//! ```
//!
//! Start reading with [`certificate`], which is a certificate in the explorer. `security.rs`
//! restricts requests, and `http.rs` lists the routes. `docs/guides/explorer.md` in the repository
//! describes the features and limits for users.

#![forbid(unsafe_code)]
// The server uses all of it.
#![cfg_attr(not(feature = "server"), allow(dead_code))]

mod about;
mod boards;
#[cfg(feature = "server")]
pub mod browser;
mod bundle;
pub mod certificate;
#[cfg(feature = "server")]
mod http;
mod names;
mod opened;
mod options;
mod problem;
mod questions;
mod requests;
#[cfg(feature = "server")]
mod security;
#[cfg(feature = "server")]
mod server;
#[cfg(feature = "server")]
mod state;
pub mod tab;
mod texts;

pub use options::{Limits, Mode, Options};
#[cfg(feature = "server")]
pub use server::Server;
pub use shomei::game::Lang;
