//! Reads bytes as a client's message or request to the server.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    table::request::understands(data);
});
