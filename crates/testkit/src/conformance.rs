//! One suite for every set-up: random games to their end, with everything that must always hold checked at every decision.

use std::collections::{BTreeMap, BTreeSet};

use bastide_core::{Actor, Answer, Event, Place, Random, SmallRandom, Subject};
use classic::{ClassicPosition, ClassicRules, base};
use games::deal::{Deal, Seed};
use games::record::Record;
use games::{Game, Setup, setup, snapshot};

use crate::player;
use crate::second::{Found, Points, Second, Spot, Standing};

/// Answers drawn without listing them, at every decision.
const SAMPLES: usize = 8;
/// Answers out of the blue, at every decision.
const WILD: usize = 12;

/// Every set-up: every combination of expansions, options and seats.
pub fn set_ups() -> Vec<Setup> {
    let info = setup::info();
    let mut all = Vec::new();
    for game in &info.games {
        for chosen in 0..1u32 << game.expansions.len() {
            let expansions: Vec<_> =
                info.expansions.iter().enumerate().filter(|(i, _)| chosen >> i & 1 == 1).map(|(_, e)| e).collect();
            let most = expansions.iter().map(|e| e.max_seats).fold(game.max_seats, u8::max);
            for seats in game.min_seats..=most {
                let mut setup = Setup::base(seats);
                setup.game = game.id.to_owned();
                setup.expansions = expansions.iter().map(|e| e.id.to_owned()).collect();
                let in_play = |part: &str| part == "base" || setup.expansions.iter().any(|e| e == part);
                let options: Vec<_> = info.options.iter().filter(|option| in_play(option.part)).collect();
                let mut variants = vec![setup.clone()];
                for option in options {
                    let with = |variant: &Setup| -> Vec<Setup> {
                        option.values.iter().map(|value| variant.clone().option(option.name, value)).collect()
                    };
                    variants = variants.iter().flat_map(with).collect();
                }
                for (i, variant) in variants.iter_mut().enumerate() {
                    variant.first_seat = i as u8 % seats;
                }
                all.extend(variants);
            }
        }
    }
    all
}

/// What a checked game came to.
#[derive(Clone, Copy, Debug, Default)]
pub struct Checked {
    /// Decisions, chance's included.
    pub decisions: usize,
    /// Features that were completed and scored.
    pub completed: usize,
    /// Tiles that fitted nowhere.
    pub discarded: usize,
    /// Figures that were deployed.
    pub deployed: usize,
}

/// Plays one game of the set-up to its end and checks everything on the way; at every so many decisions it is saved and
/// loaded, which takes longest.
///
/// # Panics
/// Something does not hold: the message says what, where and in which game.
pub fn check_game(setup: &Setup, seed: u64, save_every: usize) -> Checked {
    let mut table = Table::new(setup, seed);
    while !table.game.is_over() {
        table.check_decision();
        if table.checked.decisions.is_multiple_of(save_every) {
            table.check_saved();
        }
        table.advance();
    }
    table.check_end();
    table.checked
}

/// A game under check.
struct Table {
    game: Game,
    deal: Deal,
    second: Second,
    /// The tile in hand.
    in_hand: Option<u8>,
    /// Tiles that fitted nowhere, by kind.
    discarded: Vec<usize>,
    random: SmallRandom,
    /// Points by seat, as the events gave them.
    sums: Vec<i32>,
    checked: Checked,
}

macro_rules! hold {
    ($table:expr, $holds:expr, $($what:tt)+) => {
        assert!($holds, "{:?}, seed {}: {}", $table.game, $table.deal.seed(), format!($($what)+))
    };
}

impl Table {
    fn new(setup: &Setup, seed: u64) -> Self {
        let game = Game::new(setup).unwrap();
        let second = Second::new(setup, game.tiles());
        Self {
            deal: Deal::new(Seed::from_number(seed), setup).unwrap(),
            second,
            in_hand: None,
            discarded: vec![0; game.tiles().len()],
            random: SmallRandom::new(seed),
            sums: vec![0; usize::from(setup.seats)],
            checked: Checked::default(),
            game,
        }
    }

    fn rules(&self) -> &ClassicRules {
        self.game.classic().unwrap().0
    }

    fn position(&self) -> &ClassicPosition {
        self.game.classic().unwrap().1
    }

    /// The spot of a segment, for the second opinion.
    fn spot(&self, segment: u16) -> Spot {
        let board = &self.position().board;
        (usize::from(board.features.tile_of(segment)), usize::from(board.within_tile(segment)))
    }

