//! Open event streams of studies. Queues are short: a reader that cannot keep up is disconnected, and fetches the study again when it
//! reconnects.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use axum::body::Bytes;
use serde::{Deserialize, Serialize};
use tokio::sync::mpsc;

use super::types::{ShownPlace, StudyEvent};
use crate::common::relay::Relay;

/// Maximum number of lines queued for a reader.
const QUEUE_LINES: usize = 64;
/// Maximum number of readers of a study on this node.
const MAX_READERS: usize = 1000;

/// The open streams of all studies.
#[derive(Default)]
pub struct StudyStreams {
    state: Mutex<State>,
    /// Forwards events to other nodes.
    pub relay: Relay<RelayedStudyEvent>,
}

/// An event of a study that other nodes send to their readers.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct RelayedStudyEvent {
    study: String,
    what: Happened,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
enum Happened {
    Changed(i64),
    Shown(ShownPlace),
    Gone,
}

#[derive(Default)]
struct State {
    next: u64,
    open: HashMap<String, Readers>,
}

#[derive(Default)]
struct Readers {
    lines: HashMap<u64, mpsc::Sender<Bytes>>,
    /// The position that the owner shows, while there are readers.
    shown: Option<ShownPlace>,
}

/// An open stream; dropping it closes the stream.
pub struct Subscription {
    all: Arc<StudyStreams>,
    study: String,
    number: u64,
}

/// Encodes an event as a line.
pub fn line(event: &StudyEvent) -> Bytes {
    let mut text = table::messages::text(event);
    text.push('\n');
    text.into()
}

impl StudyStreams {
    /// Opens a stream; returns `None` if the study has the maximum number of readers.
    pub fn open(self: &Arc<StudyStreams>, study: &str) -> Option<(Subscription, mpsc::Receiver<Bytes>)> {
        let (sender, reader) = mpsc::channel(QUEUE_LINES);
        let mut state = self.state();
        let number = state.next;
        state.next += 1;
        let readers = state.open.entry(study.to_owned()).or_default();
        if readers.lines.len() >= MAX_READERS {
            return None;
        }
        readers.lines.insert(number, sender);
        Some((Subscription { all: self.clone(), study: study.to_owned(), number }, reader))
    }

    /// Returns the position that the owner shows, if this node knows it.
    pub fn shown(&self, study: &str) -> Option<ShownPlace> {
        self.state().open.get(study)?.shown.clone()
    }

    pub fn changed(&self, study: &str, version: i64) {
        self.relay_to_nodes(study, Happened::Changed(version));
    }

    pub fn show(&self, study: &str, place: ShownPlace) {
        self.relay_to_nodes(study, Happened::Shown(place));
    }

    pub fn gone(&self, study: &str) {
        self.relay_to_nodes(study, Happened::Gone);
    }

    fn relay_to_nodes(&self, study: &str, what: Happened) {
        let event = RelayedStudyEvent { study: study.to_owned(), what };
        self.relay.send(|| event.clone());
        self.deliver(event);
    }

    /// Delivers an event to the readers on this node.
    pub fn deliver(&self, RelayedStudyEvent { study, what }: RelayedStudyEvent) {
        let mut state = self.state();
        let Some(readers) = state.open.get_mut(&study) else { return };
        let event = match what {
            Happened::Changed(version) => StudyEvent::Changed { version },
            Happened::Gone => StudyEvent::Gone,
            Happened::Shown(place) => {
                readers.shown = Some(place.clone());
                StudyEvent::Shown(place)
            }
        };
        let line = line(&event);
        readers.lines.retain(|_, lines| lines.try_send(line.clone()).is_ok());
        if readers.lines.is_empty() {
            state.open.remove(&study);
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Subscription {
    fn drop(&mut self) {
        let mut state = self.all.state();
        let Some(readers) = state.open.get_mut(&self.study) else { return };
        readers.lines.remove(&self.number);
        if readers.lines.is_empty() {
            state.open.remove(&self.study);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn events_reach_the_readers_of_their_study_only() {
        let streams = Arc::new(StudyStreams::default());
        let (one, mut first) = streams.open("a").unwrap();
        let (two, mut second) = streams.open("b").unwrap();
        let place = ShownPlace { chapter: 1, node: Some("x".to_owned()) };
        streams.changed("a", 2);
        streams.show("a", place.clone());
        assert_eq!(first.try_recv().unwrap(), line(&StudyEvent::Changed { version: 2 }));
        assert_eq!(first.try_recv().unwrap(), line(&StudyEvent::Shown(place.clone())));
        assert!(second.try_recv().is_err());
        assert_eq!((streams.shown("a"), streams.shown("b")), (Some(place), None));
        drop((one, two));
        assert!(streams.state().open.is_empty());
    }

    #[tokio::test]
    async fn slow_reader_is_disconnected() {
        let streams = Arc::new(StudyStreams::default());
        let (_slow, mut unread) = streams.open("a").unwrap();
        let (_quick, mut read) = streams.open("a").unwrap();
        for version in 0..2 * QUEUE_LINES as i64 {
            streams.changed("a", version);
            assert_eq!(read.try_recv().unwrap(), line(&StudyEvent::Changed { version }));
        }
        let mut left = 0;
        while unread.recv().await.is_some() {
            left += 1;
        }
        assert_eq!(left, QUEUE_LINES, "queued lines are read before the stream ends");
    }
}
