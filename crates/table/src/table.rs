//! The state machine of one table.

mod queries;

use std::collections::{BTreeMap, BTreeSet};

use games::deal::Deal;
use games::record::{Outcome, Record};
use games::{Actor, Answer, Game, OwnTiles, Viewer};
use sha2::{Digest, Sha256};

use crate::command::{
    Audience, ClientId, Command, Effect, Listener, Making, Moment, News, Reply, Thought, Write, viewer_of,
};
use crate::messages::{self, Message, Shown};
use crate::new_table::{NewTable, tokens_wanted};
use crate::occupant::{SeatOccupant, name_of_player, occupants};
use crate::record::{
    Claims, EarlyEnd, Hash, Key, LogEntry, Logged, Phase, Right, Source, Standing, StoredAnswer, TableRecord,
};
use crate::refusal::Refusal;
use crate::replaying::{self, Course, Draws, LoadError};
use crate::step::{Step, seat_to_answer};

pub use crate::replaying::{EventsOf, ViewOf};
pub use queries::RecordOf;

/// How long to wait before something is tried again that the storage or a computer player failed at, in milliseconds.
const RETRY: u64 = 2000;

/// One table: its seats, its game, and everybody who looks at it.
#[derive(Clone)]
pub struct Table {
    name: String,
    public: bool,
    plain: bool,
    phase: Phase,
    seats: Vec<SeatOccupant>,
    keys: Vec<Key>,
    draws: Draws,
    game: Game,
    /// The game before its first answer; its rules, and while it sleeps its position, are those of all games of the set-up.
    beginning: Game,
    /// The answers of a game that sleeps.
    asleep: Option<Vec<Answer>>,
    /// Entries of the log so far.
    entries: usize,
    /// How the game ended, where its rules did not end it.
    end: Option<EarlyEnd>,
    /// Who has been welcomed.
    clients: BTreeMap<ClientId, Client>,
    /// The newest views of those who are told what changed of them.
    shown: Vec<(Viewer, Shown)>,
    /// The least time between the steps of computer players, in milliseconds, so that people can follow.
    step: u64,
    thinking: Option<Thinking>,
    /// What the storage is asked to do.
    awaited: Option<Awaited>,
    /// The storage failed, so that what was to be written may or may not be on the disk.
    doubtful: bool,
    /// Nothing is tried again before.
    rests_until: Option<Moment>,
}

/// Somebody who has been welcomed.
#[derive(Clone, Debug)]
struct Client {
    /// The version of the protocol that it speaks.
    v: u32,
    /// The seats that it answers for.
    you: Vec<u8>,
}

/// A computer player that thinks.
#[derive(Clone, Debug)]
struct Thinking {
    seat: u8,
    millis: u64,
    /// The position that it thinks about.
    seq: usize,
    /// Its answer is not given before.
    shown_until: Moment,
    /// The answer, where it was found too soon.
    decided: Option<Answer>,
}

/// What the storage has been asked to do, and what follows when it is done.
#[derive(Clone)]
enum Awaited {
    /// The table itself is being written down.
    Create,
    Seats {
        seats: Vec<SeatOccupant>,
        phase: Phase,
        keys: Vec<Key>,
    },
    /// New keys, and the browser that shall hear what it holds.
    Keys {
        keys: Vec<Key>,
        browser: Option<Hash>,
    },
    /// Answers; somebody waits for the outcome where a person gave the first.
    Append {
        steps: Vec<Step>,
        by_person: bool,
    },
    /// What is stored is being read, and then this is done.
    Reload {
        then: Option<Command>,
    },
}

impl Table {
    /// Makes a table. It is to be written down first: the outcome comes by [`written`](Self::written).
    ///
    /// `step` is the least time between the steps of computer players, in milliseconds. `beginning` is what [`beginning`](Self::beginning)
    /// gave for another table of this set-up, if there is one: then nothing is compiled.
    ///
    /// # Errors
    /// The set-up or the seats are wrong.
    pub fn create(
        asked: &NewTable,
        making: Making,
        step: u64,
        beginning: Option<Game>,
    ) -> Result<(Table, Write), Refusal> {
        let seats = asked.occupants()?;
        let game = beginning.map_or_else(|| Game::new(&asked.setup), Ok)?;
        let deal = Deal::of(making.seed, &game);
        let record = TableRecord {
            name: making.name,
            setup: messages::text(&asked.setup.short()),
            own_tiles: asked.setup.own_tiles.as_ref().and_then(OwnTiles::text).map(str::to_owned),
            rules_version: asked.setup.rules_version,
            source: Source::Seed(deal.seed()),
            public: asked.public,
            plain: asked.plain,
            phase: Phase::of(&seats),
            keys: keys_of_maker(&seats, making.browser, &making.tokens),
            seats,
        };
        let course = Course { beginning: game.clone(), game, entries: 0, seats: record.seats.clone(), end: None };
        let table = Table::seated(record.clone(), course, Draws::Dealt(deal), step);
        Ok(table.awaiting_creation(record, Vec::new()))
    }

