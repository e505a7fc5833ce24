//! Behaviour of browsers, and delivery of messages.

use std::collections::VecDeque;

use games::{Actor, Answer};
use table::{ClientId, Command, Hash, Phase, Right, SeatOccupant};

use super::{Sender, World};
use crate::simulator::browser::Connection;
use crate::simulator::numbers::colour_in;

impl World {
    /// Returns the seats that a browser's secrets open, according to the disk.
    pub(super) fn own_seats(&self, browser: usize) -> Vec<u8> {
        let hashes = &self.browsers[browser].hashes;
        let keys = self.disk.record.iter().flat_map(|record| &record.keys);
        keys.filter(|key| hashes.contains(&key.hash))
            .filter_map(|key| match key.right {
                Right::Seat(seat) => Some(seat),
                Right::Host | Right::Look => None,
            })
            .collect()
    }

    /// Makes a browser perform one random action.
    pub(super) fn browser_acts(&mut self, browser: usize) {
        if self.browsers[browser].connection.is_none() && self.numbers.chance(70) {
            return self.connect(browser);
        }
        match self.numbers.below(12) {
            0 => self.hello(browser),
            1 if self.numbers.chance(40) => self.disconnect(browser),
            2 => self.ask_over_http(browser),
            3..=5 if self.phase() == Some(Phase::Gathering) => self.ask_over_http(browser),
            6 | 7 => self.act(browser),
            8..=10 if self.disk.paused => self.act(browser),
            _ => self.give_answer(browser),
        }
    }

    /// Picks a browser, usually one that must answer.
    pub(super) fn browser_to_move(&mut self) -> usize {
        let any = self.numbers.below(self.browsers.len());
        let Actor::Seat(seat) = self.truth.actor() else { return any };
        if self.numbers.chance(20) {
            return any;
        }
        (0..self.browsers.len()).find(|&browser| self.own_seats(browser).contains(&seat)).unwrap_or(any)
    }

    fn phase(&self) -> Option<Phase> {
        self.disk.record.as_ref().map(|record| record.phase)
    }

    pub(super) fn connect(&mut self, browser: usize) {
        self.clients += 1;
        let (up, down) = (VecDeque::new(), VecDeque::new());
        self.browsers[browser].connection = Some(Connection { id: ClientId(self.clients), up, down, welcomed: None });
        self.hello(browser);
    }

    pub(super) fn hello(&mut self, browser: usize) {
        let since = if self.numbers.chance(15) { 0 } else { self.browsers[browser].known.len() };
        let resumes = self.numbers.chance(20);
        let this = &mut self.browsers[browser];
        let v = this.v;
        let hashes = this.hashes.clone();
        let Some(connection) = &mut this.connection else { return };
        let (client, since) = (connection.id, Some(since));
        let known = connection.welcomed.is_some() && resumes;
        let hello = if known { Command::Resume { client, since } } else { Command::Hello { client, v, hashes, since } };
        connection.up.push_back(hello);
    }

    /// Disconnects the browser, losing its messages; the process notices the disconnection.
    fn disconnect(&mut self, browser: usize) {
        let Some(connection) = self.browsers[browser].connection.take() else { return };
        self.command(&Sender::Driver, Command::Leave { client: connection.id });
    }

    fn give_answer(&mut self, browser: usize) {
        let Some(client) = self.browsers[browser].connection.as_ref().map(|connection| connection.id) else { return };
        let (mut seat, mut seq) = (0, self.truth.seq());
        let mut words = vec!["pass".to_owned()];
        if let Actor::Seat(turn) = self.truth.actor() {
            seat = turn;
            let legal: Vec<Answer> = self.truth.legal();
            words = vec![self.truth.word(*self.numbers.pick(&legal))];
            // Sometimes send several answers of a turn at once.
            let mut game = self.truth.clone();
            while self.numbers.chance(30) {
                let answer = game.answer(&words[words.len() - 1]).expect("the answer was listed");
                game.apply_raw(answer).expect("the answer was listed");
                if game.actor() != Actor::Seat(seat) {
                    break;
                }
                let legal: Vec<Answer> = game.legal();
                words.push(game.word(*self.numbers.pick(&legal)));
            }
        }
        match self.numbers.below(25) {
            0 => seat = self.numbers.below(4) as u8,
            1 => seq = self.numbers.below(seq + 2),
            2 => {
                let at = self.numbers.below(words.len());
                words[at] = "nonsense".to_owned();
            }
            _ => {}
        }
        let times = 1 + usize::from(self.numbers.chance(self.faults.twice));
        let lost = self.numbers.chance(self.faults.lost);
        let lag = self.numbers.below(1500) as u64;
        let Some(connection) = &mut self.browsers[browser].connection else { return };
        for _ in 0..if lost { 0 } else { times } {
            connection.up.push_back(Command::Answer { client, seat, seq, words: words.clone(), lag });
        }
        // Most messages arrive immediately, so that games make progress.
        while self.numbers.chance(70) && self.deliver_to_server(browser) {}
    }

