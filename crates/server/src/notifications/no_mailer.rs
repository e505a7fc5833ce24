//! Stub of `mailer.rs` for builds without the `online` feature, which send no email.

use super::outbox::{Due, SendError};
use super::settings::{MailServer, NotificationError, PublicUrl};
use crate::http::refusal::{Code, Refusal};

pub const MAX_CONCURRENT: usize = 1;

pub enum Mailer {}

pub fn address(_: &str) -> Result<(String, String), Refusal> {
    Err(Refusal::new(Code::NoMail, "this server sends no email"))
}

pub fn folded(address: &str) -> String {
    address.trim().to_lowercase()
}

impl Mailer {
    pub fn new(server: MailServer, _: PublicUrl) -> Result<Mailer, NotificationError> {
        match server {}
    }

    pub async fn send(&self, _: &Due, _: &str, _: &str, _: Option<&str>) -> Result<(), SendError> {
        match *self {}
    }
}
