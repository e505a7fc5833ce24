//! The body of an event stream: one line per event, and empty lines as heartbeats. It ends when the session ends or the server stops.

use std::convert::Infallible;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use axum::Extension;
use axum::body::Bytes;
use axum::http::{HeaderName, HeaderValue, header};
use axum::response::{IntoResponse, Response};
use hyper::body::{Body, Frame};
use tokio::sync::mpsc;
use tokio::time::{Instant, Interval, MissedTickBehavior};

use crate::accounts::presence::{Present, ended};
use crate::app::App;
use crate::assets::pages::Ready;
use crate::limits::connections::Connection;
use crate::limits::pool::Slot;

/// Content type of an event stream.
const NDJSON: HeaderValue = HeaderValue::from_static("application/x-ndjson");
/// Header that stops reverse proxies from buffering the stream.
const UNBUFFERED: (HeaderName, HeaderValue) =
    (HeaderName::from_static("x-accel-buffering"), HeaderValue::from_static("no"));

/// Interval between heartbeats.
const HEARTBEAT: Duration = Duration::from_secs(15);

/// A future that ends a stream when it completes and holds resources until then.
pub type End = Pin<Box<dyn Future<Output = ()> + Send>>;

/// Returns the future that ends a stream when the server stops, the slot is needed, or the session ends.
pub fn end_of(app: &App, place: &Slot, present: Option<Present>) -> End {
    let (stop, evicted) = (app.stop.clone(), place.evicted());
    Box::pin(async move {
        tokio::select! {
            () = stop.cancelled() => {}
            () = evicted.cancelled() => {}
            () = ended(&present) => {}
        }
    })
}

/// The body of an event stream: one line per event.
pub struct StreamBody {
    first: Option<Bytes>,
    lines: mpsc::Receiver<Bytes>,
    end: End,
    heartbeat: Interval,
    connection: Option<Arc<Connection>>,
    begun: bool,
    _held: Box<dyn Send>,
}

impl StreamBody {
    /// Streams `first`, then `lines`, until `end` completes. `held` is dropped when the client disconnects.
    pub fn new(
        first: Bytes,
        lines: mpsc::Receiver<Bytes>,
        end: End,
        connection: Option<Arc<Connection>>,
        held: Box<dyn Send>,
    ) -> StreamBody {
        let mut heartbeat = tokio::time::interval_at(Instant::now() + HEARTBEAT, HEARTBEAT);
        heartbeat.set_missed_tick_behavior(MissedTickBehavior::Delay);
        StreamBody { first: Some(first), lines, end, heartbeat, connection, begun: false, _held: held }
    }

    /// Returns the response with this body.
    pub fn into_response(self) -> Response {
        let headers = [(header::CONTENT_TYPE, NDJSON), UNBUFFERED];
        (headers, Extension(Ready), axum::body::Body::new(self)).into_response()
    }
}

impl Body for StreamBody {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        if !self.begun {
            self.begun = true;
            // A streaming connection does not count as idle, so it is not evicted.
            self.connection.iter().for_each(|connection| connection.works());
        }
        if let Some(first) = self.first.take() {
            return Poll::Ready(Some(Ok(Frame::data(first))));
        }
        if self.end.as_mut().poll(cx).is_ready() {
            return Poll::Ready(None);
        }
        if let Poll::Ready(line) = self.lines.poll_recv(cx) {
            return Poll::Ready(line.map(|line| Ok(Frame::data(line))));
        }
        self.heartbeat.poll_tick(cx).map(|_| Some(Ok(Frame::data(Bytes::from_static(b"\n")))))
    }
}

impl Drop for StreamBody {
    fn drop(&mut self) {
        self.connection.iter().for_each(|connection| connection.waits());
    }
}
