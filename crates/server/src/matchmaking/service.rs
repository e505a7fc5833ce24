//! Shared state of matchmaking: event streams, seeks, and the cached featured table and TV games.

use std::sync::{Arc, Mutex};
use std::time::Instant;

use axum::body::Bytes;

use super::event_streams::EventStreams;
use super::seeks::Seeks;
use super::store::Named;
use crate::http::refusal::Refusal;
use crate::storage::{Database, StorageError};

/// The matchmaking service: event streams and seeks.
pub struct Matchmaking {
    pub store: Arc<Database>,
    pub streams: Arc<EventStreams>,
    pub seeks: Seeks,
    /// Cached featured table and the time it was picked.
    pub featured: Mutex<Option<(Instant, Bytes)>>,
    /// Cached TV games and the time at which they were picked.
    pub tv: Mutex<Option<(Instant, Bytes)>>,
}

impl Matchmaking {
    pub fn new(store: Arc<Database>, streams: Arc<EventStreams>) -> Matchmaking {
        let seeks = Seeks::new(store.clone(), streams.clone());
        Matchmaking { seeks, store, streams, featured: Mutex::default(), tv: Mutex::default() }
    }

    /// Returns the account for each of these folded names, if it exists.
    pub async fn named(&self, folded: Vec<String>) -> Result<Vec<Option<Named>>, Refusal> {
        stored(self.store.named(folded).await)
    }
}

/// Turns a storage error into a refusal.
pub fn stored<T>(stored: Result<T, StorageError>) -> Result<T, Refusal> {
    stored.map_err(|why| Refusal::not_stored("matchmaking data", &why))
}
