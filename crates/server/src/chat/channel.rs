//! Broadcasts a table's chat lines to its listeners. Created when the first one subscribes.

use std::sync::{Arc, OnceLock};

use tokio::sync::broadcast;

use super::store::Line;

/// Lines that a slow listener may fall behind before it has to load what it missed.
const BACKLOG: usize = 32;

/// The listeners at a table.
#[derive(Default)]
pub struct ChatChannel(OnceLock<broadcast::Sender<Arc<Line>>>);

impl ChatChannel {
    pub fn subscribe(&self) -> broadcast::Receiver<Arc<Line>> {
        self.0.get_or_init(|| broadcast::channel(BACKLOG).0).subscribe()
    }

    pub fn send(&self, line: Line) {
        if let Some(listeners) = self.0.get() {
            // Having no listeners left is fine.
            let _ = listeners.send(Arc::new(line));
        }
    }
}
