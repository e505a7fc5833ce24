//! One table: its seats, its game, and everybody who looks at it.
//!
//! All that changes a table happens under its lock, one thing after the other: an answer is checked, written down by the
//! storage, carried out, and told to everybody, in this order. Who is told only ever reads from a channel of bounded
//! length, so that a slow reader delays nobody.

mod recorded;
mod replaying;

use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::extract::ws::Utf8Bytes;
use games::deal::Deal;
use games::{Actor, Event, Eyes, Game, OwnTiles};
use serde_json::value::RawValue;
use serde_json::{Value, json};
use tokio::sync::{Mutex, MutexGuard, broadcast};
use tokio_util::sync::CancellationToken;

use crate::messages::{self, Logged, NewTable};
use crate::news::{News, Step, eyes_of};
use crate::refusal::{Code, Refusal};
use crate::secrets::{self, Hash};
use crate::storage::{
    Claims, Key, Level, Phase, Right, Sheet, Sitter, Source, Standing, Storage, StorageError, StoredAnswer,
};
use crate::thinkers::Thinkers;
use replaying::Replayed;

/// News that a reader may be behind before it is brought up to date with a fresh welcome.
const NEWS_KEPT: usize = 64;
/// What an open seat becomes when the host does not wait for it.
const STAND_IN: Sitter = Sitter::Bot { level: Level::Hard, millis: 1000 };
/// How long to wait before a computer player or chance tries again to have its answer written down.
const RETRY: Duration = Duration::from_secs(2);

/// What every table needs of the server.
pub struct Works {
    /// Where answers are written down.
    pub storage: Storage,
    /// Where computer players think.
    pub thinkers: Thinkers,
    /// The least time between the steps of computer players, so that people can follow.
    pub step: Duration,
    /// Where draw orders come from, if not from the system's randomness.
    pub deals: Option<u64>,
    /// Comes when the server stops: then nobody answers any more.
    pub stop: CancellationToken,
}

/// The seed of a new table's draw order.
fn seed(deals: Option<u64>, setup: &str, seats: &[Sitter]) -> Hash {
    match deals {
        None => secrets::seed(),
        Some(number) => secrets::hash(&format!("deal {number} {setup} {}", messages::text(&seats))),
    }
}

/// A table. Share it as `Arc<Table>`.
pub struct Table {
    name: String,
    works: Arc<Works>,
    state: Mutex<State>,
    news: broadcast::Sender<News>,
}

struct State {
    public: bool,
    phase: Phase,
    seats: Vec<Sitter>,
    /// How many sockets answer for each seat.
    connected: Vec<u32>,
    keys: Vec<Key>,
    draws: Draws,
    game: Game,
    log: Vec<Arc<Logged>>,
    /// Who is thinking now, and for how long.
    thinking: Option<(u8, u64)>,
    /// A task is answering for chance and computer players.
    driven: bool,
    /// The storage failed, so that the last answer may or may not be on the disk.
    doubtful: bool,
    touched: Instant,
}

/// Where the tiles of a game come from.
#[derive(Clone)]
enum Draws {
    /// From a draw order of the server's own.
    Dealt(Deal),
    /// From a record, which may say where it had them from.
    Recorded(Claims),
}

/// What somebody new at a table gets: everything so far, and what comes.
pub struct Welcome {
    /// The message.
    pub text: Utf8Bytes,
    /// The number of answers that it covers.
    pub seq: usize,
    /// A computer player that is thinking just now.
    pub thinking: Option<Utf8Bytes>,
    /// What comes after it.
    pub news: broadcast::Receiver<News>,
}

