//! The state machine for one table.

mod agreeing;
mod creating;
mod ending;
mod following;
mod hibernation;
mod imported;
mod queries;
mod rematch;
mod seating;
mod timing;
mod transferred;
mod visiting;

use std::collections::{BTreeMap, BTreeSet};

use games::{Actor, Answer, Game, Viewer};
use sha2::{Digest, Sha256};

use crate::access::Access;
use crate::clocks::ClockState;
use crate::command::{Audience, ClientId, Command, Effect, Listener, News, Reply, ThinkRequest, Write, viewer_of};
use crate::keys::newest;
use crate::lag_budget::LagBudget;
use crate::live_state::{LiveState, Offer, Rematch, Watching};
use crate::messages::{self, Message, Shown};
use crate::moment::{Moment, Pace};
use crate::occupant::{Joining, SeatOccupant};
use crate::offer::OfferKind;
use crate::questions::Questions;
use crate::record::{EarlyEnd, Hash, Key, LogEntry, Logged, Phase, SeatChange, Standing, TableRecord};
use crate::refusal::Refusal;
use crate::replaying::{self, Draws, LoadError, ReplayState};
use crate::step::{Step, seat_to_answer};
use crate::terms::Terms;

pub use crate::replaying::{EventsOf, ViewOf};
pub use queries::{Person, RecordOf, Speaker};
pub use transferred::TransferOf;

/// Delay before a failed storage or computer player request is retried, in milliseconds.
const RETRY_MS: u64 = 2000;
/// The first turn in which clocks run; a game can be aborted without a result until it begins.
const FIRST_TIMED_TURN: u16 = 2;

/// One table: its seats, its game, and its clients.
#[derive(Clone)]
pub struct Table {
    name: String,
    public: bool,
    plain: bool,
    terms: Terms,
    phase: Phase,
    /// Current occupants, by seat.
    seats: Vec<SeatOccupant>,
    /// Occupants when the game began.
    initial_seats: Vec<SeatOccupant>,
    /// Occupant changes during the game.
    changes: Vec<SeatChange>,
    keys: Vec<Key>,
    draws: Draws,
    game: Game,
    /// The game before its first answer. All games with this set-up share its rules and, while hibernating, its position.
    beginning: Game,
    /// Compressed state of a hibernating game.
    hibernated: Option<Hibernated>,
    /// Number of log entries so far.
    entries: usize,
    /// How the game ended, if not according to its rules.
    end: Option<EarlyEnd>,
    paused: bool,
    /// Number of undos.
    undone: usize,
    /// Questions already asked, which grant no new time.
    asked: Questions,
    clocks: Option<ClockState>,
    lag_budget: LagBudget,
    offer: Option<Offer>,
    /// Number of log entries at the last declined offer of each kind.
    declined: BTreeMap<OfferKind, usize>,
    /// Moments at which absent players left, by seat.
    away: BTreeMap<u8, Moment>,
    /// The latest moment that was passed in.
    now: Moment,
    /// Clients that have been welcomed.
    clients: BTreeMap<ClientId, Client>,
    /// Latest views, for clients that receive deltas.
    shown: Vec<(Viewer, Shown)>,
    pace: Pace,
    thinking: Option<Thinking>,
    /// The pending storage request.
    awaited: Option<Awaited>,
    /// Set after a storage failure, when the table's state may differ from what is on disk.
    reload_reason: Option<ReloadReason>,
    /// Earliest moment for the next retry.
    retry_at: Option<Moment>,
    access: Access,
    watching: Watching,
    rematch: Rematch,
    /// Presence as reported by the owner node; `None` on the owner node itself.
    followed: Option<LiveState>,
}

/// Compressed state of a hibernating game: its answers and packed position.
#[derive(Clone)]
struct Hibernated {
    answers: Vec<Answer>,
    packed: Box<[u8]>,
}

/// A welcomed client.
#[derive(Clone, Debug)]
struct Client {
    /// Protocol version used by the client.
    v: u32,
    /// Seats that the client plays.
    you: Vec<u8>,
    /// True if the client has a secret that grants a right at this table.
    known: bool,
    /// True if the client is connected to another node.
    is_remote: bool,
}

