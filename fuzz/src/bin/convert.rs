//! See [`shomei_fuzz::convert`].

#![no_main]
#![forbid(unsafe_code)]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| shomei_fuzz::convert(bytes));
