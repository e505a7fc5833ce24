//! The service of moderation: closed tables, bans and settings, which every request looks at.

use std::collections::HashMap;
use std::sync::{Arc, PoisonError, RwLock};

use serde::{Deserialize, Serialize};
use table::Hash;
use tokio::sync::Mutex;

use super::bans::Bans;
use super::guest_addresses::GuestAddresses;
use super::households::SeatHouseholds;
use crate::common::relay::Relay;
use crate::common::role::Sanction;
use crate::common::server_settings::ServerSettings;
use crate::http::refusal::{Code, Refusal};
use crate::limits::caller::Household;
use crate::storage::{Database, StorageError, Stored};

/// The seats of a table for which a client answers, and from where.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Seated {
    pub table: String,
    pub seats: Vec<u8>,
    pub household: Household,
}

/// The service of moderation: what is in force, and how far the audit log was followed.
pub struct Moderation {
    pub store: Arc<Database>,
    /// The tables that are closed, with the reasons.
    closed: RwLock<HashMap<String, String>>,
    bans: RwLock<Bans>,
    settings: RwLock<ServerSettings>,
    /// From where guests came, to ban a guest together with the address.
    pub guests: GuestAddresses,
    /// From where seats were played, to notice players of one household.
    pub households: SeatHouseholds,
    /// Tells other nodes from where a seat is played.
    pub relay: Relay<Seated>,
    /// The newest entry of the audit log that has taken effect.
    pub followed: Mutex<i64>,
}

impl Moderation {
    pub fn new(store: Arc<Database>) -> Moderation {
        let (closed, bans, settings) = Default::default();
        let (guests, households, relay) = Default::default();
        Moderation { store, closed, bans, settings, guests, households, relay, followed: Mutex::default() }
    }

    /// Takes up what was done before this server started.
    pub async fn load(&self) -> Result<(), StorageError> {
        let (newest, closed) = self.store.closed_tables().await?;
        *self.followed.lock().await = newest;
        *self.closed.write().unwrap_or_else(PoisonError::into_inner) = closed.into_iter().collect();
        self.load_bans().await?;
        self.load_settings().await
    }

    /// Loads the bans of guests and addresses.
    pub async fn load_bans(&self) -> Result<(), StorageError> {
        let bans = self.store.load_bans().await?;
        *self.bans.write().unwrap_or_else(PoisonError::into_inner) = bans;
        Ok(())
    }

    /// Loads the settings.
    pub async fn load_settings(&self) -> Result<(), StorageError> {
        let settings = self.store.server_settings().await?;
        *self.settings.write().unwrap_or_else(PoisonError::into_inner) = settings;
        Ok(())
    }

    pub fn settings(&self) -> ServerSettings {
        *self.settings.read().unwrap_or_else(PoisonError::into_inner)
    }

    /// Refuses a new account while the registration is closed.
    ///
    /// # Errors
    /// `registration_closed`.
    pub fn registers(&self) -> Result<(), Refusal> {
        if self.settings().registration {
            return Ok(());
        }
        Err(Refusal::new(Code::RegistrationClosed, "this server takes no new accounts at present; try again later"))
    }

    /// Refuses a guest who is banned by one of these secrets, or by their address.
    ///
    /// # Errors
    /// `guest_banned`, with the reason.
    pub fn admits_guest(&self, household: Household, hashes: &[Hash]) -> Result<(), Refusal> {
        let bans = self.bans.read().unwrap_or_else(PoisonError::into_inner);
        match bans.of_guest(household, hashes) {
            Some(sanction) => {
                Err(Refusal::imposed(Code::GuestBanned, "you may not play here as a guest", sanction.clone()))
            }
            None => Ok(()),
        }
    }

    /// A client plays these seats from this household. Where two players of a rated game share one, its result will say so.
    pub fn seated(&self, seated: Seated) -> Stored<()> {
        let noted = self.seated_here(&seated);
        self.relay.tell(|| seated);
        noted
    }

    /// The same, where it was seen at another node.
    pub fn seated_here(&self, Seated { table, seats, household }: &Seated) -> Stored<()> {
        match self.households.saw(table, seats, *household) {
            true => self.store.note_one_household(table),
            false => Box::pin(std::future::ready(Ok(()))),
        }
    }

    /// Deletes bans that have ended.
    pub async fn sweep(&self) -> Result<(), StorageError> {
        if !self.bans.read().unwrap_or_else(PoisonError::into_inner).have_ended() {
            return Ok(());
        }
        self.store.sweep_bans().await?;
        self.load_bans().await
    }

    /// Nobody looks at a table any more; with no reason, people do again.
    pub fn close(&self, table: &str, reason: Option<&str>) {
        let mut closed = self.closed.write().unwrap_or_else(PoisonError::into_inner);
        match reason {
            Some(reason) => closed.insert(table.to_owned(), reason.to_owned()),
            None => closed.remove(table),
        };
    }

    /// Refuses a table that is closed.
    ///
    /// # Errors
    /// `closed`, and why.
    pub fn open(&self, table: &str) -> Result<(), Refusal> {
        let closed = self.closed.read().unwrap_or_else(PoisonError::into_inner);
        let Some(reason) = closed.get(table) else { return Ok(()) };
        let sanction = Sanction { reason: reason.clone(), until: None };
        Err(Refusal::imposed(Code::Closed, "this table was closed", sanction))
    }
}