    fn check_decision(&mut self) {
        self.checked.decisions += 1;
        let legal = self.game.legal();
        hold!(self, !legal.is_empty(), "nothing can be answered, and the game is not over");
        let distinct: BTreeSet<_> = legal.iter().map(|answer| answer.to_integer()).collect();
        hold!(self, distinct.len() == legal.len(), "an answer is listed twice");
        self.check_legal(&legal);
        self.check_forms(&legal);
        self.check_refusals(&legal);
        self.check_samples(&legal);
        self.check_conserved();
    }

    /// The second opinion lists the same answers.
    fn check_legal(&self, legal: &[Answer]) {
        let ours: BTreeSet<_> = legal.iter().map(|answer| answer.to_integer()).collect();
        let (newest, frame) = (self.position().board.tiles().last().unwrap(), self.position().frame());
        let theirs: Vec<Answer> = match frame {
            classic::Frame::Over => Vec::new(),
            classic::Frame::Begin => (0..self.game.setup().seats).map(|seat| Answer::Begin { seat }).collect(),
            classic::Frame::Draw => {
                let kinds = 0..self.rules().texts.len() as u8;
                kinds.filter(|&kind| self.unseen(kind) > 0).map(|kind| Answer::Draw { kind }).collect()
            }
            classic::Frame::Place { kind } => {
                let ways = self.second.placements(&self.rules().texts[usize::from(kind)]);
                let place =
                    |(x, y, rotation)| Answer::Place { at: Place::new(x as i16, y as i16), rotation: rotation as u8 };
                ways.into_iter().map(place).collect()
            }
            classic::Frame::Deploy { .. } => {
                let ways = self.second.deployments(usize::from(self.position().seat()));
                let deploy =
                    |(segment, large)| Answer::Deploy { figure: large as u8, segment: newest.first + segment as u16 };
                ways.into_iter().map(deploy).chain([Answer::Pass]).collect()
            }
            _ => return,
        };
        let theirs: BTreeSet<_> = theirs.iter().map(|answer| answer.to_integer()).collect();
        let words = |set: &mut dyn Iterator<Item = &u32>| -> Vec<String> {
            set.filter_map(|&integer| Some(self.game.word(Answer::from_integer(integer)?))).collect()
        };
        let (too_many, missing) = (words(&mut ours.difference(&theirs)), words(&mut theirs.difference(&ours)));
        hold!(self, ours == theirs, "listed against the second opinion: {too_many:?}; not listed: {missing:?}");
    }

    /// Copies of a kind that are neither on the table, nor in hand, nor discarded.
    fn unseen(&self, kind: u8) -> usize {
        let laid = self.position().board.tiles().iter().filter(|tile| tile.kind == kind).count();
        let all = usize::from(self.rules().texts[usize::from(kind)].count);
        all - laid - self.discarded[usize::from(kind)] - usize::from(self.in_hand == Some(kind))
    }

    /// Words and integers stand for the answers that they were made from, and every listed answer is accepted.
    fn check_forms(&self, legal: &[Answer]) {
        let mut words = BTreeSet::new();
        for &answer in legal {
            hold!(self, Answer::from_integer(answer.to_integer()) == Some(answer), "{answer:?} is lost as an integer");
            let word = self.game.word(answer);
            hold!(self, self.game.answer(&word) == Ok(answer), "{answer:?} is lost as the word {word}");
            hold!(self, words.insert(word.clone()), "the word {word} stands for two answers");
            let mut position = self.position().clone();
            let accepted = position.answer(self.rules(), answer, &mut ());
            hold!(self, accepted.is_ok(), "{word} is listed and was refused");
        }
    }

    /// What is not listed is refused, and a refusal changes nothing.
    fn check_refusals(&mut self, legal: &[Answer]) {
        let mut refused = self.game.clone();
        for _ in 0..WILD {
            let Some(answer) = self.wild_answer().filter(|answer| !legal.contains(answer)) else { continue };
            hold!(self, refused.apply_quietly(answer).is_err(), "{answer:?} is not listed and was accepted");
        }
        hold!(self, refused.position_text() == self.game.position_text(), "a refused answer changed the position");
        hold!(self, refused.seq() == self.game.seq(), "a refused answer was counted");
    }

    fn wild_answer(&mut self) -> Option<Answer> {
        let number = self.random.next();
        match number % 4 {
            0 => Answer::from_integer((number >> 32) as u32),
            1 => {
                let at = Place::new((number >> 8) as i16 % 12, (number >> 24) as i16 % 12);
                Some(Answer::Place { at, rotation: (number >> 40) as u8 % 5 })
            }
            2 => {
                let segments = self.position().board.features.len() + 4;
                let segment = (number >> 32) as u16 % segments;
                Some(Answer::Deploy { figure: (number >> 48) as u8 % 3, segment })
            }
            _ => {
                let small = (number >> 32) as u8;
                [Answer::Pass, Answer::Draw { kind: small % 60 }, Answer::Begin { seat: small % 8 }]
                    .into_iter()
                    .nth((number >> 48) as usize % 3)
            }
        }
    }

