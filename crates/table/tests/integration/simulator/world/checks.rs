//! Invariants, checked at every step and at the end.

use games::{Actor, EventView, Viewer};
use table::messages::text;
use table::{
    ClientId, Command, Effect, LogEntry, Logged, Moment, Phase, Refusal, Reply, SeatKind, SeatOccupant, Table,
};

use super::{Browser, NAME, PACE, World};

impl World {
    /// Checks, occasionally, that commands change nothing while a write is pending.
    pub(super) fn check_waiting(&mut self) {
        if !self.numbers.chance(3) {
            return;
        }
        let token = self.numbers.hash();
        let Some(table) = &mut self.process else { return };
        assert!(table.waits_for_storage());
        let join = Command::Join {
            seat: 0,
            name: "Too early".to_owned(),
            account: None,
            rating: None,
            colour: None,
            token,
            browser: token,
        };
        let effects = table.handle(Moment(self.now), join);
        assert!(matches!(&effects[..], [Effect::Reply(Err(Refusal::Waiting))]), "{effects:?}");
        assert!(table.handle(Moment(self.now), Command::Wake).is_empty());
    }

    /// Checks that if a different tile had been drawn into a hidden hand, a client without that seat would see no difference.
    pub(super) fn check_twin(&mut self) {
        if self.disk.log.iter().any(|entry| !matches!(entry.what, Logged::Answer { .. })) {
            return;
        }
        let Some(at) = self.disk.answers.iter().rposition(|answer| answer.seat.is_none()) else { return };
        let mut game = self.prepared.game.clone();
        for answer in &self.disk.answers[..at] {
            let answer = game.answer(&answer.word).unwrap();
            game.apply_raw(answer).unwrap();
        }
        let legal = game.legal();
        let other = game.word(*self.numbers.pick(&legal));
        let answer = game.answer(&other).unwrap();
        let events = game.apply(answer).unwrap();
        let taker = events.iter().find_map(|event| match event {
            EventView::Taken { seat, .. } => Some(*seat),
            _ => None,
        });
        let Some(taker) = taker.filter(|_| !game.is_over()) else { return };
        let (mut record, mut log) = self.disk.load(0);
        record.phase = Phase::Playing;
        log.truncate(at + 1);
        let v = 1 + self.numbers.below(2) as u32;
        let welcomed = |log: &[LogEntry], hashes: Vec<_>| {
            let mut table = Table::load(record.clone(), log, PACE, None).unwrap();
            let client = ClientId(0);
            let effects = table.handle(Moment(0), Command::Hello { client, v, hashes, since: Some(0) });
            let reply = effects.into_iter().find_map(|effect| match effect {
                Effect::Reply(Ok(Reply::Welcome(welcome))) => Some(welcome),
                _ => None,
            });
            reply.expect("a hello is welcomed").text
        };
        let browser = self.numbers.below(self.browsers.len());
        if self.own_seats(browser).contains(&taker) {
            return;
        }
        let hashes = self.browsers[browser].hashes.clone();
        let one = welcomed(&log, hashes.clone());
        log[at].what = Logged::Answer { seat: None, word: other };
        assert_eq!(one, welcomed(&log, hashes), "hidden information leaks");
        self.counts.twins += 1;
    }

    /// Processes messages and due events until nothing is left to do.
    pub(super) fn settle(&mut self) {
        if self.process.is_none() {
            self.restart();
        }
        for _ in 0..1000 {
            self.deliver_all();
            let Some(table) = &self.process else { panic!("nothing is killed any more") };
            let (now, busy) = (Moment(self.now), table.is_busy());
            // There is no need to wait for people's clocks to expire.
            let wake = table.wake_at().filter(|&at| busy || at <= now).map(|Moment(at)| at);
            let next = self.coming.iter().map(|coming| coming.at).chain(wake).min();
            let Some(next) = next else { break };
            self.pass(next.saturating_sub(self.now));
            self.time_passes();
        }
        let table = self.process.as_ref().unwrap();
        assert!(!table.is_busy(), "the table settles");
        assert!(table.expires_at().is_none_or(|at| at > Moment(self.now)), "an expired clock is handled");
        if self.disk.record.as_ref().unwrap().phase == Phase::Playing && !self.disk.paused {
            let Actor::Seat(seat) = self.truth.actor() else { panic!("a seat must answer, not chance") };
            let who = &self.disk.seats[usize::from(seat)];
            assert!(matches!(who, SeatOccupant::Human { .. }), "a computer player is stuck");
        }
    }

