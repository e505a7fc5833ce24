//! The players: what each does with the evaluation and the search.

use std::fmt;
use std::str::FromStr;

use bastide_core::{Answer, MAX_SEATS, Random, SmallRandom};
use classic::base::FIELD;
use classic::mists::{GHOST_EACH, GHOST_EACH_AT_END};
use classic::scoring::{tally, worth};
use classic::{ClassicPosition, ClassicRules, Frame, is_on_land};

use crate::Level;
use crate::analysis::{Analysis, Inquiry};
use crate::characters::Taste;
use crate::evaluation::Evaluator;
use crate::experience::Experience;
use crate::guide::Guide;
use crate::judge::lead;
use crate::moves::{ClassicGuide, Line, Moves, decider};
use crate::search::{Budget, Found, Manner, Question, search};
use crate::uses::{Use, Uses};
use crate::weights::Weights;

/// A computer player: one of the levels, or a yardstick for the arena.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Player {
    /// Any legal answer.
    Random,
    /// The best difference of scores if the game ended now, less half a point for a figure used.
    Greedy,
    /// A level.
    Level(Level),
    /// The hard level without some of what expansions offer: for matches that show what that is worth.
    Without(Uses),
}

/// What comes before the words of what a player does without.
const WITHOUT: &str = "hard-without-";

impl Player {
    /// All players, the weakest first.
    pub const ALL: [Self; 8] = [
        Self::Random,
        Self::Level(Level::Easy),
        Self::Greedy,
        Self::Level(Level::Medium),
        Self::Level(Level::Baron),
        Self::Level(Level::Thief),
        Self::Level(Level::Hard),
        Self::Level(Level::Master),
    ];

    /// What of expansions it makes use of.
    fn uses(self) -> Uses {
        if let Self::Without(uses) = self { uses } else { Uses::ALL }
    }

    /// What it cares for.
    pub fn taste(self) -> Taste {
        if let Self::Level(level) = self { Taste::of(level) } else { Taste::PLAIN }
    }
}

impl From<Level> for Player {
    fn from(level: Level) -> Self {
        Self::Level(level)
    }
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Random => f.write_str("random"),
            Self::Greedy => f.write_str("greedy"),
            Self::Level(level) => level.fmt(f),
            Self::Without(uses) => write!(f, "{WITHOUT}{uses}"),
        }
    }
}

/// A word that is no player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownPlayer(pub String);

impl fmt::Display for UnknownPlayer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words = Player::ALL.map(|player| player.to_string()).join(", ");
        let uses = Use::ALL.map(Use::word).join(", ");
        write!(f, "there is no computer player \"{}\"; there is {words}, and {WITHOUT}... of {uses}", self.0)
    }
}

impl std::error::Error for UnknownPlayer {}

impl FromStr for Player {
    type Err = UnknownPlayer;

    fn from_str(word: &str) -> Result<Self, UnknownPlayer> {
        let found = match word.strip_prefix(WITHOUT) {
            Some(words) => Uses::without_words(words).map(Self::Without),
            None => Self::ALL.into_iter().find(|player| player.to_string() == word),
        };
        found.ok_or_else(|| UnknownPlayer(word.to_owned()))
    }
}

/// How easily the easy level overlooks things.
pub(crate) mod easy {
    /// Chance in a hundred that a line is overlooked.
    pub const OVERLOOKED: u32 = 40;
    /// Points by which it misjudges a line, up or down.
    pub const MISJUDGED: f32 = 2.5;
    /// What a follower kept seems worth to it.
    pub const FOLLOWER: f32 = 0.8;
}

/// What the greedy yardstick takes off for a figure used.
pub(crate) const GREEDY_FIGURE: f32 = 0.5;

/// What players think with, for one set-up. Allocated once, used for as many decisions as you like.
#[derive(Clone, Debug)]
pub struct Mind<'r> {
    guide: ClassicGuide<'r>,
    /// The weights of a player without quirks.
    plain: Weights,
    /// What a player without quirks has learned.
    pub experience: Experience,
    lines: Vec<Line>,
    /// How the master level searches.
    pub manner: Manner,
    /// Positions that searches evaluated in other threads or with copies of the guide.
    searched: u64,
}

impl<'r> Mind<'r> {
    /// A mind for the set-up of a position.
    pub fn new(rules: &'r ClassicRules, position: &ClassicPosition) -> Self {
        Self::with_weights(rules, position, Weights::default())
    }

    /// A mind with weights of its own.
    pub fn with_weights(rules: &'r ClassicRules, position: &ClassicPosition, weights: Weights) -> Self {
        let evaluator = Evaluator::new(rules, position, weights);
        Self {
            guide: ClassicGuide { evaluator, moves: Moves::new(position) },
            plain: weights,
            experience: *Experience::of_setup(rules),
            lines: Vec::new(),
            manner: Manner::CLASSIC,
            searched: 0,
        }
    }

    /// Positions evaluated so far.
    pub fn evaluations(&self) -> u64 {
        self.guide.evaluator.count + self.searched
    }