    /// What is drawn without listing is among the listed.
    fn check_samples(&mut self, legal: &[Answer]) {
        if let Actor::Seat(_) = self.game.actor() {
            for _ in 0..SAMPLES {
                let mut random = self.random;
                let answer = self.position().sample(self.rules(), &mut random);
                self.random = random;
                hold!(self, legal.contains(&answer), "{answer:?} was sampled and is not listed");
            }
        }
    }

    /// Joining as tiles come leads to the same features as walking over the table anew.
    fn check_features(&self) {
        let features = &self.position().board.features;
        let mut walked: BTreeMap<BTreeSet<Spot>, Found> =
            self.second.features().into_iter().map(|found| (found.spots.clone(), found)).collect();
        for root in features.roots() {
            let spots: BTreeSet<_> = features.ring(root).map(|segment| self.spot(segment)).collect();
            let Some(found) = walked.remove(&spots) else {
                hold!(self, false, "the feature of segments {spots:?} is none when walked");
                return;
            };
            hold!(self, usize::from(features.size(root)) == spots.len(), "{spots:?}: wrong size");
            let kind = base::KIND_WORDS[usize::from(features.kind(root))];
            hold!(self, kind == found.kind, "{spots:?} is a {kind} and was walked as {}", found.kind);
            let (open, tiles) = (features.open(root), features.tiles(root));
            hold!(self, usize::from(open) == found.open, "{kind} {spots:?}: {open} open, walked {}", found.open);
            hold!(self, i32::from(tiles) == found.tiles(), "{kind} {spots:?}: {tiles} tiles, walked {}", found.tiles());
            let pennants = features.lane(root, base::PENNANT_LANE);
            hold!(self, i32::from(pennants) == found.pennants, "{kind} {spots:?}: {pennants} pennants");
            let score = classic::scoring::worth(self.position(), self.rules(), root, found.is_complete());
            let worth = self.second.worth(&found, found.is_complete());
            hold!(self, score.points() == worth, "{kind} {spots:?} is worth {} and not {worth}", score.points());
        }
        hold!(self, walked.is_empty(), "features found by walking only: {walked:?}");
    }

    /// Tiles, figures and points are neither made nor lost.
    fn check_conserved(&self) {
        let (rules, position) = (self.rules(), self.position());
        for kind in 0..rules.texts.len() as u8 {
            let left = usize::from(position.bag().count(kind));
            hold!(self, left == self.unseen(kind), "{left} of {} are in the bag", rules.texts[usize::from(kind)].id);
        }
        let left: u16 = (0..rules.texts.len() as u8).map(|kind| u16::from(position.bag().count(kind))).sum();
        hold!(self, left == position.bag().left(), "the bag says {} and holds {left}", position.bag().left());
        let mut standing = Vec::new();
        for figure in position.board.features.figures() {
            if let Some(segment) = figure.segment() {
                standing.push(Standing {
                    seat: usize::from(figure.seat),
                    large: figure.kind > 0,
                    spot: self.spot(segment),
                });
            }
        }
        standing.sort_unstable();
        let mut expected = self.second.figures.clone();
        expected.sort_unstable();
        hold!(self, standing == expected, "on the table stand {standing:?} and not {expected:?}");
        for seat in 0..rules.seats {
            for kind in 0..classic::FIGURE_WORDS.len() as u8 {
                let out = standing.iter().filter(|s| s.seat == usize::from(seat) && s.large == (kind > 0)).count();
                let (all, supply) = (rules.figures[usize::from(kind)], position.supply(seat, kind));
                hold!(
                    self,
                    usize::from(supply) + out == usize::from(all),
                    "seat {seat} has {supply} and {out} of {all}"
                );
            }
        }
        hold!(self, self.game.scores() == self.sums, "the scores are not the sums of the events: {:?}", self.sums);
        hold!(self, self.game.scores() == self.second.scores, "the second opinion's scores: {:?}", self.second.scores);
    }

    /// A record in its two forms, and a snapshot, lead back to this position.
    fn check_saved(&self) {
        let record = Record::of(&self.game, &[], Some(&self.deal));
        let (text, json) = (record.to_text(), record.to_json().to_string());
        for form in [&text, &json] {
            let read = Record::parse(form);
            hold!(self, read.as_ref() == Ok(&record), "the record is lost in\n{form}\n{read:?}");
        }
        let replayed = record.replay();
        hold!(self, replayed.is_ok(), "the record does not replay: {:?}", replayed.err());
        let restored = snapshot::read(self.game.setup(), &snapshot::write(&self.game));
        hold!(self, restored.is_ok(), "the snapshot does not load: {:?}", restored.err());
        for (from, game) in [("record", replayed.unwrap()), ("snapshot", restored.unwrap())] {
            hold!(self, game.position_text() == self.game.position_text(), "the {from} leads to another position");
            hold!(self, game.answers() == self.game.answers(), "the {from} has other answers");
            hold!(self, game.legal() == self.game.legal(), "after the {from} other answers are listed");
            hold!(self, game.view().features == self.game.view().features, "the {from} leads to other features");
        }
    }