    /// Returns whether the game has ended, early or not.
    fn is_finished(&self) -> bool {
        self.truth.is_over() || self.disk.ended()
    }

    /// Checks that every connected client has received everything without having to ask.
    pub(super) fn check_news(&self) {
        for browser in &self.browsers {
            if browser.connection.as_ref().is_some_and(|connection| connection.welcomed.is_some()) {
                assert_eq!(browser.known.len(), self.disk.answers.len(), "everybody receives every answer");
            }
        }
    }

    /// Makes every client ask for what it missed. After the end of the game, each client asks for everything again, since nothing is hidden
    /// any more.
    pub(super) fn ask_for_the_rest(&mut self) {
        for browser in 0..self.browsers.len() {
            if self.is_finished() {
                self.browsers[browser].known.clear();
            }
            if self.browsers[browser].connection.is_none() {
                self.connect(browser);
            } else {
                self.hello(browser);
            }
        }
        self.deliver_all();
    }

    pub(super) fn check_end(&mut self) {
        let table = self.process.take().expect("the process lives");
        let hash = self.truth.position_hash();
        let answers = &self.disk.answers;
        for browser in &self.browsers {
            assert_eq!(browser.known.len(), answers.len(), "everybody knows every answer");
            for (known, stored) in browser.known.iter().zip(answers) {
                assert_eq!(known.seat, stored.seat);
                assert!(
                    known.answer == stored.word || self.hidden && known.answer == "draw:?",
                    "{known:?}, {stored:?}"
                );
            }
            if !self.hidden || self.is_finished() {
                let mut game = self.prepared.game.clone();
                for known in &browser.known {
                    let answer = game.answer(&known.answer).unwrap();
                    game.apply_raw(answer).unwrap();
                }
                assert_eq!(game.position_hash(), hash, "everybody reaches the same position");
            }
            let (seq, you, view) = browser.view.as_ref().unwrap();
            let viewer = if self.is_finished() { Viewer::ALL } else { Viewer::of(you.iter().copied()) };
            assert_eq!((*seq, view), (answers.len(), &text(&self.truth.view_for(viewer))), "the newest view");
        }
        assert_eq!(table.describe().paused, self.disk.paused, "a pause survives everything");
        let informed = |browser: &Browser| browser.paused == self.disk.paused;
        assert!(self.browsers.iter().all(informed), "everybody knows of the pause, or of its end");
        for (&seat, (name, token)) in &self.joined {
            let occupant = self.occupant(seat);
            let is_guest =
                |one: &SeatOccupant| matches!(one, SeatOccupant::Human { name: n, account: None, .. } if n == name);
            assert!(occupant.is_some_and(is_guest), "an acknowledged join of {name}: {occupant:?}");
            assert!(self.opens_seat(*token, seat) && table.seats_of(&[*token]).contains(&seat));
        }
        let connected = |seat: u8| self.browsers.iter().any(|browser| browser.view.as_ref().unwrap().1.contains(&seat));
        let mut described = table.describe();
        for (seat, shown) in (0u8..).zip(&described.seats) {
            let here = shown.connected == Some(connected(seat));
            assert!(shown.r#type != SeatKind::Human || here, "{seat} {described:?}");
        }
        assert_eq!((table.name(), described.table.as_str()), (NAME, NAME));
        if self.numbers.chance(30) {
            let (record, log) = self.disk.load(0);
            let again = Table::load(record, &log, PACE, None).unwrap();
            let hashes = &self.browsers[0].hashes;
            let events = |table: &Table| text(&table.events(None, None, hashes).unwrap().updates().unwrap());
            assert_eq!(events(&again), events(&table), "a reloaded table is the same");
            let mut loaded = again.describe();
            for described in [&mut loaded, &mut described] {
                described.seats.iter_mut().for_each(|seat| (seat.connected, seat.away) = (None, None));
                (described.offer, described.watching) = (None, 0);
            }
            assert_eq!(loaded, described);
        }
    }
}
