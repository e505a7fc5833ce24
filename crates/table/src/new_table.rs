//! What somebody asks for who makes a table.

use games::Setup;
use serde::Deserialize;

use crate::occupant::{Level, SeatOccupant, name_of_player};
use crate::refusal::Refusal;

/// How long a computer player may be told to think, in milliseconds.
const MILLIS: std::ops::RangeInclusive<u64> = 10..=60_000;
/// How long it thinks if nobody says.
const USUAL_MILLIS: u64 = 1000;

/// What makes a table.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct NewTable {
    /// What is played.
    pub setup: Setup,
    /// Who shall sit where.
    seats: Vec<NewSeat>,
    /// Whether everybody may find the table in the list.
    #[serde(default)]
    pub public: bool,
    /// Whether it is a plain table: nobody is helped while its game goes on.
    #[serde(default)]
    #[cfg_attr(feature = "types", ts(optional, as = "Option<bool>"))]
    pub plain: bool,
}

/// A seat of a new table.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "lowercase", deny_unknown_fields)]
enum NewSeat {
    Human {
        name: String,
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
}

impl NewSeat {
    fn occupant(&self) -> Result<SeatOccupant, Refusal> {
        Ok(match self {
            Self::Human { name } => SeatOccupant::Human { name: name_of_player(name)? },
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
    fn a_maker_gets_a_secret_for_each_seat_or_the_hosts_alone() {
        let (human, open) = (SeatOccupant::Human { name: "A".into() }, SeatOccupant::Open);
        assert_eq!(tokens_wanted(&[human.clone(), open.clone(), human]), [Some(0), Some(2)]);
        assert_eq!(tokens_wanted(&[open.clone(), open]), [None]);
    }
}
