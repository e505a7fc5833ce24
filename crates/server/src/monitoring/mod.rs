//! Monitoring for operators: the admin listener with health checks and metrics, and a CPU profiler.

pub mod admin;
pub mod metrics;
#[cfg(all(target_os = "linux", feature = "profiling"))]
pub mod profile;
