//! Keeps tables in memory and loads others from storage on demand.

use std::collections::HashMap;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use games::deal::Seed;
use games::numbers::{Chosen, Numbers};
use games::{Game, Setup};
use table::driving::{JoinOutcome, Nodes, join};
use table::{Effect, Hash, InitialState, NewTable, Pace, SeatOccupant, Table, Write, messages, tokens_wanted};
use tokio::sync::{OnceCell, oneshot};

use super::driver::{self, TableContext};
use super::handle::TableHandle;
use super::mailbox;
use super::rules_cache::RulesCache;
use super::visitors::Visitors;
use crate::chat::store::Line;
use crate::cluster::events::ClusterEvent;
use crate::cluster::nodes::Cluster;
use crate::common::secrets;
use crate::compute::replays;
use crate::compute::slots::Owner;
use crate::compute::thinkers::Thinkers;
use crate::http::refusal::{Code, Refusal};
use crate::storage::Storage;

/// Idle time after which a table is unloaded.
const IDLE_TIME: Duration = Duration::from_secs(10 * 60);
/// Interval between sweeps of unused tables.
const SWEEP_INTERVAL: Duration = Duration::from_secs(60);

/// Interval at which the running time is stored, which bounds the clock error after the server is killed.
const TIME_SAVE_INTERVAL: Duration = Duration::from_millis(table::MAX_LAG_MS);
/// Lead time for loading a table before its clock expires, in milliseconds.
const LOAD_AHEAD_MS: u64 = 5000;

/// Entry of a table; empty while the first requester is loading the table.
type Slot = Arc<OnceCell<TableHandle>>;
type Slots = HashMap<String, Slot>;

/// All tables in memory.
pub struct Hub {
    context: Arc<TableContext>,
    /// Locked only briefly, never while a table is being loaded.
    slots: Arc<Mutex<Slots>>,
}

impl Hub {
    pub fn new(context: Arc<TableContext>) -> Hub {
        Hub { context, slots: Arc::default() }
    }

    pub fn storage(&self) -> &dyn Storage {
        &*self.context.storage
    }

    /// Creates and stores a table for its `maker`; `browser` is the hash of the maker's cookie.
    ///
    /// Returns the table and the secrets for the creator's seats; a host without a seat gets a secret too.
    ///
    /// # Errors
    /// The set-up or the seats are invalid, `allow` does not permit another table, or storage failed.
    pub async fn create(
        &self,
        asked: NewTable,
        browser: Hash,
        maker: Owner,
        allow: impl FnOnce() -> Result<(), Refusal>,
    ) -> Result<(TableHandle, Vec<(Option<u8>, String)>), Refusal> {
        let seats = asked.occupants()?;
        let tokens: Vec<_> = tokens_wanted(&seats).into_iter().map(|seat| (seat, secrets::secret())).collect();
        let hashes: Vec<Hash> = tokens.iter().map(|(_, token)| secrets::hash(token)).collect();
        let table = self.create_from(InitialState::of(&asked, browser, &hashes)?, maker, allow).await?;
        Ok((table, tokens))
    }

    /// Creates and stores a table from its initial state.
    ///
    /// # Errors
    /// The set-up is invalid, `allow` does not permit another table, or storage failed.
    pub async fn create_from(
        &self,
        initial: InitialState,
        maker: Owner,
        allow: impl FnOnce() -> Result<(), Refusal>,
    ) -> Result<TableHandle, Refusal> {
        let seed = seed(self.context.deal_seed, &messages::text(&initial.setup.short()), &initial.seats);
        self.create_dealt(initial, seed, maker, allow).await
    }

    /// Creates and stores a table whose draw order is derived from a given seed. The seed of a table with opponents must be secret.
    ///
    /// # Errors
    /// Same as [`Self::create_from`].
    pub async fn create_dealt(
        &self,
        initial: InitialState,
        seed: Seed,
        maker: Owner,
        allow: impl FnOnce() -> Result<(), Refusal>,
    ) -> Result<TableHandle, Refusal> {
        self.create_as(secrets::table_name(), (initial, seed), maker, allow).await
    }

    /// Creates and stores a table under a name that was chosen before, on behalf of the server itself.
    ///
    /// # Errors
    /// The set-up is invalid, storage failed, or there is a table with this name.
    pub async fn create_named(&self, name: String, initial: InitialState) -> Result<TableHandle, Refusal> {
        let seed = seed(self.context.deal_seed, &messages::text(&initial.setup.short()), &initial.seats);
        self.create_as(name, (initial, seed), None, || Ok(())).await
    }

