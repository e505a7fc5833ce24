//! Streams whole games, one per line. Games are fetched page by page, and sent as fast as the client reads them and its quota allows.

use std::convert::Infallible;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::task::{Context, Poll};
use std::time::Duration;

use axum::body::{Body, Bytes, HttpBody};
use hyper::body::Frame;
use serde_json::json;
use table::Hash;
use tokio::sync::mpsc;

use super::store::{ResultLine, Search};
use super::types::ArchivedGame;
use crate::app::App;
use crate::compute::replays;
use crate::http::refusal::Refusal;
use crate::limits::caller::Caller;
use crate::limits::network_counter::Held;
use crate::limits::quotas::Resource;
use crate::storage::StorageError;

/// Number of games fetched per search.
const PAGE_SIZE: usize = 20;
/// Maximum number of lines buffered for the client.
const BUFFERED_LINES: usize = 4;
/// Pause when the client's quota is used up.
const PAUSE: Duration = Duration::from_secs(1);

/// The requesting client.
#[derive(Clone, Copy)]
pub struct RequestClient {
    pub caller: Caller,
    pub browser: Option<Hash>,
}

/// Response body that streams lines.
struct Lines(mpsc::Receiver<Bytes>);

impl HttpBody for Lines {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        self.0.poll_recv(cx).map(|line| line.map(|line| Ok(Frame::data(line))))
    }
}

/// Streams up to `most` matching games as lines of JSON. `held` is dropped when the stream ends.
pub fn lines(app: Arc<App>, asker: RequestClient, search: Search, most: usize, held: Held) -> Body {
    let (sender, receiver) = mpsc::channel(BUFFERED_LINES);
    app.tasks.spawn({
        let app = app.clone();
        async move {
            let stop = app.stop.clone();
            tokio::select! {
                sent = send(&app, asker, search, most, &sender) => {
                    if let Err(why) = sent {
                        tracing::error!("cannot read the archive: {why}");
                    }
                }
                () = stop.cancelled() => {}
                // The client has disconnected.
                () = sender.closed() => {}
            }
            drop(held);
        }
    });
    Body::new(Lines(receiver))
}

async fn send(
    app: &App,
    asker: RequestClient,
    mut search: Search,
    most: usize,
    sender: &mpsc::Sender<Bytes>,
) -> Result<(), StorageError> {
    let mut left = most;
    while left > 0 {
        search.limit = PAGE_SIZE.min(left);
        let page = app.store.search(search.clone()).await?;
        let Some(last) = page.last() else { return Ok(()) };
        search.before = Some((last.ended, last.id));
        for game in &page {
            charge(app, asker, Resource::Searches, 1).await;
            let line = match line(app, asker, game).await {
                Ok(line) => line,
                // Skip an unreadable game.
                Err(why) => {
                    tracing::warn!("leaving table {} out of the archive: {why}", game.table);
                    continue;
                }
            };
            charge(app, asker, Resource::Bytes, u32::try_from(line.len()).unwrap_or(u32::MAX)).await;
            if sender.send(line).await.is_err() {
                return Ok(());
            }
        }
        left -= page.len();
        if page.len() < search.limit {
            return Ok(());
        }
    }
    Ok(())
}

/// Charges the client's quota, waiting while it is exhausted.
async fn charge(app: &App, asker: RequestClient, work: Resource, units: u32) {
    while app.take(asker.caller, asker.browser.filter(|_| work != Resource::Bytes), work, units).is_err() {
        tokio::time::sleep(PAUSE).await;
    }
}

/// Returns a line of JSON with a game's result and record.
async fn line(app: &App, asker: RequestClient, game: &ResultLine) -> Result<Bytes, Refusal> {
    let owner = Some(asker.caller.client_network);
    let record = app.hub.load_read_only(&game.table, owner).await?.record()?;
    let result = table::messages::text(&ArchivedGame::of(game));
    let answers = record.answers();
    charge(app, asker, Resource::Replays, replays::units(answers)).await;
    let text = move |_: &AtomicBool| Ok(format!("{{\"result\":{result},\"record\":{}}}\n", json!(record.record())));
    Ok(app.replays.run(owner, replays::time(answers), text).await?.into())
}
