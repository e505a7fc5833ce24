//! Bytes as a set-up's line with answers as words below it.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    testkit::chaos::notation(data);
});
