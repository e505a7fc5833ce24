//! The socket at which a game is played or watched.

use std::error::Error;
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, close_code};
use governor::clock::{Clock, DefaultClock};
use governor::{DefaultDirectRateLimiter, Quota, RateLimiter};
use table::messages::{VERSION, WHOLE_VIEWS};
use table::{ClientId, Listener};
use tokio::sync::broadcast::Receiver;
use tokio::sync::broadcast::error::RecvError;
use tungstenite::Error as SocketError;

use crate::app::App;
use crate::door::caller::Caller;
use crate::door::limits::{self, Work};
use crate::door::tally::Held;
use crate::handle::{Greeting, TableHandle, new_client};
use crate::messages::{self, Request};
use crate::news::Broadcast;
use crate::refusal::{Code, Refusal};
use crate::secrets::{self, Hash};
use crate::visitors::Visit;

/// Bytes that a message has at most.
const MESSAGE: usize = 4096;
/// Bytes that are read of a longer one, so that it can be refused in words; more than this ends the connection.
pub const MESSAGE_READ: usize = 64 * 1024;
/// Bytes that a connection reads or gathers at once: it has that much memory as long as it is open.
pub const BUFFER: usize = 4 * 1024;
/// Messages in a row that may come too fast before the connection ends.
const TOO_FAST: u32 = 200;
/// How often the server asks whether the client is still there.
const HEARTBEAT: Duration = Duration::from_secs(20);
/// How long a client may take to say hello.
const HELLO: Duration = Duration::from_secs(5);
/// How long a client may be silent; its browser answers heartbeats by itself.
const SILENCE: Duration = Duration::from_secs(65);
/// How long a client may take to read what it is sent, if the door has not closed on it before.
const SLOWNESS: Duration = Duration::from_secs(20);
/// What a preview costs of a household's messages: answers are tried for it.
const PREVIEW: u32 = 3;

/// The connection is at its end.
struct Gone;

/// Who is at a socket.
pub struct Who {
    /// By whom its work is counted.
    pub caller: Caller,
    /// The hash of the browser's cookie.
    pub browser: Option<Hash>,
    /// Its place among those that have not said hello.
    pub silent: Option<Held>,
}

struct Session {
    app: Arc<App>,
    socket: WebSocket,
    table: TableHandle,
    client: ClientId,
    who: Who,
    /// The version of the protocol that it speaks.
    v: u32,
    /// It looks at the table, once it has said hello.
    visit: Option<Visit>,
    /// The seats that this client answers for.
    you: Vec<u8>,
    /// The number of answers that it has been told of; none before its hello.
    seq: Option<usize>,
    news: Option<Receiver<Broadcast>>,
    limiter: DefaultDirectRateLimiter,
    too_fast: u32,
    heard: Instant,
}

/// Serves one client until it goes or the server stops.
pub async fn serve(app: Arc<App>, mut socket: WebSocket, name: String, who: Who) {
    let table = match app.hub.table(&name).await {
        Ok(table) => table,
        Err(refusal) => {
            // A browser shows its page no answer to a failed upgrade, so the refusal comes over the socket.
            let _ = send(&mut socket, Message::Text(messages::error(&refusal, None))).await;
            let _ = send(&mut socket, close(close_code::POLICY, refusal.code.word_and_status().0)).await;
            return;
        }
    };
    let now = Instant::now();
    let (client, limiter) = (new_client(), RateLimiter::direct(Quota::per_second(app.messages_per_second)));
    let mut session = Session {
        app,
        socket,
        table,
        client,
        who,
        v: VERSION,
        visit: None,
        you: Vec::new(),
        seq: None,
        news: None,
        limiter,
        too_fast: 0,
        heard: now,
    };
    // However the connection ends, the seats must be seen to be empty afterwards.
    let Gone = session.run().await;
    session.table.leave(session.client).await;
}

impl Session {
    async fn run(&mut self) -> Gone {
        let stop = self.app.stop.clone();
        let began = tokio::time::Instant::now();
        let mut heartbeat = tokio::time::interval_at(began + HEARTBEAT, HEARTBEAT);
        loop {
            let went_on = tokio::select! {
                () = stop.cancelled() => self.end(close_code::AWAY, "the server stops").await,
                message = self.socket.recv() => self.hear(message).await,
                news = next(&mut self.news) => self.tell(news).await,
                () = tokio::time::sleep_until(began + HELLO), if self.seq.is_none() => self.no_hello().await,
                _ = heartbeat.tick() => self.beat().await,
            };
            if let Err(gone) = went_on {
                return gone;
            }
        }
    }

