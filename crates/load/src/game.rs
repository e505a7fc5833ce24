//! Plays one game after another, with one socket per seat.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use serde_json::json;
use tokio::sync::watch;

use crate::comparison::Log;
use crate::report::Counts;
use crate::seeding::{Place, Tables};
use crate::watch::watch;
use crate::wire::{self, Decision, Socket, Step};

/// Delay before a client reconnects after a failure.
const RECONNECT_DELAY: Duration = Duration::from_millis(50);
/// Visitor numbers for spectators start here.
const FIRST_SPECTATOR: usize = 1 << 18;

/// A client that plays at one table after another, occupying every seat.
pub struct Game {
    number: usize,
    /// Nodes of the cluster.
    nodes: Arc<[SocketAddr]>,
    /// Number of lost connections. After each, the client switches to the next node.
    missing: usize,
    tables: Arc<Tables>,
    counts: Arc<Counts>,
    random: fastrand::Rng,
    pause: Duration,
    protocol: u32,
}

/// The reason play on the current sockets ended.
enum End {
    /// The game is over.
    Over,
    /// The run is ending.
    Stopped,
    /// A connection was lost.
    Lost,
}

/// The sockets of a table by seat, and the pending decision.
struct Seated {
    sockets: Vec<Socket>,
    decision: Decision,
}

impl Game {
    /// Creates a client with a seed, a pause before each answer, and a protocol version. It does not start to play.
    pub fn new(
        number: usize,
        nodes: Arc<[SocketAddr]>,
        tables: Arc<Tables>,
        counts: Arc<Counts>,
        (seed, pause, protocol): (u64, Duration, u32),
    ) -> Game {
        let random = fastrand::Rng::with_seed(seed.wrapping_mul(1_000_003) + number as u64);
        Game { number, nodes, missing: 0, tables, counts, random, pause, protocol }
    }

    /// Plays until stopped, and returns the logs of all tables.
    pub async fn play(mut self, mut stop: watch::Receiver<bool>, spectators: usize) -> Vec<Log> {
        let mut logs = Vec::new();
        let mut first = true;
        while let Some(place) = self.tables.take().filter(|_| !*stop.borrow()) {
            let (rise, risen) = watch::channel(false);
            for spectator in 0..spectators {
                let visitor = FIRST_SPECTATOR + self.number * spectators + spectator;
                let (table, counts) = (place.table.clone(), self.counts.clone());
                tokio::spawn(watch(self.node(spectator), (visitor, self.protocol), table, counts, risen.clone()));
            }
            let mut log = Log { table: place.table.clone(), received: Vec::new(), sent: None };
            let over = self.finish(&place, &mut log, &mut first, &mut stop).await;
            rise.send_replace(true);
            logs.push(log);
            if !over {
                return logs;
            }
            self.counts.over.fetch_add(1, Ordering::Relaxed);
        }
        self.counts.gone.fetch_add(1, Ordering::Relaxed);
        logs
    }

    /// Plays at one table, reconnecting as needed, and returns whether the game was finished.
    async fn finish(
        &mut self,
        place: &Place,
        log: &mut Log,
        first: &mut bool,
        stop: &mut watch::Receiver<bool>,
    ) -> bool {
        while !*stop.borrow() {
            if let Ok(seated) = self.connect_players(place, log).await {
                self.counts.welcomed.fetch_add(usize::from(!*first), Ordering::Relaxed);
                self.counts.playing.fetch_add(usize::from(std::mem::take(first)), Ordering::Relaxed);
                match self.play_until_end(seated, log, stop).await {
                    End::Over => return true,
                    End::Stopped => return false,
                    End::Lost => {}
                }
            }
            self.missing += 1;
            tokio::time::sleep(RECONNECT_DELAY).await;
        }
        false
    }

    /// Returns the node to which a seat or spectator of this game connects.
    fn node(&self, who: usize) -> SocketAddr {
        self.nodes[(self.number + who + self.missing) % self.nodes.len()]
    }

    /// Connects a socket for every seat and says hello on each.
    async fn connect_players(&self, place: &Place, log: &mut Log) -> anyhow::Result<Seated> {
        let mut seated = Seated { sockets: Vec::new(), decision: Decision::default() };
        for (seat, token) in place.tokens.iter().enumerate() {
            let visitor = self.number * place.tokens.len() + seat;
            let since = (Some(log.received.len()), self.protocol);
            let (socket, welcome) = Socket::hello(self.node(seat), visitor, &place.table, &[token], since).await?;
            let mut received = wire::read(&welcome)?;
            log.record_steps(received.steps());
            seated.decision = received.decision().unwrap_or_default();
            seated.sockets.push(socket);
        }
        Ok(seated)
    }