/// A computer player that is thinking.
#[derive(Clone, Debug)]
struct Thinking {
    seat: u8,
    millis: u64,
    /// Number of log entries before the answer.
    number: usize,
    /// Moment at which the answer is revealed; it is held back until then.
    reveal_at: Moment,
    /// The answer, if it was found before that moment.
    decided: Option<Answer>,
}

/// Why the table must be reloaded before it does anything else, and since when.
#[derive(Clone)]
struct ReloadReason {
    /// Moment of the storage failure.
    since: Moment,
    /// The clocks in the failed write, which may have reached the disk. If the disk has different clocks, another node wrote them.
    wrote: Option<ClockState>,
    /// True if this node has become the owner since the failure, in which case other nodes' writes are older.
    taken: bool,
}

/// A pending storage request, and what to do when it completes.
#[derive(Clone)]
enum Awaited {
    /// The table is being created.
    Create,
    Seats {
        seats: Vec<SeatOccupant>,
        phase: Phase,
        keys: Vec<Key>,
    },
    /// New keys that replace old ones, and the browser whose seats are sent in the reply.
    Keys {
        new: Vec<Key>,
        old: Vec<Key>,
        browser: Option<Hash>,
    },
    /// Answers. If a person gave the first one, a client is waiting for the outcome.
    Append {
        steps: Vec<Step>,
        by_person: bool,
        clocks: Option<ClockState>,
    },
    /// An entry other than an answer. If a person caused it, a client is waiting for the outcome.
    Enter {
        entry: LogEntry,
        by_person: bool,
        clocks: Option<ClockState>,
    },
    /// A reload, after which this command is handled.
    Reload {
        then: Option<Command>,
    },
}

impl Table {
    /// Loads a table from its stored state. It resumes at the next [`Command::Wake`]. For `beginning`, see [`create`](Self::create).
    ///
    /// # Errors
    /// The stored data cannot be replayed.
    pub fn load(
        record: TableRecord,
        log: &[LogEntry],
        pace: Pace,
        beginning: Option<Game>,
    ) -> Result<Table, LoadError> {
        let (replay_state, draws) = replaying::replay(&record, log, beginning)?;
        Ok(Table::from_state(record, replay_state, draws, pace))
    }

    fn from_state(record: TableRecord, replay_state: ReplayState, draws: Draws, pace: Pace) -> Table {
        Table {
            name: record.name,
            public: record.public,
            plain: record.plain,
            terms: record.terms,
            lag_budget: LagBudget::full(record.seats.len()),
            phase: if replay_state.end.is_some() { Phase::Finished } else { record.phase },
            seats: replay_state.seats,
            initial_seats: record.seats,
            changes: replay_state.changes,
            keys: newest(record.keys),
            draws,
            game: replay_state.game,
            beginning: replay_state.beginning,
            hibernated: None,
            entries: replay_state.entries,
            end: replay_state.end,
            paused: replay_state.paused,
            undone: replay_state.undone,
            asked: replay_state.asked,
            clocks: record.clocks,
            offer: None,
            declined: BTreeMap::new(),
            away: BTreeMap::new(),
            now: Moment::default(),
            clients: BTreeMap::new(),
            shown: Vec::new(),
            pace,
            thinking: None,
            awaited: None,
            reload_reason: None,
            retry_at: None,
            access: record.access,
            watching: Watching::default(),
            rematch: Rematch::of(record.next),
            followed: None,
        }
    }

    /// Returns the game before its first answer, so that other tables with this set-up can share it.
    pub fn beginning(&self) -> Game {
        self.beginning.clone()
    }

    /// Reports whether the outcome of a write or reload is pending. Until it arrives, commands that would change the table are rejected
    /// with [`Refusal::Waiting`].
    pub fn waits_for_storage(&self) -> bool {
        self.awaited.is_some()
    }

    /// Returns when the table needs [`Command::Wake`] if no other command arrives first. Waking it at other times is harmless.
    pub fn wake_at(&self) -> Option<Moment> {
        if self.is_follower() {
            return None;
        }
        self.next_action_at().into_iter().chain(self.expires_at()).chain(self.watching_due()).min()
    }

    /// Returns when the table next acts on its own, apart from expiring a clock.
    fn next_action_at(&self) -> Option<Moment> {
        let shown = self.thinking.as_ref().filter(|thinking| thinking.decided.is_some());
        self.retry_at.or(shown.map(|thinking| thinking.reveal_at))
    }

