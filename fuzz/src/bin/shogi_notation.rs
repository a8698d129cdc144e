//! See [`shomei_fuzz::shogi_notation`].

#![no_main]
#![forbid(unsafe_code)]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| shomei_fuzz::shogi_notation(bytes));
