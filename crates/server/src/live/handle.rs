//! Handle through which the rest of the server accesses a table. Queries and commands go to the table's mailbox.

use std::collections::HashSet;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use games::{Game, OwnTiles, View};
use table::{
    ClientId, Colour, Command, EventsOf, Hash, InitialState, Joining, PlayerAction, RecordOf, Reply, Speaker, Table,
    TableInfo, TransferOf, ViewOf, Welcome,
};
use tokio::sync::{broadcast, oneshot};

use super::mailbox::{EvictionCheck, Sender, TableRequest};
use super::news::Broadcast;
use super::recent_renewals::RecentRenewals;
use super::visitors::Visitors;
use crate::chat::channel::ChatChannel;
use crate::common::secrets;
use crate::http::refusal::{Code, Refusal};
use crate::limits::caller::ClientNetwork;

/// Maximum number of remembered (seat, client network) pairs per table.
const MAX_CLIENT_NETWORKS: usize = 512;

/// A handle to a table's mailbox. The table stays in memory while a handle exists.
#[derive(Clone)]
pub struct TableHandle {
    name: Arc<str>,
    mailbox: Sender,
    visitors: Arc<Visitors>,
    talk: Arc<ChatChannel>,
    renewed: Arc<RecentRenewals>,
    /// Recorded (seat, client network) pairs.
    client_networks: Arc<Mutex<HashSet<(u8, ClientNetwork)>>>,
}

/// Initial data for a new client: the current state and a subscription to news.
pub struct Greeting {
    /// The current state.
    pub welcome: Welcome,
    /// News after the welcome.
    pub news: broadcast::Receiver<Broadcast>,
}

impl TableHandle {
    pub fn new(name: Arc<str>, mailbox: Sender, visitors: Arc<Visitors>) -> TableHandle {
        TableHandle {
            name,
            mailbox,
            visitors,
            talk: Arc::default(),
            renewed: Arc::default(),
            client_networks: Arc::default(),
        }
    }

    /// Returns the clients viewing the table.
    pub fn visitors(&self) -> &Arc<Visitors> {
        &self.visitors
    }

    /// Returns the chat channel of the table.
    pub fn chat_channel(&self) -> &ChatChannel {
        &self.talk
    }

    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns which of `hashes` are valid at this table and have not been renewed recently. The caller must renew them.
    pub async fn due_for_renewal(&self, hashes: Vec<Hash>) -> Result<Vec<Hash>, Refusal> {
        let unsure = self.renewed.without_recent(hashes);
        if unsure.is_empty() {
            return Ok(unsure);
        }
        let due = self.look(move |table| table.known_hashes(&unsure)).await?;
        self.renewed.note(&due);
        Ok(due)
    }

    /// Returns which of `seats` have not yet been recorded as played from this client network. The caller must record them.
    pub fn unnoted_client_networks(&self, mut seats: Vec<u8>, client_network: ClientNetwork) -> Vec<u8> {
        let mut known = self.client_networks.lock().unwrap_or_else(PoisonError::into_inner);
        if known.len() > MAX_CLIENT_NETWORKS {
            known.clear();
        }
        seats.retain(|seat| known.insert((*seat, client_network)));
        seats
    }

    /// Reports whether the table's driver is running.
    pub fn is_alive(&self) -> bool {
        !self.mailbox.is_closed()
    }

    /// Reports whether both handles refer to the same table in memory.
    #[cfg(test)]
    pub fn is(&self, other: &TableHandle) -> bool {
        self.mailbox.same_channel(&other.mailbox)
    }

    /// Sends a request to the mailbox.
    pub async fn ask(&self, request: TableRequest) -> Result<(), Refusal> {
        self.send(request).await
    }

    async fn send(&self, request: TableRequest) -> Result<(), Refusal> {
        self.mailbox.send(Box::new(request)).await.map_err(|_| stopped())
    }

