//! A request to create a table.

use games::Setup;
use serde::{Deserialize, Serialize};

use crate::access::Access;
use crate::colour::Colour;
use crate::occupant::{Level, SeatOccupant, SeatRating, name_of_player};
use crate::rated::UnfitForRating;
use crate::record::Hash;
use crate::refusal::Refusal;
use crate::seat_colours::fix_colours;
use crate::terms::{Clock, Terms, TimeoutPolicy};

/// Allowed thinking times of a computer player, in milliseconds.
const THINKING_MS: std::ops::RangeInclusive<u64> = 10..=60_000;
/// Maximum number of invited accounts.
const MAX_INVITED: usize = 16;
/// Default thinking time of a computer player, in milliseconds.
const DEFAULT_THINKING_MS: u64 = 1000;

/// A request to create a table.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct NewTable {
    /// The game's set-up.
    pub setup: Setup,
    /// The seats, as many as the set-up has. `human` seats belong to the table's creator, and `open` seats wait for players. Without open
    /// seats, the game starts at once.
    pub(crate) seats: Vec<NewSeat>,
    /// Whether the table is listed publicly.
    #[serde(default)]
    pub public: bool,
    /// Whether it is a plain table, without hints while the game is played; by default true for a rated table, otherwise false.
    #[serde(default)]
    #[cfg_attr(feature = "types", ts(optional))]
    pub(crate) plain: Option<bool>,
    /// Time control; without it, time is unlimited.
    #[serde(default)]
    #[cfg_attr(feature = "types", ts(optional))]
    pub clock: Option<Clock>,
    /// Effect of a seat running out of time: `loses` (the default) or `computer`.
    #[serde(default, rename = "fall")]
    #[cfg_attr(feature = "types", ts(optional, as = "Option<TimeoutPolicy>"))]
    pub(crate) on_timeout: TimeoutPolicy,
    /// Whether answers can be undone if the other players agree. Defaults to false at plain and rated tables, and to true at all others.
    #[serde(default)]
    #[cfg_attr(feature = "types", ts(optional))]
    pub(crate) undo: Option<bool>,
    /// Whether the result counts toward the players' ratings.
    #[serde(default)]
    #[cfg_attr(feature = "types", ts(optional, as = "Option<bool>"))]
    pub rated: bool,
    /// Whether people without a seat may watch while the game is being played.
    #[serde(default = "default_true")]
    #[cfg_attr(feature = "types", ts(optional, as = "Option<bool>"))]
    pub(crate) spectators: bool,
    /// Names of at most 16 accounts: only these and the table's creator may watch or take a seat. Not allowed for public tables. If
    /// omitted, anyone with the link may do so.
    #[serde(default)]
    #[cfg_attr(feature = "types", ts(optional))]
    pub invited: Option<Vec<String>>,
    /// Hashes of the invited accounts' secrets, filled in by the server.
    #[serde(skip)]
    #[cfg_attr(feature = "types", ts(skip))]
    pub guests: Vec<Hash>,
}

pub(crate) fn default_true() -> bool {
    true
}

/// A seat at a new table. Names have 1 to 32 characters. A bot thinks for `millis`, from 10 to 60,000 (1,000 by default).
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
#[serde(tag = "type", rename_all = "lowercase", deny_unknown_fields)]
pub(crate) enum NewSeat {
    Human {
        name: String,
        /// The person's colour, from 0 to 5; by default that of the seat's number, or the first one that no person has.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "types", ts(optional, as = "Option<u8>"))]
        #[cfg_attr(feature = "schemas", schema(value_type = Option<u8>, maximum = 5))]
        colour: Option<Colour>,
        /// The creator's account; clients cannot set it.
        #[serde(skip)]
        #[cfg_attr(feature = "types", ts(skip))]
        account: Option<i64>,
        /// The account's rating; clients cannot set it.
        #[serde(skip)]
        #[cfg_attr(feature = "types", ts(skip))]
        rating: Option<SeatRating>,
    },
    Bot {
        #[cfg_attr(feature = "types", ts(type = "string"))]
        level: Level,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "types", ts(optional, type = "number"))]
        millis: Option<u64>,
    },
    Open {},
}

