//! Stub of `service.rs` for builds without the `online` feature, which send nothing to channels.

use crate::notifications::channels::ChannelForm;
use crate::notifications::settings::{NotificationError, PublicUrl};

#[derive(Clone, Debug)]
pub enum TelegramBot {}

impl TelegramBot {
    pub fn new(_: String, _: Option<&str>) -> Result<TelegramBot, NotificationError> {
        Err(NotificationError::NotBuilt)
    }
}

pub struct Channels {}

impl Channels {
    pub fn new(_: Option<&PublicUrl>, _: bool, _: Option<TelegramBot>, _: bool) -> Channels {
        Channels {}
    }

    pub fn forms(&self) -> Vec<ChannelForm> {
        Vec::new()
    }

    pub fn check(&self, _: &str) -> Result<String, String> {
        Err("this server has no webhooks".to_owned())
    }

    pub fn telegram_name(&self) -> Option<String> {
        None
    }
}
