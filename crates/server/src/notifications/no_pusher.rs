//! Stub of `pusher.rs` for builds without the `online` feature, which send no push notifications.

use super::outbox::{Due, Subject};
use super::settings::Settings;
use super::store::NewDevice;
use crate::http::refusal::Refusal;

pub const MAX_CONCURRENT: usize = 1;

pub enum Pusher {}

pub enum PushResult {
    Accepted,
    Gone,
    Failed(String),
}

pub fn generate_key() -> Option<Vec<u8>> {
    None
}

impl Pusher {
    pub fn new(_: &[u8], _: &Settings) -> Option<Pusher> {
        None
    }

    pub fn public_key(&self) -> &str {
        match *self {}
    }

    pub fn device(&self, _: String, _: &str, _: &str) -> Result<NewDevice, Refusal> {
        match *self {}
    }

    pub async fn send(&self, _: &NewDevice, _: &Due, _: &Subject, _: i64) -> PushResult {
        match *self {}
    }
}
