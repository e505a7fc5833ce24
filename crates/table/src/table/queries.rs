//! What can be asked of a table: nothing here changes it.

use std::collections::HashSet;

use games::deal::Deal;
use games::position_hash::PositionHash;
use games::record::{Outcome, Record};
use games::{Actor, EventView, Game, OwnTiles, Viewer};

use super::{Client, EventsOf, Table, ViewOf};
use crate::command::{ClientId, Welcome, viewer_of};
use crate::info::{SeatInfo, SeatKind, TableInfo};
use crate::messages::{self, Message, VERSION};
use crate::occupant::{SeatOccupant, names};
use crate::record::{EarlyEnd, Hash, Key, Loss, Phase, Right, SeatChange, Standing};
use crate::refusal::Refusal;
use crate::replaying::Draws;

/// All that a table's record is made of; making it takes a while, and need not happen where the table is kept.
pub struct RecordOf {
    game: Game,
    draws: Draws,
    names: Vec<String>,
    end: Option<EarlyEnd>,
    changes: Vec<SeatChange>,
    finished: bool,
}

impl RecordOf {
    /// How many answers it has, which are replayed for it.
    pub fn answers(&self) -> usize {
        self.game.seq()
    }

    /// Whether the game is over, so that its record stays as it is.
    pub fn is_finished(&self) -> bool {
        self.finished
    }

    /// The record. That of an imported game says of the draw order what the record said that was brought.
    pub fn record(self) -> Record {
        let RecordOf { game, draws, names, end, changes, .. } = self;
        let (mut record, stopped) = match draws {
            Draws::Dealt(deal) => {
                let mut record = Record::of(&game, &names, Some(&deal));
                // Whatever ended the game, the draws can be checked then.
                record.seed = end.map(|_| deal.seed()).or(record.seed);
                (record, false)
            }
            Draws::Recorded(claims) => {
                let mut record = Record::of(&game, &names, None);
                record.commitment = claims.commitment;
                record.seed = claims.seed;
                (record, claims.stopped)
            }
        };
        let scores = || game.scored_now().0;
        match end {
            Some(EarlyEnd::Resigned(seat)) => record.outcome = Outcome::Resigned { scores: scores(), seat },
            Some(EarlyEnd::TimeFell(seat)) => record.outcome = Outcome::TimeFell { scores: scores(), seat },
            Some(EarlyEnd::Aborted(seat)) => {
                record.comments.push(format!("seat {seat} ended the game without a result"))
            }
            None if stopped => record.outcome = Outcome::Stopped { scores: scores() },
            None => {}
        }
        record.comments.extend(changes.iter().map(told));
        record
    }
}

/// Who speaks at a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Speaker {
    /// The person, if it is one who sits there.
    pub person: Option<Person>,
    /// Whether the game is over, so that nobody can be helped any more.
    pub over: bool,
}

/// Somebody who sits at a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Person {
    pub seat: u8,
    /// What they are called.
    pub name: String,
    /// Their account.
    pub account: Option<i64>,
}

/// That somebody else plays for a seat, as a remark of the record.
fn told(change: &SeatChange) -> String {
    let SeatChange { answers, seat, by, loss } = change;
    let why = match loss {
        Some(Loss::Resigned) => format!("seat {seat} gave the game up and has lost; "),
        Some(Loss::Time) => format!("the time of seat {seat} was used up and it has lost; "),
        None => String::new(),
    };
    format!("after {answers} answers: {why}for seat {seat} plays {}", by.name())
}

impl Table {
    /// The table's name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The seats that these secrets open.
    pub fn seats_of(&self, hashes: &[Hash]) -> Vec<u8> {
        let opened = self.keys.iter().filter(|key| hashes.contains(&key.hash));
        let mut seats: Vec<u8> = opened
            .filter_map(|key| match key.right {
                Right::Seat(seat) => Some(seat),
                Right::Host | Right::Look => None,
            })
            .collect();
        seats.sort_unstable();
        seats.dedup();
        seats
    }

    /// Those of these secrets that open anything here.
    pub fn known_hashes(&self, hashes: &[Hash]) -> Vec<Hash> {
        let opens: HashSet<&Hash> = self.keys.iter().map(|key| &key.hash).collect();
        hashes.iter().filter(|hash| opens.contains(hash)).copied().collect()
    }

