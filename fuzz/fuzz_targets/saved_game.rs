//! Reads bytes as another program's saved game.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    testkit::chaos::saved_game(data);
});
