//! Channels in HTTP requests and responses; the OpenAPI document is generated from these types.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::notifications::channels::{ChannelEvent, ChannelForm};
use crate::notifications::preferences::Language;
use crate::notifications::types::ChannelInfo;

/// The channels of an account, and those that the server offers.
#[derive(Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ChannelsInfo {
    /// The forms that can be added; empty if the operator turned channels off.
    pub offered: Vec<ChannelForm>,
    /// The channels, the oldest first.
    pub channels: Vec<ChannelInfo>,
}

/// A new webhook.
#[derive(Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct NewWebhook {
    /// `json` or `discord`.
    pub form: ChannelForm,
    /// The URL to which messages are sent with POST: https, with a public host name.
    pub url: String,
    /// A tournament that the account organises; null or omitted for the account's own notifications.
    #[serde(default)]
    #[cfg_attr(test, ts(optional))]
    pub tournament: Option<String>,
    /// Events that it gets: `turn` and `challenge`, or with a tournament `round`, `result` and `over`.
    pub events: Vec<ChannelEvent>,
    /// Language of messages to Discord.
    #[serde(default)]
    #[cfg_attr(test, ts(optional, as = "Option<Language>"))]
    pub language: Language,
}

/// A webhook that was added.
#[derive(Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct MadeWebhook {
    /// The secret that signs its messages, in the form of Standard Webhooks (`whsec_` and base64); shown only now. Null for Discord.
    pub secret: Option<String>,
    /// All channels of the account.
    #[serde(flatten)]
    pub all: ChannelsInfo,
}

/// A request for links that connect a Telegram chat.
#[derive(Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct NewTelegramLink {
    /// A tournament that the account organises; null or omitted for the account's own notifications.
    #[serde(default)]
    #[cfg_attr(test, ts(optional))]
    pub tournament: Option<String>,
    /// Language of the messages.
    #[serde(default)]
    #[cfg_attr(test, ts(optional, as = "Option<Language>"))]
    pub language: Language,
}

/// Links that connect a Telegram chat, once within an hour.
#[derive(Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct TelegramLinkInfo {
    /// Opens a chat with the bot.
    pub chat: String,
    /// Adds the bot to a group; null for an account's own notifications.
    pub group: Option<String>,
}
