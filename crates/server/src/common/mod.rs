//! Helpers that depend on no feature: secrets and their hashes, roles, settings that can change at runtime, dates, running time, the HTTP
//! client for outgoing requests and the hosts that it may reach, a relay to other nodes, and sealed state that clients keep for the server.

#[cfg(any(feature = "cluster", feature = "online"))]
pub mod http_client;
#[cfg(feature = "online")]
pub mod public_hosts;
pub mod relay;
pub mod role;
pub mod running_time;
#[cfg(feature = "online")]
pub mod sealed;
pub mod secrets;
pub mod server_settings;
pub mod time;
