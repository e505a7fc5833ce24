//! A table as the rest of the server sees it: questions and wishes, which go into its mailbox.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use games::record::Record;
use games::{Game, Guide, OwnTiles, View};
use serde_json::value::RawValue;
use table::{ClientId, Command, Hash, Reply, Table, TableInfo, Welcome};
use tokio::sync::{broadcast, mpsc, oneshot};

use crate::mailbox::{Agree, Request};
use crate::news::Broadcast;
use crate::refusal::{Code, Refusal};
use crate::secrets;
use crate::visitors::Visitors;

/// A way into a table's mailbox. The table stays in memory while somebody has one.
#[derive(Clone)]
pub struct TableHandle {
    name: Arc<str>,
    mailbox: mpsc::Sender<Request>,
    visitors: Arc<Visitors>,
}

/// What somebody new at a table gets: everything so far, and what comes.
pub struct Greeting {
    /// Everything so far.
    pub welcome: Welcome,
    /// What comes after it.
    pub news: broadcast::Receiver<Broadcast>,
}

impl TableHandle {
    /// A way into this mailbox.
    pub fn new(name: Arc<str>, mailbox: mpsc::Sender<Request>, visitors: Arc<Visitors>) -> TableHandle {
        TableHandle { name, mailbox, visitors }
    }

    /// Those who look at the table.
    pub fn visitors(&self) -> &Arc<Visitors> {
        &self.visitors
    }

    /// The table's name.
    pub fn name(&self) -> &str {
        &self.name
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

    async fn send(&self, request: Request) -> Result<(), Refusal> {
        self.mailbox.send(request).await.map_err(|_| stopped())
    }

    async fn command(&self, command: Command) -> Result<Reply, Refusal> {
        let (reply, replied) = oneshot::channel();
        self.send(Request::Do(command, reply)).await?;
        Ok(replied.await.map_err(|_| stopped())??)
    }

    async fn watch(&self, command: Command) -> Result<Greeting, Refusal> {
        let (watched, watching) = oneshot::channel();
        self.send(Request::Watch(command, watched)).await?;
        let (reply, news) = watching.await.map_err(|_| stopped())?;
        match reply? {
            Reply::Welcome(welcome) => Ok(Greeting { welcome, news }),
            Reply::Done | Reply::Seats(_) => Err(stopped()),
        }
    }

    async fn look<T: Send + 'static>(&self, look: impl FnOnce(&Table) -> T + Send + 'static) -> Result<T, Refusal> {
        let (seen, sees) = oneshot::channel();
        let look = move |table: &Table| drop(seen.send(look(table)));
        self.send(Request::Look(Box::new(look))).await?;
        sees.await.map_err(|_| stopped())
    }

    /// Asks the table to leave the memory: see [`Request::Retire`].
    pub async fn retire(&self, kept: std::time::Duration, agree: Agree) {
        // A table that has no driver any more has left already.
        let _ = self.send(Request::Retire(kept, agree)).await;
    }

    /// Greets a client that speaks this version of the protocol, with the secrets of these hashes, which knows so many answers.
    ///
    /// # Errors
    /// The table has stopped.
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
    ///
    /// # Errors
    /// The table has stopped.
    pub async fn resume(&self, client: ClientId, since: Option<usize>) -> Result<Greeting, Refusal> {
        self.watch(Command::Resume { client, since }).await
    }

    /// Says that a client has gone.
    pub async fn leave(&self, client: ClientId) {
        // Of a table that has stopped nobody wants to know who is there.
        let _ = self.command(Command::Leave { client }).await;
    }

    /// Takes a person's answer.
    ///
    /// # Errors
    /// They are not theirs to give, not legal, come too late, or could not be written down.
    pub async fn answer(&self, client: ClientId, seat: u8, seq: usize, words: Vec<String>) -> Result<(), Refusal> {
        self.command(Command::Answer { client, seat, seq, words }).await.map(drop)
    }

    /// The message of what answers would do; nothing is changed.
    ///
    /// # Errors
    /// They would be refused.
    pub async fn preview(&self, client: ClientId, seat: u8, seq: usize, words: Vec<String>) -> Result<String, Refusal> {
        Ok(self.look(move |table| table.preview(client, seat, seq, &words)).await??)
    }

    /// The message of what the newest position tells of its places.
    ///
    /// # Errors
    /// The game has not started, the position is not the newest, or nobody is helped in the game.
    pub async fn guide(&self, client: ClientId, seq: usize) -> Result<String, Refusal> {
        Ok(self.look(move |table| table.guide(client, seq)).await??)
    }

    /// Gives an open seat to somebody; answers its secret. When it was the last one, the game begins.
    ///
    /// # Errors
    /// The seat is not open, or the storage failed.
    pub async fn join(&self, seat: u8, name: String, browser: Hash) -> Result<String, Refusal> {
        let secret = secrets::secret();
        let token = secrets::hash(&secret);
        self.command(Command::Join { seat, name, token, browser }).await?;
        Ok(secret)
    }

