//! Reads bytes as a set-up line, followed by answers as words.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    testkit::chaos::notation(data);
});