    /// Reports whether the table has work to do without receiving a command, in which case its driver must keep it in memory. A running
    /// clock does not count as work, as long as the driver wakes the table when [it expires](Self::expires_at).
    pub fn is_busy(&self) -> bool {
        self.awaited.is_some() || (!self.is_follower() && (self.thinking.is_some() || self.next_action_at().is_some()))
    }

    /// Handles a command.
    pub fn handle(&mut self, at: Moment, command: Command) -> Vec<Effect> {
        let mut out = Vec::new();
        self.advance_to(at);
        self.run(at, command, &mut out);
        self.progress(at, &mut out);
        out
    }

    /// Handles the outcome of an [`Effect::Write`], or of the write that created the table. A failed write may have reached the disk, so
    /// the table must be reloaded before it changes.
    pub fn written(&mut self, at: Moment, outcome: Result<(), String>) -> Vec<Effect> {
        let mut out = Vec::new();
        self.advance_to(at);
        let awaited = match self.awaited.take() {
            // The outcome of a write does not complete a reload.
            reload @ (Some(Awaited::Reload { .. }) | None) => {
                self.awaited = reload;
                return out;
            }
            Some(awaited) => awaited,
        };
        match outcome {
            Ok(()) => self.apply_completed(awaited, &mut out),
            Err(why) => {
                let wrote = match &awaited {
                    Awaited::Append { clocks, .. } | Awaited::Enter { clocks, .. } => clocks.clone(),
                    _ => None,
                };
                self.reload_reason = Some(ReloadReason { since: at, wrote, taken: false });
                self.thinking = None;
                self.back_off(at);
                let refusal = Refusal::NotWritten(why);
                let nobody_waits = matches!(
                    awaited,
                    Awaited::Append { by_person: false, .. } | Awaited::Enter { by_person: false, .. }
                );
                out.push(if nobody_waits { Effect::Report(refusal) } else { Effect::Reply(Err(refusal)) });
            }
        }
        self.progress(at, &mut out);
        out
    }

    /// Handles the result of an [`Effect::Reload`]: either the table and its log, starting at the requested index, or the error.
    pub fn reloaded(&mut self, at: Moment, found: Result<(TableRecord, Vec<LogEntry>), String>) -> Vec<Effect> {
        let mut out = Vec::new();
        self.advance_to(at);
        let then = match self.awaited.take() {
            Some(Awaited::Reload { then }) => then,
            other => {
                self.awaited = other;
                return out;
            }
        };
        let settled = match found {
            Ok((record, log)) => self.merge_stored(record, log, &mut out),
            Err(why) => Err(Refusal::NotRead(why)),
        };
        match (settled, then) {
            (Ok(()), Some(command)) => self.run(at, command, &mut out),
            (Ok(()), None) => {}
            (Err(refusal), then) => {
                self.reload_reason.get_or_insert(ReloadReason { since: at, wrote: None, taken: false });
                // The dropped command may be the computer player's answer, so the player must be asked again.
                self.thinking = None;
                self.back_off(at);
                let waits = then.is_some_and(|command| !matches!(command, Command::Decided { .. } | Command::Wake));
                out.push(if waits { Effect::Reply(Err(refusal)) } else { Effect::Report(refusal) });
            }
        }
        self.progress(at, &mut out);
        out
    }

