//! The way out of a room to all other nodes, which knows nothing of them: what is told here is handed to whoever listens, if anybody does.

use std::sync::OnceLock;

use tokio::sync::mpsc::UnboundedSender;

/// What a room tells all other nodes.
#[derive(Debug)]
pub struct Relay<T>(OnceLock<UnboundedSender<T>>);

impl<T> Default for Relay<T> {
    fn default() -> Relay<T> {
        Relay(OnceLock::new())
    }
}

impl<T> Relay<T> {
    /// From now on somebody listens.
    pub fn begin(&self, to: UnboundedSender<T>) {
        // Whoever listens first goes on.
        let _ = self.0.set(to);
    }

    /// Whether there may be other nodes.
    pub fn is_open(&self) -> bool {
        self.0.get().is_some()
    }

    pub fn tell(&self, what: impl FnOnce() -> T) {
        if let Some(to) = self.0.get() {
            // Nobody listens any more when the server stops.
            let _ = to.send(what());
        }
    }
}