impl Table {
    /// Makes a table and writes it down. `browser` is the hash of the maker's cookie.
    ///
    /// Gives the table and the secrets of the maker's seats; without a seat of his own the host gets a secret too.
    ///
    /// # Errors
    /// The set-up or the seats are wrong, or the storage failed.
    pub async fn create(
        works: Arc<Works>,
        asked: NewTable,
        browser: Hash,
    ) -> Result<(Arc<Table>, Vec<(Option<u8>, String)>), Refusal> {
        let seats = asked.sitters()?;
        let bad = |why: games::SetupError| Refusal::new(Code::BadSetup, why.to_string());
        let game = Game::new(&asked.setup).map_err(bad)?;
        let setup = messages::text(&asked.setup.short());
        let deal = Deal::new(seed(works.deals, &setup, &seats), &asked.setup).map_err(bad)?;
        let (keys, tokens) = keys_of_maker(&seats, browser);
        let sheet = Sheet {
            name: secrets::table_name(),
            setup,
            own_tiles: asked.setup.own_tiles.as_ref().and_then(OwnTiles::text).map(str::to_owned),
            rules_version: asked.setup.rules_version,
            source: Source::Seed(deal.seed().0),
            public: asked.public,
            phase: if seats.contains(&Sitter::Open) { Phase::Gathering } else { Phase::Playing },
            seats,
            keys,
        };
        works.storage.create(sheet.clone(), Vec::new()).await.map_err(not_written)?;
        let table = Table::seated(works, sheet, (game, Draws::Dealt(deal), Vec::new()));
        table.clone().drive(&mut *table.state.lock().await);
        Ok((table, tokens))
    }

    /// Reads a table from the storage and replays its answers.
    ///
    /// # Errors
    /// There is no such table, or it cannot be read or replayed.
    pub async fn load(works: Arc<Works>, name: &str) -> Result<Arc<Table>, Refusal> {
        let found = works.storage.load(name.to_owned()).await.map_err(not_read)?;
        let (sheet, answers) = found.ok_or_else(|| no_table(name))?;
        let replay = tokio::task::spawn_blocking(move || {
            let replayed = replaying::replay(&sheet, answers)?;
            Ok((sheet, replayed))
        });
        let failed = |why: String| Refusal::new(Code::Storage, format!("table {name} cannot be read: {why}"));
        let replayed: Result<_, String> = replay.await.map_err(|why| failed(why.to_string()))?;
        let (sheet, replayed) = replayed.map_err(failed)?;
        let table = Table::seated(works, sheet, replayed);
        table.clone().drive(&mut *table.state.lock().await);
        Ok(table)
    }

    fn seated(works: Arc<Works>, sheet: Sheet, (game, draws, log): Replayed) -> Arc<Table> {
        let state = State {
            public: sheet.public,
            phase: sheet.phase,
            connected: vec![0; sheet.seats.len()],
            seats: sheet.seats,
            keys: sheet.keys,
            draws,
            game,
            log,
            thinking: None,
            driven: false,
            doubtful: false,
            touched: Instant::now(),
        };
        let news = broadcast::channel(NEWS_KEPT).0;
        Arc::new(Table { name: sheet.name, works, state: Mutex::new(state), news })
    }

    /// The table's name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// How long nobody has asked anything of the table.
    pub async fn idle(&self) -> Duration {
        self.state.lock().await.touched.elapsed()
    }

