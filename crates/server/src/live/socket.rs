//! One client's WebSocket, over which a game is played or watched.

use std::error::Error;
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, close_code};
use governor::clock::Clock;
use governor::{DefaultDirectRateLimiter, Quota, RateLimiter};
use table::messages::VERSION;
use table::request::{ClientMessage, MAX_MESSAGE_BYTES};
use table::{ClientId, Listener, Speaker};
use tokio::sync::broadcast::Receiver;
use tokio::sync::broadcast::error::RecvError;
use tungstenite::Error as SocketError;

use super::handle::{Greeting, TableHandle, new_client};
use super::lag::Lag;
use super::messages;
use super::news::Broadcast;
use super::visitors::Visit;
use crate::accounts::presence::{Present, ended};
use crate::accounts::service::or_storage_refusal;
use crate::accounts::store::AccountId;
use crate::app::App;
use crate::chat::phrases;
use crate::chat::service::DEFAULT_LINES;
use crate::chat::store::{Line, NewLine, Wanted};
use crate::cluster::events::ClusterEvent;
use crate::common::secrets::{self, Hash};
use crate::http::refusal::{Code, Refusal};
use crate::limits::caller::Caller;
use crate::limits::network_counter::Held;
use crate::limits::pool::Slot;
use crate::limits::quotas::{self, CLOCK, Resource};
use crate::moderation::service::Seated;
use crate::monitoring::metrics::Transport;
use crate::notifications::watching::WatcherGuard;
use crate::tokens::scopes::{Access, Bounds};

/// Maximum size in bytes of a message that is rejected with an error; a longer one ends the connection.
pub const MAX_READ_BYTES: usize = 64 * 1024;
/// Size of the read buffer, in bytes. Every open connection has one, and client messages are short.
pub const READ_BUFFER_BYTES: usize = 1024;
/// Size of the write buffer, in bytes.
pub const WRITE_BUFFER_BYTES: usize = 4 * 1024;
/// Number of consecutive rate-limited messages after which the connection ends.
const MAX_TOO_FAST: u32 = 200;
/// Ping interval.
const HEARTBEAT: Duration = Duration::from_secs(20);
/// Time within which a client must send its hello.
const HELLO_TIMEOUT: Duration = Duration::from_secs(5);
/// Time without messages or pongs after which a client is disconnected. Browsers answer pings automatically.
const IDLE_TIMEOUT: Duration = Duration::from_secs(65);
/// Timeout for sending a message, unless the listener closes the connection earlier.
const SEND_TIMEOUT: Duration = Duration::from_secs(20);
/// Cost of a preview in message units: more than one, since a preview executes answers.
const PREVIEW_COST: u32 = 3;
/// Cost of fetching recent chat lines, in message units.
const CHAT_COST: u32 = 3;

/// The connection has ended.
struct Disconnected;

/// The client at the other end of a socket.
pub struct SocketClient {
    pub caller: Caller,
    /// Hash under which the browser's work is charged.
    pub browser: Option<Hash>,
    /// Hashes that open seats without a token: those for the browser's cookie and for the account.
    pub hashes: Vec<Hash>,
    /// Signed-in account and its name.
    pub account: Option<(AccountId, String)>,
    /// The signed-in session, if any.
    pub present: Option<Present>,
    /// Guard that counts the socket as silent until it sends a hello.
    pub silent: Option<Held>,
    /// Slot in the pool of sockets.
    pub slot: Slot,
    pub bounds: Bounds,
    /// Set for a client that only watches: it opens no seats, even if the browser holds some.
    pub watch_only: Option<WatchOnly>,
}

/// A client that only watches, on behalf of no one.
#[derive(Clone, Copy)]
pub struct WatchOnly {
    /// True if the browser is signed in, so that bans of guests don't concern it.
    pub signed_in: bool,
}

impl SocketClient {
    /// Rejects a guest whose browser or address is banned.
    fn admitted(&self, app: &App, hashes: &[Hash]) -> Result<(), Refusal> {
        if self.account.is_some() || self.watch_only.is_some_and(|watch| watch.signed_in) {
            return Ok(());
        }
        app.moderation.admits_guest(self.caller.client_network, hashes)
    }
}