    /// Makes a table for the game of a record, which was played again. Nobody plays there: it is finished business, even where the
    /// record was broken off. `browser` is the hash of the secret of whoever brought it, which finds the table in its list and opens no
    /// seat. It is to be written down first, as by [`create`](Self::create).
    ///
    /// # Errors
    /// The game cannot be played again, which would be a fault of ours.
    pub fn of_record(name: String, record: &Record, game: Game, browser: Hash) -> Result<(Table, Write), Refusal> {
        let end = match record.outcome {
            _ if game.is_over() => None,
            Outcome::Resigned { seat, .. } => Some(EarlyEnd::Resigned(seat)),
            Outcome::TimeFell { seat, .. } => Some(EarlyEnd::TimeFell(seat)),
            Outcome::Unfinished | Outcome::Over { .. } | Outcome::Stopped { .. } => None,
        };
        let end = end.filter(|end| end.seat() < record.setup.seats);
        let log = replaying::entries(&game, end).map_err(Refusal::Damaged)?;
        let stopped = record.outcome.is_early() && end.is_none() && !game.is_over();
        let claims = Claims { commitment: record.commitment.clone(), seed: record.seed, stopped };
        let record = TableRecord {
            name,
            setup: messages::text(&game.setup().short()),
            own_tiles: game.setup().own_tiles.as_ref().and_then(OwnTiles::text).map(str::to_owned),
            rules_version: game.setup().rules_version,
            source: Source::Record(claims.clone()),
            public: false,
            plain: false,
            phase: Phase::Finished,
            seats: occupants(&record.players, record.setup.seats),
            // The host's right starts a game, and this one is finished: it only brings the table into the list of its browser.
            keys: vec![Key { hash: browser, right: Right::Host }],
        };
        let course = Course { beginning: game.afresh(), game, entries: log.len(), seats: record.seats.clone(), end };
        let table = Table::seated(record.clone(), course, Draws::Recorded(claims), 0);
        Ok(table.awaiting_creation(record, log))
    }

    /// A table as it stands in the storage. It goes on by the next [`Command::Wake`]. `beginning` is as for [`create`](Self::create).
    ///
    /// # Errors
    /// What is stored cannot be played.
    pub fn load(record: TableRecord, log: &[LogEntry], step: u64, beginning: Option<Game>) -> Result<Table, LoadError> {
        let (course, draws) = replaying::replay(&record, log, beginning)?;
        Ok(Table::seated(record, course, draws, step))
    }

    fn seated(record: TableRecord, course: Course, draws: Draws, step: u64) -> Table {
        Table {
            name: record.name,
            public: record.public,
            plain: record.plain,
            phase: if course.end.is_some() { Phase::Finished } else { record.phase },
            seats: course.seats,
            keys: record.keys,
            draws,
            game: course.game,
            beginning: course.beginning,
            asleep: None,
            entries: course.entries,
            end: course.end,
            clients: BTreeMap::new(),
            shown: Vec::new(),
            step,
            thinking: None,
            awaited: None,
            doubtful: false,
            rests_until: None,
        }
    }

    fn awaiting_creation(mut self, record: TableRecord, log: Vec<LogEntry>) -> (Table, Write) {
        self.awaited = Some(Awaited::Create);
        (self, Write::Create { record, log })
    }

    /// The game before its first answer, which other tables of the set-up can share.
    pub fn beginning(&self) -> Game {
        self.beginning.clone()
    }

    /// Keeps of the game no more than its answers, until it [wakes](Self::wake_up). Nothing else may be asked of the table before; one that
    /// is busy does not fall asleep.
    pub fn fall_asleep(&mut self) {
        if self.asleep.is_none() && !self.is_busy() {
            self.asleep = Some(self.game.answers().to_vec());
            self.game = self.beginning.clone();
            self.shown = Vec::new();
        }
    }

