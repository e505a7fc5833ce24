//! What can be asked of the archive.

use serde::Deserialize;
use table::{How, Speed};
use utoipa::IntoParams;

use super::ratings::Size;
use super::store::{Class, Cursor, Search, SeatOutcome, Whose};
use crate::accounts::names;
use crate::http::extract::Browser;
use crate::http::refusal::{Code, Refusal};

/// Lines of a page, if nobody says.
const DEFAULT_PAGE: usize = 20;
/// Lines of a page at most.
const MAX_PAGE: usize = 100;
/// Milliseconds of a day.
const DAY: i64 = 24 * 60 * 60 * 1000;

/// A question about games that ended.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
pub struct ArchiveQuery {
    /// Public games, which is so where it is left out, or all that whoever asks has played or opens.
    #[param(pattern = "^(all|mine)$")]
    whose: Option<String>,
    /// The name of an account.
    player: Option<String>,
    /// How it came out for that player, or in `mine` for the account that asks.
    #[param(pattern = "^(won|shared|lost)$")]
    result: Option<String>,
    /// The id of a game.
    game: Option<String>,
    /// The id of an expansion.
    expansion: Option<String>,
    /// What `alike` of a game says.
    setup: Option<String>,
    /// How fast.
    #[param(pattern = "^(blitz|rapid|slow|days|none)$")]
    speed: Option<String>,
    /// How many seats there were.
    seats: Option<u8>,
    /// Those that were rated, or were not.
    rated: Option<bool>,
    /// How it ended.
    #[param(pattern = "^(over|resigned|time|aborted|stopped)$")]
    how: Option<String>,
    /// From this day on, such as `2026-11-23`, by universal time.
    #[param(pattern = "^(19[7-9][0-9]|[2-9][0-9]{3})-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$")]
    from: Option<String>,
    /// To this day.
    #[param(pattern = "^(19[7-9][0-9]|[2-9][0-9]{3})-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$")]
    to: Option<String>,
    /// Turns at least.
    least: Option<u16>,
    /// Turns at most.
    most: Option<u16>,
    /// The `next` of the page before.
    #[param(pattern = "^[0-9]{1,18}-[0-9]{1,18}$")]
    before: Option<String>,
    /// How many are wanted, 1 to 100, of lines 1 to 10,000; 20 where it is left out, of lines 10,000.
    #[param(minimum = 1, maximum = 10000)]
    pub limit: Option<usize>,
}

fn wrong(what: impl Into<String>) -> Refusal {
    Refusal::new(Code::BadRange, what)
}

/// The value that a word stands for.
fn word<T>(
    given: Option<String>,
    name: &str,
    parse: impl Fn(&str) -> Option<T>,
    words: &str,
) -> Result<Option<T>, Refusal> {
    let read = |text: String| parse(&text).ok_or_else(|| wrong(format!("{name} is one of {words}, not \"{text}\"")));
    given.map(read).transpose()
}

/// How many lines a page shall have.
pub fn page(limit: Option<usize>) -> Result<usize, Refusal> {
    match limit.unwrap_or(DEFAULT_PAGE) {
        limit @ 1..=MAX_PAGE => Ok(limit),
        limit => Err(wrong(format!("limit is 1 to {MAX_PAGE}, not {limit}"))),
    }
}

impl ArchiveQuery {
    /// What is searched for, so many games of it.
    ///
    /// # Errors
    /// `bad_range`: a word or a number is none that can be asked for.
    pub fn search(self, browser: &Browser, limit: usize) -> Result<Search, Refusal> {
        let whose = match self.whose.as_deref() {
            None | Some("all") => Whose::Everybodys,
            Some("mine") => {
                Whose::Own { account: browser.account().map(|who| who.account), keys: browser.hashes(None) }
            }
            Some(other) => return Err(wrong(format!("whose is all or mine, not \"{other}\""))),
        };
        let outcome = word(self.result, "result", SeatOutcome::parse, "won, shared and lost")?;
        let of_somebody = self.player.is_some() || matches!(whose, Whose::Own { account: Some(_), .. });
        if outcome.is_some() && !of_somebody {
            return Err(wrong("a result is somebody's: say whose with player, or sign in and ask whose=mine"));
        }
        Ok(Search {
            whose,
            player: self.player.map(|name| names::folded(&name)),
            outcome,
            game: self.game,
            expansion: self.expansion,
            setup: self.setup,
            speed: word(self.speed, "speed", Speed::parse, "blitz, rapid, slow, days and none")?,
            seats: self.seats,
            rated: self.rated,
            how: word(self.how, "how", How::parse, "over, resigned and time")?,
            from: self.from.map(|text| day("from", &text)).transpose()?,
            until: self.to.map(|text| day("to", &text)).transpose()?.map(|begins| begins + DAY),
            turns_from: self.least,
            turns_to: self.most,
            before: self.before.map(|text| cursor(&text)).transpose()?,
            limit,
        })
    }
}

