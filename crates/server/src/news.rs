//! News on their way from a table's driver to the sockets.

use std::sync::Arc;

use axum::extract::ws::Utf8Bytes;
use table::{Audience, News};

/// All that came of one command, as one item: whoever hears a part of it hears the rest.
#[derive(Clone)]
pub struct Broadcast(Arc<[Item]>);

/// One message of it.
pub struct Item {
    /// The number of answers after it, if it tells of an answer.
    pub seq: Option<usize>,
    text: Text,
}

enum Text {
    /// The same for everybody, written once.
    Same(Utf8Bytes),
    /// Another for each.
    Apart(News),
}

impl Broadcast {
    /// Takes news as the session core tells them.
    pub fn new(news: Vec<News>) -> Broadcast {
        let item = |news: News| match news {
            News { seq, audience: Audience::All(text), .. } => Item { seq, text: Text::Same(text.into()) },
            news @ News { seq, audience: Audience::Each(_), .. } => Item { seq, text: Text::Apart(news) },
        };
        Broadcast(news.into_iter().map(item).collect())
    }

    /// The messages, in their order.
    pub fn items(&self) -> &[Item] {
        &self.0
    }
}

impl Item {
    /// The message for somebody who plays these seats.
    pub fn text(&self, you: &[u8]) -> Utf8Bytes {
        match &self.text {
            Text::Same(text) => text.clone(),
            Text::Apart(news) => news.text(you).into(),
        }
    }
}
