//! Queries about a table; they don't change it.

use std::collections::HashSet;

use games::carcassonne_lab;
use games::deal::Deal;
use games::position_hash::PositionHash;
use games::record::{Outcome, Record};
use games::view::HIDDEN_KINDS;
use games::{Actor, EventView, Game, OwnTiles, Viewer};

use super::{Client, EventsOf, Table, ViewOf};
use crate::colour::COLOURS;
use crate::command::{ClientId, Welcome, viewer_of};
use crate::info::{SeatInfo, SeatKind, TableInfo, shown_colours};
use crate::messages::{self, Message, VERSION};
use crate::occupant::{SeatOccupant, names};
use crate::record::{EarlyEnd, Hash, Key, Loss, Phase, Right, SeatChange, Standing};
use crate::refusal::Refusal;
use crate::replaying::Draws;
use crate::seat_colours::{ColourMap, colours};

/// The colours in links of CarcassonneLab, by number.
const COLOUR_WORDS: [&str; COLOURS] = ["red", "blue", "yellow", "green", "black", "purple"];

/// The inputs needed to build a table's record. Building it takes a while and can be done on another thread.
pub struct RecordOf {
    pub(super) game: Game,
    pub(super) draws: Draws,
    pub(super) names: Vec<String>,
    pub(super) colours: ColourMap,
    pub(super) end: Option<EarlyEnd>,
    pub(super) changes: Vec<SeatChange>,
    pub(super) finished: bool,
}

impl RecordOf {
    /// Returns the number of answers to replay.
    pub fn answers(&self) -> usize {
        self.game.seq()
    }

    /// Returns whether the game is over, so that its record is final.
    pub fn is_finished(&self) -> bool {
        self.finished
    }

    /// Returns the colours of the seats.
    pub fn colours(&self) -> ColourMap {
        self.colours
    }

    /// Writes a record of this game as a CarcassonneLab link, in the colours that the seats have at the table.
    ///
    /// # Errors
    /// Links cannot hold the game.
    pub fn link(record: &Record, colours: ColourMap) -> Result<String, Refusal> {
        let names = colours.map(|colour| COLOUR_WORDS[usize::from(colour)]);
        carcassonne_lab::export_in(record, &names).map_err(Refusal::NoLink)
    }

    /// Builds the record. For an imported game, the record keeps the original's claims about the draw order.
    pub fn record(self) -> Record {
        let RecordOf { game, draws, names, end, changes, .. } = self;
        let (mut record, stopped) = match draws {
            Draws::Dealt(deal) => {
                let mut record = Record::of(&game, &names, Some(&deal));
                // However the game ended, its draws can be verified now.
                record.seed = end.map(|_| deal.seed()).or(record.seed);
                (record, false)
            }
            Draws::Transferred { answers, .. } => {
                let mut record = Record::of(&game, &names, None);
                record.comments.push(format!("transferred after {answers} answers, so its draws cannot be verified"));
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
            Some(EarlyEnd::TimedOut(seat)) => record.outcome = Outcome::TimeFell { scores: scores(), seat },
            Some(EarlyEnd::Aborted(seat)) => {
                record.comments.push(format!("seat {seat} aborted the game, which has no result"))
            }
            Some(EarlyEnd::Agreed(seat)) => {
                let comment = format!("seat {seat} offered to end the game without a result, and all players agreed");
                record.comments.push(comment)
            }
            None if stopped => record.outcome = Outcome::Stopped { scores: scores() },
            None => {}
        }
        record.comments.extend(changes.iter().map(told));
        record
    }
}

/// The author of chat lines at a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Speaker {
    /// The person, if they have a seat.
    pub person: Option<Person>,
    /// True if the game is over, so that hints are harmless.
    pub over: bool,
}

/// A person with a seat at a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Person {
    pub seat: u8,
    pub name: String,
    /// Account id; `None` for a guest.
    pub account: Option<i64>,
}

/// Formats a change of occupant as a comment for the record.
fn told(change: &SeatChange) -> String {
    let SeatChange { answers, seat, by, loss } = change;
    let why = match loss {
        Some(Loss::Resigned) => format!("seat {seat} resigned and has lost; "),
        Some(Loss::Time) => format!("seat {seat} ran out of time and has lost; "),
        None => String::new(),
    };
    format!("after {answers} answers: {why}{} plays for seat {seat}", by.name())
}

impl Table {
    /// Returns the table's name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the seats that these secrets open.
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

    /// Returns the given hashes whose secrets grant a right at this table.
    pub fn known_hashes(&self, hashes: &[Hash]) -> Vec<Hash> {
        let opens: HashSet<&Hash> = self.keys.iter().map(|key| &key.hash).collect();
        hashes.iter().filter(|hash| opens.contains(hash)).copied().collect()
    }