    fn run(&mut self, at: Moment, command: Command, out: &mut Vec<Effect>) {
        match command {
            // These commands don't change any stored state.
            Command::Hello { client, v, hashes, since } => self.hello(client, (v, &hashes), since, out),
            Command::RemoteConnected { client, hashes } => self.add_remote_client(client, &hashes, out),
            Command::Resume { client, since } => {
                let welcome = self.admits_client(client).and_then(|()| self.welcome(client, since));
                out.push(Effect::Reply(welcome.map(Reply::Welcome)));
            }
            Command::Leave { client } => {
                self.seat_client(client, None, out);
                out.push(Effect::Reply(Ok(Reply::Done)));
            }
            Command::Rematch { hashes, agree } => {
                if let Err(refusal) = self.agree_rematch(&hashes, agree, out) {
                    out.push(Effect::Reply(Err(refusal)));
                }
            }
            Command::RematchCreated { table } => self.set_rematch_table(table, out),
            Command::Wake if self.awaited.is_some() => {}
            _ if self.awaited.is_some() => out.push(Effect::Reply(Err(Refusal::Waiting))),
            Command::Wake if self.reload_reason.is_none() => self.wake(at, out),
            Command::Wake if self.retry_at.is_some_and(|until| at < until) => {}
            Command::Answer { client, seat, .. } if !self.is_held_by(client, seat) => {
                out.push(Effect::Reply(Err(Refusal::NotHeld(seat))));
            }
            command if self.reload_reason.is_some() => {
                let then = Some(command).filter(|command| !matches!(command, Command::Wake));
                self.awaited = Some(Awaited::Reload { then });
                out.push(Effect::Reload { from: self.entries });
            }
            Command::Decided { number, answer } => self.handle_decision(at, number, answer, out),
            command => {
                if let Err(refusal) = self.change(command, out) {
                    out.push(Effect::Reply(Err(refusal)));
                }
            }
        }
    }

    /// Handles player commands that change the table.
    fn change(&mut self, command: Command, out: &mut Vec<Effect>) -> Result<(), Refusal> {
        match command {
            Command::Join { seat, name, account, rating, colour, token, browser } => {
                self.join(seat, Joining { name, account, rating, colour }, (token, browser), out)
            }
            Command::ChooseColour { seat, colour, hashes } => self.choose_colour(seat, colour, &hashes, out),
            Command::Start { hashes } => self.start(&hashes, out),
            Command::Claim { token, browser } => self.claim(token, browser, out),
            Command::AddSeatKey { seat, hashes, token } => self.add_seat_key(seat, &hashes, token, out),
            Command::Answer { client, seat, seq, words, lag } => {
                let steps = self.play_answers(client, seat, seq, &words)?;
                let lag = self.spend_lag(seat, lag);
                if self.is_late(seat, lag) {
                    out.push(Effect::Reply(Err(Refusal::TimeUp(seat))));
                    self.expire_clock(seat, out);
                    return Ok(());
                }
                self.accept(steps, lag, true, out)
            }
            Command::GiveUp { seat } => self.give_up(seat, out),
            Command::Act { client, act } => self.act(client, act, out),
            Command::Hello { .. }
            | Command::RemoteConnected { .. }
            | Command::Resume { .. }
            | Command::Leave { .. }
            | Command::Rematch { .. }
            | Command::RematchCreated { .. }
            | Command::Decided { .. }
            | Command::Wake => Ok(()),
        }
    }

    /// Plays a seat's consecutive answers from the newest position, without drawing; if an answer can be given only after a draw, it is
    /// rejected.
    pub(super) fn play_answers(
        &self,
        client: ClientId,
        seat: u8,
        seq: usize,
        words: &[String],
    ) -> Result<Vec<Step>, Refusal> {
        if !self.is_held_by(client, seat) {
            return Err(Refusal::NotHeld(seat));
        }
        match self.phase {
            Phase::Gathering => return Err(Refusal::NotStarted),
            Phase::Finished => return Err(Refusal::Over),
            Phase::Playing if self.paused => return Err(Refusal::Paused),
            Phase::Playing => {}
        }
        self.check_is_playing(seat)?;
        let newest = self.game.seq();
        if seq != newest {
            return Err(Refusal::Stale { given: seq, newest });
        }
        if words.is_empty() {
            return Err(Refusal::NoWord);
        }
        let mut steps: Vec<Step> = Vec::with_capacity(words.len());
        for word in words {
            let game = steps.last().map_or(&self.game, |last| &last.game);
            match game.actor() {
                Actor::Seat(turn) if turn == seat => {}
                Actor::Seat(turn) => return Err(Refusal::NotYourTurn { turn, seat }),
                Actor::Chance | Actor::Nobody => return Err(Refusal::Drawing),
            }
            let next = Step::of(game, self.entries + steps.len(), game.answer(word)?)?;
            steps.push(next);
        }
        Ok(steps)
    }

