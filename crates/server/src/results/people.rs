//! Lists of players: query parameters and responses.

use serde::{Deserialize, Serialize};
use table::SeatRating;
use utoipa::{IntoParams, ToSchema};

use super::people_store::{Listing, PlayerLine};
use super::query::ClassQuery;
use super::store::{Class, RatingLine};
use crate::accounts::names;
use crate::accounts::profile::{Avatar, PublicProfile};
use crate::accounts::store::AccountId;
use crate::http::refusal::{Code, Refusal};

/// Maximum length of a prefix in characters, which is that of a name.
const MAX_PREFIX_CHARACTERS: usize = 32;
/// Default number of players on a page, and the maximum.
const DEFAULT_PAGE: usize = 20;
const MAX_PAGE: usize = 50;

/// Selects the players of a list, and the class of their ratings.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
pub struct PeopleQuery {
    /// Beginning of a name, in any case: lists the accounts whose names begin with it, in alphabetical order.
    begins: Option<String>,
    /// Without `begins`: people in the newest public games (the default), accounts that are online, the leaderboard, or the players whom
    /// the account follows, those who are online first.
    #[param(pattern = "^(recent|online|best|following)$")]
    list: Option<String>,
    /// Game id for the ratings; Carcassonne by default.
    game: Option<String>,
    /// Game speed for the ratings; `rapid` by default.
    #[param(pattern = "^(blitz|rapid|slow|days|none)$")]
    speed: Option<String>,
    /// Game size for the ratings; `two` by default.
    #[param(pattern = "^(two|more)$")]
    size: Option<String>,
    /// The `next` value of the previous page.
    pub after: Option<String>,
    /// Number of players; 20 by default.
    #[param(minimum = 1, maximum = 50)]
    limit: Option<usize>,
}

impl PeopleQuery {
    /// Parses the class of the ratings.
    ///
    /// # Errors
    /// `bad_range`: a parameter is invalid.
    pub fn class(&self) -> Result<Class, Refusal> {
        ClassQuery::new(self.game.clone(), self.speed.clone(), self.size.clone()).class()
    }

    /// Checks the requested page size, or returns the default.
    ///
    /// # Errors
    /// `bad_range`: the size is out of range.
    pub fn limit(&self) -> Result<usize, Refusal> {
        match self.limit.unwrap_or(DEFAULT_PAGE) {
            limit @ 1..=MAX_PAGE => Ok(limit),
            limit => Err(wrong(format!("limit must be 1 to {MAX_PAGE}, not {limit}"))),
        }
    }

    /// Returns the requested list; `online` returns the accounts that are online.
    ///
    /// # Errors
    /// `bad_range`: a parameter is invalid.
    pub fn listing(&self, online: impl FnOnce() -> Vec<AccountId>) -> Result<Listing, Refusal> {
        match (&self.begins, self.list.as_deref()) {
            (Some(_), Some(_)) => Err(wrong("use either begins or list, not both")),
            (Some(begins), None) => {
                let (folded, characters) = (names::folded(begins), begins.chars().count());
                if folded.is_empty() || characters > MAX_PREFIX_CHARACTERS {
                    return Err(wrong(format!("begins must have 1 to {MAX_PREFIX_CHARACTERS} characters")));
                }
                Ok(Listing::Prefix(folded))
            }
            (None, None | Some("recent")) => Ok(Listing::Recent),
            (None, Some("online")) => Ok(Listing::Online(online())),
            (None, Some("best")) => Ok(Listing::Best),
            (None, Some("following")) => Ok(Listing::Following(online())),
            (None, Some(other)) => {
                Err(wrong(format!("list must be one of recent, online, best, following, not \"{other}\"")))
            }
        }
    }
}

fn wrong(what: impl Into<String>) -> Refusal {
    Refusal::new(Code::BadRange, what)
}

/// A page of players.
#[derive(Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PeoplePage {
    /// The players, at most as many as requested.
    pub people: Vec<PlayerInfo>,
    /// The value of `after` for the next page; null on the last page.
    pub next: Option<String>,
}

/// A player in a list.
#[derive(Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PlayerInfo {
    /// Name of the account.
    pub name: String,
    /// True if this is the caller's account.
    pub you: bool,
    /// True if the account is a program.
    pub program: bool,
    /// Picture; null if none is chosen.
    pub avatar: Option<Avatar>,
    /// Country code of ISO 3166-1 alpha-2; null if none is chosen.
    pub flag: Option<String>,
    /// Current rating in the requested class; null without rated games.
    pub rating: Option<SeatRating>,
    /// Number of public games, up to the newest 2,000.
    #[cfg_attr(test, ts(type = "number"))]
    pub games: u64,
    /// True if the player is online. Always false if one of the player and the caller has blocked the other.
    pub online: bool,
    /// A public table at which the player is playing and which the caller may watch.
    pub playing: Option<String>,
    /// True if the caller can challenge the player, after signing in.
    pub challenge: bool,
    /// True if the caller's account follows the player.
    pub followed: bool,
}

impl PeoplePage {
    /// Builds a page; `limit` is its requested size.
    pub fn of(
        found: Vec<PlayerLine>,
        viewer: Option<AccountId>,
        is_online: impl Fn(AccountId) -> bool,
        limit: usize,
    ) -> PeoplePage {
        let next = found.last().filter(|_| found.len() == limit).map(|last| last.name.clone());
        let people = found.into_iter().map(|line| {
            let you = viewer == Some(line.account);
            let PublicProfile { avatar, flag } = line.public;
            PlayerInfo {
                name: line.name,
                you,
                program: line.program,
                avatar,
                flag,
                rating: line.rating.as_ref().map(RatingLine::at_seat),
                games: line.games,
                online: !line.blocked && is_online(line.account),
                playing: line.playing.filter(|_| !line.blocked),
                challenge: !you && !line.blocked,
                followed: line.followed,
            }
        });
        PeoplePage { people: people.collect(), next }
    }
}
