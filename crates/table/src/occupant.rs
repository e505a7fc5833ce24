//! The occupants of seats, and the rules for players' names.

use serde::{Deserialize, Serialize};

use crate::colour::Colour;
use crate::refusal::Refusal;

/// Maximum length of a player's name, in characters.
const MAX_NAME_CHARACTERS: usize = 32;
/// Prefix of a computer player's name in a record; the level follows it.
const COMPUTER: &str = "computer (";

/// The name of a player whose account was deleted. It begins with a character that is not allowed in names, so no player can choose it.
pub const DELETED: &str = "\u{1}deleted";
/// Name that records use for a player whose account was deleted.
const DELETED_IN_RECORDS: &str = "deleted player";

/// The occupant of a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum SeatOccupant {
    /// A person, with or without an account.
    Human {
        /// The person's display name.
        name: String,
        /// The account's id; `None` for a guest.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        account: Option<i64>,
        /// The account's rating when it took the seat, if it had one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        rating: Option<SeatRating>,
        /// The chosen colour; `None` for the colour of the seat's number.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        colour: Option<Colour>,
    },
    /// A computer player.
    Bot {
        /// Level of playing strength.
        level: Level,
        /// Thinking time in milliseconds, if the level uses one; 0 if a record does not give it.
        millis: u64,
    },
    /// No one has taken the seat yet.
    Open,
}

/// An account's rating for the game, speed and size of its table, when it took its seat. It does not change during the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
pub struct SeatRating {
    /// The rating, rounded.
    pub value: i32,
    /// True if there were too few games for a reliable rating.
    pub provisional: bool,
}

/// A person who asks for a seat.
#[derive(Clone, Debug)]
pub struct Joining {
    /// The person's display name.
    pub name: String,
    /// The account's id; `None` for a guest.
    pub account: Option<i64>,
    /// The account's rating, if it has one.
    pub rating: Option<SeatRating>,
    /// The colour that the person would like; ignored if another person has it.
    pub colour: Option<Colour>,
}

impl SeatOccupant {
    /// The computer player that fills an open seat when the host starts early, and that replaces a person.
    pub const STAND_IN: SeatOccupant = SeatOccupant::Bot { level: Level::Hard, millis: 1000 };

    /// Creates a person without an account.
    pub fn guest(name: impl Into<String>) -> SeatOccupant {
        SeatOccupant::person(name.into(), None)
    }

    /// Creates a person with an account, or without one.
    pub fn person(name: String, account: Option<i64>) -> SeatOccupant {
        SeatOccupant::Human { name, account, rating: None, colour: None }
    }

    /// Sets the colour that a person chose. Computer players and open seats have no chosen colour.
    #[must_use]
    pub fn with_colour(mut self, chosen: Option<Colour>) -> SeatOccupant {
        if let SeatOccupant::Human { colour, .. } = &mut self {
            *colour = chosen;
        }
        self
    }

    /// Returns the colour that the person chose.
    pub fn colour(&self) -> Option<Colour> {
        match self {
            SeatOccupant::Human { colour, .. } => *colour,
            SeatOccupant::Bot { .. } | SeatOccupant::Open => None,
        }
    }

    /// Returns the id of the occupant's account, if any.
    pub fn account(&self) -> Option<i64> {
        match self {
            SeatOccupant::Human { account, .. } => *account,
            SeatOccupant::Bot { .. } | SeatOccupant::Open => None,
        }
    }

    /// Returns the rating of the occupant's account, if it had one when it took the seat.
    pub fn rating(&self) -> Option<SeatRating> {
        match self {
            SeatOccupant::Human { account: Some(_), rating, .. } => *rating,
            SeatOccupant::Human { .. } | SeatOccupant::Bot { .. } | SeatOccupant::Open => None,
        }
    }

    /// Parses a name from a record: a computer player's name gives its level; other names are cleaned for display.
    pub fn named(name: &str) -> SeatOccupant {
        let level = name.strip_prefix(COMPUTER).and_then(|rest| rest.strip_suffix(')'));
        match level.and_then(Level::parse) {
            Some(level) => SeatOccupant::Bot { level, millis: 0 },
            None => SeatOccupant::guest(shown_name(name)),
        }
    }

    /// Returns the occupant's name as written in a record.
    pub(crate) fn name(&self) -> String {
        match self {
            SeatOccupant::Human { name, .. } if name == DELETED => DELETED_IN_RECORDS.to_owned(),
            SeatOccupant::Human { name, .. } => name.clone(),
            SeatOccupant::Bot { level, .. } => format!("{COMPUTER}{})", level.word()),
            SeatOccupant::Open => "nobody".to_owned(),
        }
    }
}

/// Returns the occupants for the names in a record. A seat without a name becomes a guest with an empty name.
pub fn occupants(names: &[String], seats: u8) -> Vec<SeatOccupant> {
    let names = names.iter().map(String::as_str).chain(std::iter::repeat(""));
    names.take(usize::from(seats)).map(SeatOccupant::named).collect()
}

/// Returns the occupants' names for a table's record; empty if none has a name.
pub fn names(seats: &[SeatOccupant]) -> Vec<String> {
    let names: Vec<String> = seats.iter().map(SeatOccupant::name).collect();
    if names.iter().all(String::is_empty) { Vec::new() } else { names }
}

