//! Arbitrary bytes through one of the doors of `testkit::chaos`: no panic, and nothing refused leaves a trace.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| testkit::chaos::feed(data));
