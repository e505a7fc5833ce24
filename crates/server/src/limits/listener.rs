//! Accepts connections: how many at once, for how long, and how much each may ask for.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::http::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::{TcpListener, TcpStream};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use tower_service::Service;

use super::caller::{Household, Proxies};
use super::connections::{Connection, Connections};
use super::quotas::{Asker, Limits, Resource};
use super::stream::Stream;

pub use ipnet::IpNet;

/// How long the head of a request may take to come, the first as any after it.
const HEAD: Duration = Duration::from_secs(15);
/// How long whoever is sent something may leave it unread.
const SLOWNESS: Duration = Duration::from_secs(15);
/// Bytes that the head of a request has at most.
const HEAD_BYTES: usize = 8 * 1024;
/// How long to wait before the next connection where the system has no room for one.
const FULL: Duration = Duration::from_millis(50);
/// How long a connection is held that is one too many.
const HELD: Duration = Duration::from_secs(1);
/// Files that are open beside connections: the database, its journal, the log, listeners.
const OTHER_FILES: usize = 64;

/// Timeouts of connections; tests use shorter ones.
#[derive(Clone, Copy, Debug)]
pub struct Timeouts {
    /// For the head of a request to come.
    pub head: Duration,
    /// For what was sent to be read.
    pub slowness: Duration,
}

impl Default for Timeouts {
    fn default() -> Timeouts {
        Timeouts { head: HEAD, slowness: SLOWNESS }
    }
}

/// Accepts connections and serves them.
pub struct Listener {
    pub connections: Arc<Connections>,
    /// Whose word is taken for who asks.
    pub proxies: Proxies,
    pub patience: Timeouts,
    pub limits: Arc<Limits>,
    pub stop: CancellationToken,
}

/// A network, or a single address.
pub fn network(text: &str) -> Result<IpNet, String> {
    let single = |_| text.parse::<std::net::IpAddr>().map(IpNet::from);
    text.parse().or_else(single).map_err(|_| format!("{text} is no address and no network such as 10.0.0.0/8"))
}

/// As many connections as are asked for, or as the system lets this process have: it is asked for all that it gives.
pub fn room(wanted: usize) -> usize {
    let files = rlimit::increase_nofile_limit(rlimit::INFINITY).unwrap_or(1024);
    let files = usize::try_from(files).unwrap_or(usize::MAX);
    wanted.min(files.saturating_sub(OTHER_FILES)).max(1)
}

impl Listener {
    /// Lets everybody in until the server stops, then waits until all requests are answered.
    pub async fn serve(self: Arc<Listener>, listener: TcpListener, router: Router) {
        let inside = TaskTracker::new();
        loop {
            let accepted = tokio::select! {
                () = self.stop.cancelled() => break,
                accepted = listener.accept() => accepted,
            };
            match accepted {
                Ok((stream, peer)) => self.let_in(&inside, stream, peer, router.clone()),
                // One that went away again is nobody's fault; where there is no room, there may be some in a while.
                Err(why) if is_of_one(&why) => {}
                Err(why) => {
                    tracing::error!("no connection can be accepted: {why}");
                    tokio::time::sleep(FULL).await;
                }
            }
        }
        drop(listener);
        inside.close();
        inside.wait().await;
    }

    fn let_in(self: &Arc<Listener>, inside: &TaskTracker, bytes: TcpStream, peer: SocketAddr, router: Router) {
        let household = (!self.proxies.trust(peer.ip())).then(|| Household::of(peer.ip()));
        let Some(connection) = self.connections.enter(household).map(Arc::new) else {
            tracing::debug!("no connection is left for {peer}");
            return;
        };
        let asker = household.map(|household| Asker { household, browser: None });
        if asker.is_some_and(|asker| self.limits.take(asker, Resource::Connections, 1).is_err()) {
            tracing::debug!("too many connections come from {peer}");
            inside.spawn(hold(bytes, connection, self.stop.clone()));
            return;
        }
        let stream = Stream::new(bytes, self.patience.slowness, connection.clone());
        inside.spawn(self.clone().attend(stream, connection, peer, router));
    }

    async fn attend(
        self: Arc<Listener>,
        stream: Stream,
        connection: Arc<Connection>,
        peer: SocketAddr,
        router: Router,
    ) {
        let sent_away = connection.sent_away();
        let listener = self.clone();
        let service = hyper::service::service_fn(move |request: Request<Incoming>| {
            connection.works();
            let mut request = request.map(Body::new);
            let caller = listener.proxies.caller(peer.ip(), request.headers());
            request.extensions_mut().insert(caller);
            request.extensions_mut().insert(connection.clone());
            let (answer, connection) = (router.clone().call(request), connection.clone());
            async move {
                let answer = answer.await;
                connection.waits();
                answer
            }
        });
        let mut http = http1::Builder::new();
        http.timer(TokioTimer::new()).header_read_timeout(self.patience.head).max_buf_size(HEAD_BYTES);
        let serving = http.serve_connection(TokioIo::new(stream), service).with_upgrades();
        let mut serving = std::pin::pin!(serving);
        // However a connection ends, there is nobody left to be told.
        tokio::select! {
            _ = serving.as_mut() => return,
            () = sent_away.cancelled() => return,
            () = self.stop.cancelled() => serving.as_mut().graceful_shutdown(),
        }
        let _ = serving.await;
    }
}

/// Leaves a connection unanswered for a while before it is closed: who is refused at once comes again at once.
async fn hold(bytes: TcpStream, connection: Arc<Connection>, stop: CancellationToken) {
    let sent_away = connection.sent_away();
    tokio::select! {
        () = tokio::time::sleep(HELD) => {}
        () = sent_away.cancelled() => {}
        () = stop.cancelled() => {}
    }
    drop((bytes, connection));
}

/// Whether an error is about one connection, not about the listener.
fn is_of_one(why: &std::io::Error) -> bool {
    use std::io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset};
    matches!(why.kind(), ConnectionAborted | ConnectionRefused | ConnectionReset)
}
