//! Reads bytes as a snapshot.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    testkit::chaos::a_snapshot(data);
});