    async fn state(&self) -> MutexGuard<'_, State> {
        let mut state = self.state.lock().await;
        state.touched = Instant::now();
        state
    }

    /// The seats that these secrets open.
    pub async fn seats_of(&self, hashes: &[Hash]) -> Vec<u8> {
        self.state().await.seats_of(hashes)
    }

    /// The table without its game, as the protocol shows it.
    pub async fn describe(&self) -> Value {
        self.describe_state(&*self.state().await)
    }

    fn describe_state(&self, state: &State) -> Value {
        let seats: Vec<Value> = (state.seats.iter().zip(&state.connected))
            .map(|(sitter, &connected)| messages::seat(sitter, connected > 0))
            .collect();
        json!({
            "table": self.name,
            "phase": state.phase,
            "setup": state.game.setup().short(),
            "preset": games::presets::basis(state.game.setup()),
            "seats": seats,
            "public": state.public,
            "host": state.host_seat(),
            "imported": state.deal().is_none(),
            "commitment": state.deal().map(Deal::commitment),
            // The seed tells the future: nobody sees it before the end.
            "seed": state.deal().filter(|_| state.is_finished()).map(|deal| deal.seed().to_string()),
        })
    }

    /// Greets somebody: the table, the newest view, and the updates after `since`.
    pub async fn welcome(&self, you: &[u8], since: Option<usize>) -> Welcome {
        let state = self.state().await;
        let seq = state.game.seq();
        let over = state.is_finished();
        let eyes = if over { Eyes::ALL } else { eyes_of(you) };
        let missed: Vec<&RawValue> =
            since.map_or(Vec::new(), |since| state.log[since.min(seq)..].iter().map(|l| l.told(eyes, over)).collect());
        let text = messages::welcome(&self.describe_state(&state), you, seq, &state.game.view_for(eyes), &missed);
        let thinking = state.thinking.map(|(seat, millis)| messages::thinking(seat, millis));
        Welcome { text, seq, thinking, news: self.news.subscribe() }
    }

    /// Counts sockets that answer for seats in or out, and tells everybody.
    pub async fn presence(&self, came: &[u8], left: &[u8]) {
        if came.is_empty() && left.is_empty() {
            return;
        }
        let mut state = self.state().await;
        let before: Vec<bool> = state.connected.iter().map(|&count| count > 0).collect();
        for &seat in came {
            state.connected[usize::from(seat)] += 1;
        }
        for &seat in left {
            let count = &mut state.connected[usize::from(seat)];
            *count = count.saturating_sub(1);
        }
        if !before.into_iter().eq(state.connected.iter().map(|&count| count > 0)) {
            self.tell_table(&state);
        }
    }

    /// Gives an open seat to somebody; answers its secret. When it was the last one, the game begins.
    ///
    /// # Errors
    /// The seat is not open, or the storage failed.
    pub async fn join(self: &Arc<Self>, seat: u8, name: &str, browser: Hash) -> Result<String, Refusal> {
        let name = messages::name_of_player(name)?;
        let mut state = self.state().await;
        match state.seats.get(usize::from(seat)) {
            Some(Sitter::Open) if state.phase == Phase::Gathering => {}
            Some(_) => {
                return Err(Refusal::new(Code::SeatTaken, format!("seat {seat} is not open; take one that is")));
            }
            None => {
                let last = state.seats.len() - 1;
                return Err(Refusal::new(Code::BadRange, format!("there is no seat {seat}; seats are 0 to {last}")));
            }
        }
        let mut seats = state.seats.clone();
        seats[usize::from(seat)] = Sitter::Human { name };
        let token = secrets::secret();
        let right = Right::Seat(seat);
        let keys = vec![Key { hash: secrets::hash(&token), right }, Key { hash: browser, right }];
        let phase = if seats.contains(&Sitter::Open) { Phase::Gathering } else { Phase::Playing };
        self.reseat(&mut state, seats, phase, keys).await?;
        Ok(token)
    }

    /// Starts the game; open seats become computer players.
    ///
    /// # Errors
    /// None of the secrets is the host's, the game has started already, or the storage failed.
    pub async fn start(self: &Arc<Self>, hashes: &[Hash]) -> Result<(), Refusal> {
        let mut state = self.state().await;
        if !state.keys.iter().any(|key| key.right == Right::Host && hashes.contains(&key.hash)) {
            return Err(Refusal::new(Code::NoSeat, "only the host starts the game; send the host's token"));
        }
        if state.phase != Phase::Gathering {
            return Err(Refusal::new(Code::AlreadyStarted, "the game has started already"));
        }
        let mut seats = state.seats.clone();
        for sitter in seats.iter_mut().filter(|sitter| **sitter == Sitter::Open) {
            *sitter = STAND_IN;
        }
        self.reseat(&mut state, seats, Phase::Playing, Vec::new()).await
    }

    async fn reseat(
        self: &Arc<Self>,
        state: &mut State,
        seats: Vec<Sitter>,
        phase: Phase,
        keys: Vec<Key>,
    ) -> Result<(), Refusal> {
        let written = self.works.storage.seat(self.name.clone(), seats.clone(), phase, keys.clone()).await;
        written.map_err(not_written)?;
        state.seats = seats;
        state.phase = phase;
        state.keys.extend(keys);
        self.tell_table(state);
        self.clone().drive(state);
        Ok(())
    }

    /// Lets a browser hold the seats that a secret opens, so that its cookie alone finds them again; answers the seats.
    ///
    /// # Errors
    /// The secret opens nothing here, or the storage failed.
    pub async fn claim(&self, token: Hash, browser: Hash) -> Result<Vec<u8>, Refusal> {
        let mut state = self.state().await;
        let rights = state.keys.iter().filter(|key| key.hash == token).map(|key| key.right);
        let keys: Vec<Key> = rights.map(|right| Key { hash: browser, right }).collect();
        if keys.is_empty() {
            return Err(Refusal::new(Code::NoSeat, "this token opens no seat at this table"));
        }
        self.add_keys(&mut state, keys).await?;
        Ok(state.seats_of(&[browser]))
    }

    /// Makes one more secret for a seat, to carry it to another device.
    ///
    /// # Errors
    /// The seat is not held by these secrets, or the storage failed.
    pub async fn token(&self, seat: u8, hashes: &[Hash]) -> Result<String, Refusal> {
        let mut state = self.state().await;
        if !state.seats_of(hashes).contains(&seat) {
            return Err(Refusal::new(Code::NoSeat, format!("seat {seat} is not yours to pass on")));
        }
        let token = secrets::secret();
        let hash = secrets::hash(&token);
        let mut keys = vec![Key { hash, right: Right::Seat(seat) }];
        if state.host_seat() == Some(seat) {
            keys.push(Key { hash, right: Right::Host });
        }
        self.add_keys(&mut state, keys).await?;
        Ok(token)
    }

    async fn add_keys(&self, state: &mut State, keys: Vec<Key>) -> Result<(), Refusal> {
        let fresh: Vec<Key> = keys.into_iter().filter(|key| !state.keys.contains(key)).collect();
        let (seats, phase) = (state.seats.clone(), state.phase);
        self.works.storage.seat(self.name.clone(), seats, phase, fresh.clone()).await.map_err(not_written)?;
        state.keys.extend(fresh);
        Ok(())
    }

    /// Takes a person's answer.
    ///
    /// # Errors
    /// It is not theirs to give, not legal, comes too late, or could not be written down.
    pub async fn answer(self: &Arc<Self>, yours: &[u8], seat: u8, seq: usize, word: &str) -> Result<(), Refusal> {
        let mut state = self.state().await;
        if !yours.contains(&seat) {
            return Err(Refusal::new(
                Code::NoSeat,
                format!("you do not hold seat {seat}; say hello with its token first"),
            ));
        }
        self.settle(&mut state).await?;
        match state.phase {
            Phase::Gathering => return Err(Refusal::new(Code::NotStarted, "the game has not started yet")),
            Phase::Finished => return Err(Refusal::new(Code::Over, "the game is over")),
            Phase::Playing => {}
        }
        let newest = state.game.seq();
        if seq != newest {
            return Err(Refusal::new(
                Code::Stale,
                format!("the answer is for position {seq}, but the game is at position {newest}"),
            ));
        }
        if state.game.actor() != Actor::Seat(seat) {
            let message = match state.game.actor() {
                Actor::Seat(other) => format!("seat {other} must answer now, not seat {seat}"),
                Actor::Chance | Actor::Nobody => "the next tile is being drawn".to_owned(),
            };
            return Err(Refusal::new(Code::NotYourTurn, message));
        }
        let answer = state.game.answer(word).map_err(|why| Refusal::new(Code::Illegal, why.to_string()))?;
        self.accept(&mut state, Some(seat), answer).await?;
        self.clone().drive(&mut state);
        Ok(())
    }

    /// Checks an answer, writes it down, carries it out, and tells everybody.
    async fn accept(&self, state: &mut State, seat: Option<u8>, answer: games::Answer) -> Result<(), Refusal> {
        let mut next = state.game.clone();
        let word = state.game.word(answer);
        let events = next.apply_quietly(answer).map_err(|why| Refusal::new(Code::Illegal, why.to_string()))?;
        let stored = StoredAnswer { seq: state.game.seq(), seat, word };
        let standing = standing(&next);
        if let Err(why) = self.works.storage.append(self.name.clone(), stored.clone(), standing).await {
            state.doubtful = true;
            return Err(not_written(why));
        }
        self.carry_out(state, next, stored, events);
        Ok(())
    }

    /// Makes a position that is on the disk the newest one, and tells everybody.
    fn carry_out(&self, state: &mut State, next: Game, stored: StoredAnswer, events: Vec<Event>) {
        state.game = next;
        state.thinking = None;
        state.log.push(Arc::new(Logged::new(&state.game, &stored, &events)));
        let secret = state.game.has_secrets();
        let step = Step { game: state.game.clone(), stored, events };
        // Nobody may be looking; that is no failure.
        let _ = self.news.send(News::of_step(step, secret));
        if state.game.is_over() {
            state.phase = Phase::Finished;
            self.tell_table(state);
        }
    }

    /// After a failure of the storage: takes over what has reached the disk all the same.
    async fn settle(&self, state: &mut State) -> Result<(), Refusal> {
        if !state.doubtful {
            return Ok(());
        }
        let stored = self.works.storage.answers(self.name.clone(), state.game.seq()).await.map_err(not_read)?;
        for answer in stored {
            let mut next = state.game.clone();
            let damaged = |why: games::WordError| not_read(StorageError::Damaged(why.to_string()));
            let events = next.answer(&answer.word).and_then(|a| next.apply_quietly(a)).map_err(damaged)?;
            self.carry_out(state, next, answer, events);
        }
        state.doubtful = false;
        Ok(())
    }

    fn tell_table(&self, state: &State) {
        let _ = self.news.send(News::of_all(messages::table(&self.describe_state(state))));
    }

    /// Sees to it that somebody answers for chance and for computer players until a person must.
    fn drive(self: Arc<Self>, state: &mut State) {
        if !state.driven && state.must_be_driven() {
            state.driven = true;
            let stop = self.works.stop.clone();
            let steps = async move {
                while let Some(pause) = self.step().await {
                    tokio::time::sleep(pause).await;
                }
            };
            tokio::spawn(stop.run_until_cancelled_owned(steps));
        }
    }

    /// Answers once for chance or a computer player; says how long to wait before the next step, if one is due.
    async fn step(self: &Arc<Self>) -> Option<Duration> {
        let began = Instant::now();
        let mut state = self.state.lock().await;
        if let Err(refusal) = self.settle(&mut state).await {
            tracing::error!("table {}: {}; trying again", self.name, refusal.message);
            return Some(RETRY);
        }
        let (seat, answer) = match state.next_mover() {
            Some(Mover::Chance(answer)) => (None, answer),
            Some(Mover::Bot { seat, level, millis }) => {
                let (game, seed) = (state.game.clone(), state.seed_of_thought());
                state.thinking = Some((seat, millis));
                let _ = self.news.send(News::of_all(messages::thinking(seat, millis)));
                drop(state);
                let chosen = self.works.thinkers.choose(game, level, Duration::from_millis(millis), seed).await;
                let left = self.works.step.saturating_sub(began.elapsed());
                tokio::time::sleep(left).await;
                state = self.state.lock().await;
                let Some(answer) = chosen else {
                    state.driven = false;
                    return None;
                };
                (Some(seat), answer)
            }
            None => {
                state.driven = false;
                return None;
            }
        };
        match self.accept(&mut state, seat, answer).await {
            Ok(()) => Some(Duration::ZERO),
            Err(refusal) => {
                tracing::error!("table {}: {}; trying again", self.name, refusal.message);
                Some(RETRY)
            }
        }
    }

    /// The view after `at` answers, or the newest, as somebody with these secrets sees it. Once the table is finished nothing is hidden.
    ///
    /// # Errors
    /// There are not so many answers.
    pub async fn view(&self, at: Option<usize>, hashes: &[Hash]) -> Result<games::View, Refusal> {
        let state = self.state().await;
        let seq = state.game.seq();
        let eyes = state.eyes(hashes);
        let Some(at) = at.filter(|at| *at != seq) else { return Ok(state.game.view_for(eyes)) };
        if at > seq {
            return Err(Refusal::new(
                Code::BadRange,
                format!("the game has {seq} answers so far; at must be 0 to {seq}"),
            ));
        }
        let (setup, answers) = (state.game.setup().clone(), state.game.answers()[..at].to_vec());
        drop(state);
        let replay = tokio::task::spawn_blocking(move || replaying::view(&setup, &answers, eyes));
        let failed = |why: String| Refusal::new(Code::Storage, format!("the position cannot be replayed: {why}"));
        replay.await.map_err(|why| failed(why.to_string()))?.map_err(failed)
    }

    /// The answers from number `from` + 1 to number `to` with their events, as a JSON array, as somebody with these secrets sees them.
    ///
    /// # Errors
    /// There are not so many answers.
    pub async fn events(
        &self,
        from: Option<usize>,
        to: Option<usize>,
        hashes: &[Hash],
    ) -> Result<Vec<Box<RawValue>>, Refusal> {
        let state = self.state().await;
        let seq = state.game.seq();
        let (from, to) = (from.unwrap_or(0), to.unwrap_or(seq));
        if from > to || to > seq {
            return Err(Refusal::new(
                Code::BadRange,
                format!("from {from} to {to} is no range of the {seq} answers so far"),
            ));
        }
        let (eyes, over) = (state.eyes(hashes), state.is_finished());
        Ok(state.log[from..to].iter().map(|logged| logged.told(eyes, over).to_owned()).collect())
    }

    /// The tile file of the players' own.
    ///
    /// # Errors
    /// The table plays with printed tiles alone.
    pub async fn own_tiles(&self) -> Result<OwnTiles, Refusal> {
        let own = self.state().await.game.setup().own_tiles.clone();
        own.ok_or_else(|| Refusal::new(Code::NotFound, "this table has no tiles of its own; its sets are at /api/art"))
    }
}