    /// Has the game at hand again, by playing its answers.
    pub fn wake_up(&mut self) {
        for answer in self.asleep.take().into_iter().flatten() {
            self.game.apply_quietly(answer).expect("it was played before");
        }
    }

    /// Whether the outcome of a write or of a reload is awaited. Until it comes, commands that would change the table are refused by
    /// [`Refusal::Waiting`].
    pub fn waits_for_storage(&self) -> bool {
        self.awaited.is_some()
    }

    /// When the table wants to hear [`Command::Wake`], if nothing comes before. It may be woken at any other time too.
    pub fn wake_at(&self) -> Option<Moment> {
        let shown = self.thinking.as_ref().filter(|thinking| thinking.decided.is_some());
        self.rests_until.or(shown.map(|thinking| thinking.shown_until))
    }

    /// Whether the table has something to do without anybody's command: its driver must not forget it.
    pub fn is_busy(&self) -> bool {
        self.awaited.is_some() || self.thinking.is_some() || self.wake_at().is_some()
    }

    /// Takes a command.
    pub fn handle(&mut self, at: Moment, command: Command) -> Vec<Effect> {
        let mut out = Vec::new();
        self.run(at, command, &mut out);
        self.go_on(at, &mut out);
        out
    }

    /// Takes the outcome of an [`Effect::Write`], or of the write that made the table: done, or why it failed. A write that failed may
    /// be on the disk all the same, so the table is doubtful until it has been read again.
    pub fn written(&mut self, at: Moment, outcome: Result<(), String>) -> Vec<Effect> {
        let mut out = Vec::new();
        let awaited = match self.awaited.take() {
            // A reload is no write.
            reload @ (Some(Awaited::Reload { .. }) | None) => {
                self.awaited = reload;
                return out;
            }
            Some(awaited) => awaited,
        };
        match outcome {
            Ok(()) => self.carry_out(awaited, &mut out),
            Err(why) => {
                self.doubtful = true;
                self.thinking = None;
                self.rest(at);
                let refusal = Refusal::NotWritten(why);
                let nobody_waits = matches!(awaited, Awaited::Append { by_person: false, .. });
                out.push(if nobody_waits { Effect::Report(refusal) } else { Effect::Reply(Err(refusal)) });
            }
        }
        self.go_on(at, &mut out);
        out
    }

    /// Takes what [`Effect::Reload`] asked for: the table and its log from that number on, or why they cannot be read.
    pub fn reloaded(&mut self, at: Moment, found: Result<(TableRecord, Vec<LogEntry>), String>) -> Vec<Effect> {
        let mut out = Vec::new();
        let then = match self.awaited.take() {
            Some(Awaited::Reload { then }) => then,
            other => {
                self.awaited = other;
                return out;
            }
        };
        let settled = match found {
            Ok((record, log)) => self.take_over(record, log, &mut out),
            Err(why) => Err(Refusal::NotRead(why)),
        };
        match (settled, then) {
            (Ok(()), Some(command)) => self.run(at, command, &mut out),
            (Ok(()), None) => {}
            (Err(refusal), then) => {
                self.rest(at);
                let waits = then.is_some_and(|command| !matches!(command, Command::Decided { .. } | Command::Wake));
                out.push(if waits { Effect::Reply(Err(refusal)) } else { Effect::Report(refusal) });
            }
        }
        self.go_on(at, &mut out);
        out
    }

    fn run(&mut self, at: Moment, command: Command, out: &mut Vec<Effect>) {
        match command {
            // These change nothing that is written down.
            Command::Hello { client, v, hashes, since } => self.hello(client, (v, &hashes), since, out),
            Command::Resume { client, since } => {
                let welcome = self.welcome(client, since);
                out.push(Effect::Reply(welcome.map(Reply::Welcome)));
            }
            Command::Leave { client } => {
                self.seat_client(client, None, out);
                out.push(Effect::Reply(Ok(Reply::Done)));
            }
            Command::Wake if self.awaited.is_some() => {}
            _ if self.awaited.is_some() => out.push(Effect::Reply(Err(Refusal::Waiting))),
            Command::Wake if !self.doubtful => self.wake(at, out),
            Command::Wake if self.rests_until.is_some_and(|until| at < until) => {}
            Command::Answer { client, seat, .. } if !self.answers_for(client, seat) => {
                out.push(Effect::Reply(Err(Refusal::NotHeld(seat))));
            }
            command if self.doubtful => {
                let then = Some(command).filter(|command| !matches!(command, Command::Wake));
                self.awaited = Some(Awaited::Reload { then });
                out.push(Effect::Reload { from: self.entries });
            }
            Command::Decided { seq, answer } => self.decided(at, seq, answer, out),
            command => {
                if let Err(refusal) = self.change(command, out) {
                    out.push(Effect::Reply(Err(refusal)));
                }
            }
        }
    }