struct Session {
    app: Arc<App>,
    socket: WebSocket,
    table: TableHandle,
    client: ClientId,
    who: SocketClient,
    /// Protocol version of the client.
    v: u32,
    /// Guard that marks the client as a visitor of the table; set after its hello.
    visit: Option<Visit>,
    /// Guard that marks the client as watching, so that it gets no notifications.
    watcher_guard: Option<WatcherGuard>,
    /// Seats that this client plays.
    you: Vec<u8>,
    /// Number of answers sent to the client; `None` before its hello.
    seq: Option<usize>,
    news: Option<Receiver<Broadcast>>,
    /// Chat lines, if the client has subscribed to them.
    talk: Option<Receiver<Arc<Line>>>,
    /// Accounts blocked by the client.
    blocked: Vec<AccountId>,
    limiter: DefaultDirectRateLimiter,
    too_fast: u32,
    heard: Instant,
    lag: Lag,
}

/// Serves one client until it disconnects or the server stops.
pub async fn serve(app: Arc<App>, mut socket: WebSocket, name: String, who: SocketClient) {
    let table = match open(&app, &name, &who).await {
        Ok(table) => table,
        Err(refusal) => {
            // Browsers hide the response to a failed upgrade from the page, so send the refusal over the socket.
            let _ = send(&mut socket, Message::Text(messages::error(&refusal, None))).await;
            let _ = send(&mut socket, close(close_code::POLICY, refusal.code.word_and_status().0)).await;
            return;
        }
    };
    let now = Instant::now();
    let (client, limiter) =
        (new_client(), RateLimiter::direct_with_clock(Quota::per_second(app.messages_per_second), CLOCK.clone()));
    let mut session = Session {
        app,
        socket,
        table,
        client,
        who,
        v: VERSION,
        visit: None,
        watcher_guard: None,
        you: Vec::new(),
        seq: None,
        news: None,
        talk: None,
        blocked: Vec::new(),
        limiter,
        too_fast: 0,
        heard: now,
        lag: Lag::default(),
    };
    // However the connection ends, the table must learn that the client has left.
    let Disconnected = session.run().await;
    session.table.leave(session.client).await;
}

/// Returns the token access required by a message.
fn needed(request: &ClientMessage) -> Access {
    match request {
        ClientMessage::Hello { .. }
        | ClientMessage::Preview { .. }
        | ClientMessage::Guide { .. }
        | ClientMessage::Ping
        | ClientMessage::Talk => Access::READ,
        ClientMessage::Say { .. } => Access::TALK,
        ClientMessage::Answer { .. }
        | ClientMessage::Undo { .. }
        | ClientMessage::Consent { .. }
        | ClientMessage::Resign { .. }
        | ClientMessage::Abort
        | ClientMessage::End { .. }
        | ClientMessage::Pause { .. }
        | ClientMessage::Resume { .. }
        | ClientMessage::Replace { .. }
        | ClientMessage::Return { .. } => Access::PLAY,
    }
}

/// Returns the table with this name, unless it was closed or the client is banned.
async fn open(app: &App, name: &str, who: &SocketClient) -> Result<TableHandle, Refusal> {
    app.moderation.open(name)?;
    who.admitted(app, &who.hashes)?;
    app.hub.table(name).await
}

impl Session {
    async fn run(&mut self) -> Disconnected {
        let (stop, evicted) = (self.app.stop.clone(), self.who.slot.evicted());
        let began = tokio::time::Instant::now();
        let mut heartbeat = tokio::time::interval_at(began + HEARTBEAT, HEARTBEAT);
        loop {
            // Rarely used futures are boxed so that an idle socket needs no memory for them.
            let outcome = tokio::select! {
                () = stop.cancelled() => self.end(close_code::AWAY, "the server is stopping").await,
                () = evicted.cancelled() => self.end(close_code::AGAIN, "too many connections").await,
                () = ended(&self.who.present) => self.end(close_code::AWAY, "signed out").await,
                message = self.socket.recv() => Box::pin(self.receive(message)).await,
                news = next(&mut self.news) => Box::pin(self.forward_news(news)).await,
                line = next(&mut self.talk) => Box::pin(self.forward_line(line)).await,
                () = tokio::time::sleep_until(began + HELLO_TIMEOUT), if self.seq.is_none() => self.no_hello().await,
                _ = heartbeat.tick() => self.ping().await,
            };
            if let Err(gone) = outcome {
                return gone;
            }
        }
    }

