//! A table as the rest of the server sees it: questions and wishes, which go into its mailbox.

use std::collections::HashSet;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use games::{Game, OwnTiles, View};
use table::{
    ClientId, Command, EventsOf, Founding, Hash, PlayerAction, RecordOf, Reply, Speaker, Table, TableInfo, ViewOf,
    Welcome,
};
use tokio::sync::{broadcast, oneshot};

use super::mailbox::{Agree, Sender, TableRequest};
use super::news::Broadcast;
use super::renewed::Renewed;
use super::visitors::Visitors;
use crate::chat::room::Room;
use crate::common::secrets;
use crate::http::refusal::{Code, Refusal};
use crate::limits::caller::Household;

/// Seats and households that are remembered of a table.
const MAX_HOUSEHOLDS: usize = 512;

/// A way into a table's mailbox. The table stays in memory while somebody has one.
#[derive(Clone)]
pub struct TableHandle {
    name: Arc<str>,
    mailbox: Sender,
    visitors: Arc<Visitors>,
    talk: Arc<Room>,
    renewed: Arc<Renewed>,
    /// From where seats are played, as far as that was written down.
    households: Arc<Mutex<HashSet<(u8, Household)>>>,
}

/// What somebody new at a table gets: everything so far, and what comes.
pub struct Greeting {
    /// Everything so far.
    pub welcome: Welcome,
    /// What comes after it.
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
            households: Arc::default(),
        }
    }

    /// Those who look at the table.
    pub fn visitors(&self) -> &Arc<Visitors> {
        &self.visitors
    }

    /// Where people talk at the table.
    pub fn talk(&self) -> &Room {
        &self.talk
    }

    pub fn name(&self) -> &str {
        &self.name
    }

    /// Those of these secrets that open something here and were not renewed lately. The caller renews them.
    pub async fn due_for_renewal(&self, hashes: Vec<Hash>) -> Result<Vec<Hash>, Refusal> {
        let unsure = self.renewed.without_recent(hashes);
        if unsure.is_empty() {
            return Ok(unsure);
        }
        let due = self.look(move |table| table.known_hashes(&unsure)).await?;
        self.renewed.note(&due);
        Ok(due)
    }

    /// Those of these seats of which it was not noted yet that they are played from a household. The caller notes it.
    pub fn unnoted_households(&self, mut seats: Vec<u8>, household: Household) -> Vec<u8> {
        let mut known = self.households.lock().unwrap_or_else(PoisonError::into_inner);
        if known.len() > MAX_HOUSEHOLDS {
            known.clear();
        }
        seats.retain(|seat| known.insert((*seat, household)));
        seats
    }

    /// Whether the table still has its driver.
    pub fn is_alive(&self) -> bool {
        !self.mailbox.is_closed()
    }

    /// Whether both lead to the same table in memory.
    #[cfg(test)]
    pub fn is(&self, other: &TableHandle) -> bool {
        self.mailbox.same_channel(&other.mailbox)
    }

    /// Puts something into the mailbox.
    pub async fn ask(&self, request: TableRequest) -> Result<(), Refusal> {
        self.send(request).await
    }

    async fn send(&self, request: TableRequest) -> Result<(), Refusal> {
        self.mailbox.send(Box::new(request)).await.map_err(|_| stopped())
    }

    async fn command(&self, command: Command) -> Result<Reply, Refusal> {
        let (reply, replied) = oneshot::channel();
        self.send(TableRequest::Do(command, reply)).await?;
        replied.await.map_err(|_| stopped())?
    }

    async fn watch(&self, command: Command) -> Result<Greeting, Refusal> {
        let (watched, watching) = oneshot::channel();
        self.send(TableRequest::Watch(command, watched)).await?;
        let (reply, news) = watching.await.map_err(|_| stopped())?;
        match reply? {
            Reply::Welcome(welcome) => Ok(Greeting { welcome, news }),
            Reply::Done | Reply::Seats(_) | Reply::Agreed { .. } => Err(stopped()),
        }
    }

    async fn look<T: Send + 'static>(&self, look: impl FnOnce(&Table) -> T + Send + 'static) -> Result<T, Refusal> {
        let (seen, sees) = oneshot::channel();
        let look = move |table: &Table| drop(seen.send(look(table)));
        self.send(TableRequest::Look(Box::new(look))).await?;
        sees.await.map_err(|_| stopped())
    }

    /// Asks the table to leave the memory: see [`TableRequest::Retire`].
    pub async fn retire(&self, kept: std::time::Duration, agree: Agree) {
        // A table that has no driver any more has left already.
        let _ = self.send(TableRequest::Retire(kept, agree)).await;
    }

    /// Greets a client that speaks this version of the protocol, with the secrets of these hashes, which knows so many answers.
    pub async fn hello(
        &self,
        client: ClientId,
        v: u32,
        hashes: Vec<Hash>,
        since: Option<usize>,
    ) -> Result<Greeting, Refusal> {
        self.watch(Command::Hello { client, v, hashes, since }).await
    }

    /// Greets a client anew that has missed news.
    pub async fn resume(&self, client: ClientId, since: Option<usize>) -> Result<Greeting, Refusal> {
        self.watch(Command::Resume { client, since }).await
    }

    /// Says that a client has gone.
    pub async fn leave(&self, client: ClientId) {
        // Of a table that has stopped nobody wants to know who is there.
        let _ = self.command(Command::Leave { client }).await;
    }

    /// Takes a person's answer, which was `lag` milliseconds on its way.
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

    /// Does what a person wants who plays, beside answering.
    pub async fn act(&self, client: ClientId, act: PlayerAction) -> Result<(), Refusal> {
        self.command(Command::Act { client, act }).await.map(drop)
    }

    /// The message of what answers would do; nothing is changed.
    pub async fn preview(&self, client: ClientId, seat: u8, seq: usize, words: Vec<String>) -> Result<String, Refusal> {
        Ok(self.look(move |table| table.preview(client, seat, seq, &words)).await??)
    }

    /// The message of what the newest position tells of its places.
    pub async fn guide(&self, client: ClientId, seq: usize) -> Result<String, Refusal> {
        Ok(self.look(move |table| table.guide(client, seq)).await??)
    }

    /// Gives an open seat to somebody, who may have an account; answers its secret. When it was the last one, the game begins.
    pub async fn join(&self, seat: u8, name: String, account: Option<i64>, browser: Hash) -> Result<String, Refusal> {
        let secret = secrets::secret();
        let token = secrets::hash(&secret);
        self.command(Command::Join { seat, name, account, token, browser }).await?;
        Ok(secret)
    }

    /// Has a seat be left by somebody who will not come back.
    pub async fn give_up(&self, seat: u8) -> Result<(), Refusal> {
        self.command(Command::GiveUp { seat }).await.map(drop)
    }

    /// The accounts that sit here.
    pub async fn accounts(&self) -> Result<Vec<i64>, Refusal> {
        self.look(Table::accounts).await
    }

    /// Who speaks for these seats.
    pub async fn speaker(&self, seats: Vec<u8>) -> Result<Speaker, Refusal> {
        self.look(move |table| table.speaker(&seats)).await
    }

    /// Who speaks with these secrets.
    pub async fn speaker_with(&self, hashes: Vec<Hash>) -> Result<Speaker, Refusal> {
        self.look(move |table| table.speaker(&table.seats_of(&hashes))).await
    }

    /// Starts the game; open seats become computer players.
    pub async fn start(&self, hashes: Vec<Hash>) -> Result<(), Refusal> {
        self.command(Command::Start { hashes }).await.map(drop)
    }

    /// Lets a browser hold the seats that a secret opens, so that its cookie alone finds them again; answers the seats.
    pub async fn claim(&self, token: Hash, browser: Hash) -> Result<Vec<u8>, Refusal> {
        match self.command(Command::Claim { token, browser }).await? {
            Reply::Seats(seats) => Ok(seats),
            Reply::Done | Reply::Welcome(_) | Reply::Agreed { .. } => Err(stopped()),
        }
    }

    /// Makes one more secret for a seat, to carry it to another device.
    pub async fn token(&self, seat: u8, hashes: Vec<Hash>) -> Result<String, Refusal> {
        let secret = secrets::secret();
        let token = secrets::hash(&secret);
        self.command(Command::PassOn { seat, hashes, token }).await?;
        Ok(secret)
    }

    /// The secrets of these hashes that hold a seat.
    pub async fn holders(&self, seat: u8, hashes: Vec<Hash>) -> Result<Vec<Hash>, Refusal> {
        let holders = move |table: &Table| {
            hashes.into_iter().filter(|hash| table.seats_of(&[*hash]).contains(&seat)).collect::<Vec<_>>()
        };
        let holders = self.look(holders).await?;
        if holders.is_empty() { Err(table::Refusal::NotHeld(seat).into()) } else { Ok(holders) }
    }

    /// Has the table leave the memory: everybody's connection ends, and whoever comes back is known by what is stored then.
    pub async fn send_all_away(&self) -> Result<(), Refusal> {
        self.send(TableRequest::Leave).await?;
        self.mailbox.closed().await;
        Ok(())
    }

    /// Refuses those who may not look at the table with these secrets.
    pub async fn admits(&self, hashes: Vec<Hash>) -> Result<(), Refusal> {
        Ok(self.look(move |table| table.admits(&hashes)).await??)
    }

    /// Hears whether somebody with these secrets wants to play again; says whether now all do, so that the table is to be made.
    pub async fn rematch(&self, hashes: Vec<Hash>, agree: bool) -> Result<bool, Refusal> {
        Ok(matches!(self.command(Command::Rematch { hashes, agree }).await?, Reply::Agreed { all: true }))
    }

    /// What the rematch begins with.
    pub async fn rematch_founding(&self) -> Result<Founding, Refusal> {
        self.look(Table::rematch_founding).await
    }

    /// The hashes of the secrets of those who have not said whether they want to play again.
    pub async fn waits_for_rematch(&self) -> Result<Vec<Hash>, Refusal> {
        self.look(Table::waits_for_rematch).await
    }

    /// Tells everybody here where the rematch is played; or, with none, that it could not be made.
    pub async fn rematch_made(&self, table: Option<String>) -> Result<(), Refusal> {
        self.command(Command::RematchMade { table }).await.map(drop)
    }

    /// The table without its game, as the protocol shows it.
    pub async fn describe(&self) -> Result<TableInfo, Refusal> {
        self.look(Table::describe).await
    }

    /// The newest view, as somebody with these secrets sees it. Once the table is finished nothing is hidden.
    pub async fn view(&self, hashes: Vec<Hash>) -> Result<View, Refusal> {
        let view = self.view_at(None, hashes).await?;
        self.newest_view(view).await
    }

    /// A view for which nothing is replayed.
    pub async fn newest_view(&self, view: ViewOf) -> Result<View, Refusal> {
        let shown = tokio::task::spawn_blocking(move || view.view()).await;
        shown.unwrap_or_else(|why| Err(why.to_string())).map_err(|why| not_replayed(&why))
    }

    /// What the view after `at` answers, or the newest, is made of, as somebody with these secrets sees it.
    pub async fn view_at(&self, at: Option<usize>, hashes: Vec<Hash>) -> Result<ViewOf, Refusal> {
        Ok(self.look(move |table| table.view(at, &hashes)).await??)
    }

    /// What a guide to the position after `at` answers, or to the newest, is made of, as somebody with these secrets may know it.
    pub async fn guide_at(&self, at: Option<usize>, hashes: Vec<Hash>) -> Result<ViewOf, Refusal> {
        Ok(self.look(move |table| table.guide_at(at, &hashes)).await??)
    }

    /// What the answers from number `from` + 1 to number `to` are shown by, as somebody with these secrets sees them.
    pub async fn events(&self, from: Option<usize>, to: Option<usize>, hashes: Vec<Hash>) -> Result<EventsOf, Refusal> {
        Ok(self.look(move |table| table.events(from, to, &hashes)).await??)
    }

    /// What the table's record is made of.
    pub async fn record(&self) -> Result<RecordOf, Refusal> {
        Ok(self.look(Table::record).await??)
    }

    /// The game, once it can be looked at with all that is in it.
    pub async fn finished_game(&self) -> Result<Game, Refusal> {
        Ok(self.look(Table::finished_game).await??)
    }

    /// The tile file of the players' own.
    pub async fn own_tiles(&self) -> Result<OwnTiles, Refusal> {
        Ok(self.look(Table::own_tiles).await??)
    }
}

/// A position that could not be replayed, which is a fault of ours.
pub fn not_replayed(why: &str) -> Refusal {
    Refusal::new(Code::Storage, format!("the position cannot be replayed: {why}"))
}

/// A number for a client that no other has had.
pub fn new_client() -> ClientId {
    static NEXT: AtomicU64 = AtomicU64::new(0);
    // Servers that work together count apart.
    static SERVER: LazyLock<u64> =
        LazyLock::new(|| u64::from_le_bytes(secrets::seed()[..8].try_into().unwrap_or_default()) << 40);
    ClientId(*SERVER | NEXT.fetch_add(1, Ordering::Relaxed))
}

fn stopped() -> Refusal {
    Refusal::new(Code::Storage, "the table has stopped; its log says why; try again")
}
