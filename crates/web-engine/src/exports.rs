//! The interface of the WebAssembly module: one function that takes a text and returns one.
//!
//! The host writes the UTF-8 of a request into the memory that [`request`] returns, calls [`handle`], and reads the response, whose length
//! is the result, from the memory that [`response`] returns. That replaces wasm-bindgen: there is a single type, text, and the glue takes
//! twenty lines of JavaScript without another build step.
#![allow(unsafe_code)] // Exporting and importing functions by name; the memory is never accessed through a raw pointer here.

use std::cell::RefCell;

use crate::Engine;

#[link(wasm_import_module = "env")]
unsafe extern "C" {
    /// Returns the time in milliseconds since some fixed moment.
    #[cfg(feature = "players")]
    safe fn now_ms() -> f64;
    /// Reports a panic, a bug, with the text that [`response`] holds; its length is passed.
    safe fn panicked(length: usize);
}

thread_local! {
    static ENGINE: RefCell<Engine> = RefCell::default();
    static REQUEST: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    static RESPONSE: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Prepares the module. The host calls it once, first.
#[unsafe(no_mangle)]
pub extern "C" fn start() {
    #[cfg(feature = "players")]
    bots::search::clock::set_clock(|| std::time::Duration::from_secs_f64(now_ms().max(0.0) / 1000.0));
    std::panic::set_hook(Box::new(|why| {
        let text = why.to_string();
        let length = text.len();
        RESPONSE.with(|response| response.replace(text));
        panicked(length);
    }));
}

/// Returns memory for a request of this length.
#[unsafe(no_mangle)]
pub extern "C" fn request(length: usize) -> *mut u8 {
    REQUEST.with_borrow_mut(|request| {
        request.clear();
        request.resize(length, 0);
        request.as_mut_ptr()
    })
}

/// Handles the request and returns the length of the response.
#[unsafe(no_mangle)]
pub extern "C" fn handle() -> usize {
    let request = REQUEST.take();
    let text = ENGINE.with_borrow_mut(|engine| engine.handle(&request));
    RESPONSE.with(|response| {
        let length = text.len();
        response.replace(text);
        length
    })
}

/// Returns the memory with the response.
#[unsafe(no_mangle)]
pub extern "C" fn response() -> *const u8 {
    RESPONSE.with_borrow(|response| response.as_ptr())
}
