//! Bytes as a record, in either form.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    testkit::chaos::record(data);
});