    fn ask_over_http(&mut self, browser: usize) {
        let (secret, hashes) = (self.browsers[browser].secret, self.browsers[browser].hashes.clone());
        let token = self.numbers.hash();
        let command = match self.numbers.below(10) {
            0 if self.numbers.chance(30) => Command::Start { hashes },
            1 => {
                // Open a link that another browser has shared.
                let other = self.numbers.below(self.browsers.len());
                let token = *self.numbers.pick(&self.browsers[other].hashes);
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
                let (seat, name) = (self.numbers.below(4) as u8, format!("Guest {}", self.numbers.below(1000)));
                let colour = Some(colour_in(token));
                Command::Join { seat, name, account: None, rating: None, colour, token, browser: secret }
            }
        };
        let times = 1 + usize::from(self.numbers.chance(self.faults.twice));
        for _ in 0..times {
            self.requests.push_back((browser, command.clone()));
        }
    }

    /// Delivers the oldest pending HTTP request to the process.
    pub(super) fn deliver_request(&mut self) {
        if let Some((browser, command)) = self.requests.pop_front() {
            self.command(&Sender::Http(browser), command);
        }
    }

    /// Delivers a pending socket message to or from a random browser.
    pub(super) fn deliver_one(&mut self) {
        let browser = self.numbers.below(self.browsers.len());
        let downwards = self.numbers.chance(50);
        if downwards {
            self.deliver_to_browser(browser)
        } else {
            self.deliver_to_server(browser)
        };
    }

    /// Delivers a browser's next message to the process; returns whether there was one.
    fn deliver_to_server(&mut self, browser: usize) -> bool {
        let Some(connection) = &mut self.browsers[browser].connection else { return false };
        let id = connection.id;
        let Some(command) = connection.up.pop_front() else { return false };
        self.command(&Sender::Socket(browser, id), command);
        true
    }

    /// Delivers the next message to a browser; returns whether there was one.
    fn deliver_to_browser(&mut self, browser: usize) -> bool {
        let Some(connection) = &mut self.browsers[browser].connection else { return false };
        let Some(text) = connection.down.pop_front() else { return false };
        if self.browsers[browser].hear(&text, self.hidden, self.disk.undone) {
            self.hello(browser);
        }
        true
    }

    /// Delivers all pending messages.
    pub(super) fn deliver_all(&mut self) {
        while !self.requests.is_empty() {
            self.deliver_request();
        }
        // A delivered message can cause news for other browsers.
        let mut moves = true;
        while moves {
            moves = self.resume();
            for browser in 0..self.browsers.len() {
                while self.deliver_to_server(browser) || self.deliver_to_browser(browser) {
                    moves = true;
                }
            }
        }
    }

    /// Returns a seat's occupant when the game began, according to the disk.
    pub(super) fn occupant(&self, seat: u8) -> Option<&SeatOccupant> {
        self.disk.record.as_ref()?.seats.get(usize::from(seat))
    }

    /// Returns whether a secret opens a seat, according to the disk.
    pub(super) fn opens_seat(&self, hash: Hash, seat: u8) -> bool {
        let mut keys = self.disk.record.iter().flat_map(|record| &record.keys);
        keys.any(|key| key.hash == hash && key.right == Right::Seat(seat))
    }

    /// Returns whether a secret has the host's rights, according to the disk.
    pub(super) fn is_host(&self, hash: Hash) -> bool {
        let mut keys = self.disk.record.iter().flat_map(|record| &record.keys);
        keys.any(|key| key.hash == hash && key.right == Right::Host)
    }
}
