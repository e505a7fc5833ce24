pub mod admin;
pub mod metrics;
#[cfg(all(target_os = "linux", feature = "profiling"))]
pub mod profile;
