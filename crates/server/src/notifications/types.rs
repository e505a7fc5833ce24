//! Notifications in HTTP responses; the OpenAPI document is generated from these types.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::channels::{ChannelEvent, ChannelForm, ChannelLine};
use super::preferences::Language;

/// Notification settings of an account, and the channels that the server offers.
#[derive(Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct NoticesInfo {
    /// True if the server sends email.
    pub mail_offered: bool,
    /// The server's public key for push services, in the form that browsers expect; null if the server does not send pushes.
    pub push_key: Option<String>,
    /// The confirmed email address.
    pub address: Option<String>,
    /// Address awaiting confirmation.
    pub waiting: Option<String>,
    /// True if mail to the address bounced; no more is sent to it.
    pub bounced: bool,
    /// True if mail to the unconfirmed address bounced.
    pub waiting_bounced: bool,
    /// The notification preferences.
    pub choices: NoticeChoices,
    /// Devices subscribed to push notifications.
    pub devices: Vec<DeviceInfo>,
}

/// Notification preferences of an account.
#[derive(Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct NoticeChoices {
    /// True to send emails.
    pub mail: bool,
    /// True to send pushes.
    pub push: bool,
    /// Hours without notifications, if any.
    pub quiet: Option<QuietHours>,
    /// Time zone, by its name in the tz database.
    pub zone: String,
    /// Language of emails and pushes.
    pub language: Language,
}

/// Quiet hours, in minutes after midnight.
#[derive(Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct QuietHours {
    /// Start of the quiet hours.
    pub from: u16,
    /// End of the quiet hours; on the next day if it is earlier than the start.
    pub to: u16,
}

/// A device subscribed to push notifications.
#[derive(Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct DeviceInfo {
    /// Id of the device.
    #[cfg_attr(test, ts(type = "number"))]
    pub id: i64,
    /// Push endpoint, by which a browser recognises its own subscription.
    pub endpoint: String,
    /// Browser name, if known; may be empty.
    pub browser: String,
    /// Operating system name; may be empty.
    pub system: String,
    /// Time at which the device was added, in milliseconds since 1970.
    #[cfg_attr(test, ts(type = "number"))]
    pub created: i64,
}

/// The address that a link confirmed or unsubscribed.
#[derive(Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct AddressInfo {
    /// The email address.
    pub address: String,
}

/// The account whose password a link resets.
#[derive(Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct RecoveryInfo {
    /// The name of the account.
    pub name: String,
}

/// Payload of a push, for the client's service worker.
#[cfg_attr(not(feature = "online"), allow(dead_code, reason = "nothing is pushed"))]
#[derive(Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PushMessage<'a> {
    /// The title of the notification.
    pub title: &'a str,
    /// The text of the notification.
    pub body: &'a str,
    /// The page that opens on click.
    pub path: &'a str,
    /// Tag: a newer notification replaces an older one with the same tag.
    pub tag: &'a str,
    /// Language of the texts.
    pub language: Language,
}

/// A webhook or a Telegram chat.
#[derive(Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ChannelInfo {
    /// Id of the channel.
    #[cfg_attr(test, ts(type = "number"))]
    pub id: i64,
    /// Form of the channel.
    pub form: ChannelForm,
    /// Host of a webhook's URL, or name of a Telegram chat.
    pub name: String,
    /// The tournament whose news it gets; null if it gets the account's own notifications.
    pub tournament: Option<String>,
    /// Name of that tournament.
    pub tournament_name: Option<String>,
    /// Events that it gets.
    pub events: Vec<ChannelEvent>,
    /// Language of its messages.
    pub language: Language,
    /// Time at which it was added, in milliseconds since 1970.
    #[cfg_attr(test, ts(type = "number"))]
    pub created: i64,
    /// Why the last message could not be sent; null if it was sent.
    pub failure: Option<String>,
}

impl From<ChannelLine> for ChannelInfo {
    fn from(line: ChannelLine) -> ChannelInfo {
        let ChannelLine { id, form, name, tournament, tournament_name, events, language, created, failure, .. } = line;
        ChannelInfo { id, form, name, tournament, tournament_name, events, language, created, failure }
    }
}
