//! Reads bytes as a tile file.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    testkit::chaos::tile_file(data);
});