impl NewTable {
    /// Returns the checked occupants.
    ///
    /// # Errors
    /// The number of seats does not match the set-up, or one of them is invalid.
    pub fn occupants(&self) -> Result<Vec<SeatOccupant>, Refusal> {
        if self.seats.len() != usize::from(self.setup.seats) {
            return Err(Refusal::Seats { seats: self.setup.seats, listed: self.seats.len() });
        }
        let mut seats: Vec<SeatOccupant> = self.seats.iter().map(NewSeat::occupant).collect::<Result<_, _>>()?;
        for (seat, colour) in seats.iter().enumerate().filter_map(|(seat, who)| Some((seat, who.colour()?))) {
            if seats[..seat].iter().any(|other| other.colour() == Some(colour)) {
                return Err(Refusal::ColourTaken(colour.number()));
            }
        }
        fix_colours(&mut seats);
        Ok(seats)
    }

    /// Reports whether the table will be plain.
    pub fn is_plain(&self) -> bool {
        self.plain.unwrap_or(self.rated)
    }

    /// Returns the checked terms.
    ///
    /// # Errors
    /// The clock's settings are out of range, or the table cannot be rated.
    pub fn terms(&self) -> Result<Terms, Refusal> {
        let clock = self.clock.map(Clock::checked).transpose()?;
        if self.rated {
            self.can_be_rated()?;
        }
        let undo = self.undo.unwrap_or(!self.is_plain() && !self.rated);
        Ok(Terms { clock, on_timeout: self.on_timeout, undo, rated: self.rated })
    }

    /// Rejects a rated table whose result would not be meaningful for ratings.
    fn can_be_rated(&self) -> Result<(), Refusal> {
        let mut accounts = Vec::new();
        for seat in &self.seats {
            match seat {
                NewSeat::Human { account: Some(account), .. } if !accounts.contains(account) => accounts.push(*account),
                NewSeat::Human { .. } => return Err(Refusal::Rated(UnfitForRating::Guest)),
                NewSeat::Bot { .. } => return Err(Refusal::Rated(UnfitForRating::Computer)),
                NewSeat::Open {} => {}
            }
        }
        match (self.clock, self.on_timeout) {
            _ if self.setup.is_team() || self.setup.own_tiles.is_some() || self.setup.board.is_some() => {
                Err(Refusal::Rated(UnfitForRating::Setup))
            }
            (None, _) | (_, TimeoutPolicy::Computer) => Err(Refusal::Rated(UnfitForRating::Clock)),
            (Some(_), TimeoutPolicy::Loses) => Ok(()),
        }
    }

    /// Returns the checked access rules.
    ///
    /// # Errors
    /// The table is both invitation-only and public, or too many accounts are invited.
    pub fn access(&self) -> Result<Access, Refusal> {
        let invited = self.invited.as_ref();
        if self.public && invited.is_some() {
            return Err(Refusal::PublicAndInvited);
        }
        if invited.is_some_and(|names| names.len() > MAX_INVITED) {
            return Err(Refusal::Invited { most: MAX_INVITED });
        }
        Ok(Access { spectators: self.spectators, invited: invited.is_some() })
    }

    /// Returns a mutable iterator over the names of people without an account.
    pub fn guest_names(&mut self) -> impl Iterator<Item = &mut String> {
        guest_names(&mut self.seats)
    }

    /// Sets the name, account and rating of the first person, who is the table's creator.
    pub fn set_creator(&mut self, own_name: &str, own_account: i64, own_rating: Option<SeatRating>) {
        set_creator(&mut self.seats, own_name, own_account, own_rating);
    }
}

/// Returns a mutable iterator over the names of people without an account.
pub(crate) fn guest_names(seats: &mut [NewSeat]) -> impl Iterator<Item = &mut String> {
    seats.iter_mut().filter_map(|seat| match seat {
        NewSeat::Human { name, account: None, .. } => Some(name),
        NewSeat::Human { .. } | NewSeat::Bot { .. } | NewSeat::Open {} => None,
    })
}

/// Sets the name, account and rating of the first person.
pub(crate) fn set_creator(seats: &mut [NewSeat], own_name: &str, own_account: i64, own_rating: Option<SeatRating>) {
    for seat in seats {
        if let NewSeat::Human { name, account, rating, .. } = seat {
            own_name.clone_into(name);
            (*account, *rating) = (Some(own_account), own_rating);
            return;
        }
    }
}

impl NewSeat {
    /// Returns the seat at another table for an occupant.
    pub(crate) fn of(occupant: &SeatOccupant) -> NewSeat {
        match occupant {
            SeatOccupant::Human { name, colour, .. } => {
                NewSeat::Human { name: name.clone(), colour: *colour, account: None, rating: None }
            }
            SeatOccupant::Bot { level, millis } => NewSeat::Bot { level: *level, millis: Some(*millis) },
            SeatOccupant::Open => NewSeat::Open {},
        }
    }

