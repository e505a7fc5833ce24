//! Requests between nodes, as JSON. A node treats another node whose replies it cannot parse as timed out, so these types and those in
//! [`table::driving`] may change between releases whose nodes do not work together.

use serde::{Deserialize, Serialize};
use table::driving::NodeRequest;

use crate::limits::caller::ClientNetwork;

/// A request to the owner node of a table.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Question {
    pub table: String,
    /// The requesting node.
    pub node: String,
    pub what: NodeRequest<ClientNetwork>,
}
