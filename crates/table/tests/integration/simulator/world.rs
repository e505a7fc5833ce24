//! A table, its clients, and all kinds of faults, determined by a seed.

mod acts;
mod browsers;
mod checks;
mod time;

use std::collections::{BTreeMap, VecDeque};

use games::deal::Seed;
use games::{Actor, Answer, Game};
use serde_json::json;
use table::{
    ClientId, Command, CreationParams, Effect, Hash, Listener, LogEntry, Logged, Moment, News, Pace, PlayerAction,
    Refusal, Reply, Table, ThinkRequest, Write, tokens_wanted,
};
use time::Watch;

use crate::simulator::browser::{Browser, check_hidden};
use crate::simulator::disk::Disk;
use crate::simulator::numbers::Numbers;
use crate::simulator::setups::Prepared;

/// Number of steps in the faulty phase of a run.
const STEPS: usize = 130;
const PACE: Pace = Pace { step: 400, absence: 3000 };
const NAME: &str = "aaaaaaaaaaaa";

/// Fault probabilities in percent.
#[derive(Clone, Copy, Default)]
struct Faults {
    /// A write fails and has no effect.
    refused: usize,
    /// A write succeeds but is reported as failed.
    half_done: usize,
    /// A read fails.
    unreadable: usize,
    /// The process is killed before it carries out an effect.
    kill: usize,
    /// A message to a client is lost.
    lost: usize,
    /// A message from or to a client is duplicated.
    twice: usize,
}

/// Sender of a command.
#[derive(Clone, Debug)]
enum Sender {
    /// A client over its socket.
    Socket(usize, ClientId),
    /// A browser over HTTP.
    Http(usize),
    /// The process itself.
    Driver,
}

/// A scheduled answer of a computer player.
struct Coming {
    at: u64,
    number: usize,
    answer: Option<Answer>,
}

/// Outcome of a storage request.
enum Outcome {
    Written(Result<(), String>),
    Reloaded(Result<usize, String>),
}

/// Event counts, so that a run in which nothing happens can't pass.
#[derive(Clone, Copy, Debug, Default)]
pub struct Counts {
    pub answers: usize,
    pub over: usize,
    pub hidden: usize,
    pub kills: usize,
    pub refused: usize,
    pub half_done: usize,
    pub taken_over: usize,
    pub joins: usize,
    pub thoughts: usize,
    pub twins: usize,
    /// Expired clocks; `timed` counts the clocks that were compared with the elapsed time.
    pub falls: usize,
    pub timed: usize,
    /// Games that ended by resignation, timeout or abort.
    pub early: usize,
    pub undone: usize,
    /// Log entries for takeovers of seats and for eliminated players.
    pub changed: usize,
    /// Pauses of the game, and commands that were refused because of one; `agreed_ends` counts games that ended by agreement.
    pub game_pauses: usize,
    pub kept_waiting: usize,
    pub agreed_ends: usize,
}

pub struct World {
    numbers: Numbers,
    faults: Faults,
    now: u64,
    prepared: &'static Prepared,
    hidden: bool,
    disk: Disk,
    /// The game according to the disk.
    truth: Game,
    process: Option<Table>,
    browsers: Vec<Browser>,
    requests: VecDeque<(usize, Command)>,
    coming: Vec<Coming>,
    /// Seats given to players by acknowledged joins, with name and secret.
    joined: BTreeMap<u8, (String, Hash)>,
    clients: u64,
    /// Clients that need a new welcome.
    resuming: Vec<(usize, ClientId)>,
    watch: Watch,
    /// The player action that is being performed, if any.
    act: Option<PlayerAction>,
    pub counts: Counts,
}

impl World {
    /// Creates a world with a table.
    pub fn new(seed: u64, prepared: &'static Prepared) -> World {
        let mut numbers = Numbers(seed);
        let often = |numbers: &mut Numbers, most: usize| if numbers.chance(60) { numbers.below(most) } else { 0 };
        let faults = Faults {
            refused: often(&mut numbers, 25),
            half_done: often(&mut numbers, 25),
            unreadable: often(&mut numbers, 30),
            kill: often(&mut numbers, 4),
            lost: often(&mut numbers, 20),
            twice: often(&mut numbers, 20),
        };
        let browsers =
            (0..2 + numbers.below(3)).map(|_| Browser::new(numbers.hash(), 1 + numbers.below(2) as u32)).collect();
        let hidden = prepared.setup.options.get("hand").is_some_and(|hand| hand.ends_with("hidden"));
        let mut world = World {
            numbers,
            faults,
            now: 0,
            prepared,
            hidden,
            disk: Disk::default(),
            truth: prepared.game.clone(),
            process: None,
            browsers,
            requests: VecDeque::new(),
            coming: Vec::new(),
            joined: BTreeMap::new(),
            clients: 0,
            resuming: Vec::new(),
            watch: Watch::default(),
            act: None,
            counts: Counts::default(),
        };
        world.counts.hidden = usize::from(hidden);
        world.create();
        world
    }