/// The place of a game in the archive, as it stands in addresses.
pub fn told_cursor((ended, id): Cursor) -> String {
    format!("{ended}-{id}")
}

fn cursor(text: &str) -> Result<Cursor, Refusal> {
    let read = || {
        let (ended, id) = text.split_once('-')?;
        Some((ended.parse().ok()?, id.parse().ok()?))
    };
    read().ok_or_else(|| wrong("before is the `next` of the page that came before"))
}

/// When a day begins, in milliseconds since 1970, by universal time.
fn day(name: &str, text: &str) -> Result<i64, Refusal> {
    let read = || {
        let mut parts = text.splitn(3, '-').map(|part| part.parse::<i64>().ok());
        let (year, month, day) = (parts.next()??, parts.next()??, parts.next()??);
        let fits = (1970..10_000).contains(&year) && (1..=12).contains(&month) && (1..=31).contains(&day);
        fits.then(|| days(year, month, day) * DAY)
    };
    read().ok_or_else(|| wrong(format!("{name} is a day such as 2026-11-23, not \"{text}\"")))
}

/// Days from the first of 1970 to a day: years are counted from March on, so that a leap day is the last of its year.
fn days(year: i64, month: i64, day: i64) -> i64 {
    let (year, month) = if month > 2 { (year, month - 3) } else { (year - 1, month + 9) };
    year * 365 + year / 4 - year / 100 + year / 400 + (month * 153 + 2) / 5 + day - 1 - 719_468
}

/// Of which game, at which speed and of which size ratings are asked for.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
pub struct ClassQuery {
    /// The id of a game; Carcassonne where it is left out.
    game: Option<String>,
    /// How fast; `rapid` where it is left out.
    #[param(pattern = "^(blitz|rapid|slow|days|none)$")]
    speed: Option<String>,
    /// Between two, which is so where it is left out, or among more.
    #[param(pattern = "^(two|more)$")]
    size: Option<String>,
}

/// Which part of which leaderboard is asked for.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
pub struct LeaderQuery {
    /// The id of a game; Carcassonne where it is left out.
    game: Option<String>,
    /// How fast; `rapid` where it is left out.
    #[param(pattern = "^(blitz|rapid|slow|days|none)$")]
    speed: Option<String>,
    /// Between two, which is so where it is left out, or among more.
    #[param(pattern = "^(two|more)$")]
    size: Option<String>,
    /// Whether programs are asked for; people where it is left out.
    #[serde(default)]
    pub programs: bool,
    /// After whom.
    pub after: Option<String>,
    /// How many are wanted; 20 where it is left out.
    #[param(minimum = 1, maximum = 100)]
    pub limit: Option<usize>,
}

impl LeaderQuery {
    /// The class.
    ///
    /// # Errors
    /// `bad_range`: there is none such.
    pub fn class(&self) -> Result<Class, Refusal> {
        let (game, speed, size) = (self.game.clone(), self.speed.clone(), self.size.clone());
        ClassQuery { game, speed, size }.class()
    }
}

impl ClassQuery {
    /// The class.
    ///
    /// # Errors
    /// `bad_range`: there is none such.
    pub fn class(self) -> Result<Class, Refusal> {
        let speed = word(self.speed, "speed", Speed::parse, "blitz, rapid, slow and days")?;
        let size = word(self.size, "size", Size::parse, "two and more")?;
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
    fn days_are_those_of_the_calendar() {
        let at = |text: &str| day("from", text).map(|millis| millis / DAY).map_err(|why| why.message);
        assert_eq!(at("1970-01-01"), Ok(0));
        assert_eq!(at("2000-02-29"), Ok(11_016));
        assert_eq!(at("2000-03-01"), Ok(11_017));
        assert_eq!(at("2026-11-23"), Ok(20_780));
        for wrong in ["", "2026", "2026-13-01", "yesterday", "1969-12-31", "2026-1-1-1"] {
            assert!(at(wrong).is_err_and(|why| why.starts_with("from is a day such as")), "{wrong}");
        }
    }

    #[test]
    fn a_place_in_the_archive_is_read_as_it_is_told() {
        assert_eq!(cursor(&told_cursor((1_700_000_000_000, 42))), Ok((1_700_000_000_000, 42)));
        for wrong in ["", "1", "x-1", "1-", "-1"] {
            assert!(cursor(wrong).is_err(), "{wrong}");
        }
    }
}
