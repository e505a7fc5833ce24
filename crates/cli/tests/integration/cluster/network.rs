//! A network namespace for one node, whose packets can be dropped silently, as when a cable is pulled.

use std::net::{IpAddr, Ipv4Addr};
use std::process::Command;

/// Ethernet address that no interface has: packets sent to it are dropped silently.
const UNUSED_MAC: &str = "02:00:00:00:00:01";

/// A network namespace with two virtual links to the host: one for the node's services, one for its clients.
pub struct Network {
    name: String,
    services: VirtualLink,
    people: VirtualLink,
}

/// The two ends of a virtual link, with their interfaces and addresses.
struct VirtualLink {
    near: (String, Ipv4Addr),
    far: (String, Ipv4Addr),
}

impl VirtualLink {
    /// Creates a link named after a letter and a number, with its own block of four addresses in `10.net.0.0`.
    fn new(letter: char, net: u8, number: u32) -> VirtualLink {
        let [_, _, high, low] = (number * 4).to_be_bytes();
        let at = |host| Ipv4Addr::new(10, net, high, low | host);
        VirtualLink { near: (format!("{letter}n{number}"), at(1)), far: (format!("{letter}f{number}"), at(2)) }
    }
}

impl Network {
    /// Creates a network. Returns `None` if the process lacks the permission to do so.
    pub fn new() -> Option<Network> {
        let number = std::process::id();
        let name = format!("bastide{number}");
        let network = Network {
            name: name.clone(),
            services: VirtualLink::new('s', 213, number),
            people: VirtualLink::new('p', 214, number),
        };
        let mut made = run_ip(&["netns", "add", &name]);
        for wire in [&network.services, &network.people] {
            let ((near, at), (far, there)) = (&wire.near, &wire.far);
            made = made && run_ip(&["link", "add", near, "type", "veth", "peer", "name", far, "netns", &name]);
            made = made
                && run_ip(&["addr", "add", &format!("{at}/30"), "dev", near])
                && run_ip(&["link", "set", near, "up"]);
            made = made && run_ip(&["-n", &name, "addr", "add", &format!("{there}/30"), "dev", far]);
            made = made && run_ip(&["-n", &name, "link", "set", far, "up"]);
        }
        made.then_some(network)
    }

    /// Returns the address of the services, as seen from inside the namespace.
    pub fn service_address(&self) -> IpAddr {
        self.services.near.1.into()
    }

    /// Returns the address of the node, for its clients.
    pub fn client_address(&self) -> IpAddr {
        self.people.far.1.into()
    }

    /// Returns a command that runs inside the namespace.
    pub fn command(&self, program: &str) -> Command {
        let mut command = Command::new("ip");
        command.args(["netns", "exec", &self.name, program]);
        command
    }

    /// Drops all packets to and from the services.
    pub fn partition(&self) {
        self.change_both_ends(|end, at| {
            run_ip(&[end, &["neigh", "replace", at, "lladdr", UNUSED_MAC, "nud", "permanent"]].concat())
        });
    }

    /// Resumes delivering packets to and from the services.
    pub fn heal(&self) {
        self.change_both_ends(|end, at| run_ip(&[end, &["neigh", "del", at]].concat()));
    }

    fn change_both_ends(&self, change: impl Fn(&[&str], &str) -> bool) {
        let VirtualLink { near, far } = &self.services;
        assert!(change(&[], &format!("{} dev {}", far.1, near.0)));
        assert!(change(&["-n", &self.name], &format!("{} dev {}", near.1, far.0)));
    }
}

impl Drop for Network {
    fn drop(&mut self) {
        // Deleting the namespace also deletes the link ends inside it, and with them the links.
        run_ip(&["netns", "del", &self.name]);
    }
}

/// Runs `ip` and returns whether it succeeded.
fn run_ip(words: &[&str]) -> bool {
    Command::new("ip")
        .args(words.iter().flat_map(|word| word.split(' ')))
        .output()
        .is_ok_and(|done| done.status.success())
}
