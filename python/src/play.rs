//! A game with what Python's is besides: the draws that a seed deals, and by which it knows its own answers again.

use std::sync::OnceLock;

use bastide::deal::{Deal, Seed};
use bastide::engine::tile::PILE_BAG;
use bastide::engine::{Described, Random, SmallRandom};
use bastide::{Actor, Answer, Event, Game, WordError, with_family};

/// What a fingerprint begins with, and what it is multiplied by (FNV-1a of 64 bits).
const TRAIL_START: u64 = 0xcbf2_9ce4_8422_2325;
const TRAIL_FACTOR: u64 = 0x0000_0100_0000_01b3;
/// How often other hands are tried before none are found.
const TRIALS: u64 = 1000;

/// A fingerprint of a set-up and answers.
fn trail_on(trail: u64, bytes: &[u8]) -> u64 {
    bytes.iter().fold(trail, |trail, &byte| (trail ^ u64::from(byte)).wrapping_mul(TRAIL_FACTOR))
}

/// The draws of a game, dealt by a seed. What is left of the draw order is kept, so that a draw need not work it out.
#[derive(Clone)]
pub struct Dealt {
    deal: Deal,
    left: Vec<u8>,
    /// No tile was put aside so far, so that `left` is what the deal says.
    plain: bool,
}

impl Dealt {
    fn new(deal: Deal) -> Self {
        let left = deal.tiles().to_vec();
        Self { deal, left, plain: true }
    }

    fn answer(&self, game: &Game, legal: &[Answer]) -> Option<Answer> {
        match legal.first()? {
            Answer::Draw { .. } if self.plain => {
                let mut next = self.left.iter().map(|&kind| Answer::Draw { kind });
                next.find(|answer| legal.contains(answer))
            }
            _ => self.deal.answer(game),
        }
    }

    fn take(&mut self, events: &[Event]) {
        for event in events {
            match *event {
                Event::Drawn { kind } | Event::Taken { kind, .. } | Event::TakenOut { kind } => {
                    if let Some(first) = self.left.iter().position(|&other| other == kind) {
                        self.left.remove(first);
                    }
                }
                Event::SetAside { .. } | Event::ShuffledBack => self.plain = false,
                _ => {}
            }
        }
    }
}

/// A game, its draws if a seed deals them, and its fingerprint.
#[derive(Clone)]
pub struct Play {
    /// The game.
    pub game: Game,
    dealt: Option<Dealt>,
    trail: u64,
    /// The legal answers, once somebody has asked for them.
    legal: OnceLock<Vec<Answer>>,
}

impl Play {
    /// A game, played on with draws by a seed if one is given.
    pub fn new(game: Game, seed: Option<Seed>) -> Self {
        let mut trail = trail_on(TRAIL_START, game.setup().canonical().as_bytes());
        for answer in game.answers() {
            trail = trail_on(trail, &answer.to_integer().to_le_bytes());
        }
        let dealt = seed.map(|seed| Dealt::new(Deal::of(seed, &game.afresh())));
        let mut play = Self { game, dealt, trail, legal: OnceLock::new() };
        play.draw_dealt();
        play
    }

    /// A game that goes on from where it was saved, with the draws that its seed deals from there on.
    pub fn resumed(game: Game, seed: Option<Seed>) -> Self {
        let deal = seed.map(|seed| Deal::of(seed, &game.afresh()));
        Self::new(game, None).dealt_as(deal.as_ref())
    }

    /// The fingerprint of the set-up and the answers so far.
    pub fn trail(&self) -> u64 {
        self.trail
    }

    /// The legal answers.
    pub fn legal(&self) -> &[Answer] {
        self.legal.get_or_init(|| self.game.legal())
    }

    /// The deal, where a seed deals the draws.
    pub fn deal(&self) -> Option<&Deal> {
        self.dealt.as_ref().map(|dealt| &dealt.deal)
    }

    /// Carries an answer out, and the draws that follow where a seed deals them. Answers every event.
    pub fn apply(&mut self, answer: Answer) -> Result<Vec<Event>, WordError> {
        let mut events = self.apply_one(answer)?;
        events.extend(self.draw_dealt());
        Ok(events)
    }

