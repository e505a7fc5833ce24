//! Who sits on a seat, and the names that people may have.

use serde::{Deserialize, Serialize};

use crate::refusal::Refusal;

/// Signs that a player's name has at most.
const NAME_LENGTH: usize = 32;
/// With what the name of a computer player begins in a record; its level follows.
const COMPUTER: &str = "computer (";

/// The name of somebody whose account was deleted. Nobody can be called so: it begins with a sign that no name has.
pub const DELETED: &str = "\u{1}deleted";
/// What a record calls them.
const DELETED_IN_RECORDS: &str = "deleted player";

/// Who sits on a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum SeatOccupant {
    /// A person.
    Human {
        /// What the others call them.
        name: String,
        /// The number of their account; none for a guest.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        account: Option<i64>,
    },
    /// A computer player.
    Bot {
        /// How strong it is.
        level: Level,
        /// How long it may think, in milliseconds, if its level makes use of that; 0 where a record does not say.
        millis: u64,
    },
    /// Nobody yet.
    Open,
}

impl SeatOccupant {
    /// What an open seat becomes when the host does not wait for it.
    pub const STAND_IN: SeatOccupant = SeatOccupant::Bot { level: Level::Hard, millis: 1000 };

    /// A person without an account.
    pub fn guest(name: impl Into<String>) -> SeatOccupant {
        SeatOccupant::Human { name: name.into(), account: None }
    }

    /// The account of whoever sits there.
    pub fn account(&self) -> Option<i64> {
        match self {
            SeatOccupant::Human { account, .. } => *account,
            SeatOccupant::Bot { .. } | SeatOccupant::Open => None,
        }
    }

    /// Whoever a record means by a name: a computer player calls itself by its level, other names are made fit to be shown.
    pub fn named(name: &str) -> SeatOccupant {
        let level = name.strip_prefix(COMPUTER).and_then(|rest| rest.strip_suffix(')'));
        match level.and_then(Level::parse) {
            Some(level) => SeatOccupant::Bot { level, millis: 0 },
            None => SeatOccupant::guest(shown_name(name)),
        }
    }

    /// The name that a record gives.
    pub(crate) fn name(&self) -> String {
        match self {
            SeatOccupant::Human { name, .. } if name == DELETED => DELETED_IN_RECORDS.to_owned(),
            SeatOccupant::Human { name, .. } => name.clone(),
            SeatOccupant::Bot { level, .. } => format!("{COMPUTER}{})", level.word()),
            SeatOccupant::Open => "nobody".to_owned(),
        }
    }
}

/// Who sat where, as far as a record says: a name may be missing.
pub fn occupants(names: &[String], seats: u8) -> Vec<SeatOccupant> {
    let names = names.iter().map(String::as_str).chain(std::iter::repeat(""));
    names.take(usize::from(seats)).map(SeatOccupant::named).collect()
}

/// The names of those who sit at a table, for its record; none where nobody has a name.
pub fn names(seats: &[SeatOccupant]) -> Vec<String> {
    let names: Vec<String> = seats.iter().map(SeatOccupant::name).collect();
    if names.iter().all(String::is_empty) { Vec::new() } else { names }
}

/// A computer player's level, as the protocol spells it.
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
    /// Every level, from the weakest to the strongest.
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

    /// The level of this word, if it is one.
    pub fn parse(word: &str) -> Option<Level> {
        Level::ALL.into_iter().find(|level| level.word() == word)
    }
}

/// A player's name without white space around it.
///
/// # Errors
/// It is empty, too long, or has signs that cannot be shown.
pub fn name_of_player(name: &str) -> Result<String, Refusal> {
    let name = name.trim();
    let length = name.chars().count();
    if length == 0 || length > NAME_LENGTH || name.chars().any(misleads) {
        return Err(Refusal::Name { most: NAME_LENGTH });
    }
    Ok(name.to_owned())
}

/// A name from a record, made fit to be shown: without signs that mislead, and not too long; it may come out empty.
fn shown_name(name: &str) -> String {
    let fit: String = name.chars().filter(|&sign| !misleads(sign)).collect();
    let short: String = fit.trim().chars().take(NAME_LENGTH).collect();
    short.trim_end().to_owned()
}

/// Signs that are not seen, or that change how the signs around them are shown.
fn misleads(sign: char) -> bool {
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
    fn names_come_back_as_they_were() {
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
    fn an_account_stands_where_there_is_one_alone() {
        let guest: SeatOccupant = serde_json::from_str(r#"{"type":"human","name":"Anna"}"#).unwrap();
        assert_eq!(guest, SeatOccupant::guest("Anna"));
        assert_eq!(serde_json::to_string(&guest).unwrap(), r#"{"type":"human","name":"Anna"}"#);
        let known = SeatOccupant::Human { name: "Anna".into(), account: Some(7) };
        assert_eq!(serde_json::from_str::<SeatOccupant>(&serde_json::to_string(&known).unwrap()).unwrap(), known);
        assert_eq!((guest.account(), known.account()), (None, Some(7)));
    }

    #[test]
    fn nobody_is_called_as_those_who_are_gone() {
        let gone = SeatOccupant::guest(DELETED);
        assert_eq!(gone.name(), "deleted player");
        assert!(name_of_player(DELETED).is_err() && SeatOccupant::named(DELETED) != gone);
    }

    #[test]
    fn names_that_mislead_are_made_fit_to_be_shown() {
        let long = "ж".repeat(40);
        assert_eq!(back(&["a\u{202e}b", &long, " \u{200b} ", "c"]), ["ab", &long[..64], "", "c"]);
    }

    #[test]
    fn names_are_trimmed_and_bounded() {
        assert_eq!(name_of_player("  Олена ").unwrap(), "Олена");
        for bad in ["", "  ", "a\nb", "a\u{202e}b", &"x".repeat(33)] {
            assert_eq!(name_of_player(bad).unwrap_err(), Refusal::Name { most: 32 }, "{bad:?}");
        }
    }
}
