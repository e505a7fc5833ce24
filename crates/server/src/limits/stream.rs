//! A TCP stream that cuts off a client that does not read the data sent to it.

use std::future::Future;
use std::io::{self, IoSlice};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use socket2::SockRef;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::time::{Instant, Sleep};

use super::connections::Connection;

/// Size in bytes of the system's send buffer for a slow reader. Linux doubles the value for its own bookkeeping.
const SEND_QUEUE_BYTES: usize = 64 * 1024;

/// A TCP stream. Its connection counts as open while the stream exists.
pub struct Stream {
    bytes: TcpStream,
    slowness: Duration,
    /// Deadline for writing pending data.
    deadline: Option<Pin<Box<Sleep>>>,
    _open: Arc<Connection>,
}

impl Stream {
    /// Wraps a stream whose client may leave data unread for up to `slowness`.
    pub fn new(bytes: TcpStream, slowness: Duration, open: Arc<Connection>) -> Stream {
        // Errors are ignored, because without these options the connection is only slower or buffers more.
        let _ = bytes.set_nodelay(true);
        let _ = SockRef::from(&bytes).set_send_buffer_size(SEND_QUEUE_BYTES);
        Stream { bytes, slowness, deadline: None, _open: open }
    }

    /// Starts the deadline when nothing can be written, and drops the connection when the deadline passes.
    fn checked<T>(&mut self, cx: &mut Context<'_>, written: Poll<io::Result<T>>) -> Poll<io::Result<T>> {
        if written.is_ready() {
            self.deadline = None;
            return written;
        }
        let slowness = self.slowness;
        let deadline =
            self.deadline.get_or_insert_with(|| Box::pin(tokio::time::sleep_until(Instant::now() + slowness)));
        if deadline.as_mut().poll(cx).is_pending() {
            return Poll::Pending;
        }
        // An orderly close would keep the unread data in the kernel for minutes.
        let _ = SockRef::from(&self.bytes).set_linger(Some(Duration::ZERO));
        Poll::Ready(Err(io::ErrorKind::TimedOut.into()))
    }
}

impl AsyncRead for Stream {
    fn poll_read(mut self: Pin<&mut Self>, cx: &mut Context<'_>, into: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.bytes).poll_read(cx, into)
    }
}

impl AsyncWrite for Stream {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, from: &[u8]) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.bytes).poll_write(cx, from);
        self.checked(cx, written)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        from: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.bytes).poll_write_vectored(cx, from);
        self.checked(cx, written)
    }

    fn is_write_vectored(&self) -> bool {
        self.bytes.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.bytes).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.bytes).poll_shutdown(cx)
    }
}