    fn occupant(&self) -> Result<SeatOccupant, Refusal> {
        Ok(match self {
            Self::Human { name, account, rating, colour } => {
                let name = name_of_player(name)?;
                SeatOccupant::Human { name, account: *account, rating: *rating, colour: *colour }
            }
            Self::Bot { level, millis } => {
                let millis = millis.unwrap_or(DEFAULT_THINKING_MS);
                if !THINKING_MS.contains(&millis) {
                    return Err(Refusal::Millis { millis, least: *THINKING_MS.start(), most: *THINKING_MS.end() });
                }
                SeatOccupant::Bot { level: *level, millis }
            }
            Self::Open {} => SeatOccupant::Open,
        })
    }
}

/// Returns the seat for each secret to be issued to a table's creator: one secret per person, or a single one without a seat if no seat
/// belongs to a person.
pub fn tokens_wanted(seats: &[SeatOccupant]) -> Vec<Option<u8>> {
    let humans = (0u8..).zip(seats).filter(|(_, occupant)| matches!(occupant, SeatOccupant::Human { .. }));
    let seats: Vec<Option<u8>> = humans.map(|(seat, _)| Some(seat)).collect();
    if seats.is_empty() { vec![None] } else { seats }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn invalid_seats_are_rejected() {
        let table = |seats: &str| {
            let setup = r#"{"game": "carcassonne", "seats": 2}"#;
            let text = format!(r#"{{"setup": {setup}, "seats": {seats}}}"#);
            serde_json::from_str::<NewTable>(&text).map(|table| table.occupants())
        };
        let two = table(r#"[{"type": "human", "name": "A"}, {"type": "bot", "level": "hard", "millis": 50}]"#).unwrap();
        assert_eq!(two.unwrap()[1], SeatOccupant::Bot { level: Level::Hard, millis: 50 });
        assert_eq!(table(r#"[{"type": "open"}]"#).unwrap(), Err(Refusal::Seats { seats: 2, listed: 1 }));
        let short = table(r#"[{"type": "open"}, {"type": "bot", "level": "easy", "millis": 1}]"#).unwrap();
        assert_eq!(short, Err(Refusal::Millis { millis: 1, least: 10, most: 60_000 }));
        assert!(table(r#"[{"type": "open"}, {"type": "bot", "level": "best"}]"#).is_err());
        assert!(table(r#"[{"type": "open"}, {"type": "ghost"}]"#).is_err());
    }

    #[test]
    fn rated_tables_need_accounts_and_a_deciding_clock() {
        let refused = |seats: &str, terms: &str, account: Option<i64>| {
            let text = format!(
                r#"{{"setup": {{"game": "carcassonne", "seats": 2}}, "seats": {seats}, "rated": true{terms}}}"#
            );
            let mut table: NewTable = serde_json::from_str(&text).unwrap();
            if let Some(account) = account {
                table.set_creator("Anna", account, None);
            }
            table.terms().map(|terms| (terms.rated, terms.undo))
        };
        let clock = r#", "clock": {"type": "game", "start": 300}"#;
        let open = r#"[{"type": "human", "name": "A"}, {"type": "open"}]"#;
        let unfit = |why| Err(Refusal::Rated(why));
        assert_eq!(refused(open, clock, Some(1)), Ok((true, false)));
        assert_eq!(refused(open, clock, None), unfit(UnfitForRating::Guest));
        assert_eq!(refused(open, "", Some(1)), unfit(UnfitForRating::Clock));
        let falls = format!(r#"{clock}, "fall": "computer""#);
        assert_eq!(refused(open, &falls, Some(1)), unfit(UnfitForRating::Clock));
        let bot = r#"[{"type": "human", "name": "A"}, {"type": "bot", "level": "easy"}]"#;
        assert_eq!(refused(bot, clock, Some(1)), unfit(UnfitForRating::Computer));
        let screen = r#"[{"type": "human", "name": "A"}, {"type": "human", "name": "B"}]"#;
        assert_eq!(refused(screen, clock, Some(1)), unfit(UnfitForRating::Guest));
    }

    #[test]
    fn maker_gets_a_secret_per_seat_or_only_the_hosts() {
        let (human, open) = (SeatOccupant::guest("A"), SeatOccupant::Open);
        assert_eq!(tokens_wanted(&[human.clone(), open.clone(), human]), [Some(0), Some(2)]);
        assert_eq!(tokens_wanted(&[open.clone(), open]), [None]);
    }
}
