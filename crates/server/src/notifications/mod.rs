//! Notifications by email and push, and the emails for a forgotten password.
//!
//! Rows of the outbox are written in the transaction of what they report (`outbox`). `deliver` takes those that are due and has
//! `mailer` and `pusher` send them, with the texts of `messages`, outside of quiet hours (`quiet_hours`) and to nobody who is watching
//! the table (`watching`). `preferences` and `store` are what accounts chose, `settings` what the operator did, `routes` answers HTTP.

pub mod deliver;
#[cfg_attr(not(feature = "online"), path = "no_mailer.rs")]
pub mod mailer;
#[cfg_attr(not(feature = "online"), allow(dead_code, reason = "no email is sent"))]
pub mod messages;
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