    async fn no_hello(&mut self) -> Result<(), Disconnected> {
        let refusal = Refusal::new(Code::HelloFirst, "no hello received; closing the connection");
        self.refuse(&refusal).await?;
        self.end(close_code::POLICY, "no hello").await
    }

    /// Charges the client `units` of a resource.
    fn take(&self, work: Resource, units: u32) -> Result<(), Refusal> {
        self.app.take(self.who.caller, self.who.browser, work, units)
    }

    async fn ping(&mut self) -> Result<(), Disconnected> {
        if self.heard.elapsed() > IDLE_TIMEOUT {
            return self.end(close_code::POLICY, "silence").await;
        }
        // Disconnect a client that has since been banned.
        self.check_ban().await?;
        let ping = self.lag.ping();
        self.send(Message::Ping(ping)).await
    }

    /// Disconnects a banned guest.
    async fn check_ban(&mut self) -> Result<(), Disconnected> {
        match self.who.admitted(&self.app, &self.who.hashes) {
            Ok(()) => Ok(()),
            Err(refusal) => {
                self.refuse(&refusal).await?;
                self.end(close_code::POLICY, refusal.code.word_and_status().0).await
            }
        }
    }

    async fn receive(&mut self, message: Option<Result<Message, axum::Error>>) -> Result<(), Disconnected> {
        let message = match message {
            None => return Err(Disconnected),
            Some(Ok(message)) => message,
            Some(Err(why)) => return self.unreadable(&why).await,
        };
        self.heard = Instant::now();
        // Pongs are not rate-limited.
        if let Message::Pong(bytes) = &message
            && self.lag.pong(bytes)
        {
            return Ok(());
        }
        self.check_ban().await?;
        if let Err(too_early) = self.limiter.check() {
            return self.slow_down(too_early.wait_time_from(CLOCK.now())).await;
        }
        self.app.metrics.messages.inc();
        if let Err(refusal) = self.take(Resource::Messages, 1) {
            return self.refuse_too_fast(&refusal).await;
        }
        self.too_fast = 0;
        let done = match message {
            Message::Text(text) => match ClientMessage::read(&text) {
                Ok(request) => return self.execute(request).await,
                Err(why) => Err(why.into()),
            },
            Message::Binary(bytes) if bytes.len() > MAX_MESSAGE_BYTES => Err(too_big(bytes.len())),
            Message::Binary(_) => Err(Refusal::new(Code::NotJson, "messages are JSON text, not binary")),
            Message::Close(_) => return Err(Disconnected),
            Message::Ping(_) | Message::Pong(_) => Ok(()),
        };
        match done {
            Ok(()) => Ok(()),
            Err(refusal) => self.refuse(&refusal).await,
        }
    }

    async fn slow_down(&mut self, wait: Duration) -> Result<(), Disconnected> {
        let rate = self.app.messages_per_second;
        let refusal = Refusal::too_fast(&format!("more than {rate} messages per second"), wait);
        self.refuse_too_fast(&refusal).await
    }

    async fn refuse_too_fast(&mut self, refusal: &Refusal) -> Result<(), Disconnected> {
        self.too_fast += 1;
        self.refuse(refusal).await?;
        if self.too_fast > MAX_TOO_FAST { self.end(close_code::POLICY, "too fast").await } else { Ok(()) }
    }

    /// Ends the connection after a frame that violates the WebSocket protocol or is too long to read.
    async fn unreadable(&mut self, why: &axum::Error) -> Result<(), Disconnected> {
        let why = why.source().and_then(|why| why.downcast_ref::<SocketError>());
        if matches!(why, Some(SocketError::Capacity(_))) {
            self.refuse(&Refusal::new(Code::TooBig, format!("a message can have at most {MAX_MESSAGE_BYTES} bytes")))
                .await?;
            return self.end(close_code::SIZE, "too big").await;
        }
        Err(Disconnected)
    }

