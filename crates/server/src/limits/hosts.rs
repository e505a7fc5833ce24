//! By which names this server may be called. A page of somebody else's whose name was made to lead here (DNS rebinding) would else be
//! taken for one of ours: its browser names the page's own host, and takes the answers for that page's.

use axum::http::{HeaderMap, Uri, header};

use crate::http::refusal::{Code, Refusal};

/// The names by which the server may be called, beside addresses in numbers and the names of this machine.
#[derive(Clone, Debug, Default)]
pub struct Hosts(Vec<String>);

impl Hosts {
    /// The names that were given, the hosts of the origins that may use this server, and the name that this machine has by itself.
    pub fn new(given: &[String], origins: &[String]) -> Hosts {
        let origins =
            origins.iter().filter_map(|origin| origin.split_once("://")).map(|(_, place)| name(place).to_owned());
        let given = given.iter().map(|given| name(given).to_owned());
        Hosts(given.chain(origins).chain(own_names()).map(|name| name.to_ascii_lowercase()).collect())
    }

    /// Refuses a request that calls this server by a name that is not its own.
    ///
    /// # Errors
    /// `host`, and which option allows the name.
    pub fn check(&self, uri: &Uri, head: &HeaderMap) -> Result<(), Refusal> {
        let asked = match (uri.authority(), head.get(header::HOST)) {
            (Some(authority), _) => authority.as_str().to_owned(),
            (None, Some(host)) => String::from_utf8_lossy(host.as_bytes()).into_owned(),
            // A browser always names a host.
            (None, None) => return Ok(()),
        };
        let host = name(&asked).trim_end_matches('.').to_ascii_lowercase();
        if is_number(&host) || is_this_machine(&host) || self.0.contains(&host) {
            return Ok(());
        }
        let why = format!("this server is not known by the name {host}; start it with --host {host} if it should be");
        Err(Refusal::new(Code::Host, why))
    }
}

/// The host of an authority, without its port.
fn name(authority: &str) -> &str {
    match authority.rsplit_once(':') {
        Some((host, port)) if port.bytes().all(|sign| sign.is_ascii_digit()) => host,
        _ => authority,
    }
}

/// Whether a host is an address in numbers, which no name server has a say in.
fn is_number(host: &str) -> bool {
    let bare = host.strip_prefix('[').and_then(|host| host.strip_suffix(']')).unwrap_or(host);
    bare.parse::<std::net::IpAddr>().is_ok()
}

/// Whether browsers take a name for this machine without asking anybody.
fn is_this_machine(host: &str) -> bool {
    host == "localhost" || host.ends_with(".localhost")
}

/// What this machine is called in its own network.
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
    fn numbers_this_machine_and_names_that_were_given_are_its_own() {
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
        assert!(Hosts::default().check(&Uri::from_static("/"), &HeaderMap::new()).is_ok(), "programs may name none");
    }

    #[test]
    fn a_name_that_was_led_here_is_refused() {
        for host in
            ["evil.example:8080", "127.0.0.1.evil.example", "localhost.evil.example", "play.example.evil.example", ""]
        {
            assert!(!allowed(host), "{host}");
        }
        let refusal = Hosts::default().check(&Uri::from_static("http://evil.example/"), &HeaderMap::new()).unwrap_err();
        assert!(refusal.message.contains("--host evil.example"), "{refusal}");
    }
}