    /// Writes answers together with the chance draws that follow.
    fn accept(
        &mut self,
        mut steps: Vec<Step>,
        lag: u64,
        by_person: bool,
        out: &mut Vec<Effect>,
    ) -> Result<(), Refusal> {
        while let Some(draw) = steps.last().and_then(|last| self.draw(&last.game)) {
            let drawn = Step::of(&steps[steps.len() - 1].game, self.entries + steps.len(), draw)?;
            steps.push(drawn);
        }
        let last = &steps[steps.len() - 1].game;
        let (standing, result) = (standing(last), self.result_of(last, None).map(Box::new));
        let clocks = self.clocks_after(&steps, lag);
        let entries = steps.iter().map(|step| LogEntry::from(step.stored.clone())).collect();
        let rated = self.rated_position(last, standing);
        out.push(Effect::Write(Write::Append { entries, standing, clocks: clocks.clone(), rated, result }));
        self.awaited = Some(Awaited::Append { steps, by_person, clocks });
        Ok(())
    }

    /// Writes an answer for which no client is waiting.
    fn accept_one(&mut self, answer: Answer, out: &mut Vec<Effect>) -> Result<(), Refusal> {
        let step = Step::of(&self.game, self.entries, answer)?;
        self.accept(vec![step], 0, false, out)
    }

    /// Returns chance's answer if it is chance's turn.
    fn draw(&self, game: &Game) -> Option<Answer> {
        if game.actor() == Actor::Chance { self.deal()?.answer(game) } else { None }
    }

    /// Applies a change that is on disk, and notifies clients.
    fn apply_completed(&mut self, awaited: Awaited, out: &mut Vec<Effect>) {
        match awaited {
            Awaited::Create => out.push(Effect::Reply(Ok(Reply::Done))),
            Awaited::Seats { seats, phase, keys } => {
                out.push(Effect::Reply(Ok(Reply::Done)));
                self.apply_seats(seats, phase, keys, out);
            }
            Awaited::Keys { new, old, browser } => {
                self.replace_keys(new, &old);
                let reply = browser.map_or(Reply::Done, |browser| Reply::Seats(self.seats_of(&[browser])));
                out.push(Effect::Reply(Ok(reply)));
            }
            Awaited::Append { steps, by_person, clocks } => {
                if by_person {
                    out.push(Effect::Reply(Ok(Reply::Done)));
                }
                self.set_clocks(clocks);
                self.apply_steps(steps, out);
            }
            Awaited::Enter { entry, by_person, clocks } => {
                if by_person {
                    out.push(Effect::Reply(Ok(Reply::Done)));
                }
                self.set_clocks(clocks);
                if let Err(why) = self.apply_entry(&entry, out) {
                    out.push(Effect::Report(Refusal::Damaged(why.to_string())));
                }
            }
            Awaited::Reload { .. } => {}
        }
    }

    /// Applies new occupants that are on disk, and notifies clients.
    fn apply_seats(&mut self, seats: Vec<SeatOccupant>, phase: Phase, keys: Vec<Key>, out: &mut Vec<Effect>) {
        self.initial_seats = seats.clone();
        self.seats = seats;
        self.phase = phase;
        self.keys.extend(keys);
        if !self.access.spectators && phase == Phase::Playing {
            // People without a seat may no longer be allowed to watch, so everyone is welcomed again or rejected.
            push_news(out, News { seq: None, audience: Audience::Each(Vec::new()) });
        }
        self.notify_table_changed(out);
    }

