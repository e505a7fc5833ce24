//! Tests that forecasts match the ends of games, and that chances to win make sense.

use std::num::NonZeroUsize;

use bastide_core::{Random, SmallRandom};
use bots::evaluation::forecast::{Forecast, ForecastFile, tiles_of};
use bots::training::forecast::{Decile, SumError, check, everything, forecaster_of};
use bots::{AnalysisRequest, Budget, analyse};
use games::families::ALL;
use games::{Actor, Game, Setup, with_family};

const ONE: NonZeroUsize = NonZeroUsize::MIN;

fn played(setup: &Setup, seed: u64) -> Game {
    let (mut random, mut game) = (SmallRandom::new(seed), Game::new(setup).unwrap());
    while game.actor() != Actor::Nobody {
        let legal = game.legal();
        game.apply(legal[random.below(legal.len() as u32) as usize]).unwrap();
    }
    game
}

fn end(game: &Game) -> Forecast {
    let seats = game.setup().seats;
    with_family!(game.setup().game.as_str(), F => game.of::<F>().map(|(_, position)| Forecast::of_end(position, seats)))
        .flatten()
        .unwrap()
}

/// The tolerances are three to four standard errors of so few games; docs/forecast.md has the errors in many.
#[test]
fn forecasts_of_analyses_match_the_ends_of_games() {
    for (line, points) in [
        ("carcassonne seats=2", 12.0),
        ("carcassonne seats=4", 15.0),
        ("hunters seats=2", 30.0),
        ("discovery seats=2", 15.0),
        ("coop seats=2", 15.0),
    ] {
        let (file, setup) = (ForecastFile::of_program(), Setup::from_line(line).unwrap());
        let found = check(file, &setup, (30, 1), Some(Budget::Evaluations(200)), ONE).unwrap();
        let of = |error: &SumError| error.error / f64::from(error.count);
        for (moment, error) in &found.analysed {
            assert!(of(error).abs() < points, "{line}, after {moment} sixths: {:+.1} points", of(error));
        }
        let all = found.analysed_deciles.values().fold(Decile::default(), Decile::plus);
        assert!(all.count > 50, "{line}");
        let likely = found.analysed_deciles.range(5..).map(|(_, decile)| decile);
        let likely = likely.fold(Decile::default(), Decile::plus);
        assert!(likely.error().abs() < 15.0, "{line}: chances above 50 % are {:+.1} % too high", likely.error());
    }
}

#[test]
fn chances_add_up_to_1_and_are_in_the_order_of_the_points() {
    for seats in 2..=6 {
        let setup = everything(seats);
        let forecaster = forecaster_of(ForecastFile::of_program(), &setup).unwrap();
        let scored = [20.0, 10.0, 25.0, 5.0, 0.0, 40.0];
        let mut values = [40.0, 35.0, 45.0, 20.0, 30.0, 41.0];
        values[usize::from(seats)..].fill(0.0);
        for left in [0, 1, 5, 20, 60] {
            let Forecast { points, wins } = forecaster.forecast(&values, &scored, left, 0);
            let (points, wins) = (&points[..usize::from(seats)], &wins[..usize::from(seats)]);
            assert!((wins.iter().sum::<f32>() - 1.0).abs() < 1e-4, "{seats} seats, {left} tiles: {wins:?}");
            for (a, b) in (0..points.len()).flat_map(|a| (0..points.len()).map(move |b| (a, b))) {
                assert!(
                    points[a] < points[b] || wins[a] >= wins[b],
                    "{seats} seats, {left} tiles: {points:?} {wins:?}"
                );
            }
        }
    }
}

#[test]
fn an_equal_lead_is_worth_more_when_fewer_tiles_are_left() {
    let forecaster = forecaster_of(ForecastFile::of_program(), &Setup::base(2)).unwrap();
    let scored = [30.0, 20.0, 0.0, 0.0, 0.0, 0.0];
    let chance = |left: u16| forecaster.forecast(&scored, &scored, left, 0).wins[0];
    assert_eq!(chance(0), 1.0);
    let chances = [0, 2, 10, 30].map(chance);
    assert!(chances.is_sorted_by(|a, b| a > b), "{chances:?}");
}

#[test]
fn a_finished_game_has_its_points_and_winners() {
    for setup in
        [Setup::base(2), Setup::base(5), Setup::of("hunters", 3), Setup::of("discovery", 2), Setup::of("coop", 2)]
    {
        for seed in 0..20 {
            let game = played(&setup, seed);
            let (Forecast { points, wins }, view) = (end(&game), game.view());
            let scores: Vec<f32> = (0..setup.seats).map(|seat| game.score(seat) as f32).collect();
            if setup.is_team() {
                assert_eq!(points[0], scores.iter().sum::<f32>());
                assert_eq!(wins[0], if view.winners.is_empty() { 0.0 } else { 1.0 });
                continue;
            }
            assert_eq!(points[..scores.len()], scores[..]);
            for seat in 0..setup.seats {
                let won = if view.winners.contains(&seat) { 1.0 / view.winners.len() as f32 } else { 0.0 };
                assert_eq!(wins[usize::from(seat)], won);
            }
        }
    }
}

/// With one tile left, the analysis is exact: the points are those of the best play, and the chances are 0, a half or 1.
#[test]
fn the_last_tile_has_certain_winners() {
    let mut random = SmallRandom::new(3);
    for _ in 0..5 {
        let mut game = Game::new(&Setup::base(2)).unwrap();
        while game.classic().is_some_and(|(_, position)| position.bag().left() > 0) || game.actor() == Actor::Chance {
            let legal = game.legal();
            game.apply(legal[random.below(legal.len() as u32) as usize]).unwrap();
        }
        let analysis = analyse(&game, &AnalysisRequest::new(Budget::Evaluations(10_000), 1)).unwrap();
        assert!(analysis.exact);
        let chance = |line: &bots::AnalysisLine| line.forecast.wins[usize::from(analysis.seat)];
        for line in &analysis.lines {
            assert!([0.0, 0.5, 1.0].contains(&chance(line)), "{line:?}");
            assert!(chance(line) <= chance(&analysis.lines[0]), "the first line wins most often");
        }
    }
}

#[test]
fn every_game_has_a_forecast() {
    for family in ALL {
        let setup = Setup::of(family.game, 2);
        assert!(forecaster_of(ForecastFile::of_program(), &setup).is_some(), "{}", family.game);
        let game = Game::new(&setup).unwrap();
        let tiles = with_family!(setup.game.as_str(), F => game.of::<F>().map(|(rules, _)| tiles_of(rules)));
        assert!(tiles.flatten().unwrap() > 50, "{}", family.game);
    }
}
