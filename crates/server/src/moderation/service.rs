//! The moderation service: the closed tables, bans and settings that requests are checked against.

use std::collections::HashMap;
use std::sync::{Arc, PoisonError, RwLock};

use serde::{Deserialize, Serialize};
use table::Hash;
use tokio::sync::Mutex;

use super::bans::Bans;
use super::guest_addresses::GuestAddresses;
use super::shared_networks::SeatNetworks;
use crate::common::relay::Relay;
use crate::common::role::Sanction;
use crate::common::server_settings::ServerSettings;
use crate::http::refusal::{Code, Refusal};
use crate::limits::caller::ClientNetwork;
use crate::storage::{Database, StorageError, Stored};

/// The seats that a client plays, and its network.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Seated {
    pub table: String,
    pub seats: Vec<u8>,
    #[serde(rename = "household")]
    pub client_network: ClientNetwork,
}

/// The moderation service: closed tables, bans and settings, and how far the audit log has been applied.
pub struct Moderation {
    pub store: Arc<Database>,
    /// Closed tables, with the reason for each.
    closed: RwLock<HashMap<String, String>>,
    bans: RwLock<Bans>,
    settings: RwLock<ServerSettings>,
    /// Recent guest addresses, used to ban a guest's address along with the guest.
    pub guests: GuestAddresses,
    /// Networks from which seats are played, used to detect players on the same network.
    pub seat_networks: SeatNetworks,
    /// Informs other nodes of the network from which a seat is played.
    pub relay: Relay<Seated>,
    /// Id of the newest audit log entry that was applied.
    pub followed: Mutex<i64>,
}

impl Moderation {
    pub fn new(store: Arc<Database>) -> Moderation {
        let (closed, bans, settings) = Default::default();
        let (guests, seat_networks, relay) = Default::default();
        Moderation { store, closed, bans, settings, guests, seat_networks, relay, followed: Mutex::default() }
    }

    /// Loads the closed tables, bans and settings, and the current position in the audit log.
    pub async fn load(&self) -> Result<(), StorageError> {
        let (newest, closed) = self.store.closed_tables().await?;
        *self.followed.lock().await = newest;
        *self.closed.write().unwrap_or_else(PoisonError::into_inner) = closed.into_iter().collect();
        self.load_bans().await?;
        self.load_settings().await
    }

    /// Loads the bans on guests and addresses.
    pub async fn load_bans(&self) -> Result<(), StorageError> {
        let bans = self.store.load_bans().await?;
        *self.bans.write().unwrap_or_else(PoisonError::into_inner) = bans;
        Ok(())
    }

    pub async fn load_settings(&self) -> Result<(), StorageError> {
        let settings = self.store.server_settings().await?;
        *self.settings.write().unwrap_or_else(PoisonError::into_inner) = settings;
        Ok(())
    }

    pub fn settings(&self) -> ServerSettings {
        *self.settings.read().unwrap_or_else(PoisonError::into_inner)
    }

    /// Checks that registration is open.
    ///
    /// # Errors
    /// `registration_closed`.
    pub fn registers(&self) -> Result<(), Refusal> {
        if self.settings().registration {
            return Ok(());
        }
        Err(Refusal::new(Code::RegistrationClosed, "registration is closed on this server; try again later"))
    }

    /// Rejects a guest who is banned by one of these secrets or by address.
    ///
    /// # Errors
    /// `guest_banned`, with the reason.
    pub fn admits_guest(&self, client_network: ClientNetwork, hashes: &[Hash]) -> Result<(), Refusal> {
        let bans = self.bans.read().unwrap_or_else(PoisonError::into_inner);
        match bans.of_guest(client_network, hashes) {
            Some(sanction) => Err(Refusal::imposed(
                Code::GuestBanned,
                "guests from your browser or network are banned",
                sanction.clone(),
            )),
            None => Ok(()),
        }
    }

    /// Records that a client plays these seats from this network. If two players in a rated game share a network, the game is flagged.
    pub fn seated(&self, seated: Seated) -> Stored<()> {
        let noted = self.seated_here(&seated);
        self.relay.send(|| seated);
        noted
    }

    /// Like [`Moderation::seated`], but for a client on another node.
    pub fn seated_here(&self, Seated { table, seats, client_network }: &Seated) -> Stored<()> {
        match self.seat_networks.note(table, seats, *client_network) {
            true => self.store.note_shared_network(table),
            false => Box::pin(std::future::ready(Ok(()))),
        }
    }

    /// Deletes expired bans.
    pub async fn sweep(&self) -> Result<(), StorageError> {
        if !self.bans.read().unwrap_or_else(PoisonError::into_inner).have_ended() {
            return Ok(());
        }
        self.store.sweep_bans().await?;
        self.load_bans().await
    }

    /// Closes a table, or reopens it if `reason` is `None`.
    pub fn close(&self, table: &str, reason: Option<&str>) {
        let mut closed = self.closed.write().unwrap_or_else(PoisonError::into_inner);
        match reason {
            Some(reason) => closed.insert(table.to_owned(), reason.to_owned()),
            None => closed.remove(table),
        };
    }

    /// Rejects requests for a closed table.
    ///
    /// # Errors
    /// `closed`, with the reason.
    pub fn open(&self, table: &str) -> Result<(), Refusal> {
        let closed = self.closed.read().unwrap_or_else(PoisonError::into_inner);
        let Some(reason) = closed.get(table) else { return Ok(()) };
        let sanction = Sanction { reason: reason.clone(), until: None };
        Err(Refusal::imposed(Code::Closed, "this table was closed", sanction))
    }
}
