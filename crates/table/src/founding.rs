//! All that a table begins with, whoever brought it together: its maker, people who sought one another, or those who play again.

use games::Setup;

use crate::access::Access;
use crate::new_table::{NewTable, tokens_wanted};
use crate::occupant::SeatOccupant;
use crate::record::{Hash, Key, Right};
use crate::refusal::Refusal;
use crate::terms::Terms;

/// All that a table begins with.
#[derive(Clone, Debug)]
pub struct Founding {
    /// What is played.
    pub setup: Setup,
    /// Who sits where.
    pub seats: Vec<SeatOccupant>,
    /// What it is played by beside its rules.
    pub terms: Terms,
    /// Whether everybody may find it in the list.
    pub public: bool,
    /// Whether it is a plain table.
    pub plain: bool,
    /// Who may come to it.
    pub access: Access,
    /// What opens it.
    pub keys: Vec<Key>,
    /// The table whose rematch it is.
    pub after: Option<String>,
}

impl Founding {
    /// What somebody asks for, checked, with keys of their own: of their browser's secret, and of as many others as
    /// [`tokens_wanted`] says.
    ///
    /// # Errors
    /// The seats are not as many as the set-up says, one of them is wrong, or what is asked contradicts itself.
    pub fn of(asked: &NewTable, browser: Hash, tokens: &[Hash]) -> Result<Founding, Refusal> {
        let (seats, terms, access) = (asked.occupants()?, asked.terms()?, asked.access()?);
        let mut keys = keys_of_maker(&seats, browser, tokens);
        keys.extend(asked.guests.iter().map(|&hash| Key { hash, right: Right::Look }));
        let (public, plain) = (asked.public, asked.plain);
        Ok(Founding { setup: asked.setup.clone(), seats, terms, public, plain, access, keys, after: None })
    }
}

/// The keys of a table's maker, for these secrets' hashes.
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
