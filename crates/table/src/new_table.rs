//! What somebody asks for who makes a table.

use games::Setup;
use serde::Deserialize;

use crate::access::Access;
use crate::occupant::{Level, SeatOccupant, name_of_player};
use crate::rated::UnfitForRating;
use crate::record::Hash;
use crate::refusal::Refusal;
use crate::terms::{Clock, Fall, Terms};

/// How long a computer player may be told to think, in milliseconds.
const MILLIS: std::ops::RangeInclusive<u64> = 10..=60_000;
/// Accounts that are invited at most.
const INVITED: usize = 16;
/// How long it thinks if nobody says.
const USUAL_MILLIS: u64 = 1000;

/// What makes a table.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct NewTable {
    /// What is played.
    pub setup: Setup,
    /// The seats, as many as the set-up has. `human` seats belong to the maker, `open` ones wait; without open seats
    /// the game starts at once.
    seats: Vec<NewSeat>,
    /// Whether everybody may find the table in the list.
    #[serde(default)]
    pub public: bool,
    /// Whether it is a plain table, without guides and without the list of tiles left while the game is played.
    #[serde(default)]
    #[cfg_attr(feature = "types", ts(optional, as = "Option<bool>"))]
    pub plain: bool,
    /// How long people may think; for ever where there is no clock.
    #[serde(default)]
    #[cfg_attr(feature = "types", ts(optional))]
    clock: Option<Clock>,
    /// Effect of a seat's time running out: `loses`, the default, or `computer`.
    #[serde(default)]
    #[cfg_attr(feature = "types", ts(optional, as = "Option<Fall>"))]
    fall: Fall,
    /// Whether answers can be taken back if the others agree; by default true, but false at plain and rated tables.
    #[serde(default)]
    #[cfg_attr(feature = "types", ts(optional))]
    undo: Option<bool>,
    /// Whether its result counts for the ratings of those who play.
    #[serde(default)]
    #[cfg_attr(feature = "types", ts(optional, as = "Option<bool>"))]
    pub rated: bool,
    /// Whether somebody may look who has no seat, while the game goes on.
    #[serde(default = "yes")]
    #[cfg_attr(feature = "types", ts(optional, as = "Option<bool>"))]
    spectators: bool,
    /// Names of at most 16 accounts: only these and the maker may look and take a seat. Not at a public table; if left
    /// out, anybody with the link may.
    #[serde(default)]
    #[cfg_attr(feature = "types", ts(optional))]
    pub invited: Option<Vec<String>>,
    /// What these accounts open tables with: whoever has them writes them here.
    #[serde(skip)]
    #[cfg_attr(feature = "types", ts(skip))]
    pub guests: Vec<Hash>,
}

fn yes() -> bool {
    true
}

/// A seat of a new table. A name has 1 to 32 characters. A bot thinks for `millis`, 10 to 60,000, by default 1,000.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
#[serde(tag = "type", rename_all = "lowercase", deny_unknown_fields)]
enum NewSeat {
    Human {
        name: String,
        /// The account of whoever makes the table; no client can say it.
        #[serde(skip)]
        #[cfg_attr(feature = "types", ts(skip))]
        account: Option<i64>,
    },
    Bot {
        #[cfg_attr(feature = "types", ts(type = "string"))]
        level: Level,
        #[cfg_attr(feature = "types", ts(optional, type = "number"))]
        millis: Option<u64>,
    },
    Open {},
}

impl NewTable {
    /// Who shall sit where, checked.
    ///
    /// # Errors
    /// The seats are not as many as the set-up says, or one of them is wrong.
    pub fn occupants(&self) -> Result<Vec<SeatOccupant>, Refusal> {
        if self.seats.len() != usize::from(self.setup.seats) {
            return Err(Refusal::Seats { seats: self.setup.seats, listed: self.seats.len() });
        }
        self.seats.iter().map(NewSeat::occupant).collect()
    }

