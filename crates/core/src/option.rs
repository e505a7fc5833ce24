//! How a family describes what a set-up can choose, so that programs can offer it and check it.

/// An option of a rule, with the values it can have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OptionInfo {
    /// Its name in set-ups: `first_player`.
    pub name: &'static str,
    /// Its values; the first is the default.
    pub values: &'static [&'static str],
    /// The clause that it belongs to.
    pub clause: &'static str,
}

/// A part of a family that a set-up can add: an expansion, or the base game itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PartInfo {
    /// Its name in set-ups: `base`, or an expansion's.
    pub id: &'static str,
    /// Most seats when it is in play.
    pub max_seats: u8,
    /// Its options.
    pub options: &'static [OptionInfo],
    /// The tile sets that it adds: name and text of the tile file.
    pub tiles: &'static [(&'static str, &'static str)],
}