    async fn execute(&mut self, request: ClientMessage) -> Result<(), Disconnected> {
        if let Err(refusal) = self.who.bounds.allow(needed(&request)) {
            return self.refuse(&refusal).await;
        }
        if self.who.watch_only.is_some() && needed(&request) != Access::READ {
            let what = "this connection only watches; open one without watch=true to play or chat";
            return self.refuse(&Refusal::new(Code::NoSeat, what)).await;
        }
        if let Err(refusal) = request.check(self.seq.is_some()) {
            return self.refuse(&refusal.into()).await;
        }
        match request {
            ClientMessage::Hello { v, tokens, since } => {
                self.v = v;
                self.hello(&tokens, since).await
            }
            ClientMessage::Answer { seat, seq, word, words } => {
                let (words, began) = (word.map_or(words, |word| vec![word]), Instant::now());
                match self.table.answer(self.client, seat, seq, words, self.lag.millis()).await {
                    Ok(()) => {
                        self.app.metrics.observe_answer(began.elapsed());
                        Ok(())
                    }
                    Err(refusal) => self.refuse(&refusal).await,
                }
            }
            ClientMessage::Preview { seat, seq, words } => match self.preview(seat, seq, words).await {
                Ok(text) => self.send(Message::Text(text.into())).await,
                Err(refusal) => self.refuse(&refusal).await,
            },
            ClientMessage::Guide { seq } => match self.table.guide(self.client, seq).await {
                Ok(text) => self.send(Message::Text(text.into())).await,
                Err(refusal) => self.refuse(&refusal).await,
            },
            ClientMessage::Ping => self.send(Message::Text(messages::pong())).await,
            ClientMessage::Talk => match self.listen().await {
                Ok(text) => self.send(Message::Text(text)).await,
                Err(refusal) => self.refuse(&refusal).await,
            },
            ClientMessage::Say { phrase, words } => match self.say(phrase, words).await {
                Ok(()) => Ok(()),
                Err(refusal) => self.refuse(&refusal).await,
            },
            ClientMessage::Undo { .. }
            | ClientMessage::Consent { .. }
            | ClientMessage::Resign { .. }
            | ClientMessage::Abort
            | ClientMessage::End { .. }
            | ClientMessage::Pause { .. }
            | ClientMessage::Resume { .. }
            | ClientMessage::Replace { .. }
            | ClientMessage::Return { .. } => {
                let Some(act) = request.act() else { return Ok(()) };
                match self.table.act(self.client, act).await {
                    Ok(()) => Ok(()),
                    Err(refusal) => self.refuse(&refusal).await,
                }
            }
        }
    }

    async fn hello(&mut self, tokens: &[String], since: Option<usize>) -> Result<(), Disconnected> {
        if let Err(refusal) = self.take(Resource::Welcomes, quotas::ASSUMED_WELCOME_BYTES) {
            return self.refuse(&refusal).await;
        }
        let tokens = if self.who.watch_only.is_some() { &[] } else { tokens };
        let tokens = tokens.iter().map(|token| secrets::hash(token));
        let hashes: Vec<Hash> = tokens.chain(self.who.hashes.iter().copied()).collect();
        if let Err(refusal) = self.who.admitted(&self.app, &hashes) {
            self.refuse(&refusal).await?;
            return self.end(close_code::POLICY, refusal.code.word_and_status().0).await;
        }
        let greeting = self.table.hello(self.client, self.v, hashes.clone(), since).await;
        if greeting.is_ok() {
            self.renew(hashes).await;
        }
        self.greet(greeting).await
    }

    /// Renews the secrets that are valid at this table and have not been renewed recently. Invalid secrets and those for other tables cause
    /// no writes.
    async fn renew(&mut self, hashes: Vec<Hash>) {
        let Ok(due) = self.table.due_for_renewal(hashes).await else { return };
        if due.is_empty() {
            return;
        }
        let renewed = self.app.hub.storage().renew(self.table.name(), due);
        self.app.tasks.spawn(async move {
            if let Err(why) = renewed.await {
                tracing::warn!("cannot renew secrets: {why}");
            }
        });
    }

    /// Records the seats' client network. Only accounts are recorded, since only they can play rated games.
    fn note_client_network(&self) {
        if self.you.is_empty() || self.who.account.is_none() {
            return;
        }
        let (seats, client_network) = (self.you.clone(), self.who.caller.client_network);
        if client_network.is_loopback() {
            return;
        }
        let seats = self.table.unnoted_client_networks(seats, client_network);
        if seats.is_empty() {
            return;
        }
        let noted = self.app.store.note_client_network(self.table.name(), seats, client_network);
        self.app.tasks.spawn(async move {
            if let Err(why) = noted.await {
                tracing::warn!("cannot record the client network of a seat: {why}");
            }
        });
    }