enum Mover {
    Chance(games::Answer),
    Bot { seat: u8, level: Level, millis: u64 },
}

impl State {
    fn seats_of(&self, hashes: &[Hash]) -> Vec<u8> {
        let opened = self.keys.iter().filter(|key| hashes.contains(&key.hash));
        let mut seats: Vec<u8> = opened
            .filter_map(|key| match key.right {
                Right::Seat(seat) => Some(seat),
                Right::Host => None,
            })
            .collect();
        seats.sort_unstable();
        seats.dedup();
        seats
    }

    /// Whether nothing is still to be won, and so nothing hidden: an imported game may have been broken off before its end.
    fn is_finished(&self) -> bool {
        self.phase == Phase::Finished
    }

    /// The draw order, of a game that is played here.
    fn deal(&self) -> Option<&Deal> {
        match &self.draws {
            Draws::Dealt(deal) => Some(deal),
            Draws::Recorded(_) => None,
        }
    }

    /// What somebody with these secrets may see.
    fn eyes(&self, hashes: &[Hash]) -> Eyes {
        if self.is_finished() { Eyes::ALL } else { eyes_of(&self.seats_of(hashes)) }
    }

    /// The seat on which the host sits: the first of the seats that the table's maker took.
    fn host_seat(&self) -> Option<u8> {
        let hosts: Vec<Hash> = self.keys.iter().filter(|key| key.right == Right::Host).map(|key| key.hash).collect();
        self.seats_of(&hosts).first().copied()
    }