/// Level of a computer player, as spelled in the protocol.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum Level {
    Easy,
    Medium,
    Baron,
    Thief,
    Hard,
    Master,
}

impl Level {
    /// All levels, from the weakest to the strongest.
    pub const ALL: [Level; 6] = [Level::Easy, Level::Medium, Level::Baron, Level::Thief, Level::Hard, Level::Master];

    pub fn word(self) -> &'static str {
        match self {
            Level::Easy => "easy",
            Level::Medium => "medium",
            Level::Baron => "baron",
            Level::Thief => "thief",
            Level::Hard => "hard",
            Level::Master => "master",
        }
    }

    /// Parses a word; returns `None` if it is unknown.
    pub fn parse(word: &str) -> Option<Level> {
        Level::ALL.into_iter().find(|level| level.word() == word)
    }
}

/// Checks a player's name and trims surrounding white space.
///
/// # Errors
/// The name is empty, too long, or has characters that cannot be displayed.
pub fn name_of_player(name: &str) -> Result<String, Refusal> {
    let name = name.trim();
    let length = name.chars().count();
    if length == 0 || length > MAX_NAME_CHARACTERS || name.chars().any(is_misleading) {
        return Err(Refusal::Name { most: MAX_NAME_CHARACTERS });
    }
    Ok(name.to_owned())
}

/// Cleans a name from a record for display by removing misleading characters and truncating the name; the result may be empty.
fn shown_name(name: &str) -> String {
    let fit: String = name.chars().filter(|&sign| !is_misleading(sign)).collect();
    let short: String = fit.trim().chars().take(MAX_NAME_CHARACTERS).collect();
    short.trim_end().to_owned()
}

/// Returns whether a character is invisible or changes how the surrounding characters are displayed.
fn is_misleading(sign: char) -> bool {
    sign.is_control()
        || matches!(sign, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn back(players: &[&str]) -> Vec<String> {
        let players: Vec<String> = players.iter().map(|&name| name.to_owned()).collect();
        names(&occupants(&players, players.len().max(2) as u8))
    }

    #[test]
    fn names_round_trip() {
        for players in [&["Анна", "computer (master)", "O'Neil; 2"][..], &["", "Bob"], &[], &["computer (best)", "x"]]
        {
            assert_eq!(back(players), players);
        }
        assert_eq!(SeatOccupant::named("computer (thief)"), SeatOccupant::Bot { level: Level::Thief, millis: 0 });
        for level in Level::ALL {
            let name = format!("computer ({})", level.word());
            assert_eq!(names(&[SeatOccupant::named(&name)]), [name]);
            let spelt: Level = serde_json::from_value(level.word().into()).unwrap();
            assert_eq!(spelt, level);
        }
    }

    #[test]
    fn account_is_serialized_only_if_there_is_one() {
        let guest: SeatOccupant = serde_json::from_str(r#"{"type":"human","name":"Anna"}"#).unwrap();
        assert_eq!(guest, SeatOccupant::guest("Anna"));
        assert_eq!(serde_json::to_string(&guest).unwrap(), r#"{"type":"human","name":"Anna"}"#);
        let known = SeatOccupant::person("Anna".into(), Some(7));
        assert_eq!(serde_json::from_str::<SeatOccupant>(&serde_json::to_string(&known).unwrap()).unwrap(), known);
        assert_eq!((guest.account(), known.account()), (None, Some(7)));
    }

    #[test]
    fn only_accounts_have_a_rating_and_older_seats_have_none() {
        let rating = Some(SeatRating { value: 1634, provisional: true });
        let rated = SeatOccupant::Human { name: "Anna".into(), account: Some(7), rating, colour: None };
        let text = serde_json::to_string(&rated).unwrap();
        assert_eq!(serde_json::from_str::<SeatOccupant>(&text).unwrap().rating(), rating);
        let old: SeatOccupant = serde_json::from_str(r#"{"type":"human","name":"Anna","account":7}"#).unwrap();
        let deleted = SeatOccupant::Human { name: DELETED.into(), account: None, rating, colour: None };
        assert_eq!((old.rating(), deleted.rating(), SeatOccupant::STAND_IN.rating()), (None, None, None));
    }

    #[test]
    fn deleted_players_name_cannot_be_chosen() {
        let gone = SeatOccupant::guest(DELETED);
        assert_eq!(gone.name(), "deleted player");
        assert!(name_of_player(DELETED).is_err() && SeatOccupant::named(DELETED) != gone);
    }

    #[test]
    fn misleading_names_are_cleaned_for_display() {
        let long = "ж".repeat(40);
        assert_eq!(back(&["a\u{202e}b", &long, " \u{200b} ", "c"]), ["ab", &long[..64], "", "c"]);
    }

    #[test]
    fn names_are_trimmed_and_limited_in_length() {
        assert_eq!(name_of_player("  Олена ").unwrap(), "Олена");
        for bad in ["", "  ", "a\nb", "a\u{202e}b", &"x".repeat(33)] {
            assert_eq!(name_of_player(bad).unwrap_err(), Refusal::Name { most: 32 }, "{bad:?}");
        }
    }
}