    async fn no_hello(&mut self) -> Result<(), Gone> {
        let refusal = Refusal::new(Code::HelloFirst, "no hello came; the connection is closed");
        self.refuse(&refusal).await?;
        self.end(close_code::POLICY, "no hello").await
    }

    /// Takes some work for whoever is here.
    fn take(&self, work: Work, units: u32) -> Result<(), Refusal> {
        self.app.take(self.who.caller, self.who.browser, work, units)
    }

    async fn beat(&mut self) -> Result<(), Gone> {
        if self.heard.elapsed() > SILENCE {
            return self.end(close_code::POLICY, "silence").await;
        }
        self.send(Message::Ping(Default::default())).await
    }

    async fn hear(&mut self, message: Option<Result<Message, axum::Error>>) -> Result<(), Gone> {
        let message = match message {
            None => return Err(Gone),
            Some(Ok(message)) => message,
            Some(Err(why)) => return self.unreadable(&why).await,
        };
        self.heard = Instant::now();
        if let Err(too_early) = self.limiter.check() {
            return self.slow_down(too_early.wait_time_from(DefaultClock::default().now())).await;
        }
        self.app.metrics.messages.inc();
        if let Err(refusal) = self.take(Work::Messages, 1) {
            return self.refuse_too_fast(&refusal).await;
        }
        self.too_fast = 0;
        let done = match message {
            Message::Text(text) if text.len() > MESSAGE => Err(too_big(text.len())),
            Message::Text(text) => match Request::parse(&text) {
                Ok(request) => return self.carry_out(request).await,
                Err(refusal) => Err(refusal),
            },
            Message::Binary(bytes) if bytes.len() > MESSAGE => Err(too_big(bytes.len())),
            Message::Binary(_) => Err(Refusal::new(Code::NotJson, "messages are JSON text, not binary")),
            Message::Close(_) => return Err(Gone),
            Message::Ping(_) | Message::Pong(_) => Ok(()),
        };
        match done {
            Ok(()) => Ok(()),
            Err(refusal) => self.refuse(&refusal).await,
        }
    }

    async fn slow_down(&mut self, wait: Duration) -> Result<(), Gone> {
        let rate = self.app.messages_per_second;
        // Rounded up, so that whoever waits that long has waited long enough.
        let wait = wait.as_millis() + 1;
        let message = format!("more than {rate} messages a second; wait {wait} ms and send this one again");
        self.refuse_too_fast(&Refusal::new(Code::TooFast, message)).await
    }

    async fn refuse_too_fast(&mut self, refusal: &Refusal) -> Result<(), Gone> {
        self.too_fast += 1;
        self.refuse(refusal).await?;
        if self.too_fast > TOO_FAST { self.end(close_code::POLICY, "too fast").await } else { Ok(()) }
    }

    /// A frame that breaks the WebSocket protocol, or is too long to be read at all, ends the connection with a reason.
    async fn unreadable(&mut self, why: &axum::Error) -> Result<(), Gone> {
        let why = why.source().and_then(|why| why.downcast_ref::<SocketError>());
        if matches!(why, Some(SocketError::Capacity(_))) {
            self.refuse(&Refusal::new(Code::TooBig, format!("a message has at most {MESSAGE} bytes"))).await?;
            return self.end(close_code::SIZE, "too big").await;
        }
        Err(Gone)
    }

    async fn carry_out(&mut self, request: Request) -> Result<(), Gone> {
        match request {
            Request::Hello { v, .. } if !(WHOLE_VIEWS..=VERSION).contains(&v) => {
                let message = format!(
                    "the client speaks version {v} of the protocol, the server {WHOLE_VIEWS} to {VERSION}; reload"
                );
                self.refuse(&Refusal::new(Code::Version, message)).await
            }
            Request::Hello { v, tokens, since } => {
                self.v = v;
                self.hello(&tokens, since).await
            }
            _ if self.seq.is_none() => {
                self.refuse(&Refusal::new(Code::HelloFirst, "the first message must be a hello")).await
            }
            Request::Answer { seat, seq, word, words } => {
                let words = word.map_or(words, |word| vec![word]);
                match self.table.answer(self.client, seat, seq, words).await {
                    Ok(()) => Ok(()),
                    Err(refusal) => self.refuse(&refusal).await,
                }
            }
            Request::Preview { seat, seq, words } => match self.preview(seat, seq, words).await {
                Ok(text) => self.send(Message::Text(text.into())).await,
                Err(refusal) => self.refuse(&refusal).await,
            },
            Request::Guide { seq } => match self.table.guide(self.client, seq).await {
                Ok(text) => self.send(Message::Text(text.into())).await,
                Err(refusal) => self.refuse(&refusal).await,
            },
            Request::Ping => self.send(Message::Text(messages::pong())).await,
        }
    }

