//! Stub of `settings.rs` for builds without the `online` feature, which have neither a mail server nor a public URL.

use std::num::NonZeroU32;

use thiserror::Error;

#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NotificationError {
    #[error(
        "this build of Bastide supports neither a public URL nor what needs one, such as email; build it with `--features full`"
    )]
    NotBuilt,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PublicUrl {}

impl PublicUrl {
    pub fn new(_: &str) -> Result<PublicUrl, NotificationError> {
        Err(NotificationError::NotBuilt)
    }

    pub fn origin(&self) -> String {
        match *self {}
    }

    pub fn host(&self) -> &str {
        match *self {}
    }
}

#[derive(Clone, Debug)]
pub enum MailServer {}

impl MailServer {
    pub fn new(_: &str, _: Option<&str>, _: &str) -> Result<MailServer, NotificationError> {
        Err(NotificationError::NotBuilt)
    }
}

pub struct Settings {
    pub mail: Option<MailServer>,
    pub site: Option<PublicUrl>,
    pub push_private: bool,
    pub limit_factor: NonZeroU32,
}
