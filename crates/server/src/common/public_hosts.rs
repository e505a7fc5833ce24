//! Requests to URLs that clients choose, restricted against SSRF: https only, no IP literals, no private addresses.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};

use reqwest::Url;
use reqwest::dns::{Addrs, Name, Resolve, Resolving};

/// Maximum length of a URL, in bytes.
const MAX_URL_BYTES: usize = 1024;

/// Parses a URL that a client chose and checks that requests may be sent to it.
///
/// # Errors
/// The URL is invalid; the text says why.
pub fn public_url(text: &str, allow_private: bool) -> Result<Url, String> {
    if text.len() > MAX_URL_BYTES {
        return Err(format!("it is longer than {MAX_URL_BYTES} bytes"));
    }
    let url = Url::parse(text).map_err(|_| "it is not a URL".to_owned())?;
    if !url.username().is_empty() || url.password().is_some() {
        return Err("it contains a user name".to_owned());
    }
    if allow_private {
        return Ok(url);
    }
    if url.scheme() != "https" {
        return Err("it is not https".to_owned());
    }
    // IP literals are never looked up, so the resolver below could not reject them.
    match url.domain() {
        Some(name) if name.contains('.') => Ok(url),
        _ => Err("it needs a public host name".to_owned()),
    }
}

/// Formats an error with its causes.
pub fn causes(error: &dyn std::error::Error) -> String {
    let mut said = error.to_string();
    let mut cause = error.source();
    while let Some(why) = cause {
        said = format!("{said}: {why}");
        cause = why.source();
    }
    said
}

/// A DNS resolver that returns only public addresses. The client connects only to addresses returned by it.
pub struct PublicResolver {
    /// True to return private addresses too, for tests.
    pub allow_private: bool,
}

impl Resolve for PublicResolver {
    fn resolve(&self, name: Name) -> Resolving {
        let allow_private = self.allow_private;
        Box::pin(async move {
            let found: Vec<SocketAddr> = tokio::net::lookup_host((name.as_str(), 0)).await?.collect();
            let open: Vec<SocketAddr> = found.into_iter().filter(|to| allow_private || is_public(to.ip())).collect();
            if open.is_empty() {
                return Err("the host name has no public address".into());
            }
            Ok(Box::new(open.into_iter()) as Addrs)
        })
    }
}

/// Returns whether an address is public. Loopback and private addresses are not, nor are IPv6 addresses that embed them.
fn is_public(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(address) => is_public_v4(address),
        IpAddr::V6(address) => match address.to_ipv4_mapped() {
            Some(address) => is_public_v4(address),
            None => is_public_v6(address),
        },
    }
}

fn is_public_v4(address: Ipv4Addr) -> bool {
    let [a, b, c, _] = address.octets();
    let inner = address.is_private()
        || address.is_loopback()
        || address.is_link_local()
        || address.is_documentation()
        || a == 0
        // 100.64.0.0/10, carrier-grade NAT.
        || (a == 100 && (64..128).contains(&b))
        // 192.0.0.0/24 and 198.18.0.0/15, protocol assignments and benchmarks.
        || (a, b, c) == (192, 0, 0)
        || (a == 198 && (18..20).contains(&b));
    // 224 and above: multicast and reserved.
    !inner && a < 224
}

fn is_public_v6(address: Ipv6Addr) -> bool {
    let [first, second, ..] = address.segments();
    // 2000::/3 is global unicast. Within it, 2001::/23 is for protocols, and 2001:db8::/32 and 3fff::/20 are for documentation. 2002::/16
    // embeds an IPv4 address, which may be private.
    let given_out = first & 0xe000 == 0x2000;
    let apart = (first == 0x2001 && (second < 0x0200 || second == 0x0db8)) || first == 0x2002 || first == 0x3fff;
    given_out && !apart
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn private_addresses_are_not_public() {
        for inner in [
            "127.0.0.1",
            "10.0.0.1",
            "172.16.0.1",
            "172.31.255.255",
            "192.168.1.1",
            "169.254.169.254",
            "100.64.0.1",
            "0.0.0.0",
            "192.0.0.8",
            "198.18.0.1",
            "224.0.0.1",
            "240.0.0.1",
            "255.255.255.255",
            "192.0.2.1",
            "::1",
            "::",
            "fe80::1",
            "fc00::1",
            "fd12:3456::1",
            "ff02::1",
            "::ffff:127.0.0.1",
            "::ffff:10.0.0.1",
            "::127.0.0.1",
            "64:ff9b::7f00:1",
            "2002:7f00:1::",
            "2001:db8::1",
            "2001::1",
            "fec0::1",
            "3fff::1",
        ] {
            assert!(!is_public(inner.parse().unwrap()), "{inner}");
        }
        for open in [
            "8.8.8.8",
            "1.1.1.1",
            "172.32.0.1",
            "100.128.0.1",
            "198.20.0.1",
            "2606:4700::1111",
            "2001:4860:4860::8888",
            "::ffff:8.8.8.8",
        ] {
            assert!(is_public(open.parse().unwrap()), "{open}");
        }
    }

    #[tokio::test]
    async fn host_names_of_this_machine_are_not_resolved() {
        let (strict, tests) = (PublicResolver { allow_private: false }, PublicResolver { allow_private: true });
        let refused = strict.resolve("localhost".parse().unwrap()).await.err().unwrap();
        assert!(refused.to_string().contains("public address"), "{refused}");
        assert!(tests.resolve("localhost".parse().unwrap()).await.unwrap().count() > 0);
    }

    #[test]
    fn urls_without_a_public_https_host_are_refused() {
        assert!(public_url("https://push.example.com/send/abc", false).is_ok());
        let long = format!("https://push.example.com/{}", "a".repeat(MAX_URL_BYTES));
        for wrong in [
            "http://push.example.com/",
            "https://127.0.0.1/",
            "https://[::1]/",
            "https://2130706433/",
            "https://0x7f.1/",
            "https://localhost/",
            "https://intranet/",
            "https://a:b@push.example.com/",
            "file:///etc/passwd",
            "push",
            &long,
        ] {
            assert!(public_url(wrong, false).is_err(), "{wrong}");
        }
        assert!(public_url("http://127.0.0.1:1/push", true).is_ok());
    }
}
