//! Outgoing events of a feature for the other nodes, so that features need not depend on clustering.

use std::sync::OnceLock;

use tokio::sync::mpsc::UnboundedSender;

/// Channel for events to all other nodes; events are dropped until it is connected.
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
        // Only the first call has an effect.
        let _ = self.0.set(to);
    }

    /// Returns whether the relay is connected, so that other nodes may exist.
    pub fn is_open(&self) -> bool {
        self.0.get().is_some()
    }

    pub fn send(&self, what: impl FnOnce() -> T) {
        if let Some(to) = self.0.get() {
            // The receiver is gone when the server is stopping.
            let _ = to.send(what());
        }
    }
}
