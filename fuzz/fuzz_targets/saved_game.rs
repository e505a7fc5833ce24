//! Reads bytes as a saved game of another program.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    testkit::chaos::saved_game(data);
});