    /// Applies answers that are on disk, and sends the resulting positions as one item of news. Each message is built once for all clients
    /// with the same view permissions and protocol version.
    fn apply_steps(&mut self, mut steps: Vec<Step>, out: &mut Vec<Effect>) {
        let Some(last) = steps.last() else { return };
        let listener = |client: &Client| Listener { v: client.v, viewer: self.viewer_of(&client.you) };
        let listeners: BTreeSet<Listener> =
            self.clients.values().filter(|client| !client.is_remote).map(listener).collect();
        let (mut told, mut shown) = (Vec::with_capacity(listeners.len()), Vec::new());
        let clocks = self.clocks_now();
        let clocks = clocks.as_ref();
        for listener in listeners {
            let viewer = listener.viewer;
            let texts = if listener.v == messages::WHOLE_VIEWS {
                steps.iter().map(|step| messages::update(step, viewer, self.plain, clocks)).collect()
            } else {
                let old = self.shown_to(viewer);
                let new = old.later(&last.game, viewer, self.plain);
                let text = messages::changes(&steps, viewer, (&old, &new), clocks);
                shown.push((viewer, new));
                vec![text]
            };
            told.push((listener, texts));
        }
        self.shown = shown;
        self.entries += steps.len();
        self.thinking = None;
        let (before, asked) = (self.game.turn(), self.offer.take().is_some());
        if let Some(last) = steps.pop() {
            self.game = last.game;
        }
        push_news(out, News { seq: Some(self.game.seq()), audience: Audience::Each(told) });
        if self.game.is_over() {
            self.phase = Phase::Finished;
        }
        // This message notifies clients that a pending offer is gone or that the game can no longer be aborted.
        if self.game.is_over() || asked || (before < FIRST_TIMED_TURN && self.game.turn() >= FIRST_TIMED_TURN) {
            self.notify_table_changed(out);
        }
    }

    /// Returns what a client with these seats may see now. If no hands are hidden, everyone sees the same view.
    fn viewer_of(&self, you: &[u8]) -> Viewer {
        if self.game.has_secrets() && !self.is_finished() { viewer_of(you) } else { Viewer::ALL }
    }