    /// Returns the colours of the seats, which they keep when a computer player takes over.
    pub fn colours(&self) -> ColourMap {
        colours(&self.initial_seats)
    }

    /// Describes the table without its game, as the protocol sends it.
    pub fn describe(&self) -> TableInfo {
        let connected = self.connected();
        let seats = (0u8..).zip(&self.seats);
        let deal = self.verifiable_deal();
        TableInfo {
            table: self.name.clone(),
            phase: self.phase,
            setup: self.game.setup().short(),
            preset: games::presets::basis(self.game.setup()),
            seats: seats.map(|(seat, occupant)| self.seat_info(seat, occupant, connected.contains(&seat))).collect(),
            colours: shown_colours(&self.initial_seats),
            public: self.public,
            host: self.host_seat(),
            plain: self.plain,
            hidden_kinds: if self.plain { &HIDDEN_KINDS } else { &[] },
            imported: self.deal().is_none(),
            transferred: self.transferred(),
            commitment: deal.map(|deal| deal.commitment().to_owned()),
            // The seed reveals future draws, so it stays secret until the end.
            seed: deal.filter(|_| self.is_finished()).map(|deal| deal.seed().to_string()),
            terms: self.terms,
            abortable: self.is_abortable(),
            absence: self.absence(),
            undone: self.undone,
            offer: self.offer(),
            paused: self.paused,
            out: self.out(),
            end: self.ending(),
            invited: self.access.invited,
            spectators: self.access.spectators,
            watching: self.watching(),
            rematch: self.rematch_info(),
        }
    }

    /// Returns the ids of the accounts that have seats at this table.
    pub fn accounts(&self) -> Vec<i64> {
        self.seats.iter().filter_map(SeatOccupant::account).collect()
    }

    /// Returns the speaker for these seats: the first person who held one of them when the game began.
    pub fn speaker(&self, seats: &[u8]) -> Speaker {
        let person = |&seat: &u8| match self.initial_seats.get(usize::from(seat))? {
            SeatOccupant::Human { name, account, .. } => Some(Person { seat, name: name.clone(), account: *account }),
            SeatOccupant::Bot { .. } | SeatOccupant::Open => None,
        };
        Speaker { person: seats.iter().find_map(person), over: self.is_finished() }
    }

    fn seat_info(&self, seat: u8, occupant: &SeatOccupant, connected: bool) -> SeatInfo {
        let mut info = SeatInfo::of(occupant, Some(connected));
        let expected = self.phase == Phase::Playing && !self.paused && info.r#type == SeatKind::Human && !connected;
        info.away = self.away_for(seat).filter(|_| expected);
        info.stands_in_for = self.replaced_person(seat);
        info
    }