    async fn create_as(
        &self,
        name: String,
        (initial, seed): (InitialState, Seed),
        maker: Owner,
        allow: impl FnOnce() -> Result<(), Refusal>,
    ) -> Result<TableHandle, Refusal> {
        let beginning = self.beginning(&initial.setup, maker).await?;
        let (table, write) = Table::create_from(initial, name, seed, self.context.pace, Some(beginning))?;
        allow()?;
        self.write(table, write, maker).await
    }

    /// Returns the game for a set-up before its first answer. If the set-up is not cached, waits in the owner's queue for it to be
    /// compiled.
    ///
    /// # Errors
    /// The set-up cannot be played, or the owner has too many waiting requests.
    pub async fn beginning(&self, setup: &Setup, owner: Owner) -> Result<Game, Refusal> {
        let (begun, key) = (&self.context.beginnings, RulesCache::key_of_new(setup));
        if let Some(known) = begun.get(key.as_ref()) {
            return Ok(known);
        }
        let setup = setup.clone();
        let compile = move |_: &AtomicBool| Ok(Game::new(&setup).map_err(table::Refusal::from)?);
        let game = self.context.replays.run(owner, replays::SETUP_TIME, compile).await?;
        begun.insert(key, || game.clone());
        Ok(game)
    }

    /// Returns the numbers of figures and tiles in a set-up. Waits in the owner's queue for the set-up to be compiled.
    ///
    /// # Errors
    /// The set-up is invalid, or the owner has too many waiting requests.
    pub async fn numbers(&self, setup: Setup, figures: Chosen, sets: Chosen, owner: Owner) -> Result<Numbers, Refusal> {
        let count =
            move |_: &AtomicBool| Ok(games::numbers::numbers(&setup, &figures, &sets).map_err(table::Refusal::from)?);
        self.context.replays.run(owner, replays::SETUP_TIME, count).await
    }

    /// Returns the number of clients connected to a table; 0 if it is not in memory.
    pub fn visitors_of(&self, name: &str) -> usize {
        let known = slots(&self.slots).get(name).and_then(|slot| slot.get().cloned());
        known.map_or(0, |handle| handle.visitors().count())
    }

    /// Returns a table if it is in memory, without keeping computer players awake.
    pub fn in_memory(&self, name: &str) -> Option<TableHandle> {
        let known = slots(&self.slots).get(name).and_then(|slot| slot.get().cloned());
        known.filter(TableHandle::is_alive)
    }

