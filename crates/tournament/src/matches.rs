//! Matches and their games.

use crate::PlayerNumber;
use crate::settings::{Settings, Ties};
use serde::{Deserialize, Serialize};
use std::cmp::Ordering;

/// The part of a tournament to which a match belongs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(rename = "MatchStage"))]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema), schema(as = MatchStage))]
#[serde(tag = "stage", content = "number", rename_all = "kebab-case")]
pub enum Stage {
    /// A round of a Swiss tournament or a round robin.
    League,
    /// A round robin within the group of this number.
    Group(u8),
    /// A round of an elimination among players who have lost no match of it.
    Winners(u8),
    /// A round of a double elimination among players who have lost one match.
    Losers(u8),
    /// The final of a double elimination.
    Final,
    /// The second final of a double elimination, if its first one was the first loss of the loser.
    SecondFinal,
    /// The match for the third place.
    ThirdPlace,
}

impl Stage {
    /// Returns the word for the kind of stage.
    pub const fn word(self) -> &'static str {
        match self {
            Self::League => "league",
            Self::Group(_) => "group",
            Self::Winners(_) => "winners",
            Self::Losers(_) => "losers",
            Self::Final => "final",
            Self::SecondFinal => "second-final",
            Self::ThirdPlace => "third-place",
        }
    }

    /// Returns whether a match of this stage needs a winner.
    pub const fn needs_winner(self) -> bool {
        !matches!(self, Self::League | Self::Group(_))
    }
}

/// How a match ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(rename = "MatchOutcome"))]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema), schema(as = MatchOutcome))]
#[serde(rename_all = "kebab-case")]
pub enum Outcome {
    /// Its first player wins.
    FirstWins,
    /// Its second player wins.
    SecondWins,
    /// It is drawn.
    Draw,
    /// Both players lose, such as if neither arrived.
    BothLose,
}

impl Outcome {
    /// Returns the outcome in which this side wins.
    pub const fn won_by(side: usize) -> Self {
        if side == 0 { Self::FirstWins } else { Self::SecondWins }
    }

    /// Returns the side that wins.
    pub const fn winner(self) -> Option<usize> {
        match self {
            Self::FirstWins => Some(0),
            Self::SecondWins => Some(1),
            Self::Draw | Self::BothLose => None,
        }
    }
}

/// A game of a match.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Game {
    /// The reports of both players: the points of the first and second player of the match.
    pub reports: [Option<[i32; 2]>; 2],
    /// The result, once both reports agree or it was entered.
    pub points: Option<[i32; 2]>,
    /// The side that won whatever the points, if one was entered.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub winner: Option<u8>,
}

impl Game {
    /// Returns whether the players reported different results, so that an arbiter must enter one.
    pub fn is_disputed(&self) -> bool {
        self.points.is_none() && matches!(self.reports, [Some(one), Some(other)] if one != other)
    }

    /// Returns the side that won, if this is the game of this number in its match. The first player begins games with even numbers.
    fn winner_as(&self, number: usize, ties: Ties) -> Option<usize> {
        let points = self.points?;
        if let Some(winner) = self.winner {
            return Some(usize::from(winner));
        }
        match (points[0].cmp(&points[1]), ties) {
            (Ordering::Greater, _) => Some(0),
            (Ordering::Less, _) => Some(1),
            (Ordering::Equal, Ties::Draw) => None,
            (Ordering::Equal, Ties::StarterLoses) => Some(1 - number % 2),
        }
    }
}

/// A match between two players.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Match {
    /// The round, counted from 0.
    pub round: usize,
    /// The part of the tournament.
    pub stage: Stage,
    /// The place in its stage: winners of the slots 2 n and 2 n + 1 meet in slot n.
    pub slot: usize,
    /// The two players; the first begins the first game. Without a second player, the first has a bye.
    pub players: [Option<PlayerNumber>; 2],
    /// The games so far. The last one is the current game, unless it has a result.
    pub games: Vec<Game>,
    /// The decision of an arbiter, or the consequence of a withdrawal.
    pub ruling: Option<Ruling>,
    /// Whether it is interrupted.
    pub adjourned: bool,
}

/// A decision about a match that does not come from its games.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ruling {
    /// How the match ends.
    pub outcome: Outcome,
    /// The reason, for the players to read.
    pub reason: String,
}

impl Match {
    pub(crate) fn new(round: usize, stage: Stage, slot: usize, players: [Option<PlayerNumber>; 2]) -> Self {
        Self { round, stage, slot, players, games: vec![Game::default()], ruling: None, adjourned: false }
    }

    /// Returns whether the first player has a bye: a win without a game.
    pub const fn is_bye(&self) -> bool {
        self.players[1].is_none()
    }

    /// Returns the side of a player.
    pub fn side_of(&self, player: PlayerNumber) -> Option<usize> {
        self.players.iter().position(|&other| other == Some(player))
    }

    /// Returns the number of the game that an undecided match waits for.
    pub fn current_game(&self) -> usize {
        self.games.iter().position(|game| game.points.is_none()).unwrap_or(self.games.len())
    }

    /// Returns whether both players arrived: it is not a bye, and at least one game has a result.
    pub fn was_played(&self) -> bool {
        !self.is_bye() && self.games.iter().any(|game| game.points.is_some())
    }

    /// Returns the number of games won by each side.
    pub fn wins(&self, settings: &Settings) -> [u8; 2] {
        let mut wins = [0; 2];
        for (number, game) in self.games.iter().enumerate() {
            if let Some(side) = game.winner_as(number, settings.ties) {
                wins[side] += 1;
            }
        }
        wins
    }

    /// Returns how the match ended; `None` while it is open.
    pub fn outcome(&self, settings: &Settings) -> Option<Outcome> {
        if self.is_bye() {
            return Some(Outcome::FirstWins);
        }
        if let Some(ruling) = &self.ruling {
            return Some(ruling.outcome);
        }
        let wins = self.wins(settings);
        let done = self.games.iter().filter(|game| game.points.is_some()).count();
        if wins.iter().any(|&wins| wins > settings.best_of / 2) {
            return Some(Outcome::won_by(usize::from(wins[1] > wins[0])));
        }
        match done >= usize::from(settings.best_of) {
            true if wins[0] != wins[1] => Some(Outcome::won_by(usize::from(wins[1] > wins[0]))),
            true if !self.stage.needs_winner() => Some(Outcome::Draw),
            _ => None,
        }
    }

    /// Returns the points that a side made in the match, and those of its opponent.
    pub fn points_of(&self, side: usize) -> (i32, i32) {
        let points = self.games.iter().filter_map(|game| game.points);
        points.fold((0, 0), |(own, other), points| (own + points[side], other + points[1 - side]))
    }
}