    fn must_be_driven(&self) -> bool {
        self.phase == Phase::Playing
            && match self.game.actor() {
                Actor::Chance => true,
                Actor::Seat(seat) => matches!(self.seats[usize::from(seat)], Sitter::Bot { .. }),
                Actor::Nobody => false,
            }
    }

    fn next_mover(&self) -> Option<Mover> {
        if !self.must_be_driven() {
            return None;
        }
        match self.game.actor() {
            Actor::Chance => self.deal()?.answer(&self.game).map(Mover::Chance),
            Actor::Seat(seat) => match self.seats[usize::from(seat)] {
                Sitter::Bot { level, millis } => Some(Mover::Bot { seat, level, millis }),
                Sitter::Human { .. } | Sitter::Open => None,
            },
            Actor::Nobody => None,
        }
    }

    /// A number from which a computer player may take its whims: it differs from position to position, and being a
    /// hash it says nothing about the draw order.
    fn seed_of_thought(&self) -> u64 {
        let seed = self.deal().map_or_else(String::new, |deal| deal.seed().to_string());
        let hash = secrets::hash(&format!("thought {seed} {}", self.game.seq()));
        hash[..8].iter().fold(0, |number, &byte| number << 8 | u64::from(byte))
    }
}

fn standing(game: &Game) -> Standing {
    Standing {
        phase: if game.is_over() { Phase::Finished } else { Phase::Playing },
        turn: match game.actor() {
            Actor::Seat(seat) => Some(seat),
            Actor::Chance | Actor::Nobody => None,
        },
    }
}