    /// Runs a query on a table. A table that is not in memory is loaded for the query alone, when it is the owner's turn.
    ///
    /// # Errors
    /// There is no such table, it cannot be loaded, or too many loads of the owner are waiting.
    pub async fn inspect<T: Send + 'static>(
        &self,
        name: &str,
        owner: Owner,
        look: impl FnOnce(&Table) -> T + Send + 'static,
    ) -> Result<T, Refusal> {
        if !secrets::is_table_name(name) {
            return Err(no_table(name));
        }
        match self.in_memory(name) {
            Some(handle) => handle.look(look).await,
            None => Ok(look(&self.load_read_only(name, owner).await?)),
        }
    }

    /// Unloads a table that was changed in the storage, on every node, and disconnects its clients.
    pub async fn unload(&self, name: &str) {
        self.unload_here(name).await;
        self.broadcast(ClusterEvent::Changed { table: name.to_owned() }).await;
    }

    /// Unloads a table on this node only.
    pub async fn unload_here(&self, name: &str) {
        let known = slots(&self.slots).get(name).and_then(|slot| slot.get().cloned());
        if let Some(handle) = known {
            // An error means that the table has stopped and is already unloaded.
            let _ = handle.unload().await;
        }
    }

    /// Deletes a table that was never announced to anyone.
    pub async fn remove(&self, name: &str) {
        if let Err(why) = self.context.storage.delete(name).await {
            tracing::error!("cannot delete the unused table {name}: {why}");
        }
        self.unload(name).await;
    }

    /// Stores a table created from a record, with all its answers, for its `maker`.
    ///
    /// # Errors
    /// Storage failed; in that case nothing is stored.
    pub async fn import(&self, (table, write): (Table, Write), maker: Owner) -> Result<TableHandle, Refusal> {
        self.write(table, write, maker).await
    }

    /// Returns the seed for the further draws of a transferred game.
    pub fn seed_for_transfer(&self, record: &str) -> Seed {
        seed(self.context.deal_seed, record, &[])
    }

    /// Returns the speed of new tables.
    pub fn pace(&self) -> Pace {
        self.context.pace
    }

    /// Stores a new table and starts its driver.
    async fn write(&self, mut table: Table, write: Write, maker: Owner) -> Result<TableHandle, Refusal> {
        let written = self.context.storage.write(table.name(), 0, write).await;
        let outcome = written.map_err(|why| {
            tracing::error!("cannot write to the storage: {why}");
            why.to_string()
        });
        let effects = table.written(self.context.time.now(), outcome);
        if let Some(Effect::Reply(Err(refusal))) = effects.first() {
            return Err(refusal.clone().into());
        }
        let joined = self.join(table.name()).await?;
        let handle = driver::start(self.context.clone(), table, effects, self.visitors(maker), joined);
        let slot = Arc::new(OnceCell::new_with(Some(handle.clone())));
        slots(&self.slots).insert(handle.name().to_owned(), slot);
        Ok(handle)
    }

    /// Returns the table with this name, on behalf of the server itself.
    pub async fn table(&self, name: &str) -> Result<TableHandle, Refusal> {
        self.table_for(name, None).await
    }

    /// Returns the table with this name. A table that is not in memory is loaded when the owner's turn comes. Concurrent requests for the
    /// same table share one load; requests for other tables do not wait.
    pub async fn table_for(&self, name: &str, owner: Owner) -> Result<TableHandle, Refusal> {
        if !secrets::is_table_name(name) {
            return Err(no_table(name));
        }
        let slot = {
            let mut slots = slots(&self.slots);
            let slot = slots.entry(name.to_owned()).or_default();
            match slot.get() {
                Some(handle) if handle.is_alive() => return Ok(handle.clone()),
                // The table's driver failed; see the log.
                Some(_) => *slot = Slot::default(),
                None => {}
            }
            slot.clone()
        };
        let visit = PendingLoad { slots: &self.slots, name, slot };
        let handle = visit.slot.get_or_try_init(|| self.load(name, owner)).await?;
        Ok(handle.clone())
    }

    /// Reloads a table in memory from storage; its clients reconnect.
    pub async fn reload(&self, name: &str) -> Result<(), Refusal> {
        // A load in progress may have read an older state, so that table is reloaded too.
        if !slots(&self.slots).contains_key(name) {
            return Ok(());
        }
        self.table(name).await?.unload().await
    }

    /// Reloads every in-memory table at which an account has a seat.
    pub async fn reload_tables_of(&self, account: i64) {
        let known: Vec<TableHandle> = slots(&self.slots).values().filter_map(|slot| slot.get().cloned()).collect();
        for handle in known {
            // A table that has stopped in the meantime is already unloaded.
            if handle.accounts().await.is_ok_and(|sitting| sitting.contains(&account)) {
                let _ = handle.unload().await;
            }
        }
    }

    /// Reloads a table on every node.
    ///
    /// # Errors
    /// Same as [`reload`](Self::reload).
    pub async fn changed(&self, name: &str) -> Result<(), Refusal> {
        self.broadcast(ClusterEvent::Changed { table: name.to_owned() }).await;
        self.reload(name).await
    }

    fn visitors(&self, asked: Owner) -> Arc<Visitors> {
        Visitors::new(self.context.computer_idle, asked)
    }

    /// Loads a table, replays its answers, and starts its driver.
    async fn load(&self, name: &str, owner: Owner) -> Result<TableHandle, Refusal> {
        let joined = self.join(name).await?;
        let table = match self.load_read_only(name, owner).await {
            Ok(table) => table,
            Err(why) => {
                if let (Some(cluster), Some(JoinOutcome::Owner { .. })) = (&self.context.cluster, &joined) {
                    // Another node may be able to load it.
                    cluster.release_lease(name).await;
                }
                return Err(why);
            }
        };
        Ok(driver::start(self.context.clone(), table, Vec::new(), self.visitors(None), joined))
    }

    /// In a cluster, acquires a table or follows its owner.
    async fn join(&self, name: &str) -> Result<Option<JoinOutcome<Cluster>>, Refusal> {
        match &self.context.cluster {
            Some(cluster) => match join(&**cluster, name).await? {
                JoinOutcome::NotFound => Err(no_table(name)),
                joined => Ok(Some(joined)),
            },
            None => Ok(None),
        }
    }

    /// Returns the cluster if this server is part of one.
    pub fn cluster(&self) -> Option<&Arc<Cluster>> {
        self.context.cluster.as_ref()
    }

    /// Broadcasts an event to all other nodes in the cluster, if any.
    pub async fn broadcast(&self, what: ClusterEvent) {
        if let Some(cluster) = &self.context.cluster {
            cluster.broadcast(what).await;
        }
    }

    /// Delivers a chat line posted at a table on another node.
    pub fn deliver_line(&self, name: &str, line: Line) {
        let known = slots(&self.slots).get(name).and_then(|slot| slot.get().cloned());
        if let Some(handle) = known {
            handle.chat_channel().send(line);
        }
    }

    /// Loads a table read-only, replaying its answers when the owner's turn comes.
    pub async fn load_read_only(&self, name: &str, owner: Owner) -> Result<Table, Refusal> {
        let found = self.context.storage.load(name, 0).await.map_err(|why| {
            tracing::error!("cannot read from the storage: {why}");
            Refusal::from(table::Refusal::NotRead(why.to_string()))
        })?;
        let (record, log) = found.ok_or_else(|| no_table(name))?;
        let failed = |why: String| Refusal::new(Code::Storage, format!("cannot load table {name}: {why}"));
        let pace = self.context.pace;
        let key = RulesCache::key_of(&record);
        let (beginning, answers) = (self.context.beginnings.get(key.as_ref()), log.len());
        let replay = move || Table::load(record, &log, pace, beginning);
        let table = self.context.replays.load(owner, answers, replay).await?.map_err(|why| failed(why.to_string()))?;
        self.context.beginnings.insert(key, || table.beginning());
        Ok(table)
    }

    /// Repeatedly stores the running time and loads tables whose clock expires soon.
    pub async fn run_clock(&self) {
        loop {
            tokio::time::sleep(TIME_SAVE_INTERVAL).await;
            self.save_running_time().await;
            match self.context.storage.expiring_clocks(self.context.time.now().after(LOAD_AHEAD_MS)).await {
                Ok(names) => {
                    for name in names {
                        // Leave a table that another node owns to that node.
                        if let Some(cluster) = &self.context.cluster
                            && !cluster.acquire_if_free(&name).await
                        {
                            continue;
                        }
                        if let Err(why) = self.table(&name).await {
                            tracing::error!("cannot load table {name}, whose clock is about to expire: {why}");
                        }
                    }
                }
                Err(why) => tracing::error!("cannot read expiring clocks: {why}"),
            }
        }
    }

    pub async fn save_running_time(&self) {
        if let Err(why) = self.context.storage.save_running_time(self.context.time.now()).await {
            tracing::error!("cannot store the running time: {why}");
        }
    }

    pub fn count(&self) -> usize {
        slots(&self.slots).len()
    }

    /// Returns the scheduler of computer players.
    pub fn thinkers(&self) -> &Thinkers {
        &self.context.thinkers
    }

    /// Periodically unloads unused tables.
    pub async fn sweep(&self) {
        loop {
            tokio::time::sleep(SWEEP_INTERVAL).await;
            self.sweep_once(IDLE_TIME).await;
        }
    }

    /// Unloads tables that have been unused for at least `kept`.
    async fn sweep_once(&self, kept: Duration) {
        let known: Vec<TableHandle> = slots(&self.slots).values().filter_map(|slot| slot.get().cloned()).collect();
        for handle in known {
            let (all, name) = (self.slots.clone(), handle.name().to_owned());
            let (done, until_done) = oneshot::channel::<()>();
            let agree = move |mailbox: &mailbox::Receiver| {
                let _done = done;
                let mut slots = slots(&all);
                // New handles are created only under this lock. Two senders remain: the hub's and the sweeper's.
                let unused = slots.get(&name).is_some_and(|slot| Arc::strong_count(slot) == 1);
                let alone = unused && mailbox.sender_strong_count() <= 2 && mailbox.is_empty();
                if alone {
                    slots.remove(&name);
                }
                alone
            };
            handle.evict_if_idle(kept, Box::new(agree)).await;
            // Resolves when `agree` has been called or dropped.
            let _ = until_done.await;
        }
    }
}

