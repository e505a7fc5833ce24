//! What an operator can watch: the admin listener with health and metrics, and a CPU profile.

pub mod admin;
pub mod metrics;
#[cfg(all(target_os = "linux", feature = "profiling"))]
pub mod profile;
