//! The room of one table in which what is said is heard at once. Where nobody listens there is none.

use std::sync::{Arc, OnceLock};

use tokio::sync::broadcast;

use super::store::Line;

/// Lines that a listener may be behind before it must ask for what it missed.
const KEPT: usize = 32;

/// Those who listen at a table.
#[derive(Default)]
pub struct Room(OnceLock<broadcast::Sender<Arc<Line>>>);

impl Room {
    pub fn listen(&self) -> broadcast::Receiver<Arc<Line>> {
        self.0.get_or_init(|| broadcast::channel(KEPT).0).subscribe()
    }

    pub fn tell(&self, line: Line) {
        if let Some(listeners) = self.0.get() {
            // That nobody listens any more is no failure.
            let _ = listeners.send(Arc::new(line));
        }
    }
}
