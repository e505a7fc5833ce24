//! The server's address, and the source addresses from which visitors connect.

use std::io;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};

use anyhow::Context;
use tokio::net::{TcpSocket, TcpStream};

/// Resolves a server address, which may begin with `http://`.
async fn resolve(url: &str) -> anyhow::Result<SocketAddr> {
    let named = url.strip_prefix("http://").unwrap_or(url).trim_end_matches('/');
    let mut found = tokio::net::lookup_host(named).await.with_context(|| format!("cannot resolve {url}"))?;
    found.next().with_context(|| format!("{url} has no address"))
}

pub async fn resolve_all(urls: &[String]) -> anyhow::Result<Vec<SocketAddr>> {
    let mut all = Vec::new();
    for url in urls {
        all.push(resolve(url).await?);
    }
    Ok(all)
}

/// Connects as the visitor with this number. If the server is on this machine, each visitor connects from a separate address, as on the
/// internet: on Linux all of 127.0.0.0/8 is local.
pub async fn connect(to: SocketAddr, visitor: usize) -> io::Result<TcpStream> {
    let socket = if to.is_ipv4() { TcpSocket::new_v4()? } else { TcpSocket::new_v6()? };
    if to.ip() == IpAddr::V4(Ipv4Addr::LOCALHOST) && cfg!(target_os = "linux") {
        let [_, b, c, d] = ((visitor as u32 % 0x00fe_fffe) + 2).to_be_bytes();
        socket.bind(SocketAddr::new(Ipv4Addr::new(127, b, c, d).into(), 0))?;
    }
    let stream = socket.connect(to).await?;
    stream.set_nodelay(true)?;
    Ok(stream)
}
