//! The tables that are in memory; the others wait in the storage until somebody asks for them.

use std::collections::HashMap;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use games::deal::Seed;
use games::{Game, Setup};
use table::driving::{Joined, Nodes, join};
use table::{Effect, Founding, Hash, NewTable, SeatOccupant, Table, Write, messages, tokens_wanted};
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

/// How long a table that nobody looks at stays in memory.
const KEPT: Duration = Duration::from_secs(10 * 60);
/// How often tables that nobody looks at are looked for.
const SWEPT: Duration = Duration::from_secs(60);

/// How often it is written down how long the server has run: no clock is wrong by more after it was killed.
const TIME_KEPT: Duration = Duration::from_millis(table::LAG);
/// A table is in memory so long before its clock falls, in milliseconds.
const AHEAD: u64 = 5000;

/// A table's place: empty while the table is being read, by whoever asked first.
type Slot = Arc<OnceCell<TableHandle>>;
type Slots = HashMap<String, Slot>;

/// All tables.
pub struct Hub {
    context: Arc<TableContext>,
    /// Held for a look or a change only, never while anything is read.
    places: Arc<Mutex<Slots>>,
}

impl Hub {
    pub fn new(context: Arc<TableContext>) -> Hub {
        Hub { context, places: Arc::default() }
    }

    /// Where everything is written down.
    pub fn storage(&self) -> &dyn Storage {
        &*self.context.storage
    }

