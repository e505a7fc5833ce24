//! The client as seen from the network: the client network to which limits apply, and whether the connection is encrypted.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use axum::http::{Extensions, HeaderMap};
use ipnet::{IpNet, Ipv4Net, Ipv6Net};
use serde::{Deserialize, Serialize};

/// Prefix length of the IPv6 block that a provider usually assigns to one customer, who controls all of its addresses.
pub const CLIENT_NETWORK_BITS_V6: u8 = 64;

/// The unit to which per-client limits apply: an IPv4 address or an IPv6 /64.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct ClientNetwork(IpAddr);

impl ClientNetwork {
    pub fn of(address: IpAddr) -> ClientNetwork {
        match address.to_canonical() {
            IpAddr::V6(address) => {
                let rest = u32::from(128 - CLIENT_NETWORK_BITS_V6);
                let bits = address.to_bits() >> rest << rest;
                ClientNetwork(IpAddr::V6(Ipv6Addr::from_bits(bits)))
            }
            v4 => ClientNetwork(v4),
        }
    }

    /// Reports whether this network is within an address block.
    pub fn is_in(&self, block: &IpNet) -> bool {
        block.contains(&self.0)
    }

    /// Returns the smallest address block that contains this network.
    pub fn block(&self) -> IpNet {
        match self.0 {
            IpAddr::V4(address) => Ipv4Net::from(address).into(),
            IpAddr::V6(address) => {
                Ipv6Net::new(address, CLIENT_NETWORK_BITS_V6).unwrap_or(Ipv6Net::from(address)).into()
            }
        }
    }

    /// Reports whether the client is on this machine, as every client of an untrusted local proxy appears to be.
    pub fn is_loopback(self) -> bool {
        self.0.is_loopback()
    }
}

impl std::fmt::Display for ClientNetwork {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.fmt(out)
    }
}

/// Prefix length of a larger network that a hosting customer can easily obtain.
const NETWORK_BITS_V4: u32 = 24;
const NETWORK_BITS_V6: u32 = 48;

/// A group of neighbouring client networks. A client that changes addresses often stays within a few groups.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Network(IpAddr);

impl ClientNetwork {
    pub fn network(self) -> Network {
        Network(match self.0 {
            IpAddr::V4(address) => {
                IpAddr::V4(Ipv4Addr::from_bits(address.to_bits() >> (32 - NETWORK_BITS_V4) << (32 - NETWORK_BITS_V4)))
            }
            IpAddr::V6(address) => {
                IpAddr::V6(Ipv6Addr::from_bits(address.to_bits() >> (128 - NETWORK_BITS_V6) << (128 - NETWORK_BITS_V6)))
            }
        })
    }
}

impl std::fmt::Display for Network {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.fmt(f)
    }
}

/// The client that sent a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Caller {
    pub client_network: ClientNetwork,
    pub address: IpAddr,
    /// Whether a trusted proxy reports that the request came over HTTPS.
    pub https: bool,
}

impl Caller {
    fn at(address: IpAddr, https: bool) -> Caller {
        Caller { client_network: ClientNetwork::of(address), address, https }
    }

    /// Returns the client that the listener stored in a request's extensions; defaults to this machine.
    pub fn of(extensions: &Extensions) -> Caller {
        extensions.get().copied().unwrap_or(Caller::at(IpAddr::V4(Ipv4Addr::LOCALHOST), false))
    }
}

/// Proxies whose forwarding headers are trusted.
#[derive(Clone, Debug, Default)]
pub struct Proxies(Vec<IpNet>);

impl Proxies {
    pub fn new(networks: Vec<IpNet>) -> Proxies {
        Proxies(networks)
    }

    pub fn trust(&self, address: IpAddr) -> bool {
        let address = address.to_canonical();
        self.0.iter().any(|network| network.contains(&address))
    }

    /// Determines the client of a request from the peer address and the forwarding headers. Each proxy appends its client's address, so the
    /// headers are read from the end and only as far as the proxies are trusted.
    pub fn caller(&self, peer: IpAddr, head: &HeaderMap) -> Caller {
        if !self.trust(peer) {
            return Caller::at(peer, false);
        }
        let listed = list(head, "x-forwarded-for");
        let (addresses, https) = if listed.is_empty() && head.contains_key("forwarded") {
            let hops = list(head, "forwarded");
            let https = hops.last().and_then(|hop| part(hop, "proto")).is_some_and(|scheme| scheme == "https");
            (hops.iter().map(|hop| part(hop, "for").and_then(|node| address(&node))).collect(), https)
        } else {
            let scheme = list(head, "x-forwarded-proto").pop();
            (
                listed.iter().map(|node| address(node)).collect::<Vec<_>>(),
                scheme.is_some_and(|scheme| scheme == "https"),
            )
        };
        let mut nearest = peer;
        for address in addresses.into_iter().rev() {
            // A trusted proxy reported something that is not an address: stop at the proxy.
            let Some(address) = address else { break };
            nearest = address;
            if !self.trust(address) {
                break;
            }
        }
        Caller::at(nearest, https)
    }
}

