//! What a server shares with others that work on the same database.

use server::Shared;

/// Other servers on the same database, if there may be any.
#[derive(clap::Args)]
#[group(skip)]
pub struct Args {
    /// Address of NATS, by which servers on one database work together: nats://nats.example:4222; several of one system with commas
    /// between them
    #[arg(long, value_name = "URL", requires = "database")]
    nats: Option<String>,
    /// Name of the cluster that works together: one NATS can have several
    #[arg(long, value_name = "NAME", default_value = "bastide")]
    cluster: String,
    /// What this server is called among them; without it the name of this machine
    #[arg(long, value_name = "NAME")]
    node: Option<String>,
}

impl Args {
    /// What is shared, if anything is.
    pub fn shared(self) -> Option<Shared> {
        let node = self.node.unwrap_or_else(machine);
        Some(Shared { nats: self.nats?, cluster: self.cluster, node })
    }
}

/// The name of this machine.
fn machine() -> String {
    std::fs::read_to_string("/proc/sys/kernel/hostname")
        .map_or_else(|_| "node".to_owned(), |name| name.trim().to_owned())
}
