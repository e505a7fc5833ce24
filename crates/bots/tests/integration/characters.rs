//! Tests that the personalities affect play in all games, and that no level with a personality is weaker than the level below it.

use std::num::NonZeroUsize;
use std::sync::Arc;

use bastide_core::{Actor, Answer, Event, FigureKind, Position, Subject};
use bots::arena::Match;
use bots::{Agent, AgentFamily, Budget, Level, Player};
use classic::ClassicPosition;
use classic::base::{CITY, FIELD, ROAD};
use games::deal::{Deal, Seed};
use games::families::{Classic, Discovery, Hunters};
use games::{Game, Setup};

/// Budget of the players; none of them searches.
const NONE: Budget = Budget::Evaluations(0);

/// Plays a level against the hard level on this number of deals, once in each seat. Calls `each` for every answer with a flag that is true
/// if the level gave it, the answer, the positions before and after it, and its events.
fn watch<F: AgentFamily>(
    line: &str,
    level: Level,
    deals: u64,
    mut each: impl FnMut(bool, Answer, [&Position<F>; 2], &[Event]),
) {
    let setup = Setup::from_line(line).unwrap();
    for game in 0..2 * deals {
        let deal = Deal::new(Seed::from_number(game / 2), &setup).unwrap();
        let mut game_at = Game::new(&setup).unwrap();
        let (rules, start) = game_at.of::<F>().unwrap();
        let rules = Arc::clone(rules);
        let mut agent = Agent::<F>::new(&rules, start);
        let is_its = |seat: u8| u64::from(seat) == game % 2;
        loop {
            let before = *game_at.of::<F>().unwrap().1;
            let answer = match before.actor() {
                Actor::Nobody => break,
                Actor::Chance => deal.answer(&game_at).unwrap(),
                Actor::Seat(seat) => {
                    let player = if is_its(seat) { level } else { Level::Hard };
                    agent.answer(player.into(), &before, NONE, game / 2)
                }
            };
            let (mut after, mut events) = (before, Vec::new());
            after.apply(&rules, answer, &mut events);
            if let Actor::Seat(seat) = before.actor() {
                each(is_its(seat), answer, [&before, &after], &events);
            }
            game_at.apply_raw(answer).unwrap();
        }
    }
}

/// Sums of the parts and of the wholes, for the level and for the hard level.
#[derive(Clone, Copy, Debug, Default)]
struct Shares {
    its: [f64; 2],
    hards: [f64; 2],
}

impl Shares {
    fn add(&mut self, its: bool, part: f64, whole: f64) {
        let [sum, all] = if its { &mut self.its } else { &mut self.hards };
        *sum += part;
        *all += whole;
    }

    /// Returns the parts as a fraction of the wholes, for the level and for the hard level.
    fn both(self) -> [f64; 2] {
        [self.its, self.hards].map(|[part, whole]| part / whole)
    }
}

/// Returns the points from fields and the total points, for both levels.
fn points_for_fields(level: Level, deals: u64) -> Shares {
    let mut shares = Shares::default();
    watch::<Classic>("carcassonne seats=2", level, deals, |its, _, [before, after], events| {
        for event in events {
            let Event::Scored { seat, subject: Subject::Feature(root), score, .. } = event else { continue };
            let is_its = its == (*seat == before.seat());
            let points = f64::from(score.points());
            let is_field = after.board.features.kind(*root) == FIELD;
            shares.add(is_its, if is_field { points } else { 0.0 }, points);
        }
    });
    shares
}

#[test]
fn the_baron_scores_more_from_fields() {
    let [its, hards] = points_for_fields(Level::Baron, 10).both();
    assert!(its > 1.7 * hards, "{its} of the baron's points come from fields, and {hards} of hard's");
}

