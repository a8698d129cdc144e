//! Properties of the machine and of the running program.

use std::thread;

/// The number of threads that the machine can run at the same time.
#[must_use]
pub fn cores() -> usize {
    thread::available_parallelism().map_or(1, usize::from)
}

/// The CRC-32 of the file of the running program; `unknown` if the file cannot be read.
#[must_use]
pub fn program_checksum() -> String {
    let bytes = std::env::current_exe().and_then(std::fs::read);
    bytes.map_or_else(
        |_| "unknown".to_string(),
        |bytes| format!("{:08x}", crc32fast::hash(&bytes)),
    )
}
