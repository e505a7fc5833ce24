//! Access to a table: for everyone with its link, for invited accounts only, or for its players only.

/// Access rules of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Access {
    /// True if people without a seat may watch while the game is played.
    pub spectators: bool,
    /// True if only invited accounts may watch or take a seat.
    pub invited: bool,
}

impl Default for Access {
    fn default() -> Access {
        Access { spectators: true, invited: false }
    }
}
