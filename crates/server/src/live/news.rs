//! News on their way from a table's driver to the sockets.

use std::sync::Arc;

use axum::extract::ws::Utf8Bytes;
use table::{Audience, Listener, News};

/// All that came of one command, as one item: whoever hears a part of it hears the rest.
#[derive(Clone)]
pub struct Broadcast(Arc<[Item]>);

/// A part of it: answers that were written down together, or something else.
pub struct Item {
    /// The number of answers after it, if it tells of answers.
    pub seq: Option<usize>,
    text: Text,
}

/// Each message is written once, and shared by all who are told it.
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

    /// The parts, in their order.
    pub fn items(&self) -> &[Item] {
        &self.0
    }
}

impl Item {
    /// The messages for somebody; none where nobody like that was there when it happened.
    pub fn texts(&self, listener: Listener) -> Option<&[Utf8Bytes]> {
        match &self.text {
            Text::Same(text) => Some(std::slice::from_ref(text)),
            Text::Apart(all) => listener.among(all).map(Vec::as_slice),
        }
    }
}
