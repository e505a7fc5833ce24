#[cfg(any(feature = "cluster", feature = "online"))]
pub mod http_client;
pub mod relay;
pub mod role;
pub mod running_time;
pub mod secrets;
pub mod time;