    /// Runs the faulty phase, waits until everything has settled, and checks that no client received anything wrong.
    pub fn run(mut self) -> Counts {
        for _ in 0..STEPS {
            self.step();
        }
        let nothing_lost = self.faults.lost == 0;
        self.faults = Faults::default();
        self.settle();
        if nothing_lost {
            self.check_news();
        }
        self.ask_for_the_rest();
        self.check_end();
        self.counts.answers = self.disk.answers.len();
        self.counts.over = usize::from(self.truth.is_over());
        self.counts.early = usize::from(self.disk.ended());
        self.counts.undone = self.disk.undone;
        self.counts.game_pauses = self.disk.pauses;
        self.counts.agreed_ends = usize::from(self.disk.agreed_to_end());
        let changes = |what: &&Logged| matches!(what, Logged::TakenOver { .. } | Logged::Out { .. });
        self.counts.changed = self.disk.log.iter().map(|entry| &entry.what).filter(changes).count();
        self.counts
    }

    fn create(&mut self) {
        let seats: Vec<_> = (0..self.prepared.setup.seats)
            .map(|seat| match self.numbers.below(4) {
                0 | 1 if seat == 0 => json!({"type": "human", "name": "Anna"}),
                0 => json!({"type": "bot", "level": "easy", "millis": 10}),
                1 => json!({"type": "human", "name": "Borys"}),
                _ => json!({"type": "open"}),
            })
            .collect();
        let clock = match self.numbers.below(5) {
            0 | 1 => json!(null),
            2 | 3 => {
                json!({"type": "game", "start": 5 + self.numbers.below(10), "increment": 2 * self.numbers.below(2)})
            }
            _ => json!({"type": "turn", "seconds": 5 + self.numbers.below(4)}),
        };
        let fall = *self.numbers.pick(&["loses", "computer"]);
        let undo = self.numbers.chance(85);
        let asked = json!({"setup": self.prepared.setup, "seats": seats, "clock": clock, "fall": fall, "undo": undo});
        let asked = serde_json::from_value(asked).unwrap();
        loop {
            self.disk = Disk::default();
            let seats = table::NewTable::occupants(&asked).unwrap();
            let tokens: Vec<Hash> = tokens_wanted(&seats).iter().map(|_| self.numbers.hash()).collect();
            let seed = Seed::from_number(self.numbers.below(50) as u64);
            let making = CreationParams {
                name: NAME.to_owned(),
                seed,
                browser: self.browsers[0].secret,
                tokens: tokens.clone(),
            };
            let (mut table, write) = Table::create(&asked, making, PACE, None).unwrap();
            let outcome = self.write(&write);
            let effects = table.written(Moment(self.now), outcome);
            // If the creator receives an error, another table is created.
            if matches!(effects.first(), Some(Effect::Reply(Ok(Reply::Done)))) {
                self.browsers[0].hashes.extend(tokens);
                self.process = Some(table);
                self.execute_effects(&Sender::Driver, effects);
                return;
            }
        }
    }

    fn step(&mut self) {
        if self.process.is_none() {
            return self.restart();
        }
        self.resume();
        match self.numbers.below(10) {
            0 => {
                let millis = self.numbers.below(4000) as u64;
                self.pass(millis);
            }
            1 | 2 => self.time_passes(),
            3 => self.deliver_request(),
            4 | 5 => self.deliver_one(),
            6 if self.numbers.chance(self.faults.kill) => self.kill(),
            _ => {
                let browser = self.browser_to_move();
                self.browser_acts(browser);
            }
        }
        if self.hidden && self.numbers.chance(4) {
            self.check_twin();
        }
    }

    /// Kills the process, losing all messages to and from it.
    fn kill(&mut self) {
        self.counts.kills += 1;
        self.process = None;
        self.forget_time();
        self.resuming.clear();
        self.requests.clear();
        self.coming.clear();
        for browser in &mut self.browsers {
            browser.connection = None;
        }
    }

    fn restart(&mut self) {
        if self.numbers.chance(self.faults.unreadable) {
            return;
        }
        let (record, log) = self.disk.load(0);
        let beginning = self.numbers.chance(50).then(|| self.prepared.game.clone());
        self.process = Some(Table::load(record, &log, PACE, beginning).unwrap());
        self.command(&Sender::Driver, Command::Wake);
    }