    /// What the table is played by beside its rules, checked.
    ///
    /// # Errors
    /// The clock cannot be set so, or the table cannot be rated.
    pub fn terms(&self) -> Result<Terms, Refusal> {
        let clock = self.clock.map(Clock::checked).transpose()?;
        if self.rated {
            self.can_be_rated()?;
        }
        let undo = self.undo.unwrap_or(!self.plain && !self.rated);
        Ok(Terms { clock, fall: self.fall, undo, rated: self.rated })
    }

    /// Refuses a rated table at which ratings would say nothing.
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
        match (self.clock, self.fall) {
            _ if self.setup.is_team() || self.setup.own_tiles.is_some() => Err(Refusal::Rated(UnfitForRating::Setup)),
            (None, _) | (_, Fall::Computer) => Err(Refusal::Rated(UnfitForRating::Clock)),
            (Some(_), Fall::Loses) => Ok(()),
        }
    }

    /// Who may come to the table, checked.
    ///
    /// # Errors
    /// It is for those who are invited and in the public list at once, or too many are.
    pub fn access(&self) -> Result<Access, Refusal> {
        let invited = self.invited.as_ref();
        if self.public && invited.is_some() {
            return Err(Refusal::PublicAndInvited);
        }
        if invited.is_some_and(|names| names.len() > INVITED) {
            return Err(Refusal::Invited { most: INVITED });
        }
        Ok(Access { spectators: self.spectators, invited: invited.is_some() })
    }

    /// The names of those there who play by no account, to be changed.
    pub fn guest_names(&mut self) -> impl Iterator<Item = &mut String> {
        self.seats.iter_mut().filter_map(|seat| match seat {
            NewSeat::Human { name, account: None } => Some(name),
            NewSeat::Human { .. } | NewSeat::Bot { .. } | NewSeat::Open {} => None,
        })
    }

    /// Says of the first person there, the one who makes the table, whose account they play by.
    pub fn name_maker(&mut self, own: &str, account: i64) {
        if let Some((name, known)) = self.seats.iter_mut().find_map(|seat| match seat {
            NewSeat::Human { name, account } => Some((name, account)),
            NewSeat::Bot { .. } | NewSeat::Open {} => None,
        }) {
            own.clone_into(name);
            *known = Some(account);
        }
    }
}

impl NewSeat {
    fn occupant(&self) -> Result<SeatOccupant, Refusal> {
        Ok(match self {
            Self::Human { name, account } => SeatOccupant::Human { name: name_of_player(name)?, account: *account },
            Self::Bot { level, millis } => {
                let millis = millis.unwrap_or(USUAL_MILLIS);
                if !MILLIS.contains(&millis) {
                    return Err(Refusal::Millis { millis, least: *MILLIS.start(), most: *MILLIS.end() });
                }
                SeatOccupant::Bot { level: *level, millis }
            }
            Self::Open {} => SeatOccupant::Open,
        })
    }
}

/// Which secrets a table's maker is given, by seat; without a seat of their own the host gets one too.
pub fn tokens_wanted(seats: &[SeatOccupant]) -> Vec<Option<u8>> {
    let humans = (0u8..).zip(seats).filter(|(_, occupant)| matches!(occupant, SeatOccupant::Human { .. }));
    let seats: Vec<Option<u8>> = humans.map(|(seat, _)| Some(seat)).collect();
    if seats.is_empty() { vec![None] } else { seats }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seats_are_checked() {
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
    fn a_table_is_rated_between_accounts_by_a_clock_alone() {
        let refused = |seats: &str, terms: &str, account: Option<i64>| {
            let text = format!(
                r#"{{"setup": {{"game": "carcassonne", "seats": 2}}, "seats": {seats}, "rated": true{terms}}}"#
            );
            let mut table: NewTable = serde_json::from_str(&text).unwrap();
            if let Some(account) = account {
                table.name_maker("Anna", account);
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
    fn a_maker_gets_a_secret_for_each_seat_or_the_hosts_alone() {
        let (human, open) = (SeatOccupant::guest("A"), SeatOccupant::Open);
        assert_eq!(tokens_wanted(&[human.clone(), open.clone(), human]), [Some(0), Some(2)]);
        assert_eq!(tokens_wanted(&[open.clone(), open]), [None]);
    }
}
