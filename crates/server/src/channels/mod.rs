//! Channels: notifications and the news of tournaments for programs (webhooks), Discord and Telegram. Nothing here is offered unless the
//! operator turned it on.
//!
//! `deliver` sends what is due in the outbox through `webhook` and `telegram`, `updates` reads messages to the Telegram bot, `routes`
//! has the HTTP routes. The database part is [`notifications::channels`](crate::notifications::channels).

#[cfg(feature = "online")]
pub mod deliver;
pub mod routes;
#[cfg(feature = "online")]
mod sent;
#[cfg_attr(not(feature = "online"), path = "no_service.rs")]
pub mod service;
#[cfg(feature = "online")]
pub mod telegram;
pub mod types;
#[cfg(feature = "online")]
pub mod updates;
#[cfg(feature = "online")]
pub mod webhook;
