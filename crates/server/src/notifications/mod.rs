//! Notifications by email and push, and the emails for a forgotten password. [`channels`] stores where else they are sent.
//!
//! Outbox rows are written in the same transaction as the event that they report (`outbox`). `deliver` sends the due rows through `mailer`
//! and `pusher`, with the texts from `messages`, but not during quiet hours (`quiet_hours`) and not to players who are watching the table
//! (`watching`). `preferences` and `store` contain the accounts' choices, and `settings` the operator's; `routes` has the HTTP routes.

pub mod channels;
pub mod deliver;
#[cfg_attr(not(feature = "online"), path = "no_mailer.rs")]
pub mod mailer;
#[cfg(feature = "online")]
pub mod messages;
pub mod news;
pub mod outbox;
pub mod preferences;
#[cfg_attr(not(feature = "online"), path = "no_pusher.rs", allow(dead_code, reason = "nothing is pushed"))]
pub mod pusher;
pub mod quiet_hours;
pub mod routes;
pub mod service;
#[cfg_attr(not(feature = "online"), path = "no_settings.rs", allow(dead_code, reason = "nothing is sent"))]
pub mod settings;
pub mod store;
pub mod types;
pub mod watching;
