//! One game after another, with a socket for each seat.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use serde_json::json;
use tokio::sync::watch;

use crate::proof::Log;
use crate::report::Counts;
use crate::seeding::{Place, Tables};
use crate::watch::watch;
use crate::wire::{self, Decision, Socket, Step};

/// How long after a failure a client comes back.
const BACK_AFTER: Duration = Duration::from_millis(50);
/// Numbers of spectators begin here.
const FIRST_SPECTATOR: usize = 1 << 18;

/// Somebody who plays all seats of one table, and then of another.
pub struct Game {
    number: usize,
    /// The servers that work together.
    nodes: Arc<[SocketAddr]>,
    /// How often a connection went: then the next server is tried.
    lost: usize,
    tables: Arc<Tables>,
    counts: Arc<Counts>,
    random: fastrand::Rng,
    pause: Duration,
    protocol: u32,
}

/// How the sockets of a table ended.
enum End {
    /// The game is over.
    Over,
    /// It is time to stop.
    Stopped,
    /// The connection went.
    Lost,
}

/// The sockets of a table, by seat, and what is asked.
struct Seated {
    sockets: Vec<Socket>,
    decision: Decision,
}

impl Game {
    /// Somebody who has not begun yet: by a seed, with a pause before each answer, by a version of the protocol.
    pub fn new(
        number: usize,
        nodes: Arc<[SocketAddr]>,
        tables: Arc<Tables>,
        counts: Arc<Counts>,
        (seed, pause, protocol): (u64, Duration, u32),
    ) -> Game {
        let random = fastrand::Rng::with_seed(seed.wrapping_mul(1_000_003) + number as u64);
        Game { number, nodes, lost: 0, tables, counts, random, pause, protocol }
    }

    /// Plays until it is told to stop; the logs of all tables.
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
            let mut log = Log { table: place.table.clone(), told: Vec::new(), sent: None };
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

    /// Plays at one table, over as many connections as it takes; says whether the game came to its end.
    async fn finish(
        &mut self,
        place: &Place,
        log: &mut Log,
        first: &mut bool,
        stop: &mut watch::Receiver<bool>,
    ) -> bool {
        while !*stop.borrow() {
            if let Ok(seated) = self.sit_down(place, log).await {
                self.counts.welcomed.fetch_add(usize::from(!*first), Ordering::Relaxed);
                self.counts.playing.fetch_add(usize::from(std::mem::take(first)), Ordering::Relaxed);
                match self.answer_on(seated, log, stop).await {
                    End::Over => return true,
                    End::Stopped => return false,
                    End::Lost => {}
                }
            }
            self.lost += 1;
            tokio::time::sleep(BACK_AFTER).await;
        }
        false
    }

    /// The server at which somebody is.
    fn node(&self, who: usize) -> SocketAddr {
        self.nodes[(self.number + who + self.lost) % self.nodes.len()]
    }

    /// Says hello for every seat.
    async fn sit_down(&self, place: &Place, log: &mut Log) -> anyhow::Result<Seated> {
        let mut seated = Seated { sockets: Vec::new(), decision: Decision::default() };
        for (seat, token) in place.tokens.iter().enumerate() {
            let visitor = self.number * place.tokens.len() + seat;
            let since = (Some(log.told.len()), self.protocol);
            let (socket, welcome) = Socket::hello(self.node(seat), visitor, &place.table, &[token], since).await?;
            let mut told = wire::read(&welcome)?;
            log.learn(told.steps());
            seated.decision = told.decision().unwrap_or_default();
            seated.sockets.push(socket);
        }
        Ok(seated)
    }

    /// Answers for whoever is asked.
    async fn answer_on(&mut self, mut seated: Seated, log: &mut Log, stop: &mut watch::Receiver<bool>) -> End {
        let mut first = true;
        while !seated.decision.over {
            // The first pause is not a whole one, so that not all answer at once.
            let pause = if std::mem::take(&mut first) { self.pause.mul_f64(self.random.f64()) } else { self.pause };
            if *stop.borrow() {
                return End::Stopped;
            }
            if let Some(end) = rest(pause, &mut seated.sockets[0], stop).await {
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

    /// Gives one answer and waits until both, who gave it and another seat, have been told everything that came of it. Gives the time until
    /// the other seat was told; none where the answer was refused.
    async fn answer(&mut self, seated: &mut Seated, log: &mut Log) -> anyhow::Result<Option<Duration>> {
        let Decision { seat, answers, .. } = &seated.decision;
        let mover = usize::from(seat.unwrap_or_default());
        // After an update that asks chance another one comes.
        let word = match answers.len() {
            0 => None,
            count => Some(answers[self.random.usize(..count)].word.clone()),
        };
        let before = log.told.len();
        let sent = Instant::now();
        if let Some(word) = &word {
            let seat = mover as u8;
            log.sent = Some((before, seat, word.clone()));
            let answer = json!({"type": "answer", "seat": seat, "seq": before, "word": word});
            seated.sockets[mover].send(answer.to_string()).await?;
        }
        let (one, other) = pair(&mut seated.sockets, mover);
        let (mine, theirs) = tokio::join!(hear(one, log, &self.counts), first_update(other, &self.counts));
        let (decision, refused) = mine?;
        if refused {
            anyhow::bail!("what the server offered it refused");
        }
        let (mut seq, came) = theirs?;
        seated.decision = decision;
        while seq < log.told.len() {
            seq = first_update(other, &self.counts).await?.0;
        }
        // Whoever else sits there has read nothing meanwhile, and has to read as much.
        for (seat, socket) in seated.sockets.iter_mut().enumerate() {
            if seat != mover && seat != (mover + 1) % 2 {
                while first_update(socket, &self.counts).await?.0 < log.told.len() {}
            }
        }
        Ok(word.map(|_| came - sent))
    }
}

/// Waits before an answer; how the game ends, where it does so meanwhile.
async fn rest(pause: Duration, socket: &mut Socket, stop: &mut watch::Receiver<bool>) -> Option<End> {
    let until = tokio::time::Instant::now() + pause;
    while !pause.is_zero() {
        tokio::select! {
            () = tokio::time::sleep_until(until) => break,
            _ = stop.changed() => return Some(End::Stopped),
            // No update comes while nobody answers, but who is there is told; and the server may be gone.
            told = socket.wait() => if told.is_err() { return Some(End::Lost) },
        }
    }
    None
}

/// The socket of a seat, and that of another.
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

/// Reads updates until somebody is asked or the game is over; also says whether something was refused instead.
async fn hear(socket: &mut Socket, log: &mut Log, counts: &Counts) -> anyhow::Result<(Decision, bool)> {
    loop {
        let (text, _) = socket.next().await?;
        let mut told = wire::read(&text)?;
        match told.r#type {
            "update" | "changes" => {
                counts.update(text.len());
                log.learn(told.steps());
                if let Some(decision) = told.decision().filter(|asked| asked.seat.is_some() || asked.over) {
                    return Ok((decision, false));
                }
            }
            "error" => {
                counts.refusal(told.code().unwrap_or_default());
                return Ok((Decision::default(), true));
            }
            _ => {}
        }
    }
}

/// The number of answers after the next update, and when that came.
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
    /// Takes what was told; what is known already is passed over.
    fn learn(&mut self, steps: Vec<Step>) {
        for step in steps {
            if step.seq == self.told.len() + 1 {
                self.told.push(step);
            }
        }
    }
}