    /// Chooses an answer and has both the engine and the second opinion carry it out.
    fn advance(&mut self) {
        let dealt = self.deal.answer(&self.game);
        let answer = dealt.or_else(|| player::choose(&self.game, &mut self.random)).unwrap();
        let seat = self.position().seat();
        let events = self.game.apply_quietly(answer).unwrap();
        match answer {
            Answer::Begin { .. } | Answer::Pass => {}
            Answer::Draw { kind } => {
                let fits = !self.second.placements(&self.rules().texts[usize::from(kind)]).is_empty();
                let gone = events.iter().any(|event| matches!(event, Event::Discarded { .. }));
                hold!(self, fits != gone, "drawn and fits: {fits}, discarded: {gone}");
                self.in_hand = fits.then_some(kind);
                self.discarded[usize::from(kind)] += usize::from(gone);
                self.checked.discarded += usize::from(gone);
            }
            Answer::Place { at, rotation } => {
                let kind = self.in_hand.take().unwrap();
                let text = self.rules().texts[usize::from(kind)].clone();
                self.second.lay(&text, i32::from(at.x), i32::from(at.y), usize::from(rotation));
                self.check_features();
            }
            Answer::Deploy { figure, segment } => {
                self.checked.deployed += 1;
                let standing = Standing { seat: usize::from(seat), large: figure > 0, spot: self.spot(segment) };
                self.second.stand(standing);
            }
            _ => {}
        }
        self.check_points(answer, &events);
    }

    /// Both have given the same points for the same features.
    fn check_points(&mut self, answer: Answer, events: &[Event]) {
        let features = &self.position().board.features;
        let mut ours = Vec::new();
        for event in events {
            if let Event::Scored { seat, subject: Subject::Feature(feature), score, .. } = *event {
                let spots = features.ring(feature).map(|segment| self.spot(segment)).collect();
                let kind = base::KIND_WORDS[usize::from(features.kind(feature))].to_owned();
                ours.push(Points { seat: usize::from(seat), points: score.points(), kind, spots });
            }
        }
        for points in &ours {
            self.sums[points.seat] += points.points;
        }
        let deploy_asked = matches!(self.position().frame(), classic::Frame::Deploy { .. });
        let ends_turn = match answer {
            Answer::Place { .. } => !deploy_asked,
            Answer::Deploy { .. } | Answer::Pass => true,
            _ => false,
        };
        let mut theirs = if ends_turn { self.second.score_turn() } else { Vec::new() };
        self.checked.completed += theirs.len();
        if ends_turn {
            let seats = self.game.setup().seats;
            let over = self.position().bag().left() == 0;
            hold!(self, over == self.game.is_over(), "the last tile was placed: {over}");
            let passed = events.iter().any(|event| matches!(event, Event::Turn { .. }));
            hold!(self, passed != over && self.position().seat() < seats, "the turn was passed on: {passed}");
        }
        if self.game.is_over() {
            theirs.extend(self.second.score_end());
        }
        ours.retain(|points| points.points != 0);
        theirs.retain(|points| points.points != 0);
        ours.sort();
        theirs.sort();
        hold!(self, ours == theirs, "points by events: {ours:?}; by the second opinion: {theirs:?}");
    }

    /// What holds of a finished game.
    fn check_end(&mut self) {
        self.check_features();
        self.check_conserved();
        self.check_saved();
        hold!(self, self.game.legal().is_empty(), "the game is over, and answers are listed");
        let most = self.game.scores().into_iter().max();
        let winners: Vec<u8> =
            (0..self.game.setup().seats).filter(|&seat| Some(self.game.score(seat)) == most).collect();
        hold!(self, self.game.winners() == winners, "the winners are {winners:?}");
        let verdict = Record::of(&self.game, &[], Some(&self.deal)).verify();
        hold!(self, verdict.holds() && verdict.unchecked.is_empty(), "the record does not verify: {verdict:?}");
        let mut again = Game::new(self.game.setup()).unwrap();
        for &answer in self.game.answers() {
            again.apply(answer).unwrap();
        }
        hold!(self, again.view() == self.game.view(), "the same answers lead to another view");
    }
}
