//! Who asks, as far as the network tells: the household by which limits count, and whether the way to it is encrypted.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use axum::http::{Extensions, HeaderMap};
use ipnet::{IpNet, Ipv4Net, Ipv6Net};
use serde::{Deserialize, Serialize};

/// Bits of an IPv6 address that a provider gives to one household, as a rule; whoever has it has all the others.
pub const HOUSEHOLD_BITS: u8 = 64;

/// The address by which limits count: an IPv4 address, or the first 64 bits of an IPv6 one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Household(IpAddr);

impl Household {
    pub fn of(address: IpAddr) -> Household {
        match address.to_canonical() {
            IpAddr::V6(address) => {
                let rest = u32::from(128 - HOUSEHOLD_BITS);
                let bits = address.to_bits() >> rest << rest;
                Household(IpAddr::V6(Ipv6Addr::from_bits(bits)))
            }
            v4 => Household(v4),
        }
    }

    /// Whether it is within a block of addresses.
    pub fn is_in(&self, block: &IpNet) -> bool {
        block.contains(&self.0)
    }

    /// The smallest block of addresses with all of it.
    pub fn block(&self) -> IpNet {
        match self.0 {
            IpAddr::V4(address) => Ipv4Net::from(address).into(),
            IpAddr::V6(address) => Ipv6Net::new(address, HOUSEHOLD_BITS).unwrap_or(Ipv6Net::from(address)).into(),
        }
    }

    /// Whether it is this machine, as for everybody who comes by a proxy here that is not trusted.
    pub fn is_loopback(self) -> bool {
        self.0.is_loopback()
    }
}

impl std::fmt::Display for Household {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.fmt(out)
    }
}

/// Bits that the addresses of one network share: what one customer of a hosting company can easily have.
const NETWORK_BITS_V4: u32 = 24;
const NETWORK_BITS_V6: u32 = 48;

/// Neighbouring households: whoever changes addresses often stays within a few of these.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Network(IpAddr);

impl Household {
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

/// Who sends a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Caller {
    pub household: Household,
    pub address: IpAddr,
    /// Whether a trusted proxy says that it was asked over https.
    pub https: bool,
}

impl Caller {
    fn at(address: IpAddr, https: bool) -> Caller {
        Caller { household: Household::of(address), address, https }
    }

    /// Who sent a request with these extensions: the listener has put that there. Without one it is this machine.
    pub fn of(extensions: &Extensions) -> Caller {
        extensions.get().copied().unwrap_or(Caller::at(IpAddr::V4(Ipv4Addr::LOCALHOST), false))
    }
}

/// The proxies whose word is taken for who asks through them.
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

    /// Who sends a request with this head from this address. What a proxy says is read from the end, as each adds the address that it
    /// was asked by, and only as far as those who say it are trusted.
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
            // What cannot be read was said by whom we trust, of nobody that can be told apart.
            let Some(address) = address else { break };
            nearest = address;
            if !self.trust(address) {
                break;
            }
        }
        Caller::at(nearest, https)
    }
}

/// The elements of a header that is a list, in lower case.
fn list(head: &HeaderMap, name: &str) -> Vec<String> {
    let lines = head.get_all(name).into_iter().filter_map(|line| line.to_str().ok());
    let parts = lines.flat_map(|line| line.split(','));
    parts.map(|part| part.trim().to_ascii_lowercase()).filter(|part| !part.is_empty()).collect()
}

/// A parameter of an element of `Forwarded`, without its quotation marks.
fn part(hop: &str, name: &str) -> Option<String> {
    let mut pairs = hop.split(';').filter_map(|pair| pair.trim().split_once('='));
    let (_, value) = pairs.find(|(key, _)| *key == name)?;
    Some(value.trim_matches('"').to_owned())
}

/// The address of a node, which may have a port, and brackets where it is of IPv6.
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

    fn household(address: &str) -> Household {
        Household::of(address.parse().unwrap())
    }

    fn proxies() -> Proxies {
        Proxies::new(vec!["127.0.0.0/8".parse().unwrap(), "10.0.0.0/8".parse().unwrap()])
    }

    #[test]
    fn a_household_is_an_address_or_the_first_half_of_one() {
        assert_ne!(household("192.0.2.1"), household("192.0.2.2"));
        assert_eq!(household("192.0.2.1"), household("::ffff:192.0.2.1"));
        assert_eq!(household("2001:db8:1:2::1"), household("2001:db8:1:2:ffff::9"));
        assert_ne!(household("2001:db8:1:2::1"), household("2001:db8:1:3::1"));
    }

    #[test]
    fn a_network_has_many_households() {
        let network = |address: &str| household(address).network();
        assert_eq!(network("192.0.2.1"), network("192.0.2.200"));
        assert_ne!(network("192.0.2.1"), network("192.0.3.1"));
        assert_eq!(network("2001:db8:1:2::1"), network("2001:db8:1:3::1"));
        assert_ne!(network("2001:db8:1:2::1"), network("2001:db8:2:2::1"));
    }

    #[test]
    fn nobody_but_a_trusted_proxy_says_for_whom_it_asks() {
        let said = head(&[("x-forwarded-for", "198.51.100.7"), ("x-forwarded-proto", "https")]);
        let stranger = proxies().caller("192.0.2.1".parse().unwrap(), &said);
        assert_eq!(stranger, Caller::at("192.0.2.1".parse().unwrap(), false));
        let proxy = proxies().caller("127.0.0.1".parse().unwrap(), &said);
        assert_eq!(proxy, Caller::at("198.51.100.7".parse().unwrap(), true));
    }

    #[test]
    fn forged_addresses_before_the_proxys_own_are_not_read() {
        let from = |fields: &[_]| proxies().caller("::ffff:127.0.0.1".parse().unwrap(), &head(fields)).household;
        assert_eq!(from(&[("x-forwarded-for", "203.0.113.9, 198.51.100.7")]), household("198.51.100.7"));
        assert_eq!(from(&[("x-forwarded-for", "198.51.100.7, 10.1.1.1")]), household("198.51.100.7"));
        let twice = [("x-forwarded-for", "203.0.113.9"), ("x-forwarded-for", "198.51.100.7:4711")];
        assert_eq!(from(&twice), household("198.51.100.7"));
        assert_eq!(from(&[("x-forwarded-for", "198.51.100.7, nonsense")]), household("127.0.0.1"));
        assert_eq!(from(&[]), household("127.0.0.1"));
        let hops = "for=203.0.113.9, for=\"[2001:db8::1]:4711\";proto=https;by=10.0.0.1";
        assert_eq!(from(&[("forwarded", hops)]), household("2001:db8::1"));
        assert!(proxies().caller("10.0.0.9".parse().unwrap(), &head(&[("forwarded", hops)])).https);
    }
}
