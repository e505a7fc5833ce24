//! A game with the draws that its seed deals, and a fingerprint that shows whether an answer was listed for its current position.

use std::sync::OnceLock;

use bastide::deal::{Deal, Seed};
use bastide::engine::tile::PILE_BAG;
use bastide::engine::{Described, KindIndex, Random, SmallRandom};
use bastide::{Actor, Answer, Event, Game, WordError, with_family};

/// Start value and multiplier of the fingerprint (64-bit FNV-1a).
const FNV_OFFSET: u64 = 0xcbf2_9ce4_8422_2325;
const FNV_PRIME: u64 = 0x0000_0100_0000_01b3;
/// Maximum number of attempts to find consistent hands.
const TRIALS: u64 = 1000;

/// Adds bytes to the fingerprint of a set-up and its answers.
fn extend_trail(trail: u64, bytes: &[u8]) -> u64 {
    bytes.iter().fold(trail, |trail, &byte| (trail ^ u64::from(byte)).wrapping_mul(FNV_PRIME))
}

/// The draws that a seed deals for a game. The remaining draw order is stored, so that it need not be recomputed for each draw.
#[derive(Clone)]
pub struct DealtDraws {
    deal: Deal,
    left: Vec<KindIndex>,
    /// True while no tile has been put aside, so that `left` matches the deal.
    plain: bool,
}

impl DealtDraws {
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
    /// The game with its history.
    pub game: Game,
    dealt: Option<DealtDraws>,
    trail: u64,
    /// Legal answers, computed on demand.
    legal: OnceLock<Vec<Answer>>,
}

impl Play {
    /// Creates a game and, with a seed, deals its first draws.
    pub fn new(game: Game, seed: Option<Seed>) -> Self {
        let mut trail = extend_trail(FNV_OFFSET, game.setup().canonical().as_bytes());
        for answer in game.answers() {
            trail = extend_trail(trail, &answer.to_integer().to_le_bytes());
        }
        let dealt = seed.map(|seed| DealtDraws::new(Deal::of(seed, &game.restarted())));
        let mut play = Self { game, dealt, trail, legal: OnceLock::new() };
        play.draw_dealt();
        play
    }

    /// Continues a saved game; the seed deals the remaining draws.
    pub fn resumed(game: Game, seed: Option<Seed>) -> Self {
        let deal = seed.map(|seed| Deal::of(seed, &game.restarted()));
        Self::new(game, None).with_deal(deal.as_ref())
    }

    /// Returns the fingerprint of the set-up and the answers so far.
    pub fn trail(&self) -> u64 {
        self.trail
    }

    /// Returns the legal answers.
    pub fn legal(&self) -> &[Answer] {
        self.legal.get_or_init(|| self.game.legal())
    }

    /// Returns the deal, if a seed deals the draws.
    pub fn deal(&self) -> Option<&Deal> {
        self.dealt.as_ref().map(|dealt| &dealt.deal)
    }

    /// Applies an answer, and the draws that follow if a seed deals them. Returns all events.
    pub fn apply(&mut self, answer: Answer) -> Result<Vec<Event>, WordError> {
        let mut events = self.apply_one(answer)?;
        events.extend(self.draw_dealt());
        Ok(events)
    }

