//! Tests of the server over TCP, including invalid and malicious requests.

#![allow(clippy::unwrap_used, reason = "tests may stop at the first surprise")]

mod server {
    mod connections;
    mod explorer;
    mod own_games;
    mod questions;
    mod security;
    mod support;
    mod uploads;
}
