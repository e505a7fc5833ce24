//! Bytes as a message or a request that a client sends to the server.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    table::request::understands(data);
});
