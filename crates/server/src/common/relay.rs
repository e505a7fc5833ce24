//! A feature's outgoing events for other nodes. The relay keeps features from depending on clustering.

use std::sync::OnceLock;

use tokio::sync::mpsc::UnboundedSender;

/// Channel for events to all other nodes. Events are dropped until it is connected.
#[derive(Debug)]
pub struct Relay<T>(OnceLock<UnboundedSender<T>>);

impl<T> Default for Relay<T> {
    fn default() -> Relay<T> {
        Relay(OnceLock::new())
    }
}

impl<T> Relay<T> {
    /// Connects the relay to a receiver.
    pub fn connect(&self, to: UnboundedSender<T>) {
        // Only the first call takes effect.
        let _ = self.0.set(to);
    }

    /// Returns whether the relay is connected, which means that there may be other nodes.
    pub fn is_open(&self) -> bool {
        self.0.get().is_some()
    }

    pub fn send(&self, what: impl FnOnce() -> T) {
        if let Some(to) = self.0.get() {
            // While the server is stopping, the receiver may already be gone.
            let _ = to.send(what());
        }
    }
}