    /// Sends a fresh welcome that continues from the answers already sent.
    async fn resume(&mut self) -> Result<(), Disconnected> {
        if let Err(refusal) = self.take(Resource::Welcomes, quotas::ASSUMED_WELCOME_BYTES) {
            self.refuse(&refusal).await?;
            return self.end(close_code::AGAIN, "try again later").await;
        }
        let greeting = self.table.resume(self.client, self.seq).await;
        self.greet(greeting).await
    }

    async fn preview(&mut self, seat: u8, seq: usize, words: Vec<String>) -> Result<String, Refusal> {
        self.take(Resource::Messages, PREVIEW_COST)?;
        self.table.preview(self.client, seat, seq, words).await
    }

    /// Subscribes to chat lines and returns a message with the recent ones.
    async fn listen(&mut self) -> Result<Utf8Bytes, Refusal> {
        self.take(Resource::Messages, CHAT_COST)?;
        let reader = self.who.account.as_ref().map(|(account, _)| *account);
        self.blocked = match reader {
            Some(reader) => or_storage_refusal(self.app.chat.store.blocked_by(reader).await)?,
            None => Vec::new(),
        };
        let speaker = self.table.speaker(self.you.clone()).await?;
        // Subscribe before reading so that nothing is missed; duplicates are recognised by their number.
        self.talk = Some(self.table.chat_channel().subscribe());
        let (table, apart) = (Some(self.table.name().to_owned()), speaker.person.is_none() || speaker.over);
        let wanted = Wanted { table, apart, before: None, after: None, most: DEFAULT_LINES, reader };
        Ok(messages::talk(self.app.chat.lines(wanted).await?))
    }

    /// Posts a chat line, either for a seat or as a spectator, which requires an account.
    async fn say(&mut self, phrase: Option<String>, words: Option<String>) -> Result<(), Refusal> {
        let said = phrases::said(phrase, words)?;
        self.take(Resource::Chat, 1)?;
        let Speaker { person, over } = self.table.speaker(self.you.clone()).await?;
        let (seat, account, name) = match (person, &self.who.account) {
            (Some(person), Some((account, name))) => (Some(person.seat), Some(*account), name.clone()),
            (Some(person), None) => (Some(person.seat), person.account, person.name),
            (None, Some((account, name))) => (None, Some(*account), name.clone()),
            (None, None) => {
                let what = "guests can only chat at their own table; sign in to chat as a spectator";
                return Err(Refusal::new(Code::TalkSignedOut, what));
            }
        };
        let (table, apart) = (Some(self.table.name().to_owned()), seat.is_none() && !over);
        let line = self.app.chat.say(NewLine { table, apart, seat, account, name: Some(name), said }).await?;
        self.table.chat_channel().send(line.clone());
        self.app.hub.broadcast(ClusterEvent::Said { table: self.table.name().to_owned(), line }).await;
        Ok(())
    }

    /// Sends a chat line to the client, unless its author is blocked or it is for spectators only.
    async fn forward_line(&mut self, line: Result<Arc<Line>, RecvError>) -> Result<(), Disconnected> {
        match line {
            Ok(line) => {
                let blocked = line.account.is_some_and(|account| self.blocked.contains(&account));
                if blocked || (line.apart && !self.you.is_empty()) {
                    return Ok(());
                }
                self.send(Message::Text(messages::said(Line::clone(&line).into()))).await
            }
            // The client was too slow and missed lines.
            Err(RecvError::Lagged(_)) => match self.listen().await {
                Ok(text) => self.send(Message::Text(text)).await,
                Err(refusal) => self.refuse(&refusal).await,
            },
            Err(RecvError::Closed) => {
                self.talk = None;
                Ok(())
            }
        }
    }

