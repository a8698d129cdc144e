//! See [`shomei_fuzz::mutated_certificate_is_rejected_or_same_claim`].

#![no_main]
#![forbid(unsafe_code)]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    shomei_fuzz::mutated_certificate_is_rejected_or_same_claim(bytes)
});
