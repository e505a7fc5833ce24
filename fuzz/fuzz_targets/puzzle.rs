//! Reads bytes as a puzzle file.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    testkit::chaos::a_puzzle(data);
});
