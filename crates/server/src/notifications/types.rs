//! Notices in HTTP responses; the OpenAPI document is generated from these types.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::preferences::Language;

/// How an account is told things, and how it could be.
#[derive(Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct NoticesInfo {
    /// Whether the server sends letters.
    pub mail_offered: bool,
    /// The public key by which the server is known to push services, as a browser asks for it; none where it sends no pushes.
    pub push_key: Option<String>,
    /// The account's address.
    pub address: Option<String>,
    /// An address that waits to be confirmed.
    pub waiting: Option<String>,
    /// Whether mail to the address was returned; nothing more is sent there.
    pub bounced: bool,
    /// The same of the address that waits.
    pub waiting_bounced: bool,
    /// How it wants to be told things.
    pub choices: NoticeChoices,
    /// The devices that take pushes.
    pub devices: Vec<DeviceInfo>,
}

/// How an account wants to be told things.
#[derive(Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct NoticeChoices {
    /// By letter.
    pub mail: bool,
    /// By push.
    pub push: bool,
    /// When not, if ever.
    pub quiet: Option<QuietHours>,
    /// Its time zone, by the name of the tz database.
    pub zone: String,
    /// In which language.
    pub language: Language,
}

/// Quiet hours, in minutes after midnight.
#[derive(Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct QuietHours {
    /// When they begin.
    pub from: u16,
    /// When they end, on the next day if that is earlier.
    pub to: u16,
}

/// A device that takes pushes.
#[derive(Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct DeviceInfo {
    /// Its number.
    #[cfg_attr(test, ts(type = "number"))]
    pub id: i64,
    /// Where pushes to it go, by which a browser knows itself again.
    pub endpoint: String,
    /// Which browser it is, as far as it says; may be empty.
    pub browser: String,
    /// Which system it runs on; may be empty.
    pub system: String,
    /// When it was added, in milliseconds since 1970.
    #[cfg_attr(test, ts(type = "number"))]
    pub created: i64,
}

/// The address that a link of a letter was about.
#[derive(Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct AddressInfo {
    /// The address.
    pub address: String,
}

/// Whose password a link sets.
#[derive(Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct RecoveryInfo {
    /// The name of the account.
    pub name: String,
}

/// What a push tells the service worker of the client.
#[derive(Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PushMessage<'a> {
    /// The heading.
    pub title: &'a str,
    /// The text below it.
    pub body: &'a str,
    /// The page that a click opens.
    pub path: &'a str,
    /// What it takes the place of: an older one about the same.
    pub tag: &'a str,
    /// The language that it is in.
    pub language: Language,
}