    /// Returns a viewer's newest view, building it if it has not yet been built for a client.
    fn shown_to(&self, viewer: Viewer) -> std::borrow::Cow<'_, Shown> {
        let seq = self.game.seq();
        let known = self.shown.iter().find(|(of, shown)| *of == viewer && shown.view.seq == seq);
        match known {
            Some((_, shown)) => std::borrow::Cow::Borrowed(shown),
            None => std::borrow::Cow::Owned(Shown::of(&self.game, viewer, self.plain)),
        }
    }

    /// Merges stored changes that this table does not know about, such as a write that was reported as failed.
    fn merge_stored(&mut self, record: TableRecord, log: Vec<LogEntry>, out: &mut Vec<Effect>) -> Result<(), Refusal> {
        let changed = (&record.seats, record.phase) != (&self.initial_seats, self.phase);
        self.keys = newest(record.keys);
        // While the game is being played, the log determines the occupants.
        if changed && self.phase == Phase::Gathering {
            self.initial_seats = record.seats.clone();
            self.seats = record.seats;
            self.phase = record.phase;
            self.notify_table_changed(out);
        }
        let new = !log.is_empty();
        if new {
            self.clocks = record.clocks;
        }
        self.settle_clocks(new);
        self.apply_log(&log, out)?;
        self.reload_reason = None;
        self.retry_at = None;
        Ok(())
    }

    /// Returns the state that results from the log.
    fn replay_state(&self) -> ReplayState {
        let (game, beginning, seats) = (self.game.clone(), self.beginning.clone(), self.seats.clone());
        let (entries, end, paused, undone) = (self.entries, self.end, self.paused, self.undone);
        let (changes, asked) = (self.changes.clone(), self.asked.clone());
        ReplayState { game, beginning, entries, seats, end, paused, changes, undone, asked }
    }

    /// Applies a log entry other than an answer.
    fn apply_entry(&mut self, entry: &LogEntry, out: &mut Vec<Effect>) -> Result<(), LoadError> {
        let mut replay_state = self.replay_state();
        replay_state.apply(entry)?;
        (self.game, self.entries, self.seats, self.end) =
            (replay_state.game, replay_state.entries, replay_state.seats, replay_state.end);
        (self.changes, self.undone, self.asked) = (replay_state.changes, replay_state.undone, replay_state.asked);
        self.paused = replay_state.paused;
        self.thinking = None;
        self.offer = None;
        if let Logged::Resumed { .. } = entry.what {
            // Time during a pause does not count as absence.
            self.away.values_mut().for_each(|since| *since = self.now);
        }
        let over = self.end.is_some() || self.game.is_over();
        self.phase = if over { Phase::Finished } else { Phase::Playing };
        if let Logged::Undo { to } = entry.what {
            // A delta cannot express an undo, so everyone is welcomed again.
            self.shown = Vec::new();
            push_news(out, News { seq: Some(to), audience: Audience::Each(Vec::new()) });
        }
        self.notify_table_changed(out);
        Ok(())
    }

    fn notify_table_changed(&self, out: &mut Vec<Effect>) {
        let (table, clocks) = (self.describe(), self.clocks_now());
        let message = Message::Table { table: &table, clocks: clocks.as_ref() };
        push_news(out, News::for_everyone(messages::text(&message)));
    }

    /// Performs whatever is due: sends the number of spectators, ends a retry delay, or accepts a computer player's held-back answer.
    fn wake(&mut self, at: Moment, out: &mut Vec<Effect>) {
        self.send_due_watching(out);
        if self.retry_at.is_some_and(|until| at >= until) {
            self.retry_at = None;
        }
        let ready = self.thinking.as_ref().filter(|thinking| at >= thinking.reveal_at);
        if let Some((number, answer)) = ready.and_then(|thinking| Some((thinking.number, thinking.decided?))) {
            self.handle_decision(at, number, Some(answer), out);
        }
    }

    fn back_off(&mut self, at: Moment) {
        self.retry_at = Some(at.after(RETRY_MS));
    }

    /// Handles a computer player's answer. It may be held back for a moment so that people can follow the game.
    fn handle_decision(&mut self, at: Moment, number: usize, answer: Option<Answer>, out: &mut Vec<Effect>) {
        let Some(thinking) = self.thinking.as_mut().filter(|thinking| thinking.number == number) else {
            // Another answer came first, or the storage failed and the computer player will be asked again.
            return;
        };
        if at < thinking.reveal_at && answer.is_some() {
            thinking.decided = answer;
            return;
        }
        let accepted = match answer {
            Some(answer) => self.accept_one(answer, out),
            None => Err(Refusal::Damaged(format!("the computer player on seat {} has no answer", thinking.seat))),
        };
        if let Err(refusal) = accepted {
            self.thinking = None;
            self.back_off(at);
            out.push(Effect::Report(refusal));
        }
    }

    /// Takes the next automatic step, if any: expires a clock, draws for chance, or asks a computer player.
    fn progress(&mut self, at: Moment, out: &mut Vec<Effect>) {
        let rests = self.retry_at.is_some_and(|until| at < until);
        let kept = self.followed.is_none() && !self.paused;
        if !kept || self.awaited.is_some() || self.reload_reason.is_some() || rests || self.phase != Phase::Playing {
            return;
        }
        if let Some(seat) = self.expired_seat() {
            self.expire_clock(seat, out);
        } else if let Some(draw) = self.draw(&self.game) {
            if let Err(refusal) = self.accept_one(draw, out) {
                self.back_off(at);
                out.push(Effect::Report(refusal));
            }
        } else if self.thinking.is_none() {
            self.think(at, out);
        }
    }

    fn think(&mut self, at: Moment, out: &mut Vec<Effect>) {
        let Some(seat) = seat_to_answer(&self.game) else { return };
        let SeatOccupant::Bot { level, millis } = self.seats[usize::from(seat)] else { return };
        let number = self.entries;
        self.thinking = Some(Thinking { seat, millis, number, reveal_at: at.after(self.pace.step), decided: None });
        push_news(out, News::for_everyone(messages::thinking(seat, millis)));
        let (game, seed) = (self.game.clone(), self.think_seed());
        out.push(Effect::Think(Box::new(ThinkRequest { number, game, seat, level, millis, seed })));
    }

    /// Returns the seed for a computer player's search. It differs between positions and, being a hash, reveals nothing about the draw
    /// order.
    fn think_seed(&self) -> u64 {
        let seed = self.deal().map_or_else(String::new, |deal| deal.seed().to_string());
        let hash = Sha256::digest(format!("thought {seed} {}", self.game.seq()).as_bytes());
        hash[..8].iter().fold(0, |number, &byte| number << 8 | u64::from(byte))
    }
}

/// Appends news; all news from one command is sent as a unit.
fn push_news(out: &mut Vec<Effect>, news: News) {
    match out.last_mut() {
        Some(Effect::Tell(told)) => told.push(news),
        _ => out.push(Effect::Tell(vec![news])),
    }
}

fn standing(game: &Game) -> Standing {
    let phase = if game.is_over() { Phase::Finished } else { Phase::Playing };
    Standing { phase, turn: seat_to_answer(game) }
}
