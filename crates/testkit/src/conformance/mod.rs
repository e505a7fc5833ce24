//! One suite for every set-up: random games, with everything that must always hold checked on the way.

mod agree;
mod set_ups;

use std::collections::{BTreeMap, BTreeSet};

use bastide_core::{Actor, Answer, Place, Position, Random, SmallRandom, Spot as At};
use games::deal::{Deal, Seed};
use games::record::Record;
use games::{Game, Setup, snapshot};
pub use set_ups::{base_set_ups, combinations, haunted, pairs, random_set_ups, singles, team, unlikely};

use crate::player;
use crate::second::{FamilyRules, Opinion, classic, discovery, hunters, mists};

/// Answers drawn without listing them, at every decision that is checked.
const SAMPLES: usize = 8;
/// Answers out of the blue, at every decision that is checked.
const WILD: usize = 12;
/// Answers whose words are checked, at every decision that is checked.
const MOST_FORMS: usize = 60;

/// How much of a game is checked.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// The game is broken off after so many answers.
    pub answers: usize,
    /// Every so many decisions, everything is checked; what answers bring about is checked at all of them.
    pub every: usize,
    /// Every so many decisions, the game is saved and loaded, which takes longest.
    pub save_every: usize,
}

/// What a checked game came to.
#[derive(Clone, Debug, Default)]
pub struct Checked {
    /// Decisions, chance's included.
    pub decisions: usize,
    /// Scores that were given.
    pub scores: usize,
    /// Tiles that fitted nowhere.
    pub discarded: usize,
    /// Games that were played to their end.
    pub ended: usize,
    /// How often each kind of question was asked, and each kind of answer given; and how often each clause gave points.
    pub seen: BTreeMap<String, usize>,
}

impl Checked {
    /// Adds what another game came to.
    pub fn add(&mut self, other: Self) {
        self.decisions += other.decisions;
        self.scores += other.scores;
        self.discarded += other.discarded;
        self.ended += other.ended;
        for (what, count) in other.seen {
            *self.seen.entry(what).or_default() += count;
        }
    }
}

/// Plays one game of the set-up and checks everything on the way.
///
/// # Panics
/// Something does not hold: the message says what, where and in which game.
pub fn check_game(setup: &Setup, seed: u64, effort: Effort) -> Checked {
    match setup.game.as_str() {
        "hunters" => check::<hunters::Hunting>(setup, seed, effort),
        "discovery" => check::<discovery::Discovering>(setup, seed, effort),
        "mists" => check::<mists::Team>(setup, seed, effort),
        _ => check::<classic::Second>(setup, seed, effort),
    }
}

fn check<O: Opinion>(setup: &Setup, seed: u64, effort: Effort) -> Checked {
    let mut table = Table::<O>::new(setup, seed);
    while !table.game.is_over() && table.game.seq() < effort.answers {
        table.checked.decisions += 1;
        table.whole = table.checked.decisions.is_multiple_of(effort.every);
        table.check_asked();
        if table.whole {
            table.check_decision();
        }
        if table.checked.decisions.is_multiple_of(effort.save_every) {
            table.check_saved();
        }
        table.advance();
    }
    if table.game.is_over() {
        table.checked.ended += 1;
        table.check_end();
    }
    table.checked
}

/// A game under check.
struct Table<O> {
    game: Game,
    deal: Deal,
    second: O,
    random: SmallRandom,
    /// Points by seat, as the events gave them.
    sums: Vec<i32>,
    /// Everything is checked at this decision.
    whole: bool,
    checked: Checked,
}

macro_rules! hold {
    ($table:expr, $holds:expr, $($what:tt)+) => {
        assert!(
            $holds,
            "{}, seed {}, after {} answers: {}",
            $table.game.setup().canonical(),
            $table.deal.seed(),
            $table.game.seq(),
            format!($($what)+)
        )
    };
}
use hold;

