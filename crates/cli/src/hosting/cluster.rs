//! Options for several servers on one database.

use server::ClusterConfig;

/// Cluster options.
#[derive(clap::Args)]
#[group(skip)]
pub struct Args {
    /// NATS server that connects the servers on one database, such as nats://nats.example:4222; separate several servers of one NATS system
    /// with commas
    #[arg(long, value_name = "URL", requires = "database")]
    nats: Option<String>,
    /// Cluster name; one NATS system can serve several clusters
    #[arg(long, value_name = "NAME", default_value = "bastide")]
    cluster: String,
    /// Name of this node in the cluster; by default the host name
    #[arg(long, value_name = "NAME")]
    node: Option<String>,
}

impl Args {
    /// Returns the cluster configuration, if the server is part of a cluster.
    pub fn config(self) -> Option<ClusterConfig> {
        let node = self.node.unwrap_or_else(machine);
        Some(ClusterConfig { nats: self.nats?, cluster: self.cluster, node })
    }
}

/// Returns the host name.
fn machine() -> String {
    std::fs::read_to_string("/proc/sys/kernel/hostname")
        .map_or_else(|_| "node".to_owned(), |name| name.trim().to_owned())
}