    /// The commands of people that change the table.
    fn change(&mut self, command: Command, out: &mut Vec<Effect>) -> Result<(), Refusal> {
        match command {
            Command::Join { seat, name, token, browser } => self.join(seat, &name, token, browser, out),
            Command::Start { hashes } => self.start(&hashes, out),
            Command::Claim { token, browser } => self.claim(token, browser, out),
            Command::PassOn { seat, hashes, token } => self.pass_on(seat, &hashes, token, out),
            Command::Answer { client, seat, seq, words } => {
                self.accept(self.steps_of(client, seat, seq, &words)?, true, out)
            }
            Command::Hello { .. }
            | Command::Resume { .. }
            | Command::Leave { .. }
            | Command::Decided { .. }
            | Command::Wake => Ok(()),
        }
    }

    fn hello(&mut self, client: ClientId, (v, hashes): (u32, &[Hash]), since: Option<usize>, out: &mut Vec<Effect>) {
        self.seat_client(client, Some(Client { v, you: self.seats_of(hashes) }), out);
        let welcome = self.welcome(client, since);
        out.push(Effect::Reply(welcome.map(Reply::Welcome)));
    }

    /// Puts a client on its seats, or takes it from them, and tells everybody where that makes a difference to be seen.
    fn seat_client(&mut self, client: ClientId, seated: Option<Client>, out: &mut Vec<Effect>) {
        let before = self.connected();
        match seated {
            Some(seated) => self.clients.insert(client, seated),
            None => self.clients.remove(&client),
        };
        if self.clients.is_empty() {
            self.shown = Vec::new();
        }
        if self.connected() != before {
            self.tell_table(out);
        }
    }

    /// The seats for which somebody is there.
    fn connected(&self) -> BTreeSet<u8> {
        self.clients.values().flat_map(|client| &client.you).copied().collect()
    }

    fn answers_for(&self, client: ClientId, seat: u8) -> bool {
        self.clients.get(&client).is_some_and(|client| client.you.contains(&seat))
    }

    fn join(&mut self, seat: u8, name: &str, token: Hash, browser: Hash, out: &mut Vec<Effect>) -> Result<(), Refusal> {
        let name = name_of_player(name)?;
        match self.seats.get(usize::from(seat)) {
            Some(SeatOccupant::Open) if self.phase == Phase::Gathering => {}
            Some(_) => return Err(Refusal::SeatTaken(seat)),
            None => return Err(Refusal::NoSuchSeat { seat, last: self.seats.len() - 1 }),
        }
        let mut seats = self.seats.clone();
        seats[usize::from(seat)] = SeatOccupant::Human { name };
        let right = Right::Seat(seat);
        let keys = vec![Key { hash: token, right }, Key { hash: browser, right }];
        let phase = Phase::of(&seats);
        self.reseat(seats, phase, keys, out);
        Ok(())
    }

    fn start(&mut self, hashes: &[Hash], out: &mut Vec<Effect>) -> Result<(), Refusal> {
        if !self.keys.iter().any(|key| key.right == Right::Host && hashes.contains(&key.hash)) {
            return Err(Refusal::NotHost);
        }
        if self.phase != Phase::Gathering {
            return Err(Refusal::AlreadyStarted);
        }
        let mut seats = self.seats.clone();
        for occupant in seats.iter_mut().filter(|occupant| **occupant == SeatOccupant::Open) {
            *occupant = SeatOccupant::STAND_IN;
        }
        self.reseat(seats, Phase::Playing, Vec::new(), out);
        Ok(())
    }

