//! What servers that work together keep in the database: who is there, and which of them keeps which table.

use table::Moment;
use table::driving::Lease;

use super::Stored;

/// A server that is there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NodeLine {
    /// Its name.
    pub name: String,
    /// How long ago it last said that it is there, in milliseconds.
    pub silent: u64,
    /// The newest version of the rules that it plays by.
    pub rules: u32,
}

/// What a server hears when it says that it is there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Heard {
    /// How long the servers have run by now: time counts as long as one of them says so often enough.
    pub moment: Moment,
    /// Those that were there.
    pub nodes: Vec<NodeLine>,
}

/// Who is there, and who keeps what.
pub trait ClusterStore: Send + Sync {
    /// Says that a server is there; gives the moment, and all that were there, those that have been silent for longer than `patience`
    /// milliseconds aside. The server itself is left out if it was silent for so long before.
    fn beat(&self, node: &str, rules: u32, patience: u64) -> Stored<Heard>;

    /// The moment, as all servers count it that were heard of within `patience` milliseconds.
    fn moment(&self, patience: u64) -> Stored<Moment>;

    /// Takes a table for a server, unless another keeps it that is there; says who keeps it now, or that there is no such table. A server
    /// that does not know the rules of the table leaves it to others.
    fn take(&self, name: &str, node: &str, rules: u32, patience: u64) -> Stored<Option<Lease>>;

    /// Lets go of a table, so that any server may take it.
    fn let_go(&self, name: &str, node: &str) -> Stored<()>;

    /// A server goes: any other may take what it keeps.
    fn leave(&self, node: &str, patience: u64) -> Stored<()>;
}