    /// Starts the game; open seats become computer players.
    ///
    /// # Errors
    /// None of the secrets is the host's, the game has started already, or the storage failed.
    pub async fn start(&self, hashes: Vec<Hash>) -> Result<(), Refusal> {
        self.command(Command::Start { hashes }).await.map(drop)
    }

    /// Lets a browser hold the seats that a secret opens, so that its cookie alone finds them again; answers the seats.
    ///
    /// # Errors
    /// The secret opens nothing here, or the storage failed.
    pub async fn claim(&self, token: Hash, browser: Hash) -> Result<Vec<u8>, Refusal> {
        match self.command(Command::Claim { token, browser }).await? {
            Reply::Seats(seats) => Ok(seats),
            Reply::Done | Reply::Welcome(_) => Err(stopped()),
        }
    }

    /// Makes one more secret for a seat, to carry it to another device.
    ///
    /// # Errors
    /// The seat is not held by these secrets, or the storage failed.
    pub async fn token(&self, seat: u8, hashes: Vec<Hash>) -> Result<String, Refusal> {
        let secret = secrets::secret();
        let token = secrets::hash(&secret);
        self.command(Command::PassOn { seat, hashes, token }).await?;
        Ok(secret)
    }

    /// The secrets of these hashes that hold a seat.
    ///
    /// # Errors
    /// None of them does.
    pub async fn holders(&self, seat: u8, hashes: Vec<Hash>) -> Result<Vec<Hash>, Refusal> {
        let holders = move |table: &Table| {
            hashes.into_iter().filter(|hash| table.seats_of(&[*hash]).contains(&seat)).collect::<Vec<_>>()
        };
        let holders = self.look(holders).await?;
        if holders.is_empty() { Err(table::Refusal::NotHeld(seat).into()) } else { Ok(holders) }
    }

    /// Has the table leave the memory: everybody's connection ends, and whoever comes back is known by what is stored then.
    ///
    /// # Errors
    /// The table has stopped.
    pub async fn send_all_away(&self) -> Result<(), Refusal> {
        self.send(Request::Leave).await?;
        self.mailbox.closed().await;
        Ok(())
    }

    /// The table without its game, as the protocol shows it.
    ///
    /// # Errors
    /// The table has stopped.
    pub async fn describe(&self) -> Result<TableInfo, Refusal> {
        self.look(Table::describe).await
    }

    /// The view after `at` answers, or the newest, as somebody with these secrets sees it. Once the table is finished nothing is hidden.
    ///
    /// # Errors
    /// There are not so many answers.
    pub async fn view(&self, at: Option<usize>, hashes: Vec<Hash>) -> Result<View, Refusal> {
        let view = self.look(move |table| table.view(at, &hashes)).await??;
        replayed(move || view.view()).await
    }

    /// What the position after `at` answers, or the newest, tells of its places, as somebody with these secrets may know it.
    ///
    /// # Errors
    /// The game has not started, nobody is helped in it, or there are not so many answers.
    pub async fn guide_at(&self, at: Option<usize>, hashes: Vec<Hash>) -> Result<Guide, Refusal> {
        let view = self.look(move |table| table.guide_at(at, &hashes)).await??;
        replayed(move || view.guide()).await
    }

    /// The answers from number `from` + 1 to number `to` with their events, as somebody with these secrets sees them.
    ///
    /// # Errors
    /// There are not so many answers.
    pub async fn events(
        &self,
        from: Option<usize>,
        to: Option<usize>,
        hashes: Vec<Hash>,
    ) -> Result<Vec<Box<RawValue>>, Refusal> {
        let events = self.look(move |table| table.events(from, to, &hashes)).await??;
        replayed(move || events.updates()).await
    }

    /// The table's record.
    ///
    /// # Errors
    /// Hands are hidden in the game, and it is not over.
    pub async fn record(&self) -> Result<Record, Refusal> {
        Ok(self.look(Table::record).await??.record())
    }

    /// The game, once it can be looked at with all that is in it.
    ///
    /// # Errors
    /// It is not over, and nobody is helped in it.
    pub async fn finished_game(&self) -> Result<Game, Refusal> {
        Ok(self.look(Table::finished_game).await??)
    }

    /// The tile file of the players' own.
    ///
    /// # Errors
    /// The table plays with printed tiles alone.
    pub async fn own_tiles(&self) -> Result<OwnTiles, Refusal> {
        Ok(self.look(Table::own_tiles).await??)
    }
}

/// Does work for which a game may have to be played again, away from the threads that serve people.
async fn replayed<T: Send + 'static>(work: impl FnOnce() -> Result<T, String> + Send + 'static) -> Result<T, Refusal> {
    let failed = |why: String| Refusal::new(Code::Storage, format!("the position cannot be replayed: {why}"));
    tokio::task::spawn_blocking(work).await.map_err(|why| failed(why.to_string()))?.map_err(failed)
}

/// A number for a client that no other has had.
pub fn new_client() -> ClientId {
    static NEXT: AtomicU64 = AtomicU64::new(0);
    ClientId(NEXT.fetch_add(1, Ordering::Relaxed))
}

fn stopped() -> Refusal {
    Refusal::new(Code::Storage, "the table has stopped; its log says why; try again")
}