    fn reseat(&mut self, seats: Vec<SeatOccupant>, phase: Phase, keys: Vec<Key>, out: &mut Vec<Effect>) {
        out.push(Effect::Write(Write::Seats { seats: seats.clone(), phase, keys: keys.clone() }));
        self.awaited = Some(Awaited::Seats { seats, phase, keys });
    }

    fn claim(&mut self, token: Hash, browser: Hash, out: &mut Vec<Effect>) -> Result<(), Refusal> {
        let rights = self.keys.iter().filter(|key| key.hash == token).map(|key| key.right);
        let keys: Vec<Key> = rights.map(|right| Key { hash: browser, right }).collect();
        if keys.is_empty() {
            return Err(Refusal::OpensNothing);
        }
        self.add_keys(keys, Some(browser), out);
        Ok(())
    }

    fn pass_on(&mut self, seat: u8, hashes: &[Hash], token: Hash, out: &mut Vec<Effect>) -> Result<(), Refusal> {
        if !self.seats_of(hashes).contains(&seat) {
            return Err(Refusal::NotYours(seat));
        }
        let mut keys = vec![Key { hash: token, right: Right::Seat(seat) }];
        if self.host_seat() == Some(seat) {
            keys.push(Key { hash: token, right: Right::Host });
        }
        self.add_keys(keys, None, out);
        Ok(())
    }

    fn add_keys(&mut self, keys: Vec<Key>, browser: Option<Hash>, out: &mut Vec<Effect>) {
        let keys: Vec<Key> = keys.into_iter().filter(|key| !self.keys.contains(key)).collect();
        out.push(Effect::Write(Write::Keys(keys.clone())));
        self.awaited = Some(Awaited::Keys { keys, browser });
    }

    /// What answers of a seat lead to, one after another, from the newest position on. Chance answers nothing here.
    pub(super) fn steps_of(
        &self,
        client: ClientId,
        seat: u8,
        seq: usize,
        words: &[String],
    ) -> Result<Vec<Step>, Refusal> {
        if !self.answers_for(client, seat) {
            return Err(Refusal::NotHeld(seat));
        }
        match self.phase {
            Phase::Gathering => return Err(Refusal::NotStarted),
            Phase::Finished => return Err(Refusal::Over),
            Phase::Playing => {}
        }
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

    /// Has answers and what chance says to them written down together.
    fn accept(&mut self, mut steps: Vec<Step>, by_person: bool, out: &mut Vec<Effect>) -> Result<(), Refusal> {
        while let Some(draw) = steps.last().and_then(|last| self.draw(&last.game)) {
            let drawn = Step::of(&steps[steps.len() - 1].game, self.entries + steps.len(), draw)?;
            steps.push(drawn);
        }
        let standing = standing(&steps[steps.len() - 1].game);
        let answers: Vec<StoredAnswer> = steps.iter().map(|step| step.stored.clone()).collect();
        out.push(Effect::Write(Write::Append { answers, standing }));
        self.awaited = Some(Awaited::Append { steps, by_person });
        Ok(())
    }

    /// Has an answer written down that nobody waits for.
    fn accept_one(&mut self, answer: Answer, out: &mut Vec<Effect>) -> Result<(), Refusal> {
        let step = Step::of(&self.game, self.entries, answer)?;
        self.accept(vec![step], false, out)
    }

    /// What chance says, where it must answer.
    fn draw(&self, game: &Game) -> Option<Answer> {
        if game.actor() == Actor::Chance { self.deal()?.answer(game) } else { None }
    }

    /// Makes a change that is on the disk, and tells of it.
    fn carry_out(&mut self, awaited: Awaited, out: &mut Vec<Effect>) {
        match awaited {
            Awaited::Create => out.push(Effect::Reply(Ok(Reply::Done))),
            Awaited::Seats { seats, phase, keys } => {
                self.seats = seats;
                self.phase = phase;
                self.keys.extend(keys);
                out.push(Effect::Reply(Ok(Reply::Done)));
                self.tell_table(out);
            }
            Awaited::Keys { keys, browser } => {
                self.keys.extend(keys);
                let reply = browser.map_or(Reply::Done, |browser| Reply::Seats(self.seats_of(&[browser])));
                out.push(Effect::Reply(Ok(reply)));
            }
            Awaited::Append { steps, by_person } => {
                if by_person {
                    out.push(Effect::Reply(Ok(Reply::Done)));
                }
                self.step_to(steps, out);
            }
            Awaited::Reload { .. } => {}
        }
    }

    /// Makes the positions that answers led to, which are on the disk, those of the table, and tells of them as one item. Each message is
    /// made once, for all who see the same and want it told in the same way.
    fn step_to(&mut self, mut steps: Vec<Step>, out: &mut Vec<Effect>) {
        let Some(last) = steps.last() else { return };
        let listener = |client: &Client| Listener { v: client.v, viewer: self.viewer_of(&client.you) };
        let listeners: BTreeSet<Listener> = self.clients.values().map(listener).collect();
        let (mut told, mut shown) = (Vec::with_capacity(listeners.len()), Vec::new());
        for listener in listeners {
            let viewer = listener.viewer;
            let texts = if listener.v == messages::WHOLE_VIEWS {
                steps.iter().map(|step| messages::update(step, viewer, self.plain)).collect()
            } else {
                let old = self.shown_to(viewer);
                let new = old.later(&last.game, viewer, self.plain);
                let text = messages::changes(&steps, viewer, (&old, &new));
                shown.push((viewer, new));
                vec![text]
            };
            told.push((listener, texts));
        }
        self.shown = shown;
        self.entries += steps.len();
        self.thinking = None;
        if let Some(last) = steps.pop() {
            self.game = last.game;
        }
        tell(out, News { seq: Some(self.game.seq()), audience: Audience::Each(told) });
        if self.game.is_over() {
            self.phase = Phase::Finished;
            self.tell_table(out);
        }
    }

    /// What somebody sees now who plays these seats; where no hands are hidden all see the same.
    fn viewer_of(&self, you: &[u8]) -> Viewer {
        if self.game.has_secrets() && !self.is_finished() { viewer_of(you) } else { Viewer::ALL }
    }

    /// The newest view of those who see so much, which is made if nobody has it.
    fn shown_to(&self, viewer: Viewer) -> std::borrow::Cow<'_, Shown> {
        let seq = self.game.seq();
        let known = self.shown.iter().find(|(of, shown)| *of == viewer && shown.view.seq == seq);
        match known {
            Some((_, shown)) => std::borrow::Cow::Borrowed(shown),
            None => std::borrow::Cow::Owned(Shown::of(&self.game, viewer, self.plain)),
        }
    }

