//! Requests between nodes, as JSON. A node treats one whose answers it cannot parse as timed out, so these types and those of
//! [`table::driving`] may change between releases whose nodes do not work together.

use serde::{Deserialize, Serialize};
use table::driving::NodeRequest;

use crate::limits::caller::ClientNetwork;

/// Request to the owner node of a table.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Question {
    pub table: String,
    /// The requesting node.
    pub node: String,
    pub what: NodeRequest<ClientNetwork>,
}
