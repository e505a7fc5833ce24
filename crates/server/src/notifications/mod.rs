//! Notices: what people are told when they are not there, by letter and by push, and the letters without which a forgotten password would
//! be the end of an account. Rows of the outbox are written by the storage with what they tell of; here they are sent.
//!
//! `deliver` takes from the outbox what is due and has `mailer` and `pusher` send it, in the words of `words`, outside of quiet hours
//! (`quiet`) and to nobody who is looking at the table (`looking`). `desk` has all of these, `routes` answers HTTP, and
//! `settings` is what whoever keeps the server says.

pub mod deliver;
#[cfg_attr(not(feature = "online"), path = "no_mailer.rs")]
pub mod mailer;
#[cfg_attr(not(feature = "online"), allow(dead_code, reason = "no email is sent"))]
pub mod messages;
pub mod outbox;
pub mod preferences;
#[cfg_attr(not(feature = "online"), path = "no_pusher.rs")]
pub mod pusher;
pub mod quiet_hours;
pub mod routes;
pub mod service;
#[cfg_attr(not(feature = "online"), path = "no_settings.rs")]
pub mod settings;
pub mod store;
pub mod types;
pub mod watching;
