//! Guided games: recorded games that teach the rules. The reader replays one at a table with the same set-up and seed.

use games::deal::Seed;
use games::record::Record;
use serde::{Deserialize, Serialize};

use crate::access::Access;
use crate::colour::Colour;
use crate::initial_state::InitialState;
use crate::made_table::MadeToken;
use crate::occupant::{SeatOccupant, name_of_player};
use crate::record::{Hash, Key, Right};
use crate::refusal::Refusal;
use crate::terms::Terms;

/// Recorded games, by game id.
const RECORDS: [(&str, &str); 4] = [
    ("carcassonne", include_str!("guided/carcassonne.record")),
    ("hunters", include_str!("guided/hunters.record")),
    ("discovery", include_str!("guided/discovery.record")),
    ("coop", include_str!("guided/coop.record")),
];

/// A request for a guided game.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Guided {
    /// Player names, one per seat; the caller holds all seats.
    pub names: Vec<String>,
    /// Colour of the first player, from 0 to 5.
    #[serde(default)]
    #[cfg_attr(feature = "schemas", schema(value_type = Option<u8>, maximum = 5))]
    pub colour: Option<Colour>,
}

/// A table with a guided game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
pub struct GuidedTable {
    /// Name of the new table.
    pub table: String,
    /// Tokens for all seats; nothing else gives access to them.
    pub tokens: Vec<MadeToken>,
    /// The recorded turns of all seats, in order.
    pub turns: Vec<GuidedTurn>,
}

/// The answers of one seat in one turn of a guided game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
pub struct GuidedTurn {
    /// The seat whose turn it is.
    pub seat: u8,
    /// The seat's answers as words.
    pub words: Vec<String>,
}

/// A recorded game with the seed that deals it again.
pub struct GuidedGame {
    /// The recorded game, with its set-up.
    pub record: Record,
    /// Seed of the draw order.
    pub seed: Seed,
}

impl GuidedGame {
    /// Returns the guided game for a game id, if one exists.
    pub fn of(game: &str) -> Option<GuidedGame> {
        let (_, text) = RECORDS.iter().find(|(id, _)| *id == game)?;
        // A test parses every guided game and checks that it has a seed.
        let record = Record::parse(text).ok()?;
        Some(GuidedGame { seed: record.seed?, record })
    }

    /// Returns the recorded turns, without the draws. The seats take turns in order.
    pub fn turns(&self) -> Vec<GuidedTurn> {
        turns(&self.record)
    }

    /// Checks that every seat has a name.
    ///
    /// # Errors
    /// There are more or fewer names.
    pub fn check_seats(&self, names: &[String]) -> Result<(), Refusal> {
        let seats = self.record.setup.seats;
        if names.len() == usize::from(seats) { Ok(()) } else { Err(Refusal::Seats { seats, listed: names.len() }) }
    }

    /// Returns the initial state of a table for people with these names. `tokens` are the hashes of their tokens, by seat.
    ///
    /// # Errors
    /// The number of names is not that of the seats, or a name is invalid.
    pub fn initial_state(
        &self,
        names: &[String],
        colour: Option<Colour>,
        tokens: &[Hash],
    ) -> Result<InitialState, Refusal> {
        self.check_seats(names)?;
        let mut seats = Vec::new();
        for name in names {
            let colour = colour.filter(|_| seats.is_empty());
            seats.push(SeatOccupant::person(name_of_player(name)?, None).with_colour(colour));
        }
        let mut keys: Vec<Key> =
            (0u8..).zip(tokens).map(|(seat, &hash)| Key { hash, right: Right::Seat(seat) }).collect();
        keys.extend(tokens.first().map(|&hash| Key { hash, right: Right::Host }));
        Ok(InitialState {
            setup: self.record.setup.clone(),
            seats,
            terms: Terms { rated: false, undo: true, ..Terms::default() },
            public: false,
            plain: false,
            access: Access { spectators: true, invited: false },
            keys,
            after: None,
        })
    }

    /// Returns the response for a new table with this game. `tokens` belong to the seats in order.
    pub fn made(&self, table: String, tokens: Vec<String>) -> GuidedTable {
        let tokens = (0u8..).zip(tokens).map(|(seat, token)| MadeToken { seat: Some(seat), token });
        GuidedTable { table, tokens: tokens.collect(), turns: self.turns() }
    }
}

fn turns(record: &Record) -> Vec<GuidedTurn> {
    let turns = record.turns.iter().filter(|turn| turn.turn > 0);
    turns
        .zip((0..record.setup.seats).cycle())
        .map(|(turn, seat)| {
            let words = turn.answers.iter().filter(|word| !word.starts_with("draw:"));
            GuidedTurn { seat, words: words.cloned().collect() }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn guided_games_are_legal_and_dealt_by_their_seed() {
        for (game, _) in RECORDS {
            let guided = GuidedGame::of(game).unwrap();
            assert_eq!(guided.record.setup.game, game);
            let verdict = guided.record.verify();
            assert!(verdict.holds(), "{game}: {verdict:?}");
            // Clients match these words against those of the legal answers.
            let played = Record::of(&guided.record.replay().unwrap(), &[], None);
            assert_eq!(turns(&played), guided.turns(), "{game}");
        }
    }

    #[test]
    fn turns_alternate_between_the_seats_and_leave_out_the_draws() {
        let turns = GuidedGame::of("carcassonne").unwrap().turns();
        assert_eq!(turns.len(), 8);
        assert_eq!(turns[0], GuidedTurn { seat: 0, words: vec!["ffrr@1,0r0".into(), "highwayman:s".into()] });
        assert_eq!(turns[1].seat, 1);
        assert!(GuidedGame::of("chess").is_none());
    }
}
