//! See [`shomei_fuzz::othello_records`].

#![no_main]
#![forbid(unsafe_code)]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| shomei_fuzz::othello_records(bytes));