    fn apply_one(&mut self, answer: Answer) -> Result<Vec<Event>, WordError> {
        let events = self.game.apply_quietly(answer)?;
        self.legal = OnceLock::new();
        self.trail = trail_on(self.trail, &answer.to_integer().to_le_bytes());
        if let Some(dealt) = &mut self.dealt {
            dealt.take(&events);
        }
        Ok(events)
    }

    fn draw_dealt(&mut self) -> Vec<Event> {
        let mut events = Vec::new();
        while let Some(dealt) = &self.dealt
            && self.game.actor() == Actor::Chance
            && let Some(answer) = dealt.answer(&self.game, &self.game.legal())
            && let Ok(more) = self.apply_one(answer)
        {
            events.extend(more);
        }
        events
    }

    /// The same game, so many answers shorter: of players' where a seed deals the draws, of any where chance is asked. None where there
    /// are not so many.
    pub fn undone(&self, count: usize) -> Option<Self> {
        let mut replay = self.game.afresh();
        let mut by_players = Vec::new();
        for (number, &answer) in self.game.answers().iter().enumerate() {
            if self.dealt.is_none() || replay.actor() != Actor::Chance {
                by_players.push(number);
            }
            replay.apply_quietly(answer).ok()?;
        }
        let keep = match count {
            0 => self.game.seq(),
            _ => *by_players.get(by_players.len().checked_sub(count)?)?,
        };
        let mut game = self.game.afresh();
        for &answer in &self.game.answers()[..keep] {
            game.apply_quietly(answer).ok()?;
        }
        Some(Self::new(game, None).dealt_as(self.deal()))
    }

    /// The same game with the draws of a deal from here on.
    fn dealt_as(mut self, deal: Option<&Deal>) -> Self {
        self.dealt = deal.map(|deal| {
            let mut dealt = Dealt::new(deal.clone());
            let mut game = self.game.afresh();
            for &answer in self.game.answers() {
                if let Ok(events) = game.apply_quietly(answer) {
                    dealt.take(&events);
                }
            }
            dealt
        });
        self.draw_dealt();
        self
    }
}

/// What chance can answer, each with its probability; nothing where chance is not asked.
pub fn outcomes(game: &Game) -> Vec<(Answer, f64)> {
    if game.actor() != Actor::Chance {
        return Vec::new();
    }
    let weigh = |answer: &Answer| match answer {
        Answer::Draw { kind } => f64::from(game.in_bag(*kind)),
        _ => 1.0,
    };
    let legal = game.legal();
    let all: f64 = legal.iter().map(weigh).sum();
    legal.into_iter().map(|answer| (answer, weigh(&answer) / all)).collect()
}

/// The smallest frame with every tile and open place: its first column and row, its columns and rows.
pub fn bounds(game: &Game) -> (i16, i16, u16, u16) {
    let found = with_family!(game.setup().game.as_str(), F => game.of::<F>().map(|(_, position)| {
        let board = &position.board;
        let places = board.open_places().map(|(at, _)| at).chain(board.tiles().iter().map(|tile| tile.at));
        places.fold((i16::MAX, i16::MAX, i16::MIN, i16::MIN), |(west, north, east, south), at| {
            (west.min(at.x), north.min(at.y), east.max(at.x), south.max(at.y))
        })
    }));
    let (west, north, east, south) = found.flatten().unwrap_or_default();
    (west, north, (east - west) as u16 + 1, (south - north) as u16 + 1)
}

/// The tiles in every seat's hand, and which answer brought each.
type Hands = Vec<Vec<(usize, u8)>>;

/// The kinds of the tiles in a seat's hand.
fn hand(game: &Game, seat: u8) -> Vec<u8> {
    let kinds = with_family!(game.setup().game.as_str(), F => game.of::<F>().map(|(_, p)| p.hand(seat).to_vec()));
    kinds.flatten().unwrap_or_default()
}

