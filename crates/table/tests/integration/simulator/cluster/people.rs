//! Simulates people who connect to any node, play, leave, and connect to another node.

use std::collections::{BTreeSet, VecDeque};

use games::Actor;
use table::{ClientId, Command, Listener, News, OfferKind, Phase, PlayerAction, SeatOccupant, Welcome};

use super::network::{Waiting, network};
use super::nodes::Request;
use super::{Cluster, Event, FAULTS_MS};
use crate::simulator::browser::{Browser, Connection, check_hidden};
use crate::simulator::numbers::colour_in;

pub struct Person {
    pub browser: Browser,
    /// The node that the person is connected to.
    pub at: usize,
    /// Number of answers received from the node.
    pub told: usize,
    /// All seats that the person has ever held: a node may not know yet that a seat was passed on.
    held: BTreeSet<u8>,
    /// Arrival times of the last message in each direction, so that messages stay in order.
    up_at: u64,
    down_at: u64,
}

impl Person {
    pub fn of(browser: Browser) -> Person {
        Person { browser, at: 0, told: 0, held: BTreeSet::new(), up_at: 0, down_at: 0 }
    }
}

impl Cluster {
    /// Makes a person perform one random action. When the faults are over, people only reconnect, and one of them gives one more answer.
    pub(super) fn acts(&mut self, person: usize) {
        let millis = 20 + self.numbers.below(700) as u64;
        self.at(millis, Event::PersonActs(person));
        if self.people[person].browser.connection.is_none() {
            return self.connect(person);
        }
        if self.now() >= FAULTS_MS {
            // A person who has since received a seat says hello again.
            let browser = &self.people[person].browser;
            let you = browser.connection.as_ref().and_then(|connection| connection.welcomed.clone());
            if you.as_ref().is_some_and(|you| *you != self.store.disk.seats_of(&browser.hashes)) {
                return self.greet(person);
            }
            return match self.store.disk.paused {
                false => self.last_answer(person),
                true if you.is_some() && !self.stays_paused => self.resume_game(person),
                true => {}
            };
        }
        let gathers = self.store.disk.record.as_ref().is_some_and(|record| record.phase == Phase::Gathering);
        match self.numbers.below(24) {
            0 => self.disconnect(person),
            1 => self.greet(person),
            2 => self.ask_over_http(person),
            3..=14 if gathers => self.ask_over_http(person),
            3 | 4 => self.act(person),
            5..=7 if self.store.disk.paused => self.act(person),
            _ => self.give_answer(person),
        }
    }

    fn connect(&mut self, person: usize) {
        let node = self.numbers.below(self.nodes.len());
        let is_shutting_down = network(&self.shared).nodes[node].is_shutting_down;
        if !self.nodes[node].alive || is_shutting_down {
            return;
        }
        self.clients += 1;
        let (up, down) = (VecDeque::new(), VecDeque::new());
        let this = &mut self.people[person];
        this.browser.connection = Some(Connection { id: ClientId(self.clients), up, down, welcomed: None });
        (this.at, this.told) = (node, 0);
        self.greet(person);
    }

    fn greet(&mut self, person: usize) {
        let browser = &self.people[person].browser;
        let Some(connection) = &browser.connection else { return };
        let (client, since) = (connection.id, Some(browser.known.len()));
        let hello = Command::Hello { client, v: browser.v, hashes: browser.hashes.clone(), since };
        self.send_up(person, hello);
    }

    fn disconnect(&mut self, person: usize) {
        let node = self.people[person].at;
        if let Some(connection) = self.people[person].browser.connection.take() {
            self.leave(node, connection.id);
        }
    }

    /// Notifies a node that a client has disconnected.
    fn leave(&mut self, node: usize, client: ClientId) {
        self.nodes[node].mailbox.push_back(Request::Wish(Command::Leave { client }, Waiting::Nobody));
    }

    pub(super) fn drop_connections(&mut self, node: usize) {
        for person in self.people.iter_mut().filter(|person| person.at == node) {
            person.browser.connection = None;
        }
    }

    fn send_up(&mut self, person: usize, command: Command) {
        let (now, way) = (self.now(), 1 + self.numbers.below(30) as u64);
        let this = &mut self.people[person];
        let Some(connection) = &mut this.browser.connection else { return };
        connection.up.push_back(command);
        this.up_at = this.up_at.max(now + way);
        let (client, millis) = (connection.id, this.up_at - now);
        self.at(millis, Event::Up(person, client));
    }