    async fn greet(&mut self, greeting: Result<Greeting, Refusal>) -> Result<(), Disconnected> {
        let Greeting { welcome, news } = match greeting {
            Ok(greeting) => greeting,
            // A client without access is disconnected, even if it had access before.
            Err(refusal) if matches!(refusal.code, Code::NotInvited | Code::NoSpectators) => {
                self.refuse(&refusal).await?;
                return self.end(close_code::POLICY, refusal.code.word_and_status().0).await;
            }
            Err(refusal) => return self.refuse(&refusal).await,
        };
        // A welcome may be a thousand times longer than the request for it.
        let more = u32::try_from(welcome.text.len()).unwrap_or(u32::MAX).saturating_sub(quotas::ASSUMED_WELCOME_BYTES);
        if more > 0
            && let Err(refusal) = self.take(Resource::Welcomes, more)
        {
            return self.refuse(&refusal).await;
        }
        self.who.silent = None;
        self.visit.get_or_insert_with(|| self.table.visitors().enter(self.who.caller.client_network));
        let account = self.who.account.as_ref().map(|(account, _)| *account);
        self.watcher_guard =
            Some(self.app.notifications.watchers.register(self.table.name(), account, welcome.you.clone()));
        self.you = welcome.you;
        self.note_client_network();
        self.note_address();
        let first = self.seq.is_none();
        self.seq = Some(welcome.seq);
        self.news = Some(news);
        self.send(Message::Text(welcome.text.into())).await?;
        // Start measuring the round-trip time right away.
        if first {
            self.ping().await?;
        }
        match welcome.thinking {
            Some(thinking) => self.send(Message::Text(thinking.into())).await,
            None => Ok(()),
        }
    }

    /// Records the seats' client network, which is used to ban guests by address and to detect several players on one network.
    fn note_address(&self) {
        if self.you.is_empty() {
            return;
        }
        let client_network = self.who.caller.client_network;
        if self.who.account.is_none() {
            self.who.hashes.iter().for_each(|hash| self.app.moderation.guests.note(*hash, client_network));
            return;
        }
        // Only accounts play rated games.
        let (app, table) = (self.app.clone(), self.table.name().to_owned());
        let seated = Seated { table, seats: self.you.clone(), client_network };
        let noted = app.moderation.seated(seated);
        self.app.tasks.spawn(async move {
            if let Err(why) = noted.await {
                tracing::error!("cannot record players of one client network: {why}");
            }
        });
    }

    async fn forward_news(&mut self, news: Result<Broadcast, RecvError>) -> Result<(), Disconnected> {
        match news {
            Ok(news) => {
                let listener = Listener::of(self.v, &self.you);
                for item in news.items() {
                    // No messages were built for this kind of listener; send a fresh welcome.
                    let Some(texts) = item.texts(listener) else { return self.resume().await };
                    self.seq = item.seq.or(self.seq);
                    for text in texts {
                        self.send(Message::Text(text.clone())).await?;
                    }
                }
                Ok(())
            }
            // The client was too slow and missed news.
            Err(RecvError::Lagged(_)) => self.resume().await,
            Err(RecvError::Closed) => Err(Disconnected),
        }
    }

    async fn refuse(&mut self, refusal: &Refusal) -> Result<(), Disconnected> {
        self.app.metrics.count_refusal(refusal.code, Transport::Socket);
        self.send(Message::Text(messages::error(refusal, self.seq))).await
    }

    async fn end(&mut self, code: u16, reason: &'static str) -> Result<(), Disconnected> {
        self.send(close(code, reason)).await?;
        Err(Disconnected)
    }

    async fn send(&mut self, message: Message) -> Result<(), Disconnected> {
        send(&mut self.socket, message).await
    }
}

async fn send(socket: &mut WebSocket, message: Message) -> Result<(), Disconnected> {
    match tokio::time::timeout(SEND_TIMEOUT, socket.send(message)).await {
        Ok(Ok(())) => Ok(()),
        Ok(Err(_)) | Err(_) => Err(Disconnected),
    }
}

fn close(code: u16, reason: &'static str) -> Message {
    Message::Close(Some(CloseFrame { code, reason: Utf8Bytes::from_static(reason) }))
}

fn too_big(bytes: usize) -> Refusal {
    table::Refusal::TooBig { bytes, most: MAX_MESSAGE_BYTES }.into()
}

/// Returns the next item; stays pending forever without a subscription.
async fn next<T: Clone>(news: &mut Option<Receiver<T>>) -> Result<T, RecvError> {
    match news {
        Some(news) => news.recv().await,
        None => std::future::pending().await,
    }
}
