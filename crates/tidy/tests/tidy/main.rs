//! Checks that read the sources instead of running them. They depend on none of our crates, so they compile in seconds.

mod habits;
mod imports;
mod walls;
mod words;
