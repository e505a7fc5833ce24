//! Reads bytes as a record, in text or JSON.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    testkit::chaos::record(data);
});