    /// The table without its game, as the protocol shows it.
    pub fn describe(&self) -> TableInfo {
        let connected = self.connected();
        let seats = (0u8..).zip(&self.seats);
        let deal = self.deal();
        TableInfo {
            table: self.name.clone(),
            phase: self.phase,
            setup: self.game.setup().short(),
            preset: games::presets::basis(self.game.setup()),
            seats: seats.map(|(seat, occupant)| self.seat_info(seat, occupant, connected.contains(&seat))).collect(),
            public: self.public,
            host: self.host_seat(),
            plain: self.plain,
            imported: deal.is_none(),
            commitment: deal.map(|deal| deal.commitment().to_owned()),
            // The seed tells the future: nobody sees it before the end.
            seed: deal.filter(|_| self.is_finished()).map(|deal| deal.seed().to_string()),
            terms: self.terms,
            abortable: self.is_abortable(),
            absence: self.absence(),
            undone: self.undone,
            offer: self.offer(),
            out: self.out(),
            end: self.ending(),
            invited: self.access.invited,
            spectators: self.access.spectators,
            watching: self.watching(),
            rematch: self.rematch_info(),
        }
    }

    /// The accounts that sit here.
    pub fn accounts(&self) -> Vec<i64> {
        self.seats.iter().filter_map(SeatOccupant::account).collect()
    }

    /// Who speaks for these seats: the first of them that a person had when the game began.
    pub fn speaker(&self, seats: &[u8]) -> Speaker {
        let person = |&seat: &u8| match self.founders.get(usize::from(seat))? {
            SeatOccupant::Human { name, account } => Some(Person { seat, name: name.clone(), account: *account }),
            SeatOccupant::Bot { .. } | SeatOccupant::Open => None,
        };
        Speaker { person: seats.iter().find_map(person), over: self.is_finished() }
    }

    fn seat_info(&self, seat: u8, occupant: &SeatOccupant, connected: bool) -> SeatInfo {
        let mut info = SeatInfo::of(occupant, Some(connected));
        let expected = self.phase == Phase::Playing && info.r#type == SeatKind::Human && !connected;
        info.away = self.away_for(seat).filter(|_| expected);
        info.stands_in_for = self.stood_in_for(seat);
        info
    }

    /// Greets a client: the table, the newest view, and the updates after `since`.
    pub(super) fn welcome(&mut self, client: ClientId, since: Option<usize>) -> Result<Welcome, Refusal> {
        // Whoever was never welcomed is a spectator.
        let stranger = Client { v: VERSION, you: Vec::new(), known: false, afar: false };
        let Client { v, you, .. } = self.clients.get(&client).cloned().unwrap_or(stranger);
        let seq = self.game.seq();
        let viewer = self.viewer_of(&you);
        let missed = match since.filter(|&since| since < seq) {
            Some(since) => self.events_of(since..seq, viewer).updates().map_err(Refusal::Damaged)?,
            None => Vec::new(),
        };
        let missed: Vec<_> = missed.iter().map(|update| &**update).collect();
        let table = self.describe();
        let shown = self.shown_to(viewer).into_owned();
        let hash = (v != messages::WHOLE_VIEWS).then_some(shown.hash);
        let (view, clocks) = (&shown.view, self.clocks_now());
        let (missed, clocks) = (&missed[..], clocks.as_ref());
        let greeting = Message::Welcome { v, table: &table, you: &you, seq, view, hash, missed, clocks };
        let text = messages::text(&greeting);
        if hash.is_some() && !self.shown.iter().any(|(of, _)| *of == viewer) {
            self.shown.push((viewer, shown));
        }
        let thinking = self.thinking.as_ref().map(|thinking| messages::thinking(thinking.seat, thinking.millis));
        Ok(Welcome { you, seq, text, thinking })
    }

    fn events_of(&self, range: std::ops::Range<usize>, viewer: Viewer) -> EventsOf {
        EventsOf { game: self.game.clone(), range, viewer }
    }

    /// The message of what a seat's answers would do, and of what the seat would be asked then. Nothing is changed, written down or told
    /// to others, and chance is not asked.
    ///
    /// # Errors
    /// Those of the answers themselves.
    pub fn preview(&self, client: ClientId, seat: u8, seq: usize, words: &[String]) -> Result<String, Refusal> {
        let steps = self.steps_of(client, seat, seq, words)?;
        let viewer = viewer_of(self.clients.get(&client).map_or(&[][..], |client| &client.you));
        let events: Vec<EventView> = steps.iter().flat_map(|step| step.game.show(&step.events, viewer)).collect();
        let last = steps.last().map(|step| &step.game).filter(|game| game.actor() == Actor::Seat(seat));
        let view = last.map(|game| messages::view(game, viewer, self.plain));
        Ok(messages::text(&Message::Preview { seq, words, events: &events, view: view.as_ref() }))
    }

    /// The view after `at` answers, or the newest, as somebody with these secrets sees it. Once the table is finished nothing is hidden.
    ///
    /// # Errors
    /// There are not so many answers.
    pub fn view(&self, at: Option<usize>, hashes: &[Hash]) -> Result<ViewOf, Refusal> {
        let seq = self.game.seq();
        match at.unwrap_or(seq) {
            at if at > seq => Err(Refusal::NoSuchPosition { seq }),
            at => Ok(ViewOf { game: self.game.clone(), at, viewer: self.viewer(hashes), plain: self.is_plain_now() }),
        }
    }