/// Returns the comma-separated elements of a header, in lower case.
fn list(head: &HeaderMap, name: &str) -> Vec<String> {
    let lines = head.get_all(name).into_iter().filter_map(|line| line.to_str().ok());
    let parts = lines.flat_map(|line| line.split(','));
    parts.map(|part| part.trim().to_ascii_lowercase()).filter(|part| !part.is_empty()).collect()
}

/// Returns a parameter of a `Forwarded` element, without quotation marks.
fn part(hop: &str, name: &str) -> Option<String> {
    let mut pairs = hop.split(';').filter_map(|pair| pair.trim().split_once('='));
    let (_, value) = pairs.find(|(key, _)| *key == name)?;
    Some(value.trim_matches('"').to_owned())
}

/// Parses an address, which may have a port, and may be in brackets if it is IPv6.
fn address(node: &str) -> Option<IpAddr> {
    if let Ok(address) = node.parse() {
        return Some(address);
    }
    match node.strip_prefix('[') {
        Some(node) => node.split_once(']')?.0.parse().ok(),
        None => node.split_once(':')?.0.parse().ok(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::HeaderValue;

    fn head(fields: &[(&'static str, &'static str)]) -> HeaderMap {
        let mut head = HeaderMap::new();
        for (name, value) in fields {
            head.append(*name, HeaderValue::from_static(value));
        }
        head
    }

    fn client_network(address: &str) -> ClientNetwork {
        ClientNetwork::of(address.parse().unwrap())
    }

    fn proxies() -> Proxies {
        Proxies::new(vec!["127.0.0.0/8".parse().unwrap(), "10.0.0.0/8".parse().unwrap()])
    }

    #[test]
    fn a_client_network_is_an_ipv4_address_or_an_ipv6_64() {
        assert_ne!(client_network("192.0.2.1"), client_network("192.0.2.2"));
        assert_eq!(client_network("192.0.2.1"), client_network("::ffff:192.0.2.1"));
        assert_eq!(client_network("2001:db8:1:2::1"), client_network("2001:db8:1:2:ffff::9"));
        assert_ne!(client_network("2001:db8:1:2::1"), client_network("2001:db8:1:3::1"));
    }

    #[test]
    fn a_network_contains_many_client_networks() {
        let network = |address: &str| client_network(address).network();
        assert_eq!(network("192.0.2.1"), network("192.0.2.200"));
        assert_ne!(network("192.0.2.1"), network("192.0.3.1"));
        assert_eq!(network("2001:db8:1:2::1"), network("2001:db8:1:3::1"));
        assert_ne!(network("2001:db8:1:2::1"), network("2001:db8:2:2::1"));
    }

    #[test]
    fn only_trusted_proxies_can_set_the_client_address() {
        let said = head(&[("x-forwarded-for", "198.51.100.7"), ("x-forwarded-proto", "https")]);
        let stranger = proxies().caller("192.0.2.1".parse().unwrap(), &said);
        assert_eq!(stranger, Caller::at("192.0.2.1".parse().unwrap(), false));
        let proxy = proxies().caller("127.0.0.1".parse().unwrap(), &said);
        assert_eq!(proxy, Caller::at("198.51.100.7".parse().unwrap(), true));
    }

    #[test]
    fn forged_addresses_before_the_proxys_own_are_ignored() {
        let from = |fields: &[_]| proxies().caller("::ffff:127.0.0.1".parse().unwrap(), &head(fields)).client_network;
        assert_eq!(from(&[("x-forwarded-for", "203.0.113.9, 198.51.100.7")]), client_network("198.51.100.7"));
        assert_eq!(from(&[("x-forwarded-for", "198.51.100.7, 10.1.1.1")]), client_network("198.51.100.7"));
        let twice = [("x-forwarded-for", "203.0.113.9"), ("x-forwarded-for", "198.51.100.7:4711")];
        assert_eq!(from(&twice), client_network("198.51.100.7"));
        assert_eq!(from(&[("x-forwarded-for", "198.51.100.7, nonsense")]), client_network("127.0.0.1"));
        assert_eq!(from(&[]), client_network("127.0.0.1"));
        let hops = "for=203.0.113.9, for=\"[2001:db8::1]:4711\";proto=https;by=10.0.0.1";
        assert_eq!(from(&[("forwarded", hops)]), client_network("2001:db8::1"));
        assert!(proxies().caller("10.0.0.9".parse().unwrap(), &head(&[("forwarded", hops)])).https);
    }
}
