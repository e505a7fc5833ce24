//! Reads bytes as a link of CarcassonneLab.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    testkit::chaos::link(data);
});
