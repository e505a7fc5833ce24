//! What a node asks another, as JSON. A node that does not understand another takes it as silent, so this and what [`table::driving`] has
//! may change between releases whose nodes do not work together.

use serde::{Deserialize, Serialize};
use table::driving::Asked;

use crate::limits::caller::Household;

/// What a node asks another about a table that this one keeps.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Question {
    pub table: String,
    /// Who asks.
    pub node: String,
    pub what: Asked<Household>,
}
