//! See [`shomei_fuzz::shown_text_is_one_plain_line`].

#![no_main]
#![forbid(unsafe_code)]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| shomei_fuzz::shown_text_is_one_plain_line(bytes));
