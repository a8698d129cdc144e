//! See [`shomei_fuzz::shogi_records`].

#![no_main]
#![forbid(unsafe_code)]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| shomei_fuzz::shogi_records(bytes));
