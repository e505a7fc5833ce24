//! Who may come to a table: everybody who has its link, those alone who are invited, or nobody but those who play.

/// Who may come to a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Access {
    /// Whether somebody may look who has no seat, while the game goes on.
    pub spectators: bool,
    /// Whether those alone may look, and take a seat, who are invited.
    pub invited: bool,
}

impl Default for Access {
    fn default() -> Access {
        Access { spectators: true, invited: false }
    }
}