    /// Creates the welcome for a client: the table, the newest view, and the updates after `since`.
    pub(super) fn welcome(&mut self, client: ClientId, since: Option<usize>) -> Result<Welcome, Refusal> {
        // A client that was never welcomed counts as a spectator.
        let stranger = Client { v: VERSION, you: Vec::new(), known: false, is_remote: false };
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

    /// Returns the message that previews a seat's answers and its next decision. This changes nothing, writes nothing, sends nothing to
    /// others, and draws no tile.
    ///
    /// # Errors
    /// The answers would be rejected.
    pub fn preview(&self, client: ClientId, seat: u8, seq: usize, words: &[String]) -> Result<String, Refusal> {
        let steps = self.play_answers(client, seat, seq, words)?;
        let viewer = viewer_of(self.clients.get(&client).map_or(&[][..], |client| &client.you));
        let events: Vec<EventView> = steps.iter().flat_map(|step| step.game.show(&step.events, viewer)).collect();
        let last = steps.last().map(|step| &step.game).filter(|game| game.actor() == Actor::Seat(seat));
        let view = last.map(|game| messages::view(game, viewer, self.plain));
        Ok(messages::text(&Message::Preview { seq, words, events: &events, view: view.as_ref() }))
    }

    /// Returns the inputs for building the view after `at` answers, or the newest view, as the holder of these secrets may see it. Once the
    /// table is finished, nothing is hidden.
    ///
    /// # Errors
    /// The game has fewer answers.
    pub fn view(&self, at: Option<usize>, hashes: &[Hash]) -> Result<ViewOf, Refusal> {
        let seq = self.game.seq();
        match at.unwrap_or(seq) {
            at if at > seq => Err(Refusal::NoSuchPosition { seq }),
            at => Ok(ViewOf { game: self.game.clone(), at, viewer: self.viewer(hashes), plain: self.is_plain_now() }),
        }
    }

    /// Returns the guide message for the newest position, as a client may see it.
    ///
    /// # Errors
    /// The game has not started, the position is not the newest, or the table allows no hints.
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

    /// Returns the inputs for building the guide to the position after `at` answers, or to the newest position, as the holder of these
    /// secrets may see it.
    ///
    /// # Errors
    /// The game has not started, the table allows no hints, or the game has fewer answers.
    pub fn guide_at(&self, at: Option<usize>, hashes: &[Hash]) -> Result<ViewOf, Refusal> {
        self.may_guide()?;
        self.view(at, hashes)
    }

    /// Returns the inputs for stating the position after `at` answers, or the newest position, as a starting board.
    ///
    /// # Errors
    /// The game has not started, the table allows no hints, or the game has fewer answers.
    pub fn board_at(&self, at: Option<usize>, hashes: &[Hash]) -> Result<ViewOf, Refusal> {
        self.guide_at(at, hashes)
    }

    fn may_guide(&self) -> Result<(), Refusal> {
        match self.phase {
            Phase::Gathering => Err(Refusal::NotStarted),
            _ if self.is_plain_now() => Err(Refusal::Plain),
            _ => Ok(()),
        }
    }

    /// Returns whether hints are disabled until the game is over.
    fn is_plain_now(&self) -> bool {
        self.plain && !self.is_finished()
    }

    /// Returns the answers numbered from `from` + 1 to `to` with their events, as the holder of these secrets may see them.
    ///
    /// # Errors
    /// The game has fewer answers.
    pub fn events(&self, from: Option<usize>, to: Option<usize>, hashes: &[Hash]) -> Result<EventsOf, Refusal> {
        let seq = self.game.seq();
        let (from, to) = (from.unwrap_or(0), to.unwrap_or(seq));
        if from > to || to > seq {
            return Err(Refusal::NoSuchRange { from, to, seq });
        }
        Ok(self.events_of(from..to, self.viewer(hashes)))
    }

    /// Returns the custom tile file.
    ///
    /// # Errors
    /// The table uses only printed tiles.
    pub fn own_tiles(&self) -> Result<OwnTiles, Refusal> {
        self.game.setup().own_tiles.clone().ok_or(Refusal::NoOwnTiles)
    }

    /// Returns the inputs for building the table's record.
    ///
    /// # Errors
    /// The game is not over, and it is rated or has hidden hands.
    pub fn record(&self) -> Result<RecordOf, Refusal> {
        let finished = self.is_finished();
        if !finished && self.game.has_secrets() {
            return Err(Refusal::Secret);
        }
        if !finished && self.terms.rated {
            return Err(Refusal::RatedRecord);
        }
        let (game, draws, changes) = (self.game.clone(), self.draws.clone(), self.changes.clone());
        let (names, colours) = (names(&self.initial_seats), self.colours());
        Ok(RecordOf { game, draws, names, colours, end: self.end, changes, finished })
    }

    /// Returns the game once nothing in it is hidden.
    ///
    /// # Errors
    /// The game is not over.
    pub fn finished_game(&self) -> Result<Game, Refusal> {
        if self.is_finished() { Ok(self.game.clone()) } else { Err(Refusal::NotOver) }
    }

    /// Returns the hash of a position in a rated game that is not over. The server uses it to recognize positions that must not be
    /// analysed.
    pub(super) fn rated_position(&self, game: &Game, standing: Standing) -> Option<PositionHash> {
        (self.terms.rated && standing.phase == Phase::Playing).then(|| game.position_hash())
    }

    /// Reports whether the game is finished, so that nothing is hidden; an imported game may have stopped before its end.
    pub fn is_finished(&self) -> bool {
        self.phase == Phase::Finished
    }

    /// Returns the draw order of a game played here; `None` for an imported game.
    pub(super) fn deal(&self) -> Option<&Deal> {
        match &self.draws {
            Draws::Dealt(deal) | Draws::Transferred { deal, .. } => Some(deal),
            Draws::Recorded(_) => None,
        }
    }

    /// Returns the draw order of a game all of whose tiles were drawn here.
    pub(super) fn verifiable_deal(&self) -> Option<&Deal> {
        match &self.draws {
            Draws::Dealt(deal) => Some(deal),
            Draws::Transferred { .. } | Draws::Recorded(_) => None,
        }
    }

    /// Returns the viewer for the holder of these secrets.
    fn viewer(&self, hashes: &[Hash]) -> Viewer {
        self.viewer_of(&self.seats_of(hashes))
    }

    /// Returns the host's seat: the lowest seat that one of the host's secrets opens.
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
