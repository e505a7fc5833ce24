//! Host names that this server accepts. Without this check, a page whose host name was made to resolve to this server (DNS rebinding) would
//! be same-origin with it and could read its responses.

use axum::http::{HeaderMap, Uri, header};

use crate::http::refusal::{Code, Refusal};

/// Accepted host names, besides IP addresses and the names of this machine.
#[derive(Clone, Debug, Default)]
pub struct Hosts(Vec<String>);

impl Hosts {
    /// Accepts the given names, the hosts of the allowed origins, and this machine's own name.
    pub fn new(given: &[String], origins: &[String]) -> Hosts {
        let origins =
            origins.iter().filter_map(|origin| origin.split_once("://")).map(|(_, place)| name(place).to_owned());
        let given = given.iter().map(|given| name(given).to_owned());
        Hosts(given.chain(origins).chain(own_names()).map(|name| name.to_ascii_lowercase()).collect())
    }

    /// Rejects a request for an unknown host name.
    ///
    /// # Errors
    /// `host`; the message names the option that allows the host.
    pub fn check(&self, uri: &Uri, head: &HeaderMap) -> Result<(), Refusal> {
        let asked = match (uri.authority(), head.get(header::HOST)) {
            (Some(authority), _) => authority.as_str().to_owned(),
            (None, Some(host)) => String::from_utf8_lossy(host.as_bytes()).into_owned(),
            // Browsers always send a host name, so this client is not a browser.
            (None, None) => return Ok(()),
        };
        let host = name(&asked).trim_end_matches('.').to_ascii_lowercase();
        if is_number(&host) || is_this_machine(&host) || self.0.contains(&host) {
            return Ok(());
        }
        let why = format!("unknown host name {host}; to allow it, start the server with --host {host}");
        Err(Refusal::new(Code::Host, why))
    }
}

/// Returns the host of an authority, without the port.
fn name(authority: &str) -> &str {
    match authority.rsplit_once(':') {
        Some((host, port)) if port.bytes().all(|sign| sign.is_ascii_digit()) => host,
        _ => authority,
    }
}

/// Reports whether a host is an IP address, which DNS cannot redirect.
fn is_number(host: &str) -> bool {
    let bare = host.strip_prefix('[').and_then(|host| host.strip_suffix(']')).unwrap_or(host);
    bare.parse::<std::net::IpAddr>().is_ok()
}

/// Reports whether browsers resolve a name to this machine without DNS.
fn is_this_machine(host: &str) -> bool {
    host == "localhost" || host.ends_with(".localhost")
}

/// Returns the names of this machine on the local network.
fn own_names() -> Vec<String> {
    #[cfg(target_os = "linux")]
    {
        let called = rustix::system::uname().nodename().to_string_lossy().to_ascii_lowercase();
        vec![format!("{called}.local"), called]
    }
    #[cfg(not(target_os = "linux"))]
    Vec::new()
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::HeaderValue;

    fn allowed(host: &'static str) -> bool {
        let hosts = Hosts::new(&["Play.example:443".to_owned()], &["https://games.example".to_owned()]);
        let mut head = HeaderMap::new();
        head.insert(header::HOST, HeaderValue::from_static(host));
        hosts.check(&Uri::from_static("/api/tables"), &head).is_ok()
    }

    #[test]
    fn ip_addresses_local_names_and_configured_names_are_accepted() {
        for host in [
            "127.0.0.1:8080",
            "192.0.2.7",
            "[::1]:8080",
            "localhost:8080",
            "LOCALHOST",
            "play.example",
            "games.example:8443",
        ] {
            assert!(allowed(host), "{host}");
        }
        assert!(
            Hosts::default().check(&Uri::from_static("/"), &HeaderMap::new()).is_ok(),
            "programs may omit the host"
        );
    }

    #[test]
    fn a_rebound_host_name_is_rejected() {
        for host in
            ["evil.example:8080", "127.0.0.1.evil.example", "localhost.evil.example", "play.example.evil.example", ""]
        {
            assert!(!allowed(host), "{host}");
        }
        let refusal = Hosts::default().check(&Uri::from_static("http://evil.example/"), &HeaderMap::new()).unwrap_err();
        assert!(refusal.message.contains("--host evil.example"), "{refusal}");
    }
}
