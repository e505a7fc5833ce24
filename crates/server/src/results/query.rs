//! Query parameters for the archive and the leaderboards.

use serde::Deserialize;
use table::{How, Speed};
use utoipa::IntoParams;

use super::ratings::Size;
use super::store::{Class, Cursor, Search, SeatOutcome, Whose};
use crate::accounts::names;
use crate::http::extract::Browser;
use crate::http::refusal::{Code, Refusal};

/// Default page size.
const DEFAULT_PAGE: usize = 20;
/// Maximum page size.
const MAX_PAGE: usize = 100;
/// A day in milliseconds.
const DAY_MS: i64 = 24 * 60 * 60 * 1000;

/// Filters for finished games.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
pub struct ArchiveQuery {
    /// Games to search: public games by default; with `mine`, all games that the caller has played or can open.
    #[param(pattern = "^(all|mine)$")]
    whose: Option<String>,
    /// Account name of a player.
    player: Option<String>,
    /// Outcome for `player` or, with `mine`, for the caller.
    #[param(pattern = "^(won|shared|lost)$")]
    result: Option<String>,
    /// Id of the game, such as `carcassonne`.
    game: Option<String>,
    /// Id of an expansion used in the game.
    expansion: Option<String>,
    /// A game's `alike` value, to find games with the same set-up.
    setup: Option<String>,
    /// Game speed.
    #[param(pattern = "^(blitz|rapid|slow|days|none)$")]
    speed: Option<String>,
    /// Number of seats.
    seats: Option<u8>,
    /// True for rated games only, false for unrated games only.
    rated: Option<bool>,
    /// How the game ended.
    #[param(pattern = "^(over|resigned|time|aborted|stopped)$")]
    how: Option<String>,
    /// First day, in UTC, such as `2026-11-23`.
    #[param(pattern = "^(19[7-9][0-9]|[2-9][0-9]{3})-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$")]
    from: Option<String>,
    /// Last day (inclusive), in UTC.
    #[param(pattern = "^(19[7-9][0-9]|[2-9][0-9]{3})-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$")]
    to: Option<String>,
    /// Minimum number of turns.
    least: Option<u16>,
    /// Maximum number of turns.
    most: Option<u16>,
    /// The `next` value of the previous page.
    #[param(pattern = "^[0-9]{1,18}-[0-9]{1,18}$")]
    before: Option<String>,
    /// Number of games. Lists: 1 to 100, 20 by default; NDJSON: 1 to 10,000, 10,000 by default.
    #[param(minimum = 1, maximum = 10000)]
    pub limit: Option<usize>,
}

fn wrong(what: impl Into<String>) -> Refusal {
    Refusal::new(Code::BadRange, what)
}

/// Parses an optional code; `words` lists the valid codes for the error message.
fn word<T>(
    given: Option<String>,
    name: &str,
    parse: impl Fn(&str) -> Option<T>,
    words: &str,
) -> Result<Option<T>, Refusal> {
    let read =
        |text: String| parse(&text).ok_or_else(|| wrong(format!("{name} must be one of {words}, not \"{text}\"")));
    given.map(read).transpose()
}

/// Checks the requested page size, or returns the default.
pub fn page(limit: Option<usize>) -> Result<usize, Refusal> {
    match limit.unwrap_or(DEFAULT_PAGE) {
        limit @ 1..=MAX_PAGE => Ok(limit),
        limit => Err(wrong(format!("limit must be 1 to {MAX_PAGE}, not {limit}"))),
    }
}

impl ArchiveQuery {
    /// Builds a search for up to `limit` games.
    ///
    /// # Errors
    /// `bad_range`: a parameter is invalid.
    pub fn search(self, browser: &Browser, limit: usize) -> Result<Search, Refusal> {
        let whose = match self.whose.as_deref() {
            None | Some("all") => Whose::Public,
            Some("mine") => {
                Whose::Own { account: browser.account().map(|who| who.account), keys: browser.hashes(None) }
            }
            Some(other) => return Err(wrong(format!("whose must be all or mine, not \"{other}\""))),
        };
        let outcome = word(self.result, "result", SeatOutcome::parse, "won, shared, lost")?;
        let of_somebody = self.player.is_some() || matches!(whose, Whose::Own { account: Some(_), .. });
        if outcome.is_some() && !of_somebody {
            return Err(wrong("result needs a player: add player, or sign in and use whose=mine"));
        }
        Ok(Search {
            whose,
            player: self.player.map(|name| names::folded(&name)),
            outcome,
            game: self.game,
            expansion: self.expansion,
            setup: self.setup,
            speed: word(self.speed, "speed", Speed::parse, "blitz, rapid, slow, days, none")?,
            seats: self.seats,
            rated: self.rated,
            how: word(self.how, "how", How::parse, "over, resigned, time")?,
            from: self.from.map(|text| day("from", &text)).transpose()?,
            until: self.to.map(|text| day("to", &text)).transpose()?.map(|begins| begins + DAY_MS),
            turns_from: self.least,
            turns_to: self.most,
            before: self.before.map(|text| cursor(&text)).transpose()?,
            limit,
        })
    }
}