#[test]
fn the_builder_builds_larger_features() {
    let mut sizes = Shares::default();
    watch::<Classic>("carcassonne seats=2", Level::Medium, 15, |its, _, [before, after], events| {
        for event in events {
            let Event::Scored { seat, subject: Subject::Feature(root), .. } = event else { continue };
            let features = &after.board.features;
            if matches!(features.kind(*root), CITY | ROAD) {
                sizes.add(its == (*seat == before.seat()), f64::from(features.tiles(*root)), 1.0);
            }
        }
    });
    let [its, hards] = sizes.both();
    assert!(its > 1.05 * hards, "the builder scores features of {its} tiles, hard of {hards}");
}

/// Counts the features where both seats have figures.
fn shared(position: &ClassicPosition) -> usize {
    let features = &position.board.features;
    let stands = |root, seat| features.figures_on(root).any(|figure| features.figure(figure).seat == seat);
    features.roots().filter(|&root| stands(root, 0) && stands(root, 1)).count()
}

#[test]
fn the_thief_joins_features_of_others() {
    let mut joined = Shares::default();
    watch::<Classic>("carcassonne seats=2", Level::Thief, 20, |its, answer, [before, after], _| {
        if matches!(answer, Answer::Place { .. }) {
            joined.add(its, f64::from(u8::from(shared(after) > shared(before))), 1.0);
        }
    });
    let [its, hards] = joined.both();
    assert!(its > 1.3 * hards, "the thief joins a feature in {its} of its turns, hard in {hards}");
}

/// Returns, for the level and for the hard level, the fraction of figures deployed on lasting features while at least half of the tiles are
/// left.
fn early_on<F: AgentFamily>(
    line: &str,
    level: Level,
    deals: u64,
    lasting: impl Fn(FigureKind, u8) -> bool,
) -> [f64; 2] {
    let mut shares = Shares::default();
    let mut tiles = 0;
    watch::<F>(line, level, deals, |its, answer, [before, after], _| {
        tiles = tiles.max(before.bag().left());
        if let Answer::Deploy { figure, segment } = answer
            && 2 * before.bag().left() >= tiles
        {
            let there = lasting(figure, after.board.features.kind(segment));
            shares.add(its, f64::from(u8::from(there)), 1.0);
        }
    });
    shares.both()
}

#[test]
fn the_baron_occupies_lasting_features_early_in_every_game() {
    let lines = [
        ("carcassonne seats=2", early_on::<Classic>("carcassonne seats=2", Level::Baron, 8, |_, kind| kind == FIELD)),
        ("hunters seats=2", {
            use hunters::base::{HUT, MEADOW};
            early_on::<Hunters>("hunters seats=2", Level::Baron, 8, |figure, kind| figure == HUT || kind == MEADOW)
        }),
        ("discovery seats=2", {
            let mountain = |_, kind| kind == discovery::base::MOUNTAIN;
            early_on::<Discovery>("discovery seats=2", Level::Baron, 8, mountain)
        }),
    ];
    for (line, [its, hards]) in lines {
        assert!(its > 1.15 * hards, "{line}: {its} of the baron's early figures, {hards} of hard's");
    }
}

#[test]
fn personalities_play_better_than_easy_and_little_worse_than_hard() {
    for line in ["carcassonne seats=2", "hunters seats=2", "discovery seats=2"] {
        for level in [Level::Medium, Level::Baron, Level::Thief] {
            let margin = |players: [Level; 2]| {
                let game = Match {
                    setup: Setup::from_line(line).unwrap(),
                    players: players.map(Player::from),
                    pairs: 4,
                    budget: NONE,
                    seed: 1,
                    threads: NonZeroUsize::MIN,
                };
                game.play(|_| {}).unwrap().margin().mean
            };
            assert!(margin([level, Level::Easy]) > 10.0, "{level} against easy, {line}");
            let hardly = if level == Level::Medium { 10.0 } else { -20.0 };
            assert!(margin([Level::Hard, level]) > hardly, "hard against {level}, {line}");
        }
    }
}