    /// A legal answer of the seat that must act. (Where no seat must act, `Pass`.)
    pub fn answer(&mut self, player: Player, position: &ClassicPosition, budget: Budget, seed: u64) -> Answer {
        let mut random = SmallRandom::new(seed ^ u64::from(position.turn()).wrapping_mul(0xd1b5_4a32_d192_ed03));
        let rules = self.guide.evaluator.rules();
        match player {
            Player::Random => return position.sample(rules, &mut random),
            Player::Greedy => self.weigh_now(position, |after, seat, used| {
                lead(&projected(after, rules, true), seat, rules.seats) - if used { GREEDY_FIGURE } else { 0.0 }
            }),
            Player::Level(Level::Easy) => self.weigh_now(position, |after, seat, used| {
                if random.below(100) < easy::OVERLOOKED {
                    return f32::MIN;
                }
                let misjudged = easy::MISJUDGED * (random.below(2001) as f32 / 1000.0 - 1.0);
                let points = lead(&projected(after, rules, false), seat, rules.seats);
                points + misjudged - if used { easy::FOLLOWER } else { 0.0 }
            }),
            Player::Level(_) | Player::Without(_) => {
                self.take_on(player, position);
                let uses = self.guide.evaluator.uses;
                let anywhere = match position.frame() {
                    Frame::Dragon(_) => !uses.has(Use::Dragon),
                    Frame::Haunt(_) => !uses.has(Use::Ghosts),
                    _ => false,
                };
                if anywhere {
                    return position.sample(rules, &mut random);
                }
                self.guide.weigh(position, &mut self.lines);
            }
        }
        if player == Player::Level(Level::Master) {
            let question = Question::of_player(budget, self.manner, random.next());
            let found = self.search(position, &question);
            return found.branches.first().map_or(Answer::Pass, |branch| branch.line.first());
        }
        best(&self.lines, &mut random)
    }

    /// What the strongest player thinks of a position.
    pub fn analyse(&mut self, position: &ClassicPosition, inquiry: &Inquiry<'_>) -> Analysis {
        let begun = self.evaluations();
        self.take_on(Player::Level(Level::Master), position);
        self.guide.weigh(position, &mut self.lines);
        let found = self.search(position, &inquiry.question(self.manner));
        Analysis::of(decider(position), found, inquiry.given, self.evaluations() - begun)
    }

    /// Makes a player's weights, uses and experience those of the evaluation.
    fn take_on(&mut self, player: Player, position: &ClassicPosition) {
        let (taste, evaluator) = (player.taste(), &mut self.guide.evaluator);
        (evaluator.weights, evaluator.others) = (taste.weights(&self.plain), taste.others);
        let learned = if taste == Taste::PLAIN { self.experience } else { Experience::NONE };
        evaluator.set_experience(&learned);
        evaluator.uses = player.uses();
        evaluator.odds.refill(position);
    }

    /// Looks into the lines that were weighed.
    fn search(&mut self, position: &ClassicPosition, question: &Question<'_>) -> Found {
        let found = search(&mut self.guide, position, &self.lines, question);
        self.searched += found.evaluations;
        found
    }

    /// Weighs every line by the position that it leads to and by whether a figure was used.
    fn weigh_now(&mut self, position: &ClassicPosition, mut value: impl FnMut(&ClassicPosition, u8, bool) -> f32) {
        let (seat, lines) = (decider(position), &mut self.lines);
        lines.clear();
        self.guide.moves.each_line(position, self.guide.evaluator.rules(), |line, after| {
            let used = matches!(line.last(), Answer::Deploy { .. });
            lines.push(line.worth(value(after, seat, used)));
        });
    }
}

/// The best line's answer; of equals, any.
pub(crate) fn best(lines: &[Line], random: &mut SmallRandom) -> Answer {
    let (mut answer, mut most, mut equals) = (Answer::Pass, f32::MIN, 0);
    for line in lines {
        if line.value > most || equals == 0 {
            (answer, most, equals) = (line.first(), line.value, 1);
        } else if line.value == most {
            equals += 1;
            if random.below(equals) == 0 {
                answer = line.first();
            }
        }
    }
    answer
}

/// The scores if the game ended now.
pub(crate) fn projected(position: &ClassicPosition, rules: &ClassicRules, fields: bool) -> [f32; MAX_SEATS] {
    let mut scores = [0.0; MAX_SEATS];
    for seat in 0..rules.seats {
        scores[usize::from(seat)] = position.score(seat) as f32;
    }
    if position.actor() == bastide_core::Actor::Nobody {
        return scores;
    }
    let features = &position.board.features;
    for (i, figure) in features.figures().iter().enumerate() {
        let Some(root) = figure.segment().map(|segment| features.root(segment)) else { continue };
        if !is_on_land(features.kind(root)) {
            continue; // TOW-05, COUNT-10
        }
        // MIST-08, MIST-12: a ghost takes more from a feature that is about to be scored than at the end.
        let complete = features.open(root) == 0 && features.kind(root) != FIELD;
        let each = if complete { GHOST_EACH } else { GHOST_EACH_AT_END };
        scores[usize::from(figure.seat)] -= f32::from(figure.attached()) * f32::from(each);
        // A feature counts where its first figure is met.
        let first = features.figures_on(root).min().is_none_or(|first| usize::from(first) == i);
        if !first || features.kind(root) == FIELD && !fields {
            continue;
        }
        let tally = tally(position, root);
        let most = tally.into_iter().max().unwrap_or(0);
        let points = worth(position, rules, root, features.kind(root) == FIELD).points() as f32;
        for (score, figures) in scores.iter_mut().zip(tally) {
            if figures == most && most > 0 {
                *score += points;
            }
        }
    }
    scores
}
