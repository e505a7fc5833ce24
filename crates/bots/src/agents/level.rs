//! How well a computer player plays.

use strum::{Display, EnumString, IntoStaticStr};

/// How well a computer player plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Display, EnumString, IntoStaticStr)]
#[strum(serialize_all = "lowercase", parse_err_fn = unknown, parse_err_ty = UnknownLevel)]
pub enum Level {
    /// Sees the points of the moment, and overlooks things.
    Easy,
    /// Evaluates every way to place and deploy by what it leads to, as all stronger ones do, and loves to build: its own features can
    /// never be large enough.
    Medium,
    /// The same, with an eye for fields from the first turn.
    Baron,
    /// The same, happiest with what others lose.
    Thief,
    /// The same, without any such quirk.
    Hard,
    /// Looks ahead as far as its time allows.
    Master,
}

impl Level {
    /// All levels, the weakest first.
    pub const ALL: [Self; 6] = [Self::Easy, Self::Medium, Self::Baron, Self::Thief, Self::Hard, Self::Master];

    /// Its word.
    pub fn word(self) -> &'static str {
        self.into()
    }

    /// Whether it plays the better the more time it has. The others take as long as they take.
    pub const fn needs_time(self) -> bool {
        matches!(self, Self::Master)
    }
}

/// A word that is no level.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no level \"{0}\"; there is {all}", all = Level::ALL.map(Level::word).join(", "))]
pub struct UnknownLevel(pub String);

fn unknown(word: &str) -> UnknownLevel {
    UnknownLevel(word.to_owned())
}
