//! Levels of the computer players.

use strum::{Display, EnumString, IntoStaticStr};

/// Strength of a computer player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Display, EnumString, IntoStaticStr)]
#[strum(serialize_all = "lowercase", parse_err_fn = unknown, parse_err_ty = UnknownLevel)]
pub enum Level {
    /// Evaluates only immediate points, and overlooks some lines.
    Easy,
    /// Judges every way to place and deploy by the position that results, as all stronger levels do, but prefers building large features.
    Medium,
    /// Plays like `Hard`, but invests in fields from the first turn.
    Baron,
    /// Plays like `Hard`, but prefers other players' losses to its own gains.
    Thief,
    /// Evaluates like `Medium`, without a personality.
    Hard,
    /// Searches as far ahead as its time allows.
    Master,
}

impl Level {
    /// All levels, weakest first.
    pub const ALL: [Self; 6] = [Self::Easy, Self::Medium, Self::Baron, Self::Thief, Self::Hard, Self::Master];

    /// Returns the level's name.
    pub fn word(self) -> &'static str {
        self.into()
    }

    /// Returns whether the level plays better with more time. The other levels ignore the time.
    pub const fn needs_time(self) -> bool {
        matches!(self, Self::Master)
    }
}

/// Error returned when no level has the given name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown level \"{0}\"; use one of {all}", all = Level::ALL.map(Level::word).join(", "))]
pub struct UnknownLevel(pub String);

fn unknown(word: &str) -> UnknownLevel {
    UnknownLevel(word.to_owned())
}