    /// Delivers a computer player's answer if its search has finished; otherwise wakes the table if that is due.
    fn time_passes(&mut self) {
        let Some(table) = &self.process else { return };
        let wake = table.wake_at().is_some_and(|Moment(at)| at <= self.now) || self.numbers.chance(5);
        if let Some(i) = self.coming.iter().position(|coming| coming.at <= self.now) {
            let Coming { number, answer, .. } = self.coming.swap_remove(i);
            self.command(&Sender::Driver, Command::Decided { number, answer });
        } else if wake {
            self.command(&Sender::Driver, Command::Wake);
        }
    }

    /// Makes the process handle a command, and checks the outcome.
    fn command(&mut self, sender: &Sender, command: Command) {
        let tired = self.numbers.chance(10);
        let Some(table) = &mut self.process else { return };
        // Hibernation must not change the table.
        if tired {
            table.hibernate();
        }
        table.resume_from_hibernation();
        let given = match &command {
            Command::Answer { client, seat, seq, words, .. } => Some((*client, *seat, *seq, words.clone())),
            _ => None,
        };
        // A preview must not change anything or reveal a draw.
        let preview = given.as_ref().map(|(client, seat, seq, words)| table.preview(*client, *seat, *seq, words));
        if let Some(Ok(told)) = &preview {
            assert!(!told.contains("\"type\":\"drawn\""), "{told}");
        }
        let join = match &command {
            Command::Join { seat, name, token, .. } => Some((*seat, name.clone(), *token)),
            _ => None,
        };
        let fresh = match &command {
            Command::Join { token, .. } | Command::AddSeatKey { token, .. } => Some(*token),
            _ => None,
        };
        self.act = match &command {
            Command::Act { act, .. } => Some(*act),
            _ => None,
        };
        let effects = table.handle(Moment(self.now), command.clone());
        let allowed = self.may(sender, &command);
        let replies = self.execute_effects(sender, effects);
        let done = matches!(replies.first(), Some(Ok(Reply::Done)));
        if let Some(Err(Refusal::Paused)) = replies.first() {
            assert!(self.disk.paused, "{command:?} is refused although the game is not paused");
            self.counts.kept_waiting += 1;
        }
        assert!(allowed || !done, "{sender:?} may not do this: {command:?}");
        if let (true, Some(token), Sender::Http(browser)) = (done, fresh, sender) {
            self.browsers[*browser].hashes.push(token);
        }
        if let (true, Some((_, seat, seq, words))) = (done, given) {
            for (stored, word) in self.disk.answers[seq..].iter().zip(&words) {
                assert_eq!((stored.seat, &stored.word), (Some(seat), word), "an acknowledged answer is on the disk");
            }
            assert!(self.disk.answers.len() >= seq + words.len(), "all of them are on the disk");
        }
        if let (true, Some(act)) = (done, self.act) {
            self.check_act(act);
        }
        if let (true, Some((seat, name, token))) = (done, join) {
            self.counts.joins += 1;
            let before = self.joined.insert(seat, (name, token));
            assert!(before.is_none(), "seat {seat} was given twice");
        }
    }

    /// Carries out effects as a driver does, until none are left or the process is killed. Returns the replies.
    fn execute_effects(&mut self, sender: &Sender, mut effects: Vec<Effect>) -> Vec<Result<Reply, Refusal>> {
        let mut replies = Vec::new();
        loop {
            let mut outcome = None;
            for effect in effects {
                assert!(outcome.is_none(), "a write or a reload is the last effect");
                if self.numbers.chance(self.faults.kill) {
                    self.kill();
                    return replies;
                }
                match effect {
                    Effect::Reply(reply) => {
                        self.reply(sender, &reply);
                        replies.push(reply);
                    }
                    Effect::Tell(news) => self.tell(&news),
                    Effect::Think(thought) => self.think(&thought),
                    Effect::Write(write) => {
                        self.check_waiting();
                        outcome = Some(Outcome::Written(self.write(&write)));
                        if self.numbers.chance(self.faults.kill) {
                            self.kill();
                            return replies;
                        }
                    }
                    Effect::Reload { from } => {
                        let fails = self.numbers.chance(self.faults.unreadable);
                        let read = if fails { Err("the disk cannot be read".to_owned()) } else { Ok(from) };
                        outcome = Some(Outcome::Reloaded(read));
                    }
                    Effect::Report(_) => {}
                }
            }
            let Some(table) = &mut self.process else { return replies };
            effects = match outcome {
                None => return replies,
                Some(Outcome::Written(outcome)) => table.written(Moment(self.now), outcome),
                Some(Outcome::Reloaded(read)) => {
                    let found = read.map(|from| self.disk.load(from));
                    self.counts.taken_over += found.as_ref().map_or(0, |(_, answers)| answers.len());
                    table.reloaded(Moment(self.now), found)
                }
            };
        }
    }