/// The keys of a table's maker, and the secrets that he is given, by seat.
fn keys_of_maker(seats: &[Sitter], browser: Hash) -> (Vec<Key>, Vec<(Option<u8>, String)>) {
    let humans = (0u8..).zip(seats).filter(|(_, sitter)| matches!(sitter, Sitter::Human { .. }));
    let mut tokens: Vec<(Option<u8>, String)> = humans.map(|(seat, _)| (Some(seat), secrets::secret())).collect();
    if tokens.is_empty() {
        tokens.push((None, secrets::secret()));
    }
    let mut keys =
        vec![Key { hash: secrets::hash(&tokens[0].1), right: Right::Host }, Key { hash: browser, right: Right::Host }];
    for (seat, token) in &tokens {
        if let Some(seat) = *seat {
            keys.push(Key { hash: secrets::hash(token), right: Right::Seat(seat) });
            keys.push(Key { hash: browser, right: Right::Seat(seat) });
        }
    }
    (keys, tokens)
}

/// The refusal that says that there is no such table.
pub fn no_table(name: &str) -> Refusal {
    let name: String = name.chars().take(40).collect();
    Refusal::new(Code::NoTable, format!("there is no table \"{name}\"; check the link"))
}

fn not_written(why: StorageError) -> Refusal {
    tracing::error!("nothing could be written: {why}");
    Refusal::new(Code::Storage, format!("nothing was changed, because it could not be written down ({why}); try again"))
}

