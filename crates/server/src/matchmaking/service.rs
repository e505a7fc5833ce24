//! The service of matchmaking.

use std::sync::{Arc, Mutex};
use std::time::Instant;

use axum::body::Bytes;

use super::event_streams::EventStreams;
use super::seeks::Seeks;
use super::store::Named;
use crate::http::refusal::Refusal;
use crate::storage::{Database, StorageError};

/// The services of matchmaking: event streams and seeks.
pub struct Matchmaking {
    /// What is kept for them.
    pub store: Arc<Database>,
    pub streams: Arc<EventStreams>,
    pub seeks: Seeks,
    /// What the first page shows, and since when that is known.
    pub featured: Mutex<Option<(Instant, Bytes)>>,
}

impl Matchmaking {
    pub fn new(store: Arc<Database>, streams: Arc<EventStreams>) -> Matchmaking {
        Matchmaking { seeks: Seeks::new(store.clone(), streams.clone()), store, streams, featured: Mutex::default() }
    }

    /// The account of each of these folded names, where there is one.
    pub async fn named(&self, folded: Vec<String>) -> Result<Vec<Option<Named>>, Refusal> {
        stored(self.store.named(folded).await)
    }
}

/// What the storage gave, or a refusal.
pub fn stored<T>(stored: Result<T, StorageError>) -> Result<T, Refusal> {
    stored.map_err(|why| Refusal::not_stored("what finds a game", &why))
}
