//! A network of its own for one node, from which packets can vanish: nobody is told that they do, as where a cable is pulled.

use std::net::{IpAddr, Ipv4Addr};
use std::process::Command;

/// An address of Ethernet that no interface has: what is sent there is dropped without a word.
const NOBODY: &str = "02:00:00:00:00:01";

/// A namespace of the kernel with two wires to this one: by one its node reaches services, by the other people reach the node.
pub struct Network {
    name: String,
    services: Wire,
    people: Wire,
}

/// Two interfaces that are the ends of one wire, with their addresses.
struct Wire {
    near: (String, Ipv4Addr),
    far: (String, Ipv4Addr),
}

impl Wire {
    /// A wire named by a letter and a number, by which it has a net of four addresses too, in 10.net.0.0.
    fn new(letter: char, net: u8, number: u32) -> Wire {
        let [_, _, high, low] = (number * 4).to_be_bytes();
        let at = |host| Ipv4Addr::new(10, net, high, low | host);
        Wire { near: (format!("{letter}n{number}"), at(1)), far: (format!("{letter}f{number}"), at(2)) }
    }
}

impl Network {
    /// A network of its own; none where this may not be had.
    pub fn new() -> Option<Network> {
        let number = std::process::id();
        let name = format!("bastide{number}");
        let network =
            Network { name: name.clone(), services: Wire::new('s', 213, number), people: Wire::new('p', 214, number) };
        let mut made = ip(&["netns", "add", &name]);
        for wire in [&network.services, &network.people] {
            let ((near, at), (far, there)) = (&wire.near, &wire.far);
            made = made && ip(&["link", "add", near, "type", "veth", "peer", "name", far, "netns", &name]);
            made = made && ip(&["addr", "add", &format!("{at}/30"), "dev", near]) && ip(&["link", "set", near, "up"]);
            made = made && ip(&["-n", &name, "addr", "add", &format!("{there}/30"), "dev", far]);
            made = made && ip(&["-n", &name, "link", "set", far, "up"]);
        }
        made.then_some(network)
    }

    /// Where services are reached from within.
    pub fn of_services(&self) -> IpAddr {
        self.services.near.1.into()
    }

    /// Where people reach the node.
    pub fn of_people(&self) -> IpAddr {
        self.people.far.1.into()
    }

    /// A command that runs within.
    pub fn command(&self, program: &str) -> Command {
        let mut command = Command::new("ip");
        command.args(["netns", "exec", &self.name, program]);
        command
    }

    /// What is sent to services, or by them, vanishes from now on: it goes to nobody.
    pub fn partition(&self) {
        self.at_both_ends(|end, at| {
            ip(&[end, &["neigh", "replace", at, "lladdr", NOBODY, "nud", "permanent"]].concat())
        });
    }

    /// It arrives again.
    pub fn heal(&self) {
        self.at_both_ends(|end, at| ip(&[end, &["neigh", "del", at]].concat()));
    }

    fn at_both_ends(&self, change: impl Fn(&[&str], &str) -> bool) {
        let Wire { near, far } = &self.services;
        assert!(change(&[], &format!("{} dev {}", far.1, near.0)));
        assert!(change(&["-n", &self.name], &format!("{} dev {}", near.1, far.0)));
    }
}

impl Drop for Network {
    fn drop(&mut self) {
        // Its ends of the wires, and so the wires, go with it.
        ip(&["netns", "del", &self.name]);
    }
}

/// Whether the kernel did what was asked.
fn ip(words: &[&str]) -> bool {
    Command::new("ip")
        .args(words.iter().flat_map(|word| word.split(' ')))
        .output()
        .is_ok_and(|done| done.status.success())
}
