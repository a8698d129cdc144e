//! See [`shomei_fuzz::certificate_never_panics`].

#![no_main]
#![forbid(unsafe_code)]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| shomei_fuzz::certificate_never_panics(bytes));
