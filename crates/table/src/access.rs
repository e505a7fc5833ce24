//! Access to a table: open to everyone with its link, to invited accounts only, or to its players only.

use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Access {
    /// True if people without a seat may watch the game while it is played.
    pub spectators: bool,
    /// True if only invited accounts may watch or take a seat.
    pub invited: bool,
}

impl Default for Access {
    fn default() -> Access {
        Access { spectators: true, invited: false }
    }
}
