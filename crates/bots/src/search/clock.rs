//! The clock that measures a search's time.
//!
//! WebAssembly in a browser has no clock: there, `std`'s panics, and the program that runs the module provides one with `set_clock`.

#[cfg(all(target_family = "wasm", target_os = "unknown"))]
pub use provided::{Instant, set_clock};
#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
pub use std::time::Instant;

/// A clock that the program provides.
#[cfg(all(target_family = "wasm", target_os = "unknown"))]
mod provided {
    use std::sync::OnceLock;
    use std::time::Duration;

    static CLOCK: OnceLock<fn() -> Duration> = OnceLock::new();

    /// Sets the clock: a function that returns the time since some fixed moment. Only the first call has an effect. Without a clock no time
    /// passes, so only budgets of evaluations are meaningful.
    pub fn set_clock(clock: fn() -> Duration) {
        let _ = CLOCK.set(clock);
    }

    /// A moment of the provided clock.
    #[derive(Clone, Copy, Debug)]
    pub struct Instant(Duration);

    impl Instant {
        /// Returns the current moment.
        pub fn now() -> Instant {
            Instant(CLOCK.get().map_or(Duration::ZERO, |clock| clock()))
        }

        /// Returns the time since this moment.
        pub fn elapsed(&self) -> Duration {
            Instant::now().0.saturating_sub(self.0)
        }
    }
}
