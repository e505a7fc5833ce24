//! Reads bytes as a starting board.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    testkit::chaos::starting_board(data);
});
