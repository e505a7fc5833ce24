//! Initial state of a table, whether created by a request, by matched seeks, or for a rematch.

use games::Setup;

use crate::access::Access;
use crate::new_table::{NewTable, tokens_wanted};
use crate::occupant::SeatOccupant;
use crate::record::{Hash, Key, Right};
use crate::refusal::Refusal;
use crate::terms::Terms;

/// Initial state of a table.
#[derive(Clone, Debug)]
pub struct InitialState {
    /// The game's set-up.
    pub setup: Setup,
    /// The occupants, by seat.
    pub seats: Vec<SeatOccupant>,
    /// Terms of play besides the rules.
    pub terms: Terms,
    /// True if the table is listed publicly.
    pub public: bool,
    /// True for a plain table.
    pub plain: bool,
    pub access: Access,
    /// Keys to the table.
    pub keys: Vec<Key>,
    /// The table that this table is a rematch of.
    pub after: Option<String>,
}

impl InitialState {
    /// Checks a request and creates the table's initial state, with keys for the creator's browser and for the secrets listed by
    /// [`tokens_wanted`].
    ///
    /// # Errors
    /// The number of seats does not match the set-up, a seat is invalid, or the options contradict each other.
    pub fn of(asked: &NewTable, browser: Hash, tokens: &[Hash]) -> Result<InitialState, Refusal> {
        let (seats, terms, access) = (asked.occupants()?, asked.terms()?, asked.access()?);
        let mut keys = keys_of_maker(&seats, browser, tokens);
        keys.extend(asked.guests.iter().map(|&hash| Key { hash, right: Right::Look }));
        let (public, plain) = (asked.public, asked.is_plain());
        Ok(InitialState { setup: asked.setup.clone(), seats, terms, public, plain, access, keys, after: None })
    }
}

/// Creates the creator's keys from the hashes of the browser's secret and the tokens.
fn keys_of_maker(seats: &[SeatOccupant], browser: Hash, tokens: &[Hash]) -> Vec<Key> {
    let mut keys: Vec<Key> =
        tokens.iter().take(1).chain([&browser]).map(|&hash| Key { hash, right: Right::Host }).collect();
    for (seat, &token) in tokens_wanted(seats).into_iter().zip(tokens) {
        if let Some(seat) = seat {
            let right = Right::Seat(seat);
            keys.extend([Key { hash: token, right }, Key { hash: browser, right }]);
        }
    }
    keys
}
