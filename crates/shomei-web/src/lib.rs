//! A server on this machine that shows certificates of the solver shomei in a browser, and asks
//! the solver questions from there.
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
//! Read in this order: [`certificate`] is a certificate that is looked at, `security.rs` says who
//! may ask what, `http.rs` lists the routes. `docs/explorer.md` of the repository tells users
//! what there is and what bounds it.

#![forbid(unsafe_code)]

mod boards;
pub mod browser;
pub mod certificate;
mod http;
mod names;
mod opened;
mod options;
mod problem;
mod questions;
mod security;
mod server;
mod state;
mod words;

pub use options::{Limits, Mode, Options};
pub use server::Server;
pub use shomei::game::Lang;