    fn apply_one(&mut self, answer: Answer) -> Result<Vec<Event>, WordError> {
        let events = self.game.apply_raw(answer)?;
        self.legal = OnceLock::new();
        self.trail = extend_trail(self.trail, &answer.to_integer().to_le_bytes());
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

    /// Returns the game without its last `count` answers, or `None` if there are fewer. If a seed deals the draws, only players' answers
    /// count.
    pub fn undo(&self, count: usize) -> Option<Self> {
        let mut replay = self.game.restarted();
        let mut by_players = Vec::new();
        for (number, &answer) in self.game.answers().iter().enumerate() {
            if self.dealt.is_none() || replay.actor() != Actor::Chance {
                by_players.push(number);
            }
            replay.apply_raw(answer).ok()?;
        }
        let keep = match count {
            0 => self.game.seq(),
            _ => *by_players.get(by_players.len().checked_sub(count)?)?,
        };
        let mut game = self.game.restarted();
        for &answer in &self.game.answers()[..keep] {
            game.apply_raw(answer).ok()?;
        }
        Some(Self::new(game, None).with_deal(self.deal()))
    }

    /// Continues from the current position with the draws of a deal.
    fn with_deal(mut self, deal: Option<&Deal>) -> Self {
        self.dealt = deal.map(|deal| {
            let mut dealt = DealtDraws::new(deal.clone());
            let mut game = self.game.restarted();
            for &answer in self.game.answers() {
                if let Ok(events) = game.apply_raw(answer) {
                    dealt.take(&events);
                }
            }
            dealt
        });
        self.draw_dealt();
        self
    }
}

/// Returns the possible outcomes of chance with their probabilities, or an empty list if it is not chance's turn.
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

/// Returns the smallest frame that contains every tile and open place: first column and row, number of columns and rows.
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

/// Tiles in every seat's hand, each as the index of the answer that drew the tile, and its kind.
type Hands = Vec<Vec<(usize, KindIndex)>>;

/// Returns the kinds of the tiles in a seat's hand.
fn hand(game: &Game, seat: u8) -> Vec<KindIndex> {
    let kinds = with_family!(game.setup().game.as_str(), F => game.of::<F>().map(|(_, p)| p.hand(seat).to_vec()));
    kinds.flatten().unwrap_or_default()
}

/// Replays the game and returns the tiles in the hands, each with the answer that drew it.
fn hands(game: &Game) -> Hands {
    let seats = game.setup().seats;
    let (mut replay, mut held): (Game, Hands) = (game.restarted(), vec![Vec::new(); usize::from(seats)]);
    for (number, &answer) in game.answers().iter().enumerate() {
        if let (Answer::PlaceHeld { slot, .. }, Some(seat)) = (answer, replay.active_seat()) {
            let hand = &mut held[usize::from(seat)];
            if usize::from(slot) < hand.len() {
                hand.remove(usize::from(slot));
            }
        }
        let Ok(events) = replay.apply_raw(answer) else { break };
        for event in events {
            if let Event::Taken { seat, kind } = event {
                held[usize::from(seat)].push((number, kind));
            }
        }
        // A tile that fits nowhere leaves the hand without an answer.
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

/// Returns a copy of the game that is consistent with what a seat knows: hands hidden from the seat contain unseen tiles, drawn with the
/// probabilities that follow from the game so far. The copy has no deal. Returns `None` if no consistent hands were found.
pub fn determinized(game: &Game, seat: u8, seed: u64) -> Option<Game> {
    if !game.has_secrets() {
        return Some(game.clone());
    }
    let held = hands(game);
    let hidden: Vec<(usize, KindIndex)> = held
        .iter()
        .enumerate()
        .filter(|(other, _)| *other != usize::from(seat))
        .flat_map(|(_, hand)| hand.clone())
        .collect();
    let mut unseen: Vec<KindIndex> = hidden.iter().map(|&(_, kind)| kind).collect();
    let drawn = |kind: KindIndex| with_family!(game.setup().game.as_str(), F => in_bag::<F>(game, kind)).unwrap_or(0);
    for kind in 0..game.tiles().len() as KindIndex {
        unseen.extend(std::iter::repeat_n(kind, usize::from(drawn(kind))));
    }
    // The order of the tiles must not reveal which hand has which tile.
    unseen.sort_unstable();
    let mut random = SmallRandom::new(seed);
    (0..TRIALS).find_map(|_| {
        random.shuffle(&mut unseen);
        let mut answers = game.answers().to_vec();
        for (&(number, _), &kind) in hidden.iter().zip(&unseen) {
            answers[number] = Answer::Draw { kind };
        }
        let mut imagined = game.restarted();
        answers.into_iter().try_for_each(|answer| imagined.apply_raw(answer).map(|_| ())).ok()?;
        let same = imagined.actor() == game.actor() && imagined.turn() == game.turn();
        // A dragon tile that comes before the dragon is put aside, and everyone sees it (BASE-27).
        (same && aside(&imagined) == aside(game)).then_some(imagined)
    })
}

/// Returns the kinds of the tiles that are put aside.
fn aside(game: &Game) -> Vec<KindIndex> {
    let kinds = with_family!(game.setup().game.as_str(), F => game.of::<F>().map(|(_, p)| p.bag().aside().to_vec()));
    kinds.flatten().unwrap_or_default()
}

/// Returns the number of tiles of a kind that are in the bag and can be drawn from it.
fn in_bag<F: Described>(game: &Game, kind: KindIndex) -> u8 {
    let of = game.of::<F>();
    of.filter(|(rules, _)| rules.kind(kind).pile == PILE_BAG).map_or(0, |(_, position)| position.bag().count(kind))
}

/// Selects an outcome by a number from 0 to 1, according to the probabilities.
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

/// Plays to the end with uniformly random legal answers; without a deal, draws follow their probabilities.
pub fn play_to_end(play: &mut Play, seed: u64) -> Result<(), WordError> {
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