    /// Returns whether the sender may send a command, according to the state on disk.
    fn may(&self, sender: &Sender, command: &Command) -> bool {
        match (sender, command) {
            (Sender::Socket(browser, _), Command::Answer { seat, .. }) => self.own_seats(*browser).contains(seat),
            (Sender::Socket(browser, _), Command::Act { act, .. }) => self.may_act(*browser, *act),
            (_, Command::AddSeatKey { seat, hashes, .. }) => hashes.iter().any(|&hash| self.opens_seat(hash, *seat)),
            (_, Command::ChooseColour { seat, hashes, .. }) => hashes.iter().any(|&hash| self.opens_seat(hash, *seat)),
            (_, Command::Start { hashes }) => hashes.iter().any(|&hash| self.is_host(hash)),
            _ => true,
        }
    }

    fn write(&mut self, write: &Write) -> Result<(), String> {
        if self.numbers.chance(self.faults.refused) {
            self.counts.refused += 1;
            self.watch.failure();
            return Err("the disk is full".to_owned());
        }
        let clocks = self.disk.record.as_ref().and_then(|record| record.clocks.clone());
        let before = self.truth.clone();
        // A table that reloads after every failure never reuses a number.
        self.disk.write(write).expect("the write is valid");
        if let Write::Append { entries, .. } = write {
            entries.iter().for_each(|entry| self.follow(&entry.what));
            self.check_clocks(clocks, entries, &before);
        }
        if matches!(self.disk.log.last(), Some(LogEntry { what: Logged::Answer { .. } | Logged::Undo { .. }, .. })) {
            assert_ne!(self.truth.actor(), Actor::Chance, "an answer is written with the draws that follow it");
        }
        if self.numbers.chance(self.faults.half_done) {
            self.counts.half_done += 1;
            self.watch.failure();
            return Err("the disk was unplugged".to_owned());
        }
        Ok(())
    }

    fn think(&mut self, thought: &ThinkRequest) {
        self.counts.thoughts += 1;
        let legal = thought.game.legal();
        let answer = match self.numbers.below(30) {
            0 => None,
            1 => Some(Answer::Begin { seat: 0 }),
            _ => Some(*self.numbers.pick(&legal)),
        };
        let at = self.now + self.numbers.below(1000) as u64;
        let number = thought.number;
        for _ in 0..1 + usize::from(self.numbers.chance(self.faults.twice)) {
            self.coming.push(Coming { at, number, answer });
        }
    }

    fn reply(&mut self, sender: &Sender, reply: &Result<Reply, Refusal>) {
        assert_ne!(reply.as_ref().err(), Some(&Refusal::Waiting), "the driver waits for the storage");
        let (Sender::Socket(browser, id), Ok(Reply::Welcome(welcome))) = (sender, reply) else { return };
        assert!(welcome.seq <= self.disk.ever(), "only stored answers are sent");
        let Some(connection) = self.browsers[*browser].connection.as_mut().filter(|c| c.id == *id) else { return };
        connection.welcomed = Some(welcome.you.clone());
        self.send(*browser, &welcome.text);
    }

    fn tell(&mut self, news: &[News]) {
        for news in news {
            assert!(news.seq.is_none_or(|seq| seq <= self.disk.ever()), "only stored answers are sent");
            for browser in 0..self.browsers.len() {
                let connection = self.browsers[browser].connection.as_ref();
                let Some(you) = connection.and_then(|connection| connection.welcomed.clone()) else { continue };
                let listener = Listener::of(self.browsers[browser].v, &you);
                let Some(texts) = news.texts(listener) else {
                    assert!(self.disk.undone > 0, "there are messages for all welcomed clients");
                    self.welcome_again(browser);
                    continue;
                };
                texts.iter().for_each(|text| self.send(browser, text));
            }
        }
    }

    /// Sends a message to a browser.
    fn send(&mut self, browser: usize, text: &str) {
        if self.hidden {
            let own = self.own_seats(browser);
            check_hidden(text, &own);
        }
        let (lost, twice) = (self.numbers.chance(self.faults.lost), self.numbers.chance(self.faults.twice));
        let Some(connection) = &mut self.browsers[browser].connection else { return };
        let times = if lost { 0 } else { 1 + usize::from(twice) };
        connection.down.extend(std::iter::repeat_n(text.to_owned(), times));
    }
}
