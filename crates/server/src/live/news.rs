//! Broadcasts from a table's driver to its sockets.

use std::sync::Arc;

use axum::extract::ws::Utf8Bytes;
use table::{Audience, Listener, News};

/// All news from one command as a single item, so that a receiver gets either all of it or none.
#[derive(Clone)]
pub struct Broadcast(Arc<[Item]>);

/// Part of a broadcast: answers that were stored together, or something else.
pub struct Item {
    /// Number of answers after this part, if it contains answers.
    pub seq: Option<usize>,
    text: Text,
}

/// Serialised messages, shared among their recipients.
enum Text {
    Same(Utf8Bytes),
    Apart(Vec<(Listener, Vec<Utf8Bytes>)>),
}

impl Broadcast {
    pub fn new(news: Vec<News>) -> Broadcast {
        let text = |audience: Audience| match audience {
            Audience::All(text) => Text::Same(text.into()),
            Audience::Each(all) => {
                let shared = |texts: Vec<String>| texts.into_iter().map(Utf8Bytes::from).collect();
                Text::Apart(all.into_iter().map(|(listener, texts)| (listener, shared(texts))).collect())
            }
        };
        Broadcast(news.into_iter().map(|news| Item { seq: news.seq, text: text(news.audience) }).collect())
    }

    /// Returns the parts in order.
    pub fn items(&self) -> &[Item] {
        &self.0
    }
}

impl Item {
    /// Returns the messages for a listener; `None` if no such listener existed when they were built.
    pub fn texts(&self, listener: Listener) -> Option<&[Utf8Bytes]> {
        match &self.text {
            Text::Same(text) => Some(std::slice::from_ref(text)),
            Text::Apart(all) => listener.among(all).map(Vec::as_slice),
        }
    }
}
