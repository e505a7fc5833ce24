//! Settings that the organiser chooses before the start.

use crate::refused::{Refused, check_name};
use serde::{Deserialize, Serialize};

/// The settings of a tournament.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(rename = "TournamentSettings"))]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema), schema(as = TournamentSettings))]
#[serde(deny_unknown_fields)]
pub struct Settings {
    /// Name of the tournament.
    pub name: String,
    /// The format, which determines the pairings.
    pub format: Format,
    /// Number of games in a match: 1, 3 or 5. The match ends once a player has won more than half of them.
    #[serde(default = "one")]
    pub best_of: u8,
    /// How a game with equal points ends.
    #[serde(default)]
    pub ties: Ties,
    /// Tie-breaks between players with equal match points, in this order.
    #[serde(default = "usual_tie_breaks")]
    pub tie_breaks: Vec<TieBreak>,
    /// The order in which players are seeded.
    #[serde(default)]
    pub seeding: Seeding,
    /// Seed of everything that is drawn by lot.
    #[serde(default)]
    #[cfg_attr(feature = "types", ts(type = "number"))]
    pub seed: u64,
}

const fn one() -> u8 {
    1
}

fn usual_tie_breaks() -> Vec<TieBreak> {
    vec![TieBreak::Buchholz, TieBreak::SonnebornBerger, TieBreak::PointsDifference]
}

/// A format of tournaments, which determines the pairings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(rename = "TournamentFormat"))]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema), schema(as = TournamentFormat))]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Format {
    /// In each round, players with equal points play each other, but no two players meet twice.
    Swiss {
        /// Number of rounds, 1 to 30.
        rounds: u8,
    },
    /// Everyone plays everyone.
    RoundRobin {
        /// Number of times, 1 to 4.
        cycles: u8,
    },
    /// A player who loses a match is out.
    SingleElimination {
        /// Whether the losers of the semifinals play for the third place.
        third_place: bool,
    },
    /// A player who loses two matches is out.
    DoubleElimination,
    /// A round robin in each group, then single elimination among the best of them.
    Groups {
        /// Number of groups, 2 to 16.
        groups: u8,
        /// Number of players of each group who reach the elimination, 1 to 4.
        advance: u8,
    },
}

impl Format {
    /// Returns whether players may join and return after the start.
    pub const fn takes_late_players(self) -> bool {
        matches!(self, Self::Swiss { .. })
    }
}

/// How a game with equal points ends.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(rename = "TournamentTies"))]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema), schema(as = TournamentTies))]
#[serde(rename_all = "kebab-case")]
pub enum Ties {
    /// It is drawn.
    #[default]
    Draw,
    /// The player who began loses it.
    StarterLoses,
}

/// A tie-break between players with equal match points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(rename = "TournamentTieBreak"))]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema), schema(as = TournamentTieBreak))]
#[serde(rename_all = "kebab-case")]
pub enum TieBreak {
    /// Points in the matches between the tied players, if each of them has played each other.
    Direct,
    /// Number of matches won over the board.
    Wins,
    /// Sum of the opponents' points (Solkoff). A round without an opponent counts as the player's own points.
    Buchholz,
    /// Sum of the points of the opponents beaten, and half the points of the opponents drawn with.
    SonnebornBerger,
    /// Points made in games, less those of the opponents.
    PointsDifference,
}

/// The order in which players are seeded.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(rename = "TournamentSeeding"))]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema), schema(as = TournamentSeeding))]
#[serde(rename_all = "kebab-case")]
pub enum Seeding {
    /// By rating, the highest first; players without one come last, in the order in which they joined.
    #[default]
    Rating,
    /// In the order in which they joined.
    Joined,
    /// In an order drawn by lot.
    Drawn,
}

impl Settings {
    /// Checks that every number is in its range.
    ///
    /// # Errors
    /// Names the first number that is not.
    pub fn check(&self) -> Result<(), Refused> {
        let numbers: &[(&'static str, u8, u8, u8)] = match self.format {
            Format::Swiss { rounds } => &[("rounds", rounds, 1, 30)],
            Format::RoundRobin { cycles } => &[("cycles", cycles, 1, 4)],
            Format::SingleElimination { .. } | Format::DoubleElimination => &[],
            Format::Groups { groups, advance } => &[("groups", groups, 2, 16), ("advance", advance, 1, 4)],
        };
        for &(what, number, least, most) in numbers {
            if !(least..=most).contains(&number) {
                return Err(Refused::Number { what, number, least, most });
            }
        }
        if !matches!(self.best_of, 1 | 3 | 5) {
            return Err(Refused::BestOf(self.best_of));
        }
        check_name(&self.name)
    }
}