    /// The message of what the newest position tells of its places, as a client may know it.
    ///
    /// # Errors
    /// The game has not started, the position is not the newest, or nobody is helped in the game.
    pub fn guide(&self, client: ClientId, seq: usize) -> Result<String, Refusal> {
        self.may_guide()?;
        let newest = self.game.seq();
        if seq != newest {
            return Err(Refusal::Stale { given: seq, newest });
        }
        let own = viewer_of(self.clients.get(&client).map_or(&[][..], |client| &client.you));
        let viewer = if self.is_finished() { Viewer::ALL } else { own };
        Ok(messages::text(&Message::Guide(&self.game.guide_for(viewer))))
    }

    /// The same after `at` answers, or of the newest position, as somebody with these secrets may know it.
    ///
    /// # Errors
    /// The game has not started, nobody is helped in it, or there are not so many answers.
    pub fn guide_at(&self, at: Option<usize>, hashes: &[Hash]) -> Result<ViewOf, Refusal> {
        self.may_guide()?;
        self.view(at, hashes)
    }

    fn may_guide(&self) -> Result<(), Refusal> {
        match self.phase {
            Phase::Gathering => Err(Refusal::NotStarted),
            _ if self.is_plain_now() => Err(Refusal::Plain),
            _ => Ok(()),
        }
    }

    /// Whether nobody is helped here as long as the game goes on.
    fn is_plain_now(&self) -> bool {
        self.plain && !self.is_finished()
    }

    /// The answers from number `from` + 1 to number `to` with their events, as somebody with these secrets sees them.
    ///
    /// # Errors
    /// There are not so many answers.
    pub fn events(&self, from: Option<usize>, to: Option<usize>, hashes: &[Hash]) -> Result<EventsOf, Refusal> {
        let seq = self.game.seq();
        let (from, to) = (from.unwrap_or(0), to.unwrap_or(seq));
        if from > to || to > seq {
            return Err(Refusal::NoSuchRange { from, to, seq });
        }
        Ok(self.events_of(from..to, self.viewer(hashes)))
    }

    /// The tile file of the players' own.
    ///
    /// # Errors
    /// The table plays with printed tiles alone.
    pub fn own_tiles(&self) -> Result<OwnTiles, Refusal> {
        self.game.setup().own_tiles.clone().ok_or(Refusal::NoOwnTiles)
    }

    /// The table's record.
    ///
    /// # Errors
    /// The game is not over, and hands are hidden in it or it is rated.
    pub fn record(&self) -> Result<RecordOf, Refusal> {
        let finished = self.is_finished();
        if !finished && self.game.has_secrets() {
            return Err(Refusal::Secret);
        }
        if !finished && self.terms.rated {
            return Err(Refusal::RatedRecord);
        }
        let (game, draws, changes) = (self.game.clone(), self.draws.clone(), self.changes.clone());
        Ok(RecordOf { game, draws, names: names(&self.founders), end: self.end, changes, finished })
    }

    /// The game, once it can be looked at with all that is in it.
    ///
    /// # Errors
    /// It is not over, and nobody is helped in it.
    pub fn finished_game(&self) -> Result<Game, Refusal> {
        if self.is_finished() { Ok(self.game.clone()) } else { Err(Refusal::NotOver) }
    }

    /// The hash of a position by which the server knows that nobody may have it analysed: that of a rated game that goes on.
    pub(super) fn rated_position(&self, game: &Game, standing: Standing) -> Option<PositionHash> {
        (self.terms.rated && standing.phase == Phase::Playing).then(|| game.position_hash())
    }

    /// Whether nothing is still to be won, and so nothing hidden: an imported game may have been broken off before its end.
    pub(super) fn is_finished(&self) -> bool {
        self.phase == Phase::Finished
    }

    /// The draw order, of a game that is played here.
    pub(super) fn deal(&self) -> Option<&Deal> {
        match &self.draws {
            Draws::Dealt(deal) => Some(deal),
            Draws::Recorded(_) => None,
        }
    }

    /// What somebody with these secrets may see.
    fn viewer(&self, hashes: &[Hash]) -> Viewer {
        self.viewer_of(&self.seats_of(hashes))
    }

    /// The seat on which the host sits: the first of the seats that the table's maker took.
    pub(super) fn host_seat(&self) -> Option<u8> {
        let hosts: HashSet<Hash> =
            self.keys.iter().filter(|key| key.right == Right::Host).map(|key| key.hash).collect();
        let seat_of = |key: &Key| match key.right {
            Right::Seat(seat) if hosts.contains(&key.hash) => Some(seat),
            _ => None,
        };
        self.keys.iter().filter_map(seat_of).min()
    }
}