impl<O: Opinion> Table<O> {
    fn new(setup: &Setup, seed: u64) -> Self {
        let game = Game::new(setup).unwrap_or_else(|why| panic!("{}: {why}", setup.canonical()));
        let (rules, _) = game.of::<O::Family>().unwrap();
        let start: Vec<_> = rules
            .start
            .iter()
            .map(|&(kind, at, rotation)| (usize::from(kind), i32::from(at.x), i32::from(at.y), usize::from(rotation)))
            .collect();
        let second = O::new(setup, game.tiles(), &start);
        Self {
            deal: Deal::new(Seed::from_number(seed), setup).unwrap(),
            second,
            random: SmallRandom::new(seed),
            sums: vec![0; usize::from(setup.seats)],
            whole: true,
            checked: Checked::default(),
            game,
        }
    }

    fn rules(&self) -> &FamilyRules<O> {
        self.game.of::<O::Family>().unwrap().0
    }

    fn position(&self) -> &Position<O::Family> {
        self.game.of::<O::Family>().unwrap().1
    }

    fn check_decision(&mut self) {
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

    /// Words and integers stand for the answers that they were made from, and every listed answer is accepted.
    fn check_forms(&self, legal: &[Answer]) {
        let mut words = BTreeSet::new();
        // Where there are very many answers, every so many.
        for &answer in legal.iter().step_by(1 + legal.len() / MOST_FORMS) {
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
        match number % 5 {
            0 => Answer::from_integer((number >> 32) as u32),
            1 => {
                let at = Place::new((number >> 8) as i16 % 12, (number >> 24) as i16 % 12);
                let (rotation, slot) = ((number >> 40) as u8 % 5, (number >> 44) as u8 % 5);
                Some(match slot {
                    0..2 => Answer::Place { at, rotation },
                    slot => Answer::PlaceHeld { slot: slot - 2, at, rotation },
                })
            }
            2 => {
                let segments = self.position().board.features.len() + 4;
                let segment = (number >> 32) as u16 % segments;
                Some(Answer::Deploy { figure: (number >> 48) as u8 % 3, segment })
            }
            3 => {
                let (figure, segment) = ((number >> 8) as u8 % 64, (number >> 32) as u16 % 256);
                let spots = [At::Tile(segment), At::Figure(figure), At::Segment(segment)];
                [
                    Answer::DeployCorner { figure: figure % 7, corner: segment as u8 % 5 },
                    Answer::Return { figure },
                    Answer::Move { figure, segment },
                    Answer::Capture { figure },
                    Answer::Redeem { figure },
                    Answer::Lead { piece: figure % 4, to: spots[usize::from(segment) % 3] },
                    Answer::Build { segment },
                    Answer::Attach { figure },
                    Answer::Clear { tile: segment },
                ]
                .into_iter()
                .nth((number >> 48) as usize % 9)
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
        let act = self.act(answer);
        let asked = self.second.asked_what();
        let asked = asked.split(['(', ' ']).next().unwrap_or_default();
        let word = format!("{act:?}");
        let (word, _) = word.split_once('(').unwrap_or((&word, ""));
        *self.checked.seen.entry(format!("{asked} {word}")).or_default() += 1;
        let events = self.game.apply_quietly(answer).unwrap();
        self.second.answer(act);
        self.check_points(&events);
        if self.whole && matches!(answer, Answer::Place { .. } | Answer::PlaceHeld { .. }) {
            self.check_features();
        }
    }

    /// What holds of a finished game.
    fn check_end(&mut self) {
        self.check_features();
        self.check_conserved();
        self.check_saved();
        hold!(self, self.game.legal().is_empty(), "the game is over, and answers are listed");
        let most = self.game.scores().into_iter().max();
        let ahead = (0..self.game.setup().seats).filter(|&seat| Some(self.game.score(seat)) == most);
        let of_team = self.second.winners();
        if let Some(winners) = &of_team {
            let outcome = if winners.is_empty() { "Team lost" } else { "Team won" };
            *self.checked.seen.entry(outcome.to_owned()).or_default() += 1;
        }
        let winners = of_team.unwrap_or_else(|| ahead.collect());
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