    fn send_down(&mut self, person: usize, text: &str) {
        // Once the game is over, everyone may see what was hidden.
        if self.hidden && !self.truth.is_over() && !self.store.disk.ended() {
            let Person { browser, held, .. } = &mut self.people[person];
            held.extend(self.store.disk.seats_of(&browser.hashes));
            check_hidden(text, &held.iter().copied().collect::<Vec<_>>());
        }
        let (now, way) = (self.now(), 1 + self.numbers.below(30) as u64);
        let this = &mut self.people[person];
        let Some(connection) = &mut this.browser.connection else { return };
        connection.down.push_back(text.to_owned());
        this.down_at = this.down_at.max(now + way);
        let (client, millis) = (connection.id, this.down_at - now);
        self.at(millis, Event::Down(person, client));
    }

    /// Delivers a person's next message to their node.
    pub(super) fn goes_up(&mut self, person: usize, client: ClientId) {
        let node = self.people[person].at;
        let connection = self.people[person].browser.connection.as_mut().filter(|connection| connection.id == client);
        let Some(command) = connection.and_then(|connection| connection.up.pop_front()) else { return };
        let waiting = Waiting::Socket(person, client, command.clone());
        let request = match command {
            Command::Hello { .. } => Request::Welcome(command, waiting),
            command => Request::Wish(command, waiting),
        };
        self.nodes[node].mailbox.push_back(request);
    }

    /// Delivers the next message to a person.
    pub(super) fn comes_down(&mut self, person: usize, client: ClientId) {
        let this = &mut self.people[person];
        let connection = this.browser.connection.as_mut().filter(|connection| connection.id == client);
        let Some(text) = connection.and_then(|connection| connection.down.pop_front()) else { return };
        if this.browser.hear(&text, self.hidden, self.store.disk.undone) {
            self.greet(person);
        }
    }

    pub(super) fn welcomed(&mut self, person: usize, client: ClientId, welcome: Welcome) {
        assert!(welcome.seq <= self.store.disk.ever(), "only stored answers are sent");
        let this = &mut self.people[person];
        let connection = this.browser.connection.as_mut().filter(|connection| connection.id == client);
        let Some(connection) = connection else { return };
        connection.welcomed = Some(welcome.you.clone());
        this.told = welcome.seq;
        self.send_down(person, &welcome.text);
    }

    /// Handles the rejection of a person's request: a person whose hello was rejected disconnects.
    pub(super) fn refused(&mut self, node: usize, person: usize, client: ClientId, command: &Command) {
        let greets = matches!(command, Command::Hello { .. } | Command::Resume { .. });
        let connection = self.people[person].browser.connection.as_ref();
        if greets && connection.is_some_and(|connection| connection.id == client) {
            self.people[person].browser.connection = None;
            self.leave(node, client);
        }
    }

    /// Sends a node's news to its clients.
    pub(super) fn tell(&mut self, node: usize, news: &[News]) {
        for news in news {
            assert!(news.seq.is_none_or(|seq| seq <= self.store.disk.ever()), "only stored answers are sent");
            for person in 0..self.people.len() {
                let this = &mut self.people[person];
                let Some(connection) = this.browser.connection.as_mut().filter(|_| this.at == node) else { continue };
                let Some(you) = connection.welcomed.clone() else { continue };
                match news.texts(Listener::of(this.browser.v, &you)) {
                    Some(texts) => {
                        this.told = news.seq.unwrap_or(this.told);
                        texts.iter().for_each(|text| self.send_down(person, text));
                    }
                    None => {
                        connection.welcomed = None;
                        let client = connection.id;
                        let resume = Command::Resume { client, since: Some(this.told) };
                        let waiting = Waiting::Socket(person, client, resume.clone());
                        self.nodes[node].mailbox.push_back(Request::Welcome(resume, waiting));
                    }
                }
            }
        }
    }

    /// Sends random legal answers if this person must answer and knows all earlier answers.
    fn give_answer(&mut self, person: usize) {
        let Actor::Seat(seat) = self.truth.actor() else { return };
        let browser = &self.people[person].browser;
        let own = self.store.disk.seats_of(&browser.hashes);
        if !own.contains(&seat) || browser.known.len() != self.truth.seq() {
            return;
        }
        let Some(client) = browser.connection.as_ref().map(|connection| connection.id) else { return };
        let mut game = self.truth.clone();
        let mut words = Vec::new();
        while words.is_empty() || self.numbers.chance(30) && game.actor() == Actor::Seat(seat) {
            let legal = game.legal();
            let answer = *self.numbers.pick(&legal);
            words.push(game.word(answer));
            game.apply_raw(answer).expect("the answer was listed");
        }
        let (seq, lag) = (self.truth.seq(), self.numbers.below(300) as u64);
        self.given.extend((seq..).zip(&words).map(|(number, word)| (number, seat, word.clone())));
        for _ in 0..1 + usize::from(self.numbers.chance(self.faults.twice)) {
            self.send_up(person, Command::Answer { client, seat, seq, words: words.clone(), lag });
        }
    }

