//! See [`shomei_fuzz::accepted_certificate_is_true`].

#![no_main]
#![forbid(unsafe_code)]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| shomei_fuzz::accepted_certificate_is_true(bytes));
