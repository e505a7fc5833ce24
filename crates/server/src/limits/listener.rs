//! Accepts connections and enforces limits on their number, timeouts and request rates.

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

use super::caller::{ClientNetwork, Proxies};
use super::connections::{Connection, Connections};
use super::quotas::{Limits, QuotaClient, Resource};
use super::stream::Stream;

pub use ipnet::IpNet;

/// Timeout for receiving the head of each request.
const HEAD_TIMEOUT: Duration = Duration::from_secs(15);
/// Timeout for the client to read data sent to it.
const WRITE_TIMEOUT: Duration = Duration::from_secs(15);
/// Maximum size of a request head, in bytes.
const MAX_HEAD_BYTES: usize = 8 * 1024;
/// Delay before accepting again when the system is out of file descriptors.
const ACCEPT_RETRY_DELAY: Duration = Duration::from_millis(50);
/// Delay before an excess connection is closed.
const EXCESS_HOLD: Duration = Duration::from_secs(1);
/// File descriptors reserved for other uses: database, journal, log, listeners.
const RESERVED_FILES: usize = 64;

/// Connection timeouts; tests use shorter ones.
#[derive(Clone, Copy, Debug)]
pub struct Timeouts {
    /// Timeout for receiving a request head.
    pub head: Duration,
    /// Timeout for the client to read data sent to it.
    pub slowness: Duration,
}

impl Default for Timeouts {
    fn default() -> Timeouts {
        Timeouts { head: HEAD_TIMEOUT, slowness: WRITE_TIMEOUT }
    }
}

/// Accepts connections and serves them.
pub struct Listener {
    pub connections: Arc<Connections>,
    /// Proxies whose forwarding headers are trusted.
    pub proxies: Proxies,
    pub timeouts: Timeouts,
    pub limits: Arc<Limits>,
    pub stop: CancellationToken,
}

/// Parses a network or a single address.
pub fn network(text: &str) -> Result<IpNet, String> {
    let single = |_| text.parse::<std::net::IpAddr>().map(IpNet::from);
    text.parse()
        .or_else(single)
        .map_err(|_| format!("{text} is neither an IP address nor a network such as 10.0.0.0/8"))
}

/// Raises the open-file limit of the process and returns how many connections are possible, at most `wanted`.
pub fn available_connections(wanted: usize) -> usize {
    let files = rlimit::increase_nofile_limit(rlimit::INFINITY).unwrap_or(1024);
    let files = usize::try_from(files).unwrap_or(usize::MAX);
    wanted.min(files.saturating_sub(RESERVED_FILES)).max(1)
}

impl Listener {
    /// Serves connections until the server stops, then waits until all requests are answered.
    pub async fn serve(self: Arc<Listener>, listener: TcpListener, router: Router) {
        let inside = TaskTracker::new();
        loop {
            let accepted = tokio::select! {
                () = self.stop.cancelled() => break,
                accepted = listener.accept() => accepted,
            };
            match accepted {
                Ok((stream, peer)) => self.admit(&inside, stream, peer, router.clone()),
                // Ignore a connection that the client has already closed; on any other error, wait for free file descriptors.
                Err(why) if concerns_one_connection(&why) => {}
                Err(why) => {
                    tracing::error!("cannot accept connections: {why}");
                    tokio::time::sleep(ACCEPT_RETRY_DELAY).await;
                }
            }
        }
        drop(listener);
        inside.close();
        inside.wait().await;
    }

    fn admit(self: &Arc<Listener>, inside: &TaskTracker, bytes: TcpStream, peer: SocketAddr, router: Router) {
        let client_network = (!self.proxies.trust(peer.ip())).then(|| ClientNetwork::of(peer.ip()));
        let Some(connection) = self.connections.enter(client_network).map(Arc::new) else {
            tracing::debug!("no free connection for {peer}");
            return;
        };
        let asker = client_network.map(|client_network| QuotaClient { client_network, browser: None });
        if asker.is_some_and(|asker| self.limits.take(asker, Resource::Connections, 1).is_err()) {
            tracing::debug!("too many connections from {peer}");
            inside.spawn(hold_excess(bytes, connection, self.stop.clone()));
            return;
        }
        let stream = Stream::new(bytes, self.timeouts.slowness, connection.clone());
        inside.spawn(self.clone().serve_client(stream, connection, peer, router));
    }

    async fn serve_client(
        self: Arc<Listener>,
        stream: Stream,
        connection: Arc<Connection>,
        peer: SocketAddr,
        router: Router,
    ) {
        let evicted = connection.evicted();
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
        http.timer(TokioTimer::new()).header_read_timeout(self.timeouts.head).max_buf_size(MAX_HEAD_BYTES);
        let serving = http.serve_connection(TokioIo::new(stream), service).with_upgrades();
        let mut serving = std::pin::pin!(serving);
        // Errors are ignored, because the connection has ended anyway.
        tokio::select! {
            _ = serving.as_mut() => return,
            () = evicted.cancelled() => return,
            () = self.stop.cancelled() => serving.as_mut().graceful_shutdown(),
        }
        let _ = serving.await;
    }
}

/// Holds a connection open for a while before closing it, since a client that is rejected at once also retries at once.
async fn hold_excess(bytes: TcpStream, connection: Arc<Connection>, stop: CancellationToken) {
    let evicted = connection.evicted();
    tokio::select! {
        () = tokio::time::sleep(EXCESS_HOLD) => {}
        () = evicted.cancelled() => {}
        () = stop.cancelled() => {}
    }
    drop((bytes, connection));
}

/// Reports whether an error concerns a single connection rather than the listener.
fn concerns_one_connection(why: &std::io::Error) -> bool {
    use std::io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset};
    matches!(why.kind(), ConnectionAborted | ConnectionRefused | ConnectionReset)
}
