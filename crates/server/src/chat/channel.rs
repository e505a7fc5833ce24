//! Broadcasts a table's chat lines to its listeners. The channel is created when the first listener subscribes.

use std::sync::{Arc, OnceLock};

use tokio::sync::broadcast;

use super::store::Line;

/// Number of lines by which a slow listener may fall behind before it has to load the lines it missed.
const BACKLOG: usize = 32;

/// The chat channel of a table.
#[derive(Default)]
pub struct ChatChannel(OnceLock<broadcast::Sender<Arc<Line>>>);

impl ChatChannel {
    pub fn subscribe(&self) -> broadcast::Receiver<Arc<Line>> {
        self.0.get_or_init(|| broadcast::channel(BACKLOG).0).subscribe()
    }

    pub fn send(&self, line: Line) {
        if let Some(listeners) = self.0.get() {
            // An error only means that no listeners are left.
            let _ = listeners.send(Arc::new(line));
        }
    }
}
