//! Set-up choices, described by each family so that programs can offer and check them.

use crate::MAX_FIGURE_KINDS;
use std::fmt::Debug;

/// A rule option with its possible values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OptionInfo {
    /// The option's name in set-ups, such as `first_player`.
    pub name: &'static str,
    /// Accepted values; the first is the default unless `earlier_default` or `default_with` applies.
    pub values: &'static [&'static str],
    /// The clause that leaves this choice to the set-up.
    pub clause: &'static str,
    /// The default in earlier versions of the rules, if it differed: the last version that used it, and the value.
    pub earlier_default: Option<(u32, &'static str)>,
    /// The default that applies if another option has a certain value.
    pub default_with: Option<DefaultWith>,
}

/// A default that depends on another option of the same game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DefaultWith {
    /// The other option.
    pub option: &'static str,
    /// The other option's value.
    pub value: &'static str,
    /// The default in that case.
    pub default: &'static str,
}

impl OptionInfo {
    /// Creates an option whose default is the first of its values.
    pub const fn new(name: &'static str, values: &'static [&'static str], clause: &'static str) -> Self {
        Self { name, values, clause, earlier_default: None, default_with: None }
    }

    /// Sets the default that the option had in version 1 of the rules.
    #[must_use]
    pub const fn default_in_version_1(self, default: &'static str) -> Self {
        self.default_until(1, default)
    }

    /// Sets the default that the option had up to this version of the rules.
    #[must_use]
    pub const fn default_until(self, rules_version: u32, default: &'static str) -> Self {
        Self { earlier_default: Some((rules_version, default)), ..self }
    }

    /// Sets a default that applies if another option has a certain value; ignored in version 1 of the rules.
    #[must_use]
    pub const fn default_with(self, option: &'static str, value: &'static str, default: &'static str) -> Self {
        let default_with = Some(DefaultWith { option, value, default });
        let earlier = if self.earlier_default.is_some() { self.earlier_default } else { Some((1, self.values[0])) };
        Self { default_with, earlier_default: earlier, ..self }
    }

    /// Returns the default under a version of the rules, given the values chosen for other options.
    pub fn default<'a>(&self, rules_version: u32, chosen: impl Fn(&str) -> Option<&'a str>) -> &'static str {
        match (self.earlier_default, self.default_with) {
            (Some((last, earlier)), _) if rules_version <= last => earlier,
            (_, Some(with)) if chosen(with.option) == Some(with.value) => with.default,
            _ => self.values[0],
        }
    }
}

/// A part that a set-up can add: an expansion, or the base game itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PartInfo {
    /// The part's id in set-ups: `base`, or the id of an expansion.
    pub id: &'static str,
    /// Maximum number of seats with this part.
    pub max_seats: u8,
    /// Options that a set-up can choose for this part.
    pub options: &'static [OptionInfo],
    /// Tile sets that the part adds, each as the name and content of its tile file.
    pub tiles: &'static [(&'static str, &'static str)],
}

/// The choices made in a set-up of a family: the parts in play and the rule options.
pub trait Choices: Clone + Debug + Default {
    /// Switches to the behaviour of an earlier version of the rules where no option covers the difference, so that games started under that
    /// version can be replayed.
    fn pin(&mut self, _rules_version: u32) {}

    /// Sets an option to one of its listed values; returns whether the option and the value are known.
    fn set(&mut self, name: &str, value: &str) -> bool;

    /// Sets the first seat, if the options let the set-up choose it.
    fn set_first_seat(&mut self, seat: u8);

    /// Returns the maximum number of seats.
    fn max_seats(&self) -> u8;

    /// Returns how many figures of each kind every seat starts with, at a table with this number of seats.
    fn figures(&self, seats: u8) -> [u8; MAX_FIGURE_KINDS];

    /// Returns how many of the [`figures`](Self::figures) of each kind start in the reserve.
    fn reserve(&self) -> [u8; MAX_FIGURE_KINDS] {
        [0; MAX_FIGURE_KINDS]
    }

    /// Returns the minimum number of seats.
    fn min_seats(&self) -> u8 {
        2
    }

    /// Adds an expansion by its id; returns whether it exists.
    fn add(&mut self, _id: &str) -> bool {
        false
    }

    /// Disables an element of a part in play; returns whether it exists.
    fn remove(&mut self, _element: &str) -> bool {
        false
    }

    /// Returns whether the part at this index in the family's list of parts is in play. Index 0 is the base game.
    fn is_in_play(&self, part: usize) -> bool {
        part == 0
    }

    /// Returns whether a tile set of a part in play is used.
    fn uses_set(&self, _part: &str, _set: &str) -> bool {
        true
    }

    /// Returns whether players hold tiles of a part. These tiles exist even if the part's tile set is not in play.
    fn holds_tiles(&self, _part: &str) -> bool {
        false
    }

    /// Returns whether each seat's hand is visible only to that seat.
    fn has_hidden_hands(&self) -> bool {
        false
    }
}