    /// Makes a table and writes it down. `browser` is the hash of the cookie of its `maker`.
    ///
    /// Gives the table and the secrets of the maker's seats; without a seat of his own the host gets a secret too.
    ///
    /// # Errors
    /// The set-up or the seats are wrong, `allow` refuses one more table, or the storage failed.
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
        let table = self.found(Founding::of(&asked, browser, &hashes)?, maker, allow).await?;
        Ok((table, tokens))
    }

    /// Makes a table that begins so and writes it down.
    ///
    /// # Errors
    /// The set-up is wrong, `allow` refuses one more table, or the storage failed.
    pub async fn found(
        &self,
        founding: Founding,
        maker: Owner,
        allow: impl FnOnce() -> Result<(), Refusal>,
    ) -> Result<TableHandle, Refusal> {
        let beginning = self.beginning(&founding.setup, maker).await?;
        let (name, pace) = (secrets::table_name(), self.context.pace);
        let seed = seed(self.context.deals, &messages::text(&founding.setup.short()), &founding.seats);
        let (table, write) = Table::found(founding, name, seed, pace, Some(beginning))?;
        allow()?;
        self.write(table, write, maker).await
    }

    /// A game of a set-up before its first answer. A set-up that is not known is compiled when it is the owner's turn.
    ///
    /// # Errors
    /// The set-up cannot be played, or too much of the owner's waits already.
    pub async fn beginning(&self, setup: &Setup, owner: Owner) -> Result<Game, Refusal> {
        let (begun, key) = (&self.context.beginnings, RulesCache::key_of_new(setup));
        if let Some(known) = begun.get(key.as_ref()) {
            return Ok(known);
        }
        let setup = setup.clone();
        let compile = move |_: &AtomicBool| Ok(Game::new(&setup).map_err(table::Refusal::from)?);
        let game = self.context.replays.run(owner, replays::SETUP, compile).await?;
        begun.keep(key, || game.clone());
        Ok(game)
    }

    /// How many look at a table, or have lately; none of one that is not in memory.
    pub fn visitors_of(&self, name: &str) -> usize {
        let known = places(&self.places).get(name).and_then(|place| place.get().cloned());
        known.map_or(0, |handle| handle.visitors().count())
    }

    /// Has a table that was changed in the storage leave the memory, with everybody who looks at it, at whichever node.
    pub async fn forget(&self, name: &str) {
        self.send_away(name).await;
        self.spread(ClusterEvent::Changed { table: name.to_owned() }).await;
    }

    /// The same at this node alone.
    pub async fn send_away(&self, name: &str) {
        let known = places(&self.places).get(name).and_then(|place| place.get().cloned());
        if let Some(handle) = known {
            // One that has stopped by itself is gone as well.
            let _ = handle.send_all_away().await;
        }
    }

    /// Removes a table of which nobody has heard.
    pub async fn remove(&self, name: &str) {
        if let Err(why) = self.context.storage.delete(name).await {
            tracing::error!("table {name}, which nobody knows, cannot be removed: {why}");
        }
        self.forget(name).await;
    }

    /// Writes down the table that was made of a record, with all its answers.
    ///
    /// # Errors
    /// The storage failed; then nothing is stored.
    pub async fn import(&self, (table, write): (Table, Write)) -> Result<TableHandle, Refusal> {
        self.write(table, write, None).await
    }

    /// Writes a new table down and starts its driver.
    async fn write(&self, mut table: Table, write: Write, maker: Owner) -> Result<TableHandle, Refusal> {
        let written = self.context.storage.write(table.name(), 0, write).await;
        let outcome = written.map_err(|why| {
            tracing::error!("nothing could be written: {why}");
            why.to_string()
        });
        let effects = table.written(self.context.time.now(), outcome);
        if let Some(Effect::Reply(Err(refusal))) = effects.first() {
            return Err(refusal.clone().into());
        }
        let joined = self.join(table.name()).await?;
        let handle = driver::start(self.context.clone(), table, effects, self.visitors(maker), joined);
        let place = Arc::new(OnceCell::new_with(Some(handle.clone())));
        places(&self.places).insert(handle.name().to_owned(), place);
        Ok(handle)
    }

    /// The table of this name, for the server itself.
    pub async fn table(&self, name: &str) -> Result<TableHandle, Refusal> {
        self.table_for(name, None).await
    }

    /// The table of this name, read from the storage if need be, when it is the owner's turn. Whoever asks for a table that is being read
    /// waits for that; whoever asks for another does not.
    pub async fn table_for(&self, name: &str, owner: Owner) -> Result<TableHandle, Refusal> {
        if !secrets::is_table_name(name) {
            return Err(no_table(name));
        }
        let place = {
            let mut places = places(&self.places);
            let place = places.entry(name.to_owned()).or_default();
            match place.get() {
                Some(handle) if handle.is_alive() => return Ok(handle.clone()),
                // Its driver has failed, and the log says why.
                Some(_) => *place = Slot::default(),
                None => {}
            }
            place.clone()
        };
        let visit = Visit { places: &self.places, name, place };
        let handle = visit.place.get_or_try_init(|| self.load(name, owner)).await?;
        Ok(handle.clone())
    }

    /// Has a table be read anew from the storage, if it is in memory: everybody there comes back to what is stored.
    pub async fn read_anew(&self, name: &str) -> Result<(), Refusal> {
        // One that is being read just now may have been read before what was stored last.
        if !places(&self.places).contains_key(name) {
            return Ok(());
        }
        self.table(name).await?.send_all_away().await
    }

    /// Has every table in memory at which an account sits be read anew.
    pub async fn read_anew_with(&self, account: i64) {
        let known: Vec<TableHandle> = places(&self.places).values().filter_map(|place| place.get().cloned()).collect();
        for handle in known {
            // A table that stops meanwhile is gone from the memory as well.
            if handle.accounts().await.is_ok_and(|sitting| sitting.contains(&account)) {
                let _ = handle.send_all_away().await;
            }
        }
    }

    /// The same at whichever node it is in memory.
    ///
    /// # Errors
    /// As of [`read_anew`](Self::read_anew).
    pub async fn changed(&self, name: &str) -> Result<(), Refusal> {
        self.spread(ClusterEvent::Changed { table: name.to_owned() }).await;
        self.read_anew(name).await
    }

    fn visitors(&self, asked: Owner) -> Arc<Visitors> {
        Visitors::new(self.context.rests, asked)
    }

    /// Reads a table from the storage, replays its answers, and starts its driver.
    async fn load(&self, name: &str, owner: Owner) -> Result<TableHandle, Refusal> {
        let joined = self.join(name).await?;
        let table = match self.kept(name, owner).await {
            Ok(table) => table,
            Err(why) => {
                if let (Some(cluster), Some(Joined::Kept { .. })) = (&self.context.cluster, &joined) {
                    // Another server may be able to read it.
                    cluster.let_go(name).await;
                }
                return Err(why);
            }
        };
        Ok(driver::start(self.context.clone(), table, Vec::new(), self.visitors(None), joined))
    }

    /// Takes a table, or follows whoever keeps it, where servers work together.
    async fn join(&self, name: &str) -> Result<Option<Joined<Cluster>>, Refusal> {
        match &self.context.cluster {
            Some(cluster) => match join(&**cluster, name).await? {
                Joined::Nowhere => Err(no_table(name)),
                joined => Ok(Some(joined)),
            },
            None => Ok(None),
        }
    }

    /// The other servers that work on the same database, where there may be any.
    pub fn cluster(&self) -> Option<&Arc<Cluster>> {
        self.context.cluster.as_ref()
    }

    /// Tells all other nodes something, where there may be any.
    pub async fn spread(&self, what: ClusterEvent) {
        if let Some(cluster) = &self.context.cluster {
            cluster.spread(what).await;
        }
    }

    /// Somebody said something at a table, at another node.
    pub fn heard(&self, name: &str, line: Line) {
        let known = places(&self.places).get(name).and_then(|place| place.get().cloned());
        if let Some(handle) = known {
            handle.talk().tell(line);
        }
    }

    /// A table as it is stored, with its answers replayed when it is the owner's turn. Nothing may be done with it but look.
    pub async fn kept(&self, name: &str, owner: Owner) -> Result<Table, Refusal> {
        let found = self.context.storage.load(name, 0).await.map_err(|why| {
            tracing::error!("nothing could be read: {why}");
            Refusal::from(table::Refusal::NotRead(why.to_string()))
        })?;
        let (record, log) = found.ok_or_else(|| no_table(name))?;
        let failed = |why: String| Refusal::new(Code::Storage, format!("table {name} cannot be read: {why}"));
        let pace = self.context.pace;
        let key = RulesCache::key_of(&record);
        let (beginning, answers) = (self.context.beginnings.get(key.as_ref()), log.len());
        let replay = move || Table::load(record, &log, pace, beginning);
        let table = self.context.replays.load(owner, answers, replay).await?.map_err(|why| failed(why.to_string()))?;
        self.context.beginnings.keep(key, || table.beginning());
        Ok(table)
    }

    /// Writes down how long the server has run, and has tables in memory whose clock falls soon, again and again.
    pub async fn keep_time(&self) {
        loop {
            tokio::time::sleep(TIME_KEPT).await;
            self.keep_time_once().await;
            match self.context.storage.falling(self.context.time.now().after(AHEAD)).await {
                Ok(names) => {
                    for name in names {
                        // What another node keeps it sees to.
                        if let Some(cluster) = &self.context.cluster
                            && !cluster.takes(&name).await
                        {
                            continue;
                        }
                        if let Err(why) = self.table(&name).await {
                            tracing::error!("the clock of table {name} falls, and it cannot be read: {why}");
                        }
                    }
                }
                Err(why) => tracing::error!("falling clocks cannot be read: {why}"),
            }
        }
    }

    /// Writes down how long the server has run.
    pub async fn keep_time_once(&self) {
        if let Err(why) = self.context.storage.keep_running_time(self.context.time.now()).await {
            tracing::error!("the time that the server runs cannot be written: {why}");
        }
    }

    pub fn count(&self) -> usize {
        places(&self.places).len()
    }

    /// The computer players' places.
    pub fn thinkers(&self) -> &Thinkers {
        &self.context.thinkers
    }

    /// Lets go of tables that nobody looks at, again and again.
    pub async fn sweep(&self) {
        loop {
            tokio::time::sleep(SWEPT).await;
            self.sweep_once(KEPT).await;
        }
    }

    /// Lets go of tables that nobody has looked at for so long.
    async fn sweep_once(&self, kept: Duration) {
        let known: Vec<TableHandle> = places(&self.places).values().filter_map(|place| place.get().cloned()).collect();
        for handle in known {
            let (all, name) = (self.places.clone(), handle.name().to_owned());
            let (done, until_done) = oneshot::channel::<()>();
            let agree = move |mailbox: &mailbox::Receiver| {
                let _done = done;
                let mut places = places(&all);
                // New holders come through the lock that is held here. The hub has one way into the mailbox, the sweeper another.
                let unused = places.get(&name).is_some_and(|place| Arc::strong_count(place) == 1);
                let alone = unused && mailbox.sender_strong_count() <= 2 && mailbox.is_empty();
                if alone {
                    places.remove(&name);
                }
                alone
            };
            handle.retire(kept, Box::new(agree)).await;
            // Ready when the question is answered, or was never asked.
            let _ = until_done.await;
        }
    }
}

fn places(places: &Mutex<Slots>) -> MutexGuard<'_, Slots> {
    places.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Somebody who waits for a table. Whoever is the last to go from a place that stayed empty takes it away.
struct Visit<'a> {
    places: &'a Mutex<Slots>,
    name: &'a str,
    place: Slot,
}

impl Drop for Visit<'_> {
    fn drop(&mut self) {
        let mut places = places(self.places);
        let mine = places.get(self.name).is_some_and(|place| Arc::ptr_eq(place, &self.place));
        if mine && self.place.get().is_none() && Arc::strong_count(&self.place) == 2 {
            places.remove(self.name);
        }
    }
}

/// The seed of a new table's draw order.
fn seed(deals: Option<u64>, setup: &str, seats: &[SeatOccupant]) -> Seed {
    match deals {
        None => secrets::seed().into(),
        Some(number) => secrets::hash(&format!("deal {number} {setup} {}", messages::text(&seats))).into(),
    }
}

/// The refusal that says that there is no such table.
fn no_table(name: &str) -> Refusal {
    let name: String = name.chars().take(40).collect();
    Refusal::new(Code::NoTable, format!("there is no table \"{name}\"; check the link"))
}

#[cfg(test)]
mod tests;
