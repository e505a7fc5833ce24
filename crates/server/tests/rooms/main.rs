//! End-to-end tests of whole servers, one file per subject. They form a single binary, since separate binaries would take 200 MB each.

#[cfg(feature = "online")]
#[path = "../common/authenticator.rs"]
mod authenticator;
#[path = "../common/mod.rs"]
mod common;
#[path = "../../../games/tests/integration/kept/mod.rs"]
mod kept;
#[cfg(feature = "online")]
#[path = "../common/mail.rs"]
mod mail;
#[cfg(feature = "online")]
#[path = "../common/provider.rs"]
mod provider;
#[cfg(feature = "online")]
#[path = "../common/telegram.rs"]
mod telegram;

mod accounts;
mod analysis;
mod breaks;
mod changes;
#[cfg(feature = "online")]
mod channels;
mod chat;
mod costs;
mod device;
mod fair_play;
mod follows;
mod guide;
mod hands;
mod matchmaking;
mod moderation;
#[cfg(all(feature = "cluster", feature = "online"))]
mod nodes;
#[cfg(feature = "online")]
mod notifications;
mod pages;
mod play;
mod players;
mod previews;
mod puzzles;
mod records;
mod results;
mod setups;
#[cfg(feature = "online")]
mod sign_in;
mod studies;
mod tables;
mod tokens;
mod tournaments;
mod transfers;
mod versions;
mod watching;
