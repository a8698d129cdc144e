//! The server as strangers meet it: over TCP, byte by byte.

#![allow(clippy::unwrap_used, reason = "tests may stop at the first surprise")]

mod server {
    mod connections;
    mod explorer;
    mod questions;
    mod security;
    mod support;
}
