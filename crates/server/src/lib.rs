//! The server: tables over HTTP and WebSocket, stored in SQLite or PostgreSQL, with the web client built in.
//!
//! `docs/protocol.md` is the contract with clients. `run` starts the server from its `config`, `api` merges the routes of all features, and
//! `app` is the state shared by the handlers. Each feature has a folder with its `routes`, `types`, `service` and SQL (`store`); a folder
//! imports only those below it in the order listed in `crates/tidy/tests/tidy/imports.rs`.

mod accounts;
mod api;
mod app;
mod assets;
mod channels;
mod chat;
mod cluster;
mod common;
mod compute;
mod config;
mod export;
mod follows;
mod guided;
mod http;
mod limits;
mod live;
mod matchmaking;
mod moderation;
mod monitoring;
mod notifications;
mod openapi;
mod previews;
mod puzzles;
mod results;
mod run;
pub mod storage;
mod studies;
mod tokens;
mod tournaments;
#[cfg(all(test, feature = "online"))]
mod typescript;

pub use crate::accounts::openid::provider::{Provider, ProviderError, ProviderSecret};
pub use crate::channels::service::TelegramBot;
pub use crate::common::time;
#[cfg(feature = "cluster")]
pub use crate::compute::worker_process::{WorkerConfig, WorkerError, WorkerProgram};
pub use crate::config::{ClusterConfig, Config, DEFAULT_PORT, usual_data_folder};
pub use crate::limits::listener::{IpNet, Timeouts, network};
pub use crate::live::archive_import;
pub use crate::moderation::admin;
pub use crate::notifications::settings::{MailServer, NotificationError, PublicUrl};
pub use crate::run::{Server, StartError};
pub use crate::storage::{DatabaseUrl, StorageError};