fn slots(slots: &Mutex<Slots>) -> MutexGuard<'_, Slots> {
    slots.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A pending request for a table. The last request to give up on an empty slot removes the slot.
struct PendingLoad<'a> {
    slots: &'a Mutex<Slots>,
    name: &'a str,
    slot: Slot,
}

impl Drop for PendingLoad<'_> {
    fn drop(&mut self) {
        let mut slots = slots(self.slots);
        let mine = slots.get(self.name).is_some_and(|slot| Arc::ptr_eq(slot, &self.slot));
        if mine && self.slot.get().is_none() && Arc::strong_count(&self.slot) == 2 {
            slots.remove(self.name);
        }
    }
}

/// Returns the seed for a new table's draw order. One that is made from `deal_seed` does not depend on ratings and colours.
fn seed(deal_seed: Option<u64>, setup: &str, seats: &[SeatOccupant]) -> Seed {
    let Some(number) = deal_seed else { return secrets::seed().into() };
    let mut seats = seats.to_vec();
    for seat in &mut seats {
        if let SeatOccupant::Human { rating, colour, .. } = seat {
            (*rating, *colour) = (None, None);
        }
    }
    secrets::hash(&format!("deal {number} {setup} {}", messages::text(&seats))).into()
}

/// Returns the refusal for a table that does not exist.
fn no_table(name: &str) -> Refusal {
    let name: String = name.chars().take(40).collect();
    Refusal::new(Code::NoTable, format!("there is no table \"{name}\"; check the link"))
}

#[cfg(test)]
mod tests;