    /// After a failure of the storage: takes over what has reached the disk all the same.
    fn take_over(&mut self, record: TableRecord, log: Vec<LogEntry>, out: &mut Vec<Effect>) -> Result<(), Refusal> {
        let changed = (&record.seats, record.phase) != (&self.seats, self.phase);
        self.keys = record.keys;
        self.seats = record.seats;
        if changed && self.phase == Phase::Gathering {
            self.phase = record.phase;
            self.tell_table(out);
        }
        for entry in log {
            if entry.number != self.entries {
                let (found, wanted) = (entry.number, self.entries);
                return Err(Refusal::Damaged(format!("the storage has entry {found} where {wanted} should be")));
            }
            let damaged = |why: String| Refusal::NotRead(format!("the database holds what cannot be read: {why}"));
            match &entry.what {
                Logged::Answer { word, .. } => {
                    let answer = self.game.answer(word).map_err(|why| damaged(why.to_string()))?;
                    let step = Step::of(&self.game, self.entries, answer).map_err(|why| damaged(why.to_string()))?;
                    self.step_to(vec![step], out);
                }
                _ => self.take_entry(&entry, out).map_err(|why| damaged(why.to_string()))?,
            }
        }
        self.doubtful = false;
        self.rests_until = None;
        Ok(())
    }

    /// Takes an entry of the log over that is no answer.
    fn take_entry(&mut self, entry: &LogEntry, out: &mut Vec<Effect>) -> Result<(), LoadError> {
        let (game, beginning, seats) = (self.game.clone(), self.beginning.clone(), self.seats.clone());
        let mut course = Course { game, beginning, entries: self.entries, seats, end: self.end };
        course.take(entry)?;
        (self.game, self.entries, self.seats, self.end) = (course.game, course.entries, course.seats, course.end);
        self.shown = Vec::new();
        let over = self.end.is_some() || self.game.is_over();
        self.phase = if over { Phase::Finished } else { Phase::Playing };
        self.tell_table(out);
        Ok(())
    }