    /// Answers every decision until play ends.
    async fn play_until_end(&mut self, mut seated: Seated, log: &mut Log, stop: &mut watch::Receiver<bool>) -> End {
        let mut first = true;
        while !seated.decision.over {
            // The first pause is shortened by a random amount, so that clients don't answer in lockstep.
            let pause = if std::mem::take(&mut first) { self.pause.mul_f64(self.random.f64()) } else { self.pause };
            if *stop.borrow() {
                return End::Stopped;
            }
            if let Some(end) = wait_between_moves(pause, &mut seated.sockets[0], stop).await {
                return end;
            }
            match self.answer(&mut seated, log).await {
                Ok(Some(wait)) => self.counts.answer(wait),
                Ok(None) => {}
                Err(_) => return End::Lost,
            }
        }
        End::Over
    }

    /// Sends one answer and waits until the answering seat and another seat have received all resulting updates. Returns the time until the
    /// other seat's update, or `None` if nothing was sent because chance had to act. Fails if the answer is rejected.
    async fn answer(&mut self, seated: &mut Seated, log: &mut Log) -> anyhow::Result<Option<Duration>> {
        let Decision { seat, answers, .. } = &seated.decision;
        let mover = usize::from(seat.unwrap_or_default());
        // If there are no legal answers, chance must act, and another update follows.
        let word = match answers.len() {
            0 => None,
            count => Some(answers[self.random.usize(..count)].word.clone()),
        };
        let before = log.received.len();
        let sent = Instant::now();
        if let Some(word) = &word {
            let seat = mover as u8;
            log.sent = Some((before, seat, word.clone()));
            let answer = json!({"type": "answer", "seat": seat, "seq": before, "word": word});
            seated.sockets[mover].send(answer.to_string()).await?;
        }
        let (one, other) = pair(&mut seated.sockets, mover);
        let (mine, theirs) = tokio::join!(receive(one, log, &self.counts), first_update(other, &self.counts));
        let (decision, refused) = mine?;
        if refused {
            anyhow::bail!("the server rejected an answer that it had offered");
        }
        let (mut seq, came) = theirs?;
        seated.decision = decision;
        while seq < log.received.len() {
            seq = first_update(other, &self.counts).await?.0;
        }
        // The remaining seats have not been read in the meantime and must catch up.
        for (seat, socket) in seated.sockets.iter_mut().enumerate() {
            if seat != mover && seat != (mover + 1) % 2 {
                while first_update(socket, &self.counts).await?.0 < log.received.len() {}
            }
        }
        Ok(word.map(|_| came - sent))
    }
}

/// Waits before an answer. If play ends during the wait, returns the reason.
async fn wait_between_moves(pause: Duration, socket: &mut Socket, stop: &mut watch::Receiver<bool>) -> Option<End> {
    let until = tokio::time::Instant::now() + pause;
    while !pause.is_zero() {
        tokio::select! {
            () = tokio::time::sleep_until(until) => break,
            _ = stop.changed() => return Some(End::Stopped),
            // No updates arrive while no one answers, but presence messages do, and the connection may be lost.
            received = socket.wait() => if received.is_err() { return Some(End::Lost) },
        }
    }
    None
}

/// Returns the socket of the answering seat and the socket of another seat.
fn pair(sockets: &mut [Socket], mover: usize) -> (&mut Socket, &mut Socket) {
    let other = if mover == 1 { 0 } else { 1 };
    if mover < other {
        let (left, right) = sockets.split_at_mut(other);
        (&mut left[mover], &mut right[0])
    } else {
        let (left, right) = sockets.split_at_mut(mover);
        (&mut right[0], &mut left[other])
    }
}

/// Reads updates until a seat must act or the game is over. Also returns whether the server sent an error instead.
async fn receive(socket: &mut Socket, log: &mut Log, counts: &Counts) -> anyhow::Result<(Decision, bool)> {
    loop {
        let (text, _) = socket.next().await?;
        let mut received = wire::read(&text)?;
        match received.r#type {
            "update" | "changes" => {
                counts.update(text.len());
                log.record_steps(received.steps());
                if let Some(decision) = received.decision().filter(|asked| asked.seat.is_some() || asked.over) {
                    return Ok((decision, false));
                }
            }
            "error" => {
                counts.refusal(received.code().unwrap_or_default());
                return Ok((Decision::default(), true));
            }
            _ => {}
        }
    }
}

/// Returns the number of answers as of the next update, and the update's time of arrival.
async fn first_update(socket: &mut Socket, counts: &Counts) -> anyhow::Result<(usize, Instant)> {
    loop {
        let (text, came) = socket.next().await?;
        if let Some(seq) = wire::seq_of_update(&text) {
            counts.update(text.len());
            return Ok((seq, came));
        }
    }
}

impl Log {
    /// Appends received answers that are not yet in the log.
    fn record_steps(&mut self, steps: Vec<Step>) {
        for step in steps {
            if step.seq == self.received.len() + 1 {
                self.received.push(step);
            }
        }
    }
}
