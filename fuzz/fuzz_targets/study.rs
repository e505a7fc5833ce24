//! Reads bytes as a study.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    testkit::chaos::a_study(data);
});
