//! The machine and the program that run.

use std::thread;

/// How many searches can run at a time.
#[must_use]
pub fn cores() -> usize {
    thread::available_parallelism().map_or(1, usize::from)
}

/// The checksum of the running program; `unknown` when it cannot read itself.
#[must_use]
pub fn program_checksum() -> String {
    let bytes = std::env::current_exe().and_then(std::fs::read);
    bytes.map_or_else(
        |_| "unknown".to_string(),
        |bytes| format!("{:08x}", crc32fast::hash(&bytes)),
    )
}