/// Which answer brought each tile that is now in a hand.
fn hands(game: &Game) -> Hands {
    let seats = game.setup().seats;
    let (mut replay, mut held): (Game, Hands) = (game.afresh(), vec![Vec::new(); usize::from(seats)]);
    for (number, &answer) in game.answers().iter().enumerate() {
        if let (Answer::PlaceHeld { slot, .. }, Some(seat)) = (answer, replay.active()) {
            let hand = &mut held[usize::from(seat)];
            if usize::from(slot) < hand.len() {
                hand.remove(usize::from(slot));
            }
        }
        let Ok(events) = replay.apply_quietly(answer) else { break };
        for event in events {
            if let Event::Taken { seat, kind } = event {
                held[usize::from(seat)].push((number, kind));
            }
        }
        // A tile that fits nowhere leaves a hand by the rules alone.
        for (seat, tracked) in (0..seats).zip(&mut held) {
            let mut now = hand(&replay, seat);
            tracked.retain(|&(_, kind)| match now.iter().position(|&other| other == kind) {
                Some(found) => {
                    now.remove(found);
                    true
                }
                None => false,
            });
        }
    }
    held
}

/// The same game as a seat may imagine it: in the hands that are hidden from it are tiles that it has not seen, as likely as they can be
/// there by what was played. Nothing deals its draws. None where no other hands go with what was played, which the actual ones do.
pub fn determinized(game: &Game, seat: u8, seed: u64) -> Option<Game> {
    if !game.has_secrets() {
        return Some(game.clone());
    }
    let held = hands(game);
    let hidden: Vec<(usize, u8)> = held
        .iter()
        .enumerate()
        .filter(|(other, _)| *other != usize::from(seat))
        .flat_map(|(_, hand)| hand.clone())
        .collect();
    let mut unseen: Vec<u8> = hidden.iter().map(|&(_, kind)| kind).collect();
    let drawn = |kind: u8| with_family!(game.setup().game.as_str(), F => in_bag::<F>(game, kind)).unwrap_or(0);
    for kind in 0..game.tiles().len() as u8 {
        unseen.extend(std::iter::repeat_n(kind, usize::from(drawn(kind))));
    }
    // What is in which hand must not show in the order.
    unseen.sort_unstable();
    let mut random = SmallRandom::new(seed);
    (0..TRIALS).find_map(|_| {
        random.shuffle(&mut unseen);
        let mut answers = game.answers().to_vec();
        for (&(number, _), &kind) in hidden.iter().zip(&unseen) {
            answers[number] = Answer::Draw { kind };
        }
        let mut imagined = game.afresh();
        answers.into_iter().try_for_each(|answer| imagined.apply_quietly(answer).map(|_| ())).ok()?;
        let same = imagined.actor() == game.actor() && imagined.turn() == game.turn();
        same.then_some(imagined)
    })
}

/// Tiles of a kind that are in the bag and are drawn from it.
fn in_bag<F: Described>(game: &Game, kind: u8) -> u8 {
    let of = game.of::<F>();
    of.filter(|(rules, _)| rules.kind(kind).pile == PILE_BAG).map_or(0, |(_, position)| position.bag().count(kind))
}

/// One of the listed outcomes, by a number from 0 to 1.
pub fn pick(outcomes: &[(Answer, f64)], uniform: f64) -> Option<Answer> {
    let mut left = uniform;
    for &(answer, probability) in outcomes {
        if left < probability {
            return Some(answer);
        }
        left -= probability;
    }
    outcomes.last().map(|&(answer, _)| answer)
}

/// Plays a game on with random answers, uniform over the legal ones, and draws by their probability where none are dealt.
pub fn play_on(play: &mut Play, seed: u64) -> Result<(), WordError> {
    let mut random = SmallRandom::new(seed);
    loop {
        let answer = match play.game.actor() {
            Actor::Nobody => return Ok(()),
            Actor::Chance => {
                let uniform = (random.next() >> 11) as f64 / (1u64 << 53) as f64;
                pick(&outcomes(&play.game), uniform).unwrap_or(Answer::Pass)
            }
            Actor::Seat(_) => {
                let legal = play.legal();
                legal[random.below(legal.len() as u32) as usize]
            }
        };
        play.apply(answer)?;
    }
}