    fn tell_table(&self, out: &mut Vec<Effect>) {
        tell(out, News::of_all(messages::text(&Message::Table { table: &self.describe() })));
    }

    /// Sees to what is due at this moment.
    fn wake(&mut self, at: Moment, out: &mut Vec<Effect>) {
        if self.rests_until.is_some_and(|until| at >= until) {
            self.rests_until = None;
        }
        let ready = self.thinking.as_ref().filter(|thinking| at >= thinking.shown_until);
        if let Some((seq, answer)) = ready.and_then(|thinking| Some((thinking.seq, thinking.decided?))) {
            self.decided(at, seq, Some(answer), out);
        }
    }

    fn rest(&mut self, at: Moment) {
        self.rests_until = Some(at.after(RETRY));
    }

    /// Takes a computer player's answer, or keeps it until people could follow.
    fn decided(&mut self, at: Moment, seq: usize, answer: Option<Answer>, out: &mut Vec<Effect>) {
        let Some(thinking) = self.thinking.as_mut().filter(|thinking| thinking.seq == seq) else {
            // Something else was answered meanwhile, or the storage failed and it will be asked anew.
            return;
        };
        if at < thinking.shown_until && answer.is_some() {
            thinking.decided = answer;
            return;
        }
        let accepted = match answer {
            Some(answer) => self.accept_one(answer, out),
            None => Err(Refusal::Damaged(format!("the computer player on seat {} has no answer", thinking.seat))),
        };
        if let Err(refusal) = accepted {
            self.thinking = None;
            self.rest(at);
            out.push(Effect::Report(refusal));
        }
    }

    /// Sees to it that somebody answers for chance and for computer players until a person must.
    fn go_on(&mut self, at: Moment, out: &mut Vec<Effect>) {
        let rests = self.rests_until.is_some_and(|until| at < until);
        if self.awaited.is_some() || self.doubtful || rests || self.phase != Phase::Playing {
            return;
        }
        if let Some(draw) = self.draw(&self.game) {
            if let Err(refusal) = self.accept_one(draw, out) {
                self.rest(at);
                out.push(Effect::Report(refusal));
            }
        } else if self.thinking.is_none() {
            self.think(at, out);
        }
    }

    fn think(&mut self, at: Moment, out: &mut Vec<Effect>) {
        let Some(seat) = seat_to_answer(&self.game) else { return };
        let SeatOccupant::Bot { level, millis } = self.seats[usize::from(seat)] else { return };
        let seq = self.game.seq();
        self.thinking = Some(Thinking { seat, millis, seq, shown_until: at.after(self.step), decided: None });
        tell(out, News::of_all(messages::thinking(seat, millis)));
        let (game, seed) = (self.game.clone(), self.seed_of_thought());
        out.push(Effect::Think(Box::new(Thought { game, seat, level, millis, seed })));
    }

    /// A number from which a computer player may take its whims: it differs from position to position, and being a
    /// hash it says nothing about the draw order.
    fn seed_of_thought(&self) -> u64 {
        let seed = self.deal().map_or_else(String::new, |deal| deal.seed().to_string());
        let hash = Sha256::digest(format!("thought {seed} {}", self.game.seq()).as_bytes());
        hash[..8].iter().fold(0, |number, &byte| number << 8 | u64::from(byte))
    }
}

/// Adds news to what is told: what comes of one command is told as one item.
fn tell(out: &mut Vec<Effect>, news: News) {
    match out.last_mut() {
        Some(Effect::Tell(told)) => told.push(news),
        _ => out.push(Effect::Tell(vec![news])),
    }
}

fn standing(game: &Game) -> Standing {
    let phase = if game.is_over() { Phase::Finished } else { Phase::Playing };
    Standing { phase, turn: seat_to_answer(game) }
}

/// The keys of a table's maker, for these secrets' hashes.
fn keys_of_maker(seats: &[SeatOccupant], browser: Hash, tokens: &[Hash]) -> Vec<Key> {
    let mut keys: Vec<Key> =
        tokens.iter().take(1).chain([&browser]).map(|&hash| Key { hash, right: Right::Host }).collect();
    for (seat, &token) in tokens_wanted(seats).into_iter().zip(tokens) {
        if let Some(seat) = seat {
            let right = Right::Seat(seat);
            keys.extend([Key { hash: token, right }, Key { hash: browser, right }]);
        }
    }
    keys
}