/// Formats a game's position in the archive for use in a URL.
pub fn format_cursor((ended, id): Cursor) -> String {
    format!("{ended}-{id}")
}

fn cursor(text: &str) -> Result<Cursor, Refusal> {
    let read = || {
        let (ended, id) = text.split_once('-')?;
        Some((ended.parse().ok()?, id.parse().ok()?))
    };
    read().ok_or_else(|| wrong("before must be the `next` value of the previous page"))
}

/// Parses a day and returns its start in UTC, in milliseconds since 1970.
fn day(name: &str, text: &str) -> Result<i64, Refusal> {
    let read = || {
        let mut parts = text.splitn(3, '-').map(|part| part.parse::<i64>().ok());
        let (year, month, day) = (parts.next()??, parts.next()??, parts.next()??);
        let fits = (1970..10_000).contains(&year) && (1..=12).contains(&month) && (1..=31).contains(&day);
        fits.then(|| days(year, month, day) * DAY_MS)
    };
    read().ok_or_else(|| wrong(format!("{name} must be a day such as 2026-11-23, not \"{text}\"")))
}

/// Returns the number of days from 1970-01-01 to a date. Years are counted from March, so that a leap day is the last day of its year.
fn days(year: i64, month: i64, day: i64) -> i64 {
    let (year, month) = if month > 2 { (year, month - 3) } else { (year - 1, month + 9) };
    year * 365 + year / 4 - year / 100 + year / 400 + (month * 153 + 2) / 5 + day - 1 - 719_468
}

/// Selects a rating class.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
pub struct ClassQuery {
    /// Game id; Carcassonne by default.
    game: Option<String>,
    /// Game speed; `rapid` by default.
    #[param(pattern = "^(blitz|rapid|slow|days|none)$")]
    speed: Option<String>,
    /// Game size; `two` by default.
    #[param(pattern = "^(two|more)$")]
    size: Option<String>,
}

/// Selects a page of a leaderboard.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
pub struct LeaderQuery {
    /// Game id; Carcassonne by default.
    game: Option<String>,
    /// Game speed; `rapid` by default.
    #[param(pattern = "^(blitz|rapid|slow|days|none)$")]
    speed: Option<String>,
    /// Game size; `two` by default.
    #[param(pattern = "^(two|more)$")]
    size: Option<String>,
    /// True to list programs instead of people.
    #[serde(default)]
    pub programs: bool,
    /// Name of the account after which the page starts.
    pub after: Option<String>,
    /// Number of entries; 20 by default.
    #[param(minimum = 1, maximum = 100)]
    pub limit: Option<usize>,
}

impl LeaderQuery {
    /// Parses the rating class.
    ///
    /// # Errors
    /// `bad_range`: a parameter is invalid.
    pub fn class(&self) -> Result<Class, Refusal> {
        ClassQuery::new(self.game.clone(), self.speed.clone(), self.size.clone()).class()
    }
}

impl ClassQuery {
    pub fn new(game: Option<String>, speed: Option<String>, size: Option<String>) -> ClassQuery {
        ClassQuery { game, speed, size }
    }

    /// Parses the rating class.
    ///
    /// # Errors
    /// `bad_range`: a parameter is invalid.
    pub fn class(self) -> Result<Class, Refusal> {
        let speed = word(self.speed, "speed", Speed::parse, "blitz, rapid, slow, days")?;
        let size = word(self.size, "size", Size::parse, "two, more")?;
        Ok(Class {
            game: self.game.unwrap_or_else(|| "carcassonne".to_owned()),
            speed: speed.unwrap_or(Speed::Rapid),
            size: size.unwrap_or(Size::Two),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_parsed_by_the_calendar() {
        let at = |text: &str| day("from", text).map(|millis| millis / DAY_MS).map_err(|why| why.message);
        assert_eq!(at("1970-01-01"), Ok(0));
        assert_eq!(at("2000-02-29"), Ok(11_016));
        assert_eq!(at("2000-03-01"), Ok(11_017));
        assert_eq!(at("2026-11-23"), Ok(20_780));
        for wrong in ["", "2026", "2026-13-01", "yesterday", "1969-12-31", "2026-1-1-1"] {
            assert!(at(wrong).is_err_and(|why| why.starts_with("from must be a day such as")), "{wrong}");
        }
    }

    #[test]
    fn archive_cursors_round_trip() {
        assert_eq!(cursor(&format_cursor((1_700_000_000_000, 42))), Ok((1_700_000_000_000, 42)));
        for wrong in ["", "1", "x-1", "1-", "-1"] {
            assert!(cursor(wrong).is_err(), "{wrong}");
        }
    }
}
