//! What servers that work together keep in the database: who is there, and which of them keeps which table.

use table::Moment;

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
