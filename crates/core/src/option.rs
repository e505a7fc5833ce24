//! How a family describes what a set-up can choose, so that programs can offer it and check it.

use crate::MAX_FIGURE_KINDS;
use std::fmt::Debug;

/// An option of a rule, with the values it can have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OptionInfo {
    /// Its name in set-ups: `first_player`.
    pub name: &'static str,
    /// Its values; the first is the default where nothing else is said.
    pub values: &'static [&'static str],
    /// The clause that it belongs to.
    pub clause: &'static str,
    /// The default of earlier versions of the rules, where that was another: the last such version, and the default.
    pub earlier_default: Option<(u32, &'static str)>,
    /// The default where another option has a certain value.
    pub default_with: Option<DefaultWith>,
}

/// A default that depends on another option of the same game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DefaultWith {
    /// The other option.
    pub option: &'static str,
    /// Its value.
    pub value: &'static str,
    /// The default then.
    pub default: &'static str,
}

impl OptionInfo {
    /// An option whose default is the first of its values.
    pub const fn new(name: &'static str, values: &'static [&'static str], clause: &'static str) -> Self {
        Self { name, values, clause, earlier_default: None, default_with: None }
    }

    /// The same option, whose default was another in version 1 of the rules.
    #[must_use]
    pub const fn at_first(self, default: &'static str) -> Self {
        self.until(1, default)
    }

    /// The same option, whose default was another up to this version of the rules.
    #[must_use]
    pub const fn until(self, rules_version: u32, default: &'static str) -> Self {
        Self { earlier_default: Some((rules_version, default)), ..self }
    }

    /// The same option, with another default where another option has a certain value; not so in version 1 of the rules.
    #[must_use]
    pub const fn with(self, option: &'static str, value: &'static str, default: &'static str) -> Self {
        let default_with = Some(DefaultWith { option, value, default });
        let earlier = if self.earlier_default.is_some() { self.earlier_default } else { Some((1, self.values[0])) };
        Self { default_with, earlier_default: earlier, ..self }
    }

    /// The default by a version of the rules, given what has been chosen for other options.
    pub fn default<'a>(&self, rules_version: u32, chosen: impl Fn(&str) -> Option<&'a str>) -> &'static str {
        match (self.earlier_default, self.default_with) {
            (Some((last, earlier)), _) if rules_version <= last => earlier,
            (_, Some(with)) if chosen(with.option) == Some(with.value) => with.default,
            _ => self.values[0],
        }
    }
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

/// What a set-up of a family has chosen: its parts and the options of its rules.
pub trait Choices: Clone + Debug + Default {
    /// Makes the rules those of an earlier version, where no option does that: so that games played by it can be played again.
    fn pin(&mut self, _rules_version: u32) {}

    /// Sets an option to one of the values that its description lists; whether it is one of these.
    fn set(&mut self, name: &str, value: &str) -> bool;

    /// Says which seat begins, where the options let the set-up name it.
    fn begin_with(&mut self, seat: u8);

    /// Most seats.
    fn max_seats(&self) -> u8;

    /// The figures that every seat begins with at a table of so many seats.
    fn figures(&self, seats: u8) -> [u8; MAX_FIGURE_KINDS];

    /// Of [`figures`](Self::figures), those that lie in reserve at first.
    fn reserve(&self) -> [u8; MAX_FIGURE_KINDS] {
        [0; MAX_FIGURE_KINDS]
    }

    /// Fewest seats.
    fn min_seats(&self) -> u8 {
        2
    }

    /// Adds an expansion by its id; whether there is one.
    fn add(&mut self, _id: &str) -> bool {
        false
    }

    /// Switches an element of a part in play off; whether there is one.
    fn remove(&mut self, _element: &str) -> bool {
        false
    }

    /// Whether the part of this number among the family's parts is in play. The first is the game itself.
    fn in_play(&self, part: usize) -> bool {
        part == 0
    }

    /// Whether a tile set of a part in play is used.
    fn uses_set(&self, _part: &str, _set: &str) -> bool {
        true
    }

    /// Whether players hold tiles of a part, which are there even where its tile set is not in play.
    fn holds_tiles(&self, _part: &str) -> bool {
        false
    }

    /// Whether a seat's hand is for its own eyes only.
    fn hidden_hands(&self) -> bool {
        false
    }
}