    async fn command(&self, command: Command) -> Result<Reply, Refusal> {
        let (reply, replied) = oneshot::channel();
        self.send(TableRequest::Execute(command, reply)).await?;
        replied.await.map_err(|_| stopped())?
    }

    async fn watch(&self, command: Command) -> Result<Greeting, Refusal> {
        let (watched, watching) = oneshot::channel();
        self.send(TableRequest::Welcome(command, watched)).await?;
        let (reply, news) = watching.await.map_err(|_| stopped())?;
        match reply? {
            Reply::Welcome(welcome) => Ok(Greeting { welcome, news }),
            Reply::Done | Reply::Seats(_) | Reply::Agreed { .. } => Err(stopped()),
        }
    }

    /// Runs a query on the table.
    pub async fn look<T: Send + 'static>(&self, look: impl FnOnce(&Table) -> T + Send + 'static) -> Result<T, Refusal> {
        let (seen, sees) = oneshot::channel();
        let look = move |table: &Table| drop(seen.send(look(table)));
        self.send(TableRequest::Inspect(Box::new(look))).await?;
        sees.await.map_err(|_| stopped())
    }

    /// Asks the driver to unload the table: see [`TableRequest::EvictIfIdle`].
    pub async fn evict_if_idle(&self, kept: std::time::Duration, agree: EvictionCheck) {
        // If the driver is gone, the table is already unloaded.
        let _ = self.send(TableRequest::EvictIfIdle(kept, agree)).await;
    }

    /// Welcomes a client that uses protocol version `v`, has the secrets with these hashes, and already knows the first `since` answers.
    pub async fn hello(
        &self,
        client: ClientId,
        v: u32,
        hashes: Vec<Hash>,
        since: Option<usize>,
    ) -> Result<Greeting, Refusal> {
        self.watch(Command::Hello { client, v, hashes, since }).await
    }

    /// Welcomes a client again after it missed news.
    pub async fn resume(&self, client: ClientId, since: Option<usize>) -> Result<Greeting, Refusal> {
        self.watch(Command::Resume { client, since }).await
    }

    /// Reports that a client has left.
    pub async fn leave(&self, client: ClientId) {
        // Once the table has stopped, presence no longer matters.
        let _ = self.command(Command::Leave { client }).await;
    }

    /// Submits a player's answer, which took `lag` milliseconds to arrive.
    pub async fn answer(
        &self,
        client: ClientId,
        seat: u8,
        seq: usize,
        words: Vec<String>,
        lag: u64,
    ) -> Result<(), Refusal> {
        self.command(Command::Answer { client, seat, seq, words, lag }).await.map(drop)
    }

    /// Executes a player's action other than an answer.
    pub async fn act(&self, client: ClientId, act: PlayerAction) -> Result<(), Refusal> {
        self.command(Command::Act { client, act }).await.map(drop)
    }

    /// Returns the preview message for answers, without changing anything.
    pub async fn preview(&self, client: ClientId, seat: u8, seq: usize, words: Vec<String>) -> Result<String, Refusal> {
        Ok(self.look(move |table| table.preview(client, seat, seq, &words)).await??)
    }

    /// Returns the guide message for the newest position.
    pub async fn guide(&self, client: ClientId, seq: usize) -> Result<String, Refusal> {
        Ok(self.look(move |table| table.guide(client, seq)).await??)
    }

    /// Gives an open seat to a person and returns the seat's secret. The game begins when the last seat is taken.
    pub async fn join(&self, seat: u8, joining: Joining, browser: Hash) -> Result<String, Refusal> {
        let secret = secrets::secret();
        let token = secrets::hash(&secret);
        let Joining { name, account, rating, colour } = joining;
        self.command(Command::Join { seat, name, account, rating, colour, token, browser }).await?;
        Ok(secret)
    }

    /// Changes the colour of a seat before the game starts.
    pub async fn choose_colour(&self, seat: u8, colour: Colour, hashes: Vec<Hash>) -> Result<(), Refusal> {
        self.command(Command::ChooseColour { seat, colour, hashes }).await.map(drop)
    }

    /// Gives up a seat; its player leaves for good.
    pub async fn give_up(&self, seat: u8) -> Result<(), Refusal> {
        self.command(Command::GiveUp { seat }).await.map(drop)
    }

    /// Returns the accounts seated at the table.
    pub async fn accounts(&self) -> Result<Vec<i64>, Refusal> {
        self.look(Table::accounts).await
    }

    /// Returns the chat speaker for these seats.
    pub async fn speaker(&self, seats: Vec<u8>) -> Result<Speaker, Refusal> {
        self.look(move |table| table.speaker(&seats)).await
    }

    /// Returns the chat speaker for the holder of these secrets.
    pub async fn speaker_with(&self, hashes: Vec<Hash>) -> Result<Speaker, Refusal> {
        self.look(move |table| table.speaker(&table.seats_of(&hashes))).await
    }

    /// Starts the game; computer players fill open seats.
    pub async fn start(&self, hashes: Vec<Hash>) -> Result<(), Refusal> {
        self.command(Command::Start { hashes }).await.map(drop)
    }

    /// Assigns the seats that a token opens to a browser, so that its cookie alone opens them from now on. Returns the seats.
    pub async fn claim(&self, token: Hash, browser: Hash) -> Result<Vec<u8>, Refusal> {
        match self.command(Command::Claim { token, browser }).await? {
            Reply::Seats(seats) => Ok(seats),
            Reply::Done | Reply::Welcome(_) | Reply::Agreed { .. } => Err(stopped()),
        }
    }

    /// Creates another secret for a seat, for use on another device.
    pub async fn token(&self, seat: u8, hashes: Vec<Hash>) -> Result<String, Refusal> {
        let secret = secrets::secret();
        let token = secrets::hash(&secret);
        self.command(Command::AddSeatKey { seat, hashes, token }).await?;
        Ok(secret)
    }

    /// Returns which of `hashes` hold the seat.
    pub async fn holders(&self, seat: u8, hashes: Vec<Hash>) -> Result<Vec<Hash>, Refusal> {
        let holders = move |table: &Table| {
            hashes.into_iter().filter(|hash| table.seats_of(&[*hash]).contains(&seat)).collect::<Vec<_>>()
        };
        let holders = self.look(holders).await?;
        if holders.is_empty() { Err(table::Refusal::NotHeld(seat).into()) } else { Ok(holders) }
    }

    /// Unloads the table and disconnects all clients; those that reconnect see the stored state.
    pub async fn unload(&self) -> Result<(), Refusal> {
        self.send(TableRequest::Unload).await?;
        self.mailbox.closed().await;
        Ok(())
    }

    /// Returns an error if the holder of these secrets may not view the table.
    pub async fn admits(&self, hashes: Vec<Hash>) -> Result<(), Refusal> {
        Ok(self.look(move |table| table.admits(&hashes)).await??)
    }

    /// Records whether the holder of these secrets wants a rematch. Returns true once all players agree; the caller should then create the
    /// rematch.
    pub async fn rematch(&self, hashes: Vec<Hash>, agree: bool) -> Result<bool, Refusal> {
        Ok(matches!(self.command(Command::Rematch { hashes, agree }).await?, Reply::Agreed { all: true }))
    }

    /// Returns the parameters of the rematch.
    pub async fn rematch_initial_state(&self) -> Result<InitialState, Refusal> {
        self.look(Table::rematch_initial_state).await
    }

    /// Returns the hashes of players who have not answered the rematch offer.
    pub async fn waits_for_rematch(&self) -> Result<Vec<Hash>, Refusal> {
        self.look(Table::waits_for_rematch).await
    }

    /// Announces the rematch's table to all clients; `None` means that it could not be created.
    pub async fn rematch_created(&self, table: Option<String>) -> Result<(), Refusal> {
        self.command(Command::RematchCreated { table }).await.map(drop)
    }

    /// Describes the table without its game, in the protocol's format.
    pub async fn describe(&self) -> Result<TableInfo, Refusal> {
        self.look(Table::describe).await
    }

    /// Returns the newest view for the holder of these secrets. Nothing is hidden once the game is finished.
    pub async fn view(&self, hashes: Vec<Hash>) -> Result<View, Refusal> {
        let view = self.view_at(None, hashes).await?;
        self.newest_view(view).await
    }

    /// Computes the newest view; this needs no replay.
    pub async fn newest_view(&self, view: ViewOf) -> Result<View, Refusal> {
        let shown = tokio::task::spawn_blocking(move || view.view()).await;
        shown.unwrap_or_else(|why| Err(why.to_string())).map_err(|why| not_replayed(&why))
    }

    /// Returns the data needed to compute the view after `at` answers, or the newest view, for the holder of these secrets.
    pub async fn view_at(&self, at: Option<usize>, hashes: Vec<Hash>) -> Result<ViewOf, Refusal> {
        Ok(self.look(move |table| table.view(at, &hashes)).await??)
    }

    /// Returns the data needed to compute a guide to the position after `at` answers, or to the newest position, for the holder of these
    /// secrets.
    pub async fn guide_at(&self, at: Option<usize>, hashes: Vec<Hash>) -> Result<ViewOf, Refusal> {
        Ok(self.look(move |table| table.guide_at(at, &hashes)).await??)
    }

    /// Returns the data needed to state the position after `at` answers, or the newest position, as a starting board.
    pub async fn board_at(&self, at: Option<usize>, hashes: Vec<Hash>) -> Result<ViewOf, Refusal> {
        Ok(self.look(move |table| table.board_at(at, &hashes)).await??)
    }

    /// Returns the data needed to compute the events of answers `from` + 1 to `to`, for the holder of these secrets.
    pub async fn events(&self, from: Option<usize>, to: Option<usize>, hashes: Vec<Hash>) -> Result<EventsOf, Refusal> {
        Ok(self.look(move |table| table.events(from, to, &hashes)).await??)
    }

    /// Returns the data needed to build the table's record.
    pub async fn record(&self) -> Result<RecordOf, Refusal> {
        Ok(self.look(Table::record).await??)
    }

    /// Returns the data needed to continue the game elsewhere, for the holder of these secrets.
    pub async fn transfer(&self, hashes: Vec<Hash>) -> Result<TransferOf, Refusal> {
        Ok(self.look(move |table| table.transfer(&hashes)).await??)
    }

    /// Returns the game if it is finished.
    pub async fn finished_game(&self) -> Result<Game, Refusal> {
        Ok(self.look(Table::finished_game).await??)
    }

    /// Returns the table's custom tile file.
    pub async fn own_tiles(&self) -> Result<OwnTiles, Refusal> {
        Ok(self.look(Table::own_tiles).await??)
    }
}

/// Returns the refusal for a position that could not be replayed, which is a bug.
pub fn not_replayed(why: &str) -> Refusal {
    Refusal::new(Code::Storage, format!("cannot replay the position: {why}"))
}

/// Returns a new unique client number.
pub fn new_client() -> ClientId {
    static NEXT: AtomicU64 = AtomicU64::new(0);
    // Servers of a cluster use separate ranges.
    static SERVER: LazyLock<u64> =
        LazyLock::new(|| u64::from_le_bytes(secrets::seed()[..8].try_into().unwrap_or_default()) << 40);
    ClientId(*SERVER | NEXT.fetch_add(1, Ordering::Relaxed))
}

fn stopped() -> Refusal {
    Refusal::new(Code::Storage, "the table has stopped, see the server log; try again")
}