fn not_read(why: StorageError) -> Refusal {
    tracing::error!("nothing could be read: {why}");
    Refusal::new(Code::Storage, format!("it could not be read from the storage ({why}); try again"))
}

#[cfg(test)]
mod tests {
    use super::*;

    async fn table(folder: &std::path::Path) -> (Arc<Works>, Arc<Table>) {
        let storage = Storage::open(folder).unwrap().0;
        let works = Arc::new(Works {
            storage,
            thinkers: Thinkers::new(1),
            step: Duration::ZERO,
            deals: None,
            stop: CancellationToken::new(),
        });
        let text = r#"{"setup": {"game": "carcassonne", "seats": 2},
            "seats": [{"type": "human", "name": "A"}, {"type": "human", "name": "B"}]}"#;
        let asked = messages::parse(text.as_bytes(), "a table").unwrap();
        let (table, tokens) = Table::create(works.clone(), asked, [0; 32]).await.unwrap();
        assert_eq!(tokens.len(), 2);
        (works, table)
    }

    #[test]
    fn a_number_deals_the_same_tiles_to_the_same_seats_only() {
        let seats = |name: &str| [Sitter::Human { name: name.to_owned() }];
        let seven = seed(Some(7), "a", &seats("Anna"));
        assert_eq!(seed(Some(7), "a", &seats("Anna")), seven);
        let others = [(Some(8), "a", "Anna"), (Some(7), "b", "Anna"), (Some(7), "a", "Olha"), (None, "a", "Anna")];
        assert!(others.iter().all(|(deals, setup, name)| seed(*deals, setup, &seats(name)) != seven));
        assert_ne!(seed(None, "a", &seats("Anna")), seed(None, "a", &seats("Anna")));
    }

    /// The view in which a person must answer.
    async fn turn(table: &Table) -> games::View {
        loop {
            let view = table.view(None, &[]).await.unwrap();
            if view.decision.seat.is_some() {
                return view;
            }
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    }

    async fn answer_first(table: &Arc<Table>, view: &games::View) -> Result<(), Refusal> {
        let word = &view.decision.answers[0].word;
        table.answer(&[0, 1], view.decision.seat.unwrap(), view.seq, word).await
    }

    #[tokio::test]
    async fn a_disk_that_fails_refuses_the_answer_and_the_game_goes_on_later() {
        let folder = tempfile::tempdir().unwrap();
        let (works, table) = table(folder.path()).await;
        let view = turn(&table).await;
        let mut news = table.welcome(&[], None).await.news;

        works.storage.refuse_writes(true).await;
        for _ in 0..3 {
            let refusal = answer_first(&table, &view).await.unwrap_err();
            assert_eq!(refusal.code, Code::Storage, "{}", refusal.message);
        }
        assert_eq!(table.view(None, &[]).await.unwrap(), view, "the answer was not given");
        assert!(news.try_recv().is_err(), "and nobody was told of it");

        works.storage.refuse_writes(false).await;
        answer_first(&table, &view).await.unwrap();
        assert_eq!(news.recv().await.unwrap().seq, Some(view.seq + 1));
    }

    #[tokio::test]
    async fn an_answer_that_reached_the_disk_all_the_same_is_taken_over() {
        let folder = tempfile::tempdir().unwrap();
        let (works, table) = table(folder.path()).await;
        let view = turn(&table).await;
        // As if the disk had failed after the commit, so that the table does not know of its answer.
        let (seat, word) = (view.decision.seat, view.decision.answers[0].word.clone());
        let stored = StoredAnswer { seq: view.seq, seat, word };
        let standing = Standing { phase: Phase::Playing, turn: seat };
        works.storage.append(table.name.clone(), stored, standing).await.unwrap();

        let refusal = answer_first(&table, &view).await.unwrap_err();
        assert_eq!(refusal.code, Code::Storage, "the place of the answer is taken");
        let refusal = answer_first(&table, &view).await.unwrap_err();
        assert_eq!(refusal.code, Code::Stale, "the stored answer has been given by now");
        let view = turn(&table).await;
        answer_first(&table, &view).await.unwrap();
    }

    #[tokio::test]
    async fn chance_tries_again_when_the_disk_failed() {
        let folder = tempfile::tempdir().unwrap();
        let (works, table) = table(folder.path()).await;
        turn(&table).await;
        // The same table before its first answer, under another name.
        let (mut sheet, _) = works.storage.load(table.name.clone()).await.unwrap().unwrap();
        sheet.name = "aaaaaaaaaaaa".to_owned();
        works.storage.create(sheet, Vec::new()).await.unwrap();
        works.storage.refuse_writes(true).await;
        let fresh = Table::load(works.clone(), "aaaaaaaaaaaa").await.unwrap();
        tokio::time::sleep(Duration::from_millis(100)).await;
        assert_eq!(fresh.view(None, &[]).await.unwrap().seq, 0, "chance's answer was not given");
        works.storage.refuse_writes(false).await;
        assert!(turn(&fresh).await.seq > 0, "chance has answered in the end");
    }

    #[tokio::test]
    async fn a_table_is_replayed_from_its_answers() {
        let folder = tempfile::tempdir().unwrap();
        let (works, table) = table(folder.path()).await;
        for _ in 0..30 {
            let view = turn(&table).await;
            answer_first(&table, &view).await.unwrap();
        }
        let view = turn(&table).await;
        let again = Table::load(works, table.name()).await.unwrap();
        assert_eq!(again.view(None, &[]).await.unwrap(), view);
        assert_eq!(again.describe().await, table.describe().await);
        let text = |events: Vec<Box<RawValue>>| events.iter().map(|e| e.get().to_owned()).collect::<Vec<_>>();
        let (a, b) = (again.events(None, None, &[]).await.unwrap(), table.events(None, None, &[]).await.unwrap());
        assert_eq!(text(a), text(b));
    }
}
