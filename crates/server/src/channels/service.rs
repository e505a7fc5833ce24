//! The senders of channels, as far as the operator turned them on.

use std::fmt;

use reqwest::Url;

use super::telegram::Telegram;
use super::webhook::Webhooks;
use crate::notifications::channels::ChannelForm;
use crate::notifications::settings::{NotificationError, PublicUrl};

/// Address of Telegram's Bot API.
const TELEGRAM_API: &str = "https://api.telegram.org";

/// The operator's settings for the Telegram bot.
#[derive(Clone)]
pub struct TelegramBot {
    token: String,
    /// The API's address, for tests.
    api: Url,
}

impl TelegramBot {
    /// Creates the settings from a bot's token, as BotFather shows it.
    ///
    /// # Errors
    /// The token or the API's address is invalid.
    pub fn new(token: String, api: Option<&str>) -> Result<TelegramBot, NotificationError> {
        let allowed = |c: char| c.is_ascii_alphanumeric() || matches!(c, ':' | '-' | '_');
        if !token.contains(':') || !token.chars().all(allowed) {
            return Err(NotificationError::TelegramToken);
        }
        let api = Url::parse(api.unwrap_or(TELEGRAM_API)).map_err(|_| NotificationError::TelegramToken)?;
        Ok(TelegramBot { token, api })
    }
}

impl fmt::Debug for TelegramBot {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(to, "TelegramBot({})", self.api)
    }
}

/// The senders of channels.
pub struct Channels {
    /// Public address of this server, for links.
    pub site: String,
    pub webhooks: Option<Webhooks>,
    pub telegram: Option<Telegram>,
}

impl Channels {
    /// Creates the senders. Without a public address there are none, since their messages contain links.
    pub fn new(site: Option<&PublicUrl>, webhooks: bool, bot: Option<TelegramBot>, allow_private: bool) -> Channels {
        let Some(site) = site else { return Channels { site: String::new(), webhooks: None, telegram: None } };
        let no_client = |why: String| tracing::warn!("channels are disabled: {why}");
        let webhooks = webhooks.then(|| Webhooks::new(allow_private).map_err(no_client).ok()).flatten();
        let telegram = bot.and_then(|bot| Telegram::new(bot.token, bot.api).map_err(no_client).ok());
        Channels { site: site.origin(), webhooks, telegram }
    }

    /// Returns the forms of channel that accounts can add.
    pub fn forms(&self) -> Vec<ChannelForm> {
        let webhooks = self.webhooks.iter().flat_map(|_| [ChannelForm::Json, ChannelForm::Discord]);
        webhooks.chain(self.telegram_name().map(|_| ChannelForm::Telegram)).collect()
    }

    /// Checks the URL of a new webhook. Returns the host, which is shown to the account.
    ///
    /// # Errors
    /// The URL is invalid; the text says why.
    pub fn check(&self, url: &str) -> Result<String, String> {
        let webhooks = self.webhooks.as_ref().ok_or("this server has no webhooks")?;
        Ok(webhooks.target(url)?.host_str().unwrap_or_default().to_owned())
    }

    /// Returns the name of the Telegram bot, once Telegram has confirmed its token.
    pub fn telegram_name(&self) -> Option<String> {
        self.telegram.as_ref()?.name()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bot_needs_a_token_and_does_not_show_it() {
        for wrong in ["", "12345", "12:a b", "12:a/../b", "12:ü"] {
            let why = TelegramBot::new(wrong.to_owned(), None).unwrap_err().to_string();
            assert!(wrong.is_empty() || !why.contains(&format!("\"{wrong}\"")), "{why}");
        }
        let bot = TelegramBot::new("123:AbC-_d".to_owned(), None).unwrap();
        assert_eq!(format!("{bot:?}"), "TelegramBot(https://api.telegram.org/)");
    }
}