    /// Makes the person whose turn it is give one more answer once the faults are over.
    fn last_answer(&mut self, person: usize) {
        let entries = self.store.disk.log.len();
        let Actor::Seat(seat) = self.truth.actor() else { return };
        let plays = matches!(self.store.disk.seats.get(usize::from(seat)), Some(SeatOccupant::Human { .. }));
        let connection = self.people[person].browser.connection.as_ref();
        let welcomed = connection.is_some_and(|connection| connection.welcomed.is_some());
        let gathers = self.store.disk.record.as_ref().is_some_and(|record| record.phase != Phase::Playing);
        if self.now() >= FAULTS_MS + 10_000 && self.last.is_none() && plays && welcomed && !gathers {
            let sent = self.people[person].up_at;
            self.give_answer(person);
            self.last = Some(entries).filter(|_| self.people[person].up_at != sent);
        }
    }

    /// Resumes a paused game for one of a person's seats.
    fn resume_game(&mut self, person: usize) {
        let browser = &self.people[person].browser;
        let own = self.store.disk.seats_of(&browser.hashes);
        let Some(client) = browser.connection.as_ref().map(|connection| connection.id) else { return };
        if !own.is_empty() {
            let act = PlayerAction::Resume { seat: *self.numbers.pick(&own) };
            self.send_up(person, Command::Act { client, act });
        }
    }

    fn act(&mut self, person: usize) {
        let browser = &self.people[person].browser;
        let own = self.store.disk.seats_of(&browser.hashes);
        let Some(client) = browser.connection.as_ref().map(|connection| connection.id) else { return };
        let any = self.numbers.below(self.store.disk.seats.len()) as u8;
        let seat = if own.is_empty() { any } else { *self.numbers.pick(&own) };
        let offered = browser.offer.filter(|_| self.numbers.chance(90));
        let kind = offered.unwrap_or_else(|| *self.numbers.pick(&[OfferKind::Undo, OfferKind::End, OfferKind::Pause]));
        let act = match self.numbers.below(40) {
            _ if self.store.disk.paused && self.numbers.chance(30) => PlayerAction::Resume { seat },
            30 => PlayerAction::End { seat },
            31..=38 => PlayerAction::Pause { seat },
            39 => PlayerAction::Resume { seat },
            0 => PlayerAction::Resign { seat },
            1 => PlayerAction::Abort,
            2..=6 => PlayerAction::Replace { seat: any },
            7..=12 => PlayerAction::Return { seat },
            13..=19 => PlayerAction::Consent { agree: self.numbers.chance(85), kind },
            _ => PlayerAction::Undo { seat },
        };
        self.send_up(person, Command::Act { client, act });
    }

    fn ask_over_http(&mut self, person: usize) {
        let node = self.numbers.below(self.nodes.len());
        if !self.nodes[node].alive {
            return;
        }
        let browser = &self.people[person].browser;
        let (secret, hashes) = (browser.secret, browser.hashes.clone());
        let token = self.numbers.hash();
        let command = match self.numbers.below(12) {
            0 => Command::Start { hashes },
            1 => {
                let other = self.numbers.below(self.people.len());
                let token = *self.numbers.pick(&self.people[other].browser.hashes);
                Command::Claim { token, browser: secret }
            }
            2 => {
                let seat = self.numbers.below(3) as u8;
                match token[1] % 2 {
                    0 => Command::ChooseColour { seat, colour: colour_in(token), hashes },
                    _ => Command::AddSeatKey { seat, hashes, token },
                }
            }
            _ => {
                let (seat, name) = (self.numbers.below(3) as u8, format!("Guest {}", self.numbers.below(1000)));
                let colour = Some(colour_in(token));
                Command::Join { seat, name, account: None, rating: None, colour, token, browser: secret }
            }
        };
        let waiting = Waiting::Http(person, command.clone());
        self.nodes[node].mailbox.push_back(Request::Wish(command, waiting));
    }
}