    async fn hello(&mut self, tokens: &[String], since: Option<usize>) -> Result<(), Gone> {
        if let Err(refusal) = self.take(Work::Welcomes, limits::WELCOME) {
            return self.refuse(&refusal).await;
        }
        let hashes: Vec<Hash> = tokens.iter().map(|token| secrets::hash(token)).chain(self.who.browser).collect();
        if !hashes.is_empty() {
            let renewed = self.app.hub.storage().renew(self.table.name(), hashes.clone());
            self.app.tasks.spawn(async move {
                if let Err(why) = renewed.await {
                    tracing::warn!("secrets cannot be renewed: {why}");
                }
            });
        }
        let greeting = self.table.hello(self.client, self.v, hashes, since).await;
        self.greet(greeting).await
    }

    /// Welcomes the client anew, by what it was told already.
    async fn resume(&mut self) -> Result<(), Gone> {
        if let Err(refusal) = self.take(Work::Welcomes, limits::WELCOME) {
            self.refuse(&refusal).await?;
            return self.end(close_code::AGAIN, "come back later").await;
        }
        let greeting = self.table.resume(self.client, self.seq).await;
        self.greet(greeting).await
    }

    async fn preview(&mut self, seat: u8, seq: usize, words: Vec<String>) -> Result<String, Refusal> {
        self.take(Work::Messages, PREVIEW)?;
        self.table.preview(self.client, seat, seq, words).await
    }

    async fn greet(&mut self, greeting: Result<Greeting, Refusal>) -> Result<(), Gone> {
        let Greeting { welcome, news } = match greeting {
            Ok(greeting) => greeting,
            Err(refusal) => return self.refuse(&refusal).await,
        };
        // A welcome has all that was missed, which may be a thousand times what was asked with.
        let more = u32::try_from(welcome.text.len()).unwrap_or(u32::MAX).saturating_sub(limits::WELCOME);
        if more > 0
            && let Err(refusal) = self.take(Work::Welcomes, more)
        {
            return self.refuse(&refusal).await;
        }
        self.who.silent = None;
        self.visit.get_or_insert_with(|| self.table.visitors().come(self.who.caller.household));
        self.you = welcome.you;
        self.seq = Some(welcome.seq);
        self.news = Some(news);
        self.send(Message::Text(welcome.text.into())).await?;
        match welcome.thinking {
            Some(thinking) => self.send(Message::Text(thinking.into())).await,
            None => Ok(()),
        }
    }

    async fn tell(&mut self, news: Result<Broadcast, RecvError>) -> Result<(), Gone> {
        match news {
            Ok(news) => {
                let listener = Listener::of(self.v, &self.you);
                for item in news.items() {
                    // Nothing was made for it where it was not there yet; then it is told everything anew.
                    let Some(texts) = item.texts(listener) else { return self.resume().await };
                    self.seq = item.seq.or(self.seq);
                    for text in texts {
                        self.send(Message::Text(text.clone())).await?;
                    }
                }
                Ok(())
            }
            // It was too slow to be told everything one by one.
            Err(RecvError::Lagged(_)) => self.resume().await,
            Err(RecvError::Closed) => Err(Gone),
        }
    }

    async fn refuse(&mut self, refusal: &Refusal) -> Result<(), Gone> {
        self.send(Message::Text(messages::error(refusal, self.seq))).await
    }

    async fn end(&mut self, code: u16, reason: &'static str) -> Result<(), Gone> {
        self.send(close(code, reason)).await?;
        Err(Gone)
    }

    async fn send(&mut self, message: Message) -> Result<(), Gone> {
        send(&mut self.socket, message).await
    }
}

async fn send(socket: &mut WebSocket, message: Message) -> Result<(), Gone> {
    match tokio::time::timeout(SLOWNESS, socket.send(message)).await {
        Ok(Ok(())) => Ok(()),
        Ok(Err(_)) | Err(_) => Err(Gone),
    }
}

fn close(code: u16, reason: &'static str) -> Message {
    Message::Close(Some(CloseFrame { code, reason: Utf8Bytes::from_static(reason) }))
}

fn too_big(bytes: usize) -> Refusal {
    Refusal::new(Code::TooBig, format!("the message has {bytes} bytes; it may have {MESSAGE}"))
}

/// The next news; never comes while there has been no hello.
async fn next(news: &mut Option<Receiver<Broadcast>>) -> Result<Broadcast, RecvError> {
    match news {
        Some(news) => news.recv().await,
        None => std::future::pending().await,
    }
}
