//! Replaces `bus.rs` in builds without the `cluster` feature. These types have no values.

use std::pin::Pin;
use std::task::{Context, Poll};

use futures_util::Stream;
use serde::Serialize;
use serde::de::DeserializeOwned;
use table::driving::AskError;
use thiserror::Error;

use crate::compute::queue::Queue;

/// The reason NATS cannot be used.
#[derive(Debug, Error)]
pub enum BusError {
    #[error("this build of Bastide does not support NATS; build it with `--features full`")]
    NotBuilt,
}

#[derive(Clone)]
pub enum Bus {}

pub struct Message {
    pub reply: Option<String>,
    pub payload: Vec<u8>,
}

pub enum Subscriber {}

impl Subscriber {
    pub async fn drain(&mut self) -> Result<(), BusError> {
        match *self {}
    }
}

impl Stream for Subscriber {
    type Item = Message;

    fn poll_next(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<Option<Message>> {
        match *self {}
    }
}

impl Bus {
    pub async fn connect(_: &str, _: &str) -> Result<Bus, BusError> {
        Err(BusError::NotBuilt)
    }

    pub fn queue(&self) -> Queue {
        match *self {}
    }

    pub fn is_connected(&self) -> bool {
        match *self {}
    }

    pub fn node_subject(&self, _: &str) -> String {
        match *self {}
    }

    pub fn table_subject(&self, _: &str) -> String {
        match *self {}
    }

    pub fn broadcast_subject(&self) -> String {
        match *self {}
    }

    pub async fn publish(&self, _: String, _: &impl Serialize) {
        match *self {}
    }

    pub async fn request<T: DeserializeOwned>(&self, _: &str, _: &impl Serialize) -> Result<T, AskError> {
        match *self {}
    }

    pub async fn subscribe(&self, _: String) -> Option<Subscriber> {
        match *self {}
    }

    pub async fn flush(&self) {
        match *self {}
    }
}
